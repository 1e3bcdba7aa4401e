import pytest

from storage.urls import header_uri, host_of, url_key


def test_spellings_of_one_url_have_one_key() -> None:
    assert url_key("https://www.Example.com:443/a//b?b=2&a=1#x") == "com,example)/a/b?a=1&b=2"
    assert url_key("http://example.com/a/b?a=1&b=2") == "com,example)/a/b?a=1&b=2"


@pytest.mark.parametrize("text", ["", " ", "no url", "http://[broken", "https://"])
def test_text_that_is_no_url_still_has_a_key_and_a_host(text: str) -> None:
    assert isinstance(url_key(text), str)
    assert isinstance(host_of(text), str)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://User:pw@News.Example:443/x", "news.example"),
        ("http://news.example:8080/", "news.example:8080"),
        ("http://127.0.0.1:9/", "127.0.0.1:9"),
        ("http://[::1]:8000/", "[::1]:8000"),
    ],
)
def test_a_host_is_the_authority_without_user_and_default_port(url: str, host: str) -> None:
    assert host_of(url) == host


def test_a_header_uri_cannot_break_a_header() -> None:
    assert (
        header_uri("https://e.example/a b\r\nX: y/ü?q=%20#part")
        == "https://e.example/a%20b%0D%0AX:%20y/%C3%BC?q=%20"
    )
