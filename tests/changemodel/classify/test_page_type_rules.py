import re

import pytest

from changemodel.classify.page_outline import Outline
from changemodel.classify.page_type_rules import (
    data_verdict,
    front_page_verdict,
    is_entrance,
    notice_verdict,
    why_unread,
)

RSS = b'<?xml version="1.0"?>\n<!-- made by x -->\n<rss version="2.0"><channel/></rss>'


@pytest.mark.parametrize(
    ("url", "media_type", "body"),
    [
        ("http://x.test/feed", "application/rss+xml; charset=utf-8", RSS),
        ("http://x.test/feed", "text/html", RSS),
        ("http://x.test/feed", None, b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>'),
        ("http://x.test/", "text/plain", b'\xef\xbb\xbf {"a": [1, 2]} '),
        ("http://x.test/d", "application/vnd.api+json", b"{broken"),
        ("http://x.test/table.csv", None, b"a,b\n1,2\n"),
        ("http://x.test/robots.txt", "text/plain", b"User-agent: *\n"),
        ("http://x.test/s", "application/xml", b"<?xml version='1.0'?><anything/>"),
    ],
)
def test_what_is_made_for_programs_is_data(url: str, media_type: str | None, body: bytes) -> None:
    told = data_verdict(url, media_type, body)
    assert told is not None
    assert told.type == "feed"
    assert told.reason


@pytest.mark.parametrize(
    ("url", "media_type", "body"),
    [
        ("http://x.test/a.xml", "text/html", b"<!doctype html><html><body>Hello</body></html>"),
        ("http://x.test/a", "application/xhtml+xml", b"<?xml version='1.0'?><html><body/></html>"),
        ("http://x.test/a", "application/xml", b"<?xml version='1.0'?><!DOCTYPE html><html><body/></html>"),
        ("http://x.test/feed", None, b"<p>No feed at all</p>"),
        (None, None, b"[" * 100_000),
        (None, None, b""),
    ],
)
def test_what_people_read_is_none(url: str | None, media_type: str | None, body: bytes) -> None:
    assert data_verdict(url, media_type, body) is None


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("https://x.test/privacy-policy", "Privacy Policy | X"),
        ("https://x.test/legal/terms-of-service.html", "Terms of Service"),
        ("https://x.test/site-policy/github-general-privacy-statement", "GitHub General Privacy Statement"),
        ("https://x.test/de/impressum/", "Impressum"),
        ("https://x.test/policies/cookies", "Cookies"),
        ("https://x.test/site-policy/acme-terms-of-service", "Acme Terms of Service"),
        ("https://x.test/pages/terms-conditions", "Terms & Conditions"),
    ],
)
def test_address_and_title_together_make_a_notice(url: str, title: str) -> None:
    outline = Outline.of(f"<title>{title}</title><h1>{title}</h1>".encode())
    told = notice_verdict(url, outline)
    assert told is not None
    assert told.type == "notice"


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("https://x.test/blog/privacy-in-numbers", "Privacy in numbers"),
        ("https://x.test/privacy", "How we cook"),
        ("https://x.test/shop/terms-magazine", "Terms, the magazine"),
        ("https://x.test/", "Privacy Policy"),
        ("https://x.test/how-to-write-a-privacy-policy", "How to write a privacy policy"),
        ("https://x.test/privacy-policy-generator", "Privacy policy generator"),
    ],
)
def test_one_of_the_two_is_not_enough(url: str, title: str) -> None:
    assert notice_verdict(url, Outline.of(f"<h1>{title}</h1>".encode())) is None


@pytest.mark.parametrize(
    ("url", "entrance"),
    [
        ("https://x.test", True),
        ("https://x.test/?a=1", True),
        ("https://x.test/en-gb/", True),
        ("https://x.test/index.html", True),
        ("https://x.test/news/", False),
        (None, False),
        ("http://[broken", False),
    ],
)
def test_a_site_begins_at_its_root(url: str | None, *, entrance: bool) -> None:
    assert is_entrance(url) is entrance


def front(links: int, letters: int = 40, text: int = 0) -> Outline:
    made = "".join(f"<h3><a href='/{n}'>{'headline ' * 9:.{letters}}</a></h3>" for n in range(links))
    outline = Outline.of(f"<main>{made}<p>{'x' * text}</p></main>".encode())
    assert outline is not None
    return outline


@pytest.mark.parametrize(
    ("url", "outline", "is_front"),
    [
        ("https://x.test/", front(40), True),
        ("https://x.test/de/", front(40), True),
        ("https://x.test/news/", front(40), False),
        ("https://x.test/", front(12), False),
        ("https://x.test/", front(40, letters=10), False),
        ("https://x.test/", front(40, text=9000), False),
        ("https://x.test/", front(0), False),
    ],
)
def test_a_front_page_leads_to_many_others_where_a_site_begins(
    url: str, outline: Outline, *, is_front: bool
) -> None:
    assert (front_page_verdict(url, outline) is not None) is is_front


@pytest.mark.parametrize(
    ("media_type", "body", "said"),
    [
        ("text/html", b" \n\0", "empty"),
        ("application/pdf", b"%PDF-1.7 ...", r"no HTML \(application/pdf\)"),
        (None, b"\x89PNG\r\n\x1a\n", "no HTML"),
        (None, bytes(range(32)) * 10, "no text"),
    ],
)
def test_why_a_body_is_not_read_is_said(media_type: str | None, body: bytes, said: str) -> None:
    reason = why_unread(media_type, body)
    assert reason is not None
    assert re.search(said, reason)


def test_html_is_read_whatever_its_content_type() -> None:
    assert why_unread("application/octet-stream", b"<!doctype html><html><p>Hello") is None
