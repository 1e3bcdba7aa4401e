"""Memento in the dashboard, held to RFC 7089: TimeMaps, TimeGates, mementos, and archived bytes that never run."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from dashboard import memento_links
from storage.collection import Collection
from storage.records import Capture, ResponseKind
from tests.dashboard.conftest import serving
from tests.storage.builders import START, STYLE, URL, add_page, capture, exchange, fill, score, style

HOURS = 4
STYLE_URL = "https://news.example/style.css"
QUERY_URL = "https://news.example/search?q=a%20b&page=2"
SCRIPT = b"<!doctype html><script>document.title = 'it ran'</script><p>archived</p>"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of the dashboard over four hourly captures, the last of which met a bot wall."""
    folder: Path = tmp_path_factory.mktemp("mementos") / "news"
    with Collection.create(folder) as collection:
        stored = fill(collection, hours=HOURS - 1)
        page = add_page(collection)
        wall = capture(HOURS - 1, response_kind=ResponseKind.BOT_WALL)
        collection.store(page, wall)
        collection.record_score(
            score(stored[0], stored[1], distance=0.25, probability=0.125, important=False)
        )
        other = collection.repository.add_page(QUERY_URL, at=START, due_at=START)
        collection.store(other, _search())
        with (
            serving(collection, lambda: START + timedelta(hours=HOURS)) as address,
            httpx.Client(base_url=address, timeout=60) as client,
        ):
            yield client


def _search() -> Capture:
    moved = exchange(
        "https://news.example/old",
        status=301,
        reason="Moved",
        response_headers=(("Location", "/search?q=a%20b&page=2"), ("X-Odd", 'say "hi"\r\nSet-Cookie: no=1')),
        body=b"",
    )
    astray = exchange(
        "https://news.example/astray",
        status=302,
        reason="Found",
        response_headers=(("Location", "http://[broken"),),
        body=b"",
    )
    script = exchange(
        "https://news.example/app.js",
        response_headers=(("Content-Type", "text/javascript"),),
        body=b"evil()" * 99,
    )
    return capture(
        url=QUERY_URL,
        final_url=QUERY_URL,
        exchanges=(exchange(QUERY_URL, body=SCRIPT), moved, astray, script, style()),
    )


def stamp(hour: int) -> str:
    return f"{START + timedelta(hours=hour):%Y%m%d%H%M%S}"


def http_date(hour: float) -> str:
    at = START.replace(microsecond=0) + timedelta(hours=hour)
    return at.strftime("%a, %d %b %Y %H:%M:%S GMT")


def links(text: str) -> list[tuple[str, dict[str, str]]]:
    """Links of a header or a link-format document (RFC 8288, appendix B), as target and attributes."""
    found = []
    for match in re.finditer(r'<([^>]*)>((?:\s*;\s*[\w-]+="(?:[^"\\]|\\.)*")*)\s*(?:,|$)', text):
        pairs = re.findall(r';\s*([\w-]+)="((?:[^"\\]|\\.)*)"', match[2])
        found.append((match[1], dict(pairs)))
    assert "".join(text.split()).count("<") == len(found)
    return found


def by_rel(text: str, word: str) -> list[tuple[str, dict[str, str]]]:
    return [(target, said) for target, said in links(text) if word in said["rel"].split()]


def path_of(client: httpx.Client, url: str) -> str:
    base = str(client.base_url).rstrip("/")
    assert url.startswith(base + "/")
    return url.removeprefix(base)


def test_a_timemap_lists_every_memento_in_order(archive: httpx.Client) -> None:
    answer = archive.get(f"/timemap/link/{URL}")
    assert answer.headers["content-type"].startswith("application/link-format")
    found = by_rel(answer.text, "memento")
    assert [said["datetime"] for _, said in found] == [http_date(hour) for hour in range(HOURS)]
    assert [path_of(archive, target) for target, _ in found] == [
        f"/{stamp(hour)}/{URL}" for hour in range(HOURS)
    ]
    assert "first" in found[0][1]["rel"].split()
    assert "last" in found[-1][1]["rel"].split()


def test_a_timemap_names_itself_its_span_the_timegate_and_the_original(archive: httpx.Client) -> None:
    text = archive.get(f"/timemap/link/{URL}").text
    ((itself, said),) = by_rel(text, "self")
    assert path_of(archive, itself) == f"/timemap/link/{URL}"
    assert said == {
        "rel": "self",
        "type": "application/link-format",
        "from": http_date(0),
        "until": http_date(HOURS - 1),
    }
    assert [target for target, _ in by_rel(text, "original")] == [URL]
    assert [path_of(archive, target) for target, _ in by_rel(text, "timegate")] == [f"/timegate/{URL}"]


def test_a_timemap_carries_the_change_scores_and_what_answered(archive: httpx.Client) -> None:
    found = [said for _, said in by_rel(archive.get(f"/timemap/link/{URL}").text, "memento")]
    assert "change-distance" not in found[0]
    assert found[1]["change-distance"] == "0.25"
    assert found[1]["change-probability"] == "0.125"
    assert found[1]["change-important"] == "false"
    assert found[2]["change-important"] == "true"
    assert [said["response-kind"] for said in found] == ["content", "content", "content", "bot-wall"]


