"""The collection page: disk use, exports, checks, imports."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from datetime import time as time_of_day
from typing import Annotated, Any, BinaryIO

from fastapi import APIRouter, Form, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from dashboard.api import MOST_AT_ONCE, Limit, Skip, lead_on
from dashboard.jobs import NewJob, shown_job, start
from dashboard.presenters import page_title
from dashboard.source import Source
from storage.errors import StorageError
from storage.job_files import IMPORTS, importable, keep_upload, kind_for
from storage.jobs import EXPORTS, JobKind, JobState
from storage.offload.offloading import TROUBLE, places_of
from storage.queries.storage_use import PageUse, StorageUse, storage_use
from storage.records import Page

PAGES_A_SHEET = 50
KEPT_S = 300.0
"""How long what the pages take is kept: it is read from a row of every capture."""
UPLOAD = "/collection/upload"
LARGEST_UPLOAD = 1_000_000_000
_CHUNK = 1 << 20
_WHOLE_DAY = time_of_day(23, 59, 59, 999_999)


class ObjectStoreView(BaseModel):
    """What an object store holds of a collection."""

    address: str
    stored_files: int = Field(description="WARC files in it.")
    stored_bytes: int
    freed_files: int = Field(description="Of them those that are not on the collection's disk any more.")
    waiting_files: int = Field(description="Closed files that are not in it yet.")
    waiting_bytes: int
    problem: str | None = Field(description="Why files wait. Nothing is lost meanwhile.")
    problem_at: datetime | None


class WorkerView(BaseModel):
    """A process that visits pages for the daemon, as it last said of itself."""

    name: str
    host: str = Field(description="Its machine.")
    version: str
    browser: str
    started_at: datetime
    heard_at: datetime | None = Field(description="When it last reported.")
    silent: bool = Field(description="Not heard of for so long that it gets no work and its leases run out.")
    pages_in_hand: list[int] = Field(description="Numbers of the pages that it visits now.")


class CollectionView(BaseModel):
    """What a collection holds, as of a few minutes ago."""

    name: str
    at: datetime = Field(description="When this was read.")
    pages_with_captures: int
    captures: int
    record_bytes: int = Field(description="Compressed WARC records of captures.")
    derived_bytes: int = Field(description="What is derived from them.")
    warc_files: int = Field(description="Closed WARC files.")
    warc_bytes: int
    object_store: ObjectStoreView | None = Field(description="None: all files are on the collection's disk.")


class PageUseView(BaseModel):
    """What the captures of a page take."""

    page_id: int
    url: str
    captures: int
    bytes: int


@dataclass(frozen=True)
class UseOfPage:
    """A page and what it takes."""

    page: Page
    use: PageUse

    @property
    def title(self) -> str:
        """What the page calls itself."""
        return page_title(self.page)


class KeptUse:
    """What a collection takes, read again when it is some minutes old; one reader at a time."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._lock = threading.Lock()
        self._kept: tuple[float, datetime, StorageUse] | None = None

    def now(self) -> tuple[datetime, StorageUse]:
        """When it was read, and what it was."""
        with self._lock:
            if self._kept is None or time.monotonic() - self._kept[0] > KEPT_S:
                found = storage_use(self._source.collection.database)
                self._kept = time.monotonic(), self._source.now(), found
            return self._kept[1:]

    def pages(self, use: StorageUse, *, skip: int, limit: int) -> list[UseOfPage]:
        """Pages by what they take, the largest first; without those that were removed since."""
        found = list(use.largest(offset=skip, limit=limit))
        pages = {page.id: page for page in self._source.repository.pages_of([item.page_id for item in found])}
        return [UseOfPage(pages[item.page_id], item) for item in found if item.page_id in pages]


def reading_routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """The page, and the same for programs."""
    router, kept = APIRouter(), KeptUse(source)

    @router.get("/collection", include_in_schema=False)
    def collection_room(request: Request, sheet: Annotated[int, Query(ge=1, le=100_000)] = 1) -> Response:
        return templates.TemplateResponse(request, "collection.html", _context(source, kept, sheet))

    @router.get("/api/v1/collection", tags=["collection"])
    def collection() -> CollectionView:
        """What the collection holds."""
        at, use = kept.now()
        own = {name: getattr(use, name) for name in CollectionView.model_fields if hasattr(use, name)}
        store = object_store(source)
        return CollectionView(
            name=source.name, at=at, pages_with_captures=use.pages, object_store=store, **own
        )

    @router.get("/api/v1/workers", tags=["collection"])
    def working() -> list[WorkerView]:
        """Workers that visit pages for the daemon, in the order in which they began; none where it visits alone."""
        return workers(source)

    @router.get("/api/v1/collection/pages", tags=["collection"])
    def by_page(
        request: Request, response: Response, skip: Skip = 0, limit: Limit = MOST_AT_ONCE
    ) -> list[PageUseView]:
        """Pages by what their captures take, the largest first; a Link header leads to further ones."""
        _, use = kept.now()
        if use.pages > skip + limit:
            lead_on(request, response, skip=skip + limit, limit=limit)
        return [
            PageUseView(
                page_id=item.page.id, url=item.page.url, captures=item.use.captures, bytes=item.use.bytes
            )
            for item in kept.pages(use, skip=skip, limit=limit)
        ]

    return router


