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
from storage.ingest import ingest

RECORDS, QUICK_RECORDS = 30_000, 3_000
ROUNDS, QUICK_ROUNDS = 3, 2
_EMBEDDED = 9  # responses that a page embeds
_BODY_BYTES = 13_000  # of a response on average: 30,000 records make 137 MB
_FIELDS = ["offset", "length", "warc-type", "warc-target-uri", "http:status", "http:content-type"]


@dataclass
class Times:
    """CPU seconds of each round."""

    ours: list[float] = field(default_factory=list)
    index: list[float] = field(default_factory=list)

    def figures(self, records: int, size_bytes: int, captures: int) -> dict[str, float | None]:
        """Least of the rounds, for both."""
        ours = min(self.ours)
        return {
            "CPU s": ours,
            "times the CPU of warcio index": ours / min(self.index),
            "records a second": records / ours,
            "records": float(records),
            "MB": size_bytes / 1e6,
            "captures": float(captures),
        }


def write_archive(path: Path, records: int) -> int:
    """Write a file of so many records in all; how many bytes its records have."""
    chance, size = random.Random(7), 0
    words = [f"word{number}" for number in range(5000)]
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True, warc_version="1.0")
        for number in range(records // 3):
            page, part = divmod(number, _EMBEDDED + 1)
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
        warc_content_type="application/warc-fields",
        warc_headers_dict=date | name,
    )
    for record in (response, request, metadata):
        writer.write_record(record)
    return len(fields) + 1000  # heads, about


def measured(path: Path, rounds: int, scratch: Path) -> tuple[Times, int]:
    """The CPU times of both in turn; and how many captures came of the file."""
    times, captures = Times(), 0
    for number in range(rounds):
        begun = time.process_time()
        with (scratch / "index").open("w", encoding="utf-8") as lines:
            Indexer(_FIELDS, [str(path)], lines).process_all()
        times.index.append(time.process_time() - begun)
        with Collection.create(scratch / f"collection-{number}") as collection:
            begun = time.process_time()
            captures = len(ingest(collection, path, judge=judged).added)
            times.ours.append(time.process_time() - begun)
    return times, captures


def main(
    quick: Annotated[bool, typer.Option(help="A tenth of the records; not the full figure.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Take in a file of 30,000 records, and index it with warcio."""
    records, rounds = (QUICK_RECORDS, QUICK_ROUNDS) if quick else (RECORDS, ROUNDS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crawl.warc.gz"
        size = write_archive(path, records)
        times, captures = measured(path, rounds, Path(folder))
    figures = times.figures(records, size, captures)
    if as_json:
        baselines = {"warcio index": {"CPU s": min(times.index)}}
        spread = {
            "CPU s": statistics.pstdev(times.ours),
            "warcio index, CPU s": statistics.pstdev(times.index),
        }
        command = "python -m benchmarks.ingest" + (" --quick" if quick else "")
        print(document(figures=figures, baselines=baselines, spread=spread, command=command))
        return
    _show(figures, min(times.index), quick=quick)


def _show(figures: dict[str, float | None], index_s: float, *, quick: bool) -> None:
    table = Table(
        title=f"Taking in {figures['records']:,.0f} records, {figures['MB']:.0f} MB", title_justify="left"
    )
    for name in ("", "CPU s", "times warcio index"):
        table.add_column(name, justify="left" if not name else "right")
    table.add_row(
        "pagetide ingest --no-render",
        f"{figures['CPU s']:.2f}",
        f"{figures['times the CPU of warcio index']:.1f}",
    )
    table.add_row("warcio index", f"{index_s:.2f}", "1.0")
    out.print(table)
    if quick:
        out.print("This is the quick figure, of a tenth of the records.")


if __name__ == "__main__":
    typer.run(main)
