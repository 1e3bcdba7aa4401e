"""A page whose news is a chart: an important change is another drawing, while the words around it stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from benchmarks.sites import panels
from benchmarks.sites.news import HourNews
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.stories import NOTICE_DESK

_BARS = 24


class ChartPage(GeneratedSite):
    """A chart, drawn into the page, that is replaced now and then; beside it notices in words and what is noise."""

    hard = "important changes of a drawing under the same words"
    desk = NOTICE_DESK
    tops = 3
    more = 0
    title: ClassVar[str]
    charts_per_h: ClassVar[float] = 0.08

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        number = 0
        for state, hour in zip(super().states(hours), self.flow.hours(hours), strict=True):
            if hour.hour and self.chance.happens(self.charts_per_h, "chart", hour.hour):
                number += 1
            rows = tuple(self.charted(hour, number))
            yield replace(state, rows=rows, news=(f"chart {number}", *state.news))

    def rows(self, hour: HourNews) -> list[Row]:
        """Without the chart's own state: ``states`` puts it in."""
        return []

    def charted(self, hour: HourNews, number: int) -> list[Row]:
        """The page with the chart of this number."""
        h = hour.hour
        rows = [
            row(panels.masthead(self.title, 1000, f"{hour.at:%H:%M} UTC")),
            row(
                [self.chart(number, 620)],
                [
                    panels.slide(self.chance, self.chance.below(7, "view", h), 380, 260, "view"),
                    panels.weather(self.chance, h, 380),
                    panels.ranking(self.chance, h // 2, 380, 4, "Often asked"),
                ],
            ),
            row(
                panels.lead(self.flow, hour, 500, "plain"),
                panels.tops(self.flow, hour.tops, 500, "list", heading="Notices"),
            ),
            row(panels.advert(self.advert("foot", hour, 970, 200), "foot-advert", 1000)),
        ]
        if self.chance.happens(0.3, "bar", h):
            rows.insert(0, row(panels.strip("Help us keep the gauges running", 72, name="appeal")))
        return rows

    def chart(self, number: int, width: int) -> Panel:
        """The chart, in a column of this width."""
        heights = [20 + self.chance.below(220, "bar", number, place) for place in range(_BARS)]
        bars = "".join(
            f'<rect x="{place * 22 + 20}" y="{260 - height}" width="16" height="{height}" fill="#28648c"/>'
            for place, height in enumerate(heights)
        )
        drawing = f'<svg width="560" height="270" viewBox="0 0 560 270">{bars}</svg>'
        words = "<h2>Level at the gauge</h2><p>The newest day stands on the right.</p>"
        return panels.plain("chart", width, f"{words}{drawing}", is_news=True)
