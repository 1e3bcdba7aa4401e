"""Archived answers are found by URL and time, in closed files and in the one that is still written."""

import io
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.collection import Collection
from storage.index.cdxj import write_index
from storage.replay.archived import body_of, head_of
from storage.replay.mementos import MementoIndex, lines_starting, nearest
from tests.storage.builders import START, STYLE, URL, add_page, capture, exchange, fill, style

STYLE_URL = "https://news.example/style.css"


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.create(tmp_path / "news") as opened:
        yield opened


@pytest.fixture
def index(collection: Collection, tmp_path: Path) -> MementoIndex:
    return MementoIndex(collection, tmp_path / "scratch")


def test_every_answer_of_a_url_is_found_oldest_first(collection: Collection, index: MementoIndex) -> None:
    fill(collection, hours=3)
    found = index.of(URL)
    assert [memento.at for memento in found] == [
        START.replace(microsecond=0) + timedelta(hours=hour) for hour in range(3)
    ]
    assert [memento.status for memento in found] == [200] * 3


def test_spellings_of_a_url_are_one(collection: Collection, index: MementoIndex) -> None:
    page = add_page(collection)
    collection.store(page, capture(exchanges=(exchange("https://news.example/list?b=2&a=1"),)))
    assert index.of("http://WWW.news.example:80/list?a=1&b=2") == index.of(
        "https://news.example/list?b=2&a=1"
    )
    assert len(index.of("news.example/list?a=1&b=2")) == 1


def test_pictures_styles_and_screenshots_are_mementos_too(
    collection: Collection, index: MementoIndex
) -> None:
    fill(collection, hours=2)
    assert [memento.mime for memento in index.of(STYLE_URL)] == ["text/css", "warc/revisit"]
    assert [memento.mime for memento in index.of(f"urn:view:{URL}")] == ["image/png"] * 2


def test_a_url_that_was_never_archived_has_none(collection: Collection, index: MementoIndex) -> None:
    fill(collection, hours=1)
    assert index.of("https://news.example/fron") == []
    assert index.of("https://news.example/front2") == []


def test_captures_appear_while_the_file_grows(collection: Collection, index: MementoIndex) -> None:
    page = add_page(collection)
    for hour in range(3):
        collection.store(page, capture(hour))
        assert len(index.of(URL)) == hour + 1
        newest = index.of(URL)[-1]
        assert (
            b"".join(body_of(collection, index, newest))
            == f"<html><body><h1>Story {hour}</h1></body></html>".encode()
        )


@pytest.mark.parametrize("indexed", [True, False])
def test_closed_files_are_read_by_their_index_or_one_made_here(tmp_path: Path, indexed: bool) -> None:
    folder = tmp_path / "news"
    with Collection.create(folder) as collection:
        fill(collection, hours=2)
    if indexed:
        with Collection.open(folder) as collection:
            write_index(collection)
    with Collection.open(folder, read_only=True) as collection:
        index = MementoIndex(collection, tmp_path / "scratch")
        assert len(index.of(URL)) == 2
        assert (tmp_path / "scratch").exists() is not indexed


def test_the_body_of_a_revisit_is_that_of_its_original(collection: Collection, index: MementoIndex) -> None:
    fill(collection, hours=2)
    first, second = index.of(STYLE_URL)
    assert second.is_revisit
    assert b"".join(body_of(collection, index, second)) == STYLE
    assert index.original(second) == first


def test_the_head_says_what_was_answered_and_in_which_visit(
    collection: Collection, index: MementoIndex
) -> None:
    page = add_page(collection)
    moved = exchange(URL, status=302, reason="Found", response_headers=(("Location", "/new"),), body=b"")
    collection.store(page, capture(exchanges=(moved, style())))
    head = head_of(collection, index.of(URL)[0])
    assert (head.status, head.reason) == (302, "Found")
    assert ("Location", "/new") in head.headers
    assert head.page_id.startswith("urn:uuid:")


def test_of_two_answers_in_one_second_the_good_one_counts(
    collection: Collection, index: MementoIndex
) -> None:
    page = add_page(collection)
    failed = exchange(URL, status=503, reason="Busy", body=b"later")
    collection.store(page, capture(exchanges=(failed, exchange(URL, body=b"here"))))
    (memento,) = index.of(URL)
    assert memento.status == 200


def test_of_answers_in_one_second_that_of_the_very_url_counts(
    collection: Collection, index: MementoIndex
) -> None:
    urls = (
        "http://news.example/watch?v=AbC",
        "https://news.example/watch?v=AbC",
        "https://news.example/watch?v=aBc",
    )
    moved = {"status": 301, "response_headers": (("location", urls[1]),), "body": None}
    exchanges = (exchange(urls[0], **moved), exchange(urls[1]), exchange(urls[2]))
    collection.store(add_page(collection), capture(exchanges=exchanges))
    assert [[memento.url for memento in index.of(url)] for url in urls] == [[url] for url in urls]


def test_a_route_of_a_page_is_found_by_its_document(collection: Collection, index: MementoIndex) -> None:
    url = "https://news.example/app#/inbox"
    collection.store(add_page(collection, url), capture(url=url, exchanges=(exchange(url),)))
    assert [memento.url for memento in index.of(url)] == ["https://news.example/app"]


def test_the_nearest_in_time_is_chosen_and_of_two_the_earlier(
    collection: Collection, index: MementoIndex
) -> None:
    fill(collection, hours=3)
    first, second, third = index.of(URL)
    assert nearest([first, second, third], first.at - timedelta(days=9)) == first
    assert nearest([first, second, third], second.at + timedelta(minutes=29)) == second
    assert nearest([first, second, third], second.at + timedelta(minutes=30)) == second
    assert nearest([first, second, third], third.at + timedelta(days=9)) == third


@given(
    keys=st.lists(st.text("abc)/?", min_size=1, max_size=4), max_size=60),
    padding=st.integers(0, 900),
    wanted=st.text("abc)/?", min_size=1, max_size=4),
)
def test_binary_search_finds_the_lines_that_a_plain_reading_finds(
    keys: list[str], padding: int, wanted: str
) -> None:
    lines = sorted(f"{key} {number:014d} {'x' * padding}\n" for number, key in enumerate(keys))
    file = io.BytesIO("".join(lines).encode())
    assert list(lines_starting(file, f"{wanted} ")) == [
        line for line in lines if line.startswith(f"{wanted} ")
    ]
