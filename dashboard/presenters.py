"""Formats times, durations, numbers, states and verdicts as words.

The only place that formats. The modules of the rooms decide what is shown, the templates where; both ask
here how it is written. Times are UTC, and every room says so once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from storage.findings import Finding, FindingKind
from storage.observed import Observed
from storage.queries.page_types import StoredPageType
from storage.queries.timelines import PageFigures, Point
from storage.records import ModelState, Outcome, Page, ResponseKind
from storage.urls import standard_url

# What a page's title or text could use to break a line, hide itself or reverse the words around it. The joiners U+200C
# and U+200D stay: Persian and Indic words are written with them, and emoji.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
)
_STEPS = (("day", 86_400), ("h", 3600), ("min", 60), ("s", 1))


class Tone(StrEnum):
    """How loudly a badge speaks; each tone has its own mark beside its colour."""

    GOOD = "good"
    CALM = "calm"
    IMPORTANT = "important"
    TROUBLE = "trouble"
    QUIET = "quiet"


@dataclass(frozen=True, kw_only=True)
class Badge:
    """A short label, its tone, and the sentence behind it."""

    label: str
    tone: Tone
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class PageState:
    """Where a page stands: the key by which the list is filtered, and its badge."""

    key: str
    badge: Badge


@dataclass(frozen=True, kw_only=True)
class ShownType:
    """The type of a page, how people read it, and where it comes from."""

    kept: StoredPageType
    title: str
    detail: str


PAGE_STATES = {
    "learned": "learned",
    "learning": "learning",
    "prior": "judged by other pages",
    "not-enough-change": "not enough change",
    "file": "kept as a file",
    "failing": "failing",
    "gone": "gone",
    "quarantined": "quarantined",
    "waiting": "waiting for its first visit",
    "paused": "paused",
    "retired": "retired",
}
"""The states of a page, by key, as the filter names them."""

NOT_A_VERSION = "An error or an empty page: not compared."

WALLS = frozenset((ResponseKind.BOT_WALL, ResponseKind.LOGIN_WALL))
"""What came in place of a page while its server said that all was well: easily taken for the page."""

_KINDS = {
    ResponseKind.BOT_WALL: (
        "bot wall",
        "A protection service answered in place of the page: kept, never compared or learned from.",
    ),
    ResponseKind.LOGIN_WALL: (
        "login wall",
        "A page that asks who is there came in place of this one: kept, never compared or learned from.",
    ),
    ResponseKind.ERROR: ("error page", "The server answered with an error: kept, never compared."),
    ResponseKind.EMPTY: ("empty page", "The page has neither text nor pictures: kept, never compared."),
    ResponseKind.NOT_HTML: (
        "file",
        "Neither words nor a picture of it can be compared: it is kept, and its bytes are watched for a change.",
    ),
    ResponseKind.NONE: ("no answer", "The server did not answer."),
}


def clean(text: str) -> str:
    """Text of an archived page without the characters that control its surroundings."""
    return _UNSEEN.sub("", text)


def moment(at: datetime) -> str:
    """A time to the minute, in UTC: ``20 Nov 2026, 14:05``."""
    at = at.astimezone(UTC)
    return f"{at.day} {at:%b %Y, %H:%M}"


def day(at: datetime) -> str:
    """A date: ``20 Nov``."""
    at = at.astimezone(UTC)
    return f"{at.day} {at:%b}"


def month(at: datetime) -> str:
    """A month with its year: ``Nov 2026``."""
    return f"{at.astimezone(UTC):%b %Y}"


def clock(at: datetime) -> str:
    """A time of day: ``14:05``."""
    return f"{at.astimezone(UTC):%H:%M}"


def iso(at: datetime) -> str:
    """A time for machines, in the form of the ``datetime`` attribute."""
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def stamp(at: datetime) -> str:
    """A time as 14 digits, the form in which it stands in the address of a memento."""
    return f"{at.astimezone(UTC):%Y%m%d%H%M%S}"


def duration(span: timedelta) -> str:
    """A span in its largest fitting unit: ``40 min``, ``1.5 h``, ``3 days``."""
    seconds = abs(span.total_seconds())
    for unit, size in _STEPS:
        # Up to two days hours say more: "36 h", not "1.5 days".
        if seconds >= (2 * size if unit == "day" else size):
            value = f"{round(seconds / size, 1):g}"
            return f"{value} {unit}s" if unit == "day" else f"{value} {unit}"
    return "0 s"


def relative(at: datetime, now: datetime) -> str:
    """How far a time is from now: ``3 h ago``, ``in 20 min``, ``just now``."""
    span = at - now
    if abs(span) < timedelta(minutes=1):
        return "just now" if span <= timedelta(0) else "in less than a minute"
    return f"in {_rounded(span)}" if span > timedelta(0) else f"{_rounded(span)} ago"


def _rounded(span: timedelta) -> str:
    seconds = abs(span.total_seconds())
    size = next(size for _, size in _STEPS if seconds >= (2 * size if size == 86_400 else size))
    return duration(timedelta(seconds=round(seconds / size) * size))


def cut_picture(observed: Observed) -> str:
    """How much of a page its picture shows, where that is not all."""
    match observed.get("full_page"):
        case {"pictured_px": int(pictured), "height_px": int(height)}:
            return f", cut at {pictured:,} px of {height:,}"
    return ""


def count(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: ``1 capture``, ``1,204 captures``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def figure(value: float) -> str:
    """A measured number, to three digits."""
    if abs(value) < 0.0005:
        return "0" if value == 0 else "<0.001"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def rough(value: float) -> str:
    """An estimated number, to two digits."""
    return f"{value:,.0f}" if abs(value) >= 10 else f"{value:.2g}"


def reason(text: str) -> str:
    """The schedule's sentence with typographic arrows and its units kept with their numbers."""
    text = clean(text).replace("->", "\N{RIGHTWARDS ARROW}")
    return re.sub(
        r"(\d) (h|d|min|%)\b|(\d) %", lambda found: found.group().replace(" ", "\N{NO-BREAK SPACE}"), text
    )


