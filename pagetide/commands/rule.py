"""Rules of visits that people give to pages and tags: ``rule``."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from dashboard.rule_reader import rule_text
from pagetide.commands.actions import actor
from pagetide.commands.arguments import find_page
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, print_table
from pagetide.own_rules import WrittenRules
from pagetide.settings.collection_settings import load_settings
from storage.actions.own_rules import drop_rule, set_rule
from storage.collection import Collection
from storage.own_rules import OwnRule

app = typer.Typer()
rule = typer.Typer(no_args_is_help=True)
app.add_typer(
    rule,
    name="rule",
    help="Set when a page, or every page with a tag, is visited; it replaces the learned schedule.",
)
Named = Annotated[str | None, typer.Argument(help="Number or URL of a page.")]
WithTag = Annotated[str, typer.Option(help="All pages with this tag, instead of one page.")]
Every = Annotated[str, typer.Option(help='So often: "6h", "30min".')]
Cron = Annotated[str, typer.Option(help='At these times: "0 7 * * 1-5".')]
TimeZone = Annotated[str, typer.Option(help="Time zone of the cron line, by its IANA name; else UTC.")]


@rule.command("set")
def set_(
    page: Named = None,
    collection: Folder = Path(),
    tag: WithTag = "",
    every: Every = "",
    cron: Cron = "",
    time_zone: TimeZone = "",
) -> None:
    """Let a page, or the pages with a tag, be visited by an interval or a cron line. Counts before pagetide.toml.

    The daemon follows it within minutes.
    Example: pagetide rule set -c news 3 --cron "0 7 * * 1-5" --time-zone Europe/Berlin
    """
    _require_one(page, tag)
    reader = WrittenRules(load_settings(collection))
    with Collection.open(collection) as opened:
        found = None if page is None else find_page(opened, page)
        read = reader.read(
            every=every, cron=cron, time_zone=time_zone, url="" if found is None else found.url
        )
        said = replace(read, page_id=None if found is None else found.id, tag=tag or None)
        set_rule(opened, actor(), said)
    _tell_next(reader, said)


@rule.command("preview")
def preview(
    collection: Folder = Path(),
    every: Every = "",
    cron: Cron = "",
    time_zone: TimeZone = "",
    as_json: AsJson = False,
) -> None:
    """When the next five visits would be by an interval or a cron line; nothing is kept.

    Example: pagetide rule preview --cron "0 7 * * 1-5" --time-zone Europe/Berlin
    """
    reader = WrittenRules(load_settings(collection))
    said = reader.read(every=every, cron=cron, time_zone=time_zone)
    if as_json:
        print_json({"rule": rule_text(said), "next": reader.next_visits(said, datetime.now(UTC))})
        return
    _tell_next(reader, said)


@rule.command("list")
def list_(page: Named = None, collection: Folder = Path(), as_json: AsJson = False) -> None:
    """The rules of tags, or those that hold for a page, the one that counts first.

    Example: pagetide rule list -c news 3
    """
    with Collection.open(collection, read_only=True) as opened:
        repository = opened.repository
        rules = (
            repository.tag_rules() if page is None else repository.rules_of_page(find_page(opened, page).id)
        )
    if as_json:
        print_json([{"tag": item.tag, "rule": rule_text(item), "said_by": item.said_by} for item in rules])
    elif not rules:
        out.print("No rules: the learned schedule, or pagetide.toml, decides.")
    else:
        rows = [
            ("the page" if item.tag is None else item.tag, rule_text(item), item.said_by) for item in rules
        ]
        print_table("Rules of visits", ("of", "visited", "who"), rows)


@rule.command("remove")
def remove(page: Named = None, collection: Folder = Path(), tag: WithTag = "") -> None:
    """Remove the rule of a page, or of a tag: the learned schedule, or pagetide.toml, decides again.

    Example: pagetide rule remove -c news --tag council
    """
    _require_one(page, tag)
    with Collection.open(collection) as opened:
        drop_rule(opened, actor(), page_id=None if page is None else find_page(opened, page).id, tag=tag)
    out.print("The rule was removed.")


def _require_one(page: str | None, tag: str) -> None:
    if (page is None) is not bool(tag):
        raise typer.BadParameter("name a page or --tag, one of them")


def _tell_next(reader: WrittenRules, said: OwnRule) -> None:
    times = reader.next_visits(said, datetime.now(UTC))
    out.print(f"{rule_text(said)}, next at (UTC): {'; '.join(map(moment, times))}.")
