"""The file that keeps a login: a Playwright ``storage_state``, that is cookies and local storage.

Who has it is logged in, therefore only its owner may read it, and nothing of it is ever logged.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any
from urllib.parse import urlsplit

from rendering.errors import LoginStateError

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


def secrets_in(path: Path) -> frozenset[str]:
    """All that a login holds: values of cookies and of local storage, also those within JSON; none where it is gone."""
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return frozenset()
    return frozenset(_texts(state))


def cookies_for(url: str, path: Path) -> str:
    """The ``Cookie`` header that a browser with this login would send to ``url`` (RFC 6265 5.4); empty: none.

    Raises
    ------
    LoginStateError
        The login cannot be used, as of ``check_state``.
    """
    check_state(path)
    cookies = json.loads(path.read_text(encoding="utf-8"))["cookies"]
    sent = [cookie for cookie in cookies if isinstance(cookie, dict) and _is_for(cookie, url)]
    sent.sort(key=lambda cookie: -len(cookie.get("path", "/")))
    return "; ".join(f"{cookie.get('name', '')}={cookie.get('value', '')}" for cookie in sent)


def _is_for(cookie: dict[str, Any], url: str) -> bool:
    """Whether a cookie goes along with a request: RFC 6265 5.1.3, 5.1.4 and 5.4."""
    parts = urlsplit(url)
    host, asked = (parts.hostname or "").lower(), parts.path or "/"
    domain, path = str(cookie.get("domain", "")).lower(), str(cookie.get("path", "/"))
    below = domain.startswith(".") and f".{host}".endswith(domain)
    within = asked == path or asked.startswith(path.rstrip("/") + "/")
    expires = cookie.get("expires", -1)  # below zero: with the browser
    lasts = not isinstance(expires, int | float) or expires < 0 or expires > time()
    safe = parts.scheme == "https" or not cookie.get("secure")
    return (host == domain or below) and within and lasts and safe


def _texts(value: Any) -> Iterator[str]:
    """Every text in JSON, and in JSON that stands in a text, as pages keep it."""
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value
        if value[:1] in ("{", "["):
            try:
                yield from _texts(json.loads(value))
            except (ValueError, RecursionError):
                return


def write_state(state: object, path: Path) -> None:
    """Keep a browser state in a file that only its owner can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".part")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(state, file)
    partial.replace(path)
