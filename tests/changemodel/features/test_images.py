"""Reading whatever a caller has as a screenshot."""

import io
import os
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from changemodel.errors import ChangeModelError, InvalidImage, UnreadableArchive
from changemodel.features import images
from changemodel.features.gist import GistGrid
from changemodel.features.images import load_image, view
from changemodel.version import PageVersion


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


def on_white(rgba: np.ndarray) -> np.ndarray:
    """The formula, of a whole picture at once."""
    colour, alpha = rgba[..., :-1].astype(np.uint32), rgba[..., -1:].astype(np.uint32)
    return ((colour * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)


def test_every_shade_of_every_transparency_is_the_nearest() -> None:
    shade, alpha = np.meshgrid(np.arange(256, dtype=np.uint8), np.arange(256, dtype=np.uint8))
    shown = load_image(np.dstack([shade, alpha]))
    np.testing.assert_array_equal(shown, on_white(np.dstack([shade] * 3 + [alpha])))
    exact = (shade.astype(float) * alpha + 255.0 * (255 - alpha.astype(float))) / 255
    assert np.abs(shown[..., 0] - exact).max() <= 0.5


@pytest.mark.parametrize("shape", [(700, 600), (1, 400_000), (400_000, 1), (3, 140_000)])
@pytest.mark.parametrize("channels", [2, 4])
def test_a_picture_of_several_parts_shows_what_it_does_as_a_whole(
    shape: tuple[int, int], channels: int
) -> None:
    given = np.random.default_rng(0).integers(0, 256, (*shape, channels), dtype=np.uint8)
    expected = np.broadcast_to(on_white(given), (*shape, 3))
    np.testing.assert_array_equal(load_image(given), expected)
    np.testing.assert_array_equal(load_image(given[::-1]), expected[::-1])
    mode = "LA" if channels == 2 else "RGBA"
    np.testing.assert_array_equal(load_image(Image.fromarray(given, mode)), expected)


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "CMYK"])
def test_a_file_of_several_parts_shows_what_it_does_as_a_whole(mode: str) -> None:
    given = np.random.default_rng(0).integers(0, 256, (700, 600, 3), dtype=np.uint8)
    picture = Image.fromarray(given).convert(mode)
    buffer = io.BytesIO()
    picture.save(buffer, "TIFF")
    np.testing.assert_array_equal(load_image(buffer.getvalue()), np.asarray(picture.convert("RGB")))


@pytest.mark.parametrize("source", [np.asarray, Image.fromarray], ids=["array", "picture"])
def test_a_tall_transparent_picture_takes_little_more_memory_than_it_has(
    source: Callable[[np.ndarray], Any],
) -> None:
    given = np.full((8000, 1000, 4), 128, dtype=np.uint8)
    picture = source(given)
    tracemalloc.start()
    try:
        load_image(picture)
        assert tracemalloc.get_traced_memory()[1] < 1.5 * given.nbytes
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("mode", "colours", "transparent", "shown"),
    [
        ("P", (0, 1), 0, 9),
        ("P", (0, 1), bytes([0, 255]), 9),
        ("L", (7, 9), 7, 9),
        ("1", (255, 0), 255, 0),
        ("1", (0, 255), 0, 255),
        ("I;16", (7 * 257, 9 * 257), 7 * 257, 9),
        ("RGB", ((7, 8, 9), (9, 9, 9)), (7, 8, 9), 9),
    ],
)
def test_a_png_that_names_a_transparent_colour_shows_white_there(
    mode: str, colours: tuple[object, object], transparent: object, shown: int
) -> None:
    picture = Image.new(mode, (2, 1), colours[0])  # type: ignore[arg-type]
    if mode == "P":
        picture.putpalette([0, 0, 0, 9, 9, 9])
    picture.putpixel((1, 0), colours[1])  # type: ignore[arg-type]
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", transparency=transparent)
    np.testing.assert_array_equal(load_image(buffer.getvalue()), [[[255] * 3, [shown] * 3]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, ">i8", np.uint64, bool])
def test_arrays_of_other_types_hold_the_same_picture(dtype: type | str) -> None:
    expected = np.array([[0, 255], [255, 0]], dtype=np.uint8)
    given_values = (expected / 255).astype(dtype) if dtype in (bool, np.float32) else expected.astype(dtype)
    np.testing.assert_array_equal(load_image(given_values)[..., 0], expected)


@pytest.mark.parametrize("highest", [0, 255, 60_000])
@pytest.mark.parametrize("dtype", [np.uint16, np.int16, np.int32, np.uint32, np.int8])
def test_integers_in_which_deep_pictures_come_are_refused_dark_ones_too(dtype: type, highest: int) -> None:
    frame = np.array([[0, highest]]).astype(dtype)
    with pytest.raises(
        InvalidImage, match=r"does not say what number is white: pass uint8 of 0\.\.255, or floats"
    ):
        load_image(frame)


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


def _damaged_dds() -> bytes:
    data = bytearray(_png(RED, file_format="DDS"))
    data[80:84] = (1).to_bytes(
        4, "little"
    )  # flags of the pixel format that are none: NotImplementedError of Pillow
    return bytes(data)


