"""Bodies without their content coding (RFC 9110, 8.4.1), for archives that keep what was on the wire.

The same as ``storage.warc.content_coding``, which this package may not import, but for one thing: the library is used
without the packages for br (RFC 7932) and zstd (RFC 8878), too.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping


def decoded(body: bytes, codings: str, most: int) -> bytes:
    """At most ``most`` bytes of ``body`` without the codings of its ``Content-Encoding``, the last one applied undone
    first.

    A body that is not in the coding that it states, as servers send them, stays as it is from there on. Of one whose
    coding needs a package that is not installed, nothing is read.
    """
    for coding in reversed([name.strip().lower() for name in codings.split(",")]):
        undo = _UNDO.get(coding)
        if undo is None:
            return body
        try:
            body = undo(body, most)
        except ImportError:
            return b""
        except (OSError, EOFError, ValueError, zlib.error):
            return body
    return body


def _gunzipped(body: bytes, most: int) -> bytes:
    """Also of a body that was cut what can be read of it."""
    found, left = b"", body
    while left and len(found) < most:
        reader = zlib.decompressobj(zlib.MAX_WBITS + 16)
        try:
            found += reader.decompress(left, most - len(found))
        except zlib.error:
            if not found:
                raise
            break
        left = reader.unused_data
    return found


def _inflated(body: bytes, most: int) -> bytes:
    """RFC 9110 means zlib's format; some servers send the bare stream."""
    try:
        return zlib.decompressobj().decompress(body, most)
    except zlib.error:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, most)


def _from_brotli(body: bytes, most: int) -> bytes:
    import brotli  # optional: few archives need it

    reader, pieces, left = brotli.Decompressor(), list[bytes](), most
    try:
        while left > 0 and not reader.is_finished():
            piece = reader.process(b"" if pieces else body, output_buffer_limit=left)
            if not piece:
                break
            pieces.append(piece)
            left -= len(piece)
    except brotli.error as error:
        raise ValueError("not brotli") from error
    return b"".join(pieces)


def _from_zstd(body: bytes, most: int) -> bytes:
    from backports import zstd  # optional, as above

    try:
        return zstd.ZstdDecompressor().decompress(body, most)
    except zstd.ZstdError as error:
        raise ValueError("not zstd") from error


_UNDO: Mapping[str, Callable[[bytes, int], bytes]] = {
    "gzip": _gunzipped,
    "x-gzip": _gunzipped,
    "deflate": _inflated,
    "br": _from_brotli,
    "zstd": _from_zstd,
}
