"""The digest of what was received under the address of each image.

Servers put numbers against caches, sizes and signatures that expire into the addresses of images, and draw others under
the same address: a camera, a chart. Whether two captures show the same picture only its bytes tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from storage.digests import sha256
from storage.records import Exchange

_MOST_REDIRECTS = 20
"""As browsers follow (Fetch standard, "HTTP-redirect fetch")."""

_OK = 200


def image_digests(urls: Iterable[str], exchanges: Iterable[Exchange]) -> dict[str, str]:
    """The digest of what was received under each image's URL, without its fragment; of what did not come whole, none.

    Of a camera that was asked for twice it is of what came last, as the page shows that.
    """
    answers = {exchange.url: exchange for exchange in exchanges if exchange.resource_type == "Image"}
    found: dict[str, str] = {}
    for url in urls:
        address = url.partition("#")[0]
        answer = _final(address, answers)
        if answer is not None and answer.body and _is_whole(answer):
            found[address] = sha256(answer.body)
    return found


def _final(url: str, answers: Mapping[str, Exchange]) -> Exchange | None:
    """What the redirects from a URL lead to."""
    answer = answers.get(url)
    for _ in range(_MOST_REDIRECTS):
        if answer is None or answer.redirect_to is None:
            return answer
        answer = answers.get(answer.redirect_to.partition("#")[0])
    return None


def _is_whole(answer: Exchange) -> bool:
    return answer.status == _OK and answer.error is None and answer.truncated is None
