"""The rows of captures that were read out of archive files: of other tools, or of our own after a loss."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from sqlalchemy import Connection, insert, select, update

from storage.capture_rows import insert_profile, storable
from storage.ingest_pages import Sighting
from storage.ingest_records import CHANGE, Found, page_urn
from storage.records import (
    Outcome,
    Problem,
    ProblemCode,
    RenderingProfile,
    ResponseKind,
    Role,
    StoredScore,
)
from storage.schema import artifact, capture, page, warc_record
from storage.scores import insert_score
from storage.warc import OWN_FILE
from storage.warc_capture import MIME
from storage.warc_reading import read_block

_HTML = ("text/html", "application/xhtml+xml")
_SMALLEST_REVISIT = 512


def sighting_urn(sighting: Sighting) -> str:
    """The name of a capture: its page id, or one made of its first record, the same at every reading."""
    if sighting.urn:
        return sighting.urn
    first = sighting.main or next(iter(sighting.parts.values()))
    return page_urn(f"capture of {first.urn}")


def insert_sighting(
    connection: Connection, folder: Path, sighting: Sighting, page_id: int, origin: str
) -> int:
    """Add one capture with its parts; its number."""
    own = _own(sighting)
    profile = _profile(own, sighting, folder)
    facts = _foreign_facts(sighting) if own is None else _own_facts(own, sighting)
    view = Role.VIEW in sighting.parts
    kind, outcome = facts["response_kind"], facts["outcome"]
    insert_profile(connection, profile)
    values = {
        "urn": sighting_urn(sighting),
        "page_id": page_id,
        "url": sighting.url,
        "started_at": sighting.at,
        "good": outcome is not Outcome.FAILED and kind is ResponseKind.CONTENT and view,
        "status": _status(sighting),
        "title": storable(sighting.title),
        "profile_digest": profile.digest,
        "origin": origin,
        **facts,
        **_place(sighting),
    }
    number = int(connection.execute(insert(capture).values(**values)).inserted_primary_key[0])  # type: ignore[index]
    _insert_parts(connection, number, sighting)
    if sighting.title:
        newer = select(capture.c.id).where(capture.c.page_id == page_id, capture.c.started_at > sighting.at)
        titled = update(page).where(page.c.id == page_id, ~newer.exists())
        connection.execute(titled.values(title=storable(sighting.title)))
    return number


def insert_found_scores(connection: Connection, records: Iterable[Found]) -> int:
    """Add the change scores whose two captures are known and that are not there yet; how many."""
    known = {
        row.urn: row for row in connection.execute(select(capture.c.urn, capture.c.id, capture.c.page_id))
    }
    added = 0
    for record in records:
        if not record.uri.startswith(CHANGE) or _row_at(connection, record) is not None:
            continue
        try:
            body = json.loads(record.body)
            before, after = known[body["before"]], known[body["after"]]
            score = _score(body, before.id, after.id, after.page_id)
        except (ValueError, KeyError, TypeError):
            continue
        insert_score(connection, score, _insert_record(connection, after.id, record))
        added += 1
    return added


def _own(sighting: Sighting) -> Mapping[str, Any] | None:
    own = sighting.info.get("pagetide")
    return own if isinstance(own, dict) and "outcome" in own else None


def _own_facts(own: Mapping[str, Any], sighting: Sighting) -> dict[str, Any]:
    """What our own page information says."""
    counts = own.get("exchanges") or {"recorded": len(_responses(sighting)), "failed": 0}
    return {
        "finished_at": datetime.fromisoformat(own["finished"].replace("Z", "+00:00")),
        "outcome": Outcome(own["outcome"]),
        "response_kind": ResponseKind(own["responseKind"]),
        "final_url": own.get("finalUrl"),
        "mime": own.get("mime") or (sighting.main.mime if sighting.main else None),
        "problems": list(own.get("problems") or ()),
        "observed": dict(own.get("observed") or {}),
        "exchanges_recorded": counts["recorded"],
        "exchanges_failed": counts["failed"],
    }


def _foreign_facts(sighting: Sighting) -> dict[str, Any]:
    main, problems = sighting.main, []
    if main is None:
        problems.append(
            Problem(code=ProblemCode.EXCHANGE, message="The archive file holds no response of this page.")
        )
    if Role.VIEW not in sighting.parts:
        problems.append(
            Problem(
                code=ProblemCode.SCREENSHOT,
                message="The archive file holds no screenshot of this page; it is made from the page's replay.",
            )
        )
    responses = _responses(sighting)
    last = max([record.date for record in sighting.records if record.kind == "response"] or [sighting.at])
    return {
        "finished_at": max(last, sighting.at),
        "outcome": Outcome.PARTIAL if problems else Outcome.COMPLETE,
        "response_kind": _kind(sighting),
        "final_url": None if main is None else main.uri,
        "mime": None if main is None else main.mime or None,
        "problems": [asdict(problem) for problem in problems],
        "observed": {},
        "exchanges_recorded": len(responses) or int(main is not None),
        "exchanges_failed": 0,
    }


def _kind(sighting: Sighting) -> ResponseKind:
    """What can be said of a response by its status and type."""
    status, main = _status(sighting), sighting.main
    if status is None and main is None:
        return ResponseKind.CONTENT if Role.VIEW in sighting.parts else ResponseKind.NONE
    if status is not None and status >= 400:
        return ResponseKind.ERROR
    if main is not None and main.mime and main.mime not in _HTML:
        return ResponseKind.NOT_HTML
    return ResponseKind.CONTENT


def _status(sighting: Sighting) -> int | None:
    if sighting.main is not None:
        return sighting.main.status
    stated = sighting.info.get("tsStatus")
    return stated if isinstance(stated, int) and stated else None


def _responses(sighting: Sighting) -> list[Found]:
    return [
        record for record in sighting.records if record.kind in ("response", "revisit") and not record.role
    ]


def _profile(own: Mapping[str, Any] | None, sighting: Sighting, folder: Path) -> RenderingProfile:
    """The look that the page was captured in; of another tool's what its screenshot and its request tell."""
    if own is not None:
        names = {field.name for field in fields(RenderingProfile)}
        return RenderingProfile(
            **{key: value for key, value in own.get("profile", {}).items() if key in names}
        )
    width, height = 0, 0
    view = sighting.parts.get(Role.VIEW)
    if view is not None:
        width, height = _pixels(folder, view)
        if not view.uri.startswith("urn:view:"):
            height = 0  # the picture may be as high as the page was
    return RenderingProfile(
        viewport_width_px=width,
        viewport_height_px=height,
        locale="",
        timezone="",
        color_scheme="",
        user_agent=sighting.user_agent,
    )


