"""ReplayWeb.page in Chromium: our WACZ opens, looks as the page did, and in the dashboard stays in its frame."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Browser, Frame, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from dashboard.replay_component import FILES
from rendering.browser import LAUNCH_ARGS, find_browser
from storage.records import StoredCapture
from tests.acceptance.conftest import ORDINARY, ROOT, Archive
from tests.acceptance.replaying import VIEWPORT_PX, differing, free_port, live_view, picture_of, serving
from tests.acceptance.whole_wacz import serving_wacz

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CONFIG = ROOT / ".outside" / "config"


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """A user's own settings folder, in which that user has installed ReplayWeb.page."""
    environment = {**os.environ, "XDG_CONFIG_HOME": str(CONFIG)}
    result = subprocess.run(
        [sys.executable, "-m", "pagetide", "dashboard", "--install-replay"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if result.returncode:
        pytest.skip(f"ReplayWeb.page could not be installed: {result.stderr.strip()}")
    assert "Affero" in result.stderr
    return environment


@pytest.fixture(scope="module")
def dashboard(
    archive: Archive, environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "pagetide", "dashboard", "-c", archive.folder, "--port", str(port)]
    settings = environment | {"PAGETIDE_DASHBOARD__REPLAY_PORT": str(free_port())}
    with serving(command, tmp_path_factory.mktemp("dashboard"), port, settings) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(find_browser().path), args=list(LAUNCH_ARGS))
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": VIEWPORT_PX, "height": VIEWPORT_PX})
    yield context.new_page()
    context.close()


def replayed(page: Page, url: str, go: Callable[[], object]) -> Frame:
    """The frame in which the archived page runs, once it has loaded; ``go`` sets out for it.

    Now and then, on a busy machine, the component's frame stays empty at its first load; nobody found out why. It is
    loaded again then, as a person would: twice at most. docs/replay.md tells users of it.
    """
    shown = re.compile(r"/w/[^/]+/.*\d{14}[a-z]{2}_/" + re.escape(url))
    for patience_s in (30, 40, 60):
        with suppress(PlaywrightTimeout):
            return _arrived(page, shown, go, patience_s)
    pytest.xfail("ReplayWeb.page's frame stayed empty at three loads: a known fault without a known cause")


def _arrived(page: Page, shown: re.Pattern[str], go: Callable[[], object], patience_s: float) -> Frame:
    with page.expect_event(
        "framenavigated", lambda frame: shown.search(frame.url) is not None, timeout=patience_s * 1000
    ) as arrival:
        go()
    frame: Frame = arrival.value
    frame.wait_for_load_state("load")
    return frame


def replayed_in_dashboard(page: Page, dashboard: str, capture: StoredCapture) -> Frame:
    """The same within the page of a capture."""

    def go() -> None:
        page.goto(f"{dashboard}/capture/{capture.id}", wait_until="commit")
        page.locator("iframe.replay").scroll_into_view_if_needed()

    return replayed(page, capture.url, go)


@pytest.mark.parametrize("path", ORDINARY)
def test_the_replay_looks_as_the_page_did(dashboard: str, page: Page, archive: Archive, path: str) -> None:
    newest = archive.captures(path)[-1]
    room = html.fromstring(page.request.get(f"{dashboard}/capture/{newest.id}").text())
    alone = str(room.cssselect("iframe.replay")[0].get("src"))
    archive.site.reset()
    replayed(page, newest.url, lambda: page.goto(alone, wait_until="commit"))
    assert differing(picture_of(page), live_view(archive, newest)) == 0
    assert archive.site.requests == []


def test_the_dashboard_shows_the_archived_page_in_a_frame(
    dashboard: str, page: Page, archive: Archive
) -> None:
    first = archive.captures("/changing.html?b=2&a=1")[0]
    frame = replayed_in_dashboard(page, dashboard, first)
    expect(frame.locator("p").first).to_have_text("This is edition 0.")
    assert frame.evaluate("document.images[0].naturalWidth") == 300


def test_what_runs_in_the_frame_cannot_reach_the_dashboard(
    dashboard: str, page: Page, archive: Archive
) -> None:
    newest = archive.captures("/article.html")[-1]
    outer = replayed_in_dashboard(page, dashboard, newest).parent_frame
    assert outer is not None
    embedding = outer.parent_frame or outer
    reading = "address => fetch(address).then(answer => answer.text(), () => 'refused')"
    assert embedding.evaluate(reading, f"{dashboard}/api/v1/pages") == "refused"
    looking = "() => { try { return top.document.title } catch { return 'refused' } }"
    assert embedding.evaluate(looking) == "refused"
    leaving = "() => { try { top.location = 'about:blank' } catch { return 'refused' } }"
    assert embedding.evaluate(leaving) == "refused"


def test_the_exported_wacz_opens_too(
    environment: dict[str, str], wacz: Path, page: Page, archive: Archive, tmp_path: Path
) -> None:
    newest = archive.captures("/article.html")[-1]
    (component,) = (CONFIG / "pagetide").glob("replaywebpage-*")
    assert all((component / name).is_file() for name in FILES)
    with serving_wacz(component, wacz, newest, tmp_path) as address:
        replayed(page, newest.url, lambda: page.goto(address, wait_until="commit"))
        assert differing(picture_of(page), live_view(archive, newest)) == 0
