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
        "demo",
        "Try Pagetide on built-in news sites: simulate days of hourly captures, learn, compare with the true changes.",
    ),
    "try": Listed(
        "try_out",
        "Try Pagetide on a page, or on archives that you have: captures, changes, and the first verdicts.",
    ),
    "init": Listed("init", "Make a collection: a folder with its database, WARC files, blobs and models."),
    "add": Listed("init", "Watch pages. Pages that are watched already stay as they are."),
    "import": Listed(
        "init",
        'Watch every page in a file: one URL a line, or CSV with a column "url" (and optionally "weight").',
    ),
    "discover": Listed(
        "discover", "Find pages to watch by links, sitemaps and feeds, politely, without a browser."
    ),
    "ingest": Listed(
        "ingest",
        "Import archives of other tools: their captures get scores, their pages a history to learn from.",
    ),
    "rebuild": Listed(
        "verify", "Make the database again from the WARC files, or add the rows that are missing."
    ),
    "verify": Listed(
        "verify",
        "Check every WARC record's digests, every blob and every row. Exit 1 when something is wrong.",
    ),
    "export": Listed(
        "export",
        "Write the collection, or some of its captures: WACZ 1.1.1 that any replay tool opens, or a table (CSV, "
        "Parquet).",
    ),
    "backup": Listed(
        "backup",
        "Back up a collection, also during a crawl; a second backup to the same folder copies only what is new.",
    ),
    "offload": Listed(
        "offload",
        "Move closed WARC files to an object store (S3 and its like), and free this disk; or bring them back.",
    ),
    "restore": Listed("backup", "Restore a collection from a backup, to SQLite or PostgreSQL."),
    "migrate": Listed("backup", "Move the collection's database to a PostgreSQL server, or back to SQLite."),
    "adopt": Listed(
        "backup",
        "Make this folder the collection's folder, after it was moved to another disk or machine.",
    ),
    "crawl": Listed(
        "crawl", "Visit due pages until interrupted, or once with --once. Exit 1 when every visit failed."
    ),
    "run": Listed("crawl", "Run the daemon: crawl, learn, schedule, and the dashboard, until interrupted."),
    "worker": Listed(
        "crawl",
        "Visit pages for a daemon on another machine, until interrupted. The collection must be on PostgreSQL.",
    ),
    "learn": Listed("crawl", "Learn what matters on pages from their stored captures, now."),
    "label": Listed("label", "Say whether a change was important, or list the changes to label next."),
    "ask": Listed(
        "label",
        "List the changes whose verdict teaches most: on pages with many alarms and few verdicts.",
    ),
    "classify": Listed(
        "classify",
        "Show a page's type, its probability and why; without a page: classify all that have no type yet.",
    ),
    "search": Listed("search", "Find the capture that a screenshot was taken from, and where on the page."),
    "similar": Listed("similar", "Find captures similar to these, by look, structure and words."),
    "account": Listed(
        "account", "Manage the dashboard's accounts, their passwords, and tokens for programs."
    ),
    "dashboard": Listed("dashboard", "Show the collection in a browser; works while the daemon runs."),
    "mcp": Listed(
        "mcp_server",
        "Let an assistant read the collection, by the Model Context Protocol on standard input and output.",
    ),
    "release": Listed(
        "release", "End the quarantine of pages that failed too often in a row, and make them due now."
    ),
    "login": Listed(
        "login",
        "Log in yourself in a browser window and keep the login for the crawl; --import takes one made elsewhere.",
    ),
    "findings": Listed(
        "findings",
        "List new findings, most important first: changes, pages gone, walled or moved, missed visits.",
    ),
    "alerts": Listed(
        "alerts",
        "Show and test the channels to which the daemon sends findings, and what was sent: webhooks, mail, chats.",
    ),
    "status": Listed(
        "status",
        "List every page with its type, state, captures, important changes and next visit; and the workers.",
    ),
    "schedule": Listed(
        "schedule",
        "Next visits in order, with each page's rate of important change, and why then; and visits that were missed.",
    ),
    "rule": Listed(
        "rule",
        "Set when a page, or every page with a tag, is visited; it replaces the learned schedule.",
    ),
    "pause": Listed(
        "schedule", "Stop visiting pages until they are resumed; what was captured and learned stays."
    ),
    "resume": Listed(
        "schedule",
        "Visit paused or retired pages again: at the time that was planned, or now where that is past.",
    ),
    "capture": Listed(
        "schedule",
        "Make pages due now; the running daemon, or the next `pagetide crawl`, visits them first.",
    ),
    "retire": Listed(
        "actions", "Stop watching pages for good; their history stays. `pagetide resume` undoes it."
    ),
    "mute": Listed("actions", "Hide pages' findings and send no alerts of them; visits and learning go on."),
    "unmute": Listed("actions", "Show muted pages' findings and send alerts of them again."),
    "tag": Listed("actions", "Add or remove tags of a page; without options: list them."),
    "note": Listed("actions", "Set a page's note; without a text: show it."),
    "threshold": Listed(
        "threshold",
        "Set the probability above which a page's changes raise an alarm; without options: show it.",
    ),
    "region": Listed(
        "region", "Set places of a page to ignore or to favour; its next model learns from them."
    ),
    "seen": Listed(
        "actions",
        "Mark findings as seen: `pagetide findings` and the dashboard's first page no longer list them.",
    ),
    "undo": Listed(
        "actions", "Undo an action: a verdict, a mark, a pause, a tag, a note. `pagetide actions` lists them."
    ),
    "actions": Listed("actions", "List who did what to the collection and when, newest first."),
    "score": Listed(
        "score",
        "Compare two image files, two captures of a collection, or two URLs: how much changed, and where.",
    ),
    "compare": Listed(
        "compare",
        "Explain why a page's newest change is important or not: regions, blocks, moves, and what is usual there.",
    ),
    "evidence": Listed(
        "evidence", "Show which regions of a page carry information about your labels, tested against chance."
    ),
    "qa": Listed(
        "qa",
        "Replay captures offline and compare each with the live capture: pictures, text, resources.",
    ),
    "retention": Listed(
        "retention",
        "Remove the captures that are older than the settings' [retention] keeps; held ones stay.",
    ),
    "hold": Listed(
        "hold",
        "Hold a page, or a capture: nothing removes it until you let it go. Without one: list the holds.",
    ),
    "unhold": Listed("hold", "End a hold, by its number. `pagetide undo` brings it back."),
    "remove": Listed(
        "remove",
        "Remove a page, or captures of it, for good: from the WARC files, the database, everything learned.",
    ),
    "share": Listed(
        "share",
        "Make a public link to a page or a tag, for readers without an account; without both: list the links.",
    ),
    "unshare": Listed("share", "Revoke a public link. `pagetide undo` restores it."),
    "jobs": Listed(
        "jobs", "List exports, checks and imports that were started from the dashboard: progress and results."
    ),
    "index": Listed(
        "index",
        "Update indexes/index.cdxj, by which other tools read the archive. Works while the daemon runs.",
    ),
    "doctor": Listed(
        "doctor",
        "Show what is missing on this machine and how to get it. Exit 1 when something needed is missing.",
    ),
}

