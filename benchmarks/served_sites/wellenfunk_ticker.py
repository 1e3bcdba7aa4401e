"""Live ticker of a German regional broadcaster, kept for the words of its entries.

Hard: listeners' messages and advertisements stand between the entries and change every hour, while the news may be
one figure or one word in an entry far down.
"""

from __future__ import annotations

from benchmarks.served_sites.wellenfunk_ticker_aside import side_column
from benchmarks.served_sites.wellenfunk_ticker_files import served_file
from benchmarks.served_sites.wellenfunk_ticker_frame import foot, head
from benchmarks.served_sites.wellenfunk_ticker_main import ticker_column
from benchmarks.served_sites.wellenfunk_ticker_news import DAYS, STARTS_AT, tickers
from benchmarks.served_sites.wellenfunk_ticker_visit import Visit

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "wellenfunk_ticker"
WHAT = (
    "Live ticker of the German regional broadcaster 'Wellenfunk Nord' (newsroom page, 4000 px and more), kept for the "
    "WORDS of its ticker entries (place, headline, text; not their pictures, their order, the pin or the age): new, "
    "corrected (one figure, one word) and withdrawn entries among listeners' messages and iframe advertisements that "
    "are inserted between the entries anew every hour, script-made ages, a web component with the song now on air, a "
    "pinned entry, day headings that move at midnight, a countdown, a webcam picture that is new every hour, rotating "
    "entry pictures and an A/B column order."
)


def truth(hour: int) -> str:
    """Whether the entries' words change before the next visit."""
    now, then = tickers()[hour], tickers()[hour + 1]
    if now.words != then.words:
        return "important"
    same_extras = now.pinned == then.pinned and now.features == then.features
    return "unimportant" if same_extras else "left out"


def page(hour: int) -> str:
    """The page as served in one hour."""
    visit, shown = Visit.at(hour), tickers()[hour]
    # One row of dice is thrown along the page, so the parts keep their order.
    parts = [*head(visit), *ticker_column(visit, shown), *side_column(visit, shown.features), *foot(visit)]
    return "\n".join(parts)


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of what the page names."""
    return served_file(path, hour)
