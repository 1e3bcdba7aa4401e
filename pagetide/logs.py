"""Logging set up in one place: readable lines on a terminal, JSON lines for machines."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

_NOISY = (
    "scrapy",
    "scrapy-playwright",
    "twisted",
    "apscheduler",
    "uvicorn",
    "alembic",
    "asyncio",
    "filelock",
)
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
        return json.dumps(entry, default=str, ensure_ascii=False)


def set_up_logging(level: str = "info", format_: str = "plain") -> None:
    """Send log lines to stderr: ``plain`` for people, ``json`` for machines; libraries speak from WARNING up."""
    stream = logging.StreamHandler(sys.stderr)
    if format_ == "json":
        stream.setFormatter(JsonLines())
    else:
        stream.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [stream]
    root.setLevel(level.upper())
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
