"""What beliefs about pages' rates were mixed from, so that they are forgotten only on evidence.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Empty: the belief that is there goes into both memories with the next visit.
    op.add_column("page", sa.Column("rate_memory", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("page", "rate_memory")
