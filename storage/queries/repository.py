"""All queries of a collection in one class, from the modules of this package."""

from __future__ import annotations

from storage.database.engine import Database
from storage.queries.alarm_history import AlarmHistoryQueries
from storage.queries.audit import AuditQueries
from storage.queries.captures import CaptureQueries
from storage.queries.findings import FindingQueries
from storage.queries.hints import HintQueries
from storage.queries.holds import HoldQueries
from storage.queries.hosts import HostQueries
from storage.queries.jobs import JobQueries
from storage.queries.labels import LabelQueries
from storage.queries.leases import LeaseQueries
from storage.queries.missed_visits import MissedVisitQueries
from storage.queries.own_rules import OwnRuleQueries
from storage.queries.page_columns import PageColumnQueries
from storage.queries.page_tags import PageTagQueries
from storage.queries.page_types import PageTypeQueries
from storage.queries.pages import PageQueries
from storage.queries.replay_checks import ReplayCheckQueries
from storage.queries.scores import ScoreQueries
from storage.queries.shares import ShareQueries
from storage.queries.states import CollectionCounts, StateQueries
from storage.queries.workers import WorkerQueries

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
    FindingQueries,
    AlarmHistoryQueries,
    AuditQueries,
    JobQueries,
    ShareQueries,
    HoldQueries,
    OwnRuleQueries,
    LabelQueries,
    PageTagQueries,
    PageTypeQueries,
    ReplayCheckQueries,
    StateQueries,
    WorkerQueries,
):
    """Pages, hosts, leases, captures, scores, findings, labels, actions, jobs, replay checks, models and workers.

    Safe in threads.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
