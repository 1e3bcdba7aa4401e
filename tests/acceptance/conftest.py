"""A collection of the test site's pages, crawled twice by the real crawler, and the outside tools that judge it.

The tools are made once by ``scripts/outside-tools``, each in an environment of its own. Where that cannot be done,
for example without a network, the tests that need them are skipped and say why.
"""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.records import Page, StoredCapture
from tests.forked_process import run_command
from tests.pagetide.commands import running
from tests.site_server import SiteServer

ROOT = Path(__file__).resolve().parents[2]
ORDINARY = ("/article.html", "/blocks.html", "/changing.html?b=2&a=1")
"""Pages whose replay must look exactly as the page did."""
PATHS = (*ORDINARY, "/frames.html", "/traffic.html")
ROUNDS = 2

_SETTINGS = """
[crawl]
host_delay_s = 0

[rendering.safety]
reachable_networks = ["127.0.0.0/8", "localhost"]
"""


@dataclass(frozen=True, kw_only=True)
class Archive:
    """What was crawled: the closed collection's folder, and the site, which still answers."""

    folder: Path
    site: SiteServer

    @property
    def warcs(self) -> list[Path]:
        return sorted((self.folder / "archive").glob("*.warc.gz"))

    def page(self, path: str) -> Page:
        with Collection.open(self.folder, read_only=True) as collection:
            page = collection.repository.find_page(self.site.url(path))
        assert page is not None
        return page

    def captures(self, path: str) -> list[StoredCapture]:
        """The page's captures, oldest first."""
        page = self.page(path)
        with Collection.open(self.folder, read_only=True) as collection:
            return collection.repository.captures(page.id)


@dataclass(frozen=True, kw_only=True)
class OutsideTools:
    """Programs that are no part of Pagetide, by the environment that they live in."""

    folder: Path

    def path(self, environment: str, program: str) -> Path:
        return self.folder / environment / "bin" / program

    def run(self, environment: str, program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return finished(self.path(environment, program), *arguments)


def finished(*command: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command, run to its end."""
    return subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=300, check=False, cwd=cwd
    )


def pagetide(*arguments: str | Path) -> str:
    """What the ``pagetide`` command printed; it must succeed. A crawl has a process of its own, for its reactor."""
    run = run_command if arguments[0] == "crawl" else running.pagetide
    result = run(*arguments)
    assert result.returncode == 0, (arguments, result.stdout, result.stderr)
    return result.stdout


@pytest.fixture(scope="session")
def outside() -> OutsideTools:
    result = finished(ROOT / "scripts" / "outside-tools")
    if result.returncode:
        said = (result.stderr or result.stdout).strip().splitlines()[-1:]
        pytest.skip(f"scripts/outside-tools could not install the outside tools: {''.join(said)}")
    return OutsideTools(folder=ROOT / ".outside")


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    for name in [name for name in os.environ if name.startswith("PAGETIDE_")]:
        os.environ.pop(name)
    folder = tmp_path_factory.mktemp("acceptance") / "site-collection"
    with SiteServer() as site:
        pagetide("init", folder)
        (folder / "pagetide.toml").write_text(_SETTINGS, encoding="utf-8")
        pagetide("add", "-c", folder, *map(site.url, PATHS))
        for number in range(ROUNDS):
            site.serve("/changing.html", "text/html; charset=utf-8", _changing(number))
            pagetide("crawl", "-c", folder, "--once", "--all")
        yield Archive(folder=folder, site=site)


@pytest.fixture(scope="session")
def wacz(archive: Archive) -> Path:
    """The whole collection as one WACZ."""
    target = archive.folder.parent / "site.wacz"
    pagetide("export", "-c", archive.folder, "--wacz", target)
    return target


def _changing(number: int) -> str:
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Changing</title>"
        "<link rel='stylesheet' href='/style.css'></head><body><h1>A page that changes</h1>"
        f"<p>This is edition {number}.</p><img src='/picture/300x200/{number}.png' alt='' width='300' height='200'>"
        "<img src='/picture/200x200/same.png' alt='' width='200' height='200'></body></html>"
    )
