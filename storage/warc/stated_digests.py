"""Records read with their digests compared, also where a tool states a digest that is none.

warcio compares them while a record is read, and breaks off with the error of a decoder at what is neither base 16 nor
base 32. Here such a digest is one more that is wrong.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Any, BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecordLoader
from warcio.statusandheaders import StatusAndHeaders

from storage.errors import Corrupt

BLANK = b"\r\n"
_CHUNK = 1 << 20
_NAMES = ("warc-payload-digest", "warc-block-digest")


def checked_records(file: BinaryIO) -> Any:
    """warcio's iterator over the records of ``file``; each has a ``digest_checker`` once it was read to its end."""
    records = ArchiveIterator(file, check_digests=True)
    records.loader = _Loader(verify_http=False, arc2warc=False)
    return records


def checked_record(file: BinaryIO, start: int) -> Any:
    """The record that begins at byte ``start``, read to its end; it has a ``digest_checker``.

    Raises
    ------
    Corrupt
        What begins there is no record, or its gzip member holds more than one.
    """
    file.seek(start)
    records = checked_records(file)
    try:
        record = next(records)
        while record.raw_stream.read(_CHUNK):
            pass
        behind = records.reader.read(_CHUNK) if records.reader.decompressor else b""
    except (ArchiveLoadFailed, StopIteration, zlib.error, EOFError, ValueError) as error:
        raise Corrupt(f"It is no WARC record: {' '.join(str(error).split())}.") from error
    if behind.strip(BLANK):
        raise Corrupt("More than one record stands in its gzip member, or more than its Content-Length.")
    return record


class _Loader(ArcWarcRecordLoader):  # type: ignore[misc]  # warcio has no types
    """warcio's loader, which is shown only the digests that it can compare."""

    def wrap_digest_verifying_stream(
        self, stream: Any, rec_type: Any, rec_headers: Any, digest_checker: Any, length: Any = None
    ) -> Any:
        """The record's stream, which compares the digests on its way."""
        kept = []
        for name, value in rec_headers.headers:
            if name.lower() in _NAMES and not _is_digest(value):
                digest_checker.problem(f"{name} is {value!r}, which is no digest")
            else:
                kept.append((name, value))
        shown = StatusAndHeaders(rec_headers.statusline, kept, protocol=rec_headers.protocol)
        return super().wrap_digest_verifying_stream(stream, rec_type, shown, digest_checker, length)


def _is_digest(stated: str) -> bool:
    """Whether it is an algorithm that is known, and a value of its length in base 32 or base 16."""
    algorithm, _, value = stated.partition(":")
    try:
        size = hashlib.new(algorithm).digest_size
    except ValueError:
        return False
    if len(value) == 2 * size:
        return all(sign in "0123456789abcdefABCDEF" for sign in value)
    return len(value) == -(-size // 5) * 8  # compared as text
