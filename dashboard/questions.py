"""Chooses the pairs of captures to ask about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

Pair = tuple[int, int]
"""Numbers of two captures of a page, the earlier first."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """Was this change important?"""

    page_id: int
    before_id: int
    after_id: int
    what: str  # changed, in a sentence
    probability: float | None  # that it was important, as the page's model has it


class Questions(Protocol):
    """Chooses and keeps them, and has pages learned from the answers."""

    def open(self) -> Sequence[Question] | str:
        """Those that nobody answered, the most telling first; a sentence where there are none. It may take seconds."""

    def skip(self, pair: Pair) -> None:
        """Ask it again after all others."""

    def answered(self, page_id: int) -> None:
        """Have the page learned anew, without waiting for it."""
