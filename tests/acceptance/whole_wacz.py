"""A web site with a WACZ and ReplayWeb.page, as anyone would put it on a plain web server."""

import html
import itertools
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from storage.records import StoredCapture
from tests.acceptance.conftest import ROOT

GUIDE = ROOT / "docs" / "replay.md"
_STYLE = (
    "<style>html, body { margin: 0; height: 100%; } replay-web-page { display: block; height: 100%; }</style>"
)


def page_of(capture: StoredCapture) -> str:
    """The page that the documentation tells people to write, showing ``capture``."""
    section = GUIDE.read_text(encoding="utf-8").partition("## ReplayWeb.page elsewhere")[2]
    lines = itertools.dropwhile(
        lambda line: line != '    <script src="/ui.js"></script>', section.splitlines()
    )
    told = "\n".join(itertools.takewhile(lambda line: line.startswith("    "), lines))
    stamp = f'ts="{capture.started_at:%Y%m%d%H%M%S}" embed="replayonly"'
    shown = told.replace('url="https://example.org/"', f'url="{html.escape(capture.url)}" {stamp}')
    assert shown != told
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Replay</title>{_STYLE}\n{shown}\n</html>'


@contextmanager
def serving_wacz(component: Path, wacz: Path, capture: StoredCapture, folder: Path) -> Iterator[str]:
    """The address of such a site that shows ``capture``; files are served by range."""
    (folder / "replay").mkdir()
    shutil.copy(wacz, folder / "news.wacz")
    for name in ("ui.js", "replay/ui.js"):
        shutil.copy(component / "ui.js", folder / name)
    shutil.copy(component / "sw.js", folder / "replay")
    (folder / "index.html").write_text(page_of(capture), encoding="utf-8")
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            server.should_exit = True
            thread.join(timeout=30)
