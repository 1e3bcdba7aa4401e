"""The figures of a page's type: how much text and how many links, what repeats, and what the repeated parts hold."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

import numpy as np
from numpy.typing import NDArray

from changemodel.classify.page_outline import COUNTED, Outline, links_of
from changemodel.classify.page_type_tokens import address_parts

_SENTENCE = re.compile(r"[.!?]\s")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_COLUMN = {name: place for place, name in enumerate(COUNTED)}
_TAGS = tuple(
    re.findall(
        r"\w+",
        "p li ul ol dl dt table tr td article section main nav header footer aside form input textarea select button "
        "img video iframe svg pre code time blockquote h1 h2 h3 h4 figure details dialog",
    )
)
_LEAST_REPEATED = 4


def numbers_of(url: str | None, outline: Outline | None) -> dict[str, float]:
    """The figures by their names, all finite; of what is not known 0."""
    found = _of_address(url)
    if outline is None:
        return dict.fromkeys(NAMES, 0.0) | found
    for part in (_of_text(outline), _of_tags(outline), _of_links(url, outline), _of_repeated(outline)):
        found |= part
    return found


def as_row(numbers: Mapping[str, float]) -> NDArray[np.float64]:
    """In the order of ``NAMES``."""
    return np.array([numbers[name] for name in NAMES])


def _log(value: float) -> float:
    return math.log1p(max(0.0, value))


def _share(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 0.0


def _of_address(url: str | None) -> dict[str, float]:
    host, segments, names = address_parts(url)
    last = segments[-1] if segments else ""
    return {
        "depth of the address": float(len(segments)),
        "hyphens in the last part of the address": float(last.count("-")),
        "letters in the last part of the address": float(min(len(last), 200)),
        "digits in the last part of the address": float(sum(letter.isdigit() for letter in last[:200])),
        "names in the query": float(len(names)),
        "labels of the host": float(host.count(".")),
    }


def _of_text(outline: Outline) -> dict[str, float]:
    counts, chrome = outline.counts, np.array(outline.in_chrome)
    page, rest = counts[~chrome].sum(axis=0), counts[chrome].sum(axis=0)
    text, linked = page[_COLUMN["text"]], page[_COLUMN["linked"]]
    lengths = counts[~chrome, 0]
    own = lengths[(lengths > 0) & (counts[~chrome, 1] == 0)]
    long = own[own >= 80]
    said = " ".join(outline.content)[:60_000]
    words = said.lower().split()
    return {
        "letters of text": _log(text),
        "letters in the furniture": _log(rest[0]),
        "share of text in the furniture": _share(rest[0], text + rest[0]),
        "share of text in links": _share(linked, text),
        "share of text in long pieces": _share(long.sum(), text),
        "long pieces": _log(len(long)),
        "length of a long piece": _log(float(np.mean(long)) if len(long) else 0.0),
        "longest piece": _log(float(own.max(initial=0.0))),
        "pieces of text": _log(len(own)),
        "length of a piece": _log(float(np.median(own)) if len(own) else 0.0),
        "sentences": _log(len(_SENTENCE.findall(said))),
        "sentences per 1000 letters": 1000 * _share(len(_SENTENCE.findall(said)), len(said)),
        "questions": _log(said.count("?")),
        "exclamations": _log(said.count("!")),
        "years": _log(len(_YEAR.findall(said))),
        "prices": _log(page[_COLUMN["price"]]),
        "dates": _log(page[_COLUMN["date"]]),
        "share of text that is code": _share(page[_COLUMN["code_text"]], text),
        "variety of words": _share(len(set(words)), len(words)),
        "length of a word": _share(sum(map(len, words)), len(words)),
        "I and my": _log(sum(word in ("i", "my", "i'm", "me") for word in words)),
        "you and your": _log(sum(word in ("you", "your") for word in words)),
        "we and our": _log(sum(word in ("we", "our", "us") for word in words)),
    }


def _of_tags(outline: Outline) -> dict[str, float]:
    tags = outline.tag_counts()
    return {"elements": _log(len(outline.tags))} | {f"<{tag}>": _log(tags[tag]) for tag in _TAGS}


def _of_links(url: str | None, outline: Outline) -> dict[str, float]:
    own = urlsplit((url or "http://x/").strip()[:2000]) if _is_address(url) else urlsplit("http://x/")
    inside = below = outside = 0
    total, in_page, targets = 0, 0, set()
    for place, address in list(links_of(outline))[:3000]:
        total += 1
        in_page += not outline.in_chrome[place]
        try:
            target = urlsplit(urljoin(own.geturl(), address))
        except ValueError:
            continue
        same = target.hostname == own.hostname
        inside += same
        outside += bool(target.hostname) and not same
        below += same and len(own.path) > 1 and target.path.startswith(own.path) and target.path != own.path
        targets.add(target.path if same else address)
    return {
        "links": _log(total),
        "links in the page itself": _log(in_page),
        "share of links in the page itself": _share(in_page, total),
        "share of links to other hosts": _share(outside, total),
        "links below the page's address": _log(below),
        "share of links below the page's address": _share(below, total),
        "different targets": _log(len(targets)),
        "links per 1000 letters": 1000 * _share(in_page, sum(map(len, outline.content))),
    }


def _is_address(url: str | None) -> bool:
    return bool(address_parts(url)[0])


def _of_repeated(outline: Outline) -> dict[str, float]:
    """Of the siblings of one form that hold most of the text, and of all such."""
    groups = [places for places in outline.repeated if len(places) >= _LEAST_REPEATED]
    whole = max(1.0, outline.counts[~np.array(outline.in_chrome), 0].sum())
    found = dict.fromkeys(_REPEATED, 0.0)
    sums = [outline.within(places) for places in groups]
    found["groups of like parts"] = _log(len(groups))
    with_links = [item for item in sums if (item[:, 2] > 0).mean() >= 0.7 and item[:, 0].mean() >= 20]
    for label, chosen in (("like parts", sums), ("like parts with links", with_links)):
        if chosen:
            best = max(chosen, key=lambda item: float(item[:, 0].sum()))
            found |= _of_group(label, best, whole)
    for name in ("price", "date", "image", "heading"):
        column = _COLUMN[name]
        holding = [len(item) for item in sums if (item[:, column] > 0).mean() >= 0.6]
        found[f"like parts with a {name} each"] = _log(max(holding, default=0))
    return found


def _of_group(label: str, sums: NDArray[np.float64], whole: float) -> dict[str, float]:
    text = sums[:, 0]
    mean = float(text.mean())
    has = {name: float((sums[:, _COLUMN[name]] > 0).mean()) for name in _HELD}
    return {
        f"{label}: how many": _log(len(sums)),
        f"{label}: length of one": _log(mean),
        f"{label}: how unlike in length": _share(float(text.std()), mean),
        f"{label}: share of the text": min(1.0, _share(float(text.sum()), whole)),
        f"{label}: share of text in links": _share(float(sums[:, 1].sum()), float(text.sum())),
    } | {f"{label}: share with a {name}": share for name, share in has.items()}


_HELD = ("link", "image", "heading", "price", "date", "paragraph", "button", "code")
_REPEATED = (
    "groups of like parts",
    *(
        f"{label}: {name}"
        for label in ("like parts", "like parts with links")
        for name in (
            "how many",
            "length of one",
            "how unlike in length",
            "share of the text",
            "share of text in links",
            *(f"share with a {held}" for held in _HELD),
        )
    ),
    *(f"like parts with a {name} each" for name in ("price", "date", "image", "heading")),
)
NAMES = tuple(numbers_of(None, Outline.of(b"<p>")))
