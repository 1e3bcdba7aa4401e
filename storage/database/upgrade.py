"""Upgrades a database to the schema of this version, or says why it cannot.

Alembic runs inside the process on our own connection: no configuration file, no command line.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    create_mock_engine,
    insert,
    inspect,
    text,
)
from sqlalchemy.engine.mock import MockConnection

from storage.database.engine import Database
from storage.database.schema import metadata
from storage.errors import SchemaOutdated

if TYPE_CHECKING:
    from alembic.config import Config

NEWEST = "0023"
_MIGRATIONS = Path(__file__).with_name("migrations")


def current_revision(database: Database) -> str | None:
    """The migration that the database stands at, None for an empty one."""
    with database.reading() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def require_newest(database: Database) -> None:
    """Raise unless the schema is the newest."""
    revision = current_revision(database)
    if revision == NEWEST:
        return
    if revision is not None and revision > NEWEST:
        raise SchemaOutdated(
            f"{database.name} was written by a newer Pagetide (schema {revision}, this one knows {NEWEST}). "
            "Upgrade Pagetide."
        )
    raise SchemaOutdated(
        f"{database.name} has schema {revision or 'none'}, this Pagetide needs {NEWEST}. Open the "
        "collection once with a command that writes, for example `pagetide crawl --once`, to bring it up to date."
    )


def upgrade(database: Database, fill: Callable[[Connection, str], None] | None = None) -> None:
    """Bring the tables to the newest schema: no missing step is the usual case and costs one query, an empty database
    gets all tables at once (tests hold that the steps would build the same).

    ``fill`` is called with the revision from which the steps led, in their transaction: it writes what only the newest
    program can make of the rows that are there.
    """
    revision = current_revision(database)
    if revision == NEWEST:
        return
    if revision is not None and revision > NEWEST:
        require_newest(database)
    with database.altering() as connection:
        found = _revision(connection)  # asked again: another process may have been first
        if found is None:
            for statement in _creating(connection.dialect.name):
                connection.exec_driver_sql(statement)
            _stamp(connection)
        else:
            from alembic import command  # heavy, and opening a collection seldom needs it

            command.upgrade(alembic_config(connection), "head")
            if fill is not None:
                fill(connection, found)


@cache
def _creating(dialect: str) -> tuple[str, ...]:
    """The statements that make all tables and indexes: to put them together takes longer than to run them."""
    statements: list[str] = []

    def note(statement: Any, *_: object) -> None:
        statements.append(str(statement.compile(dialect=told.dialect)))

    told: MockConnection = create_mock_engine(
        f"{dialect}+psycopg://" if dialect == "postgresql" else f"{dialect}://", note
    )
    metadata.create_all(told, checkfirst=False)
    return tuple(statements)


def drop_tables(database: Database) -> None:
    """Take back what ``upgrade`` made in an empty database."""
    with database.altering() as connection:
        metadata.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")


def _stamp(connection: Connection) -> None:
    """Say that no step is missing, in the table that Alembic keeps: it would read every step to do so."""
    steps = Table("alembic_version", MetaData(), Column("version_num", String(32), nullable=False))
    steps.append_constraint(PrimaryKeyConstraint("version_num", name="alembic_version_pkc"))
    steps.create(connection, checkfirst=True)  # one taken down to nothing keeps it, empty
    connection.execute(insert(steps).values(version_num=NEWEST))


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration for our packaged steps on ``connection``."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
