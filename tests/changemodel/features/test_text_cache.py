"""Answers to short texts are kept, those to long ones are not."""

from changemodel.features.text_cache import LONGEST, remembered

LONG = "a" * (LONGEST + 1)


def test_what_was_said_of_a_short_text_is_said_again() -> None:
    asked: list[str] = []

    @remembered
    def letters(text: str, beside: str = "") -> int:
        """How many."""
        asked.append(text)
        return len(text) + len(beside)

    assert [letters("tide"), letters("tide"), letters("tide", "page")] == [4, 4, 8]
    assert asked == ["tide", "tide"]
    assert letters.__doc__ == "How many."


def test_of_a_long_text_nothing_is_kept() -> None:
    asked: list[str] = []

    @remembered
    def letters(text: str, beside: str = "") -> int:
        asked.append(text)
        return len(text) + len(beside)

    assert letters(LONG) == letters(LONG) == LONGEST + 1
    assert letters("tide", LONG) == letters("tide", LONG) == LONGEST + 5
    assert len(asked) == 4
