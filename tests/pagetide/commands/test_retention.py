"""Holds and the rule of retention as a person types them, and in the daemon."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from crawler.clock import SimulatedClock
from pagetide.app import App
from storage.collection import Collection
from storage.queries.removal_records import removals
from tests.pagetide.commands.test_cli import pagetide
from tests.storage.builders import START, fill


@pytest.fixture
def news(tmp_path: Path) -> Path:
    """A collection of one page with six captures, long ago, and a rule."""
    folder = tmp_path / "news"
    with Collection.create(folder) as collection:
        fill(collection, 6)
    rule = 'keep_within = "1d"\nkeep_important = false\n'
    (folder / "pagetide.toml").write_text(f"[retention]\n{rule}")
    return folder


def captures(folder: Path) -> list[int]:
    with Collection.open(folder, read_only=True) as opened:
        return [item.id for item in opened.repository.captures(1)]


def test_a_dry_run_tells_and_the_run_removes_but_what_is_held(news: Path) -> None:
    held = pagetide("hold", "-c", news, "#3", "--reason", "case 12")
    assert held.returncode == 0, held.stderr
    assert "case 12" in pagetide("hold", "-c", news).stdout
    planned = json.loads(pagetide("retention", "-c", news, "--dry-run", "--json").stdout)
    assert (planned["captures"], planned["pages"], planned["files"]) == (3, 1, 1)
    assert planned["kept"] == {"held": 1, "the first of its page": 1, "the last of its page": 1}
    assert captures(news) == [1, 2, 3, 4, 5, 6]
    refused = pagetide("retention", "-c", news)
    assert (refused.returncode, "--yes" in refused.stderr) == (1, True)
    done = pagetide("retention", "-c", news, "--yes", "--by", "ann")
    assert done.returncode == 0, done.stderr
    assert "Removed 3 captures" in done.stdout
    assert captures(news) == [1, 3, 6]
    (told,) = json.loads(pagetide("remove", "-c", news, "--list", "--json").stdout)
    assert (told["removed_by"], told["reason"]) == ("ann", "retention: kept for 1 days")
    assert pagetide("verify", "-c", news).returncode == 0


def test_without_a_rule_it_says_how_to_write_one(news: Path) -> None:
    (news / "pagetide.toml").write_text("")
    refused = pagetide("retention", "-c", news, "--yes")
    assert (refused.returncode, "keep_within" in refused.stderr) == (1, True)
    assert len(captures(news)) == 6


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        ("nightly = false", [1, 2, 3, 4, 5, 6]),
        ("nightly = true\nkeep_last = 3", [1, 4, 5, 6]),
        ("nightly = true", [1, 2, 3, 4, 5, 6]),
    ],
    ids=["not asked to", "some are old", "most are old, as by a clock that jumped"],
)
def test_the_daemon_removes_by_night_where_it_is_told_to(news: Path, settings: str, left: list[int]) -> None:
    with (news / "pagetide.toml").open("a") as file:
        file.write(settings)
    with App.open(news, clock=SimulatedClock(START)) as app:
        ticks = {tick.name: tick for tick in app.ticks()}
        assert ("retention" in ticks) is ("true" in settings)
        if "retention" in ticks:
            ticks["retention"].action(START + timedelta(hours=30))
        removed_by = [item.removed_by for item in removals(app.collection.database)]
    assert removed_by == ["pagetide run"] * (len(left) < 6)
    assert captures(news) == left
