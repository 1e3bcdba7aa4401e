"""A collection whose database is on a PostgreSQL server: made, opened, refused, and what becomes of it in trouble."""

import threading
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, text

from storage.collection import Collection
from storage.database.engine import Database
from storage.database.place import SERVER
from storage.database.postgresql import server_url, spoken
from storage.database.schema import metadata, page
from storage.database.table_copy import write_snapshot
from storage.database.upgrade import alembic_config
from storage.errors import CollectionExists, DatabaseUnavailable, StorageError
from storage.queries.repository import Repository
from storage.queries.workers import Delivery, WorkerRow
from storage.records import Role
from storage.verify.walk import verify
from storage.warc.record import Record
from tests.postgresql import Server
from tests.storage.builders import START, capture, fill, png

HOUR = timedelta(hours=1)


@pytest.fixture
def collection(tmp_path: Path, postgresql_server: Server):
    with Collection.create(tmp_path / "news", server=postgresql_server.new_database()) as created:
        yield created


@pytest.mark.postgres
def test_a_collection_is_made_filled_closed_and_found_again(collection: Collection) -> None:
    stored = fill(collection, 3)
    collection.close()
    assert not (collection.path / "pagetide.db").exists()
    with Collection.open(collection.path, read_only=True) as opened:
        assert [item.id for item in opened.repository.captures(stored[0].page_id)] == [
            item.id for item in stored
        ]
        assert opened.read(stored[0], Role.VIEW) == png(0)
        assert verify(opened).faults == ()
        with pytest.raises(StorageError, match="read-only"):
            opened.repository.set_active(1, active=False)


@pytest.mark.postgres
def test_the_migrations_build_the_tables_of_the_schema_and_can_be_undone(collection: Collection) -> None:
    _revise(collection, "base", "head")
    with collection.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    stored = fill(collection, 2)
    _revise(collection, "0001", "head")
    assert collection.repository.page(1).url == stored[0].url
    assert [item.id for item in collection.repository.captures(1)] == [item.id for item in stored]
    _revise(collection, "base")
    assert collection.database.tables() == ["alembic_version"]


def _revise(collection: Collection, *steps: str) -> None:
    for step in steps:
        with collection.database.altering() as connection:
            (command.upgrade if step == "head" else command.downgrade)(alembic_config(connection), step)


@pytest.mark.postgres
def test_a_database_that_holds_something_is_refused(tmp_path: Path, collection: Collection) -> None:
    address = (collection.path / SERVER).read_text()
    with pytest.raises(CollectionExists, match="holds tables already"):
        Collection.create(tmp_path / "other", server=address)
    assert not (tmp_path / "other").exists()
    with pytest.raises(CollectionExists, match="already holds a collection"):
        Collection.create(collection.path, server=address)


@pytest.mark.postgres
def test_the_file_that_names_the_server_is_for_its_owner_only(collection: Collection) -> None:
    assert (collection.path / SERVER).stat().st_mode & 0o777 == 0o600


@pytest.mark.postgres
def test_a_reading_transaction_sees_one_moment(collection: Collection) -> None:
    with collection.database.reading() as reader:
        assert reader.execute(select(page.c.id)).all() == []
        collection.repository.add_page("https://a.example/", at=START)
        assert reader.execute(select(page.c.id)).all() == []


