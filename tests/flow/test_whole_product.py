"""From a URL to the archive, the model and the dashboard, with nothing faked but the time."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from warcio.checker import Checker

from tests.acceptance.replaying import dashboard_of
from tests.conftest import LONG_TESTS
from tests.forked_process import run_command
from tests.pagetide.commands.running import pagetide

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.timeout(1800),
]  # a site takes two minutes

DAYS, SITES = (2, 2) if LONG_TESTS else (1, 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "collection"


@pytest.fixture(scope="module")
def findings(folder: Path) -> dict:
    lived = ("--days", str(DAYS), "--sites", str(SITES), "--folder", str(folder))
    result = run_command("demo", *lived, "--no-serve", "--json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_every_hour_of_every_site_was_captured(findings: dict) -> None:
    assert findings["captures"] == DAYS * 24 * SITES
    assert findings["failed"] == 0
    assert findings["partial"] == 0


def test_every_site_was_learned(findings: dict) -> None:
    assert [site["state"] for site in findings["sites"]] == ["learned"] * SITES


def test_the_map_lies_on_the_news(findings: dict) -> None:
    assert min(site["news_share"] for site in findings["sites"]) > 80


def test_the_archive_verifies(findings: dict, folder: Path) -> None:
    result = pagetide("verify", "-c", folder)
    assert result.returncode == 0, result.stdout


def test_warcio_accepts_every_warc(findings: dict, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted((folder / "archive").glob("*.warc.gz"))
    assert files
    checker = Checker(type("Arguments", (), {"inputs": [str(file) for file in files], "verbose": False})())
    checker.process_all()
    assert checker.exit_value == 0, capsys.readouterr().out


def test_status_counts_what_was_found(findings: dict, folder: Path) -> None:
    status = json.loads(pagetide("status", "-c", folder, "--json").stdout)
    assert [page["captures"] for page in status["pages"]] == [DAYS * 24] * SITES
    assert status["important_changes"] > 0


def test_the_collection_exports_as_one_wacz(findings: dict, folder: Path, tmp_path: Path) -> None:
    result = pagetide("export", "-c", folder, "--wacz", tmp_path / "demo.wacz")
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "demo.wacz").stat().st_size > 1_000_000


@pytest.fixture
def dashboard(findings: dict, folder: Path) -> Iterator[str]:
    with dashboard_of(folder) as address:
        yield address


def test_the_dashboard_shows_the_pages(dashboard: str) -> None:
    with urllib.request.urlopen(f"{dashboard}/", timeout=60) as answer:
        assert "The Harbour Courier" in answer.read().decode()
