"""Jobs from asking to their end: what comes of each kind, cancelling, and processes that die."""

import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pagetide.app import App
from pagetide.jobs.beside_dashboard import BUSY, JobsBesideDashboard
from pagetide.jobs.in_daemon import jobs_tick
from pagetide.jobs.ingesting import run_ingest_job
from pagetide.jobs.liveness import DIED, delete_old_files, fail_dead_jobs, now, working_on
from pagetide.jobs.running import JobCancelled, Progress, run_reading_job
from storage.actions.audit import Actor
from storage.actions.jobs import cancel_job, start_job
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.job_files import (
    IMPORTS,
    KEPT,
    import_path,
    importable,
    keep_upload,
    made_job_folder,
    result_path,
)
from storage.jobs import Job, JobKind, JobState
from storage.wacz.export import export_wacz
from tests.storage.builders import START, fill

ADA = Actor(by="ada", at=START)


def asked(collection: Collection, kind: JobKind, **arguments: Any) -> Job:
    return start_job(collection, ADA, kind, arguments)


def done(collection: Collection, job: Job) -> Job:
    assert run_reading_job(collection, job.id)
    return collection.repository.job(job.id)


def imports(collection: Collection) -> Path:
    folder = collection.path / IMPORTS
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.usefixtures("each_database")
def test_an_export_is_a_file_that_its_owner_alone_reads(collection: Collection) -> None:
    fill(collection, 3)
    found = done(collection, asked(collection, JobKind.WACZ))
    assert (found.state, found.outcome["faults"]) == (JobState.DONE, 0)
    assert found.total is not None
    path = result_path(collection.path, found)
    assert path is not None
    assert zipfile.is_zipfile(path)
    assert [folder.stat().st_mode & 0o777 for folder in list(path.parents)[:2]] == [0o700, 0o700]


def test_a_table_holds_what_was_selected(collection: Collection) -> None:
    fill(collection, 3)
    until = (START + timedelta(hours=1)).isoformat()
    found = done(collection, asked(collection, JobKind.CSV, until=until))
    path = result_path(collection.path, found)
    assert path is not None
    assert (found.message, len(path.read_text().splitlines())) == ("A table of 2 captures.", 3)


def test_a_check_keeps_its_result(collection: Collection) -> None:
    fill(collection, 2)
    found = done(collection, asked(collection, JobKind.VERIFY))
    assert found.outcome["faults"] == 0
    assert found.outcome["checked"]["captures"] == 2
    next((collection.path / "archive").glob("*.warc.gz*")).write_bytes(b"damaged")
    found = done(collection, asked(collection, JobKind.VERIFY))
    assert (found.state, found.outcome["faults"] > 0) == (JobState.DONE, True)
    assert "fault" in found.message
    assert collection.repository.last_job(JobKind.VERIFY, JobState.DONE) == found


def test_what_cannot_be_done_fails_with_the_reason(collection: Collection) -> None:
    found = done(collection, asked(collection, JobKind.WACZ))
    assert (found.state, found.result_file) == (JobState.FAILED, None)
    assert "holds no capture yet" in found.message


def test_a_list_of_urls_is_watched_and_one_wrong_line_adds_nothing(collection: Collection) -> None:
    (imports(collection) / "pages.txt").write_text("https://a.example/\nhttps://b.example/\n")
    (imports(collection) / "wrong.csv").write_text("url\nhttps://c.example/\nno address\n")
    assert importable(collection.path) == ["pages.txt", "wrong.csv"]
    found = done(collection, asked(collection, JobKind.IMPORT, file="pages.txt"))
    assert (found.message, collection.repository.count_pages()) == ("2 pages added, 0 watched before.", 2)
    assert done(collection, asked(collection, JobKind.IMPORT, file="wrong.csv")).state is JobState.FAILED
    assert collection.repository.count_pages() == 2


@pytest.mark.parametrize(
    "name", ["../news/pagetide.toml", "/etc/passwd", "link.txt", ".hidden.txt", "none.txt", ""]
)
def test_only_plain_files_of_the_folder_are_taken_in(collection: Collection, name: str) -> None:
    (imports(collection) / ".hidden.txt").write_text("https://a.example/")
    (imports(collection) / "link.txt").symlink_to("/etc/passwd")
    with pytest.raises(NotStored):
        import_path(collection.path, name)
    assert importable(collection.path) == []


def test_an_upload_goes_when_its_job_ends(collection: Collection) -> None:
    name, upload = keep_upload(collection.path, "..\\..\\sub dir/list é.txt", [b"https://a.example/"])
    assert name == "list-é.txt"
    done(collection, asked(collection, JobKind.IMPORT, file=name, upload=upload))
    assert collection.repository.count_pages() == 1
    with pytest.raises(NotStored):
        import_path(collection.path, name, upload)
    with pytest.raises(StorageError, match="files to import end in"):
        keep_upload(collection.path, "picture.png", [b""])


def test_files_are_deleted_after_the_stated_time(collection: Collection) -> None:
    fill(collection, 2)
    found = done(collection, asked(collection, JobKind.CSV))
    delete_old_files(collection, now())
    assert result_path(collection.path, found) is not None
    delete_old_files(collection, now() + KEPT + timedelta(minutes=1))
    assert result_path(collection.path, found) is None
    assert collection.repository.job(found.id).result_file is None


