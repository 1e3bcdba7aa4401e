"""ReplayWeb.page in Chromium: our WACZ opens, looks as the page did, and in the dashboard stays in its frame."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from playwright.sync_api import Browser, Frame, Page, expect, sync_playwright

from dashboard.replay_component import FILES
from dashboard.replay_origin import create_replay_app
from rendering.browser import LAUNCH_ARGS, find_browser
from storage.collection import Collection
from storage.records import StoredCapture
from tests.acceptance.conftest import ORDINARY, ROOT, Archive
from tests.acceptance.replaying import (
    PATIENCE_S,
    VIEWPORT_PX,
    dashboard_of,
    differing,
    live_view,
    picture_of,
)
from tests.acceptance.whole_wacz import serving_wacz
from tests.dashboard.conftest import served
from tests.storage.builders import URL, add_page, capture, exchange, png, records_of, warc_files

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CONFIG = ROOT / ".outside" / "config"
_BYTES = "async (url) => Array.from(new Uint8Array(await (await fetch(url)).arrayBuffer()))"
_SLOW_TO_INSTALL = """
addEventListener("install", (event) => event.waitUntil(new Promise((done) => setTimeout(done, 2000))));
"""


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
def dashboard(archive: Archive, environment: dict[str, str]) -> Iterator[str]:
    with dashboard_of(archive.folder, environment) as address:
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
    """The frame in which the archived page runs, once it has loaded; ``go`` sets out for it."""
    shown = re.compile(r"/w/[^/]+/.*\d{14}[a-z]{2}_/" + re.escape(url))
    with page.expect_event(
        "framenavigated", lambda frame: shown.search(frame.url) is not None, timeout=PATIENCE_S * 1000
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


def test_the_frame_waits_for_a_worker_that_is_slow_to_start(
    environment: dict[str, str], page: Page, archive: Archive, tmp_path: Path
) -> None:
    (installed,) = (CONFIG / "pagetide").glob("replaywebpage-*")
    component = Path(shutil.copytree(installed, tmp_path / "component"))
    worker = component / "sw.js"
    worker.write_text(_SLOW_TO_INSTALL + worker.read_text(encoding="utf-8"), encoding="utf-8")
    newest = archive.captures("/article.html")[-1]
    not_found: list[str] = []
    page.on("response", lambda response: not_found.append(response.url) if response.status == 404 else None)
    with Collection.open(archive.folder, read_only=True) as collection:
        app = create_replay_app(collection, component, tmp_path / "scratch", dashboard_port=8400)
        with served(app) as address:
            replayed(
                page, newest.url, lambda: page.goto(f"{address}/capture/{newest.id}", wait_until="commit")
            )
    assert [url for url in not_found if "/replay/?" in url] == []


def test_a_screenshot_that_refers_to_an_earlier_one_is_replayed(
    environment: dict[str, str], page: Page, tmp_path: Path
) -> None:
    (component,) = (CONFIG / "pagetide").glob("replaywebpage-*")
    seen = png(1, size=60)
    with Collection.create(tmp_path / "news") as collection:
        watched = add_page(collection)
        collection.store(watched, capture(0, view_png=seen))
        newest = collection.store(watched, capture(1, view_png=seen))
        kinds = [
            record.rec_type
            for path in warc_files(collection)
            for record, _ in records_of(path)
            if _shows(record)
        ]
        assert kinds == ["resource", "revisit"]
        app = create_replay_app(collection, component, tmp_path / "scratch", dashboard_port=8400)
        with served(app) as address:
            frame = replayed(
                page, URL, lambda: page.goto(f"{address}/capture/{newest.id}", wait_until="commit")
            )
            asked = f"/replay/w/capture-{newest.id}/{newest.started_at:%Y%m%d%H%M%S}id_/urn:view:{URL}"
            assert frame.parent_frame is not None
            assert bytes(frame.parent_frame.evaluate(_BYTES, asked)) == seen


def test_no_peer_connection_leaves_a_replayed_page(
    environment: dict[str, str], page: Page, tmp_path: Path
) -> None:
    (component,) = (CONFIG / "pagetide").glob("replaywebpage-*")
    with socket.create_server(("127.0.0.1", 0)) as turn:
        turn.setblocking(False)
        server = f"turn:127.0.0.1:{turn.getsockname()[1]}?transport=tcp"
        markup = f"""<!doctype html><h1>archived</h1><script>
          const peer = new RTCPeerConnection({{iceServers: [{{urls: "{server}", username: "a", credential: "b"}}]}});
          peer.createDataChannel("x");
          peer.onicecandidate = (event) => {{ if (event.candidate === null) document.title = "gathered"; }};
          peer.createOffer().then((offer) => peer.setLocalDescription(offer));</script>"""
        with Collection.create(tmp_path / "news") as collection:
            exchanges = (exchange(URL, body=markup.encode()),)
            newest = collection.store(add_page(collection), capture(0, exchanges=exchanges))
            app = create_replay_app(collection, component, tmp_path / "scratch", dashboard_port=8400)
            with served(app) as address:
                frame = replayed(
                    page, URL, lambda: page.goto(f"{address}/capture/{newest.id}", wait_until="commit")
                )
                assert frame.evaluate("typeof RTCPeerConnection") == "undefined"
        with pytest.raises(BlockingIOError):
            turn.accept()


def _shows(record: Any) -> bool:
    return str(record.rec_headers.get_header("WARC-Target-URI")).startswith("urn:view:")


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
