"""The WARC files of a package, record by record: damage costs what stands there, and the walk goes on behind it.

An entry that is stored as it is, as the standard demands, is read where it stands in the package; any other is unpacked
into a temporary file first.
"""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from storage.ingest.packing import mapped, uncompressed_spans
from storage.warc.spans import Span, spans
from storage.warc.stated_digests import BLANK, checked_record

_LOCAL_HEAD = 30  # bytes in front of an entry's name and extra field (APPNOTE 4.3.7), whose lengths end it
_LOOKED_AT = 1 << 10


@dataclass(frozen=True, kw_only=True)
class PackedWarc:
    """A WARC file of a package: its bytes ``start`` to ``end`` of ``file``."""

    name: str
    file: BinaryIO
    start: int
    end: int

    def spans(self) -> Iterator[Span]:
        """Its records one by one, and the places that cannot be read, by their bytes in it."""
        for span in self._found():
            if span.whole or not self._is_blank(span):
                yield Span(start=span.start - self.start, end=span.end - self.start, whole=span.whole)

    def record(self, span: Span) -> Any:
        """The record of a whole span, read to its end; ``Corrupt`` as of ``checked_record``."""
        return checked_record(self.file, self.start + span.start)

    def _found(self) -> Iterator[Span]:
        self.file.seek(self.start)
        begin = self.file.read(min(_LOOKED_AT, self.end - self.start))
        if begin.lstrip().startswith(b"WARC/"):
            with mapped(self.file) as data:
                for span in uncompressed_spans(data[self.start : self.end]):
                    yield Span(start=self.start + span.start, end=self.start + span.end, whole=span.whole)
        else:
            yield from spans(self.file, self.start, self.end)

    def _is_blank(self, span: Span) -> bool:
        """Whether it is nothing but a few empty lines between members."""
        self.file.seek(span.start)
        return span.length <= _LOOKED_AT and not self.file.read(span.length).strip(BLANK)


@contextmanager
def packed_warc(archive: zipfile.ZipFile, name: str) -> Iterator[PackedWarc]:
    """The WARC file of that name in a package that is a file; zipfile's errors where it cannot be unpacked."""
    info = archive.getinfo(name)
    with archive.open(info) as packed:  # looks at its head, and whether it is encrypted
        if info.compress_type == zipfile.ZIP_STORED:
            with Path(str(archive.filename)).open("rb") as file:
                start = _start(file, info)
                yield PackedWarc(name=name, file=file, start=start, end=start + info.file_size)
            return
        with TemporaryFile() as copy:
            shutil.copyfileobj(packed, copy)
            copy.flush()
            yield PackedWarc(name=name, file=copy, start=0, end=copy.tell())


def _start(file: BinaryIO, info: zipfile.ZipInfo) -> int:
    """Where the bytes of an entry begin, behind its local head."""
    file.seek(info.header_offset)
    head = file.read(_LOCAL_HEAD)
    lengths = (int.from_bytes(head[place : place + 2], "little") for place in (26, 28))
    return info.header_offset + _LOCAL_HEAD + sum(lengths)
