"""Logging set up in one place: readable lines on a terminal, JSON lines for machines.

Messages hold URLs and titles that strangers wrote; no line begins within one (``pagetide.plain_text``).
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

from pagetide.plain_text import json_text, shown

_NOISY = (
    "scrapy",
    "twisted",
    "apscheduler",
    "uvicorn",
    "alembic",
    "asyncio",
    "filelock",
)
LOG_FILE = Path("logs") / "pagetide.jsonl"
"""In a collection's folder: what the daemon said, one JSON object a line."""

_LOG_BYTES, _OLDER_LOGS = 10_000_000, 4
_STANDARD = frozenset(vars(logging.makeLogRecord({})))


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and whatever was given as ``extra``."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a JSON object."""
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry.update({key: value for key, value in vars(record).items() if key not in _STANDARD})
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json_text(entry)


class PlainLines(logging.Formatter):
    """One line a message for people; the lines of a traceback stand below it, behind a bar."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        line = f"{self.formatTime(record)} {record.levelname:7} {record.name}: {shown(record.getMessage())}"
        below = [self.formatException(record.exc_info)] if record.exc_info else []
        below += [self.formatStack(record.stack_info)] if record.stack_info else []
        return "\n".join([line, *(f"  | {shown(each)}" for text in below for each in text.splitlines())])


def set_up_logging(level: str = "info", format_: str = "plain") -> None:
    """Send log lines to stderr: ``plain`` for people, ``json`` for machines; libraries speak from WARNING up."""
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(JsonLines() if format_ == "json" else PlainLines())
    root = logging.getLogger()
    root.handlers[:] = [stream]
    root.setLevel(level.upper())
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


@contextmanager
def kept_log(folder: Path) -> Iterator[None]:
    """Within the block, what is logged is also kept in the collection's folder, at most 50 MB of it."""
    file = folder / LOG_FILE
    file.parent.mkdir(exist_ok=True)
    keeping = RotatingFileHandler(
        file, maxBytes=_LOG_BYTES, backupCount=_OLDER_LOGS, encoding="utf-8", errors="backslashreplace"
    )
    keeping.setFormatter(JsonLines())
    logging.getLogger().addHandler(keeping)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(keeping)
        keeping.close()
