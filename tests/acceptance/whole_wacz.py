"""A web site with a WACZ and ReplayWeb.page, as anyone would put it on a plain web server."""

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

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Replay</title>
<style>html, body {{ margin: 0; height: 100%; }} replay-web-page {{ display: block; height: 100%; }}</style>
<script src="/ui.js"></script></head>
<body><replay-web-page source="/site.wacz" url="{url}" ts="{stamp}" embed="replayonly" replaybase="/replay/">
</replay-web-page></body></html>"""


@contextmanager
def serving_wacz(component: Path, wacz: Path, capture: StoredCapture, folder: Path) -> Iterator[str]:
    """The address of such a site that shows ``capture``; files are served by range."""
    (folder / "replay").mkdir()
    shutil.copy(wacz, folder / "site.wacz")
    for name in ("ui.js", "replay/ui.js"):
        shutil.copy(component / "ui.js", folder / name)
    shutil.copy(component / "sw.js", folder / "replay")
    text = _PAGE.format(url=capture.url, stamp=f"{capture.started_at:%Y%m%d%H%M%S}")
    (folder / "index.html").write_text(text)
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
