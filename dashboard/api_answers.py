"""How the JSON interface answers: errors as problem documents (RFC 9457), and answers that a program has already as
"not modified" (RFC 9110, section 13.1.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MEDIA_TYPE = "application/problem+json"
UNDER = "/api/"


class Problem(BaseModel):
    """What went wrong."""

    type: str = Field("about:blank", description="The status says it all.")
    title: str = Field(description="What the status is called.")
    status: int
    detail: str = Field(description="What happened, and what to do about it.")


ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "description": "The question cannot be answered as it was asked.",
        "content": {MEDIA_TYPE: {"schema": Problem.model_json_schema()}},
    },
    "503": {
        "description": "The collection cannot be read now.",
        "content": {MEDIA_TYPE: {"schema": Problem.model_json_schema()}},
    },
}
"""What the description of the interface says of errors."""


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """An error as a problem document."""
    told = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail)
    return JSONResponse(told.model_dump(), status_code=status, headers=headers, media_type=MEDIA_TYPE)


class Tagged:
    """Gives answers of the interface an ETag, and answers 304 where the asker has that one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hold the answer back until it is whole."""
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(UNDER):
            await self._app(scope, receive, send)
            return
        start: Message = {}
        body = bytearray()

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                return
            body.extend(message.get("body", b""))
            if not message.get("more_body", False):
                await _send_tagged(scope, start, bytes(body), send)

        await self._app(scope, receive, keep)


async def _send_tagged(scope: Scope, start: Message, body: bytes, send: Send) -> None:
    headers = MutableHeaders(raw=start["headers"])
    if start["status"] == HTTPStatus.OK:
        tag = f'W/"{sha256(body).hexdigest()[:32]}"'
        headers["ETag"] = tag
        if tag in Headers(scope=scope).get("if-none-match", ""):
            start["status"], body = HTTPStatus.NOT_MODIFIED.value, b""
            del headers["content-length"]
            del headers["content-type"]
    await send({**start, "headers": headers.raw})
    await send({"type": "http.response.body", "body": body})
