import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from storage.collection import Collection
from storage.database.engine import Database
from storage.database.schema import metadata
from storage.database.upgrade import NEWEST, alembic_config, current_revision, upgrade
from storage.errors import Corrupt, SchemaOutdated, StorageError
from storage.ingest.archives import ingest
from storage.queries.labels import Label
from storage.records import ModelState, Role, StoredModel
from tests.storage.archives import MAKERS
from tests.storage.builders import START, add_page, capture, fill, png, score


def _tables(database: Database) -> dict[str, list[str]]:
    """Each table's and index's definition, in an order that does not depend on that of the constraints."""
    with database.reading() as connection:
        rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        return {
            # Alembic puts a copied table's empty default in brackets
            name: sorted(re.findall(r"[\w'-]+|[()<>=]", sql.replace("('')", "''")))
            for name, sql in rows
            if "alembic" not in name
        }


@pytest.fixture
def by_steps(tmp_path: Path) -> Iterator[Database]:
    """A database that went through every migration, as one of an older Pagetide has."""
    database = Database.at(tmp_path / "steps.db")
    _revised(database, "head")
    yield database
    database.close()


def test_the_migrations_build_the_tables_of_the_schema(by_steps: Database) -> None:
    with by_steps.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


@pytest.mark.sqlite("its catalogue")
def test_a_new_collection_has_the_checks_and_indexes_that_the_migrations_build(
    collection: Collection, by_steps: Database
) -> None:
    assert _tables(collection.database) == _tables(by_steps)
    assert current_revision(collection.database) == current_revision(by_steps) == NEWEST


@pytest.mark.parametrize("attempt", range(10))  # a refusal is a matter of luck: one time in ten or so
def test_all_that_open_an_empty_database_at_once_succeed(tmp_path: Path, attempt: int) -> None:
    databases = [Database.at(tmp_path / "pagetide.db") for _ in range(4)]
    together = Barrier(len(databases))

    def opened(database: Database) -> None:
        together.wait()
        upgrade(database)

    with ThreadPoolExecutor(len(databases)) as threads:
        list(threads.map(opened, databases))
    assert current_revision(databases[0]) == NEWEST
    for database in databases:
        database.close()


def test_the_newest_migration_is_the_one_the_code_asks_for(collection: Collection) -> None:
    with collection.database.reading() as connection:
        script = ScriptDirectory.from_config(alembic_config(connection))
    assert script.get_current_head() == NEWEST


def test_the_migrations_can_be_undone(collection: Collection) -> None:
    with collection.database.altering() as connection:
        command.downgrade(alembic_config(connection), "base")
    with collection.database.reading() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]


def _rows(database: Database) -> dict[str, list[dict[str, object]]]:
    """Every row of every table that both schemas have, without the columns that only the newer one has."""
    names = ("host", "page", "profile", "capture", "warc_record", "blob", "artifact", "model", "change_score")
    with database.reading() as connection:
        found = {name: connection.execute(text(f"SELECT * FROM {name}")).mappings().all() for name in names}
    added = (
        "url_key",  # which the newer schema fills otherwise
        "observed",
        "origin",
        "quarantined_at",
        "rhythm",
        "explanation",
        "observations",
        "exempt",
        "plan",
        "rate_memory",
        "muted_at",
        "retired_at",
        "leased_to",
        "note",
        "alarm_above",
        "regions",
    )
    return {
        name: [{key: value for key, value in row.items() if key not in added} for row in rows]
        for name, rows in found.items()
    }


def _revised(database: Database, step: str) -> None:
    with database.altering() as connection:
        config = alembic_config(connection)
        (command.upgrade if step == "head" else command.downgrade)(config, step)


def test_a_filled_database_goes_back_to_the_first_schema_and_forward_without_losing_a_row(
    collection: Collection,
) -> None:
    stored = fill(collection, 3)
    collection.repository.save_model(
        StoredModel(
            page_id=stored[0].page_id,
            fitted_at=START,
            state=ModelState.LEARNED,
            path="models/1",
            digest="sha256:0",
            first_capture_id=stored[0].id,
            last_capture_id=stored[-1].id,
            versions=3,
        )
    )
    before = _rows(collection.database)
    assert all(before.values())
    for step in ("0001", "head"):
        _revised(collection.database, step)
        assert _rows(collection.database) == before
        if collection.database.is_sqlite:
            with collection.database.reading() as connection:
                assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
                assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
    with pytest.raises(StorageError), collection.database.writing() as connection:
        connection.execute(text("DELETE FROM capture"))  # references are live again
    collection.store(collection.repository.pages()[0], capture(7))
    assert collection.read(stored[0], Role.VIEW) == png(0)


