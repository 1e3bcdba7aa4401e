"""What the wheel installs: the six packages, nothing beside them, with everything they need at run time."""

import ast
import tomllib
from pathlib import Path

from tests.test_architecture import PACKAGES, ROOT, SOURCES, name


def test_the_wheel_lists_exactly_the_six_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert sorted(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) == sorted(PACKAGES)


def test_every_package_says_that_it_is_typed() -> None:
    assert [package for package in PACKAGES if not (ROOT / package / "py.typed").exists()] == []


def test_heavy_extras_are_no_dependencies_and_the_packages_import_none_at_the_top() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    heavy = {"torch", "opencv-contrib-python-headless", "pyarrow", "matplotlib"}
    extras = {
        item.partition(">")[0]
        for extra in ("matching", "parquet", "plots")
        for item in project["optional-dependencies"][extra]
    }
    assert extras == heavy
    assert not [item for item in project["dependencies"] if item.partition(">")[0] in heavy]
    assert [name(path) for path in SOURCES if {*heavy, "cv2"} & _imported_at_the_top(path)] == [
        "benchmarks/gist_torch.py"
    ]


def _imported_at_the_top(path: Path) -> set[str]:
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {item.name.partition(".")[0] for item in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found
