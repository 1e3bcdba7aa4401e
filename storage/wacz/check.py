"""Checks a WACZ file of any tool against WACZ 1.1.1, and whether it replays by itself.

``wacz validate`` accepts a file without ``pages/pages.jsonl``, without ``profile``, with deflated WARC files, and
never looks into its index. Here every rule of the standard that a replay tool relies on is checked on the bytes.
A fault breaks a MUST or replay; a note is a SHOULD, or a habit of this world.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from storage.errors import StorageError, check_regular, translated_os_errors
from storage.ingest.listed import text_lines
from storage.plurals import counted
from storage.urls import index_key
from storage.verify_log import VerifyLog, VerifyReport
from storage.wacz.check_archive import AGAIN, COPY, INDEXED, UNREADABLE, ArchiveCheck, Contents
from storage.wacz.signing import ReadTimestamp, Uncheckable, signer_of

_CHUNK = 1 << 20
_LARGEST_JSON = 1 << 26
_EXPECTED = {
    "archive": (".warc.gz", ".warc"),
    "indexes": (".cdxj", ".cdx.gz", ".idx", ".cdx"),
    "pages": (".jsonl",),
}
_DESCRIPTION = "datapackage.json"
_SEAL = "datapackage-digest.json"
_LONGEST_UNTIL_STAMPED = timedelta(minutes=10)  # wacz-auth 0.1.0, 4.2, step 7


def check_wacz(path: Path, read_timestamp: ReadTimestamp | None = None) -> VerifyReport:
    """Everything that is wrong with the WACZ file ``path``; a timestamp is checked by ``read_timestamp``.

    Raises
    ------
    StorageError
        It cannot be read as a ZIP file at all.
    """
    check_regular(path)
    findings = VerifyLog(0, None)
    findings.checked.clear()
    try:
        with translated_os_errors(path, "read"), zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if info.filename.startswith("archive/"):  # damage is named by its hash and by the record
                    info.CRC = None  # type: ignore[assignment]  # "no checksum is known", as zipfile has it
            _Check(archive, findings, read_timestamp).everything()
    except zipfile.BadZipFile as error:
        raise StorageError(f"{path} is no WACZ: {error}. Check that it was copied whole.") from error
    return findings.report()


class _Check:
    """One walk over the package."""

    def __init__(
        self, archive: zipfile.ZipFile, findings: VerifyLog, read_timestamp: ReadTimestamp | None
    ) -> None:
        self._archive = archive
        self._findings = findings
        self._read_timestamp = read_timestamp
        self._names = [name for name in archive.namelist() if not name.endswith("/")]

    def everything(self) -> None:
        self._members()
        description = self._description()
        self._resources(description)
        self._seal()
        relation = description.get("relation")
        needs_others = isinstance(relation, dict) and bool(relation.get("requires"))
        contents = ArchiveCheck(self._archive, self._findings, needs_others=needs_others).everything()
        self._pages(contents, description)

    def _fault(self, thing: str, message: str, remedy: str = AGAIN) -> None:
        self._findings.fault(thing, message, remedy)

    def _note(self, thing: str, message: str) -> None:
        self._findings.note(thing, message, "Readers cope with it.")

    def _members(self) -> None:
        """Each name once; WARC files and compressed indexes stored as they are; nothing strange in the folders."""
        for name in sorted({name for name in self._names if self._names.count(name) > 1}):
            self._fault(name, "The package holds it more than once.")
        for info in self._archive.infolist():
            folder, _, rest = info.filename.partition("/")
            stored = info.compress_type == zipfile.ZIP_STORED
            if not stored and (folder == "archive" or info.filename.endswith(".gz")):
                self._fault(
                    info.filename, "It is compressed in the package, so that no part of it can be fetched."
                )
            if folder in _EXPECTED and rest and (not rest.endswith(_EXPECTED[folder]) or "/" in rest):
                self._fault(
                    info.filename, f"The folder {folder}/ may hold only {', '.join(_EXPECTED[folder])} files."
                )
        if not any(name.startswith("archive/") for name in self._names):
            self._fault("archive/", "There is no WARC file.")

    def _json(self, name: str) -> dict[str, Any]:
        if name not in self._names:
            self._fault(name, "It is missing.")
            return {}
        try:
            with self._archive.open(name) as file:
                text = file.read(_LARGEST_JSON + 1)
            if len(text) > _LARGEST_JSON:
                self._fault(name, f"It has more than {_LARGEST_JSON >> 20} MiB and was not read.")
                return {}
            found = json.loads(text)
        except (ValueError, RecursionError, *UNREADABLE) as error:
            self._fault(name, f"It cannot be read: {error}.")
            return {}
        return found if isinstance(found, dict) else {}

    def _description(self) -> dict[str, Any]:
        found = self._json(_DESCRIPTION)
        if not found:
            return found
        if found.get("profile") != "data-package":
            self._fault(_DESCRIPTION, f"profile is {found.get('profile')!r}, it must be 'data-package'.")
        if not str(found.get("wacz_version") or "").startswith("1."):
            self._fault(_DESCRIPTION, f"wacz_version is {found.get('wacz_version')!r}, it must be '1.1.1'.")
        for name in ("title", "created", "software"):
            if not found.get(name):
                self._note(_DESCRIPTION, f"It does not say {name}.")
        return found

    def _resources(self, description: Mapping[str, Any]) -> None:
        """Each file listed with its digest and size, and each that is listed there."""
        listed = {
            str(item.get("path")): item
            for item in description.get("resources") or ()
            if isinstance(item, dict)
        }
        for name in sorted(set(self._names) - set(listed) - {_DESCRIPTION, _SEAL}):
            self._fault(name, f"{_DESCRIPTION} does not list it.")
        for name, item in sorted(listed.items()):
            if name not in self._names:
                self._fault(name, f"{_DESCRIPTION} lists it, and it is missing.")
                continue
            self._findings.checked["files"] += 1
            algorithm, _, stated = str(item.get("hash")).partition(":")
            digest, size = self._digest(name, algorithm)
            if digest != stated:
                self._fault(name, "Its content is not what its hash says.", COPY)
            if size not in (None, item.get("bytes")):
                has = counted(size, "byte")
                self._fault(name, f"It has {has}, {_DESCRIPTION} says {item.get('bytes')}.")

    def _digest(self, name: str, algorithm: str) -> tuple[str, int | None]:
        """The digest of a file and its size, which is not known where it cannot be read to its end."""
        try:
            digester, size = hashlib.new(algorithm), 0
            with self._archive.open(name) as file:
                while data := file.read(_CHUNK):
                    digester.update(data)
                    size += len(data)
        except (ValueError, *UNREADABLE) as error:
            return f"unreadable: {error}", None
        return digester.hexdigest(), size

    def _seal(self) -> None:
        if _SEAL not in self._names:
            self._note(_SEAL, "It is missing, so that nothing vouches for the description.")
            return
        found = self._json(_SEAL)
        algorithm, _, stated = str(found.get("hash")).partition(":")
        if found.get("path") != _DESCRIPTION or self._digest(_DESCRIPTION, algorithm)[0] != stated:
            self._fault(_SEAL, f"Its hash is not that of {_DESCRIPTION}.", COPY)
        elif isinstance(signed := found.get("signedData"), dict):
            self._signature(signed, str(found["hash"]))

    def _signature(self, signed: Mapping[str, Any], digest: str) -> None:
        if "publicKey" not in signed:
            name = signed.get("domain", "nobody")
            self._findings.note(
                _SEAL, f"It is signed by {name}; that was not checked.", "Ask an authsign server."
            )
            return
        try:
            key = signer_of(signed, digest)
        except ValueError as error:
            self._fault(_SEAL, f"Its signature is not valid: {error}.", COPY)
            return
        when = signed.get("created", "a time that it does not say")
        self._findings.note(
            _SEAL, f"It was signed at {when} with the key {key}.", "Ask its maker for their key."
        )
        if "timeSignature" in signed and self._read_timestamp is not None:
            self._timestamp(signed, self._read_timestamp)

    def _timestamp(self, signed: Mapping[str, Any], read: ReadTimestamp) -> None:
        try:
            found = read(signed)
        except Uncheckable as error:
            self._findings.note(_SEAL, "Its timestamp was not checked.", f"{error}.")
            return
        except ValueError as error:
            self._fault(_SEAL, f"Its timestamp is not valid: {error}.", COPY)
            return
        at, made = f"{found.at:%Y-%m-%d %H:%M:%S} UTC", signed.get("created")
        if not _is_moment(made) or abs(_moment(made) - found.at) > _LONGEST_UNTIL_STAMPED:
            self._fault(_SEAL, f"It states that it was signed at {made}, and its timestamp is of {at}.", COPY)
            return
        self._findings.note(
            _SEAL,
            f"The signature was there at {at}, says {found.authority}.",
            "What it signs is that old at least.",
        )

    def _pages(self, contents: Contents, description: Mapping[str, Any]) -> None:
        """The list of pages: its head, its lines, and that the archive holds what they name."""
        name = "pages/pages.jsonl"
        if name not in self._names:
            self._fault(name, "It is missing, so that readers show no page.")
            return
        keys = {index_key(record.uri) for record in contents.records.values() if record.kind in INDEXED}
        for listing in sorted(item for item in self._names if item.startswith("pages/")):
            self._page_list(listing, keys)
        main = description.get("mainPageUrl")
        if main and index_key(str(main)) not in keys:
            self._fault(_DESCRIPTION, f"The archive does not hold mainPageUrl, {main}.")

    def _page_list(self, name: str, keys: set[str]) -> None:
        try:
            with self._archive.open(name) as file:
                self._page_lines(name, (line.decode("utf-8", "replace") for line in text_lines(file)), keys)
        except UNREADABLE as error:
            self._fault(name, f"It cannot be read to its end: {error}.", COPY)

    def _page_lines(self, name: str, lines: Iterator[str], keys: set[str]) -> None:
        if _object(next(lines, "")).get("format") != "json-pages-1.0":
            self._fault(name, 'Its first line is not {"format": "json-pages-1.0", ...}.')
        seen: set[str] = set()
        for number, line in enumerate(lines, 2):
            if not line.strip():
                continue
            self._findings.checked["pages"] += 1
            page = _object(line)
            if not page.get("url") or not _is_moment(page.get("ts")):
                self._fault(
                    f"{name}, line {number}", "It has no url, or no ts of the form 2026-01-02T03:04:05Z."
                )
                continue
            if str(page.get("id")) in seen and page.get("id"):
                self._fault(f"{name}, line {number}", f"The id {page['id']} was used before.")
            seen.add(str(page.get("id")))
            if index_key(str(page["url"])) not in keys:
                self._note(f"{name}, line {number}", f"The archive holds no record of {page['url']}.")


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_moment(value: object) -> bool:
    try:
        return _moment(value).tzinfo is not None
    except ValueError:
        return False


def _moment(value: object) -> datetime:
    return datetime.fromisoformat(str(value).replace("Z", "+00:00"))
