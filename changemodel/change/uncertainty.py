"""The uncertainty of the importance map: a bootstrap over days.

Captures of one day depend on each other, so whole days are drawn, with replacement, as many as there are (the block
bootstrap: Kuensch, "The jackknife and the bootstrap for general stationary observations", 1989). Each draw is
learned like the page itself, with its cost and lengths, and gives a map; the quantiles of these maps are the
interval. A region whose interval reaches down to nothing may owe its importance to a single day. Of a page that is
visited more seldom than once an hour, spans of several days are drawn, and what is said of days is said of these. Where
text and picture decide together, which pairs are important and what the parts weigh is taken from the model; the days
say where (``joint_map``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from changemodel.arguments import share, whole_number
from changemodel.change.calibration import choose_pairs
from changemodel.change.history import MIN_VERSIONS, History, hours_of, in_time_order
from changemodel.change.joint_map import JointPairs
from changemodel.change.states import groups_of
from changemodel.change.text_reading import has_text
from changemodel.change.training import PageHistory, TrainingSettings, train
from changemodel.errors import InvalidInput, NotFitted
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion, check_versions

if TYPE_CHECKING:
    from changemodel.change.model import ChangeModel
    from changemodel.change.page_model import PageModel

MIN_DAYS = 3
"""Days with captures that there must be."""

LEAST_VISITS = 24
"""Of a usual day that is drawn, where pictures are learned from it: order shows within some hours of an hourly page,
some weeks of a daily one."""

_DAY_H, _HOUR_S = 24.0, 3600.0
_APART = 10  # times the length of a drawn day and of the window: nothing is compared across drawn days


@dataclass(frozen=True, eq=False)
class MapInterval:
    """Where the importance of each region lies.

    Attributes
    ----------
    low, high : float array, shape (grid, grid)
        Quantiles of the drawn maps.
    mean : float array, shape (grid, grid)
        Sums to 1.
    draws : int
        From how many draws a map was learned; the others held too little change.
    """

    low: FloatArray
    high: FloatArray
    mean: FloatArray
    draws: int


def bootstrap_map(
    model: ChangeModel,
    versions: Iterable[PageVersion],
    n: int = 20,
    *,
    coverage: float = 0.9,
    random_state: int | np.random.Generator | None = 0,
) -> MapInterval:
    """The importance map's uncertainty, from the versions that a model was learned from.

    Costs ``n`` times what learning the metric takes, and each pair of a day's versions once: features are not computed
    again for versions that the model has read and that are still in use.

    Parameters
    ----------
    model : ChangeModel
        Fitted, and learned.
    versions : iterable of PageVersion
    n : int
        Draws.
    coverage : float
        Share of the drawn maps that the interval holds in each region.
    random_state : int or numpy Generator, optional

    Raises
    ------
    NotFitted
        The model has not learned a map.
    InvalidInput
        The versions lack the pictures or the words that the map is drawn from, or span fewer than ``MIN_DAYS`` days;
        ``n`` below 2, a coverage that is no share, a random state that is no seed; no draw held enough change.
    """
    if not hasattr(model, "importance_on"):
        raise InvalidInput(f"model is a {type(model).__name__}: pass a fitted ChangeModel")
    if not _has_map(model):
        raise NotFitted(
            "the model has learned no map: fit it with some days of versions that change, with pictures or blocks that "
            "have boxes"
        )
    n, coverage, rng = whole_number(n, "n", 2), share(coverage, "coverage"), _generator(random_state)
    page = model._fitted()
    ordered = [page.known(version) for version in in_time_order(check_versions(versions))]
    pictures = page.reading.pictures
    seen = pictures.seen(ordered) if pictures.state != "not-enough-change" else []
    history = History(seen, pictures.reader, {}) if seen else None
    joint = _joint(page, ordered, history)
    if history is None and joint is None:
        raise InvalidInput(
            "none of the versions has a picture, or blocks with boxes: the map is drawn from these"
        )
    times_h = hours_of(seen or ordered)
    length_h = _DAY_H if joint is not None else _length_h(times_h)
    days = np.floor(times_h / length_h).astype(np.intp)
    if len(np.unique(days)) < MIN_DAYS:
        raise InvalidInput(
            f"the versions are of {len(np.unique(days))} spans of {length_h / _DAY_H:g} days: pass those of at least "
            f"{MIN_DAYS} such spans, among which is drawn"
        )
    map_of = _maps(page, seen or ordered, history, joint, length_h)
    maps = [map_of(rng.integers(len(np.unique(days)), size=len(np.unique(days)))) for _ in range(n)]
    learned = [item for item in maps if item is not None]
    if not learned:
        raise InvalidInput(
            f"none of {n} draws of days held enough change to learn from: wait for more captures"
        )
    stack = np.stack(learned).reshape(-1, pictures.grid, pictures.grid)
    low, high = np.quantile(stack, [(1 - coverage) / 2, (1 + coverage) / 2], axis=0)
    return MapInterval(low=low, high=high, mean=stack.mean(axis=0), draws=len(learned))


def _generator(random_state: int | np.random.Generator | None) -> np.random.Generator:
    try:
        return np.random.default_rng(random_state)
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            f"random_state is {random_state!r}: pass an integer of at least 0 or a numpy Generator"
        ) from error


def _has_map(model: ChangeModel) -> bool:
    """Of the pictures, or of the words where these decide."""
    return getattr(model, "picture_state_", None) == "learned" or model.parts_ is not None


def _joint(page: PageModel, ordered: Sequence[PageVersion], history: History | None) -> JointPairs | None:
    """What the map is drawn from where words and pictures decide together; None where pictures do alone."""
    if page.reading.joint is None:
        return None
    if sum(map(has_text, ordered)) < MIN_VERSIONS:
        raise InvalidInput(
            "the map goes by the words, too: pass versions with blocks, as the model learned from"
        )
    joint = page.reading.joint_pairs(ordered, history)
    return None if joint is None or joint.shares() is None else joint


def _length_h(times_h: FloatArray) -> float:
    """Of what is drawn: a day, or as many as it takes for ``LEAST_VISITS`` at the usual distance."""
    return _DAY_H * max(1, math.ceil(LEAST_VISITS * float(np.median(np.diff(times_h))) / _DAY_H))


def _maps(
    page: PageModel,
    read: Sequence[PageVersion],
    history: History | None,
    joint: JointPairs | None,
    length_h: float,
) -> Callable[[IntArray], FloatArray | None]:
    """The map of days drawn by their places among all days; None where they hold too little change."""
    if joint is not None:
        starts = np.floor((joint.seconds - read[0].captured_at.timestamp()) / (length_h * _HOUR_S))
        days = np.unique(np.floor(hours_of(read) / length_h))
        rows_of = [np.flatnonzero(starts == day) for day in days]
        return lambda chosen: joint.shares(np.concatenate([rows_of[day] for day in chosen]))
    assert history is not None, "one of the two is drawn from"
    settings, every = _settings(page), _DayPairs(history, length_h, page.details["window_h"])
    return lambda chosen: _map_of(every.drawn(chosen), settings, page.parameters.k)


class _DayPairs:
    """Region distances of all pairs of versions of one day, computed once for all draws."""

    def __init__(self, history: History, length_h: float, window_h: float) -> None:
        self._history = history
        self._apart_h = _APART * (length_h + window_h)
        days = np.floor(history.times_h / length_h).astype(np.intp)
        self._rows_of = [np.flatnonzero(days == day) for day in np.unique(days)]
        self._hours = history.times_h % length_h
        rows = [np.column_stack([rows[i] for i in np.triu_indices(len(rows), 1)]) for rows in self._rows_of]
        pairs = np.concatenate([np.empty((0, 2), dtype=np.intp), *rows])
        self._codes = pairs[:, 0] * len(days) + pairs[:, 1]
        order = np.argsort(self._codes)
        self._codes, self._distances = self._codes[order], history.distances(pairs[order])

    def drawn(self, chosen: IntArray) -> PageHistory:
        """The chosen days, by their places among all days, put far apart."""
        rows = np.concatenate([self._rows_of[day] for day in chosen])
        starts = np.concatenate(
            [np.full(len(self._rows_of[day]), place * self._apart_h) for place, day in enumerate(chosen)]
        )

        def distances(pairs: IntArray) -> FloatArray:
            codes = rows[pairs[:, 0]] * len(self._hours) + rows[pairs[:, 1]]
            found: FloatArray = self._distances[np.searchsorted(self._codes, codes)]
            return found

        return PageHistory(
            times_h=starts + self._hours[rows],
            distances=distances,
            labelled_pairs=np.empty((0, 2), dtype=np.intp),
            labels=np.empty(0),
            groups=groups_of(self._history.looks[rows]),
        )


def _settings(page: PageModel) -> TrainingSettings:
    """The lengths and the cost that the model was learned with, so that only the days differ."""
    details = page.details
    stretch = max(1.0, details["step_h"])
    return replace(
        page.parameters.training(),
        C=details["C"],
        gamma_h=details["gamma_h"] / stretch,
        window_h=details["window_h"] / stretch,
    )


def _map_of(history: PageHistory, settings: TrainingSettings, k: int | None) -> FloatArray | None:
    """The map of one draw: shares of the distance on its successive pairs that count as important."""
    training = train(history, settings)
    if training.metric is None:
        return None
    distances = training.metric.distance(training.between)
    chosen = choose_pairs(distances, ~training.between.any(axis=1), k)
    shares: FloatArray = training.metric.shares(training.between[chosen.rows[chosen.labels > 0]])
    return shares
