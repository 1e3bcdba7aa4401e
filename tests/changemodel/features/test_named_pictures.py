"""Pictures as what a page says: each by the address of its images, in the section where it stands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from changemodel.change.joint_map import block_boxes
from changemodel.change.model import ChangeModel
from changemodel.evaluation.ranking import rank_changes
from changemodel.features.blocks import BlockPage, block_page, page_of, pictured
from changemodel.features.page_text import text_distances
from changemodel.features.picture_sections import own_pictures
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
    """Whether one picture changes by itself beside words, at each visit."""
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


def front(hours: int, seed: int = 3) -> tuple[list[PageVersion], list[str]]:
    """A headline with a photograph that is seldom replaced alone, below it a gallery at each visit, a counter; what
    happened until each next visit: news, a photograph, or nothing."""
    draw = np.random.default_rng(seed)
    story, photograph, versions, happened = 0, 0, [], []
    for hour in range(hours):
        what = draw.choice(["news", "photograph", "nothing"], p=[0.12, 0.03, 0.85])
        story += what == "news"
        photograph += what != "nothing"
        shown = {"lead": photograph, "gallery": 900 + hour}
        blocks: list[dict[str, Any]] = [
            {"path": f"body>main>section.{name}>img", "images": [f"https://a.example/{name}-{number}.png"]}
            for name, number in shown.items()
        ]
        title = f"{WHO[story % 7]} {DID[story % 5]} the {chr(97 + story % 26)} building"
        texts = {"main>section.lead>h1": title, "aside>p": f"{31 * hour + 7} readers", "footer>p": "About us"}
        blocks += [{"path": f"body>{path}", "text": text} for path, text in texts.items()]
        versions.append(PageVersion(START + timedelta(hours=hour), blocks=blocks))
        happened.append(str(what))
    return versions, happened[1:]


WHO = ("Council", "Court", "Harbour", "Railway", "Hospital", "Library", "Museum")
DID = ("closes", "rebuilds", "defends", "abandons", "inspects")


def test_a_photograph_that_is_replaced_under_the_same_words_is_below_news_and_above_noise(
    tmp_path: Path,
) -> None:
    versions, happened = front(HOURS)
    model = ChangeModel().fit(versions[:LEARNED])
    (lead,) = model.illustrations_
    assert lead.startswith("body>main>section.lead>img")
    model.save(tmp_path / "kept")
    for known in (model, ChangeModel.load(tmp_path / "kept")):
        by_kind: dict[str, list[float]] = {"news": [], "photograph": [], "nothing": []}
        for at in range(LEARNED, HOURS - 1):
            score = known.compare(versions[at], versions[at + 1])
            assert score.important is (happened[at] == "news")
            by_kind[happened[at]].append(score.distance)
        assert min(by_kind["news"]) > max(by_kind["photograph"])
        assert min(by_kind["photograph"]) > max(by_kind["nothing"])


def test_boxes_of_pictures_stand_beside_those_of_words() -> None:
    box = {"x_px": 1, "y_px": 2, "width_px": 30, "height_px": 40}
    blocks = [{"path": "body>p", "text": "words", "images": ["https://a.example/1.png"], **box}]
    found = block_boxes(PageVersion(START, blocks=blocks))
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


def test_pictures_are_the_same_where_the_same_was_received() -> None:
    block = {"path": "body>figure>img", "images": ["https://a.example/1.png?t=1"], "width_px": 640}
    again = {**block, "images": ["https://cdn.example/r2/1.png#view"]}
    digests = {"https://a.example/1.png?t=1": "sha256:01", "https://cdn.example/r2/1.png": "sha256:01"}
    assert pictured(block, digests)[1] != pictured(again, digests)[1]  # a fragment chooses a part
    again["images"] = ["https://cdn.example/r2/1.png"]
    assert pictured(block, digests) == pictured(again, digests)
    assert pictured(block) != pictured(again)
    digests["https://cdn.example/r2/1.png"] = "sha256:02"
    assert pictured(block, digests)[1] != pictured(again, digests)[1]


def test_a_camera_is_another_picture_under_one_address() -> None:
    camera = "https://a.example/now.jpg"
    block = {"path": "body>img", "images": [camera]}
    first, second = (
        PageVersion(START, blocks=[block], images=frozenset([camera]), image_digests={camera: digest})
        for digest in ("sha256:01", "sha256:02")
    )
    assert page_of(first).pictures != page_of(second).pictures
    score = ChangeModel(read="text").compare(first, second)
    assert score.images_added == score.images_removed == {camera}


def test_a_capture_of_before_digests_were_kept_is_compared_by_addresses() -> None:
    photo = "https://a.example/1.jpg"
    old = PageVersion(START, text="words", images=frozenset([photo]))
    new = PageVersion(START, text="words", images=frozenset([photo]), image_digests={photo: "sha256:01"})
    for before, after in ((old, new), (new, old)):
        assert not ChangeModel(read="text").compare(before, after).images_added


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
