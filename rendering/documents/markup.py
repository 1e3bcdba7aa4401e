"""HTML that is sent as a download: its text by element, without a browser."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from lxml import etree, html
from selectolax.lexbor import LexborHTMLParser

from rendering.documents.parts import Parts, Piece, Unreadable, folded
from rendering.documents.texts import decoded

_BLOCK = re.compile(
    r"(address|article|aside|blockquote|body|d[dlt]|details|dialog|div|fieldset|figcaption|figure|footer|form|h[1-6r]|"
    r"header|html|li|main|menu|nav|[ou]l|option|p|pre|section|summary|table|t[dhr]|tbody|tfoot|thead)$"
)
_NUMBER = re.compile(r"\[(\d+)\]")


def markup_parts(body: bytes, url: str, content_type: str) -> Parts:
    """The words of an HTML document that nobody rendered; ``Unreadable`` where there are none."""
    try:
        root = html.document_fromstring(_mended(decoded(body, content_type)))
    except (etree.LxmlError, ValueError) as error:
        raise Unreadable(f"has no element that can be read ({error})") from error
    title = " ".join((root.findtext(".//title") or "").split())
    etree.strip_elements(root, "script", "style", "noscript", "template", "head", with_tail=False)
    tree = root.getroottree()
    pieces = [
        Piece(
            path=_path(tree.getpath(element)),
            tag=str(element.tag),
            text=text,
            links=() if _holds_blocks(element) else _links(element, url),
        )
        for element in root.iter()
        if isinstance(element.tag, str) and _BLOCK.match(element.tag) and (text := _own_text(element))
    ]
    if not pieces:
        raise Unreadable("has no words")
    return Parts(pieces=pieces, title=title)


def _links(element: etree._Element, url: str) -> tuple[str, ...]:
    return tuple(urljoin(url, str(link.get("href"))) for link in element.iter("a") if link.get("href"))


def _mended(text: str) -> str:
    """With the tags that a browser puts in where they were left out, which lxml does not know of."""
    root = LexborHTMLParser(text, scripting=True).root
    return text if root is None else root.html or ""


def _own_text(element: etree._Element) -> str:
    """All of its text; of what has blocks inside only what stands between them."""
    if _holds_blocks(element):
        return folded(" ".join([element.text or "", *(inner.tail or "" for inner in element)]))
    return folded("".join(str(part) for part in element.itertext()))


def _holds_blocks(element: etree._Element) -> bool:
    return any(isinstance(inner.tag, str) and _BLOCK.match(inner.tag) for inner in element.iterdescendants())


def _path(found: str) -> str:
    return _NUMBER.sub(r":nth-of-type(\1)", found.strip("/").replace("/", ">")).removeprefix("html>")
