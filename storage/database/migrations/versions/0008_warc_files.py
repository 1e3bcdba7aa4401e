"""What each closed WARC file was when it was closed: its size and digest.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Empty: the next `pagetide verify` notes the files of before, where it finds nothing wrong with them.
    op.create_table(
        "warc_file",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(71), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_warc_file"),
    )


def downgrade() -> None:
    op.drop_table("warc_file")
