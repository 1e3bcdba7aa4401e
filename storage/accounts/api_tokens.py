"""Tokens by which programs use the dashboard in the name of an account."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import insert, select, update

from storage.accounts.accounts import audit_account, named_account
from storage.accounts.secret_tokens import new_token, token_digest
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.database.engine import Database
from storage.database.schema import account, api_token
from storage.errors import NotStored, StorageError
from storage.people import Account, ApiToken, Scope, account_name
from storage.queries.capture_rows import storable

PREFIX = "pagetide_"
"""How a token begins, so that whoever finds one in a file knows what it is."""
LONGEST_LABEL = 100
_COLUMNS = tuple(api_token.c[name] for name in ApiToken.__dataclass_fields__)


def make_token(
    collection: Collection, actor: Actor, name: str, label: str, scope: Scope
) -> tuple[str, ApiToken]:
    """Make a token for an account: the token itself, which is told this once, and what is kept of it.

    Raises
    ------
    NotStored
        There is no such account.
    StorageError
        What it is for is not said, or at too much length.
    """
    told = " ".join(storable(label).split())
    if not 1 <= len(told) <= LONGEST_LABEL:
        raise StorageError(f"say in 1 to {LONGEST_LABEL} letters what the token is for")
    token = new_token(PREFIX)
    with collection.database.writing() as connection:
        found = named_account(connection, account_name(name))
        row = {"account_id": found.id, "digest": token_digest(token), "label": told, "scope": scope}
        connection.execute(insert(api_token).values(created_at=actor.at, **row))
        audit_account(connection, actor, f"make a token to {scope}", found.name)
        query = select(*_COLUMNS).where(api_token.c.digest == row["digest"])
        return token, ApiToken(**connection.execute(query).one()._mapping)


def tokens_of(database: Database, account_id: int) -> list[ApiToken]:
    """The tokens of an account in the order in which they were made, revoked ones too."""
    query = select(*_COLUMNS).where(api_token.c.account_id == account_id).order_by(api_token.c.id)
    with database.reading() as connection:
        return [ApiToken(**row._mapping) for row in connection.execute(query)]


def revoke_token(collection: Collection, actor: Actor, number: int, *, of: str | None = None) -> None:
    """Let nobody use a token any more. ``of`` is the name of the account that it must belong to, if any.

    Raises
    ------
    NotStored
        There is no such token, or it is another account's.
    """
    owned = select(account.c.name).join(api_token, api_token.c.account_id == account.c.id)
    with collection.database.writing() as connection:
        name = connection.execute(owned.where(api_token.c.id == number)).scalar()
        if name is None or of not in (None, name):
            raise NotStored(f"There is no token {number}. `pagetide account list` lists them.")
        live = (api_token.c.id == number, api_token.c.revoked_at.is_(None))
        connection.execute(update(api_token).where(*live).values(revoked_at=actor.at))
        audit_account(connection, actor, "revoke a token", name)


def token_account(database: Database, token: str) -> tuple[Account, ApiToken] | None:
    """Whose token that is; None where it is nobody's, was revoked, or its account was disabled."""
    query = select(*_COLUMNS, account.c.name).join(account, account.c.id == api_token.c.account_id)
    live = (
        api_token.c.digest == token_digest(token),
        api_token.c.revoked_at.is_(None),
        account.c.disabled_at.is_(None),
    )
    with database.reading() as connection:
        row = connection.execute(query.where(*live)).one_or_none()
        if row is None:
            return None
        found = named_account(connection, row.name)
    fields = {column.name: row._mapping[column] for column in _COLUMNS}
    return found, ApiToken(**fields)


def note_token_use(collection: Collection, number: int, at: datetime) -> None:
    """Keep that a token was used."""
    with collection.database.writing() as connection:
        connection.execute(update(api_token).where(api_token.c.id == number).values(used_at=at))
