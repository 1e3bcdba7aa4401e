from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from storage.collection import Collection
from storage.index.cdxj import write_index
from storage.ingest.archives import ingest, rebuild, without_screenshot
from storage.queries.labels import Label
from storage.records import Outcome, Problem, ProblemCode, ReplayCheck, ResponseKind, Role
from storage.verify.walk import verify
from tests.storage.archives import MAKERS, heritrix
from tests.storage.builders import (
    START,
    URL,
    add_page,
    capture,
    exchange,
    fill,
    lose_database,
    png,
    score,
)

_OF_THIS_DATABASE = {"id", "page_id", "capture_id", "warc_record_id", "before_id", "after_id", "model_id"}


def facts(collection: Collection) -> dict[str, list[dict[str, Any]]]:
    """Everything that rows say, without numbers that only one database knows; features are derived."""
    queries = {
        "page": "SELECT url, url_key, title FROM page ORDER BY url",
        "capture": "SELECT * FROM capture ORDER BY started_at, urn",
        "artifact": "SELECT a.*, c.urn FROM artifact a JOIN capture c ON c.id = a.capture_id "
        "WHERE role <> 'features' ORDER BY c.urn, role",
        "record": 'SELECT * FROM warc_record ORDER BY file, "offset"',
        "score": "SELECT * FROM change_score ORDER BY scored_at",
        "label": "SELECT * FROM label ORDER BY said_at",
        "check": "SELECT * FROM replay_check ORDER BY checked_at",
    }
    with collection.database.reading() as connection:
        return {
            name: [
                {key: value for key, value in row.items() if key not in _OF_THIS_DATABASE}
                for row in connection.execute(text(query)).mappings()
            ]
            for name, query in queries.items()
        }


def _store_a_bit_of_everything(path: Path) -> dict[str, list[dict[str, Any]]]:
    with Collection.create(path) as collection:
        first = fill(collection, 3)[0]
        collection.record_replay_check(
            ReplayCheck(
                capture_id=first.id,
                checked_at=START + timedelta(days=2),
                screenshot_match=0.9,
                text_match=1.0,
                crawl_good=3,
                crawl_bad=1,
                replay_good=2,
                replay_bad=2,
                missing=("https://news.example/gone.png",),
                details={"outcome": "complete", "regions": [[0.0]]},
            )
        )
        page = collection.repository.page(first.page_id)
        lost = exchange("https://news.example/gone.png", status=None, body=None, error="net::ERR_FAILED")
        moved = (
            exchange(status=301, body=None, response_headers=(("location", URL + "/"),)),
            exchange(URL + "/"),
        )
        collection.store(
            page, capture(4, exchanges=(*moved, lost), final_url=URL + "/", outcome=Outcome.PARTIAL)
        )
    with Collection.open(path) as collection:
        page = collection.repository.pages()[0]
        problem = Problem(code=ProblemCode.TIMEOUT, message="Nothing came in 30 seconds.", url=URL)
        failed = capture(
            5,
            exchanges=(),
            view_png=None,
            full_page_png=None,
            dom=None,
            text=None,
            layout=None,
            title="",
            status=None,
            mime=None,
            final_url=None,
            outcome=Outcome.FAILED,
            response_kind=ResponseKind.NONE,
            problems=(problem,),
            observed={"overlays": ["dialog"]},
        )
        collection.store(page, failed)
        other = collection.store(
            add_page(collection, "https://other.example/"), capture(6, url="https://other.example/")
        )
        again = collection.store(
            collection.repository.page(other.page_id), capture(7, url="https://other.example/")
        )
        collection.record_score(score(other, again, important=None, probability=None))
        for hour, (before, after, important) in enumerate([(1, 2, True), (2, 3, False), (1, 2, None)]):
            said_at = START + timedelta(days=1, hours=hour)
            collection.record_label(
                Label(page_id=page.id, before_id=before, after_id=after, important=important, said_at=said_at)
            )
        return facts(collection)


def test_a_lost_database_is_made_again_from_the_archive(tmp_path: Path) -> None:
    before = _store_a_bit_of_everything(tmp_path)
    lose_database(tmp_path)
    with Collection.create(tmp_path) as collection:
        report = rebuild(collection)
        assert (len(report.added), report.known, report.scores, report.labels, report.faults) == (
            7,
            0,
            3,
            3,
            (),
        )
        after = facts(collection)
        for name, rows in before.items():
            assert after[name] == rows, name
        assert verify(collection).ok
        first = collection.repository.captures(1)[0]
        assert collection.read(first, Role.VIEW) == png(0)
        collection.store(collection.repository.pages()[0], capture(9))  # style.css is found: a revisit
        assert rebuild(collection).added == ()


