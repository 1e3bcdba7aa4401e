"""How pages are rendered: the settings that this package owns. ``pagetide.settings`` reads them from the user."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, kw_only=True)
class RenderingSettings:
    """One rendering profile and its limits. Captures of different profiles are never compared."""

    viewport_width_px: int = 1000
    """Width of the window, hence of both screenshots."""
    viewport_height_px: int = 1000
    """Height of the window, hence of the viewport screenshot."""
    locale: str = "en-US"
    """Language the page is asked for."""
    timezone: str = "UTC"
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
    browser_path: str | None = None
    """A Chromium to use; None: Playwright's own, else the system's."""


def is_refused(settings: RenderingSettings, url: str) -> bool:
    """Whether ``allowed_hosts`` forbids this request."""
    if settings.allowed_hosts is None:
        return False
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https", "ws", "wss"):
        return False
    return parts.hostname not in settings.allowed_hosts and parts.netloc not in settings.allowed_hosts
