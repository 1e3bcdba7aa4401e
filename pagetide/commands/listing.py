"""Every command of ``pagetide`` by name, and the group that imports a command's module when the command is called.

Importing all modules takes seconds (a crawler, a browser's driver, learning, a web server); most commands need none of
them. Therefore ``--help`` and completion read the table below, and a module is imported for its own commands only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from threadpoolctl import threadpool_limits
from typer.core import TyperCommand, TyperGroup


@dataclass(frozen=True)
class Listed:
    """A command as the list of commands shows it."""

    module: str
    """File in ``pagetide.commands`` whose ``app`` holds the command."""
    help: str
    """First paragraph of the command's docstring; a test compares them."""


COMMANDS: Mapping[str, Listed] = {
    "demo": Listed(
        "newsroom",
        "Try Pagetide on a built-in news site: capture it hourly for simulated days, learn, compare with the truth.",
    ),
    "try": Listed(
        "trying",
        "Try Pagetide on a page, or on archives that you have: what it sees, what changed, and the first verdicts.",
    ),
    "init": Listed(
        "collections", "Make a collection: a folder with its database, WARC files, blobs and models."
    ),
    "add": Listed("collections", "Watch pages. A page that is watched already stays as it is."),
    "import": Listed(
        "collections",
        'Watch every page that a file names: one URL a line, or CSV with a column "url" (and maybe "weight").',
    ),
    "discover": Listed(
        "discovering",
        "Find pages to watch: along links, sitemaps and feeds, politely, without a browser.",
    ),
    "ingest": Listed(
        "ingesting",
        "Take archives of other tools in: their captures get scores, their pages a history to learn from.",
    ),
    "rebuild": Listed(
        "archives",
        "Make the database again from the WARC files: after its loss everything, else what no row names.",
    ),
    "verify": Listed(
        "archives",
        "Walk everything: every WARC record's digests, every blob, every row. Exit 1 when something is wrong.",
    ),
    "export": Listed(
        "exporting",
        "Write the collection, or some of its captures: WACZ 1.1.1 that any replay tool opens, or a table (CSV, "
        "Parquet).",
    ),
    "backup": Listed(
        "backing_up",
        "Back up a collection, also while it is crawled; a second time into the same folder only what is new is "
        "copied.",
    ),
    "restore": Listed(
        "backing_up",
        "Make a collection from a backup, on SQLite or PostgreSQL, whichever it was on before.",
    ),
    "migrate": Listed(
        "backing_up",
        "Move the collection's database to a PostgreSQL server, or from there into a file of the folder.",
    ),
    "adopt": Listed(
        "backing_up",
        "Say that this folder is the collection's from now on: after it was moved to another disk or machine.",
    ),
    "crawl": Listed(
        "crawling",
        "Visit due pages; without --once it goes on until interrupted. Exit 1 when every visit failed.",
    ),
    "run": Listed(
        "crawling", "Run the daemon: crawl, learn, schedule, and the dashboard, until interrupted."
    ),
    "worker": Listed(
        "crawling",
        "Visit pages for a daemon on another machine, until interrupted. The collection must be on PostgreSQL.",
    ),
    "learn": Listed("crawling", "Learn what matters on pages from their stored captures, now."),
    "label": Listed(
        "labelling", "Say whether a change was important, or ask which changes are best looked at next."
    ),
    "ask": Listed(
        "labelling",
        "Which changes are worth your verdict most: of the pages that ring most and were answered about least.",
    ),
    "classify": Listed(
        "classifying",
        "Say what kind of page it is, how probable that is and why; without a page: classify all that have no type "
        "yet.",
    ),
    "search": Listed(
        "searching", "Find the capture that a screenshot was taken from, and where on the page."
    ),
    "similar": Listed(
        "finding", "Find more captures like these: by their look, how the pages are made and what they say."
    ),
    "account": Listed(
        "accounts", "Who may use the dashboard: accounts, their passwords, and tokens for programs."
    ),
    "dashboard": Listed("showing", "Show the collection in a browser; works beside a running daemon."),
    "mcp": Listed(
        "mcp_server",
        "Let an assistant read the collection, by the Model Context Protocol on standard input and output.",
    ),
    "release": Listed(
        "quarantine",
        "End the quarantine of pages that failed too often in a row, and make them due now.",
    ),
    "login": Listed(
        "login",
        "Log in by hand in a browser window and keep the login for the crawl; --import takes one made elsewhere.",
    ),
    "findings": Listed(
        "findings",
        "What nobody has looked at yet, most important first: changes, pages gone, walled or moved, visits missed.",
    ),
    "alerts": Listed(
        "alerting",
        "Whom the daemon tells of findings, as [alerts] of the settings says: webhooks, mail, chats.",
    ),
    "status": Listed(
        "reading",
        "Every page with its type, state, captures, important changes and next visit; and the workers.",
    ),
    "schedule": Listed(
        "scheduling",
        "Next visits in order, with each page's rate of important change, and why then; and visits that were missed.",
    ),
    "rule": Listed(
        "own_rules",
        "Say when a page, or every page with a tag, is visited, whatever was learned.",
    ),
    "pause": Listed(
        "scheduling", "Stop visiting pages until they are resumed; what was captured and learned stays."
    ),
    "resume": Listed(
        "scheduling",
        "Visit paused or retired pages again: at the time that was planned, or now where that is past.",
    ),
    "capture": Listed(
        "scheduling",
        "Make pages due now, before all others: the running daemon, or the next `pagetide crawl`, visits them first.",
    ),
    "retire": Listed(
        "acting", "Watch pages no more, for good; their history stays. `pagetide resume` takes it back."
    ),
    "mute": Listed(
        "acting", "Tell nobody of pages' findings any more; they are visited and learned as before."
    ),
    "unmute": Listed("acting", "Tell of muted pages' findings again."),
    "tag": Listed("acting", "Give a page tags, or take some away; without options: say which it has."),
    "note": Listed(
        "acting",
        "Note something of a page in place of what was noted; without a text: say what is noted.",
    ),
    "threshold": Listed(
        "thresholds",
        "Set above which probability a page's changes ring, and say how many alarms that gives; without options: "
        "say it.",
    ),
    "region": Listed(
        "regions", "Say which places of a page to ignore or to favour: its next model learns of it."
    ),
    "seen": Listed(
        "acting",
        "Mark findings as seen: `pagetide findings` and the dashboard's first page show them no more.",
    ),
    "undo": Listed(
        "acting",
        "Undo what was done: a verdict, a mark, a pause, a tag, a note. `pagetide actions` lists them.",
    ),
    "actions": Listed("acting", "Who did what to the collection and when, the last first."),
    "score": Listed(
        "scoring",
        "How much changed between two image files, two captures of a collection, or two URLs, and where.",
    ),
    "compare": Listed(
        "comparing",
        "Why a page's newest change is important or not: regions, blocks, moves, and what is usual there.",
    ),
    "evidence": Listed(
        "evidence",
        "Which regions of a page carry information about your labels, tested against chance.",
    ),
    "qa": Listed(
        "quality",
        "Replay captures offline and compare each with what was seen live: pictures, text, resources.",
    ),
    "remove": Listed(
        "removing",
        "Remove a page, or captures of it, for good: from the WARC files, the database, everything that was learned.",
    ),
    "share": Listed(
        "sharing",
        "Make a public link to a page or a tag, for readers without an account; without both: list the links.",
    ),
    "unshare": Listed(
        "sharing",
        "Revoke a public link: it leads nowhere any more. `pagetide undo` takes that back.",
    ),
    "jobs": Listed(
        "jobs",
        "Exports, checks and takings-in that were started from the dashboard: how far they are, what came of them.",
    ),
    "index": Listed(
        "replaying",
        "Bring indexes/index.cdxj up to date; other tools read the archive by it. Works beside a running daemon.",
    ),
    "doctor": Listed(
        "machine",
        "Say what is missing on this machine and how to get it. Exit 1 when something needed is missing.",
    ),
}
"""In the order in which ``pagetide --help`` lists them."""


class LateGroup(TyperGroup):
    """The group of all commands: listed from the table, imported when called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, listed in COMMANDS.items():
            self.add_command(TyperCommand(name, help=listed.help))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called (or whose arguments are completed), imported now, and its arguments."""
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None:
            command = loaded_command(name)
            # small matrices: more threads only fight over the cores; only libraries that are loaded can be told
            threadpool_limits(limits=1, user_api="blas")
        return name, command, rest


def loaded_command(name: str) -> TyperCommand | TyperGroup:
    """The command, or group of commands, with that name in ``COMMANDS``, its module imported."""
    module = import_module(f"pagetide.commands.{COMMANDS[name].module}")
    command = typer.main.get_group(module.app).commands[name]
    assert isinstance(command, TyperCommand | TyperGroup)
    return command
