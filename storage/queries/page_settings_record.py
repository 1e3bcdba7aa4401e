"""What people set of a page, whole, as a WARC metadata record ``urn:pagesettings:URL`` holds it.

Each record says all of it at one moment, so that the newest of a page is enough. ``docs/reference/warc-profile.md``
describes the record.
"""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer

from storage.own_rules import OwnRule
from storage.queries.capture_rows import storable
from storage.regions import MOST_REGIONS, PageRegion
from storage.warc.record import warc_date

FORMAT = "pagetide-page-settings-1"

Words = Annotated[str, AfterValidator(storable)]
Moment = Annotated[
    AwareDatetime, AfterValidator(lambda moment: moment.astimezone(UTC)), PlainSerializer(warc_date)
]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class HoldSet(_Part):
    """A hold."""

    capture: str | None = None  # its name in the archive; None: the page with all that it has
    reason: Words
    held_by: Words
    held_at: Moment


class RuleSet(_Part):
    """A rule of visits, of the page or of one of its tags."""

    tag: Words | None = None
    every_s: Annotated[float, Field(gt=0, lt=1e10)] | None = None
    cron: Words | None = None
    zone: Words
    per_h: float
    said_by: Words

    @classmethod
    def of(cls, rule: OwnRule) -> RuleSet:
        """The rule as the record holds it."""
        every_s = None if rule.every is None else rule.every.total_seconds()
        same = {name: getattr(rule, name) for name in ("tag", "cron", "zone", "per_h", "said_by")}
        return cls(every_s=every_s, **same)

    def for_page(self, page_id: int) -> OwnRule:
        """The rule of the page, as the database holds it."""
        return self._rule(page_id=page_id)

    def for_tag(self, tag: str) -> OwnRule:
        """The rule of the tag, as the database holds it."""
        return self._rule(tag=tag)

    def _rule(self, *, page_id: int | None = None, tag: str | None = None) -> OwnRule:
        every = None if self.every_s is None else timedelta(seconds=self.every_s)
        same = {name: getattr(self, name) for name in ("cron", "zone", "per_h", "said_by")}
        return OwnRule(page_id=page_id, tag=tag, every=every, **same)


class PageSettings(_Part):
    """All that people set of a page at one moment, and the capture under which the record stands."""

    format: str = FORMAT
    url: str
    capture: str
    captured_at: Moment
    set_at: Moment
    set_by: Words
    holds: tuple[HoldSet, ...]
    tags: tuple[Words, ...]
    note: Words
    regions: Annotated[tuple[PageRegion, ...], Field(max_length=MOST_REGIONS)]
    alarm_above: Annotated[float, Field(gt=0, lt=1)] | None
    rule: RuleSet | None
    tag_rules: tuple[RuleSet, ...]
    weight: Annotated[float, Field(ge=0)]
    paused: bool
    muted_at: Moment | None
    retired_at: Moment | None

    def to_json(self) -> bytes:
        """The block of the record."""
        return self.model_dump_json().encode("utf-8", "replace")


def settings_in(body: bytes) -> PageSettings:
    """What the block of a record says.

    Raises
    ------
    ValueError
        It says nothing that people could have set.
    StorageError
        It names a region that is none.
    """
    return PageSettings.model_validate_json(body)
