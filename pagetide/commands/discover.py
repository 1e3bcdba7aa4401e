"""``discover``: pages to watch, found from a seed along its links, sitemaps and feeds."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from crawler.clock import SystemClock
from crawler.discovery.discovered import DiscoveredPage, Discovery, DiscoveryPlan, Step
from crawler.discovery.walk import discover as look
from crawler.errors import CrawlError
from crawler.reactor import run as run_crawl
from pagetide.commands.console import (
    NO_CONTACT,
    AsJson,
    Folder,
    err,
    out,
    print_csv,
    print_json,
    print_table,
    progress_bar,
)
from pagetide.errors import NothingToDo
from pagetide.logs import set_up_logging
from pagetide.settings.collection_settings import Settings, load_settings
from storage.collection import Collection
from storage.plurals import counted
from storage.queries.hints import HintKind, PageHint
from storage.watchable_urls import checked_url

app = typer.Typer()


@app.command()
def discover(  # noqa: PLR0913, PLR0917 - options of a command
    seed: Annotated[str, typer.Argument(help="Where to begin.")],
    collection: Folder = Path(),
    scope: Annotated[
        str, typer.Option(help="page, prefix, host, domain, or surt:PREFIX such as 'surt:com,example)/news'.")
    ] = "prefix",
    include: Annotated[
        str | None, typer.Option(help="List only addresses in which this regular expression is found.")
    ] = None,
    exclude: Annotated[
        str | None, typer.Option(help="Ask for no address in which this regular expression is found.")
    ] = None,
    depth: Annotated[int, typer.Option(min=0, help="Links away from the seed.")] = 3,
    limit: Annotated[int, typer.Option(min=1, help="Most pages asked for.")] = 200,
    add: Annotated[bool, typer.Option("--add", help="Watch the pages found in the collection.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, which `pagetide import` reads.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find pages to watch by links, sitemaps and feeds, politely, without a browser.

    Links that only a script writes are not found. Example: pagetide discover https://example.org/news/ --add -c news
    """
    if not collection.is_dir():
        raise NothingToDo(
            f"there is no folder {collection} to take settings from: correct -c, or leave it out."
        )
    settings = load_settings(collection)
    settings.check_logins()
    set_up_logging(settings.log.level if settings.log.level != "info" else "warning", settings.log.format)
    if not settings.crawl.contact:
        err.print(NO_CONTACT, style="yellow")
    # --add to no collection is said before the pages of others are asked for
    target = Collection.open(collection) if add else None
    try:
        found = _found(
            seed, settings, scope=scope, include=include, exclude=exclude, depth=depth, limit=limit
        )
        added = [] if target is None else _added(target, found.pages)
    finally:
        if target is not None:
            target.close()
    _show(found, as_json=as_json, as_csv=as_csv)
    if add:
        err.print(f"{len(added)} of {counted(len(found.pages), 'page', 'is', 'are')} new in {collection}.")


def _found(
    seed: str,
    settings: Settings,
    *,
    scope: str,
    include: str | None,
    exclude: str | None,
    depth: int,
    limit: int,
) -> Discovery:
    with progress_bar("pages", limit) as bar:
        plan = DiscoveryPlan(
            seed=checked_url(seed),
            settings=settings.crawl,
            clock=SystemClock(),
            scope=scope,
            include=_pattern(include, "--include"),
            exclude=_pattern(exclude, "--exclude"),
            depth=depth,
            limit=limit,
            rendering=settings.rendering,
            rendering_for=settings.rendering_for,
            progress=lambda step: show_step(bar, step),
        )
        return run_crawl(look(plan))


def show_step(bar: Progress, step: Step) -> None:
    """How far a discovery is: pages asked for, and in words what was found and what is asked for now."""
    bar.update(
        bar.task_ids[0],
        completed=step.requests,
        description=f"{step.found} found, {step.waiting} waiting: {step.url}",
    )


def _pattern(text: str | None, option: str) -> re.Pattern[str] | None:
    try:
        return None if text is None else re.compile(text)
    except re.error as error:
        raise CrawlError(f"{option} {text!r} is no regular expression: {error}") from error


_SAID_BY = {"sitemap": HintKind.SITEMAP, "feed": HintKind.FEED}  # else the server itself


def _added(target: Collection, pages: list[DiscoveredPage]) -> list[str]:
    now = datetime.now(UTC)
    kept = target.repository.add_pages(((found.url, 1.0) for found in pages), at=now, due_at=now)
    new = [(found, page) for found, (page, is_new) in zip(pages, kept, strict=True) if is_new]
    target.repository.add_hints(
        [
            PageHint(
                page_id=page.id,
                at=found.lastmod,
                kind=_SAID_BY.get(found.lastmod_by, HintKind.CONDITIONAL),
                changed=True,
            )
            for found, page in new
            if found.lastmod is not None and found.lastmod < now
        ]
    )
    return [found.url for found, _ in new]


def _show(found: Discovery, *, as_json: bool, as_csv: bool) -> None:
    if as_json:
        pages = [asdict(page) for page in found.pages]
        print_json({"pages": pages, "left_out": dict(found.left_out), "requests": found.requests})
        return
    if as_csv:
        told = ({**asdict(page), "lastmod": _when(page)} for page in found.pages)
        print_csv(
            [field.name for field in fields(DiscoveredPage)],
            ([str(cell) for cell in row.values()] for row in told),
        )
    else:
        rows = [
            (page.url, str(page.depth), page.how, _when(page), str(page.status), page.title)
            for page in found.pages
        ]
        print_table("", ("page", "depth", "found by", "changed", "status", "title"), rows)
        out.print(f"{counted(len(found.pages), 'page')} found; {counted(found.requests, 'page')} asked for.")
    if found.left_out:
        err.print(left_out_sentence(found.left_out))


def left_out_sentence(left_out: Counter[str]) -> str:
    """What was not looked at and why: ``42 URLs left out: 30 repeated segments, 12 outside the scope``."""
    total = sum(left_out.values())
    told = ", ".join(f"{count} {reason}" for reason, count in left_out.most_common())
    return f"{counted(total, 'URL')} left out: {told}"


def _when(page: DiscoveredPage) -> str:
    return "" if page.lastmod is None else page.lastmod.strftime("%Y-%m-%d")
