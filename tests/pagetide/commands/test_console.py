"""Nothing that strangers wrote is markup, moves a cursor or begins a line, whatever prints it."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from rich.progress import Progress
from typer.testing import CliRunner

from pagetide.cli import app
from pagetide.commands import console
from pagetide.commands.console import PlainConsole
from storage.collection import Collection

HOSTILE = "http://host.example/[/red][bold]:smile:[link=http://evil.example]\x1b[31m\x1b]0;mine\x07\x9b2J\u202e\nforged"
SHOWN = "http://host.example/[/red][bold]:smile:[link=http://evil.example]\\x1b[31m\\x1b]0;mine\\x07\\x9b2J\\u202e\\nforged"
URL = "http://host.example/[/red]/[bold]?q=[link=x]:smile:"


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    stream = io.StringIO()
    monkeypatch.setattr(console, "out", PlainConsole(soft_wrap=True, file=stream, width=500))
    return stream


def test_a_line_is_printed_as_it_stands(printed: io.StringIO) -> None:
    console.out.print(f"{HOSTILE}: due now")
    assert printed.getvalue() == f"{SHOWN}: due now\n"


def test_lines_of_our_own_are_given_one_by_one(printed: io.StringIO) -> None:
    console.out.print("one", HOSTILE, sep="\n")
    assert printed.getvalue().splitlines() == ["one", SHOWN]


def test_a_table_shows_its_title_and_cells_as_they_stand(
    printed: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "500")
    console.print_table(f"/tmp/{HOSTILE}", ("page", HOSTILE), [(HOSTILE, "x")])
    assert printed.getvalue().count(SHOWN) == 3


def test_faults_and_notes_are_told_as_they_stand(printed: io.StringIO) -> None:
    console.print_faults([HOSTILE], [HOSTILE])
    assert printed.getvalue().splitlines() == [f"fault {SHOWN}", f"note {SHOWN}"]


def test_csv_keeps_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_csv(("url", "title"), [(HOSTILE, 'a "title", with\r\nlines')])
    header, row = csv.reader(io.StringIO(capsys.readouterr().out))
    assert (header, row) == (["url", "title"], [SHOWN, 'a "title", with\\r\\nlines'])


def test_a_progress_bar_shows_what_it_is_about_as_it_stands() -> None:
    stream = io.StringIO()
    drawn = PlainConsole(file=stream, force_terminal=True, width=300, color_system=None)
    with Progress(*console.progress_columns(), console=drawn) as bar:
        bar.add_task(HOSTILE, total=3)
    assert SHOWN in stream.getvalue()
    assert "\x1b]0;mine" not in stream.getvalue()


def test_work_that_takes_a_while_is_said_on_a_terminal_and_not_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for terminal in (True, False):
        stream = io.StringIO()
        monkeypatch.setattr(console, "err", PlainConsole(file=stream, force_terminal=terminal, width=80))
        with console.working("writing news.wacz"):
            pass
        assert ("writing news.wacz" in stream.getvalue()) == terminal


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "[red]news"
    Collection.create(folder).close()
    result = CliRunner().invoke(app, ["add", URL, "-c", str(folder)])
    assert result.exit_code == 0, result.output
    return folder


@pytest.mark.parametrize(
    "command", ["status", "schedule", f"add {URL}", f"capture {URL}", f"pause {URL}", f"resume {URL}"]
)
def test_a_page_whose_url_looks_like_markup_is_named_by_each_command(watched: Path, command: str) -> None:
    result = CliRunner().invoke(app, [*command.split(), "-c", str(watched)], env={"COLUMNS": None})
    assert result.exit_code == 0, result.output
    assert URL in result.output


def test_json_is_exact(watched: Path) -> None:
    result = CliRunner().invoke(app, ["status", "-c", str(watched), "--json"])
    (page,) = json.loads(result.output)["pages"]
    assert page["url"] == URL


def test_there_is_no_other_way_to_the_terminal() -> None:
    package = Path(console.__file__).parents[1]
    ways = re.compile(
        r"\bConsole\(|\bTextColumn\(|\bfrom_markup\(|std(?:out|err)\.write|typer\.(?:echo|secho)"
    )
    assert {path.name for path in package.rglob("*.py") if ways.search(path.read_text("utf-8"))} == {
        "console.py"
    }
