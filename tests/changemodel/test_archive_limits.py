"""Archives that somebody made to cost their reader time or memory, or to break it; and codings of the Web."""

import gzip
import subprocess
import sys
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import brotli
import pytest
from backports import zstd

from changemodel import pages_in_wacz, versions_from_wacz, warc_records
from changemodel.archived_records import parts_in
from changemodel.errors import DamagedArchive, UnreadableArchive
from changemodel.html_links import links_and_images
from changemodel.warc_records import LONGEST_HEAD_BYTES, Unread
from tests.storage.archives import AT, SITE, Archive
from tests.storage.builders import png
from tests.test_architecture import ROOT

NAMES = ["a.warc.gz", "a.warc"]
LINK = b'<html><a href="/x">X</a></html>'
MB = 1 << 20


def pictured(path: Path, body: bytes, *fields: tuple[str, str], status: str = "200 OK") -> Path:
    """A page with a screenshot, and its response."""
    archive = Archive(path)
    archive.record("resource", f"urn:view:{SITE}", AT, png(1), "image/png")
    archive.response(SITE, AT, body, status=status, http=fields)
    return archive.close()


def in_chunks(body: bytes) -> bytes:
    return b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("br", brotli.compress(LINK)),
        ("BR", LINK),  # stated, and undone by whoever wrote the archive
        ("zstd", zstd.compress(LINK)),
        ("gzip", gzip.compress(LINK)),
        ("gzip, br", brotli.compress(gzip.compress(LINK))),
        ("deflate, zstd", zstd.compress(zlib.compress(LINK))),
        ("x-gzip", gzip.compress(LINK)),
        ("identity", LINK),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_links_come_from_html_in_every_content_coding(tmp_path: Path, coding: str, body: bytes) -> None:
    for name, sent, more in (("a", body, ()), ("b", in_chunks(body), (("Transfer-Encoding", "chunked"),))):
        file = pictured(tmp_path / f"{name}.warc.gz", sent, ("Content-Encoding", coding), *more)
        (version,) = versions_from_wacz(file)
        assert version.links == {SITE + "x"}


def test_a_coding_may_be_stated_twice(tmp_path: Path) -> None:
    twice = [("Content-Encoding", "br"), ("content-encoding", "br")]
    (version,) = versions_from_wacz(pictured(tmp_path / "a.warc.gz", brotli.compress(LINK), *twice))
    assert version.links == {SITE + "x"}


_WITHOUT = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("brotli", "backports"):
            raise ModuleNotFoundError("No module named " + name, name=name)
sys.meta_path.insert(0, Refuse())
from changemodel import versions_from_wacz
print(*(len(version.links) for file in sys.argv[1:] for version in versions_from_wacz(file)))
"""


def test_without_the_packages_for_codings_those_bodies_are_left_unread(tmp_path: Path) -> None:
    bodies = {"br": brotli.compress(LINK), "zstd": zstd.compress(LINK), "gzip": gzip.compress(LINK)}
    files = [
        pictured(tmp_path / f"{coding}.warc.gz", body, ("Content-Encoding", coding))
        for coding, body in bodies.items()
    ]
    result = subprocess.run(
        [sys.executable, "-c", _WITHOUT, *files], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (result.stdout.split(), result.stderr) == (["0", "0", "1"], "")


@pytest.mark.parametrize("status", ["9" * 4301 + " OK", "2000 OK", "OK", ""])
def test_what_is_no_status_is_none(tmp_path: Path, status: str) -> None:
    file = pictured(tmp_path / "a.warc.gz", LINK, status=status)
    assert pages_in_wacz(file) == {SITE: 1}
    (part,) = (part for part in parts_in(file, Unread()) if part.name == "response")
    assert part.status is None


@pytest.mark.parametrize("digits", [4301, 300_000])
def test_links_stand_around_a_reference_of_thousands_of_digits(digits: int) -> None:
    long = b"&#%b;" % (b"9" * digits)
    html = b'<a href=/a>A</a> %b <a href="/%b"> <a href=/b>' % (long, long)
    links, _ = links_and_images(html, SITE)
    assert links == {SITE + "a", SITE + "\N{REPLACEMENT CHARACTER}", SITE + "b"}


def test_a_reference_may_begin_with_zeros() -> None:
    named = (b"&#120;", b"&#%b120;" % (b"0" * 7), b"&#%b120;" % (b"0" * 5000), b"&#x%b78;" % (b"0" * 5000))
    for reference in named:
        assert links_and_images(b'<a href="/%b">' % reference, SITE)[0] == {SITE + "x"}


@contextmanager
def at_most(size: int) -> Iterator[None]:
    """So many bytes of memory are in use at once."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < size
    finally:
        tracemalloc.stop()


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


STARTS = [b"WARC/", b"WARC/1.1\r\n", b"WARC/1.1\r\nContent-Length: "]


@pytest.mark.parametrize(
    ("name", "start"), [("a.warc.gz", b""), *((name, start) for name in NAMES for start in STARTS)]
)
def test_of_a_line_without_an_end_little_is_read(tmp_path: Path, name: str, start: bytes) -> None:
    file = written(tmp_path / name, start + bytes(16 * MB))
    with (
        at_most(16 * MB),
        pytest.raises(UnreadableArchive, match=r"no page that can be read: .*between byte 0 and byte \d+"),
    ):
        pages_in_wacz(file)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("line", [b"x: y\r\n", b" y\r\n", b"\t\r\n", b"x\n"])
