"""An explanation names regions, blocks, moves and noise, is JSON, and is drawn where things stand."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.change.explanation import Box, Explanation, explain, parts_as_text
from changemodel.change.noise_text import NOISE
from changemodel.change.overlay import BLUE, ORANGE, _legend, draw_overlay
from changemodel.change.sentence_classifier import JudgedSentence
from changemodel.errors import InvalidImage, InvalidInput
from tests.changemodel.change.worlds import features_version, simulated
from tests.changemodel.features.front_pages import front_page, with_inserted

START = datetime(2026, 3, 2, tzinfo=UTC)
BANNER_PX = 90


def _blocks(lead: str, clock: str, image: str, down: int) -> list[dict[str, object]]:
    boxes = [
        ("body>p.clock", clock, (850, 20, 120, 40), ()),
        ("body>main>h1", lead, (10, 95, 640, 90), ()),
        ("body>aside>img", "", (680, 100, 300, 250), (image,)),
        ("body>main>h2", "A teaser that stays as it is", (10, 380, 225, 60), ()),
    ]
    return [
        {
            "path": path,
            "text": text,
            "links": (),
            "images": images,
            **dict(zip(("x_px", "y_px", "width_px", "height_px"), (x, y + down, w, h), strict=True)),
        }
        for path, text, (x, y, w, h), images in boxes
    ]


BEFORE = PageVersion(
    captured_at=START,
    screenshot=front_page(),
    blocks=_blocks("Storm hits the coast", "Updated 12:00", "https://x/1.png", 0),
    links=frozenset({"https://x/storm"}),
    images=frozenset({"https://x/1.png"}),
)
AFTER = PageVersion(
    captured_at=START + timedelta(hours=1),
    screenshot=with_inserted(front_page(lead=1, clock="13:00", advertisement=2), 0, BANNER_PX),
    blocks=_blocks("Minister resigns over budget", "Updated 13:00", "https://x/2.png", BANNER_PX),
    links=frozenset({"https://x/minister"}),
    images=frozenset({"https://x/2.png"}),
)


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return explain(ChangeModel.euclidean(), BEFORE, AFTER)


def test_shares_sum_to_one_and_stand_where_the_content_stands(explanation: Explanation) -> None:
    assert sum(region.share for region in explanation.regions) == pytest.approx(1.0)
    first = explanation.regions[0]
    assert (first.row, first.displacement_px) == (2, BANNER_PX)
    assert first.box[1:] == (200.0, 100.0, 100.0)
    assert (first.importance, first.weight, first.noise) == (None, None, None)


def test_blocks_that_changed_are_named_with_their_boxes(explanation: Explanation) -> None:
    found = {block.path: block for block in explanation.blocks}
    assert set(found) == {"body>p.clock", "body>main>h1", "body>aside>img"}
    assert found["body>main>h1"].kind == "text"
    assert found["body>main>h1"].after == "Minister resigns over budget"
    assert found["body>main>h1"].box == (10.0, 95.0 + BANNER_PX, 640.0, 90.0)
    assert found["body>p.clock"].kind == "numbers"
    assert (found["body>aside>img"].kind, found["body>aside>img"].after) == ("image", "https://x/2.png")


def test_an_explanation_is_json_with_its_schema(explanation: Explanation) -> None:
    told = json.loads(json.dumps(explanation.to_dict(), allow_nan=False))
    assert told["schema"] == "pagetide-explanation/1"
    assert told["links_added"] == ["https://x/minister"]
    assert told["displacement_px"] == BANNER_PX
    assert told["grid"] == 10
    assert {"row", "column", "box", "share", "weight", "importance", "noise"} <= set(told["parts"][0])


def test_a_score_is_json_with_its_schema(explanation: Explanation) -> None:
    told = json.loads(json.dumps(explanation.score.to_dict(), allow_nan=False))
    assert told["schema"] == "pagetide-score/1"
    assert np.shape(told["regions"]) == np.shape(told["displacements_px"]) == (10, 10)


def test_identical_versions_have_nothing_to_explain() -> None:
    found = explain(ChangeModel.euclidean(), BEFORE, replace(BEFORE, captured_at=AFTER.captured_at))
    assert (found.regions, found.blocks) == ((), ())
    assert draw_overlay(found, front_page()).shape[1] == 1000


def test_a_learned_model_adds_importance_weights_and_what_is_usual() -> None:
    world = simulated(0)
    rows = np.random.default_rng(0).integers(0, 2**32, (120, 10, 10), dtype=np.uint32) & ~np.uint32(1)
    rows = rows[np.arange(120) % 3]
    history = [
        replace(item, signatures=np.repeat(row, 100, axis=0))
        for item, row in zip(world.versions, rows[: len(world.versions)], strict=True)
    ]
    model = ChangeModel().fit(history)
    before, after = history[-1], features_version(500, history[0].features)
    after = replace(after, signatures=history[0].signatures)
    found = explain(model, before, after)
    largest = found.regions[0]
    assert largest.importance == model.importance_map_[largest.row, largest.column]
    assert largest.weight == model.weights_[largest.row * 10 + largest.column]
    assert largest.noise is not None
    assert largest.noise.noise_class in ("recurring", "periodic")
    assert largest.went_back
    json.dumps(found.to_dict(), allow_nan=False)


def test_the_overlay_tints_the_regions_and_boxes_the_blocks(explanation: Explanation) -> None:
    picture = draw_overlay(explanation, AFTER.screenshot)
    assert picture.shape[0] > 1000 + BANNER_PX
    x, y, _, _ = (round(side) for side in explanation.regions[0].box)
    tinted = picture[y + 5 : y + 20, x + 5 : x + 95].astype(int)
    plain = AFTER.screenshot[y + 5 : y + 20, x + 5 : x + 95].astype(int)
    towards = np.abs(tinted - BLUE).sum() < np.abs(plain - BLUE).sum()
    assert towards
    beside = (picture[:, 300] == ORANGE).all(axis=1)
    assert beside[90 + BANNER_PX : 95 + BANNER_PX].any()  # the box goes around the lead, which begins at 95
    assert not beside[95 + BANNER_PX : 130 + BANNER_PX].any()


def test_the_legend_tells_which_part_speaks_and_what_changed_below(explanation: Explanation) -> None:
    parts = replace(explanation.score, by_part={"visual": 0.25, "text": 1.5})
    assert parts_as_text(parts) == "text 1.5, picture 0.25"
    assert parts_as_text(replace(parts, by_part={"visual": 0.0, "text": 1.5})) == "text alone"
    assert parts_as_text(explanation.score) == ""
    deep = replace(explanation.blocks[0], box=(10.0, 5000.0, 100.0, 20.0))
    two_lines_more = replace(explanation, score=parts, blocks=(*explanation.blocks, deep))
    plain, told = (draw_overlay(item, AFTER.screenshot) for item in (explanation, two_lines_more))
    assert len(told) > len(plain)


@pytest.mark.parametrize("box", [(0.0, 0.0, 9.0, 9.0), (991.0, 0.0, 9.0, 9.0), (0.0, 30.0, 1000.0, 9.0)])
def test_a_box_at_an_edge_has_its_letter_in_the_picture(explanation: Explanation, box: Box) -> None:
    alone = replace(explanation, regions=(), blocks=(replace(explanation.blocks[0], box=box, noise=None),))
    picture = draw_overlay(alone, np.full((1000, 1000, 3), 200, dtype=np.uint8))
    assert (picture == ORANGE).all(axis=2).sum() > 150


@pytest.mark.parametrize("size", [(1, 1), (30, 2000), (1200, 20)])
def test_a_screenshot_of_another_size_is_drawn_on_as_far_as_it_goes(
    explanation: Explanation, size: tuple[int, int]
) -> None:
    picture = draw_overlay(explanation, np.full((*size, 3), 200, dtype=np.uint8))
    assert picture.shape[1] >= size[1]


@pytest.mark.parametrize(
    "model", [None, ChangeModel, "model", BEFORE], ids=["None", "class", "word", "version"]
)
def test_what_is_no_model_is_refused_and_told_what_to_pass(model: object) -> None:
    told = f"model is a {type(model).__name__}: pass a ChangeModel, fitted or not"
    with pytest.raises(InvalidInput, match=told):
        explain(model, BEFORE, AFTER)  # type: ignore[arg-type]


def test_what_is_no_score_is_refused_and_told_what_to_pass() -> None:
    with pytest.raises(
        InvalidInput, match=r"score is a float: pass what model\.compare\(before, after\) gives"
    ):
        explain(ChangeModel(), BEFORE, AFTER, 0.5)  # type: ignore[arg-type]


def test_an_overlay_is_drawn_of_an_explanation_and_an_image_alone(explanation: Explanation) -> None:
    with pytest.raises(
        InvalidInput, match=r"explanation is a ChangeScore: pass what explain\(model, before, after"
    ):
        draw_overlay(explanation.score, AFTER.screenshot)  # type: ignore[arg-type]
    with pytest.raises(InvalidImage, match="the screenshot is a PageVersion: pass an array"):
        draw_overlay(explanation, AFTER)  # type: ignore[arg-type]


@pytest.mark.parametrize("noise", sorted(NOISE))
def test_the_legend_tells_of_every_dashed_box(explanation: Explanation, noise: str) -> None:
    ticking = replace(explanation, blocks=(replace(explanation.blocks[0], noise=noise),))
    assert "; dashed: times, dates and counters" in " ".join(_legend(ticking, 1000))
    assert "dashed" not in " ".join(_legend(explanation, 1000))


@pytest.mark.parametrize(("chance", "named"), [(0.9, True), (0.1, False)])
def test_where_words_decide_no_region_is_tinted_and_the_likeliest_news_is_named(
    explanation: Explanation, chance: float, named: bool
) -> None:
    sentence = JudgedSentence(text="the harbour is closed", section="body>main>p", came=True, chance=chance)
    by_words = replace(explanation.score, by_part={"visual": 1e-6, "text": 2.0})
    told = replace(explanation, score=by_words, sentences=(sentence,))
    legend = _legend(told, 1000)
    assert any("no region is tinted" in line for line in legend)
    assert any("likeliest news (0.90): the harbour is closed" in line for line in legend) is named
