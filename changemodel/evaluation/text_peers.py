"""Distances of two versions that read words and addresses instead of pixels, 0 for equal ones.

Beside ``baselines``: what a monitor does that compares paragraphs, or sets of links.
"""

from __future__ import annotations

from collections import Counter

from changemodel.errors import InvalidVersion
from changemodel.features.block_input import attribute_of
from changemodel.features.structure import jaccard_distance, normalised_text
from changemodel.version import PageVersion


def block_text_difference(a: PageVersion, b: PageVersion) -> float:
    """Share of the words that stand in blocks whose text the other version does not have.

    Blocks are compared as whole texts, wherever they stand: one changed word counts with its block.
    """
    texts_a, texts_b = _texts(a), _texts(b)
    total = _words(texts_a) + _words(texts_b)
    return (_words(texts_a - texts_b) + _words(texts_b - texts_a)) / total if total else 0.0


def link_difference(a: PageVersion, b: PageVersion) -> float:
    """Jaccard distance of the hyperlinks."""
    return jaccard_distance(a.links, b.links)


def image_difference(a: PageVersion, b: PageVersion) -> float:
    """Jaccard distance of the image addresses."""
    return jaccard_distance(a.images, b.images)


def _texts(version: PageVersion) -> Counter[str]:
    if version.blocks is None:
        raise InvalidVersion(
            f"the version of {version.captured_at} has no blocks: this baseline compares their texts"
        )
    texts = (normalised_text(attribute_of(block, "text", "")) for block in version.blocks)
    return Counter(text for text in texts if text)


def _words(texts: Counter[str]) -> int:
    return sum(count * len(text.split()) for text, count in texts.items())
