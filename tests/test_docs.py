"""Documentation fails when it no longer says what the code does."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pagetide.settings.descriptions import describe
from tests.test_architecture import PACKAGES, ROOT

DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", ["cli", "settings"])
def test_generated_reference_is_current(name: str) -> None:
    code = f"import scripts.write_reference as w; print(w.{name}_reference(), end='')"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8") == result.stdout, (
        "run: .venv/bin/python scripts/write_reference.py"
    )


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))], ids=lambda path: str(path.relative_to(ROOT))
)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith(("http:", "https:"))]
    assert [link for link in local if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_files_named_in_documents_exist(path: Path) -> None:
    named = re.findall(
        rf"`((?:{'|'.join(PACKAGES)}|benchmarks|scripts)/[\w/]+\.py)`", path.read_text(encoding="utf-8")
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_setting_is_explained() -> None:
    assert all(meaning for *_, meaning in describe())


@pytest.mark.parametrize("name", ["pains.md", "security.md"])
def test_tests_named_in_a_document_exist(name: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (DOCS / name).read_text(encoding="utf-8"))
    assert len(named) > 25
    missing = [
        f"{file}::{name}"
        for file, name in named
        if not re.search(rf"def {name}\b", (ROOT / file).read_text(encoding="utf-8"))
    ]
    assert missing == []
