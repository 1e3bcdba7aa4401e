"""Pictures of any size, colour or kind are compared, or refused in words; identical ones never differ."""

import io
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from changemodel import ChangeModel, PageVersion
from changemodel.errors import InvalidImage
from changemodel.features.alignment import estimate, row_signatures
from changemodel.features.gist import GistGrid
from changemodel.features.images import load_image
from changemodel.features.row_moves import RowMoves
from changemodel.features.version_rows import VersionRows

START = datetime(2026, 3, 2, tzinfo=UTC)
SIZES = st.tuples(st.integers(1, 60), st.integers(1, 60))
LARGE = st.tuples(st.integers(900, 1500), st.sampled_from([1, 320, 1000, 1700]))


def _version(picture: object, hour: int = 0) -> PageVersion:
    return PageVersion(captured_at=START + timedelta(hours=hour), screenshot=picture)  # type: ignore[arg-type]


@st.composite
def _pictures(draw: st.DrawFn) -> np.ndarray:
    """Arrays that are pictures: grey, grey with alpha, colour, colour with alpha; noise, stripes, one colour."""
    height, width = draw(st.one_of(SIZES, LARGE))
    channels = draw(st.sampled_from([(), (1,), (2,), (3,), (4,)]))
    shape = (height, width, *channels)
    kind = draw(st.sampled_from(["one colour", "noise", "stripes"]))
    random = np.random.default_rng(draw(st.integers(0, 99)))
    if kind == "one colour":
        return np.full(shape, draw(st.integers(0, 255)), dtype=np.uint8)
    picture = random.integers(0, 256, shape, dtype=np.uint8)
    if kind == "stripes":
        picture[:] = picture[np.arange(height) // 7 % max(1, height // 3)]
    return picture


@given(_pictures(), _pictures())
@settings(max_examples=15, deadline=None)
def test_any_two_pictures_are_aligned_and_followed(a: np.ndarray, b: np.ndarray) -> None:
    first, second = load_image(a), load_image(b)
    rows_a, rows_b = row_signatures(first), row_signatures(second)
    source = estimate(rows_a, rows_b).source_rows()
    assert source.shape == (1000,)
    gist = GistGrid()
    moved = RowMoves.between(VersionRows.of(rows_a), VersionRows.of(rows_b), 10)
    if moved is not None:
        assert np.isfinite(moved.distances(gist.by_rows(first), gist.by_rows(second))).all()
    assert RowMoves.between(VersionRows.of(rows_a), VersionRows.of(rows_a), 10) is None


@given(_pictures())
@settings(max_examples=2, deadline=None)
def test_a_picture_has_no_distance_from_itself_in_any_form(picture: np.ndarray) -> None:
    model = ChangeModel.euclidean(grid=4)
    again = io.BytesIO()
    Image.fromarray(load_image(picture)).save(again, format="PNG")
    score = model.compare(_version(picture), _version(again.getvalue(), 1))
    assert score.distance == 0.0
    assert score.displacement_px == 0


def test_pictures_of_other_sizes_and_colours_have_a_finite_distance_the_same_both_ways() -> None:
    model = ChangeModel.euclidean(grid=4)
    tiny, tall = np.zeros((1, 1), dtype=np.uint8), np.full((3000, 1300, 4), 90, dtype=np.uint8)
    score = model.compare(_version(tiny), _version(tall, 1))
    assert np.isfinite(score.distance)
    assert score.distance == pytest.approx(model.distance(_version(tall, 1), _version(tiny)))


@given(st.binary(max_size=300), st.integers(0, 400))
@settings(max_examples=40, deadline=None)
def test_corrupt_bytes_are_refused_in_words(noise: bytes, cut: int) -> None:
    whole = io.BytesIO()
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (20, 20, 3), dtype=np.uint8)).save(whole, "PNG")
    for damaged in (noise, whole.getvalue()[: min(cut, 900)] + noise):
        with pytest.raises(InvalidImage, match=r"known image format|damaged|limit"):
            ChangeModel.euclidean(grid=4).compare(_version(damaged), _version(damaged, 1))


@given(arrays(np.float64, (3, 3, 3), elements=st.sampled_from([np.nan, np.inf, -1.0, 256.0])))
@settings(max_examples=10, deadline=None)
def test_arrays_without_colours_are_refused_in_words(picture: np.ndarray) -> None:
    with pytest.raises(InvalidImage, match=r"NaN|values from"):
        ChangeModel.euclidean(grid=4).compare(_version(picture), _version(picture, 1))


def _damaged() -> list[object]:
    return [b"no picture", np.full((3, 3, 3), np.nan), "/no/such/file.png", lambda: b"no picture"]


@pytest.mark.parametrize("picture", _damaged(), ids=["bytes", "array", "path", "function"])
@pytest.mark.parametrize("align", [True, False])
def test_a_bad_picture_among_many_is_named_by_the_time_of_its_version(picture: object, align: bool) -> None:
    grey = np.random.default_rng(0).integers(0, 255, (30, 40), dtype=np.uint8)
    versions = [_version(picture if hour == 3 else grey, hour) for hour in range(5)]
    model = ChangeModel(grid=4, align=align)
    for asked in (
        lambda: model.fit(versions),
        lambda: model.compare(versions[2], versions[3]),
        lambda: model.distance(versions[3], versions[2]),
        lambda: model.features(versions[3]),
    ):
        with pytest.raises(
            InvalidImage, match=r"^the screenshot of the version of 2026-03-02 03:00:00\+00:00: "
        ):
            asked()


def test_a_bad_picture_is_named_by_a_fitted_model_too() -> None:
    grey = np.random.default_rng(0).integers(0, 255, (30, 40), dtype=np.uint8)
    model = ChangeModel(grid=4).fit([_version(grey, hour) for hour in range(4)])
    with pytest.raises(InvalidImage, match=r"version of 2026-03-02 09:00:00\+00:00.*damaged|known image"):
        model.compare(_version(grey, 8), _version(b"no picture", 9))
