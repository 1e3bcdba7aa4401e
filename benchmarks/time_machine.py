"""The time machine: serves a real page's history at the version that a clock asks for.

A history is a folder with ``index.csv`` (``file, captured_at, important_change_since_previous``) and
``versions.tar.xz``. Times may carry any offset; the label may be 1, 0 or blank, its column may be missing. The page
is served at ``/``; sub-resources are gone, so scripts are best off and other hosts refused
(``time_machine_rendering``).
"""

from __future__ import annotations

import csv
import lzma
import tarfile
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from pagetide.demo.server import LocalSite
from pagetide.demo.site import Resource

INDEX, VERSIONS = "index.csv", "versions.tar.xz"
_LABELS = {"": None, "0": False, "1": True}


class HistoryError(Exception):
    """A folder is no history; the message says what is missing."""


@dataclass(frozen=True)
class Version:
    """One version of a page: where its bytes lie, when it was captured, and a person's verdict if there is one."""

    path: Path
    captured_at: datetime
    important: bool | None  # did what matters change since the version before? None: unknown

    def read(self) -> bytes:
        """Its bytes as they were captured."""
        return self.path.read_bytes()


@dataclass(frozen=True)
class History:
    """A page's versions in time order."""

    name: str
    versions: tuple[Version, ...]

    @cached_property
    def times(self) -> list[datetime]:
        """When each version was captured."""
        return [version.captured_at for version in self.versions]

    @property
    def labelled(self) -> bool:
        """Whether anybody judged any of its changes."""
        return any(version.important is not None for version in self.versions)

    def index_at(self, at: datetime) -> int | None:
        """Place of the newest version that is not later than a moment; None before the first."""
        place = bisect_right(self.times, at) - 1
        return place if place >= 0 else None

    def next_after(self, at: datetime) -> datetime | None:
        """When the next version was captured; None after the last."""
        place = bisect_right(self.times, at)
        return self.times[place] if place < len(self.times) else None

    def resource(self, path: str, at: datetime) -> Resource | None:
        """What is served: the version of the moment at ``/``, nothing elsewhere."""
        index = self.index_at(at)
        if path != "/" or index is None:
            return None
        body = self.versions[index].read()
        return Resource(_mime(body), body)


def history_folders(folder: Path) -> list[Path]:
    """Every history in a folder by name, or the folder itself when it is one.

    Raises
    ------
    HistoryError
        There is none.
    """
    if (folder / INDEX).is_file():
        return [folder]
    found = sorted(path.parent for path in folder.glob(f"*/{INDEX}"))
    if not found:
        raise HistoryError(f"{folder} holds no history: each is a folder with {INDEX} and {VERSIONS}.")
    return found


@contextmanager
def opened(folder: Path, limit: int | None = None) -> Iterator[History]:
    """The history in a folder, unpacked for the block; only the first ``limit`` versions if given.

    Raises
    ------
    HistoryError
        A file, a column or a version is missing, or a time or a label cannot be read.
    """
    rows = _rows(folder / INDEX)
    with tempfile.TemporaryDirectory(prefix="pagetide-history-") as unpacked:
        _unpack(folder / VERSIONS, Path(unpacked))
        found = {path.name: path for path in Path(unpacked).rglob("*") if path.is_file()}
        versions = sorted(
            (_version(row, found, folder / INDEX) for row in rows), key=lambda item: item.captured_at
        )
        yield History(folder.name, tuple(versions[:limit]))


@contextmanager
def time_machine(history: History, now: Callable[[], datetime]) -> Iterator[LocalSite]:
    """The history behind an HTTP server on this machine, at the version of ``now()``."""
    with LocalSite(history.resource, now) as site:
        yield site


def time_machine_rendering(site: LocalSite) -> dict[str, Any]:
    """Rendering settings for it: no scripts, no other hosts."""
    return {
        "javascript": False,
        "allowed_hosts": (f"127.0.0.1:{site.port}",),
        "safety": {"reachable_networks": ("127.0.0.1",)},
    }


def _rows(index: Path) -> list[dict[str, str]]:
    try:
        with index.open(newline="", encoding="utf-8-sig") as lines:
            reader = csv.DictReader(lines)
            rows = list(reader)
    except OSError as error:
        raise HistoryError(f"{index} cannot be read: {error.strerror}.") from error
    missing = {"file", "captured_at"} - set(reader.fieldnames or ())
    if missing:
        raise HistoryError(f"{index} has no column {', '.join(sorted(missing))}.")
    return rows


def _unpack(archive: Path, target: Path) -> None:
    try:
        with tarfile.open(archive, "r:*") as packed:
            packed.extractall(target, filter="data")
    except (OSError, tarfile.TarError, lzma.LZMAError, EOFError) as error:
        raise HistoryError(f"{archive} cannot be unpacked: {error}.") from error


def _version(row: Mapping[str, str], found: Mapping[str, Path], index: Path) -> Version:
    name = Path(row["file"]).name
    label = (row.get("important_change_since_previous") or "").strip()
    if name not in found:
        raise HistoryError(f"{index} names {row['file']}, which {VERSIONS} beside it does not hold.")
    if label not in _LABELS:
        raise HistoryError(f"{index}: {name} has the label {label!r}; known are 1, 0 and blank.")
    return Version(found[name], _utc(row["captured_at"], index), _LABELS[label])


def _utc(text: str, index: Path) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise HistoryError(f"{index}: {text!r} is not a time in ISO 8601.") from error
    return (moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment).astimezone(UTC)


def _mime(body: bytes) -> str:
    """UTF-8 is said where it is true; otherwise the page says it itself, as it did when it was captured."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return "text/html"
    return "text/html; charset=utf-8"
