"""Clocks, dates, ages and counters are told in any language, by what their numbers do; amounts are not noise."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from changemodel.change.noise_text import (
    is_amount,
    noise_of_blocks,
    text_class,
    words_follow_the_day,
)
from changemodel.features.blocks import Block, BlockPage

START = datetime(2026, 3, 2, 6, 7, tzinfo=UTC)
MOMENTS = [START + timedelta(hours=hour) for hour in range(60)]
MINUTES = [7, 52, 13, 34, 2, 47, 58, 21, 5, 40]
LOCAL = timedelta(hours=1)
Text = Callable[[int, datetime], str]


def _visits(text: Text) -> list[tuple[datetime, str]]:
    return [(moment, text(index, moment)) for index, moment in enumerate(MOMENTS)]


def _age(words: tuple[str, str]) -> Text:
    minutes, hours = words

    def text(index: int, _: datetime) -> str:
        return hours.format(1 + index % 3) if index % 4 == 0 else minutes.format(MINUTES[index % 10])

    return text


@pytest.mark.parametrize(
    "text",
    [
        lambda _, moment: f"Updated {moment + LOCAL:%H:%M}",
        lambda _, moment: f"Stand: {moment:%H.%M} Uhr",
        lambda _, moment: f"Mis à jour à {moment:%Hh%M}",
        lambda _, moment: f"{moment + 9 * LOCAL:%H:%M} 更新",
        lambda _, moment: f"Обновлено {moment:%d.%m.%Y, %H:%M}",
    ],
    ids=["en", "de", "fr", "ja", "ru"],
)
def test_clocks(text: Text) -> None:
    assert text_class(_visits(text)) == "clock"


@pytest.mark.parametrize(
    "text",
    [
        lambda _, moment: f"{('Monday', 'Tuesday', 'Wednesday')[moment.day - 2]}, {moment.day} March 2026",
        lambda _, moment: f"{('Montag', 'Dienstag', 'Mittwoch')[moment.day - 2]}, {moment.day}. März 2026",
        lambda _, moment: f"2026年3月{moment.day}日",
        lambda _, moment: f"{moment:%d/%m/%Y}",
    ],
    ids=["en", "de", "ja", "figures"],
)
def test_dates(text: Text) -> None:
    assert text_class([item for item in _visits(text) if item[0].day < 5][::4]) == "date"


@pytest.mark.parametrize(
    "words",
    [
        ("{} minutes ago", "{} hours ago"),
        ("vor {} Minuten", "vor {} Stunden"),
        ("il y a {} minutes", "il y a {} heures"),
        ("hace {} minutos", "hace {} horas"),
        ("{} минут назад", "{} часа назад"),
        ("{}分前", "{}時間前"),
        ("قبل {} دقيقة", "قبل {} ساعات"),
    ],
)
def test_ages(words: tuple[str, str]) -> None:
    assert text_class(_visits(_age(words))) == "age"


def test_counters_never_fall() -> None:
    assert text_class(_visits(lambda index, _: f"{1000 + 13 * index} visitors")) == "counter"
    assert text_class(_visits(lambda index, _: f"Kommentare ({index // 3})")) == "counter"


@pytest.mark.parametrize(
    "price", ["€ {}.50", "{},99 €", "£{}", "USD {}", "{} CHF", "¥{}", "₹ {}", "now {} EUR only"]
)
def test_amounts_are_no_noise(price: str) -> None:
    values = [19, 24, 18, 30, 22]
    assert is_amount(price.format(19))
    assert text_class(_visits(lambda index, _: price.format(values[index % 5]))) == "amount"


@pytest.mark.parametrize("text", ["12 people", "in 2026", "call 555 1234", "the $ sign"])
def test_other_numbers_are_no_amounts(text: str) -> None:
    assert not is_amount(text)


def test_words_that_change_are_words() -> None:
    stories = ["storm hits the coast", "minister resigns", "election called", "river floods town centre"]
    assert text_class(_visits(lambda index, _: f"{index}: {stories[index % 4]}")) == "words"


def test_several_numbers_that_change_stay_numbers() -> None:
    visits = _visits(lambda index, _: f"Home {index % 3}, away {index * 7 % 5}")
    assert text_class(visits) == "numbers"


def test_blocks_are_followed_by_their_path_and_told_with_evidence() -> None:
    pages = [
        BlockPage(
            [
                Block("body>p.clock", f"Updated {moment:%H:%M}"),
                Block("body>h1", "Storm hits the coast"),
                Block("body>p.price", f"€ {10 + index % 4}"),
            ]
        )
        for index, moment in enumerate(MOMENTS)
    ]
    clock, price = noise_of_blocks(pages, MOMENTS)
    assert (clock.path, clock.text_class, clock.is_noise) == ("body>p.clock", "clock", True)
    assert (clock.visits, clock.changes) == (60, 59)
    assert (price.path, price.text_class, price.is_noise) == ("body>p.price", "amount", False)


def test_in_a_table_a_time_of_day_is_a_departure_unless_it_tells_when_it_was_written() -> None:
    departures = _visits(lambda index, _: f"{(6 + 5 * (index // 4)) % 24}:{10 * (index // 4 % 6):02d}")
    written = _visits(lambda index, moment: f"{moment - timedelta(minutes=17 * (index % 3)):%H:%M}")
    assert text_class(departures, in_table=True) == "numbers"
    assert text_class(departures) == "clock"
    assert text_class(written, in_table=True) == "clock"


def test_a_date_is_told_however_many_other_numbers_change() -> None:
    busy = [
        [Block(f"body>p:nth-of-type({place + 1})", f"{place} of {visit}") for place in range(90)]
        for visit in range(60)
    ]
    moments = [START + timedelta(hours=4 * visit) for visit in range(len(busy))]
    pages = [
        BlockPage([Block("body>header", f"{at:%d/%m/%Y}"), *blocks])
        for at, blocks in zip(moments, busy, strict=True)
    ]
    assert "date" in {
        found.text_class for found in noise_of_blocks(pages, moments) if found.path == "body>header"
    }


def test_blocks_that_hardly_change_are_not_classed() -> None:
    pages = [BlockPage([Block("body>p", "Seen by 4" if index < 30 else "Seen by 5")]) for index in range(60)]
    assert noise_of_blocks(pages, MOMENTS) == []


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday")


def test_a_weekday_follows_the_day_in_any_zone() -> None:
    for zone in (timedelta(0), timedelta(hours=9), timedelta(hours=-5)):

        def text(_: int, moment: datetime, zone: timedelta = zone) -> str:
            local = moment + zone
            return f"{WEEKDAYS[local.weekday() % 4]}, the {local.day}th, {local:%H:%M}"

        assert words_follow_the_day(_visits(text))


@pytest.mark.parametrize(
    "text",
    [
        lambda index, moment: f"{moment:%H:%M} {('rain', 'fog', 'sun')[index // 7 % 3]}",
        lambda _, moment: f"{moment:%H:%M} always the same",
        lambda _, moment: (
            f"{moment.day}: " + ("storm hits coast", "river floods town", "mayor resigns")[moment.day % 3]
        ),
        lambda index, moment: f"{moment:%H:%M} {'open' if index < 20 else 'closed'}",
    ],
    ids=["any hour", "no words", "many words", "once"],
)
def test_other_words_do_not_follow_the_day(text: Text) -> None:
    assert not words_follow_the_day(_visits(text))
