"""The tables.

Append-only facts (capture, artifact, warc_record, change_score, model), small mutable page and host. Times are UTC
integer microseconds, enumerations text with a CHECK, JSON only for what is never searched. The same tables are built by
``storage/database/migrations``; a test holds the two equal.
"""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Enum,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from storage.database.engine import Instant, Span
from storage.findings import FindingKind
from storage.jobs import JobKind, JobState
from storage.people import Role as AccountRole
from storage.people import Scope
from storage.records import ModelState, Outcome, ResponseKind, Role

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Number = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows only in a plain INTEGER key


# ``sqlite_autoincrement``: numbers that leave the database, in addresses and tables, are given once. SQLite gives the
# highest again when its row went, and a bookmark would show another page. Servers count by themselves.


def _choice(kind: type[StrEnum], name: str) -> Enum:
    return Enum(
        kind,
        name=name,
        native_enum=False,
        create_constraint=True,
        length=20,
        values_callable=lambda members: [member.value for member in members],
    )


host = Table(
    "host",
    metadata,
    Column("id", Number, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("next_ok_at", Instant, index=True),
    Column("leased_until", Instant, index=True),
    Column("leased_by", Number),  # the page that holds the host; no foreign key: it would be a circle
    Column("rhythm", JSON, nullable=False, server_default="{}"),
)

page = Table(
    "page",
    metadata,
    Column("id", Number, primary_key=True),
    Column("url", Text, nullable=False),
    Column("url_key", Text, nullable=False, unique=True),
    Column("host_id", Number, ForeignKey("host.id"), nullable=False),
    Column("added_at", Instant, nullable=False),
    Column("title", Text, nullable=False, server_default=""),
    Column("active", Boolean, nullable=False),
    Column("weight", Float, nullable=False),
    Column("floor", Span),
    Column("ceiling", Span),
    Column("rate_shape", Float, nullable=False),
    Column("rate_scale_h", Float, nullable=False),
    Column("due_at", Instant),
    Column("due_reason", Text, nullable=False, server_default=""),
    Column("last_visit_at", Instant),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("quarantined_at", Instant),
    Column("attempt", Integer, nullable=False, server_default="0"),
    Column("leased_until", Instant),
    Column("leased_to", Text),  # number of the worker that visits it; NULL: the daemon itself
    Column("observations", Integer, nullable=False, server_default="0"),
    Column("exempt", Boolean, nullable=False, server_default=false()),
    Column("plan", JSON, nullable=False, server_default="{}"),
    Column("rate_memory", JSON, nullable=False, server_default="{}"),
    Column("muted_at", Instant),
    Column("retired_at", Instant),
    Column("note", Text, nullable=False, server_default=""),
    Column("alarm_above", Float),
    Column("regions", JSON, nullable=False, server_default="[]"),
    sqlite_autoincrement=True,
)
Index("ix_page_due_at", page.c.due_at, sqlite_where=text("active = 1"), postgresql_where=page.c.active)
Index("ix_page_host_id_due_at", page.c.host_id, page.c.due_at)
Index(
    "ix_page_exempt_due_at",
    page.c.due_at,
    sqlite_where=text("exempt = 1 AND active = 1"),
    postgresql_where=text("exempt AND active"),
)
_leased = page.c.leased_until.is_not(None)
Index("ix_page_leased_until", page.c.leased_until, sqlite_where=_leased, postgresql_where=_leased)

page_tag = Table(
    "page_tag",
    metadata,
    Column("page_id", Number, ForeignKey("page.id"), primary_key=True),
    Column("tag", Text, primary_key=True, index=True),
)

audit = Table(  # who did what when; "before" is what undoing it brings back
    "audit",
    metadata,
    Column("id", Number, primary_key=True),
    Column("at", Instant, nullable=False),
    Column("by", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("page_id", Number, ForeignKey("page.id"), index=True),
    Column("before", JSON, nullable=False),
    Column("undoes", Number, ForeignKey("audit.id")),
    Column("undone_at", Instant),
    sqlite_autoincrement=True,
)

account = Table(
    "account",
    metadata,
    Column("id", Number, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("role", _choice(AccountRole, "role"), nullable=False),
    Column("password_hash", Text, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("disabled_at", Instant),
    sqlite_autoincrement=True,
)

session = Table(  # who is logged in; of what browsers show only a digest
    "session",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account_id", Number, ForeignKey("account.id"), nullable=False, index=True),
    Column("started_at", Instant, nullable=False),
    Column("used_at", Instant, nullable=False),
)

api_token = Table(
    "api_token",
    metadata,
    Column("id", Number, primary_key=True),
    Column("account_id", Number, ForeignKey("account.id"), nullable=False, index=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("label", Text, nullable=False),
    Column("scope", _choice(Scope, "scope"), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("used_at", Instant),
    Column("revoked_at", Instant),
    sqlite_autoincrement=True,
)

job = Table(  # long work that a person starts
    "job",
    metadata,
    Column("id", Number, primary_key=True),
    Column("kind", _choice(JobKind, "kind"), nullable=False),
    Column("arguments", JSON, nullable=False),
    Column("asked_by", Text, nullable=False),
    Column("asked_at", Instant, nullable=False),
    Column("state", _choice(JobState, "state"), nullable=False, index=True),
    Column("started_at", Instant),
    Column("ended_at", Instant),
    Column("done", BigInteger, nullable=False, server_default="0"),
    Column("total", BigInteger),
    Column("message", Text, nullable=False, server_default=""),
    Column("outcome", JSON, nullable=False, server_default="{}"),
    Column("result_file", Text),
    Column("cancelled_at", Instant),
    sqlite_autoincrement=True,
)

share = Table(  # public links; of their tokens only a digest is kept
    "share",
    metadata,
    Column("id", Number, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("page_id", Number, ForeignKey("page.id"), index=True),
    Column("tag", Text),
    Column("made_by", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("expires_at", Instant),
    Column("revoked_at", Instant),
    CheckConstraint("(page_id IS NULL) <> (tag IS NULL)", name="one_thing"),
    sqlite_autoincrement=True,
)

own_rule = Table(  # when a page, or every page with a tag, is visited because a person said so
    "own_rule",
    metadata,
    Column("id", Number, primary_key=True),
    Column("page_id", Number, ForeignKey("page.id"), unique=True),
    Column("tag", Text, unique=True),
    Column("every", Span),
    Column("cron", Text),
    Column("zone", Text, nullable=False),
    Column("per_h", Float, nullable=False),
    Column("said_by", Text, nullable=False),
    CheckConstraint("(page_id IS NULL) <> (tag IS NULL)", name="one_thing"),
    CheckConstraint("(every IS NULL) <> (cron IS NULL)", name="one_way"),
)

profile = Table(
    "profile",
    metadata,
    Column("digest", String(16), primary_key=True),
    Column("body", JSON, nullable=False),
)

capture = Table(
    "capture",
    metadata,
    Column("id", Number, primary_key=True),
    Column("urn", String(45), nullable=False, unique=True),  # urn:uuid:..., the WARC-Page-ID of its records
    Column("page_id", Number, ForeignKey("page.id"), nullable=False),
    Column("url", Text, nullable=False),
    Column("final_url", Text),
    Column("started_at", Instant, nullable=False),
    Column("finished_at", Instant, nullable=False),
    Column("outcome", _choice(Outcome, "outcome"), nullable=False),
    Column("response_kind", _choice(ResponseKind, "response_kind"), nullable=False),
    Column("good", Boolean, nullable=False),
    Column("status", Integer),
    Column("mime", Text),
    Column("title", Text, nullable=False),
    Column("profile_digest", String(16), ForeignKey("profile.digest"), nullable=False),
    Column("problems", JSON, nullable=False),
    Column("observed", JSON, nullable=False, server_default="{}"),
    Column("origin", Text, nullable=False, server_default=""),
    Column("exchanges_recorded", Integer, nullable=False),
    Column("exchanges_failed", Integer, nullable=False),
    Column("warc_file", Text, nullable=False),  # final name, without ".open"
    Column("warc_offset", BigInteger, nullable=False),
    Column("warc_bytes", BigInteger, nullable=False),
    Column("main_record", String(45), nullable=False),  # the record that a change score refers to
    sqlite_autoincrement=True,
)
Index("ix_capture_page_id_started_at", capture.c.page_id, capture.c.started_at)
Index("ix_capture_warc_file_warc_offset", capture.c.warc_file, capture.c.warc_offset)

warc_record = Table(
    "warc_record",
    metadata,
    Column("id", Number, primary_key=True),
    Column("capture_id", Number, ForeignKey("capture.id"), nullable=False, index=True),
    Column("file", Text, nullable=False),
    Column("offset", BigInteger, nullable=False),
    Column("length", BigInteger, nullable=False),
    Column("record_id", String(45), nullable=False),
    Column("type", String(20), nullable=False),
    Column("target_uri", Text, nullable=False),
    Column("date", Instant, nullable=False),
    Column("payload_digest", String(71), index=True),
    UniqueConstraint("file", "offset"),
)

warc_file = Table(  # closed ones: what each was when it was closed
    "warc_file",
    metadata,
    Column("name", Text, primary_key=True),
    Column("size_bytes", BigInteger, nullable=False),
    Column("digest", String(71), nullable=False),
)

blob = Table(
    "blob",
    metadata,
    Column("digest", String(71), primary_key=True),
    Column("size_bytes", BigInteger, nullable=False),
    Column("stored_bytes", BigInteger, nullable=False),
    Column("codec", String(20), nullable=False),
    Column("created_at", Instant, nullable=False),
)

artifact = Table(
    "artifact",
    metadata,
    Column("capture_id", Number, ForeignKey("capture.id"), primary_key=True),
    Column("role", _choice(Role, "role"), primary_key=True),
    Column("digest", String(71), nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("mime", Text, nullable=False),
    Column("warc_record_id", Number, ForeignKey("warc_record.id")),
    Column("blob_digest", String(71), ForeignKey("blob.digest"), index=True),
    CheckConstraint("(warc_record_id IS NULL) <> (blob_digest IS NULL)", name="one_place"),
)

hold = Table(  # what nothing removes; of one capture, or of the page with all that it has
    "hold",
    metadata,
    Column("id", Number, primary_key=True),
    Column("page_id", Number, ForeignKey("page.id"), nullable=False, index=True),
    Column("capture_id", Number, ForeignKey("capture.id"), index=True),
    Column("reason", Text, nullable=False),
    Column("held_by", Text, nullable=False),
    Column("held_at", Instant, nullable=False),
    sqlite_autoincrement=True,
)

page_settings = (
    Table(  # when people last set something of a page, whatever it was, and where the archive says so
        "page_settings",
        metadata,
        Column("page_id", Number, ForeignKey("page.id"), primary_key=True),
        Column("set_at", Instant, nullable=False),
        Column("set_by", Text, nullable=False, server_default=""),
        Column(
            "warc_record_id", Number, ForeignKey("warc_record.id"), index=True
        ),  # NULL: the archive does not say so yet
    )
)

model = Table(
    "model",
    metadata,
    Column("id", Number, primary_key=True),
    Column("page_id", Number, ForeignKey("page.id"), nullable=False, index=True),
    Column("fitted_at", Instant, nullable=False),
    Column("state", _choice(ModelState, "state"), nullable=False),
    Column("path", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("first_capture_id", Number, ForeignKey("capture.id"), nullable=False),
    Column("last_capture_id", Number, ForeignKey("capture.id"), nullable=False),
    Column("versions", Integer, nullable=False),
    Column("importance", JSON, nullable=False),
    Column("weights", JSON, nullable=False),
    Column("details", JSON, nullable=False),
    sqlite_autoincrement=True,
)

change_score = Table(
    "change_score",
    metadata,
    Column("id", Number, primary_key=True),
    Column("page_id", Number, ForeignKey("page.id"), nullable=False),
    Column("before_id", Number, ForeignKey("capture.id"), nullable=False),
    Column("after_id", Number, ForeignKey("capture.id"), nullable=False, index=True),
    Column("scored_at", Instant, nullable=False),
    Column("model_id", Number, ForeignKey("model.id")),
    Column("distance", Float, nullable=False),
    Column("probability", Float),
    Column("important", Boolean),
    Column("regions", JSON, nullable=False),
    Column("displacement_px", Integer, nullable=False),
    Column("links_added", JSON, nullable=False),
    Column("links_removed", JSON, nullable=False),
    Column("images_added", JSON, nullable=False),
    Column("images_removed", JSON, nullable=False),
    Column("explanation", JSON, nullable=False, server_default="{}"),
    Column("warc_record_id", Number, ForeignKey("warc_record.id"), nullable=False),
)
Index("ix_change_score_page_id_after_id", change_score.c.page_id, change_score.c.after_id)

unscored = Table(  # good captures that wait for their score
    "unscored",
    metadata,
    Column("capture_id", Number, ForeignKey("capture.id"), primary_key=True),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("error", Text, nullable=False, server_default=""),  # of the last try
)

label = Table(
    "label",
    metadata,
    Column("id", Number, primary_key=True),
    Column("page_id", Number, ForeignKey("page.id"), nullable=False, index=True),
    Column("before_id", Number, ForeignKey("capture.id"), nullable=False),
    Column("after_id", Number, ForeignKey("capture.id"), nullable=False),
    Column("important", Boolean),  # NULL: an earlier verdict is taken back
    Column("said_at", Instant, nullable=False),
    Column("said_by", Text, nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
    Column("warc_record_id", Number, ForeignKey("warc_record.id")),  # NULL: said before labels were archived
)

missed_visit = Table(
    "missed_visit",
    metadata,
    Column("id", Number, primary_key=True),
    Column("page_id", Number, ForeignKey("page.id"), nullable=False),
    Column("due_at", Instant, nullable=False),
    Column("noticed_at", Instant, nullable=False),
    Column("visits", Integer, nullable=False),
    Column("reason", Text, nullable=False),
)
Index("ix_missed_visit_page_id_due_at", missed_visit.c.page_id, missed_visit.c.due_at)

finding = Table(  # what a person should see; of a change what counts now, by verdict and newest score
    "finding",
    metadata,
    Column("id", Number, primary_key=True),
    Column("page_id", Number, ForeignKey("page.id"), nullable=False),
    Column("kind", _choice(FindingKind, "kind"), nullable=False),
    Column("capture_id", Number, ForeignKey("capture.id"), index=True),
    Column("before_id", Number, ForeignKey("capture.id"), index=True),
    Column("at", Instant, nullable=False),
    Column("rank", Float, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("probability", Float),
    Column("cluster", String(16), nullable=False, index=True),
    Column("counts", Boolean, nullable=False),
    Column("seen_at", Instant),
    sqlite_autoincrement=True,
)
Index("ix_finding_page_id_kind_at", finding.c.page_id, finding.c.kind, finding.c.at)
Index(
    "ix_finding_rank",
    finding.c.rank,
    sqlite_where=text("seen_at IS NULL AND counts = 1"),
    postgresql_where=text("seen_at IS NULL AND counts"),
)

hint = Table(
    "hint",
    metadata,
    Column("id", Number, primary_key=True),
    Column("page_id", Number, ForeignKey("page.id"), nullable=False),
    Column("at", Instant, nullable=False),
    Column("kind", Text, nullable=False),
    Column("changed", Boolean, nullable=False),
    Column("spared", Boolean, nullable=False, server_default=false()),
)
Index("ix_hint_page_id_at", hint.c.page_id, hint.c.at)

page_type = Table(  # what a classifier found: one row a page
    "page_type",
    metadata,
    Column("page_id", Number, ForeignKey("page.id"), primary_key=True),
    Column("type", Text, nullable=False, index=True),
    Column("probability", Float, nullable=False),
    Column("model_id", Text, nullable=False),
    Column("at", Instant, nullable=False),
)

type_correction = Table(
    "type_correction",
    metadata,
    Column("id", Number, primary_key=True),
    Column("page_id", Number, ForeignKey("page.id"), nullable=False, index=True),
    Column("type", Text),  # NULL: an earlier word is taken back
    Column("said_at", Instant, nullable=False),
    Column("said_by", Text, nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
    Column(
        "warc_record_id", Number, ForeignKey("warc_record.id")
    ),  # NULL: the capture that it was said of went
)

replay_check = Table(
    "replay_check",
    metadata,
    Column("id", Number, primary_key=True),
    Column("capture_id", Number, ForeignKey("capture.id"), nullable=False, index=True),
    Column("checked_at", Instant, nullable=False),
    Column("screenshot_match", Float),
    Column("text_match", Float),
    Column("crawl_good", Integer, nullable=False),
    Column("crawl_bad", Integer, nullable=False),
    Column("replay_good", Integer, nullable=False),
    Column("replay_bad", Integer, nullable=False),
    Column("missing", JSON, nullable=False),
    Column("details", JSON, nullable=False),
    Column("warc_record_id", Number, ForeignKey("warc_record.id"), nullable=False),
)

removal = Table(  # what was taken out of the archive, when, by whom and why: nothing of its content
    "removal",
    metadata,
    Column("id", Number, primary_key=True),
    Column("removed_at", Instant, nullable=False),
    Column("removed_by", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("page_url", Text),  # NULL: forgotten
    Column("page_digest", String(71), nullable=False),
    Column("whole_page", Boolean, nullable=False),
    Column("captures", JSON, nullable=False),  # urn and time of each
    Column("records", Integer, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("record_id", String(45), nullable=False, unique=True),  # of the metadata record that says the same
    Column("file", Text, nullable=False),
    Column("offset", BigInteger, nullable=False),
    Column("length", BigInteger, nullable=False),
)

state = Table(
    "state",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", JSON, nullable=False),
)

# What passes between the daemon and its workers. All of it may be lost at any moment: the leases are in ``page``.
IN_TRANSIT = {"in_transit": True}
"""Marks the tables that no copy of the database holds."""

worker = Table(
    "worker",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("name", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("browser", Text, nullable=False),
    Column("started_at", Instant, nullable=False),
    Column("heard_at", Instant, nullable=False),  # by the database's clock
    Column("wanted", Integer, nullable=False),  # pages that it could begin to visit now
    Column("in_hand", JSON, nullable=False),  # page and attempt of each lease that it knows of
    Column("left", Boolean, nullable=False, server_default=false()),
    info=IN_TRANSIT,
)

delivery = Table(
    "delivery",
    metadata,
    Column("page_id", Number, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("worker_id", String(36), nullable=False, index=True),
    Column("version", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("told", JSON, nullable=False),
    Column("answer", Text),  # NULL: the daemon has not taken it yet
    info=IN_TRANSIT,
)

delivery_part = Table(
    "delivery_part",
    metadata,
    Column("page_id", Number, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    info=IN_TRANSIT,
)
