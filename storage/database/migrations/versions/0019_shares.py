"""Public links to pages and tags.

Revision ID: 0019
Revises: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "share",
        sa.Column("id", number, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("page_id", number, nullable=True),
        sa.Column("tag", sa.Text(), nullable=True),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("(page_id IS NULL) <> (tag IS NULL)", name="one_thing"),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_share_page_id_page"),
        sa.PrimaryKeyConstraint("id", name="pk_share"),
        sa.UniqueConstraint("digest", name="uq_share_digest"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_share_page_id", "share", ["page_id"])


def downgrade() -> None:
    op.drop_table("share")
