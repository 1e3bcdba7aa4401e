"""Documents that are no web pages, through the flow: words without a picture, and files without either."""

import json
import random
from dataclasses import replace
from datetime import timedelta

import pytest
from click.testing import CliRunner

from pagetide.commands.command_table import loaded_command
from pagetide.learning.file_changes import file_change_text
from pagetide.qa import Selection, selected
from rendering.documents.data import json_parts
from rendering.documents.parts import layout_of, text_of
from storage.observed import DOCUMENT
from storage.records import Capture, ModelState, Problem, ProblemCode, ResponseKind, StoredScore
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, URL, capture


def data(hour: int, value: object) -> Capture:
    """A capture of a JSON document: words, and no picture."""
    parts = json_parts(json.loads(json.dumps(value)))
    return replace(
        capture(hour, news=1, advert=1),
        mime="application/json",
        view_png=None,
        full_page_png=None,
        dom=None,
        text=text_of(parts),
        layout=layout_of(parts, width_px=1000, most_blocks=5000),
        observed={DOCUMENT: {"kind": "json", "digest": f"sha256:{hour}", "bytes": 9}},
    )


def file(hour: int, digest: str) -> Capture:
    """A capture of a file of which nothing but its bytes can be compared."""
    message = (
        "an archive (application/zip) cannot be compared: it is kept, and its bytes are watched for a change"
    )
    return replace(
        data(hour, {}),
        mime="application/zip",
        text=None,
        layout=None,
        response_kind=ResponseKind.NOT_HTML,
        problems=(Problem(code=ProblemCode.NOT_HTML, message=message, url=URL),),
        observed={DOCUMENT: {"kind": "file", "digest": digest, "bytes": 9, "not_compared": "an archive"}},
    )


def scores(visits: Visits) -> list[StoredScore]:
    return visits.app.collection.repository.scores(visits.page.id)


def test_words_without_a_picture_are_compared(visits: Visits) -> None:
    visits.visit(data(0, {"price": 1, "items": ["harbour"]}))
    visits.visit(data(1, {"items": ["harbour"], "price": 1}))
    visits.visit(data(2, {"price": 1, "items": ["harbour", "river"]}))
    same, other = scores(visits)
    assert same.distance == 0
    assert other.distance > 0
    assert [block["added"] for block in other.explanation["blocks"]] == ["items: river"]


def test_a_page_that_becomes_a_document_is_compared_with_it(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    visits.visit(data(1, {"price": 1}))
    visits.visit(capture(2, news=1, advert=1))
    assert [score.distance > 0 for score in scores(visits)] == [True, True]
    assert visits.app.collection.repository.count_unscored(visits.page.id) == (0, "")


def test_words_without_a_picture_are_compared_with_their_replay(visits: Visits) -> None:
    visits.visit(data(0, {"price": 1}))
    visits.visit(file(1, "sha256:a"))
    chosen = selected(visits.app.collection, [visits.page], Selection(newest=9))
    assert [item.mime for item in chosen] == ["application/json"]


def test_a_history_of_words_is_learned(visits: Visits) -> None:
    luck = random.Random(0)
    notices = ["The harbour opens at nine."]
    for hour in range(60):
        if luck.random() < 0.3:
            notices = [
                f"Notice {hour}: the {luck.choice(['ferry', 'bridge'])} is closed until further notice.",
                *notices,
            ][:6]
        visits.keep(data(hour, {"notices": notices, "visitors": luck.randrange(10_000)}))
    model = visits.app.learner.learn(visits.now(), START)
    assert model.state is not ModelState.PRIOR
    visits.visit(data(61, {"notices": ["Notice: the tower is closed for good.", *notices], "visitors": 1}))
    assert scores(visits)[-1].distance > 0


def test_a_file_is_compared_by_its_digest(visits: Visits) -> None:
    for hour, digest in enumerate(["sha256:a", "sha256:a", "sha256:b"]):
        visits.visit(file(hour, digest))
    same, changed = scores(visits)
    assert (same.distance, same.probability, same.important) == (0, None, None)
    assert (changed.distance, changed.probability, changed.important) == (1, None, None)
    assert file_change_text(same) == "the file is the same"
    assert file_change_text(changed) == "the file changed: sha256:b"


def test_errors_between_two_files_are_passed_over(visits: Visits) -> None:
    visits.visit(file(0, "sha256:a"))
    visits.visit(replace(file(1, "sha256:x"), response_kind=ResponseKind.ERROR, status=404))
    visits.visit(file(2, "sha256:a"))
    assert [score.distance for score in scores(visits)] == [0]


def test_the_rate_of_a_file_is_learned_from_its_changes(visits: Visits) -> None:
    for hour in range(20):
        visits.visit(file(hour, f"sha256:{hour}"))
    restless = visits.now()
    other = Visits(
        visits.app, visits.app.collection.repository.add_page("http://still.example/a.zip", at=START)
    )
    visits.app.collection.repository.set_due(visits.page.id, START + timedelta(days=9), "test")
    for hour in range(20):
        other.visit(replace(file(hour, "sha256:a"), url=other.page.url, final_url=other.page.url))
    still = other.now()
    assert restless.observations == still.observations == 19
    assert restless.rate.shape / restless.rate.scale_h > 3 * still.rate.shape / still.rate.scale_h


def test_validators_of_a_file_are_asked_by(visits: Visits) -> None:
    given = file(0, "sha256:a")
    exchange = replace(given.exchanges[0], response_headers=(("ETag", '"1"'),))
    visits.visit(replace(given, exchanges=(exchange,)))
    assert visits.now().plan["validators"] == {"etag": '"1"'}


def test_the_log_says_that_a_file_changed(visits: Visits, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="pagetide.flow"):
        visits.visit(file(0, "sha256:a"))
        visits.visit(file(1, "sha256:b"))
    assert "the file changed: sha256:b" in caplog.messages[-1]


@pytest.mark.parametrize("command", ["status", "compare"])
def test_commands_say_that_a_file_cannot_be_compared(visits: Visits, command: str) -> None:
    visits.visit(file(0, "sha256:a"))
    folder = str(visits.app.collection.path)
    arguments = ["-c", folder] if command == "status" else ["-c", folder, str(visits.page.id)]
    result = CliRunner().invoke(loaded_command(command), arguments, env={"COLUMNS": None})
    said = result.output if result.exception is None else str(result.exception)
    assert "an archive (application/zip) cannot be compared" in " ".join(said.split())
    assert command == "compare" or "only its bytes are compared" in " ".join(said.split())


def test_adding_says_what_a_name_tells_and_what_the_last_visit_found(visits: Visits) -> None:
    folder = str(visits.app.collection.path)
    named = CliRunner().invoke(loaded_command("add"), ["-c", folder, "http://new.example/film.mp4"])
    assert "By its name this is a video (video/mp4)" in named.output
    visits.visit(file(0, "sha256:a"))
    known = CliRunner().invoke(loaded_command("add"), ["-c", folder, visits.page.url])
    assert "At its last visit: an archive (application/zip) cannot be compared" in " ".join(
        known.output.split()
    )
