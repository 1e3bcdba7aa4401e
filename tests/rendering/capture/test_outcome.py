from datetime import UTC, datetime

import pytest

from rendering.capture.dom import RenderedDocument
from rendering.capture.outcome import loss_problem, mime_of, notes, outcome, response_kind
from rendering.recording.exchange_log import Hop
from storage.layout import Layout
from storage.records import Outcome, Problem, ProblemCode, ResponseKind

URL = "http://a.example/"


def _answer(status: int = 200, mime: str = "text/html; charset=utf-8", body: bytes | None = b"x") -> Hop:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Hop(started_at=now, url=URL, status=status, body=body, response_headers=(("Content-Type", mime),))


def _document(text: str = "words", drawn: bool = False) -> RenderedDocument:
    return RenderedDocument(
        html="",
        text=text,
        title="",
        content_type="text/html",
        url=URL,
        is_drawn=drawn,
        is_cut=False,
        layout=Layout(),
    )


@pytest.mark.parametrize(
    ("answer", "document", "kind"),
    [
        (_answer(), _document(), ResponseKind.CONTENT),
        (_answer(), _document("  ", drawn=True), ResponseKind.CONTENT),
        (_answer(), _document("  "), ResponseKind.EMPTY),
        (_answer(503), _document(), ResponseKind.ERROR),
        (_answer(204), None, ResponseKind.EMPTY),
        (_answer(mime="application/pdf"), None, ResponseKind.NOT_HTML),
        (_answer(mime="Application/XHTML+XML"), _document(), ResponseKind.CONTENT),
        (_answer(body=None), None, ResponseKind.NONE),
        (None, None, ResponseKind.NONE),
        (None, _document(), ResponseKind.CONTENT),
    ],
)
def test_an_answer_is_classified(
    answer: Hop | None, document: RenderedDocument | None, kind: ResponseKind
) -> None:
    assert response_kind(answer, document) is kind


def test_a_media_type_is_told_without_its_parameters() -> None:
    assert mime_of(_answer(), None) == "text/html"


def test_an_error_status_without_a_reason_gets_the_standard_one() -> None:
    (problem,) = notes(ResponseKind.ERROR, _answer(404), "text/html", URL)
    assert (problem.code, problem.message) == (ProblemCode.HTTP_STATUS, "the server answered 404 Not Found")


def test_a_note_does_not_make_a_capture_partial() -> None:
    note = Problem(code=ProblemCode.DIALOG, message="")
    assert outcome([note], shown=(1, 2, 3), is_answered=True) is Outcome.COMPLETE


def test_a_missing_part_makes_a_capture_partial() -> None:
    assert outcome([], shown=(1, None, 3), is_answered=True) is Outcome.PARTIAL


def test_a_fault_makes_a_capture_partial() -> None:
    fault = Problem(code=ProblemCode.NOT_IDLE, message="")
    assert outcome([fault], shown=(1, 2, 3), is_answered=True) is Outcome.PARTIAL


def test_an_answer_that_shows_nothing_is_partial_and_no_answer_failed() -> None:
    assert outcome([], shown=(None, None), is_answered=True) is Outcome.PARTIAL
    assert outcome([], shown=(None, None), is_answered=False) is Outcome.FAILED


def test_losses_are_told_in_one_problem() -> None:
    hops = [_answer() for _ in range(5)]
    for hop in hops:
        hop.lost = "gone"
    (problem,) = loss_problem(hops, URL)
    assert problem.code is ProblemCode.EXCHANGE
    assert problem.message.endswith("; and 2 more")
