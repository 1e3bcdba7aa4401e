"""Jobs that were started from the dashboard: ``jobs``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from pagetide.commands.actions import actor
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, print_table
from pagetide.jobs.liveness import delete_old_files, fail_dead_jobs, now
from storage.actions.jobs import cancel_job
from storage.collection import Collection
from storage.job_files import result_path
from storage.jobs import Job

app = typer.Typer()


@app.command()
def jobs(
    collection: Folder = Path(),
    cancel: Annotated[int | None, typer.Option(help="End the job of this number.", min=1)] = None,
    limit: Annotated[int, typer.Option(min=1, help="Most jobs that are shown.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List exports, checks and imports that were started from the dashboard: progress and results.

    Example: pagetide jobs -c news --cancel 3
    """
    with Collection.open(collection) as opened:
        fail_dead_jobs(opened)
        delete_old_files(opened, now())
        if cancel is not None:
            cancel_job(opened, actor(), cancel)
            out.print(f"Job {cancel} ends.")
            return
        found = opened.repository.jobs(limit=limit)
    if as_json:
        print_json([_as_json(collection, job) for job in found])
    elif not found:
        out.print("No job was started yet. The dashboard's page /collection starts some.")
    else:
        rows = [_row(collection, job) for job in found]
        print_table("Jobs", ("what", "number", "state", "asked (UTC)", "by", "result"), rows)


def _row(folder: Path, job: Job) -> tuple[str, ...]:
    path = result_path(folder, job)
    told = job.message if path is None else f"{job.message} {path}"
    if not job.state.is_over and job.total:
        told = f"{100 * job.done // job.total} %, {told}"
    return job.kind, str(job.id), job.state, moment(job.asked_at), job.asked_by, told


def _as_json(folder: Path, job: Job) -> dict[str, Any]:
    return asdict(job) | {"result_file": result_path(folder, job)}
