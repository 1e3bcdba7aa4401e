"""What was found on all pages, on one, or on those with a tag as an Atom feed (RFC 4287), newest finding first."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode
from xml.etree import ElementTree

from fastapi import APIRouter, Query, Request, Response

from dashboard.pages import OptionalId
from dashboard.presenters import clean, finding_address, iso, moment, page_title, percent
from dashboard.source import Source
from storage.findings import TROUBLES, Finding, FindingKind
from storage.queries.findings import Wanted
from storage.queries.identity import identity_of
from storage.records import Page

ATOM = "http://www.w3.org/2005/Atom"
MOST_ENTRIES = 50
TOLD = (FindingKind.CHANGE, FindingKind.MOVED, FindingKind.RECOVERED, *TROUBLES)
"""What is news about a page; not what is news about its visits."""

ElementTree.register_namespace("", ATOM)


def routes(source: Source) -> APIRouter:
    """The route of the feed."""
    router = APIRouter(include_in_schema=False)

    @router.get("/feed.atom")
    def feed(
        request: Request,
        page: OptionalId = None,
        tag: Annotated[str | None, Query(min_length=1, max_length=400)] = None,
    ) -> Response:
        wanted = Wanted(kinds=TOLD, muted=False, page_id=page, tag=tag)
        found = source.repository.findings(wanted, limit=MOST_ENTRIES, newest_first=True)
        pages = {page.id: page for page in source.repository.pages_of({item.page_id for item in found})}
        known = [(pages[item.page_id], item) for item in found if item.page_id in pages]
        about = _About.of(source, page, tag)
        text = _document(source, about, known, str(request.base_url).rstrip("/"))
        return Response(text, media_type="application/atom+xml; charset=utf-8")

    return router


@dataclass(frozen=True, kw_only=True)
class _About:
    """What a feed is of."""

    title: str
    query: str

    @classmethod
    def of(cls, source: Source, page_id: int | None, tag: str | None) -> _About:
        """Raises ``NotStored`` where there is no such page."""
        of = [] if page_id is None else [f"of {page_title(source.repository.page(page_id))}"]
        of += [] if tag is None else [f"tagged {clean(tag)}"]
        asked = {"page": page_id, "tag": tag}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        title = " ".join(["Important changes", *of, "in", clean(source.name)])
        return cls(title=title, query=f"?{query}" if query else "")


def _document(source: Source, about: _About, found: list[tuple[Page, Finding]], base: str) -> bytes:
    root = ElementTree.Element(f"{{{ATOM}}}feed")
    newest = max((item.at for _, item in found), default=source.now())
    _add(root, "title", about.title)
    _add(root, "id", _id(source, f"feed{about.query}"))
    _add(root, "updated", iso(newest))
    ElementTree.SubElement(root, f"{{{ATOM}}}link", rel="self", href=f"{base}/feed.atom{about.query}")
    ElementTree.SubElement(_add(root, "author"), f"{{{ATOM}}}name").text = "Pagetide"
    for page, item in found:
        _add_entry(root, page, item, base, _id(source, _name(item)))
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _name(item: Finding) -> str:
    """Of a change its pair of captures: the same whatever number the finding has after a rebuild."""
    if item.kind is FindingKind.CHANGE:
        return f"{item.before_id}-{item.capture_id}"
    return f"{item.kind}-{item.capture_id}"


def _id(source: Source, of: str) -> str:
    """The same under whatever name the dashboard is reached, so that readers see no entry twice."""
    collection = identity_of(source.collection.database) or source.name
    return uuid.uuid5(uuid.NAMESPACE_URL, f"urn:pagetide:{collection}:{of}").urn


def _add_entry(root: ElementTree.Element, page: Page, item: Finding, base: str, identity: str) -> None:
    entry = _add(root, "entry")
    _add(entry, "title", f"{page_title(page)}: {clean(item.sentence)}")
    _add(entry, "id", identity)
    _add(entry, "updated", iso(item.at))
    link = {"rel": "alternate", "type": "text/html", "href": f"{base}{finding_address(item)}"}
    ElementTree.SubElement(entry, f"{{{ATOM}}}link", link)
    probable = "" if item.probability is None else f", probability {percent(item.probability)}"
    _add(entry, "summary", f"{clean(page.url)} at {moment(item.at)} UTC{probable}: {clean(item.sentence)}.")


def _add(parent: ElementTree.Element, name: str, text: str = "") -> ElementTree.Element:
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}")
    element.text = text or None
    return element
