"""Bodies without their content coding (RFC 9110, 8.4.1): archives of other tools keep what was on the wire.

warcio undoes gzip and deflate, but neither zstd (RFC 8878) nor, with today's brotli package, br (RFC 7932).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from gzip import GzipFile
from io import BytesIO

import brotli
from backports import zstd

from storage.warc.reading import LARGEST_HELD, too_large


def decoded(body: bytes, codings: str) -> bytes:
    """``body`` without the codings of its ``Content-Encoding``, the last one applied undone first.

    A body that is not in the coding that it states, as servers send them, stays as it is from there on.

    Raises
    ------
    StorageError
        It would have more than ``LARGEST_HELD`` bytes.
    """
    for coding in reversed([name.strip().lower() for name in codings.split(",")]):
        undo = _UNDO.get(coding)
        if undo is None:
            return body
        try:
            plain = undo(body)
        except (OSError, EOFError, zlib.error, brotli.error, zstd.ZstdError):
            return body
        if len(plain) > LARGEST_HELD:
            raise too_large(f"A body in the coding {coding}")
        body = plain
    return body


_ENOUGH = LARGEST_HELD + 1  # bytes that say that there are too many


def _gunzipped(body: bytes) -> bytes:
    with GzipFile(fileobj=BytesIO(body)) as file:
        return file.read(_ENOUGH)


def _inflated(body: bytes) -> bytes:
    """RFC 9110 means zlib's format; some servers send the bare stream."""
    try:
        return _inflated_as(body, zlib.MAX_WBITS)
    except zlib.error:
        return _inflated_as(body, -zlib.MAX_WBITS)


def _inflated_as(body: bytes, wbits: int) -> bytes:
    reader = zlib.decompressobj(wbits)
    plain = reader.decompress(body, _ENOUGH)
    if not reader.eof and len(plain) < _ENOUGH:
        raise EOFError("the stream ends before its end")
    return plain


def _unbrotlied(body: bytes) -> bytes:
    reader = brotli.Decompressor()
    pieces, size = [reader.process(body, output_buffer_limit=_ENOUGH)], 0
    while not reader.is_finished() and (size := sum(map(len, pieces))) < _ENOUGH:
        piece = reader.process(b"", output_buffer_limit=_ENOUGH - size)
        if not piece:
            raise EOFError("the stream ends before its end")
        pieces.append(piece)
    return b"".join(pieces)


def _unzstd(body: bytes) -> bytes:
    with zstd.ZstdFile(BytesIO(body)) as file:
        return file.read(_ENOUGH)


_UNDO: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": _gunzipped,
    "x-gzip": _gunzipped,
    "deflate": _inflated,
    "br": _unbrotlied,
    "zstd": _unzstd,
}
