"""Public register of a Polish product-safety office, kept for the rows of its table.

Hard: news are rare and small (one word, one lot number) and lie below a large carousel that changes every hour.
"""

from __future__ import annotations

from benchmarks.served_sites.urzad_wyrobow_files import served_file
from benchmarks.served_sites.urzad_wyrobow_frame import foot, head
from benchmarks.served_sites.urzad_wyrobow_lists import left_column, right_column
from benchmarks.served_sites.urzad_wyrobow_register import DAYS, STARTS_AT, registers
from benchmarks.served_sites.urzad_wyrobow_visit import Visit

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "urzad_wyrobow"
WHAT = (
    "Page of the (fictional) Polish office for product safety with the table of current proceedings and warnings, "
    "kept for the ROWS of that table (case number, product, company, defect, lot, status; neither the order of rows "
    "nor the column 'days running' nor the little view counters count): slow, small news (one row, one status word, "
    "one lot number, a withdrawn row) below the first screen under a carousel of campaigns as CSS background "
    "pictures, with an hourly question-and-answer box, visit counters and waiting times, a second lively table of "
    "service desks, a flapping maintenance box and re-sorted rows."
)


def truth(hour: int) -> str:
    """Whether the rows' words change before the next visit."""
    now, then = registers()[hour], registers()[hour + 1]
    if sorted(row.words for row in now.rows) != sorted(row.words for row in then.rows):
        return "important"
    same_order = [row.number for row in now.rows] == [row.number for row in then.rows]
    return "unimportant" if same_order and now.notes == then.notes else "left out"


def page(hour: int) -> str:
    """The page as served in one hour."""
    visit, shown = Visit.at(hour), registers()[hour]
    # One row of dice is thrown along the page, so the parts keep their order.
    parts = [*head(visit), *left_column(visit, shown), *right_column(visit, shown.notes), *foot(visit)]
    return "\n".join(parts)


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of what the page names."""
    return served_file(path, hour)
