"""The replay origin: WACZs by range, readable by the dashboard alone, framed by the dashboard alone."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from dashboard import replay_origin
from dashboard.replay_component import FILES, is_installed
from dashboard.replay_keys import VALID_S, ReplayKeys
from dashboard.replay_origin import create_replay_app
from storage.collection import Collection
from tests.dashboard.conftest import served
from tests.storage.builders import URL, fill

DASHBOARD = "http://127.0.0.1:8400"
SHARED = "https://replay.example"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    with Collection.create(tmp_path_factory.mktemp("replay") / "news") as opened:
        fill(opened, hours=2)
        yield opened


@pytest.fixture
def component(tmp_path: Path) -> Path:
    """A folder that has the component's files, though not their content."""
    folder = tmp_path / "component"
    folder.mkdir()
    for name in FILES:
        (folder / name).write_text(f"/* {name} */")
    return folder


@pytest.fixture
def client(collection: Collection, component: Path, tmp_path: Path) -> Iterator[httpx.Client]:
    app = create_replay_app(
        collection, component, tmp_path / "scratch", dashboard_port=8400, shared_with=(SHARED,)
    )
    with served(app) as address, httpx.Client(base_url=address, timeout=60) as opened:
        yield opened


def test_a_worker_of_our_own_stands_in_front_of_the_components(client: httpx.Client) -> None:
    worker = client.get("/replay/sw.js").text
    assert worker.rstrip().endswith("importScripts('/replay/component.js');")
    assert client.get("/replay/component.js").text == "/* sw.js */"


def test_a_capture_is_a_wacz_read_by_range(client: httpx.Client) -> None:
    whole = client.get("/wacz/2.wacz")
    part = client.get("/wacz/2.wacz", headers={"Range": "bytes=10-19"})
    assert zipfile.ZipFile(io.BytesIO(whole.content)).testzip() is None
    assert whole.headers["content-type"] == "application/wacz"
    assert int(whole.headers["content-length"]) == len(whole.content)
    assert whole.headers["accept-ranges"] == "bytes"
    assert part.status_code == 206
    assert part.content == whole.content[10:20]
    assert part.headers["content-range"] == f"bytes 10-19/{len(whole.content)}"
    assert client.get("/wacz/2.wacz", headers={"Range": "bytes=-22"}).content == whole.content[-22:]
    assert client.head("/wacz/2.wacz").headers["content-length"] == whole.headers["content-length"]


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [(DASHBOARD, True), (SHARED, True), ("https://evil.example", False), ("null", False)],
)
def test_only_named_origins_may_read_a_wacz(client: httpx.Client, origin: str, allowed: bool) -> None:
    headers = client.get("/wacz/1.wacz", headers={"Origin": origin}).headers
    assert headers.get("access-control-allow-origin") == (origin if allowed else None)
    if allowed:
        assert "Content-Length" in headers["access-control-expose-headers"]


def test_only_the_dashboard_may_frame_what_is_replayed(client: httpx.Client) -> None:
    for path in ("/capture/1", "/wacz/1.wacz", "/ui.js", "/replay/sw.js"):
        policy = client.get(path).headers["content-security-policy"]
        assert f"frame-ancestors 'self' {DASHBOARD}" in policy
        assert "default-src 'self'" in policy
        assert "http" not in policy.split("frame-ancestors")[0]


def test_an_odd_host_is_no_origin(client: httpx.Client) -> None:
    refused = client.get("/capture/1", headers={"Host": "x;script-src *:1"})
    assert refused.status_code == 400
    assert refused.headers["content-security-policy"].endswith("frame-ancestors 'self' 'none'")


@pytest.mark.parametrize("path", ["/capture/1", "/wacz/1.wacz", "/ui.js", "/replay/sw.js"])
def test_it_answers_to_its_own_names_only(client: httpx.Client, path: str) -> None:
    assert client.get(path, headers={"Host": "evil.example:8401"}).status_code == 400
    for name in ("localhost:8401", "127.0.0.1:8401", "[::1]:8401"):
        assert client.get(path, headers={"Host": name}).status_code == 200


def test_the_frame_names_the_page_and_its_time(client: httpx.Client) -> None:
    text = client.get("/capture/1").text
    assert f'url="{URL}"' in text
    assert 'ts="20260301120000"' in text
    assert 'source="/wacz/1.wacz"' in text


@pytest.mark.parametrize("path", ["/capture/99", "/wacz/99.wacz"])
def test_what_is_not_stored_is_not_found_in_words(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "no capture 99" in answer.text


@pytest.mark.parametrize(
    "path", ["/wacz/../../pagetide.db", "/wacz/%2e%2e%2f1.wacz", "/wacz/1.warc", "/", "/wacz/"]
)
def test_paths_lead_to_nothing_else(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code in (404, 422)


def test_without_the_component_nothing_is_served_for_it(
    collection: Collection, component: Path, tmp_path: Path
) -> None:
    (component / "sw.js").unlink()
    assert not is_installed(component)
    app = create_replay_app(collection, component, tmp_path / "scratch", dashboard_port=8400)
    with served(app) as address:
        assert httpx.get(f"{address}/ui.js", timeout=60).status_code == 404


def test_old_packages_make_room(
    client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get("/wacz/1.wacz")
    monkeypatch.setattr(replay_origin, "MOST_WACZ_BYTES", 1)
    client.get("/wacz/2.wacz")
    assert [file.name for file in (tmp_path / "scratch" / "wacz").iterdir()] == ["2.wacz"]


def test_where_people_log_in_a_key_opens_one_capture_for_a_while(
    collection: Collection, component: Path, tmp_path: Path
) -> None:
    now = [1_000_000.0]
    keys = ReplayKeys(lambda: True, lambda: now[0])
    app = create_replay_app(collection, component, tmp_path / "scratch", dashboard_port=8400, keys=keys)
    with served(app) as address, httpx.Client(base_url=address, timeout=60) as client:
        key = keys.key(1)
        frame = client.get("/capture/1", params={"key": key})
        assert f'source="/wacz/1.wacz?key={key}"' in frame.text
        assert client.get("/wacz/1.wacz", params={"key": key}).status_code == 200
        forged = f"{int(now[0]) + 10 * VALID_S}-{key.partition('-')[2]}"
        for wrong in ("", "x", "é", key[:-1], forged, keys.key(2), ReplayKeys(lambda: True).key(1)):
            for path in ("/capture/1", "/wacz/1.wacz"):
                assert client.get(path, params={"key": wrong}).status_code == 403, wrong
        now[0] += VALID_S
        assert client.get("/wacz/1.wacz", params={"key": key}).status_code == 403


def test_where_nobody_logs_in_no_key_is_asked_for(
    collection: Collection, component: Path, tmp_path: Path
) -> None:
    keys = ReplayKeys(lambda: False)
    app = create_replay_app(collection, component, tmp_path / "scratch", dashboard_port=8400, keys=keys)
    with served(app) as address:
        assert httpx.get(f"{address}/wacz/1.wacz", timeout=60).status_code == 200
