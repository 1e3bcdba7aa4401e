"""The tutorial runs as it stands: each block of docs/library.md, in order, in a folder of its own."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.storage.archives import browsertrix
from tests.test_architecture import ROOT

TUTORIAL = ROOT / "docs" / "library.md"


def test_the_tutorial_runs_and_says_what_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    browsertrix(tmp_path / "crawl.wacz")
    blocks = re.findall(
        r"^```python\n(.*?)^```", TUTORIAL.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) >= 10
    names: dict[str, Any] = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"docs/library.md, block {number}", "exec"), names)
    model, story = names["model"], names["story"]
    assert model.state_ == "learned"
    assert model.importance_map_[:5, :7].sum() > 0.95  # the lead carries the map
    assert names["parts"][2, 4] != names["parts"][2, 8]
    times = [
        later.captured_at.hour
        for earlier, later in zip(names["versions"][48:], names["versions"][49:], strict=False)
        if model.compare(earlier, later).important
    ]
    changes = [hour % 24 for hour in range(49, 60) if story(hour) != story(hour - 1)]
    assert set(changes) <= set(times)
    assert len(times) <= len(changes) + 1
