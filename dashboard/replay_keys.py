"""Keys to the replay of one capture each.

The replay is another origin, to which nobody logs in. A replayed page may ask for all that its frame may: a key that
opens one capture lets it read no other.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable

VALID_S = 12 * 3600
"""How long a page with a replay may stand open and still read its parts."""


class ReplayKeys:
    """Made by the dashboard and read by the replay, in one process: a restart makes all keys void.

    ``are_needed`` says whether people must log in to the dashboard; otherwise no key is asked for.
    """

    def __init__(self, are_needed: Callable[[], bool], clock: Callable[[], float] = time.time) -> None:
        self.are_needed = are_needed
        self._clock = clock
        self._secret = secrets.token_bytes(32)

    def key(self, capture_id: int) -> str:
        """A key to one capture."""
        until = int(self._clock()) + VALID_S
        return f"{until}-{self._sign(capture_id, until)}"

    def opens(self, key: str, capture_id: int) -> bool:
        """Whether somebody with that key may have the capture."""
        if not self.are_needed():
            return True
        text, _, signature = key.partition("-")
        until = int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else 0
        is_ours = hmac.compare_digest(
            signature.encode("utf-8", "replace"), self._sign(capture_id, until).encode()
        )
        return is_ours and self._clock() < until

    def _sign(self, capture_id: int, until: int) -> str:
        return hmac.digest(self._secret, f"{capture_id} {until}".encode(), hashlib.sha256).hex()
