"""Blocks of a page that was built anew are known by the paths that they had before."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from changemodel.features.blocks import Block, BlockPage, section_of, shape_of
from changemodel.features.section_names import MOST_SAID, SectionNames


def _page(
    hour: int, *, head: str = "div.head", foot: str = "div.foot", more: tuple[Block, ...] = ()
) -> BlockPage:
    return BlockPage(
        [
            Block(f"body>{head}", f"Ministry of the Sea. Seen at {hour}:03"),
            Block("body>main>p", f"Act {hour // 7} of the council was published"),
            Block(f"body>{foot}", f"Visitor {hour * 431}"),
            *more,
        ]
    )


def _known(*pages: BlockPage) -> SectionNames:
    names = SectionNames()
    for page in pages or [_page(hour) for hour in range(40)]:
        assert names.learn(page) == {}
    return names


REBUILT = _page(50, head="div:nth-of-type(1)", foot="div:nth-of-type(2)")
AS_KNOWN = {"body>div:nth-of-type(1)": "body>div.head", "body>div:nth-of-type(2)": "body>div.foot"}


def test_sections_that_are_called_as_they_were_are_taken_by_their_names() -> None:
    alert = Block("body>div.alert", "Ministry of the Sea. Seen at 50:03")
    assert _known().paths_of(_page(50, more=(alert,))) == {}  # none that was known is gone


def test_what_a_block_says_is_found_again_under_other_names() -> None:
    assert _known().paths_of(REBUILT) == AS_KNOWN


def test_something_new_is_not_taken_for_what_is_gone() -> None:
    alert = Block("body>div.alert", "The harbour is closed")
    known = _known().paths_of(BlockPage([*REBUILT.blocks, alert]))
    assert known == AS_KNOWN


def test_names_that_were_found_again_never_become_sections_of_their_own() -> None:
    names = _known()
    alert = Block("body>div:nth-of-type(3)", "The harbour is closed")
    names.learn(BlockPage([*REBUILT.blocks, alert]))
    shifted = [
        Block("body>div:nth-of-type(1)", "The harbour is closed"),
        Block("body>div:nth-of-type(2)", "Ministry of the Sea. Seen at 51:03"),
        Block("body>div:nth-of-type(3)", "Visitor 22000"),
    ]
    assert names.learn(BlockPage(shifted)) == {
        "body>div:nth-of-type(2)": "body>div.head",
        "body>div:nth-of-type(3)": "body>div.foot",
    }


def test_what_is_said_after_a_page_was_built_anew_is_known_of_its_sections_too() -> None:
    names = _known()
    names.learn(REBUILT)
    later = [Block("body>div.x", "Act 8 of the council was published"), Block("body>div.y", "Visitor 7")]
    assert names.learn(BlockPage(later)) == {"body>div.y": "body>div.foot"}


def _list(name: str, *items: str) -> BlockPage:
    blocks = [Block(f"body>ul{name}>li:nth-of-type({n})", item) for n, item in enumerate(items, start=1)]
    return BlockPage(blocks)


def test_a_block_that_says_nothing_known_stands_where_most_of_its_section_do() -> None:
    names = _known(_list(".list", "Act 4 on fish", "Act 5 on nets"))
    assert names.paths_of(_list("", "Ports are closed", "Act 4 on fish")) == {
        "body>ul>li:nth-of-type(1)": "body>ul.list>li:nth-of-type(1)",
        "body>ul>li:nth-of-type(2)": "body>ul.list>li:nth-of-type(2)",
    }
    assert names.paths_of(_list("", "Ports", "Quays", "Piers", "Act 4 on fish")) == {
        f"body>ul>li:nth-of-type({n})": f"body>ul.list>li:nth-of-type({n})" for n in range(1, 5)
    }  # no longer most of them, but it is their list


def test_a_block_that_says_nothing_known_follows_the_element_around_it() -> None:
    lead = "body>main>article"
    names = _known(BlockPage([Block(f"{lead}.lead>h2", "Storm nears"), Block(f"{lead}.lead>p.by", "By Ana")]))
    now = BlockPage([Block(f"{lead}.a>h2", "Storm is over"), Block(f"{lead}.a>p.by", "By Ana")])
    assert names.paths_of(now) == {f"{lead}.a>h2": f"{lead}.lead>h2", f"{lead}.a>p.by": f"{lead}.lead>p.by"}


def _portal(name: str, lead: str, *, alert: str = "", campaign: str = "") -> BlockPage:
    parts = {
        "top": "Gazette",
        "nav": "Home",
        "foot": "Imprint",
        "lead": lead,
        "alert": alert,
        "campaign": campaign,
    }
    return BlockPage(
        [Block(f"body>{_TAGS.get(part, 'div')}.{name}-{part}", text) for part, text in parts.items() if text]
    )


_TAGS = {"lead": "h1", "alert": "p", "campaign": "p"}


def test_on_a_page_that_was_built_anew_the_only_one_of_its_tags_is_what_is_gone() -> None:
    names = _known(_portal("a", "Storm nears", campaign="Join us"), _portal("a", "Storm nears"))
    found = names.learn(_portal("b", "Storm is over", alert="The bridge is closed"))
    assert found["body>h1.b-lead"] == "body>h1.a-lead"
    assert "body>p.b-alert" not in found  # the campaign was gone before


def test_a_single_section_under_another_name_makes_no_page_that_was_built_anew() -> None:
    names = _known(BlockPage([Block("body>div.ad", "Buy soap"), Block("body>p.campaign", "Join us")]))
    now = BlockPage([Block("body>div.b", "Buy soap"), Block("body>p.alert", "The bridge is closed")])
    assert names.paths_of(now) == {"body>div.b": "body>div.ad"}


def test_what_was_said_in_several_sections_that_are_gone_tells_nothing() -> None:
    names = _known(BlockPage([Block("body>p.a", "Read more"), Block("body>p.b", "Read more")]))
    assert names.paths_of(BlockPage([Block("body>p.c", "Read more")])) == {}


def test_a_story_that_moves_to_a_section_of_its_own_keeps_that_where_most_is_other_words() -> None:
    names = _known(BlockPage([Block("body>p.a", "Storm nears. Ports close. Boats stay.")]))
    assert names.paths_of(BlockPage([Block("body>p.b", "Storm nears. Nets are dear. Fish is not.")])) == {}


def test_pictures_are_found_again_by_their_names() -> None:
    names = _known(BlockPage([], [Block("body>div.photo>img 300", "abcd")]))
    assert names.paths_of(BlockPage([], [Block("body>div.x>img 300", "abcd")])) == {
        "body>div.x>img": "body>div.photo>img"
    }


def test_a_section_is_known_by_its_newest_sentences() -> None:
    words = [f"Story {'a' * (n % 26)}{'b' * (n // 26)}" for n in range(MOST_SAID + 1)]
    names = _known(*(BlockPage([Block("body>p.a", word)]) for word in words))
    assert names.paths_of(BlockPage([Block("body>p.b", words[0])])) == {}
    assert names.paths_of(BlockPage([Block("body>p.b", words[1])])) == {"body>p.b": "body>p.a"}


@pytest.mark.parametrize("names", [SectionNames(), _known()])
def test_what_is_known_is_the_same_after_it_was_saved(names: SectionNames) -> None:
    arrays = names.to_arrays()
    again = SectionNames.from_arrays(arrays | {"other": np.zeros(1)})
    assert again.paths_of(REBUILT) == names.paths_of(REBUILT)
    assert {name: item.tolist() for name, item in again.to_arrays().items()} == {
        name: item.tolist() for name, item in arrays.items()
    }


def test_a_model_that_was_saved_without_names_knows_none() -> None:
    assert SectionNames.from_arrays({}).paths_of(REBUILT) == {}


STEPS = st.sampled_from(
    ["div", "div.a", "div.b", "ul", "li:nth-of-type(1)", "li:nth-of-type(2)", "p", "p.a", "div#x"]
)
BLOCKS = st.builds(
    lambda steps, text: Block(">".join(["body", *steps]), text),
    st.lists(STEPS, min_size=1, max_size=3),
    st.sampled_from(["", "7 votes", "Storm nears. Ports close.", "Ports close.", "Read more"]),
)
PAGES = st.lists(st.builds(BlockPage, st.lists(BLOCKS, max_size=6), st.lists(BLOCKS, max_size=2)), max_size=6)


@given(PAGES)
def test_whatever_a_page_does_what_is_known_keeps_its_name_and_tags(pages: list[BlockPage]) -> None:
    names, seen, other_names = SectionNames(), set[str](), set[str]()
    for page in pages:
        paths = names.learn(page)
        assert seen.isdisjoint(map(section_of, paths))
        assert all(shape_of(known) == shape_of(path) for path, known in paths.items())
        present = {section_of(item.path) for item in (*page.blocks, *page.pictures)}
        other_names |= set(map(section_of, paths))
        seen |= present - other_names  # by which another section was called is none itself
