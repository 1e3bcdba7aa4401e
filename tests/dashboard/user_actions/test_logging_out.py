"""Logging out ends the session for whoever still has its token."""

from playwright.sync_api import Browser

from tests.dashboard.user_actions.conftest import People
from tests.storage.builders import PASSWORD


def test_a_button_logs_out_and_the_token_is_worth_nothing(people: People, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(people.address)
    page.fill("#name", "vic")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Log out")
    (kept,) = page.context.cookies()
    page.click("text=Log out")
    page.wait_for_url("**/login")
    assert page.context.cookies() == []
    page.context.close()
    with people.client() as client:
        client.cookies.set(people.cookie, kept["value"], domain="127.0.0.1")
        assert client.get("/").status_code == 401


def test_another_page_cannot_log_a_person_out(people: People) -> None:
    with people.client("vic") as client:
        assert client.post("/logout", headers={"Origin": "https://evil.example"}).status_code == 403
        assert client.post("/logout").status_code == 403
        assert client.get("/").status_code == 200
        assert client.post("/logout", data={"form_token": people.form_token(client)}).status_code == 303
        assert client.get("/").status_code == 401
