from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from crawler.scheduling.prior import KINDS, NO_GROUP, Groups, PriorTable, fitted_priors, fitted_table, kind_of
from crawler.scheduling.rate import mean_per_h, observe, observe_maybe, told_changed
from storage.records import Page, RateBelief


def test_a_prior_is_found_again_from_pages_that_are_well_known() -> None:
    rng = np.random.default_rng(0)
    rates = rng.gamma(0.6, 1 / 30, 4000)
    sure = np.full(4000, 1e5)
    priors = fitted_priors(sure, sure / rates, np.zeros(4000, dtype=np.intp), 1)
    assert priors.fleet_shape == pytest.approx(0.6, rel=0.1)
    assert priors.fleet_shape / priors.fleet_scale_h == pytest.approx(0.02, rel=0.1)


def test_a_group_of_many_pages_has_a_prior_of_its_own() -> None:
    group = np.repeat([0, 1], [500, 500])
    rate = np.where(group == 0, 0.5, 0.001)
    shape = np.full(1000, 20.0)
    priors = fitted_priors(shape, shape / rate, group, 2)
    assert priors.shape / priors.scale_h == pytest.approx([0.5, 0.001], rel=0.5, abs=0.01)


def test_a_group_of_one_page_stays_near_the_fleet() -> None:
    group = np.append(np.zeros(500, dtype=np.intp), 1)
    rate = np.append(np.full(500, 0.01), 1.0)
    shape = np.full(501, 20.0)
    priors = fitted_priors(shape, shape / rate, group, 2)
    assert priors.shape[1] / priors.scale_h[1] < 0.2


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://news.example/", "front page"),
        ("https://news.example/index.html", "front page"),
        ("https://news.example/politics/", "section"),
        ("https://news.example/politics/parliament-votes-on-the-new-budget", "article"),
        ("https://news.example/2026/03/02/storm", "article"),
        ("https://news.example/report.pdf", "article"),
    ],
)
def test_an_address_promises_a_kind_of_page(url: str, kind: str) -> None:
    assert kind_of(url) == kind


def fitted(pages: list[Page], types: Sequence[str | None] = (), **decided: int) -> PriorTable:
    names = sorted({name for name in types if name is not None})
    told = types or [None] * len(pages)
    return fitted_table(
        np.array([page.rate.shape for page in pages]),
        np.array([page.rate.scale_h for page in pages]),
        Groups(
            kind=np.array([KINDS.index(kind_of(page.url)) for page in pages], dtype=np.intp),
            type=np.array([NO_GROUP if name is None else names.index(name) for name in told], dtype=np.intp),
            types=names,
        ),
        **decided,
    )


def known(url: str, a_day: float) -> Page:
    host = url.split("/")[2]
    rate = RateBelief(shape=20.0, scale_h=480.0 / a_day)
    return Page(id=1, url=url, url_key=url, host=host, added_at=datetime(2026, 1, 1, tzinfo=UTC), rate=rate)


def test_a_new_page_begins_with_what_its_kind_turned_out_to_be_like() -> None:
    fronts = [known(f"https://n{n}.example/", 20.0) for n in range(40)]
    articles = [known(f"https://n{n}.example/2026/{n}/a-long-and-final-story", 0.05) for n in range(40)]
    sections = [known(f"https://n{n}.example/section", 1.0) for n in range(40)]
    table = fitted([*fronts, *articles, *sections])
    front, article = (
        mean_per_h(table.prior(url)) for url in ("https://x.example/", "https://x.example/2026/1/story")
    )
    assert front > 5 * article


def test_a_type_says_more_than_the_address_once_some_pages_of_it_are_known() -> None:
    notices = [known(f"https://n{n}.example/about", 0.05) for n in range(20)]
    lists = [known(f"https://m{n}.example/about", 5.0) for n in range(20)]
    types = ["notice"] * 20 + ["listing"] * 20
    table = fitted([*notices, *lists], types)
    slow, fast, untold, unheard_of = (
        mean_per_h(table.prior("https://x.example/about", name))
        for name in ("notice", "listing", None, "forum")
    )
    assert slow < untold < fast
    assert fast > 3 * slow
    assert unheard_of == pytest.approx(untold)


def test_a_type_of_which_one_page_is_known_leaves_the_address_its_say() -> None:
    articles = [known(f"https://n{n}.example/2026/{n}/story", 0.05) for n in range(40)]
    fronts = [known(f"https://n{n}.example/", 20.0) for n in range(40)]
    types = ["article", *[None] * 79]
    table = fitted([*articles, *fronts], types)
    url = "https://x.example/2026/1/story"
    assert mean_per_h(table.prior(url, "article")) == pytest.approx(mean_per_h(table.prior(url)), rel=0.3)


def test_priors_kept_before_pages_had_types_are_read() -> None:
    kept = fitted([known("https://x.example/", 20.0)]).as_json()
    del kept["types"]
    assert PriorTable.from_json(kept).types == {}


def test_a_prior_of_few_pages_stays_near_the_usual_one_and_survives_json() -> None:
    table = fitted([known("https://x.example/", 20.0)], ["forum"], important=9, decided=10)
    usual = mean_per_h(RateBelief())
    assert mean_per_h(table.fleet) < 6 * usual
    assert PriorTable.from_json(table.as_json()) == table
    assert 0.3 < table.important_share < 0.9
    assert fitted([]).fleet == RateBelief()


def test_a_page_said_to_be_unchanged_for_long_is_believed_to_be_slower() -> None:
    old, new = (told_changed(RateBelief(), ago, 0.5) for ago in (timedelta(days=400), timedelta(hours=2)))
    assert mean_per_h(old) < 0.02 * mean_per_h(RateBelief()) < mean_per_h(new)


def test_a_doubtful_change_moves_a_belief_between_a_yes_and_a_no() -> None:
    day, belief = timedelta(days=1), RateBelief()
    no, maybe, yes = (
        mean_per_h(one)
        for one in (observe(belief, False, day), observe_maybe(belief, 0.3, day), observe(belief, True, day))
    )
    assert no < maybe < yes
    assert observe_maybe(belief, 0.0, day) == observe(belief, False, day)


def test_a_fit_that_hardly_moves_leaves_what_was_believed() -> None:
    kinds = {"section": RateBelief(shape=1.0, scale_h=100.0), "article": RateBelief(shape=1.0, scale_h=50.0)}
    before = PriorTable(kinds=kinds)
    near = {"section": RateBelief(shape=1.0, scale_h=100.9), "article": RateBelief(shape=1.0, scale_h=51.0)}
    after = PriorTable(kinds=near, types={"forum": RateBelief()}).beside(before)
    assert after.kinds == {"section": kinds["section"], "article": near["article"]}
    assert after.types == {"forum": RateBelief()}
