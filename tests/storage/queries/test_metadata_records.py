"""What people said stands in the archive, too: it outlives the database and travels with exports."""

import json
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from warcio.archiveiterator import ArchiveIterator

from storage.collection import Collection
from storage.ingest.archives import ingest, rebuild
from storage.queries.labels import Label
from storage.queries.page_types import FoundType, TypeCorrection
from storage.queries.selection import Selection
from storage.removal.removing import Why, plan_removal, remove
from storage.verify.walk import verify
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from storage.warc.reading import members
from storage.warc.record import Record
from storage.warc.writer import ARCHIVE
from tests.storage.builders import START, URL, add_page, capture, fill, lose_database

HOUR = timedelta(hours=1)


def archived_name(collection: Collection, number: int) -> tuple[str, str]:
    """What a capture and its main record are called in the archive."""
    with collection.database.reading() as connection:
        query = text(f"SELECT urn, main_record FROM capture WHERE id = {number}")
        return tuple(connection.execute(query).one())  # type: ignore[return-value]


def said(collection: Collection, pair: tuple[int, int], important: bool | None, hour: int) -> Label:
    return collection.record_label(
        Label(
            page_id=collection.repository.capture(pair[0]).page_id,
            before_id=pair[0],
            after_id=pair[1],
            important=important,
            said_at=START + hour * HOUR,
            said_by="ann",
            note="the lead story ✓",
        )
    )


def verdicts(collection: Collection) -> list[tuple[Any, ...]]:
    """The labels that count, without the numbers of one database."""
    repository = collection.repository
    return [
        (
            page.url,
            archived_name(collection, label.before_id),
            archived_name(collection, label.after_id),
            replace(label, page_id=0, before_id=0, after_id=0, id=None),
        )
        for page in repository.pages()
        for label in repository.labels(page.id)
    ]


@pytest.fixture
def labelled(collection: Collection) -> Collection:
    """Four hours of a page with three labels that count, one corrected and one taken back."""
    fill(collection, 4)
    said(collection, (1, 2), True, 5)
    said(collection, (2, 3), False, 6)
    said(collection, (3, 4), True, 7)
    said(collection, (2, 3), True, 8)
    said(collection, (3, 4), None, 9)
    said(collection, (1, 4), False, 10)
    return collection


def read_back(path: Path) -> list[tuple[Any, ...]]:
    """The verdicts of the archive in ``path`` after its database is lost."""
    lose_database(path)
    with Collection.create(path) as collection:
        assert rebuild(collection).faults == ()
        assert verify(collection).faults == ()
        return verdicts(collection)


def test_the_record_says_who_said_what_of_which_captures(labelled: Collection) -> None:
    (before, _), (after, main) = (archived_name(labelled, number) for number in (1, 2))
    labelled.close()
    (file,) = (labelled.path / ARCHIVE).glob("*.warc.gz")
    with file.open("rb") as source:
        records = [
            (record.rec_headers, json.loads(record.raw_stream.read()))
            for record in ArchiveIterator(source)
            if (record.rec_headers.get_header("WARC-Target-URI") or "").startswith("urn:label:")
        ]
    assert [body["important"] for _, body in records] == [True, False, True, True, None, False]
    headers, body = records[0]
    assert headers.get_header("WARC-Type") == "metadata"
    assert headers.get_header("WARC-Target-URI") == f"urn:label:{URL}"
    assert headers.get_header("WARC-Refers-To") == f"<{main}>"
    assert headers.get_header("WARC-Page-ID") == after
    assert headers.get_header("WARC-Date") == "2026-03-01T17:00:00.250000Z"
    assert body == {
        "format": "pagetide-label-1",
        "before": before,
        "before_at": "2026-03-01T12:00:00.250000Z",
        "after": after,
        "after_at": "2026-03-01T13:00:00.250000Z",
        "important": True,
        "said_at": "2026-03-01T17:00:00.250000Z",
        "said_by": "ann",
        "note": "the lead story ✓",
    }


def test_a_lost_database_gets_its_labels_back_the_newest_of_each_pair(labelled: Collection) -> None:
    known = verdicts(labelled)
    assert [label.important for *_, label in known] == [True, True, False]
    labelled.close()
    assert read_back(labelled.path) == known


def test_labels_that_no_row_names_are_found_once(labelled: Collection) -> None:
    labelled.close()
    with Collection.open(labelled.path) as collection:
        known = verdicts(collection)
        with collection.database.writing() as connection:
            connection.execute(text("DELETE FROM label WHERE id > 3"))
            connection.execute(
                text(
                    "DELETE FROM warc_record WHERE target_uri LIKE 'urn:label:%' AND id NOT IN "
                    "(SELECT warc_record_id FROM label)"
                )
            )
        assert verdicts(collection) != known
        assert [rebuild(collection).labels for _ in range(2)] == [3, 0]
        assert verdicts(collection) == known


