"""What the schedule learns of hours, of new pages and of rhythms: a real database, days without a browser."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from crawler.scheduling.rate import mean_per_h
from storage.collection import Collection
from storage.queries.hints import HintKind, PageHint
from storage.records import Capture, Page, RateBelief, StoredCapture
from tests.crawler.scheduling.living import HOUR, Daemon, add, living
from tests.pagetide.synthetic import START, capture
from tests.storage.builders import score

on_each_database = pytest.mark.usefixtures("each_database")
"""For what is read from rows with questions of its own."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Collection.create(tmp_path / "news").close()
    return tmp_path / "news"


def test_hours_and_priors_are_learned_from_what_captures_showed(folder: Path) -> None:
    """A newsroom that writes from 8 to 18: its hours count more, and new pages begin with what all pages are like."""
    busy = add(folder, 3, host="busy.example")
    with living(folder) as daemon:
        repository, rates = daemon.app.collection.repository, daemon.app.timetable._rates
        for page in busy:
            for hour in range(24 * 5):
                at = START + hour * HOUR
                rate = rates.after_pair(repository.page(page.id), (at, at + HOUR, 8 <= at.hour < 18))
                repository.set_rate(page.id, rate, observations=hour + 1)
        profile = rates.memory("busy.example").profile
        assert profile is not None
        noon, night = (float(profile.bins[0, hour]) for hour in (12, 2))
        assert noon > 3 * night
        new = repository.add_page("https://other.example/new", at=START, due_at=None)
        daemon.app.timetable.fit_priors(START)
        begun = mean_per_h(repository.page(new.id).rate)
    assert begun > 1.5 * mean_per_h(RateBelief())


@on_each_database
def test_a_new_page_begins_with_what_its_sitemap_and_its_archived_captures_say(folder: Path) -> None:
    texts = ["one", "one", "one", "two", "two"]
    with living(folder) as daemon:
        repository, rates = daemon.app.collection.repository, daemon.app.timetable._rates
        plain, told, quiet, lively = (
            repository.add_page(f"https://{name}.example/", at=START, due_at=None)
            for name in ("plain", "told", "quiet", "lively")
        )
        hint = PageHint(page_id=told.id, at=START - timedelta(days=300), kind=HintKind.SITEMAP, changed=True)
        repository.add_hint(hint)
        for day, text in enumerate(texts):
            for page, said in ((quiet, "same"), (lively, f"{text} {day}")):
                item = replace(capture(24 * day, news=1, advert=1, url=page.url), text=said)
                daemon.app.collection.store(page, item)
        daemon.app.timetable.fit_priors(START)
        means = {
            page: mean_per_h(repository.page(page.id).rate) * 24 for page in (plain, told, quiet, lively)
        }
        assert rates.start(repository.page(told.id)) == repository.page(told.id).rate
    assert means[told] < 0.1 * means[plain]
    assert means[quiet] < 0.5 * means[plain]
    assert means[quiet] < means[lively]


def counting(page: Page, hour: int, said: str) -> Capture:
    """A visit at which a counter stands elsewhere than before, above other words."""
    plain = capture(hour, news=1, advert=1, url=page.url)
    texts = [f"Visited {4711 + 13 * hour} times today", said]
    assert plain.layout is not None
    (block,) = plain.layout.blocks
    blocks = tuple(
        replace(block, path=f"body>p{n}", text=text, y_px=60 + 40 * n) for n, text in enumerate(texts)
    )
    return replace(plain, text="\n".join(texts), layout=replace(plain.layout, blocks=blocks))


def watched(daemon: Daemon, page: Page, hours: int, said: Callable[[int], str]) -> list[bool | None]:
    """Hourly visits of a page with a counter, and what was decided of them."""
    for hour in range(hours):
        daemon.clock.at = START + hour * HOUR
        daemon.app.collection.repository.set_due(page.id, daemon.clock.at, "test")
        (lease,) = daemon.due()
        daemon.app.flow.on_capture(lease, counting(page, hour, said(hour)))
    return [score.important for score in daemon.app.collection.repository.scores(page.id)]


