"""The texts that each page has shown, updated after each good capture.

Kept as ``models/<page>/text.npz`` beside the page's models, because it is learned at every visit and costs little,
while a model is fitted once a day. Where the file is missing, damaged or ahead of the capture that is asked about, the
reading is made anew from the stored captures.
"""

from __future__ import annotations

import logging
import zipfile
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from changemodel.change.text_reading import TextReading
from changemodel.version import PageVersion
from pagetide.learning.baselines import same_look
from pagetide.learning.versions import VersionReader
from storage.collection import Collection
from storage.errors import StorageError
from storage.records import StoredCapture

logger = logging.getLogger(__name__)

_KEPT_READINGS = 64
_WINDOW = 168
"""Captures from which a lost reading is made anew."""


@dataclass
class _Grown:
    reading: TextReading
    newest: StoredCapture
    version: PageVersion


class PageTexts:
    """The textual readings of a collection's pages."""

    def __init__(self, collection: Collection, versions: VersionReader) -> None:
        self._collection = collection
        self._versions = versions
        self._grown: OrderedDict[int, _Grown] = OrderedDict()

    def reading_before(self, after: StoredCapture) -> TextReading:
        """What the page's good captures before this one have taught, those of the same look."""
        grown = self._base(after)
        between = self._between(None if grown is None else grown.newest.started_at, after)
        for capture, version in self._versions.readable(between):
            grown = self._add(grown, capture, version)
        return TextReading() if grown is None else grown.reading

    def remember(self, capture: StoredCapture, version: PageVersion) -> None:
        """Learn the page's newest good capture, after it was scored, and keep what is known now."""
        self.reading_before(capture)
        grown = self._add(self._base(capture), capture, version)
        arrays = grown.reading.to_arrays() | {"newest_capture": np.array(capture.id)}
        path = self._path(capture.page_id)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        with part.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
        part.replace(path)

    def _add(self, grown: _Grown | None, capture: StoredCapture, version: PageVersion) -> _Grown:
        if grown is None:
            grown = _Grown(TextReading(), capture, version)
            grown.reading.add(version, None)
        else:
            grown.reading.add(version, grown.version)
            grown.newest, grown.version = capture, version
        self._grown[capture.page_id] = grown
        self._grown.move_to_end(capture.page_id)
        while len(self._grown) > _KEPT_READINGS:
            self._grown.popitem(last=False)
        return grown

    def _base(self, after: StoredCapture) -> _Grown | None:
        """A reading of captures before this one, in memory or kept; None where it must begin anew."""
        grown = self._grown.get(after.page_id) or self._loaded(after)
        if grown is None or grown.newest.started_at >= after.started_at:
            return None
        return grown if same_look(grown.newest.profile, after.profile) else None

    def _between(self, known_until: datetime | None, after: StoredCapture) -> list[StoredCapture]:
        """Good captures of the same look before this one, oldest first, that are not known yet."""
        captures = self._collection.repository.captures
        found = captures(after.page_id, good_only=True, newest_first=True, limit=_WINDOW)
        if found and found[-1].started_at > after.started_at:  # long past
            found = captures(after.page_id, good_only=True, newest_first=True)
        earlier = [item for item in found if item.started_at < after.started_at][:_WINDOW]
        return [
            item
            for item in reversed(earlier)
            if same_look(item.profile, after.profile)
            and (known_until is None or item.started_at > known_until)
        ]

    def _loaded(self, after: StoredCapture) -> _Grown | None:
        path = self._path(after.page_id)
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            reading, newest = TextReading.from_arrays(arrays), int(arrays["newest_capture"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
            logger.warning("%s cannot be read (%s): it is made again from the captures", path, error)
            return None
        if reading is None:
            return None
        try:
            capture = self._collection.repository.capture(newest)
            return _Grown(reading, capture, self._versions.version(capture))
        except StorageError as error:
            logger.warning("%s is made again from the captures: %s", path, error)
            return None

    def _path(self, page_id: int) -> Path:
        return self._collection.path / "models" / str(page_id) / "text.npz"
