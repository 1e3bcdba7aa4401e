"""Who wrote what: characters of Unicode's private area around every text that an operator writes.

They are in the states of a page only. A page as a visitor gets it has none (``unmarked``); read with them, each
sentence tells its author (``benchmarks.pages.labels``).
"""

from __future__ import annotations

import re

END = "\ue0ff"
_FIRST = 0xE100
_MARKS = re.compile("[\ue0ff-\ue1ff]")
_SPAN = re.compile("([\ue100-\ue1ff])([^\ue0ff-\ue1ff]*)\ue0ff")
_NAMES: list[str] = []


def register(name: str) -> None:
    """Give an author a mark of its own."""
    if name not in _NAMES:
        _NAMES.append(name)


def marked(text: str, author: str) -> str:
    """The text with its author's marks around it."""
    return f"{chr(_FIRST + _NAMES.index(author))}{text}{END}"


def unmarked(text: str) -> str:
    """The text as a visitor gets it."""
    return _MARKS.sub("", text)


def spans(text: str) -> list[tuple[str, str]]:
    """Author and text of each marked part, in order."""
    return [(_NAMES[ord(mark) - _FIRST], inner) for mark, inner in _SPAN.findall(text)]
