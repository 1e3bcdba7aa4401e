"""README's snippets, as a person pastes them."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.exceptions import UsageError

from pagetide.commands.command_table import loaded_command
from pagetide.commands.init import settings_template
from pagetide.settings.collection_settings import FILE_NAME, load_settings
from tests.pagetide.commands.running import pagetide
from tests.test_architecture import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
WITHOUT_A_NETWORK = ("init", "add", "status", "schedule", "verify", "rebuild")
PROGRAM = ".venv/bin/pagetide "


def snippets(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def commands() -> list[list[str]]:
    lines = [line for text in snippets("sh") for line in text.splitlines()]
    return [shlex.split(line.removeprefix(PROGRAM)) for line in lines if line.startswith(PROGRAM)]


def test_no_line_of_a_shell_needs_a_comment() -> None:  # which some shells take for arguments
    assert [text for text in snippets("sh") if "#" in text] == []


@pytest.mark.parametrize("line", [" ".join(words) for words in commands()])
def test_every_command_has_the_arguments_that_readme_gives_it(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("crawl.wacz", "old.warc.gz"):
        Path(name).touch()
    name, *arguments = line.split()
    try:
        loaded_command(name).make_context(name, arguments)
    except UsageError as error:
        pytest.fail(error.format_message())


def test_what_needs_no_network_runs_in_the_order_of_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = []
    for words in commands():
        if words[0] in WITHOUT_A_NETWORK:
            done = pagetide(*words)
            assert done.returncode == 0, f"{words}: {done.stderr}"
            ran.append(words[0])
    assert set(ran) == set(WITHOUT_A_NETWORK)


@pytest.mark.parametrize("text", snippets("toml"))
def test_settings_may_be_pasted_at_the_end_of_the_generated_file(tmp_path: Path, text: str) -> None:
    generated = settings_template("you@example.org")
    (tmp_path / FILE_NAME).write_text(f"{generated}\n{text}", encoding="utf-8")
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / FILE_NAME).write_text(text, encoding="utf-8")
    pasted, expected = (load_settings(folder, environment={}) for folder in (tmp_path, alone))
    assert pasted.crawl.contact == "you@example.org"
    assert pasted.rendering == expected.rendering
    assert tomllib.loads(text)
