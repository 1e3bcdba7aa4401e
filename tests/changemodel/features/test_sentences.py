"""Where a sentence ends, and how long things stand."""

from __future__ import annotations

import pytest

from changemodel.features.sentences import sentences_of, stays_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It rained. The road is closed.", ("It rained.", "The road is closed.")),
        ("The U.S. President spoke. He left.", ("The U.S. President spoke.", "He left.")),
        ("On the 29. of May. All is well.", ("On the 29. of May.", "All is well.")),
        ("See fig. two on the left.", ("See fig. two on the left.",)),
        ("J. Smith resigned. Nobody knew.", ("J. Smith resigned.", "Nobody knew.")),
        ("\u96e8\u3002\u9053\u8def\u3002", ("\u96e8\u3002", "\u9053\u8def\u3002")),
        ("three hours ago \u00b7 214 views", ("three hours ago", "214 views")),
        ("Data is kept.[12] It is not sold.", ("Data is kept.", "It is not sold.")),
        ("", ()),
    ],
)
def test_sentences_are_told_apart(text: str, sentences: tuple[str, ...]) -> None:
    assert sentences_of(text) == sentences


def test_stays_are_told_by_their_first_and_last_visit() -> None:
    assert list(stays_of([0, 1, 4, 6, 7])) == [(0, 1), (4, 4), (6, 7)]
