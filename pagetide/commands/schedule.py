"""The next visits, and changing them by hand: ``schedule``, ``pause``, ``resume``, ``capture``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Protocol

import numpy as np
import typer

from changemodel.classify.page_type_tree import UNKNOWN
from crawler.manners.host_pauses import HostPauses
from crawler.scheduling.beliefs import Rates
from crawler.scheduling.budget_forecast import Figure, Forecast, Foreseen, what_if
from crawler.scheduling.decision import duration, limits, outpaces_visits
from crawler.scheduling.hints import ANNOUNCED, CONDITIONAL, HintTrust
from crawler.scheduling.price_table import PriceTable
from crawler.scheduling.rate import IntArray, credible_interval, mean_per_h
from crawler.scheduling.schedule import Timetable
from crawler.scheduling.value import AIMS
from crawler.settings import CrawlSettings
from pagetide.commands.actions import actor
from pagetide.commands.arguments import find_page
from pagetide.commands.console import (
    MOST_ROWS,
    AsJson,
    Folder,
    MostRows,
    SkippedRows,
    err,
    moment,
    out,
    print_json,
    print_table,
    tell_left_out,
)
from pagetide.settings.collection_settings import Settings, load_settings
from storage.actions import pages as on_pages
from storage.actions.audit import Actor, Done
from storage.collection import Collection
from storage.errors import StorageError
from storage.plurals import counted
from storage.queries.missed_visits import MissedVisit
from storage.records import Page

app = typer.Typer()


class OnMany(Protocol):
    """Does the same to all pages of a host or with a tag."""

    def __call__(self, collection: Collection, actor: Actor, *, host: str, tag: str) -> Done:
        """One action."""


Named = Annotated[list[str], typer.Argument(help="Numbers or URLs of pages.", metavar="PAGE...")]
Pages = Annotated[list[str] | None, typer.Argument(help="Numbers or URLs of pages.", metavar="[PAGE]...")]
OfHost = Annotated[str, typer.Option("--host", help="Instead: all pages of a host.")]
WithTag = Annotated[str, typer.Option("--tag", help="Instead: all pages with a tag.")]
_SHOWN_FOR = timedelta(days=14)
_HOSTS_TOLD = 20
_HINTS = {
    ANNOUNCED: "feeds and sitemaps announced {recall:.0f} % of the important changes, and were right in "
    "{precision:.0f} % of the cases",
    CONDITIONAL: 'its answers to "has it changed?" found {recall:.0f} % of the important changes, and '
    "{precision:.0f} % of the changes that they found were important",
}


@app.command()
def schedule(
    collection: Folder = Path(),
    budget_factor: Annotated[
        float | None,
        typer.Option(
            min=0.001, max=1000, help="Show how often pages would be visited with so many times the budget."
        ),
    ] = None,
    most: MostRows = MOST_ROWS,
    skip: SkippedRows = 0,
    as_json: AsJson = False,
) -> None:
    """Next visits in order, with each page's rate of important change, and why then; and visits that were missed.

    Example: pagetide schedule -c news --budget-factor 2
    """
    settings, now = load_settings(collection), datetime.now(UTC)
    with Collection.open(collection, read_only=True) as opened:
        timetable = _timetable(opened, settings)
        planned = timetable.watched(now)
        unplanned = int(np.count_nonzero(np.isnan(planned.due_in_h)))
        planned = planned.some(~np.isnan(planned.due_in_h))
        unmatched = timetable.own.unmatched(planned.id)
        kept = timetable.price_table()
        price_table = timetable.solved(planned, correction=kept.correction)
        in_order = planned.id[np.argsort(planned.due_in_h, kind="stable")]
        shown = _shown(opened, timetable, in_order[skip:][: most or None])
        missed = opened.repository.missed_visits(since=now - _SHOWN_FOR)
        paused = opened.repository.count_pages(active=False)
        spared = opened.repository.spared_visits(now - _SHOWN_FOR)
        hints = {
            name: {kind: HintTrust.from_json(kept) for kind, kept in kinds.items()}
            for name, kinds in opened.repository.host_hints([page.host for page in shown]).items()
        }
        firsts = {item.reason: item.page_id for item in reversed(missed)}
        urls = {page.id: page.url for page in opened.repository.pages_of(firsts.values())}
    _warn_of_budget(price_table, settings.crawl)
    _warn_of_overrides(unmatched)
    if budget_factor is not None:
        forecast = what_if(planned, settings.crawl, budget_factor, aim=AIMS[settings.schedule.aim])
        _show_forecast(forecast, shown, settings.crawl, budget_factor, as_json)
    elif as_json:
        by_page: Counter[int] = Counter()
        for item in missed:
            by_page[item.page_id] += item.visits
        print_json(
            [
                _page_schedule(page, by_page[page.id], spared.get(page.id, 0), hints.get(page.host, {}))
                for page in shown
            ]
        )
    else:
        print_table(
            "Next visits",
            ("page", "important changes a day (90 %)", "every", "next visit", "why"),
            [(page.url, _rate(page), _every(page), _when(page, now), page.due_reason) for page in shown],
        )
    tell_left_out(len(planned.id), len(shown), skip, as_json=as_json)
    if budget_factor is None and not as_json:
        _tell_hints(hints)
        _tell_prices(price_table, settings.crawl)
        _tell_fast(shown, settings.crawl)
        _tell_missed(missed, urls)
        _tell_spared(sum(spared.values()), paused, unplanned)


def _tell_spared(spared: int, paused: int, unplanned: int) -> None:
    """Visits that were not made, and pages that get none."""
    if spared:
        visits = counted(spared, "visit", "was saved", "were saved")
        out.print(f"{visits} in 14 days: servers said that nothing had changed.")
    if unplanned:
        pages = counted(unplanned, "page", "has", "have")
        out.print(f"{pages} no visit planned, such as those of archives: `pagetide add URL` plans them.")
    if paused:
        out.print(f"{counted(paused, 'page', 'is', 'are')} paused (`pagetide resume PAGE`).")


def _shown(opened: Collection, timetable: Timetable, ids: IntArray) -> list[Page]:
    """The pages with these numbers, in their order, with what overrides say."""
    return [timetable.settled(page) for page in opened.repository.pages_in_order(ids.tolist())]


@app.command()
def pause(pages: Pages = None, collection: Folder = Path(), host: OfHost = "", tag: WithTag = "") -> None:
    """Stop visiting pages until they are resumed; what was captured and learned stays.

    Example: pagetide pause -c news https://example.org/
    """
    if not pages or host or tag:
        _on_many(collection, on_pages.pause_many, pages, host, tag, "paused")
        return
    with Collection.open(collection) as opened:
        for page in [find_page(opened, text) for text in pages]:
            on_pages.pause(opened, actor(), page.id)
            out.print(f"{page.url}: paused{'' if page.active else ' (it was already)'}")


@app.command()
def resume(pages: Pages = None, collection: Folder = Path(), host: OfHost = "", tag: WithTag = "") -> None:
    """Visit paused or retired pages again: at the time that was planned, or now where that is past.

    Example: pagetide resume -c news https://example.org/
    """
    if not pages or host or tag:
        _on_many(collection, on_pages.resume_many, pages, host, tag, "resumed")
        return
    with Collection.open(collection) as opened:
        for page in [find_page(opened, text) for text in pages]:
            if page.active:
                out.print(f"{page.url}: it was not paused")
                continue
            on_pages.resume(opened, actor(), page.id)
            due_at = opened.repository.page(page.id).due_at
            out.print(f"{page.url}: resumed, next visit {moment(due_at)} UTC")


def _on_many(collection: Path, act: OnMany, pages: list[str] | None, host: str, tag: str, done: str) -> None:
    """Do it to all pages of a host, or with a tag, as one action."""
    if (bool(pages), bool(host), bool(tag)).count(True) != 1:
        raise typer.BadParameter("name pages, or a host, or a tag: one of them")
    with Collection.open(collection) as opened:
        changed = act(opened, actor(), host=host.lower(), tag=tag).changed
    out.print(f"{counted(changed, 'page')} {done}.")


@app.command()
def capture(pages: Named, collection: Folder = Path()) -> None:
    """Make pages due now; the running daemon, or the next `pagetide crawl`, visits them first.

    The budget does not hold them back. A paused page stays paused, exit 1. A host that asked to be left alone is.
    Example: pagetide capture -c news https://example.org/
    """
    refused = False
    with Collection.open(collection) as opened:
        for page in [find_page(opened, text) for text in pages]:
            try:
                on_pages.capture_now(opened, actor(), page.id)
            except StorageError as error:
                err.print(f"{page.url}: {error}")
                refused = True
            else:
                out.print(f"{page.url}: due now")
    if refused:
        raise typer.Exit(1)


def _timetable(opened: Collection, settings: Settings) -> Timetable:
    rates = Rates(opened.repository, settings.crawl.half_life, untyped=UNKNOWN)
    return Timetable(opened.repository, settings, HostPauses(settings.crawl), rates)


def _is_impossible(price_table: PriceTable, settings: CrawlSettings) -> bool:
    return settings.budget_per_h is not None and settings.budget_per_h < price_table.least_per_h


def _warn_of_budget(price_table: PriceTable, settings: CrawlSettings) -> None:
    """A budget that ceilings and rules alone exceed cannot be kept: say so, and by how much."""
    if _is_impossible(price_table, settings):
        err.print(
            f"The budget of {settings.budget_per_h:g} visits an hour is less than the "
            f"{price_table.least_per_h:.3g} that ceilings and rules ask for: every page waits for its ceiling, and "
            "visits will fall behind. Raise budget_per_h or ceiling.",
        )


def _warn_of_overrides(patterns: Sequence[str]) -> None:
    """An override that holds for no page does nothing, and its page is visited as all others are."""
    for pattern in patterns:
        err.print(
            f'No watched page matches the override for "{pattern}": its [override.crawl] does nothing. A pattern is '
            "matched against the whole URL; * stands for any text.",
        )


def _tell_prices(price_table: PriceTable, settings: CrawlSettings) -> None:
    """What decides for all pages: the price of the budget, and hosts that are full."""
    if price_table.common and not _is_impossible(price_table, settings):
        out.print(
            f"A visit costs {price_table.common:.3g} weighted hours: at this price all pages ask for what the budget "
            f"pays for, {settings.budget_per_h:g} an hour. A lost version counts as {price_table.kappa_h:.3g} h.",
        )
    for name, host in price_table.hosts.items():
        out.print(
            f"{name} takes about {host.per_h:.3g} an hour, its pages ask for more visits: they compete at a price of "
            f"{host.price:.3g}.",
        )


def _tell_hints(hints: Mapping[str, Mapping[str, HintTrust]]) -> None:
    """How far what hosts say of their pages was right."""
    told = [
        f"  {name}: {_HINTS[kind].format(recall=100 * trust.recall, precision=100 * trust.precision)}"
        + ("" if trust.is_heeded or kind == CONDITIONAL else ", so they are not counted")
        for name, kinds in sorted(hints.items())
        for kind, trust in sorted(kinds.items())
    ]
    if told:
        out.print("What servers, feeds and sitemaps said, held against what visits showed:")
    for line in told[:_HOSTS_TOLD]:
        out.print(line)
    if len(told) > _HOSTS_TOLD:
        out.print(f"  and {len(told) - _HOSTS_TOLD} more; `--json` has all.")


def _tell_fast(pages: Sequence[Page], settings: CrawlSettings) -> None:
    """Pages that change as fast as they may be visited, or are wrongly decided on."""
    urls = [page.url for page in pages if outpaces_visits(page.rate, limits(page, settings)[0])]
    if urls:
        found = counted(len(urls), "page", "changes", "change")
        out.print(
            f"{found} as fast as visits may come, such as {urls[0]}: more than one change in two floors is not "
            "counted. Look at what is called important there (`pagetide compare PAGE`), or give it a shorter floor.",
        )


def _tell_missed(missed: Sequence[MissedVisit], urls: Mapping[int, str]) -> None:
    """What did not happen in the last two weeks, by reason, with one page for each; and what waits now."""
    by_reason: Counter[str] = Counter()
    where: dict[str, set[int]] = {}
    for item in missed:
        by_reason[item.reason] += item.visits
        where.setdefault(item.reason, set()).add(item.page_id)
    if missed:
        out.print("Missed in 14 days, each made up for by one visit:")
    for reason, visits in by_reason.most_common():
        first = next(number for number in where[reason] if number in urls)
        others = len(where[reason]) - 1
        more = f" and {counted(others, 'more page')}" if others else ""
        out.print(f"  {visits} of {urls[first]}{more}: {reason}")


def _show_forecast(
    forecast: Forecast, pages: Sequence[Page], settings: CrawlSettings, factor: float, as_json: bool
) -> None:
    place = {int(number): row for row, number in enumerate(forecast.id)}
    hours = [(forecast.now_h[place[page.id]], forecast.then_h[place[page.id]]) for page in pages]
    if as_json:
        waits = [
            {"url": page.url, "interval_h": float(now), "interval_then_h": float(then)}
            for page, (now, then) in zip(pages, hours, strict=True)
        ]
        print_json({"pages": waits, "now": asdict(forecast.now), "then": asdict(forecast.then)})
        return
    budget = settings.budget_per_h or 0.0
    print_table(
        f"Every page's interval with a budget of {budget:g} an hour, and with {budget * factor:g}",
        ("page", "important changes a day (90 %)", "now every", "then every"),
        [
            (page.url, _rate(page), *(duration(timedelta(hours=float(wait))) for wait in waits))
            for page, waits in zip(pages, hours, strict=True)
        ],
    )
    print_table(
        "What is to be expected (± holds what is not known of the rates; lost versions may be half or twice as many)",
        ("of all pages, by their weights", "now", "then"),
        _expected(forecast.now, forecast.then),
    )


def _expected(now: Foreseen, then: Foreseen) -> list[tuple[str, str, str]]:
    """Rows of a table: what visits give at two budgets."""
    return [
        ("time in which the newest capture is up to date", _percent(now.fresh), _percent(then.fresh)),
        ("important versions replaced before a capture", _percent(now.lost), _percent(then.lost)),
        ("from an important change to its capture", _hours(now.delay_h), _hours(then.delay_h)),
    ]


def _percent(figure: Figure) -> str:
    return f"{100 * figure.mean:.1f} % (± {100 * figure.error:.1f})"


def _hours(figure: Figure) -> str:
    return f"{figure.mean:.2g} h (± {figure.error:.2g})"


def _rate(page: Page) -> str:
    low, high = (24 * value for value in credible_interval(page.rate, 0.9))
    guessed = "" if page.observations else ", nothing judged yet"
    return f"{24 * mean_per_h(page.rate):.2g} ({low:.2g}-{high:.2g}{guessed})"


def _every(page: Page) -> str:
    hours = page.plan.get("interval_h")
    return "" if hours is None else duration(timedelta(hours=hours))


def _when(page: Page, now: datetime) -> str:
    assert page.due_at is not None
    late = now - page.due_at
    return moment(page.due_at) + (f", {duration(late)} late" if late > timedelta(minutes=15) else "")


def _page_schedule(page: Page, missed: int, spared: int, hints: Mapping[str, HintTrust]) -> dict[str, Any]:
    low, high = credible_interval(page.rate, 0.9)
    return {
        "url": page.url,
        "due_at": page.due_at,
        "why": page.due_reason,
        "decided_by": page.plan.get("decided_by"),
        "interval_h": page.plan.get("interval_h"),
        "rule": page.plan.get("rule"),
        "important_changes_per_day": mean_per_h(page.rate) * 24,
        "credible_interval_90": [low * 24, high * 24],
        "learned_from": page.observations,
        "missed_in_14_days": missed,
        "spared_in_14_days": spared,
        "hints_of_its_host": {
            kind: {"recall": trust.recall, "precision": trust.precision} for kind, trust in hints.items()
        },
    }
