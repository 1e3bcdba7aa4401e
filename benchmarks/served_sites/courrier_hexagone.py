"""Front page of a French national daily, kept for its lead story.

Hard: the largest pictures, boxes and banners change without news, and the lead's words may change by one figure only.
"""

from __future__ import annotations

from benchmarks.served_sites.courrier_hexagone_aside import aside
from benchmarks.served_sites.courrier_hexagone_files import served_file
from benchmarks.served_sites.courrier_hexagone_frame import dialog, foot, head
from benchmarks.served_sites.courrier_hexagone_main import main_column
from benchmarks.served_sites.courrier_hexagone_news import DAYS, fronts
from benchmarks.served_sites.courrier_hexagone_visit import STARTS_AT, Visit

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "courrier_hexagone"
WHAT = (
    "Front page of the French daily 'Le Courrier de l'Hexagone', kept for the WORDS of its lead story (kicker, "
    "headline, standfirst, three key points; its picture does not count): hard because of banners of changing "
    "height in iframes above it, a lead picture that rotates without the words and words that change without the "
    "picture, counters and ages inside the lead block, corrections of one figure, hourly sentences in "
    "most-read/live chat/sponsored boxes larger than the news, an A/B layout and a flapping subscription dialog."
)


def truth(hour: int) -> str:
    """Whether the lead's words change before the next visit."""
    now, then = fronts()[hour], fronts()[hour + 1]
    if now.story.words != then.story.words:
        return "important"
    return "left out" if now.below != then.below else "unimportant"


def page(hour: int) -> str:
    """The page as served in one hour."""
    visit = Visit.at(hour)
    # One row of dice is thrown along the page, so the parts keep their order.
    parts = [*head(visit), *main_column(visit, fronts()[hour]), *aside(visit), *foot(visit), *dialog(visit)]
    return "\n".join([*parts, '<script src="/s/une.js"></script>\n</body>\n</html>'])


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of what the page names."""
    return served_file(path, hour)
