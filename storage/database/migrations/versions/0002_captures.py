"""Walls, what was observed on a page, where a capture came from, quarantine, replay checks.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.database.engine import Instant

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
KINDS = ("content", "error", "empty", "not-html", "none")
WALLS = ("bot-wall", "login-wall")


def upgrade() -> None:
    op.add_column("page", sa.Column("quarantined_at", Instant(), nullable=True))
    with op.batch_alter_table("capture") as batch:
        batch.add_column(sa.Column("observed", sa.JSON(), nullable=False, server_default="{}"))
        batch.add_column(sa.Column("origin", sa.Text(), nullable=False, server_default=""))
        batch.drop_constraint(op.f("ck_capture_response_kind"), type_="check")
        batch.create_check_constraint(op.f("ck_capture_response_kind"), _kinds((*KINDS, *WALLS)))
    op.create_table(
        "replay_check",
        sa.Column("id", Number, nullable=False),
        sa.Column("capture_id", Number, nullable=False),
        sa.Column("checked_at", Instant(), nullable=False),
        sa.Column("screenshot_match", sa.Float(), nullable=True),
        sa.Column("text_match", sa.Float(), nullable=True),
        sa.Column("crawl_good", sa.Integer(), nullable=False),
        sa.Column("crawl_bad", sa.Integer(), nullable=False),
        sa.Column("replay_good", sa.Integer(), nullable=False),
        sa.Column("replay_bad", sa.Integer(), nullable=False),
        sa.Column("missing", sa.JSON(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("warc_record_id", Number, nullable=False),
        sa.ForeignKeyConstraint(["capture_id"], ["capture.id"], name="fk_replay_check_capture_id_capture"),
        sa.ForeignKeyConstraint(
            ["warc_record_id"], ["warc_record.id"], name="fk_replay_check_warc_record_id_warc_record"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_replay_check"),
    )
    op.create_index("ix_replay_check_capture_id", "replay_check", ["capture_id"])


def downgrade() -> None:
    op.drop_table("replay_check")
    op.execute(sa.text("UPDATE capture SET response_kind = 'error' WHERE response_kind IN ('bot-wall', 'login-wall')"))
    with op.batch_alter_table("capture") as batch:
        batch.drop_constraint(op.f("ck_capture_response_kind"), type_="check")
        batch.create_check_constraint(op.f("ck_capture_response_kind"), _kinds(KINDS))
        batch.drop_column("origin")
        batch.drop_column("observed")
    with op.batch_alter_table("page") as batch:
        batch.drop_column("quarantined_at")


def _kinds(values: tuple[str, ...]) -> str:
    return "response_kind IN (" + ", ".join(f"'{value}'" for value in values) + ")"
