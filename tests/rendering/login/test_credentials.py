"""What of a visit's credentials must not reach the archive, wherever it stands."""

import base64
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from rendering.login.credentials import LEFT_OUT, is_telling, without_credentials
from storage.records import (
    Capture,
    Exchange,
    Headers,
    Outcome,
    Problem,
    ProblemCode,
    ResponseKind,
    SocketTraffic,
)

AT = datetime(2026, 1, 1, tzinfo=UTC)
SECRET = "tok-4711-AbCdEfGhIjKl"
URL = "https://example.org/members"


def visit(*exchanges: Exchange, **more: Any) -> Capture:
    made = Capture(
        url=URL, started_at=AT, finished_at=AT, outcome=Outcome.COMPLETE, response_kind=ResponseKind.CONTENT
    )
    return replace(made, exchanges=exchanges, **more)


def exchange(**more: Any) -> Exchange:
    return replace(Exchange(url=URL, method="GET", started_at=AT, status=200), **more)


def sent(headers: Headers, stored: tuple[str, ...] = ()) -> Headers:
    (found,) = without_credentials(visit(exchange(request_headers=headers)), stored).exchanges
    return found.request_headers


@pytest.mark.parametrize(
    "name",
    ["Cookie", "Authorization", "Proxy-Authorization", "X-Api-Key", "X-CSRF-Token", "X-XSRF-TOKEN", "X-Auth-Token",
     "apikey", "Ocp-Apim-Subscription-Key", "X-Amz-Security-Token", "X-Session-Id", "X-Password", "x_access_token"],
)  # fmt: skip
def test_a_header_is_left_out_by_its_name_whatever_it_holds(name: str) -> None:
    assert sent(((name, "7"),)) == ((name, LEFT_OUT),)


@pytest.mark.parametrize(
    "header",
    [("Accept", "*/*"), (":authority", "example.org"), ("Sec-WebSocket-Key", "x"), ("X-Author", "Ada"),
     ("Keep-Alive", "5"), ("X-Requested-With", "XMLHttpRequest"), ("User-Agent", "Chrome")],
)  # fmt: skip
def test_other_headers_stay(header: tuple[str, str]) -> None:
    assert sent((header,), (SECRET,)) == (header,)


@pytest.mark.parametrize("name", ["Set-Cookie", "X-CSRF-Token", "Authentication-Info", "X-Auth-Token"])
def test_what_a_server_hands_out_is_left_out(name: str) -> None:
    answered = visit(exchange(response_headers=((name, "a=1"), ("WWW-Authenticate", "Basic realm=x"))))
    (found,) = without_credentials(answered, ()).exchanges
    assert found.response_headers == ((name, LEFT_OUT), ("WWW-Authenticate", "Basic realm=x"))


@pytest.mark.parametrize("value", [SECRET, f"Bearer {SECRET}", f"v1.{SECRET}.x"])
def test_what_the_login_holds_is_left_out_under_any_name(value: str) -> None:
    ((name, kept),) = sent((("X-Whatever", value),), (SECRET,))
    assert name == "X-Whatever"
    assert SECRET not in kept


PLACES: dict[str, Callable[[str], Capture]] = {
    "query": lambda secret: visit(exchange(url=f"https://api.example/?api_key={secret}&page=2")),
    "path": lambda secret: visit(exchange(url=f"https://api.example/{secret}/me")),
    "referrer": lambda secret: visit(exchange(request_headers=(("Referer", f"{URL}?t={secret}"),))),
    "redirect": lambda secret: visit(
        exchange(redirect_to=f"/?t={secret}", response_headers=(("Location", f"/?t={secret}"),))
    ),
    "sent body": lambda secret: visit(exchange(request_body=b'\xff{"token": "' + secret.encode() + b'"}')),
    "socket": lambda secret: visit(exchange(socket=SocketTraffic(first=(("sent", f"auth {secret}"),)))),
    "final URL": lambda secret: visit(final_url=f"{URL}?t={secret}"),
    "problem": lambda secret: visit(
        problems=(Problem(code=ProblemCode.INTERNAL, message=f"GET /?t={secret}", url=f"/?t={secret}"),)
    ),
    "observed": lambda secret: visit(observed={"errors": [{"text": f"bad {secret}"}], "count": 1}),
    "waited for": lambda secret: visit(waited_for=(f"https://api.example/?t={secret}",)),
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES.keys())
def test_what_the_login_holds_is_left_out_wherever_it_stands(place: Callable[[str], Capture]) -> None:
    found = without_credentials(place(SECRET), (SECRET,))
    assert SECRET in repr(place(SECRET))
    assert SECRET not in repr(found)
    assert repr(found).count("left-out") >= 1


