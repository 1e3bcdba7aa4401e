"""The type of a page, from its address, its HTML and, where a model was fitted with them, its picture.

A pipeline: ``page_reading`` reads a description, ``page_type_features`` makes a row of it, a learner (the head) gives
each type a score, and scores become probabilities that were fitted on pages of sites that the learner had not seen.
``page_type_rules`` adds the types that content type and address tell. ``page_types.md`` is the card of the model that
ships with the package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import as_file, files
from os import PathLike
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.svm import LinearSVC
from sklearn.utils.validation import check_is_fitted

from changemodel.arguments import file_path, share, switch, whole_number
from changemodel.classify.page_description import PageDescription
from changemodel.classify.page_reading import PageReading
from changemodel.classify.page_type_calibration import (
    PageTypeCalibration,
    fit_head,
    held_out_scores,
    scores_of,
)
from changemodel.classify.page_type_features import Pages, PageTypeFeatures
from changemodel.classify.page_type_reasons import reasons_for
from changemodel.classify.page_type_rules import (
    FRONTS,
    RuleVerdict,
    data_verdict,
    front_page_verdict,
    notice_verdict,
    why_unread,
)
from changemodel.classify.page_type_saving import SavedPageTypes, read_model, write_model
from changemodel.classify.page_type_tokens import address_parts
from changemodel.classify.page_type_tree import UNKNOWN, PageTypeTree
from changemodel.classify.page_type_verdict import PageTypeVerdict
from changemodel.errors import InvalidInput

FloatArray = NDArray[np.float64]

SHIPPED = "page_types.npz"


class PageTypeClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Which type of a tree a page has, how probable that is, and which of its features say so.

    ``PageTypeClassifier.shipped()`` is ready to use. ``classify`` takes any bytes whatever as HTML: empty, binary,
    broken, hostile or in a wrong encoding. Of a body the first 2 MB, 12,000 elements and 120,000 letters are read, so
    that a page costs about 35 ms and at most some tenths of a second.

    Parameters
    ----------
    head : classifier, optional
        The learner: any of scikit-learn's form that takes a sparse matrix and gives ``decision_function`` or
        ``predict_proba``. Where it has a parameter ``blocks`` that is None, it is told the blocks of columns. None:
        scikit-learn's ``LinearSVC``.
    tree : PageTypeTree, optional
        The types that there are; None: the one that ships with the package.
    reject_below : float
        A type that is less probable is "unknown", between 0 and 1.
    cv : int
        Folds, by site, in which the learner is held out to fit probabilities, at least 2.
    width : int
        Columns of each block of tokens.
    pictures : bool
        Whether screenshots are looked at.

    Attributes
    ----------
    classes_ : array of str, shape (n_classes,)
        The types that were learned, sorted. ``predict`` gives no others; ``classify`` adds those that rules tell, and
        "unknown".
    head_ : classifier
        The fitted learner.
    features_ : PageTypeFeatures
    calibration_ : PageTypeCalibration
        How scores become probabilities; ``calibration_.is_held_out`` is False where there were too few sites to hold
        any out.
    model_id_ : str
        Names the model: another one has another.
    """

    def __init__(
        self,
        *,
        head: Any = None,
        tree: PageTypeTree | None = None,
        reject_below: float = 0.4,
        cv: int = 5,
        width: int = 4096,
        pictures: bool = False,
    ) -> None:
        self.head = head
        self.tree = tree
        self.reject_below = reject_below
        self.cv = cv
        self.width = width
        self.pictures = pictures

    @classmethod
    def shipped(cls, tree: PageTypeTree | None = None) -> PageTypeClassifier:
        """The model that ships with the package, read once; its card is ``changemodel/classify/page_types.md``.

        Parameters
        ----------
        tree : PageTypeTree, optional
            In place of the one that ships: other titles, another grouping, further types that nobody finds and people
            may name. Raises as ``load``.
        """
        if tree is None:
            return _shipped()
        with as_file(files(__package__).joinpath(SHIPPED)) as path:
            return cls.load(path, tree)

    def fit(self, descriptions: Pages, types: ArrayLike, groups: ArrayLike | None = None) -> Self:
        """Learn from labelled pages.

        Parameters
        ----------
        descriptions : sequence of PageDescription
        types : array of str, shape (n_pages,)
            Names of the tree. A type with a single page is learned, and held out never.
        groups : array, shape (n_pages,), optional
            Pages of one group are held out together; None: those of one site, by the address.

        Raises
        ------
        InvalidInput
            No pages, as many types as there are not, a type that the tree does not have, one type only, or a parameter
            out of its range. The last fit is left as it was.
        """
        self._check_parameters()
        features = PageTypeFeatures(width=self.width, pictures=self.pictures)
        readings = features.read(descriptions)
        labels = self._checked_types(types, len(readings))
        held_together = _checked_groups(groups, readings)
        rows = features.fit(readings).transform(readings)
        head = self._head_for(features.blocks_)
        scores = held_out_scores(head, rows, labels, held_together, self.cv)
        fitted = fit_head(head, rows, labels, held_together)
        calibration = PageTypeCalibration.fitted(scores, labels, scores_of(fitted, rows))
        self.features_, self.head_, self.calibration_ = features, fitted, calibration
        self.classes_ = np.unique(labels)
        self.model_id_ = self._saved().model_id
        return self

    def predict(self, descriptions: Pages) -> NDArray[np.str_]:
        """The likeliest learned type of each page, (n_pages,); never "unknown", and no rules."""
        likeliest = self.predict_proba(descriptions).argmax(axis=1)
        found: NDArray[np.str_] = self.classes_[likeliest]
        return found

    def predict_proba(self, descriptions: Pages) -> FloatArray:
        """Probability of each learned type, (n_pages, n_classes); rows sum to 1. Raises as ``fit`` for pages."""
        scores = self._scores(descriptions)
        return self.calibration_.probabilities(scores)

    def decision_function(self, descriptions: Pages) -> FloatArray:
        """The head's score of each learned type, (n_pages, n_classes); larger is likelier."""
        return self._scores(descriptions)

    def classify(self, description: PageDescription) -> PageTypeVerdict:
        """The type of one page, with probability and reasons.

        First what content type and body tell (feed or data), then what address and title tell (notice or policy), then
        what the model learned; a listing, service or article where a site begins, with many links as long as headlines,
        is its front page. What is less probable than ``reject_below`` is the parent of the likeliest types where these
        together are probable enough, else "unknown". An empty or binary body is "unknown" and says why.

        Raises
        ------
        InvalidInput
            It is no description.
        NotFittedError
            Before ``fit``.
        """
        check_is_fitted(self, "head_")
        if not isinstance(description, PageDescription):
            raise InvalidInput(
                f"the page is a {type(description).__name__}: pass PageDescription(url=..., html=...)"
            )
        body = description.body
        told = data_verdict(description.url, description.media_type, body)
        if told is not None and told.type in self._tree:
            return self._of_rule(told, "content type")
        unread = why_unread(description.media_type, body)
        reading = None if unread else PageReading.of(description, picture=self.pictures)
        told = notice_verdict(description.url, None if reading is None else reading.outline)
        if told is not None and told.type in self._tree:
            return self._of_rule(told, "address")
        if reading is None or reading.outline is None:
            return PageTypeVerdict(
                type=UNKNOWN,
                path=(),
                probability=0.0,
                reasons=(unread or "the body holds no HTML",),
                model_id=self.model_id_,
            )
        return self._learned(reading)

    def save(self, path: str | PathLike[str], *, compact: bool = False) -> None:
        """Write the model into one ``.npz`` file, arrays and JSON without pickle; a file that is there is replaced.

        Parameters
        ----------
        path : path of the file
        compact : bool
            Weights in 8 bits: a few hundred kB instead of some MB, and probabilities that differ by a hundredth or so.
            Otherwise the loaded model says the same to the last bit.

        Raises
        ------
        InvalidInput
            The head is not linear, or the file cannot be written.
        NotFittedError
            Before ``fit``.
        """
        check_is_fitted(self, "head_")
        if not hasattr(self.head_, "coef_"):
            raise InvalidInput(
                f"a {type(self.head_).__name__} cannot be saved: only linear heads, such as the default, can"
            )
        write_model(file_path(path, "path"), self._saved(), compact=switch(compact, "compact"))

    @classmethod
    def load(cls, path: str | PathLike[str], tree: PageTypeTree | None = None) -> PageTypeClassifier:
        """Read what ``save`` wrote.

        Parameters
        ----------
        path : path of the file
        tree : PageTypeTree, optional
            In place of the one that the model was fitted with; verdicts depend on it, so that ``model_id_`` is another.

        Raises
        ------
        UnreadableModel
            There is no such file, it is damaged, of a newer format, or none of ours.
        InvalidInput
            The tree lacks a type that the model learned.
        """
        saved = read_model(file_path(path, "path"))
        found = cls(**saved.parameters, tree=tree or saved.tree)
        if lacking := [name for name in saved.classes if name not in found._tree]:
            named = ", ".join(map(repr, lacking))
            raise InvalidInput(f"the tree lacks the type {named}, which the model tells: add it anywhere")
        found.features_, found.head_, found.calibration_ = saved.features, saved.head, saved.calibration
        found.classes_ = np.array(saved.classes)
        found.model_id_ = saved.model_id if tree is None else found._saved().model_id
        return found

    @property
    def _tree(self) -> PageTypeTree:
        return PageTypeTree.default() if self.tree is None else self.tree

    def _check_parameters(self) -> None:
        whole_number(self.cv, "cv", 2)
        share(self.reject_below, "reject_below")
        if self.tree is not None and not isinstance(self.tree, PageTypeTree):
            raise InvalidInput(f"tree is a {type(self.tree).__name__}: pass PageTypeTree.read(path)")
        if self.head is not None and not hasattr(self.head, "fit"):
            raise InvalidInput(f"head is a {type(self.head).__name__}: pass a classifier")

    def _checked_types(self, types: ArrayLike, count: int) -> NDArray[np.str_]:
        given = np.asarray(types, dtype=object)
        if given.shape != (count,):
            raise InvalidInput(
                f"there are {count} pages and types of shape {given.shape}: pass one type a page"
            )
        for place, name in enumerate(given.tolist()):
            if not isinstance(name, str):
                raise InvalidInput(f"the type of page {place} is {name!r}: pass a name of the tree")
            self._tree[name]
        labels = given.astype(np.str_)
        if len(np.unique(labels)) < 2:
            raise InvalidInput(f"all pages are of one type, {labels[0]!r}: pass pages of at least two types")
        return labels

    def _head_for(self, blocks: Mapping[str, tuple[int, int]]) -> Any:
        head = LinearSVC(random_state=0) if self.head is None else clone(self.head)
        parameters = head.get_params()
        if "blocks" in parameters and parameters["blocks"] is None:
            head.set_params(blocks=blocks)
        return head

    def _scores(self, descriptions: Pages) -> FloatArray:
        check_is_fitted(self, "head_")
        return scores_of(self.head_, self.features_.transform(descriptions))

    def _learned(self, reading: PageReading) -> PageTypeVerdict:
        row = self.features_.transform([reading])
        chances = self.calibration_.probabilities(scores_of(self.head_, row))[0]
        by_name = dict(zip(self.classes_.tolist(), chances.tolist(), strict=True))
        likeliest = str(self.classes_[chances.argmax()])
        front = front_page_verdict(reading.url, reading.outline) if reading.outline is not None else None
        if front is not None and likeliest in FRONTS and front.type in self._tree:
            return self._of_rule(front, "address", by_name)
        told, probability = self._told(by_name, likeliest)
        reasons = reasons_for(self, reading, row, likeliest)
        return PageTypeVerdict(
            type=told,
            path=() if told == UNKNOWN else self._tree.path(told),
            probability=probability,
            reasons=reasons,
            model_id=self.model_id_,
            likeliest=likeliest,
            probabilities=by_name,
        )

    def _told(self, by_name: Mapping[str, float], likeliest: str) -> tuple[str, float]:
        """The likeliest type, the nearest of those above it that is probable enough, or "unknown"."""
        for name in reversed(self._tree.path(likeliest)):
            probability = sum(chance for other, chance in by_name.items() if self._tree.is_below(other, name))
            if probability >= self.reject_below:
                return name, probability
        return UNKNOWN, by_name[likeliest]

    def _of_rule(
        self, told: RuleVerdict, rests_on: str, by_name: Mapping[str, float] | None = None
    ) -> PageTypeVerdict:
        return PageTypeVerdict(
            type=told.type,
            path=self._tree.path(told.type),
            probability=told.probability,
            reasons=(told.reason,),
            model_id=self.model_id_,
            likeliest=told.type,
            rests_on=rests_on,
            probabilities=by_name or {},
        )

    def _saved(self) -> SavedPageTypes:
        return SavedPageTypes(
            parameters={
                "reject_below": self.reject_below,
                "cv": self.cv,
                "width": self.width,
                "pictures": self.pictures,
            },
            tree=self._tree,
            classes=tuple(self.classes_.tolist()),
            features=self.features_,
            head=self.head_,
            calibration=self.calibration_,
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.no_validation = True
        return tags


@cache
def _shipped() -> PageTypeClassifier:
    with as_file(files(__package__).joinpath(SHIPPED)) as path:
        return PageTypeClassifier.load(path)


def site_of(url: str | None) -> str:
    """The registered domain of an address, about: its last two labels, three below a country's second level."""
    host, _, _ = address_parts(url)
    labels = host.split(".")
    below_country = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3
    return ".".join(labels[-3 if below_country else -2 :])


def _checked_groups(groups: ArrayLike | None, readings: Sequence[PageReading]) -> NDArray[Any]:
    if groups is None:
        sites = [site_of(item.url) for item in readings]
        return np.array([site or f"page {place}" for place, site in enumerate(sites)])
    found = np.asarray(groups)
    if found.shape != (len(readings),):
        raise InvalidInput(
            f"there are {len(readings)} pages and groups of shape {found.shape}: pass one a page"
        )
    return found
