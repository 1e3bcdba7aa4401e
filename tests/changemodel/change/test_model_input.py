"""What a model refuses, and what it makes of odd input."""

import copy
from datetime import timedelta

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from changemodel import ChangeModel, PageVersion
from changemodel.change.prior import Prior
from changemodel.change.uncertainty import bootstrap_map
from changemodel.errors import InvalidConstraints, InvalidInput, InvalidVersion, LayoutMismatch, NotFitted
from tests.changemodel.change.worlds import START, World, features_version, simulated


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(0)


@pytest.fixture(scope="module")
def model(world: World) -> ChangeModel:
    return ChangeModel().fit(world.versions)


def test_saving_before_fit_is_refused(tmp_path) -> None:
    with pytest.raises(NotFitted, match="call fit"):
        ChangeModel().save(tmp_path)


def test_nan_regions_hold_no_change(world: World) -> None:
    versions = list(world.versions)
    gaps = np.array(versions[10].features)
    gaps[:30] = np.nan
    versions[10] = PageVersion(
        captured_at=versions[10].captured_at, features=gaps, feature_layout="simulated"
    )
    model = ChangeModel().fit(versions)
    assert model.picture_state_ == "learned"
    assert np.isfinite(model.weights_).all()
    np.testing.assert_array_equal(
        model.compare(versions[10], versions[40]).regions.ravel()[:30], np.zeros(30)
    )


@pytest.mark.parametrize(
    ("features", "message"),
    [(np.full((100, 32), np.nan), "all NaN"), (np.full((100, 32), np.inf), "infinite")],
)
def test_features_without_numbers_are_refused(world: World, features: np.ndarray, message: str) -> None:
    with pytest.raises(InvalidVersion, match=message):
        ChangeModel().fit([*world.versions, features_version(900, features)])


@pytest.mark.parametrize("n", [0, 1, 2])
def test_fewer_than_three_versions_are_refused(world: World, n: int) -> None:
    with pytest.raises(InvalidInput, match="at least 3"):
        ChangeModel().fit(world.versions[:n])


def test_three_versions_at_one_time_are_refused(world: World) -> None:
    with pytest.raises(InvalidInput, match="different times, 1 of"):
        ChangeModel().fit([world.versions[0]] * 3)


def test_three_versions_are_enough_to_say_that_there_is_not_enough(world: World) -> None:
    assert ChangeModel().fit(world.versions[:3]).picture_state_ == "not-enough-change"


def test_labels_of_other_versions_are_refused(world: World) -> None:
    stranger = (world.versions[0].captured_at, START + timedelta(days=99), True)
    with pytest.raises(InvalidConstraints, match="none of the versions"):
        ChangeModel().fit(world.versions, [stranger])


def test_contradicting_labels_are_refused(world: World) -> None:
    a, b = (version.captured_at for version in world.versions[:2])
    with pytest.raises(InvalidConstraints, match="important and not important"):
        ChangeModel().fit(world.versions, [(a, b, True), (b, a, False)])


def test_features_of_another_grid_are_refused(world: World) -> None:
    with pytest.raises(LayoutMismatch, match="grid of 8"):
        ChangeModel(grid=8).fit(world.versions)


