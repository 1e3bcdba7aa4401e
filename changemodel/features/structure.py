"""Distances of what a version links to, shows and says: sets and words, no pixels.

The hybrid distance takes ``jaccard_distance`` of hyperlink and image sets (Law 2015, section 4.3, equation (4.7));
``word_distance`` is the option that the source found to make results worse, ``text_distance`` what a whole-text diff
sees.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Set

from changemodel.features.remembered import remembered
from changemodel.features.typography import folded

_WORD = re.compile(r"\w+", re.UNICODE)
_SPACE = re.compile(r"\s+")
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han and kana
    "\U00020000-\U0003ffff"
)
_SIGN = re.compile(f"[{_UNSPACED}]")
_RUN = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")
_INVISIBLE = re.compile(  # soft hyphens, zero widths, marks of direction, which picture of a sign is meant
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
_ACCENT = "\u00b4"  # for an apostrophe, which NFKC would make a space


def jaccard_distance(a: Set[str], b: Set[str]) -> float:
    """1 - |A n B| / |A u B|: 0 for two empty sets, which are equal, 1 where one of them is empty."""
    union = len(a | b)
    return 0.0 if union == 0 else 1.0 - len(a & b) / union


def words(text: str) -> frozenset[str]:
    """The distinct words of a text, case folded, after ``normalised_text``; punctuation separates words."""
    return frozenset(_WORD.findall(folded(normalised_text(text))))


def word_distance(a: str, b: str) -> float:
    """Jaccard distance of the word sets of two texts."""
    return jaccard_distance(words(a), words(b))


@remembered
def normalised_text(text: str) -> str:
    """The text as a reader sees it: forms unified (NFKC), invisible marks dropped, white space folded."""
    return _SPACE.sub(
        " ", _INVISIBLE.sub("", unicodedata.normalize("NFKC", text.replace(_ACCENT, "'")))
    ).strip()


def running_words(text: str) -> list[str]:
    """The words of a text in reading order, between white space; of scripts that set none between words, each sign.

    Japanese and Chinese, Thai, Lao, Burmese and Khmer: a whole headline would be one word, and one number in it would
    make all of it a number.
    """
    return text.split() if _SIGN.search(text) is None else _RUN.findall(text)


def normalised_lines(text: str) -> tuple[str, ...]:
    """The non-empty lines of a text, each as ``normalised_text`` gives it."""
    lines = (normalised_text(line) for line in text.splitlines())
    return tuple(line for line in lines if line)


def text_distance(a: str, b: str) -> float:
    """Share of words that a word-by-word diff does not match, in [0, 1].

    Order counts, unlike in ``word_distance``: this is what a whole-text diff sees.
    """
    words_a, words_b = normalised_text(a).split(), normalised_text(b).split()
    if words_a == words_b:
        return 0.0
    return 1.0 - difflib.SequenceMatcher(None, words_a, words_b, autojunk=False).ratio()
