"""WARC files that an object store holds: beside ``archive/NAME.warc.gz``, or in its place, stands ``NAME...stored``.

It says what the file was when it was closed. The same few bytes stand in the store beside the file: whoever makes them
there first has the name, which is how two collections under one address cannot write over each other. With the file
itself gone from the disk, readers get at it by ranges of bytes; no database is asked, so that one that is lost can be
made again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

from pydantic import TypeAdapter, ValidationError

from storage.errors import NotStored, ObjectsUnavailable, translated_os_errors
from storage.incoming import staged
from storage.objects.remote_file import forget_object, open_object
from storage.objects.store import OBJECTS, ObjectStore, objects_of
from storage.warc.closing import ClosedFile

STORED = ".stored"
_WARC = ".warc.gz"
_CHUNK = 1 << 20
_LINE = TypeAdapter(ClosedFile)


def closed_names(folder: Path) -> list[str]:
    """The closed WARC files of the archive ``folder``, on this disk or in the object store, in order."""
    return sorted({path.name for path in folder.glob(f"*{_WARC}")} | set(stored_names(folder)))


def stored_names(folder: Path) -> list[str]:
    """The WARC files of the archive that the object store holds, whether they are on this disk, too, or not."""
    return sorted(path.name.removesuffix(STORED) for path in folder.glob(f"*{_WARC}{STORED}"))


def closed_size(folder: Path, name: str) -> int | None:
    """Bytes of a closed WARC file; None: it is neither here nor in the object store."""
    with suppress(FileNotFoundError):
        return (folder / name).stat().st_size
    stored = stored_file(folder, name)
    return None if stored is None else stored.size_bytes


def stored_file(folder: Path, name: str) -> ClosedFile | None:
    """What the object store holds under that name; None: nothing that this collection put there."""
    place = folder / (name + STORED)
    with translated_os_errors(place, "read"):
        try:
            return _LINE.validate_json(place.read_bytes())
        except FileNotFoundError:
            return None
        except ValidationError:
            return ClosedFile(name=name, size_bytes=0, digest="")  # damaged: what it said the store says, too


def note_stored(folder: Path, file: ClosedFile) -> None:
    """Note that the object store holds a file."""
    place = folder / (file.name + STORED)
    fresh = place.with_name(f"{place.name}.new")
    with translated_os_errors(place), fresh.open("wb") as out:
        out.write(as_claim(file))
        out.flush()
        os.fsync(out.fileno())
        os.replace(fresh, place)
        _sync(folder)


def forget_stored(folder: Path, name: str) -> None:
    """Note that the object store does not hold a file any more."""
    (folder / (name + STORED)).unlink(missing_ok=True)


def as_claim(file: ClosedFile) -> bytes:
    """What stands beside a file in the store, and here."""
    return json.dumps(asdict(file)).encode() + b"\n"


def read_claim(data: bytes) -> ClosedFile | None:
    """What it says; None: it is no such thing."""
    try:
        return _LINE.validate_json(data)
    except ValidationError:
        return None


def object_key(name: str) -> str:
    """Where a WARC file stands in the store: as in the collection's folder."""
    return f"archive/{name}"


def claim_key(name: str) -> str:
    """Where the store says what the file of that name is."""
    return object_key(name) + STORED


def open_stored(folder: Path, name: str, *, fresh: bool = False) -> BinaryIO | None:
    """A WARC file in the object store; None: it is not noted that it is there.

    Raises
    ------
    NotStored
        It is not there any more.
    ObjectsUnavailable
        The store does not answer.
    """
    if not (folder / (name + STORED)).exists():
        return None
    store = store_of(folder, name)
    try:
        return open_object(store, object_key(name), fresh=fresh)
    except NotStored as error:
        raise NotStored(
            f"The WARC file {name} is missing from the object store {store.address}. Put it back there from a copy (a "
            f"version that the bucket keeps, or a backup), or into archive/; `pagetide verify` lists what else is "
            "missing."
        ) from error


def store_of(folder: Path, name: str) -> ObjectStore:
    """The store of the collection whose archive ``folder`` is."""
    store = objects_of(folder.parent)
    if store is None:
        raise ObjectsUnavailable(
            f"The WARC file {name} is in an object store, and {folder.parent / OBJECTS} does not name it any more. "
            f"Name it again: `pagetide offload -c {folder.parent} --to s3://...`."
        )
    return store


def digest_of(file: BinaryIO, name: str, copy: BinaryIO | None = None) -> ClosedFile:
    """What the bytes of an open file are, from where it stands; they are written to ``copy`` on the way."""
    digest, size_bytes = hashlib.sha256(), 0
    while data := file.read(_CHUNK):
        digest.update(data)
        size_bytes += len(data)
        if copy is not None:
            copy.write(data)
    return ClosedFile(name=name, size_bytes=size_bytes, digest=f"sha256:{digest.hexdigest()}")


@contextmanager
def on_disk(folder: Path, name: str) -> Iterator[Path]:
    """A closed WARC file as a file of this disk: itself, or a copy out of the object store that goes with the block."""
    source = None if (folder / name).exists() else open_stored(folder, name, fresh=True)
    if source is None:
        yield folder / name
        return
    with source, staged(folder) as copy:
        with translated_os_errors(copy), copy.open("wb") as out:
            digest_of(source, name, out)
        yield copy


def delete_stored(folder: Path, name: str) -> None:
    """Delete a WARC file in the object store, if the collection has one; a second time is no error.

    It is tried without a note that it is there, too: a process may have ended between sending and noting.
    """
    store = objects_of(folder.parent)
    if store is not None:
        store.delete(object_key(name))
        store.delete(claim_key(name))
        forget_object(store, object_key(name))


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
