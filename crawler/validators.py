"""What a server gave to ask it by whether a page has changed (RFC 9110, section 8.8)."""

from __future__ import annotations

from storage.records import Capture

VALIDATORS = "validators"
"""Key of a page's plan: what its server gave to ask by whether it has changed."""
QUESTIONS = (("etag", "If-None-Match"), ("last-modified", "If-Modified-Since"))
"""The headers that a server gives, and those that ask by them."""


def validators(capture: Capture) -> dict[str, str]:
    """What the server of a captured page gave to ask by whether it has changed: an ETag, a date."""
    main = next(
        (
            item
            for item in reversed(capture.exchanges)
            if item.url == capture.final_url == capture.url and item.status == 200
        ),
        None,
    )
    given = {} if main is None else {name.lower(): value for name, value in main.response_headers}
    return {name: given[name] for name, _ in QUESTIONS if given.get(name)}
