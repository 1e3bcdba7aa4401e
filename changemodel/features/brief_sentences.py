"""Sentences that stand only briefly among others that last, told by their words.

By-laws stay for months; between their paragraphs stand an example, a reader's question, "see also", drawn anew at every
visit. Read as one section these are one noise. What tells them is in their words: a label, a way to begin, a mark at
the end. How long a sentence of a section stands is learned from its words by ridge regression (Hoerl and Kennard
1970), and where that foretells it, the section is two regions: what will last, and what will not. Neither is left out:
time tells which of the two matters, as it does of all regions (``change.text_drift``).

A sentence is judged by what the *others* teach: its own life, known afterwards, would make all that once stood for long
look as if it had been bound to. So each is foretold by one of ``FOLDS`` regressions, that it had no part in, in the
versions learned from as in later ones. A few labels among many words suffice; where words tell nothing, the two kinds
are not told apart (``TOLD``), and the section is read as it was.

The constants were chosen on training sites of ``benchmarks.sites`` (husorden, yakgwan, paratiritis, charter; seed 101).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import lsqr
from scipy.stats import mannwhitneyu

from changemodel.features.blocks import BlockPage, each_once, masked_text
from changemodel.features.passing_sentences import (
    Stay,
    sentences_by_section,
    sentences_of,
    stays_of,
    visits_of,
)
from changemodel.features.remembered import remembered
from changemodel.features.text_keys import count_numbers, key_of
from changemodel.features.typography import folded

BRIEF = 2
"""Visits that what is brief stands at most."""

LASTING = 6
"""Visits from which on a stay is lasting. Between the two, what is drawn at random and what stays look alike."""

LONG = 32
"""Visits from which on how much longer something stands tells nothing more."""

MIN_SENTENCES = 10
"""Stays of either kind that a section must have had."""

TOLD = 0.8
"""Chance that, of a brief and of a lasting stay, the words foretell a longer life of the lasting one; 0.5 where
they tell nothing."""

FOLDS = 5

RIDGE = 2.0
"""Penalty of the squared weights."""

_BETWEEN = np.log2(BRIEF) + 0.5
"""Logarithm of the life below which a sentence is foretold to be brief: between two visits and three."""

_WORD = re.compile(r"\w+|[^\w\s]")

BRIEF_MARK = "~"
"""What the region of a section's brief sentences is called: this, and the section."""

Stays = Mapping[str, Sequence[Stay]]
"""Of the sentences of one section, by what they say; their letter case does not count."""


@dataclass(frozen=True)
class LifeByWords:
    """How long the sentences of one section stand, by what is in them.

    Attributes
    ----------
    weights : dict of str to FOLDS floats
        Of each thing that may be in a sentence (``traits_of``), in each regression.
    means : FOLDS floats
        What is foretold of a sentence of which nothing is known; binary logarithms of visits.
    """

    weights: Mapping[str, tuple[float, ...]]
    means: tuple[float, ...]

    @classmethod
    def of(cls, stays: Stays, visits: int) -> Self | None:
        """Learned from all stays within so many visits; None where the words do not tell brief from lasting ones."""
        seen = [(text, _life(stay)) for text, own in stays.items() for stay in own if _is_known(stay, visits)]
        lives = np.log2([min(life, LONG) for _, life in seen])
        brief = np.array([life <= BRIEF for _, life in seen], dtype=bool)
        lasting = np.array([life >= LASTING for _, life in seen], dtype=bool)
        if min(brief.sum(), lasting.sum()) < MIN_SENTENCES:
            return None
        found = cls._fitted([text for text, _ in seen], lives)
        foretold = np.array([found.foretell(text) for text, _ in seen])
        longer = mannwhitneyu(foretold[lasting], foretold[brief]).statistic / (brief.sum() * lasting.sum())
        return found if longer >= TOLD else None

    @classmethod
    def _fitted(cls, texts: Sequence[str], lives: NDArray[np.float64]) -> Self:
        names = sorted({trait for text in texts for trait in traits_of(text)})
        place = {name: column for column, name in enumerate(names)}
        cells = [(row, place[trait]) for row, text in enumerate(texts) for trait in traits_of(text)]
        rows, columns = np.array(cells).T
        known = csr_matrix((np.ones(len(cells)), (rows, columns)), shape=(len(texts), len(names)))
        folds = np.array([_fold(text) for text in texts])
        weights, means = np.zeros((len(names), FOLDS)), np.full(FOLDS, lives.mean())
        for fold in range(FOLDS):
            others = folds != fold
            if others.any():
                means[fold] = lives[others].mean()
                weights[:, fold] = lsqr(known[others], lives[others] - means[fold], damp=np.sqrt(RIDGE))[0]
        return cls(dict(zip(names, map(tuple, weights.tolist()), strict=True)), tuple(means.tolist()))

    def foretell(self, text: str) -> float:
        """Binary logarithm of the visits that a sentence will stand, by those that it had no part in."""
        fold = _fold(text)
        return self.means[fold] + sum(
            self.weights[trait][fold] for trait in sorted(traits_of(text)) if trait in self.weights
        )


