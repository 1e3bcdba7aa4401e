"""Rules of visits from the command line: looked ahead, given, listed, taken away."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pagetide.commands import rule
from storage.actions.audit import Actor
from storage.actions.pages import tag
from storage.collection import Collection
from tests.storage.builders import START, fill


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 3)
        tag(collection, Actor(by="ada", at=START), 1, add=["council"])
    return tmp_path / "news"


def run(folder: Path, command: str, *arguments: str) -> Result:
    return CliRunner().invoke(rule.app, ["rule", command, "-c", str(folder), *arguments])


def test_rules_are_looked_ahead_given_listed_and_taken_away(folder: Path) -> None:
    ahead = run(folder, "preview", "--cron", "0 7 * * 1-5", "--time-zone", "Europe/Berlin", "--json")
    assert len(json.loads(ahead.output)["next"]) == 5
    assert "No rules" in run(folder, "list").output
    assert "every 6 h, next at (UTC): " in run(folder, "set", "--tag", "council", "--every", "6h").output
    run(folder, "set", "1", "--cron", "0 7 * * 1-5")
    found = json.loads(run(folder, "list", "1", "--json").output)
    assert [(item["tag"], item["rule"]) for item in found] == [
        (None, "0 7 * * 1-5 UTC"),
        ("council", "every 6 h"),
    ]
    run(folder, "remove", "--tag", "council")
    run(folder, "remove", "1")
    assert "No rules" in run(folder, "list", "1").output


def test_what_cannot_be_meant_is_refused(folder: Path) -> None:
    assert run(folder, "set", "--every", "6h").exit_code == 2
    assert run(folder, "set", "1", "--tag", "council", "--every", "6h").exit_code == 2
    assert run(folder, "set", "1", "--every", "1s").exit_code == 1
    assert run(folder, "remove", "1").exit_code == 1
