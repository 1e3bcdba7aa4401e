"""An unseen broadcaster in Georgian: what is on the air fills more of the page, and moves more, than its news."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from html import escape
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import WIDE, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Rhythm
from benchmarks.sites.page import Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.stories import Story


class GeorgianDesk(LocalDesk):
    """A desk whose script has no capitals at the head of a sentence."""

    def write(self, chance: Chance, key: str, published_at: datetime, *, revision: int = 0) -> Story:
        """The story of this key, without the capital that other scripts begin with."""
        story = super().write(chance, key, published_at, revision=revision)
        return replace(story, headline=story.headline.lower(), standfirst=story.standfirst.lower())


_GEORGIAN = GeorgianDesk(
    MappingProxyType({
        "პოლიტიკა": (
            "{Who}: {what} გადაიდო", "პარლამენტმა მხარი დაუჭირა: {what}", "{Who} თანამდებობას ტოვებს, მიზეზი: {why}",
            "{where}: მოლაპარაკება დაიწყო, თემა: {what}", "ოპოზიცია სხდომას ტოვებს: {what}",
        ),
        "საზოგადოება": (
            "{where}: ხიდი დაიკეტა, მიზეზი: {why}", "{where}: {count} ოჯახი წყლის გარეშე დარჩა",
            "{where}: ხანძრის გამო {count} ადამიანი გაიყვანეს", "{where}: გაიხსნა საავადმყოფო, {count} საწოლი",
            "{where}: {count} მუშა გაიფიცა",
        ),
        "სპორტი": (
            "«{team}» იგებს, ანგარიში {score}", "«{team}» მწვრთნელს ცვლის: {why}",
            "«{team}» ფინალშია, ანგარიში {score}", "{Who} სეზონს ტოვებს, მიზეზი: {why}",
        ),
    }),
    (
        "{Who} ამბობს, რომ გადაწყვეტილება {count} ადამიანს ეხება. მიზეზი: {why}.",
        "თვითმხილველების თქმით, {where} დაკეტილია. პასუხს {when} ელიან, ადგილზე {count} მაშველია.",
        "დოკუმენტი {count} გვერდიანია და მას {when} განიხილავენ. {Who} წინააღმდეგია.",
    ),
    MappingProxyType({
        "Who": ("ნინო ბერაძე", "გიორგი ლომთაძე", "მინისტრი კაპანაძე", "თამარ ხვიჩია", "დავით მთიული", "მერი ონიანი",
                "ლევან ჯაფარი", "ეკა სვანი", "გუბერნატორი ცინცაძე", "მოსამართლე წერეთელი"),
        "what": ("ბიუჯეტის პროექტი", "საგზაო კანონი", "სკოლის რეფორმა", "ენერგოტარიფი", "მიწის რეესტრი",
                 "საარჩევნო კოდექსი", "პორტის მშენებლობა", "წყლის ფასი", "ბავშვთა დახმარება"),
        "why": ("ძლიერი წვიმა", "თანხის ნაკლებობა", "ტექნიკური შემოწმება", "სასამართლოს გადაწყვეტილება",
                "მუშების გაფიცვა", "ქარიშხალი", "დოკუმენტის ხარვეზი", "მძიმე ტრავმა"),
        "where": ("მთისძირი", "წყალტუბანი", "ზღვისპირი", "ახალსოფელი", "ხიდისთავი", "კლდეკარი", "ვაკიჯვარი",
                  "ძველქალაქი"),
        "when": ("ორშაბათს", "პარასკევს", "შემოდგომაზე", "ხვალ", "თვის ბოლოს"),
        "team": ("მთიელი", "კოლხა", "დილა", "ზღვა", "ლომი", "მეტეორი"),
        "score": ("2:1", "3:0", "1:0", "4:2", "2:0", "5:3"),
        "count": ("12", "28", "45", "63", "90", "140", "210", "350", "480", "700"),
    }),
)  # fmt: skip
_SHOWS = ("დილის მშვიდობა", "მოამბე", "სამზარეულო", "ველური ბუნება", "სერიალი: სახლი", "დიალოგი", "კინო: მატარებელი",
          "სპორტის საათი", "მუსიკა", "ძველი ქალაქი", "ისტორიის გაკვეთილი", "ღამის ეთერი", "ექიმის რჩევა")  # fmt: skip
_VOICES = ("მართალია, დროა!", "ვის სჯერა ამის?", "ჩვენთან დღესაც არ იყო წყალი.", "მადლობა მაშველებს.",
           "სად არის პასუხი?", "გზა ისევ დაკეტილია.", "კარგი გადაცემაა, გააგრძელეთ.",
           "ეს უკვე გვითხრეს შარშან.", "ვნახოთ, რა იქნება ხვალ.",
           "ძალიან სამწუხაროა.", "სტუმარი საინტერესო იყო.")  # fmt: skip
_EPISODES = 40


class Eteri(GeneratedSite):
    """The live picture stands above the news at times, beside them at others; the guide rolls on each hour."""

    slug = "eteri"
    hard = (
        "busy; a guide in words that rolls on hourly, live stills, old headlines in a ticker; a lead keeps its picture,"
        " or its words"
    )
    look = Look(
        heading=WIDE, body=WIDE, paper="#f6f4fb", ink="#1c1730", muted="#756f8c", line="#dcd7ea", accent="#b0123b",
        card="#ffffff", lead_px=25, top_px=15,
        extra=(
            ".masthead{background:#1c1730;color:#fff}.masthead .small{color:#c9c3dd}"
            ".ticker{background:#b0123b;color:#fff}"
            ".air,.live{background:#2b2447;color:#fff}.air .small,.live .small{color:#c9c3dd}"
            ".air li{border-color:#463d6b}"
            ".air .now{color:#ffd166;font-weight:bold}.bar{height:14px;background:#dcd7ea;margin-bottom:8px}"
            ".bar div{height:14px;background:#b0123b}.tops .cards img{margin-bottom:8px}h2,h3{line-height:20px}"
        ),
    )  # fmt: skip
    rhythm = Rhythm(lead=0.14, top=0.22, rewrite=0.05, same_picture=0.4, picture=0.06, flag=0.2, night=0.4)
    desk = _GEORGIAN
    tops = 5
    more = 0

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        side = [self._air(hour, 340), self._poll(h, 340), self._talk(h, 340)]
        news: list[Panel] = [self._lead(hour, 660), self._tops(hour, 660)]
        if hour.at.hour in {9, 20, 21}:  # bulletins: the live picture stands above the news
            news.insert(0, self._live(hour, 660))
        rows = [
            row(panels.masthead("ეთერი", 1000, f"პირდაპირი ეთერი {hour.at:%H:%M}", height=52), tag="header"),
            row(self._ticker(h)),
            row(news, side, tag="main"),
            row(self._watched(h)),
        ]
        if self.chance.happens(0.4, "sold", h):
            height = self.chance.pick((90, 140, 200), "sold height", h)
            creative = self.adverts.advert("takeover", h, 970, height)
            shown = f'<img src="{creative.path}" width="970" height="{height}" style="margin:0 auto" alt="">'
            rows.insert(0, row(panels.plain("takeover", 1000, f'<p class="small">რეკლამა</p>{shown}')))
        return rows

    def _lead(self, hour: HourNews, width: int) -> Panel:
        story = self.flow.story(hour.lead)
        flag = '<div><span class="flag">სასწრაფოდ</span></div>' if hour.flag else ""
        seen = f"{self.chance.between(200, 9000, 'seen', hour.hour)} ნახვა"
        html = (
            f"{panels.image(hour.lead.picture, width - 24, 250)}{flag}"
            f'<h1 style="margin-top:8px">{panels.story_link(story, story.headline)}</h1>'
            f'<p>{escape(story.standfirst)}</p><p class="small">{escape(story.byline)}, {seen}</p>'
        )
        return panels.plain("lead", width, html, is_news=True)

    def _tops(self, hour: HourNews, width: int) -> Panel:
        """As small pictures with words beside them at most visits, as bare lines at others."""
        stories = [self.flow.story(item) for item in hour.tops]
        if self.chance.happens(0.25, "bare", hour.hour):
            items = "".join(
                f"<li><h2>{panels.story_link(story, story.headline)}</h2></li>" for story in stories
            )
            return panels.plain("tops", width, f"<ul>{items}</ul>", is_news=True)
        items = "".join(
            f'<div class="side" style="margin-bottom:8px">{panels.image(item.picture, 120, 68)}<div>'
            f'<h2>{panels.story_link(story, story.headline)}</h2><p class="small">{story.section}, '
            f"{self.chance.between(10, 900, 'liked', item.number, hour.hour // 2)} ♥</p></div></div>"
            for item, story in zip(hour.tops, stories, strict=True)
        )
        return panels.plain("tops", width, items, is_news=True)

    def _live(self, hour: HourNews, width: int) -> Panel:
        still = panels.image(f"politics-live-{hour.hour}", width - 24, 180)
        people = 2000 + self.chance.below(9000, "watch", hour.hour)
        words = f'<h2>მოამბე {hour.at:%H:%M}</h2><p class="small">უყურებს {people}</p>'
        return panels.plain("live", width, still + words)

    def _air(self, hour: HourNews, width: int) -> Panel:
        """The guide from now on: the same week after week, hence other words at each hour."""
        clock, day = hour.at.hour, hour.at.weekday()
        lines = ""
        for ahead in range(-1, 6):
            name = _SHOWS[(clock + ahead + 4 * day) % len(_SHOWS)]
            episode = (hour.hour + ahead + 60) % _EPISODES
            kind = "now" if not ahead else ""
            lines += f'<li class="{kind}">{(clock + ahead) % 24:02d}:00 {name} ({episode})</li>'
        still = panels.image(f"feature-air-{hour.hour}", width - 24, 190)
        return panels.plain("air", width, f"{still}<ul>{lines}</ul>")

    def _poll(self, h: int, width: int) -> Panel:
        bars = ""
        yes, no = self.chance.between(20, 45, "yes", h), self.chance.between(20, 45, "no", h)
        for answer, share in (("დიახ", yes), ("არა", no), ("არ ვიცი", 100 - yes - no)):
            bar = f'<div class="bar"><div style="width:{share * 3}px"></div></div>'
            bars += f'<p class="small">{answer}, {share} %</p>{bar}'
        return panels.plain("poll", width, f"<h4>თქვენი აზრი</h4><p>უყურებთ ღამის ეთერს?</p>{bars}")

    def _talk(self, h: int, width: int) -> Panel:
        items = "".join(
            f'<li><p>{voice}</p><p class="small">{self.chance.pick(_GEORGIAN.words["Who"], "voice", h, place)}, '
            f"{self.chance.between(1, 59, 'age', h, place)} წუთის წინ</p></li>"
            for place, voice in enumerate(self.chance.shuffled(_VOICES, "talk", h)[: 3 + h % 3])
        )
        return panels.plain("talk", width, f"<h4>კომენტარები</h4><ul>{items}</ul>")

    def _ticker(self, h: int) -> Panel:
        """One headline of the week before, another at each visit."""
        number = self.chance.below(30, "ticker", h)
        story = _GEORGIAN.write(self.chance.child("week before"), f"{number}", STARTS_AT)
        return panels.plain(
            "ticker", 1000, f'<p style="height:20px;overflow:hidden">{escape(story.headline)}</p>'
        )

    def _watched(self, h: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'feature-show-{_SHOWS.index(name)}', 232, 130)}<h3>{name}</h3>"
            f'<p class="small">{self.chance.between(1, 90, "watched", name, h)} ათასი ნახვა</p></div>'
            for name in self.chance.shuffled(_SHOWS, "watched", h)[:4]
        )
        return panels.plain("watched", 1000, f'<h4>ყველაზე ნახვადი</h4><div class="cards">{cards}</div>')


UNSEEN_ONAIR = (Eteri,)
