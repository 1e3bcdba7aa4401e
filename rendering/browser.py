"""Which Chromium, how it is started, and what a page sees of it: the same on every machine and at every visit.

Launching itself is Playwright's (the library face) or scrapy-playwright's (the spider); both use what is here.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import playwright

from rendering.errors import BrowserNotFound
from rendering.settings import RenderingSettings
from storage.records import RenderingProfile

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

LAUNCH_ARGS: tuple[str, ...] = (
    # pixels that do not depend on the machine
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--blink-settings=imageAnimationPolicy=2",  # animated images stay at their first frame
    # all frames of a page in one process, where one recorder sees the requests of all of them
    "--disable-site-isolation-trials",
    # a browser that talks to nobody but the page's servers
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-client-side-phishing-detection",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--no-first-run",
    "--no-pings",
    "--no-default-browser-check",
    # a small /dev/shm, as in containers, would crash tall pages
    "--disable-dev-shm-usage",
    "--mute-audio",
)

IGNORED_DEFAULT_ARGS: tuple[str, ...] = ("--disable-popup-blocking",)
"""Of Playwright's own arguments: no window opens, nothing it would ask for leaves, and the recorder notes its URL."""

_INSTALL_HINT = (
    "No Chromium was found. Install one with `pagetide doctor --install-browser`, or with your system's packages "
    "(Debian: apt-get install chromium fonts-liberation), or set browser_path to one that you have."
)


@dataclass(frozen=True, kw_only=True)
class BrowserChoice:
    """A Chromium on this machine, and why this one: "configured", "playwright" or "system"."""

    path: Path
    source: str


def find_browser(configured: str | None = None) -> BrowserChoice:
    """The Chromium to use: the configured one, else Playwright's own, else the system's.

    Raises
    ------
    BrowserNotFound
        There is none; the message says how to get one.
    """
    if configured:
        found = shutil.which(configured)
        if found is None:
            raise BrowserNotFound(
                f"The configured browser {configured!r} cannot be started: correct browser_path."
            )
        return BrowserChoice(path=Path(found), source="configured")
    own = playwrights_own()
    if own is not None:
        return BrowserChoice(path=own, source="playwright")
    for name in SYSTEM_NAMES:
        found = shutil.which(name)
        if found is not None:
            return BrowserChoice(path=Path(found), source="system")
    raise BrowserNotFound(_INSTALL_HINT)


def playwrights_own() -> Path | None:
    """Where Playwright keeps the build made for it, if it was installed; asked without starting Playwright."""
    package = Path(playwright.__file__).parent / "driver" / "package"
    listed = json.loads((package / "browsers.json").read_text(encoding="utf-8"))["browsers"]
    revision = next(entry["revision"] for entry in listed if entry["name"] == "chromium")
    names = ("chrome", "chrome.exe", "Chromium", "Google Chrome for Testing")
    installed = _browsers_folder(package) / f"chromium-{revision}"
    candidates = (path for name in names for path in sorted(installed.glob(f"**/{name}")))
    return next((path for path in candidates if path.is_file() and os.access(path, os.X_OK)), None)


def context_options(settings: RenderingSettings) -> dict[str, Any]:
    """Arguments of ``Browser.new_context`` for one capture."""
    return {
        "viewport": {"width": settings.viewport_width_px, "height": settings.viewport_height_px},
        "device_scale_factor": 1,
        "locale": settings.locale,
        "timezone_id": settings.timezone,
        "color_scheme": settings.color_scheme,
        "reduced_motion": "reduce",
        "service_workers": settings.service_workers,
        "accept_downloads": False,
        "java_script_enabled": settings.javascript,
    }


def visible_user_agent(browsers_own: str, settings: RenderingSettings) -> str:
    """What the page's servers are told: the browser's own string, and who is visiting."""
    plain = browsers_own.replace("HeadlessChrome", "Chrome")  # servers answer the headless one differently
    return f"{plain} {settings.user_agent_suffix}".strip()


def rendering_profile(settings: RenderingSettings, user_agent: str, version: str) -> RenderingProfile:
    """The profile stored with each capture."""
    return RenderingProfile(
        viewport_width_px=settings.viewport_width_px,
        viewport_height_px=settings.viewport_height_px,
        locale=settings.locale,
        timezone=settings.timezone,
        color_scheme=settings.color_scheme,
        javascript=settings.javascript,
        user_agent=user_agent,
        browser=f"Chromium {version}" if version else "",
    )


def _browsers_folder(package: Path) -> Path:
    """Playwright's rule: PLAYWRIGHT_BROWSERS_PATH, else the user's cache; "0" is the package itself."""
    configured = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if configured == "0":
        return package / ".local-browsers"
    if configured:
        return Path(configured)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"
