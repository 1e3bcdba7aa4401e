"""What a page version accepts and refuses."""

from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pandas as pd
import pytest

from changemodel.errors import InvalidInput, InvalidVersion, LayoutMismatch
from changemodel.version import PageVersion, check_versions

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
SHOT = np.zeros((2, 2), dtype=np.uint8)
FEATURES = np.zeros((4, 8))


def test_a_time_and_a_screenshot_are_enough() -> None:
    version = PageVersion(NOON, SHOT)
    assert version.links == version.images == frozenset()
    assert version.features is None


def test_a_time_without_zone_is_refused_with_the_remedy() -> None:
    with pytest.raises(InvalidVersion, match="no time zone"):
        PageVersion(datetime(2030, 1, 1), SHOT)


def test_times_are_kept_in_utc() -> None:
    version = PageVersion(NOON.astimezone(timezone(timedelta(hours=5, minutes=30))), SHOT)
    assert version.captured_at == NOON
    assert version.captured_at.tzinfo is UTC


@pytest.mark.parametrize("moment", [datetime.max.replace(tzinfo=timezone(-timedelta(hours=5))), pd.NaT])
def test_a_time_that_is_none_in_utc_is_refused(moment: datetime) -> None:
    with pytest.raises(InvalidVersion, match="captured_at"):
        PageVersion(moment, SHOT)


def test_a_time_as_text_is_refused() -> None:
    with pytest.raises(InvalidVersion, match="aware datetime"):
        PageVersion("2030-01-01", SHOT)  # type: ignore[arg-type]


def test_lists_of_urls_become_sets() -> None:
    version = PageVersion(NOON, SHOT, links=["a", "b", "a"], images=("c",))  # type: ignore[arg-type]
    assert version.links == frozenset({"a", "b"})
    assert version.images == frozenset({"c"})


@pytest.mark.parametrize("urls", ["http://one", b"http://one", [1], 5, [b"http://one"], [["a"]], None])
def test_urls_that_are_none_are_refused(urls: object) -> None:
    with pytest.raises(InvalidVersion, match="links"):
        PageVersion(NOON, SHOT, links=urls)  # type: ignore[arg-type]


def test_a_text_of_another_type_is_refused() -> None:
    with pytest.raises(InvalidVersion, match="text"):
        PageVersion(NOON, SHOT, text=b"bytes")  # type: ignore[arg-type]


def test_a_version_without_picture_and_features_is_refused() -> None:
    with pytest.raises(InvalidVersion, match="neither"):
        PageVersion(NOON)


@pytest.mark.parametrize(
    "features", [np.zeros(4), np.zeros((0, 3)), np.zeros((2, 3, 4)), "text", [[1], [2, 3]]]
)
def test_features_of_a_wrong_shape_are_refused(features: object) -> None:
    with pytest.raises(InvalidVersion, match="features"):
        PageVersion(NOON, SHOT, features=features)  # type: ignore[arg-type]


def test_features_of_the_models_layout_are_used() -> None:
    version = PageVersion(NOON, features=FEATURES, feature_layout="one")
    found = version.features_of("one")
    assert found is not None
    assert found.dtype == np.float32
    assert found.shape == (4, 8)


def test_features_of_another_layout_are_made_anew_where_there_is_a_screenshot() -> None:
    assert PageVersion(NOON, SHOT, features=FEATURES, feature_layout="one").features_of("two") is None


def test_features_of_another_layout_without_a_screenshot_are_refused() -> None:
    with pytest.raises(LayoutMismatch, match=r"'one'.*'two'"):
        PageVersion(NOON, features=FEATURES, feature_layout="one").features_of("two")


def test_versions_can_be_keys_because_each_is_itself() -> None:
    first, second = PageVersion(NOON, SHOT), PageVersion(NOON, SHOT)
    assert len({first, second, first}) == 2


def test_a_version_shows_itself_in_one_line_without_its_pixels() -> None:
    version = PageVersion(
        captured_at=NOON, screenshot=np.zeros((9, 9), np.uint8), links=["https://a.example/"]
    )
    assert repr(version) == f"PageVersion({NOON.isoformat()}: screenshot, 1 links)"


@pytest.mark.parametrize("given", [[np.zeros((9, 9))], ["page.png"], [None], 7])
def test_what_is_no_version_is_refused_with_the_way_to_make_one(given: object) -> None:
    with pytest.raises(InvalidInput, match=r"version_from_file|pass a list"):
        check_versions(given)  # type: ignore[arg-type]


def test_a_single_version_in_place_of_a_list_is_refused() -> None:
    with pytest.raises(InvalidInput, match="pass a list"):
        check_versions(PageVersion(captured_at=NOON, text=""))  # type: ignore[arg-type]
