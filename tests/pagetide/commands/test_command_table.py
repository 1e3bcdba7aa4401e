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

HEAVY = {"alembic", "fastapi", "numpy", "pandas", "playwright", "scipy", "scrapy", "sklearn", "torch"}
"""What takes a tenth of a second and more to import."""

RUN = """
import json, sys
from pagetide.cli import main
try:
    main()
except SystemExit:
    print(json.dumps(sorted(sys.modules)))
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


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        ("--help", set()),
        ("--version", set()),
        ("init --help", set()),
        ("status", set()),
        ("export --wacz x.wacz", set()),
        ("release 1", set()),
        ("schedule", {"numpy", "scipy"}),
        ("doctor --help", {"playwright"}),
        ("dashboard --help", {"fastapi", "numpy", "scipy"}),
        ("discover --help", {"numpy", "playwright", "scipy", "scrapy"}),
    ],
)
def test_a_command_imports_no_more_than_it_needs(arguments: str, needed: set[str]) -> None:
    command = [sys.executable, "-c", RUN, *arguments.split()]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    imported = set(json.loads(result.stdout.splitlines()[-1]))
    assert imported & HEAVY <= needed


def test_a_mistyped_command_is_told_the_nearest() -> None:
    command = [sys.executable, "-m", "pagetide", "staus"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert result.returncode == 2
    assert "Did you mean 'status'" in result.stderr
