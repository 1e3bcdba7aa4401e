"""One capture as a WACZ of its own: everything in it, nothing of the others, closed over its revisits."""

import hashlib
import json
import zipfile
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from storage.capture_wacz import write_capture_wacz
from storage.collection import Collection
from storage.errors import Corrupt, NotStored
from storage.records import StoredCapture
from tests.storage.builders import URL, fill, warc_files


@pytest.fixture
def stored(tmp_path: Path) -> list[StoredCapture]:
    with Collection.create(tmp_path / "news") as collection:
        return fill(collection, hours=3)


@pytest.fixture
def package(tmp_path: Path, stored: list[StoredCapture]) -> Path:
    with Collection.open(tmp_path / "news", read_only=True) as collection:
        return write_capture_wacz(collection, stored[1].id, tmp_path / "one.wacz")


def test_it_holds_the_capture_and_the_originals_of_its_revisits(package: Path) -> None:
    with zipfile.ZipFile(package) as archive, archive.open("archive/data.warc.gz") as data:
        records = [record.rec_headers for record in ArchiveIterator(data)]
    kinds = [record.get_header("WARC-Type") for record in records]
    pages = {record.get_header("WARC-Page-ID") for record in records}
    assert kinds.count("revisit") == 1
    assert records[-1].get_header("WARC-Target-URI") == "https://news.example/style.css"
    assert records[-1].get_header("WARC-Type") == "response"
    assert len(pages) == 2  # its own, and that of the capture that brought the style first


def test_digests_and_sizes_are_those_of_the_members(package: Path) -> None:
    with zipfile.ZipFile(package) as archive:
        described = json.loads(archive.read("datapackage.json"))
        for resource in described["resources"]:
            data = archive.read(resource["path"])
            assert resource["bytes"] == len(data)
            assert resource["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
    assert described["profile"] == "data-package"
    assert described["mainPageUrl"] == URL


def test_members_are_stored_and_begin_where_the_directory_lets_readers_expect_them(package: Path) -> None:
    """ReplayWeb.page adds 30 and the name's length to the header's place; a field in between would mislead it."""
    with zipfile.ZipFile(package) as archive:
        members = archive.infolist()
    raw = package.read_bytes()
    assert {member.compress_type for member in members} == {zipfile.ZIP_STORED}
    for member in members:
        extra = int.from_bytes(raw[member.header_offset + 28 : member.header_offset + 30], "little")
        assert extra == len(member.extra) == 0


def test_a_capture_that_is_not_there_is_no_package(tmp_path: Path, stored: list[StoredCapture]) -> None:
    with (
        Collection.open(tmp_path / "news", read_only=True) as collection,
        pytest.raises(NotStored, match="no capture 99"),
    ):
        write_capture_wacz(collection, 99, tmp_path / "none.wacz")
    assert not list(tmp_path.glob("none*"))


def test_a_torn_archive_leaves_no_half_package(tmp_path: Path, stored: list[StoredCapture]) -> None:
    with Collection.open(tmp_path / "news", read_only=True) as collection:
        (file,) = warc_files(collection)
        data = file.read_bytes()
        file.write_bytes(data[: len(data) // 2])
        with pytest.raises(Corrupt):
            write_capture_wacz(collection, stored[-1].id, tmp_path / "torn.wacz")
    assert not list(tmp_path.glob("torn*"))
