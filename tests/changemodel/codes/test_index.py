import sys

import numpy as np
import pytest

from changemodel.codes.byte_tables import linear_scores
from changemodel.codes.index import CodeIndex
from changemodel.codes.packed_bits import hamming
from changemodel.errors import InvalidInput, LayoutMismatch, UnreadableModel

CODES = np.random.default_rng(0).integers(256, size=(500, 5), dtype=np.uint8)
IDS = np.arange(500) * 3 + 7


def index_of(codes: np.ndarray = CODES, ids: np.ndarray = IDS) -> CodeIndex:
    index = CodeIndex("model a", 40)
    index.add(ids, codes, model="model a")
    return index


@pytest.fixture(params=["faiss", "numpy"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "numpy":
        monkeypatch.setitem(sys.modules, "faiss", None)
    else:
        pytest.importorskip("faiss")


@pytest.mark.usefixtures("engine")
def test_the_nearest_are_those_of_all_distances() -> None:
    distances, ids = index_of().nearest(CODES[:3] ^ 1, 10, model="model a")
    every = hamming(CODES[:3] ^ 1, CODES)
    for row in range(3):
        assert distances[row].tolist() == np.sort(every[row])[:10].tolist()
        assert every[row][(ids[row] - 7) // 3].tolist() == distances[row].tolist()


@pytest.mark.usefixtures("engine")
def test_equal_codes_are_kept_once_and_found_for_every_item() -> None:
    codes = np.repeat(CODES[:4], 5, axis=0)[np.random.default_rng(1).permutation(20)]
    index = index_of(codes, np.arange(20))
    index.add([90], CODES[2:3], model="model a")
    assert (len(index), index.n_codes) == (21, 4)
    distances, ids = index.nearest(CODES[2:3], 6, model="model a")
    assert distances[0].tolist() == [0] * 6
    assert sorted(ids[0]) == sorted([*np.flatnonzero((codes == CODES[2]).all(axis=1)), 90])
    assert index.codes_of([90]).tolist() == CODES[2:3].tolist()


def test_a_rule_ranks_items_as_its_scores_do() -> None:
    rule = np.random.default_rng(2).normal(size=40)
    index = index_of(np.vstack([CODES[:100], CODES[:100]]), np.arange(200))
    expected = linear_scores(np.vstack([CODES[:100], CODES[:100]]), rule, 0.5)
    assert np.allclose(index.scores(rule, 0.5), expected, atol=1e-5)
    scores, ids = index.best(rule, 30, 0.5)
    assert np.allclose(scores, np.sort(expected)[::-1][:30], atol=1e-5)
    assert np.allclose(expected[ids], scores, atol=1e-5)


def test_items_come_go_and_change() -> None:
    index = CodeIndex("model a", 40)
    for begin in range(0, 500, 100):
        index.add(IDS[begin : begin + 100], CODES[begin : begin + 100], model="model a")
    assert index.codes_of(IDS).tolist() == CODES.tolist()
    assert index.remove(IDS[:50]) == 50
    assert (len(index), index.n_codes) == (450, 450)
    index.add(IDS[60:61], CODES[:1], model="model a")
    assert (len(index), index.codes_of(IDS[60:61]).tolist()) == (450, CODES[:1].tolist())
    with pytest.raises(InvalidInput, match="no code of"):
        index.codes_of(IDS[:1])


def test_codes_of_another_model_are_refused() -> None:
    index = index_of()
    with pytest.raises(LayoutMismatch, match="model b"):
        index.add([1], CODES[:1], model="model b")
    with pytest.raises(LayoutMismatch, match="build the index again"):
        index.nearest(CODES[:1], 3, model="model b")


@pytest.mark.parametrize(
    ("ids", "codes", "said"),
    [
        ([1], np.zeros((1, 4), dtype=np.uint8), "4 bytes"),
        ([1, 2], CODES[:1], "2 numbers for 1 codes"),
        ([1, 1], CODES[:2], "twice"),
        ([0.5], CODES[:1], "integer"),
    ],
)
def test_items_that_do_not_fit_are_refused_and_change_nothing(ids, codes, said: str) -> None:
    index = index_of()
    with pytest.raises(InvalidInput, match=said):
        index.add(ids, codes, model="model a")
    assert len(index) == 500


def test_a_rule_of_another_length_is_refused() -> None:
    with pytest.raises(InvalidInput, match="40 bits"):
        index_of().best(np.ones(41), 3)


def test_an_empty_index_finds_nothing() -> None:
    index = CodeIndex("model a", 40)
    assert index.nearest(CODES[:2], 3, model="model a")[1][1].size == 0
    assert index.best(np.ones(40), 3)[1].size == 0


def test_a_saved_index_is_mapped_and_goes_on(tmp_path) -> None:
    index_of().save(tmp_path / "deep" / "codes")
    loaded = CodeIndex.load(tmp_path / "deep" / "codes")
    assert (loaded.model, loaded.n_bits, loaded.ids.tolist()) == ("model a", 40, IDS.tolist())
    assert isinstance(loaded._codes.base, np.memmap)
    loaded.add([1], CODES[:1], model="model a")
    loaded.save(tmp_path / "deep" / "codes")
    again = CodeIndex.load(tmp_path / "deep" / "codes", check=False)
    assert (len(again), again.n_codes) == (501, 500)
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["codes"]


def test_an_empty_index_can_be_saved(tmp_path) -> None:
    CodeIndex("model a", 40).save(tmp_path / "codes")
    assert len(CodeIndex.load(tmp_path / "codes")) == 0


@pytest.mark.parametrize("damage", ["cut", "head", "byte", "none", "other", "empty"])
def test_a_damaged_file_is_refused_by_name(tmp_path, damage: str) -> None:
    path = tmp_path / "codes"
    index_of().save(path)
    data = bytearray(path.read_bytes())
    if damage == "byte":
        data[-1] ^= 1
    if damage == "head":
        data[40] ^= 1
    changed = {"cut": data[:-9], "other": b"something else entirely", "empty": b""}.get(damage, data)
    path.write_bytes(changed)
    if damage == "none":
        path.unlink()
    with pytest.raises(UnreadableModel, match="codes"):
        CodeIndex.load(path)


def test_an_index_that_cannot_be_written_leaves_the_old_one(tmp_path) -> None:
    index_of().save(tmp_path / "codes")
    (tmp_path / "codes.part").mkdir()
    with pytest.raises(InvalidInput, match="cannot be written"):
        index_of(CODES[:9], IDS[:9]).save(tmp_path / "codes")
    assert len(CodeIndex.load(tmp_path / "codes")) == 500


def test_what_lies_within_a_distance_is_found_for_every_item() -> None:
    index = index_of(np.vstack([CODES, CODES[:5]]), np.arange(505))
    apart, ids = index.within(CODES[3], 12, model="model a")
    every = hamming(CODES[3:4], np.vstack([CODES, CODES[:5]]))[0]
    assert sorted(ids.tolist()) == np.flatnonzero(every <= 12).tolist()
    assert apart.tolist() == sorted(every[every <= 12].tolist())
    with pytest.raises(LayoutMismatch):
        index.within(CODES[3], 12, model="model b")
