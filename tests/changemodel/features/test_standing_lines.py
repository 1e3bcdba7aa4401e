"""Lines of a plain text are placed by the lines that are always there, and a page of text alone is learned so."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.features.blocks import is_plain
from changemodel.features.standing_lines import StandingLines

START = datetime(2026, 3, 2, tzinfo=UTC)
LEARNED, HOURS, STORY_H = 72, 130, 8
Page = Callable[[int], str]


def _sentence(seed: object) -> str:
    rng = random.Random(str(seed))
    return " ".join("".join(rng.choices("abcdefghiklmnoprstuvw", k=rng.randint(3, 9))) for _ in range(9))


LEAD = [[_sentence(f"lead {story} {line}") for line in range(3)] for story in range(HOURS)]
REST = [_sentence(f"rest {line}") for line in range(30)]


def _advert_above(hour: int) -> str:
    return "\n".join(
        ["The Daily Tide", _sentence(f"advert {hour}"), *LEAD[hour // STORY_H], "Imprint", *REST]
    )


def _adverts_come_and_go(hour: int) -> str:
    adverts = [_sentence(f"advert {hour} {line}") for line in range(hour % 3)]
    return "\n".join(["The Daily Tide", *adverts, "Today", *LEAD[hour // STORY_H], "Imprint", *REST])


def _versions(page: Page) -> list[PageVersion]:
    return [PageVersion(START + timedelta(hours=hour), text=page(hour)) for hour in range(HOURS)]


@pytest.mark.parametrize("page", [_advert_above, _adverts_come_and_go])
def test_news_is_found_below_what_changes_at_each_visit(page: Page, tmp_path: Path) -> None:
    versions = _versions(page)
    model = ChangeModel().fit(versions[:LEARNED])
    pairs = list(pairwise(versions[LEARNED:]))
    told = [model.compare(*pair).important for pair in pairs]
    hours = range(LEARNED, HOURS - 1)
    assert told == [hour // STORY_H != (hour + 1) // STORY_H for hour in hours]
    model.save(tmp_path)
    loaded = ChangeModel.load(tmp_path)
    assert [loaded.compare(*pair).distance for pair in pairs[:9]] == [
        model.compare(*pair).distance for pair in pairs[:9]
    ]


def test_a_line_stands_below_the_standing_line_above_it() -> None:
    lines = StandingLines.of([_advert_above(hour) for hour in range(24)])
    blocks = lines.blocks(_advert_above(99))
    assert [block["path"] for block in blocks[:6]] == [
        "text>",
        "text>The Daily Tide",
        "text>The Daily Tide",
        "text>The Daily Tide",
        "text>The Daily Tide",
        "text>The Daily Tide",
    ]
    assert blocks[6]["path"] == "text>Imprint"
    assert blocks[1]["text"] == _sentence("advert 99")


def test_a_line_that_stands_twice_or_seldom_places_none() -> None:
    lines = StandingLines.of([f"Top\nMore\nstory {hour}\nMore\nrest" for hour in "abcdefghij"])
    assert [block["path"] for block in lines.blocks("Top\nMore\nnew\nMore\nrest\nend")] == [
        "text>", "text>Top", "text>Top", "text>Top", "text>Top", "text>rest",
    ]  # fmt: skip


def test_a_text_without_lines_is_one_empty_line() -> None:
    version = PageVersion(START, blocks=StandingLines([]).blocks(" \n "))
    assert [block["text"] for block in version.blocks] == [""]
    assert is_plain(version)


def test_saved_lines_are_the_same() -> None:
    lines = StandingLines.of(["Top\nnews", "Top\nother"])
    again = StandingLines.from_arrays(lines.to_arrays())
    assert again is not None
    assert again.blocks("Top\nx") == lines.blocks("Top\nx")
    assert StandingLines.from_arrays({}) is None


def test_a_line_that_begins_alike_stands_in_for_one_that_was_replaced() -> None:
    cast = "Top\nThe play\nKing: {}\nstage\nseats {}\nFool: {}\nEnd"
    lines = StandingLines.of([cast.format("Ann", rest, "Eve") for rest in "abcdefghij"])
    usual = [block["path"] for block in lines.blocks(cast.format("Ann", "k", "Eve"))]
    assert usual[3:6] == ["text>King: Ann", "text>stage", "text>stage"]
    assert usual[6] == "text>Fool: Eve"
    assert [block["path"] for block in lines.blocks(cast.format("Ben", "k", "Ida"))] == usual
    again = StandingLines.from_arrays(lines.to_arrays())
    assert again is not None
    assert [block["path"] for block in again.blocks(cast.format("Ben", "k", "Ida"))] == usual


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Top\nQueen: Ann\nEnd", ["", "Top", "Top"]),  # another line altogether
        ("Top\nEnd\nKing: Ben", ["", "Top", "End"]),  # not between the same neighbours
        ("King: Ann\nTop\nKing: Ben\nEnd", ["", "King: Ann", "Top", "Top"]),  # not gone, but elsewhere
    ],
)
def test_no_other_line_stands_in(text: str, places: list[str]) -> None:
    lines = StandingLines.of(["Top\nKing: Ann\nEnd"] * 10)
    assert [block["path"] for block in lines.blocks(text)] == [f"text>{place}" for place in places]


def test_a_number_is_no_word_to_begin_with() -> None:
    lines = StandingLines.of(["Top\n12 seats\nEnd"] * 10)
    assert [block["path"] for block in lines.blocks("Top\n7 readers\nEnd")] == [
        "text>",
        "text>Top",
        "text>Top",
    ]


def test_a_page_whose_standing_lines_change_one_by_one_rings_for_these_alone() -> None:
    """A theatre: the names of a cast, which are news, and below each what the audience says, another at each visit."""
    rng = random.Random(5)
    casts = [[f"Role {role}: {_sentence(role)[:20]}" for role in range(6)]]
    for number in range(HOURS):
        casts.append(list(casts[-1]))
        if number % 7 == 3:
            casts[-1][rng.randrange(6)] = f"Role {rng.randrange(6)}: {_sentence(number)[:20]}"
    texts = [
        "\n".join(["The Theatre", *(line for name in cast for line in (name, _sentence(rng.random())))])
        for cast in casts
    ]
    versions = [PageVersion(START + timedelta(hours=hour), text=text) for hour, text in enumerate(texts)]
    model = ChangeModel().fit(versions[:LEARNED])
    rang = [
        hour
        for hour in range(LEARNED, HOURS - 1)
        if model.compare(versions[hour], versions[hour + 1]).important
    ]
    assert rang == [hour for hour in range(LEARNED, HOURS - 1) if casts[hour] != casts[hour + 1]]
