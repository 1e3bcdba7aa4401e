"""An object store that is away, refuses, is slow or loses things: the crawl goes on, and no file is lost."""

import os
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from pagetide.offloading import Offloading
from storage.collection import Collection
from storage.errors import ObjectsUnavailable
from storage.objects.moving import moving_files
from storage.offload.bringing_back import use_store
from storage.offload.offloading import TROUBLE, offload
from storage.queries.removal_leftovers import announce
from storage.records import Role
from storage.verify.walk import verify
from storage.wacz.export import export_wacz
from tests.object_server import ObjectServer
from tests.storage.builders import START, add_page, capture, png

MINUTE = timedelta(minutes=1)
BUSY = ("503 Service Unavailable", b"<Error><Code>SlowDown</Code></Error>")


@pytest.fixture
def stored(collection: Collection, address: str) -> Collection:
    """A collection with a store and one closed file, which is still here only."""
    collection.store(add_page(collection), capture(0), features=b"features")
    collection.close_archive()
    use_store(collection, address)
    return collection


def _local(collection: Collection) -> list[Path]:
    return sorted((collection.path / "archive").glob("*.warc.gz"))


def _down(server: ObjectServer) -> None:
    server.spoil = lambda method, path: ("403 Forbidden", b"<Error><Code>AccessDenied</Code></Error>")


def test_while_the_store_is_away_captures_are_kept_and_later_all_are_sent(
    stored: Collection, server: ObjectServer, caplog: pytest.LogCaptureFixture
) -> None:
    offloading = Offloading(stored, timedelta(0))
    server.stop()
    offloading.send(START)
    page = stored.repository.pages()[0]
    kept = stored.store(page, capture(1))
    stored.close_archive()
    assert stored.read(kept, Role.VIEW) == png(1)
    assert len(_local(stored)) == 2
    trouble = stored.repository.state(TROUBLE)
    assert "Is the network there" in trouble["problem"]
    assert caplog.text.count("WARC files wait on this disk") == 1
    server.start()
    offloading.send(START + MINUTE / 2)
    assert len(_local(stored)) == 2, "it is not asked again at once"
    offloading.send(START + 2 * MINUTE)
    assert _local(stored) == []
    assert stored.repository.state(TROUBLE) is None
    assert verify(stored).ok


def test_a_trouble_that_stays_is_said_once_and_asked_for_less_and_less(
    stored: Collection, server: ObjectServer, caplog: pytest.LogCaptureFixture
) -> None:
    _down(server)
    offloading = Offloading(stored, None)
    asked = []
    for minute in range(60):
        server.requests.clear()
        offloading.send(START + minute * MINUTE)
        asked.append(bool(server.requests))
    assert [minute for minute, was in enumerate(asked) if was] == [0, 1, 3, 7, 15, 31]
    assert caplog.text.count("refuses access") == 1


@pytest.mark.parametrize("status", ["500 Internal Server Error", "503 Service Unavailable"])
def test_an_answer_of_a_busy_store_is_asked_for_again(
    stored: Collection, server: ObjectServer, status: str
) -> None:
    seen: set[tuple[str, str]] = set()

    def first_fails(method: str, path: str) -> tuple[str, bytes] | None:
        is_first = (method, path) not in seen
        seen.add((method, path))
        return (status, BUSY[1]) if is_first else None

    server.spoil = first_fails
    report = offload(stored, timedelta(0))
    assert (report.sent_files, report.freed_files) == (1, 1)
    assert _local(stored) == []


def test_a_store_that_stays_busy_is_named_with_its_answer(stored: Collection, server: ObjectServer) -> None:
    server.spoil = lambda method, path: BUSY
    with pytest.raises(ObjectsUnavailable, match=r"answers 503 Service Unavailable \(SlowDown\)"):
        offload(stored, timedelta(0))
    assert len(_local(stored)) == 1


def test_a_store_that_never_answers_is_given_up(
    stored: Collection, server: ObjectServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.objects.store.WRITE_TIMEOUT", "200ms")
    use_store(stored, f"{(stored.path / 'objects.url').read_text().strip()}/slow")
    released = threading.Event()
    server.spoil = lambda method, path: 0.0 if released.wait(30) else 30.0
    try:
        with pytest.raises(ObjectsUnavailable, match="cannot be used"):
            offload(stored, None)
    finally:
        released.set()
    assert len(_local(stored)) == 1


def test_a_process_that_is_killed_while_it_sends_leaves_the_file_and_the_next_one_sends_it(
    stored: Collection, server: ObjectServer
) -> None:
    (file,) = _local(stored)
    sending, released = threading.Event(), threading.Event()

    def hold(method: str, path: str) -> float | None:
        if path.endswith(".warc.gz") and method in ("PUT", "POST"):
            sending.set()
            released.wait(60)
        return None

    server.spoil = hold
    stored.close()
    program = (
        "import sys; from pathlib import Path; from storage.collection import Collection; "
        "from storage.offload.offloading import offload; from datetime import timedelta; "
        "offload(Collection.open(Path(sys.argv[1])), timedelta(0))"
    )
    child = subprocess.Popen([sys.executable, "-c", program, str(stored.path)], env=dict(os.environ))
    assert sending.wait(60)
    child.send_signal(signal.SIGKILL)
    child.wait()
    released.set()
    assert file.exists()
    server.spoil = lambda method, path: None
    with Collection.open(stored.path) as again:
        assert offload(again, timedelta(0)).freed_files == 1
        assert verify(again).ok


def test_a_round_leaves_alone_what_a_removal_is_making(stored: Collection) -> None:
    made = stored.path / "archive" / "pagetide-new.warc.gz"
    with moving_files(stored.path):
        made.write_bytes(b"not named by a row yet")
        announce(stored.database, ["archive/pagetide-new.warc.gz"])
        Offloading(stored, timedelta(0)).send(START)
        assert made.exists()
        assert "Try again when it has ended" in stored.repository.state(TROUBLE)["problem"]
    Offloading(stored, timedelta(0)).send(START)
    assert not made.exists(), "nobody makes it any more"


def test_reading_says_that_the_store_is_away_and_nothing_is_taken_for_lost(
    stored: Collection, server: ObjectServer, tmp_path: Path
) -> None:
    offload(stored, timedelta(0))
    page = stored.repository.pages()[0]
    kept = stored.repository.captures(page.id)[0]
    _down(server)
    for role in (Role.VIEW, Role.FEATURES):
        with pytest.raises(ObjectsUnavailable, match="refuses access"):
            stored.read(kept, role)
    with pytest.raises(ObjectsUnavailable):
        export_wacz(stored, tmp_path / "news.wacz")
    assert not (tmp_path / "news.wacz").exists()
    faults = verify(stored).faults
    assert [fault.thing.partition("-")[0] for fault in faults] == ["pagetide", "blobs"]
    assert all("could" in fault.message for fault in faults)
    server.spoil = lambda method, path: None
    assert stored.read(kept, Role.VIEW) == png(0)
