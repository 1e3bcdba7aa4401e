"""Memento (RFC 7089): TimeMaps, TimeGates and mementos of every URL in the archive.

``/timemap/link/URL``, ``/timegate/URL`` and ``/20261120140500/URL``, the shapes that pywb has. A TimeGate answers with
a redirect (pattern 2.1). A memento's page is ours: what was archived, with its replay in a frame of another origin.
``/20261120140500id_/URL`` gives the archived bytes to programs; nothing archived ever runs in the dashboard's origin:
the bytes are an attachment in a sandbox of their own, and refused where a page would load them as one of its parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import unquote

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, StreamingResponse
from fastapi.templating import Jinja2Templates
from starlette.convertors import Convertor, register_url_convertor

from dashboard.capture_page import ArchivedAnswer, show_capture
from dashboard.memento_links import (
    LINK_FORMAT,
    Addresses,
    Attributes,
    TimeMap,
    as_cdxj,
    as_json,
    as_link_format,
    http_date,
    memento_header,
    safe,
    timegate_header,
)
from dashboard.source import Source
from storage.queries.timelines import Point
from storage.replay.archived import Archived, body_of, head_of
from storage.replay.mementos import Memento, nearest
from storage.urls import joined_url

READING = ["GET", "HEAD"]
ARCHIVED_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"
"""What the browser may do with archived bytes in the dashboard's origin: nothing but keep them."""

_STAMP = re.compile(r"(\d{4,14})(?:([a-z]{2})_)?")
_HTTP_DATE = re.compile(r"[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT")
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_FORMS = {"link": LINK_FORMAT, "json": "application/json", "cdxj": "application/cdxj+ors"}
_AS_THEY_ARE = ("content-type", "content-encoding", "content-language")
_DOWNLOADS = ("document", "empty")  # Fetch metadata: a person following a link, or a program reading


class _Stamp(Convertor[str]):
    """A moment in the address of a memento, and how the memento is wanted: ``20261120140500id_``."""

    regex = r"[0-9]{4,14}(?:[a-z]{2}_)?"

    def convert(self, value: str) -> str:
        """The text as it stands."""
        return value

    def to_string(self, value: str) -> str:
        """The text as it stands."""
        return value


register_url_convertor("stamp", _Stamp())


def routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """The Memento routes over a source."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/timemap/{sheet:int}/{form}/{url:path}", methods=READING)
    def further_timemap(request: Request, sheet: int, form: str) -> Response:
        return _timemap(source, request, form, asked_url(request, 3), sheet)

    @router.api_route("/timemap/{form}/{url:path}", methods=READING)
    def timemap(request: Request, form: str) -> Response:
        return _timemap(source, request, form, asked_url(request, 2), 1)

    @router.api_route("/timegate/{url:path}", methods=READING)
    def timegate(request: Request) -> Response:
        return _timegate(source, request, asked_url(request, 1))

    @router.api_route("/{moment:stamp}/{url:path}", methods=READING)
    def memento(request: Request, moment: str) -> Response:
        asked = _STAMP.fullmatch(moment)
        assert asked is not None  # the convertor's own pattern
        return _memento(source, templates, request, asked)

    return router


def asked_url(request: Request, segments: int) -> str:
    """The URL inside the address, after so many segments, as it was sent: not decoded, with its query."""
    raw = request.scope.get("raw_path") or request.url.path.encode()
    url = raw.decode("latin-1").split("/", segments + 1)[-1]
    query = request.scope.get("query_string", b"").decode("latin-1")
    url = f"{url}?{query}" if query else url
    if re.match(r"(?:https?|urn)%3A", url, re.IGNORECASE):  # some clients encode the whole URL
        url = unquote(url)
    url = re.sub(r"^(https?):/+(?=[^/])", r"\1://", url)  # proxies fold double slashes
    return url if re.match(r"(?:https?|urn):", url, re.IGNORECASE) else f"http://{url}"


def _timemap(source: Source, request: Request, form: str, url: str, number: int) -> Response:
    if form not in _FORMS:
        return _plain(404, f"There is no TimeMap in the form {form!r}; there are: {', '.join(_FORMS)}.")
    found = source.mementos.of(url)
    if not found:
        return _nothing_of(url)
    complete = TimeMap(url=found[-1].url, mementos=found, attributes=_attributes(source, url))
    if not 1 <= number <= complete.sheets:
        return _plain(404, f"The TimeMap of {url} has {complete.sheets} pages; there is no page {number}.")
    addresses = _addresses(request)
    if form == "json":
        return JSONResponse(as_json(complete, addresses, number))
    text = (as_link_format if form == "link" else as_cdxj)(complete, addresses, number)
    return Response(text, media_type=_FORMS[form])


def _timegate(source: Source, request: Request, url: str) -> Response:
    found = source.mementos.of(url)
    headers = {"Vary": "accept-datetime"}
    if not found:
        return _nothing_of(url, headers)
    wanted = request.headers.get("accept-datetime")
    at = found[-1].at if wanted is None else _parsed(wanted)
    if at is None:
        message = f"Accept-Datetime is no HTTP date such as {http_date(found[-1].at)!r}: {wanted!r}."
        return _plain(400, message, headers)
    chosen = nearest(found, at)
    addresses = _addresses(request)
    headers["Link"] = timegate_header(addresses, found, chosen)
    return RedirectResponse(addresses.memento(chosen), status_code=302, headers=headers)


def _memento(source: Source, templates: Jinja2Templates, request: Request, asked: re.Match[str]) -> Response:
    url, modifier = asked_url(request, 1), asked.group(2)
    if modifier not in (None, "id", "mp"):
        return _plain(404, f"The modifier {modifier}_ is not known; id_ gives the archived bytes.")
    found = source.mementos.of(url)
    if not found:
        return _nothing_of(url)
    addresses = _addresses(request)
    this = nearest(found, _moment(asked.group(1)))
    if this.stamp != asked.group(1) or modifier == "mp":
        kept = f"{modifier}_" if modifier == "id" else ""
        return RedirectResponse(f"{addresses.base}{this.stamp}{kept}/{safe(this.url)}", status_code=302)
    headers = {
        "Memento-Datetime": http_date(this.at),
        "Link": memento_header(addresses, found, this),
    }
    head = head_of(source.collection, this, source.mementos)
    if modifier == "id":
        return _bytes(source, request, this, head, headers)
    answer = ArchivedAnswer(memento=this, found=found, head=head)
    response = show_capture(source, templates, request, _visit(source, head), answer)
    response.headers.update(headers)
    return response


def _bytes(
    source: Source, request: Request, this: Memento, head: Archived, headers: Mapping[str, str]
) -> Response:
    """The archived answer for programs, with its own status; where it leads elsewhere, that place in the archive."""
    if request.headers.get("sec-fetch-dest", "empty") not in _DOWNLOADS:
        return _plain(403, "Archived bytes may be downloaded here, but not used as a part of a page.")
    sent = {**_archived_headers(head), **headers, "Content-Disposition": "attachment"}
    sent |= {"Content-Security-Policy": ARCHIVED_POLICY, "Cache-Control": "private, max-age=3600"}
    target = next((value for name, value in head.headers if name.lower() == "location"), "")
    if 300 <= head.status < 400 and target:
        sent["Location"] = f"{_addresses(request).base}{this.stamp}id_/{safe(joined_url(this.url, target))}"
    status = head.status if 200 <= head.status <= 599 else 200
    if request.method == "HEAD" or status in (204, 304):
        return Response(status_code=status, headers=sent)
    return StreamingResponse(
        body_of(source.collection, source.mementos, this), status_code=status, headers=sent
    )


def _archived_headers(head: Archived) -> dict[str, str]:
    """What describes the body, as it was; everything under the name that replay tools give it."""
    kept: dict[str, str] = {"Content-Type": "application/octet-stream"}
    for name, value in head.headers:
        if not _TOKEN.fullmatch(name):
            continue
        text = "".join(sign for sign in value if sign.isprintable()).encode("latin-1", "replace")
        kept[f"X-Archive-Orig-{name}"] = text.decode("latin-1")
        if name.lower() in _AS_THEY_ARE:
            kept[name.title()] = text.decode("latin-1")
    return kept


def _visit(source: Source, head: Archived) -> Point | None:
    """The visit that brought a memento home."""
    number = source.queries.capture_of(head.page_id) if head.page_id else None
    return None if number is None else source.queries.point(number)


def _attributes(source: Source, url: str) -> dict[str, Attributes]:
    """What the model said of each capture of a page, for the extra attributes of its TimeMap."""
    page = source.repository.find_page(url)
    if page is None or url.startswith("urn:"):
        return {}
    return {f"{point.at:%Y%m%d%H%M%S}": _said(point) for point in source.queries.points([page.id])}


def _said(point: Point) -> Attributes:
    said = {"response_kind": point.response_kind.value}
    if point.distance is not None:
        said["change_distance"] = f"{point.distance:.6g}"
    if point.probability is not None:
        said["change_probability"] = f"{point.probability:.4g}"
    if point.important is not None:
        said["change_important"] = "true" if point.important else "false"
    return said


def _parsed(text: str) -> datetime | None:
    if not _HTTP_DATE.fullmatch(text.strip()):
        return None
    try:
        return parsedate_to_datetime(text.strip()).astimezone(UTC)
    except ValueError:
        return None


def _moment(digits: str) -> datetime:
    """The moment that up to 14 digits name; what is missing is the beginning of the span."""
    padded = digits + "00000101000000"[len(digits) :]
    try:
        return datetime.strptime(padded, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError as error:
        raise HTTPException(404, f"{digits} is no moment: write YYYYMMDDhhmmss.") from error


def _addresses(request: Request) -> Addresses:
    return Addresses(base=str(request.base_url))


def _nothing_of(url: str, headers: Mapping[str, str] | None = None) -> Response:
    return _plain(404, f"Nothing of {url} is in this collection.", headers)


def _plain(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    return PlainTextResponse(message + "\n", status_code=status, headers=dict(headers or {}))
