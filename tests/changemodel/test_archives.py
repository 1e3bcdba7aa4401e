"""Versions out of archives of several tools, without a collection."""

import json
import shutil
import zipfile
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from changemodel import ChangeModel, ChangeModelError, pages_in_wacz, versions_from_wacz
from changemodel.errors import UnreadableArchive
from changemodel.features.images import load_image
from changemodel.html_links import links_and_images
from storage.collection import Collection
from storage.records import Problem, ProblemCode, ResponseKind
from storage.wacz.export import export_wacz
from tests.storage.archives import AT, SITE, Archive, browsertrix, brozzler, jpeg, scoop, wacz, wget
from tests.storage.builders import START, URL, capture, png


def same_picture(source: object, expected: bytes) -> bool:
    return bool(np.array_equal(load_image(source), load_image(expected)))  # type: ignore[arg-type]


def test_browsertrix_captures_become_versions(tmp_path: Path) -> None:
    versions = versions_from_wacz(browsertrix(tmp_path / "crawl.wacz", visits=3))
    assert len(versions) == 3
    assert [version.captured_at - AT for version in versions] == [timedelta(hours=hour) for hour in range(3)]
    assert [version.text for version in versions] == ["news 0", "news 1", "news 2"]
    assert all(
        same_picture(version.screenshot, png(visit + 50, 60)) for visit, version in enumerate(versions)
    )


def test_scoop_and_brozzler_captures_become_versions(tmp_path: Path) -> None:
    (of_scoop,) = versions_from_wacz(scoop(tmp_path / "one.wacz"))
    assert same_picture(of_scoop.screenshot, png(3))
    assert of_scoop.text == "news 3"
    (of_brozzler,) = versions_from_wacz(brozzler(tmp_path / "two.warc.gz"))
    assert same_picture(of_brozzler.screenshot, jpeg(1))


def test_captures_of_our_own_keep_blocks_links_and_text(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        page = collection.repository.add_page(URL, at=START)
        for hour in range(2):
            collection.store(page, capture(hour))
        file = export_wacz(collection, tmp_path / "news.wacz")
    given, versions = capture(1), versions_from_wacz(file)
    assert [version.captured_at for version in versions] == [START, START + timedelta(hours=1)]
    assert given.layout is not None
    assert versions[1].links == set(given.layout.links)
    assert versions[1].images == set(given.layout.images)
    assert [block["path"] for block in versions[1].blocks] == [block.path for block in given.layout.blocks]
    assert versions[1].text == given.text
    assert ChangeModel().compare(*versions).distance > 0


def test_what_is_the_same_as_before_is_found_where_it_was_written(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "same.warc.gz")
    first = archive.record("resource", f"urn:view:{SITE}", AT, png(1), "image/png", WARC_Page_ID="a")
    archive.record("revisit", f"urn:view:{SITE}", AT, b"", WARC_Page_ID="b", WARC_Refers_To=first)
    archive.record(
        "revisit", f"urn:view:{SITE}", AT, b"", WARC_Page_ID="c", WARC_Refers_To="<urn:uuid:nowhere>"
    )
    versions = versions_from_wacz(archive.close())
    assert len(versions) == 2
    assert all(same_picture(version.screenshot, png(1)) for version in versions)


def test_errors_and_walls_are_no_versions(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        page = collection.repository.add_page(URL, at=START)
        collection.store(page, capture(0))
        wall = Problem(code=ProblemCode.EXCHANGE, message="a wall")
        collection.store(page, capture(1, response_kind=ResponseKind.ERROR, status=503, problems=(wall,)))
        file = export_wacz(collection, tmp_path / "news.wacz")
    assert [version.captured_at for version in versions_from_wacz(file)] == [START]
    foreign = Archive(tmp_path / "error.warc.gz")
    foreign.response(SITE, AT, b"Gone", status="404 Not Found")
    foreign.record("resource", f"urn:view:{SITE}", AT, png(1), "image/png")
    with pytest.raises(UnreadableArchive, match="error pages or walls"):
        versions_from_wacz(foreign.close())


def two_pages(path: Path) -> Path:
    archive = Archive(path)
    for hour in range(3):
        at = AT + timedelta(hours=hour)
        archive.record("resource", f"urn:view:{SITE}", at, png(hour), "image/png")
        if hour:
            archive.record("resource", f"urn:view:{SITE}about", at, png(9), "image/png")
    return archive.close()


def test_of_several_pages_one_is_named(tmp_path: Path) -> None:
    file = two_pages(tmp_path / "two.warc.gz")
    assert pages_in_wacz(file) == {SITE: 3, SITE + "about": 2}
    assert len(versions_from_wacz(file, SITE.replace("https", "http") + "about/#top")) == 2
    with pytest.raises(UnreadableArchive, match=r"holds 2 pages: pass one as url: .*news.example/ \(3\)"):
        versions_from_wacz(file)
    with pytest.raises(UnreadableArchive, match=r"no screenshot of https://other.example/"):
        versions_from_wacz(file, "https://other.example/")


def test_a_crawl_without_a_browser_is_a_history_of_words(tmp_path: Path) -> None:
    file = wget(tmp_path / "plain.warc")
    assert pages_in_wacz(file) == {SITE: 1, SITE + "b.html": 1}
    (version,) = versions_from_wacz(file, SITE)
    assert not version.is_pictured
    assert [block["text"] for block in version.blocks] == ["news 0"]


def test_who_wants_pictures_only_gets_no_words(tmp_path: Path) -> None:
    file = wget(tmp_path / "plain.warc")
    assert pages_in_wacz(file, pictures_only=True) == {}
    with pytest.raises(UnreadableArchive, match=r"holds no screenshots.*ingest"):
        versions_from_wacz(file, pictures_only=True)
    assert len(versions_from_wacz(scoop(tmp_path / "one.wacz"), pictures_only=True)) == 1


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"PK\x03\x04 torn", b"\x1f\x8b\x08 torn", b"WARC/1.1\r\ntorn"]
)
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.wacz").write_bytes(content)
    with pytest.raises(ChangeModelError, match=r"broken\.wacz"):
        versions_from_wacz(tmp_path / "broken.wacz")


