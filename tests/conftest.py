"""Fixtures that every folder of tests may use."""

import os
from pathlib import Path

import pytest

# Read when numpy is loaded, here and in every child. Tests run one per core: the threads of their linear algebra would
# only wait for each other on a busy machine.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_BESIDE_THE_PROJECT = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data that nobody in this project wrote; it is not part of the project."""
    folder = Path(os.environ.get("PAGETIDE_DATA", _BESIDE_THE_PROJECT))
    if not folder.is_dir():
        pytest.skip(f"real data not found at {folder}: set PAGETIDE_DATA to the folder that holds it")
    return folder


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's own PAGETIDE_ variables must not change what the tests see."""
    for name in [name for name in os.environ if name.startswith("PAGETIDE_") and name != "PAGETIDE_DATA"]:
        monkeypatch.delenv(name)