@dataclass(frozen=True)
class Part:
    """What a block says in one region.

    Attributes
    ----------
    region : str
        The block's section, behind ``BRIEF_MARK`` what is foretold to be brief.
    text : str
    places : tuple of int
        Of its numbers among those of the whole block, the first 0.
    """

    region: str
    text: str
    places: tuple[int, ...]

    def local(self, places: Collection[int], count: int) -> frozenset[int]:
        """Some places among the block's numbers, of which there are so many (-1: the last), as places among its own."""
        return frozenset(
            row for row, place in enumerate(self.places) if place in places or place - count in places
        )


@dataclass(frozen=True)
class BriefSentences:
    """The sections in which brief and lasting sentences are told apart, and how."""

    sections: Mapping[str, LifeByWords] = field(default_factory=dict)

    @classmethod
    def of(cls, pages: Sequence[BlockPage]) -> Self:
        """From versions of a page in time order."""
        found = {section: LifeByWords.of(stays, len(pages)) for section, stays in _stays_of(pages).items()}
        return cls({section: life for section, life in found.items() if life is not None})

    def parts(self, section: str, text: str, places: Sequence[int]) -> Iterator[Part]:
        """What a block of a section says, region by region; ``places``: of its numbers among those of the block."""
        life = self.sections.get(section)
        if life is None:
            yield Part(section, text, tuple(places))
            return
        said: dict[str, tuple[list[str], list[int]]] = {section: ([], []), f"{BRIEF_MARK}{section}": ([], [])}
        first = 0
        for sentence in sentences_of(text):
            is_brief = life.foretell(folded(sentence)) < _BETWEEN
            sentences, own = said[f"{BRIEF_MARK}{section}" if is_brief else section]
            sentences.append(sentence)
            numbers = count_numbers(sentence)
            own.extend(places[first : first + numbers])
            first += numbers
        yield from (Part(name, " ".join(found), tuple(at)) for name, (found, at) in said.items() if found)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        told = [
            (section, trait, weights)
            for section, life in sorted(self.sections.items())
            for trait, weights in life.weights.items()
        ]
        return {
            "brief_sections": np.array(sorted(self.sections), dtype=np.str_),
            "brief_means": np.array([self.sections[name].means for name in sorted(self.sections)]).reshape(
                -1, FOLDS
            ),
            "brief_traits": np.array([f"{section}\t{trait}" for section, trait, _ in told], dtype=np.str_),
            "brief_weights": np.array([weights for _, _, weights in told]).reshape(-1, FOLDS),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others; of an older model, no section."""
        if "brief_sections" not in arrays:
            return cls()
        names: list[str] = arrays["brief_sections"].tolist()
        weights: dict[str, dict[str, tuple[float, ...]]] = {name: {} for name in names}
        for said, own in zip(arrays["brief_traits"].tolist(), arrays["brief_weights"].tolist(), strict=True):
            section, _, trait = said.partition("\t")
            weights[section][trait] = tuple(own)
        return cls(
            {
                name: LifeByWords(weights[name], tuple(means))
                for name, means in zip(names, arrays["brief_means"].tolist(), strict=True)
            }
        )


@remembered
def traits_of(text: str) -> frozenset[str]:
    """What a sentence may share with others, numbers masked: its words, how it begins and ends, its length."""
    text = masked_text(text)
    words = _WORD.findall(text)
    ends = (f"^{' '.join(words[:1])}", f"^{' '.join(words[:2])}", f"{' '.join(words[-1:])}$")
    return frozenset((*words, *ends, f"~{len(text).bit_length()}"))


def _stays_of(pages: Sequence[BlockPage]) -> dict[str, dict[str, list[Stay]]]:
    """Of every sentence, by section."""
    said = each_once(lambda page: sentences_by_section(page, folded), pages)
    return {
        section: {text: list(stays_of(visits)) for text, visits in own.items()}
        for section, own in visits_of(said).items()
    }


def _is_known(stay: Stay, visits: int) -> bool:
    """Whether it is known how long a stay was, or that it was long: the first and the last visit cut stays short."""
    return (stay[0] > 0 and stay[1] < visits - 1) or _life(stay) > 2 * BRIEF


def _life(stay: Stay) -> int:
    return stay[1] - stay[0] + 1


def _fold(text: str) -> int:
    return key_of(text) % FOLDS
