"""Accounts, their sessions and their tokens in the database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from storage.database.schema import account, api_token, session
from storage.people import Account, ApiToken, Role

_ACCOUNT = tuple(account.c[name] for name in Account.__dataclass_fields__)
_TOKEN = tuple(api_token.c[name] for name in ApiToken.__dataclass_fields__)


def all_accounts(connection: Connection) -> list[Account]:
    """All accounts by name, disabled ones too."""
    return [_account_of(row) for row in connection.execute(select(*_ACCOUNT).order_by(account.c.name))]


def has_account(connection: Connection) -> bool:
    """Whether there is any account, be it disabled."""
    return connection.execute(select(account.c.id).limit(1)).first() is not None


def find_account(connection: Connection, name: str) -> Account | None:
    """The account of that name, which stands in its one form."""
    row = connection.execute(select(*_ACCOUNT).where(account.c.name == name)).one_or_none()
    return None if row is None else _account_of(row)


def find_password(connection: Connection, name: str) -> tuple[Account, str] | None:
    """The account of that name, and the hash of its password."""
    query = select(*_ACCOUNT, account.c.password_hash).where(account.c.name == name)
    row = connection.execute(query).one_or_none()
    return None if row is None else (_account_of(row), row.password_hash)


def has_password(connection: Connection, number: int, secret: str) -> bool:
    """Whether the account of that number has that hash of a password, and is not disabled."""
    same = (account.c.id == number, account.c.password_hash == secret, account.c.disabled_at.is_(None))
    return connection.execute(select(account.c.id).where(*same)).first() is not None


def count_admins(connection: Connection) -> int:
    """How many accounts can manage accounts."""
    wanted = (account.c.role == Role.ADMIN, account.c.disabled_at.is_(None))
    return connection.execute(select(func.count()).select_from(account).where(*wanted)).scalar_one()


def insert_account(connection: Connection, values: Mapping[str, Any]) -> None:
    """Add an account."""
    connection.execute(insert(account).values(**values))


def update_account(connection: Connection, number: int, **values: Any) -> None:
    """Set columns of an account."""
    connection.execute(update(account).where(account.c.id == number).values(**values))


def insert_session(connection: Connection, digest: str, account_id: int, at: datetime) -> None:
    """Add a session that begins then."""
    values = {"digest": digest, "account_id": account_id, "started_at": at, "used_at": at}
    connection.execute(insert(session).values(**values))


def find_session(
    connection: Connection, digest: str, *, used_after: datetime, started_after: datetime
) -> tuple[Account, datetime, datetime] | None:
    """Whose session has that digest, when it began and when it was used last; none of a disabled account."""
    joined = session.join(account, account.c.id == session.c.account_id)
    query = select(*_ACCOUNT, session.c.started_at, session.c.used_at).select_from(joined)
    live = (
        session.c.digest == digest,
        session.c.used_at > used_after,
        session.c.started_at > started_after,
        account.c.disabled_at.is_(None),
    )
    row = connection.execute(query.where(*live)).one_or_none()
    return None if row is None else (_account_of(row), row.started_at, row.used_at)


def note_session_use(connection: Connection, digest: str, at: datetime) -> None:
    """Keep that a session was used."""
    connection.execute(update(session).where(session.c.digest == digest).values(used_at=at))


def delete_session(connection: Connection, digest: str) -> None:
    """End a session."""
    connection.execute(delete(session).where(session.c.digest == digest))


def delete_sessions_of(connection: Connection, account_id: int) -> None:
    """End all sessions of an account."""
    connection.execute(delete(session).where(session.c.account_id == account_id))


def delete_old_sessions(connection: Connection, *, used_until: datetime, started_until: datetime) -> None:
    """Forget sessions that are over."""
    over = or_(session.c.used_at <= used_until, session.c.started_at <= started_until)
    connection.execute(delete(session).where(over))


def insert_token(connection: Connection, values: Mapping[str, Any]) -> ApiToken:
    """Add a token; what is kept of it."""
    connection.execute(insert(api_token).values(**values))
    query = select(*_TOKEN).where(api_token.c.digest == values["digest"])
    return ApiToken(**connection.execute(query).one()._mapping)


def tokens_of_account(connection: Connection, account_id: int) -> list[ApiToken]:
    """The tokens of an account in the order in which they were made, revoked ones too."""
    query = select(*_TOKEN).where(api_token.c.account_id == account_id).order_by(api_token.c.id)
    return [ApiToken(**row._mapping) for row in connection.execute(query)]


def find_token(connection: Connection, digest: str) -> tuple[Account, ApiToken] | None:
    """Whose token has that digest; none that was revoked, or of a disabled account."""
    live = (api_token.c.digest == digest, api_token.c.revoked_at.is_(None), account.c.disabled_at.is_(None))
    query = select(*_TOKEN, account.c.name).join(account, account.c.id == api_token.c.account_id)
    row = connection.execute(query.where(*live)).one_or_none()
    if row is None:
        return None
    owner = find_account(connection, row.name)
    assert owner is not None
    return owner, ApiToken(**{column.name: row._mapping[column] for column in _TOKEN})


def token_owner(connection: Connection, number: int) -> str | None:
    """The name of the account of the token of that number."""
    owned = select(account.c.name).join(api_token, api_token.c.account_id == account.c.id)
    return connection.execute(owned.where(api_token.c.id == number)).scalar()


def revoke_live_token(connection: Connection, number: int, at: datetime) -> None:
    """Let nobody use a token any more; one that was revoked already stays as it is."""
    live = (api_token.c.id == number, api_token.c.revoked_at.is_(None))
    connection.execute(update(api_token).where(*live).values(revoked_at=at))


def note_use_of_token(connection: Connection, number: int, at: datetime) -> None:
    """Keep that a token was used."""
    connection.execute(update(api_token).where(api_token.c.id == number).values(used_at=at))


def _account_of(row: Row[*tuple[Any, ...]]) -> Account:
    return Account(**{column.name: row._mapping[column] for column in _ACCOUNT})
