"""Screenshots as arrays: reading whatever a caller has, and cutting out the part that is learned from.

First step of every feature: ``load_image`` gives uint8 RGB whatever came in, ``view`` the part that the model
sees. Source of the view: Law 2015, section 4.2 (the visible part without scrolling, about 1000 pixels wide,
cropped to at most 1000 high).
"""

from __future__ import annotations

import io
import os
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image, UnidentifiedImageError

from changemodel.errors import ChangeModelError, InvalidImage

Pixels = NDArray[np.uint8]
ImageSource = (
    ArrayLike
    | bytes
    | bytearray
    | memoryview
    | str
    | os.PathLike[str]
    | IO[bytes]
    | Image.Image
    | Callable[[], Any]
)

VIEW_WIDTH_PX = 1000
VIEW_HEIGHT_PX = 1000
MAX_PIXELS = 400_000_000  # a decompression bomb is refused before it is decoded
WHITE = 255

_TILE_PX = 1 << 17  # worked on at once, so that of a tall page there is no second copy in numbers of 16 bits
_GREY_ALPHA, _RGB, _RGBA = 2, 3, 4
_GREY_16 = ("I;16", "I;16L", "I;16B", "I;16N")  # modes of Pillow
_NO_RANGE = ("I", "F")
_OPAQUE = ("CMYK", "YCbCr", "HSV")
_OPAQUE_BUT_ONE = ("RGB", "L", "1")  # but one colour, where the file names one: PNG specification, 11.3.2.1
_STEP_16 = 65535 // 255
_LONG_BYTES = 8
_KINDS = "an array, the bytes of an image file, its path, an open binary file or a Pillow image"
_DAMAGED = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    LookupError,
    ArithmeticError,
    TypeError,
    AttributeError,
    AssertionError,
    RuntimeError,
    UnboundLocalError,
    BufferError,
    struct.error,
    zlib.error,
    UserWarning,  # where a caller makes errors of warnings
)
"""What the plugins of Pillow raise of a damaged file, each in its own way."""


def load_image(source: ImageSource) -> Pixels:
    """Read a screenshot as uint8 RGB, shape (height, width, 3).

    Parameters
    ----------
    source
        An array (H, W), (H, W, 1), (H, W, 2) grey with alpha, (H, W, 3) or (H, W, 4); the bytes of an image
        file (PNG, JPEG, WebP, ...); the path of one; one that is open, in binary mode, and read from its start
        wherever it stands, so that it can be read again while it stays open; a Pillow image; or a function without
        arguments that gives one of these, for histories too large to hold in memory. Pictures of 16 bits for each
        colour are read as of 8, those of 32 are refused because nothing says what is white. Arrays of uint8, or of
        integers of 64 bits, hold 0..255, booleans black and white; other integers are refused whatever they hold:
        pictures of 16 bits come as such, and a dark one would pass for one of 8. Float arrays hold 0..1 when no value
        exceeds 1, else 0..255. Transparent parts show white, as an empty page does.

    Raises
    ------
    InvalidImage
        The bytes are no image or a damaged one, the file cannot be read, the function fails, or the array has no
        pixels, a wrong shape or type, values outside its range, NaN or infinities.
    """
    if source is None:
        raise InvalidImage(f"there is no screenshot: pass {_KINDS}")
    if isinstance(source, str | os.PathLike):
        path = os.fsdecode(source)
        return _from_bytes(_read(Path(path)), f"the image file {path!r}")
    if isinstance(source, bytes | bytearray | memoryview):
        return _from_bytes(bytes(source), f"the image ({len(source)} bytes)")
    if isinstance(source, Image.Image):
        name = f"the Pillow image of mode {source.mode}"
        with _naming_errors(name):
            return _from_picture(source, name)
    if callable(source):
        return load_image(given_by(source))
    if hasattr(source, "read"):
        return _from_file(source)
    return _from_array(_as_array(source))