def test_an_older_verdict_that_is_read_later_does_not_count(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 2)
    said(collection, (1, 2), True, 5)
    package = export_wacz(collection, tmp_path / "old.wacz")
    with Collection.create(tmp_path / "other") as other:
        ingest(other, export_wacz(collection, tmp_path / "none.wacz", selection=Selection(captures=(1, 2))))
        said(other, (1, 2), False, 6)
        ingest(other, package)
        assert [label.important for label in other.repository.labels(1)] == [False]


def test_labels_of_an_earlier_version_enter_the_archive_with_the_next_one(labelled: Collection) -> None:
    with labelled.database.writing() as connection:
        connection.execute(text("UPDATE label SET warc_record_id = NULL"))
        connection.execute(text("DELETE FROM warc_record WHERE target_uri LIKE 'urn:label:%'"))
    labelled.close()
    for file in (labelled.path / ARCHIVE).glob("*.warc.gz"):
        _without_labels(file)
    with Collection.open(labelled.path) as collection:
        with collection.database.writing() as connection:
            connection.execute(text("DELETE FROM warc_file"))  # the earlier version noted no sizes either
        said(collection, (1, 3), True, 11)
        known = verdicts(collection)
        assert len(known) == 4
        assert collection.archive_said() == 0
    assert read_back(labelled.path) == known


def test_rebuild_writes_the_labels_that_only_the_database_has(labelled: Collection) -> None:
    with labelled.database.writing() as connection:
        connection.execute(text("UPDATE label SET warc_record_id = NULL"))
    known = verdicts(labelled)
    assert rebuild(labelled).labels == 0
    assert verdicts(labelled) == known
    labelled.close()
    assert read_back(labelled.path) == known


def test_a_package_brings_labels_to_another_collection_once(labelled: Collection, tmp_path: Path) -> None:
    package = export_wacz(labelled, tmp_path / "all.wacz")
    part = export_wacz(labelled, tmp_path / "part.wacz", selection=Selection(pages=(URL,)))
    assert check_wacz(package).faults == ()
    with zipfile.ZipFile(package) as archive:
        lines = [json.loads(line) for line in archive.read("pagetide/labels.jsonl").splitlines()]
    assert [(line["important"], line["after_ts"][11:13]) for line in lines] == [
        (True, "13"),
        (True, "14"),
        (False, "15"),
    ]
    with Collection.create(tmp_path / "other") as other:
        assert [ingest(other, path).labels for path in (part, package, part)] == [6, 0, 0]
        assert verdicts(other) == verdicts(labelled)
        assert verify(other).faults == ()


def test_a_selection_takes_the_labels_of_its_pairs_only(labelled: Collection, tmp_path: Path) -> None:
    path = export_wacz(labelled, tmp_path / "late.wacz", selection=Selection(captures=(2, 3)))
    with zipfile.ZipFile(path) as archive:
        (line,) = map(json.loads, archive.read("pagetide/labels.jsonl").splitlines())
    assert (line["before_ts"][11:13], line["after_ts"][11:13], line["important"]) == ("13", "14", True)
    with Collection.create(tmp_path / "other") as other:
        assert ingest(other, path).labels == 2


def test_without_labels_a_package_has_no_list_of_them(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 2)
    with zipfile.ZipFile(export_wacz(collection, tmp_path / "plain.wacz")) as archive:
        assert "pagetide/labels.jsonl" not in archive.namelist()


@pytest.mark.parametrize(
    "changed",
    [
        {"before": "urn:uuid:00000000-0000-0000-0000-000000000000"},
        {"important": "yes"},
        {"said_at": "yesterday"},
        {"said_at": 5},
        {"swapped": True},
        {"other_page": True},
        {"cut": True},
    ],
)
def test_a_record_that_is_no_label_on_a_pair_is_passed_over(
    collection: Collection, changed: dict[str, Any]
) -> None:
    fill(collection, 2)
    collection.store(add_page(collection, "https://other.example/"), capture(3))
    first, second, other = (archived_name(collection, number)[0] for number in (1, 2, 3))
    body: dict[str, Any] = {"before": first, "after": second, "important": True, "note": "\ud800"}
    body |= {"said_at": "2026-03-01T17:00:00Z"} | changed
    if changed.get("swapped"):
        body |= {"before": second, "after": first}
    if changed.get("other_page"):
        body["after"] = other
    payload = json.dumps(body).encode()
    _append_label(collection, payload[:-9] if changed.get("cut") else payload)
    assert rebuild(collection).labels == 0
    assert collection.repository.labels(1) == []


def test_a_label_whose_words_no_database_takes_is_kept_without_them(collection: Collection) -> None:
    fill(collection, 2)
    first, second = (archived_name(collection, number)[0] for number in (1, 2))
    body = {"before": first, "after": second, "important": True, "said_at": "2026-03-01T17:00:00"}
    _append_label(collection, json.dumps({**body, "note": "half \ud800 of a pair\0"}).encode())
    assert rebuild(collection).labels == 1
    (label,) = collection.repository.labels(1)
    assert (label.note, label.said_at) == ("half ? of a pair", START.replace(hour=17, microsecond=0))


