"""Jobs: progress, cancelling, and their files.

A request only writes that something is wanted; ``pagetide.jobs`` does it elsewhere. How far it is comes to an open page
as server-sent events (HTML standard, section 9.2), and without script when the page is loaded again.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import FileResponse, RedirectResponse, StreamingResponse
from fastapi.templating import Jinja2Templates
from pydantic import AwareDatetime, BaseModel, Field, model_validator
from starlette.concurrency import run_in_threadpool

from dashboard.actions import Who, actor, write
from dashboard.api import MOST_AT_ONCE, Skip, lead_on
from dashboard.pages import Id
from dashboard.presenters import Badge, Tone, percent
from dashboard.request_checks import require_writer
from dashboard.source import Source
from storage.actions.jobs import cancel_job, start_job
from storage.errors import NotStored
from storage.job_files import KEPT, import_path, kind_for, result_path
from storage.jobs import EXPORTS, IMPORTS, Job, JobKind, JobState
from storage.queries.named_page import named_page

JOBS_A_SHEET = 50
TOLD_EVERY_S = 1.0
TOLD_FOR_S = 20.0
"""How long one answer tells: a server that ends need not wait longer, and the browser asks again."""
NAMES = {
    JobKind.WACZ: "Export as WACZ",
    JobKind.CSV: "Export as CSV",
    JobKind.PARQUET: "Export as Parquet",
    JobKind.VERIFY: "Check everything",
    JobKind.INGEST: "Import an archive",
    JobKind.IMPORT: "Import a list of pages",
}
_BADGES = {
    JobState.WAITING: Badge(label="waiting", tone=Tone.QUIET),
    JobState.RUNNING: Badge(label="running", tone=Tone.CALM),
    JobState.DONE: Badge(label="done", tone=Tone.GOOD),
    JobState.FAILED: Badge(label="failed", tone=Tone.TROUBLE),
    JobState.CANCELLED: Badge(label="cancelled", tone=Tone.QUIET),
}
_KINDS_OF_FILE = {
    ".wacz": "application/wacz+zip",
    ".csv": "text/csv; charset=utf-8",
    ".parquet": "application/vnd.apache.parquet",
}


class NewJob(BaseModel):
    """What to do."""

    kind: JobKind
    pages: list[Annotated[str, Field(max_length=20_000)]] = Field(
        [], max_length=1000, description="Of an export: numbers or URLs of pages; none: all."
    )
    since: AwareDatetime | None = Field(None, description="Of an export: only captures from then on.")
    until: AwareDatetime | None = Field(None, description="Of an export: only captures up to then.")
    file: str = Field(
        "", max_length=300, description="Of an import: name of a file in imports/ of the collection."
    )
    said_by: Who = ""

    @model_validator(mode="after")
    def _fits(self) -> NewJob:
        if (self.kind in IMPORTS) is not bool(self.file):
            raise ValueError("name a file for an import, and for nothing else")
        if self.kind not in EXPORTS and (self.pages or self.since or self.until):
            raise ValueError("only an export is of some captures")
        return self


class JobView(BaseModel):
    """A job."""

    id: int
    kind: JobKind
    state: JobState
    arguments: dict[str, Any]
    asked_by: str
    asked_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    done: int = Field(description="Progress, in a unit of its own.")
    total: int | None = Field(description="Of how much; null: nobody knows.")
    message: str = Field(description="What it is at, or what came of it.")
    outcome: dict[str, Any] = Field(description="The result in figures.")
    file: str | None = Field(
        description="Address of the file that came of it; it asks for the right to write."
    )
    file_until: datetime | None = Field(description="When the file is deleted.")


@dataclass(frozen=True, kw_only=True)
class ShownJob:
    """A job as the page shows it."""

    job: Job
    name: str
    badge: Badge
    file: str | None
    size: int
    until: datetime | None

    @property
    def share(self) -> str:
        """How much is done."""
        return percent(min(self.job.done / self.job.total, 1.0)) if self.job.total else ""


def reading_routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """How far jobs are, for whoever may read; and their files, for whoever may write."""
    router = APIRouter()
    _add_page(router, source, templates)
    _add_api(router, source)

    @router.get("/jobs/{job_id}/file", include_in_schema=False, dependencies=[Depends(require_writer)])
    def result_file(job_id: Id) -> Response:
        path = result_path(source.collection.path, source.repository.job(job_id))
        if path is None:
            raise NotStored(
                f"Job {job_id} has no file, or none any more: they are deleted after {KEPT.days} days."
            )
        kind = _KINDS_OF_FILE.get(path.suffix, "application/octet-stream")
        headers = {"Cache-Control": "private, no-store"}
        return FileResponse(path, media_type=kind, filename=path.name, headers=headers)

    return router


def routes(source: Source) -> APIRouter:
    """Starting and cancelling."""
    router = APIRouter()

    @router.post("/api/v1/jobs", tags=["jobs"], status_code=202)
    def post_job(wanted: NewJob) -> JobView:
        """Start long work: an export, a check, an import of a file that lies in ``imports/`` of the collection."""
        return job_view(source, start(source, wanted))

    @router.post("/api/v1/jobs/{job_id}/cancel", tags=["jobs"])
    def cancel(job_id: Id, said_by: Annotated[str, Query(max_length=200)] = "") -> JobView:
        """End a job: one that waits at once, one that runs as soon as it can."""
        return job_view(source, _cancel(source, job_id, said_by))

    @router.post("/jobs/{job_id}/cancel", include_in_schema=False)
    def cancel_form(job_id: Id) -> Response:
        _cancel(source, job_id)
        return RedirectResponse(f"/jobs#job-{job_id}", 303)

    return router


def start(source: Source, wanted: NewJob, upload: str | None = None) -> Job:
    """Ask for a job. ``upload`` is where its file was kept, if somebody sent it.

    Raises
    ------
    NotStored
        There is no such page or file.
    HTTPException
        403: in somebody else's name. 409: too many wait.
    """
    arguments: dict[str, Any] = {}
    if wanted.file:
        name = import_path(source.collection.path, wanted.file, upload).name
        if kind_for(name) is not wanted.kind:
            raise NotStored(f"{name} is not imported that way.")
        arguments = {"file": name} | ({} if upload is None else {"upload": upload})
    if wanted.pages:
        arguments["pages"] = [named_page(source.repository, text).url for text in wanted.pages]
    for name in ("since", "until"):
        if (at := getattr(wanted, name)) is not None:
            arguments[name] = at.isoformat()
    who = actor(source, wanted.said_by)
    job = write(source, lambda opened: start_job(opened, who, wanted.kind, arguments))
    source.asked.call_jobs()
    return job


def job_view(source: Source, job: Job) -> JobView:
    """A job, for JSON."""
    shown = shown_job(source, job)
    own = ("arguments", "outcome", "file", "file_until")
    fields = {name: getattr(job, name) for name in JobView.model_fields if name not in own}
    arguments = {name: value for name, value in job.arguments.items() if name != "upload"}
    told = {
        "arguments": arguments,
        "outcome": dict(job.outcome),
        "file": shown.file,
        "file_until": shown.until,
    }
    return JobView(**fields, **told)


def shown_job(source: Source, job: Job) -> ShownJob:
    """A job with what a page says of it."""
    path = result_path(source.collection.path, job)
    is_there = path is not None and job.ended_at is not None
    return ShownJob(
        job=job,
        name=NAMES[job.kind],
        badge=_BADGES[job.state],
        file=f"/jobs/{job.id}/file" if is_there else None,
        size=path.stat().st_size if path is not None else 0,
        until=job.ended_at + KEPT if is_there and job.ended_at is not None else None,
    )


def _add_page(router: APIRouter, source: Source, templates: Jinja2Templates) -> None:
    @router.get("/jobs", include_in_schema=False)
    def jobs_room(request: Request, sheet: Annotated[int, Query(ge=1, le=100_000)] = 1) -> Response:
        found = source.repository.jobs(limit=JOBS_A_SHEET + 1, offset=(sheet - 1) * JOBS_A_SHEET)
        context = {
            "room": "jobs",
            "jobs": [shown_job(source, job) for job in found[:JOBS_A_SHEET]],
            "sheet": sheet,
            "has_more": len(found) > JOBS_A_SHEET,
            "days": KEPT.days,
        }
        return templates.TemplateResponse(request, "jobs.html", context)

    @router.get("/jobs/events", include_in_schema=False)
    async def events() -> Response:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(_events(source), media_type="text/event-stream", headers=headers)


def _add_api(router: APIRouter, source: Source) -> None:
    @router.get("/api/v1/jobs", tags=["jobs"])
    def jobs(
        request: Request,
        response: Response,
        skip: Skip = 0,
        limit: Annotated[int, Query(ge=1, le=MOST_AT_ONCE)] = 100,
    ) -> list[JobView]:
        """Jobs, the last first; a Link header leads to earlier ones."""
        found = source.repository.jobs(limit=limit + 1, offset=skip)
        if len(found) > limit:
            lead_on(request, response, skip=skip + limit, limit=limit)
        return [job_view(source, job) for job in found[:limit]]

    @router.get("/api/v1/jobs/{job_id}", tags=["jobs"])
    def job(job_id: Id) -> JobView:
        """A job with its progress and its file."""
        return job_view(source, source.repository.job(job_id))


async def _events(source: Source) -> AsyncIterator[str]:
    """How far jobs are, whenever that has changed; the event ``idle`` when none is left."""
    told, until = "", time.monotonic() + TOLD_FOR_S
    while time.monotonic() < until:
        jobs = await run_in_threadpool(_unfinished, source)
        now = json.dumps(jobs)
        if now != told:
            told = now
            yield f"data: {now}\n\n"
        if not jobs:
            yield "event: idle\ndata: \n\n"
            return
        await asyncio.sleep(TOLD_EVERY_S)


def _unfinished(source: Source) -> list[dict[str, Any]]:
    found = [
        job
        for state in (JobState.RUNNING, JobState.WAITING)
        for job in source.repository.unfinished_jobs(state)
    ]
    return [
        {"id": job.id, "state": job.state, "done": job.done, "total": job.total, "message": job.message}
        for job in found
    ]


def _cancel(source: Source, number: int, who: str = "") -> Job:
    said_by = actor(source, who)
    write(source, lambda opened: cancel_job(opened, said_by, number))
    source.asked.call_jobs()
    return source.repository.job(number)
