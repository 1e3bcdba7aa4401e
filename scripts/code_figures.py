"""Figures of Python projects by which their code can be compared: a row of a Markdown table for each folder.

python scripts/code_figures.py . ../scrapy ../warcio
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

_BESIDE = {
    ".venv",
    ".outside",
    "node_modules",
    "migrations",
    "docs",
    "doc",
    "benchmarks",
    "examples",
    "extras",
    "scripts",
    "sep",
}
_TESTS = {"test", "tests"}
_HEAD = (
    "project",
    "files / lines",
    "lines of a file: median / 90 % / longest",
    "lines of a function",
    "types, %",
    "docstrings, %",
    "imports in functions",
    "`except Exception`",
    "lines of tests per line",
)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    for cells in (_HEAD, ["---"] * len(_HEAD), *map(_figures, parser.parse_args().folders)):
        sys.stdout.write(f"| {' | '.join(cells)} |\n")


def _figures(folder: Path) -> Sequence[str]:
    texts = {path: path.read_text(encoding="utf-8") for path in _python_files(folder)}
    tests = {path for path in texts if _is_test(path.relative_to(folder))}
    source = [text for path, text in texts.items() if path not in tests]
    nodes = [node for text in source for node in ast.walk(ast.parse(text))]
    functions = [node for node in nodes if isinstance(node, Function)]
    public = [node for node in functions if not node.name.startswith("_")]
    lines, test_lines = _lines(source), sum(_lines([texts[path] for path in tests]))
    return (
        folder.resolve().name,
        f"{len(lines)} / {sum(lines):,}",
        _spread(lines),
        _spread([_length(node) for node in functions]),
        _percent([is_typed for node in functions for is_typed in _typed(node)]),
        _percent([ast.get_docstring(node) is not None for node in public]),
        str(
            sum(
                isinstance(inner, ast.Import | ast.ImportFrom)
                for node in functions
                for inner in ast.walk(node)
            )
        ),
        str(sum(_is_broad(node) for node in nodes)),
        f"{test_lines / sum(lines):.1f}",
    )


def _python_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*.py")):
        if not _BESIDE & set(path.relative_to(folder).parts):
            yield path


def _is_test(path: Path) -> bool:
    return bool(_TESTS & set(path.parts)) or path.name.startswith("test_") or path.name == "conftest.py"


def _lines(texts: Sequence[str]) -> list[int]:
    return [text.count("\n") for text in texts]


def _length(node: Function) -> int:
    """Lines of a function without those of its docstring."""
    told = node.body[0] if ast.get_docstring(node) is not None else None
    return _span(node) - (0 if told is None else _span(told))


def _span(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _typed(node: Function) -> list[bool]:
    """Whether what it takes and what it gives have types, one by one."""
    taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    given = node.returns is not None or node.name == "__init__"
    return [item.annotation is not None for item in taken if item.arg not in {"self", "cls"}] + [given]


def _is_broad(node: ast.AST) -> bool:
    if not isinstance(node, ast.ExceptHandler):
        return False
    return node.type is None or (
        isinstance(node.type, ast.Name) and node.type.id in {"Exception", "BaseException"}
    )


def _spread(values: Sequence[int]) -> str:
    ordered = sorted(values)
    return " / ".join(
        str(ordered[min(len(ordered) - 1, int(share * len(ordered)))]) for share in (0.5, 0.9, 1)
    )


def _percent(values: Sequence[bool]) -> str:
    return f"{100 * sum(values) / max(len(values), 1):.0f}"


if __name__ == "__main__":
    main()
