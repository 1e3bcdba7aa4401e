from datetime import timedelta
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from crawler.clock import SimulatedClock
from pagetide.app import App
from pagetide.errors import CollectionInUse
from storage.collection import Collection
from tests.pagetide.commands.running import pagetide
from tests.pagetide.synthetic import START, URL, capture


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Collection.create(tmp_path / "news").close()
    return tmp_path / "news"


def test_a_second_worker_on_a_collection_is_refused(folder: Path) -> None:
    with (
        App.open(folder) as first,
        first.working_alone(),
        App.open(folder) as second,
        pytest.raises(CollectionInUse, match="another pagetide process"),
        second.working_alone(),
    ):
        pass


def test_a_second_daemon_says_so_and_exits_with_1(folder: Path) -> None:
    with App.open(folder) as first, first.working_alone():
        second = pagetide("run", "-c", folder, "--no-dashboard")
    assert second.returncode == 1
    assert "another pagetide process" in second.stderr
    assert "Traceback" not in second.stderr


def test_the_collection_is_free_again_afterwards(folder: Path) -> None:
    for _ in range(2):
        with App.open(folder) as app, app.working_alone():
            pass


def test_status_works_beside_a_worker(folder: Path) -> None:
    with App.open(folder) as app, app.working_alone():
        assert pagetide("status", "-c", folder).returncode == 0


def test_leases_of_a_dead_process_are_given_back(folder: Path) -> None:
    with App.open(folder, clock=SimulatedClock(START)) as app:
        app.collection.repository.add_page(URL, at=START, due_at=START)
        app.collection.repository.lease_due(START, limit=1, lease_for=timedelta(hours=1))
        with app.working_alone():
            again = app.collection.repository.lease_due(START, limit=1, lease_for=timedelta(minutes=1))
    assert [lease.attempt for lease in again] == [2]


def test_without_a_budget_there_is_no_price(folder: Path) -> None:
    with App.open(folder) as app:
        app.timetable.tick(START)
        assert app.collection.repository.state("price") is None


def test_a_budget_below_the_demand_has_a_price(folder: Path) -> None:
    with App.open(folder, overrides={"crawl": {"budget_per_h": 0.5}}) as app:
        app.collection.repository.add_page(URL, at=START, due_at=START)
        app.timetable.tick(START)
        assert app.timetable.price_table().common > 0


@pytest.mark.parametrize(("obey", "said"), [(True, b"robots: obey"), (False, b"robots: ignore")])
def test_the_archive_says_whether_robots_rules_were_obeyed(folder: Path, obey: bool, said: bytes) -> None:
    with App.open(folder, overrides={"crawl": {"obey_robots": obey}}) as app:
        page = app.collection.repository.add_page(URL, at=START, due_at=START)
        app.collection.store(page, capture(0, news=1, advert=1))
    (file,) = (folder / "archive").glob("*.warc.gz")
    with file.open("rb") as stream:
        assert said in next(iter(ArchiveIterator(stream))).content_stream().read()
