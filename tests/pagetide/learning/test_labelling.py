import json
from pathlib import Path

import pytest

from storage.collection import Collection
from tests.pagetide.commands.test_cli import pagetide
from tests.storage.builders import fill


@pytest.fixture
def news(tmp_path: Path) -> Path:
    Collection.create(tmp_path / "news").close()
    with Collection.open(tmp_path / "news") as opened:
        fill(opened, 3)
    return tmp_path / "news"


def test_a_verdict_is_kept_whichever_capture_is_named_first(news: Path) -> None:
    said = pagetide("label", "-c", news, "1", "2", "1", "--important", "--by", "ann", "--json")
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["before_id"] == 1
    with Collection.open(news, read_only=True) as opened:
        (label,) = opened.repository.labels(1)
    assert (label.before_id, label.after_id, label.important, label.said_by) == (1, 2, True, "ann")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("1", "1", "2"), 2, "one of --important"),
        (("1", "--important"), 2, "name the two captures"),
        (("1", "1", "99", "--important"), 1, "There is no capture 99"),
    ],
)
def test_what_cannot_be_said_or_asked_is_explained(
    news: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    result = pagetide("label", "-c", news, *arguments)
    assert result.returncode == code
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert "Traceback" not in result.stderr
