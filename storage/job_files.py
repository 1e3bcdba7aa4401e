"""Files of jobs: results in ``jobs/``, imports in ``imports/``, readable by the owner only.

``jobs/NUMBER/`` belongs to one job and goes with its result; ``imports/`` is where people put files to be taken in.
"""

from __future__ import annotations

import re
import shutil
import uuid
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from storage.errors import NotStored, StorageError, translated_os_errors
from storage.jobs import Job, JobKind

KEPT = timedelta(days=7)
"""The file that came of a job is deleted so long after its end."""
JOBS = "jobs"
IMPORTS = "imports"
ARCHIVES = (".wacz", ".warc", ".warc.gz", ".arc", ".arc.gz")
LISTS = (".txt", ".csv", ".tsv")
_UPLOADS = "uploads"
_STRANGE = re.compile(r"[^\w.+-]+")
_LONGEST_NAME = 120


def job_folder(collection: Path, number: int) -> Path:
    """Where the files of a job are."""
    return collection / JOBS / str(number)


def made_job_folder(collection: Path, number: int) -> Path:
    """The folder of a job, made where it is not there yet."""
    return _made(job_folder(collection, number))


def result_path(collection: Path, job: Job) -> Path | None:
    """The file that came of a job; None where there is none, or none any more."""
    if job.result_file is None:
        return None
    path = job_folder(collection, job.id) / job.result_file
    return path if path.is_file() else None


def delete_job_folder(collection: Path, number: int) -> None:
    """Delete the files of a job."""
    with translated_os_errors(job_folder(collection, number)):
        shutil.rmtree(job_folder(collection, number), ignore_errors=True)


def kind_for(name: str) -> JobKind | None:
    """How a file of that name is taken in; None: not at all."""
    lower = name.casefold()
    if lower.endswith(ARCHIVES):
        return JobKind.INGEST
    return JobKind.IMPORT if lower.endswith(LISTS) else None


def importable(collection: Path) -> list[str]:
    """The names of the files in ``imports/`` that can be taken in, in order; links and what is hidden are passed by."""
    folder = collection / IMPORTS
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if _is_plain(path) and kind_for(path.name))


def import_path(collection: Path, name: str, upload: str | None = None) -> Path:
    """The file of that name in ``imports/``, or in an upload.

    Raises
    ------
    NotStored
        There is no such file, or it is a link.
    """
    folder = collection / IMPORTS if upload is None else collection / JOBS / _UPLOADS / Path(upload).name
    path = folder / name
    if name != Path(name).name or not _is_plain(path):
        raise NotStored(
            f"There is no file {name} in {IMPORTS}/ of the collection. Put it there and start again."
        )
    return path


def keep_upload(collection: Path, name: str, pieces: Iterable[bytes]) -> tuple[str, str]:
    """Keep a file that somebody sent until a job takes it in; its name, and that of the upload.

    Raises
    ------
    StorageError
        It is none that can be taken in, or there is no room.
    """
    plain = _STRANGE.sub("-", Path(name.replace("\\", "/")).name).lstrip(".")[-_LONGEST_NAME:]
    if kind_for(plain) is None:
        raise StorageError(
            f"files to import end in {', '.join((*ARCHIVES, *LISTS))}, and {name[:_LONGEST_NAME]!r} does not"
        )
    upload = uuid.uuid4().hex
    folder = _made(collection / JOBS / _UPLOADS / upload)
    try:
        with translated_os_errors(folder / plain), (folder / plain).open("wb") as file:
            file.writelines(pieces)
    except BaseException:
        delete_upload(collection, upload)
        raise
    return plain, upload


def delete_upload(collection: Path, upload: str) -> None:
    """Delete what somebody sent."""
    shutil.rmtree(collection / JOBS / _UPLOADS / Path(upload).name, ignore_errors=True)


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and not path.name.startswith(".")


def _made(folder: Path) -> Path:
    with translated_os_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for path in (folder, *folder.parents):
            path.chmod(0o700)
            if path.name == JOBS:
                return folder
    return folder
