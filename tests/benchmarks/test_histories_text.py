"""Histories by their text alone: each visit is decided by what a collection would know then."""

import io
import tarfile
from pathlib import Path

from benchmarks.histories_text import READING_ALONE, reread
from tests.changemodel.change.test_text_drift import sentence

VERSIONS, EDITS = 90, (20, 55, 71)


def _body(visit: int) -> bytes:
    edited = sum(visit >= at for at in EDITS)
    menu = "".join(f"<li><a href='/{row}'>{sentence(500 + visit // 12 + row, 2)}</a>" for row in range(4))
    paragraphs = "".join(f"<p>{sentence(40 + row + 100 * (row < edited), 30)}</p>" for row in range(8))
    return f"<nav><ul>{menu}</ul></nav><main><h1>Terms</h1>{paragraphs}</main>".encode()


def _history(folder: Path) -> Path:
    head = "file,captured_at,important_change_since_previous"
    rows = [
        f"{visit}.html,2026-01-{1 + visit // 24:02}T{visit % 24:02}:00:00+00:00,"
        + ("" if visit == 0 else str(int(visit in EDITS)))
        for visit in range(VERSIONS)
    ]
    (folder / "index.csv").write_text("\n".join([head, *rows]) + "\n")
    with tarfile.open(folder / "versions.tar.xz", "w:xz") as packed:
        for visit in range(VERSIONS):
            entry, body = tarfile.TarInfo(f"{visit}.html"), _body(visit)
            entry.size = len(body)
            packed.addfile(entry, io.BytesIO(body))
    return folder


def test_edits_ring_and_menus_do_not_before_and_after_a_model_is_learned(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = reread(_history(tmp_path), progress=lambda done, total: seen.append((done, total)))
    assert report.models == 2  # from 48 versions, and again after 24 more
    assert report.product.alarms == report.product.true_alarms == report.product.positives == len(EDITS)
    assert report.baselines[READING_ALONE] == report.product
    assert report.baselines["whole-page text"].alarms == len(EDITS) + (VERSIONS - 1) // 12
    assert seen == [(done, VERSIONS) for done in range(1, VERSIONS + 1)]


def test_the_first_versions_only(tmp_path: Path) -> None:
    report = reread(_history(tmp_path), limit=30)
    assert (report.versions, report.models, report.product.alarms) == (30, 0, 1)
