"""The histories benchmark runs the main job over any folder of the format, and says what it found."""

import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from benchmarks.histories import heat_map, main

pytestmark = pytest.mark.long


def test_the_heat_map_is_darkest_where_importance_is_highest() -> None:
    importance = [[0.0] * 10 for _ in range(10)]
    importance[2][3] = 0.75
    importance[9][9] = 0.25
    lines = heat_map(importance)
    assert lines[2] == "|" + "  " * 3 + "██" + "  " * 6 + "|"
    assert lines[-1].startswith("row 3 column 4: 75%, row 10 column 10: 25%")


def test_a_folder_without_histories_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--folder", str(tmp_path)]) == 1
    assert "holds no history" in " ".join(capsys.readouterr().err.split())


@pytest.mark.browser
@pytest.mark.slow
def test_the_main_job_visits_every_version_of_every_page_and_counts_against_labels(tmp_path: Path) -> None:
    bodies = [b"<h1>Terms</h1><p>one", b"<h1>Terms</h1><p>one<!-- 2 -->", b"<h1>Terms</h1><p>two"]
    for name, labels in (("terms", ("", "0", "1")), ("news", ("", "", ""))):
        folder = tmp_path / name
        folder.mkdir()
        rows = [f"{n}.html,2024-01-0{n + 1}T12:00:00+02:00,{label}" for n, label in enumerate(labels)]
        head = "file,captured_at,important_change_since_previous"
        (folder / "index.csv").write_text("\n".join([head, *rows]) + "\n")
        with tarfile.open(folder / "versions.tar.xz", "w:xz") as packed:
            for number, body in enumerate(bodies):
                entry = tarfile.TarInfo(f"{number}.html")
                entry.size = len(body)
                packed.addfile(entry, io.BytesIO(body))
    command = [sys.executable, "-m", "benchmarks.histories", "--folder", str(tmp_path), "--json"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = json.loads(printed)
    assert {"figures", "baselines", "spread", "command", "machine", "pages"} <= found.keys()
    terms, news = found["pages"]["terms"], found["pages"]["news"]
    assert terms["captures"] == news["captures"] == 3
    assert terms["failed"] == 0
    assert {"alarms", "true_alarms", "positives", "recall", "alarms_per_true_change"} <= terms.keys()
    assert terms["positives"] == 1
    assert terms["alarms"] == terms["true_alarms"] == 1  # the text decides from the third version on
    assert terms["baselines"]["hash"]["alarms"] == 2
    assert terms["baselines"]["whole-page text"] == {
        "alarms": 1, "true_alarms": 1, "positives": 1, "recall": 1.0, "alarms_per_true_change": 1.0,
    }  # fmt: skip
    assert news["recall"] is None
    assert news["baselines"]["hash"]["alarms"] == 2
