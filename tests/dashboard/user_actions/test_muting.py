"""Muting a page, from the list and from the API; and pausing, retiring, tagging and noting it."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.dashboard.user_actions.conftest import WALLED, Open, shown


def test_one_key_mutes_the_page_of_a_finding(today: Open) -> None:
    page = today()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("m")
    expect(page.locator(".done p")).to_have_text("Page muted.")
    assert shown(page) == [WALLED]


def test_findings_on_several_pages_mute_none(today: Open, client: httpx.Client) -> None:
    assert today().locator(".finding:first-child button[value=mute]").count() == 0
    cluster = client.get("/api/v1/findings").json()[0]["cluster"]
    assert client.post("/findings", data={"action": "mute", "cluster": cluster}).status_code == 409


def test_a_muted_page_is_kept_out_of_the_feed_and_says_so(client: httpx.Client) -> None:
    assert client.post("/api/v1/pages/1/mute").json()["changed"] == 1
    assert "Ferry" not in client.get("/feed.atom").text
    assert "muted" in client.get("/page/1").text
    assert client.post("/page/1/act", data={"action": "unmute"}).status_code == 303
    assert "Ferry" in client.get("/feed.atom").text


@pytest.mark.parametrize(("action", "state"), [("pause", "paused"), ("retire", "retired")])
def test_a_page_is_watched_no_more_and_again(client: httpx.Client, action: str, state: str) -> None:
    client.post(f"/api/v1/pages/1/{action}")
    assert client.get("/api/v1/pages/1").json()["state"] == state
    assert len(client.get(f"/pages?state={state}").text.split('class="entry"')) == 2
    client.post("/api/v1/pages/1/resume")
    assert client.get("/api/v1/pages/1").json()["active"] is True
    assert client.post(f"/api/v1/pages/99/{action}").status_code == 404


def test_tags_and_a_note_are_kept_from_the_form_and_the_api(client: httpx.Client) -> None:
    form = {"note": "Moves <b>in May", "tags": "ferries, north "}
    assert client.post("/page/1/note", data=form).status_code == 303
    shown_page = client.get("/page/1").text
    assert "Moves &lt;b&gt;in May" in shown_page
    assert "ferries, north" in shown_page
    assert client.post("/api/v1/pages/1/tags", json={"drop": ["north"]}).json()["changed"] == 1
    assert client.put("/api/v1/pages/1/note", json={"text": ""}).json()["changed"] == 1
    assert client.post("/api/v1/pages/1/tags", json={"add": ["a,b"]}).status_code == 409