def test_a_file_that_is_not_there_or_torn_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableArchive, match="cannot be read: No such file"):
        versions_from_wacz(tmp_path / "none.wacz")
    whole = browsertrix(tmp_path / "crawl.wacz")
    torn = tmp_path / "torn.wacz"
    torn.write_bytes(whole.read_bytes()[:3000])
    with pytest.raises(UnreadableArchive, match="damaged"):
        versions_from_wacz(torn)
    with zipfile.ZipFile(tmp_path / "empty.wacz", "w") as archive:
        archive.writestr("index.json", "{}")
    with pytest.raises(UnreadableArchive, match="no WARC file"):
        versions_from_wacz(tmp_path / "empty.wacz")


def test_a_picture_is_read_when_it_is_needed(tmp_path: Path) -> None:
    file = browsertrix(tmp_path / "crawl.wacz")
    versions = versions_from_wacz(file)
    shutil.move(file, tmp_path / "elsewhere.wacz")
    with pytest.raises(UnreadableArchive, match="cannot be read"):
        load_image(versions[0].screenshot)  # type: ignore[arg-type]


def test_a_record_that_holds_no_picture_says_so_when_it_is_read(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "no-picture.warc.gz")
    archive.record("resource", f"urn:view:{SITE}", AT, b"no picture", "image/png")
    (version,) = versions_from_wacz(wacz(tmp_path / "no-picture.wacz", [archive.close()], []))
    with pytest.raises(ChangeModelError, match="image"):
        load_image(version.screenshot)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scale", "size"),
    [
        (2, 40),
        (0.5, 160),
        (1e9, 80),
        (1e-9, 80),
        (True, 80),
        (float("inf"), 80),
        (float("nan"), 80),
        ("2", 80),
    ],
)
def test_a_scale_that_no_screen_has_is_none(tmp_path: Path, scale: object, size: int) -> None:
    archive = Archive(tmp_path / "scaled.warc.gz")
    info = {"pageid": "a", "pagetide": {"responseKind": "content", "profile": {"scale": scale}}}
    archive.record("resource", f"urn:pageinfo:{SITE}", AT, json.dumps(info).encode(), "application/json")
    archive.record("resource", f"urn:view:{SITE}", AT, png(1, 80), "image/png", WARC_Page_ID="a")
    (version,) = versions_from_wacz(archive.close())
    assert version.pixels().shape == (size, size, 3)


