"""The words of a page's type: what its address, its metadata, its markup and its text say, as counted tokens.

Each block is a bag of tokens of one kind; ``page_type_features`` weighs them. A token is written so that a person can
read what it stands for ("og:type=article", "ul>li>a", "path forum").
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, pairwise
from urllib.parse import unquote, urlsplit

from changemodel.classify.page_outline import Outline, links_of

Tokens = Counter[str]

BLOCKS = (
    "address",
    "metadata",
    "paths",
    "classes",
    "titles",
    "headings",
    "links",
    "images",
    "words",
    "opening",
    "furniture",
)

IN_WORDS = {
    "address": "the address",
    "metadata": "the metadata",
    "paths": "the markup",
    "classes": "class names",
    "titles": "the title",
    "headings": "the headings",
    "links": "links and buttons",
    "images": "the images",
    "words": "the text",
    "opening": "how the text begins",
    "furniture": "menus and footers",
    "numbers": "counts",
    "picture": "the picture",
}
"""What reasons call each block."""

MOST_TOKENS = 6_000
"""Of a block, the most frequent ones."""

_WORD = re.compile(r"[^\W\d_]{2,30}")
_PIECE = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}(?![a-z])")
_JSON_TYPE = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"([A-Za-z:/.]{2,60})"')
_SESSION = re.compile(r"(?:srsltid|utm_\w+|gclid|fbclid|ref|sid|session\w*)", re.IGNORECASE)
_DATED = re.compile(r"/(?:19|20)\d\d(?:/|-)\d{1,2}")
_MOST_SCRIPT = 60_000
_MOST_IN_HEAD = 400
_OPENING = 1_000
"""Letters that a text begins with."""
_META_VALUES = (
    "og:type",
    "twitter:card",
    "generator",
    "application-name",
    "article:section",
    "robots",
    "page-type",
)


def tokens_of(url: str | None, outline: Outline | None) -> dict[str, Tokens]:
    """The tokens of each of ``BLOCKS``; empty where nothing is known."""
    found: dict[str, Tokens] = {name: Counter() for name in BLOCKS}
    found["address"] = address_tokens(url)
    if outline is not None:
        title = outline.title[:300]
        firsts = [text[3:] for text in outline.headings if text.startswith("h1")]
        found["metadata"] = metadata_tokens(outline)
        found["paths"] = path_tokens(outline)
        found["classes"] = class_tokens(outline)
        found["titles"] = word_tokens(" . ".join([title, *firsts]), pairs=True)
        found["headings"] = word_tokens(" . ".join(outline.headings)[:20_000], pairs=True)
        found["links"] = link_tokens(outline)
        found["images"] = image_tokens(outline)
        found["words"] = word_tokens(" . ".join(outline.content), pairs=False)
        found["opening"] = word_tokens(" . ".join(outline.content)[:_OPENING], pairs=False)
        found["furniture"] = word_tokens(" . ".join(outline.chrome)[:30_000], pairs=False)
    return {name: _bounded(tokens) for name, tokens in found.items()}


def address_parts(url: str | None) -> tuple[str, list[str], list[str]]:
    """Host, segments of the path and names of the query of an address; empty where it is none."""
    try:
        parts = urlsplit((url or "").strip()[:2000])
        host = (parts.hostname or "").lower()
    except ValueError:  # such as "http://[broken"
        return "", [], []
    segments = [item for item in unquote(parts.path, errors="replace").split("/") if item]
    names = [item.partition("=")[0] for item in parts.query.split("&") if item]
    return host, segments[:12], [name for name in names[:8] if name and not _SESSION.fullmatch(name)]


def address_tokens(url: str | None) -> Tokens:
    """Labels of the host, words and shape of the path, names of the query."""
    host, segments, names = address_parts(url)
    if not host:
        return Counter()
    labels = host.removeprefix("www.").split(".")
    found = Counter(f"host {label}" for label in labels[:-1])
    found.update(f"host {piece}" for label in labels[:-1] for piece in _parts_of_host(label))
    found[f"top level {labels[-1]}"] += 1
    for place, segment in enumerate(segments):
        words = [word.lower() for word in _WORD.findall(segment)]
        if len(words) <= 4:
            found.update(f"path {word}" for word in words)
        if place < len(segments) - 1 and len(words) <= 3:
            found[f"folder {'-'.join(words)}"] += 1
        found[f"segment {_shape(segment)}"] += 1
    found[f"depth {min(len(segments), 6)}"] += 1
    if segments:
        last = segments[-1]
        found[f"last {_shape(last)}"] += 1
        found[f"ending {last.rpartition('.')[2].lower()[:6]}" if "." in last else "no ending"] += 1
        found[f"words in last {min(len(_WORD.findall(last)), 8)}"] += 1
        found.update(f"last {word.lower()}" for word in _WORD.findall(last)[:12])
    found.update(f"query {re.sub(r'[0-9]+', '0', name).lower()[:20]}" for name in names)
    if _DATED.search("/" + "/".join(segments)):
        found["dated path"] += 1
    return found


def metadata_tokens(outline: Outline) -> Tokens:
    """What the page says of itself to machines: Open Graph, schema.org, generator, links of its head."""
    found: Tokens = Counter()
    for element in islice(outline.of_tag("meta"), _MOST_IN_HEAD):
        name = (element.get("property") or element.get("name") or element.get("itemprop")).strip().lower()
        if not name or len(name) > 60:
            continue
        found[f"meta {name}"] = 1
        if name in _META_VALUES:
            said = element.get("content").strip().lower()[:60]
            found[f"{name}={re.sub(r'[0-9.]+.*', '', said).strip() if name == 'generator' else said}"] = 1
    for element in islice(outline.of_tag("link"), _MOST_IN_HEAD):
        rel = element.get("rel").strip().lower()[:30]
        kind = element.get("type").strip().lower()[:40]
        if rel not in ("stylesheet", "preload", "prefetch", "dns-prefetch", "preconnect", "modulepreload"):
            found[f"link {rel} {kind}".strip()] = 1
    found.update(
        f"schema {name.rpartition('/')[2].lower()}" for name in _JSON_TYPE.findall(_machine_text(outline))
    )
    for element in outline.elements:
        kind = element.get("itemtype")
        if kind:
            found[f"schema {kind.strip().rpartition('/')[2].lower()[:40]}"] += 1
        if prop := element.get("itemprop"):
            found[f"itemprop {prop.strip().lower()[:30]}"] += 1
    found.update(f"body {word}" for word in class_pieces(outline.names[0])[:40])
    return found


def _machine_text(outline: Outline) -> str:
    """JSON that scripts hold, one after the other."""
    scripts = (item for item in islice(outline.of_tag("script"), _MOST_IN_HEAD) if "json" in item.get("type"))
    return "\n".join("".join(item.texts())[:_MOST_SCRIPT] for item in scripts)[:_MOST_SCRIPT]


def path_tokens(outline: Outline) -> Tokens:
    """Chains of two and three tags, and of the tags from the body down to the fourth."""
    found: Tokens = Counter()
    chains: list[str] = []
    for place, (tag, parent) in enumerate(zip(outline.tags, outline.parents, strict=True)):
        above = outline.tags[parent]
        grand = outline.tags[outline.parents[parent]]
        chain = f"{chains[parent]}>{tag}" if place else tag
        chains.append(chain if chain.count(">") < 4 else chains[parent])
        found[tag] += 1
        found[f"{above}>{tag}"] += 1
        found[f"{grand}>{above}>{tag}"] += 1
        if chain.count(">") < 4:
            found[f"from the top {chain}"] += 1
    return found


def class_tokens(outline: Outline) -> Tokens:
    """Class names and ids, whole and in their pieces, and roles."""
    found: Tokens = Counter()
    for name, times in Counter(outline.names).items():
        for piece in class_pieces(name):
            found[piece] += times
    roles = (element.get("role") for element in outline.elements)
    found.update(f"role {role.strip().lower()[:30]}" for role in roles if role)
    return found


def class_pieces(name: str) -> list[str]:
    """The names in a class attribute without their numbers, and the words that they are made of."""
    found = []
    for whole in name.split()[:12]:
        if len(whole) > 60:
            continue
        pieces = [piece.lower() for piece in _PIECE.findall(whole)]
        if len(pieces) > 1:
            found.append("-".join(pieces[:5]))
        found += pieces[:5]
    return found


def link_tokens(outline: Outline) -> Tokens:
    """Words of links and buttons, and of the addresses that links lead to."""
    found: Tokens = Counter()
    for text in outline.anchors:
        words = [word.lower() for word in _WORD.findall(text)]
        if 0 < len(words) <= 4:
            found[f'"{" ".join(words)}"'] += 1
        found.update(words[:8])
    for _, address in list(links_of(outline))[:1500]:
        _, segments, names = address_parts(_absolute(address))
        for segment in segments[:3]:
            words = [word.lower() for word in _WORD.findall(segment)]
            if 0 < len(words) <= 2:
                found[f"to {'-'.join(words)}"] += 1
        found.update(f"to ?{name.lower()[:20]}" for name in names[:3])
    for element in outline.elements:
        if element.tag in ("input", "button", "textarea"):
            said = element.get("placeholder") or element.get("value") or element.get("aria-label")
            found.update(f"field {word.lower()}" for word in _WORD.findall(said)[:5])
    return found


def image_tokens(outline: Outline) -> Tokens:
    """Words of the addresses of images and of what stands for them, and how wide they are said to be."""
    found: Tokens = Counter()
    for element in outline.elements:
        if element.tag != "img":
            continue
        _, segments, _ = address_parts(_absolute((element.get("src") or element.get("data-src"))[:500]))
        found.update(
            f"file {word.lower()}" for segment in segments[-3:] for word in _WORD.findall(segment)[:6]
        )
        found.update(word.lower() for word in _WORD.findall(element.get("alt")[:300])[:15])
        if (width := element.get("width")).isdigit() and len(width) < 6:
            found[f"about {2 ** int(width).bit_length() // 2} pixels wide"] += 1
        if element.get("loading") or element.get("srcset"):
            found["loading" if element.get("loading") else "in several sizes"] += 1
    return found


def word_tokens(text: str, *, pairs: bool) -> Tokens:
    """Words in lower case, and with ``pairs`` two that follow each other."""
    words = [word.lower() for word in _WORD.findall(text)]
    found = Counter(words)
    if pairs:
        found.update(f"{first} {second}" for first, second in pairwise(words))
    return found


def _absolute(address: str) -> str:
    return address if "//" in address[:10] else f"http://x/{address}"


def _parts_of_host(label: str) -> list[str]:
    return (
        label.split("-")
        if "-" in label
        else [
            word
            for word in ("shop", "store", "forum", "blog", "doc", "wiki", "news", "community", "support")
            if word in label
        ]
    )


def _shape(segment: str) -> str:
    """What kind of segment it is: a number, one word, a title in many words, or with an ending."""
    stem, dot, ending = segment.rpartition(".")
    if dot and len(ending) <= 5:
        return f"{_shape(stem)}.{ending.lower()}"
    words = re.findall(r"[^\W_]+", segment)
    if segment.isdigit():
        return "number"
    numbers = sum(any(letter.isdigit() for letter in word) for word in words)
    kind = "none" if not numbers else "some" if numbers < len(words) else "all"
    return f"{min(len(words), 6)} words, {kind} with numbers"


def _bounded(tokens: Tokens) -> Tokens:
    return tokens if len(tokens) <= MOST_TOKENS else Counter(dict(tokens.most_common(MOST_TOKENS)))
