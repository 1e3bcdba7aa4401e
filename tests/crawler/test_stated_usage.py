"""What sites say may be done with their pages: kept with the capture, no rule of access."""

import gzip
from pathlib import Path

import pytest

from storage.warc.writer import ARCHIVE
from tests.crawler.crawling import Result, crawled
from tests.crawler.site import serving

pytestmark = pytest.mark.browser


def test_stated_preferences_are_kept_with_the_capture_and_refuse_no_visit(tmp_path: Path) -> None:
    with serving() as silent, serving() as site:
        site.usage = "train-ai=n"
        site.robots = b"User-agent: *\nContent-Usage: train-ai=y\nContent-Usage: /said train-ai=n, search=n\n"
        result: Result = crawled(tmp_path / "collection", [site.url("/said"), silent.url("/silent")])
    (said,) = result.of(site.url("/said"))
    assert (said["outcome"], said["usage"]) == (
        "complete",
        {"header": ["train-ai=n"], "robots": ["train-ai=n, search=n"]},
    )
    (unsaid,) = result.of(silent.url("/silent"))
    assert (unsaid["outcome"], unsaid["usage"]) == ("complete", None)
    files = (tmp_path / "collection" / ARCHIVE).glob("*.warc.gz")
    archived = b"".join(gzip.decompress(file.read_bytes()) for file in files)
    assert b'"content_usage": {"header": ["train-ai=n"], "robots": ["train-ai=n, search=n"]}' in archived
    assert b"content-usage: kept with each capture" in archived
