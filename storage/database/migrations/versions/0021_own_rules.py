"""Rules of visits that people gave to pages and tags.

Revision ID: 0021
Revises: 0020
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "own_rule",
        sa.Column("id", number, nullable=False),
        sa.Column("page_id", number, nullable=True),
        sa.Column("tag", sa.Text(), nullable=True),
        sa.Column("every", sa.BigInteger(), nullable=True),
        sa.Column("cron", sa.Text(), nullable=True),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("per_h", sa.Float(), nullable=False),
        sa.Column("said_by", sa.Text(), nullable=False),
        sa.CheckConstraint("(page_id IS NULL) <> (tag IS NULL)", name="one_thing"),
        sa.CheckConstraint("(every IS NULL) <> (cron IS NULL)", name="one_way"),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_own_rule_page_id_page"),
        sa.PrimaryKeyConstraint("id", name="pk_own_rule"),
        sa.UniqueConstraint("page_id", name="uq_own_rule_page_id"),
        sa.UniqueConstraint("tag", name="uq_own_rule_tag"),
    )


def downgrade() -> None:
    op.drop_table("own_rule")
