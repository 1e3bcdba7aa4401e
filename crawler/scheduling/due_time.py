"""After how many hours a visit to a page is worth its price, where hours of the week count differently.

``U`` of ``value`` with the elapsed time replaced by the operational time ``G`` of the host's ``hours``: completeness
takes ``G`` for ``t``; harmonic staleness, whose loss is an hour of real time, becomes

    U_harm = integral_0^t s g(s) (1 - (b / (b + G(s)))^a) / G(s) ds,

and a share of it is linear, ``integral_0^t s g(s) a / b ds``. While a burst of changes runs a visit is worth less than
just after it, so ``U`` is multiplied by how fast time counted since the last capture, over how fast it counts in the
coming hour, within a factor of two: a cheap stand-in for the condition of Sia, Cho & Cho (TKDE 2007) that visits inside
a day obey. A page's own rhythm (``period``) counts as its hours do: ``G`` jumps at its ticks, so that a visit waits for
one that is near and follows it. What was announced (``hints``) counts as hours that passed at once.

The hours to come are walked through: the first moment, floor and ceiling kept, at which ``U`` reaches the price. Where
all hours count alike ``value.interval_h`` finds it in closed form.
"""

from __future__ import annotations

import numpy as np

from crawler.scheduling.hints import AnnouncementTimes
from crawler.scheduling.hours import HourProfiles
from crawler.scheduling.period import Rhythm, Rhythms
from crawler.scheduling.rate import FloatArray
from crawler.scheduling.value import PageColumns, completeness, interval_h

_STEPS_OF_AN_HOUR = 4
_FINE_H = 24  # beyond a day whole hours are fine enough


def wait_h(
    watch: PageColumns,
    price: float,
    profile: HourProfiles | None = None,
    start_h: float = 0.0,
    rhythm: Rhythm | None = None,
    calls: AnnouncementTimes | None = None,
) -> float:
    """Hours after a capture at ``start_h`` at which the one page in ``watch`` is worth ``price``.

    ``start_h`` is counted from a Monday 00:00 UTC, ``profile`` is of the page's host; None: all hours count alike.
    ``rhythm`` is the page's own; None: it has none. ``calls`` announced changes since the capture.
    """
    floor, ceiling = float(watch.floor_h[0]), float(watch.ceiling_h[0])
    if price <= 0 or floor >= ceiling:
        return floor
    calls = None if calls is None or not len(calls.after_h) else calls
    if profile is None and rhythm is None and calls is None:
        return float(interval_h(watch, price)[0])
    elapsed = _edges(start_h, ceiling)
    if calls is not None:
        inside = (calls.after_h > 0) & (calls.after_h < ceiling)
        elapsed = np.union1d(elapsed, calls.after_h[inside])
    value = _worth(watch, profile or HourProfiles(1), start_h, elapsed, rhythm, calls)
    ready = (value >= price) & (elapsed >= floor)
    if not ready.any():
        return ceiling
    place = int(np.argmax(ready))
    before, after = (0.0, value[0]) if place == 0 else (value[place - 1], value[place])
    start = 0.0 if place == 0 else elapsed[place - 1]
    share = 1.0 if after <= before else np.clip((price - before) / (after - before), 0.0, 1.0)
    return float(np.clip(start + share * (elapsed[place] - start), floor, ceiling))


def _edges(start_h: float, ceiling_h: float) -> FloatArray:
    """Elapsed hours at which it is looked: quarters of the clock for a day, then its hours, and the ceiling."""
    fine_end = min(start_h + _FINE_H, start_h + ceiling_h)
    first = np.floor(start_h * _STEPS_OF_AN_HOUR) + 1
    fine = np.arange(first, np.floor(fine_end * _STEPS_OF_AN_HOUR) + 1) / _STEPS_OF_AN_HOUR
    coarse = np.arange(np.floor(fine_end) + 1, np.floor(start_h + ceiling_h) + 1)
    return np.unique(np.append(np.concatenate([fine, coarse]) - start_h, ceiling_h))


def _worth(
    watch: PageColumns,
    profile: HourProfiles,
    start_h: float,
    elapsed: FloatArray,
    rhythm: Rhythm | None,
    calls: AnnouncementTimes | None = None,
) -> FloatArray:
    """``U`` at the elapsed hours."""
    hosts = np.zeros(len(elapsed), dtype=np.intp)
    steps = np.diff(elapsed, prepend=0.0)
    middle = elapsed - steps / 2
    rhythms = Rhythms(1)
    rhythms.set(0, rhythm)

    def passed_h(after_h: FloatArray) -> FloatArray:
        counted_h = profile.operational_h(hosts, start_h, start_h + after_h)
        return rhythms.operational_h(hosts, np.full(len(after_h), start_h), start_h + after_h, counted_h)

    unannounced = passed = passed_h(elapsed)
    passed_middle = passed_h(middle)
    if calls is not None:
        passed = passed + calls.passed_h(elapsed)
        passed_middle = passed_middle + calls.passed_h(middle)
    speed = profile.at(hosts, start_h + middle)
    if rhythm is not None or calls is not None:  # a tick is shorter than a step may be
        speed = np.diff(passed, prepend=0.0) / steps
    a, b = (np.full(len(elapsed), values[0]) for values in (watch.shape, watch.scale_h))
    rate = staleness_rate(a, b, middle, speed, passed_middle, watch.linear)
    lost = completeness(a, b, passed)
    value = np.cumsum(rate * steps) + watch.kappa_h * lost
    coming = rhythms.at(hosts, start_h + elapsed, profile.at(hosts, start_h + elapsed))
    return np.asarray(watch.weight * value * burst_delay(unannounced, elapsed, coming))


def staleness_rate(
    a: FloatArray,
    b: FloatArray,
    elapsed_h: FloatArray,
    speed: FloatArray,
    passed_h: FloatArray,
    linear: float = 0.0,
) -> FloatArray:
    """The integrand ``s g(s) (1 - r^a) / G`` of the staleness, whose limit at 0 is 0; ``s g(s) a / b`` where linear."""
    changed = -np.expm1(-a * np.log1p(passed_h / b))
    rate = np.divide(changed, passed_h, out=a / b, where=passed_h > 0)
    if linear:
        rate += linear * (a / b - rate)
    return elapsed_h * speed * rate


def burst_delay(passed_h: FloatArray, elapsed_h: FloatArray, speed: FloatArray) -> FloatArray:
    """What ``U`` is multiplied by: mean speed since the last capture over the speed of the coming hour, 1/2 to 2."""
    mean = np.divide(passed_h, elapsed_h, out=np.ones_like(passed_h), where=elapsed_h > 0)
    return np.asarray(np.clip(mean / speed, 0.5, 2.0))
