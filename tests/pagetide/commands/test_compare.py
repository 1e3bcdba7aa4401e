"""Why the newest change is important or not: told in words, as JSON, and drawn."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from pagetide.cli import app
from storage.records import RenderingProfile
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, URL, capture, failed, screenshot


@pytest.fixture
def two_visits(visits: Visits) -> Path:
    for hour, (news, advert) in enumerate([(1, 1), (1, 2)]):
        visits.visit(capture(hour, news=news, advert=advert))
    return visits.app.collection.path


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_newest_change_is_explained_in_words(two_visits: Path) -> None:
    result = _run("compare", URL, "-c", two_visits)
    assert result.exit_code == 0, result.output
    assert "not decided (no model)" in result.output
    assert "Regions of the picture that changed most" in result.output
    assert "Advert 2" in result.output


def test_a_change_is_told_as_it_was_decided_when_it_came(visits: Visits) -> None:
    for hour, news in enumerate((1, 1, 1, 2)):
        visits.visit(capture(hour, news=news, advert=1))
    newest = visits.app.collection.repository.scores(visits.page.id)[-1]
    assert newest.important is True  # by its text, before there is a model
    told = json.loads(_run("compare", "1", "-c", visits.app.collection.path, "--json").stdout)
    assert (told["important"], told["probability"]) == (True, newest.probability)


def test_what_was_decided_when_the_change_came_is_told_before_what_the_model_of_today_says(
    two_visits: Path, visits: Visits
) -> None:
    collection = visits.app.collection
    (score,) = collection.repository.scores(visits.page.id)
    collection.record_score(replace(score, important=True, distance=4.2, id=None))
    lines = _run("compare", "1", "-c", two_visits).stdout.splitlines()
    assert lines[1].startswith("distance 4.2: an important change, by the model of 2026-03-02")
    assert lines[2].startswith("The model of today would say: distance")
    assert "not decided (no model)" in lines[2]
    told = json.loads(_run("compare", "1", "-c", two_visits, "--json").stdout)
    assert (told["decided"]["important"], told["decided"]["distance"]) == (True, 4.2)
    assert told["important"] is None


def test_an_explanation_is_printed_as_json_and_drawn(two_visits: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "why.png"
    result = _run("compare", "1", "-c", two_visits, "--json", "--overlay", drawn)
    told = json.loads(result.stdout)
    assert (told["schema"], told["before"], told["after"]) == ("pagetide-explanation/1", 1, 2)
    assert told["parts"][0]["row"] >= 4  # the advertisement stands in the lower half
    assert told["images_added"] == [f"{URL}ad2"]
    with Image.open(drawn) as picture:
        assert picture.width == 1000
        assert picture.height > 1000


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "1", "--overlay", "kept.png"),
        ("score", "1", "2", "--overlay", "kept.png"),
        ("index", "--pywb", "kept.png"),
    ],
)
def test_a_file_that_is_there_is_replaced_only_when_asked_for(
    two_visits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "kept.png"
    kept.write_bytes(b"mine")
    refused = _run(*command, "-c", two_visits)
    assert refused.exit_code == 1
    assert "kept.png is there already. Name another file, or replace it with --force" in str(
        refused.exception
    )
    assert kept.read_bytes() == b"mine"
    assert _run(*command, "-c", two_visits, "--force").exit_code == 0
    assert kept.read_bytes() != b"mine"


def test_a_page_with_one_capture_has_nothing_to_compare(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    result = _run("compare", URL, "-c", visits.app.collection.path)
    assert result.exit_code == 1
    assert "first good one" in str(result.exception)


def test_a_capture_of_another_page_is_refused(two_visits: Path) -> None:
    assert _run("compare", URL, "-c", two_visits, "--capture", "2").exit_code == 0
    assert _run("compare", URL, "-c", two_visits, "--capture", "99").exit_code == 1


def test_two_images_are_scored_and_the_explanation_drawn(tmp_path: Path) -> None:
    for name, advert in (("a.png", 1), ("b.png", 2)):
        (tmp_path / name).write_bytes(screenshot(1, advert))
    drawn = tmp_path / "why.png"
    result = _run("score", tmp_path / "a.png", tmp_path / "b.png", "--overlay", drawn)
    assert result.exit_code == 0, result.output
    with Image.open(drawn) as picture, Image.open(tmp_path / "b.png") as plain:
        changed = np.asarray(picture)[:1000] != np.asarray(plain.convert("RGB"))
    assert changed[500:980, 600:].any()
    assert not changed[:300].any()


def test_stored_scores_keep_what_the_picture_says(two_visits: Path, visits: Visits) -> None:
    (score,) = visits.app.collection.repository.scores(visits.page.id)
    assert score.explanation["parts"][0]["share"] > 0.05
    assert json.dumps(score.explanation)


def test_captures_of_different_pages_are_not_scored(two_visits: Path, visits: Visits) -> None:
    other = Visits(
        visits.app, visits.app.collection.repository.add_page("https://b.example/", at=START, due_at=START)
    )
    other.keep(capture(5, news=1, advert=1, url="https://b.example/"))
    refused = _run("score", "1", "3", "-c", two_visits)
    assert refused.exit_code == 1
    assert "captures 1 and 3 are of different pages" in str(refused.exception)


def test_a_capture_that_failed_is_not_scored_and_its_problem_is_said(
    two_visits: Path, visits: Visits
) -> None:
    visits.keep(failed(3))
    refused = _run("score", "2", "3", "-c", two_visits)
    assert refused.exit_code == 1
    assert "capture 3 of" in str(refused.exception)
    assert "cannot be scored: " in str(refused.exception)


def test_captures_of_different_looks_are_not_scored(two_visits: Path, visits: Visits) -> None:
    visits.keep(replace(capture(4, news=1, advert=1), profile=RenderingProfile(viewport_width_px=500)))
    refused = _run("score", "2", "3", "-c", two_visits)
    assert refused.exit_code == 1
    assert "set up differently" in str(refused.exception)


def test_a_distance_of_nothing_has_no_reasons(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(screenshot(1, 1))
    same = (tmp_path / "a.png", tmp_path / "a.png")
    assert "distance 0: nothing changed" in _run("score", *same).output
    told = json.loads(_run("score", *same, "--json").stdout)
    assert (told["distance"], told["parts"], told["changed_blocks"], told["sentences"]) == (0.0, [], [], [])