def _damaged_avif() -> bytes:
    data = _png(RED, file_format="AVIF")
    return data.replace(b"iloc", b"none")  # RuntimeError of Pillow


def _damaged_tiff() -> bytes:
    return _png(RED, file_format="TIFF")[:60]  # UserWarning of Pillow, an error here


@pytest.mark.parametrize("broken", [_damaged_dds, _damaged_avif, _damaged_tiff])
def test_whatever_pillow_raises_of_a_damaged_file_is_told_the_same_way(broken: Callable[[], bytes]) -> None:
    with pytest.raises(InvalidImage, match=r"is damaged and cannot be decoded .*: capture it again"):
        load_image(broken())


def test_a_file_that_is_not_there_is_named_in_the_message(tmp_path: Path) -> None:
    with pytest.raises(InvalidImage, match=r"absent\.png.*No such file"):
        load_image(tmp_path / "absent.png")


def test_an_open_file_is_read_from_its_start_as_often_as_it_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(_png(RED))
    with path.open("rb") as opened:
        for file in (opened, io.BytesIO(_png(RED))):
            for _ in range(2):
                np.testing.assert_array_equal(load_image(file), RED)
                np.testing.assert_array_equal(load_image(lambda file=file: file), RED)
        shown = PageVersion(datetime(2026, 3, 2, tzinfo=UTC), opened)
        np.testing.assert_array_equal(shown.pixels(), RED)


def test_anything_that_stands_for_a_path_is_one(tmp_path: Path) -> None:
    (tmp_path / "shot.png").write_bytes(_png(RED))
    with os.scandir(tmp_path) as found:
        np.testing.assert_array_equal(load_image(next(found)), RED)


def test_a_file_that_cannot_be_read_again_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(_png(RED))
    with path.open(encoding="latin-1") as text, pytest.raises(InvalidImage, match="open it with mode 'rb'"):
        load_image(text)  # type: ignore[arg-type]
    with pytest.raises(InvalidImage, match=r"shot\.png.*cannot be read from its start .*closed"):
        load_image(text)  # type: ignore[arg-type]
    reading, writing = os.pipe()
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe, pytest.raises(InvalidImage, match="pass its path, or its bytes"):
        load_image(pipe)


def test_what_is_no_image_at_all_is_named_by_its_type() -> None:
    version = PageVersion(datetime(2026, 3, 2, tzinfo=UTC), RED)
    for other in (version, 5, {1}, object()):
        told = f"the screenshot is a {type(other).__name__}: pass an array, the bytes of an image file"
        with pytest.raises(InvalidImage, match=told):
            load_image(other)  # type: ignore[arg-type]
    with pytest.raises(InvalidImage, match="screenshot 1 of 2: the screenshot is a PageVersion"):
        GistGrid(grid=4, orientations=(2,), size=125).transform([RED, version])  # type: ignore[list-item]


class _Tensor:
    def __array__(self, *_: object, **__: object) -> np.ndarray:
        raise TypeError("can't convert cuda:0 device type tensor to numpy")


def test_a_tensor_of_another_device_is_refused_in_its_own_words() -> None:
    with pytest.raises(InvalidImage, match=r"is a _Tensor that is no image array \(can't convert cuda:0"):
        load_image(_Tensor())  # type: ignore[arg-type]


def _raising(error: BaseException) -> Callable[[], object]:
    def function() -> object:
        raise error

    return function


@pytest.mark.parametrize(
    "error", [FileNotFoundError(2, "No such file", "shots/1.png"), KeyError("1.png"), RuntimeError("gone")]
)
def test_a_function_that_fails_is_told_with_its_own_words_and_the_time_of_its_version(
    error: Exception,
) -> None:
    version = PageVersion(datetime(2026, 3, 2, tzinfo=UTC), _raising(error))
    with pytest.raises(
        InvalidImage, match=r"version of 2026-03-02.*failed with (F|K|R)\w+Error: .*(png|gone)"
    ) as told:
        version.pixels()
    with pytest.raises(InvalidImage) as directly:
        load_image(version.screenshot)  # type: ignore[arg-type]
    assert directly.value.__cause__ is error
    assert type(error).__name__ in str(told.value)


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), UnreadableArchive("a.wacz is none"), InvalidImage("grey")]
)
def test_what_a_function_says_in_words_of_this_package_and_interrupts_pass_as_they_are(
    error: BaseException,
) -> None:
    with pytest.raises(type(error)) as told:
        load_image(_raising(error))
    assert told.value is error


def test_every_error_is_one_of_this_package_and_a_value_error() -> None:
    assert issubclass(InvalidImage, ChangeModelError)
    assert issubclass(InvalidImage, ValueError)


def test_a_decompression_bomb_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_PIXELS", 10)
    with pytest.raises(InvalidImage, match="20 pixels"):
        load_image(_png(RED))
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 5)  # Pillow's own limit is twice as high
    with pytest.raises(InvalidImage, match=r"too large to be decoded .*20 pixels.*: crop it first"):
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


def test_a_format_for_which_a_program_would_run_is_refused() -> None:
    drawing = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\nshowpage\n"
    with pytest.raises(InvalidImage, match="not in a known image format"):
        load_image(drawing)