def test_a_counter_is_no_change_while_nothing_has_decided_yet(folder: Path) -> None:
    """Before a page has a model its counter says nothing; words that came may be important, as elsewhere."""

    def other_words(hour: int) -> str:
        return f"{chr(97 + hour) * 9} came to the {chr(110 - hour) * 8} of the council, it was said"

    means = {}
    with living(folder) as daemon:
        repository = daemon.app.collection.repository
        for name, said in (
            ("counter", lambda hour: "Nothing ever happens here at all"),
            ("lively", other_words),
        ):
            page = repository.add_page(f"https://{name}.example/", at=START, due_at=START)
            decided = watched(daemon, page, 12, said)
            repository.set_active(page.id, active=False)
            assert decided.count(None) > 8
            assert True not in decided
            means[name] = mean_per_h(repository.page(page.id).rate)
    assert means["counter"] < mean_per_h(RateBelief()) < means["lively"]


def test_pairs_without_a_decision_count_beside_those_that_text_decides(folder: Path) -> None:
    """One rare piece of news among hours of a counter is one change in those hours, not one in the hour before it."""

    def once(hour: int) -> str:
        return "All ships may enter again" if hour >= 12 else "The harbour is closed to all today"

    with living(folder) as daemon:
        page = daemon.app.collection.repository.add_page("https://counter.example/", at=START, due_at=START)
        decided = watched(daemon, page, 24, once)
        mean = 24 * mean_per_h(daemon.app.collection.repository.page(page.id).rate)
    assert decided.count(True) == 1
    assert decided.count(None) > 15
    assert 0.1 < mean < 2.5


@on_each_database
def test_a_page_that_changes_by_the_clock_is_found_out_from_its_decisions(folder: Path) -> None:
    """Every 11 hours something important; then the schedule says so, and the belief expects no more than that."""
    with living(folder) as daemon:
        collection, rates = daemon.app.collection, daemon.app.timetable._rates
        page = collection.repository.add_page("https://clock.example/", at=START, due_at=None)
        before: StoredCapture | None = None
        hour = 0
        for number in range(45):
            after = collection.store(page, capture(hour, news=1, advert=1, url=page.url))
            if before is not None:
                gone_by = (before.started_at - START) // (11 * HOUR)
                ticked = (after.started_at - START) // (11 * HOUR) > gone_by
                collection.record_score(score(before, after, important=ticked))
                page = collection.repository.page(page.id)
                belief = rates.after_pair(page, (before.started_at, after.started_at, ticked))
                collection.repository.set_rate(page.id, belief, observations=number)
            before, hour = after, hour + (3, 5, 4, 7)[number % 4]
        rhythm = rates.rhythm(collection.repository.page(page.id))
        pairs = collection.repository.decided_pairs(page.id, limit=99)
        anew = rates.after_pairs(page, pairs)
    assert rhythm is not None
    assert rhythm.period_h == pytest.approx(11.0, rel=0.01)
    assert mean_per_h(belief) == pytest.approx(1 / 11, rel=0.25)
    assert mean_per_h(anew) == pytest.approx(1 / 11, rel=0.25)


def test_a_page_that_changes_its_habits_is_believed_anew(folder: Path) -> None:
    """Busy for two weeks, then still: what is kept of it goes from visit to visit."""
    step, busy = 6 * HOUR, 56
    with living(folder) as daemon:
        repository, rates = daemon.app.collection.repository, daemon.app.timetable._rates
        page = repository.add_page("https://turned.example/", at=START, due_at=None)
        pairs = [
            (START + number * step, START + (number + 1) * step, number < busy) for number in range(busy + 12)
        ]
        for number, pair in enumerate(pairs, start=1):
            belief = rates.after_pair(repository.page(page.id), pair)
            repository.set_rate(page.id, belief, observations=number)
        kept = repository.page(page.id).rate
        anew = rates.after_pairs(repository.page(page.id), pairs)
    assert kept.memory["quick_share"] > 0.9
    assert mean_per_h(kept) < 0.5 * kept.memory["slow_shape"] / kept.memory["slow_scale_h"]
    assert mean_per_h(anew) < 0.5 * anew.memory["slow_shape"] / anew.memory["slow_scale_h"]