def routes(source: Source) -> APIRouter:
    """The forms that start something."""
    router = APIRouter(include_in_schema=False)

    @router.post("/collection/export")
    def export_form(
        kind: Annotated[JobKind, Form()],
        page: Annotated[str, Form(max_length=20_000)] = "",
        since: Annotated[str, Form(max_length=40)] = "",
        until: Annotated[str, Form(max_length=40)] = "",
    ) -> Response:
        if kind not in EXPORTS:
            raise HTTPException(422, "This is no kind of export.")
        pages = [page.strip()] if page.strip() else []
        wanted = NewJob(kind=kind, pages=pages, since=_day(since), until=_day(until, _WHOLE_DAY))
        return _begun(start(source, wanted).id)

    @router.post("/collection/verify")
    def verify_form() -> Response:
        return _begun(start(source, NewJob(kind=JobKind.VERIFY)).id)

    @router.post("/collection/import")
    def import_form(file: Annotated[str, Form(max_length=300)] = "") -> Response:
        return _begun(_taken_in(source, file))

    @router.post(UPLOAD)
    async def upload_form(request: Request) -> Response:
        # no field is declared: what is sent would be read before the guard has looked who sends it
        form = await request.form()
        sent = form.get("file")
        if not isinstance(sent, UploadFile) or not sent.filename:
            raise HTTPException(422, "Nothing was sent: choose a file.")
        try:
            return _begun(await run_in_threadpool(_kept_upload, source, sent.filename, sent.file))
        finally:
            await form.close()

    return router


def object_store(source: Source) -> ObjectStoreView | None:
    """What is in the collection's object store; None: it has none."""
    places = places_of(source.collection.path)
    if places is None:
        return None
    trouble = source.repository.state(TROUBLE) or {}
    return ObjectStoreView(**asdict(places), problem=trouble.get("problem"), problem_at=trouble.get("since"))


def workers(source: Source) -> list[WorkerView]:
    """The workers that have not ended."""
    return [
        WorkerView(
            name=row.name,
            host=row.host,
            version=row.release,
            browser=row.browser,
            started_at=row.started_at,
            heard_at=row.heard_at,
            silent=row.is_silent,
            pages_in_hand=[page for page, _ in row.in_hand],
        )
        for row in source.repository.workers()
        if not row.left
    ]


def _kept_upload(source: Source, name: str, file: BinaryIO) -> int:
    try:
        plain, upload = keep_upload(source.collection.path, name, _pieces(file))
    except StorageError as error:
        raise HTTPException(422, f"Nothing was kept: {error}.") from error
    return _taken_in(source, plain, upload)


def _taken_in(source: Source, name: str, upload: str | None = None) -> int:
    kind = kind_for(name)
    if kind is None:
        raise HTTPException(422, f"{name} is neither an archive nor a list of pages by its name.")
    try:
        wanted = NewJob(kind=kind, file=name)
    except ValidationError as error:
        raise HTTPException(422, "This file cannot be imported.") from error
    return start(source, wanted, upload).id


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    file.seek(0)
    while piece := file.read(_CHUNK):
        yield piece


def _day(text: str, at: time_of_day = time_of_day()) -> datetime | None:
    """The day that a form says, from its beginning or up to its end, in UTC."""
    if not text.strip():
        return None
    try:
        return datetime.combine(date.fromisoformat(text.strip()), at, UTC)
    except ValueError as error:
        raise HTTPException(422, f"{text} is no date. Write it like 2026-03-01.") from error


def _begun(number: int) -> Response:
    return RedirectResponse(f"/jobs#job-{number}", 303)


def _context(source: Source, kept: KeptUse, sheet: int) -> dict[str, Any]:
    at, use = kept.now()
    folder = source.collection.path
    checked = source.repository.last_job(JobKind.VERIFY, JobState.DONE)
    return {
        "room": "collection",
        "use": use,
        "read_at": at,
        "rows": kept.pages(use, skip=(sheet - 1) * PAGES_A_SHEET, limit=PAGES_A_SHEET),
        "sheet": sheet,
        "sheets": -(-use.pages // PAGES_A_SHEET),
        "free": shutil.disk_usage(folder).free,
        "limits": source.asked.limits,
        "retention": source.asked.retention,
        "checked": None if checked is None else shown_job(source, checked),
        "files": importable(folder),
        "imports": folder.resolve() / IMPORTS,
        "largest_upload": LARGEST_UPLOAD,
        "store": object_store(source),
        "workers": workers(source),
    }
