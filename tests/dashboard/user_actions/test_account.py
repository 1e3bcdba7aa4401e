"""One's own account: another password, and tokens for programs."""

import re

import httpx
import pytest
from playwright.sync_api import Browser

from dashboard.login_limits import BOTH
from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe
from tests.dashboard.user_actions.conftest import People
from tests.storage.builders import PASSWORD

NEW = "staple of another kind"


def change(people: People, client: httpx.Client, current: str = PASSWORD, again: str = NEW) -> httpx.Response:
    form = {"current": current, "new": NEW, "again": again, "form_token": people.form_token(client)}
    return client.post("/account/password", data=form)


def make(people: People, client: httpx.Client, scope: str = "read") -> str:
    form = {"label": "<b>reader", "scope": scope, "form_token": people.form_token(client)}
    answer = client.post("/account/tokens", data=form)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    found = re.search(r"<code>(pagetide_[\w-]{43})</code>", answer.text)
    assert found is not None
    return found[1]


def test_another_password_logs_out_everybody_else_and_not_oneself(people: People) -> None:
    with people.client("vic") as elsewhere, people.client("vic") as client, people.client("ada") as other:
        before = client.cookies[people.cookie]
        assert change(people, client).status_code == 303
        assert client.cookies[people.cookie] != before
        assert client.get("/account").status_code == 200
        assert elsewhere.get("/account").status_code == 401
        assert other.get("/account").status_code == 200
        assert people.log_in(elsewhere, "vic").status_code == 401
        assert people.log_in(elsewhere, "vic", NEW).status_code == 303
    assert people.actions()[0] == ("vic", "account: set password")


def test_without_the_old_password_nothing_is_changed_and_guesses_are_counted(people: People) -> None:
    with people.client("vic") as client:
        for _ in range(BOTH):
            assert change(people, client, current="a wrong password").status_code == 403
        assert change(people, client).status_code == 429
        assert client.get("/account").status_code == 200


@pytest.mark.parametrize("new", ["short", ""])
def test_a_new_password_that_cannot_be_taken_is_told(people: People, new: str) -> None:
    with people.client("vic") as client:
        assert "not the same twice" in change(people, client, again=NEW + "x").text
        form = {"current": PASSWORD, "new": new, "again": new, "form_token": people.form_token(client)}
        answer = client.post("/account/password", data=form)
        assert (answer.status_code, "12 to 1,000 letters" in answer.text) == (409, True)
        assert client.get("/account").status_code == 200
        assert people.log_in(client, "vic").status_code == 303


def test_a_token_is_shown_once_used_and_revoked(people: People) -> None:
    with people.client("arch") as client:
        secret = make(people, client, "write")
        shown = client.get("/account").text
        assert secret not in shown
        assert "&lt;b&gt;reader" in shown
        headers = {"Authorization": f"Bearer {secret}"}
        assert (
            httpx.post(f"{people.address}/api/v1/pages/1/mute", headers=headers, timeout=60).status_code
            == 200
        )
        assert people.actions()[0] == ("arch", "mute")
        form = {"number": "1", "form_token": people.form_token(client)}
        assert client.post("/account/tokens/revoke", data=form).status_code == 303
        assert "revoked" in client.get("/account").text
    assert httpx.get(f"{people.address}/api/v1/pages", headers=headers, timeout=60).status_code == 401


def test_nobody_sees_or_revokes_the_token_of_another(people: People) -> None:
    with people.client("arch") as client, people.client("ada") as other:
        secret = make(people, client)
        assert "reader" not in other.get("/account").text
        form = {"number": "1", "form_token": people.form_token(other)}
        assert other.post("/account/tokens/revoke", data=form).status_code == 404
    headers = {"Authorization": f"Bearer {secret}"}
    assert httpx.get(f"{people.address}/api/v1/pages", headers=headers, timeout=60).status_code == 200


def test_what_is_ones_own_is_guarded_as_well(people: People) -> None:
    with people.client("vic") as client:
        token = people.form_token(client)
        for path in ("/account/password", "/account/tokens", "/account/tokens/revoke"):
            assert client.post(path, data={"number": "1"}).status_code == 403
            sent = client.post(path, headers={"X-Form-Token": token, "Origin": "https://evil.example"})
            assert sent.status_code == 403
    assert httpx.post(f"{people.address}/account/tokens", timeout=60).status_code == 401


@needs_axe
@pytest.mark.parametrize("room", ["/account", "/accounts"])
def test_axe_finds_nothing_serious_on_the_pages_of_accounts(
    people: People, browser: Browser, room: str
) -> None:
    with people.client("ada") as client:
        make(people, client)
        kept = {people.cookie: client.cookies[people.cookie]}
    page = opened_for_axe(browser, people.address + room, cookies=kept)
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    assert_accessible(page)
