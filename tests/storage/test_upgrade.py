import re
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from storage.collection import Collection
from storage.database import Database
from storage.errors import SchemaOutdated
from storage.schema import metadata
from storage.upgrade import NEWEST, alembic_config


def _tables(database: Database) -> dict[str, list[str]]:
    """Each table's and index's definition, in an order that does not depend on that of the constraints."""
    with database.reading() as connection:
        rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        return {
            name: sorted(re.findall(r"[\w'-]+|[()<>=]", sql)) for name, sql in rows if "alembic" not in name
        }


def test_the_migrations_build_the_tables_of_the_schema(collection: Collection) -> None:
    with collection.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_the_migrations_build_the_same_checks_and_indexes(collection: Collection, tmp_path: Path) -> None:
    direct = Database.at(tmp_path / "direct.db")
    with direct.writing() as connection:
        metadata.create_all(connection)
    assert _tables(collection.database) == _tables(direct)
    direct.close()


def test_the_newest_migration_is_the_one_the_code_asks_for(collection: Collection) -> None:
    with collection.database.reading() as connection:
        script = ScriptDirectory.from_config(alembic_config(connection))
    assert script.get_current_head() == NEWEST


def test_the_migrations_can_be_undone(collection: Collection) -> None:
    with collection.database.writing() as connection:
        command.downgrade(alembic_config(connection), "base")
    with collection.database.reading() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]


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
