"""Sentences that are drawn anew at each visit are apart from those that stay, if their words tell them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.brief_sentences import BRIEF_MARK, FOLDS, BriefSentences, LifeByWords, traits_of
from changemodel.features.page_text import text_distances
from changemodel.features.text_regions import TextRegions

HOURS = 120
SECTION = "body>main>p"
NOUNS = ("roof", "stair", "yard", "cellar", "laundry", "gate", "lamp", "bench", "hedge", "bicycle", "drain")
VERBS = ("cleaned", "painted", "closed", "opened", "locked", "lit", "swept")


def _page(*paragraphs: str) -> BlockPage:
    return BlockPage([Block(f"{SECTION}:nth-of-type({row})", text) for row, text in enumerate(paragraphs, 1)])


def _clauses(hour: int) -> list[str]:
    """Eleven rules, of which one changes every five hours."""
    return [
        f"The {noun} must be {VERBS[(hour + 5 * row) // 55 % len(VERBS)]} within {row + 3} days by the house."
        for row, noun in enumerate(NOUNS)
    ]


def _question(hour: int) -> str:
    draw = np.random.default_rng(hour)
    noun, verb = NOUNS[draw.integers(len(NOUNS))], VERBS[draw.integers(len(VERBS))]
    return f"A resident asks: may my {noun} be {verb} on day {draw.integers(100)}?"


def _with_questions(hour: int) -> BlockPage:
    clauses = _clauses(hour)
    return _page(*clauses[:4], _question(hour), *clauses[4:8], _question(1000 + hour), *clauses[8:])


def _pages(page: Callable[[int], BlockPage]) -> list[BlockPage]:
    return [page(hour) for hour in range(HOURS)]


@pytest.fixture(scope="module")
def regions() -> TextRegions:
    """Learned from rules with questions between them."""
    return TextRegions.of(_pages(_with_questions))


def test_what_is_drawn_anew_is_a_region_of_its_own(regions: TextRegions) -> None:
    assert set(regions.brief.sections) == {SECTION}
    assert {SECTION, f"{BRIEF_MARK}{SECTION}"} <= set(regions.sections)


def test_a_question_never_seen_is_told_by_its_words(regions: TextRegions) -> None:
    said = f"{_clauses(0)[0]} {_question(5000)}"
    parts = {part.region: part for part in regions.brief.parts(SECTION, said, (2, 4))}
    assert parts[SECTION].text == _clauses(0)[0]
    assert parts[f"{BRIEF_MARK}{SECTION}"].text == _question(5000)
    assert (parts[SECTION].places, parts[f"{BRIEF_MARK}{SECTION}"].places) == ((2,), (4,))


def test_other_questions_change_only_the_brief_region_and_another_rule_only_the_lasting_one(
    regions: TextRegions,
) -> None:
    clauses = _clauses(0)
    pages = [
        _page(*clauses, _question(5000)),
        _page(*clauses, _question(5001)),
        _page(*clauses[:-1], clauses[-1].replace("must", "may"), _question(5000)),
    ]
    asked, ruled = text_distances([regions.read(page) for page in pages], np.array([[0, 1], [0, 2]]))
    names = np.array([name.removeprefix("#") for name in regions.names])
    assert set(names[asked > 0.0]) == {f"{BRIEF_MARK}{SECTION}"}
    assert set(names[ruled > 0.0]) == {SECTION}


def test_where_words_tell_nothing_the_section_is_one() -> None:
    """What comes and stays, and what comes and goes, is drawn from the same words."""
    draw = np.random.default_rng(1)
    shown = [[" ".join(draw.choice(NOUNS + VERBS, 5)) for _ in range(6)] for _ in range(HOURS)]

    def page(hour: int) -> BlockPage:
        return _page(*(shown[hour // 20 * 20][:3]), *(shown[hour][3:]))

    assert not BriefSentences.of(_pages(page)).sections


def test_where_all_sentences_last_the_section_is_one() -> None:
    assert not BriefSentences.of(_pages(lambda hour: _page(*_clauses(hour)))).sections


def test_of_two_versions_and_of_none_nothing_is_told() -> None:
    assert not BriefSentences.of([]).sections
    assert not BriefSentences.of(_pages(_with_questions)[:2]).sections


def test_a_sentence_has_no_part_in_what_is_foretold_of_it() -> None:
    """Were it otherwise, all that once stood long would have been bound to."""
    texts = [f"item {noun} {verb}" for noun in NOUNS for verb in VERBS]
    once = {text: [(1 + row, 1 + row)] for row, text in enumerate(texts)}
    last = {f"rule {noun} stays": [(3, 60)] for noun in NOUNS}
    odd = "item roof cleaned"
    usual = LifeByWords.of(once | last, HOURS)
    other = LifeByWords.of(once | last | {odd: [(3, 60)]}, HOURS)
    assert usual is not None
    assert other is not None
    assert other.foretell(odd) == pytest.approx(usual.foretell(odd), abs=0.05)


def test_a_block_has_regions_of_both_kinds(regions: TextRegions) -> None:
    names = [regions.names[row] for row in regions.rows_of(f"{SECTION}:nth-of-type(2)")]
    brief = f"{BRIEF_MARK}{SECTION}"
    assert names == [SECTION, f"#{SECTION}", brief, f"#{brief}"]
    rest = [regions.names[row] for row in regions.rows_of("body>nav>a")]
    assert rest == ["other", "#other"] * 2


def test_pictures_have_as_many_regions_as_words(regions: TextRegions) -> None:
    """The map lays blocks of both kinds side by side."""
    shown = replace(regions, pictured=("body>figure",))
    assert {shown.names[row] for row in shown.rows_of("@body>figure")} == {"@body>figure"}
    assert len(shown.rows_of("@body>figure")) == len(shown.rows_of(f"{SECTION}:nth-of-type(2)"))


def test_it_is_kept_with_the_model(regions: TextRegions) -> None:
    kept = TextRegions.from_arrays(regions.to_arrays())
    page = _page(*_clauses(3), _question(77))
    assert np.array_equal(kept.read(page).counts, regions.read(page).counts)
    assert kept.brief == regions.brief
    assert len(kept.brief.sections[SECTION].means) == FOLDS


def test_a_model_saved_before_tells_no_brief_sentences(regions: TextRegions) -> None:
    saved = {name: array for name, array in regions.to_arrays().items() if not name.startswith("brief_")}
    assert not TextRegions.from_arrays(saved).brief.sections


def test_traits_are_words_ends_and_length() -> None:
    assert traits_of("see also # .") == {"see", "also", "#", ".", "^see", "^see also", ".$", "~4"}
    assert traits_of("") == {"^", "$", "~0"}
