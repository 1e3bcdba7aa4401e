"""Lossy screenshots: what moved is found again, and nothing changes for lossless ones."""

import io
import pickle
from datetime import timedelta
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from changemodel import ChangeModel, PageVersion
from changemodel.features.alignment import row_signatures
from changemodel.features.images import Pixels, load_image
from changemodel.features.lossy_rows import RowLikeness, is_lossless, row_profile
from tests.changemodel.change.worlds import START, drawn_version
from tests.changemodel.features.front_pages import front_page, with_inserted
from tests.conftest import LONG_TESTS

PAGE = front_page()
CODECS = [("JPEG", 80), ("JPEG", 95), ("WEBP", 85)] if LONG_TESTS else [("JPEG", 80), ("WEBP", 85)]


def _encoded(image: Pixels, codec: str, quality: int = 80, **options: bool) -> bytes:
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(image)).save(file, codec, quality=quality, **options)
    return file.getvalue()


def _drawn(
    hour: float, story: int, advert: int, codec: str, quality: int, *, banner: bool = False
) -> PageVersion:
    image = np.asarray(drawn_version(hour, story, advert, banner=banner).screenshot)
    return PageVersion(captured_at=START + timedelta(hours=hour), screenshot=_encoded(image, codec, quality))


@pytest.mark.parametrize(("codec", "quality"), CODECS)
@pytest.mark.parametrize("as_array", [False, True], ids=["file", "array"])
@pytest.mark.parametrize("height", [90, 500])
def test_rows_of_a_lossy_picture_that_was_pushed_down_get_the_names_of_those_they_show(
    codec: str, quality: int, as_array: bool, height: int
) -> None:
    first, second = (_encoded(item, codec, quality) for item in (PAGE, with_inserted(PAGE, 0, height)))
    images = load_image(first), load_image(second)
    signatures = [row_signatures(image) for image in images]
    named = RowLikeness(signatures[0], first).named(signatures[1], images[1] if as_array else second)
    same = named[height:] == signatures[0][: len(named) - height]
    assert same.mean() > 0.97
    assert (signatures[1][height:] == signatures[0][: len(named) - height]).mean() < 0.5


@pytest.mark.parametrize(("codec", "quality"), CODECS)
@pytest.mark.parametrize(("row", "height"), [(0, 90), (0, 500), (300, 90)] if LONG_TESTS else [(300, 90)])
def test_a_lossy_page_that_was_pushed_down_is_as_far_as_a_lossless_one(
    codec: str, quality: int, row: int, height: int
) -> None:
    assert _pushed(codec, quality, row, height) < 1.4 * _pushed("PNG", 0, row, height) + 0.01


@cache
def _pushed(codec: str, quality: int, row: int, height: int) -> float:
    """How far the page is from itself with so many rows more."""
    before, after = (
        PageVersion(captured_at=START + timedelta(hours=hour), screenshot=_encoded(image, codec, quality))
        for hour, image in enumerate((PAGE, with_inserted(PAGE, row, height)))
    )
    score = ChangeModel.euclidean(grid=8).compare(before, after)
    assert score.displacement_px == height
    return score.distance


@pytest.mark.parametrize(
    ("codec", "quality"), [("JPEG", 80), pytest.param("WEBP", 85, marks=pytest.mark.long)]
)
def test_a_model_of_lossy_screenshots_takes_a_banner_for_a_small_part_of_a_story(
    codec: str, quality: int, tmp_path: Path
) -> None:
    chance, story, history = np.random.default_rng(0), 0, []
    for hour in range(24):
        story += int(chance.random() < 0.4)
        advert, banner = int(chance.integers(6)), hour % 9 == 5
        history.append(_drawn(hour, story, advert, codec, quality, banner=banner))
    model = ChangeModel(grid=8).fit(history)
    before, pushed = _drawn(100, 50, 0, codec, quality), _drawn(101, 50, 0, codec, quality, banner=True)
    changed = _drawn(101, 51, 0, codec, quality)
    score = model.compare(before, pushed)
    assert score.displacement_px == 90
    assert score.distance < 0.15 * model.distance(before, changed)
    model.save(tmp_path / "model")
    assert ChangeModel.load(tmp_path / "model").compare(before, pushed).distance == score.distance
    assert pickle.loads(pickle.dumps(model)).compare(before, pushed).distance == score.distance


@pytest.mark.parametrize("as_array", [False, True], ids=["file", "array"])
def test_rows_of_lossless_pictures_keep_their_names(as_array: bool) -> None:
    other = with_inserted(front_page(clock="12:00", page=3), 250, 60)
    signatures = row_signatures(other)
    source = other if as_array else _encoded(other, "PNG")
    assert RowLikeness(row_signatures(PAGE), PAGE).named(signatures, source) is signatures


def test_another_page_keeps_its_names_however_it_was_encoded() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (1200, 1000, 3)).astype(np.uint8)
    source = _encoded(noise, "JPEG")
    signatures = row_signatures(load_image(source))
    assert RowLikeness(row_signatures(PAGE), PAGE).named(signatures, source) is signatures


def test_a_word_that_changed_is_not_taken_for_the_same_row() -> None:
    changed = PAGE.copy()
    changed[300:306, 400:424] = 255 - changed[300:306, 400:424]
    first, second = _encoded(PAGE, "JPEG"), _encoded(changed, "JPEG")
    signatures = [row_signatures(load_image(item)) for item in (first, second)]
    named = RowLikeness(signatures[0], first).named(signatures[1], second)
    assert (named[301:305, 4] != signatures[0][301:305, 4]).all()


def test_formats_tell_whether_they_lose_anything(tmp_path: Path) -> None:
    small = PAGE[:40, :40]
    file = tmp_path / "page.jpg"
    file.write_bytes(_encoded(small, "JPEG"))
    assert is_lossless(file) is is_lossless(str(file)) is False
    assert is_lossless(_encoded(small, "WEBP")) is False
    assert is_lossless(_encoded(small, "WEBP", lossless=True)) is True
    assert is_lossless(bytearray(_encoded(small, "PNG"))) is True
    assert is_lossless(small) is is_lossless(lambda: small) is None


@pytest.mark.parametrize("size", [(1, 1), (3, 40), (40, 1000), (1400, 320), (2500, 1000)])
def test_pictures_of_any_size_are_named(size: tuple[int, int]) -> None:
    image = np.random.default_rng(1).integers(0, 255, (*size, 3)).astype(np.uint8)
    source = _encoded(image, "JPEG")
    for reference in (PAGE, image):
        signatures = row_signatures(load_image(source))
        named = RowLikeness(row_signatures(reference), reference).named(signatures, source)
        assert named.shape == signatures.shape
    assert row_profile(image).shape == (min(size[0], 1400), 10, 10)
