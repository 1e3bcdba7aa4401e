"""Which records of an archive make a visit, where a record or its page id is missing."""

import json
import time
import zipfile
from collections.abc import Collection
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from changemodel import pages_in_wacz, versions_from_wacz
from changemodel.archive_visits import page_key, visits_in
from changemodel.archived_records import Part, Place, parts_in
from changemodel.errors import UnreadableArchive
from changemodel.features.images import load_image
from changemodel.version import PageVersion
from changemodel.warc_records import Unread
from tests.storage.archives import AT, HTML, SITE, Archive, jpeg, wacz
from tests.storage.builders import png

TEN_MINUTES, FIVE_SECONDS = timedelta(minutes=10), timedelta(seconds=5)


def visits(
    path: Path,
    *,
    no_text: Collection[int] = (),
    no_picture: Collection[int] = (),
    kinds: Collection[str] = ("view",),
    text_after: timedelta = -FIVE_SECONDS,
    count: int = 6,
) -> Path:
    """Visits without page ids; a text so long after its picture."""
    archive = Archive(path)
    for visit in range(count):
        at = AT + visit * TEN_MINUTES
        if visit not in no_text:
            archive.record("resource", f"urn:text:{SITE}", at + text_after, b"news %d" % visit, "text/plain")
        for kind in kinds if visit not in no_picture else ():
            archive.record("resource", f"urn:{kind}:{SITE}", at, png(visit), "image/png")
    return archive.close()


def said(versions: list[PageVersion]) -> dict[int, str | None]:
    """What each version says, by the number of the visit whose picture it has."""
    pictures = [load_image(png(visit)) for visit in range(12)]
    shown = [load_image(version.screenshot) for version in versions]  # type: ignore[arg-type]
    numbers = [
        next(number for number, picture in enumerate(pictures) if np.array_equal(picture, image))
        for image in shown
    ]
    return {number: version.text for number, version in zip(numbers, versions, strict=True)}


@pytest.mark.parametrize("text_after", [-FIVE_SECONDS, FIVE_SECONDS, timedelta(minutes=4), timedelta(0)])
@pytest.mark.parametrize("kinds", [("view",), ("fullPage", "view", "thumbnail")])
@pytest.mark.parametrize("missing", [set[int](), {0}, {2}, {5}, {1, 3}])
def test_a_missing_text_leaves_the_others_where_they_are(
    tmp_path: Path, missing: set[int], kinds: tuple[str, ...], text_after: timedelta
) -> None:
    file = visits(tmp_path / "a.warc.gz", no_text=missing, kinds=kinds, text_after=text_after)
    expected = {visit: None if visit in missing else f"news {visit}" for visit in range(6)}
    assert said(versions_from_wacz(file)) == expected


@pytest.mark.parametrize("text_after", [-FIVE_SECONDS, FIVE_SECONDS])
def test_the_text_of_a_missing_picture_goes_to_no_other_visit(tmp_path: Path, text_after: timedelta) -> None:
    file = visits(tmp_path / "a.warc.gz", no_text={1, 3}, no_picture={2}, text_after=text_after)
    assert said(versions_from_wacz(file)) == {0: "news 0", 1: None, 3: None, 4: "news 4", 5: "news 5"}


