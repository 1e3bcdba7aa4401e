"""The type of each page: by the shipped classifier, corrected by people.

A page is classified when a capture of it is stored, so that its first visit already tells what kind of page it is. A
finding is kept with the classifier's name: another classifier looks again. What a person said wins (``storage``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from datetime import timedelta

from changemodel.classify.page_description import PageDescription
from changemodel.classify.page_type_classifier import PageTypeClassifier
from changemodel.classify.page_type_verdict import PageTypeVerdict
from changemodel.errors import InvalidInput
from pagetide.errors import SettingsError
from pagetide.settings.collection_settings import Settings
from storage.collection import Collection
from storage.errors import DiskFull, StorageError
from storage.queries.page_types import FoundType
from storage.records import Role, StoredCapture
from storage.replay.source import CaptureSource

logger = logging.getLogger(__name__)

AGAIN = timedelta(days=7)
"""After so long a page is looked at again: classifying takes about 35 ms, and a type seldom changes."""

_LOOKED_AT = 20  # newest captures, among which one that shows the page is found


class PageTypes:
    """Classifies the pages of a collection and keeps what was found.

    Parameters
    ----------
    writing
        Held while a finding is written; reading and classifying run outside it.
    """

    def __init__(
        self, collection: Collection, classifier: PageTypeClassifier, writing: AbstractContextManager[object]
    ) -> None:
        self._collection = collection
        self._classifier = classifier
        self._writing = writing

    def note(self, stored: StoredCapture) -> None:
        """Classify the page of a capture that was just stored; an error is logged, and never ends a visit."""
        if not shows_page(stored) or not self._is_due(stored):
            return
        try:
            self.classify(stored)
        except DiskFull:
            raise
        except (
            Exception
        ) as error:  # the boundary of one page: its capture is stored, only its type is not known
            logger.error(
                "%s: the page could not be classified from capture %d; `pagetide classify` tries again: %s",
                stored.url,
                stored.id,
                error,
                exc_info=not isinstance(error, StorageError),  # damaged bytes are no mistake of ours
                extra={"page_id": stored.page_id, "capture_id": stored.id},
            )

    def note_all(self, page_ids: Iterable[int], progress: Callable[[], object] = lambda: None) -> None:
        """Classify pages by their newest captures that show them; those of which none does are left out."""
        for number in page_ids:
            if (capture := self.newest(number)) is not None:
                self.note(capture)
            progress()

    def to_classify(self) -> list[int]:
        """The numbers of the captured pages that this classifier has not looked at."""
        return self._collection.repository.pages_to_classify(self._classifier.model_id_)

    def newest(self, page_id: int) -> StoredCapture | None:
        """The newest capture of a page by which its type can be told."""
        captures = self._collection.repository.captures(page_id, newest_first=True, limit=_LOOKED_AT)
        return next((item for item in captures if shows_page(item)), None)

    def classify(self, stored: StoredCapture) -> PageTypeVerdict:
        """What the classifier says of the page of a capture; it is kept as the page's type.

        Raises
        ------
        StorageError
            The capture is damaged, or the finding cannot be kept.
        """
        verdict = self._classifier.classify(description(self._collection, stored))
        found = FoundType(
            page_id=stored.page_id,
            type=verdict.type,
            probability=verdict.probability,
            model_id=verdict.model_id,
            at=stored.started_at,
        )
        with self._writing:
            self._collection.repository.put_found_type(found)
        return verdict

    def _is_due(self, stored: StoredCapture) -> bool:
        found = self._collection.repository.found_type(stored.page_id)
        if found is None or found.model_id != self._classifier.model_id_:
            return True
        return stored.started_at - found.at >= AGAIN


def classifier_of(settings: Settings) -> PageTypeClassifier:
    """The shipped classifier, by the tree that a person wrote, if there is one.

    Raises
    ------
    SettingsError
        The tree lacks a type that the classifier tells, or cannot be read.
    """
    try:
        return PageTypeClassifier.shipped(settings.page_types())
    except InvalidInput as error:
        raise SettingsError(f"learning.page_types = {settings.learning.page_types}: {error}.") from error


def shows_page(stored: StoredCapture) -> bool:
    """Whether a capture shows what its page is: the page itself or a file, no wall, error or failed visit."""
    return stored.is_good or stored.file_digest is not None


def description(collection: Collection, stored: StoredCapture) -> PageDescription:
    """A capture as the classifier takes it: the document as the browser had it, else as it was sent."""
    has_dom = Role.DOM in stored.artifacts
    return PageDescription(
        url=stored.final_url or stored.url,
        html=collection.read(stored, Role.DOM) if has_dom else _sent(collection, stored),
        media_type=stored.mime,
    )


def _sent(collection: Collection, stored: StoredCapture) -> bytes:
    source = CaptureSource(collection, stored, borrow=False)
    found = source.find(stored.final_url or stored.url)
    return (found.exchange.body if found is not None else None) or b""
