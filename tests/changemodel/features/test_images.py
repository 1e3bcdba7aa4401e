"""Reading whatever a caller has as a screenshot."""

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from changemodel.errors import ChangeModelError, InvalidImage
from changemodel.features import images
from changemodel.features.images import load_image, view


def _png(array: np.ndarray, mode: str | None = None, file_format: str = "PNG") -> bytes:
    buffer = io.BytesIO()
    picture = Image.fromarray(array)
    (picture if mode is None else picture.convert(mode)).save(buffer, file_format)
    return buffer.getvalue()


RED = np.full((4, 5, 3), (200, 10, 10), dtype=np.uint8)


def test_an_rgb_array_comes_back_as_it_is() -> None:
    np.testing.assert_array_equal(load_image(RED), RED)


def test_png_bytes_a_path_and_its_text_give_the_same_pixels(tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(_png(RED))
    for source in (
        path,
        str(path),
        path.read_bytes(),
        bytearray(path.read_bytes()),
        memoryview(path.read_bytes()),
    ):
        np.testing.assert_array_equal(load_image(source), RED)


@pytest.mark.parametrize("mode", ["L", "1", "P", "CMYK", "LA", "RGBA"])
def test_image_files_of_every_mode_become_rgb(mode: str) -> None:
    black = np.zeros((6, 4, 3), dtype=np.uint8)
    file_format = "TIFF" if mode == "CMYK" else "PNG"
    np.testing.assert_array_equal(load_image(_png(black, mode, file_format)), black)


@pytest.mark.parametrize("shape", [(3, 4), (3, 4, 1)])
def test_grey_arrays_become_three_equal_channels(shape: tuple[int, ...]) -> None:
    grey = np.arange(12, dtype=np.uint8).reshape(shape)
    loaded = load_image(grey)
    assert loaded.shape == (3, 4, 3)
    assert (loaded == grey.reshape(3, 4, 1)).all()


def test_a_transparent_part_shows_white_and_a_half_transparent_one_half() -> None:
    rgba = np.zeros((1, 3, 4), dtype=np.uint8)
    rgba[0, :, 3] = (0, 128, 255)
    expected = [[[255] * 3, [127] * 3, [0] * 3]]
    np.testing.assert_array_equal(load_image(rgba), expected)
    np.testing.assert_array_equal(load_image(_png(rgba)), expected)
    np.testing.assert_array_equal(load_image(rgba[..., 2:]), expected)


def test_a_palette_png_with_a_transparent_colour_shows_white_there() -> None:
    picture = Image.new("P", (2, 1), 0)
    picture.putpalette([0, 0, 0, 9, 9, 9])
    picture.putpixel((1, 0), 1)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", transparency=0)
    np.testing.assert_array_equal(load_image(buffer.getvalue()), [[[255] * 3, [9] * 3]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.uint16, bool])
def test_arrays_of_other_types_hold_the_same_picture(dtype: type) -> None:
    expected = np.array([[0, 255], [255, 0]], dtype=np.uint8)
    given_values = (expected / 255).astype(dtype) if dtype in (bool, np.float32) else expected.astype(dtype)
    np.testing.assert_array_equal(load_image(given_values)[..., 0], expected)


def test_one_pixel_is_an_image() -> None:
    assert load_image([[7]]).tolist() == [[[7, 7, 7]]]


@pytest.mark.parametrize(
    "broken",
    [
        np.array([[np.nan]]),
        np.array([[np.inf]]),
        np.array([[-1]]),
        np.array([[256.0]]),
        np.array([["text"]]),
        np.array([[1j]]),
        np.zeros((0, 4)),
        np.zeros(4),
        np.zeros((2, 2, 5)),
        np.zeros((2, 2, 3, 3)),
        None,
        [[1], [2, 3]],
    ],
)
def test_an_array_that_is_no_image_is_refused(broken: object) -> None:
    with pytest.raises(InvalidImage, match=r"image|pixels"):
        load_image(broken)  # type: ignore[arg-type]


@pytest.mark.parametrize("broken", [b"", b"not an image", _png(RED)[:40], _png(RED)[:-30], _png(RED)[8:]])
def test_damaged_bytes_are_refused_and_the_message_says_so(broken: bytes) -> None:
    with pytest.raises(InvalidImage, match=r"damaged|not in a known image format|no bytes"):
        load_image(broken)


def test_a_file_that_is_not_there_is_named_in_the_message(tmp_path: Path) -> None:
    with pytest.raises(InvalidImage, match=r"absent\.png.*No such file"):
        load_image(tmp_path / "absent.png")


def test_every_error_is_one_of_this_package_and_a_value_error() -> None:
    assert issubclass(InvalidImage, ChangeModelError)
    assert issubclass(InvalidImage, ValueError)


def test_a_decompression_bomb_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_PIXELS", 10)
    with pytest.raises(InvalidImage, match="20 pixels"):
        load_image(_png(RED))


@given(st.binary(max_size=200), st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_an_image_or_a_clear_error(noise: bytes, at: int) -> None:
    data = _png(RED)
    try:
        loaded = load_image(data[:at] + noise + data[at + len(noise) :])
    except InvalidImage:
        return
    assert loaded.ndim == 3
    assert loaded.dtype == np.uint8


@pytest.mark.parametrize("shape", [(1400, 1000), (1000, 1000), (300, 1000), (1400, 600), (20, 2000)])
def test_the_view_has_one_shape_keeps_the_top_left_and_pads_with_white(shape: tuple[int, int]) -> None:
    image = np.random.default_rng(0).integers(0, 255, (*shape, 3)).astype(np.uint8)
    seen = view(image)
    height, width = min(shape[0], 1000), min(shape[1], 1000)
    assert seen.shape == (1000, 1000, 3)
    np.testing.assert_array_equal(seen[:height, :width], image[:height, :width])
    assert (seen[height:] == 255).all()
    assert (seen[:, width:] == 255).all()


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "CMYK", "YCbCr", "HSV"])
def test_pillow_images_of_every_mode_show_their_colours(mode: str) -> None:
    shown = load_image(Image.fromarray(RED).convert(mode, palette=Image.Palette.ADAPTIVE))
    assert shown.shape == RED.shape
    assert np.abs(shown.astype(int) - RED).max() <= 6  # of the nearest shade in the other mode


def test_pillow_images_that_are_opened_later_or_have_no_white_are_read_or_named(tmp_path: Path) -> None:
    Image.fromarray(RED).convert("P").save(tmp_path / "page.png")
    with Image.open(tmp_path / "page.png") as opened:
        np.testing.assert_array_equal(load_image(opened), load_image(tmp_path / "page.png"))
    black = Image.new("1", (3, 2))
    np.testing.assert_array_equal(load_image(black), np.zeros((2, 3, 3)))
    with pytest.raises(InvalidImage, match="the Pillow image of mode F"):
        load_image(Image.new("F", (3, 2)))
