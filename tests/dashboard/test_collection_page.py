"""The collection page: who works on a collection, and where its files are."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from dashboard.app import create_app
from dashboard.source import Asked
from storage.collection import Collection
from storage.offload.bringing_back import use_store
from storage.offload.offloading import TROUBLE, offload
from storage.queries.workers import WorkerRow
from storage.settings import RetentionSettings
from tests.dashboard.conftest import served, serving
from tests.storage.builders import START, fill


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Collection]:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection)
        yield collection


@pytest.fixture
def client(filled: Collection) -> Iterator[httpx.Client]:
    with (
        serving(filled, lambda: START + timedelta(days=1)) as address,
        httpx.Client(base_url=address, timeout=60) as found,
    ):
        yield found


def test_workers_are_listed_until_they_end(filled: Collection, client: httpx.Client) -> None:
    assert "Workers" not in client.get("/collection").text
    row = WorkerRow(
        id="1", name="ada", host="second<b>", version="1/0.1.0", browser="Chromium 1", started_at=START
    )
    filled.repository.report(replace(row, in_hand=((1, 1),)))
    filled.repository.report(replace(row, id="2", name="gone", left=True))
    (worker,) = client.get("/api/v1/workers").json()
    assert (worker["name"], worker["version"], worker["pages_in_hand"]) == ("ada", "0.1.0", [1])
    assert worker["silent"] is False
    page = client.get("/collection").text
    assert "second&lt;b&gt;" in page
    assert '<a href="/page/1">page 1</a>' in page
    assert "gone" not in page


def test_what_an_object_store_holds_is_told_and_why_files_wait(
    filled: Collection, client: httpx.Client, tmp_path: Path
) -> None:
    assert client.get("/api/v1/collection").json()["object_store"] is None
    (tmp_path / "store").mkdir()
    use_store(filled, f"file://{tmp_path / 'store'}")
    filled.close_archive()
    assert client.get("/api/v1/collection").json()["object_store"]["waiting_files"] == 1
    filled.repository.set_state(TROUBLE, {"problem": "no <answer>", "since": START.isoformat()})
    assert "1 closed file" in (page := client.get("/collection").text)
    assert "Nothing is lost, but files wait: no &lt;answer&gt;" in page
    offload(filled, timedelta(0))
    filled.repository.set_state(TROUBLE, None)
    store = client.get("/api/v1/collection").json()["object_store"]
    assert (store["stored_files"], store["freed_files"], store["waiting_files"]) == (1, 1, 0)
    assert store["problem"] is None
    assert "wait" not in client.get("/collection").text


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (RetentionSettings(), "No capture is deleted by itself, however old."),
        (RetentionSettings(keep_within=timedelta(days=90)), "removes those older than 90 d"),
        (RetentionSettings(keep_within=timedelta(days=90), nightly=True), "Each night the rule of retention"),
    ],
)
def test_it_says_when_captures_are_deleted(filled: Collection, rule: RetentionSettings, said: str) -> None:
    app = create_app(filled, now=lambda: START, asked=Asked(retention=rule))
    with served(app) as address:
        assert said in httpx.get(f"{address}/collection", timeout=60).text
