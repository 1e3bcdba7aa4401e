"""`pagetide qa` replays what the crawler captured, and finds it as it was."""

import json
import shutil
from pathlib import Path

import pytest

from tests.acceptance.conftest import ORDINARY, Archive, pagetide

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_ordinary_pages_are_replayed_exactly(archive: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "copy"  # what it finds is written into the collection
    shutil.copytree(archive.folder, folder)
    archive.site.reset()
    urls = [archive.site.url(path) for path in ORDINARY]
    found = json.loads(pagetide("qa", "-c", folder, "--json", "--fail-under", "1", *urls))
    checks = {check["url"]: check for check in found["checks"]}
    assert set(checks) == {archive.captures(path)[-1].url for path in ORDINARY}
    for check in checks.values():
        assert (check["screenshot_match"], check["text_match"]) == (1.0, 1.0), check
        assert check["missing"] == []
    assert archive.site.requests == []
