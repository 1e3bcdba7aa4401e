"""Numbers of pages, captures and models are given once, on SQLite too: the highest is not given again when its row went.

What an ingest that was ended in between had stored and not scored waits for its score from now on.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

COUNTED = ("page", "capture", "model")
HIGHEST = "highest capture number"


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":  # servers count by themselves
        for table in COUNTED:
            _recreate(table, autoincrement=True)
        _set_highest(connection)
    connection.execute(sa.text("DELETE FROM state WHERE key = :key"), {"key": HIGHEST})
    connection.execute(
        sa.text(
            "INSERT INTO unscored (capture_id) SELECT id FROM capture WHERE good AND origin <> '' "
            "AND id NOT IN (SELECT after_id FROM change_score) AND id NOT IN (SELECT capture_id FROM unscored)"
        )
    )


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in COUNTED:
            _recreate(table, autoincrement=False)


def _recreate(table: str, *, autoincrement: bool) -> None:
    with op.batch_alter_table(
        table, recreate="always", table_kwargs={"sqlite_autoincrement": autoincrement}
    ):
        pass  # copied as it is


def _set_highest(connection: sa.Connection) -> None:
    """The highest number of a capture that was noted when captures were removed."""
    noted = connection.execute(sa.text("SELECT value FROM state WHERE key = :key"), {"key": HIGHEST}).scalar()
    if noted is not None:
        highest = sa.text("UPDATE sqlite_sequence SET seq = max(seq, :noted) WHERE name = 'capture'")
        if not connection.execute(highest, {"noted": int(noted)}).rowcount:  # no capture is left
            added = sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES ('capture', :noted)")
            connection.execute(added, {"noted": int(noted)})
