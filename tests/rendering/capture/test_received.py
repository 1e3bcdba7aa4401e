import io
from datetime import UTC, datetime

import pytest
from PIL import Image

from rendering.capture.received import image_digests
from storage.digests import sha256
from storage.layout import Layout
from storage.records import Exchange
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

A, B = "https://a.example/1.png?v=7", "https://cdn.example/1.png"
AT = datetime(2026, 3, 2, tzinfo=UTC)


def _image(url: str, **told: object) -> Exchange:
    plain = {"method": "GET", "started_at": AT, "status": 200, "resource_type": "Image", "body": b"pixels"}
    return Exchange(url=url, **(plain | told))  # type: ignore[arg-type]


def test_the_digest_is_of_what_came_last_without_the_fragment() -> None:
    found = image_digests([f"{A}#left", B], [_image(A, body=b"before"), _image(A, body=b"after")])
    assert found == {A: sha256(b"after")}


def test_redirects_are_followed() -> None:
    moved = _image(A, status=302, body=b"moved", redirect_to=f"{B}#part")
    assert image_digests([A], [moved, _image(B)]) == {A: sha256(b"pixels")}


def test_a_redirect_to_itself_has_no_digest() -> None:
    assert image_digests([A], [_image(A, status=302, redirect_to=A)]) == {}


@pytest.mark.parametrize(
    "told",
    [
        {"status": 404},
        {"status": 206},
        {"body": None, "error": "net::ERR_FAILED"},
        {"body": b""},
        {"truncated": "length"},
        {"resource_type": "Media"},
    ],
)
def test_what_did_not_come_whole_has_none(told: dict[str, object]) -> None:
    assert image_digests([A], [_image(A, **told)]) == {}


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_capture_knows_what_stood_under_its_addresses(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    camera, chart = _picture("navy"), b'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>'
    site.serve("/camera.png", "image/png", camera)
    site.serve("/chart.svg", "image/svg+xml", chart)
    names = ("camera.png?t=1", "camera.png?t=2", "chart.svg#rain", "gone.png")
    site.serve("/seen", "text/html", "".join(f'<p>{name} <img src="/{name}"></p>' for name in names))
    layout = (await capture_site("/seen")).layout
    assert layout is not None
    urls = [site.url(f"/{name}") for name in names]
    assert list(layout.images) == urls
    assert layout.image_digests == {
        urls[0]: sha256(camera),
        urls[1]: sha256(camera),
        urls[2].partition("#")[0]: sha256(chart),
    }
    assert Layout.from_json(layout.to_json()) == layout


def _picture(colour: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (90, 60), colour).save(buffer, "PNG")
    return buffer.getvalue()
