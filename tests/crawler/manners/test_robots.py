"""RFC 9309, and what the reference implementation's own cases (robots_test.cc, 21 of them) say of it.

Written anew from what those cases establish; each group names its case. Where the reference and the RFC part, the
RFC is followed and the test says so.
"""

import pytest

from crawler.manners.robots import RobotsFile

HOST = "http://site.example"


def allowed(text: str | bytes, path: str, token: str = "Tide") -> bool:
    content = text if isinstance(text, bytes) else text.encode()
    return RobotsFile(content).allows(path if path.startswith("http") else HOST + path, token)


def group(*lines: str, agent: str = "Tide") -> str:
    return "\n".join((f"User-agent: {agent}", *lines))


CASES: dict[str, list[tuple[str, str, str, bool]]] = {
    "system: an empty file allows everything": [("", "Tide", "/", True), ("", "", "/", True)],
    "system: a rule for one name says nothing of no name": [(group("disallow: /"), "", "/", True)],
    "line syntax": [
        (group("disallow: /"), "Tide", "/x/y", False),
        ("foo: Tide\nbar: /", "Tide", "/x/y", True),
        ("user-agent Tide\ndisallow /", "Tide", "/x/y", False),
    ],
    "field names in any case": [
        ("USER-AGENT: Tide\nALLOW: /x/\nDISALLOW: /", "Tide", "/x/y", True),
        ("uSeR-aGeNt: Tide\naLLoW: /x/\ndIsAlLoW: /", "Tide", "/a/b", False),
    ],
    "names of crawlers in any case": [
        (group("Allow: /x/", "Disallow: /", agent="TIDE POOL"), "tide", "/x/y", True),
        (group("Allow: /x/", "Disallow: /", agent="tIdE pOoL"), "Tide", "/a/b", False),
    ],
    "a name ends at the first space": [
        ("User-Agent: *\nDisallow: /\nUser-Agent: Tide Pool\nAllow: /x/\nDisallow: /", "Tide", "/x/y", True)
    ],
    "a group for everybody is the last choice": [
        ("user-agent: *\nallow: /\nuser-agent: Tide\ndisallow: /", "Tide", "/x", False),
        ("user-agent: *\nallow: /\nuser-agent: Tide\ndisallow: /", "Other", "/x", True),
        ("user-agent: Tide\nallow: /\nuser-agent: Ebb\ndisallow: /", "Flow", "/x", True),
    ],
    "a longer name is another crawler": [
        ("user-agent: Tidewater\ndisallow: /", "Tide", "/x", True),
        ("user-agent: Tide\ndisallow: /", "Tidewater", "/x", True),
    ],
    "paths keep their case": [
        (group("disallow: /x/"), "Tide", "/x/y", False),
        (group("disallow: /X/"), "Tide", "/x/y", True),
    ],
    "the longest rule decides": [
        (group("disallow: /x/page.html", "allow: /x/"), "Tide", "/x/page.html", False),
        (group("allow: /x/page.html", "disallow: /x/"), "Tide", "/x/page.html", True),
        (group("allow: /x/page.html", "disallow: /x/"), "Tide", "/x/", False),
        (group("disallow:", "allow:"), "Tide", "/x/page.html", True),
        (group("disallow: /", "allow: /"), "Tide", "/x/page.html", True),
        (group("disallow: /x", "allow: /x/"), "Tide", "/x", False),
        (group("disallow: /x", "allow: /x/"), "Tide", "/x/", True),
        (group("disallow: /x/page.html", "allow: /x/page.html"), "Tide", "/x/page.html", True),
        (group("allow: /page", "disallow: /*.html"), "Tide", "/page.html", False),
        (group("allow: /page", "disallow: /*.html"), "Tide", "/page", True),
        (group("allow: /x/page.", "disallow: /*.html"), "Tide", "/x/page.html", True),
        (group("allow: /x/page.", "disallow: /*.html"), "Tide", "/x/y.html", False),
        ("User-agent: *\nDisallow: /x/\nUser-agent: Tide\nDisallow: /y/", "Tide", "/x/page", True),
        ("User-agent: *\nDisallow: /x/\nUser-agent: Tide\nDisallow: /y/", "Tide", "/y/page", False),
    ],
    "percent encoding": [
        (group("Disallow: /", "Allow: /a?q=t&u=http://b.c?d&e"), "Tide", "/a?q=t&u=http://b.c?d&e", True),
        (group("Disallow: /", "Allow: /foo/ツ"), "Tide", "/foo/%E3%83%84", True),
        (group("Disallow: /", "Allow: /foo/%E3%83%84"), "Tide", "/foo/%E3%83%84", True),
        (group("Disallow: /", "Allow: /foo/%e3%83%84"), "Tide", "/foo/%E3%83%84", True),
        (group("Disallow: /", "Allow: /foo/%62%61%7A"), "Tide", "/foo/%62%61%7A", True),
    ],
    "percent encoding: the RFC decodes what needs no escape, the reference does not": [
        (group("Disallow: /foo/%62%61%7A"), "Tide", "/foo/baz", False),
        (group("Disallow: /foo/baz"), "Tide", "/foo/%62%61%7A", False),
        (group("Disallow: /a%2Fb"), "Tide", "/a/b", True),
        (group("Disallow: /a%3Cd.html"), "Tide", "/a%3cd.html", False),
    ],
    "special characters": [
        (group("Disallow: /foo/bar/quz", "Allow: /foo/*/qux"), "Tide", "/foo/bar/quz", False),
        (group("Disallow: /foo/bar/quz", "Allow: /foo/*/qux"), "Tide", "/foo/quz", True),
        (group("Disallow: /foo/bar$", "Allow: /foo/bar/qux"), "Tide", "/foo/bar", False),
        (group("Disallow: /foo/bar$", "Allow: /foo/bar/qux"), "Tide", "/foo/bar/", True),
        (group("# Disallow: /", "Disallow: /foo/quz#qux", "Allow: /"), "Tide", "/foo/bar", True),
        (group("# Disallow: /", "Disallow: /foo/quz#qux", "Allow: /"), "Tide", "/foo/quz", False),
        (group("Disallow: /$x"), "Tide", "/$x/y", False),
        (group("Disallow: /*a*b*c$"), "Tide", "/xaybzc", False),
        (group("Disallow: /*a*b*c$"), "Tide", "/xaybzcd", True),
        (group("Disallow: *"), "Tide", "/x", False),
    ],
    "documentation: a beginning": [
        (group("disallow: /", "allow: /fish"), "Tide", path, expected)
        for path, expected in (
            ("/bar", False), ("/fish", True), ("/fish.html", True), ("/fish/salmon.html", True), ("/fishheads", True),
            ("/fish.html?id=anything", True), ("/Fish.asp", False), ("/catfish", False), ("/?id=fish", False),
        )
    ],
    "documentation: a star at the end says nothing": [
        (group("disallow: /", "allow: /fish*"), "Tide", path, expected)
        for path, expected in (("/bar", False), ("/fish", True), ("/fish/salmon.html", True), ("/Fish.bar", False))
    ],
    "documentation: a folder": [
        (group("disallow: /", "allow: /fish/"), "Tide", path, expected)
        for path, expected in (("/fish/", True), ("/fish/?salmon", True), ("/fish", False), ("/fish.html", False))
    ],
    "documentation: an ending in the middle": [
        (group("disallow: /", "allow: /*.php"), "Tide", path, expected)
        for path, expected in (
            ("/filename.php", True), ("/folder/filename.php?parameters", True), ("//folder/any.php.file.html", True),
            ("/filename.php/", True), ("/index?f=filename.php/", True), ("/php/", False), ("/index?php", False),
            ("/windows.PHP", False),
        )
    ],
    "documentation: an ending at the end": [
        (group("disallow: /", "allow: /*.php$"), "Tide", path, expected)
        for path, expected in (
            ("/filename.php", True), ("/folder/filename.php", True), ("/filename.php?parameters", False),
            ("/filename.php/", False), ("/filename.php5", False), ("/php/", False), ("/aaaphpaaa", False),
        )
    ],
    "documentation: a star in the middle": [
        (group("disallow: /", "allow: /fish*.php"), "Tide", path, expected)
        for path, expected in (("/fish.php", True), ("/fishheads/catfish.php?parameters", True), ("/Fish.PHP", False))
    ],
    "documentation: precedence": [
        (group("allow: /p", "disallow: /"), "Tide", "/page", True),
        (group("allow: /folder", "disallow: /folder"), "Tide", "/folder/page", True),
        (group("allow: /page", "disallow: /*.htm"), "Tide", "/page.htm", False),
        (group("allow: /$", "disallow: /"), "Tide", "/", True),
        (group("allow: /$", "disallow: /"), "Tide", "/page.html", False),
    ],
    "index.html is a file: the reference's own extension is not followed": [
        (group("Allow: /d/index.html", "Disallow: /"), "Tide", "/d/index.html", True),
        (group("Allow: /d/index.html", "Disallow: /"), "Tide", "/d/", False),
    ],
    "a path's parts": [
        (group("disallow: /$"), "Tide", HOST, False),
        (group("disallow: /a/b?c=http://d.e/$"), "Tide", "/a/b?c=http://d.e/", False),
        (group("disallow: /a/b?c=d&e=f$"), "Tide", "/a/b?c=d&e=f#fragment", False),
        (group("disallow: /a;b$"), "Tide", "/a;b#c", False),
        (group("disallow: /?a$"), "Tide", HOST + "?a", False),
    ],
    "robots.txt itself may always be asked for": [(group("disallow: /"), "Tide", "/robots.txt", True)],
    "other fields end no list of names": [
        ("User-agent: Tide\nSitemap: https://a.example/s.xml\nUser-agent: Ebb\nDisallow: /", "Tide", "/x", False),
        ("User-agent: Tide\nCrawl-delay: 5\nUser-agent: Ebb\nDisallow: /", "Tide", "/x", False),
        ("User-agent: Tide\nInvalid: x\nUser-agent: Ebb\nDisallow: /", "Tide", "/x", False),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "token", "path", "expected"),
    [
        pytest.param(*case, id=f"{name} {number}")
        for name, cases in CASES.items()
        for number, case in enumerate(cases)
    ],
)
def test_a_robots_txt_is_read_as_the_standard_says(text: str, token: str, path: str, expected: bool) -> None:
    assert allowed(text, path, token) is expected


