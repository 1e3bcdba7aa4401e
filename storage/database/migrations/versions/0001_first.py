"""The first schema.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.database.engine import Instant, Span

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "blob",
        sa.Column("digest", sa.String(length=71), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("stored_bytes", sa.BigInteger(), nullable=False),
        sa.Column("codec", sa.String(length=20), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_blob"),
    )
    op.create_table(
        "host",
        sa.Column("id", Number, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("next_ok_at", Instant(), nullable=True),
        sa.Column("leased_until", Instant(), nullable=True),
        sa.Column("leased_by", Number, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_host"),
        sa.UniqueConstraint("name", name="uq_host_name"),
    )
    op.create_index("ix_host_leased_until", "host", ["leased_until"])
    op.create_index("ix_host_next_ok_at", "host", ["next_ok_at"])
    op.create_table(
        "profile",
        sa.Column("digest", sa.String(length=16), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_profile"),
    )
    op.create_table(
        "state",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_state"),
    )
    op.create_table(
        "page",
        sa.Column("id", Number, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("url_key", sa.Text(), nullable=False),
        sa.Column("host_id", Number, nullable=False),
        sa.Column("added_at", Instant(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("floor", Span(), nullable=True),
        sa.Column("ceiling", Span(), nullable=True),
        sa.Column("rate_shape", sa.Float(), nullable=False),
        sa.Column("rate_scale_h", sa.Float(), nullable=False),
        sa.Column("due_at", Instant(), nullable=True),
        sa.Column("due_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("last_visit_at", Instant(), nullable=True),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("attempt", sa.Integer(), server_default="0", nullable=False),
        sa.Column("leased_until", Instant(), nullable=True),
        sa.ForeignKeyConstraint(["host_id"], ["host.id"], name="fk_page_host_id_host"),
        sa.PrimaryKeyConstraint("id", name="pk_page"),
        sa.UniqueConstraint("url_key", name="uq_page_url_key"),
    )
    op.create_index(
        "ix_page_due_at",
        "page",
        ["due_at"],
        sqlite_where=sa.text("active = 1"),
        postgresql_where=sa.text("active"),
    )
    op.create_index("ix_page_host_id_due_at", "page", ["host_id", "due_at"])
    op.create_index(
        "ix_page_leased_until",
        "page",
        ["leased_until"],
        sqlite_where=sa.text("leased_until IS NOT NULL"),
        postgresql_where=sa.text("leased_until IS NOT NULL"),
    )

    op.create_table(
        "capture",
        sa.Column("id", Number, nullable=False),
        sa.Column("urn", sa.String(length=45), nullable=False),
        sa.Column("page_id", Number, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("final_url", sa.Text(), nullable=True),
        sa.Column("started_at", Instant(), nullable=False),
        sa.Column("finished_at", Instant(), nullable=False),
        sa.Column(
            "outcome",
            sa.Enum(
                "complete",
                "partial",
                "failed",
                name="outcome",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column(
            "response_kind",
            sa.Enum(
                "content",
                "error",
                "empty",
                "not-html",
                "none",
                name="response_kind",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("good", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("mime", sa.Text(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("profile_digest", sa.String(length=16), nullable=False),
        sa.Column("problems", sa.JSON(), nullable=False),
        sa.Column("exchanges_recorded", sa.Integer(), nullable=False),
        sa.Column("exchanges_failed", sa.Integer(), nullable=False),
        sa.Column("warc_file", sa.Text(), nullable=False),
        sa.Column("warc_offset", sa.BigInteger(), nullable=False),
        sa.Column("warc_bytes", sa.BigInteger(), nullable=False),
        sa.Column("main_record", sa.String(length=45), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_capture_page_id_page"),
        sa.ForeignKeyConstraint(
            ["profile_digest"], ["profile.digest"], name="fk_capture_profile_digest_profile"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_capture"),
        sa.UniqueConstraint("urn", name="uq_capture_urn"),
    )
    op.create_index("ix_capture_page_id_started_at", "capture", ["page_id", "started_at"])
    op.create_index("ix_capture_warc_file_warc_offset", "capture", ["warc_file", "warc_offset"])

    op.create_table(
        "model",
        sa.Column("id", Number, nullable=False),
        sa.Column("page_id", Number, nullable=False),
        sa.Column("fitted_at", Instant(), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "learned",
                "not-enough-change",
                name="state",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("first_capture_id", Number, nullable=False),
        sa.Column("last_capture_id", Number, nullable=False),
        sa.Column("versions", sa.Integer(), nullable=False),
        sa.Column("importance", sa.JSON(), nullable=False),
        sa.Column("weights", sa.JSON(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["first_capture_id"], ["capture.id"], name="fk_model_first_capture_id_capture"
        ),
        sa.ForeignKeyConstraint(["last_capture_id"], ["capture.id"], name="fk_model_last_capture_id_capture"),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_model_page_id_page"),
        sa.PrimaryKeyConstraint("id", name="pk_model"),
    )
    op.create_index("ix_model_page_id", "model", ["page_id"])

    op.create_table(
        "warc_record",
        sa.Column("id", Number, nullable=False),
        sa.Column("capture_id", Number, nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("offset", sa.BigInteger(), nullable=False),
        sa.Column("length", sa.BigInteger(), nullable=False),
        sa.Column("record_id", sa.String(length=45), nullable=False),
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("target_uri", sa.Text(), nullable=False),
        sa.Column("date", Instant(), nullable=False),
        sa.Column("payload_digest", sa.String(length=71), nullable=True),
        sa.ForeignKeyConstraint(["capture_id"], ["capture.id"], name="fk_warc_record_capture_id_capture"),
        sa.PrimaryKeyConstraint("id", name="pk_warc_record"),
        sa.UniqueConstraint("file", "offset", name="uq_warc_record_file_offset"),
    )
    op.create_index("ix_warc_record_capture_id", "warc_record", ["capture_id"])
    op.create_index("ix_warc_record_payload_digest", "warc_record", ["payload_digest"])

    op.create_table(
        "artifact",
        sa.Column("capture_id", Number, nullable=False),
        sa.Column(
            "role",
            sa.Enum(
                "view",
                "full-page",
                "dom",
                "text",
                "layout",
                "page-info",
                "features",
                name="role",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("digest", sa.String(length=71), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("mime", sa.Text(), nullable=False),
        sa.Column("warc_record_id", Number, nullable=True),
        sa.Column("blob_digest", sa.String(length=71), nullable=True),
        sa.CheckConstraint("(warc_record_id IS NULL) <> (blob_digest IS NULL)", name="one_place"),
        sa.ForeignKeyConstraint(["blob_digest"], ["blob.digest"], name="fk_artifact_blob_digest_blob"),
        sa.ForeignKeyConstraint(["capture_id"], ["capture.id"], name="fk_artifact_capture_id_capture"),
        sa.ForeignKeyConstraint(
            ["warc_record_id"], ["warc_record.id"], name="fk_artifact_warc_record_id_warc_record"
        ),
        sa.PrimaryKeyConstraint("capture_id", "role", name="pk_artifact"),
    )
    op.create_index("ix_artifact_blob_digest", "artifact", ["blob_digest"])

    op.create_table(
        "change_score",
        sa.Column("id", Number, nullable=False),
        sa.Column("page_id", Number, nullable=False),
        sa.Column("before_id", Number, nullable=False),
        sa.Column("after_id", Number, nullable=False),
        sa.Column("scored_at", Instant(), nullable=False),
        sa.Column("model_id", Number, nullable=True),
        sa.Column("distance", sa.Float(), nullable=False),
        sa.Column("probability", sa.Float(), nullable=True),
        sa.Column("important", sa.Boolean(), nullable=True),
        sa.Column("regions", sa.JSON(), nullable=False),
        sa.Column("displacement_px", sa.Integer(), nullable=False),
        sa.Column("links_added", sa.JSON(), nullable=False),
        sa.Column("links_removed", sa.JSON(), nullable=False),
        sa.Column("images_added", sa.JSON(), nullable=False),
        sa.Column("images_removed", sa.JSON(), nullable=False),
        sa.Column("warc_record_id", Number, nullable=False),
        sa.ForeignKeyConstraint(["after_id"], ["capture.id"], name="fk_change_score_after_id_capture"),
        sa.ForeignKeyConstraint(["before_id"], ["capture.id"], name="fk_change_score_before_id_capture"),
        sa.ForeignKeyConstraint(["model_id"], ["model.id"], name="fk_change_score_model_id_model"),
        sa.ForeignKeyConstraint(["page_id"], ["page.id"], name="fk_change_score_page_id_page"),
        sa.ForeignKeyConstraint(
            ["warc_record_id"], ["warc_record.id"], name="fk_change_score_warc_record_id_warc_record"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_change_score"),
    )
    op.create_index("ix_change_score_after_id", "change_score", ["after_id"])
    op.create_index("ix_change_score_page_id_after_id", "change_score", ["page_id", "after_id"])


def downgrade() -> None:
    for name in (
        "change_score",
        "artifact",
        "warc_record",
        "model",
        "capture",
        "page",
        "state",
        "profile",
        "host",
        "blob",
    ):
        op.drop_table(name)
