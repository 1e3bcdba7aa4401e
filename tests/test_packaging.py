"""What the wheel installs: the six packages, nothing beside them, with everything they need at run time."""

import tomllib

from tests.test_architecture import PACKAGES, ROOT


def test_the_wheel_lists_exactly_the_six_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert sorted(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) == sorted(PACKAGES)


def test_every_package_says_that_it_is_typed() -> None:
    assert [package for package in PACKAGES if not (ROOT / package / "py.typed").exists()] == []
