"""One is one, and several are several."""

import pytest

from storage.plurals import counted, counted_as


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 captures were added"), (1, "1 capture was added"), (1200, "1,200 captures were added")],
)
def test_nouns_and_verbs_agree_with_their_number(count: int, text: str) -> None:
    assert counted(count, "capture", "was added", "were added") == text


def test_words_that_do_not_change_are_given_once() -> None:
    assert [counted(count, "page", "of it") for count in (1, 2)] == ["1 page of it", "2 pages of it"]


@pytest.mark.parametrize(
    ("plural", "one"),
    [("WARC records", "1 WARC record"), ("indexes", "1 index"), ("index entries", "1 index entry")],
)
def test_a_noun_that_is_known_by_its_plural_has_a_singular(plural: str, one: str) -> None:
    assert (counted_as(1, plural), counted_as(2, plural)) == (one, f"2 {plural}")
