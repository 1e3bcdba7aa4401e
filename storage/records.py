"""The records of a collection as dataclasses, which every other package may import.

Frozen dataclasses without behaviour beyond derived values; no SQLAlchemy, no warcio. ``docs/glossary.md``
gives each noun in a sentence. Times are aware UTC datetimes, durations timedeltas, sizes bytes, boxes CSS
pixels from the top left corner of the document.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache

from storage.check_details import CheckDetails
from storage.layout import Layout
from storage.model_details import ModelDetails
from storage.observed import DOCUMENT, Observed
from storage.regions import PageRegion
from storage.score_explanation import ScoreExplanation
from storage.visit_plan import VisitPlan


class Outcome(StrEnum):
    """How a visit ended. Partial is a result: ``Capture.problems`` says what is missing."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    FAILED = "failed"


class ResponseKind(StrEnum):
    """What the server answered with; only ``CONTENT`` may be learned from."""

    CONTENT = "content"
    ERROR = "error"  # an HTTP status of 400 and above
    BOT_WALL = "bot-wall"  # a page that a protection service shows to visitors it takes for machines
    LOGIN_WALL = "login-wall"  # a page that asks who is there, in place of the one asked for
    EMPTY = "empty"  # HTML without text or images
    NOT_HTML = "not-html"  # a file of which neither words nor a picture can be compared
    NONE = "none"  # no answer at all


class Role(StrEnum):
    """Which part of a capture an artifact is."""

    VIEW = "view"  # viewport screenshot, image/png
    FULL_PAGE = "full-page"  # full-page screenshot, image/png
    DOM = "dom"  # rendered DOM, text/html
    TEXT = "text"  # visible text, text/plain
    LAYOUT = "layout"  # blocks, links, images: application/json, see ``Layout``
    PAGE_INFO = "page-info"  # Browsertrix's pageinfo JSON
    FEATURES = "features"  # the model's features of this version and their layout, .npz


class ProblemCode(StrEnum):
    """Why something is missing from a capture. The text of a ``Problem`` says it to a person."""

    INVALID_URL = "invalid-url"
    DNS = "dns"
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    REDIRECT_LOOP = "redirect-loop"
    TLS = "tls"
    ADDRESS = "address"  # refused: a private, loopback, link-local or otherwise unsafe address
    ROBOTS = "robots"
    DOWNLOAD = "download"
    NOT_HTML = "not-html"
    HTTP_STATUS = "http-status"
    EMPTY_PAGE = "empty-page"
    WALL = "wall"  # a bot wall or a login wall in place of the page
    LOGGED_OUT = "logged-out"  # the page's sentinel says that the stored login is no longer valid
    OVERLAY = "overlay"  # a dialog of the page's own covers its content
    NOT_IDLE = "not-idle"
    DIALOG = "dialog"
    SCREENSHOT = "screenshot"
    DOM = "dom"
    EXCHANGE = "exchange"  # a request whose response or body could not be had
    BROWSER = "browser"  # crashed, closed, hung
    TRUNCATED = "truncated"  # a stated limit cut something off
    LIMIT = "limit"  # a stated limit ended the visit: time, bytes, requests, memory
    DAMAGED = "damaged"  # records of the visit were lost in the archive after it
    INTERNAL = "internal"


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Something a visit did not bring home, and why: a sentence for a person, a code for a machine."""

    code: ProblemCode
    message: str
    url: str | None = None


@dataclass(frozen=True, kw_only=True)
class RenderingProfile:
    """What the browser looked like to the page. Captures of different profiles are never compared."""

    viewport_width_px: int = 1000
    viewport_height_px: int = 1000
    scale: float = 1.0
    locale: str = "en-US"
    timezone: str = "UTC"
    color_scheme: str = "light"
    javascript: bool = True
    user_agent: str = ""
    browser: str = ""  # name and full version, for example "Chromium 156.0.8078.79"

    @property
    def digest(self) -> str:
        """First 16 hex digits of the SHA-256 of the profile: equal profiles, equal digests."""
        return _digest_of(self)


@lru_cache(maxsize=256)
def _digest_of(profile: RenderingProfile) -> str:
    """Computed once a profile: an archive of ten thousand captures has a handful."""
    text = json.dumps(asdict(profile), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class SocketTraffic:
    """What went through a web socket: messages and bytes each way, and the beginnings of the first messages."""

    sent: int = 0
    sent_bytes: int = 0
    received: int = 0
    received_bytes: int = 0
    first: tuple[tuple[str, str], ...] = ()  # ("sent" or "received", text)


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """One request and its response, as the browser saw them; bodies are content-decoded."""

    url: str
    method: str
    started_at: datetime
    request_headers: Headers = ()
    request_body: bytes | None = None
    status: int | None = None  # None: no response came
    reason: str = ""
    response_headers: Headers = ()
    response_head: bytes | None = None  # status and header lines as they came, with line ends; None: not told
    body: bytes | None = None  # None: not available, ``error`` says why
    resource_type: str = ""  # CDP's: Document, Stylesheet, Image, ...
    remote_ip: str | None = None
    protocol: str = ""  # CDP's: "http/1.1", "h2", ...
    tls: str = ""  # CDP's: "TLS 1.3", ...; empty: not encrypted, or not known
    cipher: str = ""  # CDP's: "AES_128_GCM", ...
    socket: SocketTraffic | None = None  # of a web socket
    redirect_to: str | None = None
    error: str | None = None  # CDP's errorText, or why the body is missing
    truncated: str | None = None  # WARC-Truncated's reason: "length", "time", "disconnect", "unspecified"


@dataclass(frozen=True, kw_only=True)
class Capture:
    """What a visit brought home, still in memory: complete, partial or failed, never an exception."""

    url: str
    started_at: datetime  # navigation start; the memento's datetime and every record's WARC-Date
    outcome: Outcome
    response_kind: ResponseKind
    finished_at: datetime
    final_url: str | None = None
    status: int | None = None
    mime: str | None = None
    title: str = ""
    view_png: bytes | None = None
    full_page_png: bytes | None = None
    dom: str | None = None
    text: str | None = None
    layout: Layout | None = None
    exchanges: tuple[Exchange, ...] = ()
    profile: RenderingProfile = field(default_factory=RenderingProfile)
    problems: tuple[Problem, ...] = ()
    waited_for: tuple[str, ...] = ()  # for example ("load", "fonts", "lazy images", "quiet layout")
    observed: Observed = field(default_factory=Observed)  # what was noticed and done on the page
    timings_ms: Mapping[str, float] = field(default_factory=dict)  # step -> wall milliseconds

    @property
    def is_good(self) -> bool:
        """Whether the model may score it and learn from it: a picture, of a document that has none its words."""
        shows = self.view_png is not None or (self.text is not None and DOCUMENT in self.observed)
        return self.outcome is not Outcome.FAILED and self.response_kind is ResponseKind.CONTENT and shows

    @property
    def file_digest(self) -> str | None:
        """The digest of a file of which nothing else can be compared; None of anything else."""
        return _file_digest(self.outcome, self.response_kind, self.observed)


@dataclass(frozen=True, kw_only=True)
class RateBelief:
    """Gamma posterior of a page's rate of important change: mean ``shape / scale_h`` per hour."""

    shape: float = 1.0
    scale_h: float = 24.0
    memory: Mapping[str, float] = field(default_factory=dict, hash=False)  # what it was mixed from; for JSON


