"""The one sentence that says what changed, from what a score keeps."""

from dataclasses import replace
from typing import Any

import pytest

from storage.records import StoredScore
from storage.what_changed import what_changed
from tests.storage.builders import START


def _score(explanation: dict[str, Any], **changes: Any) -> StoredScore:
    plain = StoredScore(
        page_id=1,
        before_id=1,
        after_id=2,
        scored_at=START,
        model_id=None,
        distance=1.0,
        probability=None,
        important=True,
        explanation=explanation,
    )
    return replace(plain, **changes)


def _block(added: str = "", removed: str = "", **more: Any) -> dict[str, Any]:
    return {"kind": "text", "added": added, "removed": removed, "furniture": False, "chance": 0.1, **more}


def test_words_are_quoted_in_the_letters_of_the_page() -> None:
    told = {"blocks": [_block("Ferry STOPPED until Monday")]}
    assert what_changed(_score(told)) == "New: “Ferry STOPPED until Monday”"


def test_words_in_place_of_others_name_both_and_how_many_more_places_changed() -> None:
    told = {"blocks": [_block("closed", "open"), _block("x"), _block("menu", furniture=True)]}
    assert what_changed(_score(told)) == "“open” became “closed”, and 1 more"


def test_words_that_went_are_named() -> None:
    told = {"blocks": [_block(removed="Free of charge", kind="removed")]}
    assert what_changed(_score(told)) == "Gone: “Free of charge”"


def test_the_sentence_that_other_pages_taught_to_be_news_points_at_its_block() -> None:
    told = {
        "blocks": [_block("12:31"), _block("Harbour bridge closes")],
        "sentences": [{"text": "harbour bridge closes", "came": True, "chance": 0.9}],
    }
    assert what_changed(_score(told)) == "New: “Harbour bridge closes”, and 1 more"


def test_stories_come_before_everything_else() -> None:
    told = {"stories": ["new lead: A storm", "left: A fair"], "blocks": [_block("menu")]}
    assert what_changed(_score(told)) == "new lead: A storm, and 1 more"


def test_where_the_picture_weighs_more_its_place_is_told() -> None:
    told = {
        "by_part": {"visual": 2.0, "text": 0.5},
        "blocks": [_block("12:31")],
        "parts": [{"box": [0, 100, 100, 100]}],
    }
    assert what_changed(_score(told)) == "The picture changed, most of all at the top, on the left"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"links_added": ("a", "b"), "links_removed": ("c",)}, "2 links came, 1 went"),
        ({"images_removed": ("a",)}, "1 image went"),
        ({"displacement_px": -40}, "Content moved up by 40 px"),
        ({"distance": 0.0}, "Nothing changed"),
        ({}, "The page changed as a whole"),
    ],
)
def test_without_words_the_rest_is_told(changes: dict[str, Any], said: str) -> None:
    assert what_changed(_score({}, **changes)) == said


def test_a_file_changed_or_did_not() -> None:
    told = {"file": {"before": "a", "after": "b"}}
    assert what_changed(_score(told)) == "The file changed"
    assert what_changed(_score(told, distance=0.0)) == "The same file"


def test_long_quotations_end_between_words_and_on_one_line() -> None:
    said = what_changed(_score({"blocks": [_block("many  words\n" * 40)]}))
    assert "\n" not in said
    assert said.endswith("…”")
    assert len(said) < 160
