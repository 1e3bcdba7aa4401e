"""Takedowns as a person types them."""

import json
from pathlib import Path

import pytest
from filelock import FileLock

from pagetide.lock import LOCK_FILE
from storage.collection import Collection
from tests.pagetide.commands.test_cli import pagetide
from tests.storage.builders import URL, fill


@pytest.fixture
def news(tmp_path: Path) -> Path:
    """A collection of one page with three captures."""
    folder = tmp_path / "news"
    with Collection.create(folder) as collection:
        fill(collection, 3)
    return folder


def test_a_page_is_removed_listed_and_the_rest_is_clean(news: Path) -> None:
    result = pagetide("remove", "-c", news, URL, "--reason", "a court said so", "--by", "ann", "--yes")
    assert result.returncode == 0, result.stderr
    assert "3 captures" in result.stdout
    assert "WACZ files" in result.stdout
    assert json.loads(pagetide("status", "-c", news, "--json").stdout)["pages"] == []
    (done,) = json.loads(pagetide("remove", "-c", news, "--list", "--json").stdout)
    assert (done["removed_by"], done["reason"], done["page_url"]) == ("ann", "a court said so", URL)
    assert "a court said so" in pagetide("remove", "-c", news, "--list").stdout
    assert pagetide("verify", "-c", news).returncode == 0


def test_captures_are_removed_by_number_for_a_program(news: Path) -> None:
    result = pagetide("remove", "-c", news, "1", "--capture", "2", "--reason", "x", "--yes", "--json")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert (len(told["captures"]), told["whole_page"]) == (1, False)
    (page,) = json.loads(pagetide("status", "-c", news, "--json").stdout)["pages"]
    assert page["captures"] == 2


def test_a_dry_run_says_what_would_go_and_changes_nothing(news: Path) -> None:
    before = {path.name: path.read_bytes() for path in (news / "archive").iterdir()}
    told = json.loads(pagetide("remove", "-c", news, URL, "--dry-run", "--json").stdout)
    assert (told["page"], len(told["captures"]), told["scores"]) == (URL, 3, 2)
    assert told["files"] == list(before)
    assert {path.name: path.read_bytes() for path in (news / "archive").iterdir()} == before


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ((URL, "--yes"), 2, "say why"),
        (("--reason", "x", "--yes"), 2, "which page"),
        ((URL, "--reason", "x"), 1, "--yes"),
        ((URL, "--reason", "x", "--capture", "77", "--yes"), 1, "has no capture 77"),
        (("https://unknown.example/", "--reason", "x", "--yes"), 1, "is not watched here"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_removed(
    news: Path, options: tuple[str, ...], code: int, said: str
) -> None:
    result = pagetide("remove", "-c", news, *options)
    assert result.returncode == code
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert json.loads(pagetide("remove", "-c", news, "--list", "--json").stdout) == []


def test_nothing_is_removed_beside_another_process(news: Path) -> None:
    with FileLock(news / LOCK_FILE):
        result = pagetide("remove", "-c", news, URL, "--reason", "x", "--yes")
    assert result.returncode == 1
    assert "another pagetide process" in result.stderr
