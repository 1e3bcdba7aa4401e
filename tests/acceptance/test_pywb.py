"""pywb replays the collection's folder as it is, and its replay looks as the page did."""

import json
import re
import urllib.request
from collections.abc import Iterator
from email.utils import format_datetime
from http.client import HTTPResponse
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from rendering.browser import LAUNCH_ARGS, find_browser
from storage.records import StoredCapture
from tests.acceptance.conftest import ORDINARY, Archive, OutsideTools, pagetide
from tests.acceptance.replaying import (
    VIEWPORT_PX,
    differing,
    free_port,
    live_view,
    picture_of,
    serving,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAME = "site-collection"  # of the collection's folder
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def pywb(archive: Archive, outside: OutsideTools, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of pywb over the collection; it is a replaying proxy for browsers, too."""
    folder = tmp_path_factory.mktemp("pywb")
    config = folder / "config.yaml"
    pagetide("index", "-c", archive.folder, "--pywb", config)
    described = json.loads(config.read_text())
    described["proxy"] = {"coll": NAME, "enable_banner": False}
    config.write_text(json.dumps(described))
    port = free_port()
    command = [outside.path("pywb", "wayback"), "--bind", "127.0.0.1", "--port", str(port)]
    with serving(command, folder, port) as address:
        yield address


@pytest.fixture(scope="module")
def browser(pywb: str) -> Iterator[Browser]:
    """A browser that reaches nothing but the replaying proxy."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=str(find_browser().path),
            args=list(LAUNCH_ARGS),
            proxy={"server": pywb, "bypass": "<-loopback>"},
        )
        yield opened
        opened.close()


def test_a_capture_is_a_memento(pywb: str, archive: Archive) -> None:
    first, _ = archive.captures("/article.html")
    with opened(f"{pywb}/{NAME}/{stamp(first)}id_/{first.url}") as answer:
        assert answer.headers["Memento-Datetime"] == http_date(first)
        assert f'<{first.url}>; rel="original"' in answer.headers["Link"]
        assert 'rel="timegate"' in answer.headers["Link"]
        assert b"<title>An ordinary page</title>" in answer.read()


def test_a_revisit_resolves_to_the_body_that_it_refers_to(pywb: str, archive: Archive) -> None:
    first, second = archive.captures("/article.html")
    url = archive.site.url("/style.css")
    with opened(f"{pywb}/{NAME}/{stamp(first)}id_/{url}") as answer:
        original = answer.read()
    with opened(f"{pywb}/{NAME}/{stamp(second)}id_/{url}") as answer:
        again = answer.read()
    assert again == original
    assert b"font: 16px" in original


def test_the_timegate_finds_the_nearest_capture(pywb: str, archive: Archive) -> None:
    first, second = archive.captures("/article.html")
    for capture in (first, second):
        request = urllib.request.Request(
            f"{pywb}/{NAME}/{capture.url}", headers={"Accept-Datetime": http_date(capture)}
        )
        with opened(request) as answer:
            assert "accept-datetime" in answer.headers["Vary"].lower()
            assert f"/{stamp(capture)}mp_/" in answer.headers["Link"]


def test_the_timemap_lists_every_capture(pywb: str, archive: Archive) -> None:
    captures = archive.captures("/changing.html?b=2&a=1")
    with opened(f"{pywb}/{NAME}/timemap/link/{captures[0].url}") as answer:
        dates = re.findall(r'rel="memento"; datetime="([^"]+)"', answer.read().decode())
    assert dates == [http_date(capture) for capture in captures]


def test_a_screenshot_is_served_as_a_picture(pywb: str, archive: Archive) -> None:
    _, second = archive.captures("/article.html")
    with opened(f"{pywb}/{NAME}/{stamp(second)}id_/urn:view:{second.url}") as answer:
        assert answer.headers["Content-Type"] == "image/png"
        assert answer.read().startswith(PNG)


@pytest.mark.parametrize("path", ORDINARY)
def test_the_replay_looks_as_the_page_did(browser: Browser, archive: Archive, path: str) -> None:
    newest = archive.captures(path)[-1]
    context = browser.new_context(viewport={"width": VIEWPORT_PX, "height": VIEWPORT_PX})
    page = context.new_page()
    page.clock.install(time=newest.started_at)
    archive.site.reset()
    page.goto(newest.url, wait_until="load")
    replayed = picture_of(page)
    context.close()
    assert archive.site.requests == []
    assert differing(replayed, live_view(archive, newest)) == 0


def test_a_capture_in_a_file_that_is_still_written_is_found(
    archive: Archive, outside: OutsideTools, tmp_path: Path
) -> None:
    newest = archive.warcs[-1]
    still_open = newest.with_name(newest.name + ".open")
    pagetide("index", "-c", archive.folder, "--pywb", tmp_path / "config.yaml")
    newest.rename(still_open)  # as it is while a daemon runs
    port = free_port()
    command = [outside.path("pywb", "wayback"), "--bind", "127.0.0.1", "--port", str(port)]
    capture = archive.captures("/changing.html?b=2&a=1")[-1]
    try:
        with (
            serving(command, tmp_path, port) as address,
            opened(f"{address}/{NAME}/{stamp(capture)}id_/{capture.url}") as answer,
        ):
            assert b"This is edition 1." in answer.read()
    finally:
        still_open.rename(newest)


def opened(request: str | urllib.request.Request) -> HTTPResponse:
    answer = urllib.request.urlopen(request, timeout=60)
    assert isinstance(answer, HTTPResponse)
    return answer


def stamp(capture: StoredCapture) -> str:
    return f"{capture.started_at:%Y%m%d%H%M%S}"


def http_date(capture: StoredCapture) -> str:
    return format_datetime(capture.started_at.replace(microsecond=0), usegmt=True)
