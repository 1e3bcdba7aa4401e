"""Estimates of pages' change rates as the collection stores them, learned from pairs of captures.

A page of which nothing is known has the prior of the kind of its address and of its type, fitted to the pages
that are known (``prior``). An address stays what it is, and so does its kind; a type is found at the first
visit and may change, and is read anew at each fit. ``observations`` counts the pairs that a page's own belief was
learned from.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

import numpy as np

from crawler.scheduling.all_pages import columns
from crawler.scheduling.decision import week_hours
from crawler.scheduling.host_stats import HostStats
from crawler.scheduling.period import FEWEST, NEWEST, Rhythm, counted_with, fitted_rhythm, no_faster
from crawler.scheduling.prior import KINDS, NO_GROUP, Groups, PriorTable, fitted_table, kind_of
from crawler.scheduling.rate import (
    BoolArray,
    FloatArray,
    IntArray,
    observe_maybe,
    told_changed,
    told_changed_many,
)
from crawler.scheduling.rate_memory import updated
from crawler.scheduling.url_facts import UrlFacts
from storage.queries.repository import Repository
from storage.records import Page, RateBelief, Role, StoredCapture, StoredScore

PRIORS = "priors"
"""Key of the collection's state under which the fitted priors are kept."""

TOLD_TRUST = 0.5
"""What a date of a sitemap, a feed or a server counts beside a change that was seen: such dates are often those of
their making (specs: revisit-scheduling 1.2, precision below 0.2 and recall below 0.5 in one large crawl)."""

_LOOKED_AT = 50
_FITS_KEPT = 100_000  # of pages: a tenth of a kilobyte each

Guesses = tuple[FloatArray, FloatArray]
"""Shapes and scales of many beliefs."""

Pair = tuple[datetime, datetime, bool]
"""Times of two captures, and whether the change between them was important."""