GROUPS = """allow: /foo/bar/

user-agent: Tide
disallow: /
allow: /x/
user-agent: Ebb
disallow: /
allow: /y/


allow: /w/
user-agent: Flow

user-agent: Tide
allow: /z/
disallow: /
"""


@pytest.mark.parametrize(
    ("token", "path", "expected"),
    [
        ("Tide", "/x/b", True), ("Tide", "/z/d", True), ("Tide", "/y/c", False), ("Ebb", "/y/c", True),
        ("Ebb", "/w/a", True), ("Ebb", "/z/d", False), ("Flow", "/z/d", True),
        ("Tide", "/foo/bar/", False), ("Ebb", "/foo/bar/", False), ("Flow", "/foo/bar/", False),
    ],
)  # fmt: skip
def test_groups_of_one_crawler_count_together(token: str, path: str, expected: bool) -> None:
    assert allowed(GROUPS, path, token) is expected


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "dos", "mac"])
def test_lines_end_in_three_ways(end: str) -> None:
    text = end.join(("User-Agent: Ebb", "Allow: /some/path", "User-Agent: Tide", "", "", "Disallow: /"))
    assert not allowed(text, "/x")
    assert allowed(text, "/x", "Ebb")


@pytest.mark.parametrize(
    "mark", [b"\xef\xbb\xbf", b"\xef\xbb", b"\xef"], ids=["whole", "two bytes", "one byte"]
)
def test_a_byte_order_mark_is_passed_over(mark: bytes) -> None:
    assert not allowed(mark + b"User-Agent: Tide\nDisallow: /", "/x")


