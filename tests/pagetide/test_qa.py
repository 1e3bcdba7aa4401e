"""Captures of the test site against their replay: whole where the archive is, and every fault named where it is not."""

import asyncio
import io
import json
import shutil
import struct
import zlib
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.async_api import async_playwright
from typer.testing import CliRunner
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from changemodel.features.images import load_image
from pagetide.cli import app
from pagetide.qa import Selection, check_captures, selected, text_match
from pagetide.rerendering import rendering_from_archive
from pagetide.settings.collection_settings import Settings
from rendering.browser import launched
from rendering.capture.steps import capture_url
from rendering.replay import ReplayBrowser
from storage.collection import Collection
from storage.records import Capture, ReplayCheck, Role
from storage.verify.walk import verify
from storage.warc.reading import members
from storage.warc.writer import ARCHIVE
from tests.pagetide.commands.running import pagetide
from tests.pagetide.synthetic import START, URL, capture, failed
from tests.rendering.conftest import ON_THIS_MACHINE
from tests.site_server import SiteServer
from tests.storage.builders import records_of, warc_files

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

AT = datetime(2026, 1, 1, 12, 0, 0, 123456, tzinfo=UTC)

WHOLE = """<!doctype html><title>Whole</title><link rel=stylesheet href=/whole.css>
<style>@font-face { font-family: Blocks; src: url(/blocks.ttf) } h1 { font-family: Blocks, serif }</style>
<h1>Letters of our own</h1>
<p>Some words that stay as they are, and more of them.</p>
<img id=photo src=/picture/300x200/photo.png width=300 height=200 alt="">
<div id=made></div><script src=/made.js></script>
<iframe src=/article.html width=500 height=200></iframe>"""
STYLE = "body { background: #f4ecd8; margin: 40px; color: #203050 } p { font-size: 30px } " + " " * 600
SCRIPT = (
    "document.getElementById('made').textContent = 'Written by a script, after the rest of the page.'; //"
    + "x" * 600
)


def taken(*visits: tuple[str, datetime]) -> list[Capture]:
    """Live captures, in one browser."""

    async def take() -> list[Capture]:
        async with async_playwright() as playwright, launched(playwright, ON_THIS_MACHINE) as browser:
            return [await capture_url(browser, url, ON_THIS_MACHINE, at) for url, at in visits]

    return asyncio.run(take())


LATE = (
    "<!doctype html><title>Late</title><body style='margin:0'>"
    + "".join(
        f"<p style='margin:12px 40px'>Line {n} of a page that a banner pushes down {n * 7919}</p>"
        for n in range(60)
    )
    + "<script src=/banner.js></script>"
)


@pytest.fixture(scope="module")
def live() -> list[Capture]:
    """The whole page, the late one, and the styled one twice, captured in one browser; their server is gone."""
    with SiteServer() as site:
        site.serve("/whole", "text/html", WHOLE)
        site.serve("/whole.css", "text/css", STYLE)
        site.serve("/made.js", "text/javascript", SCRIPT)
        site.serve("/late", "text/html", LATE)
        site.serve("/banner.js", "text/javascript", "")
        site.serve("/styled", "text/html", "<link rel=stylesheet href=/plain.css><p>Styled</p>")
        site.serve("/plain.css", "text/css", "p { color: red; font-size: 60px }")
        visits = ("/whole", AT), ("/late", AT), ("/styled", AT), ("/styled", AT + timedelta(hours=1))
        return taken(*((site.url(path), at) for path, at in visits))


