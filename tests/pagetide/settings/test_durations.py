"""Spans of time as settings write them."""

from datetime import timedelta

import pytest

from pagetide.settings.durations import parse_duration


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("1h", timedelta(hours=1)),
        ("30min", timedelta(minutes=30)),
        ("14d", timedelta(days=14)),
        ("1h 30min", timedelta(minutes=90)),
        ("1.5h", timedelta(minutes=90)),
        ("1m", timedelta(minutes=1)),
        ("2W", timedelta(weeks=2)),
        ("3 hours", timedelta(hours=3)),
        ("100ms", timedelta(milliseconds=100)),
        ("0s", timedelta()),
        ("-1h", timedelta(hours=-1)),
        ("1 days 02:00:00", timedelta(hours=26)),
        ("PT1H", timedelta(hours=1)),
        ("PT1.5H", timedelta(minutes=90)),
        ("P1DT2H", timedelta(hours=26)),
    ],
)
def test_a_span_may_be_written_in_units_or_as_iso_8601_has_it(text: str, span: timedelta) -> None:
    assert parse_duration(text) == span


@pytest.mark.parametrize(
    "text", ["", "soon", "5", "1M", "1,5h", "1h30", "nat", "inf", "1 year", "9" * 30 + "d", "h", "1h-30min"]
)
def test_what_is_no_span_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match='is no duration; write "30min", "6h" or "14d"'):
        parse_duration(text)
