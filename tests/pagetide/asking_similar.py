"""``pagetide similar`` asked as a person does, and pages of several kinds to ask about."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from pagetide.cli import app

KINDS = {
    "forum": "<body class='forum'>"
    + "<div class='post'><p>I tried this, too.</p><button>Reply</button></div>" * 9,
    "shop": "<body class='shop'>"
    + "<li class='offer'><img src='a'><b>Lamp</b> 20 EUR <a href='b'>Buy</a></li>" * 9,
    "wall": "<body><div class='consent'><h1>Cookies</h1><p>We and our partners store data</p><button>Accept</button></div>",  # noqa: E501
}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["similar", *map(str, arguments)])


def answer(*arguments: str | Path) -> Any:
    """What a program is told."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def said(result: Result) -> str:
    """What a person reads, an error included."""
    return f"{result.output} {result.exception}"
