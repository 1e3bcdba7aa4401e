import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from pagetide.logs import LOG_FILE, kept_log, set_up_logging

FORGED = "http://host.example/\n2026-01-01 00:00:00,000 ERROR   storage: all is lost\x1b[2J"


@pytest.fixture(autouse=True)
def root_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_url_forges_no_line_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging()
    logging.getLogger("crawler").warning("%s: not modified", FORGED)
    (line,) = capsys.readouterr().err.splitlines()
    assert "WARNING crawler: http://host.example/\\n2026" in line
    assert line.isprintable()


def test_an_error_forges_no_line_of_the_log_in_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging()
    try:
        raise ValueError(FORGED)
    except ValueError:
        logging.getLogger("crawler").exception("the visit broke")
    first, *below = capsys.readouterr().err.splitlines()
    assert first.endswith("ERROR   crawler: the visit broke")
    assert below
    assert all(line.startswith("  | ") and line.isprintable() for line in below)


def test_json_lines_hold_the_text_as_it_is_on_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(format_="json")
    logging.getLogger("crawler").warning("%s", FORGED + "\u2028\x85", extra={"page_id": 3})
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()
    entry = json.loads(line)
    assert (entry["message"], entry["page_id"]) == (FORGED + "\u2028\x85", 3)


def test_what_the_daemon_says_is_kept_in_the_collection(tmp_path: Path) -> None:
    set_up_logging()
    with kept_log(tmp_path):
        logging.getLogger("crawler").warning("not modified", extra={"page_id": 3, "capture_id": 7})
    logging.getLogger("crawler").warning("said later")
    (line,) = (tmp_path / LOG_FILE).read_text(encoding="utf-8").splitlines()
    entry = json.loads(line)
    assert (entry["message"], entry["page_id"], entry["capture_id"]) == ("not modified", 3, 7)
