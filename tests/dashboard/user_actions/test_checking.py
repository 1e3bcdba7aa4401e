"""Checking the collection from the dashboard, and the result of the last check."""

from pathlib import Path

import httpx

from storage.jobs import JobState
from tests.dashboard.user_actions.conftest import Open
from tests.dashboard.user_actions.test_exporting import do_next


def test_a_check_is_a_button_and_its_result_stays(today: Open, folder: Path, address: str) -> None:
    page = today(java_script_enabled=False)
    page.goto(f"{address}/collection")
    assert "Not checked from here yet" in page.inner_text("main")
    page.get_by_role("button", name="Check everything").press("Enter")
    page.wait_for_url("**/jobs#job-1")
    assert do_next(folder).state is JobState.DONE
    page.goto(f"{address}/collection")
    assert "everything is as it was written" in page.inner_text(".said")


def test_what_is_damaged_is_named(client: httpx.Client, folder: Path) -> None:
    (file,) = (folder / "archive").glob("*.warc.gz*")
    file.write_bytes(b"damaged" + file.read_bytes()[7:])
    assert client.post("/collection/verify").status_code == 303
    assert do_next(folder).state is JobState.DONE
    told = client.get("/api/v1/jobs/1").json()
    assert told["outcome"]["faults"] > 0
    assert file.name in told["outcome"]["first_faults"][0]["thing"]
    assert "What is damaged" in client.get("/jobs").text
