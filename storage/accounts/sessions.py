"""Sessions: who is logged in, known by a random token that the browser shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from storage.accounts.accounts import checked
from storage.collection import Collection
from storage.database.engine import Database
from storage.people import Account
from storage.queries.account_rows import (
    delete_old_sessions,
    delete_session,
    find_session,
    has_password,
    insert_session,
    note_session_use,
)
from storage.secret_tokens import new_token, token_digest

IDLE = timedelta(days=3)
"""A session ends when it was not used for so long: over a weekend one stays logged in."""
LONGEST = timedelta(days=30)
"""A session ends so long after the login, however much it is used."""
NOTED_EVERY = timedelta(minutes=10)
"""How exactly is kept when a session was used last: reading shall not write each time."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """Somebody who is logged in."""

    account: Account
    started_at: datetime
    used_at: datetime


def log_in(
    collection: Collection, name: str, password: str, at: datetime, *, instead_of: str | None = None
) -> tuple[Account, str] | None:
    """The account of that name and the token of a new session of it; None where the two do not fit, or it is disabled.

    ``instead_of`` is the token that the browser showed until now: its session ends, so that nobody who knew it or
    put it there comes along (session fixation). Sessions that are over are forgotten.
    """
    found = checked(collection.database, name, password)
    if found is None:
        return None
    token = new_token()
    with collection.database.writing() as connection:
        if not has_password(connection, found[0].id, found[1]):  # disabled, or given another one meanwhile
            return None
        delete_old_sessions(connection, used_until=at - IDLE, started_until=at - LONGEST)
        if instead_of is not None:
            delete_session(connection, token_digest(instead_of))
        insert_session(connection, token_digest(token), found[0].id, at)
    return found[0], token


def session_of(database: Database, token: str, at: datetime) -> Session | None:
    """The session of that token; None where there is none, it is over, or its account was disabled."""
    alive = {"used_after": at - IDLE, "started_after": at - LONGEST}
    with database.reading() as connection:
        found = find_session(connection, token_digest(token), **alive)
    return None if found is None else Session(account=found[0], started_at=found[1], used_at=found[2])


def note_use(collection: Collection, token: str, at: datetime) -> None:
    """Keep that a session was used."""
    with collection.database.writing() as connection:
        note_session_use(connection, token_digest(token), at)


def end_session(collection: Collection, token: str) -> None:
    """Log out."""
    with collection.database.writing() as connection:
        delete_session(connection, token_digest(token))
