import gzip
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storage.collection import Collection
from storage.errors import StorageError
from storage.ingest.archives import ingest
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from storage.warc.spans import spans
from tests.storage.archives import MAKERS
from tests.storage.builders import URL, add_page, capture, exchange, fill

Members = dict[str, bytes]


@pytest.fixture
def good(collection: Collection, tmp_path: Path) -> Path:
    fill(collection, 3)
    return export_wacz(collection, tmp_path / "good.wacz", title="News")


def _written(path: Path, members: Members, *, deflate: str = "", seal: bool = True) -> Path:
    """The members as a WACZ whose description and seal are right, whatever else is wrong."""
    if seal:
        description = json.loads(members["datapackage.json"])
        named = {item["path"]: item for item in description["resources"]}
        for name, data in members.items():
            if name in named:
                named[name] |= {"hash": f"sha256:{hashlib.sha256(data).hexdigest()}", "bytes": len(data)}
        members["datapackage.json"] = json.dumps(description).encode()
        digest = hashlib.sha256(members["datapackage.json"]).hexdigest()
        members["datapackage-digest.json"] = json.dumps(
            {"path": "datapackage.json", "hash": f"sha256:{digest}"}
        ).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            kind = zipfile.ZIP_DEFLATED if deflate and name.startswith(deflate) else zipfile.ZIP_STORED
            archive.writestr(name, data, compress_type=kind)
    return path


def _members(path: Path) -> Members:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _faults(path: Path) -> str:
    return "\n".join(map(str, check_wacz(path).faults))


def test_what_we_export_is_without_fault(good: Path) -> None:
    report = check_wacz(good)
    assert (report.faults, report.notes) == ((), ())
    assert report.checked["pages"] == 3
    assert report.checked["WARC records"] > 20
    assert report.checked["index entries"] > 20


def test_a_compressed_index_is_checked_too(collection: Collection, tmp_path: Path) -> None:
    page = add_page(collection)
    many = (exchange(), *(exchange(f"{URL}/{number}") for number in range(300)))
    collection.store(page, capture(exchanges=many))
    exported = export_wacz(collection, tmp_path / "large.wacz")
    assert _faults(exported) == ""
    members = _members(exported)
    assert "indexes/index.cdx.gz" in members
    members["indexes/index.idx"] = b"\n".join(members["indexes/index.idx"].splitlines()[:-1]) + b"\n"
    assert "blocks end at byte" in _faults(_written(tmp_path / "short.wacz", members))


def _edited(name: str, edit: Callable[[bytes], bytes]) -> Callable[[Members], None]:
    def change(members: Members) -> None:
        members[name] = edit(members[name])

    return change


def _described(**changes: Any) -> Callable[[Members], None]:
    return _edited("datapackage.json", lambda data: json.dumps(json.loads(data) | changes).encode())


def _removed(name: str) -> Callable[[Members], None]:
    def change(members: Members) -> None:
        del members[name]
        description = json.loads(members["datapackage.json"])
        description["resources"] = [item for item in description["resources"] if item["path"] != name]
        members["datapackage.json"] = json.dumps(description).encode()

    return change


def _without_originals(members: Members) -> None:
    """The WARC file without its first response of the style sheet, to which later revisits refer."""
    (name,) = [name for name in members if name.startswith("archive/")]
    lines = members["indexes/index.cdxj"].decode().splitlines(keepends=True)
    styles = [json.loads(line.split(" ", 2)[2]) for line in lines if "style.css" in line]
    first = next(entry for entry in styles if entry["mime"] == "text/css")
    start, end = int(first["offset"]), int(first["offset"]) + int(first["length"])
    members[name] = members[name][:start] + members[name][end:]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_removed("pages/pages.jsonl"), "pages/pages.jsonl: It is missing"),
        (_removed("indexes/index.cdxj"), "There is no index"),
        (_described(profile=None), "profile is None"),
        (_described(wacz_version="2.0"), "wacz_version is '2.0'"),
        (_described(mainPageUrl="https://elsewhere.example/"), "does not hold mainPageUrl"),
        (_edited("pages/pages.jsonl", lambda data: data.partition(b"\n")[2]), "first line is not"),
        (_edited("pages/pages.jsonl", lambda data: data + data.splitlines()[-1]), "was used before"),
        (_edited("pages/pages.jsonl", lambda data: data + b'{"url": "https://e.org/"}\n'), "no ts"),
        (
            _edited("indexes/index.cdxj", lambda data: b"\n".join(reversed(data.splitlines())) + b"\n"),
            "not sorted bytewise",
        ),
        (
            _edited("indexes/index.cdxj", lambda data: b"".join(data.splitlines(keepends=True)[1:])),
            "not in it, first that at byte",
        ),
        (
            _edited("indexes/index.cdxj", lambda data: data.replace(b'"offset": "', b'"offset": "1')),
            "no record",
        ),
        (_edited("indexes/index.cdxj", lambda data: data.replace(b"sha256:", b"sha256:0")), "digest is not"),
        (_edited("indexes/index.cdxj", lambda data: b"rubbish\n" + data), "no index entry"),
        (_without_originals, "holds the payload of this revisit"),
        (lambda members: members.update({"archive/notes.txt": b"x"}), "may hold only"),
        (lambda members: members.update({"extra.txt": b"x"}), "does not list it"),
    ],
)
def test_what_is_wrong_is_named(
    good: Path, tmp_path: Path, change: Callable[[Members], None], message: str
) -> None:
    members = _members(good)
    change(members)
    assert message in _faults(_written(tmp_path / "bad.wacz", members))


