"""The hospital's clock: when the visits begin, when the page is rebuilt, and how it writes a date."""

from datetime import datetime, timedelta

STARTS_AT = datetime(2026, 3, 12, 5)
PRZEBUDOWA = 69  # in the night to Sunday: a new gallery of newborns
MIES = [
    "stycznia",
    "lutego",
    "marca",
    "kwietnia",
    "maja",
    "czerwca",
    "lipca",
    "sierpnia",
    "września",
    "października",
    "listopada",
    "grudnia",
]


def teraz(hour: int) -> datetime:
    return STARTS_AT + timedelta(hours=hour)


def slownie(chwila: datetime) -> str:
    return f"{chwila.day} {MIES[chwila.month - 1]} {chwila.year} r."
