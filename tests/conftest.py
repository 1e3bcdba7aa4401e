"""Fixtures that every folder of tests may use."""

import fcntl
import gc
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from argon2 import PasswordHasher, profiles
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from storage.accounts import passwords
from storage.collection import Collection
from tests.postgresql import Server, obstacle, running

# Read when numpy is loaded, here and in every child. Tests keep all cores busy: the threads of their linear algebra and
# of their learners would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

_IN_MEMORY = Path("/dev/shm")
_ROOM_BYTES = 8 * 10**9
# Collections, databases and profiles of browsers are written to memory where there is plenty of it, and free: a disk
# that confirms each commit would take half of the time of a run. Children read the variable.
if (
    "TMPDIR" not in os.environ
    and _IN_MEMORY.is_dir()
    and min(shutil.disk_usage(_IN_MEMORY).free, psutil.virtual_memory().available) > _ROOM_BYTES
):
    os.environ["TMPDIR"] = tempfile.tempdir = str(_IN_MEMORY)

_ROOT = Path(__file__).resolve().parents[1]
_ONE_BROWSER = _ROOT / "tests" / "dashboard"
_BESIDE_THE_PROJECT = _ROOT.parent / "shared" / "data"

LONG_TESTS = os.environ.get("LONG_TESTS") == "1"
"""Whether tests run that take minutes each, or the larger forms of others."""

settings.register_profile("usual", max_examples=25)
if not LONG_TESTS:
    settings.load_profile("usual")

LONGEST_FIRST = (
    "tests/acceptance/test_formats.py",
    "tests/acceptance/test_pywb.py",
    "tests/acceptance/test_replay_web_page.py",
    "tests/flow/test_whole_product.py",
    "tests/crawler/browser/test_disposable_browser.py",
    "tests/crawler/visiting/test_spider.py",
    "tests/pagetide/learning/test_page_models.py",
    "tests/pagetide/test_workers.py",
    "tests/pagetide/test_qa.py",
    "tests/rendering/test_replay.py",
    "tests/benchmarks/test_kills.py",
    "tests/dashboard/test_browser.py",
    "tests/pagetide/learning/test_regions_as_labels.py",
    "tests/crawler/visiting/test_engine.py",
    "tests/pagetide/learning/test_search.py",
    "tests/dashboard/user_actions/test_sharing.py",
    "tests/dashboard/user_actions/test_comparing.py",
    "tests/pagetide/learning/test_evidence.py",
    "tests/changemodel/test_tutorial.py",
    "tests/pagetide/learning/test_answers.py",
    "tests/crawler/scheduling/test_schedule.py",
    "tests/benchmarks/test_attributes.py",
)
"""Files that take half a minute or more each, with few tests: first those that crawl or wait for a browser."""

ONE_CRAWL = ("tests/acceptance/",)
"""Folders whose files share a crawl of a site that must go on answering: a worker each would crawl it again."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--postgresql",
        action="store_true",
        help="keep the database of every collection that a test makes on a PostgreSQL server",
    )


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two for each core: half of the time a test waits for a browser, a process or a limit."""
    return 2 * (os.cpu_count() or 1)


class ByCrawl(LoadFileScheduling):
    """Files go to the workers whole, and those of one folder together where one crawl serves them all."""

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        return next((folder for folder in ONE_CRAWL if file.startswith(folder)), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Ours where ``--dist loadfile`` is asked for."""
    return ByCrawl(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest files first, the one with the fewest tests last: then no worker is left alone with a long one.

    Files that share a browser come together.

    What takes minutes by itself waits for those who ask for it.
    """
    if not LONG_TESTS:
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="takes minutes: set LONG_TESTS=1"))
    if config.getoption("--postgresql"):
        for item in items:
            if marked := item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip(reason=f"is about SQLite: {marked.args[0]}"))
    counts = Counter(item.path for item in items)
    places = {_ROOT / name: place for place, name in enumerate(LONGEST_FIRST)}
    items.sort(
        key=lambda item: (
            places.get(item.path, len(places)),
            _ONE_BROWSER not in item.path.parents,
            -counts[item.path],
        )
    )


def pytest_collection_finish() -> None:
    """What the imports and the collection have left stays until the end: looking for garbage in it takes seconds."""
    gc.freeze()


MadeOnce = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> MadeOnce:
    """A folder by its name, made by the first worker that asks for it; no test may write into it."""
    root = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent  # that of the whole run

    def made(name: str, make: Callable[[Path], object]) -> Path:
        folder, whole = root / name, root / f"{name}.whole"
        with (root / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not whole.exists():
                shutil.rmtree(folder, ignore_errors=True)  # left by one that failed
                make(folder)
                whole.touch()
        return folder

    return made


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> None:
    """Passwords of this process cost no work, which is of use against thieves only."""
    passwords._HASHER = PasswordHasher.from_parameters(profiles.CHEAPEST)


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


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Server]:
    """A PostgreSQL server of our own."""
    missing = obstacle()
    if missing is not None:
        pytest.skip(missing)
    with running() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def each_database(request: pytest.FixtureRequest) -> str:
    """Runs a test twice: its collections have their database in a file, then on a PostgreSQL server."""
    if request.param == "postgresql":
        request.getfixturevalue("on_postgresql")
    return str(request.param)


@pytest.fixture
def on_postgresql(postgresql_server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every collection that the test makes has its database on a PostgreSQL server."""
    made_in_folder = Collection.create
    databases = []

    def made_on_server(path: Path, *, server: str | None = None, **named: Any) -> Collection:
        if server is None:
            server = postgresql_server.new_database()
            databases.append(server)
        return made_in_folder(path, server=server, **named)

    monkeypatch.setattr(Collection, "create", made_on_server)
    yield
    for address in databases:
        postgresql_server.drop(address)


@pytest.fixture(autouse=True)
def chosen_database(request: pytest.FixtureRequest) -> None:
    """Where ``--postgresql`` asks for it, a server for every test."""
    if request.config.getoption("--postgresql"):
        request.getfixturevalue("on_postgresql")
