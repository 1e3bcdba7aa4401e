"""Texts are compared in one form, however a page sets its signs."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from changemodel import ChangeModel, version_from_html
from changemodel.features.blocks import block_page
from changemodel.features.structure import folded, normalised_text, plain
from changemodel.features.text_diff import block_changes

ALIKE = [
    (
        'It\'s "fair".',
        "It\u2019s \u201cfair\u201d.",
        "It\u00b4s \u00abfair\u00bb.",
        "It\u02bcs \u201efair\u201c.",
    ),
    ("2019-2024", "2019\u20132024", "2019 \u2013 2024", "2019 - 2024", "2019\u20142024"),
    ("So - it is", "So \u2013 it is", "So\u2014it is", "So--it is"),
    ("-5 %", "\u22125 %", "\u20135 %", "-5\u00a0%"),
    ("Wait...", "Wait\u2026"),
    ("well-known", "well\u2011known", "well\u00ad-known", "WELL-known"),
    ("No 1,234.5", "No \u0661\u066c\u0662\u0663\u0664\u066b\u0665", "No \u0967,\u0968\u0969\u096a.\u096b"),
    ("Ab \u2713", "A\u2066b\u2069 \u2713\ufe0f"),
]
APART = [
    ("+5 %", "-5 %"),
    ("5 %", "-5 %"),
    ("2019-2024", "2019, 2024"),
    ("\u2713", "\u2717"),
    ("re-sign", "resign"),
]


@pytest.mark.parametrize("forms", ALIKE, ids=lambda forms: forms[0])
def test_what_only_another_sign_sets_is_the_same(forms: tuple[str, ...]) -> None:
    assert len({folded(normalised_text(form)) for form in forms}) == 1


@pytest.mark.parametrize("texts", APART, ids=lambda texts: texts[0])
def test_what_says_something_else_is_not_the_same(texts: tuple[str, str]) -> None:
    assert len({folded(normalised_text(text)) for text in texts}) == 2


def test_letters_stay_as_large_as_they_are_in_the_plain_form() -> None:
    assert plain("\u201cFair\u201d") == '"Fair"'


def test_words_are_shown_as_they_were_written() -> None:
    before, after = (
        block_page([{"path": "body>p", "text": f"It\u2019s \u201cfair\u201d \u2013 {word}"}], None)
        for word in ("\u2018now\u2019", "\u2018later\u2019")
    )
    (change,) = block_changes(before, after)
    assert (change.words_removed, change.words_added) == (("\u2018now\u2019",), ("\u2018later\u2019",))


@pytest.mark.parametrize(
    ("before", "after", "rings"),
    [
        ('It\'s "fair", 2019-2024.', "It\u2019s \u201cfair\u201d, 2019\u20132024.", False),
        ("Balance: +5 %", "Balance: \u22125 %", True),
    ],
)
def test_a_page_that_is_only_set_anew_does_not_ring(before: str, after: str, rings: bool) -> None:
    start = datetime(2026, 3, 2, tzinfo=UTC)
    versions = [
        version_from_html(
            f"<h1>Terms</h1><p>You may cancel.</p><p>{before if day < 20 else after}</p>",
            start + timedelta(days=day),
        )
        for day in range(24)
    ]
    model = ChangeModel().fit(versions)
    assert [day for day, pair in enumerate(pairwise(versions), 1) if model.compare(*pair).important] == [
        20
    ] * rings
