"""Finds similar captures: an index of codes, ranked by a rule that is learned from the examples.

Codes are ITQ's, learned on the collection itself without labels: what a person looks for, a cookie wall or a kind of
page, is a class that nobody trained, and codes that tell pages apart would ignore what changes on one. The model and
its index are kept under ``models/similar``; a takedown deletes both, and they are built again. An item's number is of
the capture's URN, which a rebuilt database keeps, not of its row. Beside it lie the captures' fingerprints, which are
not learned: what is nearly the same is looked for among them (``pagetide.learning.near_duplicates``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from changemodel.change.persistence import JSON_FILE
from changemodel.codes.bit_queries import BitSVM
from changemodel.codes.fingerprints import PageFingerprints
from changemodel.codes.index import CodeIndex
from changemodel.codes.page_points import page_point
from changemodel.codes.unlabelled_bits import ITQ
from changemodel.errors import UnreadableModel
from changemodel.features.gist import GistGrid
from pagetide.errors import NothingToDo
from pagetide.learning.page_types import description
from pagetide.learning.versions import Description, VersionReader
from storage.collection import SIMILAR, Collection
from storage.errors import StorageError
from storage.queries.captures import CaptureKey
from storage.records import StoredCapture

logger = logging.getLogger(__name__)

N_BITS = 256
LEARNED_FROM = 2000
"""Captures that the code is learned from, spread evenly over all."""
BACKGROUND = 500
"""Captures that stand for all others when a rule is learned; some may be like the examples, which costs little."""
OF_BACKGROUND = 0.1
"""What one of these counts beside a capture that a person named."""
ENCODED_AT_ONCE = 500
KEPT_UP = 1000
"""Captures that the daemon encodes at a time; after a large import the others follow at its next turns."""
FEWEST = 3
"""Captures without which there is nothing to compare with."""


PointsOf = Callable[[Sequence[int]], Mapping[int, NDArray[np.float64]]]
"""Points of captures by their numbers, of those that can be read."""


@dataclass(frozen=True)
class Ranked:
    """A capture, and how much it is like the examples: higher is more, of no unit."""

    key: CaptureKey
    score: float


class CapturePoints:
    """Where captures lie among others: by look, structure and words, as ``page_point`` has it."""

    def __init__(self, collection: Collection, grid: int) -> None:
        self.gist = GistGrid(grid=grid)
        self.n_gist = grid * grid * sum(self.gist.orientations)
        self._collection = collection
        self._versions = VersionReader(collection, self.gist)

    def of(self, capture_ids: Sequence[int]) -> dict[int, NDArray[np.float64]]:
        """Points of the captures that can be read, by their numbers; the log names the others."""
        found = {}
        for number in capture_ids:
            stored = self._collection.repository.capture(number)
            try:
                found[number] = self._point(stored)
            except StorageError as error:
                logger.warning("%s: capture %d is left out: %s", stored.url, stored.id, error)
        return found

    def _point(self, stored: StoredCapture) -> NDArray[np.float64]:
        version = self._versions.version(stored)
        features = version.features
        if features is None:  # none are kept, or of another layout
            features = self._described(stored)
        page = description(self._collection, stored)
        html = page.html if isinstance(page.html, bytes) else page.html.encode()
        return page_point(features, html, version.text or "", n_gist=self.n_gist)

    def _described(self, stored: StoredCapture) -> NDArray[np.float32] | None:
        if not self._collection.read_only:
            return self._versions.version(self._versions.describe(stored)).features
        made = self._versions.description(stored)
        return None if made is None else Description.from_bytes(made).features


class SimilarCaptures:
    """The index of one collection.

    Parameters
    ----------
    points
        Computes the points of captures, see ``CapturePoints.of``; None: here.

    Raises
    ------
    UnreadableModel
        The kept index or its model is damaged: build it anew.
    """

    def __init__(self, collection: Collection, *, grid: int, points: PointsOf | None = None) -> None:
        self._collection = collection
        here = CapturePoints(collection, grid)
        self._points_of = points or here.of
        self._gist = here.gist
        self._prints = PageFingerprints(here.n_gist)
        self._folder = collection.path / SIMILAR

    @property
    def is_built(self) -> bool:
        """Whether there is a model and both indexes."""
        paths = (self._folder / "code" / JSON_FILE, self._codes_path, self._prints_path)
        return all(path.exists() for path in paths)

    def build(self, progress: Callable[[int], object] = lambda done: None) -> int:
        """Learn the code of this collection and encode all captures; how many there are.

        Raises
        ------
        NothingToDo
            Too few captures that show a page.
        """
        keys = self.captures()
        if len(keys) < FEWEST:
            raise NothingToDo(
                f"only {len(keys)} captures show a page: a search needs {FEWEST} at least. Visit more "
                "pages: pagetide crawl --once"
            )
        code, index, prints = self._learned(keys)
        self._encode(code, index, prints, keys, progress)
        code.save(self._folder / "code")
        self._save(index, prints)
        return len(index)

    def keep_up(self, should_stop: Callable[[], bool] = lambda: False) -> int:
        """Encode captures that came since, some at a time; how many.

        The first call learns the code. It is learned anew, and all captures with it, when the index holds twice as
        many as it was learned from, until there are enough of them; and when what is kept is damaged.
        """
        keys = self.captures()
        if len(keys) < FEWEST:
            return 0
        try:
            if not self.is_built or self._is_outgrown():
                self._begin(keys)
            return self._kept_up(should_stop)
        except UnreadableModel as error:
            logger.warning("the index of similar captures is made again: %s", error)
            self._begin(keys)
            return self._kept_up(should_stop)

    def _begin(self, keys: Sequence[CaptureKey]) -> None:
        code, *empty = self._learned(keys)
        code.save(self._folder / "code")
        self._save(*empty)

    def _kept_up(self, should_stop: Callable[[], bool]) -> int:
        missing, done = self.missing()[:KEPT_UP], 0
        while done < len(missing) and not should_stop():
            self.add(missing[done : done + ENCODED_AT_ONCE])
            done += ENCODED_AT_ONCE
        return min(done, len(missing))

    def _learned(self, keys: Sequence[CaptureKey]) -> tuple[ITQ, CodeIndex, CodeIndex]:
        """A code learned from some captures, and indexes without any."""
        places = np.unique(np.linspace(0, len(keys) - 1, min(len(keys), LEARNED_FROM)).astype(int))
        points = [point for _, point in self._points([keys[place] for place in places])]
        code = ITQ(n_bits=N_BITS, random_state=0).fit(np.array(points).reshape(len(points), -1))
        prints = CodeIndex(self._identity(self._prints.identity), self._prints.n_bits)
        return code, CodeIndex(self._identity(code.identity_), N_BITS), prints

    def _is_outgrown(self) -> bool:
        learned_from = int(self._code().n_samples_seen_)
        return learned_from < LEARNED_FROM and len(self._index()) >= 2 * learned_from

    def captures(self) -> list[CaptureKey]:
        """All captures that show a page, in the order in which they were stored."""
        return self._collection.repository.good_capture_keys()

    def missing(self) -> list[CaptureKey]:
        """Captures that the index lacks."""
        known = set(self._index().ids.tolist())
        return [key for key in self.captures() if item_number(key.urn) not in known]

    def add(self, keys: Sequence[CaptureKey], progress: Callable[[int], object] = lambda done: None) -> None:
        """Encode more captures."""
        code, index, prints = self._code(), self._index(), self.fingerprints()
        self._encode(code, index, prints, keys, progress)
        self._save(index, prints)

    def fingerprints(self) -> CodeIndex:
        """Fingerprints of all captures in the index, by ``item_number``.

        Raises
        ------
        NothingToDo
            They are of another grid.
        """
        return self._checked(CodeIndex.load(self._prints_path), self._prints.identity)

    def rank(self, examples: Sequence[int], others: Sequence[int] = ()) -> list[Ranked]:
        """All captures but those named by their numbers, the most like the examples first.

        Raises
        ------
        InvalidInput
            A named capture is not in the index: it shows no page, or could not be read.
        """
        index, listed = self._index(), self.captures()
        keys = {item_number(key.urn): key for key in listed}
        by_row = {key.id: item_number(key.urn) for key in listed}
        wanted, unwanted = ([by_row[number] for number in numbers] for numbers in (examples, others))
        rng = np.random.default_rng(0)
        named = np.array([*wanted, *unwanted], dtype=np.int64)
        rest = np.setdiff1d(index.ids, named)
        background = rng.choice(rest, min(len(rest), BACKGROUND), replace=False)
        items = np.concatenate([named, background])
        is_wanted = np.arange(len(items)) < len(wanted)
        counts = np.where(np.arange(len(items)) < len(named), 1.0, OF_BACKGROUND)
        rule = BitSVM(n_bits=N_BITS, costs=(0.01,)).fit(index.codes_of(items), is_wanted, counts)
        scores = index.scores(rule.coef_[0], float(rule.intercept_[0]))
        order = np.argsort(-scores, kind="stable")
        left_out = set(named.tolist())
        found = ((int(index.ids[row]), float(scores[row])) for row in order)
        return [Ranked(keys[item], score) for item, score in found if item in keys and item not in left_out]

    @property
    def _codes_path(self) -> Path:
        return self._folder / "codes"

    @property
    def _prints_path(self) -> Path:
        return self._folder / "fingerprints"

    def _save(self, index: CodeIndex, prints: CodeIndex) -> None:
        prints.save(self._prints_path)
        index.save(self._codes_path)  # last: it says what is missing

    def _code(self) -> ITQ:
        return ITQ.load(self._folder / "code")

    def _index(self) -> CodeIndex:
        return self._checked(CodeIndex.load(self._codes_path), self._code().identity_)

    def _checked(self, index: CodeIndex, code: str) -> CodeIndex:
        if index.model != self._identity(code):
            raise NothingToDo(
                "the index of similar captures belongs to another model or grid: pagetide similar --build"
            )
        return index

    def _identity(self, code: str) -> str:
        return f"{code} {self._gist.feature_layout}"

    def _encode(
        self,
        code: ITQ,
        index: CodeIndex,
        prints: CodeIndex,
        keys: Sequence[CaptureKey],
        progress: Callable[[int], object],
    ) -> None:
        for begin in range(0, len(keys), ENCODED_AT_ONCE):
            read = self._points(keys[begin : begin + ENCODED_AT_ONCE])
            if read:
                numbers = [item_number(key.urn) for key, _ in read]
                points = np.array([point for _, point in read])
                prints.add(numbers, self._prints.transform(points), model=prints.model)
                index.add(numbers, code.transform(points), model=index.model)
            progress(min(begin + ENCODED_AT_ONCE, len(keys)))

    def _points(self, keys: Sequence[CaptureKey]) -> list[tuple[CaptureKey, NDArray[np.float64]]]:
        """Points of the captures that can be read, in the order given."""
        found = self._points_of([key.id for key in keys])
        return [(key, found[key.id]) for key in keys if key.id in found]


def item_number(urn: str) -> int:
    """The first 60 bits of a capture's UUID."""
    return int(UUID(urn).hex[:15], 16)
