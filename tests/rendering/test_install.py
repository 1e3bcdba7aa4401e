"""Whether a browser can be installed depends on the machine; what is said about it must not."""

import sys
from pathlib import Path

import pytest

from rendering import install
from rendering.errors import InstallationFailed
from rendering.install import install_browser

_FAILS = [sys.executable, "-c", "import sys; print('Failed to download: no such host'); sys.exit(1)"]
_WORKS = [sys.executable, "-c", "pass"]


def test_when_no_way_works_each_ones_answer_and_the_remedy_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "_ways", lambda: [("playwright", [_FAILS]), ("apt-get", [_WORKS, _FAILS])])
    with pytest.raises(InstallationFailed) as caught:
        install_browser()
    message = str(caught.value)
    assert "playwright: Failed to download: no such host; apt-get: Failed to download" in message
    assert "set browser_path" in message


def test_the_second_way_is_taken_when_the_first_does_not_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chromium = tmp_path / "chromium"
    create = f"import pathlib; p = pathlib.Path({str(chromium)!r}); p.write_text('#!/bin/sh'); p.chmod(0o755)"
    monkeypatch.setattr(
        install, "_ways", lambda: [("first", [_FAILS]), ("second", [[sys.executable, "-c", create]])]
    )
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert install_browser().path == chromium


def test_a_way_that_ends_well_without_a_browser_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(install, "_ways", lambda: [("first", [_WORKS])])
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InstallationFailed, match="ended well, but no browser is there"):
        install_browser()


def test_playwrights_own_build_is_tried_first() -> None:
    name, commands = install._ways()[0]
    assert name == "playwright"
    assert commands == [[sys.executable, "-P", "-m", "playwright", "install", "chromium"]]
