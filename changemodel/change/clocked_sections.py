"""Sections that change by the clock: a daily campaign, today's menu, the date, a rotating banner.

What always changes at one time of the day changes because that time has come, and not because something happened.
Worse, nothing tells one day from the next as well: the order of time alone would give it all weight. Ours, as
``day_counts``; M. T. Law's thesis (2015), section 4.1, takes for granted that what follows time matters. Of words only
those are told that are renewed once a day, since a bulletin may come every six hours, and those that say the same few
things at fixed hours, whether an office is open; of pictures all that keep a period. Words that are renewed every few
hours around the clock are told apart: a page's own time may weigh them, what other pages taught says nothing of them.

Sentences whose numbers are others at nearly each visit while their words stand (a clock, readers, a temperature) go by
the clock, too. What always changes says nothing of the moment at which it does. What other pages taught knows only how
restless a section is as a whole, and in one with a title that always stands it takes each tick of the page's clock for
news.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from changemodel.change.day_counts import sentences_counting_days
from changemodel.features.blocks import BlockPage, each_once, masked_text, page_of, section_of
from changemodel.features.section_sentences import PICTURES
from changemodel.features.sentence_changes import ChangedSentence
from changemodel.features.sentences import sentences_of
from changemodel.features.structure import folded
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


ALWAYS = 0.9
"""Share of the visits at which a sentence stands, as at the one before, and its numbers are others."""

MIN_STOOD = 24
"""Such visits that there must be: on hourly ones a night is among them, which news has few of."""


def ticking_sentences(pages: Sequence[BlockPage]) -> frozenset[str]:
    """Those of versions in time order, by the names of ``text_keys.phrase_of``."""
    stood: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    for before, after in pairwise(each_once(lambda page: numbered_sentences(page, phrase_of), pages)):
        for name in before.keys() & after.keys():
            stood[name] += 1
            changed[name] += before[name] != after[name]
    return frozenset(
        name for name, visits in stood.items() if visits >= MIN_STOOD and changed[name] >= ALWAYS * visits
    )


def numbered_sentences(page: BlockPage, named: Callable[[str, str], str]) -> Mapping[str, Counter[str]]:
    """The sentences with numbers, in small letters: those of each name, which ``named`` gives to a section and a
    sentence, and how often each stands there."""
    found: dict[str, Counter[str]] = {}
    for block in page.blocks:
        section = section_of(block.path)
        for sentence in sentences_of(block.in_lines):
            if any(map(str.isdigit, sentence)):
                said = folded(sentence)
                found.setdefault(named(section, said), Counter())[said] += 1
    return found


MIN_RENEWALS = 3
"""Changes that a section must have had."""

BY_CHANCE = 0.01
"""How likely so many changes may be to fall into the same time of day, if they came at any."""

EACH_DAY = 0.8
"""Share of the days on which a section must be renewed, unless it is away at times. Of 37 sections of training sites in
windows of five days (words and addresses alone, by a script that is not kept) that have three changes or more, all at
one hour, one holds news: a plan that was redrawn on three days."""

PERIODS_H = 2, 3, 4, 5, 6, 7, 8
"""Hours from one time to the next at which something may be renewed, though it need not be each time. Of 310 such
sections in windows of 42 training sites (by words, by a script that is not kept) none holds news. At twelve, a page may
have a morning and an evening edition."""

HARDLY_BY_CHANCE = 1e-4
"""The same for these: all sections are asked, for each of these periods."""

MOST_SAID = 3
"""Things that are said by turns at fixed hours: open, closed, closed for lunch."""

_DAY_S = 24 * 3600.0

SectionSentences = frozenset[tuple[str, int]]
"""What a section says at a visit, numbers aside, or a sentence of it with its numbers, and how often."""


def sections_by_the_clock(pages: Sequence[BlockPage], moments: Sequence[datetime]) -> frozenset[str]:
    """The sections, of versions in time order, that are renewed by the clock; behind "@" those of pictures, behind "#"
    sentences (``sentence_of``) whose numbers are, while their words stand: the availability as of this morning."""
    times = [moment.timestamp() for moment in moments]
    return frozenset(
        section
        for section, shown in _shown_in(pages, _said).items()
        if _is_daily(shown, times, may_be_away=not section.startswith("#"))
        or (section.startswith("@") and _is_periodic(shown, times))
    )


def sentences_by_the_clock(pages: Sequence[BlockPage], moments: Sequence[datetime]) -> frozenset[str]:
    """The sentences, by the names of ``sentence_of`` in small letters, whose numbers are renewed once a day while their
    words stand, whatever else their block says: "last modified", beside a count of visitors."""
    times = [moment.timestamp() for moment in moments]
    return frozenset(
        name
        for name, shown in _shown_in(pages, _numbered).items()
        if _is_daily(shown, times, may_be_away=False)
    )


def sections_around_the_clock(pages: Sequence[BlockPage], moments: Sequence[datetime]) -> frozenset[str]:
    """The sections whose words are renewed at times that are a few hours apart, day and night, and at no other."""
    times = [moment.timestamp() for moment in moments]
    return frozenset(
        section
        for section, shown in _shown_in(pages, _said).items()
        if not section.startswith(("#", "@")) and _goes_round(shown, times)
    )


def _shown_in(
    pages: Sequence[BlockPage], saying: Callable[[BlockPage], Mapping[str, SectionSentences]]
) -> Mapping[str, Sequence[SectionSentences]]:
    """What is said at each visit, by the names under which ``saying`` has it of a page."""
    said: dict[str, dict[int, SectionSentences]] = {}
    for visit, sections in enumerate(each_once(saying, pages)):
        for section, own in sections.items():
            said.setdefault(section, {})[visit] = own
    visits = range(len(pages))
    return {section: [shown.get(visit, frozenset()) for visit in visits] for section, shown in said.items()}


def _said(page: BlockPage) -> Mapping[str, SectionSentences]:
    found: dict[str, list[str]] = {}
    for block in page.blocks:
        section, text = section_of(block.path), masked_text(block.text)
        found.setdefault(section, []).append(text)
        if text != block.text:
            found.setdefault(f"#{sentence_of(section, block.text)}", []).append(block.text)
    for picture in page.pictures:
        found.setdefault(f"@{section_of(picture.path)}", []).append(picture.text)
    return {section: frozenset(Counter(texts).items()) for section, texts in found.items()}


def _numbered(page: BlockPage) -> Mapping[str, SectionSentences]:
    return {name: frozenset(said.items()) for name, said in numbered_sentences(page, sentence_of).items()}


def _changes(said: Sequence[SectionSentences]) -> list[int]:
    """The last visit before each."""
    return [visit for visit, (a, b) in enumerate(pairwise(said)) if a != b]


def _is_periodic(said: Sequence[SectionSentences], times: Sequence[float]) -> bool:
    """Whether changes are equally far apart, but for one visit, and not by chance."""
    gaps = np.diff([times[visit] for visit in _changes(said)])
    if len(gaps) < MIN_RENEWALS:
        return False
    step, usual = float(np.median(np.diff(times))), float(np.median(gaps))
    near = 3 * step / usual  # the visit, and one on either side
    return bool((np.abs(gaps - usual) <= step).all()) and near ** (len(gaps) - 1) <= BY_CHANCE


def _goes_round(said: Sequence[SectionSentences], times: Sequence[float]) -> bool:
    """Whether it is renewed only at times that are so many hours apart, around the clock."""
    between = [(times[visit], times[visit + 1]) for visit in _changes(said)]
    chance = HARDLY_BY_CHANCE / len(PERIODS_H)
    return len(between) >= MIN_RENEWALS and any(
        at_one_time(between, 3600.0 * period_h, chance) for period_h in PERIODS_H
    )


def _is_daily(said: Sequence[SectionSentences], times: Sequence[float], *, may_be_away: bool) -> bool:
    changes = _changes(said)
    if len(changes) < MIN_RENEWALS:
        return False
    if not at_one_time([(times[v], times[v + 1]) for v in changes]):
        return may_be_away and _keeps_hours(said, times)
    if len(changes) >= EACH_DAY * (times[-1] - times[0]) / _DAY_S:
        return True
    shown = [said[0], *(said[visit + 1] for visit in changes)]
    return may_be_away and frozenset.intersection(*shown) in shown  # but for what always stands there


def _keeps_hours(said: Sequence[SectionSentences], times: Sequence[float]) -> bool:
    """Whether a few things are said by turns, each again, and always from the same hours on; not by chance."""
    changes = _changes(said)
    stays = Counter([said[0], *(said[visit + 1] for visit in changes)])
    if len(stays) > MOST_SAID or min(stays.values()) < 2:
        return False
    step = float(np.median(np.diff(times)))
    hours = len({round(times[visit] % _DAY_S / step) for visit in changes})
    of_day = max(round(_DAY_S / step), 1)
    return math.comb(of_day, min(hours, of_day)) * (hours / of_day) ** len(changes) <= BY_CHANCE


def at_one_time(
    between: Sequence[tuple[float, float]], period_s: float = _DAY_S, by_chance: float = BY_CHANCE
) -> bool:
    """Whether a time of day, or of another period, is after the visit before each change, and not after the one that
    showed it; no chance."""
    lengths = [after - before for before, after in between]
    if (sum(lengths) / len(lengths) / period_s) ** (len(lengths) - 1) > by_chance:
        return False
    return any(
        all(
            (at - before) % period_s <= after - before and (at - before) % period_s > 0.0
            for before, after in between
        )
        for _, at in between
    )
