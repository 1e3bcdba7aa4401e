"""Settings, command line, API and glossary call the same thing by the same name, with the same units."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from dashboard.app import create_app
from pagetide.commands.command_table import COMMANDS, loaded_command
from pagetide.settings.descriptions import describe, describe_override
from storage.collection import Collection
from tests.test_architecture import ROOT

UNITS = re.compile(
    r"(_s|_h|_days|_px|_mb|_gb|_bytes)$|(^|_)(bytes|days|weeks|versions|visits|captures|requests|files)(_|$)|_per_(h|day|week)$"
)
"""A number says what it counts, or in which unit it is."""
PURE_NUMBERS = {
    *("keep_last", "keep_daily", "keep_weekly", "keep_monthly", "keep_yearly"),
    *(
        "concurrency",
        "device_scale_factor",
        "grid",
        "port",
        "replay_port",
        "random_state",
        "weight",
        "constraints",
    ),
    *(
        "enough_changes",
        "host_backoff_ceiling_s",
        "quarantine_after",
        "alarms",
        "alarms_now",
        "failures",
        "changed",
    ),
    *(
        "confidence",
        "distance",
        "learned",
        "own",
        "probability",
        "rank",
        "done",
        "total",
        "number",
        "next",
        "status",
    ),
    *("id", "undoes", "within", "pages_with_captures"),
}
SYNONYMS = {
    "limit": {"most", "max", "count", "top"},
    "skip": {"offset", "start"},
    "since": {"begin", "newer_than"},
    "until": {"end", "older_than"},
    "time_zone": {"zone", "timezone", "tz"},
    "url": {"uri", "link", "href"},
    "budget_per_h": {"budget"},
    "important": {"relevant", "significant"},
    "database": {"server", "db"},
    "capture": {"snapshot"},
}
"""What one thing is called, and what it is called nowhere."""
NOT_LISTS = {"schedule", "search", "similar", "collection"}
"""Paths of the API that are one thing or a question."""


def options() -> Iterator[tuple[str, str]]:
    """Every option of every command, as a Python name."""

    def walk(name: str, command: Any) -> Iterator[tuple[str, str]]:
        for child, inner in getattr(command, "commands", {}).items():
            yield from walk(f"{name} {child}", inner)
        for parameter in command.params:
            for option in parameter.opts:
                if option.startswith("--"):
                    yield name, option[2:].replace("-", "_")

    for name in COMMANDS:
        yield from walk(name, loaded_command(name))


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    with Collection.create(tmp_path_factory.mktemp("names") / "c") as collection:
        return create_app(collection, now=lambda: datetime.now(UTC)).openapi()


@pytest.fixture(scope="module")
def fields(api: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Every field of the API's answers and questions, with the forms that it takes."""
    found: dict[str, list[dict[str, Any]]] = {}
    for schema in api["components"]["schemas"].values():
        for name, form in schema.get("properties", {}).items():
            found.setdefault(name, []).extend(form.get("anyOf", [form]))
    return found


def queries(api: dict[str, Any]) -> set[str]:
    operations = [operation for path in api["paths"].values() for operation in path.values()]
    return {
        parameter["name"]
        for operation in operations
        for parameter in operation.get("parameters", [])
        if parameter["in"] == "query"
    }


def test_numbers_name_their_unit(fields: dict[str, list[dict[str, Any]]]) -> None:
    numbers = {
        name
        for name, forms in fields.items()
        if any(form.get("type") in {"number", "integer"} for form in forms)
    }
    settings = {
        key
        for _, key, default, _ in [*describe(), *describe_override()]
        if isinstance(default, int | float) and not isinstance(default, bool)
    }
    unclear = {name for name in numbers | settings if not UNITS.search(name) and not name.endswith("_id")}
    assert unclear - PURE_NUMBERS == set()


def test_moments_of_the_api_are_called_so(fields: dict[str, list[dict[str, Any]]]) -> None:
    moments = {
        name for name, forms in fields.items() if any(form.get("format") == "date-time" for form in forms)
    }
    assert {name for name in moments if not re.search(r"(^|_)at$", name)} <= {
        "since",
        "until",
        "file_until",
        "next",
    }
    assert {name for name in fields if name.endswith("_at")} <= moments


def test_one_thing_has_one_name(api: dict[str, Any], fields: dict[str, list[dict[str, Any]]]) -> None:
    settings = {key for _, key, *_ in [*describe(), *describe_override()]}
    known = settings | set(fields) | queries(api) | {option for _, option in options()}
    assert {name: known & others for name, others in SYNONYMS.items() if known & others} == {}
    assert set(SYNONYMS) <= known | {"url"}


def test_lists_of_the_api_are_plural_nouns_of_the_glossary(api: dict[str, Any]) -> None:
    nouns = {path.split("/")[3] for path in api["paths"] if path.startswith("/api/v1/")} - NOT_LISTS
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = {
        term for bold in re.findall(r"^\| \*\*(.+?)\*\*", glossary, re.MULTILINE) for term in bold.split(", ")
    }
    assert {noun for noun in nouns if not noun.endswith("s") or noun.removesuffix("s") not in terms} == set()


def test_what_is_listed_is_read_on_by_the_same_options(api: dict[str, Any]) -> None:
    asked = queries(api)
    assert {"limit", "skip", "since", "kind", "page", "tag"} <= asked
    flags = {option for _, option in options()}
    assert {"limit", "skip", "since", "until", "kind", "page", "tag", "every", "cron", "time_zone"} <= flags
