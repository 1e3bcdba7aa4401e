"""Observations of a visit, by topic, stored as JSON with the capture and in its page information.

``docs/rendering.md`` says what the topics mean. Only what there was to notice is there; captures of older versions, and
those that other tools' archives brought, may lack what these did not look for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

DOCUMENT: Final = "document"
"""Topic of an answer that is no web page (PDF, JSON, a feed, a file)."""


class ScriptErrors(TypedDict):
    """Errors of the page's own scripts: how many, and the first of them."""

    count: int
    first: Sequence[str]


class SomeUrls(TypedDict):
    """How many there were, and the first of them."""

    count: int
    urls: Sequence[str]


class MetLimits(TypedDict):
    """Requests that were made, and those that a limit refused or cut off."""

    requests: int
    refused: int
    cut: int


class LoginState(TypedDict, total=False):
    """``valid``: whether the stored login still was; ``credentials``: that they were left out."""

    valid: bool
    credentials: str


class UsedAccess(TypedDict):
    """What let the visit in: the origin, and the names of the headers that were sent."""

    origin: str
    headers: Sequence[str]


class Judged(TypedDict, total=False):
    """What the response gate took the answer for, and by which rule."""

    kind: str
    rule: str
    matched: str
    server: str


class StatedUsage(TypedDict, total=False):
    """What may be done with the page, as its own answer and robots.txt say it."""

    header: Sequence[str]
    robots: Sequence[str]


class Overlays(TypedDict, total=False):
    """What lay over the page.

    ``covered``: the share of the window, ``tcf``: what the page's consent interface answered.
    """

    found: Sequence[Mapping[str, Any]]
    covered: float
    scroll_locked: bool
    tcf: Mapping[str, Any]


class PicturedHeight(TypedDict):
    """How high the page was, and how much of that its picture shows."""

    height_px: int
    pictured_px: int


class FoundDocument(TypedDict, total=False):
    """What a body is that is no web page; ``not_compared``: why nothing of it can be compared.

    ``pages`` and ``pages_without_text`` of a PDF, ``entries`` of a feed.
    """

    kind: str
    digest: str
    bytes: int
    not_compared: str
    pages: int
    pages_without_text: int
    entries: int


class Observed(TypedDict, total=False):
    """All topics."""

    access: UsedAccess
    behaviours: Mapping[str, Any]
    consent: Mapping[str, Any]
    content_usage: StatedUsage
    document: FoundDocument
    errors: ScriptErrors
    frames: Mapping[str, int]
    full_page: PicturedHeight
    gate: Judged
    limits: MetLimits
    login: LoginState
    overlays: Overlays
    rendered: str
    """When the pictures were rendered from the archive, where the visit brought none."""
    robots: Sequence[str]
    serviceWorker: SomeUrls
    settle: Mapping[str, Any]
    sockets: SomeUrls
    windows: SomeUrls
