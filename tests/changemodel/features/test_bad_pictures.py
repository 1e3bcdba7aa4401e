"""Screenshots as bad as they come: every one gives features or a clear error, never NaN and never a crash."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from PIL import Image

from changemodel.errors import ChangeModelError, InvalidImage
from changemodel.evaluation.block_gist import BlockGist
from changemodel.features.gist import GistGrid, gist
from changemodel.features.images import load_image
from changemodel.features.regions import region_distances
from tests.changemodel.features.front_pages import front_page

GRID = GistGrid(grid=4, orientations=(4, 2), size=125)  # every step of the default, in milliseconds

_SHAPES = st.one_of(
    array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=60),
    st.tuples(st.integers(1, 60), st.integers(1, 60), st.sampled_from([1, 2, 3, 4])),
)
_TYPES = {
    np.uint8: st.integers(0, 255),
    np.bool_: st.booleans(),
    np.int64: st.integers(0, 255),
    np.float32: st.floats(0, 1, width=32),
    np.float64: st.floats(0, 255),
}
PICTURES = st.sampled_from(list(_TYPES)).flatmap(
    lambda kind: arrays(kind, _SHAPES, elements=_TYPES[kind], fill=_TYPES[kind])
)


@settings(deadline=None, max_examples=40)
@given(picture=PICTURES)
def test_any_picture_has_features(picture: np.ndarray) -> None:
    features = GRID.transform([picture])[0]
    assert features.shape == (16, 6)
    assert np.isfinite(features).all()
    assert (features > -1e-6).all()
    assert not region_distances(features, GRID.transform([picture.copy()])[0]).any()
    assert np.isfinite(BlockGist()(load_image(picture))).all()


@settings(deadline=None, max_examples=30)
@given(
    picture=arrays(
        np.uint8,
        st.tuples(st.integers(8, 40), st.integers(8, 40), st.sampled_from([1, 3])),
        elements=st.integers(0, 255),
    ),
    dialect=st.sampled_from(["lmgist", "lear"]),
)
def test_any_picture_has_a_descriptor_in_both_dialects(picture: np.ndarray, dialect: str) -> None:
    described = gist(picture, (4, 2), blocks=4, dialect=dialect)  # type: ignore[arg-type]
    assert len(described) == 6 * 16 * (picture.shape[2] if dialect == "lear" else 1)
    assert np.isfinite(described).all()


@pytest.mark.parametrize("size", [(1, 1), (1, 4000), (4000, 1), (3, 1000), (2500, 3000)])
@pytest.mark.parametrize("colour", [0, 127, 255])
def test_one_colour_is_blank_whatever_its_size(size: tuple[int, int], colour: int) -> None:
    features = GRID.transform([np.full((*size, 3), colour, dtype=np.uint8)])
    reaches_all = size[0] >= 1000 and size[1] >= 1000  # else white follows, and an edge
    assert np.isfinite(features).all()
    assert (features.max() < 1e-6) == (reaches_all or colour == 255)


def test_grey_colour_and_opaque_pictures_of_the_same_page_have_the_same_features() -> None:
    grey = front_page()[..., 0]
    opaque = np.dstack([grey, grey, grey, np.full_like(grey, 255)])
    same = GRID.transform([grey, np.dstack([grey] * 3), opaque, grey / 255.0, grey.astype(np.int64)])
    for features in same[1:]:
        np.testing.assert_array_equal(features, same[0])


@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_a_damaged_file_has_features_or_an_error_that_says_so(data: st.DataObject) -> None:
    kind = data.draw(
        st.sampled_from(["PNG", "JPEG", "WEBP", "GIF", "BMP", "AVIF", "DDS", "TIFF", "ICO", "TGA"])
    )
    file = bytearray(_file(kind))
    for place in data.draw(st.lists(st.integers(0, len(file) - 1), max_size=6)):
        file[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(file)))
    for damaged in (bytes(file), bytes(file[:cut])):
        try:
            features = GRID.transform([damaged])
        except InvalidImage:  # its message says what is wrong with it
            continue
        assert np.isfinite(features).all()


@pytest.mark.parametrize(
    "bad",
    [
        np.full((9, 9, 3), np.nan),
        np.full((9, 9), -1.0),
        np.full((9, 9), 300),
        np.zeros((0, 5, 3), np.uint8),
        np.zeros((2, 3, 5), np.uint8),
        np.zeros((2, 2, 3, 3), np.uint8),
        np.array([["a"]]),
        [[1, 2], [3]],
        None,
        b"",
        "/no/such/file.png",
        "no\0path.png",
    ],
    ids=str,
)
def test_what_is_no_picture_is_refused(bad: object) -> None:
    with pytest.raises(ChangeModelError):
        GRID.transform([bad])  # type: ignore[list-item]


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_a_file_of_16_bits_is_the_picture_that_it_is_with_8(kind: str) -> None:
    grey = front_page()[:60, :80, 0]
    deep = _saved(Image.fromarray(grey.astype(np.uint16) * 257), kind)
    np.testing.assert_array_equal(load_image(deep), load_image(grey))


def test_between_two_shades_of_8_bits_the_nearest_is_taken() -> None:
    deep = np.array([[0, 128, 129, 32767, 65406, 65407, 65535]], dtype=np.uint16)
    assert load_image(_saved(Image.fromarray(deep), "PNG"))[0, :, 0].tolist() == [0, 0, 1, 127, 254, 255, 255]


@pytest.mark.parametrize("dtype", [np.int32, np.float32])
def test_a_file_of_32_bits_is_refused_because_nothing_says_what_is_white(dtype: type) -> None:
    deep = _saved(Image.fromarray(np.full((4, 5), 200, dtype=dtype)), "TIFF")
    with pytest.raises(InvalidImage, match="nothing says which of them is white: save it with 8 or 16 bits"):
        load_image(deep)


def _file(kind: str) -> bytes:
    return _saved(Image.fromarray(front_page()[:60, :80]), kind)


def _saved(picture: Image.Image, kind: str) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind)
    return buffer.getvalue()