def test_a_broken_byte_order_mark_costs_its_line() -> None:
    assert allowed(b"\xef\x11\xbfUser-Agent: Tide\nDisallow: /", "/x")
    assert allowed(b"User-Agent: Tide\n\xef\xbb\xbfDisallow: /", "/x")


def test_a_line_is_cut_where_the_reference_cuts_it() -> None:
    text = group("disallow: /", "allow: /x/" + "a" * 20_000 + "/more")
    assert allowed(text, "/x/" + "a" * 20_000)
    assert not allowed(text, "/x/" + "a" * 10_000)


def test_what_comes_after_half_a_megabyte_is_not_read() -> None:
    filler = "# " + "x" * 98 + "\n"
    assert not allowed(filler * 5000 + group("disallow: /"), "/x")
    assert allowed(filler * 6000 + group("disallow: /"), "/x")


def test_sitemaps_may_stand_anywhere() -> None:
    text = (
        "Sitemap: https://a.example/1.xml\n" + group("Disallow: /") + "\nsitemap:https://a.example/2.xml#x\n"
    )
    assert RobotsFile(text.encode()).sitemaps == ("https://a.example/1.xml", "https://a.example/2.xml")


@pytest.mark.parametrize(
    ("line", "seconds"), [("Crawl-delay: 2.5", 2.5), ("crawl-delay: soon", None), ("Crawl-delay: -1", None)]
)
def test_a_crawl_delay_is_a_number(line: str, seconds: float | None) -> None:
    assert RobotsFile(group(line).encode()).crawl_delay("Tide") == seconds


