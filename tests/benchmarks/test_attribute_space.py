from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.attribute_space import (
    Split,
    Tried,
    attribute_rows,
    gaussian,
    judge,
    retrieval,
    stand_in,
)
from changemodel.metric.threads import one_blas_thread


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    with one_blas_thread():  # several wait for each other where the machine is busy
        yield


def test_every_method_of_the_table_beats_chance_three_times() -> None:
    images = replace(stand_in(d=12, per_class=36), ranks=(4,))
    results, metric, _ = judge(images, 0, Tried(fantopes=(10.0,), traces=(0.1,), steps=4))
    assert {"LMNN-G", "RA + LMNN", "RA + LMNN + trace", "RA + LMNN + Fantope"} <= {r.method for r in results}
    assert all(result.accuracy > 3 * 12.5 for result in results if result.method.startswith(("RA", "LMNN")))
    assert metric.rank_ <= 4


def test_the_directions_order_the_classes_as_the_attributes_do() -> None:
    images = stand_in(d=20)
    rows = attribute_rows(images.points, images.labels, images.order, np.random.default_rng(0))
    means = np.array([(images.points[images.labels == c] @ rows.T).mean(axis=0) for c in range(8)])
    for number, places in enumerate(images.order):
        assert np.corrcoef(means[:, number], places)[0, 1] > 0.9


def test_the_stand_in_is_the_same_bits_for_the_same_seed() -> None:
    first, again, other = stand_in(3), stand_in(3), stand_in(4)
    assert first.points.tobytes() == again.points.tobytes()
    assert first.points.tobytes() != other.points.tobytes()


def test_a_split_takes_thirty_of_each_class_and_no_image_twice() -> None:
    split = Split.of(stand_in(d=12), 0)
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
