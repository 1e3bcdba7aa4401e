"""``classify`` and ``status --type`` as a person meets them."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pagetide.cli import app
from pagetide.errors import SettingsError
from pagetide.settings.collection_settings import load_settings
from pagetide.settings.named_files import named_files
from storage.collection import Collection
from storage.queries.page_types import StoredPageType
from tests.pagetide.learning.test_page_types import FEED, FORUM, thread
from tests.pagetide.synthetic import START, capture

ARTICLE = "https://news.example/2026/long-read.html"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A forum's thread, a page that only failed, and one that was never visited; none has a type."""
    folder = tmp_path_factory.mktemp("made") / "news"
    with Collection.create(folder) as collection:
        pages = [collection.repository.add_page(f"https://a.example/{n}", at=START) for n in range(3)]
        collection.store(pages[0], replace(thread(0), url=pages[0].url))
        collection.store(pages[1], replace(capture(0, 1, 1), url=pages[1].url, dom=None, view_png=None))
    return folder


@pytest.fixture
def news(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "news")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


def answer(*arguments: str | Path) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def kept(news: Path) -> StoredPageType | None:
    with Collection.open(news, read_only=True) as opened:
        return opened.repository.page_type(1)


def test_all_pages_without_a_type_are_classified_once(news: Path) -> None:
    first, second = (answer("classify", "-c", news) for _ in range(2))
    assert first == {"classified": 1, "without_type": 1, "types": {"forum": 1}}
    assert second == {"classified": 0, "without_type": 1, "types": {"forum": 1}}
    assert "1 page has no capture to classify" in run("classify", "-c", news).stdout


def test_a_page_is_told_with_probability_runners_up_and_reasons(news: Path) -> None:
    told = answer("classify", "-c", news, "1")
    assert (told["page"], told["type"], told["path"], told["said_by"]) == (1, "forum", ["forum"], None)
    assert told["probability"] == told["classifier"]["probabilities"]["forum"]
    found = kept(news)
    assert found is not None
    assert found.type == "forum"
    lines = run("classify", "-c", news, "https://a.example/0").stdout.splitlines()
    assert lines[0].startswith("https://a.example/0: forum, probability 0.")
    assert lines[1].startswith("then: ")
    assert lines[2] == "because of"