class Rates:
    """Learns and remembers."""

    def __init__(self, repository: Repository, half_life: timedelta, *, untyped: str) -> None:
        """``untyped`` is the type of pages of which none is known."""
        self._repository = repository
        self._half_life = half_life
        self._untyped = untyped
        self._kinds = UrlFacts(repository, lambda url: KINDS.index(kind_of(url)))
        self._priors: PriorTable | None = None
        self._fits: dict[int, _Fit] = {}  # of the pages visited last
        self._lock = threading.Lock()

    def memory(self, host: str) -> HostStats:
        """What is remembered of a host."""
        return HostStats.from_json(self._repository.host_rhythm(host))

    def keep(self, host: str, memory: HostStats) -> None:
        """Remember it."""
        self._repository.set_host_rhythm(host, memory.as_json())

    def priors(self) -> PriorTable:
        """What to believe of pages that are not known yet; nobody else fits it while this process works."""
        if self._priors is None:
            self._priors = PriorTable.from_json(self._repository.state(PRIORS))
        return self._priors

    def start(self, page: Page) -> RateBelief:
        """What is believed of a page now: what was learned, or what can be guessed before."""
        return page.rate if page.observations else self.guess(page)

    def guess(self, page: Page, priors: PriorTable | None = None) -> RateBelief:
        """The prior of a page's kind and type, and what is known of it besides.

        When its sitemap, its feed or its server said that it last changed, before it was added; and whether the texts
        of captures differ that nothing has decided on yet, such as those of an archive.
        """
        table = priors or self.priors()
        belief = self._prior(page, table)
        told = self._repository.hints(page.id, until=page.added_at)
        if told:
            belief = told_changed(belief, page.added_at - told[-1].at, TOLD_TRUST)
        kept = self._repository.captures(page.id, good_only=True, newest_first=True, limit=_LOOKED_AT)[::-1]
        scores = self._repository.scores(page.id, newest_first=True, limit=_LOOKED_AT)
        score_of = {item.after_id: item for item in scores}
        for before, after in pairwise(kept):
            chance = self._chance(before, after, score_of.get(after.id), table)
            if chance is not None:
                gap = max(after.started_at - before.started_at, timedelta(0))
                belief = observe_maybe(belief, chance, gap)
        return belief

    def undecided(
        self, page: Page, before: StoredCapture, after: StoredCapture, score: StoredScore
    ) -> tuple[RateBelief, float | None]:
        """The belief after a pair on which nothing has decided, and how likely its change was important.

        Were such pairs left out, a page of which only important changes can be told before it has a model, those of
        its text, would seem to change importantly at every visit.
        """
        chance = self._chance(before, after, score, self.priors())
        if chance is None or not page.observations:  # the guess looks at all its captures
            return self.start(page), chance
        gap = after.started_at - before.started_at
        counted = self.memory(page.host).counted(before.started_at, after.started_at)
        return updated(page.rate, chance, gap, self._half_life, counted), chance

    def _chance(
        self, before: StoredCapture, after: StoredCapture, score: StoredScore | None, table: PriorTable
    ) -> float | None:
        """How likely the change between two captures was important, by what their texts say; None: they say nothing.

        Of changes of words about the share is important that is important elsewhere; counters and clocks never are.
        """
        if before.profile_digest != after.profile_digest:
            return None
        differ = None if score is None or score.before_id != before.id else words_changed(score)
        if differ is None:
            texts = [item.artifacts.get(Role.TEXT) for item in (before, after)]
            if None in texts:
                return None
            differ = texts[0].digest != texts[1].digest  # type: ignore[union-attr]
        return table.important_share * differ

    def rhythm(self, page: Page) -> Rhythm | None:
        """The page's own rhythm, if the decisions on its newest captures show one.

        Fitted at most once a visit: anew at each while there is one, else when there is an eighth more to go by.
        """
        if page.observations < FEWEST - 1:  # of which the newest visit is not counted yet
            return None
        pairs = self._repository.decided_pairs(page.id, limit=NEWEST)
        if not pairs:
            return None
        with self._lock:
            known = self._fits.pop(page.id, None)
        fit = _next_fit(known, pairs, self.memory(page.host))
        with self._lock:
            self._fits[page.id] = fit
            while len(self._fits) > _FITS_KEPT:
                del self._fits[next(iter(self._fits))]
        return fit.rhythm

    def after_pair(self, page: Page, pair: Pair) -> RateBelief:
        """The belief after one more pair of captures, from which the host's hours learn as well."""
        before_at, at, important = pair
        belief, memory = self.start(page), self.memory(page.host)
        rhythm, counted = self.rhythm(page), memory.counted(before_at, at)
        memory.learn(before_at, at, important, belief)
        self.keep(page.host, memory)
        return self._updated(belief, pair, counted, rhythm)

    def _updated(
        self, belief: RateBelief, pair: Pair, counted: timedelta, rhythm: Rhythm | None
    ) -> RateBelief:
        before_at, at, important = pair
        if rhythm is not None:
            counted = counted_with(rhythm, week_hours(before_at), week_hours(at), counted, belief)
        return no_faster(rhythm, updated(belief, important, at - before_at, self._half_life, counted))

    def after_pairs(self, page: Page, pairs: Sequence[Pair], new: Iterable[Pair] = ()) -> RateBelief:
        """The belief to which all decided pairs of a page lead, from its prior on.

        The host's hours learn from those that are ``new``.
        """
        prior = self._prior(page, self.priors())
        memory = self.memory(page.host)
        fresh = list(new)
        for before_at, at, important in fresh:
            memory.learn(before_at, at, important, prior)
        if fresh:
            self.keep(page.host, memory)
        belief, rhythm = prior, rhythm_of(pairs, memory)
        for before_at, at, important in pairs:
            if at > before_at:
                pair, counted = (before_at, at, important), memory.counted(before_at, at)
                belief = self._updated(belief, pair, counted, rhythm)
        return belief

    def _prior(self, page: Page, table: PriorTable) -> RateBelief:
        kept = self._repository.page_type(page.id)
        told = None if kept is None or kept.type == self._untyped else kept.type
        return table.prior(page.url, told)

    def refit(self) -> None:
        """Fit the priors to the pages that have learned, and give them to those that have not.

        A page whose captures say something is looked at when its prior has moved, and when nothing was made of them
        yet; otherwise each of its visits has done so.
        """
        pages = self._beliefs()
        before, table = self.priors(), self._fitted(pages)
        told = np.array(self._repository.told_before_added(), dtype=float).reshape(-1, 2)
        told = told[np.isin(told[:, 0], pages.id)]
        was, now = (_guesses(table_, pages, told) for table_ in (before, table))
        unlearned = ~pages.learned
        compared = np.isin(pages.id, self._repository.pages_to_compare())
        anew = unlearned & compared & (_differ(was, now) | ~_differ(pages.beliefs, was))
        plain = np.flatnonzero(unlearned & ~compared & _differ(pages.beliefs, now))
        self._repository.set_rates(
            (int(pages.id[row]), RateBelief(shape=float(now[0][row]), scale_h=float(now[1][row])))
            for row in plain
        )
        found = self._repository.pages_of(pages.id[anew].tolist())
        self._repository.set_rates((page.id, self.guess(page, table)) for page in found)
        self._repository.set_state(PRIORS, table.as_json())
        self._priors = table

    def _beliefs(self) -> _Beliefs:
        kept = columns(self._repository)
        ids = kept["id"].astype(np.intp)
        return _Beliefs(
            id=ids,
            beliefs=(kept["rate_shape"], kept["rate_scale_h"]),
            learned=kept["observations"] > 0,
            groups=self._groups(ids),
        )

    def _groups(self, ids: IntArray) -> Groups:
        """What pages have in common, whose numbers ascend."""
        names: dict[str, int] = {}
        types = np.full(len(ids), NO_GROUP)
        for rows in self._repository.type_rows():
            of = np.array([row[0] for row in rows], dtype=np.intp)
            found = np.array([names.setdefault(row[1], len(names)) for row in rows], dtype=np.intp)
            places = np.minimum(np.searchsorted(ids, of), len(ids) - 1)
            is_here = ids[places] == of if len(ids) else np.zeros(len(of), dtype=bool)
            types[places[is_here]] = found[is_here]
        types[types == names.get(self._untyped, NO_GROUP)] = NO_GROUP
        return Groups(kind=self._kinds.of(ids), type=types, types=list(names))

    def _fitted(self, pages: _Beliefs) -> PriorTable:
        """The priors that fit the pages that have learned."""
        rows = np.flatnonzero(pages.learned)
        shape, scale_h = (column[rows] for column in pages.beliefs)
        important, decided = self._repository.decided_changes()
        table = fitted_table(shape, scale_h, pages.groups.of(rows), important=important, decided=decided)
        return table.beside(self.priors())