def view(image: Pixels, width: int = VIEW_WIDTH_PX, height: int = VIEW_HEIGHT_PX) -> Pixels:
    """The top ``width`` x ``height`` CSS pixels of a screenshot of any size, always of exactly that shape.

    What lies below or to the right is cropped; a shorter or narrower page is padded with white below and to
    the right, which is what a browser shows there. Nothing is scaled, so that a page that grows by one
    paragraph keeps every other pixel where it was and versions of different sizes stay comparable.
    """
    cropped = image[:height, :width]
    if cropped.shape[:2] == (height, width):
        return cropped
    padded = np.full((height, width, *image.shape[2:]), WHITE, dtype=np.uint8)
    padded[: cropped.shape[0], : cropped.shape[1]] = cropped
    return padded


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:  # the latter for a name with a NUL
        reason = getattr(error, "strerror", None) or error
        raise InvalidImage(f"the image file {str(path)!r} cannot be read: {reason}") from error


def given_by(function: Callable[[], Any]) -> Any:
    """What a function gives in place of a screenshot; raises InvalidImage where it fails."""
    try:
        return function()
    except ChangeModelError:
        raise
    except Exception as error:
        raise InvalidImage(
            f"the function that gives the screenshot failed with {type(error).__name__}: {error}"
        ) from error


def _from_file(file: Any) -> Pixels:
    name = f"the open file {getattr(file, 'name', type(file).__name__)!r}"
    try:
        file.seek(0)
        data = file.read()
    except (
        OSError,
        ValueError,
        AttributeError,
    ) as error:  # the latter two of one that is closed, or has no seek
        raise InvalidImage(
            f"{name} cannot be read from its start ({error}): pass its path, or its bytes"
        ) from error
    if not isinstance(data, bytes | bytearray | memoryview):
        raise InvalidImage(f"{name} gives {type(data).__name__} and no bytes: open it with mode 'rb'")
    return _from_bytes(bytes(data), name)


@lru_cache(maxsize=1)
def _formats() -> tuple[str, ...]:
    """What Pillow reads by itself: for EPS it runs a program on what an archive of somebody's says."""
    Image.init()
    return tuple(sorted(Image.OPEN.keys() - {"EPS"}))


def _from_bytes(data: bytes, name: str) -> Pixels:
    with _naming_errors(name), warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit is checked instead
        with Image.open(io.BytesIO(data), formats=_formats()) as picture:
            return _from_picture(picture, name)


@contextmanager
def _naming_errors(name: str) -> Iterator[None]:
    """What Pillow says of a picture, with its name."""
    try:
        yield
    except InvalidImage:
        raise
    except UnidentifiedImageError as error:
        raise InvalidImage(f"{name} is not in a known image format: pass PNG, JPEG or WebP") from error
    except (Image.DecompressionBombError, MemoryError) as error:  # the limit of Pillow is below ours
        raise InvalidImage(f"{name} is too large to be decoded ({error!r}): crop it first") from error
    except _DAMAGED as error:
        raise InvalidImage(f"{name} is damaged and cannot be decoded ({error}): capture it again") from error


def _from_picture(picture: Image.Image, name: str) -> Pixels:
    _check_pixel_count(picture.width * picture.height, name)
    transparent = picture.info.get("transparency")
    if picture.mode in _OPAQUE or (picture.mode in _OPAQUE_BUT_ONE and transparent is None):
        return _shown(picture, "RGB")
    if picture.mode in _GREY_16:  # Pillow cuts these off at 255 where it converts them
        return _from_array(_from_16_bits(np.asarray(picture), transparent))
    if picture.mode in _NO_RANGE:
        raise InvalidImage(
            f"{name} holds 32-bit numbers (mode {picture.mode}), and nothing says which of them is white: save it "
            "with 8 or 16 bits for each colour"
        )
    return _shown(picture, "RGBA")


def _shown(picture: Image.Image, mode: str) -> Pixels:
    """The picture as RGB, by way of a mode of Pillow, of which no whole copy is made."""
    picture.load()  # the size of some is known behind it
    shown = np.empty((picture.height, picture.width, _RGB), dtype=np.uint8)
    for rows, columns in _tiles(picture.height, picture.width):
        tile = picture.crop((columns.start, rows.start, columns.stop, rows.stop)).convert(mode)
        shown[rows, columns] = np.asarray(tile) if mode == "RGB" else _on_white(np.asarray(tile))
    return shown


