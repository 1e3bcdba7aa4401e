"""``export``: what is written, read back by what people read it with; nothing is overwritten unasked."""

import re
import sys
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from crawler.clock import SimulatedClock
from pagetide.app import App
from pagetide.cli import app
from storage.collection import Collection
from storage.queries import capture_table
from storage.queries.capture_table import COLUMNS
from storage.queries.labels import Label
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, URL, capture, failed
from tests.test_architecture import ROOT


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection of four good captures of a page, the last pair labelled twice, and one that failed."""
    folder = tmp_path_factory.mktemp("watched") / "news"
    Collection.create(folder).close()
    with App.open(folder, clock=SimulatedClock(START)) as opened:
        visits = Visits(opened)
        for hour, news in enumerate((1, 1, 1, 2)):
            visits.visit(capture(hour, news=news, advert=1))
        visits.visit(failed(4))
        for important, before, note in (
            (False, 3, "no"),
            (True, 3, 'yes, "really"'),
            (False, 1, "another pair"),
        ):
            opened.collection.record_label(
                Label(page_id=1, before_id=before, after_id=4, important=important, said_at=START, note=note)
            )
    return folder


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["export", *map(str, arguments)])


def test_csv_and_parquet_hold_the_same_captures_with_scores_and_labels(watched: Path, tmp_path: Path) -> None:
    csv, parquet = tmp_path / "news.csv", tmp_path / "news.parquet"
    done = run("-c", watched, "--csv", csv, "--parquet", parquet)
    assert done.exit_code == 0, done.output
    assert "news.csv (5 captures)" in done.output
    times = [column.name for column in COLUMNS if column.kind == "time"]
    first = pd.read_csv(csv, parse_dates=times)
    second = pd.read_parquet(parquet)
    assert list(first.columns) == list(second.columns) == [column.name for column in COLUMNS]
    with Collection.open(watched, read_only=True) as opened:
        begun = [item.started_at for item in opened.repository.captures(1)]
    for frame in (first, second):
        assert list(frame["started_at"].dt.to_pydatetime()) == begun
        assert frame["outcome"].tolist() == ["complete"] * 4 + ["failed"]
        assert frame["good"].tolist() == [True] * 4 + [False]
        assert frame["compared_with"].tolist()[1:4] == [1, 2, 3]
        assert frame["distance"].isna().tolist() == [True, False, False, False, True]
        assert frame["important"].tolist()[3] is True
        assert frame["label"].tolist()[3] is True
        assert frame["label_note"].tolist()[3] == 'yes, "really"'
        assert frame["label"].isna().tolist() == [True, True, True, False, True]


def test_parquet_has_a_type_for_every_kind_of_column(watched: Path, tmp_path: Path) -> None:
    assert run("-c", watched, "--parquet", tmp_path / "x.parquet").exit_code == 0
    types = {field.name: str(field.type) for field in pq.read_schema(tmp_path / "x.parquet")}
    assert types["started_at"] == "timestamp[us, tz=UTC]"
    assert (types["compared_with"], types["important"], types["distance"]) == ("int64", "bool", "double")


def test_times_are_iso_8601_in_utc_and_missing_cells_are_empty(watched: Path, tmp_path: Path) -> None:
    run("-c", watched, "--csv", tmp_path / "x.csv")
    line = (tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()[1]
    assert re.search(rf",{START:%Y-%m-%dT%H:%M:%S}\.[0-9]{{6}}Z,", line)
    assert line.endswith(",,,,,")


def test_a_table_takes_a_selection(watched: Path, tmp_path: Path) -> None:
    folder, target = watched, tmp_path / "x.csv"
    since = capture(2, news=1, advert=1).started_at
    done = run("-c", folder, "--csv", target, "--page", URL, "--since", f"{since:%Y-%m-%dT%H:%M:%S}")
    assert done.exit_code == 0, done.output
    assert pd.read_csv(target)["capture"].tolist() == [3, 4, 5]


def test_batches_join_to_the_same_table(
    watched: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = watched
    run("-c", folder, "--csv", tmp_path / "whole.csv", "--parquet", tmp_path / "whole.parquet")
    monkeypatch.setattr(capture_table, "ROWS_AT_ONCE", 1)
    run("-c", folder, "--csv", tmp_path / "parts.csv", "--parquet", tmp_path / "parts.parquet")
    assert (tmp_path / "parts.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert pq.read_table(tmp_path / "parts.parquet") == pq.read_table(tmp_path / "whole.parquet")


def test_a_collection_without_captures_is_an_empty_table(tmp_path: Path) -> None:
    Collection.create(tmp_path / "news").close()
    csv, parquet = tmp_path / "x.csv", tmp_path / "x.parquet"
    assert run("-c", tmp_path / "news", "--csv", csv, "--parquet", parquet).exit_code == 0
    assert len(pd.read_csv(csv)) == pq.read_table(parquet).num_rows == 0


@pytest.mark.parametrize("kind", ["--wacz", "--csv", "--parquet"])
def test_a_file_that_is_there_is_replaced_only_when_that_is_said(
    watched: Path, tmp_path: Path, kind: str
) -> None:
    folder, target = watched, tmp_path / "mine"
    target.write_text("years of work", encoding="utf-8")
    refused = run("-c", folder, kind, target)
    assert refused.exit_code == 1
    assert "is there already. Name another file, or replace it with --force" in str(refused.exception)
    assert target.read_text(encoding="utf-8") == "years of work"
    assert run("-c", folder, kind, target, "--force").exit_code == 0
    assert target.read_bytes() != b"years of work"


@pytest.mark.parametrize("name", ["pagetide.db", "pagetide.toml", "archive/x.csv", "models"])
def test_no_part_of_the_collection_is_replaced_even_by_force(watched: Path, name: str) -> None:
    folder = watched
    refused = run("-c", folder, "--csv", folder / name, "--force")
    assert refused.exit_code == 1
    assert "belongs to the collection itself" in str(refused.exception)


@pytest.mark.parametrize("kind", ["--wacz", "--csv", "--parquet"])
@pytest.mark.parametrize(("name", "message"), [("missing/x", "there is no folder"), (".", "is a folder")])
def test_a_target_that_cannot_be_written_is_said_at_once(
    watched: Path, tmp_path: Path, kind: str, name: str, message: str
) -> None:
    refused = run("-c", watched, kind, tmp_path / name)
    assert refused.exit_code == 1
    assert message in str(refused.exception)


def test_without_pyarrow_it_says_how_to_get_it_and_leaves_nothing(
    watched: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "out").mkdir()
    refused = run("-c", watched, "--parquet", tmp_path / "out" / "x.parquet")
    assert refused.exit_code == 1
    assert "pip install 'pagetide[parquet]'" in str(refused.exception)
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("arguments", [[], ["--csv", "x", "--parquet", "x"]])
def test_export_says_what_it_can_write(watched: Path, arguments: list[str]) -> None:
    assert run("-c", watched, *arguments).exit_code == 2


def test_the_columns_are_documented_in_their_order() -> None:
    text = (ROOT / "docs" / "export-table.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `(\w+)` \| [\w ]+ \| (.+) \|$", text, re.MULTILINE)
    assert documented == [(column.name, column.meaning) for column in COLUMNS]
