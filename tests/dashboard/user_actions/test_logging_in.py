"""Logging in: who may, who may not, where it leads, and how often somebody may try."""

from datetime import timedelta

import httpx
import pytest
from playwright.sync_api import Browser

from dashboard.login_limits import ACCOUNT, ADDRESS, BOTH, WINDOW, LoginLimits
from dashboard.login_page import own_path
from storage.accounts.accounts import disable
from storage.accounts.sessions import IDLE, LONGEST, NOTED_EVERY
from storage.actions.audit import Actor
from storage.collection import Collection
from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe
from tests.dashboard.user_actions.conftest import People
from tests.storage.builders import PASSWORD, START


def test_whoever_is_not_logged_in_sees_nothing(people: People) -> None:
    with people.client() as client:
        for path in ("/", "/pages", "/page/1", "/capture/1/view.png", "/feed.atom", "/metrics", "/ask"):
            answer = client.get(path)
            assert (answer.status_code, "Ferries" in answer.text) == (401, False), path
        assert client.get("/api/v1/pages").headers["www-authenticate"].startswith("Bearer")
        assert client.get("/timemap/link/https://ferry.example/").status_code == 401
        assert client.get("/healthz").status_code == 200
        assert client.get("/static/dashboard.css").status_code == 200


def test_a_person_logs_in_without_script_and_comes_where_they_wanted(
    people: People, browser: Browser
) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{people.address}/page/1?show=all")
    assert page.url.startswith(f"{people.address}/login?next=")
    page.fill("#name", "Vic")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/page/1?show=all")
    assert page.inner_text(".who a") == "vic"
    page.context.close()


def test_a_wrong_password_is_told_and_the_name_kept(people: People) -> None:
    with people.client() as client:
        for name in ("ada", "nobody", "<b>"):
            answer = people.log_in(client, name, "a wrong password")
            assert answer.status_code == 401
            assert "No account has this name and this password." in answer.text
            assert "set-cookie" not in answer.headers
            assert "a wrong password" not in answer.text
        assert 'value="&lt;b&gt;"' in answer.text


def test_a_disabled_account_cannot_log_in_and_is_out_at_once(people: People) -> None:
    with people.client("vic") as client:
        with Collection.open(people.folder) as collection:
            disable(collection, Actor(by="root", at=START), "vic")
        assert client.get("/").status_code == 401
        assert people.log_in(client, "vic").status_code == 401


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(people: People) -> None:
    with people.client() as client:
        kept = people.log_in(client, "ada").headers["set-cookie"]
        https = {"X-Forwarded-Proto": "https", "Origin": people.address.replace("http:", "https:")}
        data = {"name": "ada", "password": PASSWORD}
        secure = client.post("/login", data=data, headers=https).headers["set-cookie"]
    assert kept.startswith(f"{people.cookie}=")
    for part in ("HttpOnly", "Path=/", "SameSite=lax", f"Max-Age={30 * 24 * 3600}"):
        assert part in kept
    assert "Domain" not in kept
    assert "Secure" not in kept
    assert secure.startswith(f"__Host-{people.cookie}=")
    assert "Secure" in secure


def test_a_session_that_somebody_planted_is_gone_after_the_login(people: People) -> None:
    """Session fixation: what the browser showed before the login is worth nothing after it."""
    with people.client("vic") as attacker, people.client() as victim:
        planted = attacker.cookies[people.cookie]
        victim.cookies.set(people.cookie, planted, domain="127.0.0.1")
        answer = people.log_in(victim, "ada")
        fresh = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        assert fresh != planted
        assert attacker.get("/").status_code == 401
        assert (
            people.log_in(victim, "ada").headers["set-cookie"].partition(";")[0] != f"{people.cookie}={fresh}"
        )


