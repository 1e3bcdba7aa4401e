"""A page on another port, as a replayed one is: cookies ignore ports, and still it reaches nothing of the dashboard."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from playwright.sync_api import Browser, BrowserContext, Page

from tests.dashboard.conftest import served
from tests.dashboard.user_actions.conftest import People
from tests.storage.builders import PASSWORD


@pytest.fixture
def replayed() -> Iterator[str]:
    """The address of a page on another port of the same host, without any policy of its own."""
    app = FastAPI(openapi_url=None)
    app.get("/")(lambda: HTMLResponse("<title>archived</title>"))
    with served(app) as address:
        yield address


@pytest.fixture
def context(people: People, browser: Browser) -> Iterator[BrowserContext]:
    """A browser in which an archivist is logged in."""
    opened = browser.new_context()
    page = opened.new_page()
    page.goto(people.address)
    page.fill("#name", "arch")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Log out")
    yield opened
    opened.close()


@pytest.fixture
def archived(context: BrowserContext, replayed: str) -> Page:
    page = context.new_page()
    page.goto(replayed)
    return page


def test_it_cannot_read_the_sessions_cookie(archived: Page, people: People) -> None:
    assert archived.evaluate("document.cookie") == ""
    assert any(cookie["name"] == people.cookie for cookie in archived.context.cookies())


def test_it_reads_no_answer_of_the_dashboard(archived: Page, people: People) -> None:
    read = """async (address) => {
        const told = [];
        for (const path of ["/", "/api/v1/pages", "/capture/1/view.png", "/feed.atom"]) {
            for (const mode of ["cors", "no-cors"]) {
                try {
                    const answer = await fetch(address + path, { credentials: "include", mode });
                    told.push(await answer.text());
                } catch { told.push(""); }
            }
        }
        return told.join("");
    }"""
    assert archived.evaluate(read, people.address) == ""
    framed = """async (address) => {
        const frame = document.createElement("iframe");
        frame.src = address;
        const loaded = new Promise((done) => frame.addEventListener("load", done));
        document.body.append(frame);
        await loaded;
        try { return frame.contentDocument ? "read" : "refused"; } catch { return "refused"; }
    }"""
    assert archived.evaluate(framed, people.address) == "refused"


def test_it_writes_nothing(archived: Page, people: People) -> None:
    before = people.actions()
    send = """async (address) => {
        for (const [path, body] of [
            ["/page/1/act", "action=mute"], ["/undo", ""], ["/logout", ""], ["/api/v1/pages/1/mute", ""],
        ]) {
            const headers = { "Content-Type": "application/x-www-form-urlencoded" };
            await fetch(address + path, { method: "POST", body, headers, credentials: "include", mode: "no-cors" })
                .catch(() => null);
        }
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action: address + "/page/1/act" });
        form.innerHTML = '<input name="action" value="mute"><input name="form_token" value="guess">';
        document.body.append(form);
        form.requestSubmit();
    }"""
    with archived.expect_navigation():
        archived.evaluate(send, people.address)
    assert "asked for by a page of another origin" in archived.inner_text("main")
    assert people.actions() == before
    archived.goto(people.address)
    assert archived.inner_text(".who a") == "arch"


def _room(archived: Page, people: People, value: str, path: str) -> Page:
    """A room of the dashboard, after the page has set a cookie of the session's name."""
    archived.evaluate("(text) => { document.cookie = text; }", f"{people.cookie}={value}; path={path}")
    page = archived.context.new_page()
    page.goto(f"{people.address}/page/1")
    return page


@pytest.mark.parametrize("path", ["/", "/page"])
def test_it_cannot_log_the_person_out_with_rubbish(archived: Page, people: People, path: str) -> None:
    page = _room(archived, people, "rubbish", path)
    assert (page.url, page.inner_text(".who a")) == (f"{people.address}/page/1", "arch")


def test_it_cannot_let_the_person_act_in_anothers_name(archived: Page, people: People) -> None:
    with people.client("vic") as other:
        theirs = other.cookies[people.cookie]
    page = _room(archived, people, theirs, "/")  # the browser keeps what no script may touch
    assert (page.url, page.inner_text(".who a")) == (f"{people.address}/page/1", "arch")
    page = _room(archived, people, theirs, "/page")  # and the dashboard takes neither of two
    assert page.url == f"{people.address}/login?next=/page/1"
