"""The library's face: what importing it brings, and two image files."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from PIL import Image

import changemodel
from changemodel import (
    ChangeModel,
    ChangeModelError,
    PageVersion,
    pages_in_wacz,
    version_from_file,
    versions_from_wacz,
)
from changemodel.errors import InvalidImage, InvalidInput, InvalidVersion
from tests.test_architecture import ROOT

_FOREIGN = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError("No module named " + name, name=name)
sys.meta_path.insert(0, Refuse())
import changemodel
print(*sorted({{name.partition(".")[0] for name in sys.modules}} & {names!r}))
"""
_OTHERS = {
    *("pagetide", "crawler", "rendering", "storage", "dashboard"),
    *(
        "alembic",
        "apscheduler",
        "brotli",
        "fastapi",
        "feedparser",
        "filelock",
        "jinja2",
        "lxml",
        "multipart",
        "obstore",
    ),
    *("pandas", "playwright", "psutil", "pydantic", "pydantic_settings", "rapidfuzz", "rich", "scrapy"),
    *("sqlalchemy", "torch", "twisted", "typer", "uvicorn", "w3lib", "warcio"),
}


def test_importing_the_library_needs_nothing_of_the_application() -> None:
    result = subprocess.run(
        [sys.executable, "-c", _FOREIGN.format(names=_OTHERS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == ""


def test_every_public_name_is_there_and_documented() -> None:
    assert all(getattr(changemodel, name).__doc__ for name in changemodel.__all__)


def test_two_image_files_are_compared(tmp_path: Path) -> None:
    pixels = np.full((400, 600, 3), 255, dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "before-20260301120000.png")
    pixels[50:90, 50:300:3] = 0
    Image.fromarray(pixels).save(tmp_path / "after-20260301130000.webp", lossless=True)
    before, after = (version_from_file(file) for file in sorted(tmp_path.iterdir(), reverse=True))
    assert before.captured_at == datetime(2026, 3, 1, 12, tzinfo=UTC)
    score = ChangeModel().compare(before, after)
    assert score.distance > 0
    assert score.regions[0, :4].sum() > 0.9 * score.distance
    assert score.important is None


def test_a_version_is_as_old_as_its_file_unless_something_better_is_known(tmp_path: Path) -> None:
    path = tmp_path / "99999999999999-page.png"  # digits, but no time
    Image.new("L", (9, 9)).save(path)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    assert version_from_file(path).captured_at == datetime.fromtimestamp(1_700_000_000, UTC)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    version = version_from_file(str(path), at, links=["https://a.example/"], text="Words")
    assert (version.captured_at, version.links, version.text) == (at, {"https://a.example/"}, "Words")
    assert isinstance(version, PageVersion)


@pytest.mark.parametrize("captured_at", [0, "", False, "2026-03-01", datetime(2026, 1, 1)])
def test_a_time_that_is_none_is_refused_however_little_it_says(tmp_path: Path, captured_at: object) -> None:
    Image.new("L", (9, 9)).save(tmp_path / "20260301120000.png")
    with pytest.raises(InvalidVersion, match=r"captured_at .*: pass an aware datetime"):
        version_from_file(tmp_path / "20260301120000.png", captured_at)  # type: ignore[arg-type]


def test_a_file_of_a_time_that_no_calendar_has_needs_another() -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    memory = Path("/dev/shm")  # file systems on disks keep no such times
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        files = [Path(folder) / name for name in ("page.png", "20260301120000.png")]
        for file in files:
            Image.new("L", (9, 9)).save(file)
            os.utime(file, (1e12, 1e12))
        if files[0].stat().st_mtime != 1e12:
            pytest.skip("no file system here keeps times beyond the year 9999")
        with pytest.raises(InvalidVersion, match=r"page\.png' .* that no calendar has .*: pass captured_at"):
            version_from_file(files[0])
        assert version_from_file(files[0], at).captured_at == at
        assert version_from_file(files[1]).captured_at == at


def test_a_folder_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(InvalidImage, match="is a folder: pass the path of an image file in it"):
        version_from_file(tmp_path)


def test_a_device_is_refused_at_once() -> None:
    with pytest.raises(InvalidImage, match="is a device or a pipe: pass the path of an image file"):
        version_from_file(Path("/dev/zero"))


@pytest.mark.parametrize("name", ["links", "images"])
def test_a_single_url_in_place_of_a_collection_is_refused(tmp_path: Path, name: str) -> None:
    Image.new("L", (9, 9)).save(tmp_path / "page.png")
    with pytest.raises(InvalidVersion, match=f"{name} is a str: pass a set of URL strings"):
        version_from_file(tmp_path / "page.png", **{name: "http://a"})


@pytest.mark.parametrize("path", [5, None, b"page.png", "no\0path"])
def test_what_is_no_path_is_refused(path: object) -> None:
    for read in (version_from_file, versions_from_wacz, pages_in_wacz, ChangeModel.load):
        with pytest.raises(InvalidInput, match=r"path is .*: pass a path, as a string or pathlib\.Path"):
            read(path)  # type: ignore[operator]


def test_a_url_that_is_no_string_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="url is a int: pass the page's URL as a string"):
        versions_from_wacz(tmp_path / "page.wacz", 5)  # type: ignore[arg-type]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ChangeModelError, match=r"none\.png.*No such file"):
        version_from_file(tmp_path / "none.png")
