"""Jobs: long work that a person starts.

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

KINDS = ("export-wacz", "export-csv", "export-parquet", "verify", "ingest", "import")
STATES = ("waiting", "running", "done", "failed", "cancelled")


def _choice(name: str, values: tuple[str, ...]) -> sa.Column[str]:
    kind = sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=20)
    return sa.Column(name, kind, nullable=False)


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "job",
        sa.Column("id", number, nullable=False),
        _choice("kind", KINDS),
        sa.Column("arguments", sa.JSON(), nullable=False),
        sa.Column("asked_by", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        _choice("state", STATES),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("done", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("total", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.Text(), nullable=False, server_default=""),
        sa.Column("outcome", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("result_file", sa.Text(), nullable=True),
        sa.Column("cancelled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_job"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_job_state", "job", ["state"])


def downgrade() -> None:
    op.drop_table("job")
