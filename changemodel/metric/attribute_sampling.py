"""Which images are compared to learn an attribute: pairs and quadruplets out of the levels of their classes.

``relative_attributes`` learns from what this draws. Source: M. T. Law's thesis (2015), section 2.4.2.1, (2.12) and
(2.13). Between classes e < f < g < h of an attribute, with one image of each:

- RA (Parikh and Grauman 2011): the attribute is stronger in g's image than in f's, by 1; as strong where f ~ g.
- QWSL: the first of these; of f ~ g, images of h and e differ by more than the two, either way round.
- OQWSL: of f < g, too, images of h and e differ by more than those of g and f. A pair of classes that has none below
  or none above it cannot be put that way; with border pairs it is compared as in RA where f < g.

The classes e and h are those of the p-th level below both and above both. All pairs of images of a pair of classes are
used, each with one image of h and one of e. A quadruplet (i, j, k, l) is signed here: s(k) - s(l) >= s(i) - s(j) + 1,
with s the strength of the attribute in an image.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from changemodel.arguments import whole_number
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import IntArray, Quadruplets

Strategy = Literal["ra", "qwsl", "oqwsl"]
Beyond = Literal["clamp", "strict"]

MOST_CONSTRAINTS = 1_000_000
"""Of an attribute, as far as ``n_image_pairs`` bounds them at all: of more classes fewer images are compared."""


class ClassPair(NamedTuple):
    """Two classes, the second at least as strong, and the classes that lie around them, where there are any."""

    f: int
    g: int
    ordered: bool
    below: IntArray | None  # the classes that e is drawn from
    above: IntArray | None


@dataclass(frozen=True, kw_only=True)
class AttributeConstraints:
    """What the scores of one attribute are asked for."""

    ordered: Quadruplets  # signed, each by 1
    equal: Quadruplets  # (i, i, k, l): images that shall score the same; of RA only


@dataclass(frozen=True, kw_only=True)
class AttributeSampler:
    """How constraints are drawn; ``relative_attributes.RelativeAttributes`` says what each means."""

    strategy: Strategy = "qwsl"
    p: int = 1
    beyond: Beyond = "clamp"
    border_pairs: bool = False
    n_class_pairs: int | None = None
    n_image_pairs: int | None = None

    def draw(self, levels: IntArray, codes: IntArray, rng: np.random.Generator) -> AttributeConstraints:
        """The constraints of one attribute.

        Parameters
        ----------
        levels : int array, shape (n_classes,)
        codes : int array, shape (n_points,), the class of each image
        """
        members = [np.flatnonzero(codes == code) for code in range(len(levels))]
        ordered, equal = [np.empty((0, 4), dtype=np.intp)], [np.empty((0, 4), dtype=np.intp)]
        pairs = self.used_pairs(levels, rng)
        for pair in pairs:
            i, j = self._image_pairs(members[pair.g], members[pair.f], len(pairs), rng)
            if self._is_relaxed(pair):
                above, below = (_one_of(members, around, i.size, rng) for around in (pair.above, pair.below))
                ordered.append(np.column_stack([i, j, above, below]))
                if not pair.ordered:
                    ordered.append(np.column_stack([j, i, above, below]))
            else:
                (ordered if pair.ordered else equal).append(np.column_stack([i, i, i, j]))
        return AttributeConstraints(
            ordered=Quadruplets.of(np.concatenate(ordered)), equal=Quadruplets.of(np.concatenate(equal), 0.0)
        )

    def used_pairs(self, levels: IntArray, rng: np.random.Generator) -> list[ClassPair]:
        """The pairs of classes that constraints come from: all, or ``n_class_pairs`` of them and the border pairs."""
        pairs = list(class_pairs(levels, p=self.p, beyond=self.beyond))
        usable = [pair for pair in pairs if self._can_use(pair)]
        most = min(self.n_class_pairs or MOST_CONSTRAINTS, MOST_CONSTRAINTS)
        if most < len(usable):
            usable = _some(usable, most, rng)
        if self.strategy == "oqwsl" and self.border_pairs:
            usable += [pair for pair in pairs if pair.ordered and not _has_both_sides(pair)]
        return usable

    def _can_use(self, pair: ClassPair) -> bool:
        if self.strategy == "ra" or (self.strategy == "qwsl" and pair.ordered):
            return True
        return _has_both_sides(pair)

    def _is_relaxed(self, pair: ClassPair) -> bool:
        """Whether it becomes a comparison of two differences."""
        asked = {"ra": False, "qwsl": not pair.ordered, "oqwsl": True}
        return asked[self.strategy] and _has_both_sides(pair)

    def _image_pairs(
        self, strong: IntArray, weak: IntArray, n_pairs: int, rng: np.random.Generator
    ) -> tuple[IntArray, IntArray]:
        """All pairs of an image of each class, or as many as ``n_image_pairs`` and MOST_CONSTRAINTS leave of them."""
        total = strong.size * weak.size
        if self.n_image_pairs is None or total <= (
            most := min(self.n_image_pairs, max(MOST_CONSTRAINTS // n_pairs, 1))
        ):
            return np.repeat(strong, weak.size), np.tile(weak, strong.size)
        drawn = rng.choice(total, most, replace=False)
        return strong[drawn // weak.size], weak[drawn % weak.size]


def class_pairs(levels: ArrayLike, *, p: int = 1, beyond: str = "clamp") -> Iterator[ClassPair]:
    """Every pair of classes of an attribute, with the classes around it.

    Parameters
    ----------
    levels : int array, shape (n_classes,)
        From 0, without gaps.
    p : int
        The classes around are those of the p-th level below and above.
    beyond : {"clamp", "strict"}
        Where there are fewer levels than p on a side: the last one there, or none.
    """
    places = np.asarray(levels)
    for first, second in combinations(range(len(places)), 2):
        f, g = sorted((first, second), key=lambda code: int(places[code]))
        below, above = _around(places, int(places[f]), int(places[g]), p, beyond)
        yield ClassPair(f, g, bool(places[f] < places[g]), below, above)


def _around(
    places: IntArray, low: int, high: int, p: int, beyond: str
) -> tuple[IntArray | None, IntArray | None]:
    """The classes of the p-th level below ``low`` and above ``high``; None where there is none."""
    steps = [low, int(places.max()) - high]
    if beyond == "clamp":
        down, up = (min(p, there) for there in steps)
    else:
        down, up = (p if p <= there else 0 for there in steps)
    below = np.flatnonzero(places == low - down) if down else None
    above = np.flatnonzero(places == high + up) if up else None
    return below, above


def relaxable_counts(levels: ArrayLike, *, p: int = 1, beyond: str = "clamp") -> tuple[int, int]:
    """How many ordered and how many equal pairs of classes have classes on both sides."""
    both = [pair.ordered for pair in class_pairs(levels, p=p, beyond=beyond) if _has_both_sides(pair)]
    return sum(both), len(both) - sum(both)


class PerClassSplit:
    """Splits with a given number of points of each class to learn from and all others to judge on.

    A splitter of scikit-learn: ``cross_val_score(..., cv=PerClassSplit(n_splits=10))``.

    Parameters
    ----------
    per_class : int
        Training points of each class; the source took 30.
    n_splits : int
    random_state : int, RandomState or None
    """

    def __init__(self, per_class: int = 30, *, n_splits: int = 10, random_state: Any = None) -> None:
        self.per_class = per_class
        self.n_splits = n_splits
        self.random_state = random_state

    def split(
        self, X: Any, y: ArrayLike, groups: Any = None
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Training and test rows of each split, in mixed order.

        Raises
        ------
        InvalidInput
            A class that has no point left to judge on.
        """
        per_class = whole_number(self.per_class, "per_class", 1)
        classes, codes, counts = np.unique(np.asarray(y), return_inverse=True, return_counts=True)
        if counts.min() <= per_class:
            raise InvalidInput(
                f"class {classes.tolist()[counts.argmin()]!r} has {counts.min()} points: pass a per_class below "
                "that, so that some are left to judge on"
            )
        rng = _generator(self.random_state)
        for _ in range(self.get_n_splits()):
            order = rng.permutation(len(codes))
            train = np.concatenate([order[codes[order] == code][:per_class] for code in range(len(classes))])
            yield rng.permutation(train), np.setdiff1d(order, train)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """How many splits ``split`` gives."""
        return whole_number(self.n_splits, "n_splits", 1)


def _has_both_sides(pair: ClassPair) -> bool:
    return pair.below is not None and pair.above is not None


def _some(pairs: list[ClassPair], count: int, rng: np.random.Generator) -> list[ClassPair]:
    """Some of the pairs, an ordered one among them where there is any: equal ones alone order nothing."""
    drawn = rng.permutation(len(pairs))
    ordered = np.array([pairs[i].ordered for i in drawn])
    if ordered.any() and not ordered[:count].any():
        first = int(ordered.argmax())
        drawn[[count - 1, first]] = drawn[[first, count - 1]]
    return [pairs[i] for i in drawn[:count]]


def _one_of(
    members: list[IntArray], classes: IntArray | None, count: int, rng: np.random.Generator
) -> IntArray:
    """``count`` images, each of a class drawn from these."""
    assert classes is not None
    drawn = rng.choice(classes, count)
    sizes = np.array([rows.size for rows in members])
    places = (rng.random(count) * sizes[drawn]).astype(np.intp)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    found: IntArray = np.concatenate(members)[starts[drawn] + places]
    return found


def _generator(random_state: Any) -> np.random.Generator:
    return np.random.default_rng(check_random_state(random_state).randint(2**31 - 1))
