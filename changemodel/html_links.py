"""The links and images in a page's HTML, for versions without a captured layout."""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin

from changemodel.html_tree import Element, html_tree


class Addresses:
    """What makes the addresses in a page absolute URLs without fragments.

    Parameters
    ----------
    root
        Of the page: a ``base`` element in it takes the place of ``url``.
    url
        Of the page.
    """

    def __init__(self, root: Element, url: str) -> None:
        self._known: dict[str, str] = {}
        self._base = url
        stated = (element.get("href") for element in root.walk() if element.tag == "base")
        self._base = self._absolute(next(filter(None, stated), "")) or url

    def absolute(self, stated: str) -> str:
        """The URL of an address of the page; "" where it is none of the web."""
        if stated not in self._known:
            self._known[stated] = self._absolute(stated)
        return self._known[stated]

    def _absolute(self, stated: str) -> str:
        try:
            url = urldefrag(urljoin(self._base, stated.strip()))[0] if stated else ""
        except ValueError:  # an address such as "http://[broken"
            return ""
        return url if url.startswith(("http://", "https://")) else ""


def links_and_images(html: bytes | Element, base: str) -> tuple[frozenset[str], frozenset[str]]:
    """Absolute URLs of the hyperlinks and of the images; what is no web address is left out.

    Parameters
    ----------
    html
        Of the page, or its root.
    base
        URL of the page; a ``base`` element takes its place.
    """
    root = html if isinstance(html, Element) else html_tree(html)
    absolute = Addresses(root, base).absolute
    links: set[str] = set()
    images: set[str] = set()
    for element in root.walk():
        if element.tag in ("a", "area"):
            links.add(absolute(element.get("href")))
        elif element.tag == "img":
            images.add(absolute(element.get("src")))
        elif element.tag == "noscript":  # most often a picture that scripts load late
            inner = html_tree("".join(element.texts())).walk()
            images |= {absolute(image.get("src")) for image in inner if image.tag == "img"}
    return frozenset(links - {""}), frozenset(images - {""})
