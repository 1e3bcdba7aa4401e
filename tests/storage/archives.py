"""Small archives as other tools write them, made with warcio from what is known of each dialect."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from PIL import Image
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from tests.storage.builders import png

AT = datetime(2025, 5, 4, 10, 0, 0, tzinfo=UTC)
SITE = "https://www.news.example/"
HTML = b"<html><head><title>News</title></head><body>news %d</body></html>"
BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0"


def jpeg(seed: int) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(png(seed))).save(out, "JPEG")
    return out.getvalue()


class Archive:
    """A WARC file while it is written."""

    def __init__(self, path: Path, *, gzip: bool = True, version: str = "1.1") -> None:
        self.path = path
        self._out = path.open("wb")
        self._writer = WARCWriter(self._out, gzip=gzip, warc_version=version)

    def info(self, **fields: str) -> None:
        self._writer.write_record(self._writer.create_warcinfo_record(self.path.name, fields))

    def record(self, kind: str, url: str, at: datetime, body: bytes, mime: str = "", **headers: str) -> str:
        """A record without an HTTP head; its id."""
        record = self._writer.create_warc_record(
            url,
            kind,
            payload=io.BytesIO(body),
            length=len(body),
            warc_content_type=mime,
            warc_headers_dict=_names(headers) | {"WARC-Date": _date(at)},
        )
        self._writer.write_record(record)
        return str(record.rec_headers.get_header("WARC-Record-ID"))

    def response(
        self,
        url: str,
        at: datetime,
        body: bytes = b"",
        *,
        mime: str = "text/html; charset=utf-8",
        status: str = "200 OK",
        kind: str = "response",
        http: Iterable[tuple[str, str]] = (),
        **headers: str,
    ) -> str:
        record = self._writer.create_warc_record(
            url,
            kind,
            payload=io.BytesIO(body),
            length=len(body),
            http_headers=StatusAndHeaders(status, [("Content-Type", mime), *http], protocol="HTTP/1.1"),
            warc_headers_dict=_names(headers) | {"WARC-Date": _date(at)},
        )
        self._writer.write_record(record)
        return str(record.rec_headers.get_header("WARC-Record-ID"))

    def request(
        self, url: str, at: datetime, concurrent_to: str, http: Iterable[tuple[str, str]] = (), **headers: str
    ) -> str:
        named = _names(headers) | {"WARC-Date": _date(at), "WARC-Concurrent-To": concurrent_to}
        record = self._writer.create_warc_record(
            url,
            "request",
            http_headers=StatusAndHeaders(
                "GET / HTTP/1.1", [("Host", "news.example"), *http], is_http_request=True
            ),
            warc_headers_dict=named,
        )
        self._writer.write_record(record)
        return str(record.rec_headers.get_header("WARC-Record-ID"))

    def close(self) -> Path:
        self._out.close()
        return self.path


def browsertrix(path: Path, visits: int = 2) -> Path:
    """A WACZ: exchanges, screenshots and texts in files of their own, page information, a list of pages."""
    scratch = path.parent
    main, shots, text = (Archive(scratch / f"{name}-1.warc.gz") for name in ("rec-a", "screenshots", "text"))
    pages: list[dict[str, Any]] = []
    for archive in (main, shots, text):
        archive.info(
            software="Browsertrix-Crawler 1.5.0 (with warcio.js 2.4.2)", format="WARC File Format 1.1"
        )
    for visit in range(visits):
        at, page = AT + timedelta(hours=visit), f"01234567-89ab-4cde-8f01-23456789ab0{visit}"
        named = {"WARC_Page_ID": page, "WARC_Resource_Type": "document"}
        moved = main.response(
            SITE.replace("https", "http"), at, status="301 Moved", http=[("Location", SITE)], **named
        )
        main.request(SITE.replace("https", "http"), at, moved)
        response = main.response(SITE, at, HTML % visit, **named)
        main.request(SITE, at, response, [("User-Agent", BROWSER)])
        frame = main.response(SITE + "frame", at + timedelta(seconds=1), HTML % 99, **named)
        main.request(SITE + "frame", at, frame, [("User-Agent", BROWSER), ("Sec-Fetch-Dest", "iframe")])
        main.response(
            SITE + "a.png", at, png(9), mime="image/png", WARC_Page_ID=page, WARC_Resource_Type="image"
        )
        later = at + timedelta(seconds=5)
        own = {"WARC_Page_ID": page} if visit else {}  # older versions write none on screenshots
        url = SITE.replace("https", "http")
        shots.record("resource", f"urn:view:{url}", later, png(visit), "image/png", **own)
        shots.record("resource", f"urn:fullPage:{url}", later, png(visit + 50, 60), "image/png", **own)
        shots.record("resource", f"urn:thumbnail:{url}", later, jpeg(visit), "image/jpeg", **own)
        text.record("resource", f"urn:text:{url}", later, b"news %d" % visit, "text/plain", **own)
        info = {
            "pageid": page,
            "url": url,
            "ts": _date(at),
            "tsStatus": 200,
            "urls": {},
            "counts": {"jsErrors": 0},
        }
        main.record("resource", f"urn:pageinfo:{url}", at, json.dumps(info).encode(), "application/json")
        pages.append({"id": page, "url": url, "ts": _date(at), "title": f"News {visit}", "seed": True})
    return wacz(path, [archive.close() for archive in (main, shots, text)], pages)


def brozzler(path: Path) -> Path:
    """A WARC: JPEG screenshot and thumbnail, and what the proxy recorded."""
    archive = Archive(path, version="1.0")
    archive.info(software="warcprox 2.4.14")
    url = SITE + "a?B=1"
    response = archive.response(url, AT, HTML % 1)
    archive.request(url, AT, response, [("User-Agent", BROWSER), ("Sec-Fetch-Dest", "document")])
    frame = archive.response(SITE + "frame", AT, HTML % 2)
    archive.request(SITE + "frame", AT, frame, [("Sec-Fetch-Dest", "iframe"), ("Referer", url)])
    archive.record("resource", f"screenshot:{url}", AT + timedelta(seconds=9), jpeg(1), "image/jpeg")
    archive.record("resource", f"thumbnail:{url}", AT + timedelta(seconds=9), jpeg(2), "image/jpeg")
    return archive.close()


def scoop(path: Path) -> Path:
    """A WACZ: attachments are responses with file: addresses, one page."""
    archive = Archive(path.parent / "data.warc.gz")
    archive.info(software="Scoop @ Harvard Library Innovation Lab: 0.6.2")
    archive.response(SITE + "story", AT, HTML % 3)
    archive.response("file:///screenshot.png", AT + timedelta(minutes=1), png(3), mime="image/png")
    archive.response("file:///dom-snapshot.html", AT + timedelta(minutes=1), HTML % 33)
    archive.response("file:///provenance-summary.html", AT + timedelta(minutes=1), HTML % 44)
    page = {"id": "a-scoop-page", "url": SITE + "story", "ts": _date(AT), "title": "Story", "text": "news 3"}
    return wacz(path, [archive.close()], [page])


def heritrix(path: Path) -> Path:
    """A WARC: crawled documents with metadata records that say how each was found; one unchanged revisit."""
    archive = Archive(path, version="1.0")
    archive.info(software="Heritrix/3.4.0")
    for url, hops in ((SITE, ""), (SITE + "link", "L"), (SITE + "frame", "LE"), (SITE + "moved", "LR")):
        response = archive.response(url, AT, HTML % len(hops))
        archive.request(url, AT, response, [("User-Agent", "Mozilla/5.0 (compatible; heritrix/3.4.0)")])
        fields = f"via: {SITE}\r\nhopsFromSeed: {hops}\r\nfetchTimeMs: 9\r\n".encode()
        archive.record("metadata", url, AT, fields, "application/warc-fields", WARC_Concurrent_To=response)
    archive.response(SITE + "robots.txt", AT, b"User-agent: *", mime="text/plain")
    archive.response(SITE + "none", AT, HTML % 0, status="404 Not Found")
    return archive.close()


def wget(path: Path) -> Path:
    """An uncompressed WARC: requests before responses, WARC 1.0, a log at the end."""
    archive = Archive(path, gzip=False, version="1.0")
    archive.info(software="Wget/1.21.3 (linux-gnu)", robots="classic")
    for number, url in enumerate((SITE, SITE + "b.html")):
        request = archive.record(
            "request",
            url,
            AT,
            b"GET / HTTP/1.1\r\nHost: news.example\r\nUser-Agent: Wget\r\n\r\n",
            "application/http;msgtype=request",
        )
        archive.response(url, AT, HTML % number, WARC_Concurrent_To=request)
    archive.response(SITE + "a.css", AT, b"p {}", mime="text/css")
    archive.record("resource", "metadata://gnu.org/software/wget/warc/wget.log", AT, b"log", "text/plain")
    return archive.close()


def wacz(path: Path, warcs: Iterable[Path], pages: Iterable[dict[str, Any]]) -> Path:
    """The files and pages as a WACZ; the WARC files themselves are removed."""
    lines = [{"format": "json-pages-1.0", "id": "pages", "title": "All Pages"}, *pages]
    with zipfile.ZipFile(path, "w") as archive:
        for warc in warcs:
            archive.write(warc, f"archive/{warc.name}")
            warc.unlink()
        archive.writestr("pages/pages.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        members = [(name, archive.read(name)) for name in archive.namelist()]
        resources = [
            {
                "name": name,
                "path": name,
                "bytes": len(data),
                "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
            }
            for name, data in members
        ]
        archive.writestr("datapackage.json", json.dumps({"profile": "data-package", "resources": resources}))
    return path


MAKERS: dict[str, Callable[[Path], Path]] = {
    "browsertrix.wacz": browsertrix,
    "brozzler.warc.gz": brozzler,
    "scoop.wacz": scoop,
    "heritrix.warc.gz": heritrix,
    "wget.warc": wget,
}


def _names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _date(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"
