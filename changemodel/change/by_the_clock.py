"""What goes by the clock on a page, and so is not put to what other pages taught (``change.experience``).

Sections that are renewed each day or every few hours, and sentences whose numbers are, or count days, or are others at
nearly each visit: of the periods of one page another one's tell nothing. What they say of words that are renewed orders
these below what rings, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from changemodel.change.clocked_sections import (
    sections_around_the_clock,
    sections_by_the_clock,
    sentences_by_the_clock,
)
from changemodel.change.day_counts import sentences_counting_days
from changemodel.change.ticking_sentences import ticking_sentences
from changemodel.features.blocks import page_of
from changemodel.features.said import PICTURES
from changemodel.features.sentence_changes import ChangedSentence
from changemodel.features.table_rows import TableRows
from changemodel.features.text_keys import phrase_of, sentence_of
from changemodel.version import PageVersion


def clocked_on(
    versions: Sequence[PageVersion], rows: TableRows, is_hourly: bool, furniture: bool
) -> frozenset[str]:
    """The sections and, behind "#", the sentences that go by the clock.

    Parameters
    ----------
    versions : sequence of PageVersion
        With blocks, in time order.
    rows : TableRows
        What the rows of the page's tables are called.
    is_hourly : bool
        Whether they are visited often enough for what ticks to be told: what is another number each day may be the
        news of the day.
    furniture : bool
        Whether navigation and the like is read.
    """
    pages = [page_of(version, furniture=furniture) for version in versions]
    moments = [version.captured_at for version in versions]
    found = sections_by_the_clock(pages, moments) | sections_around_the_clock(pages, moments)
    figures = sentences_by_the_clock(pages, moments)
    figures |= sentences_counting_days(pages, moments, rows)
    if is_hourly:
        figures |= ticking_sentences(pages)
    return found | {f"#{name}" for name in figures}


def without_clocked(
    clocked: frozenset[str], sentences: list[ChangedSentence], rows: NDArray[np.float32]
) -> tuple[list[ChangedSentence], NDArray[np.float32]]:
    """What changed otherwise; ``rows``: (sentences, measures)."""
    kept = np.flatnonzero(~clocked_among(clocked, sentences)).tolist()
    return ([sentences[row] for row in kept], rows[kept]) if len(kept) < len(rows) else (sentences, rows)


def clocked_among(clocked: frozenset[str], sentences: Sequence[ChangedSentence]) -> NDArray[np.bool_]:
    """Which sentences go by the clock."""
    return np.array([bool(clock_names(clocked, item)) for item in sentences], dtype=bool)


def clock_names(clocked: frozenset[str], item: ChangedSentence) -> frozenset[str]:
    """By which names a sentence goes by the clock: that of its section, or of its words, whose numbers do; none where
    it does not."""
    if item.section in clocked:
        return frozenset([item.section])
    names = (sentence_of, phrase_of) if any(map(str.isdigit, item.text)) else ()
    return clocked.intersection(f"#{name(item.section, item.text)}" for name in names)


def renewed_among(clocked: frozenset[str], sentences: Sequence[ChangedSentence]) -> NDArray[np.bool_]:
    """Which sentences stand in sections whose words are renewed by the clock."""
    return np.array(
        [item.section in clocked and not item.section.startswith(PICTURES) for item in sentences], dtype=bool
    )