def test_a_correction_counts_until_it_is_taken_back(news: Path) -> None:
    run("classify", "-c", news)
    told = answer("classify", "-c", news, "1", "--as", "listing", "--by", "ann", "--note", "looked")
    assert (told["type"], told["path"], told["probability"]) == ("listing", ["section", "listing"], 1.0)
    assert (told["said_by"], told["classifier"]["type"]) == ("ann", "forum")
    spoken = run("classify", "-c", news, "1").stdout
    assert "front page or section > listing, as ann said on" in spoken
    assert "The classifier takes it for: forum" in spoken
    assert answer("classify", "-c", news, "1", "--as", "auto")["type"] == "forum"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("1", "--as", "forun"), 1, "did you mean 'forum'? It has article, section"),
        (("1", "--as", "unknown"), 1, "'unknown' is no page type of the tree"),
        (("--as", "forum"), 2, "name the page"),
        (("3",), 1, "has no capture to classify"),
        (("3", "--as", "forum"), 1, "has no capture yet"),
        (("99",), 1, "99 is not watched here"),
        (("https://b.example/", "--as", "forum"), 2, "only a page of the collection keeps a type"),
    ],
)
def test_what_cannot_be_said_of_a_type_is_explained(
    news: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    result = run("classify", "-c", news, *arguments)
    told = result.output + str(result.exception or "")
    assert message in " ".join(told.replace("│", " ").split())
    assert (result.exit_code or 1) == code
    assert kept(news) is None


@pytest.mark.parametrize(
    ("name", "body", "told"),
    [
        ("thread.html", FORUM.encode(), "forum"),
        ("news.xml", FEED, "feed"),
        ("empty.html", b"", "unknown"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0", "unknown"),
        ("odd.html", b"\xff\xfe\0<\0", "unknown"),
    ],
)
def test_a_file_is_classified_without_a_collection(tmp_path: Path, name: str, body: bytes, told: str) -> None:
    (tmp_path / name).write_bytes(body)
    found = answer("classify", "-c", tmp_path, tmp_path / name)
    assert (found["page"], found["type"]) == (None, told)
    assert found["classifier"]["reasons"]
    assert f": {told}" in run("classify", "-c", tmp_path, tmp_path / name).stdout


@pytest.mark.parametrize(
    ("said", "asked", "pages"),
    [
        ("listing", "section", ["1"]),
        ("listing", "listing", ["1"]),
        ("section", "listing", []),
        ("forum", "section", []),
        ("forum", "unknown", []),
    ],
)
def test_status_shows_pages_of_a_type_and_of_its_kinds(
    news: Path, said: str, asked: str, pages: list[str]
) -> None:
    run("classify", "-c", news, "1", "--as", said, "--by", "ann")
    rows = answer("status", "-c", news, "--type", asked)["pages"]
    assert [str(row["id"]) for row in rows] == pages
    assert all((row["type"], row["type_said_by"]) == (said, "ann") for row in rows)


def test_status_shows_the_type_of_every_page(news: Path) -> None:
    run("classify", "-c", news)
    rows = answer("status", "-c", news)["pages"]
    assert [row["type"] for row in rows] == ["forum", None, None]
    assert rows[0]["type_probability"] > 0.4
    assert "forum" in run("status", "-c", news).stdout
    assert "1 of 3 pages" in run("status", "-c", news, "--type", "forum").stdout


def test_status_of_a_type_that_there_is_not_lists_those_that_there_are(news: Path) -> None:
    result = run("status", "-c", news, "--type", "forun")
    assert result.exit_code == 1
    assert "did you mean 'forum'?" in str(result.exception)


OWN_TREE = """
[read]
title = "to be read"
[read.article]
[read.documentation]
[lists]
title = "lists"
[lists.listing]
title = "entries"
[lists.collection]
[product]
[service]
[talk]
title = "talk"
[talk.forum]
title = "threads"
[talk.live-blog]
title = "live blog"
"""


def with_tree(news: Path, tree: str | None) -> Path:
    (news / "pagetide.toml").write_text('[learning]\npage_types = "types.toml"\n', encoding="utf-8")
    if tree is not None:
        (news / "types.toml").write_text(tree, encoding="utf-8")
    return news


def test_a_tree_of_one_s_own_regroups_and_renames_the_types(news: Path) -> None:
    run("classify", "-c", news)
    before = kept(news)
    with_tree(news, OWN_TREE)
    assert "talk > threads" in run("classify", "-c", news, "1").stdout
    after = kept(news)
    assert before is not None
    assert after is not None
    assert after.model_id != before.model_id
    assert len(answer("status", "-c", news, "--type", "talk")["pages"]) == 1
    told = answer("classify", "-c", news, "1", "--as", "live-blog")
    assert (told["type"], told["path"]) == ("live-blog", ["talk", "live-blog"])


def test_a_type_that_the_tree_lost_is_shown_as_it_was_said(news: Path) -> None:
    with_tree(news, OWN_TREE)
    run("classify", "-c", news, "1", "--as", "live-blog")
    (news / "pagetide.toml").write_text("", encoding="utf-8")
    assert answer("classify", "-c", news, "1")["path"] == ["live-blog"]
    assert answer("status", "-c", news)["pages"][0]["type"] == "live-blog"


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (None, "cannot be read"),
        ("[article", "is no TOML"),
        ("", "holds no types"),
        ("[a.x]\n[b.x]", "two types of one name"),
        (
            OWN_TREE.replace("[talk.forum]", "[talk.bulletin]"),
            "lacks the type 'forum', which the model tells",
        ),
    ],
)
def test_a_tree_that_cannot_be_used_is_named_at_the_start(news: Path, tree: str | None, message: str) -> None:
    with_tree(news, tree)
    result = run("classify", "-c", news)
    assert isinstance(result.exception, SettingsError)
    assert "learning.page_types" in str(result.exception)
    assert message in str(result.exception)
    assert kept(news) is None


def test_a_backup_takes_the_tree_along(news: Path) -> None:
    with_tree(news, OWN_TREE)
    assert named_files(news, load_settings(news)).plain == ("pagetide.toml", "types.toml")