def test_a_visit_without_its_best_picture_is_shown_by_another(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    for visit in range(4):
        at = AT + visit * TEN_MINUTES
        if visit != 2:
            archive.record("resource", f"urn:fullPage:{SITE}", at, png(visit), "image/png")
        archive.record("resource", f"urn:view:{SITE}", at, png(visit + 6), "image/png")
        archive.record("resource", f"urn:text:{SITE}", at, b"news %d" % visit, "text/plain")
    versions = versions_from_wacz(archive.close())
    assert said(versions) == {0: "news 0", 1: "news 1", 8: "news 2", 3: "news 3"}


def test_records_of_one_moment_are_of_visits_in_the_order_of_the_file(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    for visit in range(3):
        archive.record("resource", f"urn:text:{SITE}", AT, b"news %d" % visit, "text/plain")
        archive.record("resource", f"urn:view:{SITE}", AT, png(visit), "image/png")
    assert said(versions_from_wacz(archive.close())) == {visit: f"news {visit}" for visit in range(3)}


def test_pictures_without_an_id_go_to_the_visits_that_have_one(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    for visit in range(4):
        at = AT + visit * TEN_MINUTES
        info = json.dumps({"pageid": f"page-{visit}", "url": SITE, "tsStatus": 500 if visit == 1 else 200})
        archive.record("resource", f"urn:pageinfo:{SITE}", at, info.encode(), "application/json")
        text = b"news %d" % visit
        archive.record("resource", f"urn:text:{SITE}", at, text, "text/plain", WARC_Page_ID=f"page-{visit}")
        if visit != 2:
            archive.record("resource", f"urn:view:{SITE}", at + FIVE_SECONDS, png(visit), "image/png")
    assert said(versions_from_wacz(archive.close())) == {0: "news 0", 3: "news 3"}


def test_scoops_records_are_of_the_page_listed_at_the_time(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "data.warc.gz")
    pages = []
    for visit, missing in enumerate((False, True, False, False)):
        at = AT + visit * TEN_MINUTES
        pages.append({"id": f"s{visit}", "url": SITE, "ts": f"{at:%Y-%m-%dT%H:%M:%SZ}"})
        pages[-1]["text"] = "" if missing else f"news {visit}"
        archive.response(SITE, at, HTML % visit)
        archive.response("file:///dom-snapshot.html", at + FIVE_SECONDS, b'<a href="/%d">' % visit)
        archive.response("file:///screenshot.png", at + 2 * FIVE_SECONDS, png(visit), mime="image/png")
    file = wacz(tmp_path / "scoop.wacz", [archive.close()], pages)
    versions = versions_from_wacz(file)
    assert said(versions) == {0: "news 0", 1: None, 2: "news 2", 3: "news 3"}
    assert [version.links for version in versions] == [{f"{SITE}{visit}"} for visit in range(4)]
    assert pages_in_wacz(file) == {SITE: 4}


def test_a_listed_text_is_that_of_its_page_id(tmp_path: Path) -> None:
    archive, pages = Archive(tmp_path / "data.warc.gz"), []
    for visit in range(3):
        at = AT + visit * timedelta(minutes=1)
        archive.record("resource", f"urn:view:{SITE}", at, png(visit), "image/png", WARC_Page_ID=f"p{visit}")
        if visit != 1:
            page = {"id": f"p{visit}", "url": SITE, "ts": f"{at:%Y-%m-%dT%H:%M:%SZ}", "text": f"news {visit}"}
            pages += [page, page]
    file = wacz(tmp_path / "a.wacz", [archive.close()], pages)
    assert said(versions_from_wacz(file)) == {0: "news 0", 1: None, 2: "news 2"}


def test_pages_with_one_page_id_are_different_pages(tmp_path: Path) -> None:
    archive, pages = Archive(tmp_path / "data.warc.gz"), []
    for number, url in enumerate((SITE, SITE + "b")):
        at = AT + number * FIVE_SECONDS
        archive.record("resource", f"urn:view:{url}", at, png(number), "image/png", WARC_Page_ID="p1")
        pages.append({"id": "p1", "url": url, "ts": f"{at:%Y-%m-%dT%H:%M:%SZ}"})
    late = AT + FIVE_SECONDS * 1.5
    archive.record("resource", f"urn:text:{SITE}", late, b"news 0", "text/plain", WARC_Page_ID="p1")
    file = wacz(tmp_path / "a.wacz", [archive.close()], pages)
    assert pages_in_wacz(file) == {SITE: 1, SITE + "b": 1}
    assert said(versions_from_wacz(file, SITE)) == {0: "news 0"}
    assert said(versions_from_wacz(file, SITE + "b")) == {1: None}


def test_lines_that_name_no_page_say_nothing(tmp_path: Path) -> None:
    file = visits(tmp_path / "a.warc.gz", count=1)
    lines = [
        b'{"url": 5, "ts": "2025-05-04T10:00:00Z", "text": "wrong"}',
        b'{"url": null, "ts": "2025-05-04T10:00:00Z"}',
        b'{"url": ["https://www.news.example/"], "ts": "2025-05-04T10:00:00Z"}',
        b'{"url": "https://www.news.example/", "ts": 5}',
        b"[" * 100_000,
        b"5",
        b"\xff",
    ]
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as package:
        package.write(file, "archive/a.warc.gz")
        package.writestr("pages/pages.jsonl", b"\n".join(lines))
    assert [version.text for version in versions_from_wacz(tmp_path / "a.wacz")] == ["news 0"]
    assert pages_in_wacz(tmp_path / "a.wacz") == {SITE: 1}


def test_a_later_comparison_with_the_replay_says_nothing_of_the_visit(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    own = {"responseKind": "content", "profile": {"scale": 2}}
    archive.record("resource", f"urn:view:{SITE}", AT, png(0, 80), "image/png", WARC_Page_ID="p")
    for info in (
        {"pageid": "p", "pagetide": own},
        {"pageid": "p", "comparison": {}, "pagetide": {}, "tsStatus": 500},
    ):
        archive.record("resource", f"urn:pageinfo:{SITE}", AT, json.dumps(info).encode(), "application/json")
    (version,) = versions_from_wacz(archive.close())
    assert version.pixels().shape == (40, 40, 3)


def test_the_status_is_that_of_the_same_visit(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    for visit, status in enumerate(("200 OK", "503 Busy", "200 OK")):
        at = AT + visit * TEN_MINUTES
        archive.response(SITE, at - FIVE_SECONDS, b"", status="301 Moved")
        archive.response(SITE.replace("https", "http"), at, HTML % visit, status=status)
        archive.record("resource", f"urn:view:{SITE}", at + FIVE_SECONDS, png(visit), "image/png")
    assert list(said(versions_from_wacz(archive.close()))) == [0, 2]


def test_an_archive_of_texts_gives_versions_of_words_alone(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    layout = json.dumps({"links": [], "images": [], "blocks": [{"path": "p", "text": "block", "links": []}]})
    for visit in range(4):
        at, page = AT + visit * TEN_MINUTES, f"p{visit % 3}"
        archive.response(SITE, at, b'<a href="/%d">' % visit, status="404 No" if visit == 1 else "200 OK")
        archive.record("resource", f"urn:text:{SITE}", at, b"news %d" % visit, "text/plain")
        archive.record("resource", f"urn:textFinal:{SITE}", at, b"later %d" % visit, "text/plain")
        archive.record("resource", f"urn:text:{SITE}{page}", at, b"", "text/plain")
    archive.record("resource", f"urn:layout:{SITE}", AT, layout.encode(), "application/json")
    file = archive.close()
    versions = versions_from_wacz(file)
    assert [version.text for version in versions] == ["news 0", "news 2", "news 3"]
    assert [version.links for version in versions] == [set(), {f"{SITE}2"}, {f"{SITE}3"}]
    assert [version.is_pictured for version in versions] == [False, False, False]
    assert versions[0].blocks[0]["text"] == "block"
    assert pages_in_wacz(file) == {SITE: 4}


def test_a_list_of_pages_with_texts_gives_versions_of_words_alone(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    archive.response(SITE, AT, HTML % 0)
    pages = [
        {"id": f"p{hour}", "url": SITE, "ts": f"2025-05-04T1{hour}:00:00Z", "text": f"news {hour}"}
        for hour in range(3)
    ]
    file = wacz(
        tmp_path / "a.wacz", [archive.close()], [*pages, {"url": SITE + "b", "ts": "2025-05-04T10:00:00Z"}]
    )
    assert [version.text for version in versions_from_wacz(file)] == ["news 0", "news 1", "news 2"]
    assert pages_in_wacz(file) == {SITE: 3}


def test_where_a_page_has_pictures_captures_without_are_left_out(tmp_path: Path) -> None:
    file = visits(tmp_path / "a.warc.gz", no_picture={1, 2})
    assert len(versions_from_wacz(file)) == pages_in_wacz(file)[SITE] == 4


def test_neither_pictures_nor_words_says_who_makes_them(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    archive.record("resource", f"urn:layout:{SITE}", AT, b'{"blocks": [5]}', "application/json")
    file = archive.close()
    with pytest.raises(
        UnreadableArchive, match=r"a\.warc\.gz holds no screenshot of https.* no words of it.*ingest"
    ):
        versions_from_wacz(file)


@pytest.mark.parametrize(
    "url",
    [
        "https://www.news.example/a?B=1",
        "http://WWW.News.example/a?B=1",
        "http://www.news.example:80/a?B=1",
        "HTTPS://www.news.example:443/a?B=1#top",
        "https:\\\\www.news.example\\x\\..\\a?B=1",
    ],
)
def test_spellings_of_one_page_have_one_key(url: str) -> None:
    assert page_key(url) == "www.news.example/a?B=1"


@pytest.mark.parametrize(
    ("url", "other"),
    [
        ("https://a.example:8443/", "https://a.example/"),
        ("https://a.example:80/", "https://a.example/"),
        ("https://a.example/A", "https://a.example/a"),
        ("https://a.example/?b", "https://a.example/"),
        ("https://A@a.example/", "https://a@a.example/"),
        ("https://a.example/b", "https://a.example/b/"),
        ("https://a.example/?v=AbC", "https://a.example/?v=aBc"),
        ("https://a.example/#/b", "https://a.example/#/c"),
        ("https://a.example/#!b", "https://a.example/"),
    ],
)
def test_other_pages_have_other_keys(url: str, other: str) -> None:
    assert page_key(url) != page_key(other)


@pytest.mark.parametrize("stated", ["pageinfo", "listed"])
def test_routes_of_one_document_are_pages_with_its_responses(tmp_path: Path, stated: str) -> None:
    urls = [f"{SITE}#/a", f"{SITE}#/b"]
    archive = Archive(tmp_path / "crawl.warc.gz")
    pages = []
    for number, url in enumerate(urls):
        at, page = AT + number * FIVE_SECONDS, f"01234567-89ab-4cde-8f01-23456789ab0{number}"
        archive.response(SITE, at, HTML % number, WARC_Page_ID=page)
        archive.record("resource", f"urn:view:{SITE}", at, png(number), "image/png", WARC_Page_ID=page)
        pages.append({"id": page, "url": url, "ts": at.isoformat()})
        if stated == "pageinfo":
            told = json.dumps({"pageid": page, "url": url}).encode()
            archive.record(
                "resource", f"urn:pageinfo:{SITE}", at, told, "application/json", WARC_Page_ID=page
            )
    file = archive.close()
    if stated == "listed":
        file = wacz(tmp_path / "crawl.wacz", [file], pages)
    assert pages_in_wacz(file) == dict.fromkeys(urls, 1)
    for number, url in enumerate(urls):
        (version,) = versions_from_wacz(file, url=url)
        assert said([version]) == {number: version.text}
    assert [visit.status for visit in visits_in(parts_in(file, Unread()))] == [200, 200]


def test_what_is_no_url_has_a_key() -> None:
    assert page_key("http://[broken/") == "[broken"
    assert page_key("https://a.example:99999/") == "a.example:99999"
    assert page_key("https://[::1]:443/") == "[::1]"
    assert page_key("https://a.example?b") == page_key("https://a.example/?b") == "a.example/?b"
    assert page_key("") == ""


def many(count: int, *, ids: bool, apart: timedelta) -> list[Part]:
    found = []
    for visit in range(count):
        at, page_id = AT + visit * apart, f"p{visit}" if ids else ""
        for name, later in (("response", 0), ("listed", 0), ("text", 1), ("view", 2), ("fullPage", 2)):
            found.append(
                Part(
                    name=name,
                    url=SITE,
                    at=at + timedelta(seconds=later),
                    page_id=page_id,
                    place=Place("", len(found)),
                    status=200,
                )
            )
    return found


@pytest.mark.parametrize("ids", [True, False])
@pytest.mark.parametrize("apart", [timedelta(seconds=10), TEN_MINUTES])
def test_time_grows_no_faster_than_the_visits(ids: bool, apart: timedelta) -> None:
    def taken_s(count: int) -> float:
        parts, start = many(count, ids=ids, apart=apart), time.process_time()
        found = visits_in(parts)
        spent = time.process_time() - start
        assert len(found) == count
        assert all(len(visit.parts) == 5 for visit in found)
        return spent

    few = min(taken_s(500) for _ in range(3))
    assert min(taken_s(4000) for _ in range(2)) < 30 * few  # 8 times the visits; pair by pair it would be 64


def test_brozzlers_thumbnail_is_of_the_visit_of_its_screenshot(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    for visit in range(3):
        at = AT + visit * TEN_MINUTES
        archive.record("resource", f"thumbnail:{SITE}", at, jpeg(9), "image/jpeg")
        if visit != 1:
            archive.record("resource", f"screenshot:{SITE}", at + FIVE_SECONDS, jpeg(visit), "image/jpeg")
    versions = versions_from_wacz(archive.close())
    shown = [version.pixels() for version in versions]
    assert [np.array_equal(a, load_image(jpeg(n))) for a, n in zip(shown, (0, 9, 2), strict=True)] == [
        True
    ] * 3
