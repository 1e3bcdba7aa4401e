import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.errors import InvalidURL
from storage.watchable_urls import checked_url


@pytest.mark.parametrize(
    ("given_text", "checked"),
    [
        ("https://example.org/news", "https://example.org/news"),
        ("  https://example.org/news\n", "https://example.org/news"),
        ("HTTPS://Example.ORG/News", "https://example.org/News"),
        ("https://example.org", "https://example.org/"),
        ("https://example.org?page=2", "https://example.org/?page=2"),
        ("https://example.org/a#part", "https://example.org/a"),
        ("https://example.org/app#/inbox", "https://example.org/app#/inbox"),
        ("https://example.org/app#!inbox", "https://example.org/app#!inbox"),
        ("https:\\\\example.org\\news", "https://example.org/news"),
        ("https://example.org/a/../b", "https://example.org/b"),
        ("http://127.1/", "http://127.0.0.1/"),
        ("https://example.org/a|b?c={d}", "https://example.org/a%7Cb?c=%7Bd%7D"),
        ("http://example.org:80/", "http://example.org/"),
        ("http://example.org:8080/", "http://example.org:8080/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://example.org/süß?q=größe", "https://example.org/s%C3%BC%C3%9F?q=gr%C3%B6%C3%9Fe"),
        ("https://example.org/a%20b", "https://example.org/a%20b"),
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("http://127.0.0.1:8000/x", "http://127.0.0.1:8000/x"),
        ("http://[::1]:8000/x", "http://[::1]:8000/x"),
        ("http://localhost/", "http://localhost/"),
    ],
)
def test_an_address_has_one_spelling(given_text: str, checked: str) -> None:
    assert checked_url(given_text) == checked


@pytest.mark.parametrize(
    ("given_text", "said"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("example.org/news", r"Write https://example\.org/news"),
        ("//example.org/news", r"Write https://example\.org/news"),
        ("example.org:8080/news", r"Write https://example\.org:8080/news"),
        ("localhost:8080", r"Write https://localhost:8080"),
        ("ftp://example.org/", "only pages over http and https"),
        ("javascript:alert(1)", "only pages over http and https"),
        ("file:///etc/passwd", "only pages over http and https"),
        ("https://", "names no host"),
        ("https:///news", "names no host"),
        ("https://me:secret@example.org/", "password"),
        ("https://me@example.org/", "user name"),
        ("https://example.org:99999/", "port"),
        ("https://example.org:abc/", "port"),
        ("https://[::1/", "not a web address"),
        ("https://exa mple.org/", "not a valid host name"),
        ("https://-example.org/", "not a valid host name"),
        ("https://example..org/", "not a valid host name"),
        ("https://" + "a" * 64 + ".org/", "not a valid host name"),
        ("https://\u2028.org/", "not a valid host name"),
        ("https://example.org/a\nhttps://example.org/b", "one address a line"),
    ],
)
def test_a_refusal_says_what_is_wrong(given_text: str, said: str) -> None:
    with pytest.raises(InvalidURL, match=said):
        checked_url(given_text)


@given(st.text(max_size=60).map(lambda text: f"https://example.org/{text}"))
def test_checking_twice_changes_nothing(text: str) -> None:
    try:
        once = checked_url(text)
    except InvalidURL:
        return
    assert checked_url(once) == once


@given(st.one_of(st.text(max_size=40), st.text(max_size=40).map(lambda text: f"https://{text}/")))
def test_any_text_is_checked_or_refused(text: str) -> None:
    with contextlib.suppress(InvalidURL):
        assert checked_url(text).startswith(("http://", "https://"))
