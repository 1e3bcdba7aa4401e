"""The change detection benchmark: its truth, its protocol, its table; and that its pages are those a browser shows."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from playwright.async_api import async_playwright
from sklearn.metrics import average_precision_score

from benchmarks import change_detection
from benchmarks.change_detection_forms import D_W, DEFAULT, SharingModel
from benchmarks.change_detection_petclinic import petclinic_table
from benchmarks.change_detection_protocol import (
    CROP,
    EUCLIDEAN,
    TRAINING_VERSIONS,
    Ranked,
    SiteFindings,
    SplitFindings,
    judged_pairs,
    mean_and_spread,
)
from benchmarks.sites.compose import Composed
from benchmarks.sites.fronts import Council
from benchmarks.sites.history import FAMILIES, SEEDS, covered, names
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, row, whole_html
from benchmarks.sites.panels import strip
from benchmarks.sites.sheets import rendered
from benchmarks.sites.site import Truth, truth
from changemodel.change.history import History
from changemodel.change.model import ChangeModel
from changemodel.evaluation.ranking import rank_changes
from changemodel.features.images import load_image
from pagetide.demo.server import LocalSite
from pagetide.demo.site import Resource
from rendering.browser import launched
from rendering.capture import capture_url
from rendering.settings import RenderingSettings, SafetySettings
from storage.records import Capture
from tests.changemodel.change.worlds import simulated

pytestmark = pytest.mark.long

AT = datetime(2026, 3, 2, tzinfo=UTC)


DIALOG = Overlay(strip("We value your privacy", 90, width=420, name="cookies"), 290, 250)


def page(news: tuple[str, ...], more: tuple[str, ...] = (), noise: str = "") -> PageState:
    return PageState(rows=(row(Panel(name="all", width_px=1000, html=noise)),), news=news, secondary=more)


@pytest.mark.parametrize(
    ("after", "kind"),
    [
        (page(("a", "b")), Truth.IDENTICAL),
        (page(("a", "b"), noise="other advertisement"), Truth.SIMILAR),
        (replace(page(("a", "b")), overlays=(DIALOG,)), Truth.SIMILAR),
        (page(("a", "c")), Truth.DISSIMILAR),
        (page(("b", "a")), Truth.AMBIGUOUS),
        (page(("a", "b"), ("new",)), Truth.AMBIGUOUS),
        (page(("c", "a"), ("new",)), Truth.DISSIMILAR),
    ],
)
def test_truth_is_declared_by_the_text_of_the_main_news(after: PageState, kind: Truth) -> None:
    assert truth(page(("a", "b")), after) is kind


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_site_is_the_same_however_many_hours_are_asked_for_and_changes_in_every_way(family: str) -> None:
    for name in names(family):
        kind = FAMILIES[family][name]
        long = list(kind(SEEDS[family]).states(TRAINING_VERSIONS))  # a slow site changes once in five days
        short = list(kind(SEEDS[family]).states(30))
        assert long[:30] == short
        kinds = {truth(a, b) for a, b in pairwise(long)}
        assert {Truth.SIMILAR, Truth.DISSIMILAR} <= kinds, name


def test_the_families_share_no_site_and_no_seed() -> None:
    assert not set(names("training")) & set(names("reported"))
    assert SEEDS["training"] != SEEDS["reported"]


def test_no_test_pair_touches_the_captures_that_were_learned_from() -> None:
    truths = [
        Truth.SIMILAR,
        Truth.DISSIMILAR,
        Truth.AMBIGUOUS,
        Truth.SIMILAR,
        Truth.IDENTICAL,
        Truth.DISSIMILAR,
    ]
    assert judged_pairs(truths, slice(0, 0)) == [0, 1, 3, 5]
    assert judged_pairs(truths, slice(2, 4)) == [0, 5]  # captures 2 and 3: pairs 1 to 3 are out


def test_ten_splits_of_fifty_days_learn_from_five_days_each_and_judge_the_other_forty_five() -> None:
    truths = [Truth.SIMILAR] * (50 * 24 - 1)
    splits = [slice(number * TRAINING_VERSIONS, (number + 1) * TRAINING_VERSIONS) for number in range(10)]
    assert splits[-1].stop == 50 * 24
    judged = [len(judged_pairs(truths, split)) for split in splits]
    assert judged == [45 * 24 - 1, *[45 * 24 - 2] * 8, 45 * 24 - 1]  # pairs across the border are out


def test_average_precisions_are_scikit_learns() -> None:
    draw = np.random.default_rng(0)
    distances, important = draw.integers(0, 9, 200).astype(float), draw.random(200) < 0.3
    found = rank_changes(distances, important)
    assert found.ap_dissimilar == pytest.approx(average_precision_score(important, distances))
    assert found.ap_similar == pytest.approx(average_precision_score(~important, -distances))
    assert found.map == pytest.approx((found.ap_similar + found.ap_dissimilar) / 2)


def test_news_cells_are_those_that_a_box_touches() -> None:
    cells = covered([(0, 150, 250, 301)], grid=10)
    assert cells.sum() == 9
    assert cells[1:4, :3].all()
    assert not covered([(0, 1100, 500, 1200)], grid=10).any()  # below the view


def findings(name: str, default: float) -> SiteFindings:
    scores = {
        key: Ranked(value, value, value)
        for key, value in (("SSIM", 60.0), (EUCLIDEAN, 70.0), (CROP, 99.0), (D_W, 90.0), (DEFAULT, default))
    }
    decision = dict.fromkeys(change_detection.DECISION, 80.0)
    split = SplitFindings(
        scores=scores, important=9, unimportant=40, decision=decision, map_on_news=88.0, state="learned"
    )
    return SiteFindings(name=name, hard="everything", captures=240, splits=[split, split])


def test_the_table_shows_every_method_and_the_json_names_baselines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sites = [findings("one", 98.0), findings("two", 96.0)]
    change_detection.show(sites, None)
    printed = capsys.readouterr().out
    assert "97.0" in printed  # the mean over the sites
    assert "hand-set crop" in printed
    told = change_detection.as_json(sites, None, "command", quick=True)
    for part in ("baselines", "figures", "spread", "default: decision", "machine"):
        assert part in told


def test_forms_that_share_what_they_read_say_what_a_model_of_its_own_says() -> None:
    versions = simulated(days=3).versions
    label = (versions[4].captured_at, versions[5].captured_at, True)
    histories: dict[tuple[object, ...], History] = {}
    for options, labels in (({}, None), ({"C": 100.0}, [label]), ({"align": False}, None)):
        alone = ChangeModel(**options).fit(versions, labels)
        shared = SharingModel(**options).sharing(histories).fit(versions, labels)
        for a, b in pairwise(versions[:12]):
            assert shared.compare(a, b).distance == alone.compare(a, b).distance
            assert shared.compare(a, b).probability == alone.compare(a, b).probability
        assert shared.details_["labels"] == alone.details_["labels"]
    assert len(histories) == 2


def test_petclinic_shows_which_comparator_somebody_would_have_taken() -> None:
    found = {
        "pairs": 3, "distinct": 2, "ours": {"ours": 0.97}, "comparators": {"PDiff": 0.88}, "best elsewhere": "PDiff",
    }  # fmt: skip
    cells = petclinic_table(found).columns[0]._cells
    assert cells == ["ours", "PDiff (best elsewhere)"]


def test_mean_and_spread_are_over_the_splits() -> None:
    assert mean_and_spread([90.0, 94.0]) == (92.0, 2.0)


def test_fewer_days_than_learning_takes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        change_detection.main(["--days", "5"])
    assert ended.value.code == 2
    assert "at least 6" in capsys.readouterr().err


SETTINGS = RenderingSettings(javascript=False, safety=SafetySettings(reachable_networks=("127.0.0.1",)))


def captured(site: Council, state: PageState) -> Capture:
    body = whole_html(state, site.look.css()).encode()

    def resource(path: str, at: datetime) -> Resource | None:
        return Resource("text/html; charset=utf-8", body) if path == "/" else site.picture(path)

    async def capture(url: str) -> Capture:
        async with async_playwright() as playwright, launched(playwright, SETTINGS) as browser:
            return await capture_url(browser, url, SETTINGS, AT)

    with LocalSite(resource, lambda: AT) as served:
        taken = asyncio.run(capture(served.url))
        return taken


@pytest.fixture
def with_banner() -> tuple[Council, PageState]:
    site = Council(seed=5)
    state = next(state for state in site.states(60) if len(state.rows) == 4)
    return site, replace(state, overlays=(DIALOG,))


@pytest.mark.browser
def test_a_page_put_together_from_panels_is_the_page_that_a_browser_shows(
    with_banner: tuple[Council, PageState], tmp_path: Path
) -> None:
    site, state = with_banner
    css = site.look.css()
    captures = rendered(state.panels(), css, site.picture, tmp_path / "panels.sqlite")
    composed = Composed(state, css, captures, site.look.paper_rgb)
    taken = captured(site, state)
    assert taken.full_page_png is not None
    assert taken.layout is not None
    whole = load_image(taken.full_page_png)[: composed.height_px]
    elsewhere = (whole != composed.picture()).any(axis=2)
    for block in composed.layout().blocks:  # edges in scaled pictures depend on where a browser's tiles begin
        if block.tag == "img":
            left, top = int(block.x_px), int(block.y_px)
            picture = elsewhere[top : top + int(block.height_px), left : left + int(block.width_px)]
            assert picture.mean() < 0.01
            picture[:] = False
    assert not elsewhere.any()
    found = [(block.path, block.x_px, block.y_px, block.text) for block in composed.layout().blocks]
    assert found == [(block.path, block.x_px, block.y_px, block.text) for block in taken.layout.blocks]
    assert composed.layout().links == taken.layout.links
    assert all(url.startswith(ORIGIN) for url in composed.layout().images)
    assert composed.text().split() == (taken.text or "").split()
    version = composed.version(AT + timedelta(hours=1))
    assert load_image(version.screenshot).shape[1] == 1000
