"""After a crash: a ``.open`` file whose writer is gone is cut after its last whole record and renamed.

What is cut off is a record that the crash tore, at the end; a damaged place before whole records stays, and so do they.
Records that were written but whose rows were not committed stay: they are whole and true, and the archive
is the truth. ``storage.ingest.leftovers`` makes rows of them at the next crawl.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from storage.errors import translated_os_errors
from storage.warc.spans import spans
from storage.warc.writer import OPEN


def recover(folder: Path, committed_end: Callable[[str], int]) -> list[str]:
    """Close what dead writers left open; the final names of the files recovered.

    ``committed_end(name)`` is the end of the last record of that file that a row names: what is before
    it is never cut off, even if it should be damaged, so that ``verify`` can tell of it.
    """
    recovered = []
    for path in sorted(folder.glob(f"*.warc.gz{OPEN}")):
        with translated_os_errors(path), suppress(FileNotFoundError), path.open("r+b") as file:
            if _is_written_to(file):
                continue
            name = path.name.removesuffix(OPEN)
            if _finish(file, path, committed_end(name)):
                recovered.append(name)
    return recovered


def last_whole_record(file: BinaryIO) -> tuple[int, int]:
    """The end of the last whole record in the file, and how many there are behind the one at its beginning."""
    end = count = 0
    for span in spans(file, 0, os.fstat(file.fileno()).st_size):
        if span.whole:
            end, count = span.end, count + (span.start > 0)
    return end, count


def _is_written_to(file: BinaryIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


def _finish(file: BinaryIO, path: Path, committed_end: int) -> bool:
    end, count = last_whole_record(file)
    if not count and not committed_end:
        path.unlink()  # a warcinfo at most
        return False
    if end >= committed_end:
        file.truncate(end)
        os.fsync(file.fileno())
    os.rename(path, path.with_name(path.name.removesuffix(OPEN)))
    return True
