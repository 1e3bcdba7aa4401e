"""Workers of a collection, as people start them, against a real PostgreSQL: those that work are processes."""

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from crawler.errors import NotAWorker
from pagetide.cli import app
from pagetide.worker import require_right_clock
from pagetide.worker_requirements import demands
from storage.collection import Collection
from storage.queries.workers import DISPATCHER, WorkerRow
from storage.verify.walk import verify
from tests.forked_process import ForkedProcess, started_command
from tests.pagetide.commands.running import pagetide
from tests.postgresql import Server

SETTINGS = """
[crawl]
contact = "ada@example.org"
host_delay_s = 1.0
floor = "3s"
concurrency = 1
[rendering]
settle_timeout_s = 1.0
[rendering.safety]
reachable_networks = ["127.0.0.0/8"]
"""


@pytest.fixture
def folder(tmp_path: Path, postgresql_server: Server) -> Path:
    """A collection on PostgreSQL."""
    Collection.create(tmp_path / "news", server=postgresql_server.new_database()).close()
    (tmp_path / "news" / "pagetide.toml").write_text(SETTINGS)
    return tmp_path / "news"


def _refusal(folder: Path) -> str:
    """What a worker says that ends with an error before it begins to work."""
    with patch("pagetide.worker.run", side_effect=AssertionError("it works")):
        worker = pagetide("worker", "-c", folder)
    assert worker.returncode == 1
    assert "Traceback" not in worker.stderr
    return " ".join(worker.stderr.split())


def test_a_collection_on_sqlite_has_no_workers_and_says_what_to_do(tmp_path: Path) -> None:
    Collection.create(tmp_path / "news").close()
    assert f"pagetide migrate -c {tmp_path / 'news'} postgresql://" in _refusal(tmp_path / "news")


def test_a_folder_that_names_no_database_is_told_what_to_copy(tmp_path: Path) -> None:
    assert "Copy database.url and pagetide.toml" in _refusal(tmp_path)


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("changed", "advice"),
    [
        ({"version": "pagetide/99.0"}, "pip install pagetide==99.0"),
        ({"settings": "0123456789abcdef"}, "Copy the daemon's here"),
    ],
)
def test_a_worker_that_differs_from_the_daemon_says_what_to_do(
    folder: Path, changed: dict[str, str], advice: str
) -> None:
    with Collection.open(folder) as collection:
        collection.repository.set_state(DISPATCHER, demands(folder) | changed)
    assert advice in _refusal(folder)


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("revision", "advice"), [("9999", "Install the daemon's version"), ("0017", "Upgrade the daemon first")]
)
def test_a_worker_of_another_schema_says_what_to_do(folder: Path, revision: str, advice: str) -> None:
    with Collection.open(folder) as collection, collection.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    assert advice in _refusal(folder)


@pytest.mark.parametrize("seconds", [-11, 11])
def test_a_machine_whose_clock_is_wrong_is_told_to_set_it(seconds: int) -> None:
    with pytest.raises(NotAWorker, match=re.escape(f"{seconds:+} s off that of news: set it by NTP")):
        require_right_clock(timedelta(seconds=seconds), "news")
    require_right_clock(timedelta(seconds=9), "news")


@pytest.mark.postgres
def test_status_lists_the_workers_with_what_they_have_in_hand(folder: Path) -> None:
    with Collection.open(folder) as collection:
        at = datetime.now(UTC)
        row = WorkerRow(
            id="1", name="ada", host="second", version="pagetide/0.1", browser="Chromium 156", started_at=at
        )
        collection.repository.report(replace(row, in_hand=((7, 1), (9, 3))))
        collection.repository.report(replace(row, id="2", name="gone", left=True))
    said = _status(folder)
    assert all(part in said for part in ("1 worker", "ada", "second", "0.1", "Chromium 156", "7, 9"))
    assert "gone" not in said
    (told,) = json.loads(_status(folder, "--json"))["workers"]
    assert (told["name"], told["pages_in_hand"], told["silent"]) == ("ada", [7, 9], False)


def _status(folder: Path, *more: str) -> str:
    done = CliRunner().invoke(app, ["status", "-c", str(folder), *more])
    assert done.exit_code == 0, done.output
    return done.stdout


class _Site(ThreadingHTTPServer):
    """Answers on every loopback address, slowly enough that two visits at once would be seen."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("0.0.0.0", 0), _Answer)
        self.visits: list[tuple[str, float, float]] = []

    def url(self, host: int, path: str) -> str:
        return f"http://127.0.0.{host}:{self.server_address[1]}/{path}"


class _Answer(BaseHTTPRequestHandler):
    server: _Site

    def do_GET(self) -> None:
        if self.path in ("/robots.txt", "/favicon.ico"):
            self._send(b"", 404)
            return
        begun = time.monotonic()
        time.sleep(0.3)
        self._send(f"<title>{self.path}</title><h1>News at {begun}</h1>".encode(), 200)
        self.server.visits.append((self.headers["Host"], begun, time.monotonic()))

    def _send(self, body: bytes, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def slow_site() -> Iterator[_Site]:
    with _Site() as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        yield site
        site.shutdown()
        thread.join()


@contextmanager
def _ended(*processes: ForkedProcess) -> Iterator[None]:
    try:
        yield
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()


def _until(condition: Callable[[], bool], *processes: ForkedProcess) -> None:
    end = time.monotonic() + 200
    while not condition():
        assert time.monotonic() < end
        for process in processes:
            assert process.poll() is None, process.stderr.read()
        time.sleep(0.3)


def _terminated(process: ForkedProcess) -> str:
    """What it said; it must end well."""
    process.terminate()
    code, said = process.wait(100), process.stderr.read()
    assert code == 0, said
    return said


@pytest.mark.browser
@pytest.mark.postgres
@pytest.mark.slow
def test_two_workers_capture_politely_one_drains_and_one_is_killed_and_nothing_is_lost(
    folder: Path, slow_site: _Site
) -> None:
    now = datetime.now(UTC)
    with Collection.open(folder) as collection:
        for host in (1, 2, 3):
            for name in ("front", "sport"):
                collection.repository.add_page(slow_site.url(host, name), at=now, due_at=now)
    copy = folder.with_name("copy")
    copy.mkdir()
    for name in ("pagetide.toml", "database.url"):
        shutil.copy(folder / name, copy / name)
    daemon = started_command("run", "-c", folder, "--no-dashboard", "--only-workers")
    with (
        Collection.open(folder, read_only=True) as collection,
        _ended(daemon, *(workers := [started_command("worker", "-c", place) for place in (folder, copy)])),
    ):
        repository = collection.repository
        _until(lambda: sum(repository.counts().captures.values()) >= 8, daemon, *workers)
        told = repository.workers()
        assert len(told) == 2
        assert {each.host for each in told} == {os.uname().nodename}
        _terminated(workers[0])
        _until(lambda: len(repository.workers()) == 1, daemon, workers[1])
        workers[1].kill()
        assert "Traceback" not in _terminated(daemon)
        captures = [item for page in repository.pages() for item in repository.captures(page.id)]
    assert len({(item.page_id, item.started_at) for item in captures}) == len(captures) >= 8
    assert all(item.is_good for item in captures), [item.problems for item in captures]
    for host in {host for host, _, _ in slow_site.visits}:
        spans = sorted((begun, ended) for name, begun, ended in slow_site.visits if name == host)
        assert all(begun - ended >= 1.0 for (_, ended), (begun, _) in pairwise(spans)), spans
    with Collection.open(folder) as collection:
        assert not verify(collection).faults
