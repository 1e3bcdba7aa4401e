"""Taking in an archive of another tool without rendering, beside ``warcio index`` of the same file in the same run.

The file is made here: Heritrix's records (response, request, metadata with the hop path) of pages and what they embed,
gzipped by record. Compared is the CPU time of this process, so that a busy disk counts for neither.
"""

from __future__ import annotations

import io
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from warcio.indexer import Indexer
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from benchmarks.reporting import document, out
from pagetide.ingest import judged
from storage.collection import Collection
from storage.ingest.archives import ingest

RECORDS, QUICK_RECORDS = 30_000, 3_000
ROUNDS, QUICK_ROUNDS = 3, 2
_CRAWLS = {"news": 9, "documents": 0}  # name -> responses that a page embeds
_BODY_BYTES = 13_000  # of a response on average: 30,000 records make 137 MB
_FIELDS = ["offset", "length", "warc-type", "warc-target-uri", "http:status", "http:content-type"]


@dataclass
class Times:
    """CPU seconds of each round."""

    ours: list[float] = field(default_factory=list)
    index: list[float] = field(default_factory=list)

    captures: int = 0  # that came of the file

    def figures(self, crawl: str) -> dict[str, float | None]:
        """Least of the rounds, for both."""
        return {
            f"{crawl}: CPU s": min(self.ours),
            f"{crawl}: times the CPU of warcio index": min(self.ours) / min(self.index),
            f"{crawl}: captures": float(self.captures),
        }


def write_archive(path: Path, records: int, embedded: int) -> int:
    """Write a file of so many records in all, of pages that embed so many; how many bytes its records have."""
    chance, size = random.Random(7), 0
    words = [f"word{number}" for number in range(5000)]
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True, warc_version="1.0")
        for number in range(records // 3):
            page, part = divmod(number, embedded + 1)
            url = f"https://www.news{page % 50}.example/{page}/" + (f"part-{part}.css" if part else "")
            text = " ".join(chance.choices(words, k=chance.randint(0, 2 * _BODY_BYTES // 9)))
            size += len(text) + _write_exchange(writer, url, text, "L" if not part else "LE", page)
    return size


def _write_exchange(writer: WARCWriter, url: str, text: str, hops: str, number: int) -> int:
    mime = "text/css" if hops.endswith("E") else "text/html"
    body = f"<html><head><title>{url}</title></head><body><p>{text}</p></body></html>".encode()
    date = {"WARC-Date": f"2026-01-{1 + number % 28:02}T{number % 24:02}:{number % 60:02}:00Z"}
    sent = [
        ("Content-Type", mime),
        ("Server", "nginx"),
        ("Cache-Control", "max-age=60"),
        ("ETag", f'"{number}"'),
    ]
    response = writer.create_warc_record(
        url,
        "response",
        payload=io.BytesIO(body),
        length=len(body),
        http_headers=StatusAndHeaders("200 OK", sent, protocol="HTTP/1.1"),
        warc_headers_dict=date,
    )
    name = {"WARC-Concurrent-To": response.rec_headers.get_header("WARC-Record-ID")}
    asked = [("Host", url.split("/")[2]), ("User-Agent", "Mozilla/5.0 (compatible; heritrix/3.4.0)")]
    request = writer.create_warc_record(
        url,
        "request",
        http_headers=StatusAndHeaders("GET / HTTP/1.1", asked, is_http_request=True),
        warc_headers_dict=date | name,
    )
    fields = f"via: {url}\r\nhopsFromSeed: {hops}\r\nfetchTimeMs: 9\r\n".encode()
    metadata = writer.create_warc_record(
        url,
        "metadata",
        payload=io.BytesIO(fields),
        length=len(fields),
        warc_content_type="application/warc-fields",
        warc_headers_dict=date | name,
    )
    for record in (response, request, metadata):
        writer.write_record(record)
    return len(fields) + 1000  # heads, about


def measured(path: Path, rounds: int, scratch: Path) -> Times:
    """The CPU times of both in turn."""
    times = Times()
    for number in range(rounds):
        begun = time.process_time()
        with (scratch / "index").open("w", encoding="utf-8") as lines:
            Indexer(_FIELDS, [str(path)], lines).process_all()
        times.index.append(time.process_time() - begun)
        with Collection.create(scratch / f"{path.name}-{number}") as collection:
            begun = time.process_time()
            times.captures = len(ingest(collection, path, judge=judged).added)
            times.ours.append(time.process_time() - begun)
    return times


def main(
    quick: Annotated[bool, typer.Option(help="A tenth of the records; not the full figure.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Take in files of 30,000 records, one in which a tenth of the documents are pages and one in which all are."""
    records, rounds = (QUICK_RECORDS, QUICK_ROUNDS) if quick else (RECORDS, ROUNDS)
    figures: dict[str, float | None] = {"records": float(records)}
    found: dict[str, Times] = {}
    with tempfile.TemporaryDirectory() as folder:
        for crawl, embedded in _CRAWLS.items():
            path = Path(folder) / f"{crawl}.warc.gz"
            figures[f"{crawl}: MB"] = write_archive(path, records, embedded) / 1e6
            found[crawl] = measured(path, rounds, Path(folder))
            figures |= found[crawl].figures(crawl)
    if as_json:
        baselines = {crawl: {"warcio index, CPU s": min(times.index)} for crawl, times in found.items()}
        spread = {crawl: {"CPU s": statistics.pstdev(times.ours)} for crawl, times in found.items()}
        command = "python -m benchmarks.ingest" + (" --quick" if quick else "")
        print(document(figures=figures, baselines=baselines, spread=spread, command=command))
        return
    _show(records, found, quick=quick)


def _show(records: int, found: dict[str, Times], *, quick: bool) -> None:
    table = Table(title=f"Taking in {records:,} records without rendering", title_justify="left")
    for name in ("crawl", "captures", "CPU s", "warcio index, CPU s", "times"):
        table.add_column(name, justify="left" if name == "crawl" else "right")
    for crawl, times in found.items():
        ours, index = min(times.ours), min(times.index)
        table.add_row(crawl, f"{times.captures:,}", f"{ours:.2f}", f"{index:.2f}", f"{ours / index:.1f}")
    out.print(table)
    if quick:
        out.print("This is the quick figure, of a tenth of the records.")


if __name__ == "__main__":
    typer.run(main)
