"""What people do to pages, and who did what: muted and retired pages, notes, tags, the audit.

Revision ID: 0014
Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

COLUMNS = ("muted_at", "retired_at", "note")


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("page", sa.Column("muted_at", sa.BigInteger(), nullable=True))
    op.add_column("page", sa.Column("retired_at", sa.BigInteger(), nullable=True))
    op.add_column("page", sa.Column("note", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "page_tag",
        sa.Column("page_id", number, nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_page_tag_page_id_page"),
        sa.PrimaryKeyConstraint("page_id", "tag", name="pk_page_tag"),
    )
    op.create_index("ix_page_tag_tag", "page_tag", ["tag"])
    op.create_table(
        "audit",
        sa.Column("id", number, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("page_id", number, nullable=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("undoes", number, nullable=True),
        sa.Column("undone_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_audit_page_id_page"),
        sa.ForeignKeyConstraint(["undoes"], ["audit.id"], name="fk_audit_undoes_audit"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_page_id", "audit", ["page_id"])


def downgrade() -> None:
    op.drop_table("audit")
    op.drop_table("page_tag")
    for column in COLUMNS:
        op.drop_column("page", column)
