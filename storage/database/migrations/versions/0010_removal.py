"""Audit records of captures that were removed.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "removal",
        sa.Column("id", number, nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=False),
        sa.Column("removed_by", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("page_url", sa.Text(), nullable=True),
        sa.Column("page_digest", sa.String(71), nullable=False),
        sa.Column("whole_page", sa.Boolean(), nullable=False),
        sa.Column("captures", sa.JSON(), nullable=False),
        sa.Column("records", sa.Integer(), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("record_id", sa.String(45), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("offset", sa.BigInteger(), nullable=False),
        sa.Column("length", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_removal"),
        sa.UniqueConstraint("record_id", name="uq_removal_record_id"),
    )


def downgrade() -> None:
    op.drop_table("removal")