def test_a_job_that_waits_is_cancelled_at_once_and_one_that_runs_when_it_tells(
    collection: Collection,
) -> None:
    waiting, running = asked(collection, JobKind.VERIFY), asked(collection, JobKind.CSV)
    cancel_job(collection, ADA, waiting.id)
    assert collection.repository.job(waiting.id).state is JobState.CANCELLED
    assert not run_reading_job(collection, waiting.id)
    collection.repository.claim_job(running.id, START)
    cancel_job(collection, ADA, running.id)
    with pytest.raises(JobCancelled):
        Progress(collection=collection, number=running.id)(1, 2, "")
    with pytest.raises(StorageError, match="is over already"):
        cancel_job(collection, ADA, waiting.id)
    with pytest.raises(NotStored):
        cancel_job(collection, ADA, 99)
    with pytest.raises(StorageError, match="a job is not undone"):
        undo(collection, ADA, 1)
    with pytest.raises(NotStored, match="nothing to undo"):
        undo(collection, ADA)


@pytest.mark.usefixtures("each_database")
def test_one_job_is_begun_once(collection: Collection) -> None:
    job = asked(collection, JobKind.VERIFY)
    with working_on(collection.path, job.id) as is_ours:
        assert is_ours
        assert not run_reading_job(collection, job.id)
    assert run_reading_job(collection, job.id)
    assert not run_reading_job(collection, job.id)


@contextmanager
def begun(code: str, word: str) -> Iterator[subprocess.Popen[str]]:
    """A process that runs some code, once it has said a word; it ends by itself or is killed in the block."""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"{word}\n"
        yield process


@pytest.mark.usefixtures("each_database")
def test_a_job_of_a_process_that_was_killed_has_failed(collection: Collection) -> None:
    job = asked(collection, JobKind.CSV)
    code = (
        "import sys, time; from pathlib import Path; from pagetide.jobs.liveness import working_on\n"
        f"with working_on(Path({str(collection.path)!r}), {job.id}) as ours: print(ours, flush=True); time.sleep(600)"
    )
    with begun(code, "True") as process:
        collection.repository.claim_job(job.id, START)
        (made_job_folder(collection.path, job.id) / "half").write_text("x")
        assert fail_dead_jobs(collection) == []
        process.kill()
    assert fail_dead_jobs(collection) == [job.id]
    found = collection.repository.job(job.id)
    assert (found.state, found.message) == (JobState.FAILED, DIED)
    assert not (collection.path / "jobs" / str(job.id)).exists()


def until(collection: Collection, job: Job, *states: JobState) -> Job:
    for _ in range(1200):
        found = collection.repository.job(job.id)
        if found.state in states:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_jobs_are_done_beside_the_dashboard_in_processes_of_their_own(collection: Collection) -> None:
    fill(collection, 3)
    dead = asked(collection, JobKind.CSV)
    collection.repository.claim_job(dead.id, START)
    jobs = JobsBesideDashboard(collection)
    jobs.start()
    try:
        assert until(collection, dead, JobState.FAILED).message == DIED
        table = asked(collection, JobKind.CSV)
        jobs.call()
        assert until(collection, table, JobState.DONE, JobState.FAILED).state is JobState.DONE
    finally:
        jobs.stop()


def test_a_process_that_is_interrupted_says_so_and_leaves_nothing(collection: Collection) -> None:
    job = asked(collection, JobKind.CSV)
    code = (
        "import time; from pathlib import Path; from pagetide.jobs import running\n"
        "from storage.collection import Collection\n"
        "def long(*_): print('on', flush=True); time.sleep(600)\n"
        "running.READING = dict.fromkeys(running.READING, long)\n"
        f"with Collection.open(Path({str(collection.path)!r})) as opened:\n"
        f"    running.run_reading_job(opened, {job.id})"
    )
    with begun(code, "on") as process:
        cancel_job(collection, ADA, job.id)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
    assert collection.repository.job(job.id).state is JobState.CANCELLED


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A WACZ of a page with three captures."""
    with Collection.create(tmp_path / "other") as other:
        fill(other, 3)
        return export_wacz(other, tmp_path / "other.wacz")


def test_an_archive_waits_while_another_process_works_and_is_then_taken_in(
    tmp_path: Path, archive: Path
) -> None:
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news") as app:
        (imports(app.collection) / "other.wacz").write_bytes(archive.read_bytes())
        job = asked(app.collection, JobKind.INGEST, file="other.wacz")
        with app.working_alone():
            command = [sys.executable, "-m", "pagetide.jobs.process", str(tmp_path / "news"), str(job.id)]
            assert subprocess.run(command, check=False).returncode == BUSY
            assert app.collection.repository.job(job.id).state is JobState.WAITING
            jobs_tick(app, lambda: False).action(now())
        found = app.collection.repository.job(job.id)
        assert (found.state, found.outcome["added"], found.outcome["faults"]) == (JobState.DONE, 3, 0)
        assert (imports(app.collection) / "other.wacz").exists()


def test_a_daemon_that_stops_ends_a_taking_in_and_says_so(tmp_path: Path, archive: Path) -> None:
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news") as app, app.working_alone():
        name, upload = keep_upload(app.collection.path, "a.wacz", [archive.read_bytes()])
        job = asked(app.collection, JobKind.INGEST, file=name, upload=upload)
        assert run_ingest_job(app, job.id, lambda: True)
        found = app.collection.repository.job(job.id)
        assert (found.state, "was stopped" in found.message) == (JobState.FAILED, True)
