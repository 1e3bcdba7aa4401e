"""Checks every request: account, role, and form token.

Whoever asks is let in by a session's cookie or a program's token, where accounts are asked for. Reading is for
everybody who is let in; every other method is for those who may write, from a page of ours, with the token that our
forms hold. A route that is added is guarded without saying so.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

from fastapi import HTTPException, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from dashboard.http_security import from_this_origin
from dashboard.login_limits import LoginLimits
from dashboard.visitor import Visitor, let_in, visitor
from storage.accounts.accounts import has_accounts
from storage.accounts.api_tokens import note_token_use, token_account
from storage.accounts.sessions import LONGEST, NOTED_EVERY, note_use, session_of
from storage.collection import Collection
from storage.errors import StorageError
from storage.people import Scope
from storage.secret_tokens import token_digest

logger = logging.getLogger(f"pagetide.{__name__}")

READING = frozenset({"GET", "HEAD", "OPTIONS"})
SHARED = (
    "/shared/{token}",
    "/shared/{token}/compare",
    "/shared/{token}/capture/{capture_id}/view.png",
    "/shared/{token}/feed.atom",
)
"""Routes for whoever has a public link, and for nobody else; they only read."""
FOR_ALL = frozenset({"/login", "/healthz", "/readyz", *SHARED})
"""Routes for those who are not logged in, too."""
FOR_ONESELF = frozenset(
    {"/logout", "/account", "/account/password", "/account/tokens", "/account/tokens/revoke"}
)
"""Routes by which everybody who is logged in writes what is only theirs."""
QUESTIONS = frozenset({"/search", "/api/v1/search"})
"""Routes that are sent something to ask with, and write nothing."""
FORM_FIELD, FORM_HEADER = "form_token", "X-Form-Token"
"""Where the token of a form stands; scripts may send it as the header."""
_COOKIES_LOOKED_AT = 4
NO_ACCOUNTS = (
    "This dashboard only reads: it can be reached from other machines and asks for no accounts. Say it on the command "
    "line, or open a dashboard on 127.0.0.1."
)
ONLY_READS = "This account only reads. An admin can let it do more: `pagetide account role`."
NO_LINK = "This link leads nowhere: it was revoked, has expired, or is not complete. Ask whoever sent it."
TOKEN_ONLY_READS = "This token only reads."
STALE = "This form is of another session: go back, load the page again, and do it once more."


class LoginNeeded(Exception):
    """Nobody is logged in, or no longer."""


@dataclass(frozen=True, kw_only=True)
class Access:
    """Who reaches the dashboard, and what they may do.

    Attributes
    ----------
    names : sequence of str
        Host names besides those of the loopback under which browsers may reach it.
    writer : str or None
        The name under which is kept what people do where nobody logs in. None: without accounts the dashboard only
        reads, as it must where other machines can reach it.
    accounts : bool
        Whether people must log in as soon as the collection has an account. False: never.
    clock : callable
        The time by which sessions end.
    """

    names: tuple[str, ...] = ()
    writer: str | None = None
    accounts: bool = True
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)


READS_UNTIL_ACCOUNTS = Access()


class Guard:
    """A dependency of all routes of a dashboard."""

    def __init__(self, collection: Collection, access: Access) -> None:
        self.collection = collection
        self.access = access
        self.limits = LoginLimits()
        self._asks = False

    async def __call__(self, request: Request) -> None:
        """Find out who asks, and refuse what they may not do.

        Raises
        ------
        LoginNeeded
            Somebody must log in first.
        HTTPException
            403: they may not do this, or a page of another origin asks for it.
        """
        route, is_writing = request.scope["route"].path, request.method not in READING
        if route in SHARED:
            let_in(await run_in_threadpool(self.reader_of_link, request.path_params["token"]))
            return
        found = await run_in_threadpool(self.visitor_of, request)
        if found is not None:
            let_in(found)
        if is_writing:
            from_this_origin(request)
        if route in FOR_ALL:
            return
        if found is None:
            raise LoginNeeded
        if is_writing:
            _require_right(found, route)  # first: whoever may not write need not be read
            await _require_form_token(request, found)

    def asks(self) -> bool:
        """Whether people must log in. Accounts are never deleted: once there is one, there always is."""
        self._asks = self._asks or (self.access.accounts and has_accounts(self.collection.database))
        return self._asks

    def reader_of_link(self, token: str) -> Visitor:
        """Who has a public link: nobody, who may read what it shows.

        Raises
        ------
        HTTPException
            404: it leads nowhere.
        """
        digest, at = token_digest(token), self.access.clock()
        found = self.collection.repository.share_of(digest, at)
        if found is None:
            raise HTTPException(404, NO_LINK)
        return Visitor(share=found)

    def visitor_of(self, request: Request) -> Visitor | None:
        """Who asks; None where somebody must log in first."""
        if not self.asks():
            writer = self.access.writer
            return Visitor(name=writer or "", may_write=writer is not None)
        scheme, _, shown = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self._program(shown.strip())
        return self._person(shown_sessions(request))

    def _person(self, shown: list[str]) -> Visitor | None:
        """Who is logged in. Of two live sessions at once one was put there by somebody else: neither counts."""
        at = self.access.clock()
        live = [
            (token, found)
            for token in shown[:_COOKIES_LOOKED_AT]
            if (found := session_of(self.collection.database, token, at)) is not None
        ]
        if len(live) != 1:
            return None
        token, found = live[0]
        if at - found.used_at >= NOTED_EVERY:
            self._note(lambda opened: note_use(opened, token, at))
        role = found.account.role
        return Visitor(name=found.account.name, role=role, may_write=role.may_write, session=token)

    def _program(self, shown: str) -> Visitor | None:
        found = token_account(self.collection.database, shown)
        if found is None:
            return None
        account, token = found
        at = self.access.clock()
        if token.used_at is None or at - token.used_at >= NOTED_EVERY:
            self._note(lambda opened: note_token_use(opened, token.id, at))
        may_write = account.role.may_write and token.scope is Scope.WRITE
        return Visitor(name=account.name, role=account.role, may_write=may_write)

    def _note(self, action: Callable[[Collection], None]) -> None:
        """Keep that somebody was here. Reading goes on where that cannot be kept."""
        try:
            with Collection.open(self.collection.path) as opened:
                action(opened)
        except StorageError as error:
            logger.warning("when a session or a token was used last could not be kept: %s", error)


def require_person() -> None:
    """Refuse programs, and everybody where nobody logs in."""
    if visitor().session is None:
        raise HTTPException(403, "Nobody is logged in here.")


def require_writer() -> None:
    """Refuse those who may not act, where something is read that not everybody may have."""
    if not visitor().may_write:
        raise HTTPException(403, ONLY_READS)


def require_admin() -> None:
    """Refuse those who do not manage accounts; a program's token does not, whosever it is."""
    if not visitor().is_admin:
        raise HTTPException(403, "Only an admin who is logged in manages accounts.")


