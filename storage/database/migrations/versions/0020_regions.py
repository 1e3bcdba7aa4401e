"""The regions of a page that a person drew.

Revision ID: 0020
Revises: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("page", sa.Column("regions", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("page", "regions")
