"""What the pages ask for in each hour of the week at the price of their visits: what ``day_pace`` follows.

A page that is visited every ``t`` hours on average asks in an hour for ``g^e / t`` visits: ``g`` is how fast its
host's time counted (``hours``) in the last ``t`` hours, ``e`` how its visits grow with its rate: about
1/2 where little changes between two visits, 0 at a floor or a ceiling.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from crawler.scheduling.hours import WEEK_H
from crawler.scheduling.prices import intervals_at
from crawler.scheduling.rate import FloatArray
from crawler.scheduling.simulated_pages import IntArray
from crawler.scheduling.value import PageColumns

_FASTER = 1.25  # by which rates are raised to see how visits grow with them
_SLOWEST = 1e-3  # of the mean: an hour in which nothing at all is expected


def asked_by_hour(
    watch: PageColumns,
    prices: FloatArray,
    host: IntArray,
    bins: FloatArray,
    host_per_h: FloatArray | None = None,
) -> FloatArray:
    """Visits that pages ask for in each hour of the week, shape (168,), at the price of each.

    Parameters
    ----------
    host
        Each page's row in ``bins``.
    bins
        How fast time counts on each host, shape (hosts, 168), mean 1.
    host_per_h
        Most visits an hour that each host takes; None: nothing limits them.
    """
    wait_h = intervals_at(watch, prices)
    faster = intervals_at(replace(watch, scale_h=watch.scale_h / _FASTER), prices)
    grows = np.log(wait_h / faster) / np.log(_FASTER)
    speed = np.maximum(_speed_before(bins, host, np.clip(wait_h, 1.0, WEEK_H)), _SLOWEST)
    asked = np.zeros(bins.shape)
    np.add.at(asked, host, speed ** grows[:, None] / wait_h[:, None])
    if host_per_h is not None:
        asked = np.minimum(asked, host_per_h[:, None])
    return np.asarray(asked.sum(axis=0))


def _speed_before(bins: FloatArray, host: IntArray, hours: FloatArray) -> FloatArray:
    """How fast time counted, on average, so many hours before the middle of each hour; shape (pages, 168)."""
    passed = np.zeros((len(bins), 2 * WEEK_H + 1))  # from a week before on
    np.cumsum(np.hstack([bins, bins]), axis=1, out=passed[:, 1:])
    middle = np.arange(WEEK_H) + 0.5 + WEEK_H
    begin = middle - hours[:, None]
    edge = begin.astype(np.intp)
    row = host[:, None]
    ended = (passed[:, WEEK_H:-1] + passed[:, WEEK_H + 1 :]) / 2
    begun = passed[row, edge] + (begin - edge) * (passed[row, edge + 1] - passed[row, edge])
    return np.asarray((ended[host] - begun) / hours[:, None])