@pytest.fixture(scope="module")
def news(live: list[Capture], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection with the whole page, captured once."""
    folder = tmp_path_factory.mktemp("qa") / "news"
    with Collection.create(folder) as collection:
        collection.store(collection.repository.add_page(live[0].url, at=AT), live[0])
    return folder


@pytest.fixture
def copy(news: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(news, tmp_path / "news"))


def checked(folder: Path, wanted: Selection | None = None) -> list[ReplayCheck]:
    return asyncio.run(_checked(folder, wanted or Selection()))


async def _checked(folder: Path, wanted: Selection) -> list[ReplayCheck]:
    with Collection.open(folder) as collection:
        captures = selected(collection, collection.repository.pages(), wanted)
        return [item async for _, item in check_captures(collection, captures, Settings())]


_STORED = 0xFFFF  # bytes of a block of deflate that is not compressed


def drop(folder: Path, uri_end: str, kind: bytes = b"response") -> None:
    """Overwrite a record with a note of the same length, as if it had never been recorded."""
    path = min((folder / ARCHIVE).iterdir())  # a check adds a file of its own
    with path.open("r+b") as file:
        end = f"{uri_end}\r\n".encode()
        found = [item for item in members(file) if _is(item.data, kind, end)]
        (member,) = found
        file.seek(member.offset)
        file.write(_filler(member.length))


def _is(record: bytes, kind: bytes, uri_end: bytes) -> bool:
    head = record.partition(b"\r\n\r\n")[0] + b"\r\n"
    uri = head.partition(b"WARC-Target-URI: ")[2].partition(b"\r\n")[0] + b"\r\n"
    return b"WARC-Type: " + kind + b"\r\n" in head and uri.endswith(uri_end)


def _filler(length: int) -> bytes:
    """A gzip member of that length, not compressed: a metadata record that holds nothing but filling."""
    blocks = -(-(length - 18) // (_STORED + 5))  # of at most so many bytes, each behind five of its own
    around = b"WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
    around += b"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: 0\r\nX-Filling: "
    ending = b"\r\n\r\n\r\n\r\n"
    filling = length - 18 - 5 * blocks - len(around) - len(ending)
    assert filling >= 0, "the record is too short to be replaced"
    record = around + b"-" * filling + ending
    data = b""
    for start in range(0, len(record), _STORED):
        block = record[start : start + _STORED]
        is_last = start + _STORED >= len(record)
        data += struct.pack("<BHH", is_last, len(block), len(block) ^ 0xFFFF) + block
    member = b"\x1f\x8b\x08" + bytes(7) + data + struct.pack("<II", zlib.crc32(record), len(record))
    assert len(member) == length
    return member


PARTS = ("/whole", "/whole.css", "/photo.png", "/blocks.ttf", "/made.js", "/article.html")


@dataclass(frozen=True)
class Checked:
    folder: Path
    check: ReplayCheck


@pytest.fixture(scope="module")
def checks(news: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Checked]:
    """Checks of the collection without each of its parts and, by the name of none, of all of it; in one browser."""

    async def check() -> dict[str, Checked]:
        found = {}
        async with ReplayBrowser(Settings().rendering) as browser:
            with patch("pagetide.qa.ReplayBrowser", lambda _: nullcontext(browser)):
                for lost in ("", *PARTS):
                    folder = Path(shutil.copytree(news, tmp_path_factory.mktemp("checked") / "news"))
                    if lost:
                        drop(folder, lost)
                    (each,) = await _checked(folder, Selection())
                    found[lost] = Checked(folder, each)
        return found

    return asyncio.run(check())


def test_a_whole_archive_matches_wholly(checks: dict[str, Checked]) -> None:
    check = checks[""].check
    assert (check.screenshot_match, check.text_match) == (1.0, 1.0)
    assert check.missing == ()
    assert (check.crawl_good, check.crawl_bad) == (check.replay_good, check.replay_bad)
    assert check.details["pixel_share"] == 1.0
    assert check.details["lost_blocks"] == []
    assert check.details["not_asked"] == []
    assert check.details["seconds"] > 0


@pytest.mark.parametrize(
    ("lost", "pictures", "texts", "good"),
    [
        ("/whole.css", True, False, 1),
        ("/photo.png", True, False, 1),
        ("/blocks.ttf", True, False, 1),
        ("/made.js", True, True, 1),
        ("/article.html", True, True, 5),  # a frame: its words are the page's
    ],
)
def test_every_fault_lowers_its_number_and_is_named(
    checks: dict[str, Checked], lost: str, pictures: bool, texts: bool, good: int
) -> None:
    check = checks[lost].check
    assert check.screenshot_match is not None
    assert (check.screenshot_match < 1) == pictures
    assert check.text_match is not None
    assert (check.text_match < 1) == texts
    assert check.crawl_good - check.replay_good >= 1
    assert check.crawl_good - check.replay_good <= good
    assert check.replay_bad >= check.crawl_bad + 1
    assert [url for url in check.missing if url.endswith(lost)]
    assert len(check.missing) == 1


def test_two_faults_are_worse_than_one(checks: dict[str, Checked], tmp_path: Path) -> None:
    one = checks["/photo.png"].check
    copy = Path(shutil.copytree(checks["/photo.png"].folder, tmp_path / "news"))
    drop(copy, "/made.js")
    (two,) = checked(copy, Selection(again=True))
    assert one.screenshot_match is not None
    assert two.screenshot_match is not None
    assert two.screenshot_match < one.screenshot_match
    assert len(two.missing) == 2


def test_an_empty_box_is_named(checks: dict[str, Checked]) -> None:
    (block,) = checks["/photo.png"].check.details["lost_blocks"]
    assert block["path"].endswith("img#photo")
    assert block["why"] == "its picture is missing"
    assert block["box"][2:] == [300, 200]


def test_without_its_page_nothing_matches(checks: dict[str, Checked]) -> None:
    check = checks["/whole"].check
    assert (check.screenshot_match, check.text_match) == (0.0, 0.0)
    assert check.replay_good == 0
    assert check.details["outcome"] == "failed"


def test_a_check_stands_in_the_archive_as_browsertrix_writes_it(checks: dict[str, Checked]) -> None:
    check = checks["/photo.png"].check
    with Collection.open(checks["/photo.png"].folder, read_only=True) as collection:
        record, body = records_of(warc_files(collection)[-1])[-1]
        stored = collection.repository.capture(check.capture_id)
        assert collection.repository.replay_check(stored.id) == check
        assert collection.repository.replay_checks(stored.page_id) == [check]
        info = json.loads(collection.read(stored, Role.PAGE_INFO))
        faults = verify(collection).faults
    assert record.rec_headers["WARC-Target-URI"] == f"urn:pageinfo:{stored.url}"
    told = json.loads(body)
    assert told["comparison"] == {
        "screenshotMatch": check.screenshot_match,
        "textMatch": 1.0,
        "resourceCounts": {
            "crawlGood": check.crawl_good,
            "crawlBad": check.crawl_bad,
            "replayGood": check.replay_good,
            "replayBad": check.replay_bad,
        },
    }
    assert (told["pageid"], told["url"], told["ts"]) == (info["pageid"], info["url"], info["ts"])
    assert told["urls"][check.missing[0]] == {"status": 0, "type": "image"}
    assert [fault for fault in faults if "photo" not in str(fault)] == []


def test_a_late_banner_is_no_fault_and_halves_the_plain_share(live: list[Capture], tmp_path: Path) -> None:
    """The banner's script came too late for the live picture; on replay it is there at once."""
    banner = (
        b"document.body.insertAdjacentHTML('afterbegin', '<div style=\"height:90px;background:#b22\"></div>')"
    )
    late = [
        replace(item, body=banner) if item.url.endswith("/banner.js") else item for item in live[1].exchanges
    ]
    with Collection.create(tmp_path / "news") as collection:
        page = collection.repository.add_page(live[1].url, at=AT)
        collection.store(page, replace(live[1], exchanges=tuple(late)))
    (check,) = checked(tmp_path / "news")
    assert check.screenshot_match is not None
    assert check.screenshot_match > 0.99
    assert check.details["displacement_px"] == 90
    assert check.details["added_px"] == 90
    assert check.details["pixel_share"] < 0.95
    assert check.missing == ()


def test_what_another_capture_has_is_shown_and_still_counted_as_missing(
    live: list[Capture], tmp_path: Path
) -> None:
    *_, first, second = live
    without = tuple(item for item in second.exchanges if not item.url.endswith("/plain.css"))
    with Collection.create(tmp_path / "news") as collection:
        page = collection.repository.add_page(first.url, at=AT)
        collection.store(page, first)
        collection.store(page, replace(second, exchanges=without))
    (check,) = checked(tmp_path / "news")
    assert check.screenshot_match == 1.0
    assert [url.rpartition("/")[2] for url in check.missing] == ["plain.css"]
    assert check.details["borrowed"] == [{"url": check.missing[0], "from": AT.isoformat()}]
    assert check.replay_bad >= 1


def test_captures_are_chosen_by_page_age_and_lot(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        page = collection.repository.add_page(URL, at=START)
        numbers = [collection.store(page, capture(hour, hour, 1)).id for hour in range(6)]
        collection.store(page, failed(7))

        def chosen(**wanted: object) -> list[int]:
            selection = Selection(**wanted)  # type: ignore[arg-type]
            return [item.id for item in selected(collection, [page], selection)]

        assert chosen() == numbers[-1:]
        assert chosen(newest=3) == numbers[-3:]
        assert chosen(newest=None, since=START + timedelta(hours=2)) == numbers[2:]
        assert len(chosen(newest=None, sample=2)) == 2
        assert chosen(newest=None, sample=2) == chosen(newest=None, sample=2)
        collection.record_replay_check(_check(numbers[5]))
        assert chosen(newest=2) == numbers[4:5]
        assert chosen(newest=2, again=True) == numbers[4:]


def _check(capture_id: int) -> ReplayCheck:
    return ReplayCheck(
        capture_id=capture_id,
        checked_at=AT,
        screenshot_match=None,
        text_match=None,
        crawl_good=1,
        crawl_bad=0,
        replay_good=1,
        replay_bad=0,
    )


def test_texts_are_compared_as_browsertrix_does() -> None:
    assert text_match("same", "same") == 1.0
    assert text_match("", "") == 1.0
    assert text_match("abcd", "abxd") == 0.75
    assert text_match("abcd", "") == 0.0
    words = "many words " * 30_000
    assert text_match(words, words + "more") > 0.999


def test_pictures_that_an_archive_lacks_are_made_from_it(copy: Path) -> None:
    with Collection.open(copy) as collection:
        stored = collection.repository.captures(1)[0]
        with rendering_from_archive(collection, Settings()) as render:
            captures = [render(stored), render(stored)]
        for capture in captures:
            assert capture.view_png == collection.read(stored, Role.VIEW)
            assert (capture.text or "").encode() == collection.read(stored, Role.TEXT)
            assert capture.layout == collection.layout(stored)
            assert capture.started_at == stored.started_at


def test_an_archive_of_another_tool_gets_pictures_when_it_is_ingested(tmp_path: Path) -> None:
    """wget's shape: the shared stylesheet was fetched once, for the first page."""
    warc = tmp_path / "crawl.warc.gz"
    write_plain_warc(
        warc,
        (
            "http://plain.example/",
            "text/html",
            "<link rel=stylesheet href=/s.css><h1>One</h1><a href=/two>Two</a>",
        ),
        ("http://plain.example/s.css", "text/css", "h1 { color: white; background: #b22; font-size: 90px }"),
        ("http://plain.example/two", "text/html", "<link rel=stylesheet href=/s.css><h1>Two</h1>"),
    )
    folder = tmp_path / "news"
    Collection.create(folder).close()
    result = CliRunner().invoke(app, ["ingest", "-c", str(folder), str(warc), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["rendered"] == 2
    with Collection.open(folder, read_only=True) as collection:
        for page in collection.repository.pages():
            (stored,) = collection.repository.captures(page.id)
            assert stored.is_good
            picture = load_image(collection.read(stored, Role.VIEW))
            assert (picture == (0xBB, 0x22, 0x22)).all(axis=2).mean() > 0.05
            assert collection.read(stored, Role.TEXT).decode().startswith(("One", "Two"))


def write_plain_warc(path: Path, *pages: tuple[str, str, str]) -> None:
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for url, mime, text in pages:
            body = text.encode()
            head = StatusAndHeaders("200 OK", [("Content-Type", mime)], protocol="HTTP/1.1")
            record = writer.create_warc_record(
                url, "response", payload=io.BytesIO(body), length=len(body), http_headers=head
            )
            writer.write_record(record)


def test_the_command_says_what_is_missing_and_goes_on_where_it_was(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    drop(copy, "/photo.png")
    bad = pagetide("qa", "-c", copy)
    assert bad.returncode == 0, bad.stderr
    assert "photo.png" in bad.stdout
    assert "img#photo" in bad.stdout
    assert "Nothing to check" in pagetide("qa", "-c", copy).stdout
    strict = pagetide("qa", "-c", copy, "--again", "--fail-under", "0.99", "--json")
    assert strict.returncode == 1, strict.stderr
    told = json.loads(strict.stdout)
    assert told["checked"] == 1
    assert told["seconds_each"] > 0
    assert told["checks"][0]["missing"][0].endswith("/photo.png")
    assert told["checks"][0]["details"]["pixel_share"] < 1


def test_a_page_that_is_not_watched_is_a_clear_error(copy: Path) -> None:
    result = CliRunner().invoke(app, ["qa", "https://nowhere.example/", "-c", str(copy)])
    assert result.exit_code == 1
    assert "not watched here" in str(result.exception)
