"""Bodies without their content coding (RFC 9110, 8.4.1): archives of other tools keep what was on the wire.

warcio undoes gzip and deflate, but neither zstd (RFC 8878) nor, with today's brotli package, br (RFC 7932).
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Mapping

import brotli
from backports import zstd


def decoded(body: bytes, codings: str) -> bytes:
    """``body`` without the codings of its ``Content-Encoding``, the last one applied undone first.

    A body that is not in the coding that it states, as servers send them, stays as it is from there on.
    """
    for coding in reversed([name.strip().lower() for name in codings.split(",")]):
        undo = _UNDO.get(coding)
        if undo is None:
            return body
        try:
            body = undo(body)
        except (OSError, EOFError, zlib.error, brotli.error, zstd.ZstdError):
            return body
    return body


def _inflated(body: bytes) -> bytes:
    """RFC 9110 means zlib's format; some servers send the bare stream."""
    try:
        return zlib.decompress(body)
    except zlib.error:
        return zlib.decompress(body, -zlib.MAX_WBITS)


_UNDO: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "x-gzip": gzip.decompress,
    "deflate": _inflated,
    "br": brotli.decompress,
    "zstd": zstd.decompress,
}
