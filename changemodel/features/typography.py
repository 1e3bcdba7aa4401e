"""The one form in which texts are compared: how a page sets its quotation marks and dashes says nothing.

What people are shown stays as it was written; ``structure.normalised_text`` has unified it (NFKC) and taken out what is
invisible. Here signs that stand for one another become the plain one, figures of every script those of ASCII. A minus
stays apart from a plus, and a dash between two numbers, with spaces or without, is one sign.
"""

from __future__ import annotations

import re
import unicodedata

from changemodel.features.remembered import remembered

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
