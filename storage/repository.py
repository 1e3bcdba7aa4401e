"""Every query of a collection behind one name, grouped by noun in the modules that this one joins."""

from __future__ import annotations

from storage.captures import CaptureQueries
from storage.database import Database
from storage.hints import HintQueries
from storage.hosts import HostQueries
from storage.labels import LabelQueries
from storage.leases import LeaseQueries
from storage.missed_visits import MissedVisitQueries
from storage.page_columns import PageColumnQueries
from storage.page_types import PageTypeQueries
from storage.pages import PageQueries
from storage.replay_checks import ReplayCheckQueries
from storage.scores import ScoreQueries
from storage.states import CollectionCounts, StateQueries

__all__ = ["CollectionCounts", "Repository"]


class Repository(
    PageQueries,
    PageColumnQueries,
    HostQueries,
    LeaseQueries,
    MissedVisitQueries,
    HintQueries,
    CaptureQueries,
    ScoreQueries,
    LabelQueries,
    PageTypeQueries,
    ReplayCheckQueries,
    StateQueries,
):
    """Pages, hosts, leases, captures, scores, labels, replay checks, models, small facts; safe in several threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