def test_parts_of_pages_have_timemaps_too(archive: httpx.Client) -> None:
    assert len(by_rel(archive.get(f"/timemap/link/{STYLE_URL}").text, "memento")) == HOURS
    assert len(by_rel(archive.get(f"/timemap/link/urn:view:{URL}").text, "memento")) == HOURS


def test_a_long_timemap_is_read_in_sheets(archive: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memento_links, "A_SHEET", 3)
    first = archive.get(f"/timemap/link/{URL}").text
    ((further, said),) = by_rel(first, "timemap")
    assert said["from"] == said["until"] == http_date(3)
    second = archive.get(path_of(archive, further)).text
    assert len(by_rel(first, "memento")) == 3
    assert [said["datetime"] for _, said in by_rel(second, "memento")] == [http_date(3)]
    assert by_rel(second, "self")[0][0] == further
    assert path_of(archive, by_rel(second, "timemap")[0][0]) == f"/timemap/link/{URL}"
    assert archive.get(f"/timemap/3/link/{URL}").status_code == 404


def test_the_same_timemap_as_json_and_cdxj(archive: httpx.Client) -> None:
    found = archive.get(f"/timemap/json/{URL}").json()
    assert found["original_uri"] == URL
    assert len(found["mementos"]["list"]) == HOURS
    assert found["mementos"]["list"][1]["change-distance"] == "0.25"
    lines = archive.get(f"/timemap/cdxj/{URL}").text.splitlines()
    mementos = [line.split(" ", 1) for line in lines if not line.startswith("!")]
    assert [moment for moment, _ in mementos] == [stamp(hour) for hour in range(HOURS)]
    assert json.loads(mementos[2][1])["response-kind"] == "content"
    assert archive.get(f"/timemap/xml/{URL}").status_code == 404


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [(-1000, 0), (0.4, 0), (0.6, 1), (2, 2), (1000, HOURS - 1), (None, HOURS - 1)],
)
def test_a_timegate_leads_to_the_nearest_memento(
    archive: httpx.Client, wanted: float | None, chosen: int
) -> None:
    headers = {} if wanted is None else {"Accept-Datetime": http_date(wanted)}
    answer = archive.get(f"/timegate/{URL}", headers=headers)
    assert answer.status_code == 302
    assert path_of(archive, answer.headers["location"]) == f"/{stamp(chosen)}/{URL}"
    assert answer.headers["vary"] == "accept-datetime"
    assert "memento-datetime" not in answer.headers
    assert [target for target, _ in by_rel(answer.headers["link"], "original")] == [URL]
    assert by_rel(answer.headers["link"], "timemap")[0][1]["type"] == "application/link-format"


@pytest.mark.parametrize("text", ["yesterday", "2026-03-01T12:00:00Z", "Sun, 99 Mar 2026 12:00:00 GMT", ""])
def test_a_timegate_refuses_a_time_that_is_none(archive: httpx.Client, text: str) -> None:
    answer = archive.get(f"/timegate/{URL}", headers={"Accept-Datetime": text})
    assert answer.status_code == 400
    assert "Accept-Datetime" in answer.text


@pytest.mark.parametrize("path", ["/timemap/link/", "/timegate/", "/20260301120000/", "/20260301120000id_/"])
def test_a_url_that_is_not_archived_is_not_found_in_words(archive: httpx.Client, path: str) -> None:
    answer = archive.get(f"{path}https://elsewhere.example/x?y=1")
    assert answer.status_code == 404
    assert "Nothing of https://elsewhere.example/x?y=1 is in this collection" in answer.text


def test_a_memento_says_when_it_was_and_what_lies_around_it(archive: httpx.Client) -> None:
    answer = archive.get(f"/{stamp(1)}/{URL}")
    assert answer.status_code == 200
    assert answer.headers["memento-datetime"] == http_date(1)
    assert "vary" not in answer.headers
    ways = {
        word: (
            path_of(archive, by_rel(answer.headers["link"], word)[0][0]),
            by_rel(answer.headers["link"], word)[0][1],
        )
        for word in ("first", "prev", "next", "last")
    }
    expected = {"first": 0, "prev": 0, "next": 2, "last": HOURS - 1}
    for word, (path, said) in ways.items():
        assert path == f"/{stamp(expected[word])}/{URL}"
        assert parsedate_to_datetime(said["datetime"]) == START.replace(microsecond=0) + timedelta(
            hours=expected[word]
        )
    assert [target for target, _ in by_rel(answer.headers["link"], "original")] == [URL]
    assert by_rel(answer.headers["link"], "timegate")
    assert by_rel(answer.headers["link"], "timemap")


def test_the_last_memento_has_none_after_it(archive: httpx.Client) -> None:
    header = archive.get(f"/{stamp(HOURS - 1)}/{URL}").headers["link"]
    assert by_rel(header, "next") == []
    assert len(by_rel(header, "memento")) == 3  # first, the one before, itself as the last


