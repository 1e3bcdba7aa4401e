"""An admin makes, changes and disables accounts; nobody else does."""

from playwright.sync_api import Browser

from tests.dashboard.user_actions.conftest import People
from tests.storage.builders import PASSWORD

NEW = "staple of another kind"
FORMS = {
    "/accounts/add": {"name": "eve", "password": NEW, "role": "admin"},
    "/accounts/role": {"name": "vic", "role": "admin"},
    "/accounts/password": {"name": "ada", "password": NEW},
    "/accounts/disable": {"name": "ada"},
    "/accounts/enable": {"name": "vic"},
}


def test_an_admin_makes_an_account_in_a_browser_without_script(people: People, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(people.address)
    page.fill("#name", "ada")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    page.click(".who a")
    page.click("text=All accounts")
    page.fill("#name", "Eve")
    page.select_option("#role", "archivist")
    page.fill("#password", NEW)
    page.click("text=Make the account")
    page.wait_for_selector("h2:has-text('eve')")
    page.context.close()
    with people.client() as client:
        assert people.log_in(client, "eve", NEW).status_code == 303
    assert people.actions()[0] == ("ada", "account: add archivist")


def test_an_admin_changes_what_others_may_and_lets_them_in_or_not(people: People) -> None:
    with people.client("ada") as admin, people.client("vic") as vic:
        token = {"form_token": people.form_token(admin)}
        sent = [
            admin.post("/accounts/role", data=token | {"name": "vic", "role": "archivist"}),
            admin.post("/accounts/password", data=token | {"name": "arch", "password": NEW}),
        ]
        assert [answer.status_code for answer in sent] == [303, 303]
        assert 'action="/findings"' in vic.get("/").text
        assert admin.post("/accounts/disable", data=token | {"name": "vic"}).status_code == 303
        assert vic.get("/").status_code == 401
        assert "disabled" in admin.get("/accounts").text
        assert admin.post("/accounts/enable", data=token | {"name": "vic"}).status_code == 303
        assert people.log_in(vic, "vic").status_code == 303


def test_what_cannot_be_done_is_told(people: People) -> None:
    with people.client("ada") as admin:
        token = {"form_token": people.form_token(admin)}
        for path, form, told in (
            ("disable", {"name": "ada"}, "last admin"),
            ("role", {"name": "ada", "role": "viewer"}, "last admin"),
            ("add", {"name": "VIC", "password": NEW, "role": "viewer"}, "already"),
            ("add", {"name": "<b>", "password": NEW, "role": "viewer"}, "no name of an account"),
            ("add", {"name": "eve", "password": "short", "role": "viewer"}, "12 to 1,000 letters"),
            ("disable", {"name": "nobody"}, "no account nobody"),
        ):
            answer = admin.post(f"/accounts/{path}", data=token | form)
            assert (answer.status_code, told in answer.text) == (409, True), (path, form)


def test_nobody_else_manages_accounts(people: People) -> None:
    before = people.actions()
    for name in ("arch", "vic"):
        with people.client(name) as client:
            assert client.get("/accounts").status_code == 403
            assert "All accounts" not in client.get("/account").text
            for path, form in FORMS.items():
                sent = client.post(path, data=form | {"form_token": people.form_token(client)})
                assert sent.status_code == 403, (name, path)
    assert people.actions() == before