def test_a_collection_at_the_first_schema_is_upgraded_when_it_is_opened(collection: Collection) -> None:
    fill(collection, 2)
    before = _rows(collection.database)
    _revised(collection.database, "0001")
    collection.close()
    with Collection.open(collection.path) as opened:
        assert _rows(opened.database) == before
        assert opened.repository.capture(1).origin == ""


@pytest.mark.usefixtures("each_database")
def test_pages_known_by_their_surt_keep_their_numbers_and_no_longer_stand_for_others(
    collection: Collection,
) -> None:
    urls = ["https://v.example/watch?v=AbC", "https://www3288.com/", "https://example.org/a", "https://[odd"]
    before = [add_page(collection, url) for url in urls]
    _revised(collection.database, "0008")
    with collection.database.reading() as connection:
        keys = connection.execute(text("SELECT url_key FROM page ORDER BY id")).scalars().all()
    assert keys[:3] == ["example,v)/watch?v=abc", "com)/", "org,example)/a"]
    _revised(collection.database, "head")
    assert collection.repository.pages() == before
    for url in ("https://v.example/watch?v=aBc", "https://www57912.com/", "https://example.org/a/"):
        assert add_page(collection, url).id > len(urls)


@pytest.mark.usefixtures("each_database")
def test_a_host_that_an_archive_spelt_otherwise_is_one_host_with_the_others(collection: Collection) -> None:
    first, second = add_page(collection, "http://bücher.example/"), add_page(collection, "http://h.example/")
    _revised(collection.database, "0008")
    with collection.database.writing() as connection:
        connection.execute(text("UPDATE page SET url = 'http://bücher.example/' WHERE id = 1"))
        connection.execute(text("UPDATE host SET name = 'bücher.example' WHERE id = 1"))
    _revised(collection.database, "head")
    hosts = [collection.repository.page(page.id).host for page in (first, second)]
    assert hosts == ["xn--bcher-kva.example", "h.example"]


@pytest.mark.usefixtures("each_database")
def test_captures_of_two_pages_that_one_surt_had_mixed_are_parted_with_their_scores_and_labels(
    collection: Collection,
) -> None:
    one, other = "https://v.example/watch?v=AbC", "https://v.example/watch?v=aBc"
    page = add_page(collection, one)
    stored = [collection.store(page, capture(n, url=url)) for n, url in enumerate([one, other, other, one])]
    for before, after in ((0, 1), (1, 2), (0, 3)):
        collection.record_score(score(stored[before], stored[after]))
        pair = {"before_id": stored[before].id, "after_id": stored[after].id}
        collection.record_label(Label(page_id=page.id, important=True, said_at=START, **pair))
    _revised(collection.database, "0008")
    collection.close()
    with Collection.open(collection.path) as opened:
        repository = opened.repository
        found = repository.find_page(other)
        assert found is not None
        assert (found.url, found.title, found.due_at) == (other, "Front page 2", None)
        numbers = [[item.id for item in repository.captures(known)] for known in (page.id, found.id)]
        assert numbers == [[stored[0].id, stored[3].id], [stored[1].id, stored[2].id]]
        scored = [[(item.before_id, item.after_id) for item in repository.scores(known)] for known in (1, 2)]
        said = [[(item.before_id, item.after_id) for item in repository.labels(known)] for known in (1, 2)]
        assert scored == said == [[(stored[0].id, stored[3].id)], [(stored[1].id, stored[2].id)]]
        assert [item.id for item in repository.unscored(found.id)] == [stored[1].id]
        assert opened.read(stored[1], Role.VIEW) == png(1)
        with opened.database.reading() as connection:
            kept = connection.execute(text("SELECT count(*) FROM label")).scalar()
        assert kept == 3  # nothing said is lost


