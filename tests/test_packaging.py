"""What the wheel installs: the six packages, nothing beside them, with everything they need at run time."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from changemodel.errors import MissingExtra
from changemodel.evaluation.baselines import ssim_distance
from changemodel.matching import extras
from changemodel.metric.attribute_orders import osr_order
from changemodel.version import PageVersion
from pagetide.capture_table import write_parquet
from pagetide.commands.mcp_server import server
from pagetide.learning.parallel_tasks import spread_over
from pagetide.timestamps import TimestampAuthority
from storage.collection import Collection
from storage.database.postgresql import postgresql_engine
from storage.errors import StorageError
from tests.test_architecture import PACKAGES, ROOT, SOURCES, name


def test_the_wheel_lists_exactly_the_six_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert sorted(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) == sorted(PACKAGES)


@pytest.mark.long
def test_the_wheel_has_what_is_read_at_run_time_and_nothing_beside_the_packages(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", tmp_path, ROOT], check=True, timeout=200)
    (wheel,) = tmp_path.glob("pagetide-*.whl")
    with zipfile.ZipFile(wheel) as opened:
        files = opened.namelist()
    assert {file.partition("/")[0] for file in files if ".dist-info/" not in file} == set(PACKAGES)
    kinds = (".css", ".html", ".js", ".npz", ".toml", ".xml", ".pyi")
    read = {path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.suffix in kinds}
    assert {name(path) for path in read if "node_modules" not in path.parts} <= set(files)


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_the_wheel_in_an_environment_of_its_own_needs_no_extra(tmp_path: Path) -> None:
    """The demo as a stranger starts it: only what ``pip install pagetide`` brings."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    programs = tmp_path / "venv" / "bin"
    subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", ROOT], check=True)
    demo = [programs / "pagetide", "demo", "--days", "2", "--sites", "1", "--no-serve"]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(demo, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "MAP, learned" in done.stdout


def test_every_package_says_that_it_is_typed() -> None:
    assert [package for package in PACKAGES if not (ROOT / package / "py.typed").exists()] == []


def project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def package(requirement: str) -> str:
    return re.split(r"[\[<>=]", requirement)[0]


EXTRAS = {
    name: items for name, items in project()["optional-dependencies"].items() if name not in {"dev", "docs"}
}


def test_no_package_of_an_extra_is_a_dependency_or_imported_at_the_top() -> None:
    brought = {package(item) for items in EXTRAS.values() for item in items}
    assert not brought & {package(item) for item in project()["dependencies"]}
    modules = {*MODULES.values(), "matplotlib"}
    assert [name(path) for path in SOURCES if modules & _imported_at_the_top(path)] == [
        "benchmarks/attribute_images.py",  # pandas
        "benchmarks/gist_torch.py",
    ]


MODULES = {
    "distributed": "distributed",
    "faiss-cpu": "faiss",
    "mcp": "mcp",
    "opencv-contrib-python-headless": "cv2",
    "pandas": "pandas",
    "psycopg": "psycopg",
    "pyarrow": "pyarrow",
    "rfc3161-client": "rfc3161_client",
    "scikit-image": "skimage",
    "torch": "torch",
}
_VERSION = PageVersion(captured_at=datetime(2026, 1, 1, tzinfo=UTC), text="x")
NEEDED_BY: dict[tuple[str, str], Callable[[Path], object]] = {
    ("dask", "distributed"): lambda folder: spread_over(1, "tcp://localhost:1").__enter__(),
    ("matching", "cv2"): lambda folder: extras.opencv(),
    ("matching", "torch"): lambda folder: extras.pytorch(),
    ("mcp", "mcp"): lambda folder: server(Collection.create(folder / "c")),
    ("parquet", "pyarrow"): lambda folder: write_parquet([], folder / "x.parquet"),
    ("postgresql", "psycopg"): lambda folder: postgresql_engine(
        make_url("postgresql+psycopg://localhost/x"), read_only=True
    ),
    ("timestamp", "rfc3161_client"): lambda folder: TimestampAuthority("https://tsa.example/"),
    ("research", "pandas"): lambda folder: osr_order(),
    ("research", "skimage"): lambda folder: ssim_distance(_VERSION, _VERSION),
}
WORKS_WITHOUT = {
    "plots": "curves of benchmarks, which no wheel has",
    "search": "numpy finds the nearest codes, more slowly",
}


@pytest.mark.parametrize(("extra", "module"), NEEDED_BY)
def test_where_an_extra_is_missing_its_command_is_said(
    extra: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for loaded in [item for item in sys.modules if item.partition(".")[0] == module]:
        monkeypatch.setitem(sys.modules, loaded, None)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises((MissingExtra, StorageError), match=rf"pip install 'pagetide\[{extra}\]'"):
        NEEDED_BY[extra, module](tmp_path)


def test_every_extra_is_one_that_is_asked_for_or_can_be_done_without() -> None:
    assert set(EXTRAS) == {extra for extra, _ in NEEDED_BY} | set(WORKS_WITHOUT)


def test_every_dependency_is_imported_by_what_the_wheel_ships() -> None:
    installed = packages_distributions()
    imported = {
        re.sub(r"[-_.]+", "-", package).lower()
        for path in SOURCES
        if name(path).partition("/")[0] in PACKAGES
        for module in _imported_anywhere(path)
        for package in installed.get(module, ())
    }
    imported.add("python-multipart")  # FastAPI reads forms with it
    assert {package(item) for item in project()["dependencies"]} - imported == set()


def _imported_at_the_top(path: Path) -> set[str]:
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {item.name.partition(".")[0] for item in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def _imported_anywhere(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {item.name for node in nodes if isinstance(node, ast.Import) for item in node.names}
    parts = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return {module.partition(".")[0] for module in plain | parts}
