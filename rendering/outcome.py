"""What kind of answer a visit met, and whether the visit brought everything home: pure functions, no browser."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus

from rendering.dom import RenderedDocument
from rendering.exchange_log import Hop, header
from storage.records import Outcome, Problem, ProblemCode, ResponseKind

HTML_TYPES = ("text/html", "application/xhtml+xml")

_NOTES = frozenset(  # said of a capture that lacks nothing
    {
        ProblemCode.HTTP_STATUS,
        ProblemCode.EMPTY_PAGE,
        ProblemCode.NOT_HTML,
        ProblemCode.DIALOG,
        ProblemCode.DOWNLOAD,
        ProblemCode.OVERLAY,
        ProblemCode.LOGGED_OUT,
    }
)
_LOSSES_TOLD = 3


def mime_of(answer: Hop | None, document: RenderedDocument | None) -> str | None:
    """The media type of what was visited, without parameters."""
    told = header(answer.headers, "content-type") if answer else None
    mime = (told or (answer.mime if answer else "") or (document.content_type if document else "")).partition(
        ";"
    )[0]
    return mime.strip().lower() or None


def response_kind(answer: Hop | None, document: RenderedDocument | None) -> ResponseKind:
    """What the server answered with; a page without a server (a local file) is judged by what it shows."""
    if answer is not None and (answer.status or 0) >= HTTPStatus.BAD_REQUEST:
        return ResponseKind.ERROR
    if answer is not None and answer.needs_no_body:
        return ResponseKind.EMPTY
    if document is None and (answer is None or answer.is_redirect or not answer.is_recorded):
        return ResponseKind.NONE
    mime = mime_of(answer, document)
    if mime is not None and mime not in HTML_TYPES:
        return ResponseKind.NOT_HTML
    if document is None or document.is_empty:
        return ResponseKind.EMPTY
    return ResponseKind.CONTENT


def notes(kind: ResponseKind, answer: Hop | None, mime: str | None, url: str) -> list[Problem]:
    """What is to be said of an answer that is not an ordinary page."""
    if kind is ResponseKind.ERROR and answer is not None:
        status = answer.status or 0
        reason = answer.reason or _standard_reason(status)
        message = f"the server answered {status} {reason}".strip()
        return [Problem(code=ProblemCode.HTTP_STATUS, message=message, url=url)]
    if kind is ResponseKind.EMPTY and answer is not None and answer.needs_no_body:
        message = f"the server answered {answer.status} {answer.reason}: there is nothing to show"
        return [Problem(code=ProblemCode.EMPTY_PAGE, message=message, url=url)]
    if kind is ResponseKind.NOT_HTML:
        return [Problem(code=ProblemCode.NOT_HTML, message=f"this is no web page but {mime}", url=url)]
    if kind is ResponseKind.EMPTY:
        return [
            Problem(code=ProblemCode.EMPTY_PAGE, message="the page shows neither text nor pictures", url=url)
        ]
    return []


def outcome(problems: Iterable[Problem], *, shown: Sequence[object | None], is_answered: bool) -> Outcome:
    """Complete, partial or failed. ``shown``: the DOM and the pictures, None where one is missing.

    An answer that shows nothing (a download, status 204) is partial: its exchange is what there is.
    """
    if all(part is None for part in shown):
        return Outcome.PARTIAL if is_answered else Outcome.FAILED
    lacking = any(part is None for part in shown) or any(problem.code not in _NOTES for problem in problems)
    return Outcome.PARTIAL if lacking else Outcome.COMPLETE


def loss_problem(losses: Sequence[Hop], url: str) -> list[Problem]:
    """One problem for all responses that the page got and the recorder did not."""
    if not losses:
        return []
    told = "; ".join(f"{hop.url}: {hop.lost}" for hop in losses[:_LOSSES_TOLD])
    more = f"; and {len(losses) - _LOSSES_TOLD} more" if len(losses) > _LOSSES_TOLD else ""
    return [Problem(code=ProblemCode.EXCHANGE, message=f"not recorded: {told}{more}", url=url)]


def _standard_reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
