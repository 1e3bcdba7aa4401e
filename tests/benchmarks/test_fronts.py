"""Graded front pages are lived through, and judged beside baselines."""

import csv
import json
import tarfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from benchmarks import fronts
from benchmarks.fronts import OURS, main, read_site

STOOD = [
    f"The {name} bridge is closed until the summer"
    for name in ("old", "new", "long", "short", "high", "low", "red", "blue")
]


def _history(folder: Path) -> Path:
    """Every third visit has a new lead, every other a story that enters at the end."""
    folder.mkdir(parents=True)
    stories, start = list(STOOD), datetime(2026, 1, 5, tzinfo=UTC)
    with (folder / "index.csv").open("w") as index, (folder / "grades.csv").open("w") as grades:
        versions, judged = csv.writer(index), csv.writer(grades)
        versions.writerow(["file", "captured_at", "important_change_since_previous"])
        judged.writerow(["file", "grade"])
        for visit in range(24):
            lead = visit % 3 == 0
            story = f"Report number {'abcdefghijklmnopqrstuvwxyz'[visit]} of the {'night' if lead else 'day'} desk"
            if lead:
                stories = [story, *stories[:-1]]
            links = "".join(f'<h2><a href="/{text.replace(" ", "-")}">{text}</a></h2>' for text in stories)
            last = "" if lead else f'<section><h2><a href="/{visit}">{story}</a></h2></section>'
            (folder / f"{visit:04d}.html").write_text(f"<body><div>{links}</div>{last}</body>")
            versions.writerow([f"{visit:04d}.html", (start + timedelta(hours=visit)).isoformat(), ""])
            judged.writerow([f"{visit:04d}.html", 2 if lead else 0])
    with tarfile.open(folder / "versions.tar.xz", "w:xz") as packed:
        for path in sorted(folder.glob("*.html")):
            packed.add(path, path.name)
    return folder


def test_a_new_lead_rings_and_a_story_at_the_end_does_not(tmp_path: Path) -> None:
    site = read_site(_history(tmp_path / "front"))
    assert site.ap(OURS) == 1.0
    assert site.alarms.tolist() == site.important.tolist()
    assert all(
        line.startswith("new lead: ")
        for line, rings in zip(site.first_lines, site.alarms, strict=True)
        if rings
    )


def test_rarer_visits_have_the_highest_grade_in_between(tmp_path: Path) -> None:
    assert read_site(_history(tmp_path / "front"), every=3).important.all()


def test_the_benchmark_prints_one_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _history(tmp_path / "histories" / "front")
    monkeypatch.setattr(fronts, "shared_data", lambda: tmp_path)
    assert main(["--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["figures"]["ap"] == 1.0
    assert set(found["baselines"]) == {"changed 3-word runs", "never-seen blocks", "top 10 links"}


def test_a_missing_history_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fronts, "shared_data", lambda: tmp_path)
    assert main([]) == 1
    assert "grades.csv" in capsys.readouterr().err
