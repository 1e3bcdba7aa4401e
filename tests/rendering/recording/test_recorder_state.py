"""All that reached the server is in the archive, as often as it did, or is explained; and nothing else is."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from playwright.async_api import Browser
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from rendering.capture.steps import capture_url
from rendering.settings import RenderingSettings
from storage.collection import Collection
from storage.records import Capture
from tests.rendering.conftest import AT
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

KINDS = (
    "redirects", "frames", "workers", "posts", "crossing", "ranges", "statuses", "broken", "encodings", "streams",
    "hints", "leaving", "cache", "names", "windows", "written",
)  # fmt: skip
AGAIN = ("/reset", "/close", "/kind/no-http")
"""Connections that break before an answer: the browser itself may ask again, under the same request."""

Asked = tuple[str, str]  # method, path with query


@dataclass
class Archive:
    """What a collection's WARC files hold of the network, read by warcio."""

    answered: Counter[Asked]
    noted: dict[Asked, str]


def asked(method: str, url: str) -> Asked:
    parts = urlsplit(url)
    return method, unquote(parts.path) + (f"?{unquote(parts.query)}" if parts.query else "")


def read_archive(folder: Path) -> Archive:
    answered: Counter[Asked] = Counter()
    noted: dict[Asked, str] = {}
    for path in sorted((folder / "archive").glob("*.warc.gz*")):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream, check_digests="raise"):
                url = record.rec_headers["WARC-Target-URI"] or ""
                if not url.startswith(("http:", "ws:")):
                    continue
                if record.rec_type == "request":
                    answered[asked(record.http_headers.protocol, url)] += 1
                elif record.rec_type == "metadata":
                    fields = [
                        line.partition(": ") for line in record.content_stream().read().decode().split("\r\n")
                    ]
                    told = {name: value for name, _, value in fields}
                    noted[asked(told["method"], url)] = told["exchange"]
                else:
                    record.content_stream().read()
    return Archive(answered, noted)


def stored(folder: Path, capture: Capture) -> Archive:
    with Collection.create(folder) as collection:
        page = collection.repository.add_page(capture.url, at=AT)
        collection.store(page, capture)
    files = [str(path) for path in (folder / "archive").glob("*.warc.gz")]
    checker = Checker(SimpleNamespace(inputs=files, verbose=False))
    checker.process_all()
    assert checker.exit_value == 0
    for file in files:
        with Path(file).open("rb") as stream:
            assert all(record.verify_block_digest() for record in FastIterator(stream, parse_http=False))
    return read_archive(folder)


@pytest.mark.parametrize("kind", KINDS)
async def test_what_reached_the_server_is_in_the_archive(
    kind: str, browser: Browser, site: SiteServer, tmp_path: Path
) -> None:
    settings = RenderingSettings(load_timeout_s=10)
    capture = await capture_url(browser, site.url(f"/recording/{kind}.html"), settings, AT)
    archive = stored(tmp_path / "collection", capture)
    received = Counter(
        (request.method, unquote(request.path) + (f"?{unquote(request.query)}" if request.query else ""))
        for request in site.requests
    )
    missing = received - archive.answered
    unexplained = {item for item in missing if item not in archive.noted}
    invented = {item for item in archive.answered - received if not item[1].startswith(AGAIN)}
    assert not unexplained, archive
    assert not invented