@pytest.mark.parametrize(
    ("layout", "links", "digests"),
    [
        (b'{"links": null}', {SITE + "dom"}, {}),
        (b'{"links": ["https://a.example/"], "images": [5]}', {"https://a.example/"}, {}),
        (b'{"links": "https://a.example/", "images": []}', {SITE + "dom"}, {}),
        (b'{"links": [5, null], "images": [], "blocks": [5]}', {SITE + "dom"}, {}),
        (b'{"links": [], "images": [], "blocks": "abc"}', set(), {}),
        (b'{"blocks": [{"path": 5}]}', {SITE + "dom"}, {}),
        (b'{"blocks": {"path": "p"}}', {SITE + "dom"}, {}),
        (b'{"blocks": [[]], "image_digests": {"a": 5, "b": "sha256:1"}}', {SITE + "dom"}, {"b": "sha256:1"}),
        (b'{"image_digests": ["a"]}', {SITE + "dom"}, {}),
        (b"[5]", {SITE + "dom"}, {}),
        (b"{torn", {SITE + "dom"}, {}),
        (b"[" * 100_000, {SITE + "dom"}, {}),
    ],
)
def test_of_a_broken_layout_what_can_be_read_is_read(
    tmp_path: Path, layout: bytes, links: set[str], digests: dict[str, str]
) -> None:
    archive = Archive(tmp_path / "layouts.warc.gz")
    whole = b'{"links": [], "images": [], "blocks": [{"path": "p", "text": "block", "links": []}]}'
    for hour, stated in enumerate((whole, layout, whole)):
        at, own = AT + timedelta(hours=hour), {"WARC_Page_ID": f"page-{hour}"}
        archive.record("resource", f"urn:view:{SITE}", at, png(hour), "image/png", **own)
        archive.record("resource", f"urn:dom:{SITE}", at, b'<a href="/dom">', "text/html", **own)
        archive.record("resource", f"urn:text:{SITE}", at, b"news", "text/plain", **own)
        archive.record("resource", f"urn:layout:{SITE}", at, stated, "application/json", **own)
    versions = versions_from_wacz(archive.close())
    assert [version.blocks is None for version in versions] == [False, True, False]
    assert (versions[1].links, versions[1].image_digests, versions[1].text) == (links, digests, "news")


def test_html_that_cannot_be_parsed_takes_nothing_but_its_links(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "html.warc.gz")
    for hour, html in enumerate((b'<![x[ <a href="/a">', b'<a href="/b">')):
        at = AT + timedelta(hours=hour)
        archive.response(SITE, at, html)
        archive.record("resource", f"urn:view:{SITE}", at, png(hour), "image/png")
    assert [version.links for version in versions_from_wacz(archive.close())] == [set(), {SITE + "b"}]


def test_a_page_is_named_in_any_spelling(tmp_path: Path) -> None:
    file = two_pages(tmp_path / "two.warc.gz")
    assert len(versions_from_wacz(file, "http://WWW.News.Example:80/about")) == 2


def test_links_and_images_come_from_html_where_no_layout_was_captured() -> None:
    html = (
        b'<base href="/news/"><a href="a">A</a><a href="#top"><a name=x><a href="mailto:x@y.example">'
        b'<a href="http://[broken"><img src="//cdn.example/b.png"><area href="c?d=1#e"><img><p>'
    )
    links, images = links_and_images(html, "https://news.example/")
    assert links == {
        "https://news.example/news/a",
        "https://news.example/news/",
        "https://news.example/news/c?d=1",
    }
    assert images == {"https://cdn.example/b.png"}
    assert links_and_images(b"", "") == (frozenset(), frozenset())
