"""An inverted index of local features: which pictures share many with a query, at one scale.

Each word lists its features: picture, 64 bits, place and size, 17 bytes each. A query's feature votes for features of
its words whose bits are near its own, the surer the nearer and the rarer the word; votes of a picture count together
where they agree on the scale between both (weak geometric consistency). Source: H. Jégou, M. Douze, C. Schmid (2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.arguments import file_path
from changemodel.codes.index_file import read, write
from changemodel.errors import InvalidInput, UnreadableModel
from changemodel.matching.local_features import LocalFeatures
from changemodel.matching.visual_words import FloatArray, IntArray, Vocabulary

LAYOUT = "upright SIFT at half size, 1"
"""What the features are; an index of others is refused."""
NEAR_BITS = 20
"""Of 64: features that differ in more are taken for others."""
SPREAD_BITS = 14.0
PROBED = 3
"""Words that a query's feature is looked for under."""
STEPS_OF_OCTAVE = 2
_SCALES = 8 * 2 * STEPS_OF_OCTAVE  # from 1/256 to 256
_STEPS_OF_SIZE = 8.0
_ARRAYS = ("words", "pictures", "signatures", "places", "sizes")


@dataclass(frozen=True)
class Votes:
    """Pairs of features that may be the same: row in the query, in the index, the picture's row, and the weight."""

    query: IntArray
    feature: IntArray
    picture: IntArray
    weight: FloatArray

    def of(self, picture: int) -> Votes:
        """Those for one picture."""
        return self._taken(np.flatnonzero(self.picture == picture))

    def heaviest(self, most: int) -> Votes:
        """So many of them, those that weigh most."""
        if len(self.query) <= most:
            return self
        return self._taken(np.argpartition(-self.weight, most)[:most])

    def among(self, pictures: IntArray) -> Votes:
        """Those for some pictures."""
        return self._taken(np.flatnonzero(np.isin(self.picture, pictures)))

    def joined(self, other: Votes) -> Votes:
        """These and those."""
        return Votes(
            np.concatenate([self.query, other.query]),
            np.concatenate([self.feature, other.feature]),
            np.concatenate([self.picture, other.picture]),
            np.concatenate([self.weight, other.weight]),
        )

    def _taken(self, rows: NDArray[np.intp]) -> Votes:
        return Votes(self.query[rows], self.feature[rows], self.picture[rows], self.weight[rows])