def words_changed(score: StoredScore) -> bool | None:
    """Whether words came or went beside the numbers and the navigation of a page; None where its text was not read."""
    told = score.explanation
    if "blocks_changed" not in told:
        return None
    blocks = told["blocks"]
    left_out = told["blocks_changed"] > len(blocks)  # the usual ones; navigation is told last
    return left_out or any(block["kind"] != "numbers" and not block["furniture"] for block in blocks)


@dataclass(frozen=True, kw_only=True)
class _Beliefs:
    """What is believed of all pages, and what their priors depend on."""

    id: IntArray
    beliefs: Guesses
    learned: BoolArray
    groups: Groups


def _guesses(table: PriorTable, pages: _Beliefs, told: FloatArray) -> Guesses:
    """Shapes and scales by the priors, and by what was said of pages before they were added (number, hours before)."""
    shape, scale_h = table.priors(pages.groups)
    rows = np.searchsorted(pages.id, told[:, 0])
    shape[rows], scale_h[rows] = told_changed_many(shape[rows], scale_h[rows], told[:, 1], TOLD_TRUST)
    return shape, scale_h


def _differ(one: Guesses, other: Guesses) -> BoolArray:
    """Which beliefs are not the same but for rounding."""
    near = [np.isclose(mine, theirs, rtol=1e-9, atol=0.0) for mine, theirs in zip(one, other, strict=True)]
    return ~(near[0] & near[1])


@dataclass(frozen=True, kw_only=True)
class _Fit:
    """What was made of a page's decisions, up to the capture at that time."""

    until: datetime
    rhythm: Rhythm | None
    wait: int
    """Visits until there is enough more to look again."""


def _next_fit(known: _Fit | None, pairs: Sequence[Pair], stats: HostStats) -> _Fit:
    """What is made of a page's decisions now, of which that was made before."""
    until = pairs[-1][1]
    if known is not None and known.until == until:
        return known
    if known is not None and known.wait > 1:
        return replace(known, until=until, wait=known.wait - 1)
    rhythm = rhythm_of(pairs, stats)
    return _Fit(until=until, rhythm=rhythm, wait=max(1, len(pairs) // 8) if rhythm is None else 1)


def rhythm_of(pairs: Sequence[Pair], memory: HostStats) -> Rhythm | None:
    """The rhythm of a page of whose captures that was decided, on a host of which that is remembered.

    Only the newest pairs that follow one another are looked at: each begins with the capture that ended the one before.
    """
    joined: list[Pair] = []
    for pair in reversed(pairs[-NEWEST:]):
        if pair[0] >= pair[1] or (joined and pair[1] != joined[-1][0]):
            break
        joined.append(pair)
    if len(joined) < FEWEST:
        return None
    joined.reverse()
    edge_h = np.array([week_hours(joined[0][0]), *(week_hours(at) for _, at, _ in joined)])
    important = np.array([important for *_, important in joined])
    return fitted_rhythm(edge_h, important, memory.counted_h(edge_h))
