"""Hints in the product: asked for before a browser is sent, believed as far as they were right."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pagetide.app import App
from pagetide.settings.collection_settings import FILE_NAME
from storage.collection import Collection
from storage.errors import StorageError
from storage.queries.hints import HintKind
from storage.records import Capture, Lease, Page, RateBelief
from tests.crawler.scheduling.living import HOUR, SetClock
from tests.crawler.site import Site, serving
from tests.forked_process import run_command
from tests.pagetide.synthetic import START, capture

URL = "https://news.example/front"
ITEM = capture(0, news=1, advert=1, url=URL)
FEED = "https://news.example/feed.xml"
SITEMAP = "https://news.example/sitemap.xml"
ANNOUNCED = (
    f'[[override]]\npages = "https://news.example/*"\n[override.crawl]\nannounced_by = "{FEED}, {SITEMAP}"\n'
)


class Asking:
    """One page whose server gives an ETag, visited and asked by the real flow."""

    def __init__(self, folder: Path, clock: SetClock, app: App) -> None:
        self.app = app
        self.clock = clock
        self.repository = app.collection.repository
        self.page = self.repository.add_page(URL, at=START, due_at=START)
        self.repository.set_rate(self.page.id, RateBelief(shape=20.0, scale_h=240.0), observations=20)
        app.timetable.begin(START)
        app.timetable.tick(START)

    def now(self) -> Page:
        return self.repository.page(self.page.id)

    def lease(self) -> Lease:
        """The page when it falls due."""
        due_at = self.now().due_at
        assert due_at is not None
        self.clock.at = max(due_at, self.clock.at)
        (lease,) = self.repository.lease_due(self.clock.at, limit=1, lease_for=HOUR)
        return lease

    def visit(self, lease: Lease, *, etag: bool = True) -> None:
        self.app.flow.on_capture(lease, fetched(self.clock.at, etag=etag))

    def learn(self, *, important: bool, times: int) -> None:
        """Visits that were asked about before, and what they showed."""
        for _ in range(times):
            at = self.clock.at
            self.clock.at = at + 12 * HOUR
            self.app.hinting.note_answer(replace(self.fake_lease()), True, self.clock.at)
            self.app.hinting.learn(self.now(), (at, self.clock.at, important))

    def fake_lease(self) -> Lease:
        return Lease(page=self.now(), attempt=-1, expires_at=self.clock.at)


def fetched(at: datetime, *, etag: bool = True) -> Capture:

    headers = (("Content-Type", "text/html"), *((("ETag", '"one"'),) if etag else ()))
    exchange = replace(ITEM.exchanges[0], response_headers=headers, started_at=at)
    times = {"started_at": at, "finished_at": at + timedelta(seconds=1)}
    return replace(ITEM, exchanges=(exchange,), **times)


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asking]:
    folder = tmp_path / "news"
    Collection.create(folder).close()
    (folder / FILE_NAME).write_text(ANNOUNCED, encoding="utf-8")
    clock = SetClock(START)
    with App.open(folder, clock=clock, overrides={"crawl": {"budget_per_h": 0.1}}) as app:
        yield Asking(folder, clock, app)


def test_a_server_that_gave_an_etag_is_asked_by_it(asking: Asking) -> None:
    first = asking.lease()
    assert asking.app.hinting.question(first) is None, "there is nothing yet to ask by"
    asking.visit(first)
    assert asking.app.hinting.question(asking.lease()) == {"If-None-Match": '"one"'}


def test_a_server_that_gave_nothing_is_not_asked(asking: Asking) -> None:
    asking.visit(asking.lease(), etag=False)
    assert asking.app.hinting.question(asking.lease()) is None


def test_not_modified_spares_the_visit_and_is_kept_as_such(asking: Asking) -> None:
    asking.visit(asking.lease())
    lease = asking.lease()
    assert asking.app.hinting.note_answer(lease, False, asking.clock.at)
    now = asking.now()
    assert now.due_at is not None
    assert now.due_at > asking.clock.at
    assert now.last_visit_at == START
    assert now.plan["decided_by"] == "hint"
    assert now.due_reason.startswith("its server says that nothing has changed")
    (hint,) = asking.repository.hints(asking.page.id)
    assert (hint.kind, hint.changed, hint.spared) == (HintKind.CONDITIONAL, False, True)
    assert asking.repository.spared_visits(START) == {asking.page.id: 1}
    assert len(asking.repository.captures(asking.page.id)) == 1


def test_a_spare_visit_that_is_spared_has_an_interval_again(asking: Asking) -> None:
    asking.visit(asking.lease())
    lease = asking.lease()
    plan = {**lease.page.plan, "decided_by": "spare", "interval_h": None}
    assert asking.app.hinting.note_answer(
        replace(lease, page=replace(lease.page, plan=plan)), False, asking.clock.at
    )
    assert asking.now().plan["interval_h"] > 0


def test_a_last_question_before_the_visit_leaves_the_page_its_interval(asking: Asking) -> None:
    """It may come a second before the browser goes: that second is no rhythm by which visits could be missed."""
    asking.visit(asking.lease())
    usual = asking.now().plan["interval_h"]
    while asking.app.hinting.note_answer(asking.lease(), False, asking.clock.at):
        assert asking.now().plan["interval_h"] == pytest.approx(usual)


def test_what_changed_is_visited(asking: Asking) -> None:
    asking.visit(asking.lease())
    lease = asking.lease()
    assert not asking.app.hinting.note_answer(lease, True, asking.clock.at)
    asking.visit(lease)
    assert asking.now().last_visit_at == asking.clock.at


def test_a_server_that_always_says_not_modified_is_not_believed_for_ever(asking: Asking) -> None:
    asking.visit(asking.lease())
    asked = 0
    while asking.app.hinting.note_answer(asking.lease(), False, asking.clock.at):
        asked += 1
        assert asked < 10
    assert asked > 0


def test_a_server_that_told_every_change_is_believed_for_longer_than_one_that_told_none(
    asking: Asking,
) -> None:
    asking.visit(asking.lease())
    memory = asking.app.timetable._rates.memory
    unknown = asking.app.hinting._unseen(asking.now(), memory("news.example"))
    asking.learn(important=True, times=30)
    trusted = asking.app.hinting._unseen(asking.now(), memory("news.example"))
    assert trusted > 2 * unknown
    assert memory("news.example").trust("conditional").recall > 0.8


def feed(*links: str) -> bytes:
    items = "".join(f"<item><title>t</title><link>{link}</link></item>" for link in links)
    return f'<rss version="2.0"><channel><title>t</title>{items}</channel></rss>'.encode()


def sitemap(date: str, url: str = URL) -> bytes:
    entry = f"<url><loc>{url}</loc><lastmod>{date}</lastmod></url>"
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entry}</urlset>'.encode()


def test_feeds_and_sitemaps_are_read_every_hour(asking: Asking) -> None:
    sources = asking.app.hinting.sources
    assert list(sources(START)) == [FEED, SITEMAP]
    assert sources(START + HOUR / 2) == ()
    assert list(sources(START + HOUR)) == [FEED, SITEMAP]


def test_sources_that_could_not_be_looked_up_are_looked_up_again_at_once(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(numbers: object) -> None:
        raise StorageError("broken by the test")

    with monkeypatch.context() as broken:
        broken.setattr(asking.app.collection.repository, "active_of", breaks)
        with pytest.raises(StorageError):
            asking.app.hinting.sources(START)
    assert list(asking.app.hinting.sources(START)) == [FEED, SITEMAP]


@pytest.mark.parametrize(
    ("source", "first", "then", "kind"),
    [
        (FEED, feed("https://news.example/1"), feed("https://news.example/2"), HintKind.FEED),
        (SITEMAP, sitemap("2026-03-01"), sitemap("2026-03-02"), HintKind.SITEMAP),
    ],
)
def test_what_is_announced_brings_a_visit_forward(
    asking: Asking, source: str, first: bytes, then: bytes, kind: HintKind
) -> None:
    asking.visit(asking.lease())
    planned = asking.now().due_at
    hinting = asking.app.hinting
    hinting.note_announcements(source, first, START + HOUR)
    hinting.note_announcements(source, first, START + 2 * HOUR)
    assert asking.repository.hints(asking.page.id) == [], "what was said before, or again, is no news"
    hinting.note_announcements(source, then, START + 3 * HOUR)
    (hint,) = asking.repository.hints(asking.page.id)
    assert hint.kind is kind
    now = asking.now()
    assert planned is not None
    assert now.due_at is not None
    assert now.due_at < planned
    assert now.plan["decided_by"] == "hint"


@pytest.mark.parametrize(
    ("listed", "is_meant"),
    [
        ("http://news.example/watch?v=AbC", True),
        ("HTTPS://News.example:443/watch?v=AbC", True),
        ("https://news.example/watch?v=aBc", False),
        ("https://www.news.example/watch?v=AbC", False),
    ],
)
def test_a_sitemap_speaks_of_the_very_pages_that_it_names(
    asking: Asking, listed: str, is_meant: bool
) -> None:
    url = "https://news.example/watch?v=AbC#/comments"
    page = asking.repository.add_page(url, at=START, due_at=START + 900 * HOUR)
    asking.app.timetable.tick(START)
    asking.app.hinting.note_announcements(SITEMAP, sitemap("2026-03-01", listed), START + HOUR)
    asking.app.hinting.note_announcements(SITEMAP, sitemap("2026-03-02", listed), START + 2 * HOUR)
    assert bool(asking.repository.hints(page.id)) is is_meant


def test_a_feed_that_lies_loses_its_say(asking: Asking) -> None:
    asking.visit(asking.lease())
    hinting = asking.app.hinting
    for number in range(80):
        at = START + number * HOUR
        hinting.note_announcements(FEED, feed(f"https://news.example/{number}"), at + HOUR / 2)
        hinting.learn(asking.now(), (at, at + HOUR, False))
    asking.repository.set_due(asking.page.id, START + 300 * HOUR, "later", plan={"decided_by": "budget"})
    hinting.note_announcements(FEED, feed("https://news.example/last"), START + 100 * HOUR)
    trust = asking.app.timetable._rates.memory("news.example").trust("announced")
    assert trust.precision < 0.05
    assert asking.now().due_at == START + 300 * HOUR
    asking.visit(asking.lease())
    assert asking.now().due_reason.endswith(
        "announcements were right in 0 % of the cases and are not counted"
    )


def test_a_sitemap_that_dates_all_pages_now_is_found_out_before_a_page_has_a_model(asking: Asking) -> None:
    """Of a page with a counter nothing decides that it has not changed; that no word did is enough to see the lie."""
    for number in range(20):
        lease = asking.lease()
        counted = f"Visited {number * 37} times"
        item = fetched(asking.clock.at)
        assert item.layout is not None
        blocks = tuple(replace(block, text=counted) for block in item.layout.blocks)
        item = replace(item, text=counted, layout=replace(item.layout, blocks=blocks))
        asking.app.flow.on_capture(lease, item)
        asking.clock.at += HOUR
        said = sitemap((START + number * timedelta(days=1)).date().isoformat())
        asking.app.hinting.note_announcements(SITEMAP, said, asking.clock.at)
    important = [score.important for score in asking.repository.scores(asking.page.id)]
    assert None in important
    assert True not in important
    assert asking.app.timetable._rates.memory("news.example").trust("announced").precision < 0.1


def test_a_feed_that_is_none_announces_nothing(asking: Asking) -> None:
    asking.visit(asking.lease())
    for body in (b"", b"<html>", b"\x1f\x8bnot packed", b"<rss>", feed()):
        asking.app.hinting.note_announcements(FEED, body, START + HOUR)
    assert asking.repository.hints(asking.page.id) == []


def test_a_feed_that_was_broken_once_announces_nothing_when_it_is_well_again(asking: Asking) -> None:
    asking.visit(asking.lease())
    hinting = asking.app.hinting
    bodies = (feed("https://news.example/1"), b"<html>busy</html>", feed("https://news.example/1"))
    for hour, body in enumerate(bodies, 1):
        hinting.note_announcements(FEED, body, START + hour * HOUR)
    assert asking.repository.hints(asking.page.id) == []
    hinting.note_announcements(FEED, feed("https://news.example/2"), START + 9 * HOUR)
    assert len(asking.repository.hints(asking.page.id)) == 1


def test_an_index_of_sitemaps_is_told_to_announce_nothing(
    asking: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    index = (
        b'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        b"<sitemap><loc>https://news.example/a.xml</loc></sitemap></sitemapindex>"
    )
    asking.app.hinting.note_announcements(SITEMAP, index, START)
    assert "such as https://news.example/a.xml" in caplog.text


def test_feeds_of_paused_pages_are_left_alone(asking: Asking) -> None:
    asking.repository.set_active(asking.page.id, active=False)
    assert asking.app.hinting.sources(START) == ()


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


def run_crawl(folder: Path) -> None:
    done = run_command("crawl", "-c", folder, "--once", "--json")
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)


@pytest.mark.browser
@pytest.mark.timeout(600)
def test_a_real_server_that_answers_304_spares_the_browser_and_its_feed_is_read(
    tmp_path: Path, site: Site
) -> None:
    folder = tmp_path / "news"
    site.etag = '"one"'
    (tmp_path / "news").mkdir()
    Collection.create(folder).close()
    site.feed = feed(site.url("/story"))
    networks = '[rendering.safety]\nreachable_networks = ["127.0.0.0/8"]\n'
    source = f'[[override]]\npages = "*"\n[override.crawl]\nannounced_by = "{site.url("/feed.xml")}"\n'
    (folder / FILE_NAME).write_text(networks + source, encoding="utf-8")
    with Collection.open(folder) as opened:
        now = datetime.now(UTC)
        page = opened.repository.add_page(site.url("/news"), at=now, due_at=now)
    captures = []
    for etag in ('"one"', '"one"', '"two"'):
        site.etag = etag
        run_crawl(folder)
        with Collection.open(folder) as opened:
            captures.append(len(opened.repository.captures(page.id)))
            kept = opened.repository.page(page.id)
            hints = opened.repository.hints(page.id)
            heard = opened.repository.state("announced: " + site.url("/feed.xml"))
            opened.repository.set_due(page.id, datetime.now(UTC), "due again", plan=kept.plan)
    assert captures == [1, 1, 2]
    assert [(hint.changed, hint.spared) for hint in hints] == [(False, True), (True, False)]
    assert site.heads["/news"].get("If-None-Match") is None, "the browser itself asks for the whole page"
    assert site.asked.count("/feed.xml") == 3, "once a crawl"
    assert heard is not None
    assert len(heard) == 1
