"""States, near-duplicates and templates as a person asks for them: ``similar`` with a group."""

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pagetide.learning.near_duplicates import NearDuplicateCaptures
from pagetide.learning.similar import SimilarCaptures
from storage.collection import SIMILAR, Collection
from storage.records import Capture
from tests.pagetide.asking_similar import KINDS, answer, run, said
from tests.pagetide.synthetic import START, capture

HOURS = 8
WALL_AT = (2, 5, 6)
WALL = (
    "<div class='consent'><h1>Cookies</h1><p>We and our partners store data</p><button>Accept</button></div>"
)


def shown(kind: str, number: int, hour: int) -> Capture:
    """The first forum hides behind a wall at times; each page has words of its own, and one more each hour."""
    url = f"https://{kind}{number}.example/"
    letters = random.Random(url)
    words = " ".join("".join(letters.choices("aeiourstlnm", k=7)) for _ in range(60 + hour))
    dom = f"{KINDS[kind]}<p>{words}</p>"
    if (kind, number) == ("forum", 0) and hour in WALL_AT:
        dom = f"{WALL}<p>{words[:80]}</p>"
    return replace(capture(hour, 1, 1), url=url, final_url=url, dom=dom)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two forums and two shops on four hosts, each captured for eight hours; the first forum has a wall at times."""
    folder = tmp_path_factory.mktemp("made") / "news"
    with Collection.create(folder) as collection:
        for kind in ("forum", "shop"):
            for number in range(2):
                page = collection.repository.add_page(f"https://{kind}{number}.example/", at=START)
                for hour in range(HOURS):
                    collection.store(page, shown(kind, number, hour))
    run("-c", folder, "--build")
    return folder


@pytest.fixture
def news(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "news")


def test_a_wall_that_comes_and_goes_is_a_state(made: Path) -> None:
    found = answer("-c", made, "1", "--states")
    usual, wall = found["states"]
    assert wall["captures"] == [hour + 1 for hour in WALL_AT]
    assert (usual["returns"], wall["returns"]) == (2, 1)
    assert [len(spell["captures"]) for spell in found["spells"]] == [2, 1, 2, 2, 1]
    printed = run("-c", made, "1", "--states").stdout
    assert "8 captures in 2 states" in printed
    assert "state 2  2 captures  #6 to #7" in printed


def test_a_page_that_only_says_something_else_is_in_one_state(made: Path) -> None:
    assert [len(state["captures"]) for state in answer("-c", made, "2", "--states")["states"]] == [HOURS]


def test_near_duplicates_of_a_capture_are_captures_of_the_same_look_and_words(made: Path) -> None:
    (found,) = answer("-c", made, "#18", "--near-duplicates")
    assert found["page"] == 3
    assert (found["look"], found["structure"]) == (1.0, 1.0)
    every = answer("-c", made, "#18", "--near-duplicates", "--every-capture")
    assert sorted(row["capture"] for row in every) == [17, *range(19, 25)]
    assert "7 captures of 1 page" in run("-c", made, "#18", "--near-duplicates").stdout


def test_pages_of_one_template_are_found_across_hosts(made: Path) -> None:
    groups = answer("-c", made, "--templates")
    assert sorted(sorted(row["page"] for row in group) for group in groups) == [[1, 2], [3, 4]]
    (own,) = answer("-c", made, "4", "--templates")
    assert {row["page"] for row in own} == {3, 4}
    assert "2 pages of 2 sites" in run("-c", made, "4", "--templates").stdout


def test_captures_of_many_pages_are_put_into_clusters(made: Path) -> None:
    with Collection.open(made) as opened:
        found = NearDuplicateCaptures(SimilarCaptures(opened, grid=10))
        clusters = found.clusters([1, 2, 4, 9, 10, 30, 99])
    assert [[key.id for key in group] for group in clusters] == [[1, 2, 4], [9, 10], [30]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--states",), "asked of one page"),
        (("1", "2", "--near-duplicates"), "asked of one capture or page"),
        (("1", "--states", "--templates"), "two questions"),
        (("1", "--states", "--not", "2"), "--not belongs to examples"),
        (("#1", "--states"), "is a capture"),
    ],
)
def test_questions_that_do_not_fit_are_named(made: Path, arguments: tuple[str, ...], words: str) -> None:
    result = run("-c", made, *arguments)
    assert result.exit_code != 0
    assert words in " ".join(said(result).replace("│", " ").split())


def test_without_two_captures_of_a_page_the_distance_is_not_known(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "once") as collection:
        for number in range(3):
            page = collection.repository.add_page(f"https://{number}.example/", at=START)
            collection.store(page, replace(capture(0, number, 1), url=page.url))
    assert "no page has two captures" in said(run("-c", tmp_path / "once", "1", "--states"))
    Collection.create(tmp_path / "empty").close()
    assert "only 0 captures show a page" in said(run("-c", tmp_path / "empty", "--templates"))


def test_fingerprints_that_are_missing_or_damaged_are_made_again(news: Path) -> None:
    path = news / SIMILAR / "fingerprints"
    path.write_bytes(path.read_bytes()[:-3])
    assert "damaged" in said(run("-c", news, "1", "--states"))
    path.unlink()
    assert len(answer("-c", news, "1", "--states")["states"]) == 2


def test_fingerprints_of_another_grid_are_refused(made: Path) -> None:
    with Collection.open(made) as opened, pytest.raises(Exception, match="--build"):
        NearDuplicateCaptures(SimilarCaptures(opened, grid=5))
