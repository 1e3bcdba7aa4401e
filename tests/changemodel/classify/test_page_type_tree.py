from pathlib import Path

import pytest

from changemodel.classify.page_type_tree import PageTypeTree
from changemodel.errors import InvalidInput


def test_the_default_tree_has_the_types_of_the_labelled_pages_and_those_of_rules() -> None:
    tree = PageTypeTree.default()
    assert {"article", "listing", "collection", "product", "service", "forum", "documentation"} <= {
        item.name for item in tree
    }
    assert tree.path("listing") == ("section", "listing")
    assert tree.is_below("front-page", "section")
    assert not tree.is_below("section", "front-page")


def test_every_type_of_the_default_tree_says_what_belongs_to_it() -> None:
    assert all(item.title and item.about for item in PageTypeTree.default())


def test_a_person_may_write_a_tree(tmp_path: Path) -> None:
    file = tmp_path / "types.toml"
    file.write_text(
        '[news]\ntitle = "news"\n[news.report]\n[news.blog]\nabout = "a diary"\n', encoding="utf-8"
    )
    tree = PageTypeTree.read(file)
    assert tree.edges() == [("news", "report"), ("news", "blog")]
    assert tree["blog"].about == "a diary"
    assert tree["report"].title == "report"


def test_a_tree_is_the_same_after_a_round_trip_through_plain_values() -> None:
    tree = PageTypeTree.default()
    assert list(PageTypeTree.from_dict(tree.as_dict())) == list(tree)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[a", "is no TOML"),
        ("", "holds no types"),
        ("a = 1", "a is no table"),
        ("[a]\nb = 1", "a.b is no table"),
        ("[a.x]\n[b.x]", "two types of one name, a.x and b.x"),
        ("[unknown]", "cannot be the name"),
        ('["two words"]', "cannot be the name"),
        ("[a]\ntitle = 3", "title of a is no text"),
    ],
)
def test_what_is_no_tree_is_refused_with_the_place(text: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        PageTypeTree.parse(text)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"cannot be read"):
        PageTypeTree.read(tmp_path / "none.toml")


def test_a_name_that_is_none_gets_the_nearest_one() -> None:
    with pytest.raises(InvalidInput, match="did you mean 'article'"):
        PageTypeTree.default()["artikle"]
