"""A real S3 server over HTTP in this process (moto), in front of which answers can be spoilt and counted."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from werkzeug.serving import make_server

REGION = "us-east-1"
BUCKET = "archive"
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class ObjectServer:
    """The server; ``requests`` are (method, path, bytes asked for) since they were last cleared."""

    def __init__(self) -> None:
        from moto.server import DomainDispatcherApplication, create_backend_app

        self._inner: Application = DomainDispatcherApplication(create_backend_app)
        self._server: Any = None
        self._port = 0
        self.requests: list[tuple[str, str, int]] = []
        self.spoil: Callable[[str, str], tuple[str, bytes] | float | None] = lambda method, path: None
        """Says of a request how it is answered instead, (status, body), or after how many seconds; None: as usual."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Answer again, under the same address, with everything that was stored."""
        self._server = make_server("127.0.0.1", self._port, self, threaded=True)
        self._port = self._server.port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Answer no more: connections are refused."""
        self._server.shutdown()
        self._server.server_close()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        asked = environ.get("HTTP_RANGE", "").removeprefix("bytes=").partition("-")
        self.requests.append((method, path, int(asked[2]) - int(asked[0]) + 1 if asked[2] else 0))
        spoilt = self.spoil(method, path)
        if isinstance(spoilt, tuple):
            length = int(environ.get("CONTENT_LENGTH") or 0)
            environ["wsgi.input"].read(length)
            start(spoilt[0], [("Content-Type", "application/xml"), ("Content-Length", str(len(spoilt[1])))])
            return [b"" if method == "HEAD" else spoilt[1]]
        if spoilt is not None:
            time.sleep(spoilt)
        return self._inner(environ, start)

    def client(self) -> Any:
        """boto3's client, another hand on the same objects."""
        import boto3

        return boto3.client(
            "s3",
            endpoint_url=self.url,
            region_name=REGION,
            aws_access_key_id="test",
            aws_secret_access_key="test",
        )


@contextmanager
def object_server() -> Iterator[ObjectServer]:
    """The server with an empty bucket."""
    server = ObjectServer()
    server.start()
    try:
        server.client().create_bucket(Bucket=BUCKET)
        yield server
    finally:
        server.stop()


def as_environment(server: ObjectServer, patch: pytest.MonkeyPatch) -> None:
    """What the person who runs Pagetide would set."""
    for name, value in {
        "AWS_ENDPOINT_URL": server.url,
        "AWS_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
    }.items():
        patch.setenv(name, value)
