"""A screenshot finds the picture it was made of."""

import numpy as np
import pytest
from PIL import Image

from benchmarks.drawn_pages import PageState
from benchmarks.screenshot_queries import KINDS, changed, query_from
from changemodel import CrossDomainRetriever, GalleryPicture
from changemodel.errors import InvalidImage, InvalidInput, MissingExtra, NotFitted, UnreadableModel
from changemodel.matching import extras
from changemodel.matching.feature_index import FeatureIndex
from changemodel.matching.feature_votes import FeatureVotes
from changemodel.matching.local_features import local_features

pytest.importorskip("cv2", reason="OpenCV is not installed: pip install 'pagetide[matching]'")

STATES = [PageState(0, 0, 0), PageState(0, 0, 1), PageState(0, 1, 0), PageState(1, 0, 0), PageState(2, 0, 0)]


@pytest.fixture(scope="module")
def pictures() -> dict[int, np.ndarray]:
    return {10 + place: state.draw()[:1200] for place, state in enumerate(STATES)}


@pytest.fixture(scope="module")
def retriever(pictures: dict[int, np.ndarray]) -> CrossDomainRetriever:
    return CrossDomainRetriever().fit(
        [GalleryPicture(id=number, image=image) for number, image in pictures.items()]
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_part_finds_its_picture_and_its_place(
    retriever: CrossDomainRetriever, pictures: dict[int, np.ndarray], kind: str
) -> None:
    query = query_from(pictures, 13, kind, np.random.default_rng(KINDS.index(kind)))
    found = retriever.query(query.image, k=3)
    assert found.ids[0] == 13
    region = found.regions[0]
    assert region is not None
    middle = [region[axis] + region[axis + 2] / 2 for axis in (0, 1)]
    wanted = [query.part[axis] + query.part[axis + 2] / 2 for axis in (0, 1)]
    assert np.abs(np.subtract(middle, wanted)).max() < 90
    assert 0.5 <= found.scores[0] <= 1.0


def test_of_two_captures_of_a_page_the_one_with_its_headline_is_found(
    retriever: CrossDomainRetriever, pictures: dict[int, np.ndarray]
) -> None:
    for number in (10, 11):
        found = retriever.query(pictures[number][100:600])
        assert found.ids[0] == number
        assert found.scores[0] > 0.5 > found.scores[1]
        assert found.candidates[1].evidence["same_place"] > 0.9


@pytest.mark.parametrize(
    "state", [PageState(0, 7, 0), PageState(9, 0, 0)], ids=["same template", "other site"]
)
def test_a_page_that_is_not_in_the_gallery_matches_nothing(
    retriever: CrossDomainRetriever, state: PageState
) -> None:
    assert retriever.query(state.draw()[150:850]).ids == ()


def test_of_captures_with_other_numbers_in_a_table_the_right_one_is_found() -> None:
    rng = np.random.default_rng(3)
    page = STATES[3].draw()[:900]
    captures = {}
    for number in range(6):
        captures[number] = page.copy()
        captures[number][400:416, 300 : 340 + 8 * number] = rng.integers(0, 120)
    gallery = [GalleryPicture(id=number, image=image) for number, image in captures.items()]
    found = CrossDomainRetriever().fit(gallery)
    for number in (1, 4):
        assert found.query(changed(captures[number][250:700], "dark", rng)).ids[0] == number


def test_an_empty_picture_matches_nothing(retriever: CrossDomainRetriever) -> None:
    assert retriever.query(np.full((300, 300, 3), 255, dtype=np.uint8)).ids == ()


def test_inverting_a_picture_is_inverting_its_descriptors(pictures: dict[int, np.ndarray]) -> None:
    light = local_features(pictures[13], most=300)
    dark = local_features(255 - pictures[13], most=300)
    rows = [int(np.abs(dark.points - point).sum(axis=1).argmin()) for point in light.points]
    alike = (light.descriptors * dark.inverted[rows]).sum(axis=1)
    assert np.median(alike) > 0.98


def test_a_saved_index_votes_as_before(
    retriever: CrossDomainRetriever, pictures: dict[int, np.ndarray], tmp_path
) -> None:
    index = retriever.short_list_.index_
    index.save(tmp_path / "pictures")
    again = FeatureVotes(FeatureIndex.load(tmp_path / "pictures"), lambda number: pictures[number])
    query = pictures[12][200:700]
    assert [(one.id, one.score) for one in again.candidates(query)] == [
        (one.id, one.score) for one in retriever.short_list_.candidates(query)
    ]
    (tmp_path / "pictures").write_bytes(b"pagetide codes 1\nnothing")
    with pytest.raises(UnreadableModel, match="damaged"):
        FeatureIndex.load(tmp_path / "pictures")


def test_a_picture_can_be_added_and_forgotten(pictures: dict[int, np.ndarray]) -> None:
    gallery = [GalleryPicture(id=number, image=image) for number, image in pictures.items()]
    votes = FeatureVotes().fit(gallery[:4])
    votes.add(gallery[4:])
    assert votes.candidates(pictures[14][:600])[0].id == 14
    assert votes.index_.remove([14]) == 1
    assert 14 not in [one.id for one in votes.candidates(pictures[14][:600])]
    with pytest.raises(InvalidInput, match="already"):
        votes.add(gallery[:1])


def test_bad_input_is_named(retriever: CrossDomainRetriever, tmp_path) -> None:
    with pytest.raises(InvalidInput, match="empty"):
        CrossDomainRetriever().fit([])
    with pytest.raises(NotFitted, match="fit"):
        CrossDomainRetriever().query(np.zeros((64, 64, 3), dtype=np.uint8))
    with pytest.raises(InvalidImage, match="at least 32"):
        retriever.query(np.zeros((20, 500, 3), dtype=np.uint8))
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    with pytest.raises(InvalidImage):
        retriever.query(tmp_path / "broken.png")
    with pytest.raises(InvalidInput, match="twice"):
        CrossDomainRetriever().fit([GalleryPicture(id=1, image=Image.new("RGB", (99, 99)))] * 2)


def test_without_opencv_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cv2", None)
    with pytest.raises(MissingExtra, match=r"pagetide\[matching\]"):
        extras.opencv()
