import io
import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from changemodel.change import persistence
from changemodel.change.model import ChangeModel
from changemodel.change.persistence import JSON_FILE, SavedModel
from changemodel.errors import InvalidInput, LayoutMismatch, UnreadableModel
from tests.changemodel.change.worlds import World, features_version, simulated


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(3)


@pytest.fixture(scope="module")
def model(world: World) -> ChangeModel:
    return ChangeModel(k=20, random_state=5).fit(world.versions)


@pytest.fixture
def saved(model: ChangeModel, tmp_path: Path) -> Path:
    model.save(tmp_path / "model")
    return tmp_path / "model"


def test_scores_are_the_same_bit_for_bit_after_a_round_trip(
    saved: Path, model: ChangeModel, world: World
) -> None:
    loaded = ChangeModel.load(saved)
    for a, b in pairwise(world.versions[:40]):
        ours, theirs = model.compare(a, b), loaded.compare(a, b)
        assert (ours.distance, ours.probability, ours.important) == (
            theirs.distance,
            theirs.probability,
            theirs.important,
        )
        np.testing.assert_array_equal(ours.regions, theirs.regions)


def test_everything_a_fitted_model_says_of_itself_survives(saved: Path, model: ChangeModel) -> None:
    loaded = ChangeModel.load(saved)
    np.testing.assert_array_equal(loaded.importance_map_, model.importance_map_)
    np.testing.assert_array_equal(loaded.weights_, model.weights_)
    assert loaded.details_ == model.details_
    assert loaded.get_params() == model.get_params()
    assert (loaded.picture_state_, loaded.scale_) == (model.picture_state_, model.scale_)


def test_a_model_that_learned_nothing_survives_too(tmp_path: Path) -> None:
    versions = [features_version(hour, np.ones((100, 32))) for hour in range(5)]
    ChangeModel().fit(versions).save(tmp_path)
    loaded = ChangeModel.load(tmp_path)
    assert loaded.picture_state_ == "not-enough-change"
    assert loaded.compare(*versions[:2]).important is False


def test_the_digest_is_that_of_the_contents(model: ChangeModel, world: World, tmp_path: Path) -> None:
    first, again = model.save(tmp_path / "a"), model.save(tmp_path / "b")
    other = ChangeModel(k=10).fit(world.versions).save(tmp_path / "c")
    assert first == again != other
    assert ChangeModel.load(tmp_path / "a").save(tmp_path / "d") == first


def test_the_folder_holds_arrays_and_json_only(saved: Path) -> None:
    assert {item.name for item in saved.iterdir()} == {arrays_of(saved).name, JSON_FILE}
    about = json.loads((saved / JSON_FILE).read_text())
    assert about["hyperparameters"]["k"] == 20
    assert len(about["facts"]["details"]["training_digest"]) == 64
    with np.load(arrays_of(saved), allow_pickle=False) as arrays:
        assert arrays["weights"].shape == (100,)


def test_saving_replaces_a_model_that_is_there(saved: Path, world: World) -> None:
    ChangeModel(k=10).fit(world.versions).save(saved)
    assert ChangeModel.load(saved).k == 10


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda folder: (folder / JSON_FILE).unlink(), "holds no model"),
        (lambda folder: (folder / JSON_FILE).write_text("{"), "no JSON"),
        (lambda folder: (folder / JSON_FILE).write_text('{"format": "other"}'), "not a change model"),
        (lambda folder: arrays_of(folder).unlink(), "cannot be read"),
        (lambda folder: arrays_of(folder).write_bytes(b"PK\x03\x04 no archive"), "cannot be read"),
        (lambda folder: arrays_of(folder).write_bytes(_one_array()), "cannot be read"),
        (lambda folder: np.savez(arrays_of(folder), weights=np.ones(3)), "do not belong together"),
        (lambda folder: (folder / JSON_FILE).write_text("[" * 100_000), "no JSON"),
        (lambda folder: _say(folder, facts=float("nan")), "holds no facts"),
        (lambda folder: _say(folder, facts={"state": float("nan")}), "do not belong together"),
        (lambda folder: _say(folder, facts={"state": float("inf")}), "do not belong together"),
        (lambda folder: _say(folder, facts=None), "holds no facts"),
        (lambda folder: _say(folder, arrays="../arrays.npz"), "names '../arrays.npz' as its arrays"),
        (lambda folder: _say(folder, arrays=7), "names 7 as its arrays"),
        (lambda folder: _say(folder, hyperparameters=None), "holds no hyperparameters"),
        (lambda folder: _say(folder, hyperparameters=[["grid", 10]]), "holds no hyperparameters"),
    ],
)
def test_damaged_and_foreign_folders_are_refused(saved: Path, damage, message: str) -> None:
    damage(saved)
    with pytest.raises(UnreadableModel, match=message):
        ChangeModel.load(saved)


