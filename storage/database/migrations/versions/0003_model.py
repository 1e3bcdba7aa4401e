"""Labels, what explains a score, models that stand in, the rhythm of hosts, visits that did not happen.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.database.engine import Instant

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STATES = ("learned", "not-enough-change")
STANDS_IN = "prior"


def upgrade() -> None:
    op.add_column("host", sa.Column("rhythm", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("change_score", sa.Column("explanation", sa.JSON(), nullable=False, server_default="{}"))
    with op.batch_alter_table("model") as batch:
        batch.drop_constraint(op.f("ck_model_state"), type_="check")
        batch.create_check_constraint(op.f("ck_model_state"), _states((*STATES, STANDS_IN)))
    op.create_table(
        "label",
        sa.Column("id", Number, nullable=False),
        sa.Column("page_id", Number, nullable=False),
        sa.Column("before_id", Number, nullable=False),
        sa.Column("after_id", Number, nullable=False),
        sa.Column("important", sa.Boolean(), nullable=True),
        sa.Column("said_at", Instant(), nullable=False),
        sa.Column("said_by", sa.Text(), nullable=False, server_default=""),
        sa.Column("note", sa.Text(), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_label_page_id_page"),
        sa.ForeignKeyConstraint(["before_id"], ["capture.id"], name="fk_label_before_id_capture"),
        sa.ForeignKeyConstraint(["after_id"], ["capture.id"], name="fk_label_after_id_capture"),
        sa.PrimaryKeyConstraint("id", name="pk_label"),
    )
    op.create_index("ix_label_page_id", "label", ["page_id"])
    op.create_table(
        "missed_visit",
        sa.Column("id", Number, nullable=False),
        sa.Column("page_id", Number, nullable=False),
        sa.Column("due_at", Instant(), nullable=False),
        sa.Column("noticed_at", Instant(), nullable=False),
        sa.Column("visits", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_missed_visit_page_id_page"),
        sa.PrimaryKeyConstraint("id", name="pk_missed_visit"),
    )
    op.create_index("ix_missed_visit_page_id_due_at", "missed_visit", ["page_id", "due_at"])


def downgrade() -> None:
    op.drop_table("missed_visit")
    op.drop_table("label")
    op.execute(sa.text(f"UPDATE model SET state = 'not-enough-change' WHERE state = '{STANDS_IN}'"))
    with op.batch_alter_table("model") as batch:
        batch.drop_constraint(op.f("ck_model_state"), type_="check")
        batch.create_check_constraint(op.f("ck_model_state"), _states(STATES))
    with op.batch_alter_table("change_score") as batch:
        batch.drop_column("explanation")
    with op.batch_alter_table("host") as batch:
        batch.drop_column("rhythm")


def _states(values: tuple[str, ...]) -> str:
    return "state IN (" + ", ".join(f"'{value}'" for value in values) + ")"
