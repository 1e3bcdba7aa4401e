"""Pages for the response gate: composed here after what servers are known to send, no page of anyone's copied.

Half of them, "train", may be looked at while a rule is written; the other half, "held out", only tells how the rules
do on pages that they were not written from. Names are of the form ``server-what``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import html

from rendering.gate.page import RenderedAnswer
from storage.records import ResponseKind

CONTENT, ERROR, EMPTY = ResponseKind.CONTENT, ResponseKind.ERROR, ResponseKind.EMPTY
WALL, LOGIN = ResponseKind.BOT_WALL, ResponseKind.LOGIN_WALL
TRAIN, HELD_OUT = "train", "held out"

ASKED = "https://www.example.org/reports/2026/water"
PROSE = (
    "The committee met on Tuesday to hear how the river had risen during the week, which houses had been reached by "
    "the water, and what the town could still do before the next rain came down from the hills. "
)


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A page as a server sends it and a browser shows it."""

    name: str
    half: str
    kind: ResponseKind
    title: str = ""
    body: str = ""
    head: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    url: str = ASKED
    final_url: str | None = None

    @property
    def html(self) -> str:
        return f"<html><head><title>{self.title}</title>{self.head}</head><body>{self.body}</body></html>"

    def answered(self) -> RenderedAnswer:
        """As the gate sees it; what a browser does not show is not in the text."""
        tree = html.fromstring(self.html)
        body = tree.find("body")
        for node in list(body.iter("script", "style", "noscript", "template")):
            node.drop_tree()
        for node in list(body.xpath("//*[@hidden]")):
            node.drop_tree()
        text = "\n".join(part for part in body.itertext())
        return RenderedAnswer(
            requested_url=self.url,
            final_url=self.final_url or self.url,
            status=self.status,
            headers=(("Content-Type", "text/html"), *self.headers.items()),
            title=self.title,
            text=text,
            html=self.html,
        )


def menus(links: int = 40) -> str:
    """A site's own header and menus, the same on its error pages."""
    words = (
        "News",
        "Sport",
        "Culture",
        "Town hall",
        "Weather",
        "Archive",
        "About us",
        "Letters",
        "Jobs",
        "Maps",
    )
    return "<nav>" + "".join(f'<a href="/s{n}">{words[n % 10]}</a> ' for n in range(links)) + "</nav>"


def article(paragraphs: int = 5) -> str:
    return "".join(f"<p>{PROSE}</p>" for _ in range(paragraphs))
