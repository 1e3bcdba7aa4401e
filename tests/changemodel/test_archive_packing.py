"""Archives of every packing and dialect, and what of a page they tell."""

import gzip
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from backports import zstd
from warcio.archiveiterator import ArchiveIterator

from changemodel import PageVersion, pages_in_wacz, versions_from_wacz
from changemodel.archive_times import moment_of
from changemodel.errors import DamagedArchive, UnreadableArchive
from tests.storage.archives import AT, HTML, SITE, Archive, brozzler, heritrix, wacz
from tests.storage.builders import png

HOUR = timedelta(hours=1)


def plain(path: Path, count: int = 4) -> bytes:
    """Visits to one page, without a browser."""
    archive = Archive(path, gzip=False)
    archive.info(software="none")
    for number in range(count):
        archive.response(SITE, AT + number * HOUR, HTML % number)
    return archive.close().read_bytes()


def records_of(data: bytes, path: Path) -> list[bytes]:
    path.write_bytes(data)
    with path.open("rb") as file:
        records = ArchiveIterator(file)
        starts = [records.get_record_offset() for _ in records]
    return [data[a:b] for a, b in zip(starts, [*starts[1:], len(data)], strict=True)]


def mixed(records: list[bytes]) -> bytes:
    """Two records by themselves, the others in one member."""
    return b"".join(map(gzip.compress, records[:2])) + gzip.compress(b"".join(records[2:]))


def across(records: list[bytes]) -> bytes:
    """Members that end within heads and blocks."""
    data = b"".join(records)
    return b"".join(gzip.compress(data[start : start + 97]) for start in range(0, len(data), 97))


def with_dictionary(records: list[bytes]) -> bytes:
    """As the IIPC's profile has it: the dictionary in a frame of its own, compressed."""
    samples = [
        b"WARC/1.1\r\nContent-Type: text/html\r\nWARC-Date: %d\r\n" % (7**number) for number in range(400)
    ]
    known = zstd.train_dict(samples, 2000)
    content = zstd.compress(known.dict_content)
    head = b"\x5d\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content
    return head + b"".join(zstd.compress(record, zstd_dict=known) for record in records)


def with_lines(record: bytes) -> bytes:
    head, _, block = record.partition(b"\r\n\r\n")
    return head.replace(b"\r\n", b"\n") + b"\n\n" + block.removesuffix(b"\r\n\r\n") + b"\n\n"


PACKINGS: dict[str, Callable[[list[bytes]], bytes]] = {
    "plain.warc": b"".join,
    "leading-blank.warc": lambda records: b"\r\n\n" + b"".join(records),
    "more-blanks.warc": b"\r\n\r\n\n".join,
    "lines.warc": lambda records: b"".join(map(with_lines, records)),
    "by-record.warc.gz": lambda records: b"".join(map(gzip.compress, records)),
    "single.warc.gz": lambda records: gzip.compress(b"".join(records)),
    "mixed.warc.gz": mixed,
    "across.warc.gz": across,
    "newlines.warc.gz": lambda records: b"\r\n".join(map(gzip.compress, records)) + b"\n",
    "empty-members.warc.gz": lambda records: gzip.compress(b"").join(map(gzip.compress, records)),
    "by-record.warc.zst": lambda records: b"".join(map(zstd.compress, records)),
    "dictionary.warc.zst": with_dictionary,
    "single.warc.zst": lambda records: zstd.compress(b"".join(records)),
}


def said(versions: list[PageVersion]) -> list[str]:
    return [version.blocks[0]["text"] for version in versions]


