from pathlib import Path

from benchmarks.ingest import measured, write_archive


def test_the_synthetic_crawls_are_taken_in_with_their_pages_and_nothing_else(tmp_path: Path) -> None:
    write_archive(tmp_path / "news.warc.gz", 60, 9)
    write_archive(tmp_path / "documents.warc.gz", 60, 0)
    assert measured(tmp_path / "news.warc.gz", 1, tmp_path).captures == 2  # of twenty exchanges
    times = measured(tmp_path / "documents.warc.gz", 1, tmp_path)
    assert times.captures == 20
    assert times.figures("documents")["documents: times the CPU of warcio index"]
