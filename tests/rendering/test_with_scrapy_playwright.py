"""The same recording on a page that scrapy-playwright opened, intercepts and navigates."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.site_server import SiteServer

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]


def _crawl(url: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.rendering.scrapy_capture", url]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def test_the_spiders_page_is_recorded_whole_and_nothing_is_asked_twice(site: SiteServer) -> None:
    told = _crawl(site.url("/traffic.html"))
    assert (told["outcome"], told["problems"]) == ("complete", [])
    assert told["pictures"] == [True, True]
    bodies = {(method, url.removeprefix(site.url(""))): size for method, url, _, size, _ in told["exchanges"]}
    assert bodies["GET", "/picture/60x40/here.png"] is not None
    assert bodies["GET", "/big-chunked/300000"] == 300_000
    assert bodies["GET", "/words/500?by-worker"] == 500
    assert bodies["POST", "/echo"] == 9
    asked = [(item.method, item.path, item.query) for item in site.requests]
    repeatable = ("/reset", "/socket", "/favicon.ico", "/robots.txt")
    once = [item for item in asked if item[1] not in repeatable]
    assert sorted(once) == sorted(set(once))


def test_a_download_in_the_spider_is_recorded(site: SiteServer) -> None:
    told = _crawl(site.url("/download.zip"))
    assert (told["outcome"], told["kind"]) == ("complete", "not-html")
    assert [
        problem
        for problem in told["problems"]
        if "an archive (application/zip) cannot be compared" in problem
    ]
    assert told["exchanges"][0][3] == 22
    assert site.count("/download.zip") == 1


def test_a_failure_in_the_spider_is_said(site: SiteServer) -> None:
    told = _crawl(site.url("/reset"))
    assert (told["outcome"], told["kind"]) == ("failed", "none")
    assert "broke the connection off" in told["problems"][0]
