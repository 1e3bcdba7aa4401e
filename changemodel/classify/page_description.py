"""The input of page type classification: address, HTML, and a screenshot."""

from __future__ import annotations

from dataclasses import dataclass

from changemodel.errors import InvalidInput
from changemodel.features.images import ImageSource

MOST_BYTES = 2_000_000
"""Of a body that are read; what stands behind them is not looked at."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PageDescription:
    """A page as it was captured. Every part may be missing; what is missing says nothing.

    Parameters
    ----------
    url : str, optional
        Address of the page.
    html : bytes or str
        The body as the server sent it, or the document as the browser had it: any bytes whatever, in any encoding.
        The first 2 MB are read. Hostile or broken HTML costs no more than other HTML of its length.
    media_type : str, optional
        The ``Content-Type`` of the answer, with or without parameters.
    screenshot : image, optional
        Anything that ``changemodel.features.images.load_image`` reads. Only models that were fitted with pictures look
        at it, and to those a broken picture is none.

    Raises
    ------
    InvalidInput
        A part is of another type than it can be.
    """

    url: str | None = None
    html: bytes | str = b""
    media_type: str | None = None
    screenshot: ImageSource | None = None

    def __post_init__(self) -> None:
        for name in ("url", "media_type"):
            value = getattr(self, name)
            if value is not None and not isinstance(value, str):
                raise InvalidInput(f"{name} is a {type(value).__name__}: pass a string or None")
        if not isinstance(self.html, bytes | str):
            raise InvalidInput(f"html is a {type(self.html).__name__}: pass bytes or a string")

    @property
    def body(self) -> bytes:
        """The bytes that are read."""
        if isinstance(self.html, bytes):
            return self.html[:MOST_BYTES]
        return self.html[:MOST_BYTES].encode("utf-8", "replace")[:MOST_BYTES]
