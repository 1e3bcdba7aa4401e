import numpy as np
import pytest

from changemodel.codes.fingerprints import PARTS, PageFingerprints, likeness, part_of
from changemodel.codes.packed_bits import hamming
from changemodel.codes.page_points import page_point
from changemodel.codes.unlabelled_bits import LSH
from changemodel.errors import InvalidInput

N_GIST = 64
LOOK = np.random.default_rng(0).random(N_GIST)
SHOP = b"<body class='shop'><ul><li class='offer'><b>Lamp</b><i>20 EUR</i></li></ul></body>"
OTHER_WORDS = b"<body class='shop'><ul><li class='offer'><b>Chair</b><i>35 USD</i></li></ul></body>"


def test_the_share_of_differing_bits_is_the_angle() -> None:
    rng = np.random.default_rng(1)
    points = rng.random((20, 40))
    code = LSH(n_bits=4000, centred=False).fit(points)
    norms = np.linalg.norm(points, axis=1)
    angles = np.arccos(np.clip(points @ points.T / np.outer(norms, norms), -1, 1)) / np.pi
    packed = code.transform(points)
    assert np.abs(hamming(packed, packed) / 4000 - angles).max() < 0.03


def test_parts_differ_where_the_pages_do() -> None:
    prints = PageFingerprints(N_GIST)
    points = [page_point(LOOK, html, "", n_gist=N_GIST) for html in (SHOP, OTHER_WORDS)]
    one, other = prints.transform(np.array(points))
    (alike,) = likeness(one, other[None])
    assert alike[PARTS.index("look")] == alike[PARTS.index("structure")] == 1.0
    assert alike[PARTS.index("words")] < 0.5


def test_a_fingerprint_means_the_same_in_every_collection() -> None:
    point = page_point(LOOK, SHOP, "", n_gist=N_GIST)
    first, second = PageFingerprints(N_GIST), PageFingerprints(N_GIST)
    assert first.identity == second.identity != PageFingerprints(N_GIST + 1).identity
    np.testing.assert_array_equal(first.transform([point]), second.transform([point]))


def test_points_of_another_length_and_unknown_parts_are_named() -> None:
    with pytest.raises(InvalidInput, match="points of shape"):
        PageFingerprints(N_GIST).transform(np.zeros((1, 9)))
    with pytest.raises(InvalidInput, match="look, structure, words"):
        part_of(np.zeros((1, 96), dtype=np.uint8), "sound")
