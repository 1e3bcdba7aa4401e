"""Distances of sets and texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changemodel.features.structure import (
    jaccard_distance,
    normalised_lines,
    normalised_text,
    running_words,
    text_distance,
    word_distance,
    words,
)

sets = st.frozensets(st.sampled_from("abcdefgh"))


def test_two_empty_sets_are_equal() -> None:
    assert jaccard_distance(frozenset(), frozenset()) == 0


def test_an_empty_set_shares_nothing_with_another() -> None:
    assert jaccard_distance(frozenset(), {"a"}) == 1
    assert jaccard_distance({"a"}, frozenset()) == 1


def test_the_distance_is_the_share_that_is_not_common() -> None:
    assert jaccard_distance({"a", "b", "c"}, {"b", "c", "d"}) == pytest.approx(0.5)


@given(sets, sets, sets)
def test_jaccard_is_a_metric_within_zero_and_one(
    a: frozenset[str], b: frozenset[str], c: frozenset[str]
) -> None:
    assert 0 <= jaccard_distance(a, b) == jaccard_distance(b, a) <= 1
    assert (jaccard_distance(a, b) == 0) == (a == b)
    assert jaccard_distance(a, c) <= jaccard_distance(a, b) + jaccard_distance(b, c) + 1e-12


def test_words_ignore_case_punctuation_and_order() -> None:
    assert words("The coast, the STORM!") == {"the", "coast", "storm"}
    assert word_distance("storm at coast", "Coast: at storm.") == 0


def test_text_is_normalised_to_what_a_reader_sees() -> None:
    assert normalised_text("  a\u00a0b\n\tc\u200b\u00add \ufb01x ") == "a b cd fix"


def test_lines_lose_what_is_blank() -> None:
    assert normalised_lines("one  two\n \n\u200b\nthree") == ("one two", "three")


def test_text_distance_sees_order_that_word_sets_do_not() -> None:
    assert text_distance("a b c d", "a b c d") == 0
    assert text_distance("a b", "c d") == 1
    assert text_distance("", "") == 0
    assert text_distance("a", "") == 1
    assert 0 < text_distance("a b c d", "c d a b") < 1
    assert text_distance("a  b", "a b") == 0


def test_words_run_between_white_space_and_sign_by_sign_where_a_script_sets_none() -> None:
    assert running_words("Minister resigns, 12:30") == ["Minister", "resigns,", "12:30"]
    assert running_words("министр ушёл") == ["министр", "ушёл"]
    assert running_words("停電 120人が避難") == ["停", "電", "120", "人", "が", "避", "難"]


@given(st.text(max_size=40))
def test_running_words_lose_nothing_but_white_space(text: str) -> None:
    assert "".join(running_words(text)) == "".join(text.split())
