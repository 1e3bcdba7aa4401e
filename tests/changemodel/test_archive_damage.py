"""What is cut or damaged in an archive is noticed, and never read as a shorter history."""

import gzip
import io
import shutil
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from changemodel import pages_in_wacz, versions_from_wacz
from changemodel.archived_records import ArchiveFile, parts_in
from changemodel.errors import UnreadableArchive
from changemodel.features.images import load_image
from tests.storage.archives import AT, HTML, SITE, Archive
from tests.storage.builders import png

VISITS = 6
NAMES = ["a.warc.gz", "a.warc"]


def whole(path: Path) -> Path:
    """Visits of a response, a text and a picture."""
    archive = Archive(path, gzip=path.suffix == ".gz")
    archive.info(software="none")
    for visit in range(VISITS):
        at = AT + visit * timedelta(hours=1)
        archive.response(SITE, at, HTML % visit)
        archive.record("resource", f"urn:text:{SITE}", at, b"news %d" % visit, "text/plain")
        archive.record("resource", f"urn:view:{SITE}", at, png(visit), "image/png")
    return archive.close()


def borders(file: Path) -> list[int]:
    """Where records begin."""
    with file.open("rb") as source:
        records = ArchiveIterator(source)
        return [records.get_record_offset() for _ in records]


def in_wacz(file: Path, how: int) -> Path:
    package = file.with_suffix(".wacz")
    with zipfile.ZipFile(package, "w", how) as archive:
        archive.write(file, f"archive/{file.name}")
    return package


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_ends_between_two_records_is_whole(tmp_path: Path, name: str) -> None:
    file = whole(tmp_path / name)
    data, starts = file.read_bytes(), borders(file)
    assert len(versions_from_wacz(file)) == VISITS
    for visit in range(1, VISITS):
        file.write_bytes(data[: starts[1 + 3 * visit]])
        assert len(versions_from_wacz(file)) == visit


@pytest.mark.parametrize("name", NAMES)
def test_a_cut_file_says_how_much_of_it_can_be_read(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    file = whole(tmp_path / name)
    data, starts = file.read_bytes(), borders(file)
    end = len(data) * 3 // 10
    file.write_bytes(data[:end])
    count = sum(start < end for start in starts) - 1
    told = rf"{name} is damaged: .* from byte {starts[count]} on, behind {count} whole records .*`pagetide ingest`"
    for read in (versions_from_wacz, pages_in_wacz):
        with pytest.raises(UnreadableArchive, match=told):
            read(file)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", NAMES)
def test_wherever_a_file_is_cut_it_is_noticed(tmp_path: Path, name: str) -> None:
    file = whole(tmp_path / name)
    data, starts = file.read_bytes(), borders(file)
    for end in range(starts[1] + 1, starts[4] - 4):
        if end in starts or (name == "a.warc" and any(end <= start <= end + 4 for start in starts)):
            continue  # of the empty lines between two records none is missed
        file.write_bytes(data[:end])
        with pytest.raises(UnreadableArchive, match="damaged"):
            list(parts_in(file))


@pytest.mark.parametrize("part", [0.15, 0.5, 0.83])
def test_zeros_in_a_compressed_file_are_noticed(
    tmp_path: Path, part: float, capfd: pytest.CaptureFixture[str]
) -> None:
    file = whole(tmp_path / "a.warc.gz")
    data = bytearray(file.read_bytes())
    middle = int(len(data) * part)
    data[middle : middle + 200] = bytes(200)
    file.write_bytes(data)
    with pytest.raises(UnreadableArchive, match=r"a\.warc\.gz is damaged: .*whole records"):
        versions_from_wacz(file)
    assert capfd.readouterr() == ("", "")


def test_a_wrong_checksum_is_noticed(tmp_path: Path) -> None:
    file = whole(tmp_path / "a.warc.gz")
    data, starts = bytearray(file.read_bytes()), borders(file)
    data[starts[5] - 8] ^= 1  # the first byte of the CRC at the end of the member before
    file.write_bytes(data)
    with pytest.raises(
        UnreadableArchive, match=rf"from byte {starts[4]} on, behind 4 whole.*incorrect data check"
    ):
        versions_from_wacz(file)


@pytest.mark.parametrize("offset", [-6, 0, 3, 9, 40])
def test_zeros_between_the_records_of_an_uncompressed_file_are_noticed(tmp_path: Path, offset: int) -> None:
    file = whole(tmp_path / "a.warc")
    data, starts = bytearray(file.read_bytes()), borders(file)
    data[starts[7] + offset : starts[7] + offset + 200] = bytes(200)
    file.write_bytes(data)
    with pytest.raises(UnreadableArchive, match=r"damaged: .*behind [67] whole"):
        versions_from_wacz(file)


def shorter_than_it_says(record: bytes) -> bytes:
    return record.replace(b"Content-Length: 6", b"Content-Length: 16")


def longer_than_it_says(record: bytes) -> bytes:
    return record.replace(b"Content-Length: 6", b"Content-Length: 3")


def without_length(record: bytes) -> bytes:
    return record.replace(b"Content-Length: 6\r\n", b"")


def of_astronomical_length(record: bytes) -> bytes:
    return record.replace(b"Content-Length: 6", b"Content-Length: " + b"9" * 30)


@pytest.mark.parametrize(
    "wrong", [shorter_than_it_says, longer_than_it_says, without_length, of_astronomical_length]
)
@pytest.mark.parametrize("name", NAMES)
def test_a_record_of_another_length_is_noticed(
    tmp_path: Path, name: str, wrong: Callable[[bytes], bytes]
) -> None:
    archive = Archive(tmp_path / "one.warc", gzip=False)
    archive.record("resource", f"urn:text:{SITE}", AT, b"news 0", "text/plain")
    data = wrong(archive.close().read_bytes())
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    with pytest.raises(
        UnreadableArchive, match=r"damaged: .*from byte (0 on, behind 0|350 on, behind 1) whole records"
    ):
        versions_from_wacz(tmp_path / name)


def test_a_file_gzipped_as_a_whole_says_how_to_mend_it(tmp_path: Path) -> None:
    data = whole(tmp_path / "a.warc").read_bytes()
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress(data))
    with pytest.raises(
        UnreadableArchive, match=r"a\.warc\.gz is not gzipped record by record.*warcio recompress"
    ):
        versions_from_wacz(tmp_path / "a.warc.gz")


