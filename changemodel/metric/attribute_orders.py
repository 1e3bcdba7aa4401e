"""How strongly classes show attributes, as a table: a row for each class, a column for each attribute.

``relative_attributes`` reads the table it is given through here. A larger number means that the attribute is stronger
in that class, equal numbers mean that it is as strong. ``osr_order`` and ``pubfig_order`` are the tables of the two
image collections of Parikh and Grauman (2011), as printed in M. T. Law's thesis (2015), tables 2.1 and A. Three rows
for OSR differ in the thesis, which says that it prints theirs: ``variant="thesis"`` gives those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from changemodel.arguments import choice
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.extras import module_of_extra
from changemodel.metric.quadruplets import FloatArray, IntArray, as_floats

if TYPE_CHECKING:
    from pandas import DataFrame

OSR_CHAINS = {
    "Natural": "T < I~S < H < C~O~M~F",
    "Open": "T~F < I~S < M < H~C~O",
    "Perspective": "O < C < M~F < H < I < S < T",
    "Large-Objects": "F < O~M < I~S < H~C < T",
    "Diagonal-Plane": "F < O~M < C < I~S < H < T",
    "Close-Depth": "C < M < O < T~I~S~H~F",
}
OSR_CHAINS_OF_THE_THESIS = OSR_CHAINS | {
    "Open": "T < F < I~S < M < H~C~O",
    "Large-Objects": "F < O < M < I~S < H~C < T",
    "Diagonal-Plane": "F < O < M < C < I~S < H < T",
}
PUBFIG_CHAINS = {
    "Masculine-Looking": "S < M < Z < V < J < A < H < C",
    "White": "A < C < H < Z < J < S < M < V",
    "Young": "V < H < C < J < A < S < Z < M",
    "Smiling": "J < V < H < A~C < S~Z < M",
    "Chubby": "V < J < H < C < Z < M < S < A",
    "Visible-Forehead": "J < Z < M < S < A~C~H~V",
    "Bushy-Eyebrows": "M < S < Z < V < H < A < C < J",
    "Narrow-Eyes": "M < J < S < A < H < C < V < Z",
    "Pointy-Nose": "A < C < J~M~V < S < Z < H",
    "Big-Lips": "H < J < V < Z < C < M < A < S",
    "Round-Face": "H < V < J < C < Z < A < S < M",
}
OSR_CLASSES = {
    "C": "coast",
    "F": "forest",
    "H": "highway",
    "I": "insidecity",
    "M": "mountain",
    "O": "opencountry",
    "S": "street",
    "T": "tallbuilding",
}
PUBFIG_CLASSES = {
    "A": "AlexRodriguez",
    "C": "CliveOwen",
    "H": "HughLaurie",
    "J": "JaredLeto",
    "M": "MileyCyrus",
    "S": "ScarlettJohansson",
    "V": "ViggoMortensen",
    "Z": "ZacEfron",
}


def osr_order(variant: str = "published") -> DataFrame:
    """The eight scene categories of OSR on six attributes.

    ``variant`` is "published" (Parikh and Grauman) or "thesis".
    """
    chains = {"published": OSR_CHAINS, "thesis": OSR_CHAINS_OF_THE_THESIS}
    return order_from_chains(chains[choice(variant, "variant", chains)]).rename(index=OSR_CLASSES)


def pubfig_order() -> DataFrame:
    """The eight people of PubFig on eleven attributes."""
    return order_from_chains(PUBFIG_CHAINS).rename(index=PUBFIG_CLASSES)


def order_from_chains(chains: Mapping[str, str]) -> DataFrame:
    """A table of orders that are written as chains, from least to most.

    Parameters
    ----------
    chains : mapping of an attribute's name to its chain
        Such as ``{"open": "tower~forest < street < coast"}``: ``~`` stands between classes that are alike, ``<``
        before those that show more.

    Returns
    -------
    DataFrame of int, a row for each class in alphabetical order, a column for each attribute; least: 1

    Raises
    ------
    InvalidInput
        No chains; a class without a name.
    InvalidConstraints
        A class that stands twice in a chain, or is missing in some of them.
    MissingExtra
        pandas is not installed.
    """
    places = {attribute: _places(attribute, chain) for attribute, chain in chains.items()}
    if not places:
        raise InvalidInput(
            "there are no chains: pass one for each attribute, such as {'open': 'forest < coast'}"
        )
    classes = sorted(set().union(*places.values()))
    for attribute, found in places.items():
        missing = [name for name in classes if name not in found]
        if missing:
            raise InvalidConstraints(
                f"the chain of {attribute!r} leaves out {_listed(missing)}: give each class a place in each chain"
            )
    pandas = module_of_extra("pandas", "research", "Tables of class orders")
    table: DataFrame = pandas.DataFrame(places, index=classes).loc[:, list(places)].astype(int)
    return table


def _places(attribute: str, chain: str) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, alike in enumerate(chain.split("<"), start=1):
        for name in (part.strip() for part in alike.split("~")):
            if not name:
                raise InvalidInput(
                    f"the chain {chain!r} of {attribute!r} has an empty place: write 'a < b ~ c'"
                )
            if name in places:
                raise InvalidConstraints(
                    f"{name!r} stands twice in the chain of {attribute!r}, which contradicts itself: keep one place"
                )
            places[name] = place
    return places


@dataclass(frozen=True, kw_only=True)
class ClassOrder:
    """How strongly some classes show attributes, out of a table that a caller gave."""

    places: dict[Any, FloatArray]  # of each class, a number for each attribute
    names: tuple[str, ...] | None  # of the attributes, where the table says them

    @classmethod
    def of(cls, order: Any, classes: NDArray[Any]) -> ClassOrder:
        """What a table says of its classes, ``classes`` (sorted, each once) among them; None: numbers order themselves.

        Raises
        ------
        InvalidInput
            None for classes that are no numbers.
        InvalidConstraints
            A table that leaves out a class, holds one twice, has other rows than classes, or holds NaN for a class.
        """
        if order is None:
            return cls(places=_own_places(classes), names=None)
        if hasattr(order, "to_frame") and not hasattr(order, "columns"):
            order = order.to_frame()
        if not (hasattr(order, "columns") and hasattr(order, "loc")):
            rows = _array_of(order, classes)
            found = cls(places=dict(zip(classes.tolist(), rows, strict=True)), names=None)
        else:
            found = cls(places=_places_of(order, classes), names=_names_of(order))
        found.levels(classes)
        return found

    def levels(self, classes: NDArray[Any]) -> IntArray:
        """The levels of these classes on each attribute, shape (n_classes, n_attributes): 0 the least, without gaps.

        Raises
        ------
        InvalidConstraints
            A class that is not in the table, or has NaN there.
        """
        missing = [label for label in classes.tolist() if label not in self.places]
        if missing:
            raise InvalidConstraints(
                f"order does not say where {_listed(missing)} of y stand, it has {_listed(list(self.places))}: give "
                "each class a row"
            )
        values = np.array([self.places[label] for label in classes.tolist()])
        if not values.shape[1]:
            raise InvalidConstraints("order has no columns: pass one for each attribute")
        if not np.isfinite(values).all():
            raise InvalidConstraints(
                "order holds NaN or infinite values: give each class of y a number on each attribute"
            )
        levels = np.stack([np.unique(column, return_inverse=True)[1] for column in values.T], axis=1)
        return levels.astype(np.intp)

    def ordering_levels(self, classes: NDArray[Any]) -> IntArray:
        """``levels``, where every attribute puts the classes on two levels at least.

        Raises
        ------
        InvalidConstraints
            An attribute does not.
        """
        levels = self.levels(classes)
        flat = np.flatnonzero(levels.max(axis=0) == 0)
        if flat.size:
            named = [self.names[i] if self.names else int(i) for i in flat]
            raise InvalidConstraints(
                f"order puts all classes of y on one level of {_listed(named)}: leave that out"
            )
        return levels


def _own_places(classes: NDArray[Any]) -> dict[Any, FloatArray]:
    if classes.dtype.kind not in "biuf":
        raise InvalidInput(
            f"y holds names such as {classes.tolist()[0]!r}, which have no order: pass order, a row for each class and "
            "a column for each attribute"
        )
    return {label: np.array([float(label)]) for label in classes.tolist()}


def _places_of(table: Any, classes: NDArray[Any]) -> dict[Any, FloatArray]:
    """The rows of a DataFrame by the class that its index names."""
    labels = list(table.index)
    twice = sorted({str(label) for label in labels if labels.count(label) > 1})
    if twice:
        raise InvalidConstraints(
            f"order has more than one row for {_listed(twice)}: keep one, they may contradict"
        )
    wanted = set(classes.tolist())
    if wanted <= set(table.columns) and not wanted <= set(labels):
        raise InvalidConstraints("order has the classes of y for columns: pass order.T, where they are rows")
    return dict(zip(labels, as_floats(table.to_numpy(), "values of order"), strict=True))


def _names_of(table: Any) -> tuple[str, ...]:
    names = tuple(str(name) for name in table.columns)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InvalidConstraints(
            f"order has more than one column {_listed(twice)}: give each attribute its name"
        )
    return names


def _array_of(order: Any, classes: NDArray[Any]) -> FloatArray:
    values = as_floats(order, "values of order")
    if values.ndim == 1:
        values = values[:, None]
    if values.ndim != 2 or len(values) != len(classes):
        raise InvalidConstraints(
            f"order has shape {values.shape}, and y {len(classes)} classes: pass a row for each class, in the sorted "
            "order of their labels, and a column for each attribute; or a DataFrame whose index names the classes"
        )
    return values


def _listed(names: list[Any], most: int = 5) -> str:
    said = ", ".join(repr(name) for name in names[:most])
    return said if len(names) <= most else f"{said} and {len(names) - most} more"