@pytest.mark.postgres
def test_writers_that_read_first_take_turns_and_lose_nothing(collection: Collection) -> None:
    collection.repository.set_state("count", 0)

    def count_up() -> None:
        for _ in range(10):
            with collection.database.writing() as connection:
                seen = connection.execute(
                    text("SELECT value #>> '{}' FROM state WHERE key = 'count'")
                ).scalar_one()
                update = text("UPDATE state SET value = to_json(CAST(:n AS integer)) WHERE key = 'count'")
                connection.execute(update, {"n": int(seen) + 1})

    threads = [threading.Thread(target=count_up) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert collection.repository.state("count") == 30


@pytest.mark.postgres
def test_two_that_lease_at_once_never_get_the_same_page(collection: Collection) -> None:
    for number in range(40):
        collection.repository.add_page(f"https://{number}.example/", at=START, due_at=START)
    leased: list[int] = []

    def lease() -> None:
        while found := collection.repository.lease_due(START, limit=3, lease_for=HOUR):
            leased.extend(item.page.id for item in found)

    threads = [threading.Thread(target=lease) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(leased) == list(range(1, 41))


@pytest.mark.postgres
def test_texts_may_hold_what_postgresql_does_not(collection: Collection) -> None:
    added = collection.repository.add_page("https://a.example/", at=START)
    collection.repository.set_due(added.id, None, "before\0after")
    assert collection.repository.page(added.id).due_reason == "before\N{REPLACEMENT CHARACTER}after"


@pytest.mark.postgres
def test_a_server_that_was_started_again_is_found_again(
    collection: Collection, postgresql_server: Server
) -> None:
    fill(collection, 1)
    postgresql_server.control("-m", "fast", "stop")
    with pytest.raises(DatabaseUnavailable, match="does not answer"):
        collection.repository.pages()
    postgresql_server.start()
    assert len(collection.repository.pages()) == 1


@pytest.mark.postgres
def test_records_that_were_written_as_the_server_went_away_are_taken_out_when_it_is_back(
    collection: Collection, postgresql_server: Server
) -> None:
    fill(collection, 1)
    with (
        pytest.raises(DatabaseUnavailable),
        collection.appended([Record(kind="metadata", date=START, payload=b"of no row")]),
    ):
        _away(postgresql_server, collection)
    postgresql_server.start()
    collection.store(collection.repository.page(1), capture(1))
    report = verify(collection)
    assert (report.faults, report.notes) == ((), ())


def _away(server: Server, collection: Collection) -> None:
    server.control("-m", "fast", "stop")
    collection.repository.pages()


@pytest.mark.postgres
def test_who_waits_too_long_for_another_writer_is_told(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.postgresql.WAITS_S", 0.05)
    with (
        Collection.open(collection.path) as other,
        collection.database.writing(),
        pytest.raises(DatabaseUnavailable, match="stayed locked by another process"),
    ):
        other.repository.set_state("a", 1)


@pytest.mark.parametrize(
    ("address", "wrong"),
    [
        ("news", "is no address of a database"),
        ("mysql://localhost/news", "is not on PostgreSQL"),
        ("postgresql://localhost", "names no database"),
        ("postgresql://localhost:port/news", "is no address of a database"),
    ],
)
def test_an_address_that_is_none_says_what_is_wrong(tmp_path: Path, address: str, wrong: str) -> None:
    with pytest.raises(StorageError, match=wrong):
        Collection.create(tmp_path / "news", server=address)
    assert not (tmp_path / "news").exists()


def test_no_message_shows_a_password() -> None:
    url = server_url("postgresql://me:secret@127.0.0.1:1/news")
    assert "secret" not in spoken(url)


@pytest.mark.postgres
def test_a_server_that_is_not_there_is_told_without_the_password(postgresql_server: Server) -> None:
    database = Database.on_server(server_url("postgresql://me:secret@127.0.0.1:1/news"))
    with pytest.raises(DatabaseUnavailable, match="does not answer") as told:
        database.tables()
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.postgres
def test_no_copy_holds_what_passes_between_daemon_and_workers(collection: Collection, tmp_path: Path) -> None:
    repository = collection.repository
    repository.report(
        WorkerRow(id="1", name="ada", host="second", version="1", browser="Chromium", started_at=START)
    )
    repository.add_page("https://a.example/", at=START, due_at=START)
    (lease,) = repository.lease_due(START, limit=1, lease_for=HOUR, worker="1")
    made = Delivery(page_id=lease.page.id, attempt=1, worker_id="1", version="1", at=START, body=b"bytes")
    assert repository.deliver(made)
    write_snapshot(collection.database, tmp_path / "copy.db")
    copied = Database.at(tmp_path / "copy.db", read_only=True)
    try:
        assert Repository(copied).workers() == []
        assert Repository(copied).waiting_deliveries() == []
        assert Repository(copied).count_pages() == 1
    finally:
        copied.close()
