"""What a person should see: findings. Walls and errors no longer name pages.

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

KINDS = ("change", "gone", "moved", "walled", "logged-out", "empty", "recovered", "missed", "restless")


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    # Empty: who opens the collection fills it, with what scores and visits say (``queries.finding_history``).
    op.create_table(
        "finding",
        sa.Column("id", number, nullable=False),
        sa.Column("page_id", number, nullable=False),
        sa.Column(
            "kind",
            sa.Enum(*KINDS, name="kind", native_enum=False, create_constraint=True, length=20),
            nullable=False,
        ),
        sa.Column("capture_id", number, nullable=True),
        sa.Column("before_id", number, nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("rank", sa.Float(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("probability", sa.Float(), nullable=True),
        sa.Column("cluster", sa.String(16), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_finding_page_id_page"),
        sa.ForeignKeyConstraint(["capture_id"], ["capture.id"], name="fk_finding_capture_id_capture"),
        sa.ForeignKeyConstraint(["before_id"], ["capture.id"], name="fk_finding_before_id_capture"),
        sa.PrimaryKeyConstraint("id", name="pk_finding"),
        sqlite_autoincrement=True,
    )
    for column in ("capture_id", "before_id", "cluster"):
        op.create_index(f"ix_finding_{column}", "finding", [column])
    op.create_index("ix_finding_page_id_kind_at", "finding", ["page_id", "kind", "at"])
    op.create_index(
        "ix_finding_rank",
        "finding",
        ["rank"],
        sqlite_where=sa.text("seen_at IS NULL AND counts = 1"),
        postgresql_where=sa.text("seen_at IS NULL AND counts"),
    )
    _retitle()


def downgrade() -> None:
    op.drop_table("finding")


def _retitle() -> None:
    """Pages that bear the title of something else than their content get that of their newest content."""
    newest = "ORDER BY started_at DESC, id DESC LIMIT 1"
    titled = "SELECT title FROM capture WHERE page_id = page.id AND title <> ''"
    op.execute(
        f"UPDATE page SET title = coalesce(({titled} AND response_kind = 'content' {newest}), '') "
        f"WHERE title IN ({titled} AND response_kind <> 'content')"
    )
