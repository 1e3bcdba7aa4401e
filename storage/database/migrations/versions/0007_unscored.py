"""Good captures that wait for their score: what a crash or an error left between storing and comparing.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    # Empty: captures of before are scored when their page's next model is learned.
    op.create_table(
        "unscored",
        sa.Column("capture_id", _NUMBER, nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("error", sa.Text(), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["capture_id"], ["capture.id"], name="fk_unscored_capture_id_capture"),
        sa.PrimaryKeyConstraint("capture_id", name="pk_unscored"),
    )


def downgrade() -> None:
    op.drop_table("unscored")
