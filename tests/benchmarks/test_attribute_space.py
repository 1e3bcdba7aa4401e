import numpy as np
import pytest

from benchmarks.attribute_space import Split, attribute_rows, gaussian, judge, retrieval, stand_in


def test_every_method_of_the_table_beats_chance_three_times() -> None:
    results, metric, _ = judge(stand_in(d=12, per_class=36), 0, mus=(10.0,))
    assert {"LMNN-G", "RA + LMNN", "RA + LMNN + trace", "RA + LMNN + Fantope"} <= {r.method for r in results}
    assert all(result.accuracy > 3 * 12.5 for result in results if result.method.startswith(("RA", "LMNN")))
    assert metric.rank_ <= 6


def test_the_directions_order_the_classes_as_the_attributes_do() -> None:
    images = stand_in()
    rows = attribute_rows(images.points, images.labels, images.order, np.random.default_rng(0))
    means = np.array([(images.points[images.labels == c] @ rows.T).mean(axis=0) for c in range(8)])
    for number, places in enumerate(images.order):
        assert np.corrcoef(means[:, number], places)[0, 1] > 0.9


def test_a_split_takes_thirty_of_each_class_and_no_image_twice() -> None:
    split = Split.of(stand_in(), 0)
    assert (np.bincount(split.y) == 30).all()
    assert len(split.y) + len(split.new_y) == 360


@pytest.mark.parametrize("count", [3, 200])
def test_gaussian_classes_are_found_even_from_fewer_images_than_features(count: int) -> None:
    rng = np.random.default_rng(0)
    means = rng.normal(scale=4.0, size=(3, 6))
    labels = np.repeat(np.arange(3), count)
    predict = gaussian(means[labels] + rng.normal(size=(labels.size, 6)), labels, 0.1)
    truth = np.repeat(np.arange(3), 100)
    assert (predict(means[truth] + rng.normal(size=(300, 6))) == truth).mean() > 0.95


def test_retrieval_equals_a_plain_search() -> None:
    rng = np.random.default_rng(0)
    gallery, queries = rng.normal(size=(40, 3)), rng.normal(size=(7, 3))
    plain = [np.argsort([((q - g) ** 2).sum() for g in gallery])[:5] for q in queries]
    np.testing.assert_array_equal(retrieval(gallery, queries), plain)
