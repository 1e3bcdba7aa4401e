"""Two estimates of a page's change rate, slow and quick, and how well each predicts what visits find.

A belief that never fades is late when a page changes its habits; one that fades by the clock throws away day by day
what is still true. So each page has two: a *slow* memory, in which what was observed counts half after a month, and a
*quick* one, in which it does after a day. Both are gammas and learn from the same bits. ``quick_share`` is how probable
it is that the quick one is right: before a bit it moves a little towards ``USUAL_SHARE`` (a page may change its habits
at any time), after it by Bayes' rule with the likelihood that either gave to what was found: the fixed share of
Herbster & Warmuth (Machine Learning 32, 1998) between two experts. What is believed is the gamma with the mean and the
variance of both together: nearly all of the slow memory while a page behaves as it did, soon the quick one when bits
contradict that, with a credible interval as wide as its few observations ask for.

The numbers were chosen on training worlds (seeds 100 to 105 of ``benchmarks.revisit``, 150 pages). With a share of 0.25
instead of 0.1 a shift of all rates costs 0.008 fewer versions and what does not shift 0.00005 of its freshness more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from crawler.scheduling.rate import (
    FASTEST_PER_H,
    HALF_LIFE,
    BoolArray,
    FloatArray,
    kept_share,
    mixture,
    observe_many,
)
from storage.records import RateBelief

QUICK_H = 24.0
"""Half-life of the quick memory."""
USUAL_SHARE = 0.1
"""How probable it is that the quick memory is right when nothing is known of it."""
SHIFT_H = 720.0
"""In so many hours without a visit what was known of it fades to a third."""

_HOUR = timedelta(hours=1)
_LEAST = 1e-9  # no bit is impossible: a change within no time was seen happening


@dataclass(frozen=True, kw_only=True)
class RateMemories:
    """The two memories of many pages: arrays of one length, shapes and scales of gammas."""

    slow_shape: FloatArray
    slow_scale_h: FloatArray
    quick_shape: FloatArray
    quick_scale_h: FloatArray
    quick_share: FloatArray
    """How probable it is that the quick memory is the right one."""

    @classmethod
    def of(cls, shape: FloatArray, scale_h: FloatArray) -> RateMemories:
        """Of pages of which only beliefs are known: both memories hold them."""
        return cls(
            slow_shape=shape.copy(),
            slow_scale_h=scale_h.copy(),
            quick_shape=shape.copy(),
            quick_scale_h=scale_h.copy(),
            quick_share=np.zeros_like(shape),
        )

    def believed(self) -> tuple[FloatArray, FloatArray]:
        """Shapes and scales of the gammas with the mean and the variance of both memories together."""
        shape, scale_h = mixture(self.quick_share, self._slow, self._quick)
        return shape, np.maximum(scale_h, shape / FASTEST_PER_H)

    @property
    def _slow(self) -> tuple[FloatArray, FloatArray]:
        return self.slow_shape, self.slow_scale_h

    @property
    def _quick(self) -> tuple[FloatArray, FloatArray]:
        return self.quick_shape, self.quick_scale_h

    def mixed(self, other: RateMemories, share: FloatArray) -> RateMemories:
        """Where it is not known which of two bits a visit found, ``share`` of the other one."""
        slow_shape, slow_scale_h = mixture(share, self._slow, other._slow)
        quick_shape, quick_scale_h = mixture(share, self._quick, other._quick)
        return RateMemories(
            slow_shape=slow_shape,
            slow_scale_h=slow_scale_h,
            quick_shape=quick_shape,
            quick_scale_h=quick_scale_h,
            quick_share=self.quick_share + share * (other.quick_share - self.quick_share),
        )

    def at(self, rows: NDArray[np.intp]) -> RateMemories:
        """Those of some of the pages."""
        return RateMemories(**{name: values[rows] for name, values in vars(self).items()})

    def put(self, rows: NDArray[np.intp], new: RateMemories) -> None:
        """Replace those of some of the pages."""
        for name, values in vars(self).items():
            values[rows] = getattr(new, name)

    def no_faster(self, least_h: FloatArray) -> RateMemories:
        """Both expecting no more than one change in so many hours."""
        return replace(
            self,
            slow_scale_h=np.maximum(self.slow_scale_h, self.slow_shape * least_h),
            quick_scale_h=np.maximum(self.quick_scale_h, self.quick_shape * least_h),
        )

    def updated(
        self,
        important: BoolArray,
        elapsed_h: FloatArray,
        counted_h: FloatArray,
        half_life_h: float | None,
        *,
        on_evidence: bool = True,
    ) -> RateMemories:
        """After one more visit to each page: what was known fades, then the new bits count in full.

        Parameters
        ----------
        elapsed_h
            Hours since the captures before.
        counted_h
            The same in hours that count (``hours``).
        half_life_h
            Of the slow memory; the quick one is never the slower one. None: nothing fades in it.
        on_evidence
            Whether the quick memory counts at all.
        """
        slow_h = np.inf if half_life_h is None else half_life_h
        share = self.quick_share + (USUAL_SHARE - self.quick_share) * -np.expm1(-elapsed_h / SHIFT_H)
        share = share if on_evidence else np.zeros_like(share)
        memories = (
            (self.slow_shape, self.slow_scale_h, slow_h, 1 - share),
            (self.quick_shape, self.quick_scale_h, min(QUICK_H, slow_h), share),
        )
        learned, likely = [], []
        for shape, scale_h, half_life, prior in memories:
            kept = kept_share(shape, elapsed_h, half_life)
            a, b = shape * kept, scale_h * kept
            quiet = np.exp(-a * np.log1p(counted_h / b))
            likely.append(prior * np.maximum(np.where(important, 1 - quiet, quiet), _LEAST))
            learned.append(observe_many(a, b, important, counted_h))
        (slow_shape, slow_scale_h), (quick_shape, quick_scale_h) = learned
        return RateMemories(
            slow_shape=slow_shape,
            slow_scale_h=slow_scale_h,
            quick_shape=quick_shape,
            quick_scale_h=quick_scale_h,
            quick_share=likely[1] / (likely[0] + likely[1]),
        )


def updated(
    belief: RateBelief,
    important: float,
    elapsed: timedelta,
    half_life: timedelta = HALF_LIFE,
    counted: timedelta | None = None,
) -> RateBelief:
    """The belief after one more pair of captures, ``elapsed`` apart.

    ``important`` says whether something important had changed, or how likely that is where nobody has decided.
    ``half_life`` is that of the slow memory. ``counted`` is the time between the captures in hours that count
    (``hours``); None: all do alike.

    Raises
    ------
    ValueError
        The captures are not in the order of time.
    """
    if elapsed < timedelta(0):
        raise ValueError(f"{elapsed} is negative: captures must be given in order of time")
    before, elapsed_h = _memories(belief), np.array([elapsed / _HOUR])
    counted_h = elapsed_h if counted is None else np.array([counted / _HOUR])
    quiet, changed = (
        before.updated(np.array([bit]), elapsed_h, counted_h, half_life / _HOUR) for bit in (False, True)
    )
    return _belief(quiet.mixed(changed, np.array([float(important)])))


def at_most_one_in(belief: RateBelief, hours: float) -> RateBelief:
    """The belief, expecting no more than one change in so many hours, and so both of its memories."""
    if not belief.memory:
        return replace(belief, scale_h=max(belief.scale_h, belief.shape * hours))
    return _belief(_memories(belief).no_faster(np.array([hours])))


def _belief(memories: RateMemories) -> RateBelief:
    shape, scale_h = memories.believed()
    memory = {name: float(values[0]) for name, values in vars(memories).items()}
    return RateBelief(shape=float(shape[0]), scale_h=float(scale_h[0]), memory=memory)


def _memories(belief: RateBelief) -> RateMemories:
    if not belief.memory:
        return RateMemories.of(np.array([belief.shape]), np.array([belief.scale_h]))
    return RateMemories(**{name: np.array([value]) for name, value in belief.memory.items()})
