"""The figures about showing very many pages come from a small collection as well."""

from benchmarks.revisit_showing import showing_times


def test_everything_that_shows_pages_is_timed() -> None:
    figures = showing_times(120)
    assert len(figures) == 13
    assert all(value >= 0 for value in figures.values())
    assert figures["memory at most, MB"] > 10