@dataclass(frozen=True, kw_only=True)
class Page:
    """A URL watched."""

    id: int
    url: str
    url_key: str  # the page key: storage.urls.page_key
    host: str  # authority, lower case: the unit of politeness
    added_at: datetime
    title: str = ""
    active: bool = True
    weight: float = 1.0  # the curator's
    floor: timedelta | None = None  # shortest interval between visits; None: the collection's
    ceiling: timedelta | None = None  # longest
    rate: RateBelief = field(default_factory=RateBelief)
    due_at: datetime | None = None  # None: not scheduled
    due_reason: str = ""  # a sentence: why then
    last_visit_at: datetime | None = None
    failures: int = 0  # consecutive failed visits
    quarantined_at: datetime | None = None  # since when it is no longer visited, after too many failures
    observations: int = 0  # pairs of captures that the rate was learned from; 0: it is a prior
    exempt: bool = False  # its next visit does not wait for the budget: a person asked for it
    attempt: int = 0  # of the newest lease: what was planned of a page as seen before it is out of date
    plan: VisitPlan = field(default_factory=VisitPlan, hash=False)  # what decided the next visit
    muted_at: datetime | None = None  # since when nobody is told of its findings
    retired_at: datetime | None = (
        None  # since when it is watched no more, for good; None: it is, or is paused
    )
    note: str = ""  # what people noted of it
    alarm_above: float | None = None  # alarm threshold that a person set; None: the model's
    regions: tuple[PageRegion, ...] = ()  # that people drew, to be ignored or favoured


@dataclass(frozen=True, kw_only=True)
class Lease:
    """The right to visit one page until ``expires_at``. ``attempt``, the fencing token, only ever grows."""

    page: Page
    attempt: int
    expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class Artifact:
    """One stored part of a capture."""

    role: Role
    digest: str  # "sha256:<64 hex digits>" of the bytes before compression
    size_bytes: int
    mime: str


