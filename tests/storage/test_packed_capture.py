from dataclasses import fields, replace
from typing import get_type_hints

import pytest

from storage.packed_capture import OF_CAPTURE, OF_EXCHANGE, packed, unpacked
from storage.records import Capture, Exchange, Problem, ProblemCode, SocketTraffic
from tests.storage.builders import capture, exchange, style


def test_a_capture_comes_out_as_it_went_in() -> None:
    socket = SocketTraffic(sent=1, sent_bytes=2, received=3, received_bytes=4, first=(("sent", "hello"),))
    full = capture(
        3,
        exchanges=(
            exchange(request_body=b"\0\xff", response_head=b"HTTP/1.1 200 OK\r\n", socket=socket),
            replace(style(), body=None, error="net::ERR_ABORTED", status=None),
        ),
        problems=(Problem(code=ProblemCode.NOT_IDLE, message="it moves", url="https://a.example/"),),
        waited_for=("load", "fonts"),
        observed={"gate": {"rule": "none", "shares": [0.1, 2]}},
        timings_ms={"load": 12.5},
        title="half a pair \ud83d and \0",
    )
    assert unpacked(packed(full)) == full


def test_a_capture_of_nothing_comes_out_as_it_went_in() -> None:
    empty = capture(0, view_png=None, full_page_png=None, dom=None, text=None, layout=None, exchanges=())
    assert unpacked(packed(empty)) == empty


@pytest.mark.parametrize(("kind", "names"), [(Capture, OF_CAPTURE), (Exchange, OF_EXCHANGE)])
def test_every_field_that_is_bytes_is_known(kind: type, names: tuple[str, ...]) -> None:
    hints = get_type_hints(kind)
    assert {field.name for field in fields(kind) if hints[field.name] == bytes | None} == set(names)


@pytest.mark.parametrize("data", [b"", b"no capture", packed(capture())[:-9]])
def test_bytes_that_are_no_capture_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        unpacked(data)
