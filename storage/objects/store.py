"""The object store of a collection: one address, and under it objects that are made once and never written over.

``objects.url`` in the collection's folder names it, as ``database.url`` names a database server: where files are is a
fact of the collection, which every process that opens it must know. Credentials, endpoint and region are obstore's own
environment variables (``AWS_ACCESS_KEY_ID``, ``AWS_ENDPOINT_URL``, ...); they are never written anywhere.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import LocalStore, from_url

from storage.errors import NotStored, ObjectsUnavailable, StorageError, translated_os_errors

OBJECTS = "objects.url"
"""The file in a collection's folder with the address of its object store: one line."""

PART_BYTES = 8 << 20
"""Bytes that one request carries."""

READ_TIMEOUT = "30s"
"""How long an answer may take, its bytes included."""
WRITE_TIMEOUT = "2min"
"""The same of what is sent: two parts at a time pass through 1 Mbit/s."""

_MOST_PARTS = 9_000  # S3 takes 10,000
_SCHEMES = ("s3", "gs", "az", "abfs", "abfss", "file")
_RETRIES: Any = {
    "max_retries": 3,
    "backoff": {"init_backoff": timedelta(milliseconds=200), "max_backoff": timedelta(seconds=3), "base": 2},
    "retry_timeout": timedelta(minutes=1),
}
_ANSWER = re.compile(r"non-2xx status code: (?P<status>\d{3}[\w ]*)")
_CODE = re.compile(r"<Code>(\w+)</Code>")
_NO_BUCKET = "NoSuchBucket"
_OUT_OF_RANGE = ("status code: 416", "LocalFileSystem error: Requested range was invalid")


class ObjectStore:
    """The objects under one address. Safe to use from several threads and processes.

    Every method raises ``ObjectsUnavailable`` where the store does not answer, or refuses.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._reads = _connected(address, READ_TIMEOUT)
        self._writes = _connected(address, WRITE_TIMEOUT)

    def create(self, key: str, data: bytes) -> bool:
        """Make an object; False: one of that name is there and stays as it is. Of two that try, one succeeds."""
        with self._translated():
            try:
                obstore.put(self._writes, key, data, mode="create", use_multipart=False)
            except AlreadyExistsError:
                return False
            return True

    def upload(self, key: str, file: Path) -> None:
        """Send a large file in parts; the object is there when all of them are, and not before."""
        part_bytes = max(PART_BYTES, -(-file.stat().st_size // _MOST_PARTS))
        with self._translated():
            obstore.put(self._writes, key, file, chunk_size=part_bytes, max_concurrency=2)

    def size(self, key: str) -> int | None:
        """Bytes of an object; None: there is none."""
        with self._translated():
            try:
                return int(obstore.head(self._reads, key)["size"])
            except FileNotFoundError:
                pass
            try:  # the answer to HEAD has no body: a bucket that is not there looks like an object that is not
                obstore.get_range(self._reads, key, start=0, length=1)
            except FileNotFoundError as error:
                _require_bucket(error)
            return None

    def read(self, key: str, start: int = 0, length: int | None = None) -> bytes:
        """Bytes of an object from ``start`` on, None: all of a small one; fewer, or none, where it ends before.

        Raises
        ------
        NotStored
            There is no such object.
        """
        with self._translated():
            try:
                if length is None:
                    return bytes(obstore.get(self._reads, key).bytes())[start:]
                return bytes(obstore.get_range(self._reads, key, start=start, length=length))
            except FileNotFoundError as error:
                _require_bucket(error)
                raise NotStored(f"There is no object {key} in {self.address}.") from error
            except BaseError as error:
                if any(sign in str(error) for sign in _OUT_OF_RANGE):
                    return b""
                raise

    def delete(self, key: str) -> None:
        """Delete an object; a second time is no error."""
        with self._translated():
            try:
                obstore.delete(self._writes, key)
            except FileNotFoundError as error:
                _require_bucket(error)

    def confirm(self) -> None:
        """Have the disk confirm what was made, where the store is a folder; a server confirms with its answer."""
        if self.address.startswith("file:"):
            os.sync()

    def keys(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Name and size of each object in a folder of the store."""
        with self._translated():
            for page in obstore.list(self._reads, prefix=prefix):
                for entry in page:
                    yield str(entry["path"]), int(entry["size"])

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError) as error:
            raise ObjectsUnavailable(f"The object store {self.address} {_reason(error)}.") from error


