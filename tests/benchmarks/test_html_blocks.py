"""Blocks from HTML alone follow what the browser's layout tells."""

from benchmarks.histories_accounts import Account, never_seen_alarms, together
from benchmarks.html_blocks import html_blocks

PAGE = b"""<!doctype html><body><nav><ul><li><a href=/a>Home</a><li><a href=/b>About us</a></ul></nav>
<main><h1>Terms</h1><p>You may <b>not</b> sell<br>this.<p id=last>See <a href=/c>the law</a>.</main>
<script>x</script>"""


def test_blocks_have_paths_text_links_and_linked_characters() -> None:
    found = [
        (block["path"], block["text"], block["links"], block["linked_chars"]) for block in html_blocks(PAGE)
    ]
    assert found == [
        ("body>nav>ul>li:nth-of-type(1)", "Home", ("/a",), 4),
        ("body>nav>ul>li:nth-of-type(2)", "About us", ("/b",), 8),
        ("body>main>h1", "Terms", (), 0),
        ("body>main>p:nth-of-type(1)", "You may not sell\nthis.", (), 0),
        ("body>p#last", "See the law.", ("/c",), 7),
    ]


def test_what_stands_above_and_below_a_block_within_another_is_no_one_line() -> None:
    found = html_blocks(b"<div><a href=/a>Dredging</a><p>It takes a month.</p>PDF, <b>39</b> kB</div>")
    assert [block["text"] for block in found] == ["Dredging\nPDF, 39 kB", "It takes a month."]


def test_empty_and_deep_pages_are_read() -> None:
    assert html_blocks(b"") == html_blocks(b"<!-- nothing -->") == []
    assert len(html_blocks(b"<div>" * 200 + b"deep")) == 1


def test_a_long_block_rings_only_when_it_was_never_there() -> None:
    long, other = "A paragraph of more than 25 characters, say 7", "Another paragraph that is quite long"
    shown = [[long], [long.replace("7", "8")], [long, other], [long], [long, other], ["short"]]
    blocks = [[{"text": text} for text in texts] for texts in shown]
    assert never_seen_alarms(blocks) == [False, False, True, False, False, False]


def test_pages_are_summed_where_they_were_judged() -> None:
    judged = Account(alarms=6, true_alarms=2, positives=2, recall=1.0, alarms_per_true_change=3.0)
    found = together([judged, Account(alarms=90), judged])
    assert found == Account(alarms=12, true_alarms=4, positives=4, recall=1.0, alarms_per_true_change=3.0)
    assert together([Account(alarms=3)]) is None
