"""Harm by script: what never ends, eats memory, opens dialogs and windows, leaves, or breaks what others need.

Each script is run ``when`` the page says: while it is parsed, when it has loaded, later, or again and again.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from hypothesis import strategies as st

from tests.hostile.kinds import HTML, Client, kind

PAGE = (
    "<!doctype html><title>{name}</title><h1 id=top>{name}</h1><p>Some text.</p>{more}"
    "<script>{script}</script><p>The end."
)
_WHEN = {
    "parsing": "{0}",
    "load": "addEventListener('load', () => {{ {0} }})",
    "timer": "setTimeout(() => {{ {0} }}, 0)",
    "later": "setTimeout(() => {{ {0} }}, 700)",
    "microtask": "Promise.resolve().then(() => {{ {0} }})",
    "frame": "requestAnimationFrame(() => {{ {0} }})",
    "interval": "setInterval(() => {{ {0} }}, 5)",
    "scroll": "addEventListener('scroll', () => {{ {0} }}, true); scrollTo(0, 1)",
}
WHEN = st.sampled_from(tuple(_WHEN))

SCRIPTS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("scripts.toml").read_text(encoding="utf-8")
)
_ALL = {name: script for scripts in SCRIPTS.values() for name, script in scripts.items()}
_NO_MEMORY = sorted(set(_ALL) - set(SCRIPTS["memory"]) - set(SCRIPTS["breaking"]))


def _add(family: str, scripts: dict[str, str]) -> None:
    for name, script in scripts.items():

        async def answer(client: Client, when: str, _script: str = script, _name: str = name) -> None:
            if client.path == "worker.js":
                await client.answer("for(;;){}", "text/javascript")
                return
            text = _WHEN[when].format(_script)
            await client.answer(PAGE.format(name=_name, script=text, more=""), HTML)

        kind(f"{family}-{name}", when=WHEN)(answer)


for _family, _scripts in SCRIPTS.items():
    _add(_family, _scripts)


@kind("frames-inside", script=st.sampled_from(_NO_MEMORY), count=st.integers(1, 8))
async def frames_inside(client: Client, script: str, count: int) -> None:
    """The same harm from frames of the page, some of another origin."""
    if client.path.startswith("frame"):
        text = _ALL[script]
        await client.answer(PAGE.format(name=script, script=text, more=""))
        return
    other = client.origin.replace("127.0.0.1", "localhost")
    frames = "".join(
        f"<iframe src='{other if number % 2 else ''}{client.base}/frame?{number}'></iframe>"
        for number in range(count)
    )
    await client.answer(PAGE.format(name="Frames", script="", more=frames))


@kind(
    "several",
    scripts=st.lists(st.sampled_from(sorted(_ALL)), min_size=2, max_size=4),
    when=WHEN,
)
async def several(client: Client, scripts: list[str], when: str) -> None:
    """Several harms at once, each in a script of its own."""
    more = "".join(f"<script>{{ {_WHEN[when].format(_ALL[name])} }}</script>" for name in reversed(scripts))
    await client.answer(PAGE.format(name="Several", script="", more=more))


@kind(
    "drawn-script",
    names=st.lists(
        st.sampled_from(
            (
                "alert",
                "open",
                "close",
                "stop",
                "print",
                "focus",
                "blur",
                "scrollTo",
                "postMessage",
                "queueMicrotask",
                "fetch",
                "document.write",
                "document.open",
                "history.back",
                "history.pushState",
                "location.reload",
                "document.body.remove",
                "document.body.append",
                "structuredClone",
                "btoa",
                "eval",
                "Function",
                "Object.freeze",
                "getSelection",
                "find",
            )
        ),
        min_size=1,
        max_size=12,
    ),
    argument=st.one_of(st.none(), st.integers(), st.text(max_size=30), st.lists(st.integers())),
)
async def drawn_script(client: Client, names: list[str], argument: object) -> None:
    """Calls by lot, again and again."""
    calls = "".join(f"try {{ {name}({json.dumps(argument)}) }} catch {{}};" for name in names)
    await client.answer(PAGE.format(name="Drawn", script=f"setInterval(() => {{ {calls} }}, 20)", more=""))
