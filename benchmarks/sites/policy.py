"""A page of terms: long text that changes by sentences, most of it below what a screenshot of the view shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from html import escape
from typing import ClassVar

from benchmarks.sites import panels
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.stories import NOTICE_DESK

_HEADINGS = (
    "Who we are", "What this covers", "Your account", "What we collect", "Why we keep it", "Whom we tell",
    "How long we keep it", "Your rights", "Payment", "Ending the contract", "Liability", "Changes to this page",
)  # fmt: skip


@dataclass(frozen=True)
class Sentence:
    """One sentence, and how often its figures were changed."""

    number: int
    revision: int = 0


Sections = tuple[tuple[Sentence, ...], ...]


class PolicyPage(GeneratedSite):
    """Sections of sentences; around them what such pages have beside the text."""

    hard = "important text below the fold, single sentences and figures"
    more = 0
    title: ClassVar[str]
    changes_per_h: ClassVar[float] = 0.06
    sections: ClassVar[int] = 10
    aside_left: ClassVar[bool] = False

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        first = iter(range(10_000))
        text: Sections = tuple(
            tuple(Sentence(next(first)) for _ in range(self.chance.between(3, 6, "length", index)))
            for index in range(self.sections)
        )
        for hour in range(hours):
            if hour and self.chance.happens(self.changes_per_h, "change", hour):
                text = self._changed(text, hour)
            news = tuple(self._words(sentence) for section in text for sentence in section)
            yield PageState(rows=tuple(self._rows(text, hour)), news=news)

    def _changed(self, text: Sections, hour: int) -> Sections:
        """One sentence replaced, added, dropped, or with another figure in it."""
        place = self.chance.below(len(text), "section", hour)
        section = list(text[place])
        index = self.chance.below(len(section), "sentence", hour)
        kind = self.chance.pick(("replace", "add", "drop", "figure"), "kind", hour)
        if kind == "replace":
            section[index] = Sentence(20_000 + hour)
        elif kind == "add" or (kind == "drop" and len(section) < 3):
            section.insert(index, Sentence(20_000 + hour))
        elif kind == "drop":
            del section[index]
        else:
            section[index] = replace(section[index], revision=section[index].revision + 1)
        return (*text[:place], tuple(section), *text[place + 1 :])

    def _words(self, sentence: Sentence) -> str:
        words = NOTICE_DESK.write(self.chance.child("text"), f"{sentence.number}", STARTS_AT).standfirst
        days = 14 + (self.chance.below(30, "days", sentence.number) + 7 * sentence.revision) % 90
        kept = re.sub(r"\s+", " ", words)
        return f"{kept} You have {days} days to object."

    def _rows(self, text: Sections, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        main = [panels.plain("opening", 700, f"<h1>{self.title}</h1>", is_news=True)]
        main += [self._section(index, section) for index, section in enumerate(text)]
        aside = [
            panels.ranking(self.chance, hour // 2, 300, 5, "Often asked"),
            panels.counter(self.chance, hour, 300, "customers trust us"),
            panels.comments(self.chance, hour, 300, 3, "What customers say"),
        ]
        rows = [
            row(
                panels.masthead("Northwind", 1000, f"Status {at:%d.%m. %H:%M}: all systems normal"),
                tag="header",
            ),
            row(aside, main, tag="main") if self.aside_left else row(main, aside, tag="main"),
            row(panels.plain("foot", 1000, f'<p class="small">Page made at {at:%H:%M}</p>'), tag="footer"),
        ]
        if self.chance.happens(0.3, "consent", hour // 2):
            rows.insert(0, row(panels.strip("We value your privacy. Accept or refuse.", 70, name="cookies")))
        return rows

    def _section(self, index: int, section: tuple[Sentence, ...]) -> Panel:
        items = "".join(f"<p>{escape(self._words(sentence))}</p>" for sentence in section)
        link = f'<p class="small"><a href="{ORIGIN}/terms/{index}">Link to this section</a></p>'
        html = f"<h2>{index + 1}. {_HEADINGS[index]}</h2>{items}{link}"
        return panels.plain("clause", 700, html, is_news=True)
