"""The schedule in the product: a real database, the real flow, days without a browser, a clock that is set."""

import asyncio
import itertools
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from crawler.manners.refusals import Refusal
from crawler.scheduling.budget import Allowance
from crawler.scheduling.decision import week_hours
from crawler.visiting.frontier import Frontier
from pagetide.errors import SettingsError
from pagetide.settings.collection_settings import FILE_NAME
from storage.actions.audit import Actor
from storage.actions.own_rules import set_rule
from storage.actions.pages import tag
from storage.collection import Collection
from storage.own_rules import OwnRule
from storage.records import Lease, Page, ProblemCode, RateBelief
from tests.crawler.scheduling.living import HOUR, Daemon, add, living, refused
from tests.pagetide.synthetic import START

on_each_database = pytest.mark.usefixtures("each_database")
"""For what is written to rows and read from them; what is planned is the same wherever they stand."""

DAILY = '[[override]]\npages = "https://h0.example/*"\n[override.crawl]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Collection.create(tmp_path / "news").close()
    return tmp_path / "news"


def stored(daemon: Daemon, page: Page) -> Page:
    return daemon.app.collection.repository.page(page.id)


def missed(daemon: Daemon) -> list[tuple[int, str]]:
    return [(item.visits, item.reason) for item in daemon.app.collection.repository.missed_visits()]


def test_the_budget_is_used_and_never_exceeded(folder: Path) -> None:
    add(folder, 12)
    with living(folder, tick=HOUR / 6, budget_per_h=2.0) as daemon:
        daemon.live(hours=18)
    assert 2.0 * 18 - 4 <= len(daemon.visits) <= 2.0 * 18 + 2
    hours = Counter(int((at - START) / HOUR) for _, at in daemon.visits)
    assert max(hours.values()) <= 4
    assert len({url for url, _ in daemon.visits}) == 12


def teach_hours(folder: Path, hosts: int) -> None:
    """These hosts change three times as much from noon to midnight."""
    changes = np.tile(np.repeat([50.0, 150.0], 12), 7).tolist()
    kept = {"changes": changes, "expected": [100.0] * 168, "learned_at_h": week_hours(START)}
    with Collection.open(folder) as opened:
        for number in range(hosts):
            opened.repository.set_host_rhythm(f"h{number}.example", kept)


def test_three_pages_and_a_small_budget_spend_all_of_it(folder: Path) -> None:
    add(folder, 3, changes_a_day=6.0)
    teach_hours(folder, 3)
    with living(folder, budget_per_h=0.25) as daemon:
        daemon.live(hours=48)
    assert len(daemon.visits) == pytest.approx(0.25 * 48, abs=2)
    assert len({url for url, _ in daemon.visits}) == 3


def test_a_budget_that_is_changed_and_a_clock_that_jumps_make_no_storm(folder: Path) -> None:
    add(folder, 6, changes_a_day=24.0)
    teach_hours(folder, 6)
    with living(folder, budget_per_h=0.5) as daemon:
        daemon.live(hours=14)
    with living(folder, at=daemon.clock.at, budget_per_h=4.0) as more:
        more.live(hours=5)
        assert len(more.visits) == pytest.approx(20, abs=8)
        for jump in (timedelta(days=300, hours=11), timedelta(days=-300)):
            before = len(more.visits)
            more.clock.at += jump
            more.live(hours=2)
            assert len(more.visits) - before <= 4 + 2 * 2.5 * 4


def test_what_failing_pages_do_not_use_goes_to_others(folder: Path) -> None:
    pages = add(folder, 12)
    with living(folder, tick=HOUR / 6, budget_per_h=2.0, ceiling="2d") as daemon:
        daemon.failing = {page.url for page in pages[:6]}
        daemon.live(hours=24)
    late = [url for url, at in daemon.visits if at > START + 12 * HOUR]
    assert len(late) >= 0.85 * 2.0 * 12
    assert sum(url not in daemon.failing for url in late) > 0.5 * len(late)


def test_no_page_is_visited_inside_its_floor_however_much_is_to_spare(folder: Path) -> None:
    (page,) = add(folder, 1)
    with living(folder, budget_per_h=20.0, floor="2h") as daemon:
        daemon.live(hours=12)
    times = daemon.times(page.url)
    assert all(after - before >= 2 * HOUR for before, after in itertools.pairwise(times))
    assert len(times) == 6


