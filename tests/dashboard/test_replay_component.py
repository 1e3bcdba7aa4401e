"""ReplayWeb.page is fetched whole or not at all."""

import os
from pathlib import Path

import pytest

from dashboard.replay_component import FILES, NotInstalled, install


def test_what_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).write_text("")
    assert install(tmp_path) is False


def test_without_npm_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotInstalled, match=r"Install Node\.js"):
        install(tmp_path / "component")
    assert not (tmp_path / "component").exists()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo no network >&2; exit 1", "npm said: no network"),
        ("echo tampered > replaywebpage-2.5.3.tgz", "Nothing was installed"),
    ],
)
def test_what_npm_cannot_bring_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, said: str
) -> None:
    npm = tmp_path / "npm"
    npm.write_text(f"#!/bin/sh\n{script}\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(NotInstalled, match=said):
        install(tmp_path / "component")
    assert not (tmp_path / "component").exists()
