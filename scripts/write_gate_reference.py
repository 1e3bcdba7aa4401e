# ruff: noqa: E501 - rows of a table
"""Writes docs/reference/response-gate.md from the gate's table of rules; a test checks that it is current."""

from __future__ import annotations

import sys
from pathlib import Path

from rendering.gate.rules import ERROR, RULES, WALL

FILE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "response-gate.md"

HEAD = """<!-- Written by scripts/write_gate_reference.py; do not edit. -->

# The response gate

Each answer is classified before it is scored or learned from: content, error, bot wall, login wall, empty, no HTML.
Everything but content is kept, but left out of scores and models. `observed.gate` of the capture names the rule and what
matched.

A rule needs something that only a wall sends (a header, a status), or words of a wall on a page with little else.
Articles about captchas, comment forms, login boxes in a header, age gates, cookie dialogs and paid articles stay content.

## Rules of servers

These are tried first, in the order of `rendering/gate/rules.py`, which has their patterns and limits.

| server | bot wall | error |
|---|---|---|
"""

TAIL = """
## Rules of all pages

Where no rule above matches:

| rule | kind | when |
|---|---|---|
| `captcha-page` | bot-wall | at most 120 words; a title or heading that asks for a person, with a captcha, a refusing status, or at most 60 words |
| `login-redirect` | login-wall | redirected to a login address, with a password field, a login's title or a known identity provider |
| `login-page` | login-wall | at most 120 words, a password field, a login's title; not where a login or a front page was asked for |
| `password-protected` | login-wall | at most 120 words, a password field, the words of a protected post |
| `not-found-page` | error | no prose; "not found" in title and heading (at most 600 words) or in one of them (at most 120) |
| `maintenance-page` | error | at most 120 words and 12 links, maintenance in the title or a heading |
| `script-shell` | empty | at most 60 words that ask for JavaScript |

Then statuses decide: 400 and above is an error, but 401 with `WWW-Authenticate` and 511 a login wall.
"""


def gate_reference() -> str:
    """The document: what the gate does, and its rules."""
    servers = sorted(dict.fromkeys(rule.server for rule in RULES), key=lambda name: name == "any")
    return HEAD + "".join(f"{_row(server)}\n" for server in servers) + TAIL


def _row(server: str) -> str:
    """The names of a server's rules by kind."""
    cells = (
        ", ".join(f"`{rule.name}`" for rule in RULES if (rule.server, rule.kind) == (server, kind))
        for kind in (WALL, ERROR)
    )
    return f"| {server} | {' | '.join(cells)} |"


if __name__ == "__main__":
    FILE.write_text(gate_reference(), encoding="utf-8")
    sys.stderr.write(f"wrote {FILE}\n")
