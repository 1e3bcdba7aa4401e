import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from click.testing import CliRunner
from sqlalchemy import event

from changemodel.change.model import ChangeModel
from changemodel.classify.page_type_tree import UNKNOWN
from crawler.scheduling.beliefs import Rates
from pagetide.commands.command_table import loaded_command
from pagetide.learning.page_models import Learner
from storage.records import ModelState, Outcome, Role, StoredCapture, StoredScore
from tests.pagetide.conftest import Visits
from tests.pagetide.learning.test_page_models import learner
from tests.pagetide.synthetic import START, capture

HOUR = timedelta(hours=1)


@contextmanager
def broken_comparison() -> Iterator[None]:
    """Every comparison fails, as a mistake in the model's code would: no input of ours makes one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ChangeModel, "compare", lambda *_: 1 / 0)
        yield


def scores(visits: Visits) -> list[StoredScore]:
    return visits.app.collection.repository.scores(visits.page.id)


def captures(visits: Visits) -> list[StoredCapture]:
    return visits.app.collection.repository.captures(visits.page.id)


def damage(visits: Visits, stored: StoredCapture, role: Role) -> None:
    """Flip a byte in the WARC record of one part of a capture."""
    archive = visits.app.collection.path / "archive"
    with visits.app.collection.database.reading() as connection:
        file, offset, length = connection.exec_driver_sql(
            "SELECT w.file, w.offset, w.length FROM artifact a JOIN warc_record w ON w.id = a.warc_record_id "
            f"WHERE a.capture_id = {stored.id} AND a.role = '{role.value}'"
        ).one()
    (path,) = archive.glob(f"{file}*")
    data = bytearray(path.read_bytes())
    data[offset + length // 2] ^= 0xFF
    path.write_bytes(data)


def delete_blobs(visits: Visits) -> None:
    for path in (visits.app.collection.path / "blobs").rglob("*"):
        if path.is_file():
            path.unlink()


def test_a_capture_that_cannot_be_scored_is_no_failure_of_its_page(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    with broken_comparison():
        visits.visit(capture(1, news=2, advert=1))
    assert [item.outcome for item in captures(visits)] == [Outcome.COMPLETE, Outcome.COMPLETE]
    assert visits.now().failures == 0
    assert visits.now().due_at == START + 2 * HOUR
    waiting, error = visits.app.collection.repository.count_unscored(visits.page.id)
    assert (waiting, error) == (1, "ZeroDivisionError: division by zero")


def test_what_could_not_be_scored_is_scored_at_the_next_visit(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    with broken_comparison():
        visits.visit(capture(1, news=2, advert=1))
    visits.visit(capture(2, news=3, advert=1))
    assert [item.after_id for item in scores(visits)] == [item.id for item in captures(visits)[1:]]
    assert visits.app.collection.repository.count_unscored(visits.page.id) == (0, "")


def test_what_a_crash_left_unscored_is_scored_without_a_visit(visited: Visits) -> None:
    app = visited.app
    app.learner.learn(visited.now(), captures(visited)[-1].started_at)
    before = visited.now()
    stored = app.collection.store(visited.page, capture(61, news=60, advert=7))  # and here the process ended
    (learning,) = [tick for tick in app.ticks() if tick.name == "learn"]
    learning.action(stored.finished_at)
    newest = app.collection.repository.score_of(stored.id)
    assert newest is not None
    assert newest.important is True
    assert visited.now().observations == before.observations + 1
    assert visited.now().rate != before.rate


def test_a_capture_that_fails_again_and_again_is_left_to_the_next_model(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    with broken_comparison():
        visits.visit(capture(1, news=2, advert=1))
        for _ in range(5):
            visits.app.waiting.score_all(START + 2 * HOUR)
    assert visits.app.collection.repository.pages_with_unscored() == []
    assert visits.app.collection.repository.count_unscored(visits.page.id)[0] == 1


def test_what_a_learner_learned_during_a_visit_is_kept(visited: Visits) -> None:
    app, at = visited.app, START + 61 * HOUR
    app.collection.repository.set_due(visited.page.id, at, "test")
    (lease,) = app.collection.repository.lease_due(at, limit=1, lease_for=timedelta(minutes=5))
    app.learner.learn(visited.now(), at)
    learned = visited.now()
    app.flow.on_capture(lease, capture(61, news=60, advert=7))
    assert learned.observations > 50
    assert visited.now().observations == learned.observations + 1


def test_a_visit_that_is_given_up_keeps_what_was_learned_during_it(visited: Visits) -> None:
    app, at = visited.app, START + 61 * HOUR
    app.collection.repository.set_due(visited.page.id, at, "test")
    (lease,) = app.collection.repository.lease_due(at, limit=1, lease_for=timedelta(minutes=5))
    learned = app.learner.learn(visited.now(), at)
    rate = visited.now().rate
    app.collection.repository.finish_visit(
        lease, visited_at=at, failed=True, due_at=at + HOUR, due_reason="test", host_next_ok_at=at
    )
    assert learned.versions > 50
    assert visited.now().rate == rate


class _CountedLock:
    """A lock that counts how often it was taken."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self.taken = 0

    def __enter__(self) -> None:
        self._lock.acquire()
        self.taken += 1

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def test_the_lock_is_free_between_the_pairs_that_a_new_model_decides(visited: Visits) -> None:
    app, lock = visited.app, _CountedLock()
    rates = Rates(app.collection.repository, app.settings.crawl.half_life, untyped=UNKNOWN)
    learner = Learner(app.collection, app.scorer, app.settings.learning_for, rates, lock)
    model = learner.learn(visited.now(), START + 61 * HOUR)
    assert lock.taken >= model.versions - 1


