import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import text

from storage.collection import Collection
from storage.database.engine import EPOCH, Database, Instant, Span
from storage.errors import Corrupt, StorageError
from tests.storage.builders import add_page


@pytest.fixture
def database(tmp_path: Path):
    opened = Database.at(tmp_path / "test.db")
    yield opened
    opened.close()


def test_an_instant_is_kept_to_the_microsecond_and_comes_back_in_utc(database: Database) -> None:
    dialect = database.engine.dialect
    moment = datetime(2026, 3, 29, 2, 30, 0, 123457, tzinfo=timezone(timedelta(hours=2)))
    kept = Instant().process_bind_param(moment, dialect)
    assert isinstance(kept, int)
    back = Instant().process_result_value(kept, dialect)
    assert back == moment
    assert back is not None
    assert back.tzinfo is UTC


def test_instants_before_1970_survive(database: Database) -> None:
    moment = EPOCH - timedelta(microseconds=1)
    kept = Instant().process_bind_param(moment, database.engine.dialect)
    assert Instant().process_result_value(kept, database.engine.dialect) == moment


def test_a_naive_datetime_is_refused(database: Database) -> None:
    with pytest.raises(StorageError, match="no time zone"):
        Instant().process_bind_param(datetime(2026, 1, 1), database.engine.dialect)


def test_a_span_is_kept_exactly(database: Database) -> None:
    span = timedelta(days=14, microseconds=3)
    kept = Span().process_bind_param(span, database.engine.dialect)
    assert Span().process_result_value(kept, database.engine.dialect) == span


def test_sqlite_runs_in_wal_mode_with_foreign_keys(database: Database) -> None:
    with database.reading() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
        assert (
            connection.execute(text("PRAGMA synchronous")).scalar() == 2
        )  # FULL: a commit waits for the disk
        assert connection.execute(text("PRAGMA busy_timeout")).scalar() == 30000


def test_a_reading_transaction_sees_one_moment(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER)"))
    with database.reading() as reader:
        assert reader.execute(text("SELECT count(*) FROM t")).scalar() == 0
        with database.writing() as writer:
            writer.execute(text("INSERT INTO t VALUES (1)"))
        assert reader.execute(text("SELECT count(*) FROM t")).scalar() == 0


def test_writers_that_read_first_take_turns_and_lose_nothing(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER)"))
        connection.execute(text("INSERT INTO t VALUES (0)"))

    def count_up() -> None:
        for _ in range(25):
            with database.writing() as connection:
                seen = connection.execute(text("SELECT n FROM t")).scalar_one()
                connection.execute(text("UPDATE t SET n = :n"), {"n": seen + 1})

    threads = [threading.Thread(target=count_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.reading() as connection:
        assert connection.execute(text("SELECT n FROM t")).scalar() == 100


def test_a_failed_writing_transaction_leaves_nothing(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER)"))

    def insert_and_fail() -> None:
        with database.writing() as connection:
            connection.execute(text("INSERT INTO t VALUES (1)"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        insert_and_fail()
    with database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM t")).scalar() == 0


def test_a_file_that_is_no_database_is_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "pagetide.db"
    path.write_bytes(b"this is a letter to my grandmother, not a database" * 100)
    with pytest.raises(Corrupt, match="Restore it from a backup"):
        Collection.open(tmp_path)


def test_a_read_only_database_refuses_to_write(collection: Collection) -> None:
    with (
        Collection.open(collection.path, read_only=True) as reader,
        pytest.raises(StorageError, match=r"readonly|read-only"),
    ):
        add_page(reader)


def test_a_value_that_does_not_fit_is_named(collection: Collection) -> None:
    with pytest.raises(StorageError, match="does not fit"):
        collection.repository.set_state("price", object())