PANELS: Mapping[str, tuple[str, ...]] = {
    "Begin": ("demo", "try", "doctor", "init", "add", "import", "discover", "ingest"),
    "Crawl": ("run", "crawl", "worker", "dashboard", "login"),
    "See what changed": (
        "status",
        "findings",
        "seen",
        "compare",
        "score",
        "similar",
        "search",
        "classify",
        "evidence",
    ),
    "Say what matters": ("label", "ask", "threshold", "region", "learn"),
    "Plan visits": ("schedule", "rule", "capture", "pause", "resume", "retire", "release"),
    "Keep the archive": (
        "export",
        "verify",
        "qa",
        "index",
        "rebuild",
        "backup",
        "restore",
        "offload",
        "adopt",
        "migrate",
        "remove",
        "retention",
        "hold",
        "unhold",
    ),
    "Work with others": (
        "account",
        "share",
        "unshare",
        "alerts",
        "mute",
        "unmute",
        "tag",
        "note",
        "jobs",
        "actions",
        "undo",
        "mcp",
    ),
}
"""What ``pagetide --help`` lists together, in this order."""


class LateGroup(TyperGroup):
    """The group of all commands: listed from the table, imported when called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for panel, names in PANELS.items():
            for name in names:
                self.add_command(TyperCommand(name, help=COMMANDS[name].help, rich_help_panel=panel))

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
