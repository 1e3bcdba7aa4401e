"""In which order the disk confirms what a capture writes."""

import os
from pathlib import Path

import pytest
from sqlalchemy import event

from storage.collection import Collection
from tests.storage.builders import add_page, capture, warc_files


def test_the_disk_has_confirmed_a_captures_records_before_its_rows_are_committed(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, real, told = add_page(collection), os.fsync, []

    def confirmed(descriptor: int) -> None:
        real(descriptor)
        told.append((_name(descriptor), os.fstat(descriptor).st_size))

    monkeypatch.setattr(os, "fsync", confirmed)
    event.listen(collection.database.engine, "commit", lambda _: told.append(("commit", 0)))
    for hour in range(2):
        told.clear()
        collection.store(page, capture(hour))
        (path,) = warc_files(collection)
        whole = (path.name, path.stat().st_size)
        assert ("commit", 0) in told
        assert whole in told[: told.index(("commit", 0))]


def test_a_warc_file_and_the_name_under_which_it_is_closed_are_confirmed(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection.store(add_page(collection), capture())
    real, told = os.fsync, []

    def confirmed(descriptor: int) -> None:
        real(descriptor)
        told.append(_name(descriptor))

    monkeypatch.setattr(os, "fsync", confirmed)
    collection.close_archive()
    assert "archive" in told


def _name(descriptor: int) -> str:
    return Path(os.readlink(f"/proc/self/fd/{descriptor}")).name
