"""The source's learned similarity of a query and a box: a net on both descriptions, learned in two stages.

Source: X. Han (2016), exact street to shop. The net has two hidden layers of 512 and two outputs. The generic stage
learns from all categories (rate 0.001 for 24,000 batches, 0.0001 for 18,000, momentum 0.9), then each category starts
from the generic net and learns from its own pairs (0.0001). A batch holds 16 matches and 16 others.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidInput, NotFitted
from changemodel.features.images import Pixels
from changemodel.matching.cosine_boxes import CosineBoxes, best_of_each
from changemodel.matching.extras import pytorch
from changemodel.matching.gallery import Candidate
from changemodel.matching.match_layers import metric_net

FloatArray = NDArray[np.float64]

HIDDEN = 512
MOMENTUM = 0.9
WEIGHT_DECAY = 0.005
"""The source names none; without any the net learns a few hundred matches by heart."""
OF_EACH = 16
WATCHED = 20
"""Times that a stage looks at the validation loss."""
MOST_WATCHED = 3000


@dataclass(frozen=True)
class Stage:
    """So many batches at one rate."""

    rate: float
    n_batches: int


GENERIC = (Stage(1e-3, 24_000), Stage(1e-4, 18_000))
FINE_TUNING = (Stage(1e-4, 6_000),)


@dataclass(frozen=True)
class LabelledPairs:
    """Descriptions of queries and boxes, shape (n, d) each; whether the box is a true match; the query of each."""

    query: FloatArray
    box: FloatArray
    match: NDArray[np.bool_]
    of_query: NDArray[np.int64]

    def taken(self, rows: NDArray[Any]) -> LabelledPairs:
        """Some of them."""
        return LabelledPairs(self.query[rows], self.box[rows], self.match[rows], self.of_query[rows])

    def split(self, rng: np.random.Generator) -> tuple[LabelledPairs, LabelledPairs]:
        """Two thirds of the queries to learn from, a third to watch."""
        queries = rng.permutation(np.unique(self.of_query))
        watched = np.isin(self.of_query, queries[: max(len(queries) // 3, 1)])
        return self.taken(~watched), self.taken(watched)


def mined(short_list: CosineBoxes, queries: FloatArray, truth: Sequence[frozenset[int]]) -> LabelledPairs:
    """Every box on the short list of every query, labelled by whether its picture is a true match."""
    rows = [short_list.short_list(query)[0] for query in queries]
    of_query = np.repeat(np.arange(len(queries)), [len(found) for found in rows])
    boxes = np.concatenate(rows)
    match = [
        int(number) in truth[int(query)]
        for query, number in zip(of_query, short_list.picture_of_[boxes], strict=True)
    ]
    return LabelledPairs(queries[of_query], short_list.described_[boxes], np.array(match), of_query)


class SimilarityNet:
    """Re-ranks the boxes of ``CosineBoxes``.

    Parameters
    ----------
    category : str, optional
        Which fine-tuned net scores; None, or one that was not learned: the generic one.
    generic, fine_tuning : sequences of Stage
        The source's schedules; shorter ones for small data.
    random_state : int

    Attributes
    ----------
    generic_ : torch.nn.Sequential
    tuned_ : dict of str to torch.nn.Sequential
    watched_ : dict of str to list of float
        Loss on the watched queries through each stage, "generic" and by category.
    """

    def __init__(
        self,
        *,
        category: str | None = None,
        generic: Sequence[Stage] = GENERIC,
        fine_tuning: Sequence[Stage] = FINE_TUNING,
        random_state: int = 0,
    ) -> None:
        self.category, self.generic, self.fine_tuning = category, generic, fine_tuning
        self.random_state = random_state

    def fit(self, pairs: Mapping[str, LabelledPairs]) -> Self:
        """Learn from the pairs of each category: first from all together, then from each.

        Raises
        ------
        InvalidInput
            No pairs, or none that match, or only such.
        """
        torch = pytorch()
        if not pairs or any(one.match.all() or not one.match.any() for one in pairs.values()):
            raise InvalidInput("each category needs pairs that match and pairs that do not")
        rng = np.random.default_rng(self.random_state)
        parted = {name: one.split(rng) for name, one in pairs.items()}
        size = next(iter(pairs.values())).query.shape[1]
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.random_state)
            self.generic_ = metric_net(2 * size, HIDDEN)
        both = [_joined([part[side] for part in parted.values()]) for side in (0, 1)]
        self.watched_ = {"generic": _learn(self.generic_, both[0], both[1], self.generic, rng)}
        self.tuned_ = {}
        for name, (train, watched) in parted.items():
            self.tuned_[name] = copy.deepcopy(self.generic_)
            self.watched_[name] = _learn(self.tuned_[name], train, watched, self.fine_tuning, rng)
        return self

    def scores(self, query: FloatArray, boxes: FloatArray) -> FloatArray:
        """Probability of a match of each pair of descriptions, shape (n,)."""
        if not hasattr(self, "generic_"):
            raise NotFitted("this SimilarityNet is not fitted: call fit with mined pairs first")
        torch = pytorch()
        net = self.tuned_.get(self.category or "", self.generic_)
        with torch.no_grad():
            outputs = net(_inputs(query, boxes))
        return np.asarray(torch.softmax(outputs, dim=1)[:, 1].numpy(), dtype=np.float64)

    def rerank(self, query: Pixels, candidates: Sequence[Candidate], short_list: object) -> list[Candidate]:
        """Each picture by its best box, as the net sees it."""
        if not candidates:
            return []
        described = (np.array([one.evidence[part] for one in candidates]) for part in ("query", "box"))
        scores = self.scores(*described)
        return best_of_each(
            [replace(one, score=float(score)) for one, score in zip(candidates, scores, strict=True)]
        )


def _inputs(query: FloatArray, boxes: FloatArray) -> Any:
    return pytorch().from_numpy(np.concatenate([query, boxes], axis=1).astype(np.float32))


def _joined(parts: Sequence[LabelledPairs]) -> LabelledPairs:
    return LabelledPairs(
        np.concatenate([part.query for part in parts]),
        np.concatenate([part.box for part in parts]),
        np.concatenate([part.match for part in parts]),
        np.concatenate([part.of_query for part in parts]),
    )


def _learn(
    net: Any, train: LabelledPairs, watched: LabelledPairs, stages: Sequence[Stage], rng: np.random.Generator
) -> list[float]:
    """Descend, and keep the weights that did best on the watched queries; the losses there."""
    torch = pytorch()
    match, other = np.flatnonzero(train.match), np.flatnonzero(~train.match)
    if not len(match) or not len(other):
        raise InvalidInput(
            "the queries that are learned from have no match on their short lists, or nothing else"
        )
    if len(watched.match) > MOST_WATCHED:
        watched = watched.taken(np.sort(rng.choice(len(watched.match), MOST_WATCHED, replace=False)))
    labels = torch.tensor([1] * OF_EACH + [0] * OF_EACH)
    losses, best = [_watched(net, watched)], copy.deepcopy(net.state_dict())
    for stage in stages:
        optimiser = torch.optim.SGD(
            net.parameters(), lr=stage.rate, momentum=MOMENTUM, weight_decay=WEIGHT_DECAY
        )
        for batch in range(stage.n_batches):
            rows = np.concatenate([rng.choice(match, OF_EACH), rng.choice(other, OF_EACH)])
            loss = torch.nn.functional.cross_entropy(net(_inputs(train.query[rows], train.box[rows])), labels)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            if (batch + 1) % max(stage.n_batches // WATCHED, 1) == 0:
                losses.append(_watched(net, watched))
                if losses[-1] <= min(losses):
                    best = copy.deepcopy(net.state_dict())
    net.load_state_dict(best)
    return losses


def _watched(net: Any, pairs: LabelledPairs) -> float:
    """Cross-entropy with matches and others counting the same."""
    torch = pytorch()
    with torch.no_grad():
        losses = torch.nn.functional.cross_entropy(
            net(_inputs(pairs.query, pairs.box)), torch.tensor(pairs.match.astype(np.int64)), reduction="none"
        ).numpy()
    kinds = [losses[pairs.match == kind] for kind in (True, False)]
    return float(np.mean([kind.mean() for kind in kinds if len(kind)]))
