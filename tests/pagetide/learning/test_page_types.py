"""A page gets its type when a capture of it is stored, and never at the price of the visit."""

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from changemodel.classify.page_description import PageDescription
from changemodel.classify.page_type_classifier import PageTypeClassifier
from changemodel.classify.page_type_verdict import PageTypeVerdict
from pagetide.app import App
from pagetide.ingest import ingest_files
from pagetide.learning.page_types import AGAIN
from storage.collection import Collection
from storage.queries.page_types import FoundType, TypeCorrection
from storage.records import Capture, ResponseKind
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, URL, capture, failed
from tests.storage.archives import Archive, wacz

FORUM = "<title>How to oil it? - Forum</title><body class='forum thread'><h1>How to oil it?</h1>" + "".join(
    f"<div class='post'><a class='author' href='/u/{n}'>member</a><p>I tried this, too. It works.</p>"
    f"<button>Reply</button></div>"
    for n in range(9)
)
THREAD = f"{URL}threads/how-to-oil-it.1234/"
FEED = b"<rss version='2.0'><channel><title>News</title></channel></rss>"


def thread(hour: int) -> Capture:
    return replace(capture(hour, news=1, advert=1), dom=FORUM, final_url=THREAD)


def broken(self: PageTypeClassifier, description: PageDescription) -> PageTypeVerdict:
    raise ZeroDivisionError("no such page")


def test_a_stored_capture_gives_its_page_a_type(visits: Visits) -> None:
    visits.visit(thread(0))
    kept = visits.app.collection.repository.page_type(visits.page.id)
    assert kept is not None
    assert (kept.type, kept.said_by, kept.at) == ("forum", None, START)
    assert kept.model_id == PageTypeClassifier.shipped().model_id_


def test_a_document_is_told_from_the_bytes_that_were_sent(visits: Visits) -> None:
    plain = capture(0, news=1, advert=1)
    sent = replace(plain.exchanges[0], body=FEED, response_headers=(("Content-Type", "text/plain"),))
    visits.visit(replace(plain, dom=None, mime="text/plain", exchanges=(sent,)))
    kept = visits.app.collection.repository.page_type(visits.page.id)
    assert kept is not None
    assert kept.type == "feed"


@pytest.mark.parametrize(
    "taken", [failed(0), replace(thread(0), response_kind=ResponseKind.BOT_WALL)], ids=["failed", "wall"]
)
def test_what_does_not_show_the_page_gives_it_no_type(visits: Visits, taken: Capture) -> None:
    visits.visit(taken)
    assert visits.app.collection.repository.page_type(visits.page.id) is None


def test_an_error_of_the_classifier_is_told_and_the_visit_goes_on(
    visits: Visits, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(PageTypeClassifier, "classify", broken)
    with caplog.at_level(logging.ERROR):
        visits.visit(thread(0))
    assert visits.now().due_at == START + timedelta(hours=1)
    assert visits.app.collection.repository.page_type(visits.page.id) is None
    assert (
        "could not be classified from capture 1; `pagetide classify` tries again: no such page" in caplog.text
    )


def test_other_visits_go_on_while_a_page_is_classified(
    visits: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock: Any = visits.app.flow._writing
    was_free: list[bool] = []

    def taken() -> bool:
        got: bool = lock.acquire(blocking=False)
        if got:
            lock.release()
        return got

    def looked(self: PageTypeClassifier, description: PageDescription) -> PageTypeVerdict:
        with ThreadPoolExecutor(1) as other:
            was_free.append(other.submit(taken).result())
        return broken(self, description)

    monkeypatch.setattr(PageTypeClassifier, "classify", looked)
    visits.visit(thread(0))
    assert was_free == [True]


@pytest.mark.parametrize(
    ("later_by", "model_id", "looked_at"),
    [
        (timedelta(hours=1), None, False),
        (AGAIN, None, True),
        (timedelta(hours=1), "an older classifier", True),
    ],
)
def test_a_page_is_classified_again_by_another_classifier_or_after_some_days(
    visits: Visits, later_by: timedelta, model_id: str | None, looked_at: bool
) -> None:
    repository = visits.app.collection.repository
    known = FoundType(
        page_id=visits.page.id,
        type="product",
        probability=0.9,
        model_id=model_id or PageTypeClassifier.shipped().model_id_,
        at=START,
    )
    repository.put_found_type(known)
    visits.visit(thread(int(later_by / timedelta(hours=1))))
    assert (repository.type_names() == {visits.page.id: "forum"}) is looked_at


def test_a_visit_does_not_touch_what_a_person_said(visits: Visits) -> None:
    visits.visit(thread(0))
    visits.app.collection.record_type(TypeCorrection(page_id=visits.page.id, type="product", said_at=START))
    visits.visit(thread(24 * 30))
    kept = visits.app.collection.repository.page_type(visits.page.id)
    assert kept is not None
    assert (kept.type, kept.said_by) == ("product", "")


def test_an_archive_of_another_tool_gives_its_pages_types(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "rec.warc.gz")
    archive.response(THREAD, START, FORUM.encode())
    picture = capture(0, news=1, advert=1).view_png
    assert picture is not None
    archive.record("resource", f"urn:view:{THREAD}", START, picture, "image/png")
    warc = archive.close()
    source = wacz(
        tmp_path / "a.wacz", [warc], [{"id": "p", "url": THREAD, "ts": f"{START:%Y-%m-%dT%H:%M:%SZ}"}]
    )
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news") as app:
        (page,) = ingest_files(app, [source], START + timedelta(days=1)).pages
        assert app.collection.repository.type_names() == {page.id: "forum"}
