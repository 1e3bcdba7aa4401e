import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.decomposition import PCA
from sklearn.feature_selection import RFE
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel import LiftedBlocks, PiCoDes
from changemodel.codes.bit_queries import BitSVM, precision_at
from changemodel.codes.packed_bits import unpack
from changemodel.codes.unlabelled_bits import ITQ, LSH
from changemodel.errors import InvalidInput
from changemodel.evaluation.code_baselines.classemes import Classemes
from changemodel.evaluation.code_baselines.nonlinear_hashing import SpectralHashing
from tests.changemodel.codes.worlds import SEEDS, pairs, picodes, unseen, unseen_of
from tests.conftest import LONG_TESTS


@parametrize_with_checks(
    [PiCoDes(n_bits=8, max_sweeps=2)]
    + LONG_TESTS * [PiCoDes(n_bits=8, solver="sigmoid", init="lsh", max_sweeps=1)]
)
def test_it_keeps_scikit_learn_s_contract(estimator: BaseEstimator, check) -> None:
    check(estimator)


def test_unseen_classes_are_told_apart_thrice_as_well_as_by_codes_without_labels() -> None:
    ours, starts = [], []
    for seed in SEEDS:
        data = pairs(seed)
        code = picodes(seed)
        ours.append(unseen_of(code, data))
        starts.append(unseen_of(picodes(seed, max_sweeps=0), data))
        others = (LSH(random_state=seed), ITQ(random_state=seed), SpectralHashing(32))
        assert ours[-1] >= 0.55
        assert ours[-1] >= 3.0 * max(unseen_of(other.fit(data.x), data) for other in others)
        assert all(sweep.after_bits <= sweep.after_rules + 1e-9 for sweep in code.trace_)
    assert np.mean(ours) > np.mean(starts)


def test_random_starts_are_learned_from_too() -> None:
    begun, learned = picodes(0, init="lsh", max_sweeps=0), picodes(0, init="lsh")
    assert unseen_of(learned, pairs(0)) >= 3.0 * unseen_of(begun, pairs(0))


def test_smooth_bits_report_what_was_lost_to_the_thresholds() -> None:
    smooth = picodes(0, solver="sigmoid")
    assert smooth.soft_objective_ > 0.0
    assert smooth.objective_ > 0.0
    assert unseen_of(smooth, pairs(0)) > 0.55


def test_more_training_classes_carry_over_better() -> None:
    by_count = {
        k: np.mean([unseen_of(picodes(s, k, max_sweeps=1), pairs(s, k)) for s in SEEDS]) for k in (15, 60)
    }
    assert by_count[60] > by_count[15]


def test_more_directions_keep_more_of_the_classes() -> None:
    data = pairs(0)
    basis = PCA(64, random_state=0).fit(data.x)
    shares = {n: unseen(basis.transform(data.new_x)[:, :n], data.new_y) for n in (8, 32, 64)}
    assert shares[64] > shares[8]


def test_classemes_need_their_medians_and_fewer_chosen_bits_do_worse_than_learned_ones() -> None:
    data = pairs(0)
    median, zero = (unseen_of(Classemes(cut=cut).fit(data.x, data.y), data) for cut in ("median", "zero"))
    assert median > zero
    bits = Classemes().fit(data.x, data.y).bits(data.x).astype(float)
    chosen = RFE(LinearSVC(dual=False), n_features_to_select=32, step=14).fit(bits, data.y)
    assert chosen.support_.sum() == 32
    new = Classemes().fit(data.x, data.y).bits(data.new_x).astype(float)
    assert unseen(new[:, chosen.support_], data.new_y) < unseen_of(picodes(0), data)


def test_a_class_is_found_again_better_than_by_classemes() -> None:
    data = pairs(0)
    found = {}
    for name, code in (("ours", picodes(0)), ("classemes", Classemes(cut="zero").fit(data.x, data.y))):
        codes = code.transform(data.new_x)
        examples = np.arange(len(data.new_y)) % 35 < 10
        precisions = []
        for c in range(40):
            rule = BitSVM(costs=(0.1,)).fit(codes[examples], data.new_y[examples] == c)
            scores = rule.decision_function(codes[~examples])
            precisions.append(precision_at(scores, data.new_y[~examples] == c, 25))
        found[name] = np.mean(precisions)
    assert found["ours"] > found["classemes"]


def test_neighbours_on_its_codes_do_worse_than_linear_rules() -> None:
    data, code = pairs(0), picodes(0)
    bits = code.bits(data.new_x).astype(float)
    examples = np.arange(len(data.new_y)) % 35 < 10
    by_neighbours = KNeighborsClassifier(3, metric="manhattan").fit(bits[examples], data.new_y[examples])
    assert by_neighbours.score(bits[~examples], data.new_y[~examples]) < unseen_of(code, data)


def test_the_folded_encoder_gives_the_bits_of_the_steps() -> None:
    data = pairs(0)
    code = PiCoDes(n_bits=8, n_components=20, max_sweeps=1, random_state=0).fit(data.x, data.y)
    basis, mean, reduced = code._reduced(data.x)
    coefficients = np.linalg.lstsq(reduced, code.decision_function(data.x), rcond=None)[0]
    steps = np.column_stack([(data.new_x - mean) @ basis.T, np.ones(len(data.new_x))]) @ coefficients > 0.0
    assert (steps == unpack(code.transform(data.new_x), 8)).all()


def test_histograms_are_lifted_before_in_a_pipeline() -> None:
    x = np.abs(np.random.default_rng(0).normal(size=(60, 12)))
    pipeline = make_pipeline(LiftedBlocks(blocks=(4, 8)), PiCoDes(n_bits=8, random_state=0))
    assert pipeline.fit_transform(x, np.arange(60) % 6).shape == (60, 1)


def test_a_saved_code_gives_the_same_bits(tmp_path) -> None:
    picodes(0).save(tmp_path / "code")
    loaded = PiCoDes.load(tmp_path / "code")
    assert loaded.identity_ == picodes(0).identity_
    assert loaded.get_params()["bit_costs"] == [0.03, 0.3]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"n_bits": 0}, "n_bits"),
        ({"C": 0}, "C is 0"),
        ({"init": "zero"}, "init"),
        ({"solver": "sgd"}, "solver"),
        ({"bit_costs": ()}, "bit_costs"),
        ({"n_components": 65}, "n_components"),
    ],
)
def test_parameters_out_of_range_are_named(parameters: dict, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        PiCoDes(**parameters).fit(pairs(0).x[:100], pairs(0).y[:100])


def test_a_single_class_is_refused() -> None:
    with pytest.raises(InvalidInput, match="1 class"):
        PiCoDes().fit(np.eye(4), [1, 1, 1, 1])
