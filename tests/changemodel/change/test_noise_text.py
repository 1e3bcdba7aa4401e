"""Clocks, dates, ages and counters are told in any language, by what their numbers do; amounts are not noise."""

import math
import random
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
LOCAL = timedelta(hours=1)
Text = Callable[[int, datetime], str]


def _visits(text: Text) -> list[tuple[datetime, str]]:
    return [(moment, text(index, moment)) for index, moment in enumerate(MOMENTS)]


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


@pytest.mark.parametrize("off", [(3, 4), (29, 30), (0, 59)], ids=["early", "middle", "ends"])
def test_a_clock_may_be_wrong_at_a_few_visits(off: tuple[int, int]) -> None:
    late = 5 * LOCAL
    assert text_class(_visits(lambda n, moment: f"Updated {moment + late * (n in off):%H:%M}")) == "clock"


def test_a_number_of_any_length_is_read() -> None:
    assert text_class(_visits(lambda n, _: f"Order {'1' * 5000}{n}")) in ("counter", "numbers")
    assert text_class(_visits(lambda n, moment: f"{moment.day} {'7' * 5000}")) in ("date", "numbers")


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


WORDS = {
    "en": ("just now", "{} minutes ago", "{} hours ago", "yesterday", "{} days ago"),
    "de": ("gerade eben", "vor {} Minuten", "vor {} Stunden", "gestern", "vor {} Tagen"),
    "fr": ("à l'instant", "il y a {} minutes", "il y a {} heures", "hier", "il y a {} jours"),
    "ru": ("только что", "{} минут назад", "{} часа назад", "вчера", "{} дня назад"),
    "ja": ("たった今", "{}分前", "{}時間前", "昨日", "{}日前"),
    "th": ("เมื่อสักครู่", "{} นาทีที่แล้ว", "{} ชั่วโมงที่แล้ว", "เมื่อวานนี้", "{} วันที่แล้ว"),
    "ar": ("الآن", "قبل {} دقيقة", "قبل {} ساعات", "أمس", "قبل {} أيام"),
}


def _ages(
    words: tuple[str, ...], renewed_h: float, apart_h: float, visits: int
) -> list[tuple[datetime, str]]:
    """The age of the newest of several things that come at random, so many hours apart in the mean."""
    moments = [START + timedelta(hours=apart_h * visit) for visit in range(visits)]
    chance = random.Random(0)
    came = [START - timedelta(minutes=12)]
    while came[-1] < moments[-1]:
        came.append(came[-1] + timedelta(hours=chance.expovariate(1 / renewed_h)))
    return [(now, _told(words, now - max(moment for moment in came if moment <= now))) for now in moments]


