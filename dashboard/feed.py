"""Findings as Atom feeds (RFC 4287): of all pages, of one, or of a tag."""

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
        text = feed_document(source, page, tag, base=str(request.base_url).rstrip("/"))
        return Response(text, media_type="application/atom+xml; charset=utf-8")

    return router


def feed_document(
    source: Source, page_id: int | None, tag: str | None, *, base: str, is_shared: bool = False
) -> bytes:
    """The feed of a page, a tag or all. ``base`` is where it stands; shared, a public link that shows that alone."""
    wanted = Wanted(kinds=TOLD, muted=False, page_id=page_id, tag=tag)
    found = source.repository.findings(wanted, limit=MOST_ENTRIES, newest_first=True)
    pages = {page.id: page for page in source.repository.pages_of({item.page_id for item in found})}
    known = [(pages[item.page_id], item) for item in found if item.page_id in pages]
    return _document(source, _About.of(source, page_id, tag, is_shared=is_shared), known, base)


@dataclass(frozen=True, kw_only=True)
class _About:
    """What a feed is of."""

    title: str
    query: str
    of_page: bool
    is_shared: bool

    @property
    def asked(self) -> str:
        """What its address asks for: of a public link nothing, for the link says it."""
        return "" if self.is_shared else self.query

    def address_of(self, item: Finding) -> str:
        """Where a finding is shown: by a public link in a comparison of its page, or on the link's first page."""
        if not self.is_shared:
            return finding_address(item)
        is_compared = self.of_page and item.kind is FindingKind.CHANGE
        return f"/compare?before={item.before_id}&after={item.capture_id}" if is_compared else ""

    @classmethod
    def of(cls, source: Source, page_id: int | None, tag: str | None, *, is_shared: bool) -> _About:
        """Raises ``NotStored`` where there is no such page."""
        of = [] if page_id is None else [f"of {page_title(source.repository.page(page_id))}"]
        of += [] if tag is None else [f"tagged {clean(tag)}"]
        asked = {"page": page_id, "tag": tag}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        title = " ".join(["Important changes", *of, "in", clean(source.name)])
        told = f"?{query}" if query else ""
        return cls(title=title, query=told, of_page=page_id is not None, is_shared=is_shared)


def _document(source: Source, about: _About, found: list[tuple[Page, Finding]], base: str) -> bytes:
    root = ElementTree.Element(f"{{{ATOM}}}feed")
    newest = max((item.at for _, item in found), default=source.now())
    _add(root, "title", about.title)
    _add(root, "id", _id(source, f"feed{about.query}"))
    _add(root, "updated", iso(newest))
    ElementTree.SubElement(root, f"{{{ATOM}}}link", rel="self", href=f"{base}/feed.atom{about.asked}")
    ElementTree.SubElement(_add(root, "author"), f"{{{ATOM}}}name").text = "Pagetide"
    for page, item in found:
        _add_entry(root, page, item, base + about.address_of(item), _id(source, _name(item)))
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


def _add_entry(root: ElementTree.Element, page: Page, item: Finding, address: str, identity: str) -> None:
    entry = _add(root, "entry")
    _add(entry, "title", f"{page_title(page)}: {clean(item.sentence)}")
    _add(entry, "id", identity)
    _add(entry, "updated", iso(item.at))
    link = {"rel": "alternate", "type": "text/html", "href": address}
    ElementTree.SubElement(entry, f"{{{ATOM}}}link", link)
    probable = "" if item.probability is None else f", probability {percent(item.probability)}"
    _add(entry, "summary", f"{clean(page.url)} at {moment(item.at)} UTC{probable}: {clean(item.sentence)}.")


def _add(parent: ElementTree.Element, name: str, text: str = "") -> ElementTree.Element:
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}")
    element.text = text or None
    return element
