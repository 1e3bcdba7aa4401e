"""WARC records written by hand, for files as no library writes them."""

import gzip
import uuid
from pathlib import Path

A, B, C, D = (f"http://case.example/{name}" for name in "abcd")
DATE = "2026-01-02T03:04:05Z"


def html(name: str) -> bytes:
    return f"<!doctype html><html><head><title>{name}</title></head><body><p>text of {name}</p></body></html>".encode()


def http(body: bytes, status: str = "200 OK", *lines: str) -> bytes:
    head = "\r\n".join([f"HTTP/1.1 {status}", *(lines or ("Content-Type: text/html",)), "", ""])
    return head.encode() + body


def record(kind: str, uri: str, block: bytes, **headers: str | None) -> bytes:
    """One record; ``headers`` add to the usual ones, replace them, or (None) leave them out."""
    is_http = kind in ("response", "request", "revisit")
    fields: dict[str, str | None] = {
        "WARC-Type": kind,
        "WARC-Record-ID": f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{kind} {uri} {block!r} {headers}')}>",
        "WARC-Date": DATE,
        "WARC-Target-URI": uri,
        "Content-Type": f"application/http; msgtype={kind}" if is_http else "text/plain",
        "Content-Length": str(len(block)),
    }
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{name}: {value}\r\n" for name, value in fields.items() if value is not None]
    return ("WARC/1.1\r\n" + "".join(lines) + "\r\n").encode() + block + b"\r\n\r\n"


def page(uri: str, **headers: str | None) -> bytes:
    """The response of an HTML page that is called as the last part of its URL."""
    return record("response", uri, http(html(uri.rpartition("/")[2].upper())), **headers)


def resource(uri: str, block: bytes, mime: str = "text/plain", **headers: str | None) -> bytes:
    return record("resource", uri, block, **{"Content_Type": mime} | headers)


def gzipped(path: Path, *records: bytes) -> Path:
    """A file gzipped by record."""
    path.write_bytes(b"".join(map(gzip.compress, records)))
    return path


def plain(path: Path, *records: bytes) -> Path:
    path.write_bytes(b"".join(records))
    return path