class FeatureIndex:
    """Features of pictures, by the words of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._ids = np.empty(0, dtype=np.int64)
        self._words = np.empty(0, dtype=np.int32)
        self._pictures = np.empty(0, dtype=np.int32)
        self._signatures = np.empty(0, dtype=np.uint64)
        self._places = np.empty((0, 2), dtype=np.uint16)
        self._sizes = np.empty(0, dtype=np.uint8)
        self._settle()

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> IntArray:
        """Numbers of the pictures."""
        return self._ids

    @property
    def n_features(self) -> int:
        """Of all pictures together."""
        return len(self._words)

    def add(self, ids: Sequence[int], features: Sequence[LocalFeatures]) -> None:
        """More pictures.

        Raises
        ------
        InvalidInput
            A picture that is in the index, or comes twice.
        """
        numbers = np.asarray(ids, dtype=np.int64)
        if len(np.unique(numbers)) != len(numbers) or np.isin(numbers, self._ids).any():
            raise InvalidInput("a picture is in the index already: add each once")
        if not len(numbers):
            return
        described = np.concatenate([one.descriptors for one in features])
        words = self.vocabulary.words(described)[:, 0]
        rows = np.repeat(len(self) + np.arange(len(features)), [len(one) for one in features])
        points = np.concatenate([one.points for one in features])
        sizes = np.concatenate([one.sizes for one in features])
        self._words = np.concatenate([self._words, words.astype(np.int32)])
        self._pictures = np.concatenate([self._pictures, rows.astype(np.int32)])
        signed = self.vocabulary.signatures(described, words)
        self._signatures = np.concatenate([self._signatures, signed])
        self._places = np.concatenate([self._places, np.rint(points).clip(0, 65535).astype(np.uint16)])
        self._sizes = np.concatenate([self._sizes, _size_codes(sizes)])
        self._ids = np.concatenate([self._ids, numbers])
        self._settle()

    def remove(self, ids: ArrayLike) -> int:
        """Forget pictures; how many there were."""
        gone = np.isin(self._ids, np.asarray(ids))
        if not gone.any():
            return 0
        kept = ~gone[self._pictures]
        renumbered = np.cumsum(~gone, dtype=np.int32) - 1
        for name in _ARRAYS:
            setattr(self, f"_{name}", getattr(self, f"_{name}")[kept])
        self._pictures = renumbered[self._pictures]
        self._ids = self._ids[~gone]
        self._settle()
        return int(gone.sum())

    def votes(self, query: LocalFeatures) -> Votes:
        """Features that may be the query's, as it is and with light and dark exchanged."""
        return self._votes(query.descriptors).joined(self._votes(query.inverted))

    def ranked(self, query: LocalFeatures, votes: Votes, most: int) -> list[tuple[int, float]]:
        """Rows of the pictures with the most votes at one scale, and their weight."""
        if not len(votes.query):
            return []
        octaves = np.log2(query.sizes[votes.query] / self.sizes(votes.feature))
        scale = np.clip(np.rint(STEPS_OF_OCTAVE * octaves) + _SCALES // 2, 0, _SCALES - 1).astype(np.int64)
        sums = np.bincount(
            votes.picture * _SCALES + scale, weights=votes.weight, minlength=len(self) * _SCALES
        )
        table = sums.reshape(len(self), _SCALES)
        best = np.maximum(table[:, 1:] + table[:, :-1], 0.0).max(axis=1)
        first = np.argsort(-best, kind="stable")[:most]
        return [(int(row), float(best[row])) for row in first if best[row] > 0.0]

    def points(self, features: IntArray) -> FloatArray:
        """Where features are, in pixels of their picture."""
        return np.asarray(self._places[features], dtype=np.float32)

    def sizes(self, features: IntArray) -> FloatArray:
        """Diameters."""
        return np.asarray(2.0 ** (self._sizes[features] / _STEPS_OF_SIZE), dtype=np.float32)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the index to one file, in place of one that is there, whole or not at all."""
        arrays = {name: getattr(self, f"_{name}") for name in _ARRAYS}
        tree = {name: getattr(self.vocabulary, name) for name in ("trunk", "leaves", "projections")}
        write(file_path(path, "path"), {"features": LAYOUT}, {"ids": self._ids, **arrays, **tree})

    @classmethod
    def load(cls, path: str | PathLike[str], *, check: bool = True) -> FeatureIndex:
        """What ``save`` wrote, mapped into memory.

        Raises
        ------
        UnreadableModel
            There is none, it is damaged, of another version, or of other features.
        """
        file = file_path(path, "path")
        facts, arrays = read(file, check=check)
        if facts.get("features") != LAYOUT:
            raise UnreadableModel(f"the index {file} holds no local features, or other ones. Build it anew")
        try:
            found = cls(Vocabulary(arrays["trunk"], arrays["leaves"], arrays["projections"]))
            found._ids = arrays["ids"]
            for name in _ARRAYS:
                setattr(found, f"_{name}", arrays[name])
        except KeyError as error:
            raise UnreadableModel(f"the index {file} is damaged: it lacks {error}. Build it anew") from error
        found._settle()
        return found

    def _settle(self) -> None:
        """Features in the order of their words, and where each word begins."""
        if (np.diff(self._words) < 0).any():
            order = np.argsort(self._words, kind="stable")
            for name in _ARRAYS:
                setattr(self, f"_{name}", getattr(self, f"_{name}")[order])
        counts = np.bincount(self._words, minlength=self.vocabulary.n_words)
        self._begins = np.concatenate([[0], np.cumsum(counts)])
        pictures = np.unique(self._words.astype(np.int64) * max(len(self), 1) + self._pictures)
        seen_in = np.bincount(pictures // max(len(self), 1), minlength=self.vocabulary.n_words)
        self._rarity = np.log((1.0 + len(self)) / np.maximum(seen_in, 1)).astype(np.float32)

    def _votes(self, described: FloatArray) -> Votes:
        words = self.vocabulary.words(described, PROBED)
        rows = np.repeat(np.arange(len(described)), words.shape[1])
        flat = words.ravel()
        signed = self.vocabulary.signatures(described[rows], flat)
        begins, counts = self._begins[flat], self._begins[flat + 1] - self._begins[flat]
        asked = np.repeat(np.arange(len(flat)), counts)
        inside = np.arange(len(asked)) - np.repeat(np.cumsum(counts) - counts, counts)
        feature = begins[asked] + inside
        apart = np.bitwise_count(signed[asked] ^ self._signatures[feature])
        near = np.flatnonzero(apart <= NEAR_BITS)
        asked, feature, apart = asked[near], feature[near], apart[near]
        weight = np.exp(-((apart / SPREAD_BITS) ** 2)).astype(np.float32) * self._rarity[flat[asked]] ** 2
        pictures = self._pictures[feature].astype(np.int64)
        return Votes(rows[asked], feature, pictures, weight)


def _size_codes(sizes: FloatArray) -> NDArray[np.uint8]:
    return np.rint(_STEPS_OF_SIZE * np.log2(np.maximum(sizes, 1.0))).clip(0, 255).astype(np.uint8)
