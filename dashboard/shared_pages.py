"""What a public link shows to whoever has it: one page's timeline, comparisons and feed, or a tag's list and feed.

The guard has found the link before any of this answers, and let its bearer in as nobody. No address here names a page:
it is the link's own, and captures are looked up among those of that page alone.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.templating import Jinja2Templates

from dashboard.comparison import comparison, pair
from dashboard.feed import feed_document
from dashboard.images import capture_file
from dashboard.listing import all_entries
from dashboard.pages import NOT_A_PAIR, Id, OptionalId, SheetNumber, Show, entry_of
from dashboard.presenters import clean, page_title
from dashboard.request_checks import SHARED
from dashboard.source import Source
from dashboard.timeline import STRETCHES, past, sheet
from dashboard.visitor import visitor
from storage.queries.page_sheets import PagesWanted
from storage.records import Role
from storage.shares import Share

_OVERVIEW, _COMPARISON, _VIEW, _FEED = SHARED
PAGES_A_SHEET = 50
NOTHING_MORE = "This link shows nothing of that kind."
_HEADERS = {
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "no-referrer",  # the address is the secret
    "X-Robots-Tag": "noindex, nofollow",
}


def routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """What public links lead to."""
    router = APIRouter(include_in_schema=False)

    def show(request: Request, template: str, **context: Any) -> Response:
        at = f"/shared/{request.path_params['token']}"
        context |= {"room": "shared", "shared_at": at}
        return templates.TemplateResponse(request, template, context, headers=_HEADERS)

    _add_overview(router, source, show)
    _add_parts(router, source, show)
    return router


def _add_overview(router: APIRouter, source: Source, show: Show) -> None:
    @router.get(_OVERVIEW)
    def shared(
        request: Request,
        show_: Annotated[str, Query(alias="show", max_length=10)] = "all",
        older: OptionalId = None,
        newer: OptionalId = None,
        sheet_: Annotated[SheetNumber, Query(alias="sheet")] = 1,
    ) -> Response:
        link = _link()
        if link.page_id is None:
            return show(request, "shared_tag.html", **_tagged(source, link, sheet_))
        shown = sheet(source.queries, link.page_id, older=older, newer=newer)
        return show(
            request,
            "shared_page.html",
            entry=entry_of(source, link.page_id),
            sheet=shown,
            told=source.repository.sentences([point.id for point in shown.points]),
            past=past(source.queries, link.page_id, show_),
            stretches=STRETCHES,
        )


def _add_parts(router: APIRouter, source: Source, show: Show) -> None:
    @router.get(_COMPARISON)
    def shared_comparison(request: Request, before: OptionalId = None, after: OptionalId = None) -> Response:
        page = source.repository.page(_page_of_link())
        captures = pair(source.collection, source.queries, page, before=before, after=after)
        if captures is None:
            raise HTTPException(404, NOT_A_PAIR)
        found = comparison(source.collection, source.queries, captures)
        return show(request, "shared_compare.html", page=page, comparison=found)

    @router.get(_VIEW)
    def shared_view(request: Request, capture_id: Id) -> Response:
        page_id, point = _page_of_link(), source.queries.point(capture_id)
        if point is None or point.page_id != page_id:
            raise HTTPException(404, NOTHING_MORE)
        answer = capture_file(source, request, capture_id, Role.VIEW)
        answer.headers.update(_HEADERS)
        return answer

    @router.get(_FEED)
    def shared_feed(request: Request) -> Response:
        link, token = _link(), request.path_params["token"]
        base = f"{str(request.base_url).rstrip('/')}/shared/{token}"
        text = feed_document(source, link.page_id, link.tag, base=base, is_shared=True)
        return Response(text, media_type="application/atom+xml; charset=utf-8", headers=_HEADERS)


def _link() -> Share:
    found = visitor().share
    if found is None:  # the guard lets nobody else come here
        raise HTTPException(404, NOTHING_MORE)
    return found


def _page_of_link() -> int:
    found = _link().page_id
    if found is None:
        raise HTTPException(404, NOTHING_MORE)
    return found


def _tagged(source: Source, link: Share, number: int) -> dict[str, Any]:
    wanted = PagesWanted(tag=link.tag or "")
    offset = (number - 1) * PAGES_A_SHEET
    ids, total = source.page_sheets.sheet(wanted, sort="change", offset=offset, limit=PAGES_A_SHEET)
    entries = all_entries(source, source.repository.pages_in_order(ids))
    return {
        "tag": clean(link.tag or ""),
        "entries": [(entry, page_title(entry.page)) for entry in entries],
        "total": total,
        "number": number,
        "sheets": -(-total // PAGES_A_SHEET),
    }
