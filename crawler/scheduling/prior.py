"""The prior of a new page's change rate, from pages of its kind and from all others.

Empirical Bayes: the prior of a rate is the gamma that fits the fleet's beliefs, refitted now and then by one step of
expectation-maximisation (the fit keeps their mean and their mean logarithm, which is what the step asks for). Each
group of pages has a prior of its own, towards which its pages count, beside ``FLEET_PAGES`` pages of the whole fleet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self
from urllib.parse import urlsplit

import numpy as np
from scipy.special import digamma

from crawler.scheduling.rate import FASTEST_PER_H, FloatArray, IntArray, mean_per_h
from storage.records import RateBelief

FLEET_PAGES = 10.0
"""As many pages of its own outweigh the fleet in a group's prior."""
USUAL_SHARE = 0.3
"""Share of changes of a page's text that are important where nothing was decided yet: a guess."""
HARDLY = 0.01
"""Share by which a fitted prior moves before the beliefs that follow from it are written anew."""
_USUAL_CHANGES = 20.0  # decided changes that outweigh the guess
_LEAST_SHAPE, _MOST_SHAPE = 0.2, 5.0
_LEAST_RATE_PER_H = 1e-6  # a change in a century
_FRONT_PAGES = frozenset({"index.html", "index.htm", "index.php", "home", "default.aspx"})


@dataclass(frozen=True, kw_only=True)
class Priors:
    """A gamma for each group of pages, and one for pages of no group."""

    shape: FloatArray
    scale_h: FloatArray
    fleet_shape: float
    fleet_scale_h: float


def fitted_priors(shape: FloatArray, scale_h: FloatArray, group: IntArray, groups: int) -> Priors:
    """The priors of groups that fit the beliefs ``Gamma(shape, scale_h)`` about their pages."""
    mean = np.maximum(shape / scale_h, _LEAST_RATE_PER_H)
    log = np.maximum(digamma(shape) - np.log(scale_h), 2 * np.log(_LEAST_RATE_PER_H))
    fleet_mean, fleet_log = float(mean.mean()), float(log.mean())
    counts = np.bincount(group, minlength=groups) + FLEET_PAGES
    group_mean = (np.bincount(group, mean, groups) + FLEET_PAGES * fleet_mean) / counts
    group_log = (np.bincount(group, log, groups) + FLEET_PAGES * fleet_log) / counts
    a = _shape(group_mean, group_log)
    fleet_a = float(_shape(np.array([fleet_mean]), np.array([fleet_log]))[0])
    return Priors(shape=a, scale_h=a / group_mean, fleet_shape=fleet_a, fleet_scale_h=fleet_a / fleet_mean)


def _shape(mean: FloatArray, mean_log: FloatArray) -> FloatArray:
    """The gamma's shape from ``log E[D] - E[log D]``: Minka's start of the maximum likelihood, right within 1.5 %."""
    gap = np.maximum(np.log(mean) - mean_log, 1e-6)
    a = (3 - gap + np.sqrt((gap - 3) ** 2 + 24 * gap)) / (12 * gap)
    return np.asarray(np.clip(a, _LEAST_SHAPE, _MOST_SHAPE))


KINDS = ("front page", "section", "article")


def kind_of(url: str) -> str:
    """What an address promises of its page: the front page of a site, a section of it, or a single article.

    A last part of the path with a number of three digits, a file name or more than two hyphens is an article's. This is
    what can be known before the first visit, which brings the page's type.
    """
    path = urlsplit(url).path.strip("/").lower()
    if not path or path in _FRONT_PAGES:
        return KINDS[0]
    last = path.rsplit("/", 1)[-1]
    name = last.partition(".")[0]
    is_article = re.search(r"\d{3}", path) or name.count("-") > 2 or last.endswith((".pdf", ".txt"))
    return KINDS[2] if is_article else KINDS[1]


@dataclass(frozen=True, kw_only=True, eq=False)
class Groups:
    """What pages have in common: kind of address and type of each, as places in ``KINDS`` and among names."""

    kind: IntArray
    type: IntArray  # NO_GROUP: not told
    types: Sequence[str]

    def of(self, rows: IntArray) -> Groups:
        """Those of some pages."""
        return replace(self, kind=self.kind[rows], type=self.type[rows])


NO_GROUP = -1


