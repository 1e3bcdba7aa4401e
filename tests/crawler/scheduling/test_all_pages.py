"""All pages as columns hold what each page says by itself."""

import random
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from crawler.manners.host_pauses import HostPauses
from crawler.scheduling.columns import Watched
from crawler.scheduling.host_stats import HostStats
from crawler.scheduling.planning import solve_price_table, spare_pages
from crawler.scheduling.rules import VisitRule
from pagetide.app import App
from pagetide.errors import SettingsError
from pagetide.settings.collection_settings import FILE_NAME
from storage.collection import Collection
from storage.records import Page, RateBelief
from tests.crawler.scheduling.columns import columns
from tests.pagetide.synthetic import START

HOUR = timedelta(hours=1)
SETTINGS = """
[crawl]
budget_per_h = 12.0
host_delay_s = 300.0
[[override]]
pages = "https://h1.example/*"
[override.crawl]
weight = 4
ceiling = "3d"
[[override]]
pages = ["https://h2.example/1*", "https://h0.example/6"]
[override.crawl]
every = "6h"
[[override]]
pages = "https://h?.example/1?"
[override.crawl]
floor = "2h"
[[override]]
pages = "https://h3.example/*"
[override.crawl]
cron = "0 7 * * 1-5"
time_zone = "Europe/Berlin"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty mixed pages on six hosts, two of which take few visits."""
    path = tmp_path_factory.mktemp("mixed") / "news"
    rng = random.Random(0)
    with Collection.create(path) as opened:
        repository = opened.repository
        for number in range(60):
            page = repository.add_page(
                f"https://h{number % 6}.example/{number}",
                at=START,
                weight=rng.choice([1.0, 3.0]),
                floor=HOUR / 2 if number % 7 == 0 else None,
                ceiling=timedelta(days=rng.choice([1, 20])) if number % 5 == 0 else None,
                due_at=None if number == 59 else START + rng.uniform(-5, 90) * HOUR,
            )
            belief = RateBelief(shape=rng.uniform(1, 9), scale_h=rng.uniform(1, 300))
            repository.set_rate(page.id, belief, observations=number % 4)
            repository._change(
                page.id,
                active=number % 13 != 0,
                last_visit_at=None if number % 11 == 0 else START - rng.uniform(0, 40) * HOUR,
                failures=3 if number % 9 == 0 else 0,
                quarantined_at=START if number % 18 == 0 else None,
            )
        for host, pause_s in (("h4.example", 3000.0), ("h5.example", 1200.0)):
            memory = HostStats()
            memory.visited(timedelta(seconds=20), timedelta(seconds=pause_s))
            repository.set_host_rhythm(host, memory.as_json())
    (path / FILE_NAME).write_text(SETTINGS, encoding="utf-8")
    return path


def page_by_page(app: App) -> Watched:
    """The same, each page with its own settings, each host with its own memory."""
    repository, settings = app.collection.repository, app.settings
    pages: list[Page] = []
    rules: dict[int, VisitRule] = {}
    takes: dict[str, float] = {}
    for page in repository.pages(active=True):
        own, rule = settings.crawl_for(page.url), settings.rule_for(page.url)
        values = {"weight": own.weight, "floor": own.floor, "ceiling": own.ceiling}
        pages.append(replace(page, **{name: value for name, value in values.items() if value is not None}))
        if rule is not None:
            rules[page.id] = rule
        memory = HostStats.from_json(repository.host_rhythm(page.host))
        visit_s = 10.0 if memory.visit_s is None else memory.visit_s
        pause_s = (
            HostPauses(settings.crawl).pause(page.host).total_seconds()
            if memory.pause_s is None
            else memory.pause_s
        )
        takes[page.host] = 3600 / (visit_s + pause_s)
    return columns(pages, settings.crawl, START, rules=rules, host_per_h=takes)


def test_columns_hold_what_each_page_says_by_itself(folder: Path) -> None:
    with App.open(folder) as app:
        found, expected = app.timetable.watched(START), page_by_page(app)
    assert [found.hosts[place] for place in found.host] == [expected.hosts[place] for place in expected.host]
    of_hosts = [dict(zip(item.hosts, item.host_per_h, strict=True)) for item in (found, expected)]
    assert of_hosts[0] == pytest.approx(of_hosts[1])
    for name in ("id", "due_in_h", "elapsed_h", "rule_per_h", "failures", "quarantined"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)
    for name in ("shape", "scale_h", "weight", "floor_h", "ceiling_h"):
        np.testing.assert_array_equal(getattr(found.watch, name), getattr(expected.watch, name), name)
    assert {item.name for item in fields(found)} >= {"watch", "host_per_h"}


def test_prices_and_spare_visits_are_those_of_the_pages_taken_one_by_one(folder: Path) -> None:
    with App.open(folder) as app:
        found, expected = app.timetable.watched(START), page_by_page(app)
        price_tables = [solve_price_table(item, app.settings.crawl) for item in (found, expected)]
    assert price_tables[0] == price_tables[1]
    assert set(price_tables[0].hosts) == {"h4.example", "h5.example"}
    chosen = [
        spare_pages(item, price_tables[0], visits=5, rests=lambda host: False) for item in (found, expected)
    ]
    assert chosen[0] == chosen[1]
    assert len(chosen[0]) > 2


def test_a_page_that_is_added_later_has_its_settings_too(folder: Path) -> None:
    with App.open(folder) as app:
        before = app.timetable.watched(START)
        page = app.collection.repository.add_page("https://h3.example/new", at=START, due_at=START)
        after = app.timetable.watched(START)
    assert after.id[-1] == page.id
    assert after.rule_per_h[-1] == pytest.approx(5 / (7 * 24), rel=0.02)
    assert len(after.id) == len(before.id) + 1


def test_a_page_that_is_added_while_its_tables_contradict_each_other_is_named(folder: Path) -> None:
    with App.open(folder) as app:
        app.timetable.watched(START)
        app.collection.repository.add_page("https://h2.example/1", at=START, due_at=START)
        late = '[[override]]\npages = "https://h2.example/1"\n[override.crawl]\nfloor = "12h"\n'
    (folder / FILE_NAME).write_text(SETTINGS + late, encoding="utf-8")
    with App.open(folder) as app, pytest.raises(SettingsError, match=r"https://h2.example/1 .*floor allows"):
        app.timetable.watched(START)
