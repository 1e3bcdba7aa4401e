"""The engine: a site hour by hour, from its line in the table to HTML with marks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from functools import cache, cached_property
from typing import Any

from jinja2 import Environment, PackageLoader

from benchmarks.pages.disturbances import DISTURBANCES
from benchmarks.pages.kinds import STARTS_AT, furniture, main_parts
from benchmarks.pages.marks import register, unmarked
from benchmarks.pages.news import NEWS, Page
from benchmarks.pages.noise import PARTS
from benchmarks.pages.view import View, news_of
from benchmarks.pages.words import Language, Pen, language

NOISE = {**PARTS, **DISTURBANCES}
EDITOR, FURNITURE = "editor", "furniture"
NEWS_AUTHORS = frozenset({EDITOR, *NEWS})
_FLAT = {"frames": "semantic", "shadow": "elements"}
"""Styles that only a browser reads whole, and which stands for each in HTML that none drew."""

for _name in (EDITOR, FURNITURE, *NEWS, *NOISE):
    register(_name)


class Truth(StrEnum):
    """What really happened between two versions."""

    IDENTICAL = "identical"  # the same page
    SIMILAR = "similar"  # noise only
    DISSIMILAR = "dissimilar"  # an operator of news acted: important


@dataclass(frozen=True, kw_only=True)
class Site:
    """One line of the table.

    Attributes
    ----------
    kind, style, locale : str
        Of ``kinds``, of ``markup``, of Faker.
    screenshot : str
        "png" or "jpeg".
    news, noise : tuple of str
        Operators.
    """

    name: str
    kind: str
    style: str
    locale: str
    screenshot: str
    news: tuple[str, ...]
    noise: tuple[str, ...]

    @property
    def hard(self) -> str:
        """What is difficult about it, in a few words."""
        return f"{self.kind}, {self.style}, {self.locale}: {' '.join(self.noise)}"


@dataclass(frozen=True, kw_only=True, eq=False)
class PageState:
    """A page as one visit finds it.

    Attributes
    ----------
    marked : str
        Its HTML with the marks of who wrote what.
    news : Counter of str
        What there is of news, marked.
    drawings : dict of str to str
        What images show that change under their address.
    """

    hour: int
    marked: str
    news: Counter[str]
    drawings: dict[str, str] = field(default_factory=dict)

    @cached_property
    def html(self) -> str:
        """As a visitor gets it."""
        return unmarked(self.marked)


def truth(before: PageState, after: PageState) -> Truth:
    """What happened from one state to another."""
    if before.news != after.news:
        return Truth.DISSIMILAR
    same = before.html == after.html and before.drawings == after.drawings
    return Truth.IDENTICAL if same else Truth.SIMILAR


def states(site: Site, seed: int, visits: Sequence[int], *, flat: bool = True) -> Iterator[PageState]:
    """The states that visits find.

    Parameters
    ----------
    seed : int
        Other seeds give other stories and other noise.
    visits : sequence of int
        Hours since the start, increasing. Where they are far apart news is rarer, so that not each visit finds some.
    flat : bool
        Whether frames and shadow roots are left away, as HTML that no browser drew must have it.
    """
    words, key = language(site.locale), f"{site.name} {seed}"
    gap = (visits[-1] - visits[0]) / max(1, len(visits) - 1)
    page = Page(furniture(Pen(FURNITURE, words, key)), STARTS_AT)
    page.parts += main_parts(Pen(EDITOR, words, key), site.kind)
    title = Pen(FURNITURE, words, key + " title").title()
    views = _views(page, site, Pens(words, key, max(1.0, gap / 2)), visits[-1] + 1, title)
    asked = frozenset(visits)
    style = _FLAT.get(site.style, site.style) if flat else site.style
    for view in views:
        if view.hour in asked:
            yield PageState(
                hour=view.hour,
                marked=rendered(view, style, words),
                news=news_of(page.parts, page.drawings),
                drawings={unmarked(name): unmarked(drawn) for name, drawn in view.drawings.items()},
            )


@dataclass(frozen=True)
class Pens:
    """The pens of a site's operators: all of one language, each with chances of its own."""

    words: Language
    key: str
    pace: float

    def of(self, name: str) -> Pen:
        """The pen of an operator."""
        usual = NEWS[name][1] if name in NEWS else 12.0
        return Pen(name, self.words, self.key, usual * self.pace)


def _views(page: Page, site: Site, pens: Pens, hours: int, title: str) -> Iterator[View]:
    views = _pages(page, site, pens, hours, title)
    for name in site.noise:
        views = NOISE[name](views, pens.of(name))
    return views


def _pages(page: Page, site: Site, pens: Pens, hours: int, title: str) -> Iterator[View]:
    acting = [NEWS[name][0](page, pens.of(name)) for name in site.news]
    for hour in range(hours):
        page.at = STARTS_AT + timedelta(hours=hour)
        for operator in acting:
            next(operator, None)
        yield View(
            hour=hour, at=page.at, title=title, parts=[part.copy() for part in page.parts],
            drawings=dict(page.drawings),
        )  # fmt: skip


def rendered(view: View, style: str, words: Language) -> str:
    """The HTML of a view, with marks."""
    module, plain = _markup(style), _markup("semantic")
    at: dict[str, Any] = defaultdict(str)
    for part in view.parts:
        if part.entries:
            macro = getattr(module, part.kind, None) or getattr(plain, part.kind)
            at[part.place] += macro(part, view.build)
    return str(module.page(view, words.name[:2], words.locale.text_direction, at))


@cache
def _markup(style: str) -> Any:
    loader = PackageLoader("benchmarks.pages", "markup")
    return Environment(loader=loader, autoescape=True, trim_blocks=True).get_template(f"{style}.html").module
