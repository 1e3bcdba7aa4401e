"""Working on a collection: ``crawl``, ``run``, ``worker``, ``learn``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from crawler.errors import NotAWorker
from crawler.reactor import run as run_crawl
from crawler.visiting.engine import CrawlSummary
from pagetide.app import App, with_visitor_named
from pagetide.commands.arguments import Jobs, Scheduler, find_page
from pagetide.commands.console import NO_CONTACT, AsJson, Folder, err, moment, out, print_json, progress_bar
from pagetide.commands.needed_browser import need_browser
from pagetide.daemon import run_daemon
from pagetide.errors import NothingToDo
from pagetide.learning.parallel_tasks import spread_over
from pagetide.logs import set_up_logging
from pagetide.relearning import learn_pages
from pagetide.settings.collection_settings import load_settings
from pagetide.worker import needs_server, run_worker
from storage.plurals import counted
from storage.queries.page_columns import PlannedVisit
from storage.records import ModelState, StoredModel

app = typer.Typer()


@app.command()
def crawl(
    collection: Folder = Path(),
    once: Annotated[bool, typer.Option("--once", help="Visit what is due now, then stop.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Take every page as due now.")] = False,
    as_json: AsJson = False,
) -> None:
    """Visit due pages until interrupted, or once with --once. Exit 1 when every visit failed.

    Example: pagetide crawl -c news --once
    """
    with _opened(collection) as opened, opened.working_alone():
        _warn_without_contact(opened)
        repository = opened.collection.repository
        if not repository.count_pages(active=True):
            raise NothingToDo(
                f"{collection} watches no page. Add one: pagetide add -c {collection} https://..."
            )
        need_browser(opened.settings.rendering.browser_path)
        if every:
            now = datetime.now(UTC)
            repository.plan_visits(
                PlannedVisit(page_id=page.id, due_at=now, reason="asked for", exempt=True)
                for page in repository.pages(active=True)
            )
        with progress_bar("visits", None) as bar:
            summary = run_crawl(opened.crawl(once=once, progress=lambda *_: bar.advance(bar.task_ids[0])))
        next_due_at = repository.first_due_at(besides=0)
    _print_summary(summary, as_json)
    if once and not summary.visits:
        err.print(
            f"No visit was made: the next page is due {moment(next_due_at)} UTC. `pagetide capture PAGE` makes "
            "a page due now, `pagetide crawl --all` takes every page as due."
        )
    if summary.visits and summary.failed == summary.visits:
        raise typer.Exit(1)


@app.command()
def run(
    collection: Folder = Path(),
    no_dashboard: Annotated[bool, typer.Option("--no-dashboard", help="Crawl and learn only.")] = False,
    only_workers: Annotated[
        bool, typer.Option("--only-workers", help="Open no page here: leave all visits to `pagetide worker`.")
    ] = False,
) -> None:
    """Run the daemon: crawl, learn, schedule, and the dashboard, until interrupted.

    Ctrl-C once finishes the visits in flight, twice stops at once. Example: pagetide run -c news
    """
    with _opened(collection) as opened:
        _warn_without_contact(opened)
        if only_workers and opened.collection.database.is_sqlite:
            raise NotAWorker(needs_server(collection))
        if not only_workers:
            need_browser(opened.settings.rendering.browser_path)
        summary = run_daemon(opened, dashboard=not no_dashboard, visits=not only_workers)
    _print_summary(summary, as_json=False)


@app.command()
def worker(
    collection: Folder = Path(),
    name: Annotated[
        str | None,
        typer.Option(help="What `pagetide status` calls it.", show_default="machine and process"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Visit pages for a daemon on another machine, until interrupted. The collection must be on PostgreSQL.

    Its folder needs database.url, pagetide.toml and the files that it names. Ctrl-C once finishes the visits in hand
    and takes no more, twice stops at once. Example: pagetide worker -c news
    """
    settings = with_visitor_named(load_settings(collection))
    set_up_logging(settings.log.level, settings.log.format)
    need_browser(settings.rendering.browser_path)
    _print_summary(run_worker(collection, settings, name=name), as_json)


@app.command()
def learn(
    page: Annotated[
        str | None, typer.Argument(help="Number or URL of a page; all pages when left out.")
    ] = None,
    collection: Folder = Path(),
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    anew: Annotated[
        bool,
        typer.Option(
            "--anew", help="Learn pages, too, of which nothing new is known since their last model."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Learn what matters on pages from their stored captures, now.

    Of all pages those are left out that would learn nothing new: a run that was broken off goes on where it ended.
    Example: pagetide learn -c news https://example.org/
    Example: pagetide learn -c news --jobs -1
    """
    with _opened(collection) as opened, opened.working_alone(), spread_over(jobs, scheduler) as spread:
        repository = opened.collection.repository
        pages = [find_page(opened.collection, page)] if page else repository.pages(active=True)
        with progress_bar("learning", None) as bar:

            def tell(what: str, done: int, total: int) -> None:
                bar.update(bar.task_ids[0], description=what, completed=done, total=total)

            found = learn_pages(
                opened,
                pages,
                datetime.now(UTC),
                spread=spread,
                anew=anew or page is not None,
                tell=tell,
                progress=(lambda done, steps, what: tell(what, done, steps)) if page else None,
            )
    results = [(item, found[item.id]) for item in pages]
    if as_json:
        print_json([{"page": item.url, **_outcome(model)} for item, model in results])
        return
    for item, model in results:
        out.print(f"{item.url}: {_outcome(model)['result']}")


@contextmanager
def _opened(folder: Path) -> Iterator[App]:
    with App.open(folder) as opened:
        set_up_logging(opened.settings.log.level, opened.settings.log.format)
        yield opened


def _warn_without_contact(opened: App) -> None:
    if not opened.settings.crawl.contact:
        err.print(NO_CONTACT, style="yellow")


def _outcome(model: StoredModel | str) -> dict[str, Any]:
    if isinstance(model, str):
        return {"result": model, "state": None}
    if model.state is ModelState.LEARNED:
        text = f"learned from {counted(model.versions, 'capture')}"
    elif model.state is ModelState.PRIOR:
        others = model.details["prior_models"]
        enough = counted(model.versions, "capture", "does not suffice yet", "do not suffice yet")
        text = f"{enough}; judged by what {counted(others, 'other page')} taught"
    else:
        held = counted(model.versions, "capture", "does not hold", "do not hold")
        text = f"{held} enough change to learn from yet; it goes on collecting"
    return {"result": text, "state": model.state, "versions": model.versions}


def _print_summary(summary: CrawlSummary, as_json: bool) -> None:
    if as_json:
        print_json(asdict(summary))
        return
    out.print(
        f"{counted(summary.visits, 'visit')}: {summary.complete} complete, {summary.partial} partial, "
        f"{summary.failed} failed"
    )
