"""What is cut or damaged in an archive is told of, by its bytes; everything else is read."""

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
from changemodel.errors import DamagedArchive, UnreadableArchive
from changemodel.features.images import load_image
from changemodel.warc_records import Unread
from tests.storage.archives import AT, HTML, SITE, Archive
from tests.storage.builders import png

VISITS = 6
NAMES = ["a.warc.gz", "a.warc"]
TEN_MINUTES = timedelta(minutes=10)


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
def test_of_a_cut_file_is_said_what_of_it_cannot_be_read(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    file = whole(tmp_path / name)
    data, starts = file.read_bytes(), borders(file)
    end = (starts[5] + starts[6]) // 2
    file.write_bytes(data[:end])
    for read in (versions_from_wacz, pages_in_wacz):
        told = rf"{name} was read in part: the file is damaged between byte {starts[5]} and byte {end}\."
        with pytest.warns(DamagedArchive, match=told):
            read(file)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", NAMES)
def test_wherever_a_file_is_cut_it_is_noticed(tmp_path: Path, name: str) -> None:
    file = whole(tmp_path / name)
    data, starts = file.read_bytes(), borders(file)
    for end in range(starts[1] + 1, starts[3] - 4):
        if end in starts or (name == "a.warc" and any(end <= start <= end + 4 for start in starts)):
            continue  # of the empty lines between two records none is missed
        file.write_bytes(data[:end])
        list(parts_in(file, unread := Unread()))
        assert f"and byte {end}" in str(unread)


def damaged(name: str, starts: list[int], data: bytes) -> bytes:
    """Zeros in the text of the third visit."""
    at = starts[8] + (30 if name == "a.warc.gz" else 9)
    return data[:at] + bytes(60) + data[at + 60 :]


@pytest.mark.parametrize("name", NAMES)
def test_the_visits_around_a_damaged_place_are_read(tmp_path: Path, name: str) -> None:
    file = whole(tmp_path / name)
    starts = borders(file)
    file.write_bytes(damaged(name, starts, file.read_bytes()))
    with pytest.warns(DamagedArchive, match=rf"between byte {starts[8]} and byte {starts[9]}\."):
        versions = versions_from_wacz(file)
    texts = [f"news {visit}" if visit != 2 else None for visit in range(VISITS)]
    assert [version.text for version in versions] == texts
    assert all((load_image(png(n)) == version.pixels()).all() for n, version in enumerate(versions))


@pytest.mark.filterwarnings("error::changemodel.errors.DamagedArchive")
def test_who_wants_no_damaged_file_makes_an_error_of_the_warning(tmp_path: Path) -> None:
    file = whole(tmp_path / "a.warc")
    file.write_bytes(file.read_bytes()[:-900])
    with pytest.raises(DamagedArchive):
        versions_from_wacz(file)


def test_a_wrong_checksum_is_noticed(tmp_path: Path) -> None:
    file = whole(tmp_path / "a.warc.gz")
    data, starts = bytearray(file.read_bytes()), borders(file)
    data[starts[6] - 8] ^= 1  # the first byte of the CRC at the end of the member before
    file.write_bytes(data)
    with pytest.warns(DamagedArchive, match=rf"between byte {starts[5]} and byte {starts[6]}\."):
        assert [version.text for version in versions_from_wacz(file)][:3] == ["news 0", None, "news 2"]


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
def test_a_record_of_another_length_costs_no_other_record(
    tmp_path: Path, name: str, wrong: Callable[[bytes], bytes]
) -> None:
    records = []
    for number in range(3):
        archive = Archive(tmp_path / "one.warc", gzip=False)
        archive.record(
            "resource", f"urn:text:{SITE}", AT + number * TEN_MINUTES, b"news %d" % number, "text/plain"
        )
        records.append(archive.close().read_bytes())
    records[1] = wrong(records[1])
    zipped = name.endswith("gz")
    (tmp_path / name).write_bytes(b"".join(gzip.compress(data) if zipped else data for data in records))
    with pytest.warns(DamagedArchive, match="damaged between byte"):
        texts = [version.text for version in versions_from_wacz(tmp_path / name)]
    assert [texts[0], texts[-1]] == ["news 0", "news 2"]


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
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.warns(DamagedArchive, match=rf"wacz was read in part: archive/{name} is damaged between"):
        versions_from_wacz(in_wacz(file, how))


def test_a_file_that_was_changed_meanwhile_says_so(tmp_path: Path) -> None:
    file = in_wacz(whole(tmp_path / "a.warc.gz"), zipfile.ZIP_STORED)
    places = [part.place for part in parts_in(file, Unread())]
    other = in_wacz(whole(tmp_path / "b.warc.gz"), zipfile.ZIP_STORED)
    shutil.move(other, file)
    with pytest.raises(UnreadableArchive, match=r"a\.warc\.gz in .* cannot be read"):
        ArchiveFile(file).content(places[0])  # type: ignore[arg-type]
    plain = whole(tmp_path / "c.warc.gz")
    places = [part.place for part in parts_in(plain, Unread())]
    plain.write_bytes(plain.read_bytes()[: places[4].offset])  # type: ignore[union-attr]
    with pytest.raises(UnreadableArchive, match=r"c\.warc\.gz is damaged"):
        ArchiveFile(plain).content(places[4])  # type: ignore[arg-type]


def test_a_small_file_is_not_read_past_the_record(tmp_path: Path) -> None:
    file = whole(tmp_path / "a.warc.gz")
    texts = [part.place for part in parts_in(file, Unread()) if part.name == "text"]
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
    list(parts_in(file, Unread()))
    assert read <= file.stat().st_size + 2048
