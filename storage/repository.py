"""Every query of a collection behind one name, grouped by noun in the modules that this one joins."""

from __future__ import annotations

from storage.captures import CaptureQueries
from storage.database import Database
from storage.leases import LeaseQueries
from storage.pages import PageQueries
from storage.replay_checks import ReplayCheckQueries
from storage.scores import ScoreQueries
from storage.states import CollectionCounts, StateQueries

__all__ = ["CollectionCounts", "Repository"]


class Repository(PageQueries, LeaseQueries, CaptureQueries, ScoreQueries, ReplayCheckQueries, StateQueries):
    """Pages, leases, captures, scores, replay checks, models and small facts. Safe to call from several threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
