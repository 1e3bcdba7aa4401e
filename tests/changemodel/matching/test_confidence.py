"""How sure an answer is of its place, and of its picture."""

import numpy as np
import pytest

from changemodel.matching.confidence import same_picture, same_place
from changemodel.matching.geometry import Placement
from changemodel.matching.picture_agreement import Rivalry, agreement, rivalries

pytest.importorskip("cv2", reason="OpenCV is not installed: pip install 'pagetide[matching]'")

AS_IT_IS = Placement(1.0, (0.0, 0.0), np.empty(0, dtype=np.intp))


def page(headline: int) -> np.ndarray:
    """A picture of noise, the same but for one part."""
    found = np.random.default_rng(0).integers(0, 256, size=(200, 300)).astype(np.uint8)
    found[40:60, 50:250] = np.random.default_rng(headline).integers(0, 256, size=(20, 200))
    return found


def compared(query: np.ndarray, *pictures: np.ndarray) -> list[Rivalry]:
    return rivalries(query, [agreement(query, picture, AS_IT_IS) for picture in pictures])


def test_a_place_that_explains_the_query_is_surer_than_one_that_explains_a_part_of_it() -> None:
    found = [same_place(share, share) for share in (0.05, 0.3, 0.7, 1.0)]
    assert found == sorted(found)
    assert found[0] < 0.05
    assert found[-1] > 0.95


def test_pictures_that_do_not_differ_are_equally_right() -> None:
    assert [one.margin for one in compared(page(1), page(1), page(1))] == [None, None]
    assert same_picture(None, 0.0) == 1.0


def test_what_sets_a_picture_apart_from_its_rival_decides() -> None:
    first, _, again = compared(page(1), page(1), page(2), page(1))
    assert first == again
    right, wrong = compared(page(1), page(1), page(2))
    assert (right.margin, wrong.margin) == (pytest.approx(1.0), pytest.approx(-1.0))
    assert right.apart < wrong.apart
    assert same_picture(right.margin, right.near) > 0.9
    assert same_picture(wrong.margin, wrong.near) < 0.1


def test_a_query_of_neither_leaves_it_open() -> None:
    found = compared(page(3), page(1), page(2))
    assert max(same_picture(one.margin, one.near) for one in found) < 0.7
