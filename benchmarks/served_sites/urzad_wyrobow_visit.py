"""One visit to the Polish product-safety office: its hour and its dice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from benchmarks.served_sites.urzad_wyrobow_register import STARTS_AT, chance


@dataclass(frozen=True)
class Visit:
    """When the page is asked for, and the dice thrown along it."""

    hour: int
    now: datetime
    dice: Random

    @classmethod
    def at(cls, hour: int) -> Visit:
        """The visit of one hour."""
        return cls(hour, STARTS_AT + timedelta(hours=hour), chance("page", hour))

    @property
    def is_open(self) -> bool:
        """Whether the desks are staffed."""
        return 8 <= self.now.hour < 16 and self.now.weekday() < 5
