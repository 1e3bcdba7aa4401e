"""Saying whether a change was important, from the list."""

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from storage.collection import Collection
from tests.dashboard.user_actions.conftest import CLOSED, OPENED, WALLED, Open, shown


def _verdicts(folder: Path) -> list[bool | None]:
    with Collection.open(folder, read_only=True) as collection:
        return [item.important for item in collection.repository.labels(1)]


@pytest.mark.parametrize(("key", "said"), [("i", [True]), ("u", [False]), ("a", [])])
def test_one_key_says_it_and_the_finding_is_seen(
    today: Open, folder: Path, key: str, said: list[bool]
) -> None:
    page = today()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press(key)
    expect(page.locator(".done p")).to_have_text("Decided.")
    assert shown(page) == [WALLED, OPENED]
    assert _verdicts(folder) == said


def test_a_button_says_it_without_script(today: Open, folder: Path) -> None:
    page = today(java_script_enabled=False)
    with page.expect_navigation():
        page.click(".finding:nth-child(2) button[value=unimportant]")
    assert shown(page) == [WALLED, OPENED]
    assert _verdicts(folder) == [False]


def test_what_is_no_change_has_no_verdict(today: Open, client: httpx.Client) -> None:
    page = today()
    assert page.locator(".finding:first-child button[value=important]").count() == 0
    cluster = client.get("/api/v1/findings").json()[0]["cluster"]
    answer = client.post("/api/v1/findings/decide", json={"cluster": cluster, "important": True})
    assert answer.status_code == 409
    assert "only a change" in answer.json()["detail"]


def test_the_verdict_counts_in_heading_feed_and_api_at_once(client: httpx.Client) -> None:
    found = client.get("/api/v1/findings", params={"kind": "change"}).json()[0]
    said = {"findings": [found["id"]], "important": False, "note": "only the date"}
    assert client.post("/api/v1/findings/decide", json=said).status_code == 200
    assert CLOSED not in client.get("/feed.atom").text
    assert "Library opens" in client.get("/feed.atom").text
    assert "Unimportant change" in client.get(found["address"]).text
    assert [item["sentence"] for item in client.get("/api/v1/findings?kind=change").json()] == [OPENED]
