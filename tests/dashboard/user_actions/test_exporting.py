"""Exporting from the dashboard: asking for it, the file, who may have it, and for how long."""

import io
import zipfile
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from pagetide.jobs.liveness import delete_old_files, now
from pagetide.jobs.running import run_reading_job
from storage.collection import Collection
from storage.job_files import KEPT
from storage.jobs import Job, JobState
from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe
from tests.dashboard.user_actions.conftest import Open, People


def do_next(folder: Path) -> Job:
    """Do what was asked for, as the process beside the dashboard does."""
    with Collection.open(folder) as collection:
        (job,) = collection.repository.unfinished_jobs(JobState.WAITING)
        assert run_reading_job(collection, job.id)
        return collection.repository.job(job.id)


def test_an_export_is_asked_for_by_keyboard_and_downloaded_without_script(
    today: Open, folder: Path, address: str
) -> None:
    page = today(java_script_enabled=False, accept_downloads=True)
    page.goto(f"{address}/collection")
    page.get_by_label("Only one page").focus()
    page.keyboard.type("https://ferry.example/")
    page.get_by_label("As").select_option("export-csv")
    page.get_by_role("button", name="Export").press("Enter")
    page.wait_for_url("**/jobs#job-1")
    assert "waiting" in page.inner_text("#job-1")
    assert do_next(folder).state is JobState.DONE
    page.reload()
    assert "A table of 3 captures." in page.inner_text("#job-1")
    with page.expect_download() as download:
        page.click("text=Download")
    lines = Path(download.value.path()).read_text().splitlines()
    assert (download.value.suggested_filename[-4:], len(lines)) == (".csv", 4)


def test_programs_export_some_days_of_some_pages(client: httpx.Client, folder: Path) -> None:
    wanted = {"kind": "export-wacz", "pages": ["1"], "until": "2026-03-01T13:30:00Z"}
    answer = client.post("/api/v1/jobs", json=wanted)
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    assert answer.json()["arguments"]["pages"] == ["https://ferry.example/"]
    do_next(folder)
    told = client.get("/api/v1/jobs/1").json()
    assert (told["state"], told["outcome"]["faults"], told["file"]) == ("done", 0, "/jobs/1/file")
    file = client.get(told["file"])
    assert file.headers["content-type"] == "application/wacz+zip"
    assert file.headers["content-disposition"].startswith("attachment")
    with zipfile.ZipFile(io.BytesIO(file.content)) as package:
        assert len(package.read("pages/pages.jsonl").splitlines()) == 1 + 2
    assert [job["id"] for job in client.get("/api/v1/jobs").json()] == [1]


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"kind": "export-wacz", "pages": ["https://nowhere.example/"]}, 404),
        ({"kind": "export-wacz", "pages": ["99"]}, 404),
        ({"kind": "export-wacz", "file": "x.wacz"}, 422),
        ({"kind": "verify", "pages": ["1"]}, 422),
        ({"kind": "remove"}, 422),
        ({"kind": "export-csv", "since": "yesterday"}, 422),
    ],
)
def test_what_cannot_be_exported_starts_nothing(
    client: httpx.Client, wanted: dict[str, object], status: int
) -> None:
    assert client.post("/api/v1/jobs", json=wanted).status_code == status
    assert (
        client.post("/collection/export", data={"kind": "export-csv", "since": "1.3.26"}).status_code == 422
    )
    assert client.post("/collection/export", data={"kind": "verify"}).status_code == 422
    assert client.get("/api/v1/jobs").json() == []


def test_the_file_is_for_those_who_may_write_and_goes_after_its_time(people: People) -> None:
    with people.client("arch") as client:
        header = {"X-Form-Token": people.form_token(client)}
        client.post("/api/v1/jobs", json={"kind": "export-csv"}, headers=header)
        do_next(people.folder)
        assert client.get("/jobs/1/file").status_code == 200
    with people.client("vic") as client:
        assert "A table of" in client.get("/jobs").text
        assert "Download" not in client.get("/jobs").text
        assert client.get("/jobs/1/file").status_code == 403
    with people.client() as client:
        assert client.get("/jobs/1/file").status_code == 401
        for path in ("/jobs/1", "/jobs/1/", "/jobs/1/news.csv", "/static/../jobs/1/file"):
            assert client.get(path).status_code in {401, 404}
    with Collection.open(people.folder) as collection:
        delete_old_files(collection, now() + KEPT + timedelta(hours=1))
    with people.client("ada") as client:
        gone = client.get("/jobs/1/file")
        assert (gone.status_code, "deleted after 7 days" in gone.text) == (404, True)
        assert "Its file is deleted." in client.get("/jobs").text
    assert people.actions()[0] == ("arch", "job: start export-csv")


@needs_axe
def test_axe_finds_nothing_serious(browser: Browser, address: str, folder: Path) -> None:
    (folder / "imports").mkdir()
    (folder / "imports" / "a.txt").write_text("https://a.example/")
    assert_accessible(opened_for_axe(browser, f"{address}/collection"))
