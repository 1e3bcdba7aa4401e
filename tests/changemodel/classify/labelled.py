"""Small labelled pages that nobody wrote: articles, shops and forums of made-up sites."""

from __future__ import annotations

import random

from changemodel.classify.page_description import PageDescription

TYPES = ("article", "product", "forum")
_WORDS = (
    "harbour",
    "council",
    "bridge",
    "market",
    "river",
    "winter",
    "garden",
    "school",
    "train",
    "paper",
    "bread",
)


def page(kind: str, seed: int, screenshot: object = None) -> PageDescription:
    """One page of a site of its own."""
    draw = random.Random(f"{kind} {seed}")
    body = _BODIES[kind](draw)
    url = f"https://www.site{seed}{kind[:2]}.test/{_FOLDERS[kind]}/{'-'.join(draw.choices(_WORDS, k=3))}"
    head = f'<title>{" ".join(draw.choices(_WORDS, k=4))}</title><meta property="og:type" content="{kind}">'
    html = f"<!doctype html><html><head>{head}</head><body><nav>{_links(draw)}</nav>{body}</body></html>"
    return PageDescription(url=url, html=html.encode(), media_type="text/html", screenshot=screenshot)


def pages(count: int, first: int = 0) -> tuple[list[PageDescription], list[str]]:
    """So many of each type, and their types."""
    kinds = [kind for kind in TYPES for _ in range(count)]
    return [page(kind, first + place) for place, kind in enumerate(kinds)], kinds


def _sentence(draw: random.Random, words: int = 14) -> str:
    return " ".join(draw.choices(_WORDS, k=words)).capitalize() + "."


def _links(draw: random.Random) -> str:
    return "".join(f'<a href="/{word}">{word}</a>' for word in draw.choices(_WORDS, k=5))


def _article(draw: random.Random) -> str:
    paragraphs = "".join(f"<p>{_sentence(draw, 40)}</p>" for _ in range(8))
    return f"<article><h1>{_sentence(draw, 5)}</h1><time>3 May 2026</time>{paragraphs}</article>"


def _product(draw: random.Random) -> str:
    rows = "".join(f"<tr><td>{_sentence(draw, 2)}</td><td>{draw.randint(1, 90)}</td></tr>" for _ in range(6))
    price = f'<span class="price">€ {draw.randint(5, 900)}</span>'
    return (
        f"<main><h1>{_sentence(draw, 3)}</h1>{price}<button>Add to cart</button><table>{rows}</table></main>"
    )


def _forum(draw: random.Random) -> str:
    posts = "".join(
        f'<div class="post"><a class="author" href="/u/{n}">member</a><p>{_sentence(draw)}</p>'
        f'<button class="reply">Reply</button></div>'
        for n in range(draw.randint(4, 9))
    )
    return f'<div class="thread"><h1>{_sentence(draw, 6)}</h1>{posts}</div>'


_BODIES = {"article": _article, "product": _product, "forum": _forum}
_FOLDERS = {"article": "news", "product": "shop", "forum": "threads"}
