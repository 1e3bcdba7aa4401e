from dataclasses import replace
from datetime import UTC, datetime

import imagehash
import numpy as np
import pytest
from PIL import Image
from skimage.metrics import structural_similarity

from changemodel.errors import InvalidVersion
from changemodel.evaluation.baselines import (
    BASELINES,
    perceptual_hash,
    pixel_difference,
    ssim_distance,
    text_difference,
)
from changemodel.version import PageVersion


def version(
    seed: int = 0, *, text: str | None = "one two", patch: int = 0, links: tuple[str, ...] = ()
) -> PageVersion:
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 255, size=(10, 10, 3), dtype=np.uint8)
    screenshot = np.repeat(np.repeat(coarse, 100, axis=0), 100, axis=1)
    screenshot[:patch, :patch] = 255 - screenshot[:patch, :patch]
    return PageVersion(
        captured_at=datetime(2026, 1, 1, tzinfo=UTC), screenshot=screenshot, text=text, links=frozenset(links)
    )


EACH = pytest.mark.parametrize("name", BASELINES)


@EACH
def test_identical_versions_are_at_distance_zero(name: str) -> None:
    assert BASELINES[name](version(), version()) == 0.0


@EACH
def test_different_pages_are_apart_and_the_distance_is_symmetric(name: str) -> None:
    a, b = version(0, text="one two"), version(1, text="two three")
    assert BASELINES[name](a, b) > 0
    assert BASELINES[name](a, b) == BASELINES[name](b, a)


def test_the_hash_sees_a_change_of_links_alone() -> None:
    assert BASELINES["hash"](version(), version(links=("https://example.org/",))) == 1.0


@pytest.mark.parametrize("field", ["text", "links", "images"])
def test_the_hash_reads_lone_surrogates_which_pages_hold(field: str) -> None:
    def holding(character: str) -> PageVersion:
        value = character if field == "text" else frozenset({character})
        return replace(version(), **{field: value})

    assert BASELINES["hash"](holding("\ud83d"), holding("\ud83d")) == 0.0
    assert BASELINES["hash"](holding("\ud83d"), holding("\ud83e")) == 1.0


def test_the_pixel_difference_is_the_share_of_changed_pixels() -> None:
    assert pixel_difference(version(), version(patch=100)) == pytest.approx(0.01)


def test_ssim_is_that_of_scikit_image_on_the_shrunk_grey_views() -> None:
    a, b = version(0), version(1)
    grey = [
        np.asarray(Image.fromarray(v.screenshot).convert("L").resize((250, 250), Image.Resampling.BOX))
        for v in (a, b)
    ]
    assert ssim_distance(a, b) == pytest.approx(1 - structural_similarity(*grey))


def test_the_perceptual_hash_agrees_with_imagehash_on_nearly_all_bits() -> None:
    ours = perceptual_hash(version())
    theirs = imagehash.phash(Image.fromarray(version().screenshot)).hash.ravel()
    assert (ours == theirs).mean() > 0.9  # they shrink with another filter


def test_the_text_distance_counts_repetitions_and_folds_white_space() -> None:
    assert text_difference(version(text="a a  b\n"), version(text="a b b")) == pytest.approx(1 - 2 / 4)


def test_two_empty_texts_are_equal() -> None:
    assert text_difference(version(text=""), version(text="")) == 0.0


def test_screenshots_of_different_sizes_are_compared_over_the_view() -> None:
    tall = PageVersion(
        captured_at=datetime(2026, 1, 1, tzinfo=UTC), screenshot=np.zeros((1500, 900, 3), np.uint8)
    )
    flat = PageVersion(
        captured_at=datetime(2026, 1, 1, tzinfo=UTC), screenshot=np.zeros((1000, 1000, 3), np.uint8)
    )
    assert pixel_difference(tall, flat) == pytest.approx(0.1)  # the missing columns are white


def test_a_version_without_what_a_baseline_reads_is_refused() -> None:
    features_only = PageVersion(captured_at=datetime(2026, 1, 1, tzinfo=UTC), features=np.ones((4, 2)))
    with pytest.raises(InvalidVersion, match="no screenshot"):
        pixel_difference(features_only, features_only)
    with pytest.raises(InvalidVersion, match="no text"):
        text_difference(version(text=None), version())
