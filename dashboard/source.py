"""What all pages of the dashboard read from: the collection, light queries, and the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from changemodel.classify.page_type_tree import PageTypeTree
from dashboard.alert_desk import AlertDesk
from dashboard.budget_forecast import Forecasts
from dashboard.capture_search import CaptureSearch
from dashboard.evidence import Evidence
from dashboard.questions import Questions
from dashboard.replay_keys import ReplayKeys
from dashboard.rule_reader import RuleReader
from dashboard.visitor import visitor
from storage.collection import Collection
from storage.queries.page_sheets import PageSheets
from storage.queries.repository import Repository
from storage.queries.timelines import TimelineQueries
from storage.records import StoredCapture
from storage.replay.mementos import MementoIndex
from storage.settings import RetentionSettings, StorageSettings

Opinion = Callable[[StoredCapture], str]
"""What the page's model of today would say of the change up to a capture, in a sentence."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is computed when a reader asks for it, which may take seconds; None: nobody can tell."""

    alerts: AlertDesk | None = None  # the channels to which findings are told
    evidence: Evidence | None = None  # which regions of a page carry information about its labels
    opinion: Opinion | None = None
    search: CaptureSearch | None = None
    forecast: Forecasts | None = None  # what another budget would bring home
    questions: Questions | None = None  # which changes are worth a person's verdict
    rules: RuleReader | None = None  # reads rules of visits as people write them
    limits: StorageSettings | None = None  # what the collection may take
    retention: RetentionSettings = field(
        default_factory=RetentionSettings
    )  # which captures go when they are old
    call_jobs: Callable[[], None] = lambda: None  # tells whoever does jobs that there is something to look at


NOTHING_COMPUTED = Asked()


@dataclass(frozen=True, kw_only=True)
class Source:
    """An open collection as the dashboard sees it; ``dashboard.actions`` alone writes."""

    collection: Collection
    queries: TimelineQueries
    now: Callable[[], datetime]
    versions_to_learn: int
    mementos: MementoIndex
    types: PageTypeTree = field(default_factory=PageTypeTree.default)  # the types that a page can have
    asked: Asked = NOTHING_COMPUTED
    replay_port: int | None = None  # where archived pages are replayed; None: nowhere
    replay_keys: ReplayKeys | None = None  # to what the replay shows; None: it asks for none
    replay_ready: Callable[[], bool] = lambda: False  # whether ReplayWeb.page is installed now

    @property
    def repository(self) -> Repository:
        """Every query of the collection."""
        return self.collection.repository

    @property
    def writer(self) -> str | None:
        """In whose name is kept what the visitor says; None: nothing can be said."""
        return visitor().name if visitor().may_write else None

    @property
    def page_sheets(self) -> PageSheets:
        """What is found by looking through all pages."""
        return PageSheets(self.collection.database)

    @property
    def name(self) -> str:
        """What the collection is called: its folder's name."""
        return self.collection.path.resolve().name
