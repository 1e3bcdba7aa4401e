"""A public broadcaster nobody had seen: Maltese news below a player that shows each hour's programme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WHO = ("Il-Ministra tat-Trasport", "L-Oppożizzjoni", "Il-Kummissjoni Ewropea", "Il-Pulizija", "L-Università",
        "L-Awtorità tal-Ippjanar", "Il-Qorti tal-Appell", "Il-Kamra tal-Avukati", "L-Unjin tal-Għalliema",
        "L-Aġenzija tas-Saħħa", "L-Awtorità tal-Artijiet", "Il-Kamra tal-Kummerċ",
        "Il-Federazzjoni tal-Futbol")  # fmt: skip
_DOES = ("tħabbar miżuri ġodda dwar it-traffiku", "titlob investigazzjoni dwar il-kuntratt",
         "tiddefendi d-deċiżjoni fuq l-art",
         "twissi dwar żieda fil-prezzijiet", "tilqa' r-rapport tal-awdituri", "tissospendi l-permess tal-marina",
         "tinvestiga l-aċċident ta' filgħodu", "tiċħad l-akkużi ta' nuqqas", "tippubblika l-istatistika tal-imgħax",
         "tagħlaq it-triq ewlenija għal xahar", "tilħaq ftehim mal-ħaddiema")  # fmt: skip
_MORE = ("Id-dettalji tħabbru f'konferenza tal-aħbarijiet il-Belt.", "Ir-residenti jgħidu li ma ġewx ikkonsultati.",
         "Il-każ jissokta fil-jiem li ġejjin.", "Sorsi qalu li d-diskussjonijiet damu sa tard.",
         "L-esperti jqisuha bħala pass importanti.", "Mhux magħruf min se jħallas l-ispejjeż.")  # fmt: skip
_AGAIN = ("reazzjonijiet", "dettalji ġodda", "filmat", "analiżi")
_SECTIONS = ("politics", "city", "world", "economy", "city")
_PROGRAMMES = ("Mużika tal-Lejl", "Rużarju", "Bonġu", "TVAM", "Il-Ħuġġieġa", "Kċina Maltija", "Telebejgħ",
               "Aħbarijiet f'Nofsinhar",
               "Ġwienaħ", "Dokumentarju: Il-Baħar", "Tfal Ferħana", "Sibtijiet", "Telenovela: Xtaqtek",
               "Bejn Kliem u Storja",
               "Aħbarijiet tat-8", "Xarabank tal-Lejl", "Film")  # fmt: skip
_DAY = (0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 9, 7, 8, 9, 10, 11, 12, 13, 14, 14, 15, 16, 16)
_REST = (16, 0, 0, 0, 1, 1, 2, 2, 10, 10, 4, 1, 7, 11, 16, 16, 9, 8, 12, 14, 14, 15, 15, 16)
_VIDEOS = ("Kif isir il-ġbejniet", "L-aħħar dgħajsa tal-pass", "Il-festa ta' San Ġorġ",
           "Kunċert: il-Banda La Valette",
           "Gozo mill-ajru", "Intervista mal-kittieb", "Il-ġonna moħbija", "Futbol: l-aqwa gowls",
           "Ir-riċetta tal-imqarrun",
           "Mill-arkivju: 1964", "It-tempji ta' Ħaġar Qim", "Quddiesa tal-Ħadd")  # fmt: skip
_POLL = ("Iva", "Le", "Ma nafx")
_SKY = ("Sabiħ", "Ftit imsaħħab", "Imsaħħab", "Xita ħafifa")


@dataclass(frozen=True)
class Report:
    """A report: which one, when it came, the photograph it is run with, and how often its headline was rewritten."""

    number: int
    since: int
    photo: str
    again: int = 0


class Xandir(GeneratedSite):
    """A public broadcaster: the programme of the hour above in large, news below in words that age by the hour."""

    slug = "xandir"
    hard = "a large picture of the programme at its hour, ages in the news themselves, a lead under its old picture"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#fafafa", ink="#15161a", muted="#767a84", line="#dcdfe5", accent="#c8102e",
        lead_px=30, top_px=18, card="#eef0f4",
        extra=(
            ".masthead,.player,.schedule{background:#1b1e27;color:#fff}"
            ".masthead .small,.schedule .small{color:#aab0bf}"
            ".schedule li{border-color:#343a48}.player h1{position:absolute;left:24px;bottom:12px;background:#c8102e;"
            "padding:4px 16px;font-size:26px;line-height:34px}.poll,.weather{background:#eef0f4}"
            ".bar{background:#c8102e;"
            "height:10px;margin:4px 0 8px}.headlines li{display:flex;gap:12px}.headlines h2{flex:1}.headlines .small{"
            "width:96px;line-height:24px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 21), then=0.65, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        reports = [self._new(-number, -number) for number in range(1, 8)]
        for hour in range(hours):
            if hour:
                reports = self._after(reports, hour)
            news = (self._words(reports[0])[1], *(self._words(item)[0] for item in reports))
            yield PageState(rows=tuple(self._page(reports, hour)), news=news)

    def _new(self, number: int, hour: int) -> Report:
        return Report(number, hour, f"{self.chance.pick(_SECTIONS, 'section', number)}-{number + 60}")

    def _after(self, old: list[Report], hour: int) -> list[Report]:
        what = self.chance.number("what", hour) / self.duty.at(STARTS_AT + timedelta(hours=hour))
        fresh = self._new(hour, hour)
        if what < 0.06:
            return [fresh, *old][:7]
        if what < 0.1:  # the next report of the same affair, under the same photograph
            return [replace(fresh, photo=old[0].photo), *old[1:]]
        if what < 0.22:
            return [old[0], fresh, *old[1:]][:7]
        if what < 0.27:
            return [replace(old[0], again=old[0].again + 1), *old[1:]]
        return old

    def _words(self, item: Report) -> tuple[str, str]:
        who, does, more = told(self.chance.child("told"), (_WHO, _DOES, _MORE), item.number)
        added = f": {_AGAIN[item.again % len(_AGAIN)]}" if item.again else ""
        return f"{who} {does}{added}", more

    def _page(self, reports: Sequence[Report], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        rows = [
            row(
                panels.masthead("XANDIR MALTA", 1000, f"TV · Radju · Aħbarijiet · {at:%H:%M}", height=56),
                tag="header",
            ),
            row(self._player(hour, 680), self._schedule(hour, 320)),
            row(
                [self._lead(reports[0], hour, 680), self._headlines(reports[1:], hour, 680)],
                [self._weather(hour, 320), self._poll(hour, 320), self._podcast(hour, 320)],
                tag="main",
            ),
            row(self._videos(hour)),
        ]
        if 9 <= at.hour <= 11:
            rows.insert(1, row(panels.strip("Il-linji miftuħa: ċempel 2122 8800", 60, name="promo")))
        return rows

    def _player(self, hour: int, width: int) -> Panel:
        number = _programme(hour)
        html = (
            f"{panels.image(f'culture-programme-{number}', width - 24, 291)}<h1>▶ {_PROGRAMMES[number]}</h1>"
        )
        return panels.plain("player", width, html)

    def _schedule(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<li><span class="small">{STARTS_AT + timedelta(hours=hour + ahead):%H:00}</span>'
            f"<h3>{_PROGRAMMES[_programme(hour + ahead)]}</h3></li>"
            for ahead in range(1, 6)
        )
        return panels.plain("schedule", width, f"<h4>Imbagħad fuq TVM</h4><ul>{lines}</ul>")

    def _lead(self, item: Report, hour: int, width: int) -> Panel:
        title, more = self._words(item)
        html = (
            f'<div class="side">{panels.image(item.photo, 310, 220)}<div><h1><a href="{ORIGIN}/ahbar/'
            f'{item.number + 100}">{title}</a></h1><p>{more}</p><p class="small">{_age(hour - item.since)}</p>'
            "</div></div>"
        )
        return panels.plain("lead", width, html, is_news=True)

    def _headlines(self, items: Sequence[Report], hour: int, width: int) -> Panel:
        lines = "".join(
            f'<li><span class="small">{_age(hour - item.since)}</span><h2><a href="{ORIGIN}/ahbar/'
            f'{item.number + 100}">{self._words(item)[0]}</a></h2></li>'
            for item in items
        )
        return panels.plain("headlines", width, f"<h4>L-aħħar aħbarijiet</h4><ul>{lines}</ul>", is_news=True)

    def _weather(self, hour: int, width: int) -> Panel:
        at = STARTS_AT + timedelta(hours=hour)
        warm = 16 + (7 - abs(at.hour - 14) // 2) + self.chance.below(3, "warm", hour)
        sky = self.chance.pick(_SKY, "sky", hour // 3)
        wind = self.chance.between(1, 6, "wind", hour)
        html = f"<h4>It-temp</h4><h1>{warm}°</h1><p>{sky} · riħ forza {wind}</p>"
        return panels.plain("weather", width, html)

    def _poll(self, hour: int, width: int) -> Panel:
        first = self.chance.between(38, 52, "yes", hour)
        second = self.chance.between(30, 40, "no", hour)
        bars = "".join(
            f'<p>{name} <b>{share}%</b></p><div class="bar" style="width:{share * 28 // 10}px"></div>'
            for name, share in zip(_POLL, (first, second, 100 - first - second), strict=True)
        )
        html = f"<h4>Sondaġġ</h4><h3>Taqbel ma' ferry bla ħlas?</h3>{bars}"
        votes = 2100 + 19 * hour + self.chance.below(19, "votes", hour)
        return panels.plain("poll", width, f'{html}<p class="small">{votes:,} voti</p>')

    def _podcast(self, hour: int, width: int) -> Panel:
        number = self.chance.below(len(_VIDEOS), "podcast", hour)
        html = f"<h4>Podcast</h4>{panels.image(f'feature-podcast-{number}', width - 24, 150)}<h3>{_VIDEOS[number]}</h3>"
        return panels.plain("podcast", width, html)

    def _videos(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'feature-video-{number}', 232, 140)}<h3>{_VIDEOS[number]}</h3></div>"
            for number in self.chance.shuffled(range(len(_VIDEOS)), "videos", hour)[:4]
        )
        return panels.plain("videos", 1000, f'<h4>Ara mill-ġdid</h4><div class="cards">{cards}</div>')


def _programme(hour: int) -> int:
    """What is on at an hour: the same every working day, something else at weekends."""
    at = STARTS_AT + timedelta(hours=hour)
    return (_REST if at.weekday() > 4 else _DAY)[at.hour]


def _age(hours: int) -> str:
    """How long ago that was."""
    if hours < 1:
        return "issa"
    if hours < 24:
        return f"{hours} siegħat ilu" if hours > 1 else "siegħa ilu"
    return f"{hours // 24} ijiem ilu" if hours > 47 else "ilbieraħ"


UNSEEN_BROADCASTS = (Xandir,)
