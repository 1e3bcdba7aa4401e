"""C-BID for many patches of an image, and nearest-neighbour classification by patches, exact or on codes.

Source: S. Paisitkriangkrai et al. (2014), Algorithms 1 and 3, after O. Boiman et al. (NBNN, CVPR 2008).
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.distance import cdist
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from changemodel.arguments import choice
from changemodel.codes.cbid import Learning, checked_classes, keep, learned_bits
from changemodel.codes.linear_bits import LinearBits
from changemodel.codes.margin_systems import ImageMargins, SharedWeights
from changemodel.codes.packed_bits import BoolArray, FloatArray, IntArray
from changemodel.codes.triplets import patch_triplets
from changemodel.errors import InvalidInput


class PatchCBID(LinearBits):
    """Binary codes of patches, with one weight for each bit.

    Parameters
    ----------
    n_bits : int
    miss : {"each", "any"}
        Far patches: the nearest of each other class, or of all together.
    granularity : {"patch", "image"}
        Whether each patch has a margin of its own, or those of an image share one, their mean, as in the source; with
        few images that is too easily kept.
    loss, penalty, nu, bound, n_candidates, random_state
        As ``CBID``. With the source's penalty "l1" and few images most weights become 0; the default "box" keeps them.

    Attributes
    ----------
    coef_, intercept_, weights_, classes_, objective_, gap_, trace_
        As ``CBID``.
    """

    _saved_arrays: ClassVar[tuple[str, ...]] = ("coef_", "intercept_", "weights_", "classes_")

    def __init__(  # noqa: PLR0913  an estimator's parameters
        self,
        *,
        n_bits: int = 32,
        miss: str = "each",
        granularity: str = "patch",
        loss: str = "logistic",
        penalty: str = "box",
        nu: float = 1e-3,
        bound: float = 1.0,
        n_candidates: int = 300,
        random_state: Any = None,
    ) -> None:
        self.n_bits = n_bits
        self.miss, self.granularity = miss, granularity
        self.loss, self.penalty, self.nu, self.bound = loss, penalty, nu, bound
        self.n_candidates = n_candidates
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, *, groups: ArrayLike | None = None) -> Self:
        """Learn from patches.

        Parameters
        ----------
        X : float array, shape (n_patches, n_features)
        y : array, shape (n_patches,)
            The class of each patch's image.
        groups : array, shape (n_patches,), optional
            The image of each patch. None: each is an image of its own.

        Raises
        ------
        ValueError
            NaN, labels that are no classes.
        InvalidInput
            A parameter out of its range; fewer than two classes; an image of several classes.
        InvalidConstraints
            A class of a single image.
        """
        learning = Learning.of(self)
        choice(self.miss, "miss", ("each", "any"))
        choice(self.granularity, "granularity", ("image", "patch"))
        with self._new_fit():
            points, labels = validate_data(self, X, y, dtype=np.float64)
            self.classes_, codes = checked_classes(labels)
            images = np.arange(len(points)) if groups is None else _checked_groups(groups, codes)
            triplets, owner = patch_triplets(points, codes, images, self.miss)
            system = (
                ImageMargins(triplets, owner, len(points))
                if self.granularity == "image"
                else SharedWeights(triplets, len(points))
            )
            rng = np.random.default_rng(check_random_state(self.random_state).randint(2**31))
            keep(self, learned_bits(points, system, learning, rng))
        return self

    @property
    def mean_weights_(self) -> FloatArray:
        """Weight of each bit, shape (n_bits_,)."""
        return np.asarray(self.weights_[:, 0], dtype=np.float64)


def _checked_groups(groups: ArrayLike, codes: IntArray) -> IntArray:
    array = np.asarray(groups)
    if array.shape != codes.shape:
        raise InvalidInput(f"{array.size} images for {codes.size} patches: name the image of each patch")
    images = np.unique(array, return_inverse=True)[1]
    for image in range(int(images.max()) + 1):
        if len(np.unique(codes[images == image])) > 1:
            raise InvalidInput(
                f"image {array[images == image][0]!r} has patches of several classes: give it one"
            )
    return images.astype(np.intp)


def nearest_patch_totals(
    distances: FloatArray, classes: IntArray, images: IntArray, n_classes: int
) -> FloatArray:
    """Of each query image and class the sum over patches of the distance to the class's nearest patch.

    ``distances`` has shape (n_query_patches, n_stored_patches); ``classes`` are the stored patches', ``images`` the
    query patches'.
    """
    least = np.stack([distances[:, classes == c].min(axis=1) for c in range(n_classes)], axis=1)
    totals = np.zeros((int(images.max()) + 1, n_classes))
    np.add.at(totals, images, least)
    return totals


def exact_distances(queries: FloatArray, stored: FloatArray) -> FloatArray:
    """Squared Euclidean: NBNN as it is."""
    return np.asarray(cdist(queries, stored, "sqeuclidean"), dtype=np.float64)


def coded_distances(
    queries: BoolArray, stored: BoolArray, weights: NDArray[np.floating] | None = None
) -> FloatArray:
    """(Weighted) number of differing bits, for codes as booleans."""
    scale = np.ones(stored.shape[1]) if weights is None else np.asarray(weights, dtype=np.float64)
    mine, theirs = queries.astype(np.float64), stored.astype(np.float64)
    return (mine * scale) @ (1.0 - theirs).T + ((1.0 - mine) * scale) @ theirs.T