def percent(share: float) -> str:
    """A share as a percentage, with a decimal only where it says something."""
    value = share * 100
    if 0 < value < 0.1:
        return "< 0.1 %"
    return f"{value:.0f} %" if value >= 10 or value == 0 else f"{value:.1f} %"


def size(number: int) -> str:
    """Bytes in decimal units."""
    value = float(number)
    for unit in ("B", "kB", "MB", "GB"):
        if value < 1000:
            return f"{value:.3g} {unit}" if unit != "B" else f"{number} B"
        value /= 1000
    return f"{value:.3g} TB"


def address(url: str) -> str:
    """A URL as it is shown: without scheme and closing slash."""
    shown = re.sub(r"^https?://", "", clean(url))
    return shown.removesuffix("/") or clean(url)


def live_link(url: str) -> str | None:
    """The URL if it may be a link out of the dashboard; None for schemes that are no web addresses."""
    return url if (standard_url(url) or "").startswith(("http:", "https:")) else None


def page_title(page: Page) -> str:
    """What a page calls itself, or its address while that is not known."""
    return clean(page.title).strip() or address(page.url)


def page_state(page: Page, figures: PageFigures, *, trouble: str, versions_to_learn: int) -> PageState:
    """Where a page stands; ``trouble`` is what its last visit reported."""
    if not page.active:
        key = "paused" if page.retired_at is None else "retired"
        return _state(key, key, Tone.QUIET, "Not visited any more; what was captured stays.")
    troubled = _troubled_state(page, trouble) or _gone_state(figures)
    if troubled is not None:
        return troubled
    if figures.captures == 0:
        return _state("waiting", "waiting", Tone.QUIET, "Waiting for its first visit.")
    if figures.last_kind is ResponseKind.NOT_HTML:
        return _state("file", "kept as a file", Tone.CALM, _KINDS[ResponseKind.NOT_HTML][1])
    modelled = _modelled_state(figures.model_state)
    if modelled is not None:
        return modelled
    progress = f"{figures.versions:,} of about {versions_to_learn} versions"
    return _state(
        "learning", f"learning: {progress}", Tone.CALM, "Compared as a whole until its map is learned."
    )


def page_type(kept: StoredPageType, words: str) -> ShownType:
    """The type of a page; ``words`` is how people read its name."""
    if kept.said_by is not None:
        detail = f"said by {clean(kept.said_by) or 'somebody'} on {moment(kept.at)} UTC"
    else:
        detail = f"probability {kept.probability:.2f}"
    return ShownType(kept=kept, title=clean(words), detail=detail)


