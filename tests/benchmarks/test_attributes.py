from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.attribute_images import Images, real_images, stand_in
from benchmarks.attributes import PUBLISHED, Split, Tried, judge
from changemodel.metric.attribute_orders import pubfig_order
from changemodel.metric.attribute_sampling import PerClassSplit
from changemodel.metric.threads import one_blas_thread

BRIEF = Tried(
    costs=(100.0,),
    ridges=(0.1,),
    fantopes=(10.0,),
    traces=(0.1,),
    steps=3,
    penalised_steps=2,
    class_pairs=(1, 28),
    p=(1, 3),
)


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    with one_blas_thread():  # several wait for each other where the machine is busy
        yield


def test_every_row_of_the_source_s_tables_and_both_curves_are_measured() -> None:
    images = replace(stand_in(pubfig_order(), d=41, per_class=25), ranks=(4,))
    train, test = next(PerClassSplit(15, n_splits=1, random_state=0).split(images.X, images.y))
    results, curve, fitted = judge(Split(images, 0, train, test), BRIEF)
    assert set(PUBLISHED["PubFig"]) | {
        "Euclidean",
        "linear SVM",
        "NCA",
        "QWSL",
        "RA, plain",
        "Qwise, neighbours",
    } <= {r.method for r in results}
    assert all(r.accuracy > 3 * 12.5 for r in results if r.method.startswith(("RA", "Q", "LMNN")))
    assert {"RA, B = 1", "OQWSL, B = 28", "QWSL, p = 3", "OQWSL + border pairs, p = 1"} <= {
        r.method for r in curve
    }
    assert fitted["metric"].rank_ <= 4


def test_the_stand_in_is_the_same_bits_for_the_same_seed() -> None:
    first, again, other = (stand_in(pubfig_order(), seed) for seed in (3, 3, 4))
    assert first.X.tobytes() == again.X.tobytes()
    assert first.X.tobytes() != other.X.tobytes()


@pytest.mark.parametrize("images", real_images(), ids=lambda images: images.name)
def test_the_table_of_orders_names_the_classes_of_the_images(images: Images) -> None:
    assert set(images.y) == set(images.order.index)
    assert np.isfinite(images.X).all()
