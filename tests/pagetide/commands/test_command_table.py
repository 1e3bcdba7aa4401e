"""The list of commands says what the commands say, and a command imports what it works with, nothing else."""

import inspect
import json
import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest
import typer

from pagetide import commands
from pagetide.commands.command_table import COMMANDS, PANELS, loaded_command
from tests.pagetide.commands.running import pagetide

HEAVY = {"alembic", "fastapi", "numpy", "pandas", "playwright", "scipy", "scrapy", "sklearn", "torch"}
"""What takes a tenth of a second and more to import."""

RUN = """
import contextlib, io, json, os, sys
from pagetide.cli import main

def imported(arguments):
    sys.argv = ["pagetide", *arguments.split()]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            main()
        except SystemExit:
            return sorted(sys.modules)

light, heavy = map(json.loads, sys.argv[1:])
for arguments in light:
    print(json.dumps([arguments, imported(arguments)]), flush=True)
for arguments in heavy:
    if not os.fork():
        print(json.dumps([arguments, imported(arguments)]), flush=True)
        os._exit(0)
    os.wait()
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_listed_with_its_own_words(name: str) -> None:
    assert COMMANDS[name].help == inspect.cleandoc(loaded_command(name).help or "").partition("\n\n")[0]


def test_every_command_is_listed() -> None:
    modules = [
        import_module(f"{commands.__name__}.{item.name}") for item in pkgutil.iter_modules(commands.__path__)
    ]
    apps = [module.app for module in modules if hasattr(module, "app")]
    assert sorted(name for app in apps for name in typer.main.get_group(app).commands) == sorted(COMMANDS)


def test_every_command_is_in_one_panel() -> None:
    assert sorted(name for names in PANELS.values() for name in names) == sorted(COMMANDS)


def test_a_command_imports_no_more_than_it_needs() -> None:
    """Those that need nothing run in one process, each of the others in a fork of it."""
    light = ["--help", "--version", "init --help", "status", "export --wacz x.wacz", "release 1"]
    heavy = {
        "schedule": {"numpy", "scipy"},
        "doctor --help": {"playwright"},
        "dashboard --help": {"fastapi", "numpy", "scipy"},
        "discover --help": {"numpy", "playwright", "scipy", "scrapy"},
    }
    command = [sys.executable, "-c", RUN, json.dumps(light), json.dumps(list(heavy))]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    found = dict(map(json.loads, result.stdout.splitlines()))
    assert list(found) == [*light, *heavy]
    for arguments, imported in found.items():
        assert set(imported) & HEAVY <= heavy.get(arguments, set()), arguments


def test_a_mistyped_command_is_told_the_nearest() -> None:
    result = pagetide("staus")
    assert result.returncode == 2
    assert "Did you mean 'status'" in result.stderr
