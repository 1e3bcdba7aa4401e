from pathlib import Path

from benchmarks.ingest import measured, write_archive


def test_the_synthetic_crawl_is_taken_in_with_its_pages_and_nothing_else(tmp_path: Path) -> None:
    write_archive(tmp_path / "crawl.warc.gz", 60)
    times, captures = measured(tmp_path / "crawl.warc.gz", 1, tmp_path)
    figures = times.figures(60, 1000, captures)
    assert captures == 2  # of twenty exchanges
    assert figures["times the CPU of warcio index"]
