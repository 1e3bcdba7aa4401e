"""Marking what is new as seen."""

from pathlib import Path

import httpx
from playwright.sync_api import expect

from dashboard.source import Source
from dashboard.today import today as what_is_new
from storage.collection import Collection
from tests.dashboard.user_actions.conftest import CLOSED, OPENED, WALLED, Open, shown


def test_a_button_marks_all_alike_ones_without_script(today: Open, folder: Path) -> None:
    page = today(java_script_enabled=False)
    page.click(".finding:first-child button[value=seen]")
    assert shown(page) == [CLOSED, OPENED]
    assert page.inner_text(".done p") == "Marked as seen: 2 findings."
    with Collection.open(folder, read_only=True) as collection:
        (done,) = collection.repository.actions(limit=9)
    assert (done.by, done.action) == ("ada", "see")


def test_a_key_marks_it_and_the_place_in_the_list_stays(today: Open) -> None:
    page = today()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("s")
    expect(page.locator(".finding")).to_have_count(2)
    assert shown(page) == [WALLED, OPENED]
    assert page.evaluate("document.activeElement.querySelector('h2').innerText") == OPENED


def test_the_api_marks_some_and_takes_it_back(client: httpx.Client) -> None:
    numbers = [item["id"] for item in client.get("/api/v1/findings").json()]
    done = client.post("/api/v1/findings/see", json={"findings": numbers[:2], "said_by": "bob"})
    assert done.json()["changed"] == 2
    assert len(client.get("/api/v1/findings", params={"seen": False}).json()) == 2
    assert client.post("/api/v1/findings/unsee", json={"findings": numbers[:1]}).json()["changed"] == 1
    assert len(client.get("/api/v1/findings", params={"seen": False}).json()) == 3
    last, first = client.get("/api/v1/actions").json()
    assert (first["action"], first["by"], last["action"], last["by"]) == ("see", "bob", "unsee", "ada")
    assert client.post("/api/v1/findings/see", json={"findings": [99]}).status_code == 404


def test_what_somebody_else_has_seen_to_is_told(client: httpx.Client) -> None:
    cluster = client.get("/api/v1/findings").json()[0]["cluster"]
    form = {"action": "seen", "cluster": cluster}
    assert client.post("/findings", data=form).status_code == 303
    assert client.post("/findings", data=form).status_code == 404


def test_pages_of_other_origins_mark_nothing(client: httpx.Client) -> None:
    cluster = client.get("/api/v1/findings").json()[0]["cluster"]
    foreign = {"Origin": "https://evil.example"}
    asked = client.post("/findings", data={"action": "seen", "cluster": cluster}, headers=foreign)
    assert asked.status_code == 403
    assert client.post("/api/v1/findings/see", json={"cluster": cluster}, headers=foreign).status_code == 403
    assert len(client.get("/api/v1/findings", params={"seen": False}).json()) == 4


def test_nothing_new_is_told_from_nothing_found(client: httpx.Client, source: Source) -> None:
    for item in client.get("/api/v1/findings").json():
        client.post("/api/v1/findings/see", json={"findings": [item["id"]]})
    assert "all findings have been seen" in client.get("/").text
    assert what_is_new(source).found_any is False
