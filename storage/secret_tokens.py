"""Tokens that let whoever shows them in: 256 random bits, of which only a digest is kept."""

from __future__ import annotations

import hashlib
import secrets

_BYTES = 32


def new_token(prefix: str = "") -> str:
    """A token that nobody has had before, nor can guess."""
    return prefix + secrets.token_urlsafe(_BYTES)


def token_digest(token: str) -> str:
    """What is kept of a token. It needs no slow hash: there are too many tokens to try them."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
