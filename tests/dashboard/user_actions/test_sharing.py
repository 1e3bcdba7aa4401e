"""Public links: making and revoking them, and what whoever has one sees, and does not see."""

import re
from datetime import timedelta

import httpx
import pytest
from playwright.sync_api import Browser
from sqlalchemy import text

from storage.actions.audit import Actor
from storage.actions.pages import tag as give_tag
from storage.actions.sharing import share, unshare
from storage.actions.undoing import undo
from storage.collection import Collection
from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe
from tests.dashboard.user_actions.conftest import CLOSED, People
from tests.storage.builders import PASSWORD, START

ROOT = Actor(by="root", at=START)
FERRY, WALLED = 1, 2


def link(people: People, page_id: int | None = FERRY, tag: str = "", days: int | None = None) -> str:
    """The address of a new public link."""
    until = None if days is None else START + timedelta(days=days)
    with Collection.open(people.folder) as collection:
        if tag:
            give_tag(collection, ROOT, FERRY, add=[tag])
        token, _ = share(collection, ROOT, page_id=page_id, tag=tag, expires_at=until)
    return f"{people.address}/shared/{token}"


def get(address: str) -> httpx.Response:
    return httpx.get(address, timeout=60)


def test_an_archivist_makes_a_link_by_keyboard_and_a_stranger_reads_it(
    people: People, browser: Browser
) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{people.address}/shares?page=1")
    page.fill("#name", "arch")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/shares?page=1")
    page.get_by_label("Expires after days").fill("30")
    page.get_by_role("button", name="Make the link").press("Enter")
    address = page.inner_text(".secret code")
    page.goto(f"{people.address}/shares")
    assert address.rpartition("/")[2] not in page.content()
    stranger = browser.new_context(java_script_enabled=False).new_page()
    stranger.goto(address)
    assert stranger.inner_text("h1") == "Ferries"
    stranger.locator("#captures ~ .scroll tbody a").first.click()
    assert "/compare?" in stranger.url
    assert stranger.locator("form, button").count() == 0
    assert stranger.locator("figure img").count() == 2
    page.get_by_role("button", name="Revoke").press("Enter")
    page.wait_for_url("**/shares")
    assert stranger.reload().status == 404  # type: ignore[union-attr]
    assert people.actions()[:2] == [("arch", "unshare"), ("arch", "share")]
    stranger.context.close()
    page.context.close()


def test_a_link_shows_one_page_and_nothing_of_another(people: People) -> None:
    address = link(people)
    assert get(address).status_code == 200
    assert "walled.example" not in get(address).text
    own, others = {1, 2, 3}, {4, 5}
    for number in own:
        assert get(f"{address}/capture/{number}/view.png").status_code == 200
    for number in others | {99}:
        assert get(f"{address}/capture/{number}/view.png").status_code == 404
    assert get(f"{address}/compare?before=1&after=2").status_code == 200
    for asked in ("before=1&after=4", "before=4&after=5", "after=5", "before=99&after=2"):
        assert get(f"{address}/compare?{asked}").status_code == 404, asked
    for asked in ("older=4", "newer=5", "sheet=2", "page=2", "tag=x"):
        assert "walled.example" not in get(f"{address}?{asked}").text
        assert "walled.example" not in get(f"{address}/feed.atom?{asked}").text
    for more in (
        "/capture/1/full.png",
        "/capture/1/text.txt",
        "/page/1",
        "/visits",
        "/schedule",
        "/../pages",
    ):
        assert get(address + more).status_code in {401, 404}, more


