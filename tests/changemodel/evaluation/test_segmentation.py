"""A page cut into regions, and the regions found again where their blocks have gone."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from changemodel.errors import InvalidInput, InvalidVersion
from changemodel.evaluation.segmentation import LARGEST_PX2, Segmentation, boxes_of, cut


@dataclass(frozen=True)
class Rendered:
    """A block as a capture's layout has it."""

    path: str
    x_px: float
    y_px: float
    width_px: float
    height_px: float
    text: str = ""


def front_page(story: int = 0) -> list[Rendered]:
    """A masthead, a navigation of five labels, a lead, four teasers in a column, an advertisement."""
    labels = ["World", "Business", "Culture", "Sport", "Weather"]
    return [
        Rendered("body>header>h1", 0, 0, 1000, 60, "The Daily Tide"),
        *(
            Rendered(f"body>header>nav>a:nth-of-type({n + 1})", 100 * n, 60, 100, 30, label)
            for n, label in enumerate(labels)
        ),
        Rendered("body>main>section:nth-of-type(1)>h2", 0, 100, 640, 80, f"Lead of the hour {story} comes"),
        Rendered("body>main>section:nth-of-type(1)>img", 0, 180, 640, 360),
        Rendered("body>main>section:nth-of-type(1)>p", 0, 540, 640, 60, f"What the lead {story} says"),
        Rendered("body>main>section:nth-of-type(2)>h2", 660, 100, 340, 30, "More news"),
        *(
            Rendered(
                f"body>main>section:nth-of-type(2)>ul>li:nth-of-type({n + 1})>p",
                660,
                140 + 110 * n,
                340,
                100,
                f"Teaser {story + n} for you",
            )
            for n in range(4)
        ),
        Rendered("body>aside>div", 660, 620, 340, 250, "Buy now"),
    ]


def moved(blocks: list[Rendered], by: float) -> list[Rendered]:
    return [replace(block, y_px=block.y_px + by) for block in blocks]


def below_a_banner(blocks: list[Rendered]) -> list[Rendered]:
    """Everything 90 px lower, and a section more, so that the paths of the others count one up."""
    shifted = [
        replace(
            block,
            path=block.path.replace("section:nth-of-type(2)", "section:nth-of-type(3)").replace(
                "section:nth-of-type(1)", "section:nth-of-type(2)"
            ),
        )
        for block in moved(blocks, 90)
    ]
    return [Rendered("body>main>section:nth-of-type(1)>p", 0, 0, 1000, 90, "Breaking: storm"), *shifted]


def uncovered(rectangles: np.ndarray, blocks: list[Rendered]) -> list[str]:
    """Texts in the view of which a part lies in no rectangle."""
    covered = np.zeros((1000, 1000), dtype=bool)
    for left, top, right, bottom in np.rint(rectangles).astype(int).tolist():
        covered[top:bottom, left:right] = True
    return [
        block.text
        for block in blocks
        if block.text
        and not covered[
            int(block.y_px) : int(block.y_px + block.height_px),
            int(block.x_px) : int(block.x_px + block.width_px),
        ].all()
    ]


def test_the_rectangles_cover_every_visible_text_block() -> None:
    rectangles = np.array([region.rectangle for region in cut(boxes_of(front_page()))])
    assert uncovered(rectangles, front_page()) == []


def test_the_parts_of_a_page_are_told_apart() -> None:
    regions = cut(boxes_of(front_page()))
    paths = [region.paths[0] for region in regions]
    assert paths[0] == "body>header>h1"
    assert (
        "body>header>nav" in paths[1] or "body>header>nav" in regions[0].paths
    )  # five labels are one region
    assert "body>main>section:nth-of-type(1)>img" in paths  # as large as it is, it has no parts
    assert sum("li" in path for path in paths) == 4
    assert 8 <= len(regions) <= 12


def test_a_region_is_small_or_has_no_parts() -> None:
    for region in cut(boxes_of(front_page())):
        left, top, right, bottom = region.rectangle
        parts = [block for block in front_page() if block.path.startswith(region.paths[0] + ">")]
        assert (right - left) * (bottom - top) <= LARGEST_PX2 or not parts


def test_regions_follow_their_blocks_below_a_banner() -> None:
    segmentation = Segmentation.of(front_page())
    before, after = segmentation.locate(front_page()), segmentation.locate(below_a_banner(front_page()))
    assert not np.isnan(before).any()
    np.testing.assert_array_equal(after - before, np.tile([0, 90, 0, 90], (len(before), 1)))


def test_regions_follow_sections_that_change_places() -> None:
    first, second = "section:nth-of-type(1)", "section:nth-of-type(2)"

    def exchanged(block: Rendered) -> Rendered:
        if first in block.path:
            return replace(block, path=block.path.replace(first, second), x_px=block.x_px + 360)
        return replace(block, path=block.path.replace(second, first), x_px=block.x_px - 660)

    page = [block for block in front_page() if "main" in block.path]
    segmentation = Segmentation.of(page)
    shift = segmentation.locate([exchanged(block) for block in page]) - segmentation.locate(page)
    in_lead = np.array([first in region.paths[0] for region in segmentation.regions])
    np.testing.assert_array_equal(shift[in_lead, 0], 360)
    np.testing.assert_array_equal(shift[~in_lead, 0], -660)


