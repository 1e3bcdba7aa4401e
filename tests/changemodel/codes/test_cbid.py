from itertools import pairwise

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from benchmarks.code_sets import CodeSet, spiral
from changemodel import CBID
from changemodel.codes.byte_tables import weighted_hamming
from changemodel.codes.packed_bits import hamming
from changemodel.codes.unlabelled_bits import ITQ, LSH
from changemodel.errors import InvalidConstraints, InvalidInput, UnreadableModel
from tests.changemodel.codes.worlds import SEEDS, digits, error, learned, weighted_error
from tests.conftest import LONG_TESTS


@parametrize_with_checks(
    [CBID(n_bits=8, n_candidates=20)] + LONG_TESTS * [CBID(n_bits=4, weights="class", n_candidates=20)]
)
def test_it_keeps_scikit_learn_s_contract(estimator: BaseEstimator, check) -> None:
    check(estimator)


@pytest.mark.parametrize("weights", ["shared", "class"])
@pytest.mark.parametrize("seed", SEEDS)
def test_neighbours_by_its_codes_err_less_than_by_itq_and_lsh(weights: str, seed: int) -> None:
    data = digits(seed)
    ours = error(learned(seed, weights=weights), data)
    assert ours < error(ITQ(random_state=seed).fit(data.x), data)
    assert ours < error(LSH(random_state=seed).fit(data.x), data)


@pytest.mark.parametrize("seed", SEEDS)
def test_half_as_many_bits_err_less_than_itq_s(seed: int) -> None:
    data = digits(seed)
    short = learned(seed, weights="class", n_bits=16)
    assert error(short, data) < error(ITQ(n_bits=16, random_state=seed).fit(data.x), data)


def test_the_printed_sign_errs_more() -> None:
    data = digits(0)
    printed = learned(0, weights="class", sign=-1)
    assert error(printed, data) > error(learned(0, weights="class"), data)


def test_weights_change_little_on_digits() -> None:
    pairs = [(error(learned(s), digits(s)), weighted_error(learned(s), digits(s))) for s in range(3)]
    plain, weighted = np.mean(pairs, axis=0)
    assert weighted <= plain + 0.01  # our search for bits leaves the weights less to do than the prototype's
    assert max(abs(a - b) for a, b in pairs) <= 0.03


@pytest.mark.parametrize("weights", ["shared", "class"])
def test_each_bit_lowers_the_objective_and_the_gap_is_small(weights: str) -> None:
    steps = learned(0, weights=weights).trace_
    objectives = [step.objective for step in steps]
    assert all(after <= before + 1e-9 for before, after in pairwise(objectives))
    assert all(step.gap < 1e-3 * step.objective for step in steps)


def test_a_bit_is_never_worth_less_than_its_best_random_start() -> None:
    steps = learned(0, weights="class").trace_
    assert all(step.worth >= step.start_worth for step in steps)
    assert np.mean([step.worth / step.start_worth for step in steps]) > 1.2


def test_a_linear_rule_on_its_bits_reads_digits() -> None:
    for seed in SEEDS:
        data, code = digits(seed), learned(seed, weights="class")
        machine = LinearSVC(C=0.1).fit(code.bits(data.x), data.y)
        assert 1.0 - machine.score(code.bits(data.new_x), data.new_y) < 0.10


@pytest.mark.parametrize("parameters", [{"loss": "exponential"}, {"penalty": "linf", "nu": 0.1}])
def test_other_losses_and_penalties_err_about_as_much(parameters: dict) -> None:
    assert error(learned(1, **parameters), digits(1)) <= error(learned(1), digits(1)) + 0.05


def test_two_arms_of_a_spiral_are_told_apart_by_eight_bits() -> None:
    by_neighbours, by_rule, straight = [], [], []
    for seed in SEEDS:
        x, y = spiral(seed, 400)
        new_x, new_y = spiral(100 + seed, 2000)
        code = CBID(n_bits=8, n_pos=5, n_neg=5, random_state=seed).fit(x, y)
        data = CodeSet(x, y, new_x, new_y)
        by_neighbours.append(error(code, data))
        by_rule.append(1.0 - LinearSVC(C=1.0).fit(code.bits(x), y).score(code.bits(new_x), new_y))
        straight.append(1.0 - LinearSVC().fit(x, y).score(new_x, new_y))
    assert np.mean(by_neighbours) < 0.6 * np.mean(straight)
    assert np.mean(by_rule) < 0.6 * np.mean(straight)


def test_more_examples_rank_better() -> None:
    precision = []
    for per_class in (5, 10, 20, 30):
        found = []
        for seed in SEEDS:
            data = digits(seed, per_class)
            code = CBID(n_bits=16, n_candidates=30, random_state=seed).fit(data.x, data.y)
            near = np.argsort(
                hamming(code.transform(data.new_x), code.transform(data.new_x)), axis=1, kind="stable"
            )
            found.append((data.new_y[near[:, 1:11]] == data.new_y[:, None]).mean())
        precision.append(np.mean(found))
    assert all(after >= before - 0.005 for before, after in pairwise(precision))  # 20 and 30 do about as well


