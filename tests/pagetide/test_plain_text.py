import json

import pytest

from pagetide.plain_text import json_text, shown

OBEYED = {
    "colour": "\x1b[31mred",
    "window title": "\x1b]0;mine\x07",
    "one byte": "\x9b31m",
    "back": "abc\b\b\bxyz",
    "begin of line": "secret\rpublic",
    "line": "ok\n2026-01-01 00:00:00 ERROR forged",
    "next line": "a\x85b",
    "separator": "a\u2028b\u2029c",
    "override": "\u202egnp.exe",
    "isolate": "a\u2066b\u2069",
    "no width": "pay\u200bpal\ufeff",
    "tags": "a\U000e0041b",
    "half a letter": "caf\udce9",
}


@pytest.mark.parametrize("text", OBEYED.values(), ids=OBEYED.keys())
def test_what_a_terminal_obeys_is_shown(text: str) -> None:
    plain = shown(text)
    assert "\\" in plain
    assert plain.isprintable()


@pytest.mark.parametrize(
    "text", ["Größe", "日本語", "שלום", "نمی\u200cخواهم", "👩\u200d🔧", "co\u00adop", "[/red] \\x1b", " "]
)
def test_what_people_write_stays(text: str) -> None:
    assert shown(text) == text


@pytest.mark.parametrize("text", OBEYED.values(), ids=OBEYED.keys())
def test_json_holds_the_same_value_and_nothing_that_a_terminal_obeys(text: str) -> None:
    written = json_text({"title": text, "größe": [1, None]}, indent=2)
    assert json.loads(written) == {"title": text, "größe": [1, None]}
    assert all(line.isprintable() for line in written.split("\n"))
    assert "größe" in written
