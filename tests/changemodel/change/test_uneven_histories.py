"""Histories whose versions do not all bring the same: pictures, words, digests of images."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.change.history import structural_distances, text_digest
from changemodel.change.joint_map import block_boxes
from changemodel.errors import InvalidInput
from tests.changemodel.change.worlds import START, World, sentence, simulated

STORY_H = 7
ICON, PHOTO = "http://page.test/icon.png", "http://page.test/photo.jpg"


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(0)


def _words(hour: int) -> PageVersion:
    story = sentence(np.random.default_rng(hour // STORY_H))
    at = START + timedelta(hours=hour, minutes=30)
    return PageVersion(at, blocks=[{"path": "h1", "text": story, "links": ()}])


def test_pictures_and_words_of_other_visits_are_learned_side_by_side(world: World) -> None:
    words = [_words(hour) for hour in range(len(world.versions))]
    model = ChangeModel().fit([*world.versions, *words])
    assert model.picture_state_ == "learned"
    told = [model.compare(*pair).important for pair in pairwise(words)]
    assert told == [hour // STORY_H != (hour + 1) // STORY_H for hour in range(len(words) - 1)]
    assert model.importance_map_.sum() == pytest.approx(1.0)


def test_earlier_versions_without_a_picture_are_no_looks(world: World) -> None:
    model = ChangeModel().fit(world.versions)
    pair = world.versions[4:6]
    recent = [*world.versions[:3], _words(2)]
    assert model.compare(*pair, recent).distance == model.compare(*pair, recent[:3]).distance


def _shown(hour: int, *, digests: bool) -> PageVersion:
    return replace(
        _words(hour),
        images=frozenset({ICON, PHOTO}),
        image_digests={ICON: "one", PHOTO: f"at {hour // STORY_H}"} if digests else {},
    )


def test_images_with_and_without_digests_are_compared_by_their_addresses() -> None:
    before, after = _shown(0, digests=False), _shown(1, digests=True)
    assert structural_distances(before, after) == structural_distances(after, before) == (0.0, 0.0)
    assert structural_distances(_shown(0, digests=True), _shown(STORY_H, digests=True))[1] > 0.0
    model = ChangeModel().fit([_shown(hour, digests=hour > 50) for hour in range(100)])
    assert model.distance(before, after) == model.compare(before, after).distance == 0.0


def test_features_that_are_handed_out_are_the_callers_own(world: World) -> None:
    model = ChangeModel().fit(world.versions)
    pair = world.versions[:2]
    distance = model.distance(*pair)
    features = model.features(pair[0])
    features -= 1.0
    assert model.distance(*pair) == distance


def test_boxes_in_numbers_of_numpy_are_boxes() -> None:
    sides = np.array([10, 20, 300, 40], dtype=np.float32)
    names = ("x_px", "y_px", "width_px", "height_px")
    block = {"path": "p", "text": "News", "links": (), **dict(zip(names, sides, strict=True))}
    assert list(block_boxes(PageVersion(START, blocks=[block])).values()) == [(10.0, 20.0, 310.0, 60.0)]


def test_the_digest_of_what_was_learned_of_words_names_all_of_it() -> None:
    versions = [_shown(hour, digests=True) for hour in range(9)]
    verdict = {(versions[0].captured_at, versions[1].captured_at): True}
    linked = [replace(item, links=frozenset({"http://page.test/"})) for item in versions]
    digests = [text_digest(*given) for given in ((versions, {}), (versions, verdict), (linked, {}))]
    assert len(set(digests)) == 3
    assert text_digest([_shown(hour, digests=True) for hour in range(9)], {}) == digests[0]


def test_words_alone_are_not_read_from_pictures(world: World) -> None:
    with pytest.raises(InvalidInput, match='read is "text"'):
        ChangeModel(read="text").fit(world.versions)


def test_a_number_of_any_length_stops_no_page() -> None:
    long = replace(_words(3), blocks=[{"path": "p", "text": f"Order {'1' * 5000}", "links": ()}])
    assert (
        ChangeModel().fit([*map(_words, range(3)), long, *map(_words, range(4, 60))]).details_["versions"]
        == 60
    )
