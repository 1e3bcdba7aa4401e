"""Which regions of a page carry information about a person's verdicts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from changemodel.classify.region_evidence import (
    PERMUTATIONS,
    RegionEvidence,
    change_pattern,
    missing_labels,
    region_evidence,
)
from changemodel.errors import InvalidInput
from changemodel.features.gist import GistGrid
from pagetide.errors import NothingToDo
from pagetide.learning.versions import VersionReader
from storage.collection import Collection
from storage.records import Page, StoredCapture


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A change that a person judged."""

    before: StoredCapture
    after: StoredCapture
    important: bool


def judged_changes(collection: Collection, page: Page) -> list[Judged]:
    """What people said of changes between good captures of one look of the page, the look that they judged most.

    Verdicts on walls, on errors and across two looks are kept, but say nothing of regions.
    """
    repository = collection.repository
    found = []
    for said in repository.labels(page.id):
        before, after = repository.capture(said.before_id), repository.capture(said.after_id)
        alike = before.is_good and after.is_good and before.profile_digest == after.profile_digest
        if alike and said.important is not None:
            found.append(Judged(before=before, after=after, important=said.important))
    looks = Counter(item.after.profile_digest for item in found).most_common(1)
    return [item for item in found if item.after.profile_digest == looks[0][0]]


def page_evidence(
    collection: Collection, page: Page, *, grid: int, permutations: int = PERMUTATIONS
) -> RegionEvidence:
    """Which regions of a page carry information about its verdicts.

    Raises
    ------
    NothingToDo
        Too few changes are labelled, or nothing on the first screen differs in any of them; the message says how many
        are missing and how to label them.
    """
    versions = VersionReader(collection, GistGrid(grid=grid))
    judged = [
        item
        for item in judged_changes(collection, page)
        if len(versions.readable([item.before, item.after])) == 2
    ]
    important = [item.important for item in judged]
    days = [f"{item.after.started_at:%Y-%m-%d}" for item in judged]
    if missing := missing_labels(important, days):
        raise NothingToDo(f"{page.url}: {missing}. {_how_to_label(page)}")
    patterns = [
        change_pattern(versions.version(item.before), versions.version(item.after), grid) for item in judged
    ]
    try:
        return region_evidence(np.array(patterns), important, days, permutations=permutations)
    except InvalidInput as error:
        raise NothingToDo(f"{page.url}: {error}. {_how_to_label(page)}") from error


def _how_to_label(page: Page) -> str:
    return (
        f"`pagetide label {page.id} --next 5` names changes to look at, `pagetide label {page.id} BEFORE AFTER "
        "--important` or `--unimportant` says what one was."
    )
