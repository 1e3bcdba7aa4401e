"""Where the record of a label stands in the archive.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("label", reflect_args=_words()) as batch:
        batch.add_column(sa.Column("warc_record_id", Number, nullable=True))
        batch.create_foreign_key(
            op.f("fk_label_warc_record_id_warc_record"), "warc_record", ["warc_record_id"], ["id"]
        )


def downgrade() -> None:
    with op.batch_alter_table("label", reflect_args=_words()) as batch:
        batch.drop_constraint(op.f("fk_label_warc_record_id_warc_record"), type_="foreignkey")
        batch.drop_column("warc_record_id")


def _words() -> tuple[sa.Column[str], ...]:
    """The columns with defaults as they are: what SQLite tells of a default is not what made it."""
    return tuple(sa.Column(name, sa.Text(), nullable=False, server_default="") for name in ("said_by", "note"))
