"""Undoing what was done."""

import httpx
from playwright.sync_api import expect

from tests.dashboard.user_actions.conftest import CLOSED, OPENED, WALLED, Open, shown


def test_one_key_brings_back_what_was_decided_last(today: Open, client: httpx.Client) -> None:
    page = today()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("u")
    expect(page.locator(".finding")).to_have_count(2)
    page.keyboard.press("z")
    expect(page.locator(".finding")).to_have_count(3)
    assert shown(page) == [WALLED, CLOSED, OPENED]
    assert page.inner_text(".done p") == "Undone."
    assert page.locator(".done button").count() == 0
    assert CLOSED in client.get("/feed.atom").text


def test_a_button_does_it_without_script(today: Open) -> None:
    page = today(java_script_enabled=False)
    page.click(".finding:first-child button[value=seen]")
    page.click(".done button")
    assert shown(page) == [WALLED, CLOSED, OPENED]


def test_the_api_undoes_by_number_and_ones_own_last_action(client: httpx.Client) -> None:
    first = client.post("/api/v1/pages/1/mute").json()["action_id"]
    client.put("/api/v1/pages/1/note", json={"text": "x"})
    assert client.post("/api/v1/actions/undo").status_code == 200
    assert client.post(f"/api/v1/actions/{first}/undo").status_code == 200
    assert client.post(f"/api/v1/actions/{first}/undo").status_code == 409
    assert client.post("/api/v1/actions/99/undo").status_code == 404
    assert client.post("/api/v1/actions/undo").status_code == 404
