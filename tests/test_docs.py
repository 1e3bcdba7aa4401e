"""Documentation fails when it no longer says what the code does."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.exceptions import UsageError

from pagetide.commands.command_table import loaded_command
from pagetide.settings.descriptions import describe
from tests.test_architecture import PACKAGES, ROOT

DOCS = ROOT / "docs"
SCIENCE = (DOCS / "science.md").read_text(encoding="utf-8")


def test_generated_reference_is_current() -> None:
    names = ("api", "cli", "settings")
    made = ", ".join(f"w.{name}_reference()" for name in names)
    code = f"import json, scripts.write_reference as w; print(json.dumps([{made}]))"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name, text in zip(names, json.loads(result.stdout), strict=True):
        assert (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8") == text, (
            "run: .venv/bin/python scripts/write_reference.py"
        )


@pytest.mark.parametrize(
    "path",
    [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith(("http:", "https:"))]
    assert [link for link in local if not (path.parent / link).exists()] == []


def test_links_to_a_heading_find_it() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {link}#{heading}"
        for path in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
        for link, heading in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", path.read_text(encoding="utf-8"))
        if heading not in _headings(path.parent / link if link else path)
    ]
    assert lost == []


def _headings(path: Path) -> set[str]:
    """The headings of a page as GitHub names them in links."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_files_named_in_documents_exist(path: Path) -> None:
    named = re.findall(
        rf"`((?:{'|'.join(PACKAGES)}|benchmarks|scripts)/[\w/]+\.py)`", path.read_text(encoding="utf-8")
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.long
def test_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("myst_parser")
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", DOCS, tmp_path]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = re.findall(r"^([\w/-]+)$", (DOCS / "index.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    pages = {str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.rglob("*.md")}
    assert {page for page in pages if not page.startswith("decisions/0")} - {"index"} == set(listed)


def test_every_setting_is_explained() -> None:
    assert all(meaning for *_, meaning in describe())


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_commands_in_documents_have_their_arguments(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```(?:sh|console)?\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)
    lines = [
        line for block in blocks for line in re.findall(r"^ *(?:\$ )?pagetide (.*)", block, re.MULTILINE)
    ]
    for line in lines:
        name, *arguments = shlex.split(line, comments=True)
        for file in arguments:
            if re.fullmatch(r"[\w.-]+\.(wacz|warc\.gz|png|json|jpg)", file):
                Path(file).touch()
        try:
            loaded_command(name).make_context(name, arguments)
        except UsageError as error:
            pytest.fail(f"pagetide {line}: {error.format_message()}")


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


def test_every_row_of_the_science_page_names_code_and_tests_that_exist() -> None:
    rows = [line.split(" | ") for line in SCIENCE.splitlines() if "](../" in line]
    assert len(rows) > 70
    for system, modules, tests, *_ in rows:
        assert (system, _missing(modules)) == (system, [])
        assert (system, _missing(tests)) == (system, [])
        assert "](../tests/" in tests


def test_every_command_of_the_science_page_has_its_module() -> None:
    named = re.findall(r"`benchmarks\.(\w+)", SCIENCE)
    assert len(named) > 40
    assert [name for name in named if not (ROOT / "benchmarks" / f"{name}.py").is_file()] == []


def _missing(cell: str) -> list[str]:
    paths = re.findall(r"\]\(\.\./([\w/]+\.py)\)", cell)
    assert paths
    return [path for path in paths if not (ROOT / path).is_file()]
