import pytest

from rendering.capture.overlays import words


def test_no_phrase_both_rejects_and_accepts() -> None:
    assert set(words("accept")) & set(words("reject")) == set()


@pytest.mark.parametrize("topic", ["accept", "reject", "settings", "save", "expand"])
def test_phrases_are_written_as_buttons_are_compared(topic: str) -> None:
    assert all(phrase == " ".join(phrase.lower().split()) for phrase in words(topic))
