"""Numbers that count days are told from other numbers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from changemodel.change.day_counts import numbers_counting_days, sentences_counting_days
from changemodel.features.blocks import Block, BlockPage
from changemodel.features.table_rows import TableRows
from changemodel.features.text_keys import phrase_of

START = datetime(2026, 3, 2, 6, 7, tzinfo=UTC)
MOMENTS = [START + timedelta(hours=hour) for hour in range(60)]
HOURS_99 = [START + timedelta(hours=hour) for hour in range(99)]


def _list(
    numbers: Callable[[int, int], int | None], words: str = "{} days ago", hours: int = len(MOMENTS)
) -> list[BlockPage]:
    """A list of eight lines at each hour."""
    pages = []
    for hour in range(hours):
        shown = [numbers(hour, line) for line in range(8)]
        pages.append(
            BlockPage(
                [
                    Block(f"body>li:nth-of-type({place + 1})>p", words.format(number))
                    for place, number in enumerate(number for number in shown if number is not None)
                ]
            )
        )
    return pages


def test_days_since_and_days_left_count_days() -> None:
    since = _list(lambda hour, line: (hour + 3 * line) // 24 + line)
    left = _list(lambda hour, line: 40 - (hour + 3 * line) // 24 - 2 * line, "closes in {} days")
    assert numbers_counting_days(since, MOMENTS) == {("body>li>p", 0)}
    assert numbers_counting_days(left, MOMENTS) == {("body>li>p", 0)}


def test_sentences_count_days_whatever_stands_with_them_in_their_block() -> None:
    def story(hour: int, line: int) -> str:
        age = (hour + 3 * line) // 24 + line + 1
        return f"No. {hour * (line + 2) % 50} in strike {line}! Sea rises\n{age} Days ago\n{(hour + line) % 7} read"

    def block(hour: int, line: int) -> Block:
        said = story(hour, line)
        return Block(f"body>li:nth-of-type({line + 1})>p", said.replace("\n", " "), lines=said)

    pages = [BlockPage([block(hour, line) for line in range(8)]) for hour in range(len(MOMENTS))]
    assert sentences_counting_days(pages, MOMENTS, TableRows()) == {phrase_of("body>li>p", "# days ago")}


def test_days_are_told_by_the_last_number_where_others_stand_before_some() -> None:
    def line(hour: int, place: int) -> str:
        said = "charged (order 2) 06/05" if place % 3 else "held 04/05"
        return f"{said}, {(hour + 3 * place) // 24 + place} days"

    pages = [
        BlockPage([Block(f"body>li:nth-of-type({place + 1})>p", line(hour, place)) for place in range(8)])
        for hour in range(len(MOMENTS))
    ]
    assert ("body>li>p", -1) in numbers_counting_days(pages, MOMENTS)


def test_days_are_counted_whatever_the_order_and_though_lines_are_corrected_or_come() -> None:
    def number(hour: int, line: int) -> int | None:
        place = 7 - line if hour % 9 == 4 else line
        if place == 7 and hour < 31:
            return None
        return (hour + 3 * place) // 24 + place + (7 if place == 2 and hour > 40 else 0)

    assert numbers_counting_days(_list(number), MOMENTS) == {("body>li>p", 0)}


@pytest.mark.parametrize(
    "numbers",
    [
        lambda hour, line: 100 + 3 * hour + line,
        lambda hour, line: 20 + (hour // 24) * (1 if line % 2 else -1),
        lambda hour, line: 5 + line,
        lambda hour, line: 40 + 2 * ((hour + 9) // 24) - line,
        lambda hour, line: 12 + (hour * (line + 3)) % 5,
    ],
    ids=["views", "both ways", "still", "by two", "noise"],
)
def test_other_numbers_count_no_days(numbers: Callable[[int, int], int]) -> None:
    assert not numbers_counting_days(_list(numbers), MOMENTS)


def test_of_several_numbers_a_line_the_one_that_counts_days_is_told() -> None:
    pages = _list(lambda hour, line: 40 - (hour + 3 * line) // 24 - 2 * line, "until 12 May {} days left")
    assert numbers_counting_days(pages, MOMENTS) == {("body>li>p", 1)}


def test_lines_that_end_on_their_last_day_are_no_obstacle() -> None:
    def number(hour: int, line: int) -> int | None:
        left = 4 * line + 2 - (hour + 3 * line) // 24
        return left if left > 0 else None

    assert numbers_counting_days(_list(number), MOMENTS) == {("body>li>p", 0)}


def at_midnight(hour: int, line: int) -> int:
    """Every third line counts, all at once; the days of the others have ended."""
    return 40 - 5 * line + ((hour + 6) // 24 if line % 3 == 0 else 0)


def test_days_of_some_lines_that_turn_at_midnight_are_told_among_lines_that_stand_still() -> None:
    long = [START + timedelta(hours=hour) for hour in range(120)]
    assert numbers_counting_days(_list(at_midnight, hours=120), long) == {("body>li>p", 0)}


def test_days_that_turn_at_midnight_are_told_though_other_lines_come_and_go() -> None:
    def number(hour: int, line: int) -> int:
        came = (
            3 * ((hour + 10) // 20) if line == 2 else 0
        )  # another line in its place, at another time of the day
        return 30 + 2 * line - (hour + 6) // 24 + came

    assert numbers_counting_days(_list(number, "{} days left", hours=99), HOURS_99) == {("body>li>p", 0)}


def test_figures_that_rise_by_one_now_and_then_count_no_days() -> None:
    long = [START + timedelta(hours=hour) for hour in range(120)]
    risen = [9, 40, 51, 77, 103]
    pages = _list(lambda hour, line: 46 + sum(hour >= at for at in risen) if line == 0 else None, hours=120)
    assert not numbers_counting_days(pages, long)


def test_a_number_that_is_several_counts_no_days() -> None:
    pages = _list(lambda hour, line: (hour + 3 * line) // 24 + line, "{}:30")
    assert not numbers_counting_days(pages, MOMENTS)


def _table(number: Callable[[int, int], int], words: str) -> list[BlockPage]:
    """Twenty rows with a name and a number, at each of 120 hours, in another order at times and some of them hidden."""
    pages = []
    for hour in range(120):
        shown = [line for line in range(20) if not (hour % 4 == 1 and line > 16)]
        lines = shown[::-1] if hour % 6 > 3 else shown
        cells = [(f"Medicine {chr(97 + line) * 3}", words.format(number(hour, line))) for line in lines]
        pages.append(
            BlockPage(
                [
                    Block(f"body>table>tr:nth-of-type({row})>td:nth-of-type({column})", text)
                    for row, texts in enumerate(cells, 1)
                    for column, text in enumerate(texts, 1)
                ]
            )
        )
    return pages


def test_days_of_the_month_in_a_table_are_compared_row_by_row() -> None:
    """Among twenty dates there is always one a day later than another was: the rows' names tell that none counts."""
    long = [START + timedelta(hours=hour) for hour in range(120)]
    put_off = _table(lambda hour, line: 1 + (3 * line + 7 * ((hour + 5 * line) // 40)) % 28, "until {} July")
    assert not numbers_counting_days(put_off, long, TableRows.of(put_off))
    left = _table(lambda hour, line: 40 - line - hour // 24, "{} days left")
    counted = numbers_counting_days(left, long, TableRows.of(left))
    assert counted == {("body>table>tr>td:nth-of-type(2)", 0)}
