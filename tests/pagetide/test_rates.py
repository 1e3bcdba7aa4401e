"""What is believed of pages that have not learned is the guess about each, however many there are."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from pagetide.app import App
from pagetide.rates import Rates
from storage.collection import Collection
from storage.hints import HintKind, PageHint
from storage.records import Page, RateBelief
from storage.repository import Repository
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
    rates = Rates(repository, app.settings.crawl.half_life)
    pages = unlearned(repository)
    assert len(pages) == 30
    for page in pages:
        assert gamma(page.rate) == pytest.approx(gamma(rates.guess(page)), rel=1e-9), page.url
    assert len({gamma(page.rate) for page in pages}) > 15


def test_a_fit_to_the_same_pages_changes_nothing_but_what_is_new(app: App) -> None:
    repository = app.collection.repository
    before = unlearned(repository)
    new = repository.add_page("https://h1.example/2026/03/new.pdf", at=START)
    app.timetable.fit_priors(START + HOUR)
    after = unlearned(repository)
    assert [page for page in after if page.id != new.id] == before
    rates = Rates(repository, app.settings.crawl.half_life)
    assert gamma(after[-1].rate) == pytest.approx(gamma(rates.guess(new)), rel=1e-9)
    assert after[-1].rate != RateBelief()
