"""Reads page information records: Browsertrix's, ours, and malformed ones.

Each value is taken only if it is what it should be; what is left out was somebody else's, or damaged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from storage.queries.check_records import is_check
from storage.records import Outcome, Problem, RenderingProfile, ResponseKind, Role
from storage.warc.dates import moment_of
from storage.warc.record_kinds import ScannedRecord, page_urn

LONGEST_TITLE = 1 << 12


class Counts(BaseModel):
    """How many exchanges a visit recorded, and how many it could not."""

    recorded: int = Field(ge=0, lt=1 << 31)
    failed: int = Field(ge=0, lt=1 << 31)


class OwnAccount(BaseModel):
    """What our page information says beyond Browsertrix's, under ``pagetide``."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    outcome: Outcome
    response_kind: ResponseKind = Field(alias="responseKind")
    finished: datetime
    final_url: str | None = Field(default=None, alias="finalUrl")
    mime: str | None = None
    title: str = ""
    problems: tuple[Problem, ...] = ()
    profile: RenderingProfile
    observed: Mapping[str, Any] = {}
    exchanges: Counts | None = None
    origin: str = ""
    main: str | None = (
        None  # the record of the response; None: the one that the page information is concurrent to
    )
    parts: Mapping[Role, str] | None = None  # and of the parts; None: those with its page id

    @property
    def finished_at(self) -> datetime:
        """When the visit ended, in UTC."""
        return self.finished if self.finished.tzinfo else self.finished.replace(tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class PageInfo:
    """What a page information record says of a visit."""

    record: ScannedRecord
    url: str
    urn: str  # the page id; empty: none is stated
    at: datetime
    status: int | None = None
    own: OwnAccount | None = None
    odd: str = ""  # what in it is not as it should be, for a person
    is_check: bool = False  # it compares a capture with its replay, and says nothing of the visit


def page_info(record: ScannedRecord) -> PageInfo:
    """What the record says."""
    said: dict[str, Any] = json.loads(record.body) if record.body else {}
    url, stated, status, own = (said.get(name) for name in ("url", "pageid", "tsStatus", "pagetide"))
    account, odd = (None, "") if own is None else _account(own)
    if not said:
        odd = "It is no JSON object, or too long."
    return PageInfo(
        record=record,
        url=url if isinstance(url, str) and url else record.of_url,
        urn=page_urn(stated) if isinstance(stated, str) and stated else record.page_id,
        at=moment_of(str(said.get("ts"))) or record.date,
        status=status if isinstance(status, int) and 100 <= status <= 999 else None,
        own=account,
        odd=odd,
        is_check=is_check(said),
    )


def _account(own: object) -> tuple[OwnAccount | None, str]:
    """Our own account; None and why, where it only calls itself that."""
    if not isinstance(own, Mapping) or "outcome" not in own:
        return None, ""
    try:
        return OwnAccount.model_validate(own), ""
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        return None, f"It calls itself Pagetide's and is not: {where}: {first['msg']}."
