"""Bodies without their content coding (RFC 9110, 8.4.1), for archives that keep what was on the wire.

The same as ``storage.content_coding``, which this package may not import, but for one thing: the library is used
without the packages for br (RFC 7932) and zstd (RFC 8878), too.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Mapping


def decoded(body: bytes, codings: str) -> bytes:
    """``body`` without the codings of its ``Content-Encoding``, the last one applied undone first.

    A body that is not in the coding that it states, as servers send them, stays as it is from there on. Of one whose
    coding needs a package that is not installed, nothing is read.
    """
    for coding in reversed([name.strip().lower() for name in codings.split(",")]):
        undo = _UNDO.get(coding)
        if undo is None:
            return body
        try:
            body = undo(body)
        except ImportError:
            return b""
        except (OSError, EOFError, ValueError, zlib.error):
            return body
    return body


def _inflated(body: bytes) -> bytes:
    """RFC 9110 means zlib's format; some servers send the bare stream."""
    try:
        return zlib.decompress(body)
    except zlib.error:
        return zlib.decompress(body, -zlib.MAX_WBITS)


def _from_brotli(body: bytes) -> bytes:
    import brotli  # optional: few archives need it

    try:
        return bytes(brotli.decompress(body))
    except brotli.error as error:
        raise ValueError("not brotli") from error


def _from_zstd(body: bytes) -> bytes:
    from backports import zstd  # optional, as above

    try:
        return zstd.decompress(body)
    except zstd.ZstdError as error:
        raise ValueError("not zstd") from error


_UNDO: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "x-gzip": gzip.decompress,
    "deflate": _inflated,
    "br": _from_brotli,
    "zstd": _from_zstd,
}