def _modelled_state(state: ModelState | None) -> PageState | None:
    if state is ModelState.LEARNED:
        detail = "Knows which regions matter; new captures are judged by them."
        return _state("learned", "learned", Tone.GOOD, detail)
    if state is ModelState.PRIOR:
        detail = "Judged by what other pages of the collection taught, until its own history suffices."
        return _state("prior", "judged by other pages", Tone.CALM, detail)
    if state is ModelState.NOT_ENOUGH_CHANGE:
        detail = (
            "Too little has changed to learn what matters; captures are compared as a whole until it has."
        )
        return _state("not-enough-change", "not enough change", Tone.CALM, detail)
    return None


def _gone_state(figures: PageFigures) -> PageState | None:
    if figures.trouble is not FindingKind.GONE:
        return None
    return _state("gone", "gone", Tone.TROUBLE, "The server says that the page is not there any more.")


def _troubled_state(page: Page, trouble: str) -> PageState | None:
    if page.failures > 0 and page.plan.get("decided_by") == "robots":
        key = "failing" if page.quarantined_at is None else "quarantined"
        said = f"Its robots.txt was asked {count(page.failures, 'time')} in a row, and is asked again now and then."
        return _state(key, "forbidden by robots.txt", Tone.TROUBLE, said)
    if page.quarantined_at is not None:
        since = f"Since {moment(page.quarantined_at)} UTC tried only now and then"
        said = f"{since}, {count(page.failures, 'failure')} in a row"
        return _state(
            "quarantined", "quarantined", Tone.TROUBLE, f"{said}: {trouble}" if trouble else f"{said}."
        )
    if page.failures > 0:
        times = "The last visit failed" if page.failures == 1 else f"{page.failures} visits in a row failed"
        return _state("failing", "failing", Tone.TROUBLE, f"{times}: {trouble}" if trouble else f"{times}.")
    return None


def _state(key: str, label: str, tone: Tone, detail: str) -> PageState:
    return PageState(key=key, badge=Badge(label=label, tone=tone, detail=detail))


def outcome(point: Point) -> Badge:
    """How a visit ended."""
    detail = problems(point)
    kind = response_kind(point.response_kind)
    if kind is not None and point.response_kind in WALLS:
        return replace(kind, detail=detail or kind.detail)
    if point.outcome is Outcome.FAILED:
        return Badge(label="failed", tone=Tone.TROUBLE, detail=detail)
    if point.outcome is Outcome.PARTIAL:
        return Badge(label="partial", tone=Tone.CALM, detail=detail)
    if not point.good:
        label = "not a version" if kind is None else kind.label
        return Badge(label=label, tone=Tone.CALM, detail=detail or (kind.detail if kind else NOT_A_VERSION))
    return Badge(label="complete", tone=Tone.GOOD, detail=detail)


def response_kind(kind: ResponseKind) -> Badge | None:
    """What came in place of the page; None: the page."""
    said = _KINDS.get(kind)
    tone = Tone.CALM if kind is ResponseKind.NOT_HTML else Tone.TROUBLE
    return None if said is None else Badge(label=said[0], tone=tone, detail=said[1])


def problems(point: Point) -> str:
    """What a visit did not bring home, in words."""
    return " ".join(_sentence(clean(str(problem["message"]))) for problem in point.problems)


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) or not text else f"{text}."


def verdict(important: bool | None, *, scored: bool = True, file_changed: bool | None = None) -> Badge:
    """What the model decided about a change; ``file_changed``: of a file, whether its bytes are others."""
    if not scored:
        return Badge(label="not compared", tone=Tone.QUIET)
    if file_changed is not None:
        detail = "Of a file only the bytes are compared: what changed in it is not known."
        label, tone = ("file changed", Tone.CALM) if file_changed else ("same file", Tone.QUIET)
        return Badge(label=label, tone=tone, detail=detail)
    if important is None:
        return Badge(label="not decided", tone=Tone.CALM, detail="No model had learned this page yet.")
    if important:
        return Badge(label="important", tone=Tone.IMPORTANT)
    return Badge(label="unimportant", tone=Tone.QUIET)


def finding_address(found: Finding) -> str:
    """Where a finding is looked at: of a change its comparison, else its capture, else its page."""
    if found.kind is FindingKind.CHANGE:
        return f"/page/{found.page_id}/compare?before={found.before_id}&after={found.capture_id}"
    return f"/page/{found.page_id}" if found.capture_id is None else f"/capture/{found.capture_id}"
