"""The alerts page: channels, a test message, and what was sent."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.templating import Jinja2Templates

from dashboard.source import Source

NOBODY = "No alerts are sent: no channels are set."
MOST_LINES = 50


def reading_routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """The page."""
    router, desk = APIRouter(include_in_schema=False), source.asked.alerts

    @router.get("/alerts")
    def alerts_room(request: Request) -> Response:
        channels = () if desk is None else desk.channels()
        context = {
            "room": "alerts",
            "channels": () if isinstance(channels, str) else channels,
            "problem": channels if isinstance(channels, str) else "",
            "log": () if desk is None else desk.log()[:MOST_LINES],
        }
        return templates.TemplateResponse(request, "alerts.html", context)

    return router


def routes(source: Source) -> APIRouter:
    """The button that tries the channels."""
    router, desk = APIRouter(), source.asked.alerts

    @router.post("/alerts/test", include_in_schema=False)
    def test() -> Response:
        if desk is None:
            raise HTTPException(404, NOBODY)
        desk.test()
        return RedirectResponse("/alerts", 303)

    return router
