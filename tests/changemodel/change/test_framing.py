import numpy as np
import pytest

from changemodel.change.framing import FeatureReader, signature_of
from changemodel.errors import InvalidVersion, LayoutMismatch
from changemodel.features.frame import Frame
from changemodel.features.gist import GistGrid
from changemodel.version import PageVersion
from tests.changemodel.change.worlds import START, drawn_page, drawn_version, features_version

GIST = GistGrid(grid=4)


def test_a_version_is_read_once_while_it_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, version = FeatureReader.plain(GIST), drawn_version(0, 1, 1)
    first = reader.read(version)
    monkeypatch.setattr(GistGrid, "transform", lambda *_: pytest.fail("computed twice"))
    assert reader.read(version) is first


def test_readers_share_what_they_read_of_a_picture_as_it_stands() -> None:
    opened: list[int] = []

    def screenshot() -> np.ndarray:
        opened.append(1)
        return drawn_page(1, 1)

    version = PageVersion(START, screenshot)
    features = [FeatureReader.of([version], GIST, align=True).read(version).features for _ in range(3)]
    assert all(np.array_equal(found, features[0]) for found in features)
    first = len(opened)
    FeatureReader.of([version], GIST, align=True).read(version)
    assert len(opened) == first + 1  # for the frame itself


def test_content_that_did_not_move_has_the_features_of_the_screenshot() -> None:
    version = drawn_version(0, 1, 1)
    framed = FeatureReader.in_frame(GIST, Frame.of(signature_of(version))).read(version)
    np.testing.assert_array_equal(framed.features, GIST.transform([version.screenshot])[0])
    assert framed.displacement_px == 0


def test_features_made_without_a_frame_are_used_where_nothing_moved() -> None:
    version = drawn_version(0, 1, 1)
    marked = PageVersion(
        captured_at=START,
        screenshot=version.screenshot,
        features=np.full((16, 32), 0.5),
        feature_layout=GIST.feature_layout,
    )
    framed = FeatureReader.in_frame(GIST, Frame.of(signature_of(version))).read(marked)
    assert (framed.features == 0.5).all()


def test_features_made_without_a_frame_are_not_used_where_content_moved() -> None:
    still, pushed = drawn_version(0, 1, 1), drawn_version(1, 1, 1, banner=True)
    marked = PageVersion(
        captured_at=START,
        screenshot=pushed.screenshot,
        features=np.full((16, 32), 0.5),
        feature_layout=GIST.feature_layout,
    )
    framed = FeatureReader.in_frame(GIST, Frame.of(signature_of(still))).read(marked)
    assert framed.displacement_px == 90
    assert not (framed.features == 0.5).any()


def test_features_of_a_frame_are_known_by_its_name() -> None:
    a, b = drawn_version(0, 1, 1), drawn_version(1, 2, 2)
    readers = [FeatureReader.in_frame(GIST, Frame.of(signature_of(v))) for v in (a, b)]
    kept = PageVersion(
        captured_at=START, features=readers[0].read(a).features, feature_layout=readers[0].layout
    )
    np.testing.assert_array_equal(readers[0].read(kept).features, kept.features)
    with pytest.raises(LayoutMismatch):
        readers[1].read(kept)


def test_versions_that_bring_features_of_their_own_are_taken_as_they_are() -> None:
    versions = [features_version(hour, np.full((16, 3), hour)) for hour in range(3)]
    reader = FeatureReader.of(versions, GIST, align=True)
    assert reader.layout == "simulated"
    np.testing.assert_array_equal(reader.read(versions[2]).features, np.full((16, 3), 2.0))


def test_features_without_a_name_are_taken_among_their_like_only() -> None:
    unnamed = [PageVersion(captured_at=START, features=np.ones((16, 3))) for _ in range(3)]
    reader = FeatureReader.of(unnamed, GIST, align=True)
    np.testing.assert_array_equal(reader.read(unnamed[0]).features, np.ones((16, 3)))
    with pytest.raises(LayoutMismatch):
        reader.read(features_version(0, np.ones((16, 3))))
    with pytest.raises(LayoutMismatch):
        reader.read(drawn_version(0, 1, 1))


def test_a_version_without_a_screenshot_has_no_signature() -> None:
    with pytest.raises(InvalidVersion, match="no screenshot"):
        signature_of(features_version(0, np.ones((16, 3))))


def test_a_reader_may_leave_content_where_it_stands_and_knows_its_rows() -> None:
    versions = [drawn_version(0, 1, 1), drawn_version(1, 1, 1, banner=True)]
    still = FeatureReader.of(versions, GIST, align=True).standing_still()
    plain = FeatureReader.plain(GIST)
    for version in versions:
        found = still.read(version)
        assert found.displacement_px == 0
        np.testing.assert_array_equal(found.features, plain.read(version).features)
        assert found.placed is not None
        assert not found.placed.shift_px.any()
