"""How pages are rendered: the settings that this package owns. ``pagetide.settings`` reads them from the user."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from rendering.login.access import AccessSettings
from rendering.network.addresses import ReachableAddresses


@dataclass(frozen=True, kw_only=True)
class SafetySettings:
    """Where the browser may go, and what keeps a hostile page inside it."""

    reachable_networks: tuple[str, ...] = ()
    """Private networks and hosts that may be visited all the same ("127.0.0.0/8", "10.1.2.3", "intranet.example")."""
    sandbox: bool | None = None
    """Chromium's own sandbox: true requires it, false does without; none: on wherever this user may use it."""
    local_pages: bool = False
    """Whether pages of this machine (file: and data: addresses) may be captured."""
    webrtc: bool = False
    """Whether captured pages may open peer connections (WebRTC); what goes through them is not recorded."""

    def __post_init__(self) -> None:
        """``ValueError`` where ``reachable_networks`` holds what is neither network nor address nor name."""
        ReachableAddresses(self.reachable_networks)


@dataclass(frozen=True, kw_only=True)
class LimitSettings:
    """What one capture may cost; a page that wants more is captured as far as it came, and marked."""

    max_requests: int = 2000
    """Requests of one capture; further ones are refused."""
    max_capture_bytes: int = 512 * 1024 * 1024
    """Bytes of all response bodies of one capture together; further ones are cut off."""
    max_dom_bytes: int = 32 * 1024 * 1024
    """Longest rendered DOM kept, and longest text; longer ones are cut off there."""
    max_memory_mb: int = 2048
    """Memory of the whole browser, in MB (1e6 bytes), above which it is ended and started again."""


@dataclass(frozen=True, kw_only=True)
class BehaviourSettings:
    """What is done on a page before it is captured, and what is only noticed."""

    consent: Literal["notice", "reject", "accept"] = "notice"
    """Consent dialogs: "notice" records them, "reject" and "accept" also answer them."""
    click_to_expand: bool = False
    """Whether elements that hide text behind a click (details, "show more") are opened."""
    autoplay: bool = False
    """Whether videos and sounds are started, muted, so that what they load is archived."""
    scroll_limit_px: int = 16_000
    """How far a page is scrolled down to make it load what is lazy, endless pages included; 0: not at all."""
    script: str | None = None
    """A JavaScript file that runs on the loaded page, beside the page's own scripts; relative to the collection."""
    script_timeout_s: float = 10.0
    """How long that script may take; what it did until then stays."""
    login_state: str | None = None
    """A stored browser state (see `pagetide login`) with which the page is visited; relative to the collection."""
    logged_in_selector: str | None = None
    """A CSS selector that matches only while the login is valid; a capture without it is marked logged out."""
    keep_credentials: bool = False
    """Whether cookies, tokens and authorizations of visits with a login are written to the archive."""
    repeat_random_bytes: bool = True
    """Whether crypto.getRandomValues and randomUUID give the same values at every visit; never with a login."""


@dataclass(frozen=True, kw_only=True)
class RenderingSettings:
    """One rendering profile and its limits. Captures of different profiles are never compared."""

    viewport_width_px: int = 1000
    """Width of the window, hence of both screenshots."""
    viewport_height_px: int = 1000
    """Height of the window, hence of the viewport screenshot."""
    device_scale_factor: float = 1.0
    """Pixels of the screenshots per CSS pixel; 2 as on a dense display."""
    locale: str = "en-US"
    """Language the page is asked for."""
    time_zone: str = "UTC"
    """IANA name of the time zone that the page sees."""
    color_scheme: str = "light"
    """"light" or "dark"."""
    javascript: bool = True
    """Whether the page's scripts run."""
    user_agent_suffix: str = ""
    """Who is visiting, appended to the browser's own User-Agent; with a way to reach a person."""
    load_timeout_s: float = 30.0
    """How long a page may take to answer, and again to load, before it is captured as it is."""
    settle_timeout_s: float = 5.0
    """How long a loaded page may take to hold still before it is captured as it is."""
    capture_timeout_s: float = 90.0
    """Everything of one capture together, enforced from outside the browser."""
    full_page_max_height_px: int = 16_000
    """Where the full-page screenshot ends."""
    max_body_bytes: int = 64 * 1024 * 1024
    """Longest response body kept whole; longer ones are kept up to here, and marked."""
    allowed_hosts: tuple[str, ...] | None = None
    """Hosts ("example.org" or "example.org:8080") that may be asked; None: any."""
    service_workers: str = "block"
    """"block" or "allow": a service worker may answer from a cache that no recorder sees."""
    browser_path: str | None = None
    """A Chromium to use; None: Playwright's own, else the system's."""
    safety: SafetySettings = field(default_factory=SafetySettings)
    limits: LimitSettings = field(default_factory=LimitSettings)
    behaviour: BehaviourSettings = field(default_factory=BehaviourSettings)
    access: AccessSettings = field(default_factory=AccessSettings)


def is_refused(settings: RenderingSettings, url: str) -> bool:
    """Whether ``allowed_hosts`` forbids this request."""
    if settings.allowed_hosts is None:
        return False
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https", "ws", "wss"):
        return False
    return parts.hostname not in settings.allowed_hosts and parts.netloc not in settings.allowed_hosts