def _tiles(height: int, width: int) -> Iterator[tuple[slice, slice]]:
    """Rows and columns of what is worked on at once, one after the other."""
    across = max(1, min(width, _TILE_PX))
    down = _TILE_PX // across
    for top in range(0, height, down):
        for left in range(0, width, across):
            yield slice(top, min(top + down, height)), slice(left, min(left + across, width))


def _from_16_bits(grey: NDArray[np.uint16], transparent: int | None) -> Pixels:
    """The nearest of 256 shades: 65535 is as white as 255 (PNG specification, 13.12)."""
    shades = np.empty(grey.shape, dtype=np.uint8)
    for tile in _tiles(*grey.shape):
        shades[tile] = (grey[tile].astype(np.uint32) + _STEP_16 // 2) // _STEP_16
    return shades if transparent is None else np.where(grey == transparent, np.uint8(WHITE), shades)


def _check_pixel_count(count: int, name: str) -> None:
    if count > MAX_PIXELS:
        raise InvalidImage(f"{name} has {count} pixels, more than the limit of {MAX_PIXELS}: crop it first")


def _as_array(source: Any) -> NDArray[Any]:
    kind = type(source).__name__
    try:
        array = np.asarray(source)
    except (TypeError, ValueError, RuntimeError) as error:  # the first and last of tensors of other libraries
        raise InvalidImage(
            f"the screenshot is a {kind} that is no image array ({error}): pass numbers in rows of equal length"
        ) from error
    if array.ndim == 0 and not isinstance(source, np.ndarray):
        raise InvalidImage(f"the screenshot is a {kind}: pass {_KINDS}")
    return array


def _from_array(array: NDArray[Any]) -> Pixels:
    if array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (1, 2, 3, 4)):
        raise InvalidImage(
            f"an image array has shape {array.shape}: pass one image, (H, W), (H, W, 3) or (H, W, 4)"
        )
    if array.size == 0:
        raise InvalidImage(f"an image array of shape {array.shape} has no pixels")
    pixels = _as_uint8(array)
    channels = 1 if pixels.ndim == 2 else pixels.shape[2]
    if channels == _RGB:
        return pixels
    if channels == _RGBA:
        return _on_white(pixels)
    grey = pixels.reshape(*pixels.shape[:2], channels)
    return np.repeat(_on_white(grey) if channels == _GREY_ALPHA else grey, 3, axis=2)


def _as_uint8(array: NDArray[Any]) -> Pixels:
    if array.dtype == np.uint8:
        return array
    if array.dtype == np.bool_:
        return array.astype(np.uint8) * np.uint8(WHITE)
    if not np.issubdtype(array.dtype, np.floating) and not _is_long(array.dtype):
        raise InvalidImage(
            f"an image array has the type {array.dtype}, which does not say what number is white: pass uint8 of "
            "0..255, or floats of 0..1"
        )
    if not np.isfinite(array).all():
        raise InvalidImage("an image array holds NaN or infinite values: replace them before")
    lowest, highest = float(array.min()), float(array.max())
    if lowest < 0 or highest > WHITE:
        raise InvalidImage(
            f"an image array holds values from {lowest:g} to {highest:g}: pass 0..255, or floats 0..1"
        )
    scale = WHITE if np.issubdtype(array.dtype, np.floating) and highest <= 1 else 1
    scaled = array * float(scale)
    scaled += 0.5
    return np.floor(scaled, out=scaled).astype(np.uint8)


def _is_long(dtype: np.dtype[Any]) -> bool:
    """Whether it is what numpy makes of Python's integers, and no camera or file of its pixels."""
    return np.issubdtype(dtype, np.integer) and dtype.itemsize == _LONG_BYTES


def _on_white(pixels: Pixels) -> Pixels:
    """The channels but the last, alpha, as they show on white; the nearest of 256 shades."""
    colour, alpha = pixels[..., :-1], pixels[..., -1:]
    if alpha.min() == WHITE:
        return np.ascontiguousarray(colour)
    shown = np.empty(colour.shape, dtype=np.uint8)
    for tile in _tiles(*colour.shape[:2]):
        part = alpha[tile].astype(np.uint16)  # the sum below is at most 255 * 255 + 127, so 16 bits hold it
        shown[tile] = (colour[tile] * part + WHITE * (WHITE - part) + WHITE // 2) // WHITE
    return shown
