"""Takes a collection off its object store: every file comes back to the disk, and nothing is sent any more."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from storage.collection import Collection
from storage.errors import Corrupt, DiskFull, NotStored, StorageError, translated_os_errors
from storage.incoming import staged
from storage.objects.moving import moving_files
from storage.objects.remote_file import open_object
from storage.objects.store import ObjectStore, checked_address, name_objects, objects_of
from storage.offload.offloading import own_address
from storage.plurals import counted
from storage.queries.removal_leftovers import clear, leftovers
from storage.warc.stored_files import (
    digest_of,
    forget_stored,
    object_key,
    store_of,
    stored_file,
    stored_names,
)
from storage.warc.writer import ARCHIVE

_SPARE_BYTES = 100_000_000


def bring_back(collection: Collection, progress: Callable[[int], None] = lambda _: None) -> int:
    """Fetch what is in the object store only, check it, and use the store no more; how many WARC files were fetched.

    The objects stay: they may be deleted by whoever sees that all is well.

    Raises
    ------
    DiskFull
        There is no room for all files. None was fetched.
    Corrupt, NotStored
        An object is damaged or missing. The files before it were fetched, and the store stays in use.
    """
    folder = collection.path / ARCHIVE
    if objects_of(collection.path) is None:
        raise StorageError(f"{collection.path} has no object store: all its files are on this disk.")
    with moving_files(collection.path):
        _require_nothing_left(collection)
        away = [name for name in stored_names(folder) if not (folder / name).exists()]
        _require_room(folder, away)
        for name in away:
            progress(_fetch(folder, name))
        collection.blobs.bring_back()
        for name in stored_names(folder):
            forget_stored(folder, name)
        name_objects(collection.path, None)
    return len(away)


def use_store(collection: Collection, address: str) -> None:
    """Make ``address`` the collection's object store: a first one, or where the objects of the former one are now.

    Raises
    ------
    StorageError
        It is no address, it belongs to another collection, or files of this one are not there.
    ObjectsUnavailable
        It does not answer or refuses.
    """
    store = ObjectStore(checked_address(address))
    with moving_files(collection.path):
        own_address(collection, store)
        former = objects_of(collection.path)
        if former is not None and former.address != store.address:
            _require_nothing_left(collection)
            _require_moved(collection.path / ARCHIVE, former, store)
        name_objects(collection.path, store.address)


def _fetch(folder: Path, name: str) -> int:
    expected = stored_file(folder, name)
    assert expected is not None
    with open_object(store_of(folder, name), object_key(name), fresh=True) as source, staged(folder) as copy:
        with translated_os_errors(copy), copy.open("wb") as out:
            found = digest_of(source, name, out)
            out.flush()
            os.fsync(out.fileno())
        if found != expected:
            raise Corrupt(
                f"{name} is damaged in the object store: it is not what was sent. Put it into archive/ from a backup "
                "and run this again."
            )
        with translated_os_errors(folder / name):
            os.replace(copy, folder / name)
    return expected.size_bytes


def _require_nothing_left(collection: Collection) -> None:
    """What was removed from the collection must leave the store while the collection knows it."""
    clear(collection.database, collection.path)
    if left := leftovers(collection.database):
        raise StorageError(
            f"{counted(left, 'removed file')} must still be deleted in the object store, which does not answer. Try "
            "again when it does."
        )


def _require_room(folder: Path, names: list[str]) -> None:
    needed = sum(file.size_bytes for name in names if (file := stored_file(folder, name)) is not None)
    free = shutil.disk_usage(folder).free
    if needed + _SPARE_BYTES > free:
        raise DiskFull(
            f"The WARC files to bring back take {needed / 1e9:.2f} GB, and the disk of {folder} has {free / 1e9:.2f} "
            "GB left. Nothing was fetched. Free some space first."
        )


def _require_moved(folder: Path, former: ObjectStore, store: ObjectStore) -> None:
    for name in stored_names(folder):
        file = stored_file(folder, name)
        if (
            file is not None
            and not (folder / name).exists()
            and store.size(object_key(name)) != file.size_bytes
        ):
            raise NotStored(
                f"{name} is in {former.address} and not whole in {store.address}. Copy the objects first, for example "
                f"with `rclone copy`, or bring the files back (--back); nothing was changed."
            )
