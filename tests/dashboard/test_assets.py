"""Browser-side libraries are declared, pinned by digest, and optional."""

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from dashboard import app

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script() -> ModuleType:
    specification = importlib.util.spec_from_file_location(
        "fetch_assets", ROOT / "scripts" / "fetch_assets.py"
    )
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_lock_file_pins_digests_and_names_no_registry() -> None:
    lock = json.loads((ROOT / "dashboard" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert not any("resolved" in package for package in packages.values())


def test_declared_versions_are_exact() -> None:
    declared = json.loads((ROOT / "dashboard" / "package.json").read_text(encoding="utf-8"))
    versions = [*declared["dependencies"].values(), *declared["devDependencies"].values()]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions)


def test_without_npm_the_script_says_what_to_do(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "VENDOR", tmp_path / "vendor")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert script.main(["--production"]) == 1
    assert "Install Node.js" in capsys.readouterr().err


def test_what_the_templates_load_is_what_the_script_serves(script: ModuleType) -> None:
    templates = "".join(path.read_text(encoding="utf-8") for path in app.TEMPLATES.glob("*.html"))
    assert set(re.findall(r"/static/vendor/([\w.-]+)", templates)) == set(script.SERVED)