@pytest.mark.parametrize("name", PACKINGS)
def test_every_packing_is_read(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(PACKINGS[name](records_of(plain(tmp_path / "all"), tmp_path / "again")))
    assert said(versions_from_wacz(file)) == ["news 0", "news 1", "news 2", "news 3"]
    for how in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(tmp_path / "a.wacz", "w", how) as package:
            package.write(file, f"archive/{name}")
        assert said(versions_from_wacz(tmp_path / "a.wacz"))[3] == "news 3"


def test_a_package_may_stand_behind_other_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(plain(tmp_path / "all"))
    file = wacz(tmp_path / "a.wacz", [tmp_path / "a.warc"], [])
    file.write_bytes(b"a program that unpacks itself" + file.read_bytes())
    assert len(versions_from_wacz(file, SITE)) == 4


def test_a_flipped_bit_of_an_uncompressed_file_in_a_package_is_told_of(tmp_path: Path) -> None:
    data = plain(tmp_path / "all")
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as package:
        package.writestr("archive/a.warc", data)
    content = (tmp_path / "a.wacz").read_bytes()
    (tmp_path / "a.wacz").write_bytes(content.replace(b"news 2", b"news 6"))
    with pytest.warns(DamagedArchive, match=r"archive/a\.warc has not the checksum"):
        assert len(versions_from_wacz(tmp_path / "a.wacz")) == 4


def arc(records: list[tuple[str, bytes]], wrong: int = 0) -> list[bytes]:
    about = b"1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n"
    found = [b"filedesc://a.arc 0.0.0.0 20250504100000 text/plain %d\n%s\n" % (len(about), about)]
    for stamp, body in records:
        head = f"{SITE} 1.2.3.4 {stamp} text/html {len(body) + wrong}\n".encode()
        found.append(head + body + b"\n")
    return found


@pytest.mark.parametrize("name", ["a.arc", "a.arc.gz", "single.arc.gz"])
@pytest.mark.parametrize("wrong", [0, 5])
def test_arc_files_are_read_also_with_lengths_that_are_wrong_by_a_little(
    tmp_path: Path, name: str, wrong: int
) -> None:
    message = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    records = arc(
        [
            ("20250504100000", message + HTML % 0),
            ("20250504110000", message + HTML % 1),
            ("20250504120000", HTML % 2),
        ],
        wrong,
    )
    packed = b"".join(map(gzip.compress, records)) if name == "a.arc.gz" else b"".join(records)
    (tmp_path / name).write_bytes(gzip.compress(packed) if name.startswith("single") else packed)
    versions = versions_from_wacz(tmp_path / name)
    assert said(versions) == ["news 0", "news 1", "news 2"]
    assert versions[1].captured_at - versions[0].captured_at == HOUR


@pytest.mark.parametrize(
    ("stated", "moment"),
    [
        ("2026-01", (2026, 1, 1)),
        ("2026", (2026, 1, 1)),
        ("2026-01-02T03:04Z", (2026, 1, 2, 3, 4)),
        ("20260102030405", (2026, 1, 2, 3, 4, 5)),
        ("2026-01-02T03:04:05.123456789Z", (2026, 1, 2, 3, 4, 5, 123456)),
        ("2026-01-02T03:04:60+01:00", (2026, 1, 2, 2, 4, 59)),
        ("2026-13-02T03:04:05Z", None),
        ("0001-01-01T00:00:00Z", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_times_are_those_of_warc_1_1_and_of_older_tools(stated: str, moment: tuple[int, ...] | None) -> None:
    assert moment_of(stated) == (None if moment is None else datetime(*moment, tzinfo=UTC))  # type: ignore[arg-type, misc]


def test_a_record_without_a_time_is_left_out_and_named(tmp_path: Path) -> None:
    data = plain(tmp_path / "all")
    second = f"{AT + HOUR:%Y-%m-%dT%H:%M:%SZ}".encode()
    (tmp_path / "a.warc").write_bytes(data.replace(second, b"2025-99-99T99:99:99Z"))
    with pytest.warns(DamagedArchive, match=rf"2025-99-99T99:99:99Z' of the record of {SITE}"):
        assert said(versions_from_wacz(tmp_path / "a.warc")) == ["news 0", "news 2", "news 3"]


@pytest.mark.parametrize("name", ["", "<urn:uuid:00000000-0000-4000-8000-000000000000>"])
def test_records_of_one_name_or_of_none_are_told_apart(tmp_path: Path, name: str) -> None:
    archive = Archive(tmp_path / "a.warc", gzip=False)
    for number in range(3):
        response = archive.response(SITE, AT + number * HOUR, HTML % number)
        archive.request(SITE + "frame", AT + number * HOUR, response, [("Sec-Fetch-Dest", "iframe")])
    lines = archive.close().read_bytes().split(b"\r\n")
    named = (f"WARC-Record-ID: {name}" if name else "X: y").encode()
    lines = [named if line.startswith(b"WARC-Record-ID") else line for line in lines]
    (tmp_path / "a.warc").write_bytes(b"\r\n".join(lines))
    assert said(versions_from_wacz(tmp_path / "a.warc")) == ["news 0", "news 1", "news 2"]


def test_html_as_a_resource_is_a_page(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    archive.record("resource", SITE, AT, HTML % 1, "text/html")
    archive.record("resource", SITE + "a.txt", AT, b"text", "text/plain")
    assert said(versions_from_wacz(archive.close())) == ["news 1"]


@pytest.mark.parametrize("how", ["id", "url and time", "digest"])
def test_what_did_not_change_is_a_version_like_the_one_before(tmp_path: Path, how: str) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    digest = {"WARC_Payload_Digest": "sha1:AAAA"}
    first = archive.response(SITE, AT, HTML % 1, **digest)
    archive.response(SITE, AT + HOUR, HTML % 2)
    told = {
        "id": {"WARC_Refers_To": first},
        "url and time": {
            "WARC_Refers_To_Target_URI": SITE.replace("https", "http"),
            "WARC_Refers_To_Date": f"{AT:%Y-%m-%dT%H:%M:%SZ}",
        },
        "digest": digest,
    }[how]
    archive.response(SITE, AT + 2 * HOUR, kind="revisit", status="304 Not Modified", **told)
    assert said(versions_from_wacz(archive.close())) == ["news 1", "news 2", "news 1"]


def test_frames_and_what_scripts_ask_for_are_no_pages(tmp_path: Path) -> None:
    assert pages_in_wacz(heritrix(tmp_path / "a.warc.gz")) == {SITE: 1, SITE + "link": 1, SITE + "moved": 1}
    assert pages_in_wacz(brozzler(tmp_path / "b.warc.gz")) == {SITE + "a?B=1": 1}


def test_pages_beside_those_with_pictures_are_pages(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    archive.record("resource", f"urn:view:{SITE}", AT, png(1), "image/png")
    archive.response(SITE, AT, HTML % 1)
    archive.response(SITE + "b", AT, HTML % 2)
    file = archive.close()
    assert pages_in_wacz(file) == {SITE: 1, SITE + "b": 1}
    assert said(versions_from_wacz(file, SITE + "b")) == ["news 2"]


def test_a_listed_page_is_the_one_behind_its_redirect(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "data.warc.gz")
    archive.response(SITE, AT, status="302 Found", http=[("Location", "/home")])
    archive.response(SITE + "home", AT, HTML % 1)
    archive.response(SITE + "other", AT, HTML % 2)
    pages = [{"url": SITE, "ts": f"{AT:%Y-%m-%dT%H:%M:%SZ}"}]
    file = wacz(tmp_path / "a.wacz", [archive.close()], pages)
    assert pages_in_wacz(file) == {SITE: 1}
    assert said(versions_from_wacz(file)) == ["news 1"]


def test_a_list_whose_times_are_wrong_by_hours_names_its_pages(tmp_path: Path) -> None:
    archive, pages = Archive(tmp_path / "data.warc.gz"), []
    for number in range(3):
        archive.response(SITE, AT + number * 24 * HOUR, HTML % number)
        pages.append({"url": SITE, "ts": f"{AT + number * 24 * HOUR + 5 * HOUR:%Y-%m-%dT%H:%M:%SZ}"})
    versions = versions_from_wacz(wacz(tmp_path / "a.wacz", [archive.close()], pages))
    assert said(versions) == ["news 0", "news 1", "news 2"]
    assert versions[0].captured_at == AT


def test_scoops_attachments_are_of_the_page_that_they_name_and_no_pages(tmp_path: Path) -> None:
    archive, of = Archive(tmp_path / "data.warc.gz"), {"WARC_Refers_To_Target_URI": SITE}
    pages = [{"url": SITE, "ts": f"{AT:%Y-%m-%dT%H:%M:%SZ}"}]
    archive.response(SITE, AT, b"<p>loading")
    archive.response(SITE + "other", AT + timedelta(seconds=50), HTML % 7)
    later = AT + timedelta(minutes=1)
    for name, body, mime in (
        ("screenshot.png", png(3), "image/png"),
        ("dom-snapshot.html", HTML % 33, "text/html"),
        ("pdf-snapshot.pdf", b"%PDF", "application/pdf"),
        ("provenance-summary.html", HTML % 44, "text/html"),
        ("video-extracted-summary.html", HTML % 55, "text/html"),
    ):
        archive.response(f"file:///{name}", later, body, mime=mime, **of)
        pages.append({"url": f"file:///{name}", "ts": f"{later:%Y-%m-%dT%H:%M:%SZ}"})
    file = wacz(tmp_path / "scoop.wacz", [archive.close()], pages)
    assert pages_in_wacz(file) == {SITE: 1}
    (version,) = versions_from_wacz(file)
    assert version.pixels().shape[2] == 3
    assert said([version]) == ["news 33"]


def test_the_encoding_that_a_response_names_is_that_of_its_words(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    body = "<p>новости</p>".encode("windows-1251")
    archive.response(SITE, AT, body, mime="text/html; charset=windows-1251")
    archive.response(SITE, AT + HOUR, "<p>новости</p>".encode(), mime="text/html; charset=none")
    assert said(versions_from_wacz(archive.close())) == ["новости", "новости"]


@pytest.mark.parametrize(
    "info",
    [b'{"pageid": [5], "url": 7, "tsStatus": "x", "pagetide": 5}', b"[]", b"{torn", b'{"pagetide": {}}'],
)
def test_odd_page_information_costs_nothing_else(tmp_path: Path, info: bytes) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    archive.record("resource", f"urn:pageinfo:{SITE}", AT, info, "application/json")
    archive.response(SITE, AT, HTML % 1)
    assert said(versions_from_wacz(archive.close())) == ["news 1"]


def test_what_is_no_zstandard_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.warc.zst").write_bytes(b"\x28\xb5\x2f\xfd torn")
    with pytest.raises(UnreadableArchive, match="holds no page that can be read"):
        versions_from_wacz(tmp_path / "a.warc.zst")
