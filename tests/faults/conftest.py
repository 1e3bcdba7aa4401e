import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from storage.collection import Collection
from tests.crawler.conftest import other_site, site
from tests.storage.objects.conftest import address, running_server, server

__all__ = ["address", "other_site", "running_server", "server", "site"]


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.create(tmp_path / "c") as created:
        yield created


class Disk:
    """A real file system of a few megabytes, in a file; ``folder`` is where it is mounted."""

    def __init__(self, image: Path, folder: Path) -> None:
        self.folder = folder
        self._image = image
        folder.mkdir()
        with image.open("wb") as file:
            file.truncate(16_000_000)
        _do("mkfs.ext4", "-q", str(image))
        _do("mount", "-o", "loop", str(image), str(folder))

    def fill_up(self) -> Path:
        """Leave no room; the file that takes it."""
        filler = self.folder / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        return filler

    def cut_off(self) -> None:
        """From now on it is read-only, as after an error of the disk: what was not confirmed yet never gets there."""
        _do("mount", "-o", "remount,abort", str(self.folder))

    def put_back(self) -> None:
        """Mount it again as it was left."""
        self.take_out()
        _do("mount", "-o", "loop", str(self._image), str(self.folder))

    def take_out(self) -> None:
        _do("umount", str(self.folder))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    try:
        made = Disk(tmp_path / "image", tmp_path / "disk")
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"a small file system cannot be mounted here: {error}")
    yield made
    made.take_out()


def _do(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=20)
