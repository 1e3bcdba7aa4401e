"""The process of one job: ``python -m pagetide.jobs.process FOLDER NUMBER``, started by the dashboard."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from pagetide.app import App
from pagetide.errors import CollectionInUse
from pagetide.jobs.beside_dashboard import BUSY
from pagetide.jobs.ingesting import run_ingest_job
from pagetide.jobs.running import run_reading_job
from pagetide.logs import set_up_logging
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.jobs import JobKind


def main(folder: Path, number: int) -> int:
    """Do the job; the exit code is ``BUSY`` where it was left, for another process works on the collection."""
    os.nice(10)  # crawls and readers come first
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    log = load_settings(folder).log
    set_up_logging(log.level, log.format)
    with Collection.open(folder) as opened:
        if opened.repository.job(number).kind is not JobKind.INGEST:
            run_reading_job(opened, number)
            return 0
    try:
        with App.open(folder) as app, app.working_alone():
            run_ingest_job(app, number)
    except CollectionInUse:
        return BUSY
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
