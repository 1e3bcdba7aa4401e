"""Distances that read words and addresses."""

from datetime import UTC, datetime

import numpy as np
import pytest

from changemodel.errors import InvalidVersion
from changemodel.evaluation.text_peers import block_text_difference, image_difference, link_difference
from changemodel.version import PageVersion
from storage.layout import Block

AT = datetime(2026, 3, 2, tzinfo=UTC)
PICTURE = np.zeros((4, 4, 3), np.uint8)


def version(*texts: str) -> PageVersion:
    blocks = [Block(path="p", tag="p", x_px=0, y_px=0, width_px=9, height_px=9, text=text) for text in texts]
    return PageVersion(AT, PICTURE, blocks=blocks)


def test_blocks_in_another_order_are_the_same() -> None:
    assert block_text_difference(version("one two", "three"), version("three", "one two")) == 0.0


def test_a_changed_block_counts_with_all_its_words() -> None:
    difference = block_text_difference(version("one two", "three"), version("one 2", "three"))
    assert difference == pytest.approx(4 / 6)


def test_blocks_may_be_mappings_and_need_no_text() -> None:
    mapped = PageVersion(AT, PICTURE, blocks=[{"path": "p", "text": "one two"}, {"path": "q"}])
    assert block_text_difference(mapped, version("one two")) == 0.0
    assert block_text_difference(mapped, version("one 2")) == 1.0


def test_versions_without_any_text_are_the_same() -> None:
    assert block_text_difference(version(), version()) == 0.0


def test_a_version_without_blocks_is_refused() -> None:
    with pytest.raises(InvalidVersion, match="no blocks"):
        block_text_difference(PageVersion(AT, PICTURE), version("one"))


def test_links_and_images_are_compared_as_sets() -> None:
    a = PageVersion(AT, PICTURE, links=["x", "y"], images=["i"])
    b = PageVersion(AT, PICTURE, links=["y", "z"], images=["i"])
    assert link_difference(a, b) == pytest.approx(2 / 3)
    assert image_difference(a, b) == 0.0
