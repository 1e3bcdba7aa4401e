"""What people do from the command line: seen, muted, tagged, noted, undone, and who did it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pagetide.commands import actions, findings, label, schedule, threshold
from pagetide.commands import region as regions
from storage.collection import Collection
from tests.storage.builders import fill

COMMANDS = {
    **dict.fromkeys(("retire", "mute", "unmute", "tag", "note", "seen", "undo", "actions"), actions.app),
    **dict.fromkeys(("pause", "resume"), schedule.app),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 3)
    return tmp_path / "news"


def run(folder: Path, command: str, *arguments: str) -> str:
    app = COMMANDS[command]
    result = CliRunner().invoke(app, [command, "-c", str(folder), *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def listed(folder: Path, *arguments: str) -> list[dict[str, object]]:
    result = CliRunner().invoke(
        findings.app, ["-c", str(folder), "--json", *arguments], catch_exceptions=False
    )
    found: list[dict[str, object]] = json.loads(result.output)
    return found


def test_findings_are_listed_until_they_are_seen(folder: Path) -> None:
    first, second = listed(folder)
    assert (first["kind"], first["sentence"], first["url"]) == (
        "change",
        "1 link came",
        "https://news.example/front",
    )
    assert "1 finding marked as seen" in run(folder, "seen", str(first["id"]))
    assert [item["id"] for item in listed(folder)] == [second["id"]]
    run(folder, "seen", "--all")
    assert listed(folder) == []
    assert len(listed(folder, "--seen")) == 2
    run(folder, "undo")
    assert [item["id"] for item in listed(folder)] == [second["id"]]


def test_a_table_of_findings_tells_what_and_where(folder: Path) -> None:
    told = CliRunner().invoke(findings.app, ["-c", str(folder), "--limit", "1"]).output
    assert "1 link came" in told
    assert "1 more finding: `--skip 1` reads on" in told
    run(folder, "mute", "1")
    assert "Nothing new." in CliRunner().invoke(findings.app, ["-c", str(folder)]).output


def test_a_page_is_retired_and_resumed(folder: Path) -> None:
    assert "retired" in run(folder, "retire", "1")
    assert "resumed" in run(folder, "resume", "1")
    assert "paused" in run(folder, "pause", "1")
    assert "Undone: pause" in run(folder, "undo")


def test_tags_and_notes_are_kept_and_told(folder: Path) -> None:
    assert "no tags" in run(folder, "tag", "1")
    assert "budget, council" in run(folder, "tag", "1", "--add", "council", "--add", "budget")
    assert ": budget" in run(folder, "tag", "1", "--drop", "council")
    assert "no note" in run(folder, "note", "1")
    assert "Moves in May" in run(folder, "note", "1", "Moves in May")


def test_labels_and_everything_else_stand_in_the_list_of_actions(folder: Path) -> None:
    assert "Nobody did anything yet" in run(folder, "actions")
    verdict = ["label", "-c", str(folder), "1", "1", "2", "--unimportant"]
    CliRunner().invoke(label.app, verdict, catch_exceptions=False)
    run(folder, "mute", "1")
    entries = json.loads(run(folder, "actions", "--json"))
    assert [entry["action"] for entry in entries] == ["mute", "label"]
    assert len(listed(folder, "--seen", "1")) == 1  # what was called unimportant is no finding
    assert "Undone: label" in run(folder, "undo", str(entries[1]["id"]))
    assert len(listed(folder, "--seen", "1")) == 2
    assert "undo of" in run(folder, "actions", "1")


def test_pages_of_a_host_are_paused_and_resumed_together(folder: Path) -> None:
    assert "1 page paused." in run(folder, "pause", "--host", "News.example")
    with Collection.open(folder, read_only=True) as opened:
        assert not opened.repository.page(1).active
    assert "0 pages paused." in run(folder, "pause", "--host", "news.example")
    assert "1 page resumed." in run(folder, "resume", "--host", "news.example")
    result = CliRunner().invoke(schedule.app, ["pause", "-c", str(folder), "1", "--host", "news.example"])
    assert result.exit_code == 2


def _threshold(folder: Path, *arguments: str) -> str:
    told = CliRunner().invoke(threshold.app, [*arguments, "-c", str(folder)], catch_exceptions=False)
    assert told.exit_code == 0, told.output
    return told.output


def test_above_which_probability_a_page_rings_is_set_and_given_back(folder: Path) -> None:
    assert "raises an alarm above 50 %, set by its model: 2 alarms." in _threshold(folder, "1")
    assert "Above 80 % it would have been 0 alarms." in _threshold(folder, "1", "--would", "80")
    assert "raises an alarm above 80 %, set by a person: 0 alarms." in _threshold(folder, "1", "80")
    assert json.loads(_threshold(folder, "1", "--json"))["own"] == 0.8
    assert "by its model" in _threshold(folder, "1", "--learned")
    run(folder, "undo")
    assert "by a person" in _threshold(folder, "1")


def test_a_region_is_added_listed_and_removed(folder: Path) -> None:
    def region(*arguments: str) -> str:
        told = CliRunner().invoke(
            regions.app, ["region", *arguments, "-c", str(folder)], catch_exceptions=False
        )
        assert told.exit_code == 0, told.output
        return told.output

    assert "is favoured from the next model on" in region("add", "1", "10", "20", "30", "40", "--favour")
    (kept,) = json.loads(region("list", "1", "--json"))
    assert (kept["number"], kept["x_px"], kept["height_px"], kept["favour"]) == (1, 10, 40, True)
    assert "favoured" in region("list", "1")
    region("remove", "1", "1")
    assert "no regions" in region("list", "1")
