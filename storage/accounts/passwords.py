"""Passwords: kept as Argon2id hashes (RFC 9106), and checked with the same work where there is no such account.

A hash takes 64 MiB and the time of a few cores: two are made at once at most, others wait.
"""

from __future__ import annotations

import secrets
import threading
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from storage.errors import StorageError

SHORTEST, LONGEST = 12, 1000
"""Letters of a password: long ones need no rules of what must be in them (NIST SP 800-63B, 5.1.1)."""
_HASHER = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
_TOGETHER = threading.BoundedSemaphore(2)


def hashed(password: str, *, name: str = "") -> str:
    """The hash of a new password, for the database.

    Raises
    ------
    StorageError
        It is too short, too long, or the account's name.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise StorageError(
            f"a password has {SHORTEST} to {LONGEST:,} letters, and this one {len(password):,}"
        )
    if password.casefold().strip() == name:
        raise StorageError("the account's name is no password")
    with _TOGETHER:
        return _HASHER.hash(_bytes(password))


def is_password(password: str, kept: str | None) -> bool:
    """Whether a password is the one of that hash; of None it is not, which takes as long to find out."""
    if len(password) > LONGEST:
        return False
    with _TOGETHER:
        try:
            return _HASHER.verify(kept or _nobodys(), _bytes(password)) and kept is not None
        except (VerificationError, InvalidHashError):
            return False


@cache
def _nobodys() -> str:
    return _HASHER.hash(secrets.token_bytes(32))


def _bytes(password: str) -> bytes:
    """The same bytes from every keyboard."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
