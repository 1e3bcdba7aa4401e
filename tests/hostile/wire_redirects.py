"""Harm on the wire: redirects in circles, in long chains, to ever longer addresses, and to what is no page."""

from __future__ import annotations

import asyncio

from hypothesis import strategies as st

from tests.hostile.kinds import Client, kind
from tests.hostile.wire import PAGE


@kind(
    "redirect-loop",
    length=st.integers(1, 5),
    status=st.sampled_from(("301 X", "302 X", "303 X", "307 X", "308 X")),
)
async def redirect_loop(client: Client, length: int, status: str) -> None:
    step = int(client.query or 0)
    await client.moved(f"{client.base}/loop?{(step + 1) % length}", status, ("Set-Cookie", f"s={step}"))


@kind("redirect-chain", length=st.sampled_from((3, 19, 20, 21, 60)), pause_s=st.sampled_from((0.0, 0.3)))
async def redirect_chain(client: Client, length: int, pause_s: float) -> None:
    step = int(client.query or 0)
    await asyncio.sleep(pause_s)
    if step < length:
        await client.moved(f"{client.base}/chain?{step + 1}")
    else:
        await client.answer(PAGE.format("The end of a chain"))


@kind("redirect-growing", factor=st.integers(2, 4))
async def redirect_growing(client: Client, factor: int) -> None:
    await client.moved(f"{client.base}/{'x' * factor * max(len(client.path), 100)}")


@kind(
    "redirect-elsewhere",
    where=st.sampled_from(
        (
            "javascript:alert(1)",
            "data:text/html,<h1>Data",
            "file:///etc/passwd",
            "chrome://crash/",
            "about:blank",
            "ftp://127.0.0.1/",
            "mailto:a@b.invalid",
            "view-source:http://127.0.0.1/",
            "blob:x",
            "http://",
            "//",
            "http://[",
            "http://127.0.0.1:0/",
            "http://127.0.0.1:99999/",
            "http://user:word@127.0.0.1:1/",
            "http://a b/",
            "\t",
            "?",
            "#x",
            "http://xn--/",
            "http://0x7f.1:1/",
            "ws://127.0.0.1:1/",
            "chrome-extension://x/",
            "devtools://devtools/",
            "filesystem:http://127.0.0.1/x",
            "http://169.254.169.254/latest/meta-data/",
            "http://[::1]:1/",
        )
    ),
)
async def redirect_elsewhere(client: Client, where: str) -> None:
    await client.moved(where)
