"""The lock on a database's server: one process works on a collection, from whichever folder."""

from pathlib import Path

import pytest

from storage.collection import Collection
from storage.database.engine import Database
from storage.database.postgresql import server_url
from storage.database.server_lock import worked_alone
from storage.errors import CollectionTaken, DatabaseUnavailable
from tests.postgresql import Server

pytestmark = pytest.mark.postgres


@pytest.fixture
def collection(tmp_path: Path, postgresql_server: Server):
    with Collection.create(tmp_path / "news", server=postgresql_server.new_database()) as created:
        yield created


@pytest.fixture
def elsewhere(collection: Collection, tmp_path: Path):
    """The same database, as another machine sees it that shares no lock file."""
    database = Database.on_server(collection.database.engine.url)
    yield database
    database.close()


def test_a_second_process_is_refused_and_told_who_works(
    collection: Collection, elsewhere: Database, tmp_path: Path
) -> None:
    with (
        worked_alone(collection.database, collection.path),
        pytest.raises(CollectionTaken, match=r"Another pagetide process works on the database .*news"),
        worked_alone(elsewhere, tmp_path / "copy"),
    ):
        pass
    with worked_alone(elsewhere, tmp_path / "copy"):
        pass


def test_collections_in_schemas_of_one_database_do_not_exclude_each_other(
    collection: Collection, tmp_path: Path
) -> None:
    address = collection.database.engine.url.render_as_string(hide_password=False)
    with collection.database.writing() as connection:
        connection.exec_driver_sql("CREATE SCHEMA other")
    other = Database.on_server(server_url(f"{address}&options=-csearch_path%3Dother"))
    with worked_alone(collection.database, collection.path), worked_alone(other, tmp_path / "other"):
        pass
    other.close()


def test_a_lock_whose_connection_broke_is_taken_again_before_the_next_write(
    collection: Collection, elsewhere: Database, tmp_path: Path
) -> None:
    with worked_alone(collection.database, collection.path):
        _end_holder(elsewhere)
        collection.repository.set_state("a", 1)
        with pytest.raises(CollectionTaken), worked_alone(elsewhere, tmp_path / "copy"):
            pass


def test_a_lock_survives_a_restart_of_the_server(
    collection: Collection, elsewhere: Database, tmp_path: Path, postgresql_server: Server
) -> None:
    with worked_alone(collection.database, collection.path):
        postgresql_server.control("-m", "fast", "stop")
        with pytest.raises(DatabaseUnavailable):
            collection.repository.set_state("a", 1)
        postgresql_server.start()
        collection.repository.set_state("a", 1)
        with pytest.raises(CollectionTaken), worked_alone(elsewhere, tmp_path / "copy"):
            pass


def test_nothing_more_is_written_once_another_process_has_the_lock(
    collection: Collection, elsewhere: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.server_lock._WAIT_FOR_OLD_S", 0.05)
    with worked_alone(collection.database, collection.path):
        _end_holder(elsewhere)
        with worked_alone(elsewhere, tmp_path / "copy"), pytest.raises(CollectionTaken, match="copy"):
            collection.repository.set_state("a", 1)
        assert collection.repository.state("a") is None
        collection.repository.set_state("a", 2)


def _end_holder(database: Database) -> None:
    with database.writing() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'pagetide %%'"
        )
