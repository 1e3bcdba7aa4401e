import gzip

import pytest

from rendering.documents.kinds import Kind, expected, kind_of
from tests.made_pdf import HELLO, pdf

RSS = b'<?xml version="1.0"?><rss version="2.0"><channel/></rss>'
ATOM = b'<!-- made by hand --><feed xmlns="http://www.w3.org/2005/Atom"/>'
RSS_1 = b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"></rdf:RDF>'
XHTML = b'<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html/>'
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4


@pytest.mark.parametrize(
    ("body", "mime", "kind"),
    [
        (pdf(HELLO), "application/octet-stream", Kind.PDF),
        (pdf(HELLO), "text/html", Kind.PDF),
        (b"\n\n" + pdf(HELLO), None, Kind.PDF),
        (b'{"a": 1}', "text/html", Kind.JSON),
        (b"[1]", "text/plain", Kind.JSON),
        (b'"ok"', "application/vnd.api+json", Kind.JSON),
        ('\ufeff{"a": 1}'.encode("utf-16-le"), "application/json", Kind.JSON),
        (RSS, "text/html", Kind.FEED),
        (RSS, "application/xml", Kind.FEED),
        (ATOM, "text/xml", Kind.FEED),
        (RSS_1, "application/octet-stream", Kind.FEED),
        (gzip.compress(RSS, mtime=0), "application/x-gzip", Kind.FEED),
        (b"<kml/>", "application/vnd.google-earth.kml+xml", Kind.XML),
        (b'<?xml version="1.0"?><urlset/>', "text/plain", Kind.XML),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml", Kind.XML),
        (XHTML, "application/xml", Kind.PAGE),
        (b"<!doctype html><p>x", "application/octet-stream", Kind.PAGE),
        (b"<p>x", "text/html", Kind.PAGE),
        (b"plain words", "text/html", Kind.PAGE),
        (b"{% if x %}<p>words of a template", "text/html", Kind.PAGE),
        (b'<?xml version="1.0"?><div>words</div>', "text/html", Kind.PAGE),
        (b"<title>How a %PDF- header looks</title>", "text/html", Kind.PAGE),
        (b"Files begin with %PDF-", "text/plain", Kind.TEXT),
        (b"BEGIN:VCALENDAR", "text/calendar", Kind.TEXT),
        (b"a,b\n1,2", "application/octet-stream", Kind.TEXT),
        (
            b"one stray \x01 among the letters of a rather long line of text, which is no file",
            "text/plain",
            Kind.TEXT,
        ),
        (PNG, "text/plain", Kind.FILE),
        (PNG, "text/html", Kind.FILE),
        (b"PK\x03\x04" + bytes(100), "application/zip", Kind.FILE),
    ],
)
def test_a_body_is_what_its_first_bytes_say(body: bytes, mime: str | None, kind: Kind) -> None:
    assert kind_of(body, mime) is kind


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://a.example/film.mp4?x=1", "a video (video/mp4)"),
        ("https://a.example/b.zip", "an archive (application/zip)"),
        ("https://a.example/b.jpg", "an image (image/jpeg)"),
        ("https://a.example/report.pdf", None),
        ("https://a.example/picture.svg", None),
        ("https://a.example/data.json", None),
        ("https://a.example/", None),
    ],
)
def test_a_name_says_what_cannot_be_compared(url: str, said: str | None) -> None:
    assert expected(url) == said
