"""The type of each page, and who corrected it.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Empty: pages of before get their types at their next visits, or by `pagetide classify`.
    op.create_table(
        "page_type",
        sa.Column("page_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("probability", sa.Float(), nullable=False),
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("said_by", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_page_type_page_id_page"),
        sa.PrimaryKeyConstraint("page_id", name="pk_page_type"),
    )
    op.create_index("ix_page_type_type", "page_type", ["type"])


def downgrade() -> None:
    op.drop_table("page_type")
