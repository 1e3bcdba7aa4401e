"""Sessions: who is logged in, known by a random token that the browser shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, or_, select, update

from storage.accounts.accounts import ACCOUNT_COLUMNS, account_in, checked
from storage.accounts.secret_tokens import new_token, token_digest
from storage.collection import Collection
from storage.database.engine import Database
from storage.database.schema import account, session
from storage.people import Account

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
    over = [session.c.used_at <= at - IDLE, session.c.started_at <= at - LONGEST]
    if instead_of is not None:
        over.append(session.c.digest == token_digest(instead_of))
    token = new_token()
    with collection.database.writing() as connection:
        if not _is_still_so(connection, *found):
            return None
        connection.execute(delete(session).where(or_(*over)))
        row = {"digest": token_digest(token), "account_id": found[0].id, "started_at": at, "used_at": at}
        connection.execute(insert(session).values(**row))
    return found[0], token


def session_of(database: Database, token: str, at: datetime) -> Session | None:
    """The session of that token; None where there is none, it is over, or its account was disabled."""
    joined = session.join(account, account.c.id == session.c.account_id)
    query = select(*ACCOUNT_COLUMNS, session.c.started_at, session.c.used_at).select_from(joined)
    live = (
        session.c.digest == token_digest(token),
        session.c.used_at > at - IDLE,
        session.c.started_at > at - LONGEST,
        account.c.disabled_at.is_(None),
    )
    with database.reading() as connection:
        row = connection.execute(query.where(*live)).one_or_none()
    if row is None:
        return None
    return Session(account=account_in(row), started_at=row.started_at, used_at=row.used_at)


def note_use(collection: Collection, token: str, at: datetime) -> None:
    """Keep that a session was used."""
    with collection.database.writing() as connection:
        connection.execute(update(session).where(session.c.digest == token_digest(token)).values(used_at=at))


def end_session(collection: Collection, token: str) -> None:
    """Log out."""
    with collection.database.writing() as connection:
        connection.execute(delete(session).where(session.c.digest == token_digest(token)))


def _is_still_so(connection: Connection, found: Account, secret: str) -> bool:
    """Whether nobody disabled the account or changed its password since it was checked."""
    same = (
        account.c.id == found.id,
        account.c.password_hash == secret,
        account.c.disabled_at.is_(None),
    )
    return connection.execute(select(account.c.id).where(*same)).first() is not None
