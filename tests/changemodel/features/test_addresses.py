"""Addresses name documents and pictures, whatever visits and builds add to them."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from changemodel import ChangeModel, version_from_html
from changemodel.features.addresses import document_of, picture_name
from changemodel.features.blocks import block_page
from changemodel.features.text_diff import block_changes

PLAIN = "http://a.test/fees.pdf?id=3"


@pytest.mark.parametrize(
    "url",
    [
        "https://A.test/fees.pdf?id=3#page=2",
        "http://a.test/fees.pdf?utm_source=mail&id=3&fbclid=x",
        "http://a.test/fees.pdf?id=3&v=17&_=1712345678",
        "http://a.test/fees.pdf;jsessionid=0A1B?id=3&sid=9f",
        "http://a.test/fees.3f2a9c1b7d.pdf?id=3",
    ],
)
def test_what_tells_visits_and_builds_apart_is_no_part_of_a_document_s_name(url: str) -> None:
    assert document_of(url) == document_of(PLAIN)


@pytest.mark.parametrize(
    "url",
    [
        "http://a.test/fees.pdf?id=4",
        "http://a.test/fees-2026.pdf?id=3",
        "http://b.test/fees.pdf?id=3",
        "http://a.test/fees.pdf?id=3&v=dQw4w9WgXcQ",
        "http://a.test/fees.pdf?id=3&newsid=4",
        "http://[broken",
        "mailto:fees@a.test",
    ],
)
def test_another_document_has_another_name(url: str) -> None:
    assert document_of(url) != document_of(PLAIN)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://a.test/chart-2026.png", "chart 2026"),
        ("http://cdn.test/w_300,h_200/Chart_2026-300x200@2x.webp?q=80", "chart 2026"),
        ("/media/chart-2026.3f2a9c1b7d.jpg", "chart 2026"),
        ("/Mayor%20opens_bridge-scaled.jpg", "mayor opens bridge"),
        ("/IMG_2034.jpg", ""),
        ("/3f2a9c1b-7d4e.jpg", ""),
        ("data:image/png;base64,chart", ""),
        ("http://[broken", ""),
    ],
)
def test_a_picture_is_named_by_the_words_of_its_file(url: str, name: str) -> None:
    assert picture_name(url) == name


def test_what_came_and_went_is_named() -> None:
    before, after = (
        block_page([{"path": "body>img", "text": "Chart", "images": (f"/chart-{year}.png",)}], None)
        for year in (2025, 2026)
    )
    (change,) = block_changes(before, after)
    assert (change.kind, change.words_removed, change.words_added) == (
        "links",
        ("chart 2025",),
        ("chart 2026",),
    )


@pytest.mark.parametrize(
    ("shown", "rings"),
    [
        ("<img src=/chart-{year}.png alt=Chart>", True),
        ("<img src=/chart.png?v={year} alt=Chart>", False),
        ("<a href=/fees-{year}.pdf>Fees</a>", True),
        ("<a href=/fees.pdf?ver={year}>Fees</a>", False),
    ],
)
def test_another_document_rings_and_the_same_from_another_address_does_not(shown: str, rings: bool) -> None:
    start = datetime(2026, 3, 2, tzinfo=UTC)
    versions = [
        version_from_html(
            f"<h1>Terms</h1><p>You may cancel.</p><p>See {shown.format(year=2025 if day < 20 else 2026)}</p>",
            start + timedelta(days=day),
            url="http://a.test/",
        )
        for day in range(24)
    ]
    model = ChangeModel().fit(versions)
    assert [day for day, pair in enumerate(pairwise(versions), 1) if model.compare(*pair).important] == [
        20
    ] * rings
