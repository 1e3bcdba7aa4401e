"""What people set of pages is written to the archive: once of every page of which anything is set.

Revision ID: 0023
Revises: 0022
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_ANYTHING_IS_SET = """
    INSERT INTO page_settings (page_id, set_at)
    SELECT id, :at FROM page
    WHERE NOT active OR weight <> 1 OR muted_at IS NOT NULL OR retired_at IS NOT NULL OR note <> ''
        OR alarm_above IS NOT NULL OR CAST(regions AS TEXT) <> '[]'
        OR id IN (SELECT page_id FROM page_tag)
        OR id IN (SELECT page_id FROM hold)
        OR id IN (SELECT page_id FROM own_rule WHERE page_id IS NOT NULL)
"""


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "page_settings",
        sa.Column("page_id", number, nullable=False),
        sa.Column("set_at", sa.BigInteger(), nullable=False),
        sa.Column("set_by", sa.Text(), nullable=False, server_default=""),
        sa.Column("warc_record_id", number, nullable=True),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_page_settings_page_id_page"),
        sa.ForeignKeyConstraint(
            ["warc_record_id"], ["warc_record.id"], name="fk_page_settings_warc_record_id_warc_record"
        ),
        sa.PrimaryKeyConstraint("page_id", name="pk_page_settings"),
    )
    op.create_index("ix_page_settings_warc_record_id", "page_settings", ["warc_record_id"])
    op.get_bind().execute(sa.text(_ANYTHING_IS_SET), {"at": time.time_ns() // 1000})


def downgrade() -> None:
    op.drop_table("page_settings")
