"""What is shipped to run Pagetide as a service: every command in it is one of ours, and settings are known."""

import configparser
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.exceptions import UsageError

from dashboard import monitoring
from pagetide.commands.command_table import loaded_command
from pagetide.settings.collection_settings import load_settings
from tests.test_architecture import ROOT

DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
SERVICE = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
UNIT = (DEPLOY / "pagetide@.service").read_text(encoding="utf-8")


def commands() -> list[str]:
    """What follows ``pagetide`` in the documentation, the unit, the image and the compose file."""
    told = re.findall(r"^(?:docker compose run --rm |.*/bin/)pagetide (.+)$", SERVICE + UNIT, re.MULTILINE)
    (image,) = re.findall(r'^CMD \["(.+)"\]$', DOCKERFILE, re.MULTILINE)
    return [*told, image, *(" ".join(COMPOSE[name]["command"]) for name in ("pagetide", "worker"))]


@pytest.mark.parametrize("line", sorted(set(commands())))
def test_every_command_is_one_of_ours(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name, *arguments = shlex.split(line.replace("%i", "news"))
    command: Any = loaded_command(name)
    if hasattr(command, "commands"):
        command = command.commands[arguments.pop(0)]
    try:
        command.make_context(name, arguments)
    except UsageError as error:
        pytest.fail(error.format_message())


def test_the_settings_in_the_environment_are_known(tmp_path: Path) -> None:
    (environment,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", DOCKERFILE, re.MULTILINE)
    of_image = dict(word.split("=", 1) for word in environment.replace("\\\n", " ").split())
    settings = load_settings(tmp_path, environment={**of_image, **COMPOSE["pagetide"]["environment"]})
    assert settings.dashboard.host == "0.0.0.0"
    assert settings.rendering.safety.sandbox is True


def test_a_worker_has_the_daemons_settings() -> None:
    assert COMPOSE["worker"]["environment"] == COMPOSE["pagetide"]["environment"]
    assert COMPOSE["worker"]["security_opt"] == COMPOSE["pagetide"]["security_opt"]


def test_the_image_runs_as_a_user_who_is_not_root_and_installs_what_is_documented() -> None:
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE) == ["1000"]
    (extra,) = re.findall(r"pagetide-\*\.whl\)\[(\w+)\]", DOCKERFILE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert extra in project["optional-dependencies"]
    assert "apt-get install chromium fonts-liberation" in SERVICE
    assert "chromium fonts-liberation" in DOCKERFILE


def test_its_health_is_what_the_dashboard_answers_of_the_daemon() -> None:
    (path,) = re.findall(r"127\.0\.0\.1:8400(/\w+)", DOCKERFILE)
    assert path in {getattr(route, "path", None) for route in monitoring.routes(source=None).routes}


def test_nothing_is_published_beyond_this_machine() -> None:
    assert all(port.startswith("127.0.0.1:") for port in COMPOSE["pagetide"]["ports"])
    assert "ports" not in COMPOSE["database"]


def test_the_unit_in_the_documentation_is_the_file() -> None:
    assert f"```ini\n{UNIT}```" in SERVICE
    unit = configparser.ConfigParser(interpolation=None)
    unit.read_string(UNIT)
    assert unit["Service"]["User"] == "pagetide"
