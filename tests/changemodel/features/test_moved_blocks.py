"""Blocks are followed by what they show, sideways too; what says too little is not taken for moved."""

from dataclasses import replace

import numpy as np

from changemodel.features.alignment import Alignment, Segment, row_signatures
from changemodel.features.motion import PlacedRows, motion
from changemodel.features.moved_blocks import PlacedBlocks, moved_blocks
from storage.layout import Block
from tests.changemodel.features.front_pages import front_page

PAGE = front_page()
LEFT, RIGHT = (10, 380, 225, 300), (500, 380, 225, 300)
STAYS = (10, 95, 640, 220)


def _block(box: tuple[int, int, int, int], text: str, images: tuple[str, ...] = ()) -> Block:
    x, y, width, height = box
    return Block(
        path="body>div", tag="div", x_px=x, y_px=y, width_px=width, height_px=height, text=text, images=images
    )


def _teasers(first: str, second: str) -> list[Block]:
    return [
        _block(STAYS, "A lead story that stays where it is all the time"),
        _block(LEFT, first),
        _block(RIGHT, second),
    ]


ONE, OTHER = "Storm closes harbour and two schools", "Minister explains the new budget plan"


def _swapped(image: np.ndarray) -> np.ndarray:
    """The teasers in the first and the third column change places."""
    other = image.copy()
    other[380:680, 10:235], other[380:680, 500:725] = image[380:680, 500:725], image[380:680, 10:235]
    return other


def test_teasers_that_swap_places_sideways_are_no_change() -> None:
    rows = [row_signatures(image) for image in (PAGE, _swapped(PAGE))]
    before = PlacedRows.of(rows[0], Alignment(), _teasers(ONE, OTHER))
    after = PlacedRows.of(rows[1], Alignment(), _teasers(OTHER, ONE))
    remaining = motion(before, after, 10).remaining.reshape(10, 10)
    assert (remaining[4:6, [0, 1, 5, 6]] < 0.05).all()
    blind = motion(replace(before, blocks=None), replace(after, blocks=None), 10)
    assert (blind.remaining == 1).all()


def test_a_teaser_with_another_text_is_a_change_where_it_stands() -> None:
    rows = [row_signatures(image) for image in (PAGE, _swapped(PAGE))]
    before = PlacedRows.of(rows[0], Alignment(), _teasers(ONE, OTHER))
    after = PlacedRows.of(rows[1], Alignment(), _teasers(OTHER, "Something that nobody has read here before"))
    remaining = motion(before, after, 10).remaining.reshape(10, 10)
    assert (remaining[4:6, 5:7] > 0.9).all()


def test_the_move_downwards_is_told() -> None:
    before = PlacedBlocks.of([_block(LEFT, ONE)], Alignment())
    after = PlacedBlocks.of([_block((10, 440, 225, 300), ONE)], Alignment())
    found = moved_blocks(before, after)
    assert found is not None
    assert (found.displacement_px[450:730, :2] == 60).all()
    assert found.before[380:675, :2].all()
    assert not found.after[:, 3:].any()


def test_figures_that_swap_places_are_a_change() -> None:
    boxes = (10, 380, 80, 60), (200, 380, 80, 60)
    before, after = (
        PlacedBlocks.of([_block(box, text) for box, text in zip(boxes, texts, strict=True)], Alignment())
        for texts in (("17", "23"), ("23", "17"))
    )
    assert moved_blocks(before, after) is None


def test_an_image_is_known_again_without_words() -> None:
    before, after = (
        PlacedBlocks.of([_block(box, "", ("https://x/photo.jpg",))], Alignment()) for box in (LEFT, RIGHT)
    )
    assert moved_blocks(before, after) is not None


def test_blocks_stand_in_the_frame_and_not_in_a_banner() -> None:
    pushed = Alignment(90, (Segment(0, 80, 0), Segment(80, 1000, 90)))
    blocks = [_block((10, y, 225, 300), f"{ONE} {y}") for y in (10, 100, 470, 1100)]
    placed = PlacedBlocks.of(blocks, pushed)
    assert placed is not None
    assert placed.boxes[:, 0].tolist() == [10, 380, 1010]


def test_blocks_without_boxes_and_none_are_not_followed() -> None:
    assert PlacedBlocks.of(None, Alignment()) is None
    assert PlacedBlocks.of([{"path": "p", "text": ONE}], Alignment()) is None
    assert PlacedBlocks.of([_block((2000, 10, 50, 50), ONE)], Alignment()) is None
    assert moved_blocks(None, PlacedBlocks.of([_block(LEFT, ONE)], Alignment())) is None
