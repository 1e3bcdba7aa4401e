from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from dashboard.app import create_app
from storage.collection import Collection
from storage.disk_space import LACKING
from storage.queries.workers import WorkerRow
from tests.dashboard.conftest import served
from tests.dashboard.sample import START

DAY = timedelta(days=1)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Collection]:
    """A page that is due, and a daemon that runs."""
    with Collection.create(tmp_path / "news") as collection:
        collection.repository.add_page("https://news.example/", at=START, due_at=START)
        collection.repository.set_state("clock", START.isoformat())
        yield collection


def asked(collection: Collection, path: str, at: datetime) -> httpx.Response:
    with served(create_app(collection, now=lambda: at)) as address:
        return httpx.get(f"{address}{path}", timeout=60)


def test_metrics_are_those_of_the_collection(collection: Collection, site: str) -> None:
    found = {
        sample.name: sample.value
        for family in text_string_to_metric_families(httpx.get(f"{site}/metrics", timeout=60).text)
        for sample in family.samples
        if not sample.labels
    }
    counts = collection.repository.counts()
    assert found["pagetide_pages"] == counts.active_pages
    assert found["pagetide_important_changes_total"] == counts.important
    assert found["pagetide_stored_bytes"] == counts.bytes


def test_a_collection_that_is_crawled_is_ready(watched: Collection) -> None:
    answer = asked(watched, "/readyz", START + timedelta(minutes=5))
    assert (answer.status_code, answer.json()["problems"]) == (200, [])


def test_one_without_room_is_not_ready_and_says_why(watched: Collection) -> None:
    watched.repository.set_state(LACKING, "it takes 3 GB, and may take 2 GB")
    answer = asked(watched, "/readyz", START + timedelta(minutes=5))
    assert (answer.status_code, answer.json()["problems"]) == (503, ["it takes 3 GB, and may take 2 GB"])
    assert "no room" in asked(watched, "/", START + timedelta(minutes=5)).text


def test_one_that_is_not_crawled_is_not_ready_and_says_why(watched: Collection) -> None:
    answer = asked(watched, "/readyz", START + 2 * DAY)
    assert answer.status_code == 503
    daemon, silence = answer.json()["problems"]
    assert "the daemon does not run" in daemon
    assert "nothing was captured for a day" in silence
    assert asked(watched, "/healthz", START + 2 * DAY).status_code == 200


def test_metrics_tell_of_workers(watched: Collection) -> None:
    row = WorkerRow(id="1", name="ada", host="second", version="v", browser="Chromium 1", started_at=START)
    watched.repository.report(replace(row, in_hand=((7, 1), (9, 3))))
    watched.repository.report(replace(row, id="2", name="gone", left=True))
    said = asked(watched, "/metrics", START).text
    assert "pagetide_workers_alive 1.0" in said
    assert "pagetide_deliveries_waiting 0.0" in said
    assert 'pagetide_worker_visiting{machine="second",worker="ada"} 2.0' in said
    assert 'worker="gone"' not in said
