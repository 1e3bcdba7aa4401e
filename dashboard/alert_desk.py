"""The channels of alerts, as the dashboard shows and tests them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A message that went, or did not go, to a channel."""

    at: datetime
    channel: str  # without secrets
    what: str
    findings: int
    error: str  # empty: it was taken


class AlertDesk(Protocol):
    """The channels of the collection."""

    def channels(self) -> Sequence[str] | str:
        """Their addresses without secrets; a sentence where they cannot be read."""

    def test(self) -> None:
        """Send a trial to each; the log says how that went."""

    def log(self) -> Sequence[Sent]:
        """What was sent, the last first."""