CARRIED: dict[str, tuple[str, str]] = {
    "cookie": ("Cookie", f"theme=dark; session={SECRET}"),
    "bearer": ("Authorization", f"Bearer {SECRET}"),
    "basic": ("Authorization", "Basic " + base64.b64encode(f"ada:{SECRET}".encode()).decode()),
    "named": ("X-Api-Key", SECRET),
}


@pytest.mark.parametrize("header", CARRIED.values(), ids=CARRIED.keys())
def test_what_a_header_shows_to_be_secret_is_left_out_elsewhere_too(header: tuple[str, str]) -> None:
    asked = exchange(request_headers=(header,))
    other = exchange(url=f"https://api.example/?key={SECRET}", request_headers=(("X-Foo", SECRET),))
    assert SECRET not in repr(without_credentials(visit(asked, other), ()))


def test_a_cookie_that_the_server_sets_during_the_visit_is_secret() -> None:
    set_now = exchange(response_headers=(("Set-Cookie", f'id="{SECRET}"; Path=/; HttpOnly'),))
    used = exchange(url=f"https://api.example/?sid={SECRET}")
    assert SECRET not in repr(without_credentials(visit(set_now, used), ()))


def test_a_secret_is_found_in_another_spelling() -> None:
    stored = "abc+4711/xyz=="
    asked = exchange(url="https://api.example/?t=abc%2B4711%2Fxyz%3D%3D")
    found = without_credentials(visit(asked), (stored,))
    assert "4711" not in repr(found)


def test_what_is_sent_stays_as_long_as_it_was() -> None:
    asked = exchange(request_body=f"token={SECRET}&q=1".encode())
    (found,) = without_credentials(visit(asked), (SECRET,)).exchanges
    assert found.request_body is not None
    assert len(found.request_body) == len(f"token={SECRET}&q=1")


def test_answers_and_the_page_stay_as_they_came() -> None:
    told = visit(exchange(body=SECRET.encode()), text=SECRET, dom=SECRET)
    found = without_credentials(told, (SECRET,))
    assert (found.exchanges[0].body, found.text, found.dom) == (SECRET.encode(), SECRET, SECRET)


def test_what_stands_in_the_address_of_the_page_stays() -> None:
    told = replace(visit(exchange(url=f"{URL}?t={SECRET}")), url=f"{URL}?t={SECRET}")
    assert without_credentials(told, (SECRET,)).exchanges[0].url == f"{URL}?t={SECRET}"


@pytest.mark.parametrize(
    "value",
    ["", "true", "1764280000000", "2026-11-27T22:31:22Z", "Europe/Amsterdam", "cdn2.example.org", "/assets/a.1.js",
     "https://example.org/a1b2c3d4", "dark mode 2 is on", "accepted-all"],
)  # fmt: skip
def test_a_word_a_number_or_an_address_is_no_secret(value: str) -> None:
    assert not is_telling(value)


@pytest.mark.parametrize(
    "value",
    [SECRET, "deadbeef1", "550e8400-e29b-41d4-a716-446655440000", "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSM"],
)
def test_a_token_is_one(value: str) -> None:
    assert is_telling(value)
