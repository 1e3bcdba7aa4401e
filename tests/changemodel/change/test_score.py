import pytest

from changemodel.change.score import distance_text


@pytest.mark.parametrize(
    ("distance", "text"),
    [(0.0, "0"), (0.00028004, "0.00028"), (0.0014, "0.001"), (0.0384, "0.038"), (12.5, "12.5")],
)
def test_only_no_change_reads_as_zero(distance: float, text: str) -> None:
    assert distance_text(distance) == text
