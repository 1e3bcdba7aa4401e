"""Distances between the links, images and words of two versions.

The hybrid distance takes ``jaccard_distance`` of hyperlink and image sets (Law 2015, section 4.3, equation (4.7));
``word_distance`` is the option that the source found to make results worse, ``text_distance`` what a whole-text diff
sees.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Set

from changemodel.features.text_cache import remembered

_DASHES = "\u2010-\u2015\u2212\u2e3a\u2e3b\u05be"
_PLAIN = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u02b9\u02bb\u02bc\u05f3`\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u02ba\u05f4\u301d\u301e\u301f", '"'),
    "\u00d7": "x",
    "\u2044": "/",
    "\u2026": "...",
    "\u0640": "",  # makes an Arabic word longer
    "\u060c": ",",
    "\u061b": ";",
    "\u061f": "?",
    "\u066a": "%",
    "\u066b": ".",
    "\u066c": ",",
}
_BETWEEN_NUMBERS = re.compile(rf"(?<=\d)(?: [-{_DASHES}]+ |[{_DASHES}]+)(?=\d)")
_BETWEEN_WORDS = re.compile(r"(?<=[^\W\d_])(?:[\u2014\u2015\u2e3a\u2e3b]|--+)(?=[^\W\d_])")
_SPECIAL = re.compile(rf"[{_DASHES}]+|(?![0-9])\d|[{''.join(_PLAIN)}]|--+")


@remembered
def plain(text: str) -> str:
    """A text with the plain sign for each that stands for it, and the figures 0 to 9."""
    if text.isascii() and "-" not in text:
        return text
    ranged = _BETWEEN_NUMBERS.sub("-", _BETWEEN_WORDS.sub(" - ", text))
    return _SPECIAL.sub(_plain_sign, ranged)


@remembered
def folded(text: str) -> str:
    """The same in small letters: what is equal in this form says the same."""
    return plain(text.casefold())


def _plain_sign(found: re.Match[str]) -> str:
    sign = found[0]
    if sign in _PLAIN:
        return _PLAIN[sign]
    return str(unicodedata.decimal(sign)) if sign.isdecimal() else "-"


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
