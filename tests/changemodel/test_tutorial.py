"""The tutorial runs as it stands: each block of docs/library.md, in order, in a folder of its own."""

import ast
import io
import re
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.pictures import described_once
from tests.storage.archives import Archive, browsertrix
from tests.test_architecture import ROOT

TUTORIAL = ROOT / "docs" / "library.md"


def blocks_of(document: Path) -> list[str]:
    """The Python in a document, in order."""
    text = document.read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def run(document: Path, names: dict[str, Any]) -> dict[str, Any]:
    """What the names stand for after each block was run as it stands."""
    for number, block in enumerate(blocks_of(document)):
        exec(compile(block, f"{document.name}, block {number}", "exec"), names)
    return names


def test_the_tutorial_runs_and_says_what_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    browsertrix(tmp_path / "crawl.wacz")
    assert len(blocks_of(TUTORIAL)) >= 10
    with described_once():
        names = run(TUTORIAL, {})
    model, story = names["model"], names["story"]
    assert model.picture_state_ == "learned"
    assert model.importance_map_[:5, :7].sum() > 0.9  # the lead carries the map
    assert names["parts"][2, 4] != names["parts"][2, 8]
    times = [
        later.captured_at.hour
        for earlier, later in zip(names["versions"][48:], names["versions"][49:], strict=False)
        if model.compare(earlier, later).important
    ]
    changes = [hour % 24 for hour in range(49, 60) if story(hour) != story(hour - 1)]
    assert set(changes) <= set(times)
    assert len(times) <= len(changes) + 1


def test_what_is_shown_elsewhere_runs_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page_url, start = "https://example.org/", datetime(2026, 3, 1, tzinfo=UTC)
    archive = Archive(tmp_path / "news.wacz")
    for hour in range(60):
        page = np.full((400, 400, 3), np.random.default_rng(hour // 7).integers(0, 256, 3), dtype=np.uint8)
        page[:100] = np.random.default_rng(1000 + hour % 3).integers(0, 256, 3)
        Image.fromarray(page).save(picture := io.BytesIO(), "PNG")
        at = start + timedelta(hours=hour)
        archive.record("resource", f"urn:view:{page_url}", at, picture.getvalue(), "image/png")
    archive.close()
    with described_once():
        shown = run(ROOT / "README.md", {})
    assert shown["score"].regions.shape == (10, 10)
    versions = shown["versions"]
    told = run(
        ROOT / "docs" / "why-alarm.md",
        {"model": shown["model"], "versions": versions, "before": versions[0], "after": versions[1]},
    )
    assert told["explanation"].to_dict()
    assert (told["interval"].low <= told["interval"].high).all()


def test_what_the_library_alone_needs_is_what_it_imports() -> None:
    (line,) = re.findall(r"pip install --no-deps .*pip install ([\w -]+?)  +#", TUTORIAL.read_text("utf-8"))
    modules = {"scikit-learn": "sklearn", "lazy-loader": "lazy_loader", "pillow": "PIL", "ada-url": "ada_url"}
    named = {modules.get(name, name) for name in line.split()}
    brought = {"joblib", "threadpoolctl"}  # by scikit-learn
    trees = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "changemodel").rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    imported = {item.name for node in nodes if isinstance(node, ast.Import) for item in node.names}
    imported |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    imported = {name.partition(".")[0] for name in imported}
    outside = {name for name in imported if name not in sys.stdlib_module_names} - {"changemodel"}
    outside -= {"brotli", "backports"}  # only for pages that were sent so, and not read without
    outside -= {"faiss", "pandas"}  # extras: the index of compact codes, tables
    assert outside <= named | brought