def objects_of(folder: Path) -> ObjectStore | None:
    """The object store of the collection in ``folder``; None: it has none."""
    place = folder / OBJECTS
    try:
        with translated_os_errors(place, "read"):
            address = place.read_text(encoding="utf-8").strip() if place.exists() else ""
    except UnicodeDecodeError:
        address = "unreadable"
    return _store(checked_address(address)) if address else None


def name_objects(folder: Path, address: str | None) -> None:
    """Say in the collection's folder which object store is its own; None: it has none from now on."""
    place = folder / OBJECTS
    with translated_os_errors(place):
        if address is None:
            place.unlink(missing_ok=True)
            return
        fresh = place.with_name(f"{place.name}.new")
        fresh.write_text(f"{address}\n", encoding="utf-8")
        os.replace(fresh, place)


def checked_address(text: str) -> str:
    """The address of an object store; ``StorageError`` where it is none, or holds a password."""
    address = text.strip().rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in _SCHEMES or not (parts.netloc or parts.scheme == "file"):
        raise StorageError(
            f"{text!r} is no address of an object store. Write one like s3://bucket/news, or file:///mnt/disk/news."
        )
    if "@" in parts.netloc or parts.query:
        raise StorageError(
            f"The address of the object store {parts.scheme}://{parts.hostname or ''}{parts.path} must not hold keys "
            "or parameters. Give those in the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL."
        )
    return address


@lru_cache(maxsize=8)
def _store(address: str) -> ObjectStore:
    return ObjectStore(address)


def _connected(address: str, timeout: str) -> Any:
    try:
        if address.startswith("file:"):
            return LocalStore(unquote(urlsplit(address).path), mkdir=True)
        # http only where AWS_ENDPOINT_URL says so
        client: Any = {"timeout": timeout, "connect_timeout": "5s", "allow_http": True}
        return from_url(address, client_options=client, retry_config=_RETRIES)
    except (BaseError, OSError, ValueError) as error:
        raise ObjectsUnavailable(f"The object store {address} {_reason(error)}.") from error


def _require_bucket(error: FileNotFoundError) -> None:
    """Raise ``error`` again where not the object is missing but all of them."""
    if _NO_BUCKET in str(error):
        raise error


def _reason(error: Exception) -> str:
    """What went wrong, and what to do, in words that follow the store's name; no word of obstore's own debug output."""
    text = str(error).partition("\nDebug source")[0]
    answer, code = _ANSWER.search(text), _CODE.search(text)
    for is_so, words in _REASONS:
        if is_so(error, text):
            return words
    if answer is not None:
        named = f" ({code.group(1)})" if code is not None else ""
        return f"answers {answer.group('status').strip()}{named}. Try again later"
    said = " ".join(text.splitlines()[0].rpartition(" - ")[2].split())
    return f"cannot be used: {said}. Is the network there, and AWS_ENDPOINT_URL right?"


_REASONS: tuple[tuple[Callable[[Exception, str], bool], str], ...] = (
    (
        lambda _, text: "169.254.169.254" in text or "metadata.google" in text,
        "gets no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment of this process",
    ),
    (lambda _, text: _NO_BUCKET in text, "has no such bucket: make it, or correct the address"),
    (
        lambda error, text: (
            isinstance(error, PermissionDeniedError | UnauthenticatedError)
            or "403 Forbidden" in text
            or "401 Unauthorized" in text
        ),
        "refuses access. Check the keys in the environment; they need leave to put, get, list and delete objects there",
    ),
)
