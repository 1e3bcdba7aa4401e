from changemodel.classify.page_outline import COUNTED, MOST_ELEMENTS, Outline, links_of


def outline(html: str) -> Outline:
    found = Outline.of(html.encode())
    assert found is not None
    return found


def test_furniture_is_told_from_the_page() -> None:
    found = outline(
        "<body class='has-sidebar'><header><p>top</p></header><nav><a href='/'>home</a></nav>"
        "<main><article><header><h1>title</h1></header><p>text</p></article></main>"
        "<div class='site-footer'>below</div><div role='navigation'>more</div></body>"
    )
    assert found.content == ["title", "text"]
    assert found.chrome == ["top", "home", "below", "more"]


def test_a_page_is_read_as_a_browser_reads_it() -> None:
    found = outline("<nav><ul><li><a href=/a>home</a></ul></nav><p>one<p>two<noscript><p>three</noscript>")
    assert (found.content, found.chrome) == (["one", "two"], ["home"])
    assert (outline("<title>a &amp; b</title><p>x").title, outline("<p>x").title) == ("a & b", "")


def test_a_heading_is_named_with_what_is_within_it() -> None:
    assert outline("<h1><span>Bridge</span> <em>closed</em></h1>").headings == ["h1 Bridge closed"]


def test_scripts_and_styles_say_nothing() -> None:
    assert outline("<p>a<script>b</script><style>c</style><template>d</template> e").content == ["a e"]


def test_what_is_within_an_element_is_counted_with_it() -> None:
    found = outline("<ul><li><a href=/a>four</a></li><li>€ 5 <img></li></ul>")
    first, second = (place for place, tag in enumerate(found.tags) if tag == "li")
    columns = [COUNTED.index(name) for name in ("text", "linked", "link", "image", "price")]
    assert found.within([first, second])[:, columns].tolist() == [[4, 4, 1, 0, 0], [3, 0, 0, 1, 1]]


def test_siblings_of_one_form_are_repeated() -> None:
    found = outline(
        "<main>" + "<div class='card big'>a</div>" * 3 + "<div class=other>b</div><p>c</p></main>"
    )
    assert [len(places) for places in found.repeated] == [3]


def test_a_page_is_read_up_to_its_bound_and_no_deeper_than_memory() -> None:
    assert len(outline("<p>x</p>" * (2 * MOST_ELEMENTS)).tags) == MOST_ELEMENTS
    assert len(outline("<div>" * 100_000 + "x").tags) > 0


def test_links_are_given_as_they_are_written() -> None:
    assert [address for _, address in links_of(outline("<a href=' /a '>x</a><a>y</a>"))] == ["/a", ""]


def test_of_what_holds_no_element_there_is_no_outline() -> None:
    for body in (b"", b" \n", b"\0\0", b"<!-- a -->"):
        assert Outline.of(body) is None
