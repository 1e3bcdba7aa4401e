from datetime import UTC, datetime

import pytest

from storage.warc.dates import moment_of, stamp_of


@pytest.mark.parametrize(
    ("stated", "parts"),
    [
        ("2026", (2026, 1, 1)),
        ("2026-03", (2026, 3, 1)),
        ("2026-03-04", (2026, 3, 4)),
        ("2026-03-04T05:06Z", (2026, 3, 4, 5, 6)),
        ("2026-03-04T05:06:07Z", (2026, 3, 4, 5, 6, 7)),
        ("2026-03-04T05:06:07.1Z", (2026, 3, 4, 5, 6, 7, 100_000)),
        ("2026-03-04T05:06:07.123456789Z", (2026, 3, 4, 5, 6, 7, 123_456)),
        ("2026-03-04T05:06:07+02:00", (2026, 3, 4, 3, 6, 7)),
        ("2026-03-04 05:06:07", (2026, 3, 4, 5, 6, 7)),
        ("20260304050607", (2026, 3, 4, 5, 6, 7)),
        ("2016-12-31T23:59:60Z", (2016, 12, 31, 23, 59, 59)),
    ],
)
def test_full_and_reduced_dates_are_read(stated: str, parts: tuple[int, ...]) -> None:
    assert moment_of(stated) == datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type,misc]


@pytest.mark.parametrize(
    "stated",
    [
        None,
        "",
        "now",
        "2026-13-01",
        "2026-02-30T00:00:00Z",
        "2026-01-02T25:00:00Z",
        "0000",
        "9999-12-31",
        "2026-1-2",
    ],
)
def test_what_names_no_moment_is_none(stated: str | None) -> None:
    assert moment_of(stated) is None
    assert stamp_of(stated) is None


def test_an_index_has_fourteen_digits() -> None:
    assert stamp_of("2026-03") == "20260301000000"
