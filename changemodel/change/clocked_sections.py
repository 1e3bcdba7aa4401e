"""Sections that are renewed by the clock: a campaign of the day, today's menu, the date, a banner every twenty hours.

What always changes at one time of the day changes because that time has come, and not because something happened.
Worse, nothing tells one day from the next as well: the order of time alone would give it all weight. Ours, as
``day_counts``; M. T. Law's thesis (2015), section 4.1, takes for granted that what follows time matters. Of words only
those are told that are renewed once a day, since a bulletin may come every six hours; of pictures all that keep a
period.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise

import numpy as np

from changemodel.features.blocks import BlockPage, masked_text, section_of

MIN_RENEWALS = 3
"""Changes that a section must have had."""

BY_CHANCE = 0.01
"""How likely so many changes may be to fall into the same time of day, if they came at any."""

EACH_DAY = 0.8
"""Share of the days on which a section must be renewed, unless it is away at times. Of 37 sections of training sites in
windows of five days (words and addresses alone, by a script that is not kept) that have three changes or more, all at
one hour, one holds news: a plan that was redrawn on three days."""

_DAY_S = 24 * 3600.0

Said = frozenset[tuple[str, int]]
"""What a section says at a visit, numbers aside, and how often."""


def sections_by_the_clock(pages: Sequence[BlockPage], moments: Sequence[datetime]) -> frozenset[str]:
    """The sections, those of pictures behind "@", of versions in time order that are renewed by the clock."""
    times = [moment.timestamp() for moment in moments]
    said: dict[str, dict[int, Said]] = {}
    for visit, page in enumerate(pages):
        for section, texts in _texts(page).items():
            said.setdefault(section, {})[visit] = frozenset(Counter(texts).items())
    visits = range(len(pages))
    found = {section: [shown.get(visit, frozenset()) for visit in visits] for section, shown in said.items()}
    return frozenset(
        section
        for section, shown in found.items()
        if _is_daily(shown, times) or (section.startswith("@") and _is_periodic(shown, times))
    )


def _texts(page: BlockPage) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for block in page.blocks:
        found.setdefault(section_of(block.path), []).append(masked_text(block.text))
    for picture in page.pictures:
        found.setdefault(f"@{section_of(picture.path)}", []).append(picture.text)
    return found


def _changes(said: Sequence[Said]) -> list[int]:
    """The last visit before each."""
    return [visit for visit, (a, b) in enumerate(pairwise(said)) if a != b]


def _is_periodic(said: Sequence[Said], times: Sequence[float]) -> bool:
    """Whether changes are equally far apart, but for one visit, and not by chance."""
    gaps = np.diff([times[visit] for visit in _changes(said)])
    if len(gaps) < MIN_RENEWALS:
        return False
    step, usual = float(np.median(np.diff(times))), float(np.median(gaps))
    near = 3 * step / usual  # the visit, and one on either side
    return bool((np.abs(gaps - usual) <= step).all()) and near ** (len(gaps) - 1) <= BY_CHANCE


def _is_daily(said: Sequence[Said], times: Sequence[float]) -> bool:
    changes = _changes(said)
    if len(changes) < MIN_RENEWALS or not _at_one_time([(times[v], times[v + 1]) for v in changes]):
        return False
    shown = [said[0], *(said[visit + 1] for visit in changes)]
    is_away = frozenset.intersection(*shown) in shown  # but for what always stands there
    return is_away or len(changes) >= EACH_DAY * (times[-1] - times[0]) / _DAY_S


def _at_one_time(between: Sequence[tuple[float, float]]) -> bool:
    """Whether a time of day is after the visit before each change, and not after the one that showed it; no chance."""
    lengths = [after - before for before, after in between]
    if (sum(lengths) / len(lengths) / _DAY_S) ** (len(lengths) - 1) > BY_CHANCE:
        return False
    return any(
        all(
            (at - before) % _DAY_S <= after - before and (at - before) % _DAY_S > 0.0
            for before, after in between
        )
        for _, at in between
    )