def arrays_of(folder: Path) -> Path:
    """The file of arrays, of which there is one."""
    (found,) = folder.glob("*.npz")
    return found


def _one_array() -> bytes:
    file = io.BytesIO()
    np.save(file, np.ones(3))
    return file.getvalue()


def _say(folder: Path, **said: object) -> None:
    about = json.loads((folder / JSON_FILE).read_text()) | said
    kept = {name: value for name, value in about.items() if value is not None}
    (folder / JSON_FILE).write_text(json.dumps(kept))


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999"])
def test_a_number_that_json_does_not_have_is_damage(saved: Path, number: str) -> None:
    text = (saved / JSON_FILE).read_text()
    (saved / JSON_FILE).write_text(text.replace('"k": 20', f'"k": {number}'))
    with pytest.raises(UnreadableModel, match="do not belong together"):
        ChangeModel.load(saved)


def test_hyperparameters_of_a_newer_program_are_named(tmp_path: Path) -> None:
    parameters = {"grid": 10, "sharpness": 3, "depth": None}
    persistence.save(tmp_path, SavedModel(hyperparameters=parameters, facts={}, arrays={}))
    assert persistence.load(tmp_path).hyperparameters == parameters
    assert persistence.load(tmp_path, [*parameters, "k"]).hyperparameters == parameters
    with pytest.raises(
        UnreadableModel, match=r"fitted with depth, sharpness, unknown to this program: update the"
    ):
        persistence.load(tmp_path, ["grid", "k"])


def test_a_pickle_among_the_arrays_is_never_run(saved: Path) -> None:
    np.savez(arrays_of(saved), weights=np.array([object()]), allow_pickle=True)
    with pytest.raises(UnreadableModel, match="cannot be read"):
        ChangeModel.load(saved)


def test_a_flipped_weight_is_noticed(saved: Path) -> None:
    with np.load(arrays_of(saved)) as arrays:
        changed = dict(arrays)
    changed["weights"] = changed["weights"] + 1e-12
    np.savez(arrays_of(saved), **changed)
    with pytest.raises(UnreadableModel, match="do not belong together"):
        ChangeModel.load(saved)


def test_a_newer_format_is_refused_by_its_number(saved: Path) -> None:
    about = json.loads((saved / JSON_FILE).read_text())
    (saved / JSON_FILE).write_text(json.dumps({**about, "format_version": 99}))
    with pytest.raises(UnreadableModel, match="format 99"):
        ChangeModel.load(saved)


