"""Making, changing and checking accounts. Each change has its audit row, and none of them can be undone by ``undo``."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from storage.accounts.passwords import hashed, is_password
from storage.actions.audit import OF_ACCOUNTS, Actor, written
from storage.collection import Collection
from storage.database.engine import Database
from storage.database.schema import account, session
from storage.errors import NotStored, StorageError
from storage.people import Account, Role, account_name

ACCOUNT_COLUMNS = tuple(account.c[name] for name in Account.__dataclass_fields__)
"""What a query selects to read accounts."""
_ADMIN = (account.c.role == Role.ADMIN, account.c.disabled_at.is_(None))


def accounts(database: Database) -> list[Account]:
    """All accounts by name, disabled ones too."""
    with database.reading() as connection:
        return [
            account_in(row) for row in connection.execute(select(*ACCOUNT_COLUMNS).order_by(account.c.name))
        ]


def has_accounts(database: Database) -> bool:
    """Whether there is any account, be it disabled."""
    with database.reading() as connection:
        return connection.execute(select(account.c.id).limit(1)).first() is not None


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
        if connection.execute(select(account.c.id).where(account.c.name == kept)).first() is not None:
            raise StorageError(f"there is an account {kept} already")
        if role is not Role.ADMIN and not _admins(connection):
            raise StorageError("the first account must be an admin's, who can make the others")
        row = {"name": kept, "role": role, "password_hash": secret, "created_at": actor.at}
        connection.execute(insert(account).values(**row))
        audit_account(connection, actor, f"add {role}", kept)
        return named_account(connection, kept)


def set_password(collection: Collection, actor: Actor, name: str, password: str) -> Account:
    """Give an account another password; its sessions end. Its tokens stay as they are."""
    kept = account_name(name)
    secret = hashed(password, name=kept)
    with collection.database.writing() as connection:
        found = named_account(connection, kept)
        _set(connection, found, password_hash=secret)
        _end_sessions(connection, found)
        audit_account(connection, actor, "set password", kept)
        return found


def set_role(collection: Collection, actor: Actor, name: str, role: Role) -> Account:
    """Let a person do more or less from now on. The last admin stays one."""
    with collection.database.writing() as connection:
        found = named_account(connection, account_name(name))
        _set(connection, found, role=role)
        _require_admin(connection)
        audit_account(connection, actor, f"make {role}", found.name)
        return named_account(connection, found.name)


def disable(collection: Collection, actor: Actor, name: str) -> Account:
    """Let nobody in by that account any more: its sessions end, its tokens count for nothing. The last admin stays."""
    with collection.database.writing() as connection:
        found = named_account(connection, account_name(name))
        _set(connection, found, disabled_at=found.disabled_at or actor.at)
        _require_admin(connection)
        _end_sessions(connection, found)
        audit_account(connection, actor, "disable", found.name)
        return named_account(connection, found.name)


def enable(collection: Collection, actor: Actor, name: str) -> Account:
    """Let a disabled account in again."""
    with collection.database.writing() as connection:
        found = named_account(connection, account_name(name))
        _set(connection, found, disabled_at=None)
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
    query = select(*ACCOUNT_COLUMNS, account.c.password_hash).where(account.c.name == kept)
    with database.reading() as connection:
        row = connection.execute(query).one_or_none()
    fits = is_password(password, None if row is None else row.password_hash)
    if row is None or not fits or row.disabled_at is not None:
        return None
    return account_in(row), row.password_hash


def account_in(row: Row[*tuple[Any, ...]]) -> Account:
    """The account of a row with ``ACCOUNT_COLUMNS``."""
    return Account(**{column.name: row._mapping[column] for column in ACCOUNT_COLUMNS})


def named_account(connection: Connection, name: str) -> Account:
    """The account of that name, which stands in its one form; raises ``NotStored`` where there is none."""
    row = connection.execute(select(*ACCOUNT_COLUMNS).where(account.c.name == name)).one_or_none()
    if row is None:
        raise NotStored(f"There is no account {name} in this collection. `pagetide account list` lists them.")
    return account_in(row)


def _set(connection: Connection, found: Account, **values: Any) -> None:
    connection.execute(update(account).where(account.c.id == found.id).values(**values))


def _end_sessions(connection: Connection, found: Account) -> None:
    connection.execute(delete(session).where(session.c.account_id == found.id))


def _admins(connection: Connection) -> int:
    wanted: tuple[ColumnElement[bool], ...] = _ADMIN
    return connection.execute(select(func.count()).select_from(account).where(*wanted)).scalar_one()


def _require_admin(connection: Connection) -> None:
    """Nothing is kept that leaves nobody who can manage accounts."""
    if not _admins(connection):
        raise StorageError("this is the last admin: make another account an admin first")


def audit_account(connection: Connection, actor: Actor, action: str, name: str) -> None:
    """Write the audit row of what was done to an account."""
    written(connection, actor, f"{OF_ACCOUNTS}{action}", before={"account": name}, changed=1)
