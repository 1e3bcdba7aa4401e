"""Makes text of others safe for a terminal, a log line or JSON.

Titles, URLs, file names and messages hold what a stranger put there. An escape sequence moves the cursor or retitles
the window, a line break forges a line, a bidirectional override turns what is read round. All is shown, none obeyed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

_UNSEEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0 and C1 control characters, line breaks and tabs among them
    "\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # without a width
    "\u2028\u2029"  # line and paragraph separators
    "\u202a-\u202e\u2066-\u2069"  # bidirectional embeddings, overrides, isolates
    "\ud800-\udfff"  # halves of a character: of file names that are no UTF-8
    "]"
)
_UNSEEN_IN_JSON = re.compile(
    f"(?!\n){_UNSEEN.pattern}"
)  # a line break stands between the parts there, never in one


def shown(text: str) -> str:
    """``text`` on one line, with an escape such as ``\\x1b`` in place of each character that a terminal obeys."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def json_text(value: Any, *, default: Callable[[Any], Any] = str, indent: int | None = None) -> str:
    """``value`` as JSON: the same value for a program, and nothing in it that a terminal obeys."""
    text = json.dumps(value, default=default, ensure_ascii=False, indent=indent)
    return _UNSEEN_IN_JSON.sub(lambda found: json.dumps(found[0])[1:-1], text)
