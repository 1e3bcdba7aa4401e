import pytest

from crawler.discovery.scopes import scope_of
from crawler.errors import CrawlError

SEED = "https://www.example.com/news/today.html"


@pytest.mark.parametrize(
    ("scope", "inside", "outside"),
    [
        ("page", ["https://www.example.com/news/today.html#top"], ["https://www.example.com/news/"]),
        (
            "prefix",
            ["https://example.com/news/", "http://www.example.com/news/2026/a?b=c"],
            ["https://www.example.com/newsletter", "https://shop.example.com/news/"],
        ),
        ("host", ["https://example.com/about"], ["https://shop.example.com/", "https://example.com:8443/"]),
        (
            "domain",
            ["https://shop.example.com/", "http://a.b.example.com/x"],
            ["https://badexample.com/", "https://example.com.evil.org/"],
        ),
        ("surt:com,example)/news", ["https://example.com/news/1"], ["https://shop.example.com/news/1"]),
        ("surt:com,example,", ["https://shop.example.com/news/1"], ["https://example.org/"]),
        ("surt:http://(com,example,", ["https://shop.example.com/news/1"], ["https://example.org/"]),
    ],
)
def test_a_scope_holds_what_belongs_to_the_seed(scope: str, inside: list[str], outside: list[str]) -> None:
    within = scope_of(SEED, scope)
    assert [url for url in inside if not within(url)] == []
    assert [url for url in outside if within(url)] == []


def test_a_scope_that_is_none_names_those_that_are() -> None:
    with pytest.raises(CrawlError, match=r"prefix, host, domain"):
        scope_of(SEED, "everything")
