import asyncio
import zlib

import pytest

from rendering.documents import process
from rendering.documents.process import read_document
from rendering.settings import RenderingSettings
from tests.made_pdf import HELLO, pdf

SETTINGS = RenderingSettings()


async def test_a_document_comes_home_from_its_process() -> None:
    body = pdf(HELLO)
    read = await read_document("http://docs.example/a", body, "application/pdf", SETTINGS, limit_s=20)
    assert read.text == "Fee schedule one"
    assert read.png is not None
    assert read.layout is not None
    assert read.layout.blocks[0].text == "Fee schedule one"
    assert read.observed() == {"kind": "pdf", "digest": read.digest, "bytes": len(body), "pages": 1}


async def test_a_document_that_takes_too_long_is_given_up() -> None:
    read = await read_document("http://docs.example/a", pdf(HELLO), "application/pdf", SETTINGS, limit_s=0.0)
    assert read.unreadable == "a file that was not read within 0 s"


async def test_a_document_that_takes_too_much_memory_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MEMORY_BYTES", 300 * 1024 * 1024)
    packed = zlib.compress(b"BT /F1 1 Tf 5 7 Td (" + b"A" * 100_000_000 + b") Tj ET")
    body = pdf(packed, packed=b"/Filter /FlateDecode")
    read = await asyncio.wait_for(
        read_document("http://docs.example/a", body, "application/pdf", SETTINGS, limit_s=60), 60
    )
    assert read.unreadable is not None
