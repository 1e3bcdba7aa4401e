"""The sentences of a text, in any language, and how long they stay from visit to visit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from changemodel.features.blocks import without_marks
from changemodel.features.text_cache import remembered

Stay = tuple[int, int]
"""The first and the last visit at which something stood without a break."""

_END = re.compile(r"(?<=[.!?\u2026\u061f\u06d4\u0964])\s+|(?<=[\u3002\uff01\uff1f])|\s+[\u00b7\u2022|]\s+|\n")
"""After a sentence, at the end of a line, or between what stands side by side: three hours ago, then a dot, then 214
views."""

_SHORT = 4
"""Letters of a word up to which a full stop behind it may be that of an abbreviation."""

_GOES_ON = re.compile(rf"[!?\u2026]$|\.\.$|\b(\d+|\w{{1,{_SHORT}}})\.$")
_INITIAL = re.compile(r"\b[^\W\d]\.$")


@remembered
def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text in order, without marks of references.

    A full stop behind a single letter ends none. Nor does one behind another short word, or a number, after which the
    text goes on in small letters: it ends an abbreviation or an ordinal.
    """
    found: list[str] = []
    for part in filter(None, _END.split(without_marks(text).strip())):
        if found and _goes_on(found[-1], part):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return tuple(found)


def _goes_on(sentence: str, part: str) -> bool:
    return _INITIAL.search(sentence) is not None or (
        part[0].islower() and _GOES_ON.search(sentence) is not None
    )


def stays_of(visits: Sequence[int]) -> Iterator[Stay]:
    """The first and the last visit of each stay, from the visits at which something stood, in order."""
    first = last = visits[0]
    for visit in visits[1:]:
        if visit > last + 1:
            yield first, last
            first = visit
        last = visit
    yield first, last
