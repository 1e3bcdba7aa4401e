"""A page as rows, columns and panels: its whole HTML, and where each panel stands in it.

A panel is rendered once for each state that it takes, however many captures show it. For that to be exact, panels
do not depend on what stands around them: their width is fixed, they are laid out on their own (``flow-root``),
and all heights are whole pixels. (But for soft edges inside scaled pictures, which depend on where a browser's
tiles begin: a test says how little.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDTH_PX = 1000
ORIGIN = "http://site.example"
"""What links and picture addresses of a page begin with."""


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One rectangle of a page, in one of its states."""

    name: str  # class of its section: letters and hyphens
    width_px: int
    html: str
    is_news: bool = False  # holds the main news


@dataclass(frozen=True, kw_only=True)
class Row:
    """Columns side by side; a column is a sequence of panels of the same width, from the top."""

    columns: tuple[tuple[Panel, ...], ...]
    tag: str = "div"


@dataclass(frozen=True)
class Overlay:
    """An opaque panel that lies over the page: a dialog about cookies, a call to subscribe."""

    panel: Panel
    x_px: int
    y_px: int


@dataclass(frozen=True, kw_only=True)
class PageState:
    """What a page shows at one capture, and what of it is news."""

    rows: tuple[Row, ...]
    news: tuple[str, ...]  # text of the main news: dissimilar when it changed
    secondary: tuple[str, ...] = ()  # text whose change is neither: ambiguous
    overlays: tuple[Overlay, ...] = ()  # the last lies on top

    def panels(self) -> Iterator[Panel]:
        """All panels in the order of the document."""
        for row in self.rows:
            for column in row.columns:
                yield from column
        for overlay in self.overlays:
            yield overlay.panel


@dataclass(frozen=True)
class Placed:
    """A panel and the path of its section in the page's document, as captures name it."""

    panel: Panel
    row: int
    x_px: int
    column: int
    path: str


def row(*columns: Panel | Sequence[Panel], tag: str = "div") -> Row:
    """A row of columns, each a panel or a sequence of panels."""
    return Row(
        columns=tuple((item,) if isinstance(item, Panel) else tuple(item) for item in columns), tag=tag
    )


def placed(state: PageState) -> list[Placed]:
    """Every panel with its place; paths follow the rule of ``rendering/scripts/layout.js``."""
    tags = [item.tag for item in state.rows]
    found = []
    for number, item in enumerate(state.rows):
        above = "body>" + _nth(item.tag, tags[:number].count(item.tag), tags.count(item.tag))
        x_px = 0
        for index, column in enumerate(item.columns):
            inside = f"{above}>{_nth('div', index, len(item.columns))}"
            names = [panel.name for panel in column]
            for place, panel in enumerate(column):
                path = f"{inside}>{_section(names, place)}"
                found.append(Placed(panel, number, x_px, index, path))
            x_px += column[0].width_px if column else 0
    return found


def overlay_path(state: PageState, number: int) -> str:
    """Path of an overlay's section in the page's document; no row of such a page is an ``aside``."""
    return f"body>{_nth('aside', number, len(state.overlays))}>section"


def whole_html(state: PageState, css: str) -> str:
    """The page as one document, as a browser would get it."""
    rows = "".join(_row_html(item) for item in state.rows)
    over = "".join(
        f'<aside style="position:absolute;left:{item.x_px}px;top:{item.y_px}px;width:{item.panel.width_px}px">'
        f"{panel_html(item.panel)}</aside>"
        for item in state.overlays
    )
    return document(rows + over, css)


def document(body: str, css: str) -> str:
    """An HTML document around a body."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Front</title><style>{css}{_CSS}</style>'
        f"</head><body>{body}</body></html>"
    )


def panel_html(panel: Panel) -> str:
    """A panel's section."""
    return f'<section class="{escape(panel.name)}">{panel.html}</section>'


def _row_html(item: Row) -> str:
    columns = "".join(
        f'<div style="width:{column[0].width_px}px">{"".join(map(panel_html, column))}</div>'
        for column in item.columns
        if column
    )
    return (
        f'<{item.tag} style="display:flex;width:{WIDTH_PX}px;align-items:flex-start">{columns}</{item.tag}>'
    )


def _nth(tag: str, index: int, count: int) -> str:
    return tag if count == 1 else f"{tag}:nth-of-type({index + 1})"


def _section(names: Sequence[str], place: int) -> str:
    if len(names) == 1:
        return "section"
    unique = names.count(names[place]) == 1
    return f"section.{names[place]}" if unique else f"section:nth-of-type({place + 1})"


_CSS = "html,body{margin:0;padding:0}section{display:flow-root;position:relative;overflow:hidden}"