def test_deflated_members_are_named(good: Path, tmp_path: Path) -> None:
    assert "no part of it can be fetched" in _faults(
        _written(tmp_path / "bad.wacz", _members(good), deflate="archive/")
    )


def test_a_changed_byte_is_found_by_the_description_and_by_the_record(good: Path, tmp_path: Path) -> None:
    members = _members(good)
    (name,) = [name for name in members if name.startswith("archive/")]
    data = bytearray(members[name])
    data[len(data) // 2] ^= 0xFF
    members[name] = bytes(data)
    faults = _faults(_written(tmp_path / "bad.wacz", members, seal=False))
    assert "not what its hash says" in faults
    members["datapackage.json"] += b" "
    assert "Its hash is not that of" in _faults(_written(tmp_path / "bad.wacz", members, seal=False))


def _record_places(members: Members) -> tuple[str, list[tuple[int, int]]]:
    """The WARC file of a package, and where its records stand."""
    (name,) = [name for name in members if name.startswith("archive/")]
    file = io.BytesIO(members[name])
    return name, [(span.start, span.end) for span in spans(file, 0, len(members[name]))]


@pytest.mark.parametrize("deflate", ["", "archive/"])
def test_every_damaged_record_is_named_and_what_stands_behind_it_is_read(
    good: Path, tmp_path: Path, deflate: str
) -> None:
    members = _members(good)
    records = check_wacz(good).checked["WARC records"]
    name, places = _record_places(members)
    data, damaged = bytearray(members[name]), [places[2], places[7], places[-2]]
    for start, end in damaged:
        data[(start + end) // 2] ^= 0xFF
    members[name] = bytes(data)
    report = check_wacz(_written(tmp_path / "bad.wacz", members, deflate=deflate))
    assert report.checked["WARC records"] == records - len(damaged)
    for start, end in damaged:
        assert any(
            f"{name}, byte {start}: Nothing can be read from there to byte {end}." in str(fault)
            for fault in report.faults
        )


def test_damage_in_an_uncompressed_warc_file_costs_what_stands_there(good: Path, tmp_path: Path) -> None:
    members = _members(good)
    name, places = _record_places(members)
    packed = members.pop(name)
    plain = [gzip.decompress(packed[start:end]) for start, end in places]
    plain[3] = plain[3].replace(b"WARC/1.1", b"WARX/1.1", 1)
    plain[8] = plain[8].replace(b"Content-Length: ", b"Content-Length: 9999999", 1)
    members[name.removesuffix(".gz")] = b"".join(plain)
    report = check_wacz(_written(tmp_path / "bad.wacz", members, seal=False))
    assert report.checked["WARC records"] == len(places) - 2
    told = [str(fault) for fault in report.faults]
    for number in (3, 8):
        start = sum(map(len, plain[:number]))
        assert any(f"byte {start}: Nothing can be read from there" in fault for fault in told)


def test_records_that_stand_together_in_a_gzip_member_are_named(good: Path, tmp_path: Path) -> None:
    members = _members(good)
    name, places = _record_places(members)
    packed = members[name]
    (start, _), (_, end) = places[4:6]
    together = gzip.compress(gzip.decompress(packed[start:end]))
    members[name] = packed[:start] + together + packed[end:]
    report = check_wacz(_written(tmp_path / "bad.wacz", members))
    assert report.checked["WARC records"] == len(places) - 2
    assert f"{name}, byte {start}: More than one record stands in its gzip member" in _faults(
        tmp_path / "bad.wacz"
    )


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "fifo"])
def test_what_has_no_end_is_refused(collection: Collection, tmp_path: Path, device: str) -> None:
    path = Path(device)
    if device == "fifo":
        path = tmp_path / "fifo"
        os.mkfifo(path)
    with pytest.raises(StorageError, match="a device or a pipe"):
        check_wacz(path)
    with pytest.raises(StorageError, match="a device or a pipe"):
        ingest(collection, path)


def test_a_torn_warc_file_is_found(good: Path, tmp_path: Path) -> None:
    members = _members(good)
    (name,) = [name for name in members if name.startswith("archive/")]
    members[name] = members[name][:-100]
    assert "archive/" in _faults(_written(tmp_path / "bad.wacz", members))


def test_what_needs_other_files_and_says_so_has_a_note_only(good: Path, tmp_path: Path) -> None:
    members = _members(good)
    _without_originals(members)
    _described(relation={"requires": [{"filename": "first.wacz"}]})(members)
    path = _written(tmp_path / "needs.wacz", members)
    assert "holds the payload" not in _faults(path)
    assert any("holds the payload" in note.message for note in check_wacz(path).notes)


@pytest.mark.parametrize("name", ["browsertrix.wacz", "scoop.wacz"])
def test_a_package_without_index_of_another_tool_is_read_to_the_end(tmp_path: Path, name: str) -> None:
    assert "There is no index" in _faults(MAKERS[name](tmp_path / name))


def test_what_is_no_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.wacz").write_bytes(b"PK nothing")
    with pytest.raises(StorageError, match="no WACZ"):
        check_wacz(tmp_path / "a.wacz")