@pytest.mark.parametrize("parameters", [{"subsample": 0.5}, {"trim": 0.3}])
def test_part_of_the_triplets_is_enough_to_look_for_bits_with(parameters: dict) -> None:
    assert abs(error(learned(0, **parameters), digits(0)) - error(learned(0), digits(0))) < 0.03


def test_turned_copies_lie_between_the_near_and_the_other_classes() -> None:
    data = digits(0)
    turned = np.rot90(data.x.reshape(-1, 8, 8), axes=(1, 2)).reshape(-1, 64)
    code = CBID(n_candidates=50, random_state=0).fit(np.vstack([data.x, turned]), np.tile(data.y, 2))
    whole = hamming(code.transform(data.x), code.transform(np.vstack([data.x, turned])))
    same = data.y[:, None] == data.y
    upright, rotated = np.hsplit(whole, 2)
    tiers = [np.median(part) for part in (upright[same], rotated[same], upright[~same])]
    assert tiers[0] < tiers[1] < tiers[2]


def test_triplets_without_classes_teach_what_a_change_is() -> None:
    rng = np.random.default_rng(0)
    important = rng.permutation(20)[:5]  # columns that matter; the others move at each visit

    def visits(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        before = rng.normal(size=(count, 20))
        noise = rng.normal(size=(2, count, 20))
        noise[:, :, important] = 0.0
        changed = before + noise[1]
        changed[:, important] += rng.choice([-2.0, 2.0], size=(count, 5))
        return before, before + noise[0], changed

    rows = np.arange(300)
    code = CBID(n_bits=64, random_state=0).fit(
        np.vstack(visits(300)), triplets=np.column_stack([rows, rows + 300, rows + 600])
    )
    before, same, changed = (code.transform(part) for part in visits(200))
    kept = [
        weighted_hamming(far[None], query, code.mean_weights_)
        > weighted_hamming(near[None], query, code.mean_weights_)
        for query, near, far in zip(before, same, changed, strict=True)
    ]
    assert np.mean(kept) >= 0.9


def test_the_same_seed_gives_the_same_codes() -> None:
    data = digits(0)
    again = CBID(n_candidates=100, random_state=0).fit(data.x, data.y)
    assert again.identity_ == learned(0).identity_


def test_a_saved_code_gives_the_same_bits(tmp_path) -> None:
    learned(0).save(tmp_path / "code")
    loaded = CBID.load(tmp_path / "code")
    assert loaded.identity_ == learned(0).identity_
    assert (loaded.transform(digits(0).new_x) == learned(0).transform(digits(0).new_x)).all()


def test_a_code_of_another_kind_is_not_loaded(tmp_path) -> None:
    data = digits(0)
    LSH().fit(data.x).save(tmp_path / "code")
    with pytest.raises(UnreadableModel):
        CBID.load(tmp_path / "code")


def test_points_of_one_feature_have_codes() -> None:
    x = np.array([[-1.0], [-2.0], [1.0], [2.0]])
    bits = CBID(random_state=0).fit(x, [0, 0, 1, 1]).bits(x)
    assert (bits[0] == bits[1]).all()
    assert (bits[0] != bits[2]).any()


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"n_bits": 0}, "n_bits"),
        ({"loss": "hinge"}, "loss"),
        ({"penalty": "l3"}, "penalty"),
        ({"nu": -1.0}, "nu"),
        ({"sign": 0}, "sign"),
        ({"subsample": 0.0}, "subsample"),
        ({"weights": "item"}, "weights"),
        ({"n_pos": 0}, "n_pos"),
    ],
)
def test_parameters_out_of_range_are_named(parameters: dict, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        CBID(**parameters).fit(digits(0).x, digits(0).y)


def test_points_that_cannot_be_learned_from_are_refused() -> None:
    with pytest.raises(InvalidInput, match="1 class"):
        CBID().fit(np.eye(4), [1, 1, 1, 1])
    with pytest.raises(InvalidConstraints, match="single point"):
        CBID().fit(np.eye(4), [0, 1, 2, 3])
    with pytest.raises(InvalidInput, match="all points are the same"):
        CBID().fit(np.ones((4, 3)), [0, 0, 1, 1])
    with pytest.raises(ValueError, match="NaN"):
        CBID().fit([[np.nan], [1.0]], [0, 1])


def test_a_fit_that_fails_leaves_the_last_one() -> None:
    data = digits(0)
    code = CBID(n_bits=4, n_candidates=10, random_state=0).fit(data.x, data.y)
    before = code.identity_
    with pytest.raises(InvalidInput):
        code.fit(np.ones((4, 64)), [0, 0, 1, 1])
    assert code.identity_ == before
