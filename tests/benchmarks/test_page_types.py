import numpy as np
import pytest

from benchmarks.page_types import DEFAULT, Pages, abstention, by_looks, calibration_error, judged, rows_of
from changemodel.classify.page_reading import PICTURE_VALUES, PageReading
from changemodel.classify.page_type_classifier import site_of
from tests.changemodel.classify.labelled import pages


@pytest.fixture(scope="module")
def small() -> Pages:
    found, types = pages(8)
    sites = np.array([site_of(item.url) for item in found])
    return Pages([PageReading.of(item) for item in found], np.array(types), sites)


def test_every_head_is_judged_on_sites_that_it_did_not_learn_from(small: Pages) -> None:
    said, chances, classes = judged(small, 2)
    rows = {row.name: row for row in rows_of(small, said, 2)}
    assert rows[DEFAULT].accuracy > 0.9 > rows["majority"].accuracy
    assert chances.shape == (24, 3)
    assert next(item["answered"] for item in abstention(small.labels, chances, classes)) == 1.0


def test_abstention_and_calibration_are_counted_right() -> None:
    classes, labels = np.array(["a", "b"]), np.array(["a", "a", "b", "b"])
    chances = np.array([[0.95, 0.05], [0.45, 0.55], [0.35, 0.65], [0.25, 0.75]])
    curve = {
        item["threshold"]: (item["answered"], item["accuracy"])
        for item in abstention(labels, chances, classes)
    }
    assert curve[0.0] == (1.0, 0.75)
    assert curve[0.6] == (0.75, 1.0)
    assert calibration_error(labels, chances, classes, bins=1) == pytest.approx(abs(0.725 - 0.75))


def test_pictures_tell_where_structure_does_not(small: Pages) -> None:
    rng = np.random.default_rng(0)
    looks = {kind: rng.random(PICTURE_VALUES) for kind in ("article", "product", "forum")}
    plain = PageReading.of(pages(1)[0][0])
    readings = [
        PageReading(url=None, tokens=plain.tokens, numbers=plain.numbers, picture=looks[label])
        for label in small.labels
    ]
    found = by_looks(Pages(readings, small.labels, small.sites))
    assert found["picture"] == 1.0
    assert found["hybrid: structure and picture"] == 1.0
    assert found["structure"] < 1.0
