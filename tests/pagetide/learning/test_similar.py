"""``similar`` as a person meets it."""

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from changemodel.codes.unlabelled_bits import ITQ
from pagetide.app import App
from pagetide.cli import app
from pagetide.learning import similar
from pagetide.learning.similar import SimilarCaptures
from storage.collection import SIMILAR, Collection
from tests.pagetide.asking_similar import KINDS, answer, run, said
from tests.pagetide.synthetic import START, capture


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six pages of each kind with one capture, and one page that only failed."""
    folder = tmp_path_factory.mktemp("made") / "news"
    with Collection.create(folder) as collection:
        for number, (kind, html) in enumerate([*KINDS.items()] * 6):
            page = collection.repository.add_page(f"https://{kind}.example/{number}", at=START)
            shown = capture(number, news=number, advert=number)
            collection.store(
                page, replace(shown, url=page.url, final_url=page.url, dom=html + f"<i>n{number}</i>")
            )
        page = collection.repository.add_page("https://failed.example/", at=START)
        collection.store(page, replace(capture(0, 1, 1), url=page.url, dom=None, view_png=None))
    run("-c", folder, "--build")
    return folder


@pytest.fixture
def news(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "news")


def learned_code(folder: Path) -> str:
    return ITQ.load(folder / SIMILAR / "code").identity_


@pytest.mark.parametrize(
    ("examples", "kind"), [(("1", "4"), "forum"), (("2", "#5"), "shop"), (("3",), "wall")]
)
def test_captures_of_the_kind_of_the_examples_come_first(
    news: Path, examples: tuple[str, ...], kind: str
) -> None:
    found = answer("-c", news, *examples)
    first = [row["url"].split(".")[0] for row in found[: 6 - len(examples)]]
    assert first == [f"https://{kind}"] * len(first)
    assert len(found) == 18 - len(examples)
    assert [row["score"] for row in found] == sorted((row["score"] for row in found), reverse=True)


def test_what_it_must_not_be_like_goes_down(news: Path) -> None:
    before = {row["url"]: row["score"] for row in answer("-c", news, "1", "2")}
    after = {row["url"]: row["score"] for row in answer("-c", news, "1", "2", "--not", "5", "--not", "8")}
    assert after["https://shop.example/10"] < before["https://shop.example/10"]


def test_a_capture_that_came_later_is_found_without_building_anew(news: Path) -> None:
    with Collection.open(news) as opened:
        page = opened.repository.add_page("https://forum.example/new", at=START)
        new = replace(capture(40, 3, 3), url=page.url, final_url=page.url, dom=KINDS["forum"])
        number = opened.store(page, new).id
    assert number in [row["capture"] for row in answer("-c", news, "1", "4")[:5]]


def test_each_page_is_shown_once_unless_every_capture_is_asked_for(news: Path) -> None:
    with Collection.open(news) as opened:
        page = next(opened.repository.pages_of([4]))
        for hour in (50, 51):
            again = replace(capture(hour, 3, 3), url=page.url, final_url=page.url, dom=KINDS["forum"])
            opened.store(page, replace(again, started_at=START + timedelta(hours=hour)))
    pages = [row["page"] for row in answer("-c", news, "1")]
    assert len(pages) == len(set(pages))
    every = [row["page"] for row in answer("-c", news, "1", "--every-capture")]
    assert every.count(4) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("99",), "not watched"),
        (("#99",), "no capture #99"),
        (("19",), "no capture that shows it"),
        (("#19",), "shows no page"),
        (("1", "--not", "1"), "counter-example"),
    ],
)
def test_examples_that_cannot_be_learned_from_are_named(
    news: Path, arguments: tuple[str, ...], words: str
) -> None:
    result = run("-c", news, *arguments)
    assert result.exit_code != 0
    assert words in said(result)


def test_nothing_asked_for_is_wrong_usage(news: Path) -> None:
    assert run("-c", news).exit_code == 2


def test_a_collection_of_two_captures_says_what_is_missing(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "few") as collection:
        page = collection.repository.add_page("https://a.example/", at=START)
        for hour in range(2):
            collection.store(page, replace(capture(hour, hour, hour), url=page.url))
    assert "only 2 captures show a page" in said(run("-c", tmp_path / "few", "1"))


def test_a_damaged_index_is_named_and_can_be_built_anew(news: Path) -> None:
    path = news / SIMILAR / "codes"
    path.write_bytes(path.read_bytes()[:-3])
    assert "damaged" in said(run("-c", news, "1"))
    assert run("-c", news, "--build").exit_code == 0
    assert run("-c", news, "1").exit_code == 0


def test_the_daemon_makes_a_damaged_index_again(news: Path) -> None:
    path = news / SIMILAR / "codes"
    path.write_bytes(path.read_bytes()[:-3])
    with Collection.open(news) as opened:
        index = SimilarCaptures(opened, grid=10)
        assert index.keep_up() == len(index.captures())
        assert index.missing() == []


def test_an_index_of_another_grid_is_refused(news: Path) -> None:
    with Collection.open(news) as opened, pytest.raises(Exception, match="--build"):
        SimilarCaptures(opened, grid=5).missing()


def test_a_takedown_takes_the_codes_along(news: Path) -> None:
    removed = CliRunner().invoke(app, ["remove", "-c", str(news), "1", "--reason", "asked for", "--yes"])
    assert removed.exit_code == 0, removed.output
    assert not (news / SIMILAR / "codes").exists()
    assert "https://forum.example/0" not in [row["url"] for row in answer("-c", news, "4")]


def test_a_capture_that_cannot_be_read_keeps_no_other_out(
    news: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = similar.description

    def damaged(collection: Collection, stored: Any) -> Any:
        if stored.id == 7:
            raise similar.StorageError("the blob is damaged")
        return read(collection, stored)

    monkeypatch.setattr(similar, "description", damaged)
    run("-c", news, "--build")
    found = answer("-c", news, "1")
    assert len(found) == 16
    assert "no code" in said(run("-c", news, "7"))


def test_the_daemon_keeps_the_index_up_with_what_comes(tmp_path: Path) -> None:
    Collection.create(tmp_path / "new").close()
    with App.open(tmp_path / "new") as daemon:
        (tick,) = [one for one in daemon.ticks() if one.name == "similar"]
        tick.action(START)
        assert not (tmp_path / "new" / SIMILAR / "codes").exists()
        for number in range(8):
            page = daemon.collection.repository.add_page(f"https://{number}.example/", at=START)
            daemon.collection.store(page, replace(capture(0, number, 1), url=page.url))
            if number in (3, 4):
                tick.action(START)
        kept = SimilarCaptures(daemon.collection, grid=10)
        assert len(kept.missing()) == 3
        first = kept.fingerprints().ids.tolist()
        tick.action(START)
        assert kept.missing() == []
        assert kept.fingerprints().ids.tolist()[:5] == first
        before = learned_code(tmp_path / "new")
        tick.action(START)  # the code was learned from four captures, and there are eight now
        assert learned_code(tmp_path / "new") != before
        assert len(kept.fingerprints()) == 8


def test_a_daemon_that_is_told_not_to_leaves_the_index_alone(tmp_path: Path) -> None:
    Collection.create(tmp_path / "new").close()
    with App.open(tmp_path / "new", overrides={"learning": {"similar_index": False}}) as daemon:
        assert "similar" not in [tick.name for tick in daemon.ticks()]
