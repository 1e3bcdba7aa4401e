"""The work of each kind of job."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pagetide.capture_table import Rows, write_csv, write_parquet
from pagetide.errors import NothingToDo
from pagetide.learning.model_fault import model_fault
from pagetide.seeds import MOST_BYTES, read_seeds
from storage.actions.adding import add
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.job_files import import_path, made_job_folder
from storage.jobs import Job, JobKind
from storage.plurals import counted, counted_as
from storage.queries.capture_table import capture_rows
from storage.queries.selection import Selection
from storage.verify.walk import remember
from storage.verify.walk import verify as walk
from storage.verify_log import Fault, VerifyLog
from storage.wacz.export import export_wacz
from storage.watchable_urls import checked_url

Tell = Callable[[int, int | None, str], None]
"""Keeps how far a job is (of how much, and at what), and raises where it shall end."""
MOST_FAULTS = 50
"""Faults that are kept of a job; how many there are is kept as well."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """What came of a job: a sentence, the figures as JSON, and the file, if any."""

    message: str
    outcome: dict[str, Any] = field(default_factory=dict)
    file: Path | None = None


def export_as_wacz(collection: Collection, job: Job, tell: Tell) -> Result:
    """Write a WACZ file; what is damaged is left out and named."""
    target, faults = _target(collection, job, "wacz"), VerifyLog(0, None)
    export_wacz(
        collection,
        target,
        title=collection.path.resolve().name,
        selection=_selection(job),
        findings=faults,
        progress=lambda done, total: tell(done, total, "packing, in bytes"),
    )
    found = faults.report().faults
    left_out = f" Left out, for it is damaged: {counted(len(found), 'thing')}." if found else ""
    size = f"{target.stat().st_size / 1e6:.1f} MB"
    return Result(message=f"A WACZ file of {size}.{left_out}", outcome=faults_as_json(found), file=target)


def export_as_csv(collection: Collection, job: Job, tell: Tell) -> Result:
    """Write the table of captures as CSV."""
    return _table(collection, job, tell, "csv", write_csv)


def export_as_parquet(collection: Collection, job: Job, tell: Tell) -> Result:
    """Write the table of captures as Parquet; ``MissingExtra`` without pyarrow."""
    return _table(collection, job, tell, "parquet", write_parquet)


def verify(collection: Collection, job: Job, tell: Tell) -> Result:
    """Walk everything, as ``pagetide verify`` does."""
    report = walk(
        collection, lambda done, total: tell(done, total, "checking, in bytes"), model_fault=model_fault
    )
    if report.whole and not collection.read_only:
        remember(collection, report)
    checked = ", ".join(counted_as(count, name) for name, count in report.checked.items())
    told = counted(len(report.faults), "fault") if report.faults else "everything is as it was written"
    outcome = {"checked": dict(report.checked), "notes": len(report.notes)} | faults_as_json(report.faults)
    return Result(message=f"{checked} checked: {told}.", outcome=outcome)


def import_list(collection: Collection, job: Job, tell: Tell) -> Result:
    """Watch the pages that a list names, as ``pagetide import`` does; one wrong line, and nothing is added."""
    path = source_of(collection, job)
    tell(0, None, "reading")
    with path.open("rb") as file:
        seeds = read_seeds(
            file.read(MOST_BYTES + 1), path.name, table=path.suffix.lower() in (".csv", ".tsv")
        )
    rows = [(checked_url(seed.url), seed.weight) for seed in seeds if seed.url]
    if not rows:
        raise NothingToDo(f"{path.name} names no URL. Write one a line, or CSV with a column called url.")
    added = add(collection, Actor(by=job.asked_by, at=datetime.now(UTC)), rows)
    known = len(added.pages) - len(added.new)
    return Result(
        message=f"{counted(len(added.new), 'page')} added, {known:,} watched before.",
        outcome={"added": len(added.new), "known": known},
    )


READING: dict[JobKind, Callable[[Collection, Job, Tell], Result]] = {
    JobKind.WACZ: export_as_wacz,
    JobKind.CSV: export_as_csv,
    JobKind.PARQUET: export_as_parquet,
    JobKind.VERIFY: verify,
    JobKind.IMPORT: import_list,
}
"""What works beside a process that holds the collection's lock; ``pagetide.jobs.ingesting`` alone needs it."""


def _table(
    collection: Collection, job: Job, tell: Tell, ending: str, write: Callable[[Rows, Path], int]
) -> Result:
    target, total = _target(collection, job, ending), sum(collection.repository.counts().captures.values())

    def counted_rows() -> Iterator[list[dict[str, Any]]]:
        done = 0
        for rows in capture_rows(collection.database, _selection(job)):
            yield rows
            done += len(rows)
            tell(done, max(total, done), "writing, in captures")

    tell(0, total, "writing, in captures")
    count = write(counted_rows(), target)
    return Result(message=f"A table of {counted(count, 'capture')}.", outcome={"rows": count}, file=target)


def _target(collection: Collection, job: Job, ending: str) -> Path:
    name = f"{collection.path.resolve().name}-{job.asked_at:%Y%m%d-%H%M%S}.{ending}"
    return made_job_folder(collection.path, job.id) / name


def source_of(collection: Collection, job: Job) -> Path:
    """The file that a job takes in."""
    return import_path(collection.path, job.arguments["file"], job.arguments.get("upload"))


def _selection(job: Job) -> Selection:
    since, until = (
        None if (text := job.arguments.get(name)) is None else datetime.fromisoformat(text)
        for name in ("since", "until")
    )
    return Selection(pages=tuple(job.arguments.get("pages", ())), since=since, until=until)


def faults_as_json(found: tuple[Fault, ...]) -> dict[str, Any]:
    """How many faults were found, and the first of them."""
    return {"faults": len(found), "first_faults": [asdict(item) for item in found[:MOST_FAULTS]]}
