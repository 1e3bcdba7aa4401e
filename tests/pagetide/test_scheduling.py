"""``schedule``, ``pause``, ``resume`` and ``capture``, called as a person calls them."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pagetide.commands import init, status
from pagetide.commands.schedule import app
from pagetide.settings.collection_settings import FILE_NAME
from storage.collection import Collection
from storage.queries.missed_visits import MissedVisit
from storage.records import Page, RateBelief

NOW = datetime.now(UTC)
FAST, SLOW = "https://example.org/news", "https://example.org/imprint"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Collection.create(tmp_path / "news") as opened:
        fast = opened.repository.add_page(FAST, at=NOW, due_at=NOW + timedelta(hours=2))
        slow = opened.repository.add_page(SLOW, at=NOW, due_at=NOW + timedelta(days=3))
        opened.repository.set_rate(fast.id, RateBelief(shape=20.0, scale_h=60.0), observations=30)
        opened.repository.set_rate(slow.id, RateBelief(shape=2.0, scale_h=2000.0))
    return tmp_path / "news"


def run(folder: Path, command: str, *arguments: str) -> Result:
    return CliRunner().invoke(app, [command, "-c", str(folder), *arguments], catch_exceptions=False)


def page(folder: Path, url: str) -> Page:
    with Collection.open(folder, read_only=True) as opened:
        found = opened.repository.find_page(url)
    assert found is not None
    return found


def with_budget(folder: Path, per_h: float) -> None:
    (folder / FILE_NAME).write_text(f"[crawl]\nbudget_per_h = {per_h}\n", encoding="utf-8")


def test_the_schedule_shows_rates_with_their_credible_intervals(folder: Path) -> None:
    assert "8 (5.3-11)" in run(folder, "schedule").output
    listed = json.loads(run(folder, "schedule", "--json").output)
    assert [item["url"] for item in listed] == [FAST, SLOW]
    assert listed[0]["credible_interval_90"] == pytest.approx([5.3, 11.15], rel=0.01)


def test_a_page_that_is_asked_for_by_hand_keeps_the_rule_it_was_planned_by(folder: Path) -> None:
    with Collection.open(folder) as opened:
        found = opened.repository.find_page(SLOW)
        assert found is not None
        plan = {"decided_by": "rule", "rule": "every 6 h", "validators": {"etag": "1"}}
        opened.repository.set_due(found.id, NOW + timedelta(hours=6), "its rule", exempt=True, plan=plan)
    run(folder, "capture", SLOW)
    assert page(folder, SLOW).plan == {
        "rule": "every 6 h"
    }  # or its rule would pass for a new one and put it off


def test_an_override_that_matches_no_page_is_told(folder: Path) -> None:
    rule = '[[override]]\npages = "{}"\n[override.crawl]\nevery = "6h"\n'
    (folder / FILE_NAME).write_text(rule.format("*imprimt*") + rule.format("*news*"), encoding="utf-8")
    told = run(folder, "schedule")
    assert 'override for "*imprimt*"' in " ".join(told.stderr.split())
    assert "*news*" not in told.stderr
    assert told.exit_code == 0


def test_twice_the_budget_halves_what_a_page_waits_or_better(folder: Path) -> None:
    with_budget(folder, 0.2)
    forecast = json.loads(run(folder, "schedule", "--budget-factor", "2", "--json").output)["pages"]
    now, then = (sum(1 / item[key] for item in forecast) for key in ("interval_h", "interval_then_h"))
    assert (now, then) == pytest.approx((0.2, 0.4))
    assert all(item["interval_then_h"] < item["interval_h"] for item in forecast)
    assert "then every" in run(folder, "schedule", "--budget-factor", "2").output


def test_a_budget_below_all_ceilings_is_called_impossible(folder: Path) -> None:
    with_budget(folder, 0.001)
    shown = run(folder, "schedule").output
    assert "visits will fall behind" in shown
    assert "what the budget pays for" not in shown


def test_a_paused_page_is_not_scheduled_until_it_is_resumed(folder: Path) -> None:
    run(folder, "pause", FAST)
    assert not page(folder, FAST).active
    assert FAST not in run(folder, "schedule").output
    assert "resumed" in run(folder, "resume", FAST).output
    assert page(folder, FAST).active
    assert page(folder, FAST).due_reason == "resumed by hand"
    assert "not paused" in run(folder, "resume", FAST).output


def test_what_fell_due_during_a_pause_is_visited_once_and_now(folder: Path) -> None:
    run(folder, "pause", FAST)
    with Collection.open(folder) as opened:
        opened.repository.set_due(page(folder, FAST).id, NOW - timedelta(days=30), "long ago")
    before = datetime.now(UTC)
    run(folder, "resume", FAST)
    due_at = page(folder, FAST).due_at
    assert due_at is not None
    assert before - timedelta(seconds=1) <= due_at <= datetime.now(UTC)


def test_a_page_asked_for_comes_before_all_others(folder: Path) -> None:
    run(folder, "capture", SLOW)
    with Collection.open(folder) as opened:
        (lease,) = opened.repository.lease_due(datetime.now(UTC), limit=1, lease_for=timedelta(minutes=1))
    assert lease.page.url == SLOW
    assert lease.page.due_reason == "asked for by hand"


def test_a_paused_page_asked_for_stays_paused(folder: Path) -> None:
    run(folder, "pause", SLOW)
    asked = run(folder, "capture", SLOW)
    assert (asked.exit_code, "it is paused" in asked.output) == (1, True)
    assert not page(folder, SLOW).active


def test_the_schedule_shows_what_was_missed_and_why(folder: Path) -> None:
    with Collection.open(folder) as opened:
        for visits in (3, 4):
            opened.repository.add_missed_visit(
                MissedVisit(
                    page_id=page(folder, FAST).id,
                    due_at=NOW - timedelta(days=1),
                    noticed_at=NOW - timedelta(hours=visits),
                    visits=visits,
                    reason="nothing was running",
                )
            )
    assert f"7 of {FAST}: nothing was running" in " ".join(run(folder, "schedule").output.split())
    listed = {item["url"]: item for item in json.loads(run(folder, "schedule", "--json").output)}
    assert (listed[FAST]["missed_in_14_days"], listed[SLOW]["missed_in_14_days"]) == (7, 0)
    shown = CliRunner().invoke(status.app, ["-c", str(folder)], catch_exceptions=False).output
    assert "7 planned visits were missed in 14 days" in shown


def test_the_schedule_says_for_programs_what_decided_and_how_much_is_known(folder: Path) -> None:
    plan = {"decided_by": "ceiling", "interval_h": 24.0}
    with Collection.open(folder) as opened:
        due_at = datetime.now(UTC) - timedelta(hours=3)
        opened.repository.set_due(page(folder, SLOW).id, due_at, "because", plan=plan)
    (slow,) = (item for item in json.loads(run(folder, "schedule", "--json").output) if item["url"] == SLOW)
    assert (slow["decided_by"], slow["interval_h"], slow["learned_from"]) == ("ceiling", 24.0, 0)
    shown = " ".join(run(folder, "schedule").output.split())
    assert "h late" in shown
    assert "nothing judged yet" in shown


def test_twice_the_budget_does_not_move_a_page_with_a_rule(folder: Path) -> None:
    rule = f'[[override]]\npages = "{FAST}"\n[override.crawl]\nevery = "6h"\n'
    (folder / FILE_NAME).write_text(f"[crawl]\nbudget_per_h = 0.5\n{rule}", encoding="utf-8")
    forecast = json.loads(run(folder, "schedule", "--budget-factor", "2", "--json").output)["pages"]
    waits = {item["url"]: (item["interval_h"], item["interval_then_h"]) for item in forecast}
    assert waits[FAST] == (6.0, 6.0)
    assert waits[SLOW][1] < waits[SLOW][0]


def test_a_pause_keeps_what_planned_the_next_visit(folder: Path) -> None:
    due_at = NOW + timedelta(hours=5)
    with Collection.open(folder) as opened:
        plan = {"decided_by": "rule", "rule": "every 6 h"}
        opened.repository.set_due(page(folder, FAST).id, due_at, "its rule", exempt=True, plan=plan)
    run(folder, "pause", FAST)
    run(folder, "resume", FAST)
    kept = page(folder, FAST)
    assert (kept.due_at, kept.exempt, kept.plan) == (due_at, True, plan)


def test_a_long_table_shows_the_first_pages_and_says_how_many_more(folder: Path) -> None:
    shown = run(folder, "schedule", "--limit", "1").output
    assert FAST in shown
    assert SLOW not in shown
    assert "1 more page is not shown" in shown
    first = run(folder, "schedule", "--limit", "1", "--json")
    rest = run(folder, "schedule", "--skip", "1", "--json")
    assert [json.loads(item.stdout)[0]["url"] for item in (first, rest)] == [FAST, SLOW]
    assert "1 more page is not shown: `--skip 1` reads on" in first.stderr
    assert rest.stderr == ""
    shown = CliRunner().invoke(status.app, ["-c", str(folder), "--limit", "1"], catch_exceptions=False)
    assert "1 more page is not shown" in shown.output


def test_what_hints_of_a_host_were_worth_is_told(folder: Path) -> None:
    liar = {"announced": 9.0, "silent": 0.0, "false": 200.0, "hours": 300.0}
    honest = {"announced": 20.0, "silent": 1.0, "false": 3.0, "hours": 300.0}
    with Collection.open(folder) as opened:
        opened.repository.set_host_rhythm(
            "example.org", {"hints": {"announced": liar, "conditional": honest}}
        )
    told = " ".join(run(folder, "schedule").output.split())
    assert (
        "example.org: feeds and sitemaps announced 81 % of the important changes, and were right in 5 % of the cases, "
        "so they are not counted"
    ) in told
    assert 'its answers to "has it changed?" found 86 % of the important changes' in told
    listed = json.loads(run(folder, "schedule", "--json").output)
    assert listed[0]["hints_of_its_host"]["conditional"]["recall"] == pytest.approx(0.865, abs=0.01)


def test_pages_that_only_archives_know_are_told_and_planned_when_they_are_added(folder: Path) -> None:
    url = "https://example.org/archived"
    with Collection.open(folder) as opened:
        opened.repository.add_page(url, at=NOW)
    assert "1 page has no visit planned" in run(folder, "schedule").output
    added = CliRunner().invoke(init.app, ["add", "-c", str(folder), url], catch_exceptions=False)
    assert "had no visit planned; it is due now" in " ".join(added.stderr.split())
    assert page(folder, url).due_at is not None
