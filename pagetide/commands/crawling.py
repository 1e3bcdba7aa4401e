"""Working on a collection: ``crawl``, ``run``, ``learn``, ``dashboard``."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
import uvicorn

from crawler.engine import CrawlSummary
from crawler.engine import run as run_crawl
from dashboard.app import create_app
from pagetide.app import App
from pagetide.commands.console import NO_CONTACT, AsJson, Folder, err, out, print_json, progress_bar
from pagetide.daemon import run_daemon
from pagetide.errors import AddressInUse, NothingToDo
from pagetide.logs import set_up_logging
from pagetide.settings import DashboardSettings, load_settings
from storage.collection import Collection
from storage.records import ModelState, Page, StoredModel

app = typer.Typer()


@app.command()
def crawl(
    collection: Folder = Path(),
    once: Annotated[bool, typer.Option("--once", help="Visit what is due now, then stop.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Take every page as due now.")] = False,
    as_json: AsJson = False,
) -> None:
    """Visit due pages; without --once it goes on until interrupted. Exit 1 when every visit failed.

    Example: pagetide crawl -c news --once
    """
    with _opened(collection) as opened, opened.working_alone():
        _warn_without_contact(opened)
        pages = opened.collection.repository.pages(active=True)
        if not pages:
            raise NothingToDo(
                f"{collection} watches no page. Add one: pagetide add -c {collection} https://..."
            )
        if every:
            for page in pages:
                opened.collection.repository.set_due(page.id, datetime.now(UTC), "asked for")
        with progress_bar("visits", None) as bar:
            summary = run_crawl(opened.crawl(once=once, progress=lambda *_: bar.advance(bar.task_ids[0])))
    _print_summary(summary, as_json)
    if summary.visits and summary.failed == summary.visits:
        raise typer.Exit(1)


@app.command()
def run(
    collection: Folder = Path(),
    no_dashboard: Annotated[bool, typer.Option("--no-dashboard", help="Crawl and learn only.")] = False,
) -> None:
    """Run the daemon: crawl, learn, schedule, and the dashboard, until interrupted.

    Ctrl-C once finishes the visits in flight, twice stops at once. Example: pagetide run -c news
    """
    with _opened(collection) as opened:
        _warn_without_contact(opened)
        summary = run_daemon(opened, dashboard=not no_dashboard)
    _print_summary(summary, as_json=False)


@app.command()
def learn(
    page: Annotated[
        str | None, typer.Argument(help="Number or URL of a page; all pages when left out.")
    ] = None,
    collection: Folder = Path(),
    as_json: AsJson = False,
) -> None:
    """Learn what matters on pages from their stored captures, now.

    Example: pagetide learn -c news https://example.org/
    """
    with _opened(collection) as opened, opened.working_alone():
        repository = opened.collection.repository
        pages = [find_page(opened.collection, page)] if page else repository.pages(active=True)
        results = [(item, _learned(opened, item)) for item in pages]
    if as_json:
        print_json([{"page": item.url, **_outcome(model)} for item, model in results])
        return
    for item, model in results:
        out.print(f"{item.url}: {_outcome(model)['result']}")


@app.command()
def dashboard(
    collection: Folder = Path(),
    host: Annotated[str | None, typer.Option(help="Address to bind.")] = None,
    port: Annotated[int | None, typer.Option(help="TCP port; 0 takes a free one.")] = None,
) -> None:
    """Show the collection in a browser; works beside a running daemon.

    Example: pagetide dashboard -c news --port 8400
    """
    settings = load_settings(collection)
    set_up_logging(settings.log.level, settings.log.format)
    where = DashboardSettings(
        host=host or settings.dashboard.host, port=settings.dashboard.port if port is None else port
    )
    with Collection.open(collection, read_only=True) as opened:
        serve(opened, where, lambda: datetime.now(UTC), settings.learning.first_after_versions)


def serve(
    collection: Collection, where: DashboardSettings, now: Callable[[], datetime], versions_to_learn: int
) -> None:
    """Serve the dashboard until interrupted; port 0 takes a free one.

    Raises
    ------
    AddressInUse
        Another program listens there.
    """
    app = create_app(collection, now=now, versions_to_learn=versions_to_learn)
    with listening(where) as listener:
        host, port = listener.getsockname()[:2]
        err.print(f"Dashboard on http://{host}:{port}/  (Ctrl-C ends it)")
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def listening(where: DashboardSettings) -> socket.socket:
    """A socket that listens at the dashboard's address."""
    try:
        return socket.create_server((where.host, where.port))
    except OSError as error:
        raise AddressInUse(
            f"the dashboard cannot listen on {where.host}:{where.port} ({error.strerror}). Choose another port: "
            "--port 0 takes a free one."
        ) from error


def find_page(collection: Collection, text: str) -> Page:
    """The page with that number or URL.

    Raises
    ------
    NothingToDo
        No such page is watched.
    """
    found = collection.repository.find_page(text)
    if found is None and text.isdecimal():
        found = next((page for page in collection.repository.pages() if page.id == int(text)), None)
    if found is None:
        raise NothingToDo(f"{text} is not watched here. `pagetide status` lists the pages.")
    return found


@contextmanager
def _opened(folder: Path) -> Iterator[App]:
    with App.open(folder) as opened:
        set_up_logging(opened.settings.log.level, opened.settings.log.format)
        yield opened


def _warn_without_contact(opened: App) -> None:
    if not opened.settings.crawl.contact:
        err.print(NO_CONTACT, style="yellow")


def _learned(opened: App, page: Page) -> StoredModel | str:
    try:
        return opened.learner.learn(page, datetime.now(UTC))
    except NothingToDo as error:
        return str(error)


def _outcome(model: StoredModel | str) -> dict[str, Any]:
    if isinstance(model, str):
        return {"result": model, "state": None}
    if model.state is ModelState.LEARNED:
        text = f"learned from {model.versions} captures"
    else:
        text = f"{model.versions} captures do not hold enough change to learn from yet; it goes on collecting"
    return {"result": text, "state": model.state, "versions": model.versions}


def _print_summary(summary: CrawlSummary, as_json: bool) -> None:
    if as_json:
        print_json(asdict(summary))
        return
    out.print(
        f"{summary.visits} visits: {summary.complete} complete, {summary.partial} partial, {summary.failed} failed"
    )
