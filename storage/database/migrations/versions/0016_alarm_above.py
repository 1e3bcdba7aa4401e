"""The probability above which a person lets a page's changes raise an alarm.

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("page", sa.Column("alarm_above", sa.Float(), nullable=True))


def downgrade() -> None:
    op.drop_column("page", "alarm_above")
