"""Workers on other machines: to whom a page is leased, who they are, and what they deliver.

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("page", sa.Column("leased_to", sa.Text(), nullable=True))
    op.create_table(
        "worker",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("heard_at", sa.BigInteger(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("in_hand", sa.JSON(), nullable=False),
        sa.Column("left", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_worker"),
    )
    op.create_table(
        "delivery",
        sa.Column("page_id", number, autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("worker_id", sa.String(36), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("page_id", "attempt", name="pk_delivery"),
    )
    op.create_index("ix_delivery_worker_id", "delivery", ["worker_id"])
    op.create_table(
        "delivery_part",
        sa.Column("page_id", number, autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("page_id", "attempt", "part", name="pk_delivery_part"),
    )


def downgrade() -> None:
    for table in ("delivery_part", "delivery", "worker"):
        op.drop_table(table)
    with op.batch_alter_table("page") as batch:
        batch.drop_column("leased_to")