def _told(words: tuple[str, ...], age: timedelta) -> str:
    minutes = age // timedelta(minutes=1)
    if minutes == 0:
        return words[0]
    if minutes < 60:
        return words[1].format(minutes)
    if age.days == 0:
        return words[2].format(minutes // 60)
    return words[3] if age.days == 1 else words[4].format(age.days)


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@pytest.mark.parametrize(
    ("renewed_h", "apart_h", "visits"),
    [(0.3, 1, 60), (2, 1, 60), (5, 1, 60), (15, 1, 120), (30, 1, 200), (6, 0.25, 60), (100, 24, 60)],
)
def test_ages_grow_with_time_until_they_are_renewed(
    words: tuple[str, ...], renewed_h: float, apart_h: float, visits: int
) -> None:
    assert text_class(_ages(words, renewed_h, apart_h, visits)) == "age"


def test_the_third_of_a_list_of_ages_is_an_age_though_what_comes_down_to_it_is_not_new() -> None:
    chance = random.Random(3)
    came = [START - timedelta(hours=9), START - timedelta(hours=5), START - timedelta(hours=2)]
    visits = []
    for moment in (START + timedelta(hours=hour) for hour in range(120)):
        if chance.random() < 0.15:
            came.append(moment - timedelta(minutes=chance.randrange(60)))
        visits.append((moment, f"Đời sống · {_told(WORDS['en'], moment - came[-3])}"))
    assert text_class(visits) == "age"


def test_an_age_may_turn_into_a_date_in_figures() -> None:
    visits = [
        (moment, text if "day" not in text else f"{moment - timedelta(days=1):%d.%m} o {moment.day % 9}:30")
        for moment, text in _ages(WORDS["en"], 15, 1, 120)
    ]
    assert any(":30" in text for _, text in visits)
    assert text_class(visits) == "age"


def test_an_age_is_followed_through_texts_without_a_number() -> None:
    visits = _ages(WORDS["de"], 5, 0.5, 120)
    pages = [BlockPage([Block("body>p.age", text)]) for _, text in visits]
    (found,) = noise_of_blocks(pages, [moment for moment, _ in visits])
    assert found.text_class == "age"
    assert found.visits == sum(any(map(str.isdigit, text)) for _, text in visits)


@pytest.mark.parametrize("text", ["{} °C", "Wetter: {} Grad", "{}℃", "{} online"])
@pytest.mark.parametrize("apart_h", [1, 6, 24])
def test_what_rises_and_falls_by_itself_is_no_age(text: str, apart_h: int) -> None:
    moments = [START + timedelta(hours=apart_h * visit) for visit in range(48)]
    values = [round(13 + 3 * math.sin(visit * apart_h / 24 * 6.3 + visit)) for visit in range(48)]
    visits = [(moment, text.format(value)) for moment, value in zip(moments, values, strict=True)]
    assert text_class(visits) == "numbers"


def test_what_a_sign_says_is_measured_is_no_counter_and_nothing_small_is_within_a_day() -> None:
    rising = _visits(lambda index, _: f"{10 + index // 10}")
    assert text_class([(moment, f"{text} °C") for moment, text in rising]) == "numbers"
    assert text_class([(moment, f"{text} Grad") for moment, text in rising[:22]]) == "numbers"
    assert text_class([(moment, f"{text} Antworten") for moment, text in rising]) == "counter"


def test_how_long_articles_take_to_read_is_no_age() -> None:
    minutes = [4, 4, 7, 2, 2, 16, 3, 3, 5, 1, 9, 6]
    assert text_class(_visits(lambda index, _: f"{minutes[index // 3 % 12]} Min. Lesezeit")) == "numbers"


@pytest.mark.parametrize("text", ["{} days left", "noch {} Tage", "あと{}日"])
@pytest.mark.parametrize("apart_h", [1, 6, 24])
def test_what_is_left_until_a_day_is_a_countdown(text: str, apart_h: int) -> None:
    moments = [START + timedelta(hours=apart_h * visit) for visit in range(5 * 24 // apart_h)]
    visits = [(moment, text.format(60 - (moment - START).days)) for moment in moments]
    assert text_class(visits) == "countdown"


def test_what_is_sold_out_by_and_by_is_no_countdown() -> None:
    sold = [0, 2, 2, 3, 7, 7, 7, 8, 12, 12, 13, 17, 19, 19, 19, 24, 25, 31, 31, 33]
    assert text_class(_visits(lambda index, _: f"{60 - sold[index // 3]} left in stock")) == "numbers"


def test_headlines_with_an_age_are_words() -> None:
    stories = [
        "storm hits the coast at dawn",
        "minister resigns over the harbour",
        "river floods the old town",
    ]
    visits = _ages(WORDS["en"], 5, 1, 60)
    told = [(moment, f"{stories[index // 9 % 3]}, {text}") for index, (moment, text) in enumerate(visits)]
    assert text_class(told) == "words"


def test_counters_never_fall() -> None:
    assert text_class(_visits(lambda index, _: f"{1000 + 13 * index} visitors")) == "counter"
    assert text_class(_visits(lambda index, _: f"Kommentare ({index // 3})")) == "counter"


@pytest.mark.parametrize("mark", [",", ".", " ", "\u00a0", "\u202f", "'", "\u2019"])
def test_a_counter_may_part_its_thousands(mark: str) -> None:
    assert (
        text_class(_visits(lambda index, _: f"{901 + 31 * index:,} readers".replace(",", mark))) == "counter"
    )


@pytest.mark.parametrize(
    "text",
    [
        lambda index, _: f"{37 + index / 4:.1f}K views",
        lambda index, _: (
            f"{990 + 3 * index} views" if index < 4 else f"{(950 + 50 * index) / 1000:.1f}K views"
        ),
        lambda index, _: f"{1001 + 37 * index:,} readers · {index // 2} comments",
        lambda index, _: (
            f"♥ {(index * 7 - index // 9 * 60) // 4} · {1698 + 31 * index - index // 9 * 60} views"
        ),
        lambda index, _: f"1,23,{400 + index} पाठक",
    ],
    ids=["short", "grows short", "two", "passed down", "lakh"],
)
def test_counters_may_be_written_short_and_stand_in_pairs(text: Text) -> None:
    assert text_class(_visits(text)) == "counter"


def test_points_of_an_exchange_are_no_counter() -> None:
    assert text_class(_visits(lambda index, _: f"{34000 + 7.13 * index:.2f} Punkte")) == "numbers"


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


@pytest.mark.parametrize("often", [9, 2])
def test_a_number_that_comes_and_goes_beside_one_that_never_varies_counts_nothing(often: int) -> None:
    assert text_class(_visits(lambda n, _: "Rule 7, 3" if n % often else "Rule 7")) == "numbers"
