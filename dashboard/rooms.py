"""The routes of a part of the dashboard, such as its schedule or its search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, FastAPI


class Room(APIRouter):
    """Routes that are built when they join the application.

    FastAPI builds the routes of an ``APIRouter`` twice: where they are declared, and again where it is included. For
    the dashboard that is a tenth of a second of its start and of the first requests.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._declared: list[tuple[str, Callable[..., Any], dict[str, Any]]] = []

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Keep a route for later; what decorates a function calls this."""
        self._declared.append((self.prefix + path, endpoint, options))

    def join(self, app: FastAPI) -> None:
        """Build the routes as routes of an application, with what holds for the room and for the application."""
        for path, endpoint, options in self._declared:
            options["tags"] = [*self.tags, *(options["tags"] or ())]
            options["dependencies"] = [*self.dependencies, *(options["dependencies"] or ())]
            options["include_in_schema"] = options["include_in_schema"] and self.include_in_schema
            app.router.add_api_route(path, endpoint, **options)
