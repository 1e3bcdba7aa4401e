"""Classifies the response and the outcome (complete, partial, failed): pure functions, no browser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from rendering.capture.dom import RenderedDocument
from rendering.documents.kinds import HTML_TYPES, Kind, is_xml, kind_of, named
from rendering.documents.process import Document
from rendering.gate.page import RenderedAnswer
from rendering.gate.response_gate import Judgement, judge
from rendering.recording.exchange_log import Hop, header
from storage.observed import DOCUMENT, Observed
from storage.records import Outcome, Problem, ProblemCode, ResponseKind

_META = re.compile(r"<meta\b[^>]{0,1000}>", re.IGNORECASE)
_ROBOTS_NAME = re.compile(r"\bname\s*=\s*[\"']?robots\b", re.IGNORECASE)
_CONTENT = re.compile(r"\bcontent\s*=\s*([\"'])(.*?)\1", re.IGNORECASE | re.DOTALL)

_NOTES = frozenset(  # said of a capture that lacks nothing
    {
        ProblemCode.HTTP_STATUS,
        ProblemCode.EMPTY_PAGE,
        ProblemCode.NOT_HTML,
        ProblemCode.DIALOG,
        ProblemCode.DOWNLOAD,
        ProblemCode.OVERLAY,
        ProblemCode.LOGGED_OUT,
        ProblemCode.WALL,
    }
)
_LOSSES_TOLD = 3
NOT_COMPARED = "{what} cannot be compared: it is kept, and its bytes are watched for a change"
"""What is said of a file of which neither words nor a picture can be had."""
WANTS_ACCESS = (
    "the server asks for a user name and a password: name them in [rendering.access], or in an [[override]] of "
    "this page"
)
WANTS_OTHER = "the server does not accept what [rendering.access] sends to it"
_ANSWER_WORDS = {
    ResponseKind.BOT_WALL: "a bot wall came in place of the page",
    ResponseKind.LOGIN_WALL: "a login came in place of the page",
    ResponseKind.ERROR: "the page is an error page",
    ResponseKind.EMPTY: "the page shows nothing of its own",
}


@dataclass(frozen=True, kw_only=True)
class Classified:
    """What was visited: its kind, what is to be said of it, and the evidence (``Capture.observed``)."""

    kind: ResponseKind
    mime: str | None
    problems: list[Problem]
    observed: Observed = field(default_factory=Observed)


def classified(
    url: str,
    answer: Hop | None,
    document: RenderedDocument | None,
    read: Document | None = None,
    *,
    is_let_in: bool = False,
) -> Classified:
    """Classify the answer to a visit of ``url`` before anything scores it or learns from it.

    ``read``: what the body is, where that is no page that the browser shows. ``is_let_in``: whether the visit brought
    what the settings say under ``access``.
    """
    if read is not None:
        return _read_document(url, answer, read)
    mime, kind = mime_of(answer, document), response_kind(answer, document)
    observed = stated_usage(answer)
    directives = robots_directives(answer, document)
    if directives:
        observed["robots"] = directives
    judgement = _judged(url, answer, document, kind)
    if judgement is None:
        return Classified(kind=kind, mime=mime, problems=notes(kind, answer, mime, url), observed=observed)
    observed["gate"] = judgement.observed()
    problems = notes(kind, answer, mime, url) if kind is ResponseKind.ERROR else []
    return Classified(
        kind=judgement.kind,
        mime=mime,
        problems=problems + _said(judgement, url, problems, is_let_in=is_let_in),
        observed=observed,
    )


def _read_document(url: str, answer: Hop | None, read: Document) -> Classified:
    """A document of which words or a picture are here, or a file of which nothing can be compared."""
    observed: Observed = {DOCUMENT: read.observed(), **stated_usage(answer)}
    directives = robots_directives(answer, None)
    if directives:
        observed["robots"] = directives
    kind = ResponseKind.CONTENT if read.unreadable is None else ResponseKind.NOT_HTML
    left_out = list(read.left_out)
    if answer is not None and answer.truncated is not None:
        left_out.append(f"only its first {read.size_bytes} bytes were received")
    problems = [Problem(code=ProblemCode.TRUNCATED, message=message, url=url) for message in left_out]
    if read.unreadable is not None:
        message = NOT_COMPARED.format(what=read.unreadable)
        problems.append(Problem(code=ProblemCode.NOT_HTML, message=message, url=url))
    return Classified(kind=kind, mime=read.mime, problems=problems, observed=observed)


def reclassified(answered: RenderedAnswer) -> Classified | None:
    """What the response gate says of a page that another tool captured; None: what its status says stands."""
    judgement = judge(answered)
    if judgement is None:
        return None
    problems = _said(judgement, answered.requested_url, [])
    return Classified(
        kind=judgement.kind, mime=None, problems=problems, observed={"gate": judgement.observed()}
    )


def _judged(
    url: str, answer: Hop | None, document: RenderedDocument | None, kind: ResponseKind
) -> Judgement | None:
    """What the response gate says; it is not asked of downloads, nor where a server gave no answer."""
    if answer is None or kind in (ResponseKind.NOT_HTML, ResponseKind.NONE) or answer.needs_no_body:
        return None
    return judge(
        RenderedAnswer(
            requested_url=url,
            final_url=document.url if document else answer.url,
            status=answer.status,
            headers=answer.headers,
            title=document.title if document else "",
            text=document.text if document else "",
            html=document.html if document else "",
        )
    )


def _said(
    judgement: Judgement, url: str, problems: Sequence[Problem], *, is_let_in: bool = False
) -> list[Problem]:
    """A wall is always named; an error page only where the status has not said so already."""
    code = {
        ResponseKind.BOT_WALL: ProblemCode.WALL,
        ResponseKind.LOGIN_WALL: ProblemCode.WALL,
        ResponseKind.ERROR: ProblemCode.HTTP_STATUS,
        ResponseKind.EMPTY: ProblemCode.EMPTY_PAGE,
    }[judgement.kind]
    if judgement.kind is ResponseKind.ERROR and problems:
        return []
    if judgement.rule == "http-authentication":
        message = WANTS_OTHER if is_let_in else WANTS_ACCESS
        return [Problem(code=code, message=f"{message} ({judgement.matched})", url=url)]
    who = f" of {judgement.server}" if judgement.server not in ("", "any") else ""
    message = f"{_ANSWER_WORDS[judgement.kind]}{who} ({judgement.rule}: {judgement.matched})"
    return [Problem(code=code, message=message, url=url)]


def stated_usage(answer: Hop | None) -> Observed:
    """What ``Content-Usage`` headers (draft-ietf-aipref-attach) say may be done with the answer, as they say it."""
    stated = [value for name, value in answer.headers if name.lower() == "content-usage"] if answer else []
    return {"content_usage": {"header": stated}} if stated else {}


def robots_directives(answer: Hop | None, document: RenderedDocument | None) -> list[str]:
    """What ``X-Robots-Tag`` and robots meta elements ask for; kept, not obeyed: see docs/manners.md."""
    told = [value for name, value in answer.headers if name.lower() == "x-robots-tag"] if answer else []
    head = document.html.partition("<body")[0] if document else ""
    for element in _META.findall(head):
        if _ROBOTS_NAME.search(element) and (content := _CONTENT.search(element)):
            told.append(content.group(2))
    return sorted({part.strip().lower() for value in told for part in value.split(",") if part.strip()})


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
    if mime is not None and mime not in HTML_TYPES and not _is_markup(answer, mime):
        is_empty = answer is not None and answer.body is not None and not answer.body.strip()
        return ResponseKind.EMPTY if is_empty else ResponseKind.NOT_HTML
    if document is None or document.is_empty:
        return ResponseKind.EMPTY
    return ResponseKind.CONTENT


def to_read(answer: Hop | None, document: RenderedDocument | None, *, is_download: bool) -> bytes | None:
    """The body of an answer that is something else than a page that the browser shows; None where there is none.

    What its server calls HTML and is PDF, say, is read too, and what the browser would not show but load down.
    """
    if answer is None or answer.is_redirect or answer.needs_no_body or answer.body is None:
        return None
    if (answer.status or 0) >= HTTPStatus.BAD_REQUEST or not answer.body.strip():
        return None
    mime = mime_of(answer, document)
    is_page = (mime is None or mime in HTML_TYPES or is_xml(mime)) and kind_of(answer.body, mime) is Kind.PAGE
    return None if is_page and not (is_download and document is None) else answer.body


def _is_markup(answer: Hop | None, mime: str) -> bool:
    """Whether XML is a page after all, of which the browser shows the elements (XHTML)."""
    body = answer.body if answer is not None else None
    return body is not None and is_xml(mime) and kind_of(body, mime) is Kind.PAGE


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
        return [Problem(code=ProblemCode.NOT_HTML, message=NOT_COMPARED.format(what=named(mime)), url=url)]
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
