"""What browsers may do with the dashboard's answers: nothing that they bring along from elsewhere."""

from __future__ import annotations

from starlette.datastructures import URL

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

SECURITY_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def framing(origin: str) -> str:
    """The policy of a page that shows one other origin in a frame."""
    return f"{_POLICY}; frame-src {origin}"


def replay_origin(asked: URL, port: int) -> str:
    """The origin where archived pages run: the host as the browser names it, and another port."""
    host = asked.hostname or "127.0.0.1"
    return f"{asked.scheme}://{f'[{host}]' if ':' in host else host}:{port}"
