"""The house rules that a tool can hold: imports in one direction, files and functions that can be read."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("pagetide", "crawler", "rendering", "changemodel", "storage", "dashboard")
SOURCES = sorted(
    path
    for package in (*PACKAGES, "benchmarks")
    for path in (ROOT / package).rglob("*.py")
    if "node_modules" not in path.parts and "versions" not in path.parts
)
FILE_LINES = 600
FUNCTION_LINES = 50
MAY_BUILD_STATEMENTS = ("storage/queries/", "storage/database/")
HANDED_ON = ("Connection", "Row")


def test_imports_go_in_one_direction() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--config", "pyproject.toml"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_no_file_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {name(path): lines for path, lines in lengths.items() if lines > FILE_LINES} == {}


def test_no_function_is_too_long_without_its_docstring() -> None:
    assert [where for where, node in functions() if code_lines(node) > FUNCTION_LINES] == []


def test_own_modules_are_imported_at_the_top() -> None:
    hidden = [
        f"{where} imports {node.module}"
        for where, function in functions()
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES
    ]
    assert hidden == []


def test_statements_are_built_in_the_queries_and_the_database_alone() -> None:
    """Elsewhere in storage SQLAlchemy gives the types of what is handed on, and no table is named."""
    built = [
        f"{name(path)} imports {node.module}.{imported.name}"
        for path in SOURCES
        if name(path).startswith("storage/") and not name(path).startswith(MAY_BUILD_STATEMENTS)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for imported in node.names
        if ((node.module or "").split(".")[0] == "sqlalchemy" and imported.name not in HANDED_ON)
        or node.module == "storage.database.schema"
    ]
    assert built == []


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function of the sources, with the file and the line where it begins."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{name(path)}:{node.lineno} {node.name}", node


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    if ast.get_docstring(node) is not None and len(node.body) > 1:
        return (node.end_lineno or 0) - (first.end_lineno or 0)
    return (node.end_lineno or 0) - node.lineno