def typed(collection: Collection, name: str | None, hour: int, page_id: int = 1) -> None:
    word = TypeCorrection(page_id=page_id, type=name, said_at=START + hour * HOUR, said_by="ann", note="seen")
    collection.record_type(word)


def types_read_back(path: Path) -> dict[int, str]:
    """The types of the archive in ``path`` after its database is lost."""
    lose_database(path)
    with Collection.create(path) as collection:
        report = rebuild(collection)
        assert report.faults == ()
        assert verify(collection).faults == ()
        return collection.repository.type_names()


def test_the_record_of_a_type_says_who_said_it_of_which_capture(collection: Collection) -> None:
    fill(collection, 2)
    typed(collection, "forum", 5)
    urn, main = archived_name(collection, 2)
    collection.close()
    (file,) = (collection.path / ARCHIVE).glob("*.warc.gz")
    with file.open("rb") as source:
        ((headers, body),) = [
            (record.rec_headers, json.loads(record.raw_stream.read()))
            for record in ArchiveIterator(source)
            if (record.rec_headers.get_header("WARC-Target-URI") or "") == f"urn:type:{URL}"
        ]
    assert headers.get_header("WARC-Refers-To") == f"<{main}>"
    assert headers.get_header("WARC-Page-ID") == urn
    assert body == {
        "format": "pagetide-type-1",
        "capture": urn,
        "captured_at": "2026-03-01T13:00:00.250000Z",
        "type": "forum",
        "said_at": "2026-03-01T17:00:00.250000Z",
        "said_by": "ann",
        "note": "seen",
    }


@pytest.mark.parametrize(("words", "known"), [(("forum", "product"), {1: "product"}), (("forum", None), {})])
def test_a_lost_database_gets_back_what_was_said_of_types(
    collection: Collection, words: tuple[str | None, ...], known: dict[int, str]
) -> None:
    fill(collection, 2)
    for hour, name in enumerate(words, 5):
        typed(collection, name, hour)
    collection.close()
    assert types_read_back(collection.path) == known


def test_what_was_said_of_a_type_outlives_the_capture_that_it_was_said_of(collection: Collection) -> None:
    page = fill(collection, 2)[0].page_id
    collection.repository.put_found_type(
        FoundType(page_id=page, type="service", probability=0.5, model_id="m", at=START)
    )
    typed(collection, "forum", 5)
    plan = plan_removal(collection, collection.repository.page(page), (2,))
    remove(collection, plan, Why(reason="asked", by="ann", at=START + 9 * HOUR))
    assert collection.repository.type_names() == {page: "forum"}
    assert collection.repository.found_type(page) is None
    assert verify(collection).faults == ()
    collection.close()
    assert types_read_back(collection.path) == {1: "forum"}


def test_a_package_brings_what_was_said_of_types_once(collection: Collection, tmp_path: Path) -> None:
    fill(collection, 2)
    typed(collection, "forum", 5)
    package = export_wacz(collection, tmp_path / "all.wacz")
    part = export_wacz(collection, tmp_path / "part.wacz", selection=Selection(captures=(2,)))
    other_part = export_wacz(collection, tmp_path / "first.wacz", selection=Selection(captures=(1,)))
    assert check_wacz(package).faults == ()
    with Collection.create(tmp_path / "other") as other:
        assert [ingest(other, path).types for path in (other_part, part, package)] == [0, 1, 0]
        assert other.repository.type_names() == {1: "forum"}


@pytest.mark.parametrize(
    "changed", [{"type": 5}, {"type": ""}, {"capture": ["x"]}, {"capture": "urn:uuid:0"}]
)
def test_a_record_that_is_no_type_of_a_page_is_passed_over(
    collection: Collection, changed: dict[str, Any]
) -> None:
    fill(collection, 1)
    body = {"capture": archived_name(collection, 1)[0], "type": "forum", "said_at": "2026-03-01T17:00:00Z"}
    _append_label(collection, json.dumps(body | changed).encode(), f"urn:type:{URL}")
    assert rebuild(collection).types == 0


def _append_label(collection: Collection, payload: bytes, uri: str = f"urn:label:{URL}") -> None:
    """A metadata record under a label's name in a WARC file of its own, as another program might have written it."""
    record = Record(
        kind="metadata",
        uri=uri,
        date=START,
        content_type="application/json",
        payload=payload,
    )
    (collection.path / ARCHIVE / "labels.warc.gz").write_bytes(record.encoded())


def _without_labels(file: Path) -> None:
    """Rewrite a WARC file as a Pagetide wrote it that kept labels in the database only."""
    data = file.read_bytes()
    with file.open("rb") as source:
        kept = [
            data[member.offset : member.offset + member.length]
            for member in members(source, 0, len(data))
            if b"WARC-Target-URI: urn:label:" not in member.data
        ]
    file.write_bytes(b"".join(kept))
