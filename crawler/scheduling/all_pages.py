"""All pages of a collection as columns: rows of the database, with overrides and hosts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from crawler.manners.host_pauses import HostPauses
from crawler.scheduling.columns import Watched, bounds_h
from crawler.scheduling.host_stats import visits_per_h
from crawler.scheduling.overrides import CollectionSettings, OwnSettings
from crawler.scheduling.rate import FloatArray
from crawler.scheduling.value import PageColumns, held_to_floor
from storage.queries.page_columns import PAGE_NUMBERS, microseconds
from storage.queries.repository import Repository

_HOUR_US = 3.6e9
_EMPTY = np.zeros((0, len(PAGE_NUMBERS)))


def columns(repository: Repository) -> dict[str, FloatArray]:
    """The numbers of the active pages by the name of their column; NaN where there is none."""
    parts = [np.array(rows, dtype=float) for rows in repository.page_numbers()]
    return dict(zip(PAGE_NUMBERS, np.concatenate([_EMPTY, *parts]).T.copy(), strict=True))


class AllPages:
    """The active pages of one collection."""

    def __init__(
        self, repository: Repository, settings: CollectionSettings, pauses: HostPauses, own: OwnSettings
    ) -> None:
        self._repository = repository
        self._settings = settings
        self._pauses = pauses
        self._own = own

    def watched(self, now: datetime) -> Watched:
        """All of them as they are ``now``.

        Raises
        ------
        SettingsError
            The settings of a page contradict each other.
        """
        kept = columns(self._repository)
        ids = kept["id"].astype(np.intp)
        groups = self._own.of(ids)
        now_us = microseconds(now)
        weight = self._own.values("weight", groups)
        floor_h, ceiling_h = (
            _first(self._own.values(name, groups), kept[name] / _HOUR_US) for name in ("floor", "ceiling")
        )
        floor_h, ceiling_h = bounds_h(floor_h, ceiling_h, self._settings.crawl)
        hosts, names, host_per_h = self._hosts(kept["host_id"])
        return Watched(
            id=ids,
            watch=held_to_floor(
                PageColumns(
                    shape=kept["rate_shape"],
                    scale_h=kept["rate_scale_h"],
                    weight=_first(weight, kept["weight"]),
                    floor_h=floor_h,
                    ceiling_h=ceiling_h,
                )
            ),
            host=hosts,
            hosts=names,
            host_per_h=host_per_h,
            due_in_h=(kept["due_at"] - now_us) / _HOUR_US,
            elapsed_h=(now_us - kept["last_visit_at"]) / _HOUR_US,
            rule_per_h=self._own.rule_per_h(groups),
            failures=kept["failures"].astype(np.intp),
            quarantined=~np.isnan(kept["quarantined_at"]),
        )

    def _hosts(self, host_id: FloatArray) -> tuple[np.ndarray, Sequence[str], FloatArray]:
        """Each page's place among the hosts, their names, and the visits an hour that each takes."""
        numbers, places = np.unique(host_id.astype(np.intp), return_inverse=True)
        times = self._repository.host_times()
        found = [times[int(number)] for number in numbers]
        takes = [visits_per_h(item.visit_s, item.pause_s, self._pauses.pause(item.name)) for item in found]
        return places, [item.name for item in found], np.array(takes, dtype=float)


def _first(own: FloatArray, otherwise: FloatArray) -> FloatArray:
    return np.where(np.isnan(own), otherwise, own)