@pytest.mark.parametrize("asked", [f"{2026}", "20260301", "20260301115959"])
def test_a_moment_between_leads_to_the_nearest(archive: httpx.Client, asked: str) -> None:
    answer = archive.get(f"/{asked}/{URL}")
    assert answer.status_code == 302
    assert path_of(archive, answer.headers["location"]) == f"/{stamp(0)}/{URL}"


def test_the_page_of_a_memento_shows_the_capture(archive: httpx.Client) -> None:
    text = archive.get(f"/{stamp(1)}/{URL}").text
    assert "Front page" in text
    assert "load" in text
    assert "Memento" not in text.split("<main")[0]
    assert "bot wall" in archive.get(f"/{stamp(3)}/{URL}").text


def test_the_page_of_a_part_names_the_visit_that_brought_it(archive: httpx.Client) -> None:
    text = archive.get(f"/{stamp(1)}/{STYLE_URL}").text
    assert "during the visit to" in text
    assert "unchanged since an earlier answer" in text


def test_archived_bytes_are_given_as_they_were(archive: httpx.Client) -> None:
    answer = archive.get(f"/{stamp(1)}id_/{STYLE_URL}")
    assert answer.content == STYLE
    assert answer.headers["content-type"] == "text/css"
    assert answer.headers["memento-datetime"] == http_date(1)
    assert answer.headers["x-archive-orig-content-type"] == "text/css"


def test_the_query_of_the_archived_url_survives(archive: httpx.Client) -> None:
    answer = archive.get(f"/{stamp(0)}id_/{QUERY_URL}")
    assert answer.content == SCRIPT
    assert QUERY_URL in archive.get(f"/timemap/link/{QUERY_URL}").text


@pytest.mark.parametrize(
    "spelling",
    [
        "https:/news.example/search?q=a%20b&page=2",
        "news.example/search?page=2&q=a%20b",
        "https%3A%2F%2Fnews.example%2Fsearch%3Fq%3Da%2520b%26page%3D2",
        "https%3A%2F%2Fnews.example%2Fsearch%3Fq%3Da%2520b%26page%3D2%23%2Froute",
        "https:news.example/search?q=a%20b&page=2",
        "HTTPS://News.Example:443/x/%2E%2E/search?q=a%20b&page=2",
    ],
)
def test_other_spellings_of_a_url_are_understood(archive: httpx.Client, spelling: str) -> None:
    assert archive.get(f"/{stamp(0)}id_/{spelling}").content == SCRIPT


def test_an_archived_redirect_leads_into_the_archive_and_injects_nothing(archive: httpx.Client) -> None:
    answer = archive.get(f"/{stamp(0)}id_/https://news.example/old")
    assert answer.status_code == 301
    assert path_of(archive, answer.headers["location"]) == f"/{stamp(0)}id_/{QUERY_URL}"
    assert "set-cookie" not in answer.headers


def test_an_archived_redirect_to_no_url_is_given_as_it_was(archive: httpx.Client) -> None:
    answer = archive.get(f"/{stamp(0)}id_/https://news.example/astray")
    assert answer.status_code == 302
    assert answer.headers["location"].endswith(f"/{stamp(0)}id_/http://[broken")


def test_archived_bytes_cannot_run_in_the_dashboards_origin(archive: httpx.Client) -> None:
    headers = archive.get(f"/{stamp(0)}id_/{QUERY_URL}").headers
    assert headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert headers["content-disposition"] == "attachment"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "part", ["script", "style", "worker", "serviceworker", "iframe", "image", "font", "object"]
)
def test_archived_bytes_are_no_part_of_a_page(archive: httpx.Client, part: str) -> None:
    headers = {"Sec-Fetch-Dest": part}
    assert archive.get(f"/{stamp(0)}id_/https://news.example/app.js", headers=headers).status_code == 403


def test_head_is_answered_without_a_body(archive: httpx.Client) -> None:
    for path in (f"/timemap/link/{URL}", f"/{stamp(0)}/{URL}", f"/{stamp(0)}id_/{URL}"):
        answer = archive.head(path)
        assert answer.status_code == 200
        assert answer.content == b""
    assert archive.head(f"/timegate/{URL}").status_code == 302


@pytest.mark.parametrize(
    "url",
    [
        "../../etc/passwd",
        "file:///etc/passwd",
        "http://[::1",
        "\u2603.example/\u2603",
        "x" * 3000,
        "a b",
        "%00",
        "urn:",
        "http://",
    ],
)
def test_odd_addresses_are_not_found_and_break_nothing(archive: httpx.Client, url: Any) -> None:
    for path in ("/timemap/link/", "/timegate/", "/20260301120000/", "/20260301120000id_/"):
        assert archive.get(path + url).status_code in (302, 400, 404)


def test_a_moment_that_is_none_is_not_found(archive: httpx.Client) -> None:
    assert archive.get(f"/20269999999999/{URL}").status_code == 404
