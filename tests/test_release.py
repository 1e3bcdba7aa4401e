"""A release names one version everywhere, and its sdist holds what the wheel is built from."""

import tomllib
from pathlib import Path

import pytest
import yaml

from scripts.release_version import Disagreement, agreed, next_steps
from tests.test_architecture import PACKAGES, ROOT

BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def test_the_files_agree_on_a_version() -> None:
    version, date = agreed(ROOT)
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == version
    assert version in next_steps(version, date)


@pytest.mark.parametrize(
    ("changelog", "cited", "said"),
    [
        ("## 0.2.0 - unreleased", "version: 0.1.0", "CHANGELOG.md 0.2.0 - unreleased"),
        ("## 0.1.0 - 2026-12-01", "version: 0.1.0", "date-released None"),
        ("## 0.1.0 - unreleased", "version: 0.0.9", "CITATION.cff version 0.0.9"),
        ("## Unreleased", "version: 0.1.0", "no heading like '## 0.1.0 - unreleased'"),
    ],
)
def test_what_disagrees_is_named(tmp_path: Path, changelog: str, cited: str, said: str) -> None:
    _write_release(tmp_path, changelog, cited)
    with pytest.raises(Disagreement, match=said):
        agreed(tmp_path)


def test_a_dated_release_goes_on_to_its_tag(tmp_path: Path) -> None:
    _write_release(tmp_path, "## 0.1.0 - 2026-12-01", "version: 0.1.0\ndate-released: '2026-12-01'")
    assert "git tag -s v0.1.0" in next_steps(*agreed(tmp_path))


def test_wheel_and_sdist_hold_every_package() -> None:
    assert sorted(BUILD["targets"]["wheel"]["packages"]) == sorted(PACKAGES)
    assert {f"/{package}" for package in PACKAGES} <= set(BUILD["targets"]["sdist"]["include"])


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_issue_forms_ask_for_what_has_a_label(form: Path) -> None:
    read = yaml.safe_load(form.read_text(encoding="utf-8"))
    asked = [field for field in read.get("body", []) if field["type"] != "markdown"]
    assert len({field["id"] for field in asked}) == len(asked)
    assert all(field["attributes"]["label"] for field in asked)


def _write_release(folder: Path, changelog: str, cited: str) -> None:
    (folder / "pyproject.toml").write_text('[project]\nversion = "0.1.0"\n', encoding="utf-8")
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{changelog}\n", encoding="utf-8")
    (folder / "CITATION.cff").write_text(f"{cited}\n", encoding="utf-8")
