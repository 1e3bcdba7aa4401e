"""What holds for every answer: headers, methods, errors."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime

import httpx
import pytest

from dashboard.app import LARGEST_BODY, create_app
from dashboard.request_checks import Access
from storage.collection import Collection
from tests.dashboard.conftest import served

ROOMS = [
    "/",
    "/page/1",
    "/page/2",
    "/page/4",
    "/page/5",
    "/page/1/compare",
    "/page/4/compare",
    "/schedule",
    "/capture/1",
    "/capture/18",
    "/none",
]
EVERYTHING = [
    *ROOMS,
    "/healthz",
    "/feed.atom",
    "/api/v1/pages",
    "/api/v1/openapi.json",
    "/capture/1/view.png",
    "/capture/1/dom.txt",
    "/timemap/link/http://nowhere.example/",
    "/timegate/http://nowhere.example/",
    "/20260101000000/http://nowhere.example/",
    "/static/dashboard.css",
]


@pytest.mark.parametrize("path", EVERYTHING)
def test_every_answer_carries_the_security_headers(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'self'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/api/v1/pages", "/capture/1/view.png", "/static/dashboard.css"])
def test_it_answers_to_its_own_names_only(client: httpx.Client, path: str) -> None:
    """A name that leads here is not enough: that is how a page elsewhere would read the collection."""
    for name in ("evil.example", "evil.example:8400", "127.0.0.1.evil.example", "localhost.evil.example"):
        refused = client.get(path, headers={"Host": name})
        assert refused.status_code == 400
        assert "add it to names under [dashboard]" in refused.text
        assert "default-src 'none'" in refused.headers["content-security-policy"]
    for name in ("localhost", "localhost:8400", "127.0.0.1:8400", "[::1]", "[::1]:8400"):
        assert client.get(path, headers={"Host": name}).status_code == 200


def test_it_answers_to_names_that_it_is_given(collection: Collection, now: Callable[[], datetime]) -> None:
    with served(create_app(collection, now=now, access=Access(names=("archive.example",)))) as address:
        asked = httpx.get(f"{address}/healthz", headers={"Host": "archive.example"}, timeout=60)
        other = httpx.get(f"{address}/healthz", headers={"Host": "www.archive.example"}, timeout=60)
    assert (asked.status_code, other.status_code) == (200, 400)


@pytest.mark.parametrize("path", ["/", "/api/v1/pages", "/feed.atom", "/none"])
def test_head_is_get_without_a_body(client: httpx.Client, path: str) -> None:
    got, asked = client.get(path), client.head(path)
    assert (asked.status_code, asked.content) == (got.status_code, b"")
    assert asked.headers["content-type"] == got.headers["content-type"]


@pytest.mark.parametrize("path", ROOMS)
def test_pages_hold_no_inline_script_or_style(client: httpx.Client, path: str) -> None:
    text = client.get(path).text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/", "/page/1", "/api/v1/schedule", "/capture/1/view.png", "/schedule"])
def test_nothing_but_reading_is_answered(client: httpx.Client, method: str, path: str) -> None:
    assert client.request(method, path).status_code == 405


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/page/999", 404, "There is no page 999"),
        ("/capture/9999/view.png", 404, "There is no capture 9999"),
        ("/page/9223372036854775808", 422, "less than or equal to"),
        ("/page/first", 422, "valid integer"),
        ("/capture/9999", 404, "There is no capture 9999"),
        ("/nowhere", 404, "There is nothing at this address"),
        ("/page/1/compare?after=9999", 404, "There is no capture 9999"),
    ],
)
def test_an_error_is_a_page_that_says_what_happened(
    client: httpx.Client, path: str, status: int, said: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert said in answer.text
    assert 'href="/"' in answer.text


def test_an_error_of_the_json_interface_is_json(client: httpx.Client) -> None:
    answer = client.get("/api/v1/pages/999")
    assert answer.status_code == 404
    assert "There is no page 999" in answer.json()["detail"]


def test_health_names_the_collection(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "collection": "newsroom"}


def test_what_is_text_is_compressed_and_pictures_are_not(client: httpx.Client) -> None:
    for path, said in (("/pages", "gzip"), ("/api/v1/pages", "gzip"), ("/capture/1/view.png", None)):
        assert client.get(path).headers.get("content-encoding") == said


def test_what_is_larger_than_anything_that_is_taken_is_not_read(site: str) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"name="
        for _ in range(2 * LARGEST_BODY // 1_000_000):
            yield b"x" * 1_000_000

    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for headers, content in ((form, chunks()), (form, b"x" * (LARGEST_BODY + 1))):
        with suppress(httpx.WriteError):  # the answer comes before all of it was sent
            answer = httpx.post(f"{site}/login", headers=headers, content=content, timeout=60)
            assert answer.status_code in (400, 413)
    assert httpx.get(f"{site}/healthz", timeout=60).status_code == 200