def test_a_spare_visit_is_not_spent_on_a_page_between_two_ticks_of_its_rhythm(folder: Path) -> None:
    """It has the higher rate and would be chosen first, but its change comes every 24 h and has just been seen."""
    regular, other = add(folder, 2)
    visited = START + 12 * HOUR
    rhythm = {"period_h": 24.0, "tick_h": week_hours(visited) - 6.0, "weight": 0.99}
    with Collection.open(folder) as opened:
        later = START + 20 * HOUR
        opened.repository.set_rate(regular.id, RateBelief(shape=40.0, scale_h=480.0), observations=40)
        for page, plan in ((regular, {"decided_by": "budget", "rhythm": rhythm}), (other, {})):
            lease = visit_now(opened, page, visited)
            opened.repository.finish_visit(
                lease,
                visited_at=visited,
                failed=False,
                due_at=later,
                due_reason="",
                host_next_ok_at=visited,
                plan=plan,
            )
    now = visited + 3 * HOUR
    with living(folder, at=now, budget_per_h=0.5) as daemon:
        daemon.app.timetable._allowance = Allowance(8.0, now)
        daemon.app.timetable.tick(now)
        assert stored(daemon, regular).due_at == later
        spent = stored(daemon, other)
    assert (spent.due_at, spent.plan["decided_by"]) == (now, "spare")


def visit_now(opened: Collection, page: Page, at: datetime) -> Lease:
    """The lease of one page."""
    leases = opened.repository.lease_due(at, limit=9, lease_for=HOUR)
    for lease in leases:
        if lease.page.id != page.id:
            opened.repository.postpone_visit(
                lease, due_at=START, due_reason="", host_next_ok_at=START, plan={}
            )
    return next(lease for lease in leases if lease.page.id == page.id)


@on_each_database
def test_a_visit_asked_for_by_hand_does_not_wait_for_the_budget(folder: Path) -> None:
    first, second = add(folder, 2)
    with living(folder, budget_per_h=0.1) as daemon:
        daemon.live(hours=1)
        assert len(daemon.visits) == 1
        waiting = second if daemon.visits[0][0] == first.url else first
        assert daemon.due() == []
        daemon.app.collection.repository.set_due(
            waiting.id, daemon.clock.at, "asked for by hand", exempt=True
        )
        assert daemon.visit_due() == 1


@on_each_database
def test_once_visits_all_that_is_due_and_nothing_more(folder: Path) -> None:
    pages = add(folder, 6)
    with Collection.open(folder) as opened:
        opened.repository.set_due(pages[0].id, START + HOUR, "later")
    with living(folder, budget_per_h=0.5) as daemon:
        hooks = daemon.app.timetable.begin(START, once=True)
        daemon.app.timetable.tick(START)
        assert hooks.allowance is None
        assert stored(daemon, pages[0]).due_at == START + HOUR
        frontier = Frontier(
            daemon.app.collection.repository, daemon.clock, daemon.app.settings.crawl, hooks=hooks
        )
        assert len(asyncio.run(frontier.lease(9))) == 5


def test_the_price_rises_while_more_falls_due_than_the_budget_pays_for(folder: Path) -> None:
    """Forty new pages at once, a tenth of which an hour pays for: the solved price alone would not do."""
    add(folder, 40)
    with living(folder, budget_per_h=4.0) as daemon:
        for _ in range(4):
            daemon.live(hours=5)
            for page in daemon.app.collection.repository.pages():
                daemon.app.collection.repository.set_due(page.id, daemon.clock.at, "they all want to")
        assert daemon.app.timetable.price_table().correction > 1.1
    with living(folder, at=daemon.clock.at, budget_per_h=4.0) as again:
        assert again.app.timetable.price_table().correction > 1.1, "it is kept over a restart"


def test_a_host_that_takes_few_visits_has_its_own_price(folder: Path) -> None:
    slow = add(folder, 20, host="slow.example", changes_a_day=30.0)
    add(folder, 3, host="fast{}.example")
    with living(folder, budget_per_h=6.0, host_delay_s=1800.0) as daemon:
        daemon.live(hours=20)
        price_table = daemon.app.timetable.price_table()
        assert set(price_table.hosts) == {"slow.example"}
        decided = {stored(daemon, page).plan.get("decided_by") for page in slow}
    assert "host" in decided
    assert sum("slow" in url for url, _ in daemon.visits) <= 20 * 2 + 1


