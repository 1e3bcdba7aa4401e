"""The descriptor of one block."""

import numpy as np
import pytest

from changemodel.errors import InvalidInput
from changemodel.evaluation.block_gist import VALUES, BlockGist
from tests.changemodel.features.front_pages import front_page

BLOCK = front_page()[100:300, 10:310]


def test_a_descriptor_has_length_one_whatever_the_size_of_the_block() -> None:
    for block in (BLOCK, BLOCK[:20], BLOCK[:, :40], front_page()[:300]):
        described = BlockGist()(block)
        assert described.shape == (VALUES,)
        assert np.linalg.norm(described) == pytest.approx(1, abs=1e-5)


def test_a_block_that_moved_has_the_same_bytes() -> None:
    page = np.full((900, 1000, 3), 255, dtype=np.uint8)
    page[500:700, 333:633] = BLOCK
    assert BlockGist()(page[500:700, 333:633]).tobytes() == BlockGist()(BLOCK).tobytes()


def test_other_words_are_a_change_and_more_than_a_shade() -> None:
    gist, other = BlockGist(), front_page(lead=1)[100:300, 10:310]
    shaded = np.clip(BLOCK.astype(np.int16) - 4, 0, 255).astype(np.uint8)
    assert np.linalg.norm(gist(BLOCK) - gist(other)) > 2 * np.linalg.norm(gist(BLOCK) - gist(shaded)) > 0


@pytest.mark.parametrize("value", [0, 90, 255])
def test_a_blank_block_is_nearly_nothing(value: int) -> None:
    assert np.linalg.norm(BlockGist()(np.full((60, 200, 3), value, dtype=np.uint8))) < 1e-3


@pytest.mark.parametrize("shape", [(1, 1), (1, 500), (3, 5), (700, 2)])
def test_a_tiny_block_is_described(shape: tuple[int, int]) -> None:
    assert np.isfinite(BlockGist()(front_page()[: shape[0], : shape[1]])).all()


def test_a_block_without_pixels_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no pixels"):
        BlockGist()(BLOCK[:0])