def cookie_name(request: Request) -> str:
    """The name of the session's cookie: cookies ignore ports, and each dashboard of a machine has its own.

    Under https the browser takes it from this very host alone (RFC 6265bis, 4.1.3.2).
    """
    name = "pagetide" if request.url.port is None else f"pagetide-{request.url.port}"
    return f"__Host-{name}" if request.url.scheme == "https" else name


def shown_sessions(request: Request) -> list[str]:
    """The tokens that the browser shows, each once; a page on another port may have added others of the same name."""
    pairs = [part.partition("=") for line in request.headers.getlist("cookie") for part in line.split(";")]
    wanted = cookie_name(request)
    return list(dict.fromkeys(value.strip() for name, _, value in pairs if name.strip() == wanted))


def set_session(request: Request, response: Response, token: str | None) -> None:
    """Let the browser keep a session's token, where no script can read it; None: let it forget it.

    ``Lax``, for a link in a feed or a mail leads to a page of ours: with ``Strict`` it would lead to the login.
    """
    response.set_cookie(
        cookie_name(request),
        token or "",
        max_age=0 if token is None else int(LONGEST.total_seconds()),
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
        path="/",
    )


def login_address(request: Request) -> str:
    """Where to log in, and to come back from."""
    asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return "/login" if asked == "/" else f"/login?next={quote(asked, safe='/')}"


async def _require_form_token(request: Request, found: Visitor) -> None:
    """Programs with a token of their own need none: no browser sends that for another page."""
    if found.session is None:
        return
    sent = request.headers.get(FORM_HEADER, "")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not sent and kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        sent = str((await request.form()).get(FORM_FIELD, ""))
    if not hmac.compare_digest(sent.encode("utf-8", "replace"), found.form_token.encode()):
        raise HTTPException(403, STALE)


def _require_right(found: Visitor, route: str) -> None:
    if route in FOR_ONESELF:
        if found.session is None:
            raise HTTPException(403, "Nobody is logged in: a person does this, and no token.")
    elif found.role is None and not (found.may_write or route in QUESTIONS):
        raise HTTPException(403, NO_ACCOUNTS)
    elif not (found.may_write or route in QUESTIONS):
        raise HTTPException(403, ONLY_READS if found.session is not None else TOKEN_ONLY_READS)