def test_two_live_sessions_at_once_are_none_and_rubbish_beside_one_is_nothing(people: People) -> None:
    """A page on another port of this host may add cookies of any name and path to ours."""
    with people.client("vic") as other, people.client("ada") as client:
        mine, theirs = client.cookies[people.cookie], other.cookies[people.cookie]
    for cookies, status in (
        (f"{people.cookie}=rubbish; {people.cookie}={mine}", 200),
        (f"{people.cookie}={mine}; {people.cookie}=", 200),
        (f"{people.cookie}={theirs}; {people.cookie}={mine}", 401),
        (f"{people.cookie}-x={mine}", 401),
    ):
        answer = httpx.get(people.address, headers={"Cookie": cookies}, timeout=60)
        assert answer.status_code == status, cookies


def test_sessions_end_when_they_are_idle_or_old(people: People) -> None:
    with people.client("ada") as client:
        people.now = START + IDLE - timedelta(minutes=1)
        assert client.get("/").status_code == 200  # and is noted as used
        people.now += IDLE - NOTED_EVERY
        assert client.get("/").status_code == 200
        people.now += IDLE
        assert client.get("/").status_code == 401
    with people.client("ada") as client:
        begun = people.now
        while people.now < begun + LONGEST - timedelta(days=1):
            people.now += timedelta(days=1)
            assert client.get("/api/v1/pages").status_code == 200
        people.now = begun + LONGEST
        assert client.get("/").status_code == 401


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "evil.example",
        "/\t/evil.example",
        "/login?next=/login",
        "",
    ],
)
def test_what_is_no_page_of_ours_is_not_led_to(elsewhere: str) -> None:
    assert own_path(elsewhere) == "/"


def test_the_login_leads_to_nowhere_else(people: People) -> None:
    data = {"name": "vic", "password": PASSWORD, "next": "//evil.example/"}
    with people.client() as client:
        assert client.post("/login", data=data).headers["location"] == "/"


def test_another_site_cannot_log_a_person_in(people: People) -> None:
    data = {"name": "vic", "password": PASSWORD}
    with people.client() as client:
        answer = client.post("/login", data=data, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


def test_after_too_many_wrong_passwords_one_waits(people: People) -> None:
    with people.client() as client:
        for _ in range(BOTH):
            assert people.log_in(client, "ada", "a wrong password").status_code == 401
        for name in ("ada", " ADA "):
            refused = people.log_in(client, name)
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "900")
            assert "Try again in 15 minutes" in refused.text
        assert people.log_in(client, "vic").status_code == 303
        people.now += WINDOW
        assert people.log_in(client, "ada").status_code == 303


def test_tries_are_counted_by_account_by_address_and_by_both() -> None:
    limits = LoginLimits()
    for number in range(ADDRESS):
        assert limits.begin(f"name{number}", "192.0.2.1", START) is None
    assert limits.begin("another", "192.0.2.1", START + WINDOW / 3) == WINDOW * 2 / 3
    for number in range(ACCOUNT):
        assert limits.begin("ada", f"198.51.100.{number}", START) is None
    assert limits.begin("ada", "203.0.113.1", START) == WINDOW
    assert limits.begin("ada", "203.0.113.1", START + WINDOW) is None


def test_addresses_of_one_ipv6_network_count_as_one_and_right_passwords_do_not_count() -> None:
    limits = LoginLimits()
    for number in range(BOTH):
        assert limits.begin("ada", f"2001:db8::{number + 1}", START) is None
    assert limits.begin("ada", "2001:db8::ffff", START) == WINDOW
    assert limits.begin("ada", "2001:db8:0:1::1", START) is None
    for _ in range(3 * ACCOUNT):
        assert limits.begin("vic", "192.0.2.1", START) is None
        limits.forgive("vic", "192.0.2.1")


@needs_axe
def test_axe_finds_nothing_serious_on_the_login(people: People, browser: Browser) -> None:
    page = opened_for_axe(browser, f"{people.address}/login")
    page.fill("#name", "ada")
    page.fill("#password", "a wrong password")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=alert]")
    assert_accessible(page)