def test_a_page_with_a_cron_line_is_visited_by_it_in_its_zone(folder: Path) -> None:
    (folder / FILE_NAME).write_text(
        DAILY + 'cron = "0 7 * * 1-5"\ntime_zone = "Europe/Berlin"\n', encoding="utf-8"
    )
    (page,) = add(folder, 1)
    friday = datetime(2026, 3, 27, tzinfo=UTC)  # the clocks go forward on Sunday
    with living(folder, at=friday, budget_per_h=0.01) as daemon:
        daemon.live(hours=24 * 4.5)
        assert stored(daemon, page).due_reason == "its rule: 0 7 * * 1-5 Europe/Berlin"
    assert daemon.times(page.url)[1:] == [
        datetime(2026, 3, 27, 6, tzinfo=UTC),
        datetime(2026, 3, 30, 5, tzinfo=UTC),
        datetime(2026, 3, 31, 5, tzinfo=UTC),
    ]


def test_a_rule_that_is_new_or_taken_away_holds_from_the_next_start(folder: Path) -> None:
    (page,) = add(folder, 1)
    with living(folder, ceiling="2d") as daemon:
        daemon.live(hours=2)
    (folder / FILE_NAME).write_text(DAILY + 'every = "6h"\n', encoding="utf-8")
    with living(folder, at=daemon.clock.at) as daemon:
        planned = stored(daemon, page)
        assert planned.last_visit_at is not None
        assert planned.due_at == planned.last_visit_at + 6 * HOUR
        assert planned.exempt
        daemon.live(hours=13)
        assert len(daemon.visits) == 2
    (folder / FILE_NAME).write_text("", encoding="utf-8")
    with living(folder, at=daemon.clock.at) as daemon:
        assert stored(daemon, page).due_reason == "its rule was removed"
        assert missed(daemon) == []


def test_a_rule_that_a_person_gives_holds_at_once_and_before_the_settings_file(folder: Path) -> None:
    (folder / FILE_NAME).write_text(DAILY + 'every = "1d"\n', encoding="utf-8")
    (page,) = add(folder, 1)
    ada = Actor(by="ada", at=datetime(2026, 3, 1, tzinfo=UTC))
    with living(folder, ceiling="2d") as daemon:
        daemon.live(hours=1)
        with Collection.open(folder) as opened:
            tag(opened, ada, page.id, add=["urgent"])
            set_rule(opened, ada, OwnRule(tag="urgent", every=6 * HOUR, per_h=1 / 6))
        daemon.live(hours=13)
        assert len(daemon.visits) == 3
        assert stored(daemon, page).due_reason == "its rule: every 6 h"
        with Collection.open(folder) as opened:
            tag(opened, ada, page.id, drop=["urgent"])
        daemon.live(hours=7)
        assert stored(daemon, page).due_reason == "its rule: every 24 h"


def test_tables_that_contradict_each_other_on_a_page_are_named_at_the_start(folder: Path) -> None:
    add(folder, 1)
    other = '[[override]]\npages = "https://h0*"\n[override.crawl]\nfloor = "12h"\n'
    (folder / FILE_NAME).write_text(DAILY + 'every = "6h"\n' + other, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"https://h0.example/0 .* floor allows 12:00:00"), living(folder):
        pass


def test_a_page_keeps_the_weight_and_floor_of_its_table(folder: Path) -> None:
    add(folder, 2)
    (folder / FILE_NAME).write_text(DAILY + 'weight = 9\nfloor = "3h"\n', encoding="utf-8")
    with living(folder, budget_per_h=0.4) as daemon:
        daemon.live(hours=60)
    heavy, plain = (daemon.times(f"https://h{n}.example/{n}") for n in range(2))
    assert len(heavy) > len(plain)
    assert all(after - before >= 3 * HOUR for before, after in itertools.pairwise(heavy))


@on_each_database
def test_visits_that_fell_due_while_nothing_ran_become_one_and_are_kept(folder: Path) -> None:
    add(folder, 2)
    with living(folder) as daemon:
        daemon.live(hours=3)
    with living(folder, at=daemon.clock.at + 48 * HOUR) as again:
        again.live(hours=0.5)
        noted = missed(again)
    assert [visits for visits, _ in noted] == [48, 48]
    assert noted[0][1].startswith("nothing was running from 2026-03-02 0")
    assert noted[0][1].endswith(" to 2026-03-04 03:00 UTC")
    assert len(again.visits) == 2


def test_a_stop_of_minutes_is_told_where_pages_are_visited_every_minute(folder: Path) -> None:
    add(folder, 1)
    with living(folder, floor="1min") as daemon:
        daemon.live(hours=0.1)
    with living(folder, at=daemon.clock.at + HOUR / 15, floor="1min") as again:
        again.visit_due()
        ((visits, reason),) = missed(again)
    assert visits in (3, 4)
    assert reason.startswith("nothing was running from 2026-03-02 00:0")


