"""The house rules that a tool can hold: imports in one direction, small files, small functions."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("pagetide", "crawler", "rendering", "changemodel", "storage", "dashboard")
SOURCES = sorted(
    path
    for package in (*PACKAGES, "benchmarks")
    for path in (ROOT / package).rglob("*.py")
    if "node_modules" not in path.parts and "versions" not in path.parts
)


def test_imports_go_in_one_direction() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--config", "pyproject.toml"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_have_at_most_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_functions_have_at_most_50_lines_without_their_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [node.name for node in functions if _code_lines(node) > 50] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_own_modules_are_imported_at_the_top(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    hidden = [
        node.module
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES
    ]
    assert hidden == []


def _code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    if ast.get_docstring(node) is not None and len(node.body) > 1:
        return (node.end_lineno or 0) - (first.end_lineno or 0)
    return (node.end_lineno or 0) - node.lineno
