import json
import os
import sys
from pathlib import Path

import playwright
import psutil
import pytest
from playwright.async_api import Browser, async_playwright

from rendering.browser import (
    context_options,
    find_browser,
    gateway_of,
    launched,
    playwrights_own,
    visible_user_agent,
)
from rendering.errors import BrowserNotFound
from rendering.settings import RenderingSettings


@pytest.fixture
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser; the folder is where Playwright would keep its own."""
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def _program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_configured_browser_comes_first(nothing_installed: Path) -> None:
    configured = _program(nothing_installed / "mine" / "chrome")
    choice = find_browser(str(configured))
    assert (choice.path, choice.source) == (configured, "configured")


def test_a_configured_browser_that_is_not_there_is_named() -> None:
    with pytest.raises(BrowserNotFound, match=r"'/no/such/chrome' cannot be started: correct browser_path"):
        find_browser("/no/such/chrome")


def test_playwrights_own_browser_comes_before_the_systems(nothing_installed: Path) -> None:
    _program(nothing_installed / "chromium")
    revision = _revision()
    own = _program(nothing_installed / "playwright" / f"chromium-{revision}" / "chrome-linux64" / "chrome")
    assert find_browser().path == own
    assert find_browser().source == "playwright"


def test_a_build_for_another_playwright_is_not_used(nothing_installed: Path) -> None:
    _program(nothing_installed / "playwright" / "chromium-1" / "chrome-linux64" / "chrome")
    assert playwrights_own() is None


def test_the_systems_chromium_is_used_when_playwright_has_none(nothing_installed: Path) -> None:
    system = _program(nothing_installed / "chromium")
    assert (find_browser().path, find_browser().source) == (system, "system")


def test_without_any_browser_the_message_says_how_to_install_one(nothing_installed: Path) -> None:
    with pytest.raises(BrowserNotFound, match="pagetide doctor --install-browser"):
        find_browser()


def test_a_context_is_the_same_at_every_visit() -> None:
    options = context_options(RenderingSettings(locale="de-DE", time_zone="Europe/Berlin", javascript=False))
    assert options["viewport"] == {"width": 1000, "height": 1000}
    assert options["device_scale_factor"] == 1
    assert (options["locale"], options["timezone_id"]) == ("de-DE", "Europe/Berlin")
    assert options["reduced_motion"] == "reduce"
    assert options["service_workers"] == "block"
    assert options["accept_downloads"] is False
    assert options["java_script_enabled"] is False


def test_servers_are_told_who_visits_and_not_that_nobody_looks() -> None:
    told = visible_user_agent(
        "Mozilla/5.0 HeadlessChrome/156.0", RenderingSettings(user_agent_suffix="+me@example.org")
    )
    assert told == "Mozilla/5.0 Chrome/156.0 +me@example.org"


@pytest.mark.skipif(sys.platform == "win32", reason="names of another system")
def test_the_users_cache_is_where_playwright_keeps_browsers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PLAYWRIGHT_BROWSERS_PATH", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform == "linux":
        own = _program(tmp_path / "ms-playwright" / f"chromium-{_revision()}" / "chrome-linux64" / "chrome")
        assert playwrights_own() == own
    assert os.environ["XDG_CACHE_HOME"] == str(tmp_path)


def _revision() -> str:
    package = Path(str(playwright.__file__)).parent / "driver" / "package" / "browsers.json"
    browsers = json.loads(package.read_text())["browsers"]
    return str(next(browser["revision"] for browser in browsers if browser["name"] == "chromium"))


def _main_process(browser: Browser) -> psutil.Process:
    """Of this browser: others may run beside it."""
    gateway = gateway_of(browser)
    assert gateway is not None
    (found,) = [
        process
        for process in psutil.Process().children(recursive=True)
        if f"--proxy-server={gateway.server}" in _command(process)
    ]
    return found


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:  # it has just ended
        return []


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_no_page_of_the_browsers_own_is_drawn_beside_a_page(browser: Browser) -> None:
    page = await browser.new_page()
    commands = [_command(process) for process in _main_process(browser).children(recursive=True)]
    await page.close()
    renderers = [command for command in commands if "--type=renderer" in command]
    assert renderers
    assert [command for command in renderers if "--top-chrome-webui" in command] == []


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_what_playwright_switches_off_is_off(browser: Browser) -> None:
    option = "--disable-features="
    parts = _command(_main_process(browser))
    *before, last = [set(part.removeprefix(option).split(",")) for part in parts if part.startswith(option)]
    assert set().union(*before) - last == set(), "the browser reads the last: name these in DISABLED_FEATURES"


@pytest.mark.browser
async def test_a_browser_inherits_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_SECRET_ACCESS_KEY", "news_password"):
        monkeypatch.setenv(name, "hidden")
    monkeypatch.setenv("ORDINARY", "shown")
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    async with async_playwright() as running, launched(running, RenderingSettings()):
        browsers = [
            process.environ()
            for process in psutil.Process().children(recursive=True)
            if process.pid not in before and "chrom" in process.name()
        ]
    assert any(found.get("ORDINARY") == "shown" for found in browsers)
    assert not any("hidden" in found.values() for found in browsers)
