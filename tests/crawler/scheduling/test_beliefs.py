"""What is believed of pages that have not learned is the guess about each, however many there are."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from changemodel.classify.page_type_tree import UNKNOWN
from crawler.scheduling.beliefs import Rates
from crawler.scheduling.rate import mean_per_h
from pagetide.app import App
from storage.collection import Collection
from storage.queries.hints import HintKind, PageHint
from storage.queries.page_types import FoundType, TypeCorrection
from storage.queries.repository import Repository
from storage.records import Page, RateBelief
from tests.pagetide.synthetic import START, capture

HOUR = timedelta(hours=1)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """Thirty pages that have learned, thirty that have not; of some of these something is known besides."""
    path = tmp_path_factory.mktemp("rates") / "news"
    Collection.create(path).close()
    with App.open(path) as opened:
        repository = opened.collection.repository
        for number in range(60):
            name = (
                ""
                if number % 3 == 0
                else f"politics/{number}"
                if number % 3 == 1
                else f"2026/03/{number}.pdf"
            )
            page = repository.add_page(f"https://h{number % 7}.example/{name}?{number}", at=START)
            if number < 30:
                belief = RateBelief(shape=5.0, scale_h=5.0 * (1 + number))
                repository.set_rate(page.id, belief, observations=9)
            elif number % 4 == 0:
                said = PageHint(
                    page_id=page.id, at=START - number * HOUR, kind=HintKind.SITEMAP, changed=True
                )
                repository.add_hint(said)
            elif number % 4 == 1:
                for day in range(3):
                    item = capture(24 * day, news=1, advert=1, url=page.url)
                    opened.collection.store(page, replace(item, text=f"{day * (number % 2)}"))
        opened.timetable.fit_priors(START)
        yield opened


def gamma(belief: RateBelief) -> tuple[float, float]:
    return belief.shape, belief.scale_h


def unlearned(repository: Repository) -> list[Page]:
    return [page for page in repository.pages() if not page.observations]


def test_each_page_that_has_not_learned_has_the_guess_about_it(app: App) -> None:
    repository = app.collection.repository
    rates = Rates(repository, app.settings.crawl.half_life, untyped=UNKNOWN)
    pages = unlearned(repository)
    assert len(pages) == 30
    for page in pages:
        assert gamma(page.rate) == pytest.approx(gamma(rates.guess(page)), rel=1e-9), page.url
    assert len({gamma(page.rate) for page in pages}) > 10


def typed(repository: Repository, page: Page, name: str) -> None:
    found = FoundType(page_id=page.id, type=name, probability=0.9, model_id="m", at=START)
    repository.put_found_type(found)


def test_a_page_begins_with_the_rate_of_its_type(tmp_path: Path, each_database: str) -> None:
    """Alike in address and host, pages of one type change daily and those of another hardly ever."""
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news") as app:
        repository = app.collection.repository
        pages = [repository.add_page(f"https://a.example/at/{number}", at=START) for number in range(43)]
        for page in pages[:40]:
            typed(repository, page, "notice" if page.id % 2 else "listing")
            scale_h = 20_000.0 if page.id % 2 else 200.0
            repository.set_rate(page.id, RateBelief(shape=9.0, scale_h=scale_h), observations=9)
        typed(repository, pages[40], "notice")
        typed(repository, pages[41], "listing")
        app.timetable.fit_priors(START)
        slow, fast, untold = (mean_per_h(page.rate) for page in unlearned(repository))
        assert slow < untold < fast
        assert fast > 3 * slow
        collected = app.collection.store(pages[41], capture(0, news=1, advert=1, url=pages[41].url))
        app.collection.record_type(
            TypeCorrection(page_id=collected.page_id, type="notice", said_at=START, said_by="ann")
        )
        rates = Rates(repository, app.settings.crawl.half_life, untyped=UNKNOWN)
        assert mean_per_h(rates.guess(repository.page(pages[41].id))) == pytest.approx(slow)
        app.timetable.fit_priors(START + HOUR)
        assert mean_per_h(repository.page(pages[41].id).rate) == pytest.approx(slow)


def test_a_fit_to_the_same_pages_changes_nothing_but_what_is_new(app: App) -> None:
    repository = app.collection.repository
    before = unlearned(repository)
    new = repository.add_page("https://h1.example/2026/03/new.pdf", at=START)
    app.timetable.fit_priors(START + HOUR)
    after = unlearned(repository)
    assert [page for page in after if page.id != new.id] == before
    rates = Rates(repository, app.settings.crawl.half_life, untyped=UNKNOWN)
    assert gamma(after[-1].rate) == pytest.approx(gamma(rates.guess(new)), rel=1e-9)
    assert after[-1].rate != RateBelief()