def test_a_link_gives_no_right_beside_it(people: People) -> None:
    address = link(people)
    with httpx.Client(base_url=people.address, timeout=60) as client:
        client.get(address)
        assert dict(client.cookies) == {}
        for path in (
            "/",
            "/page/1",
            "/capture/1/view.png",
            "/collection",
            "/shares",
            "/jobs",
            "/api/v1/pages",
        ):
            assert client.get(path).status_code == 401, path
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            assert client.request(method, address).status_code == 405
        token = address.rpartition("/")[2]
        assert client.get("/api/v1/pages", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    with people.client("ada") as admin:  # whoever has rights of their own does not lend them to the link
        shown = admin.get(address)
        assert (shown.status_code, "<form" in shown.text, "form-token" in shown.text) == (200, False, False)


def test_every_address_on_a_shared_page_stays_with_the_link(people: People) -> None:
    address = link(people)
    path = httpx.URL(address).path
    for where in (address, f"{address}/compare?before=1&after=2"):
        answer = get(where)
        found = re.findall(r'(?:href|src|action)="([^"]+)"', answer.text)
        assert [item for item in found if not item.startswith((path, "/static/", "#"))] == []
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-robots-tag"] == "noindex, nofollow"
        assert "no-store" in answer.headers["cache-control"]
    entries = re.findall(r'<link[^>]* href="([^"]+)"', get(f"{address}/feed.atom").text)
    assert len(entries) == 3
    assert [item for item in entries if not item.startswith(address)] == []


def test_a_link_to_a_tag_shows_its_list_and_feed_alone(people: People) -> None:
    address = link(people, None, tag="council")
    shown = get(address).text
    assert ("Ferries" in shown, "walled.example" in shown) == (True, False)
    assert CLOSED.split()[1] in get(f"{address}/feed.atom").text
    assert "walled.example" not in get(f"{address}/feed.atom").text
    for more in ("/compare?before=1&after=2", "/capture/1/view.png"):
        assert get(address + more).status_code == 404


def test_a_link_ends_when_it_expires_or_is_revoked_and_undoing_brings_it_back(people: People) -> None:
    expiring, lasting = link(people, days=2), link(people)
    assert [get(item).status_code for item in (expiring, lasting)] == [200, 200]
    people.now = START + timedelta(days=2)
    assert [get(item).status_code for item in (expiring, lasting)] == [404, 200]
    with Collection.open(people.folder) as collection:
        unshare(collection, ROOT, 2)
        assert get(lasting).status_code == 404
        undo(collection, ROOT)
        assert get(lasting).status_code == 200
        (made,) = [item for item in collection.repository.actions(limit=9) if item.before == {"shared": 2}]
        undo(collection, ROOT, made.id)
        assert get(lasting).status_code == 404


def test_a_token_is_kept_as_a_digest_and_cannot_be_guessed(people: People) -> None:
    token = link(people).rpartition("/")[2]
    assert len(token) == 43
    with (
        Collection.open(people.folder, read_only=True) as collection,
        collection.database.reading() as connection,
    ):
        (row,) = connection.execute(text("SELECT * FROM share"))
        assert token not in str(row)
    for wrong in (token[:-1], token + "x", "", "1", "%00", "../" + token):
        assert get(f"{people.address}/shared/{wrong}").status_code in {401, 404}


def test_programs_make_and_revoke_links_within_their_rights(people: People) -> None:
    with people.client("arch") as client:
        header = {"X-Form-Token": people.form_token(client)}
        made = client.post("/api/v1/shares", json={"page_id": 1}, headers=header)
        assert made.status_code == 201
        assert get(made.json()["address"]).status_code == 200
        assert "address" not in client.get("/api/v1/shares").json()[0]
        assert client.delete("/api/v1/shares/1", headers=header).json()["changed"] == 1
        assert client.delete("/api/v1/shares/1", headers=header).json()["changed"] == 0
        assert client.delete("/api/v1/shares/9", headers=header).status_code == 404
        assert get(made.json()["address"]).status_code == 404
        for wrong, status in (
            ({}, 422),
            ({"page_id": 1, "tag": "x"}, 422),
            ({"page_id": 99}, 404),
            ({"tag": "none"}, 404),
            ({"page_id": 1, "expires_at": "2020-01-01T00:00:00Z"}, 409),
        ):
            assert client.post("/api/v1/shares", json=wrong, headers=header).status_code == status, wrong
        form = {"page": "1", "days": "0", "form_token": header["X-Form-Token"]}
        assert client.post("/shares/add", data=form).status_code == 422
    with people.client("vic") as client:
        header = {"X-Form-Token": people.form_token(client)}
        assert client.post("/api/v1/shares", json={"page_id": 1}, headers=header).status_code == 403


@needs_axe
@pytest.mark.parametrize("room", ["", "/compare?before=1&after=2", "tag", "/shares"])
def test_axe_finds_nothing_serious(people: People, browser: Browser, room: str) -> None:
    address = link(people, None, tag="council") if room == "tag" else link(people) + room
    if room == "/shares":
        with people.client("ada") as client:
            kept = {people.cookie: client.cookies[people.cookie]}
        assert_accessible(opened_for_axe(browser, f"{people.address}/shares", cookies=kept))
        return
    assert_accessible(opened_for_axe(browser, address))
