"""One visit to Le Courrier de l'Hexagone: its hour, its dice, and the sentences that fill the boxes in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from benchmarks.served_sites.courrier_hexagone_news import chance
from benchmarks.served_sites.courrier_hexagone_words import GOSSIP_DOES, GOSSIP_END, GOSSIP_WHAT, GOSSIP_WHO

STARTS_AT = datetime(2025, 3, 10)


@dataclass(frozen=True)
class Visit:
    """When the page is asked for, which layout it has, and the dice thrown along it."""

    hour: int
    now: datetime
    narrow: bool
    dice: Random

    @classmethod
    def at(cls, hour: int) -> Visit:
        """The visit of one hour; the layout flips every few hours."""
        narrow = chance("ab", hour // 5).random() < 0.3
        return cls(hour, STARTS_AT + timedelta(hours=hour), narrow, chance("page", hour))


def gossip(kind: str, hour: int, count: int) -> list[str]:
    """Sentences that are no news."""
    dice = chance("noise", kind, hour)
    return [
        f"{dice.choice(GOSSIP_WHO)} {dice.choice(GOSSIP_DOES)} {dice.choice(GOSSIP_WHAT)}, {dice.choice(GOSSIP_END)}"
        for _ in range(count)
    ]
