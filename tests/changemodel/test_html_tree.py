"""HTML is read as a browser reads it, however it is written and whatever it is made to do."""

import pytest

from changemodel.html_tree import SHADOW, Element, body_of, html_tree


def written(element: Element) -> str:
    """The tree on one line."""
    inside = "".join(part if isinstance(part, str) else written(part) for part in element.inside)
    return f"<{element.tag}>{inside}</{element.tag}>"


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<title>T</title><main><p>a</main>", "<main><p>a</p></main>"),
        ("<!doctype html><x-app><p>a</x-app>", "<x-app><p>a</p></x-app>"),
        ("\ufeff<!-- c --><!doctype html><p>a", "<p>a</p>"),
        ("<table><tr><td>a<p>b</table>c", "<table><tbody><tr><td>a<p>b</p></td></tr></tbody></table>c"),
        ("<table>a<tr><td>b</table>", "a<table><tbody><tr><td>b</td></tr></tbody></table>"),
        ("<a href=1>a<a href=2>b</a></a>", "<a>a</a><a>b</a>"),
        ("<i>a<b>b</i>c</b>", "<i>a<b>b</b></i><b>c</b>"),
        ("a\0b", "ab"),
        ("a<template><p>b</template>", "a<template></template>"),
        ("a<noscript><p>b</noscript>", "a<noscript><p>b</noscript>"),
        ("<svg><title>a</title></svg><p>b", "<svg><title>a</title></svg><p>b</p>"),
        ("<![x[ a ]]>b", "b"),
        ("&#" + "9" * 5000 + ";", "\ufffd"),
        ("", ""),
    ],
)
def test_damage_and_omissions_are_mended_as_the_standard_says(html: str, body: str) -> None:
    assert written(body_of(html_tree(html))) == f"<body>{body}</body>"


def test_a_picture_for_readers_without_scripts_does_not_end_the_head() -> None:
    root = html_tree("<head><noscript><img src=a></noscript><title>T</title></head><p>a")
    assert [child.tag for child in next(root.children).children] == ["noscript", "title"]


def test_a_declared_shadow_tree_stands_in_its_host() -> None:
    root = html_tree("<div><template shadowrootmode=open><p>a</p><slot></slot></template>b</div>")
    assert written(body_of(root)) == f"<body><div><{SHADOW}><p>a</p><slot></slot></{SHADOW}>b</div></body>"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Café".encode(), "Café"),
        ("\ufeff<p>Café".encode(), "Café"),
        ("<meta charset=latin-1><p>Café".encode("latin-1"), "Café"),
        ("<meta charset=koi8-r><p>Привет".encode("koi8-r"), "Привет"),
        ("<p>Café – 5 €".encode("cp1252"), "Café – 5 €"),
        ("<p>Café".encode("utf-16"), "Café"),
        ("<meta charset=nonsense><p>Café".encode("cp1252"), "Café"),
        ("<meta charset=latin-1><p>Café".encode(), "Café"),
    ],
)
def test_bytes_are_read_in_the_encoding_that_they_are_in(html: bytes, text: str) -> None:
    assert "".join(body_of(html_tree(html)).texts()) == text


MANY = 10_000


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * MANY,
        "<ul><li>" * MANY,
        "<x-a>" * MANY + "<p>" * MANY,
        "<table><tr><td>" * MANY,
        "<form><div></form>" * MANY,
        "<span><div></span>" * MANY,
        "<select><optgroup><option>" * MANY,
        "<p>" + "".join(f"<font size={size}>" for size in range(MANY)) + "</p><p>a" * MANY,
        "".join(f"<a id={number}><div>" for number in range(MANY)),
        "<p " + " ".join(f"a{number}" for number in range(MANY)) + ">",
    ],
    ids=lambda html: html[:12],
)
def test_a_page_that_nests_without_end_has_no_more_elements_than_it_is_long(html: str) -> None:
    root = html_tree(html + "<p>the end")
    assert "".join(root.texts()).endswith("the end")
    assert sum(1 for _ in root.walk()) < 20 * MANY


def test_tags_that_would_nest_too_deep_are_left_out_and_their_words_stay() -> None:
    html = "<div>" * 600 + "a" + "</div>" * 600 + "<main>b</main>"
    root = html_tree(html)
    assert "".join(root.texts()) == "ab"
    assert [child.tag for child in body_of(root).children] == ["div", "main"]
