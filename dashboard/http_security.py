"""Security of all answers and requests: headers, own host names, size limits, framing, origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from fastapi import HTTPException, Request
from starlette.applications import Starlette
from starlette.datastructures import URL, Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

SECURITY_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # with "no-referrer" browsers send forms of ours with the origin "null"
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
"""What this machine calls itself."""


def answer_to_own_names(app: Starlette, names: Sequence[str]) -> None:
    """Refuse requests whose Host is neither the loopback nor one of ``names``.

    A page elsewhere can let its own name lead to this machine (DNS rebinding): its browser then takes what is served
    here for that page's own origin. The Host header still says the other name.
    """
    app.add_middleware(
        _OwnNamesOnly, names=frozenset(name.lower().strip("[]") for name in (*LOOPBACK_NAMES, *names))
    )


class OfModestSize:
    """Refuses what is larger than anything that is sent here: it would be read into memory before anybody is asked who
    they are."""

    def __init__(self, app: ASGIApp, largest: int, largest_at: Mapping[str, int]) -> None:
        self._app = app
        self._largest = largest
        self._largest_at = (
            largest_at  # by path: of routes that read what is sent only when it is known who sends it
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is small enough."""
        largest = self._largest_at.get(scope.get("path", ""), self._largest)
        stated = Headers(scope=scope).get("content-length", "0") if scope["type"] == "http" else "0"
        if not stated.isdecimal() or len(stated) > 18 or int(stated) > largest:
            await PlainTextResponse("This is larger than anything that is taken here.", 413)(
                scope, receive, send
            )
            return
        got = 0

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > largest:  # nobody stated its size
                raise HTTPException(413, "This is larger than anything that is taken here.")
            return message

        await self._app(scope, counted, send)


class _OwnNamesOnly:
    """Starlette's ``TrustedHostMiddleware``, but it says what to do, and reads addresses in brackets."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._is_own(host := Headers(scope=scope).get("host", "")):
            await self._app(scope, receive, send)
            return
        said = (
            f"This dashboard does not answer to the name {host[:200]!r}. If it is yours, add it to names under "
            "[dashboard] in pagetide.toml."
        )
        await PlainTextResponse(said, status_code=400)(scope, receive, send)

    def _is_own(self, host: str) -> bool:
        try:
            return urlsplit(f"//{host}").hostname in self._names
        except ValueError:  # no host at all
            return False


def from_this_origin(request: Request) -> None:
    """Refuse what a page of another origin makes a browser send, archived pages on the replay's port included.

    Browsers name the origin in every request that writes; programs that name none have no cookies or rights of ours to
    lend (OWASP, Cross-Site Request Forgery Prevention, "Verifying Origin").

    Raises
    ------
    HTTPException
        403: it comes from elsewhere.
    """
    origin = request.headers.get("origin")
    if origin is None:
        is_ours = request.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    else:
        is_ours = origin == f"{request.url.scheme}://{request.headers.get('host')}"
    if not is_ours:
        raise HTTPException(403, "This was asked for by a page of another origin, and is refused.")


def framing(origin: str) -> str:
    """The policy of a page that shows one other origin in a frame."""
    return f"{_POLICY}; frame-src {origin}"


def replay_origin(asked: URL, port: int) -> str:
    """The origin where archived pages run: the host as the browser names it, and another port."""
    host = asked.hostname or "127.0.0.1"
    return f"{asked.scheme}://{f'[{host}]' if ':' in host else host}:{port}"
