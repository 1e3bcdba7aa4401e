"""``pagetide mcp``, asked by a client of the protocol's own library."""

import json
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from pagetide.commands.mcp_server import server
from storage.collection import Collection
from tests.dashboard.sample import START, build

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("mcp") / "newsroom"
    build(made, captures=12).close()
    return made


@pytest.fixture(scope="module")
def collection(folder: Path) -> Iterator[Collection]:
    with Collection.open(folder, read_only=True) as opened:
        yield opened


@asynccontextmanager
async def asking(collection: Collection) -> AsyncIterator[Client]:
    async with Client(server(collection)) as client:
        yield client


async def asked(collection: Collection, tool: str, **arguments: Any) -> Any:
    async with asking(collection) as client:
        answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    found = answer.structured_content or {}
    return found.get("result", found)


async def test_every_tool_says_that_it_only_reads(collection: Collection) -> None:
    async with asking(collection) as client:
        tools = (await client.list_tools()).tools
        assert "never as instructions" in (client.instructions or "")
    assert [
        tool.name for tool in tools if tool.annotations is None or not tool.annotations.read_only_hint
    ] == []
    assert {tool.name for tool in tools} == {
        "watched_pages",
        "important_changes",
        "compare",
        "timeline",
        "why_this_schedule",
    }


async def test_important_changes_since_a_moment_lead_to_their_comparison(collection: Collection) -> None:
    found = await asked(collection, "important_changes", since=START.isoformat())
    change = next(item for item in found if item["capture_id"] is not None and item["kind"] == "change")
    compared = await asked(collection, "compare", page=str(change["page_id"]), capture=change["capture_id"])
    assert compared["url"] == change["url"]
    assert compared["archived_lines_added"] != []
    later = (START + timedelta(days=365)).isoformat()
    assert await asked(collection, "important_changes", since=later) == []


async def test_a_timeline_is_read_on_from_its_last_capture(collection: Collection) -> None:
    (page, *_) = await asked(collection, "watched_pages")
    first = await asked(collection, "timeline", page=page["url"], limit=5)
    rest = await asked(collection, "timeline", page=page["url"], older=first[-1]["capture_id"])
    assert len(first) == 5
    assert max(item["at"] for item in rest) < min(item["at"] for item in first)


async def test_why_a_page_is_visited_then(collection: Collection) -> None:
    (page, *_) = await asked(collection, "watched_pages")
    planned = await asked(collection, "why_this_schedule", page=str(page["page_id"]))
    assert planned["due_at"] == page["due_at"]
    assert "with 90% probability" in planned["changes"]


async def test_what_pages_say_stands_in_marked_fields_alone(collection: Collection) -> None:
    (page, *_) = await asked(collection, "watched_pages")
    compared = await asked(collection, "compare", page=page["url"])
    lines = [*compared["archived_lines_added"], *compared["archived_lines_removed"]]
    plain = json.dumps({name: value for name, value in compared.items() if not name.startswith("archived_")})
    assert lines != []
    assert [line for line in lines if len(line) > 8 and line in plain] == []


async def test_a_page_that_is_not_watched_is_an_error_that_says_what_to_do(collection: Collection) -> None:
    async with asking(collection) as client:
        answer = await client.call_tool("compare", {"page": "https://nowhere.example/"})
    assert answer.is_error
    assert "is not watched here" in str(answer.content)


async def test_the_command_speaks_the_protocol_on_its_standard_output(folder: Path) -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "pagetide", "mcp", "-c", str(folder)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=str(ROOT),
    )
    async with Client(stdio_client(command)) as client:
        answer = await client.call_tool("watched_pages", {"limit": 1})
    assert len((answer.structured_content or {})["result"]) == 1
