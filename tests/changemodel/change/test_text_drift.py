"""A page that always has new text is decided by what drifts, not by what comes and goes."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from changemodel.change.model import ChangeModel
from changemodel.change.region_metric import RegionMetric
from changemodel.change.text_reading import TextReading
from changemodel.change.worthless_sections import worthless_sections
from changemodel.features.blocks import block_page
from changemodel.features.page_text import text_distances
from changemodel.features.text_regions import TextRegions
from changemodel.version import PageVersion

START = datetime(2026, 3, 2, tzinfo=UTC)
WORDS = [
    f"{first}{second}" for first in "bdfgklmnprst" for second in ("alo", "emi", "iku", "opa", "una", "yri")
]


def sentence(number: int, words: int = 9) -> str:
    draw = random.Random(number)
    return " ".join(draw.choice(WORDS) for _ in range(words))


def front_page(hours: int, seed: int = 0) -> tuple[list[PageVersion], list[bool]]:
    """Six stories, of which a new one drives out the oldest now and then; four promotions, new every hour."""
    draw = random.Random(seed)
    newest, versions, important = 6, [], []
    for hour in range(hours):
        came = hour > 0 and draw.random() < 0.3
        newest += came
        blocks = [
            {"path": f"body>main>article:nth-of-type({n + 1})>p", "text": sentence(newest - n, 25)}
            for n in range(6)
        ]
        blocks += [
            {
                "path": f"body>main>div.promo>p:nth-of-type({n + 1})",
                "text": sentence(draw.getrandbits(40), 12),
            }
            for n in range(4)
        ]
        versions.append(PageVersion(START + timedelta(hours=hour), blocks=blocks))
        important.append(came)
    return versions, important


@pytest.fixture(scope="module")
def world() -> tuple[list[PageVersion], list[bool]]:
    return front_page(180)


@pytest.fixture(scope="module")
def model(world: tuple[list[PageVersion], list[bool]]) -> ChangeModel:
    return ChangeModel(read="text").fit(world[0][:120])


def test_new_stories_are_told_from_promotions(
    model: ChangeModel, world: tuple[list[PageVersion], list[bool]]
) -> None:
    versions, important = world
    said = np.array([bool(model.compare(versions[t - 1], versions[t]).important) for t in range(120, 180)])
    true = np.array(important[120:])
    assert said[true].mean() > 0.9
    assert said[~true].mean() < 0.1


def test_importance_lies_on_the_stories(model: ChangeModel) -> None:
    drift = model.text_drift_
    assert drift is not None
    shares = dict(zip(drift.regions.names, drift.shares, strict=True))
    assert shares["body>main>article>p"] > 0.8


def test_the_decision_survives_a_round_trip(
    model: ChangeModel, world: tuple[list[PageVersion], list[bool]], tmp_path: Path
) -> None:
    model.save(tmp_path / "model")
    loaded = ChangeModel.load(tmp_path / "model")
    for before, after in zip(world[0][120:130], world[0][121:131], strict=True):
        ours, theirs = model.compare(before, after), loaded.compare(before, after)
        assert (ours.important, ours.probability) == (theirs.important, theirs.probability)


def test_a_static_page_has_no_drift() -> None:
    same = [PageVersion(START + timedelta(hours=n), text="Terms\nWe store nothing.") for n in range(60)]
    assert ChangeModel().fit(same).text_drift_ is None


def test_the_distance_follows_a_moved_block_within_its_section() -> None:
    pages = [
        block_page(
            [{"path": f"body>ul>li:nth-of-type({n})", "text": text} for n, text in enumerate(texts)], None
        )
        for texts in (("a b c d", "e f g h"), ("e f g h", "a b c d"), ("a b c d", "x y z"))
    ]
    regions = TextRegions.of(pages)
    texts = [regions.read(page) for page in pages]
    moved, changed = text_distances(texts, np.array([[0, 1], [0, 2]]))
    assert moved.max() == 0.0
    assert changed.max() > 0.3


def test_the_day_of_capture_in_a_masthead_is_no_news_though_it_follows_time() -> None:
    versions, important = front_page(180)
    dated = [
        PageVersion(
            item.captured_at,
            blocks=[
                {"path": "body>header>p.date", "text": f"{item.captured_at:%d %B %Y}"},
                *(item.blocks or ()),
            ],
        )
        for item in versions
    ]
    drift = ChangeModel(read="text").fit(dated[:120]).text_drift_
    assert drift is not None
    midnights = [
        row for row in range(120, 179) if dated[row + 1].captured_at.hour == 0 and not important[row + 1]
    ]
    assert midnights
    for row in midnights:
        plain = drift.distance(dated[row - 1], dated[row]) if not important[row] else 0.0
        assert drift.distance(dated[row], dated[row + 1]) <= max(plain, 0.2)


def test_sections_that_change_all_the_time_are_noise_and_news_is_not(
    world: tuple[list[PageVersion], list[bool]], model: ChangeModel
) -> None:
    assert model.text_drift_ is not None
    assert model.text_drift_.noise == {"body>main>div.promo>p"}
    a, b = world[0][0], replace(world[0][1], blocks=[*world[0][0].blocks[:6], *world[0][1].blocks[6:]])
    assert model.text_drift_.distance(a, b) == 0.0
    few = ChangeModel(read="text").fit(world[0][:9])
    assert few.text_drift_ is None or not few.text_drift_.noise  # too few changes to say so


def slow_page(hours: int) -> list[PageVersion]:
    """A notice now and then, with a state of one word; five other questions every five hours."""
    draw = random.Random(3)
    notice, versions = 0, []
    for hour in range(hours):
        notice += hour > 0 and draw.random() < 0.12
        blocks = [
            {"path": "body>main>section.notice>p", "text": sentence(notice, 40)},
            {"path": "body>main>section.state>p", "text": f"open {WORDS[notice % 40]} case"},
        ]
        blocks += [
            {
                "path": f"body>aside>ol>li:nth-of-type({n + 1})",
                "text": sentence(10**6 + hour // 5 * 10 + n, 6),
            }
            for n in range(5)
        ]
        versions.append(PageVersion(START + timedelta(hours=hour), blocks=blocks))
    return versions


def weighed(versions: list[PageVersion], *, questions: float, notice: float, state: float) -> frozenset[str]:
    """What is noise where each section adds so much when it changes, in units of the mean distance."""
    model = ChangeModel(read="text").fit(versions)
    assert model.text_drift_ is not None
    drift, wanted = model.text_drift_, np.array([questions, notice, state])
    texts = [drift.regions.read(block_page(item.blocks, None)) for item in versions]
    places = np.arange(len(versions) - 1)
    between = text_distances(texts, np.stack([places, places + 1], axis=1))[:, :3]
    usual = np.array([np.median(column[column > 0]) for column in between.T])
    weights = np.append(wanted / usual, np.zeros(len(drift.regions.names) - 3))
    unit = float((between @ weights[:3]).mean())
    metric = replace(drift.metric, weights=weights / unit, scale=1.0)
    return type(drift)(drift.regions, metric, drift.shares)._worthless_among(versions, must_last=False)


def test_on_a_slow_page_a_list_is_noise_beside_the_news_and_not_beside_the_mean() -> None:
    versions = slow_page(120)
    assert weighed(versions, questions=0.7, notice=5.0, state=4.0) == {"body>aside>ol>li"}
    assert weighed(versions, questions=3.0, notice=5.0, state=4.0) == frozenset()


def test_what_comes_with_the_news_is_no_noise_however_little_it_adds() -> None:
    assert weighed(slow_page(120), questions=0.2, notice=9.0, state=0.01) == {"body>aside>ol>li"}


def talk_page(hours: int, every: int) -> tuple[list[PageVersion], list[bool]]:
    """Another notice every day and a half; talk that nobody has read before every few hours, all of it at once."""
    versions, important = [], []
    for hour in range(hours):
        blocks = [{"path": "body>main>section.notice>p", "text": sentence(hour // 37, 30)}]
        blocks += [
            {
                "path": f"body>main>{part}.talk:nth-of-type({n + 1})",
                "text": sentence(10**6 + hour // every * 9 + n),
            }
            for n, part in enumerate(("p", "h3", "p", "h3"))
        ]
        versions.append(PageVersion(START + timedelta(hours=hour), blocks=blocks))
        important.append(hour > 0 and hour % 37 == 0)
    return versions, important


def test_talk_that_is_replaced_within_hours_is_noise_though_it_never_returns() -> None:
    versions, important = talk_page(230, every=4)
    model = ChangeModel(read="text").fit(versions[:120])
    assert model.text_drift_ is not None
    assert model.text_drift_.noise == {"body>main>p.talk", "body>main>h3.talk"}
    rings = [model.compare(versions[row - 1], versions[row]).important for row in range(121, 230)]
    assert rings == important[121:]


def test_what_is_noise_uses_up_no_alert_budget() -> None:
    """The changes that a budget is dealt among are those that could ring."""
    versions, important = talk_page(230, every=4)
    model = ChangeModel(read="text", alerts_per_week=14).fit(versions[:120])
    assert model.details_["alerts_on_window"] == pytest.approx(sum(important[:120]) * 7 * 24 / 119)
    rings = [model.compare(versions[row - 1], versions[row]).important for row in range(121, 230)]
    assert rings == important[121:]


@pytest.mark.parametrize("step_h", [1, 24])
def test_what_lasts_is_told_in_the_page_s_own_time(step_h: int) -> None:
    """Of a page that is visited once a day as of one that is visited hourly: notices that stay are no noise."""
    versions = talk_page(400, every=3)[0]
    texts = [block_page(version.blocks, None) for version in versions]
    regions = TextRegions.of(texts)
    rows = {name: [place] for place, name in enumerate(regions.sections)}
    metric = RegionMetric.euclidean(len(regions.names))
    times = np.arange(400.0) * step_h
    found = worthless_sections(rows, metric, [regions.read(text) for text in texts], times, must_last=True)
    assert found == {"body>main>p.talk", "body>main>h3.talk"}


def test_where_nothing_lasts_what_is_replaced_within_hours_is_all_there_is() -> None:
    draw, number, versions, important = random.Random(0), 0, [], []
    for hour in range(230):
        came = draw.random() < 0.6
        number += came
        blocks = [{"path": "body>main>h1", "text": sentence(number)}]
        versions.append(PageVersion(START + timedelta(hours=hour), blocks=blocks))
        important.append(came)
    model = ChangeModel(read="text").fit(versions[:120])
    rings = [model.compare(versions[row - 1], versions[row]).important for row in range(121, 230)]
    assert rings == important[121:]


def test_what_lasts_as_long_as_news_is_no_noise() -> None:
    versions, _ = talk_page(120, every=12)
    drift = ChangeModel(read="text").fit(versions).text_drift_
    assert drift is not None
    assert not drift.noise


def test_nothing_is_news_in_a_section_that_time_taught_to_be_noise() -> None:
    versions, _ = talk_page(60, every=20)
    reading = TextReading().fit(versions[:40])
    a, b = versions[39], versions[40]
    loud, silent = reading.compare(a, b), reading.compare(a, b, {"body>main>p.talk", "body>main>h3.talk"})
    assert loud is not None
    assert silent is not None
    assert loud.important
    assert silent.important is False
    assert {item.path for item in silent.differences} == {item.path for item in loud.differences}
