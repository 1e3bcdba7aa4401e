"""Who may use the dashboard: accounts, sessions, tokens for programs.

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

ROLES = ("viewer", "archivist", "admin")
SCOPES = ("read", "write")


def _choice(name: str, values: tuple[str, ...]) -> sa.Column[str]:
    kind = sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=20)
    return sa.Column(name, kind, nullable=False)


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "account",
        sa.Column("id", number, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        _choice("role", ROLES),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("disabled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("name", name="uq_account_name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "session",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("account_id", number, nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_session_account_id_account"),
        sa.PrimaryKeyConstraint("digest", name="pk_session"),
    )
    op.create_index("ix_session_account_id", "session", ["account_id"])
    op.create_table(
        "api_token",
        sa.Column("id", number, nullable=False),
        sa.Column("account_id", number, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        _choice("scope", SCOPES),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_api_token_account_id_account"),
        sa.PrimaryKeyConstraint("id", name="pk_api_token"),
        sa.UniqueConstraint("digest", name="uq_api_token_digest"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_api_token_account_id", "api_token", ["account_id"])


def downgrade() -> None:
    for table in ("api_token", "session", "account"):
        op.drop_table(table)