def test_features_of_another_layout_are_refused(world: World, model: ChangeModel) -> None:
    other = PageVersion(captured_at=START, features=np.ones((100, 32)), feature_layout="other")
    with pytest.raises(LayoutMismatch, match="'simulated'"):
        model.distance(world.versions[0], other)
    with pytest.raises(LayoutMismatch, match="different layouts"):
        ChangeModel().fit([*world.versions, other])


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"metric": "cosine"}, "diagonal"),
        ({"grid": 0}, "grid is 0"),
        ({"k": 2.5}, "k is 2.5"),
        ({"gamma_h": -1}, "gamma_h"),
        ({"C": float("nan")}, "C is nan"),
        ({"C": "1"}, "C is '1': pass a positive number"),
        ({"C": True}, "C is True"),
        ({"gamma_h": "a"}, "gamma_h is 'a': pass a positive number"),
        ({"window_h": 10**400}, "window_h is 1000"),
        ({"alerts_per_week": "a"}, "alerts_per_week is 'a': pass a number of at least 0"),
        ({"alerts_per_week": -1}, "alerts_per_week is -1"),
        ({"grid": True}, "grid is True: pass an integer of at least 1"),
        ({"grid": 4.0}, "grid is 4.0"),
        ({"read": ["pictures"]}, "read is"),
        ({"align": "yes"}, "align is 'yes': pass True or False"),
        ({"random_state": -1}, "random_state is -1: pass an integer of at least 0"),
        ({"random_state": "a"}, "random_state is 'a'"),
        ({"random_state": np.random.default_rng(0)}, "random_state is Generator.*saved with it"),
        ({"random_state": np.random.RandomState(0)}, "random_state is RandomState"),
    ],
)
def test_parameters_out_of_range_are_refused(world: World, parameters: dict, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ChangeModel(**parameters).fit(world.versions)
    with pytest.raises(InvalidInput, match=message):
        ChangeModel(**parameters).compare(*world.versions[:2])


@pytest.mark.parametrize("question", ["fit", "compare", "distance", "ask"])
def test_pictures_and_paths_in_place_of_versions_are_refused_in_words(
    model: ChangeModel, question: str
) -> None:
    pictures = [np.zeros((5, 5), np.uint8), "page.png"]
    arguments = [pictures] if question in ("fit", "ask") else pictures
    with pytest.raises(InvalidInput, match="no page version: PageVersion"):
        getattr(model, question)(*arguments)


@pytest.mark.parametrize(
    ("question", "arguments", "message"),
    [
        ("compare", ["a", np.zeros((5, 5))], "after is a ndarray, no page version"),
        ("compare", ["a", "b", None], "recent is a single NoneType: pass a list"),
        ("compare", ["a", "b", "c"], "recent is a single PageVersion: pass a list"),
        ("compare", ["a", "b", [5]], "item 0 of recent is a int"),
        ("distance", [5, "b"], "^a is a int, no page version"),
        ("features", [np.zeros((5, 5))], "version is a ndarray, no page version"),
        ("importance_on", [np.zeros((5, 5))], "version is a ndarray, no page version"),
        ("threshold_for", [None], "alerts_per_week is None: pass a number"),
        ("threshold_for", ["2"], "alerts_per_week is '2'"),
        ("save", [5], "path is 5: pass a path"),
    ],
)
def test_arguments_that_are_none_are_refused_by_their_names(
    world: World, model: ChangeModel, question: str, arguments: list, message: str
) -> None:
    named = dict(zip("abc", world.versions, strict=False))
    with pytest.raises(InvalidInput, match=message):
        getattr(model, question)(
            *(named.get(item, item) if isinstance(item, str) else item for item in arguments)
        )


@pytest.mark.parametrize("n", ["a", None, 1.5, -1, True])
def test_a_number_of_questions_that_is_none_is_refused(world: World, model: ChangeModel, n: object) -> None:
    with pytest.raises(InvalidInput, match=f"n is {n!r}: pass an integer of at least 0"):
        model.ask(world.versions, n)  # type: ignore[arg-type]


@pytest.mark.parametrize("labels", [5, {START: True}, {"ab": True}, "ab", [5], [(START, START)]], ids=str)
def test_labels_that_are_none_are_refused(world: World, model: ChangeModel, labels: object) -> None:
    for asked in (ChangeModel().fit, lambda versions, labels: model.ask(versions, 1, labels)):
        with pytest.raises(InvalidConstraints, match=r"pass .*True or False"):
            asked(world.versions, labels)  # type: ignore[arg-type]


def test_a_prior_that_is_none_is_refused(world: World, model: ChangeModel) -> None:
    with pytest.raises(InvalidInput, match=r"prior is a list: pass what Prior\.from_models makes"):
        ChangeModel().fit(world.versions, prior=[model])  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="models is a single ChangeModel: pass a list"):
        Prior.from_models(model)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"versions": None}, "versions is a single NoneType"),
        ({"n": "a"}, "n is 'a': pass an integer of at least 2"),
        ({"coverage": 1}, "coverage is 1: pass a share"),
        ({"coverage": "a"}, "coverage is 'a'"),
        ({"random_state": "a"}, "random_state is 'a': pass an integer"),
        ({"random_state": -1}, "random_state is -1"),
    ],
)
def test_a_map_s_uncertainty_refuses_the_same(
    world: World, model: ChangeModel, given: dict, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        bootstrap_map(model, **{"versions": world.versions, **given})


def test_the_metric_of_a_model_that_is_not_fitted_is_refused() -> None:
    with pytest.raises(NotFitted, match="call fit"):
        _ = ChangeModel().metric_
    with pytest.raises(NotFittedError):
        check_is_fitted(ChangeModel())


@pytest.mark.parametrize(
    "bad", [np.full((100, 32), np.inf), np.ones((64, 32))], ids=["infinite", "other grid"]
)
def test_a_fit_that_fails_leaves_the_model_as_it_was(
    world: World, model: ChangeModel, bad: np.ndarray
) -> None:
    broken = [*world.versions[:50], features_version(900, bad)]
    new = ChangeModel()
    with pytest.raises((InvalidInput, LayoutMismatch)):
        new.fit(broken)
    with pytest.raises(NotFittedError):
        check_is_fitted(new)
    old = copy.copy(model)
    with pytest.raises((InvalidInput, LayoutMismatch)):
        old.fit(broken)
    assert vars(old) == vars(model)
    assert old.compare(*world.versions[:2]).distance == model.compare(*world.versions[:2]).distance


def test_parameters_set_after_a_fit_count_from_the_next_one_on(world: World) -> None:
    model, pair = ChangeModel(read="pictures").fit(world.versions), world.versions[:2]
    before, saved = model.compare(*pair), clone(model)
    model.set_params(grid=8, read="text", k=3)
    after = model.compare(*pair)
    np.testing.assert_array_equal(before.regions, after.regions)
    assert (before.distance, before.probability) == (after.distance, after.probability)
    assert model.distance(*pair) == before.distance
    assert model.features(pair[0]).shape == (100, 32)
    np.testing.assert_array_equal(
        bootstrap_map(model, world.versions, 2).mean,
        bootstrap_map(saved.fit(world.versions), world.versions, 2).mean,
    )
    assert model.get_params()["grid"] == 8
    with pytest.raises(LayoutMismatch, match="grid of 8"):
        model.set_params(read="pictures").fit(world.versions)


def test_the_grid_of_a_model_that_is_not_fitted_may_be_set_between_comparisons() -> None:
    pair = [
        PageVersion(START + timedelta(hours=hour), np.full((9, 9), hour, dtype=np.uint8)) for hour in (0, 1)
    ]
    model = ChangeModel(grid=4)
    assert model.compare(*pair).regions.shape == (4, 4)
    assert model.set_params(grid=2).compare(*pair).regions.shape == (2, 2)


def test_what_a_user_keeps_on_a_model_stays_there_through_a_fit(world: World) -> None:
    model = ChangeModel()
    model.page = "https://a.example/"
    assert model.fit(world.versions).page == "https://a.example/"


def test_the_former_name_of_read_still_works_and_says_so(world: World) -> None:
    with pytest.warns(FutureWarning, match='regions="grid" is now read="pictures"'):
        former = ChangeModel(regions="grid").fit(world.versions)
    assert former.text_ is None
    pair, now = world.versions[:2], ChangeModel(read="pictures").fit(world.versions)
    assert former.compare(*pair).distance == now.compare(*pair).distance
