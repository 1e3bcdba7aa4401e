"""The people and programs that use the dashboard."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from storage.errors import StorageError

LONGEST_NAME = 60
_NAME = re.compile(r"\w(?:[\w.@+-]*\w)?")


class Role(StrEnum):
    """What a person may do."""

    VIEWER = "viewer"  # read
    ARCHIVIST = "archivist"  # and act on pages and findings
    ADMIN = "admin"  # and manage accounts

    @property
    def may_write(self) -> bool:
        """Whether the person may act on pages and findings."""
        return self is not Role.VIEWER


class Scope(StrEnum):
    """What a program may do with a token, at most what its account may."""

    READ = "read"
    WRITE = "write"  # and read


@dataclass(frozen=True, kw_only=True)
class Account:
    """A person who uses the dashboard."""

    id: int
    name: str
    role: Role
    created_at: datetime
    disabled_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class ApiToken:
    """What a program shows to act in the name of an account; of the token itself only a digest is kept."""

    id: int
    account_id: int
    label: str  # what it is for, in a person's words
    scope: Scope
    created_at: datetime
    used_at: datetime | None
    revoked_at: datetime | None


def account_name(text: str) -> str:
    """The one form in which a name is kept: letters alike to a reader are the same letters, upper case is lower.

    Raises
    ------
    StorageError
        It is no name.
    """
    name = _one_form(text)
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise StorageError(
            f"{text[:LONGEST_NAME]!r} is no name of an account: it has 1 to {LONGEST_NAME} letters and digits, and "
            ". _ @ + - between them"
        )
    return name


def _one_form(text: str) -> str:
    """Again and again: lower case of what was put together may come apart."""
    name = text.strip()
    while (form := unicodedata.normalize("NFKC", name).casefold()) != name:
        name = form
    return name
