"""The source's search across domains: boxes, cosine, learned similarity (rows H16 to H22)."""

import numpy as np
import pytest

from changemodel import CrossDomainRetriever, GalleryPicture
from changemodel.errors import InvalidInput
from changemodel.matching.cosine_boxes import CosineBoxes, CosineOnly
from changemodel.matching.match_layers import metric_net, n_parameters
from changemodel.matching.proposals import MOST, proposals, selective_search
from changemodel.matching.similarity_net import FINE_TUNING, GENERIC, SimilarityNet, Stage, mined

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'pagetide[matching]'")
torch.set_num_threads(1)
SHARED, OWN = 8, 8


def planted() -> tuple[np.ndarray, list[tuple[int, int, int, int]]]:
    """A page with six coloured boxes."""
    rng = np.random.default_rng(0)
    page = np.full((600, 600, 3), 250, dtype=np.uint8)
    boxes = [(40 + 280 * (n % 2), 30 + 190 * (n // 2), 240, 150) for n in range(6)]
    for x, y, w, h in boxes:
        page[y : y + h, x : x + w] = rng.integers(0, 200, 3)
    return page, boxes


def overlap(a: tuple[int, ...], b: tuple[int, ...]) -> float:
    across = [max(min(a[i] + a[i + 2], b[i] + b[i + 2]) - max(a[i], b[i]), 0) for i in (0, 1)]
    common = across[0] * across[1]
    return common / (a[2] * a[3] + b[2] * b[3] - common)


def test_selective_search_finds_planted_boxes() -> None:
    pytest.importorskip("cv2", reason="OpenCV is not installed: pip install 'pagetide[matching]'")
    page, boxes = planted()
    found = selective_search(page)
    assert len(found) <= MOST
    assert min(box[2] for box in found) >= 600 / 5
    assert np.mean([max(overlap(box, one) for one in found) >= 0.5 for box in boxes]) >= 0.9
    assert found == selective_search(page)


def test_blocks_take_the_place_of_windows() -> None:
    page, boxes = planted()
    listed = proposals(GalleryPicture(id=1, image=page, boxes=(*boxes, (0, 0, 30, 90))), page)
    assert listed == [(0, 0, 600, 600), *boxes]
    assert len(proposals(GalleryPicture(id=1, image=page), page)) > 6


def two_domains(n_items: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Queries and gallery of the same items: shared numbers with noise, and numbers of each domain's own."""
    shared = rng.normal(size=(n_items, SHARED))
    sides = [
        np.concatenate(
            [shared + 0.3 * rng.normal(size=shared.shape), rng.normal(size=(n_items, OWN))], axis=1
        )
        for _ in range(2)
    ]
    return sides[0], sides[1]


def boxes_of(described: np.ndarray) -> CosineBoxes:
    """A short list over descriptions that are there already: one box for each item."""
    boxes = CosineBoxes()
    boxes.described_, boxes.picture_of_ = described, np.arange(len(described))
    boxes.boxes_ = [(0, 0, 1, 1)] * len(described)
    boxes._lengths = np.linalg.norm(described, axis=1)
    return boxes


def test_the_short_list_is_the_cosine_order() -> None:
    query, gallery = two_domains(200, np.random.default_rng(0))
    rows, cosine = boxes_of(gallery).short_list(query[0])
    plain = [float(query[0] @ one / np.linalg.norm(query[0]) / np.linalg.norm(one)) for one in gallery]
    np.testing.assert_allclose(cosine, plain)
    assert rows.tolist() == np.argsort(plain)[::-1][:75].tolist()


def test_pairs_are_labelled_by_the_truth_and_split_by_query() -> None:
    query, gallery = two_domains(150, np.random.default_rng(1))
    pairs = mined(boxes_of(gallery), query, [frozenset({number}) for number in range(150)])
    for row in np.flatnonzero(pairs.match):
        np.testing.assert_array_equal(pairs.box[row], gallery[pairs.of_query[row]])
    assert {tuple(box) for box in pairs.box} <= {tuple(item) for item in gallery}
    train, watched = pairs.split(np.random.default_rng(0))
    assert not set(train.of_query.tolist()) & set(watched.of_query.tolist())
    assert len(np.unique(train.of_query)) == 2 * len(np.unique(watched.of_query))


def test_the_net_and_its_schedule_are_the_published_ones() -> None:
    assert n_parameters(metric_net(8192, 512)) == 4_458_498
    assert (Stage(1e-3, 24_000), Stage(1e-4, 18_000)) == GENERIC
    assert FINE_TUNING[0].rate == 1e-4


def test_a_learned_similarity_beats_cosine_across_domains() -> None:
    rng = np.random.default_rng(0)
    query, gallery = two_domains(600, rng)
    train, test = boxes_of(gallery[:400]), boxes_of(gallery[400:])
    pairs = mined(train, query[:400], [frozenset({number}) for number in range(400)])
    net = SimilarityNet(generic=(Stage(0.05, 900),), fine_tuning=(Stage(1e-3, 100),), category="all")
    net.fit({"all": pairs})
    by_cosine, by_net, listed = [], [], []
    for number, one in enumerate(query[400:]):
        rows, cosine = test.short_list(one)
        scores = net.scores(np.tile(one, (len(rows), 1)), test.described_[rows])
        by_cosine.append(int(cosine.argmax()) == number)
        by_net.append(int(rows[scores.argmax()]) == number)
        listed.append(number in rows)
    assert np.mean(by_net) >= np.mean(by_cosine) + 0.2
    assert np.mean(by_net) <= np.mean(listed)
    assert len(net.watched_["all"]) > 1


def cluttered(n_items: int, side: int = 96) -> tuple[np.ndarray, list[GalleryPicture]]:
    """Items, and pictures of each amid squares of chance, the item's box among those of the clutter."""
    rng = np.random.default_rng(0)
    items = rng.integers(0, 256, size=(n_items, 8, 8, 3)).repeat(12, axis=1).repeat(12, axis=2)
    gallery = []
    for number, item in enumerate(items.astype(np.uint8)):
        page = rng.integers(0, 256, size=(30, 30, 3)).repeat(10, axis=0).repeat(10, axis=1).astype(np.uint8)
        page[150 : 150 + side, 100 : 100 + side] = item
        others = tuple((int(x), int(y), side, side) for x, y in rng.integers(0, 200, size=(60, 2)))
        gallery.append(GalleryPicture(id=number, image=page, boxes=((100, 150, side, side), *others)))
    return items.astype(np.uint8), gallery


def test_boxes_beat_the_whole_picture_in_clutter_and_few_likely_ones_cost_less() -> None:
    items, gallery = cluttered(30)
    right, n_boxes = {}, {}
    for most in (1, 20, MOST):
        boxes = CosineBoxes(most=most)
        retriever = CrossDomainRetriever(short_list=boxes, similarity=CosineOnly()).fit(gallery)
        found = [retriever.query(item, k=20) for item in items]
        right[most] = [
            np.mean([number in one.ids[:k] for number, one in enumerate(found)]) for k in (1, 5, 20)
        ]
        assert right[most] == sorted(right[most])
        n_boxes[most] = len(boxes.boxes_)
    assert right[MOST][-1] == right[20][-1] == 1.0
    assert right[1][-1] < 1.0
    assert (n_boxes[1], n_boxes[20]) == (30, 600)
    assert n_boxes[MOST] > 3 * n_boxes[20]


def test_a_category_without_matches_is_named() -> None:
    query, gallery = two_domains(40, np.random.default_rng(0))
    with pytest.raises(InvalidInput, match="pairs that match"):
        SimilarityNet().fit({"all": mined(boxes_of(gallery), query, [frozenset()] * 40)})
