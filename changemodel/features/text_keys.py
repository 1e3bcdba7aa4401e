"""A text as countable numbers: one for each shingle of its words, one for each number in it.

A number and the words right beside it, where a date has its month, are said apart from the other words.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from changemodel.features.blocks import masked_text
from changemodel.features.structure import folded, running_words
from changemodel.features.text_cache import remembered

SHINGLE_WORDS = 3

MIN_WORDS = 2
"""Words beside its numbers by which a sentence is known on the whole page: "seen on", not "comments"."""

_FIGURE = "#"


def sentence_of(section: str, text: str) -> str:
    """A short name for a block's text with its numbers masked, and the section that it stands in."""
    return f"{key_of(f'{section} {masked_text(text)}'):016x}"


@remembered
def phrase_of(section: str, text: str) -> str:
    """A short name for a sentence in small letters, its numbers masked: with the section that it stands in, unless it
    has ``MIN_WORDS`` beside its numbers. A page that is built anew calls its sections otherwise."""
    words = [word for word in running_words(folded(text)) if not _is_number(word)]
    return sentence_of("" if len(words) >= MIN_WORDS else section, folded(text))


@remembered
def shingle_keys(text: str) -> tuple[int, ...]:
    """Of a text without its numbers and what stands beside them."""
    words: list[str] = []
    for word, figure in _figures(text):
        if not figure:
            words.append(word)
        elif not words or words[-1] != _FIGURE:
            words.append(_FIGURE)
    if not words:
        return ()
    shingles = [
        " ".join(words[place : place + SHINGLE_WORDS])
        for place in range(max(1, len(words) - SHINGLE_WORDS + 1))
    ]
    return tuple(key_of(shingle) for shingle in shingles)


@remembered
def number_keys(text: str, left_out: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """Of a text's numbers and what stands beside them, but for those at some places."""
    return tuple(key_of(word) for word, figure in _figures(text, left_out) if figure)


@remembered
def count_numbers(text: str) -> int:
    """How many numbers stand in a text."""
    return sum(map(_is_number, running_words(folded(text))))


def _figures(text: str, left_out: frozenset[int] = frozenset()) -> list[tuple[str, bool]]:
    """The words of a text, and which of them are numbers or stand beside one: a date is written in words, too. What is
    left out is none, though it stands beside another."""
    words = running_words(folded(text))
    numbers = [_is_number(word) for word in words]
    places = np.flatnonzero(numbers).tolist()
    skipped = {
        row for place, row in enumerate(places) if not left_out.isdisjoint((place, place - len(places)))
    }
    for row in skipped:
        numbers[row] = False
    return [
        (word, row not in skipped and any(numbers[max(0, row - 1) : row + 2]))
        for row, word in enumerate(words)
    ]


def _is_number(word: str) -> bool:
    return any(map(str.isdigit, word))


@remembered
def key_of(text: str) -> int:
    """One number for a few words; checksums would put similar words into the same bins."""
    return int.from_bytes(blake2b(text.encode(errors="surrogatepass"), digest_size=8).digest(), "little")
