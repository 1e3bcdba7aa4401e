"""The type of each page, and how people corrected it.

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
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    # Empty: pages of before get their types at their next visits, or by `pagetide classify`.
    op.create_table(
        "page_type",
        sa.Column("page_id", number, nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("probability", sa.Float(), nullable=False),
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_page_type_page_id_page"),
        sa.PrimaryKeyConstraint("page_id", name="pk_page_type"),
    )
    op.create_index("ix_page_type_type", "page_type", ["type"])
    op.create_table(
        "type_correction",
        sa.Column("id", number, nullable=False),
        sa.Column("page_id", number, nullable=False),
        sa.Column("type", sa.Text(), nullable=True),
        sa.Column("said_at", sa.BigInteger(), nullable=False),
        sa.Column("said_by", sa.Text(), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("warc_record_id", number, nullable=True),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_type_correction_page_id_page"),
        sa.ForeignKeyConstraint(
            ["warc_record_id"], ["warc_record.id"], name="fk_type_correction_warc_record_id_warc_record"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_type_correction"),
    )
    op.create_index("ix_type_correction_page_id", "type_correction", ["page_id"])


def downgrade() -> None:
    op.drop_table("type_correction")
    op.drop_table("page_type")
