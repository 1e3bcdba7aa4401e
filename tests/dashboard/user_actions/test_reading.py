"""Reading what is new."""

import httpx
import pytest
from lxml import html

from tests.dashboard.user_actions.conftest import CLOSED, OPENED, WALLED, Open, shown


@pytest.fixture
def address(unchanged: str) -> str:
    return unchanged


def test_what_is_new_stands_there_the_most_important_first_and_alike_findings_once(today: Open) -> None:
    page = today()
    assert shown(page) == [WALLED, CLOSED, OPENED]
    assert page.locator(".alike summary").all_inner_texts() == ["1 more finding alike"]
    assert "4 findings" in page.inner_text(".lede")
    assert "probability 90 %" in page.inner_text(".finding:nth-child(2)")


def test_markup_in_what_pages_say_comes_out_as_text(client: httpx.Client) -> None:
    shown_text = client.get("/").text
    assert "Library opens &lt;b&gt;now" in shown_text
    assert "<b>now" not in shown_text


def test_the_captures_of_a_page_say_what_changed(client: httpx.Client) -> None:
    document = html.fromstring(client.get("/page/1").text)
    notes = [cell.text_content().strip() for cell in document.cssselect(".captures .told-change")]
    assert notes == [OPENED, CLOSED]


def test_the_picture_shows_where_the_change_is(client: httpx.Client) -> None:
    document = html.fromstring(client.get("/").text)
    pictures = [picture.get("src") for picture in document.cssselect(".finding-picture img")]
    assert len(pictures) == 3
    for picture in pictures:
        answer = client.get(picture)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
        again = client.get(picture, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304


def test_keys_lead_through_the_list_to_the_comparison(today: Open) -> None:
    page = today()
    for _ in range(3):
        page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.querySelector('h2').innerText") == CLOSED
    page.keyboard.press("Enter")
    page.wait_for_url("**/page/1/compare?before=1&after=2")
    assert CLOSED in page.inner_text("main")


def test_the_keys_are_told_and_closed_by_keyboard(today: Open) -> None:
    page = today()
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("s")  # not while help is read
    page.keyboard.press("Escape")
    assert not page.locator("#keys").is_visible()
    assert len(shown(page)) == 3


def test_times_are_the_readers(today: Open) -> None:
    page = today(timezone_id="Asia/Tokyo")
    page.wait_for_function("document.getElementById('zone').textContent.includes('Asia/Tokyo')")
    title = page.locator(".finding:nth-child(2) time").get_attribute("title") or ""
    assert "22:00" in title  # 13:00 UTC


def test_addresses_of_the_list_of_pages_still_lead_there(client: httpx.Client) -> None:
    answer = client.get("/?q=ferries&sort=title", follow_redirects=True)
    assert answer.url.path == "/pages"
    assert "Ferries" in answer.text


def test_the_api_has_what_the_page_has_and_reads_on(client: httpx.Client) -> None:
    found = client.get("/api/v1/findings", params={"seen": False}).json()
    assert [item["kind"] for item in found] == ["walled", "walled", "change", "change"]
    assert found[2]["sentence"] == CLOSED
    assert client.get(f"/api/v1/findings/{found[2]['id']}").json() == found[2]
    only = client.get("/api/v1/findings", params={"kind": ["change"], "page": 1}).json()
    assert only == found[2:]
    first = client.get("/api/v1/findings", params={"limit": 3})
    rest = client.get(first.links["next"]["url"])
    assert first.json() + rest.json() == found
    assert "next" not in rest.links
    assert client.get("/api/v1/findings/99").status_code == 404
    assert client.get("/api/v1/findings", params={"since": "yesterday"}).status_code == 422
