# ruff: noqa: E501 - rows of a table
"""Writes docs/reference/response-gate.md from the gate's table of rules; a test checks that it is current."""

from __future__ import annotations

import sys
from pathlib import Path

from rendering.gate.rules import RULES

FILE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "response-gate.md"

HEAD = """<!-- Written by scripts/write_gate_reference.py; do not edit. -->

# The response gate

Every answer is classified before anything scores it or learns from it: content, error page, bot wall, login wall, empty,
no HTML. What is no content is kept whole, marked, and left out of scores and models. The rule that decided and what
matched stand in `observed.gate` of the capture (database and pageinfo), and walls are a problem `wall` in words.

An error page that is learned from spoils a page's history; a good page taken for a wall is lost. So a rule needs either
something that nothing but a wall sends (a header, a status), or words of a wall on a page that holds little besides: an
article about captchas, a comment form with one, a login box in a header, a short page with a protection service's script
stay content. Age gates, cookie dialogs and the first lines of a paid article are content.

Statuses decide where no rule does: 400 and above is an error, except 401 with `WWW-Authenticate` and 511 (login). These
questions are asked after the table:

| rule | kind | when |
|---|---|---|
| `captcha-page` | bot-wall | at most 120 words that ask whether a person is there, in the title or a heading, with a captcha or a refusing status, or with 60 words at most |
| `login-redirect` | login-wall | redirected to a login address, and a password, a login's title or a known identity provider |
| `login-page` | login-wall | at most 120 words, a password field, a login's title; not where a login address or a host's front page was asked for |
| `password-protected` | login-wall | at most 120 words, a password field, and the words of a protected post |
| `not-found-page` | error | title and heading say "not found" in at most 600 words, or one of them in at most 120; no prose |
| `maintenance-page` | error | at most 120 words and 12 links, maintenance in the title or a heading |
| `script-shell` | empty | at most 60 words that ask for JavaScript |

## The table, in its order

Patterns are regular expressions, case does not matter; all conditions of a row must hold.

| rule | server | kind | conditions |
|---|---|---|---|
"""


def gate_reference() -> str:
    """The document: what the gate does, and its rules."""
    rows = [
        f"| `{rule.name}` | {rule.server} | {rule.kind} | {rule.conditions.replace('|', chr(92) + '|')} |"
        for rule in RULES
    ]
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    FILE.write_text(gate_reference(), encoding="utf-8")
    sys.stderr.write(f"wrote {FILE}\n")