@pytest.mark.parametrize(
    "content", [b"", b"\x00" * 100, b"\xff\xfe\x00", b":" * 1000, b"<html>no</html>", b"\n" * 10_000]
)
def test_any_bytes_are_a_file(content: bytes) -> None:
    assert RobotsFile(content).allows(HOST + "/x", "Tide")


def test_a_pattern_full_of_stars_is_cheap() -> None:
    pattern = "disallow: /" + "*a" * 2000 + "$"  # without care: longer than any test may take
    assert allowed(group(pattern), "/" + "a" * 1500 + "b")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_rules_in_utf_16_are_read(encoding: str) -> None:
    rules = RobotsFile("User-agent: *\r\nDisallow: /größe\r\n".encode(encoding))
    assert not rules.allows("https://example.org/größe", "Pagetide")
    assert rules.allows("https://example.org/", "Pagetide")


PREFERENCES = b"""User-Agent: *
Allow: /
Disallow: /never/
Content-Usage: train-ai=n
Content-Usage: /ai-ok/ train-ai=y
content-usage :\t/both\ttrain-ai=y, search=n  # as they like
Content-Usage: /both train-ai=n
Content-Usage: /*.pdf$ train-ai=n, search=n
Content-Usage: /empty
User-Agent: ExampleBot
Content-Usage: train-ai=y
"""


@pytest.mark.parametrize(
    ("path", "token", "stated"),
    [
        ("/test", "Pagetide", ("train-ai=n",)),
        ("/never/test", "Pagetide", ()),
        ("/ai-ok/test", "Pagetide", ("train-ai=y",)),
        ("/both", "Pagetide", ("train-ai=y, search=n", "train-ai=n")),
        ("/a.pdf", "Pagetide", ("train-ai=n, search=n",)),
        ("/empty", "Pagetide", ("train-ai=n",)),
        ("/test", "ExampleBot", ("train-ai=y",)),
        ("/never/test", "ExampleBot", ("train-ai=y",)),
    ],
)
def test_what_may_be_done_with_a_page_is_read(path: str, token: str, stated: tuple[str, ...]) -> None:
    assert RobotsFile(PREFERENCES).usage(f"https://example.org{path}", token) == stated


def test_a_preference_for_use_is_no_rule_of_access() -> None:
    rules = RobotsFile(b"User-agent: *\nContent-Usage: / train-ai=n\nDisallow: /a\n")
    assert rules.allows("https://example.org/b", "Pagetide")
    assert not rules.allows("https://example.org/a", "Pagetide")


def test_where_nothing_is_said_of_use_nothing_is_known() -> None:
    assert RobotsFile(b"User-agent: *\nAllow: /\n").usage("https://example.org/", "Pagetide") == ()
