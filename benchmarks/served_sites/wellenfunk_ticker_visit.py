"""One visit to Wellenfunk Nord: its hour and its dice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from benchmarks.served_sites.wellenfunk_ticker_news import STARTS_AT, chance
from benchmarks.served_sites.wellenfunk_ticker_words import FAREWELLS, GREETED, GREETINGS, LISTENERS


@dataclass(frozen=True)
class Visit:
    """When the page is asked for, and the dice thrown along it."""

    hour: int
    now: datetime
    dice: Random

    @classmethod
    def at(cls, hour: int) -> Visit:
        """The visit of one hour."""
        return cls(hour, STARTS_AT + timedelta(hours=hour), chance("seite", hour))


def greeting(*keys: object) -> tuple[str, str]:
    """A listener and what they have to say."""
    dice = chance("gruss", *keys)
    listener = dice.choice(LISTENERS)
    return listener, f"{dice.choice(GREETINGS)} {dice.choice(GREETED)}. {dice.choice(FAREWELLS)}"
