"""Blocks that say the same and stand elsewhere."""

from dashboard.displacement import MOST_MOVED, displacement
from dashboard.overlay import Overlay, Region
from storage.layout import Block, Layout


def _layout(*blocks: tuple[str, float, float]) -> Layout:
    return Layout(
        width_px=1000,
        height_px=2000,
        blocks=tuple(
            Block(path="body>p", tag="p", x_px=x, y_px=y, width_px=100.0, height_px=20.0, text=text)
            for text, x, y in blocks
        ),
    )


def test_what_stands_elsewhere_moved_and_what_says_otherwise_did_not() -> None:
    before = _layout(("a", 0, 0), ("b", 0, 100), ("c", 50, 200), ("twice", 0, 300), ("twice", 0, 400))
    after = _layout(("a", 0, 2), ("b", 0, 250), ("c", 20, 150), ("new", 0, 100), ("twice", 0, 600))
    found = displacement(before, after, None)
    assert found is not None
    assert [(item.text, item.way) for item in found.moved] == [
        ("c", "50 px up, 30 px left"),
        ("b", "150 px down"),
    ]
    assert found.moved[0].arrow(0) != found.moved[0].arrow(1)


def test_nothing_moved_or_nothing_is_known() -> None:
    still = _layout(("a", 0, 0))
    assert displacement(still, still, None) is None
    assert displacement(None, still, None) is None


def test_of_many_that_moved_the_first_are_drawn() -> None:
    before, after = (_layout(*((f"t{n}", 0, 30.0 * n + by) for n in range(80))) for by in (0, 50))
    found = displacement(before, after, None)
    assert found is not None
    assert (len(found.moved), found.hidden) == (MOST_MOVED, 80 - MOST_MOVED)


def test_places_without_importance_are_dimmed() -> None:
    cells = tuple(
        Region(
            row=0,
            column=column,
            x_px=500 * column,
            y_px=0,
            width_px=500,
            height_px=500,
            value=share,
            share=share,
            opacity=share,
            outlined=False,
        )
        for column, share in enumerate((1.0, 0.0))
    )
    drawn = Overlay(kind="importance", width_px=1000, height_px=500, regions=cells, outline="", summary="")
    found = displacement(_layout(("a", 0, 0)), _layout(("a", 0, 90)), drawn)
    assert found is not None
    assert [region.column for region in found.dimmed] == [1]
