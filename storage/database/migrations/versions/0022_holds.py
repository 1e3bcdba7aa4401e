"""Holds on pages and captures.

Revision ID: 0022
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "hold",
        sa.Column("id", number, nullable=False),
        sa.Column("page_id", number, nullable=False),
        sa.Column("capture_id", number, nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("held_by", sa.Text(), nullable=False),
        sa.Column("held_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_hold_page_id_page"),
        sa.ForeignKeyConstraint(["capture_id"], ["capture.id"], name="fk_hold_capture_id_capture"),
        sa.PrimaryKeyConstraint("id", name="pk_hold"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_hold_page_id", "hold", ["page_id"])
    op.create_index("ix_hold_capture_id", "hold", ["capture_id"])


def downgrade() -> None:
    op.drop_table("hold")
