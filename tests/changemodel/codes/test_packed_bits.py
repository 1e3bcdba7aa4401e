import numpy as np
import pytest

from changemodel.codes.packed_bits import hamming, lowest, nearest, pack, unpack
from changemodel.errors import InvalidInput


def random_codes(n: int, width: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(256, size=(n, width), dtype=np.uint8)


def test_a_bit_stands_where_the_documents_say() -> None:
    bits = np.zeros((1, 11), dtype=bool)
    bits[0, [0, 9]] = True
    assert pack(bits).tolist() == [[1, 2]]


@pytest.mark.parametrize("n_bits", [1, 8, 13, 64])
def test_packing_and_unpacking_give_the_same_bits(n_bits: int) -> None:
    bits = np.random.default_rng(n_bits).uniform(size=(20, n_bits)) > 0.5
    assert (unpack(pack(bits), n_bits) == bits).all()


@pytest.mark.parametrize("width", [1, 2, 4, 6, 8, 32])
def test_hamming_distances_equal_counting_one_by_one(width: int) -> None:
    first, second = random_codes(1000, width), random_codes(1000, width, seed=1)
    naive = [
        bin(int.from_bytes((a ^ b).tobytes(), "little")).count("1")
        for a, b in zip(first, second, strict=True)
    ]
    assert np.diag(hamming(first[:100], second[:100])).tolist() == naive[:100]
    assert [int(hamming(a[None], b[None])[0, 0]) for a, b in zip(first, second, strict=True)] == naive


def test_the_nearest_come_in_order_and_ties_by_row() -> None:
    codes = pack([[1, 1, 1], [0, 0, 0], [0, 0, 1], [0, 0, 0]])
    distances, rows = nearest(codes, pack([[0, 0, 0]]), 3)
    assert (rows.tolist(), distances.tolist()) == ([[1, 3, 2]], [[0, 0, 1]])


def test_the_lowest_are_those_of_a_stable_sort() -> None:
    values = np.random.default_rng(0).integers(5, size=200)
    assert lowest(values, 30).tolist() == np.argsort(values, kind="stable")[:30].tolist()


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (np.zeros((2, 4)), "packed codes"),
        (np.zeros(4, dtype=np.uint8), "shape"),
        ([[1, 2], [3]], "different lengths"),
        (np.zeros((2, 3), dtype=np.uint8), "codes of 4 bytes|codes of 3"),
    ],
)
def test_what_is_no_code_of_the_same_length_is_refused(codes, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        hamming(random_codes(2, 4), codes)
