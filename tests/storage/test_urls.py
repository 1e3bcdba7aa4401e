import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.urls import dropped_anchor, header_uri, host_of, joined_url, page_key, standard_url


@pytest.mark.parametrize(
    ("spelling", "key"),
    [
        ("HTTPS://Example.COM:443/a", "https://example.com/a"),
        ("http://h.example?x=1", "http://h.example/?x=1"),
        ("http://h.example/../a/./b/%2e%2E/c", "http://h.example/a/c"),
        (" \thttp:\\\\h.example\\a\tb ", "http://h.example/ab"),
        ("http://bücher.example/ä?ö", "http://xn--bcher-kva.example/%C3%A4?%C3%B6"),
        ("http://127.1:0080/", "http://127.0.0.1/"),
        ("http://h.example/a|b?c={d}", "http://h.example/a%7Cb?c=%7Bd%7D"),
        ("http://h.example/\ud800", "http://h.example/%EF%BF%BD"),
        ("http://h.example/a#part", "http://h.example/a"),
        ("http://h.example/a#", "http://h.example/a"),
    ],
)
def test_spellings_of_one_url_have_one_page_key(spelling: str, key: str) -> None:
    assert page_key(spelling) == page_key(key) == key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://v.example/watch?v=AbC", "https://v.example/watch?v=aBc"),
        ("https://www.example.org/", "https://www2.example.org/"),
        ("https://www.example.org/", "https://example.org/"),
        ("https://www3288.com/", "https://www57912.com/"),
        ("https://example.org/a", "https://example.org/a/"),
        ("https://example.org/a", "https://example.org/A"),
        ("https://example.org/a", "http://example.org/a"),
        ("https://example.org/a//b", "https://example.org/a/b"),
        ("https://example.org/?a=1&b=2", "https://example.org/?b=2&a=1"),
        ("https://example.org/?sid=" + "0aB1" * 8, "https://example.org/"),
        ("https://example.org/%2F", "https://example.org//"),
        ("https://example.org/app#/a", "https://example.org/app#/b"),
        ("https://example.org/app#/a", "https://example.org/app"),
    ],
)
def test_urls_that_the_standard_tells_apart_are_different_pages(one: str, other: str) -> None:
    assert page_key(one) != page_key(other)


@pytest.mark.parametrize(
    ("fragment", "is_route"),
    [
        ("#/", True),
        ("#/inbox", True),
        ("#!inbox", True),
        ("#!/inbox", True),
        ("#?box=in", True),
        ("#/item|{3}", True),
        ("#", False),
        ("#!", False),
        ("#?", False),
        ("#top", False),
        ("#:~:text=news", False),
    ],
)
def test_a_route_belongs_to_the_page_and_an_anchor_is_told_to_be_dropped(
    fragment: str, is_route: bool
) -> None:
    url = "https://example.org/app"
    assert page_key(url + fragment) == (url + fragment if is_route else url)
    assert dropped_anchor(url + fragment) == ("" if is_route else fragment)


@pytest.mark.parametrize(
    ("url", "joined"),
    [
        ("b?c#d", "http://h.example/b?c#d"),
        ("//o.example\\x", "http://o.example/x"),
        ("\t/\nb ", "http://h.example/b"),
        ("http://[broken", "http://[broken"),
        ("http://h:port/", "http://h:port/"),
        ("\ud800", "http://h.example/%EF%BF%BD"),
    ],
)
def test_a_reference_is_joined_as_a_browser_does_and_what_is_none_stays(url: str, joined: str) -> None:
    assert joined_url("http://h.example/a", url) == joined


@pytest.mark.parametrize(
    "text", ["", " ", "no url", "http://[broken", "https://", "http://h:port/", "\ud800"]
)
def test_text_that_is_no_url_still_has_a_key_a_host_and_a_header(text: str) -> None:
    assert standard_url(text) is None
    assert page_key(text).encode() is not None
    assert isinstance(host_of(text), str)
    assert header_uri(text).isascii()
    assert dropped_anchor(text) == ""


@given(st.one_of(st.text(max_size=40), st.text(max_size=40).map(lambda text: f"http://h.example/{text}")))
def test_a_key_and_a_header_uri_are_their_own(text: str) -> None:
    assert page_key(page_key(text)) == page_key(text)
    assert header_uri(header_uri(text)) == header_uri(text) or standard_url(text) is None


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://User:pw@News.Example:443/x", "news.example"),
        ("http://news.example:8080/", "news.example:8080"),
        ("http://127.0.0.1:9/", "127.0.0.1:9"),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("http:\\\\News.example\\x", "news.example"),
        ("https://bücher.example/", "xn--bcher-kva.example"),
        ("wss://news.example:443/", "news.example"),
    ],
)
def test_a_host_is_the_authority_without_user_and_default_port(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("url", "uri"),
    [
        ("https://e.example/a b\r\nX: y/ü?q=%20#part", "https://e.example/a%20bX:%20y/%C3%BC?q=%20"),
        ("https://e.example/app#/inbox", "https://e.example/app"),
        ("http://me:secret@E.example:80/@a", "http://e.example/@a"),
        ("http://e.example?x", "http://e.example/?x"),
        ("http://e.example/a|b?c={d}'", "http://e.example/a%7Cb?c=%7Bd%7D%27"),
        ("urn:x-wget:log", "urn:x-wget:log"),
        ("no url\r\nX: y", "no%20url%0D%0AX:%20y"),
    ],
)
def test_a_header_uri_is_what_a_browser_asks_for_and_cannot_break_a_header(url: str, uri: str) -> None:
    assert header_uri(url) == uri
