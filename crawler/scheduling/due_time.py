"""After how many hours a visit to a page is worth its price, where hours of the week count differently.

``priced_index`` defines what a visit is worth in the hours of a host; ``value.interval_h`` finds the
moment where all hours count alike. Here it is walked through the hours to come: the first moment, floor and ceiling
kept, at which ``U`` reaches the price. A page's own rhythm (``period``) counts as its hours do, and what
was announced (``hints``) as hours that passed at once.
"""

from __future__ import annotations

import numpy as np

from crawler.scheduling.hints import AnnouncementTimes
from crawler.scheduling.hours import HourProfiles
from crawler.scheduling.period import Rhythm, Rhythms
from crawler.scheduling.priced_index import burst_delay, staleness_rate
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