def test_an_empty_member_is_no_damage(tmp_path: Path) -> None:
    file = whole(tmp_path / "a.warc.gz")
    file.write_bytes(file.read_bytes() + gzip.compress(b""))
    assert len(versions_from_wacz(file)) == VISITS


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("name", NAMES)
def test_in_a_wacz_too(tmp_path: Path, name: str, how: int) -> None:
    file = whole(tmp_path / name)
    versions = versions_from_wacz(in_wacz(file, how))
    assert [version.text for version in versions] == [f"news {visit}" for visit in range(VISITS)]
    assert (load_image(png(3)) == versions[3].pixels()).all()
    file.write_bytes(file.read_bytes()[:-1000])
    with pytest.raises(
        UnreadableArchive, match=rf"archive/{name} in .*a.*\.wacz is damaged: .*behind 18 whole"
    ):
        versions_from_wacz(in_wacz(file, how))


def test_a_file_that_was_changed_meanwhile_says_so(tmp_path: Path) -> None:
    file = in_wacz(whole(tmp_path / "a.warc.gz"), zipfile.ZIP_STORED)
    places = [part.place for part in parts_in(file)]
    other = in_wacz(whole(tmp_path / "b.warc.gz"), zipfile.ZIP_STORED)
    shutil.move(other, file)
    with pytest.raises(UnreadableArchive, match=r"a\.warc\.gz in .* cannot be read"):
        ArchiveFile(file).content(places[0])  # type: ignore[arg-type]
    plain = whole(tmp_path / "c.warc.gz")
    places = [part.place for part in parts_in(plain)]
    plain.write_bytes(plain.read_bytes()[: places[4].offset])  # type: ignore[union-attr]
    with pytest.raises(UnreadableArchive, match=r"c\.warc\.gz is damaged"):
        ArchiveFile(plain).content(places[4])  # type: ignore[arg-type]


def test_a_small_file_is_not_read_past_the_record(tmp_path: Path) -> None:
    file = whole(tmp_path / "a.warc.gz")
    texts = [part.place for part in parts_in(file) if part.name == "text"]
    assert [ArchiveFile(file).content(place) for place in texts] == [  # type: ignore[arg-type]
        b"news %d" % visit for visit in range(VISITS)
    ]


def test_every_byte_is_decompressed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, read = whole(tmp_path / "a.warc.gz"), 0
    opened = Path.open

    class Counting(io.BufferedReader):
        def read(self, size: int | None = -1, /) -> bytes:
            nonlocal read
            data = super().read(size)
            read += len(data)
            return data

    monkeypatch.setattr(Path, "open", lambda path, mode: Counting(opened(path, mode).detach()))  # type: ignore[attr-defined]
    list(parts_in(file))
    assert read <= file.stat().st_size + 16
