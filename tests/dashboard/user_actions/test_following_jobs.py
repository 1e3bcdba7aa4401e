"""Following a job: its progress while it runs, cancelling it, and its end."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from dashboard.app import create_app
from dashboard.request_checks import Access
from dashboard.source import Asked
from pagetide.jobs.beside_dashboard import JobsBesideDashboard
from pagetide.jobs.liveness import now
from storage.actions.audit import Actor
from storage.actions.jobs import start_job
from storage.collection import Collection
from storage.jobs import JobKind, JobState
from tests.dashboard.browsing import assert_accessible, needs_axe, opened, opened_for_axe
from tests.dashboard.conftest import served
from tests.dashboard.user_actions.conftest import Open
from tests.storage.builders import START


@pytest.fixture
def jobs(folder: Path) -> Iterator[Collection]:
    """One that runs and is at a third, and one that waits."""
    with Collection.open(folder) as collection:
        for kind in (JobKind.VERIFY, JobKind.WACZ):
            start_job(collection, Actor(by="ada", at=START), kind, {})
        collection.repository.claim_job(1, START)
        collection.repository.note_progress(1, 1, 3, "checking <b>")
        yield collection


def test_a_job_is_followed_and_cancelled_without_script(jobs: Collection, today: Open, address: str) -> None:
    page = today(java_script_enabled=False)
    page.goto(f"{address}/jobs")
    assert page.locator("#job-1 progress").get_attribute("value") == "1"
    assert "checking <b>" in page.inner_text("#job-1")
    page.get_by_role("form", name="Job 2").get_by_role("button").press("Enter")
    page.wait_for_url("**/jobs#job-2")
    assert "cancelled" in page.inner_text("#job-2")
    page.get_by_role("form", name="Job 1").get_by_role("button").press("Enter")
    page.wait_for_url("**/jobs#job-1")
    assert "being cancelled" in page.inner_text("#job-1")
    assert jobs.repository.job(1).cancelled_at is not None


def test_progress_comes_by_itself_and_the_end_is_said(
    jobs: Collection, browser: Browser, address: str
) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{address}/jobs")
    page.get_by_role("form", name="Job 1").get_by_role("button").focus()
    jobs.repository.note_progress(1, 2, 3, "checking the rest")
    expect(page.locator("#job-1 [data-message]")).to_have_text("checking the rest")
    expect(page.locator("#job-1 [data-share]")).to_have_text("66 %")
    jobs.repository.end_job(1, JobState.DONE, now(), "All is well.")
    expect(page.locator("#job-1 [data-message]")).to_have_text("All is well.")
    expect(page.locator("#jobs-said")).to_have_text("Check everything #1 done")
    expect(page.locator("#job-1")).to_be_focused()
    page.context.close()


def test_events_tell_what_is_not_over_and_end_when_all_is(jobs: Collection, client: httpx.Client) -> None:
    with client.stream("GET", "/jobs/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        first = json.loads(next(lines).removeprefix("data: "))
        assert [(job["id"], job["state"], job["done"]) for job in first] == [
            (1, "running", 1),
            (2, "waiting", 0),
        ]
        for number in (1, 2):
            jobs.repository.end_job(number, JobState.FAILED, now(), "x")
        assert "event: idle" in list(lines)


def test_programs_cancel_a_job_once(jobs: Collection, client: httpx.Client) -> None:
    assert client.post("/api/v1/jobs/2/cancel").json()["state"] == "cancelled"
    assert client.post("/api/v1/jobs/2/cancel").status_code == 409
    assert client.post("/api/v1/jobs/99/cancel").status_code == 404
    assert [entry.action for entry in jobs.repository.actions(limit=1)] == ["job: cancel export-wacz"]


def test_a_job_is_done_beside_the_dashboard(folder: Path, browser: Browser) -> None:
    with Collection.open(folder, read_only=True) as collection:
        jobs = JobsBesideDashboard(collection)
        jobs.start()
        app = create_app(collection, now=now, access=Access(writer="ada"), asked=Asked(call_jobs=jobs.call))
        with served(app) as address:
            page = opened(browser, f"{address}/collection")
            page.get_by_role("button", name="Export").click()
            expect(page.get_by_role("link", name="Download")).to_be_visible(timeout=60_000)
            page.context.close()
        jobs.stop()


@needs_axe
def test_axe_finds_nothing_serious(jobs: Collection, browser: Browser, address: str) -> None:
    start_job(jobs, Actor(by="ada", at=START), JobKind.CSV, {"pages": ["https://ferry.example/"]})
    fault = {"thing": "news.warc.gz", "message": "It is damaged.", "remedy": "Restore it."}
    jobs.repository.end_job(3, JobState.DONE, now(), "Done.", outcome={"faults": 2, "first_faults": [fault]})
    assert_accessible(opened_for_axe(browser, f"{address}/jobs"))
