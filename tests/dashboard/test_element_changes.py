"""Which elements of two rendered pages came, went or changed."""

from dashboard import element_changes as laid
from dashboard.element_changes import element_changes

BEFORE = b"""<body><script>1</script><nav id=menu><a href=/a>A</a></nav>
<main id=lead><h1>Old</h1><ul><li>one<li>two<li>three</ul>
<p class=x>stays</p></main></body>"""
AFTER = b"""<body><script>2</script><nav id=menu><a href=/b>A</a></nav>
<main id=lead><div><b>An <i>offer</i></b></div><h1>New</h1><ul><li>one<li>three</ul>
<p class=x>stays</p></main></body>"""


def _told(before: bytes, after: bytes) -> list[tuple[str, str, str, int]]:
    return [(item.kind, item.path, item.what, item.within) for item in element_changes(before, after).changes]


def test_elements_came_went_and_changed_with_their_paths() -> None:
    assert _told(BEFORE, AFTER) == [
        ("changed", "body>nav#menu>a", "href: /a \N{RIGHTWARDS ARROW} /b", 0),
        ("changed", "body>main#lead>h1", "\u201cOld\u201d \N{RIGHTWARDS ARROW} \u201cNew\u201d", 0),
        ("removed", "body>main#lead>ul>li[2]", "two", 0),
        ("inserted", "body>main#lead>div", "An offer", 2),
    ]


def test_the_same_page_has_no_changes_and_scripts_are_left_out() -> None:
    assert _told(BEFORE, BEFORE.replace(b"<script>1", b"<script>nonce")) == []


def test_what_is_no_page_is_read_as_an_empty_one() -> None:
    for nothing in (b"", b"   ", b"\x00", b"<!-- -->"):
        assert element_changes(nothing, nothing).changes == ()


def test_large_pages_are_read_in_part_and_said_to_be_cut() -> None:
    many = b"<body>" + b"".join(b"<p>%d</p>" % n for n in range(2 * laid.MOST_ELEMENTS))
    found = element_changes(many, many.replace(b"<p>", b"<p>x"))
    assert (len(found.changes), found.cut) == (laid.MOST_CHANGES, True)


def test_deep_pages_are_read() -> None:
    deep = b"<body>" + b"<div>" * 5000 + b"x"
    assert element_changes(deep, deep + b"y") is not None
