"""The one spelling of digests: in WARC headers, in the database and in blob names."""

from __future__ import annotations

import hashlib


def sha256(data: bytes) -> str:
    """``sha256:`` and 64 hex digits, as Browsertrix writes it."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"
