"""Is it the same page with other data on it? States of a web application compared without any training.

A near-duplicate is the template of another state filled with other data: more rows in a table, another name in a
field. What a template fixes is which element stands in which; data repeat elements and change words. So structure
is compared as a *set* of paths, to which a further row adds nothing, and words likewise; the picture by GIST. The
three are brought to one unit by their own means over the states at hand, which needs no labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from lxml import html as parser
from numpy.typing import NDArray

from changemodel.features.gist import GistGrid
from changemodel.features.images import ImageSource
from changemodel.features.regions import region_distances_of
from changemodel.features.structure import jaccard_distance, words

FloatArray = NDArray[np.float64]

PARTS = ("structure", "words", "GIST")
_SILENT = frozenset({"script", "style", "noscript", "template", "head"})


@dataclass(frozen=True)
class PageState:
    """One state: its document and its picture."""

    document: str
    screenshot: ImageSource


def tag_paths(document: str) -> frozenset[str]:
    """The paths of element names from the root, each once; classes of an element belong to its name."""
    found = set()
    waiting = [(parser.document_fromstring(document), "")]
    while waiting:
        element, above = waiting.pop()
        if not isinstance(element.tag, str) or element.tag in _SILENT:
            continue
        classes = ".".join(sorted((element.get("class") or "").split()))
        path = f"{above}>{element.tag}.{classes}"
        found.add(path)
        waiting.extend((child, path) for child in element)
    return frozenset(found)


def visible_words(document: str) -> frozenset[str]:
    """The distinct words of a document that are not in scripts or styles."""
    root = parser.document_fromstring(document)
    texts = root.xpath("//body//text()[not(ancestor::script or ancestor::style or ancestor::template)]")
    return words(" ".join(str(text) for text in texts))


def part_distances(states: Sequence[PageState], grid: int = 10) -> FloatArray:
    """Distances of all pairs of states in the order of ``itertools.combinations``, (pairs, 3), as ``PARTS``."""
    paths = [tag_paths(state.document) for state in states]
    said = [visible_words(state.document) for state in states]
    features = GistGrid(grid=grid).transform([state.screenshot for state in states])
    pairs = np.array(list(combinations(range(len(states)), 2)))
    seen = region_distances_of(features, pairs).sum(axis=1)
    sets = [
        (jaccard_distance(paths[i], paths[j]), jaccard_distance(said[i], said[j])) for i, j in pairs.tolist()
    ]
    return np.column_stack([np.array(sets), np.sqrt(seen)])


def joint_distance(parts: FloatArray) -> FloatArray:
    """The mean of the parts, each divided by its own mean over the pairs: one comparator."""
    means = parts.mean(axis=0)
    shares: FloatArray = (parts / np.where(means > 0, means, 1.0)).mean(axis=1)
    return shares
