"""Making, changing and checking accounts. Each change has its audit row, and none of them can be undone by ``undo``."""

from __future__ import annotations

from sqlalchemy import Connection

from storage.accounts.passwords import hashed, is_password
from storage.actions.audit import OF_ACCOUNTS, Actor, written
from storage.collection import Collection
from storage.database.engine import Database
from storage.errors import NotStored, StorageError
from storage.people import Account, Role, account_name
from storage.queries.account_rows import (
    all_accounts,
    count_admins,
    delete_sessions_of,
    find_account,
    find_password,
    has_account,
    insert_account,
    update_account,
)


def accounts(database: Database) -> list[Account]:
    """All accounts by name, disabled ones too."""
    with database.reading() as connection:
        return all_accounts(connection)


def has_accounts(database: Database) -> bool:
    """Whether there is any account, be it disabled."""
    with database.reading() as connection:
        return has_account(connection)


def add_account(collection: Collection, actor: Actor, name: str, role: Role, password: str) -> Account:
    """Make an account. The first one is an admin's: somebody must be able to make the others.

    Raises
    ------
    StorageError
        There is one of that name, the name or the password cannot be taken, or there is no admin yet.
    """
    kept = account_name(name)
    secret = hashed(password, name=kept)
    with collection.database.writing() as connection:
        if find_account(connection, kept) is not None:
            raise StorageError(f"there is an account {kept} already")
        if role is not Role.ADMIN and not count_admins(connection):
            raise StorageError("the first account must be an admin's, who can make the others")
        row = {"name": kept, "role": role, "password_hash": secret, "created_at": actor.at}
        insert_account(connection, row)
        audit_account(connection, actor, f"add {role}", kept)
        return named_account(connection, kept)


def set_password(collection: Collection, actor: Actor, name: str, password: str) -> Account:
    """Give an account another password; its sessions end. Its tokens stay as they are."""
    kept = account_name(name)
    secret = hashed(password, name=kept)
    with collection.database.writing() as connection:
        found = named_account(connection, kept)
        update_account(connection, found.id, password_hash=secret)
        delete_sessions_of(connection, found.id)
        audit_account(connection, actor, "set password", kept)
        return found


def set_role(collection: Collection, actor: Actor, name: str, role: Role) -> Account:
    """Let a person do more or less from now on. The last admin stays one."""
    with collection.database.writing() as connection:
        found = named_account(connection, account_name(name))
        update_account(connection, found.id, role=role)
        _require_admin(connection)
        audit_account(connection, actor, f"make {role}", found.name)
        return named_account(connection, found.name)


def disable(collection: Collection, actor: Actor, name: str) -> Account:
    """Let nobody in by that account any more: its sessions end, its tokens count for nothing. The last admin stays."""
    with collection.database.writing() as connection:
        found = named_account(connection, account_name(name))
        update_account(connection, found.id, disabled_at=found.disabled_at or actor.at)
        _require_admin(connection)
        delete_sessions_of(connection, found.id)
        audit_account(connection, actor, "disable", found.name)
        return named_account(connection, found.name)


def enable(collection: Collection, actor: Actor, name: str) -> Account:
    """Let a disabled account in again."""
    with collection.database.writing() as connection:
        found = named_account(connection, account_name(name))
        update_account(connection, found.id, disabled_at=None)
        audit_account(connection, actor, "enable", found.name)
        return named_account(connection, found.name)


def checked(database: Database, name: str, password: str) -> tuple[Account, str] | None:
    """The account of that name, and the hash that the password fits; None where there is none, or it is disabled.

    Finding out takes the same work in every case.
    """
    try:
        kept = account_name(name)
    except StorageError:
        kept = ""
    with database.reading() as connection:
        found = find_password(connection, kept)
    fits = is_password(password, None if found is None else found[1])
    return None if found is None or not fits or found[0].disabled_at is not None else found


def named_account(connection: Connection, name: str) -> Account:
    """The account of that name, which stands in its one form; raises ``NotStored`` where there is none."""
    found = find_account(connection, name)
    if found is None:
        raise NotStored(f"There is no account {name} in this collection. `pagetide account list` lists them.")
    return found


def _require_admin(connection: Connection) -> None:
    """Nothing is kept that leaves nobody who can manage accounts."""
    if not count_admins(connection):
        raise StorageError("this is the last admin: make another account an admin first")


def audit_account(connection: Connection, actor: Actor, action: str, name: str) -> None:
    """Write the audit row of what was done to an account."""
    written(connection, actor, f"{OF_ACCOUNTS}{action}", before={"account": name}, changed=1)