def test_a_row_without_anchors_goes_with_the_row_beside_it() -> None:
    def page(promotion: bool, story: str) -> list[Rendered]:
        rows = ["Masthead", story, f"More of {story}", "Service"]
        if promotion:
            rows.insert(1, "Three months for one")
        return [
            Rendered(
                f"body>div:nth-of-type({n + 1})>p", 0, 250 * n, 1000, 90 if "Three" in text else 240, text
            )
            for n, text in enumerate(rows)
        ]

    history = [page(hour % 3 == 2, f"Story {'abcdefghijklmnop'[hour]}") for hour in range(12)]
    segmentation = Segmentation.fit(history)
    assert set(segmentation.anchors) == {"Masthead", "Service"}
    places = segmentation.locate(page(True, "Story of another day"))
    assert [top for _, top, _, _ in places.tolist()] == [0, 500, 750, 1000]


def test_an_element_put_around_everything_does_no_harm() -> None:
    segmentation = Segmentation.of(front_page())
    wrapped = [replace(block, path=block.path.replace("body>", "body>div>", 1)) for block in front_page()]
    np.testing.assert_array_equal(segmentation.locate(wrapped), segmentation.locate(front_page()))


def test_with_a_history_a_region_is_a_place_and_not_the_story_in_it() -> None:
    history = [front_page(hour) for hour in range(12)]  # teasers move up by one place each hour
    segmentation = Segmentation.fit(history)
    assert "More news" in segmentation.anchors
    assert not any("Teaser" in text for text in segmentation.anchors)
    np.testing.assert_array_equal(segmentation.locate(front_page(40)), segmentation.locate(front_page(0)))


def test_what_is_gone_has_no_place() -> None:
    segmentation = Segmentation.of(front_page())
    without = [block for block in front_page() if "aside" not in block.path]
    gone = np.isnan(segmentation.locate(without)).all(axis=1)
    assert [segmentation.regions[row].paths[0] for row in np.flatnonzero(gone)] == ["body>aside>div"]
    assert np.isnan(segmentation.locate([])).all()


def test_the_reference_is_the_layout_that_most_versions_have() -> None:
    odd = [Rendered("body>div#wall>p", 0, 0, 1000, 900, "Accept our cookies")]
    history = [odd, *[front_page(hour) for hour in range(9)], odd]
    assert len(Segmentation.fit(history).regions) == len(Segmentation.of(front_page()).regions)


def test_what_lies_outside_the_view_is_no_region() -> None:
    far = [Rendered("body>p", 0, 1200, 900, 50, "Below"), Rendered("body>div", 1100, 0, 90, 50, "Beside")]
    assert cut(boxes_of(far)) == []
    with pytest.raises(InvalidInput, match="no version has visible blocks"):
        Segmentation.fit([far, []])


def test_a_region_that_reaches_out_of_the_view_keeps_the_height_that_it_shows() -> None:
    page = [*front_page(), Rendered("body>footer>p", 0, 880, 1000, 700, "Small print")]
    segmentation = Segmentation.of(page)
    rows = [row for row, region in enumerate(segmentation.regions) if region.is_cut]
    assert len(rows) == 1
    np.testing.assert_array_equal(segmentation.locate(moved(page, 30))[rows[0]], [0, 910, 1000, 1030])


def test_a_segmentation_comes_back_from_its_bytes() -> None:
    segmentation = Segmentation.of(front_page())
    again = Segmentation.from_bytes(segmentation.to_bytes())
    assert again == segmentation
    assert again.identity == segmentation.identity
    assert Segmentation.of(front_page(3)).identity != segmentation.identity


@pytest.mark.parametrize(
    "blocks",
    [
        "body",
        7,
        [7],
        [{"path": "body"}],
        [{"path": None, "x_px": 0, "y_px": 0, "width_px": 1, "height_px": 1}],
        [Rendered("body", 0, float("nan"), 1, 1)],
        [Rendered("body", 0, 0, float("inf"), 1)],
    ],
)
def test_blocks_that_are_none_are_refused(blocks: object) -> None:
    with pytest.raises(InvalidVersion, match=r"pass"):
        boxes_of(blocks)  # type: ignore[arg-type]


_STEPS = st.lists(
    st.sampled_from(["div", "p", "ul>li:nth-of-type(2)", "section#news"]), min_size=1, max_size=5
)
_BLOCKS = st.lists(
    st.builds(
        lambda steps, x, y, width, height, text: Rendered(
            ">".join(["body", *steps]), x, y, width, height, text
        ),
        _STEPS,
        st.integers(-50, 1100),
        st.integers(-50, 1500),
        st.integers(0, 1000),
        st.integers(0, 900),
        st.sampled_from(["", "12", "Top stories", "Sport", "A headline"]),
    ),
    max_size=12,
)


@settings(deadline=None, max_examples=60)
@given(blocks=_BLOCKS, others=_BLOCKS)
def test_any_blocks_are_covered_and_any_version_can_be_read(
    blocks: list[Rendered], others: list[Rendered]
) -> None:
    segmentation = Segmentation.of(blocks)
    inside = [
        replace(
            block,
            x_px=max(block.x_px, 0),
            y_px=max(block.y_px, 0),
            width_px=min(block.x_px + block.width_px, 1000) - max(block.x_px, 0),
            height_px=min(block.y_px + block.height_px, 1000) - max(block.y_px, 0),
        )
        for block in blocks
    ]
    seen = [block for block in inside if block.width_px > 0 and block.height_px > 0]
    assert (
        uncovered(np.array([region.rectangle for region in segmentation.regions]).reshape(-1, 4), seen) == []
    )
    assert segmentation.locate(others).shape == (len(segmentation.regions), 4)