@dataclass(frozen=True, kw_only=True)
class StoredCapture:
    """A capture as the database knows it; bytes are read through ``Collection.read``."""

    id: int
    page_id: int
    url: str
    started_at: datetime
    finished_at: datetime
    outcome: Outcome
    response_kind: ResponseKind
    final_url: str | None = None
    status: int | None = None
    mime: str | None = None
    title: str = ""
    profile_digest: str = ""
    profile: RenderingProfile = field(default_factory=RenderingProfile)
    problems: tuple[Problem, ...] = ()
    observed: Observed = field(default_factory=Observed)  # what was noticed and done on the page
    origin: str = ""  # the file it was ingested from; empty: our own visit
    artifacts: Mapping[Role, Artifact] = field(default_factory=dict)
    exchanges_recorded: int = 0
    exchanges_failed: int = 0
    warc_file: str | None = None
    warc_bytes: int = 0

    @property
    def is_good(self) -> bool:
        """Whether the model may score it and learn from it: a picture, of a document that has none its words."""
        shows = Role.VIEW in self.artifacts or (Role.TEXT in self.artifacts and DOCUMENT in self.observed)
        return self.outcome is not Outcome.FAILED and self.response_kind is ResponseKind.CONTENT and shows

    @property
    def file_digest(self) -> str | None:
        """The digest of a file of which nothing else can be compared; None of anything else."""
        return _file_digest(self.outcome, self.response_kind, self.observed)


@dataclass(frozen=True, kw_only=True)
class StoredScore:
    """A change score as kept: what the model said of two captures of one page, with the model's identity."""

    page_id: int
    before_id: int  # capture compared with
    after_id: int  # capture scored
    scored_at: datetime
    model_id: int | None  # None: no model yet, Euclidean distance
    distance: float
    probability: float | None  # None: not calibrated yet
    important: bool | None  # None: not decided yet
    regions: tuple[tuple[float, ...], ...] = ()  # (grid, grid) contributions to the distance
    displacement_px: int = 0
    links_added: tuple[str, ...] = ()
    links_removed: tuple[str, ...] = ()
    images_added: tuple[str, ...] = ()
    images_removed: tuple[str, ...] = ()
    explanation: ScoreExplanation = field(default_factory=ScoreExplanation)
    id: int | None = None


class ModelState(StrEnum):
    """Whether a page's history held enough change to learn from; until then models of other pages may stand in."""

    LEARNED = "learned"
    PRIOR = "prior"
    NOT_ENOUGH_CHANGE = "not-enough-change"


@dataclass(frozen=True, kw_only=True)
class StoredModel:
    """A fitted change model: its files under ``models/``, and what the dashboard shows of it."""

    page_id: int
    fitted_at: datetime
    state: ModelState
    path: str  # folder, relative to the collection
    digest: str  # of the saved arrays and JSON
    first_capture_id: int
    last_capture_id: int
    versions: int
    importance: tuple[tuple[float, ...], ...] = ()  # (grid, grid), sums to 1
    weights: tuple[tuple[float, ...], ...] = ()  # (grid, grid), raw metric weights
    details: ModelDetails = field(default_factory=ModelDetails)
    id: int | None = None


class Match(StrEnum):
    """How surely an archived exchange is the answer to what a replayed page asked for."""

    EXACT = "exact"  # same URL, method and body
    CACHE_BUSTER = "cache-buster"  # same but for parameters that only defeat caches
    OTHER_BODY = "other-body"  # same URL and method, another request body
    SIMILAR_QUERY = "similar-query"  # same address, most of the query alike


@dataclass(frozen=True, kw_only=True)
class ArchivedExchange:
    """An exchange found in the archive for a request of a replayed page, and where it comes from."""

    exchange: Exchange
    match: Match
    captured_at: datetime  # of the capture that brought it
    borrowed: bool = False  # from another capture than the one that is replayed


@dataclass(frozen=True, kw_only=True)
class ReplayCheck:
    """A capture compared with its own replay: Browsertrix's ``comparison``, and what is missing by name."""

    capture_id: int
    checked_at: datetime
    screenshot_match: float | None  # 0 to 1, aligned: what moved is no fault; None: no picture to compare
    text_match: float | None  # 0 to 1
    crawl_good: int  # resources that the capture got with a status below 400
    crawl_bad: int
    replay_good: int
    replay_bad: int
    missing: tuple[str, ...] = ()  # URLs that the replay asked for and the archive does not have
    details: CheckDetails = field(default_factory=CheckDetails)
    id: int | None = None


def _file_digest(outcome: Outcome, kind: ResponseKind, observed: Observed) -> str | None:
    told = observed.get(DOCUMENT)
    if kind is not ResponseKind.NOT_HTML or outcome is Outcome.FAILED or not isinstance(told, Mapping):
        return None
    digest = told.get("digest")
    return digest if isinstance(digest, str) else None
