"""Tokens by which programs use the dashboard in the name of an account."""

from __future__ import annotations

from datetime import datetime

from storage.accounts.accounts import audit_account, named_account
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.database.engine import Database
from storage.errors import NotStored, StorageError
from storage.people import Account, ApiToken, Scope, account_name
from storage.queries.account_rows import (
    find_token,
    insert_token,
    note_use_of_token,
    revoke_live_token,
    token_owner,
    tokens_of_account,
)
from storage.queries.capture_rows import storable
from storage.secret_tokens import new_token, token_digest

PREFIX = "pagetide_"
"""How a token begins, so that whoever finds one in a file knows what it is."""
LONGEST_LABEL = 100


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
        made = insert_token(connection, {"created_at": actor.at, **row})
        audit_account(connection, actor, f"make a token to {scope}", found.name)
    return token, made


def tokens_of(database: Database, account_id: int) -> list[ApiToken]:
    """The tokens of an account in the order in which they were made, revoked ones too."""
    with database.reading() as connection:
        return tokens_of_account(connection, account_id)


def revoke_token(collection: Collection, actor: Actor, number: int, *, of: str | None = None) -> None:
    """Let nobody use a token any more. ``of`` is the name of the account that it must belong to, if any.

    Raises
    ------
    NotStored
        There is no such token, or it is another account's.
    """
    with collection.database.writing() as connection:
        name = token_owner(connection, number)
        if name is None or of not in (None, name):
            raise NotStored(f"There is no token {number}. `pagetide account list` lists them.")
        revoke_live_token(connection, number, actor.at)
        audit_account(connection, actor, "revoke a token", name)


def token_account(database: Database, token: str) -> tuple[Account, ApiToken] | None:
    """Whose token that is; None where it is nobody's, was revoked, or its account was disabled."""
    with database.reading() as connection:
        return find_token(connection, token_digest(token))


def note_token_use(collection: Collection, number: int, at: datetime) -> None:
    """Keep that a token was used."""
    with collection.database.writing() as connection:
        note_use_of_token(connection, number, at)
