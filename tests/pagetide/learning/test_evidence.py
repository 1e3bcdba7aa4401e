"""Which regions of a page carry information about a person's verdicts: the command, and what the dashboard asks."""

import json
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from dashboard.evidence import RegionFigures
from pagetide.cli import app
from pagetide.learning.cached_evidence import CachedEvidence
from pagetide.learning.evidence import judged_changes
from pagetide.learning.labelling import say
from storage.records import StoredCapture
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, URL, history

NEWS_COLUMNS = slice(0, 6)  # of ten, as the synthetic page draws them


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def _said(result: Result) -> str:
    return " ".join((result.output + str(result.exception or "")).split())


def _label(visits: Visits, number: int) -> None:
    """A person who calls news important and everything else unimportant, on the first changes of each day."""
    collection, page = visits.app.collection, visits.page
    captures: list[StoredCapture] = collection.repository.captures(page.id)
    changed = [is_news for _, is_news in history(60)]
    said = 0
    for before, after, is_news in zip(captures, captures[1:], changed[1:], strict=False):
        if said < number and after.started_at.hour < 20:
            say(collection, page, (before.id, after.id), is_news, at=START + timedelta(days=9, seconds=said))
            said += 1


def test_regions_with_the_news_carry_information_and_those_with_advertisements_do_not(
    visited: Visits,
) -> None:
    _label(visited, 45)
    result = _run("evidence", URL, "-c", visited.app.collection.path, "--json", "--permutations", "199")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    carries = np.array(told["carries"])
    assert carries[:, NEWS_COLUMNS].sum() > 5
    assert carries[:, 8:].sum() == 0  # the news ends in column 6, whose neighbour sees a little of it
    assert (told["days"], told["permutations"], told["chance"]) == (3, 199, 0.5)


def test_a_person_is_told_in_a_sentence_a_table_and_a_grid(visited: Visits) -> None:
    _label(visited, 45)
    result = _run("evidence", "1", "-c", visited.app.collection.path, "--permutations", "99")
    assert result.exit_code == 0, result.output
    assert "information about these labels" in _said(result)
    assert "p corrected" in result.output
    grid = result.output[result.output.index("Labels decoded from each region") :].splitlines()[1:11]
    assert [len(line.replace("*", " ").split()) for line in grid] == [10] * 10
    assert any("*" in line for line in grid)


def test_with_too_few_labels_it_says_how_many_are_missing_and_what_to_do(visited: Visits) -> None:
    folder = visited.app.collection.path
    said = _said(_run("evidence", URL, "-c", folder))
    assert "0 changes are labelled important and 0 unimportant" in said
    assert "5 of each on 2 days are needed" in said
    assert f"pagetide label {visited.page.id} --next 5" in said
    _label(visited, 6)
    assert _run("evidence", URL, "-c", folder).exit_code == 1


def test_verdicts_on_what_was_no_page_say_nothing_of_regions(visited: Visits) -> None:
    assert judged_changes(visited.app.collection, visited.page) == []
    _label(visited, 3)
    assert [item.important for item in judged_changes(visited.app.collection, visited.page)] == [
        is_news for _, is_news in history(4)[1:]
    ]


def test_the_dashboard_s_evidence_is_computed_once_until_something_else_is_said(
    visited: Visits, asked_here: list[list[str]]
) -> None:
    _label(visited, 45)
    kept = CachedEvidence(visited.app.collection)
    first = kept.of(visited.page)
    assert isinstance(first, RegionFigures)
    assert kept.of(visited.page) is first
    captures = visited.app.collection.repository.captures(visited.page.id)
    say(
        visited.app.collection,
        visited.page,
        (captures[0].id, captures[1].id),
        None,
        at=START + timedelta(days=20),
    )
    assert kept.of(visited.page) is not first
    assert [each[:2] for each in asked_here] == [["evidence", "1"]] * 2


@pytest.mark.usefixtures("asked_here")
def test_the_dashboard_is_told_what_is_missing(visited: Visits) -> None:
    said = CachedEvidence(visited.app.collection).of(visited.page)
    assert isinstance(said, str)
    assert "needed" in said
