"""What people say in the dashboard is kept, and nobody else's page can say it for them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from dashboard.app import create_app
from dashboard.request_checks import Access
from storage.collection import Collection
from storage.ingest.archives import rebuild
from tests.dashboard.conftest import served
from tests.storage.builders import START, capture, lose_database, score


@contextmanager
def dashboard(folder: Path, writer: str | None = "ada") -> Iterator[str]:
    """A dashboard over a page with two captures, and one without any."""
    with Collection.create(folder / "news") as collection:
        page = collection.repository.add_page("https://a.example/", at=START)
        collection.repository.add_page("https://b.example/", at=START)
        before, after = (collection.store(page, capture(number)) for number in range(2))
        collection.record_score(score(before, after, important=True))
    with (
        Collection.open(folder / "news", read_only=True) as opened,
        served(create_app(opened, now=lambda: START, access=Access(writer=writer))) as address,
    ):
        yield address


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with dashboard(tmp_path) as found:
        yield found


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60) as opened:
        yield opened


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, Path]]:
    """A dashboard, and its folder, of tests whose every request is refused."""
    folder = tmp_path_factory.mktemp("unchanged")
    with dashboard(folder) as found, httpx.Client(base_url=found, timeout=60) as client:
        yield client, folder


def labels(folder: Path) -> list[tuple[int, int, bool | None, str]]:
    with Collection.open(folder / "news", read_only=True) as collection:
        return [
            (item.before_id, item.after_id, item.important, item.said_by)
            for item in collection.repository.labels(1)
        ]


def test_a_type_is_corrected_and_the_correction_taken_back(client: httpx.Client) -> None:
    said = client.put("/api/v1/pages/1/type", json={"type": "forum"})
    assert (said.status_code, said.json()["name"], said.json()["said_by"]) == (200, "forum", "ada")
    assert client.get("/api/v1/pages/1").json()["type"]["name"] == "forum"
    named = client.put("/api/v1/pages/1/type", json={"type": "product", "said_by": "bob", "note": "a shop"})
    assert named.json()["said_by"] == "bob"
    assert client.delete("/api/v1/pages/1/type").status_code == 204
    assert client.get("/api/v1/pages/1").json()["type"] is None


def test_a_correction_is_in_the_archive(client: httpx.Client, tmp_path: Path) -> None:
    client.put("/api/v1/pages/1/type", json={"type": "forum"})
    archived = b"".join(path.read_bytes() for path in (tmp_path / "news").rglob("*.warc*"))
    assert archived  # compressed: what it says is read back by ``rebuild``, as tests/storage shows
    with Collection.open(tmp_path / "news") as collection:
        assert collection.archive_said() == 0  # nothing waits to be written


def test_what_is_set_of_a_page_is_in_the_archive(client: httpx.Client, tmp_path: Path) -> None:
    assert client.post("/api/v1/holds", json={"page_id": 1, "reason": "case 12"}).status_code == 201
    assert client.put("/api/v1/pages/1/note", json={"text": "moves in May"}).status_code == 200
    lose_database(tmp_path / "news")
    with Collection.create(tmp_path / "news") as collection:
        assert rebuild(collection).settings == 1
        (held,) = collection.repository.standing_holds(limit=9)
        assert (held.reason, collection.repository.page(held.page_id).note) == ("case 12", "moves in May")


def test_a_change_is_labelled_and_the_newest_word_counts(client: httpx.Client, tmp_path: Path) -> None:
    pair = {"before_id": 1, "after_id": 2}
    assert client.post("/api/v1/pages/1/labels", json=pair | {"important": True}).status_code == 201
    assert labels(tmp_path) == [(1, 2, True, "ada")]
    client.post("/api/v1/pages/1/labels", json=pair | {"important": False, "said_by": "bob"})
    assert labels(tmp_path) == [(1, 2, False, "bob")]
    client.post("/api/v1/pages/1/labels", json=pair | {"important": None})
    assert labels(tmp_path) == []


def test_what_a_person_says_counts_everywhere_at_once(client: httpx.Client, tmp_path: Path) -> None:
    """Scored important; then somebody says that it is not."""
    assert client.get("/api/v1/pages/1").json()["last_important_capture_id"] == 2
    client.post("/api/v1/pages/1/labels", json={"before_id": 1, "after_id": 2, "important": False})
    assert client.get("/api/v1/pages/1").json()["last_important_capture_id"] is None
    assert client.get("/api/v1/pages/1/scores/2").json()["important"] is False
    assert "<entry>" not in client.get("/feed.atom").text
    assert "Unimportant change" in client.get("/page/1/compare?before=1&after=2").text
    with Collection.open(tmp_path / "news", read_only=True) as collection:
        assert collection.repository.counts().important == 0
        assert [important for *_, important in collection.repository.decided_pairs(1)] == [False]


def test_the_buttons_of_a_comparison_label_it(client: httpx.Client, address: str, tmp_path: Path) -> None:
    form = {"before": "1", "after": "2", "verdict": "important"}
    sent = client.post("/page/1/label", data=form, headers={"Origin": address})
    assert (sent.status_code, sent.headers["location"]) == (303, "/page/1/compare?before=1&after=2")
    shown = client.get(sent.headers["location"]).text
    assert "called this change important" in shown
    client.post("/page/1/label", data=form | {"verdict": "undo"}, headers={"Origin": address})
    assert labels(tmp_path) == []


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "why"),
    [
        ("PUT", "/api/v1/pages/1/type", {"type": "shop"}, 422, "The types are "),
        ("PUT", "/api/v1/pages/9/type", {"type": "forum"}, 404, "There is no page 9"),
        ("PUT", "/api/v1/pages/2/type", {"type": "forum"}, 409, "has no capture yet"),
        ("POST", "/api/v1/pages/1/labels", {"before_id": 2, "after_id": 1, "important": True}, 409, "order"),
        (
            "POST",
            "/api/v1/pages/1/labels",
            {"before_id": 1, "after_id": 9, "important": True},
            409,
            "not two",
        ),
        ("POST", "/api/v1/pages/1/labels", {"before_id": 1, "important": True}, 422, "after_id"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_a_reason(
    unchanged: tuple[httpx.Client, Path],
    method: str,
    path: str,
    body: dict[str, object],
    status: int,
    why: str,
) -> None:
    refused = unchanged[0].request(method, path, json=body)
    assert (refused.status_code, why in refused.json()["detail"]) == (status, True), refused.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},  # another port, as that of replayed pages
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/page/1/type", "/page/1/label", "/api/v1/pages/1/labels"])
def test_other_origins_cannot_say_anything(
    unchanged: tuple[httpx.Client, Path], path: str, headers: dict[str, str]
) -> None:
    client, folder = unchanged
    body = {"type": "forum", "before": "1", "after": "2", "verdict": "important"}
    assert client.post(path, data=body, headers=headers).status_code == 403
    assert labels(folder) == []


def test_a_dashboard_that_others_can_reach_only_reads(tmp_path: Path) -> None:
    with dashboard(tmp_path, writer=None) as address:
        refused = httpx.put(f"{address}/api/v1/pages/1/type", json={"type": "forum"}, timeout=60)
        assert (refused.status_code, "only reads" in refused.text) == (403, True)
        assert 'method="post"' not in httpx.get(f"{address}/page/1", timeout=60).text


def test_a_person_corrects_a_type_in_a_browser(browser: Browser, address: str) -> None:
    """A real browser, for what it sends as the origin of a form is what decides."""
    page = browser.new_page()
    page.goto(f"{address}/page/1")
    page.click("text=Say its type")
    page.select_option("select[name=type]", "forum")
    page.click("button:has-text('Keep')")
    told = page.inner_text(".type")
    assert "forum" in told
    assert "said by ada" in told
