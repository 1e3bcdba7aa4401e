"""Important changes of all pages as an Atom feed (RFC 4287), newest finding first."""

from __future__ import annotations

import uuid
from xml.etree import ElementTree

from fastapi import APIRouter, Request, Response

from dashboard.presenters import clean, figure, iso, moment, page_title, percent
from dashboard.source import Source
from storage.queries.identity import identity_of
from storage.queries.timelines import Point
from storage.records import Page

ATOM = "http://www.w3.org/2005/Atom"
MOST_ENTRIES = 50

ElementTree.register_namespace("", ATOM)


def routes(source: Source) -> APIRouter:
    """The route of the feed."""
    router = APIRouter(include_in_schema=False)

    @router.get("/feed.atom")
    def feed(request: Request) -> Response:
        points = source.queries.newest_important(limit=MOST_ENTRIES)
        named = source.repository.pages_of({point.page_id for point in points})
        pages = {page.id: page for page in named}
        known = [(pages[point.page_id], point) for point in points if point.page_id in pages]
        text = _document(source, known, str(request.base_url).rstrip("/"))
        return Response(text, media_type="application/atom+xml; charset=utf-8")

    return router


def _document(source: Source, changes: list[tuple[Page, Point]], base: str) -> bytes:
    root = ElementTree.Element(f"{{{ATOM}}}feed")
    newest = max((point.at for _, point in changes), default=source.now())
    _add(root, "title", f"Important changes in {clean(source.name)}")
    _add(root, "id", _id(source, "feed"))
    _add(root, "updated", iso(newest))
    ElementTree.SubElement(root, f"{{{ATOM}}}link", rel="self", href=f"{base}/feed.atom")
    ElementTree.SubElement(_add(root, "author"), f"{{{ATOM}}}name").text = "Pagetide"
    for page, point in changes:
        identity = _id(source, f"{point.before_id}-{point.id}")
        _add_entry(root, page, point, _story(source, point), base, identity)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _id(source: Source, of: str) -> str:
    """The same under whatever name the dashboard is reached, so that readers see no entry twice."""
    collection = identity_of(source.collection.database) or source.name
    return uuid.uuid5(uuid.NAMESPACE_URL, f"urn:pagetide:{collection}:{of}").urn


def _story(source: Source, point: Point) -> str:
    """What happened to the story that is worth most, on a page that lists news; else empty."""
    score = source.repository.score_of(point.id)
    told = [] if score is None else score.explanation.get("stories", [])
    return clean(str(told[0])) if told else ""


def _add_entry(
    root: ElementTree.Element, page: Page, point: Point, story: str, base: str, identity: str
) -> None:
    link = f"{base}/page/{page.id}/compare?before={point.before_id}&after={point.id}"
    probable = "" if point.probability is None else f"probability {percent(point.probability)}, "
    entry = _add(root, "entry")
    _add(entry, "title", f"{page_title(page)}: {story or 'important change'}")
    _add(entry, "id", identity)
    _add(entry, "updated", iso(point.at))
    ElementTree.SubElement(entry, f"{{{ATOM}}}link", rel="alternate", type="text/html", href=link)
    said = f"{probable}distance {figure(point.distance or 0.0)}"
    _add(entry, "summary", f"{clean(page.url)} changed by {moment(point.at)} UTC: {said}.")


def _add(parent: ElementTree.Element, name: str, text: str = "") -> ElementTree.Element:
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}")
    element.text = text or None
    return element
