"""What to believe of a page that was never seen change: what its host's pages, and all others, turned out to be like.

Empirical Bayes: the prior of a rate is the gamma that fits the fleet's beliefs, refitted now and then by one step of
expectation-maximisation (the fit keeps their mean and their mean logarithm, which is what the step asks for). Each host
has a prior of its own, towards which its pages count, beside ``FLEET_PAGES`` pages of the whole fleet.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import digamma

from crawler.change_rate import FloatArray
from crawler.fleet import IntArray

FLEET_PAGES = 10.0
"""As many pages of its own outweigh the fleet in a host's prior."""
_LEAST_SHAPE, _MOST_SHAPE = 0.2, 5.0
_LEAST_RATE_PER_H = 1e-6  # a change in a century


@dataclass(frozen=True, kw_only=True)
class Priors:
    """A gamma for each host, and one for hosts never seen."""

    shape: FloatArray
    scale_h: FloatArray
    fleet_shape: float
    fleet_scale_h: float


def fitted_priors(shape: FloatArray, scale_h: FloatArray, host: IntArray, hosts: int) -> Priors:
    """The priors of hosts that fit the beliefs ``Gamma(shape, scale_h)`` about their pages."""
    mean = np.maximum(shape / scale_h, _LEAST_RATE_PER_H)
    log = np.maximum(digamma(shape) - np.log(scale_h), 2 * np.log(_LEAST_RATE_PER_H))
    fleet_mean, fleet_log = float(mean.mean()), float(log.mean())
    counts = np.bincount(host, minlength=hosts) + FLEET_PAGES
    host_mean = (np.bincount(host, mean, hosts) + FLEET_PAGES * fleet_mean) / counts
    host_log = (np.bincount(host, log, hosts) + FLEET_PAGES * fleet_log) / counts
    a = _shape(host_mean, host_log)
    fleet_a = float(_shape(np.array([fleet_mean]), np.array([fleet_log]))[0])
    return Priors(shape=a, scale_h=a / host_mean, fleet_shape=fleet_a, fleet_scale_h=fleet_a / fleet_mean)


def _shape(mean: FloatArray, mean_log: FloatArray) -> FloatArray:
    """The gamma's shape from ``log E[D] - E[log D]``: Minka's start of the maximum likelihood, right within 1.5 %."""
    gap = np.maximum(np.log(mean) - mean_log, 1e-6)
    a = (3 - gap + np.sqrt((gap - 3) ** 2 + 24 * gap)) / (12 * gap)
    return np.asarray(np.clip(a, _LEAST_SHAPE, _MOST_SHAPE))