def test_a_head_of_more_lines_than_any_has_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, line: bytes
) -> None:
    longest = LONGEST_HEAD_BYTES // 32  # lines are read one by one: the whole takes seconds
    monkeypatch.setattr(warc_records, "LONGEST_HEAD_BYTES", longest)
    head = b"WARC/1.1\r\nWARC-Type: resource\r\nx: y\r\n" + line * (2 * longest // len(line))
    file = written(tmp_path / name, head + b"Content-Length: 0\r\n\r\n\r\n\r\n")
    with pytest.raises(UnreadableArchive, match=r"no page that can be read: .*between byte 0 and byte"):
        pages_in_wacz(file)


def response(head: bytes, body: bytes) -> bytes:
    """A record of the page's response."""
    block = head + b"\r\n" + body
    fields = (
        b"WARC-Type: response",
        b"WARC-Target-URI: " + SITE.encode(),
        b"WARC-Date: " + AT.strftime("%Y-%m-%dT%H:%M:%SZ").encode(),
        b"Content-Type: application/http;\r\n msgtype=response",
        b"Content-Length: %d" % len(block),
    )
    return b"WARC/1.1\r\n" + b"\r\n".join(fields) + b"\r\n\r\n" + block + b"\r\n\r\n"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.timeout(30)
def test_folded_lines_of_a_head_are_read_as_one(tmp_path: Path, name: str) -> None:
    folds = b"X: y\r\n" + b" a\r\n" * 200_000
    file = written(
        tmp_path / name, response(b"HTTP/1.1 200 OK\r\n" + folds + b"Content-Type:\r\n text/html\r\n", LINK)
    )
    (part,) = parts_in(file, Unread())
    assert (part.name, part.url, part.status) == ("response", SITE, 200)


@pytest.mark.parametrize(
    "line", [lambda size: b"X: " + b"a" * size, lambda size: b"X: y\r\n" * (size // 6)], ids=["line", "lines"]
)
def test_of_a_response_with_a_head_that_no_browser_takes_nothing_is_read(
    tmp_path: Path, line: Callable[[int], bytes]
) -> None:
    heads = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + line(size) + b"\r\n" for size in (9, 2 * MB)]
    file = tmp_path / "a.warc.gz"
    file.write_bytes(b"".join(gzip.compress(response(head, LINK)) for head in heads))
    assert [part.name for part in parts_in(file, Unread())] == ["response"]


def test_a_response_without_a_page_is_told_of(tmp_path: Path) -> None:
    whole = response(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", LINK)
    record = whole.replace(b"WARC-Target-URI", b"X")
    unread = Unread()
    parts = list(parts_in(written(tmp_path / "a.warc.gz", record + whole), unread))
    assert [part.url for part in parts] == [SITE]
    assert "has no WARC-Target-URI" in str(unread)


def listing(path: Path, *lines: bytes) -> Path:
    """A WACZ with a list of pages and no records."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("archive/a.warc.gz", gzip.compress(b"\r\n"))
        package.writestr("pages/pages.jsonl", b"".join(lines))
    return path


def test_a_list_of_pages_is_read_line_by_line(tmp_path: Path) -> None:
    page = b'{"url": "https://a.example/", "ts": "2026-03-01T12:00:00Z", "text": "news"}'
    file = listing(tmp_path / "a.wacz", b'{"format": "json-pages-1.0"}\n', b"\n" * MB, b" \r\n", page)
    with at_most(2 * MB):
        (part,) = parts_in(file, Unread())
    assert (part.url, part.body) == ("https://a.example/", b"news")


def test_a_line_of_a_list_of_pages_has_an_end(tmp_path: Path) -> None:
    file = listing(tmp_path / "a.wacz", *[bytes(MB)] * 70)
    with pytest.raises(UnreadableArchive, match=r"a\.wacz is damaged.*pages/pages\.jsonl has a line of more"):
        pages_in_wacz(file)


def test_an_encrypted_list_of_pages_is_refused(tmp_path: Path) -> None:
    file = listing(tmp_path / "a.wacz", b"{}\n")
    data = bytearray(file.read_bytes())
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 8] |= 1  # APPNOTE.TXT, 4.3.12 and 4.4.4: the bit that says so
    file.write_bytes(data)
    with pytest.raises(
        UnreadableArchive, match=r"a\.wacz is damaged.*pages\.jsonl cannot be read.*encrypted"
    ):
        pages_in_wacz(file)


@pytest.mark.timeout(60)
def test_heads_that_claim_one_another_cost_no_square_of_the_time(tmp_path: Path) -> None:
    count, head = 20_000, b"WARC/1.1\r\nWARC-Type: resource\r\nContent-Length: %d\r\n\r\n"
    size = len(head % 10_000_000)
    heads = b"".join(head % (10_000_000 + size * (count - number)) for number in range(count))
    whole = response(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", LINK)
    file = written(tmp_path / "a.warc", whole + heads + b"x" * 100)
    with at_most(24 * MB), pytest.warns(DamagedArchive, match="was read in part"):
        assert pages_in_wacz(file) == {SITE: 1}


def test_of_a_body_that_unpacks_without_end_little_is_held(tmp_path: Path) -> None:
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS + 16)
    body = b"".join(packer.compress(b" " * MB) for _ in range(200)) + packer.flush()
    file = pictured(tmp_path / "a.warc.gz", body, ("Content-Encoding", "gzip"))
    with at_most(120 * MB):
        versions_from_wacz(file)


@pytest.mark.parametrize("path", ["/dev/full", "/"])
def test_what_is_no_file_is_refused_at_once(path: str) -> None:
    with pytest.raises(UnreadableArchive, match="is a folder, a device or a pipe: pass a file"):
        versions_from_wacz(path)