def _pixels(folder: Path, view: Found) -> tuple[int, int]:
    """The size of a picture; of what is none, nothing."""
    try:
        with Image.open(BytesIO(read_block(folder, view.file, view.offset, view.length))) as image:
            return image.size
    except (OSError, ValueError, Image.DecompressionBombError):
        return 0, 0


def _place(sighting: Sighting) -> dict[str, Any]:
    """Where the capture's records stand: its span in the file of its main record."""
    records = [*sighting.records, *sighting.parts.values(), *([sighting.main] if sighting.main else [])]
    stated = sighting.parts.get(Role.PAGE_INFO)
    main = sighting.main or stated or next(iter(sighting.parts.values()))
    if sighting.main is None and _own(sighting) is not None:
        main = min(sighting.parts.values(), key=lambda part: part.offset)
    here = {
        record.offset: record.length
        for record in records
        if record.file == main.file and not record.uri.startswith(CHANGE)
    }
    return {
        "warc_file": main.file,
        "warc_offset": min(here),
        "warc_bytes": sum(here.values()),
        "main_record": main.urn,
    }


def _insert_parts(connection: Connection, number: int, sighting: Sighting) -> None:
    for role, part in sighting.parts.items():
        connection.execute(
            insert(artifact).values(
                capture_id=number,
                role=role,
                digest=part.digest,
                size_bytes=part.size_bytes,
                mime=part.mime or MIME[role],
                warc_record_id=_insert_record(connection, number, part),
            )
        )
    for record in sighting.records:
        if _is_revisitable(record):
            _insert_record(connection, number, record)


def _is_revisitable(record: Found) -> bool:
    """Whether a later visit of ours may refer to this response instead of storing its payload again."""
    return (
        record.kind == "response"
        and record.file.startswith(OWN_FILE)
        and record.status == 200
        and record.size_bytes >= _SMALLEST_REVISIT
        and (record.payload_digest or "").startswith("sha256:")
    )


def _row_at(connection: Connection, record: Found) -> int | None:
    query = select(warc_record.c.id).where(
        warc_record.c.file == record.file, warc_record.c.offset == record.offset
    )
    return connection.execute(query).scalar()


def _insert_record(connection: Connection, capture_id: int, record: Found) -> int:
    result = connection.execute(
        insert(warc_record).values(
            capture_id=capture_id,
            file=record.file,
            offset=record.offset,
            length=record.length,
            record_id=record.urn,
            type=record.kind,
            target_uri=record.uri,
            date=record.date,
            payload_digest=record.payload_digest,
        )
    )
    return int(result.inserted_primary_key[0])  # type: ignore[index]  # an inserted row has its number


def _score(body: Mapping[str, Any], before_id: int, after_id: int, page_id: int) -> StoredScore:
    """The score in a metadata record; the model it names was another database's."""
    return StoredScore(
        page_id=page_id,
        before_id=before_id,
        after_id=after_id,
        scored_at=datetime.fromisoformat(body["scored_at"].replace("Z", "+00:00")),
        model_id=None,
        distance=float(body["distance"]),
        probability=body["probability"],
        important=body["important"],
        regions=tuple(tuple(row) for row in body["regions"]),
        displacement_px=int(body["displacement_px"]),
        links_added=tuple(body["links_added"]),
        links_removed=tuple(body["links_removed"]),
        images_added=tuple(body["images_added"]),
        images_removed=tuple(body["images_removed"]),
    )
