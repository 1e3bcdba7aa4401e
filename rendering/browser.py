"""Which Chromium is used and how it is started, so that pages see the same browser at every visit.

Launching itself is Playwright's, by ``launched`` or by the crawl (``crawler.browser``); both start it with the options
of a ``GuardedLaunch``, which sends everything that the browser asks for through a gateway of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import playwright as playwright_package
from playwright.async_api import Browser, Playwright

from rendering.errors import BrowserNotFound
from rendering.network.addresses import ReachableAddresses
from rendering.network.gateway import Gateway, Resolve
from rendering.sandbox import use_sandbox
from rendering.settings import RenderingSettings
from storage.records import RenderingProfile

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

DISABLED_FEATURES: tuple[str, ...] = (
    # Playwright's own, said again: of two options of this name a browser reads the last
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    # the suggestions below an address bar that nobody sees: two pages of the browser's own in a process of their own
    # for each window, which took as much processor time as the visit
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
)

_SECRET = re.compile(r"^(AWS|AZURE|GOOGLE)_|KEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)

FEATURES_OFF = f"--disable-features={','.join(DISABLED_FEATURES)}"

LAUNCH_ARGS: tuple[str, ...] = (
    # pixels that do not depend on the machine
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--blink-settings=imageAnimationPolicy=2",  # animated images stay at their first frame
    # nor on the order in which answers arrive: a tile of which a part is drawn later smooths its lines otherwise
    "--disable-partial-raster",
    "--disable-checker-imaging",
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
    # port 9: no browser connects to it; what asks for updates and accounts all the same does not get out
    "--component-updater=url-source=https://updates.invalid:9/,disable-background-downloads",
    "--gaia-url=https://accounts.invalid:9/",
    "--no-first-run",
    "--no-pings",
    # nothing goes around the gateway
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--use-fake-ui-for-media-stream=deny",
    "--no-default-browser-check",
    # a small /dev/shm, as in containers, would crash tall pages
    "--disable-dev-shm-usage",
    "--mute-audio",
    FEATURES_OFF,
)

IGNORED_DEFAULT_ARGS: tuple[str, ...] = ("--disable-popup-blocking",)
"""Of Playwright's own arguments: no window opens, nothing it would ask for leaves, and the recorder notes its URL."""

_INSTALL_HINT = (
    "No Chromium was found. Install one with `pagetide doctor --install-browser`, or with your system's packages "
    "(Debian: apt-get install chromium fonts-liberation), or set browser_path to one that you have."
)
_START_TIMEOUT_S = 60.0
_INSTALL_LIBRARIES = f"sudo {sys.executable} -m playwright install-deps chromium"

_gateways: WeakKeyDictionary[Browser, Gateway] = WeakKeyDictionary()


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
    package = Path(playwright_package.__file__).parent / "driver" / "package"
    listed = json.loads((package / "browsers.json").read_text(encoding="utf-8"))["browsers"]
    revision = next(entry["revision"] for entry in listed if entry["name"] == "chromium")
    names = ("chrome", "chrome.exe", "Chromium", "Google Chrome for Testing")
    installed = _browsers_folder(package) / f"chromium-{revision}"
    candidates = (path for name in names for path in sorted(installed.glob(f"**/{name}")))
    return next((path for path in candidates if path.is_file() and os.access(path, os.X_OK)), None)


def start_obstacle(browser: Path) -> str | None:
    """Why ``browser`` does not start, with what helps; None: it does."""
    try:
        answer = subprocess.run(
            [str(browser), "--version"], capture_output=True, text=True, timeout=_START_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return None  # a busy machine: the crawl has more patience
    except OSError as error:
        return f"{error.strerror or error}. Install another, or correct browser_path."
    if answer.returncode == 0:
        return None
    said = (answer.stderr or answer.stdout).strip().splitlines() or [f"it ended with {answer.returncode}"]
    return f"{said[0][:200]}. Install what it needs: {_INSTALL_LIBRARIES}"


def launch_options(settings: RenderingSettings) -> dict[str, Any]:
    """Arguments of Playwright's ``launch`` for a Chromium that looks the same everywhere, without a way out yet.

    Raises
    ------
    BrowserNotFound
        There is none.
    SandboxUnavailable
        The settings require the sandbox and it cannot be used.
    """
    browser = find_browser(settings.browser_path).path
    return {
        "executable_path": str(browser),
        "chromium_sandbox": use_sandbox(browser, settings.safety.sandbox),
        "args": list(LAUNCH_ARGS),
        "ignore_default_args": list(IGNORED_DEFAULT_ARGS),
        "env": without_secrets(os.environ),
    }


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """What a browser may inherit: a page that takes it over must find no keys of an object store, and no password."""
    return {name: value for name, value in environment.items() if not _SECRET.search(name)}


class GuardedLaunch:
    """What one Chromium is started with: its arguments, its sandbox, and a gateway that all its traffic takes.

    ``options`` are arguments of Playwright's ``launch``. ``close`` it after the browser; another browser may be
    started with it before.
    """

    def __init__(self, settings: RenderingSettings, *, resolve: Resolve | None = None) -> None:
        """``BrowserNotFound`` where there is none, ``SandboxUnavailable`` where it is required and cannot be used."""
        unguarded = launch_options(settings)
        self.gateway = Gateway(ReachableAddresses(settings.safety.reachable_networks), resolve)
        self.options = {**unguarded, "args": [*unguarded["args"], *_through(self.gateway)]}

    def started(self, browser: Browser) -> None:
        """This browser was started with ``options``: captures in it ask the gateway what became of a request."""
        _gateways[browser] = self.gateway

    def close(self) -> None:
        """End the gateway."""
        self.gateway.close()


@asynccontextmanager
async def launched(
    playwright: Playwright, settings: RenderingSettings, *, resolve: Resolve | None = None
) -> AsyncIterator[Browser]:
    """A guarded Chromium for the block; errors of ``GuardedLaunch``."""
    launch = await asyncio.to_thread(GuardedLaunch, settings, resolve=resolve)
    try:
        browser = await playwright.chromium.launch(**launch.options)
        launch.started(browser)
        try:
            yield browser
        finally:
            await browser.close()
    finally:
        launch.close()


def gateway_of(browser: Browser | None) -> Gateway | None:
    """The gateway that a browser was started with; None: somebody else started it."""
    return None if browser is None else _gateways.get(browser)


def _through(gateway: Gateway) -> list[str]:
    """Arguments that leave the browser no other way, for loopback addresses and look-ups of names neither."""
    return [
        f"--proxy-server={gateway.server}",
        "--proxy-bypass-list=<-loopback>",
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    ]


def context_options(settings: RenderingSettings) -> dict[str, Any]:
    """Arguments of ``Browser.new_context`` for one capture."""
    login = settings.behaviour.login_state
    return {
        **({"storage_state": login} if login is not None else {}),
        "viewport": {"width": settings.viewport_width_px, "height": settings.viewport_height_px},
        "device_scale_factor": settings.device_scale_factor,
        "locale": settings.locale,
        "timezone_id": settings.time_zone,
        "color_scheme": settings.color_scheme,
        "reduced_motion": "reduce",
        "service_workers": settings.service_workers,
        "accept_downloads": False,
        # whatever else a page asks for is denied at once instead of waiting for a person; which addresses it may
        # reach is for the gateway to say, since behind one the browser cannot tell where they are
        "permissions": ["local-network-access"],
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
        scale=settings.device_scale_factor,
        locale=settings.locale,
        timezone=settings.time_zone,
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
