"""Alarms are counted against labels as a person would count them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from benchmarks.histories_accounts import (
    Account,
    Visit,
    account,
    baseline_alarms,
    byte_digest,
    never_seen_alarms,
    page_text,
    text_digest,
    together,
)
from benchmarks.time_machine import History, Version

LABELS = [None, False, True, False, None, True]
BODIES = ["<p>a</p>", "<p>a</p><!-- 1 -->", "<p>b</p>", "<p>b</p>", "<p>c</p>", "<p>c</p><script>1</script>"]


@pytest.fixture
def history(tmp_path: Path) -> History:
    versions = []
    for number, (label, body) in enumerate(zip(LABELS, BODIES, strict=True)):
        path = tmp_path / f"{number:04d}.html"
        path.write_text(body)
        versions.append(Version(path, datetime(2020, 1, 1, tzinfo=UTC) + timedelta(hours=number), label))
    return History("page", tuple(versions))


def visits(*indexes: int) -> list[Visit]:
    return [Visit(index=index, good=True, alarm=False, learned=False) for index in indexes]


def test_alarms_count_only_where_somebody_judged_the_change(history: History) -> None:
    found = account(history, visits(*range(6)), [True, True, True, False, True, False])
    assert (found.alarms, found.true_alarms, found.positives) == (2, 1, 2)
    assert found.recall == 0.5
    assert found.alarms_per_true_change == 1.0


def test_a_missed_versions_label_counts_with_the_next_visit(history: History) -> None:
    found = account(history, visits(0, 3, 5), [False, True, False])
    assert (found.alarms, found.true_alarms, found.positives, found.recall) == (1, 1, 2, 0.5)


def test_without_labels_only_alarms_are_counted(history: History) -> None:
    plain = History("page", tuple(Version(item.path, item.captured_at, None) for item in history.versions))
    found = account(plain, visits(*range(6)), [False, True, True, False, False, False])
    assert found.alarms == 2
    assert found.recall is None


def test_without_positives_there_is_no_recall(history: History) -> None:
    found = account(history, visits(0, 1), [False, True])
    assert (found.alarms, found.positives, found.recall, found.alarms_per_true_change) == (1, 0, None, None)


def test_the_hash_baseline_rings_for_every_byte_and_the_text_baseline_for_visible_text(
    history: History,
) -> None:
    every = visits(*range(6))
    assert baseline_alarms(history, every, byte_digest) == [False, True, True, False, True, True]
    assert baseline_alarms(history, every, text_digest) == [False, False, True, False, True, False]


def test_page_text_leaves_out_what_no_reader_sees() -> None:
    body = (
        "<html><head><title>t</title></head><body>one <script>x</script> two\n<noscript>n</noscript>"
        "<svg><text>s</text></svg><style>y</style> three<iframe>f</iframe></body></html>"
    )
    assert page_text(body.encode()) == "one two three"


@pytest.mark.parametrize("body", [b"", b"  ", b"<!-- only a comment -->", b"\xff\xfe\x00"])
def test_page_text_of_next_to_nothing_is_not_an_error(body: bytes) -> None:
    assert isinstance(page_text(body), str)


def test_page_text_reads_utf8_without_being_told() -> None:
    assert page_text("<p>Grüße</p>".encode()) == "Grüße"


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