def test_a_model_of_features_that_are_made_otherwise_now_is_refused(
    saved: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ChangeModel().fit(world.versions)
    layout = model._fitted().reading.pictures.reader.gist.feature_layout
    versions = [
        type(v)(captured_at=v.captured_at, features=v.features, feature_layout=layout) for v in world.versions
    ]
    ChangeModel().fit(versions).save(saved)
    monkeypatch.setattr("changemodel.features.gist.LAYOUT_VERSION", 999)
    with pytest.raises(LayoutMismatch, match="fit the model again"):
        ChangeModel.load(saved)


def test_parameters_of_any_number_type_are_saved_as_plain_numbers(world: World, tmp_path: Path) -> None:
    given = {
        "grid": np.int64(10),
        "align": np.bool_(True),
        "metric": np.str_("diagonal"),
        "random_state": np.uint8(5),
        "gamma_h": np.float32(8),
        "window_h": Fraction(23, 2),
        "k": np.int32(20),
        "C": np.float32(10),
        "alerts_per_week": np.int64(3),
    }
    model = ChangeModel(**given).fit(world.versions)
    assert all(model.get_params()[name] is value for name, value in given.items())
    model.save(tmp_path)
    loaded = ChangeModel.load(tmp_path)
    assert {name: loaded.get_params()[name] for name in given} == given
    assert {type(value) for name, value in loaded.get_params().items() if name in given} <= {
        int,
        float,
        bool,
        str,
    }
    pair = world.versions[:2]
    assert loaded.compare(*pair).distance == model.compare(*pair).distance
    plain = ChangeModel(**{name: loaded.get_params()[name] for name in given}).fit(world.versions)
    assert plain.compare(*pair).distance == model.compare(*pair).distance


def test_a_path_that_is_a_files_is_refused(model: ChangeModel, tmp_path: Path) -> None:
    (tmp_path / "model").write_text("mine")
    for path in (tmp_path / "model", str(tmp_path / "model" / "below")):
        with pytest.raises(InvalidInput, match=r"cannot be written into .*model.*: pass as path a folder"):
            model.save(path)
    assert (tmp_path / "model").read_text() == "mine"


def test_what_is_saved_is_what_was_fitted(world: World, saved: Path, tmp_path: Path) -> None:
    model = ChangeModel(k=20, random_state=5).fit(world.versions)
    model.set_params(grid=8, k=3)
    model.save(tmp_path / "again")
    assert ChangeModel.load(tmp_path / "again").get_params() == ChangeModel.load(saved).get_params()


OLD = SavedModel(hyperparameters={"grid": 10}, facts={"state": "old"}, arrays={"weights": np.ones(3)})


NEW = replace(OLD, facts={"state": "new"})


@pytest.mark.parametrize("which", ["arrays", "about"])
def test_where_one_file_cannot_be_written_the_old_model_stays_and_nothing_else(
    tmp_path: Path, which: str
) -> None:
    persistence.save(tmp_path / "other", NEW)
    persistence.save(tmp_path / "model", OLD)
    blocked = JSON_FILE if which == "about" else arrays_of(tmp_path / "other").name
    (tmp_path / "model" / f"{blocked}.part").mkdir()
    before = set(tmp_path.rglob("model/*"))
    with pytest.raises(InvalidInput, match=r"cannot be written into .* \(Is a directory\)"):
        persistence.save(tmp_path / "model", NEW)
    assert set(tmp_path.rglob("model/*")) == before
    assert persistence.load(tmp_path / "model").facts == {"state": "old"}


def test_saving_that_is_stopped_between_its_two_files_leaves_the_old_model(tmp_path: Path) -> None:
    """A process that is killed there has written the arrays of the new one beside those of the old."""
    persistence.save(tmp_path / "other", NEW)
    persistence.save(tmp_path / "model", OLD)
    waiting = arrays_of(tmp_path / "other")
    (tmp_path / "model" / waiting.name).write_bytes(waiting.read_bytes())
    assert persistence.load(tmp_path / "model").facts == {"state": "old"}
    persistence.save(tmp_path / "model", NEW)
    assert persistence.load(tmp_path / "model").facts == {"state": "new"}
    assert arrays_of(tmp_path / "model").name == waiting.name


_ON_A_FULL_DISK = """
import resource, signal, sys
from pathlib import Path
import numpy as np
from changemodel.change.persistence import SavedModel, save
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
save(Path(sys.argv[1]), SavedModel(hyperparameters={}, facts={}, arrays={"weights": np.ones(9999)}))
"""


def test_a_disk_that_is_full_costs_no_model(tmp_path: Path) -> None:
    pytest.importorskip("resource", reason="limits of a process are those of Unix")
    persistence.save(tmp_path, OLD)
    command = [sys.executable, "-c", _ON_A_FULL_DISK, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert "InvalidInput: the model cannot be written into" in told
    assert "File too large" in told
    assert {item.name for item in tmp_path.iterdir()} == {arrays_of(tmp_path).name, JSON_FILE}
    assert persistence.load(tmp_path).facts == {"state": "old"}


def test_a_long_string_among_many_takes_its_own_size_on_disk(tmp_path: Path) -> None:
    names = np.array(["body>main>p"] * 700 + ["x" * 4000])
    digest = persistence.save(tmp_path, replace(OLD, arrays={"names": names, "weights": np.ones(3)}))
    assert arrays_of(tmp_path).stat().st_size < names.nbytes / 100
    np.testing.assert_array_equal(persistence.load(tmp_path).arrays["names"], names)
    _rewrite_as_numpy_does(tmp_path)
    assert json.loads((tmp_path / JSON_FILE).read_text())["digest"] == digest
    np.testing.assert_array_equal(persistence.load(tmp_path).arrays["names"], names)


def _rewrite_as_numpy_does(folder: Path) -> None:
    """As versions of before strings were compressed wrote."""
    with np.load(arrays_of(folder)) as arrays:
        kept = dict(arrays)
    np.savez(arrays_of(folder), **kept)


def test_the_same_model_is_the_same_files(model: ChangeModel, tmp_path: Path) -> None:
    model.save(tmp_path / "a")
    model.save(tmp_path / "b")
    for name in (arrays_of(tmp_path / "a").name, JSON_FILE):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
