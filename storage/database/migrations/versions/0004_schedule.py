"""What decided a page's next visit, how much is known of its rate, and hints that it may have changed.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.database.engine import Instant

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
EXEMPT = "ix_page_exempt_due_at"


def upgrade() -> None:
    op.add_column("page", sa.Column("observations", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("page", sa.Column("exempt", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("page", sa.Column("plan", sa.JSON(), nullable=False, server_default="{}"))
    # Beliefs of before were not counted: one that is not the first prior has learned something.
    op.execute(sa.text("UPDATE page SET observations = 1 WHERE rate_shape <> 1.0 OR rate_scale_h <> 24.0"))
    op.create_index(
        EXEMPT,
        "page",
        ["due_at"],
        sqlite_where=sa.text("exempt = 1 AND active = 1"),
        postgresql_where=sa.text("exempt AND active"),
    )
    op.create_table(
        "hint",
        sa.Column("id", Number, nullable=False),
        sa.Column("page_id", Number, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("changed", sa.Boolean(), nullable=False),
        sa.Column("spared", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_hint_page_id_page"),
        sa.PrimaryKeyConstraint("id", name="pk_hint"),
    )
    op.create_index("ix_hint_page_id_at", "hint", ["page_id", "at"])


def downgrade() -> None:
    op.drop_table("hint")
    op.drop_index(EXEMPT, "page")
    op.drop_column("page", "plan")
    op.drop_column("page", "exempt")
    op.drop_column("page", "observations")