@on_each_database
def test_a_visit_is_missed_for_what_happened_first_after_it_fell_due(folder: Path) -> None:
    add(folder, 1)
    with living(folder) as daemon:
        daemon.live(hours=3)
    with living(folder, at=daemon.clock.at + 48 * HOUR) as again:
        again.clock.at += HOUR
        again.app.timetable.look(again.clock.at)  # the machine slept, too, before the page's turn came
        again.visit_due()
        ((_, reason),) = missed(again)
    assert reason.startswith("nothing was running from 2026-03-02")


@on_each_database
def test_visits_that_a_host_did_not_want_are_kept_with_what_it_said(folder: Path) -> None:
    add(folder, 2, host="h.example")
    with living(folder) as daemon:
        daemon.live(hours=2)
        daemon.app.pauses.heed(
            "h.example", Refusal(why="h.example answers 429", wait=5 * HOUR), daemon.clock.at
        )
        daemon.live(hours=1.2)  # the visit after which the host is left alone, and what waits for it
        daemon.live(hours=7)
        noted = missed(daemon)
    assert noted
    assert noted[0][1].startswith("h.example answers 429, so h.example was left alone until")


def test_a_clock_that_goes_back_loses_no_visit_and_doubles_none(folder: Path) -> None:
    (folder / FILE_NAME).write_text(DAILY + 'cron = "0 7 * * *"\n', encoding="utf-8")
    pages = add(folder, 3)
    with living(folder) as daemon:
        daemon.live(hours=6)
        before = len(daemon.visits)
        daemon.clock.at -= timedelta(days=400)
        went_back_at = daemon.clock.at
        daemon.live(hours=24)
        planned, lost = stored(daemon, pages[0]), missed(daemon)
    counts = Counter(url for url, at in daemon.visits[before:])
    assert all(counts[page.url] in (23, 24) for page in pages[1:])
    assert counts[pages[0].url] == 1, "the rule is read by the new clock"
    assert planned.due_at is not None
    assert went_back_at < planned.due_at <= daemon.clock.at + 24 * HOUR
    assert lost == []


def test_a_clock_that_went_back_while_nothing_ran_is_noticed_at_the_start(folder: Path) -> None:
    add(folder, 1)
    with living(folder) as daemon:
        daemon.live(hours=3)
    with living(folder, at=START - timedelta(days=30)) as again:
        again.live(hours=5.5)
    times = [at for _, at in again.visits]
    assert len(times) in (5, 6)
    assert all(after - before == HOUR for before, after in itertools.pairwise(times))


def test_a_clock_that_jumps_ahead_and_is_put_right_makes_no_storm(folder: Path) -> None:
    add(folder, 12)
    with living(folder, budget_per_h=1.2) as daemon:
        daemon.live(hours=24)
        before = len(daemon.visits)
        daemon.clock.at += timedelta(days=365)
        daemon.live(hours=1)
        assert len(daemon.visits) - before <= 1.2 + 3
        daemon.clock.at -= timedelta(days=365)
        daemon.live(hours=24)
        assert len(daemon.visits) - before <= 1.2 * 25 + 6
        assert len({url for url, at in daemon.visits[before:]}) == 12
        reasons = {reason.partition(" from ")[0] for _, reason in missed(daemon)}
    assert "the machine slept, or its clock was put forward," in reasons


def test_a_page_that_fails_for_days_is_tried_less_and_less_and_never_given_up(folder: Path) -> None:
    (page,) = add(folder, 1)
    with living(folder, ceiling="1d", tick=6 * HOUR) as daemon:
        daemon.failing = {page.url}
        daemon.live(hours=24 * 9)
        now, lost = stored(daemon, page), missed(daemon)
    waits = [after - before for before, after in itertools.pairwise(daemon.times(page.url))]
    assert waits[:4] == [HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR]
    assert waits[-1] == timedelta(days=1)
    assert now.quarantined_at is not None
    assert now.plan["decided_by"] == "failures"
    assert lost == []


def test_a_page_that_robots_forbids_says_so(folder: Path) -> None:
    (page,) = add(folder, 1)
    with living(folder) as daemon:
        (lease,) = daemon.due()
        daemon.app.flow.on_capture(lease, refused(lease.page, START, ProblemCode.ROBOTS))
        kept = stored(daemon, page)
    assert kept.plan["decided_by"] == "robots"
    assert kept.due_reason == (
        "robots.txt of it does not allow Pagetide to visit this page; asked again in 1 h"
    )
