"""Content-addressed bytes beside the archive: ``blobs/sha256/ab/cd/<digest>``.

For what is derived and can be computed again (a model's features); what was captured lives in the WARC
files. A blob appears whole or not at all, and one that is there is not written again: equal bytes are stored once.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from storage.digests import sha256
from storage.errors import Corrupt, NotStored, translated_os_errors

_LEVEL = 6
_NAME = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class Blob:
    """What is known of stored bytes: the digest and size before compression, and how they are kept."""

    digest: str
    size_bytes: int
    stored_bytes: int
    codec: str  # "identity" or "gzip"


class BlobStore:
    """Puts and gets bytes by their digest. Safe to call from several threads and processes.

    A folder that is not there (a copy may drop empty ones) reads as an empty store.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, data: bytes, *, compress: bool = False) -> Blob:
        """Store ``data`` unless equal bytes are already there."""
        digest = sha256(data)
        stored = gzip.compress(data, _LEVEL, mtime=0) if compress else data
        if not self._created(digest, stored):
            try:
                self.get(digest)
            except Corrupt:  # left by a power failure
                self._created(digest, stored, anew=True)
            else:
                stored = self._stored(digest)
        codec = "identity" if stored == data else "gzip"
        return Blob(digest=digest, size_bytes=len(data), stored_bytes=len(stored), codec=codec)

    def get(self, digest: str) -> bytes:
        """The bytes of that digest, checked against it."""
        stored = self._stored(digest)
        if sha256(stored) == digest:
            return stored
        try:
            data = gzip.decompress(stored)
        except (OSError, EOFError, zlib.error):
            data = b""
        if sha256(data) != digest:
            raise Corrupt(
                f"The blob {digest} in {self._folder} is damaged. What it held is computed again "
                "when it is needed."
            )
        return data

    def as_stored(self, digest: str) -> bytes:
        """What is kept of them, perhaps compressed, after it was checked against the digest."""
        self.get(digest)
        return self._stored(digest)

    def size(self, digest: str) -> int:
        """Bytes that the blob takes in the folder."""
        return len(self._stored(digest))

    def delete(self, digest: str) -> None:
        """Remove the bytes of that digest; a second time is no error."""
        self._path(digest).unlink(missing_ok=True)

    def digests(self) -> Iterator[str]:
        """The digests of all blobs in the folder."""
        for path in self._folder.glob("sha256/*/*/*"):
            if _NAME.fullmatch(path.name):
                yield f"sha256:{path.name}"

    def _created(self, digest: str, stored: bytes, *, anew: bool = False) -> bool:
        """Whether the blob was written: not where it is there, unless ``anew`` replaces it."""
        target = self._path(digest)
        with translated_os_errors(self._folder):
            self._folder.mkdir(exist_ok=True)
            target.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=target.parent, prefix=".part-", delete=False) as part:
                written = Path(part.name)
                try:
                    part.write(stored)
                    part.flush()
                    if anew:
                        written.replace(target)
                    else:
                        os.link(written, target)
                except FileExistsError:
                    return False
                finally:
                    written.unlink(missing_ok=True)
        return True

    def _stored(self, digest: str) -> bytes:
        try:
            return self._path(digest).read_bytes()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise NotStored(
                f"The blob {digest} is missing from {self._folder}. What it held is computed "
                "again when it is needed."
            ) from error

    def _path(self, digest: str) -> Path:
        name = digest.removeprefix("sha256:")
        return self._folder / "sha256" / name[:2] / name[2:4] / name