def test_a_visit_whose_rows_were_never_written_is_found_again(tmp_path: Path) -> None:
    _store_a_bit_of_everything(tmp_path)
    with Collection.open(tmp_path) as collection:
        before = facts(collection)
        with collection.database.writing() as connection:
            connection.execute(text("DELETE FROM change_score WHERE after_id = 3"))
            connection.execute(text("DELETE FROM label WHERE after_id = 3"))
            connection.execute(text("DELETE FROM finding WHERE capture_id IN (3, 5)"))
            connection.execute(text("DELETE FROM artifact WHERE capture_id IN (3, 5)"))
            connection.execute(text("DELETE FROM warc_record WHERE capture_id IN (3, 5)"))
            connection.execute(text("DELETE FROM capture WHERE id IN (3, 5)"))
        report = rebuild(collection)
        assert (len(report.added), report.known, report.scores, report.labels) == (2, 5, 1, 1)
        for name in ("capture", "label"):
            assert facts(collection)[name] == before[name]
        assert rebuild(collection).added == ()


@pytest.mark.parametrize("name", MAKERS)
def test_archives_of_others_are_found_again_with_what_was_added_to_them(tmp_path: Path, name: str) -> None:
    with Collection.create(tmp_path / "news") as collection:
        report = ingest(collection, MAKERS[name](tmp_path / name))
        waiting = without_screenshot(collection)
        for stored in waiting[:1]:
            collection.add_rendering(stored, capture(3, title="Rendered"))
        before = facts(collection)
    lose_database(tmp_path / "news")
    with Collection.create(tmp_path / "news") as collection:
        again = rebuild(collection)
        assert (len(again.added), again.faults) == (len(report.added), ())
        after = facts(collection)
        assert after["artifact"] == before["artifact"]
        assert after["page"] == before["page"]
        for ours, theirs in zip(after["capture"], before["capture"], strict=True):
            assert ours == theirs
        assert verify(collection).faults == ()


def test_a_rendering_completes_a_capture_of_another_tool(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        ingest(collection, heritrix(tmp_path / "h.warc.gz"))
        stored = without_screenshot(collection)[0]
        done = collection.add_rendering(stored, capture(3, title="Rendered"))
        assert done.is_good
        assert (done.url, done.started_at, done.status) == (stored.url, stored.started_at, 200)
        assert (done.outcome, done.problems, done.title) == (Outcome.COMPLETE, (), "Rendered")
        assert done.profile == capture().profile
        assert collection.read(done, Role.VIEW) == png(3)
        assert stored.id not in [waiting.id for waiting in without_screenshot(collection)]
        assert verify(collection).faults == ()
        view = [line for line in write_index(collection).read_text().splitlines() if "urn:view:" in line]
        assert all(f"{stored.started_at:%Y%m%d%H%M%S}" in line for line in view)


def test_a_rendering_that_failed_leaves_its_problem(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        ingest(collection, heritrix(tmp_path / "h.warc.gz"))
        stored = without_screenshot(collection)[0]
        problem = Problem(code=ProblemCode.TIMEOUT, message="The replay did not load.")
        empty = capture(
            3, view_png=None, full_page_png=None, dom=None, text=None, layout=None, problems=(problem,)
        )
        done = collection.add_rendering(stored, replace(empty, outcome=Outcome.FAILED))
        assert done.outcome is Outcome.PARTIAL
        assert done.problems == (*stored.problems, problem)
        assert not done.is_good


def test_parts_that_stand_in_an_earlier_capture_are_found_there_again(tmp_path: Path) -> None:
    same = {"view_png": png(1), "full_page_png": png(2, 60), "text": "the same words " * 300}
    with Collection.create(tmp_path) as collection:
        page = add_page(collection)
        stored = [collection.store(page, capture(hour, **same)) for hour in range(3)]
        assert stored[2].warc_bytes < stored[0].warc_bytes - 2 * 4000
        assert collection.read(stored[2], Role.VIEW) == png(1)
        before = facts(collection)
    lose_database(tmp_path)
    with Collection.create(tmp_path) as collection:
        assert len(rebuild(collection).added) == 3
        assert facts(collection) == before
        assert verify(collection).faults == ()
        assert collection.read(collection.repository.captures(1)[2], Role.VIEW) == png(1)
