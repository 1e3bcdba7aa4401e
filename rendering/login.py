"""Visits with a stored login: is it still valid, and what of it must not reach the archive.

The login is a Playwright ``storage_state`` file: cookies and local storage. Who has it is logged in, therefore only
its owner may read it, and nothing of it is ever logged.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from rendering.errors import LoginStateError, PageRefused
from rendering.page_session import PageSession
from rendering.settings import BehaviourSettings
from storage.records import Exchange, Headers, Problem, ProblemCode

LEFT_OUT = "(left out: credentials of the archive's login)"
"""Stands in the archive where a credential was."""

_CREDENTIALS = frozenset({"cookie", "set-cookie", "authorization", "proxy-authorization"})
_SENTINEL = "(selector) => document.querySelector(selector) !== null"
_TIMEOUT_S = 5.0
_KINDS = "it must be JSON with the lists cookies and origins, as Playwright's storage_state writes it."


def check_state(path: Path) -> None:
    """Whether a login can be used.

    Raises
    ------
    LoginStateError
        It is missing, no browser state, or open to others; the message says what to do.
    """
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise LoginStateError(
            f"the login {path} cannot be read: {error.strerror}. Make it with `pagetide login URL`."
        ) from error
    except ValueError as error:
        raise LoginStateError(f"the login {path} is no browser state: {_KINDS}") from error
    check_content(state, path)
    if os.name == "posix" and mode & 0o077:
        raise LoginStateError(f"the login {path} can be read by others: run `chmod 600 {path}`.")


def check_content(state: object, path: Path) -> None:
    """Whether what a file holds is a browser state; ``LoginStateError`` where not."""
    if not isinstance(state, dict) or not isinstance(state.get("cookies"), list):
        raise LoginStateError(f"the login {path} is no browser state: {_KINDS}")


def write_state(state: object, path: Path) -> None:
    """Keep a browser state in a file that only its owner can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".part")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(state, file)
    partial.replace(path)


async def check_sentinel(
    session: PageSession, settings: BehaviourSettings, frame_id: str, url: str
) -> tuple[bool | None, list[Problem]]:
    """Whether the page shows that the login is valid (None: not asked, or unknown), and what is to be said of it."""
    selector = settings.logged_in_selector
    if selector is None:
        return None, []
    try:
        found = bool(await session.ask(_SENTINEL, selector, frame_id=frame_id, timeout_s=_TIMEOUT_S))
    except PageRefused as error:
        message = f"whether it is logged in is not known: {error} (logged_in_selector is {selector!r})"
        return None, [Problem(code=ProblemCode.INTERNAL, message=message, url=url)]
    if found:
        return True, []
    message = (
        f"the login is no longer valid: nothing on the page matches {selector!r}. Run `pagetide login` again."
    )
    return False, [Problem(code=ProblemCode.LOGGED_OUT, message=message, url=url)]


def without_credentials(exchanges: Iterable[Exchange]) -> tuple[Exchange, ...]:
    """The exchanges with cookies and authorizations left out: the headers stay, their values say so."""
    return tuple(
        replace(
            exchange,
            request_headers=_without(exchange.request_headers),
            response_headers=_without(exchange.response_headers),
        )
        for exchange in exchanges
    )


def _without(headers: Headers) -> Headers:
    return tuple((name, LEFT_OUT if name.lower() in _CREDENTIALS else value) for name, value in headers)