@dataclass(frozen=True, kw_only=True)
class PriorTable:
    """What to believe of a page that was never seen change, by its type and the kind of its address."""

    fleet: RateBelief = field(default_factory=RateBelief)
    kinds: Mapping[str, RateBelief] = field(default_factory=dict)
    types: Mapping[str, RateBelief] = field(default_factory=dict)
    important_share: float = USUAL_SHARE
    """Of the changes that were decided on, the share that was important."""

    def prior(self, url: str, page_type: str | None = None) -> RateBelief:
        """What to believe of one page; ``page_type`` is None while it is not told."""
        page = Groups(
            kind=np.array([KINDS.index(kind_of(url))]),
            type=np.full(1, NO_GROUP if page_type is None else 0),
            types=[page_type or ""],
        )
        shape, scale_h = self.priors(page)
        return RateBelief(shape=float(shape[0]), scale_h=float(scale_h[0]))

    def priors(self, pages: Groups) -> tuple[FloatArray, FloatArray]:
        """Shapes and scales for many pages.

        Kind and type each multiply the mean rate of all pages; the wider of their shapes.
        """
        mean, shape = np.full(len(pages.kind), mean_per_h(self.fleet)), np.full(len(pages.kind), np.inf)
        for table, names, places in (
            (self.kinds, KINDS, pages.kind),
            (self.types, pages.types, pages.type),
        ):
            mean *= _factors(table, names, self.fleet)[places]
            shapes = [*(table.get(name, self.fleet).shape for name in names), np.inf]  # last: of no group
            shape = np.minimum(shape, np.array(shapes)[places])
        return shape, shape / np.clip(mean, _LEAST_RATE_PER_H, FASTEST_PER_H)

    def beside(self, before: PriorTable) -> PriorTable:
        """This table, with what was believed ``before`` where that has hardly moved.

        So that a fit does not change the belief about every page that is not known yet, in a database of a million.
        """

        def kept(new: RateBelief, old: RateBelief | None) -> RateBelief:
            is_near = old is not None and all(
                abs(now / then - 1) <= HARDLY
                for now, then in ((new.shape, old.shape), (mean_per_h(new), mean_per_h(old)))
            )
            return old if is_near and old is not None else new

        groups: dict[str, Any] = {
            group: {name: kept(belief, getattr(before, group).get(name)) for name, belief in own.items()}
            for group, own in self._groups().items()
        }
        return replace(self, fleet=kept(self.fleet, before.fleet), **groups)

    def as_json(self) -> dict[str, Any]:
        """What JSON can hold of it."""
        return {
            "fleet": asdict(self.fleet),
            **{
                group: {name: asdict(belief) for name, belief in own.items()}
                for group, own in self._groups().items()
            },
            "important_share": self.important_share,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any] | None) -> Self:
        """The table of which ``as_json`` was kept; without one, what is believed of all pages."""
        if not kept:
            return cls()
        return cls(
            fleet=RateBelief(**kept["fleet"]),
            important_share=kept["important_share"],
            **{  # before pages had types there were none
                group: {name: RateBelief(**values) for name, values in kept.get(group, {}).items()}
                for group in ("kinds", "types")
            },
        )

    def _groups(self) -> dict[str, Mapping[str, RateBelief]]:
        return {"kinds": self.kinds, "types": self.types}


def fitted_table(
    shape: FloatArray, scale_h: FloatArray, pages: Groups, *, important: int = 0, decided: int = 0
) -> PriorTable:
    """The priors that fit what was learned of pages; ``important`` of so many ``decided`` changes were.

    Pages by their beliefs and their groups. ``FLEET_PAGES`` pages of which the usual prior is believed stand beside
    them, so that the first few that are known do not speak for all. A type is fast or slow beside what the addresses of
    its pages lead to expect.
    """
    share = (important + USUAL_SHARE * _USUAL_CHANGES) / (decided + _USUAL_CHANGES)
    if not len(shape):
        return PriorTable(important_share=share)
    usual = RateBelief()
    shape = np.append(shape, np.full(int(FLEET_PAGES), usual.shape))
    scale_h = np.append(scale_h, np.full(int(FLEET_PAGES), usual.scale_h))
    fleet, kinds = _fitted_by(pages.kind, KINDS, shape, scale_h)
    expected = np.ones(len(shape))
    expected[: len(pages.kind)] *= _factors(kinds, KINDS, fleet)[pages.kind]
    types = _beside(fleet, pages.type, pages.types, (shape, scale_h * expected))
    return PriorTable(fleet=fleet, kinds=kinds, types=types, important_share=share)


def _factors(table: Mapping[str, RateBelief], names: Sequence[str], fleet: RateBelief) -> FloatArray:
    """By how much the pages of each group change faster than the fleet; last, of pages of no group: 1."""
    return np.array(
        [*(mean_per_h(table.get(name, fleet)) for name in names), mean_per_h(fleet)]
    ) / mean_per_h(fleet)


def _beside(
    fleet: RateBelief, group: IntArray, names: Sequence[str], beliefs: tuple[FloatArray, FloatArray]
) -> dict[str, RateBelief]:
    """The fitted prior of each name that has pages, by beliefs about these beside what else is known of them.

    What else is known is itself drawn towards the fleet, so that all pages together may be slower or faster than it
    leads to expect. That is nothing of one group's: a usual group has the rate of the fleet.
    """
    usual, found = _fitted_by(group, names, *beliefs)
    ratio = mean_per_h(usual) / mean_per_h(fleet)
    return {name: replace(one, scale_h=one.scale_h * ratio) for name, one in found.items()}


def _fitted_by(
    group: IntArray, names: Sequence[str], shape: FloatArray, scale_h: FloatArray
) -> tuple[RateBelief, dict[str, RateBelief]]:
    """The fitted prior of all, and of each name that has pages; pages beyond the groups only count among all."""
    nameless = np.full(len(shape) - len(group), len(names))
    placed = np.append(np.where(group == NO_GROUP, len(names), group), nameless)
    priors = fitted_priors(shape, scale_h, placed, len(names) + 1)
    found = {
        names[number]: RateBelief(shape=float(priors.shape[number]), scale_h=float(priors.scale_h[number]))
        for number in np.unique(group[group != NO_GROUP])
    }
    return RateBelief(shape=priors.fleet_shape, scale_h=priors.fleet_scale_h), found
