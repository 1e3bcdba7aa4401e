"""Whether the response that a revisit record repeats is at hand: asked where records are checked, not replayed.

A revisit names its original by ``WARC-Refers-To``, or by URL and date, or says only the digest of what it repeats; the
original may be of another scheme or host than the revisit.
"""

from __future__ import annotations

from storage.urls import index_key
from storage.warc.dates import stamp_of


class HeldPayloads:
    """The responses and resources that some files hold."""

    def __init__(self) -> None:
        self._urns: set[str] = set()
        self._places: set[tuple[str, str]] = set()

    def add(self, urn: str, uri: str, date: str, digest: str | None) -> None:
        """One more that a revisit may repeat; ``date`` and ``digest`` as its record states them."""
        key = index_key(uri)
        self._urns.add(urn)
        self._places.add((key, stamp_of(date) or ""))
        self._places.add((key, ""))
        if digest:
            self._places.add((key, _value(digest)))

    def hold(self, uri: str, refers_to: str, refers_uri: str, refers_date: str, digest: str | None) -> bool:
        """Whether the original of a revisit of ``uri`` is among them."""
        key, stamp = index_key(refers_uri or uri), stamp_of(refers_date)
        if refers_to and refers_to in self._urns:
            return True
        if stamp and (key, stamp) in self._places:
            return True
        if digest:
            return (key, _value(digest)) in self._places or (index_key(uri), _value(digest)) in self._places
        return not stamp and (key, "") in self._places


def _value(digest: str) -> str:
    return digest.rpartition(":")[2].lower()
