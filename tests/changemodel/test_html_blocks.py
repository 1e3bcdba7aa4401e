"""Blocks from HTML alone follow what the browser's layout tells."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changemodel import ChangeModel, PageVersion, version_from_html
from changemodel.errors import InvalidVersion
from changemodel.html_blocks import html_blocks

START = datetime(2026, 3, 2, tzinfo=UTC)

PAGE = b"""<!doctype html><body><nav><ul><li><a href=/a>Home</a><li><a href=/b>About us</a></ul></nav>
<main><h1>Terms</h1><p>You may <b>not</b> sell<br>this.<p id=last>See <a href=/c>the law</a>.</main>
<script>x</script>"""


def test_blocks_have_paths_text_links_and_linked_characters() -> None:
    found = [
        (block["path"], block["text"], block["links"], block["linked_chars"]) for block in html_blocks(PAGE)
    ]
    assert found == [
        ("body>nav>ul>li:nth-of-type(1)", "Home", ("/a",), 4),
        ("body>nav>ul>li:nth-of-type(2)", "About us", ("/b",), 8),
        ("body>main>h1", "Terms", (), 0),
        ("body>main>p:nth-of-type(1)", "You may not sell\nthis.", (), 0),
        ("body>p#last", "See the law.", ("/c",), 7),
    ]


def test_what_stands_above_and_below_a_block_within_another_is_no_one_line() -> None:
    found = html_blocks(b"<div><a href=/a>Dredging</a><p>It takes a month.</p>PDF, <b>39</b> kB</div>")
    assert [block["text"] for block in found] == ["Dredging\nPDF, 39 kB", "It takes a month."]


def test_empty_and_deep_pages_are_read() -> None:
    assert html_blocks(b"") == html_blocks(b"<!-- nothing -->") == []
    assert len(html_blocks(b"<div>" * 200 + b"deep")) == 1


@pytest.mark.parametrize(
    "html",
    [
        "<title>T</title><main><p>Rules</main>",
        "<!doctype html><html lang=en><title>T</title><main><p>Rules</p></main></html>",
        "\ufeff<!-- c --><!doctype html><script>1</script><main><p>Rules",
        "<meta charset=utf-8><title>T</title><body><main><p>Rules",
    ],
)
def test_a_page_without_the_tags_that_html_lets_out_is_read_whole(html: str) -> None:
    version = version_from_html(html, START)
    assert [(block["path"], block["text"]) for block in version.blocks] == [("body>main>p", "Rules")]


def test_elements_of_the_page_s_own_are_part_of_the_line_that_they_stand_in() -> None:
    found = html_blocks(b"<x-app><p>It costs <x-price>5</x-price> EUR</p></x-app>")
    assert [(block["path"], block["text"]) for block in found] == [("body>x-app>p", "It costs 5 EUR")]


def test_what_the_page_itself_hides_is_not_read() -> None:
    html = (
        b"<p hidden>a<dialog>b</dialog><p style='color:red; display : none'>c<p hidden=until-found>d"
        b"<dialog open>e</dialog><noscript>f</noscript><datalist><option>g</datalist><p style='display:block'>h"
    )
    assert [block["text"] for block in html_blocks(html)] == ["d", "e", "h"]


def test_a_shadow_tree_is_read_in_place_of_what_its_host_holds() -> None:
    html = (
        b"<x-card><template shadowrootmode=open><h2><slot name=head>None</slot></h2>"
        b"<p id=a>Fee: <slot></slot></template>5 EUR<b slot=head>Visa</b></x-card><p id=a>Imprint</p>"
    )
    assert [(block["path"], block["text"]) for block in html_blocks(html)] == [
        ("body>x-card>#shadow>h2", "Visa"),
        ("body>x-card>#shadow>p", "Fee: 5 EUR"),
        ("body>p#a", "Imprint"),
    ]


def test_what_is_shown_or_told_without_being_text_is_words() -> None:
    html = (
        "<p>Rate: <img src=a.png alt='3.5 %'> <a href=/b><svg><title>Map</title></svg></a>"
        "<button aria-label=Close></button>"
        "<form><input type=submit value='Sold out'><input value=typed placeholder=Town><input readonly value='A 7'>"
        "<input type=hidden value=x><input type=checkbox value=y><input type=password value=z disabled>"
        "<select><optgroup label=March><option>Monday<option selected label=Tuesday>2</optgroup><option>Later</select>"
        "<textarea placeholder='Your words'></textarea></form><svg><text>40 %</text></svg>"
    )
    assert [
        (block["path"], block["text"], block["linked_chars"]) for block in html_blocks(html.encode())
    ] == [
        ("body>p", "Rate: Map Close", 3),
        ("body>p>img", "3.5 %", 0),
        ("body>form", "Sold out Town A 7 Your words", 0),
        ("body>form>select", "Tuesday\nMarch\nMonday\nTuesday\nLater", 0),
        ("body>svg>text", "40 %", 0),
    ]


def test_the_picture_for_readers_without_scripts_is_one_of_the_page_s() -> None:
    version = version_from_html("<p>a<noscript><img src=/b.png></noscript>", START, url="http://page.test/")
    assert version.images == {"http://page.test/b.png"}


@given(st.one_of(st.binary(max_size=300), st.text('<>/!-[]&;abdipv ="\0\x0b\ud800', max_size=200)))
def test_whatever_is_called_html_is_read_or_refused_clearly(html: bytes | str) -> None:
    try:
        assert version_from_html(html, START, url="http://page.test/").blocks
    except InvalidVersion as error:
        if "says nothing" not in str(error):
            raise


def test_links_and_images_are_absolute_where_the_page_s_address_is_known() -> None:
    html = "<base href=/in/><p>See <a href=law#2>the law</a> <img src=' x.png'><a href='mailto:a@b'>us</a>"
    version = version_from_html(html, START, url="https://page.test/")
    text, image = version.blocks
    assert text["links"] == ("https://page.test/in/law",)
    assert (image["path"], image["images"]) == ("body>p>img", ("https://page.test/in/x.png",))
    assert (version.links, version.images) == (frozenset(text["links"]), frozenset(image["images"]))
    bare = version_from_html(html, START)
    assert bare.blocks[0]["links"] == ("law#2", "mailto:a@b")
    assert bare.links == frozenset()


@pytest.mark.parametrize(("said", "width"), [("300", 300.0), ("²", None), ("9" * 5000, None), ("50%", None)])
def test_the_width_of_a_picture_is_what_a_page_may_have(said: str, width: float | None) -> None:
    blocks = html_blocks(f"<p><img src=a.png width='{said}'>Lead</p>".encode())
    assert [block["width_px"] for block in blocks if block["images"]] == [width]


def test_what_says_nothing_and_what_is_no_html_is_refused() -> None:
    with pytest.raises(InvalidVersion, match="says nothing: pass that of the rendered page"):
        version_from_html("<script>draw()</script>", START)
    with pytest.raises(InvalidVersion, match="html is a list"):
        version_from_html(["<p>"], START)  # type: ignore[arg-type]


def test_an_amended_rule_rings_beside_readers_and_advertisements_on_one_line_of_html() -> None:
    def page(day: int) -> PageVersion:
        days, advert = (14 if day < 20 else 30), ("Buy shoes now", "Fly to Rome", "Cheap ferry")[day % 3]
        html = (
            f"<h1>Terms of use</h1><p>You may cancel within {days} days.</p><p>We store your name.</p>"
            f"<p>{1000 + 37 * day} readers</p><div>{advert}</div>"
        )
        return version_from_html(html, START + timedelta(days=day))

    versions = [page(day) for day in range(30)]
    model = ChangeModel().fit(versions)
    rings = [row for row, pair in enumerate(pairwise(versions), 1) if model.compare(*pair).important]
    assert 20 in rings


def test_a_list_of_thousands_is_read() -> None:
    items = b"".join(b"<li class=item>%d</li>" % item for item in range(30_000))
    assert len(html_blocks(b"<ul>" + items + b"</ul>")) == 30_000
