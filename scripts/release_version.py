"""The version that pyproject.toml, CHANGELOG.md and CITATION.cff agree on: ``python scripts/release_version.py``.

With ``--next-steps`` it prints what a person does after ``scripts/release``. Exit 1, with what disagrees, where they
do not agree.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNRELEASED = "unreleased"
_HEADING = re.compile(r"^## (?P<version>\d\S*) - (?P<date>\d{4}-\d\d-\d\d|unreleased)$", re.MULTILINE)


class Disagreement(Exception):
    """The files name different versions or dates; the message says which."""


def main(arguments: list[str]) -> int:
    """Print the version, or the next steps."""
    try:
        version, date = agreed(ROOT)
    except Disagreement as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.write(next_steps(version, date) if arguments == ["--next-steps"] else f"{version}\n")
    return 0


def agreed(root: Path) -> tuple[str, str]:
    """Version and date of the release; the date is ``unreleased`` until a person writes one."""
    version = str(tomllib.loads(_text(root / "pyproject.toml"))["project"]["version"])
    heading = _HEADING.search(_text(root / "CHANGELOG.md"))
    if heading is None:
        raise Disagreement(
            f"CHANGELOG.md has no heading like '## {version} - {UNRELEASED}' or '## {version} - 2026-12-01'"
        )
    cited = {"version": _cited(root, "version"), "date-released": _cited(root, "date-released")}
    expected = {
        "version": version,
        "date-released": None if heading["date"] == UNRELEASED else heading["date"],
    }
    if heading["version"] != version or cited != expected:
        raise Disagreement(
            f"pyproject.toml says {version}, CHANGELOG.md {heading['version']} - {heading['date']}, "
            f"CITATION.cff version {cited['version']}, date-released {cited['date-released']}; they must agree"
        )
    return version, heading["date"]


def next_steps(version: str, date: str) -> str:
    """What a person does by hand, one step a line."""
    if date == UNRELEASED:
        return (
            f"This was a rehearsal: {version} has no date yet. To release it:\n"
            f"  1. write the date in CHANGELOG.md ('## {version} - YYYY-MM-DD') and CITATION.cff (date-released)\n"
            "  2. commit, see scripts/test green at that commit, and run scripts/release again\n"
        )
    return (
        f"dist/ holds pagetide {version}, tested. By hand, in this order:\n"
        "  1. see scripts/test green at this commit\n"
        f"  2. git tag -s v{version} -m 'Pagetide {version}' && git push origin v{version}\n"
        f"  3. python -m twine upload dist/pagetide-{version}*\n"
        f"  4. make a release of the tag, with the section of CHANGELOG.md and the files of dist/\n"
        "  5. begin the next section of CHANGELOG.md, and raise the version in pyproject.toml and CITATION.cff\n"
    )


def _cited(root: Path, field: str) -> str | None:
    found = re.search(rf"^{field}: *['\"]?([^'\"\n]+)", _text(root / "CITATION.cff"), re.MULTILINE)
    return found[1].strip() if found else None


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