@pytest.mark.usefixtures("each_database")
def test_two_pages_that_were_one_url_in_two_spellings_both_stay(collection: Collection) -> None:
    first, second = add_page(collection, "http://h.example/x"), add_page(collection, "http://h.example/y")
    _revised(collection.database, "0008")
    with collection.database.writing() as connection:
        spelt = {"url": "http://h.example/\\y", "number": first.id}
        connection.execute(text("UPDATE page SET url = :url, url_key = :url WHERE id = :number"), spelt)
        spelt = {"url": "http://h.example//y", "number": second.id}
        connection.execute(text("UPDATE page SET url = :url WHERE id = :number"), spelt)
    _revised(collection.database, "head")
    assert [page.id for page in collection.repository.pages()] == [first.id, second.id]
    assert collection.repository.find_page("http://h.example/\\y") == collection.repository.page(second.id)


@pytest.mark.usefixtures("each_database")
def test_numbers_of_removed_rows_are_not_given_again_after_the_upgrade(collection: Collection) -> None:
    first, second = (add_page(collection, f"https://example.org/{name}") for name in ("one", "two"))
    stored = [collection.store(first, capture(number)) for number in range(3)]
    _revised(collection.database, "0010")
    collection.close()
    with Collection.open(collection.path) as opened:
        assert [page.id for page in opened.repository.pages()] == [first.id, second.id]
        assert [item.id for item in opened.repository.captures(first.id)] == [item.id for item in stored]
        with opened.database.writing() as connection:
            connection.execute(text(f"DELETE FROM page WHERE id = {second.id}"))
        assert add_page(opened, "https://example.org/three").id == second.id + 1


@pytest.mark.sqlite("servers count by themselves")
def test_the_highest_number_of_a_removed_capture_is_heeded_after_the_upgrade(collection: Collection) -> None:
    page = add_page(collection)
    _revised(collection.database, "0010")
    with collection.database.writing() as connection:
        connection.execute(text("INSERT INTO state (key, value) VALUES ('highest capture number', '41')"))
    _revised(collection.database, "head")
    assert collection.store(page, capture(0)).id == 42
    assert collection.repository.state("highest capture number") is None


@pytest.mark.usefixtures("each_database")
def test_what_was_ingested_and_never_scored_waits_after_the_upgrade(
    collection: Collection, tmp_path: Path
) -> None:
    taken = ingest(collection, MAKERS["browsertrix.wacz"](tmp_path / "x.wacz"))
    page_id = collection.repository.capture(taken.added[0]).page_id
    waiting = [item.id for item in collection.repository.unscored(page_id)]
    assert waiting
    _revised(collection.database, "0010")
    with collection.database.writing() as connection:
        connection.execute(text("DELETE FROM unscored"))
    _revised(collection.database, "head")
    assert [item.id for item in collection.repository.unscored(page_id)] == waiting


@pytest.mark.usefixtures("each_database")
def test_what_people_had_set_before_the_upgrade_is_archived_once(collection: Collection) -> None:
    for number, url in enumerate(("https://a.example/", "https://b.example/", "https://c.example/")):
        collection.store(add_page(collection, url), capture(number, url=url))
    with collection.database.writing() as connection:
        connection.execute(text("UPDATE page SET note = 'noted' WHERE id = 1"))
        connection.execute(text("INSERT INTO page_tag (page_id, tag) VALUES (3, 'council')"))
    _revised(collection.database, "0022")
    collection.close()
    with Collection.open(collection.path) as opened:
        assert [opened.archive_said() for _ in range(2)] == [2, 0]


@pytest.mark.sqlite("references are off while it alters tables")
def test_a_migration_that_would_break_a_reference_changes_nothing(collection: Collection) -> None:
    fill(collection, 2)
    with pytest.raises(Corrupt, match="refers to a row"), collection.database.altering() as connection:
        connection.execute(text("DELETE FROM page"))
    assert len(collection.repository.pages()) == 1


def test_the_schema_is_also_one_for_postgresql() -> None:
    for table in metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=postgresql.dialect()))


def test_a_collection_of_a_newer_pagetide_is_refused(collection: Collection) -> None:
    with collection.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SchemaOutdated, match="newer Pagetide"):
        Collection.open(collection.path)


def test_an_older_collection_is_refused_for_reading_and_upgraded_for_writing(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'pagetide.db'}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
    engine.dispose()
    with pytest.raises(SchemaOutdated, match="command that writes"):
        Collection.open(tmp_path, read_only=True)
    with Collection.open(tmp_path) as upgraded:
        assert upgraded.repository.pages() == []
