import numpy as np
import pytest

from changemodel.change.feature_reader import FeatureReader, signature_of
from changemodel.errors import InvalidVersion, LayoutMismatch
from changemodel.features.gist import GistGrid
from changemodel.features.regions import region_distances
from changemodel.version import PageVersion
from tests.changemodel.change.worlds import START, drawn_page, drawn_version, features_version

GIST = GistGrid(grid=4)


def test_a_version_is_read_once_while_it_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, version = FeatureReader.plain(GIST), drawn_version(0, 1, 1)
    first = reader.read(version)
    monkeypatch.setattr(GistGrid, "transform", lambda *_: pytest.fail("computed twice"))
    assert reader.read(version) is first


def test_readers_share_what_they_read_of_a_picture() -> None:
    opened: list[int] = []

    def screenshot() -> np.ndarray:
        opened.append(1)
        return drawn_page(1, 1)

    version = PageVersion(START, screenshot)
    first = FeatureReader.plain(GIST).read(version).features
    count = len(opened)
    np.testing.assert_array_equal(FeatureReader.plain(GIST).read(version).features, first)
    assert len(opened) == count


def test_cells_are_compared_as_they_stand_where_nothing_moved() -> None:
    versions = [drawn_version(0, 1, 1), drawn_version(1, 2, 1)]
    reader = FeatureReader.of(versions, GIST, align=True)
    assert reader.moves(*versions) is None
    features = [reader.read(version).features for version in versions]
    np.testing.assert_array_equal(reader.distances(*versions, None), region_distances(*features))


def test_a_banner_is_hardly_a_change_whether_screenshots_or_features_are_there() -> None:
    still, pushed = drawn_version(0, 1, 1), drawn_version(1, 1, 1, banner=True)
    reader = FeatureReader.of([still, pushed], GIST, align=True)
    kept = [
        PageVersion(
            captured_at=version.captured_at,
            features=reader.read(version).features,
            feature_layout=reader.layout,
            signatures=signature_of(version),
        )
        for version in (still, pushed)
    ]
    moves = reader.moves(still, pushed)
    assert moves is not None
    assert moves.most_px == 90
    untouched = reader.distances(still, pushed, None).sum()
    assert reader.distances(still, pushed, moves).sum() < 0.05 * untouched
    assert reader.distances(*kept, reader.moves(*kept)).sum() < 0.8 * untouched


def test_the_usual_view_is_found_again_in_a_version_that_was_pushed_down() -> None:
    still = [drawn_version(hour, 1, hour) for hour in range(4)]
    reader = FeatureReader.of(still, GIST, align=True)
    assert reader.shift_px(still[1]) is None
    shift = reader.shift_px(drawn_version(5, 1, 1, banner=True))
    assert shift is not None
    assert np.bincount(shift).argmax() == 90


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
