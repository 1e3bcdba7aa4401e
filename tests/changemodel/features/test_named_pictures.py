"""Pictures as what a page says: each by the address of its images, in the section where it stands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from changemodel.change.joint_map import block_boxes
from changemodel.change.model import ChangeModel
from changemodel.evaluation.ranking import rank_changes
from changemodel.features.blocks import BlockPage, block_page, pictured
from changemodel.features.own_pictures import own_pictures
from changemodel.features.page_text import text_distances
from changemodel.features.text_regions import TextRegions
from changemodel.version import PageVersion

START = datetime(2026, 3, 2, tzinfo=UTC)
LEARNED, HOURS = 120, 200


def page(*blocks: tuple[str, str, str]) -> BlockPage:
    """Of path, text, image."""
    return block_page(
        [{"path": path, "text": text, "images": [image] if image else []} for path, text, image in blocks],
        None,
    )


def distances(before: BlockPage, after: BlockPage) -> dict[str, float]:
    regions = TextRegions.of([before, after])
    found = text_distances([regions.read(before), regions.read(after)], np.array([[0, 1]]))[0]
    return dict(zip(regions.names, found.tolist(), strict=True))


def test_another_picture_under_the_same_words_is_another_in_its_section_alone() -> None:
    words = ("body>main>p", "The lava field", "")
    found = distances(
        page(words, ("body>main>figure>img", "", "https://a.example/lava-1.png")),
        page(words, ("body>main>figure>img", "", "https://a.example/lava-2.png")),
    )
    assert found.pop("@body>main>figure>img") == 1.0
    assert not any(found.values())


def test_the_same_picture_elsewhere_in_its_section_is_the_same() -> None:
    one, two = ("https://a.example/one.png", "https://a.example/two.png")
    items = [f"body>ul>li:nth-of-type({place})>img" for place in (1, 2)]
    pages = [page((items[0], "", a), (items[1], "", b)) for a, b in ((one, two), (two, one), (one, one))]
    regions = TextRegions.of(pages)
    texts = [regions.read(item) for item in pages]
    found = text_distances(texts, np.array([[0, 1], [0, 2]]))[:, regions.names.index("@body>ul>li>img")]
    assert found[0] == 0.0 < found[1]


def test_a_picture_is_named_by_a_word_without_figures_that_only_its_address_gives() -> None:
    pictures = page(("body>img", "", "https://a.example/7.png"), ("body>p", "words", "")).pictures
    assert [item.path for item in pictures] == ["body>img"]
    assert pictures[0].text.isalpha()
    assert pictures == page(("body>img", "other words", "https://a.example/7.png")).pictures


def test_without_pictures_there_are_no_regions_of_them_and_they_survive_saving() -> None:
    assert not any(name.startswith("@") for name in TextRegions.of([page(("body>p", "words", ""))]).names)
    regions = TextRegions.of([page(("body>img", "", f"https://a.example/{number}.png")) for number in (1, 2)])
    assert regions.names[-1] == "@body>img"
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def test_a_model_of_before_pictures_were_read_does_not_read_them() -> None:
    old = TextRegions(("body>p",), ())
    pages = [page(("body>p", "words", f"https://a.example/{number}.png")) for number in (1, 2)]
    assert not text_distances([old.read(item) for item in pages], np.array([[0, 1]])).any()


def shown_with(words: list[str], pictures: list[str]) -> frozenset[str]:
    """What own_pictures says of one picture beside words, at each visit."""
    return own_pictures(
        [
            page(("body>h1", text, ""), ("body>img", "", name))
            for text, name in zip(words, pictures, strict=True)
        ]
    )


def test_a_photograph_that_goes_with_a_headline_is_not_read_and_a_map_is() -> None:
    draw = np.random.default_rng(0)
    came = np.cumsum(draw.random(120) < 0.1)
    again = np.cumsum(draw.random(120) < 0.02)
    stories = [f"Story {chr(97 + int(number))}" for number in came]
    photographs = [f"{number}-{other}" for number, other in zip(came, again, strict=True)]
    maps = [f"{number}" for number in np.cumsum(draw.random(120) < 0.1)]
    assert shown_with(stories, photographs) == frozenset()
    assert shown_with(stories, maps) == {"body>img"}


def test_words_that_are_new_at_every_visit_take_no_picture() -> None:
    maps = [f"{number}" for number in np.cumsum(np.random.default_rng(0).random(120) < 0.1)]
    assert shown_with([f"Talk {chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(120)], maps) == {
        "body>img"
    }


def test_a_picture_that_never_changes_is_not_read() -> None:
    assert shown_with(["one", "two", "three"], ["a", "a", "a"]) == frozenset()


def watch(hours: int, seed: int = 0) -> tuple[list[PageVersion], list[bool]]:
    """A map redrawn now and then, cameras at each visit, an advertisement every three hours; hardly a word changes."""
    draw = np.random.default_rng(seed)
    redrawn, versions, important = 0, [], []
    for hour in range(hours):
        came = hour > 0 and bool(draw.random() < 0.1)
        redrawn += came
        images = {"map": redrawn, "camera": 1000 + hour, "advert": 5000 + hour // 3}
        blocks: list[dict[str, Any]] = [
            {
                "path": f"body>main>section.{name}>img",
                "images": [f"https://a.example/{name}-{number}.png"],
                **dict(zip(("x_px", "y_px", "width_px", "height_px"), (0, 300 * row, 900, 250), strict=True)),
            }
            for row, (name, number) in enumerate(images.items())
        ]
        blocks += [
            {"path": f"body>main>section.{name}>h2", "text": f"The {name} of the watch"} for name in images
        ]
        blocks.append({"path": "body>main>p", "text": f"Alert level {'high' if redrawn // 4 % 2 else 'low'}"})
        versions.append(PageVersion(START + timedelta(hours=hour), blocks=blocks))
        important.append(came)
    return versions, important[1:]


@pytest.fixture(scope="module")
def watched() -> tuple[ChangeModel, list[PageVersion], list[bool]]:
    versions, important = watch(HOURS)
    return ChangeModel().fit(versions[:LEARNED]), versions, important


def test_a_map_that_is_redrawn_is_told_from_cameras_and_advertisements(
    watched: tuple[ChangeModel, list[PageVersion], list[bool]],
) -> None:
    model, versions, important = watched
    pairs = range(LEARNED, HOURS - 1)
    scores = [model.compare(versions[at], versions[at + 1]) for at in pairs]
    told = np.array([important[at] for at in pairs])
    assert rank_changes([score.distance for score in scores], told).map == 1.0
    assert [score.important for score in scores] == told.tolist()
    assert model.text_drift_ is not None
    assert {name for name in model.text_drift_.noise if name.startswith("@")} == {
        "@body>main>section.camera>img 900",
        "@body>main>section.advert>img 900",
    }


def test_importance_lies_on_the_map(watched: tuple[ChangeModel, list[PageVersion], list[bool]]) -> None:
    model, versions, _ = watched
    shares = model.importance_on(versions[-1])
    assert shares[:3].sum() > 0.9


def test_boxes_of_pictures_stand_beside_those_of_words() -> None:
    box = {"x_px": 1, "y_px": 2, "width_px": 30, "height_px": 40}
    blocks = [{"path": "body>p", "text": "words", "images": ["https://a.example/1.png"], **box}]
    found = block_boxes(PageVersion(START, blocks=blocks), None)
    assert [path for path, _ in found] == ["body>p", "@body>p"]
    assert set(found.values()) == {(1, 2, 31, 42)}


@pytest.mark.parametrize(
    "block",
    [{"images": None}, {"images": [7]}, {"images": ["a"], "width_px": float("nan")}, {"width_px": "wide"}],
)
def test_what_is_not_known_of_a_picture_does_no_harm(block: dict[str, Any]) -> None:
    place, word = pictured({"path": "body>img", **block})
    assert place == "body>img"
    assert bool(word) == bool(block.get("images"))


def test_pictures_of_another_width_stand_elsewhere() -> None:
    blocks = [
        {"path": "body>div>img", "images": [f"https://a.example/{width}.png"], "width_px": width}
        for width in (300, 299.6, 640)
    ]
    assert [place for place, _ in map(pictured, blocks)] == [
        "body>div>img 300",
        "body>div>img 300",
        "body>div>img 640",
    ]
