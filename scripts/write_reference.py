"""Writes docs/reference/cli.md, settings.md and api.md from the code; tests check that they are current."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from dashboard.app import create_app
from pagetide.commands.command_table import COMMANDS, loaded_command
from pagetide.settings.collection_settings import SECTIONS
from pagetide.settings.descriptions import OF_ONE_PAGE, as_toml, describe, describe_override
from storage.collection import Collection

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"
NOTE = "<!-- Written by scripts/write_reference.py; do not edit. -->\n"
API = """# API

The dashboard serves the API under `/api/v1`, with its schema at `/api/v1/openapi.json`. Programs send
`Authorization: Bearer TOKEN` once there are [accounts](../accounts.md#programs).

* Follow the `Link` header with `rel="next"` through a list.
* Errors are problem documents (RFC 9457, `application/problem+json`); `detail` says what to do.
* Answers have an `ETag`; a request with `If-None-Match` gets 304 if nothing changed.

```sh
curl http://127.0.0.1:8400/api/v1/findings
```

Beside the API: `/feed.atom` (findings), `/timemap/link/URL`, `/timegate/URL` and `/TIMESTAMP/URL` 
([Memento](../replay.md)), `/metrics`, `/healthz` and `/readyz` ([service](../service.md#what-to-watch)). Assistants use
[`pagetide mcp`](../assistants.md).
"""


def cli_reference() -> str:
    """Every command with its help, arguments and options."""
    parts = [NOTE, "# Command line\n", "Exit codes: 0 done, 1 failed, 2 wrong usage.\n"]
    for name, command in _commands():
        parts.append(f"## pagetide {name}\n")
        parts.append(re.sub(r"\n\s*", "\n", (command.help or "").strip()) + "\n")
        rows = [_parameter(item) for item in command.params if not getattr(item, "hidden", False)]
        if rows:
            parts.append("| parameter | meaning | default |\n|---|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def _commands() -> Iterator[tuple[str, click.Command]]:
    """Every command by name, those of a group after it."""
    for name in sorted(COMMANDS):
        command = loaded_command(name)
        yield name, command
        for part, inner in getattr(command, "commands", {}).items():
            yield f"{name} {part}", inner


def settings_reference() -> str:
    """Every setting with its default and what it does."""
    parts = [
        NOTE,
        "# Settings\n",
        "`pagetide.toml` in the collection; `PAGETIDE_<SECTION>__<KEY>` in the environment overrides it. "
        'Durations are written `"1h"`, `"30min"`, `"14d"`, or `"PT1H"` as ISO 8601 has it. `""` unsets. '
        "Unknown keys are errors.\n",
    ]
    for section in SECTIONS:
        parts.append(_table(f"## [{section}]\n", [row for row in describe() if row[0] == section]))
    parts.append(
        _table(
            f"## [{OF_ONE_PAGE}]\n\nBelow `[[override]]` with `pages = ...`: only of the pages that match.\n",
            describe_override(),
        )
    )
    return "\n".join(parts)


def api_reference() -> str:
    """Every path of the dashboard's API."""
    rows = [
        f"| `{method.upper()} {path.removeprefix('/api/v1')}` | {_meaning(operation)} |"
        for path, methods in _paths().items()
        for method, operation in methods.items()
    ]
    return "\n".join([NOTE, API, "| path | answer |", "|---|---|", *rows]) + "\n"


def _paths() -> dict[str, dict[str, dict[str, str]]]:
    with tempfile.TemporaryDirectory() as folder, Collection.create(Path(folder) / "empty") as collection:
        paths: dict[str, dict[str, dict[str, str]]] = create_app(
            collection, now=lambda: datetime.now(UTC)
        ).openapi()["paths"]
        return paths


def _meaning(operation: dict[str, str]) -> str:
    return " ".join(operation.get("description", operation["summary"]).replace("``", "`").split())


def _table(head: str, rows: list[tuple[str, str, object, str]]) -> str:
    lines = [
        f"| `{key}` | `{_shown(default)}` | {' '.join(meaning.split())} |"
        for _, key, default, meaning in rows
    ]
    return f"{head}\n| key | default | meaning |\n|---|---|---|\n" + "\n".join(lines) + "\n"


def _parameter(parameter: click.Parameter) -> str:
    name = ", ".join(parameter.opts) if parameter.param_type_name == "option" else str(parameter.name).upper()
    shown = getattr(parameter, "show_default", None)
    default = shown if isinstance(shown, str) else "" if parameter.default is None else str(parameter.default)
    return f"| `{name}` | {getattr(parameter, 'help', None) or ''} | {default} |"


def _shown(default: object) -> str:
    return "none" if default is None else as_toml(default)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    pages = {"cli.md": cli_reference(), "settings.md": settings_reference(), "api.md": api_reference()}
    for file, text in pages.items():
        (FOLDER / file).write_text(text, encoding="utf-8")
        sys.stderr.write(f"wrote {FOLDER / file}\n")
