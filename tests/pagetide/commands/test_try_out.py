"""``pagetide try`` on a real server, as a stranger types it."""

from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from storage.collection import Collection
from storage.what_changed import what_changed
from tests.forked_process import run_command
from tests.site_server import SiteServer

HTML = "text/html; charset=utf-8"
PAGE = (
    "<title>Town hall</title><main><h1>Notices</h1><p>Opening hours are nine to five on every day but Sunday.</p>"
    "<p>The council meets on Monday.</p>{more}</main>"
)
BRIDGE = "<p>The bridge is closed until further notice.</p>"


class Changing(SiteServer):
    """A notice is added to the page at its third visit."""

    def answer(self, path: str) -> object:
        if path == "/hall" and self.count("/hall") >= 3:
            self.serve("/hall", HTML, PAGE.format(more=BRIDGE))
        return super().answer(path)


@pytest.fixture
def site() -> Iterator[SiteServer]:
    with Changing() as server:
        server.serve("/hall", HTML, PAGE.format(more=""))
        yield server


def attempt(*arguments: str | Path, **environment: str) -> CompletedProcess[str]:
    allowed = {
        "PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS": "127.0.0.0/8",
        "PAGETIDE_CRAWL__HOST_DELAY_S": "0.01",
    }
    return run_command("try", *arguments, **{**allowed, **environment})


@pytest.mark.browser
def test_three_captures_give_a_first_verdict_and_the_next_step(site: SiteServer, tmp_path: Path) -> None:
    folder = tmp_path / "hall"
    done = attempt(site.url("/hall"), "-c", folder, "--every", "0s")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].startswith("Capture 1 of 3: Town hall, 17 words, ")
    assert "    Since the capture before: nothing changed" in lines
    assert any(
        "The bridge is closed until further notice." in line and "an important change" in line
        for line in lines
    )
    assert f"    pagetide dashboard -c {folder} " in done.stdout
    with Collection.open(folder, read_only=True) as opened:
        assert len(opened.repository.captures(1, good_only=True)) == 3
    asked = run_command("label", "-c", folder, "1", "--next", "5").stdout
    assert asked.startswith("2 3: ")
    assert "The bridge is closed" in asked
    wacz = tmp_path / "hall.wacz"
    assert run_command("export", "-c", folder, "--wacz", wacz).returncode == 0
    again = attempt(tmp_path, "-c", tmp_path / "again")
    assert again.returncode == 0, again.stderr
    assert "bridge" in again.stdout  # the sentence is broken to the width of its column
    with Collection.open(tmp_path / "again", read_only=True) as opened:
        (found,) = [score for score in opened.repository.scores(1) if score.important]
        assert "The bridge is closed" in what_changed(found)


def test_a_page_of_this_machine_is_refused_at_once_with_the_way_to_allow_it(
    site: SiteServer, tmp_path: Path
) -> None:
    folder = tmp_path / "hall"
    done = attempt(site.url("/hall"), "-c", folder, PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS="")
    assert done.returncode == 1
    assert "127.0.0.1 is a loopback address" in done.stderr
    assert "PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS=127.0.0.1 pagetide try" in done.stderr
    assert (site.count("/hall"), folder.exists()) == (0, False)


def test_what_is_neither_an_address_nor_an_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    missing = attempt(tmp_path / "old.wacz", "-c", tmp_path / "x")
    assert (missing.returncode, "neither there nor a URL" in missing.stderr) == (1, True)
    empty = attempt(tmp_path / "empty", "-c", tmp_path / "x")
    assert (empty.returncode, "holds no WACZ, WARC or ARC file" in empty.stderr) == (1, True)
    assert not (tmp_path / "x").exists()
