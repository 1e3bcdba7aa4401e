"""Findings: written with scores and visits, kept in step with verdicts, read by rank."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from alembic import command

from storage.collection import Collection
from storage.database.upgrade import alembic_config
from storage.errors import NotStored
from storage.findings import RESTLESS_AFTER, Finding, FindingKind
from storage.ingest.archives import rebuild
from storage.queries.findings import Wanted
from storage.queries.labels import Label
from storage.queries.missed_visits import MissedVisit
from storage.queries.page_sheets import PageSheets
from storage.records import Outcome, Page, Problem, ProblemCode, ResponseKind, StoredCapture
from tests.storage.builders import START, add_page, capture, fill, lose_database, score

pytestmark = pytest.mark.usefixtures("each_database")

HOUR = timedelta(hours=1)
NOT_FOUND = {"response_kind": ResponseKind.ERROR, "status": 404, "view_png": None}
WALLED = {"response_kind": ResponseKind.BOT_WALL, "title": "Just a moment..."}
LOGGED_OUT = {
    "response_kind": ResponseKind.LOGIN_WALL,
    "problems": (Problem(code=ProblemCode.LOGGED_OUT, message="logged out"),),
}
EMPTY = {"response_kind": ResponseKind.EMPTY}


def _found(collection: Collection, **wanted: Any) -> list[Finding]:
    return collection.repository.findings(Wanted(**wanted), limit=100)


def _visit(collection: Collection, page: Page, number: int, **changes: Any) -> StoredCapture:
    plain = {"url": page.url, "final_url": page.url}
    return collection.store(page, capture(number, **plain | changes))


def _visited(
    collection: Collection, visits: Sequence[dict[str, Any]], url: str = "https://a.example/x"
) -> list[str]:
    """The kinds of what the visits of a page show, in their order."""
    page = add_page(collection, url)
    for number, changes in enumerate(visits):
        _visit(collection, page, number, **changes)
    found = _found(collection, page_id=page.id)
    return [item.kind.value for item in sorted(found, key=lambda item: (item.at, item.id))]


def _label(
    collection: Collection, stored: Sequence[StoredCapture], important: bool | None, hour: int
) -> None:
    pair = {"before_id": stored[0].id, "after_id": stored[1].id}
    said_at = START + hour * HOUR
    collection.record_label(Label(page_id=stored[0].page_id, important=important, said_at=said_at, **pair))


def test_an_important_change_is_a_finding_that_nobody_has_seen(collection: Collection) -> None:
    before, after = fill(collection, 2)
    (found,) = _found(collection)
    assert (found.kind, found.before_id, found.capture_id) == (FindingKind.CHANGE, before.id, after.id)
    assert (found.at, found.probability, found.seen_at) == (after.started_at, 0.75, None)
    assert found.sentence == "1 link came"
    assert collection.repository.finding(found.id) == found
    with pytest.raises(NotStored):
        collection.repository.finding(found.id + 1)


def test_an_unimportant_or_undecided_change_is_none(collection: Collection) -> None:
    page = add_page(collection)
    stored = [_visit(collection, page, number) for number in range(3)]
    collection.record_score(score(stored[0], stored[1], important=False))
    collection.record_score(score(stored[1], stored[2], important=None))
    assert _found(collection) == []


def test_a_persons_verdict_counts_at_once_in_findings_and_counts(collection: Collection) -> None:
    stored = fill(collection, 2)
    _label(collection, stored, important=False, hour=3)
    assert _found(collection) == []
    assert collection.repository.counts().important == 0
    _label(collection, stored, important=True, hour=4)
    (found,) = _found(collection)
    assert (found.verdict, found.rank) == (True, 1.0)
    _label(collection, stored, important=None, hour=5)
    (found,) = _found(collection)
    assert (found.verdict, found.rank) == (None, 0.75)
    assert collection.repository.counts().important == 1


def test_what_a_person_calls_important_becomes_a_finding(collection: Collection) -> None:
    page = add_page(collection)
    stored = [_visit(collection, page, number) for number in range(2)]
    collection.record_score(score(*stored, important=False))
    _label(collection, stored, important=True, hour=3)
    assert [item.capture_id for item in _found(collection)] == [stored[1].id]


def test_a_newer_score_decides_anew_and_leaves_one_finding(collection: Collection) -> None:
    before, after = fill(collection, 2)
    collection.record_score(score(before, after, probability=0.9))
    (found,) = _found(collection)
    assert found.probability == 0.9
    collection.record_score(score(before, after, important=False))
    assert _found(collection) == []


def test_three_answers_of_not_found_are_a_page_gone_and_the_next_good_one_recovers_it(
    collection: Collection,
) -> None:
    visits = [{}, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, {}, {}]
    assert _visited(collection, visits) == ["gone", "recovered"]
    assert _visited(collection, [{}, NOT_FOUND, NOT_FOUND, {}], "https://b.example/") == []


def test_an_answer_of_gone_is_believed_at_once(collection: Collection) -> None:
    assert _visited(collection, [{}, NOT_FOUND | {"status": 410}]) == ["gone"]


def test_a_page_that_is_gone_is_in_that_state(collection: Collection) -> None:
    _visited(collection, [{}, NOT_FOUND, NOT_FOUND, NOT_FOUND])
    assert PageSheets(collection.database).states() == {"gone": 1}


def test_walls_logouts_and_empty_pages_are_told_once_until_something_else_comes(
    collection: Collection,
) -> None:
    visits = [{}, WALLED, WALLED, LOGGED_OUT, EMPTY, EMPTY, {}]
    assert _visited(collection, visits) == ["walled", "logged-out", "empty", "recovered"]


def test_a_failed_visit_between_two_walls_is_the_same_wall(collection: Collection) -> None:
    failed = {"outcome": Outcome.FAILED, "response_kind": ResponseKind.NONE, "status": None, "view_png": None}
    assert _visited(collection, [{}, WALLED, failed, WALLED, failed, {}]) == ["walled", "recovered"]


def test_a_page_that_leads_elsewhere_moved_and_one_that_goes_to_and_fro_did_once(
    collection: Collection,
) -> None:
    away = {"final_url": "https://new.example/y?session=1"}
    assert _visited(
        collection, [{}, away, away | {"final_url": "https://new.example/y?session=2"}, {}, away]
    ) == ["moved"]
    (found,) = _found(collection)
    assert "https://new.example/y" in found.sentence
    assert "session" not in found.sentence


def test_missed_visits_are_a_finding_and_replace_an_unseen_one(collection: Collection) -> None:
    page = add_page(collection)
    missed = MissedVisit(
        page_id=page.id, due_at=START, noticed_at=START + HOUR, visits=1, reason="it stood still"
    )
    collection.repository.add_missed_visit(missed)
    collection.repository.add_missed_visit(replace(missed, visits=3, noticed_at=START + 2 * HOUR))
    (found,) = _found(collection)
    assert (found.kind, found.capture_id) == (FindingKind.MISSED, None)
    assert found.sentence == "3 planned visits missed: it stood still"


def test_a_page_that_rings_at_every_visit_says_so_once(collection: Collection) -> None:
    fill(collection, RESTLESS_AFTER + 4)
    assert len(_found(collection, kinds=[FindingKind.RESTLESS])) == 1
    fill_calm = add_page(collection, "https://calm.example/")
    stored = [_visit(collection, fill_calm, number) for number in range(RESTLESS_AFTER + 2)]
    for number, (before, after) in enumerate(pairwise(stored)):
        collection.record_score(score(before, after, important=number != 3))
    assert len(_found(collection, kinds=[FindingKind.RESTLESS])) == 1


def test_alike_findings_on_pages_of_one_host_are_one_cluster(collection: Collection) -> None:
    for name in ("a.example/1", "a.example/2", "b.example/1"):
        _visited(collection, [{}, WALLED], f"https://{name}")
    clusters = collection.repository.unseen_clusters(limit=10)
    assert sorted(cluster.findings for cluster in clusters) == [1, 2]
    (both,) = (cluster for cluster in clusters if cluster.findings == 2)
    assert [item.page_id for item in both.shown] == [2, 1]
    assert collection.repository.count_findings(Wanted(cluster=both.key)) == 2


def test_the_most_important_come_first(collection: Collection) -> None:
    page = add_page(collection)
    stored = [_visit(collection, page, number) for number in range(3)]
    collection.record_score(score(stored[0], stored[1], probability=0.6))
    collection.record_score(score(stored[1], stored[2], probability=0.9))
    _visit(collection, page, 3, **WALLED)
    kinds = [(item.kind.value, item.probability) for item in _found(collection)]
    assert kinds == [("walled", None), ("change", 0.9), ("change", 0.6)]


def test_a_history_that_is_found_late_counts_as_seen(collection: Collection) -> None:
    (before,) = fill(collection, 1)
    page = collection.repository.page(before.page_id)
    after = _visit(collection, page, 1)
    collection.record_score(score(before, after, scored_at=START + timedelta(days=30)))
    assert _found(collection, seen=False) == []
    assert len(_found(collection, seen=True)) == 1


def test_only_content_names_a_page(collection: Collection) -> None:
    page = add_page(collection)
    _visit(collection, page, 0, title="The Daily Paper")
    _visit(collection, page, 1, **WALLED)
    _visit(collection, page, 2, **NOT_FOUND | {"title": "Not found"})
    assert collection.repository.page(page.id).title == "The Daily Paper"


def _kept(collection: Collection) -> list[tuple[str, str]]:
    return sorted((item.kind.value, item.sentence) for item in _found(collection))


def test_an_older_collection_gets_its_findings_and_titles_when_it_is_opened(collection: Collection) -> None:
    stored = fill(collection, 3)
    page = collection.repository.page(stored[0].page_id)
    _visit(collection, page, 3, **WALLED)
    _label(collection, stored, important=False, hour=9)
    before = _kept(collection)
    assert [kind for kind, _ in before] == ["change", "walled"]
    with collection.database.altering() as connection:
        command.downgrade(alembic_config(connection), "0012")
        connection.exec_driver_sql("UPDATE page SET title = 'Just a moment...'")
    collection.close()
    with Collection.open(collection.path) as opened:
        assert _kept(opened) == before
        assert opened.repository.page(page.id).title == "Front page 2"


def test_a_lost_database_is_made_again_with_the_same_findings(collection: Collection) -> None:
    stored = fill(collection, 3)
    page = collection.repository.page(stored[0].page_id)
    for number, changes in enumerate([WALLED, NOT_FOUND, NOT_FOUND, NOT_FOUND, {}]):
        _visit(collection, page, 3 + number, **changes)
    _label(collection, stored, important=False, hour=9)
    before = _kept(collection)
    assert [kind for kind, _ in before] == ["change", "gone", "recovered", "walled"]
    collection.close()
    lose_database(collection.path)
    with Collection.create(collection.path) as opened:
        rebuild(opened)
        assert _kept(opened) == before
