"""``try``: captures, changes and first verdicts within a minute, on a page or on archives."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from crawler.reactor import interruption
from crawler.reactor import run as run_crawl
from crawler.waiting import at_most
from pagetide.app import App
from pagetide.commands.compare import verdict_text
from pagetide.commands.console import err, out, print_faults, print_table, working
from pagetide.commands.init import add_watched, refusal, settings_template
from pagetide.commands.needed_browser import need_browser
from pagetide.errors import NothingToDo
from pagetide.ingest import ingest_files
from pagetide.logs import set_up_logging
from pagetide.rerendering import rendering_from_archive
from pagetide.settings.collection_settings import FILE_NAME
from pagetide.settings.durations import parse_duration
from storage.collection import Collection
from storage.database.place import is_collection
from storage.plurals import counted
from storage.queries.page_columns import PlannedVisit
from storage.records import Page, Role, StoredCapture
from storage.what_changed import what_changed

app = typer.Typer()

FIRST_VERDICT = 3
"""Good captures from which on changes of text are decided (``docs/deciding.md``)."""
_ARCHIVES = ("*.wacz", "*.warc", "*.warc.gz", "*.arc", "*.arc.gz")
_SHOWN_PAGES = 20


@app.command("try")
def try_(
    what: Annotated[
        list[str], typer.Argument(help="A page's URL; or WACZ, WARC and ARC files, or folders of them.")
    ],
    collection: Annotated[
        Path | None,
        typer.Option(
            "--collection",
            "-c",
            help="The collection's folder; made where there is none.",
            show_default="try-NAME",
        ),
    ] = None,
    captures: Annotated[int, typer.Option(min=1, max=48, help="How often the page is captured.")] = 3,
    every: Annotated[str, typer.Option(help='Time between two captures: "20s", "5min".')] = "20s",
) -> None:
    """Try Pagetide on a page, or on archives that you have: captures, changes, and the first verdicts.

    A page is captured three times within a minute; text is decided from the third capture on. Archives are read and
    scored as by `pagetide ingest`. Example: pagetide try https://example.org/
    """
    if what[0].startswith(("http://", "https://")):
        if len(what) > 1:
            raise typer.BadParameter("name one page; `pagetide add` and `pagetide crawl` take more")
        folder = collection or Path(f"try-{urlsplit(what[0]).hostname or 'page'}")
        _try_page(what[0], folder, captures, _pause(every))
    else:
        files = _archives(what)
        _try_archives(files, collection or Path(f"try-{Path(what[0]).name.partition('.')[0]}"))


def _pause(written: str) -> timedelta:
    try:
        return max(parse_duration(written), timedelta(0))
    except ValueError as error:
        raise typer.BadParameter(f"{error}", param_hint="--every") from error


def _try_page(url: str, folder: Path, captures: int, every: timedelta) -> None:
    refused = refusal(folder, url)
    if refused is not None:
        once = f"PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS={urlsplit(url).hostname} pagetide try {url}"
        raise NothingToDo(f"{refused}. To try the page all the same: {once}")
    _make(folder)
    with App.open(folder) as opened, opened.working_alone():
        set_up_logging("error")
        page = add_watched(folder, opened.collection, url)
        if opened.collection.repository.count_pages() > 1:
            raise NothingToDo(
                f"{folder} watches other pages too: name a new folder with -c, or use `pagetide crawl`."
            )
        need_browser(opened.settings.rendering.browser_path)
        out.print(f"Capturing {page.url} {counted(captures, 'time')} into {folder}.")
        good = run_crawl(_captured(opened, page, captures, every))
    if not good:
        raise typer.Exit(1)
    _tell_next(folder, good)


async def _captured(opened: App, page: Page, captures: int, every: timedelta) -> int:
    """Capture the page several times and report each capture; how many good captures there are of it then."""
    repository = opened.collection.repository
    stop = interruption() or asyncio.Event()
    for number in range(1, captures + 1):
        if number > 1 and every:
            with working(f"waiting {every.total_seconds():g} s for the next capture"):
                await at_most(stop, every.total_seconds())
        if stop.is_set():
            break
        visit = PlannedVisit(page_id=page.id, due_at=datetime.now(UTC), reason="asked for", exempt=True)
        repository.plan_visits([visit])
        with working(f"capture {number} of {captures}"):
            await opened.crawl(once=True)
        newest = next(iter(repository.captures(page.id, newest_first=True, limit=1)), None)
        if newest is None or not _tell_capture(opened.collection, newest, f"{number} of {captures}"):
            break
    return len(repository.captures(page.id, good_only=True))


def _tell_capture(collection: Collection, stored: StoredCapture, which: str) -> bool:
    """Say what a capture saw, and what changed since the one before; False: the next would fare no better."""
    if not stored.is_good:
        why = (
            "; ".join(problem.message for problem in stored.problems)
            or f"the answer is {stored.response_kind}"
        )
        err.print(f"Capture {which}: not usable, since {why}.", style="red")
        return False
    words = len(collection.read(stored, Role.TEXT).split()) if Role.TEXT in stored.artifacts else 0
    took = (stored.finished_at - stored.started_at).total_seconds()
    kept = f"{counted(stored.exchanges_recorded, 'request')} kept ({stored.warc_bytes / 1e6:.1f} MB)"
    out.print(
        f"Capture {which}: {stored.title or stored.url}, {counted(words, 'word')}, {kept}, in {took:.0f} s"
    )
    good = collection.repository.captures(stored.page_id, good_only=True)
    score = next(
        (item for item in collection.repository.scores(stored.page_id) if item.after_id == stored.id), None
    )
    if score is not None:
        changed = (
            f"{what_changed(score)} ({verdict_text(score)})" if score.distance > 0 else "nothing changed"
        )
        out.print(f"    Since the capture before: {changed}")
    if len(good) == FIRST_VERDICT:
        out.print(
            "    From the third capture on new text in a place that is usually quiet is decided. "
            "A page that changes at every visit is decided later, by its model."
        )
    return True


def _try_archives(files: Sequence[Path], folder: Path) -> None:
    _make(folder)
    with App.open(folder) as opened, opened.working_alone():
        set_up_logging("error")
        with (
            rendering_from_archive(opened.collection, opened.settings) as renderer,
            working(f"taking {counted(len(files), 'file')} in: reading, rendering, scoring"),
        ):
            done = ingest_files(opened, files, datetime.now(UTC), render=renderer)
        for report in done.reports:
            print_faults(report.faults, report.notes)
        rows = _rows(opened.collection, done.pages)
    if not rows:
        raise NothingToDo(f"no page with a capture was found in {', '.join(map(str, files))}.")
    print_table("", ("page", "captures", "changes compared", "important", "the newest important one"), rows)
    if len(done.pages) > len(rows):
        out.print(f"{counted(len(done.pages) - len(rows), 'more page')}: `pagetide status -c {folder}`.")
    _tell_next(folder, max(int(row[1]) for row in rows))


def _rows(collection: Collection, pages: Sequence[Page]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for page in pages[:_SHOWN_PAGES]:
        scores = collection.repository.scores(page.id)
        important = [score for score in scores if score.important]
        newest = what_changed(important[-1]) if important else ""
        captures = len(collection.repository.captures(page.id, good_only=True))
        rows.append((page.url, str(captures), str(len(scores)), str(len(important)), newest))
    return rows


def _tell_next(folder: Path, good: int) -> None:
    if good < FIRST_VERDICT:
        out.print(
            f"{counted(good, 'good capture')}: text is decided from the third on. The same command goes on."
        )
    out.print(
        "Next:",
        f"    pagetide dashboard -c {folder}    shows the captures and what changed, on http://127.0.0.1:8400/",
        f"    pagetide run -c {folder}          goes on hourly; after 48 captures a model of the page is learned",
        sep="\n",
        highlight=False,
    )


def _make(folder: Path) -> None:
    """A new collection, unless there is one."""
    if is_collection(folder):
        return
    if folder.is_dir() and any(folder.iterdir()):
        raise NothingToDo(f"{folder} holds other files already. Name a new or an empty folder with -c.")
    Collection.create(folder).close()
    (folder / FILE_NAME).write_text(settings_template(), encoding="utf-8")


def _archives(names: Sequence[str]) -> list[Path]:
    """The files that are named, and those in folders that are named.

    Raises
    ------
    NothingToDo
        Something is not there, or a folder holds no archive.
    """
    found: list[Path] = []
    for path in map(Path, names):
        inside = (
            sorted({file for pattern in _ARCHIVES for file in path.rglob(pattern)})
            if path.is_dir()
            else [path]
        )
        if not path.exists():
            raise NothingToDo(
                f"{path} is neither there nor a URL: write https://... or name a WACZ or WARC file."
            )
        if not inside:
            raise NothingToDo(f"{path} holds no WACZ, WARC or ARC file.")
        found += inside
    return found