def test_a_visit_takes_a_handful_of_transactions(visits: Visits) -> None:
    for hour in range(2):
        visits.visit(capture(hour, news=hour, advert=hour))
    repository = visits.app.collection.repository
    repository.set_due(visits.page.id, START + 2 * HOUR, "test")
    (lease,) = repository.lease_due(START + 2 * HOUR, limit=1, lease_for=timedelta(minutes=5))
    modes: list[str] = []

    def note(connection: object) -> None:
        modes.append(connection.get_execution_options().get("begin_mode", "reading"))  # type: ignore[attr-defined]

    event.listen(visits.app.collection.database.engine, "begin", note)
    visits.app.flow.on_capture(lease, capture(2, news=3, advert=3))
    assert modes.count("IMMEDIATE") <= 4
    assert modes.count("reading") <= 10


def test_a_page_whose_derived_blobs_are_gone_goes_on(visits: Visits) -> None:
    for hour in range(2):
        visits.visit(capture(hour, news=hour, advert=1))
    delete_blobs(visits)
    visits.app.scorer.versions._version.cache_clear()
    visits.visit(capture(2, news=3, advert=1))
    assert len(scores(visits)) == 2
    assert visits.now().failures == 0


def test_a_damaged_blob_is_computed_again_and_put_in_its_place(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    (stored,) = captures(visits)
    whole = visits.app.collection.read(stored, Role.FEATURES)
    (path,) = [item for item in (visits.app.collection.path / "blobs").rglob("*") if item.is_file()]
    path.write_bytes(b"damaged")
    visits.app.scorer.versions._version.cache_clear()
    assert visits.app.scorer.versions.version(stored).features is not None
    assert visits.app.collection.read(stored, Role.FEATURES) == whole


def test_a_capture_is_compared_with_the_last_one_that_can_be_read(visits: Visits) -> None:
    for hour in range(2):
        visits.visit(capture(hour, news=hour, advert=1))
    first, second = captures(visits)
    damage(visits, second, Role.TEXT)
    visits.app.scorer.versions._version.cache_clear()
    visits.app.scorer.texts._grown.clear()
    visits.visit(capture(2, news=3, advert=1))
    assert [item.before_id for item in scores(visits)] == [first.id, first.id]


def test_a_page_learns_without_its_damaged_captures(visited: Visits) -> None:
    damage(visited, captures(visited)[30], Role.TEXT)
    model = visited.app.learner.learn(visited.now(), START + 61 * HOUR)
    assert model.state is not ModelState.PRIOR


def test_a_model_whose_files_are_damaged_serves_until_the_next_is_learned(visited: Visits) -> None:
    app = visited.app
    app.learner.learn(visited.now(), START + 61 * HOUR)
    for path in (app.collection.path / "models").rglob("*"):
        if path.is_file():
            path.write_bytes(b"damaged")
    app.scorer._last_models.cache_clear()
    visited.visit(capture(61, news=60, advert=7))
    assert visited.now().failures == 0
    (newer,) = app.learner.learn_due(START + 62 * HOUR)
    assert app.scorer.is_readable(newer)


def test_one_page_that_cannot_learn_never_keeps_the_others_from_it(
    visited: Visits, caplog: pytest.LogCaptureFixture
) -> None:
    app, other = visited.app, "http://other.example/"
    page = app.collection.repository.add_page(other, at=START)
    second = Visits(app, page)
    for hour in range(12):
        second.keep(capture(hour, news=hour, advert=hour % 7, url=other))
    for folder in (app.collection.path / "models").glob("*"):
        folder.rmdir()
    (app.collection.path / "models" / str(visited.page.id)).write_text(
        "a file where the page's models should be"
    )
    learned = learner(app, first_after_versions=12).learn_due(START + 61 * HOUR)
    assert [model.page_id for model in learned] == [page.id]
    assert "could not be learned" in caplog.text


def test_status_names_captures_that_wait_for_their_score(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    with broken_comparison():
        visits.visit(capture(1, news=2, advert=1))
    told = CliRunner().invoke(loaded_command("status"), ["-c", str(visits.app.collection.path)])
    assert "1 capture could not be scored yet: ZeroDivisionError" in told.output
