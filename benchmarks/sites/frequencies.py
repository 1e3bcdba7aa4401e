"""What is on the air: a Danish radio's bulletin between songs and greetings, a Kurdish broadcaster's front, live."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Item, Rhythm
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WHERE = ("Havnebyen", "Nørre Klit", "Sandholm", "Vesterlund", "Øster Mose", "Fyrbakken", "Kalvø", "Brovad",
          "Skovgårde",
          "Aasted", "Tangkrog")  # fmt: skip
_WHAT = ("Færgen ligger stille med {n} om bord", "Byrådet siger nej til vindmøller",
         "Slagteriet fyrer {n} medarbejdere",
         "Skolen lukker efter sommerferien", "Politiet leder efter en grå varevogn", "{n} kommer til skade i bus",
         "Borgmesteren trækker sig", "Sygehuset får {n} nye senge", "Fiskerne må sejle igen", "Kirketårnet rives ned",
         "Vandet er forurenet i {n} husstande", "Museet finder et skib fra vikingetiden",
         "Retten frikender bankdirektøren",
         "Broen får en ny revne", "Stormen har væltet {n} træer", "Busserne kører ikke i weekenden")  # fmt: skip
_MORE = ("Det bekræfter kommunen over for Bølgeradioen.", "Ingen ved, hvor længe det varer.",
         "Fagforeningen kalder det uhørt.",
         "Sagen behandles på torsdag.", "Naboerne hørte et brag ved fire-tiden.", "Regningen lander hos staten.",
         "Vi følger sagen i eftermiddag.")  # fmt: skip
_LATER = ("Nu oplyser politiet flere detaljer.", "Oppositionen kræver en undersøgelse.", "Ministeren er på vej.",
          "Tallet er steget siden i morges.", "Aftalen er faldet på plads.")  # fmt: skip
_BANDS = ("Kyst & Klang", "Mosekonen", "De Tavse Måger", "Ellen Lyng", "Rugbrødsorkestret", "Nat i Nibe",
          "Fjordbanden",
          "Ib og Isbjørnene", "Solveig Strand", "Trio Tang")  # fmt: skip
_SONGS = ("Blå time", "Sidste færge", "Kom hjem, Karla", "Havgus", "Tusind trin", "En kop til", "Regn på ruden",
          "Juninat",
          "Cykelvals", "Langt ude", "Fyrmesterens datter")  # fmt: skip
_ROADS = ("Rute 18: langsom kørsel ved rundkørslen", "Kalvøbroen: åben for skibe",
          "Motorvej 34: tabt gods i højre spor",
          "Strandvejen: vejarbejde, kør udenom", "Rute 9: en hest på vejen",
          "Færgen: ventetid {n} minutter")  # fmt: skip
_GREETS = ("Tillykke til mormor Inge på {n} år", "Hilsen til holdet på havnen", "Kan I spille noget med harmonika?",
           "Tak for musikken i nat", "Solen skinner i Brovad!", "Jeg kører lastbil og lytter", "Vi savner dig, Karl",
           "Hvem har set min kat?", "Kære alle, tillykke med sølvbrylluppet")  # fmt: skip
_SHOWS = ("Morgenbølgen", "Formiddag med Lis", "Middagsmagasinet", "Eftermiddagsvagten", "Kørekongen", "Aftenjazz",
          "Natkanalen")  # fmt: skip
_CASTS = ("Mordet på møllen", "Havets hemmeligheder", "Spørg dyrlægen", "Bedstefars breve", "Klimakøkkenet",
          "Halv fem med præsten", "Fodboldkælderen", "Sprogpolitiet")  # fmt: skip
_READ_AT = (frozenset({6, 7, 8, 9, 12, 15, 17, 18, 22}), frozenset({8, 12, 18}))
_BULLETIN = 5


@dataclass(frozen=True)
class Heard:
    """A piece of the bulletin: which one, and how often more was said of it."""

    number: int
    turn: int = 0


class Bolgeradio(GeneratedSite):
    """A local radio: the bulletin changes only when one is read; songs, roads and greetings at any time."""

    slug = "bolgeradio"
    hard = "news in batches at fixed hours amid songs, road messages and greetings in the same tags; studio camera"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#102a43", ink="#f0f4f8", muted="#9fb3c8", line="#334e68", accent="#f7c948",
        lead_px=26, top_px=17, card="#243b53",
        extra=(
            ".masthead{background:#f7c948;color:#102a43}.masthead .small{color:#102a43}.nyt h3{font-size:19px;"
            "line-height:25px;margin-top:10px}.nyt,.vej{background:#243b53}.vej h3{font-size:19px;line-height:25px;"
            "margin-top:10px}.spiller{background:#f0f4f8;color:#102a43}.spiller td{padding:4px 14px 4px 0}"
            ".hils p{background:#334e68;border-radius:12px;padding:8px 12px;margin-bottom:8px}"
            ".plan span{display:inline-block;padding:4px 10px;margin-right:6px;background:#243b53;font-size:13px}"
            ".plan span.nu{background:#f7c948;color:#102a43;font-weight:bold}.konk{background:#e12d39;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        told_now = [Heard(number) for number in range(_BULLETIN)]
        number, read_at = _BULLETIN, 6
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and at.hour in _READ_AT[at.weekday() > 4]:
                read_at = at.hour
                new = self.chance.pick((0, 0, 1, 1, 2, 3), "new", hour)
                told_now = [*map(Heard, range(number, number + new)), *told_now][:_BULLETIN]
                number += new
                if self.chance.happens(0.25, "more", hour):
                    which = self.chance.below(2, "of which", hour)
                    told_now[which] = replace(told_now[which], turn=told_now[which].turn + 1)
            news = tuple(words for item in told_now for words in self._told(item))
            yield PageState(rows=tuple(self._page(told_now, read_at, hour, at)), news=news)

    def _told(self, item: Heard) -> tuple[str, str]:
        what, where, more = told(self.chance.child("told"), (_WHAT, _WHERE, _MORE), item.number)
        said = _LATER[(item.number + item.turn) % len(_LATER)] if item.turn else more
        return f"{where}: {what.format(n=self.chance.between(3, 80, 'n', item.number))}", said

    def _page(self, items: Sequence[Heard], read_at: int, hour: int, at: datetime) -> list[Row]:
        narrow = self.chance.happens(0.4, "narrow", hour // 7)
        left, middle = (300, 400) if narrow else (360, 640)
        bulletin, roads = self._bulletin(items, read_at, middle), self._roads(hour, middle)
        camera = panels.image(
            f"portrait-studie-{hour}", left - 24, self.chance.pick((160, 200), "cam", hour // 4)
        )
        studio = panels.plain("studie", left, f"{camera}<p class='small'>Studiet, {at:%H}:02</p>")
        middles = (
            [roads, bulletin] if self.chance.happens(0.3, "roads first", hour // 2) else [bulletin, roads]
        )
        if narrow:
            main = row([studio, self._casts(hour, left)], middles, self._greetings(hour, 300), tag="main")
        else:
            main = row(middles, [studio, self._greetings(hour, left), self._casts(hour, left)], tag="main")
        note = f"FM 98,2 · {self.chance.between(300, 9_000, 'ears', hour)} lytter med"
        rows = [
            row(panels.masthead("Bølgeradioen", 1000, note, height=66), tag="header"),
            row(self._plan(at)),
            row(self._player(hour, at)),
            main,
            row(panels.plain("bund", 1000, '<p class="small">Kontakt · Presseetik · Sendetilladelse</p>')),
        ]
        if self.chance.happens(0.35, "prize", hour // 3):
            words = self.chance.pick(
                ("Vind billetter til havnefesten!", "Ring ind: 70 00 98 98"), "p", hour // 3
            )
            height = self.chance.between(40, 180, "prize px", hour // 3)
            rows.insert(2 + hour // 3 % 2, row(panels.strip(words, height, name="konk")))
        if self.chance.happens(0.4, "sold", hour):
            sold = self.adverts.advert("bar", 60 * hour, 930, self.chance.between(60, 250, "sold px", hour))
            rows.insert(self.chance.between(1, 3, "sold at", hour), row(panels.advert(sold, "reklame", 1000)))
        return rows

    def _bulletin(self, items: Sequence[Heard], read_at: int, width: int) -> Panel:
        lines = ""
        for item in items:
            title, said = self._told(item)
            lines += f'<h3><a href="{ORIGIN}/nyt/{item.number}">{title}</a></h3><p>{said}</p>'
        return panels.plain("nyt", width, f"<h4>Nyhederne kl. {read_at}</h4>{lines}", is_news=True)

    def _roads(self, hour: int, width: int) -> Panel:
        """Messages for drivers, headed and set as the bulletin is, gone after an hour or two."""
        draw = self.chance.child("roads", hour // 2)
        lines = ""
        for number in draw.shuffled(range(len(_ROADS)), "which")[: draw.between(1, 4, "many")]:
            words = _ROADS[number].format(n=draw.between(10, 90, "wait"))
            lines += (
                f"<h3>{words}</h3><p>Meldt af {self.chance.between(1, 40, 'by', number, hour)} lyttere.</p>"
            )
        return panels.plain("vej", width, f"<h4>Trafikken lige nu</h4>{lines}")

    def _player(self, hour: int, at: datetime) -> Panel:
        lines = ""
        for back in range(self.chance.between(3, 6, "songs", hour)):
            song = self.chance.pick(_SONGS, "song", hour, back)
            band = self.chance.pick(_BANDS, "band", hour, back)
            when = at - timedelta(minutes=4 * back + 1)
            lines += f"<tr><td>{when:%H:%M}<td><b>{song}</b><td>{band}<td>♥ {hour % 7 + back}</tr>"
        return panels.plain("spiller", 1000, f"<table>{lines}</table>")

    def _plan(self, at: datetime) -> Panel:
        now = at.hour * len(_SHOWS) // 24
        spans = "".join(
            f'<span class="{"nu" if place == now else "ikke"}">{name}</span>'
            for place, name in enumerate(_SHOWS)
        )
        return panels.plain("plan", 1000, spans)

    def _greetings(self, hour: int, width: int) -> Panel:
        words = self.chance.shuffled(_GREETS, "greets", hour)[: self.chance.between(3, 7, "many", hour)]
        lines = "".join(f"<p>{item.format(n=self.chance.between(60, 104, 'n', hour))}</p>" for item in words)
        return panels.plain("hils", width, f"<h4>Hilsener</h4>{lines}")

    def _casts(self, hour: int, width: int) -> Panel:
        lines = ""
        for number in self.chance.shuffled(range(len(_CASTS)), "casts", hour // 3)[:3]:
            shown = panels.image(f"culture-pod-{number}", 90, 60)
            named = f"<h3>{_CASTS[number]}</h3>Afsnit {number + hour // 24}"
            lines += f'<li><div class="side">{shown}<div>{named}</div></div></li>'
        return panels.plain("pod", width, f"<h4>Podcast</h4><ul>{lines}</ul>")


_KURDISH = LocalDesk(
    MappingProxyType({
        "کوردستان": (
            "{who}: {what} دوا دەخرێت", "لە {where} {count} ماڵ بێ ئاون", "{where} ڕێگای سەرەکی داخرا، {why}",
            "{who} دەستی لە کار کێشایەوە", "{count} کەس لە {where} دەستگیرکران",
            "ئەنجوومەنی {where} {what} پەسند دەکات",
        ),
        "ئابووری": (
            "نرخی {goods} گەیشتە {count} هەزار دینار", "{firm} {count} کرێکار دەردەکات",
            "{firm} کارگەیەک لە {where} دەکاتەوە",
            "هەناردەی {goods} وەستا، {why}",
        ),
        "کۆمەڵ": (
            "مامۆستایانی {where} مانیان گرت", "نەخۆشخانەی نوێ لە {where} کرایەوە",
            "{count} خوێندکار لە {where} بێ قوتابخانەن",
            "شوێنەواری کۆن لە {where} دۆزرایەوە", "ئاگر لە {where}: {why}",
        ),
    }),
    (
        "{who} لە کۆنگرەیەکی ڕۆژنامەوانیدا وتی {count} کەس زیانیان پێ گەیشتووە.",
        "هۆکارەکە {why}، بەپێی لێکۆڵینەوەی سەرەتایی. دانیشتووانی {where} داوای چارەسەر دەکەن.",
        "{firm} وەڵامی نەدایەوە. بڕیارە {who} سبەی سەردانی {where} بکات.",
        "{what} بە {count} ملیۆن دینار تەواو دەکرێت، وەک {who} ڕایگەیاند.",
    ),
    MappingProxyType({
        "Who": ("شیلان ڕەسوڵ", "هێمن ئاکۆ", "ڕێبوار سامان"),
        "who": ("پارێزگار ئارام", "وەزیری کارەبا", "دادوەر نەسرین", "سەرۆکی شارەوانی", "دکتۆر هیوا",
                "پەرلەمانتار شنە",
                "بەڕێوەبەری ئاو", "ئەفسەر دلێر"),
        "where": ("گوندی سپی", "شاری کانی", "دەشتی زەرد", "چیای بەرز", "پردی کۆن", "دۆڵی گوڵ", "بەنداوی سەوز",
                  "قەڵای سوور",
                  "باخی هەنار"),
        "why": ("بەفر باری", "پارە نەما", "بۆریەکە شکا", "کارەبا بڕا", "گرێبەست کۆتایی هات", "لافاو هات"),
        "what": ("پڕۆژەی مێترۆ", "یاسای کرێ", "بودجەی قوتابخانە", "فڕۆکەخانەی نوێ", "هەڵبژاردن", "باجی ئۆتۆمبێل",
                 "ڕێگای دووساید"),
        "goods": ("گەنم", "هەنگوین", "بەنزین", "چیمەنتۆ", "هەنار", "گۆشت"),
        "firm": ("کۆمپانیای زاگرۆس", "بانکی دەشت", "کارگەی شیر", "هێڵی ئاسمانی باز"),
        "count": ("١٢", "٤٠", "٢٣٠", "٧", "٩٥", "٣٤٠٠"),
    }),
)  # fmt: skip
_TV = ("گفتوگۆی شەو", "چێشتخانەی دایکم", "فیلمی هەفتە", "سروشتی کوردستان", "شەوی هونەر", "ماڵی ئێمە",
       "وەرزش بە زیندوویی",
       "گەشت بۆ چیا", "زانست بۆ هەمووان")  # fmt: skip
_RATES = ("دۆلار", "یۆرۆ", "زێڕ", "نەوت", "تمەن", "لیرە")
_BADGES = ("ڤیدیۆ", "نوێ", "تایبەت", "", "", "")


class Dengewar(GeneratedSite):
    """A broadcaster's front from right to left: cards around a live picture, old flashes that run again above."""

    slug = "dengewar"
    hard = "right to left; red flashes of other days run again, live picture of any height, badges flicker on cards"
    desk = _KURDISH
    tops = 6
    more = 5
    rhythm = Rhythm(
        lead=0.1, top=0.1, more=0.1, rewrite=0.02, standfirst=0.03, picture=0.09, same_picture=0.25, night=0.3
    )
    look = Look(
        heading=WIDE, body=WIDE, paper="#f7f7fb", ink="#15141f", muted="#77758a", line="#dcdbe6", accent="#b8002e",
        lead_px=25, top_px=16, card="#ffffff",
        extra=(
            "section{direction:rtl;text-align:right}.masthead{background:#15141f;color:#fff}.bilez{background:#b8002e;"
            "color:#fff;font-weight:bold}.kart{background:#fff;border-bottom:3px solid #b8002e}.kart h2{margin-top:6px}"
            "sup{background:#b8002e;color:#fff;font:bold 11px/16px 'DejaVu Sans';padding:0 6px;vertical-align:top}"
            ".sereki{background:#fff}summary{font-weight:bold}.nirx{background:#2b2940;color:#fff}"
            ".nirx b{margin:0 4px 0 20px;color:#ffd166}.zindi{background:#000;color:#fff}.xol p{padding:5px 0}"
            "details{border-top:1px solid #dcdbe6;padding:6px 0}"
        ),
    )  # fmt: skip

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        at = hour.at + timedelta(hours=3)
        note = f"{at:%Y/%m/%d} - {at:%H:%M}"
        cards = [self._card(item, hour, 250 if place < 4 else 300) for place, item in enumerate(hour.tops)]
        live, lead = self._live(h, 400), self._lead(hour, 600)
        side = panels.advert(
            self.advert("side", hour, 376, self.chance.pick((90, 200, 320), "px", h)), "reklam", 400
        )
        top = (
            row([live, side], lead)
            if self.chance.happens(0.5, "live left", h // 9)
            else row(lead, [side, live])
        )
        rows = [
            row(panels.masthead("دەنگەوار", 1000, note, height=62), tag="header"),
            row(self._rates(h)),
            top,
            row(*cards[:4]),
            row(self._tv(h, 400), cards[4], cards[5]),
            row(self._minute(h, 500), panels.more(self.flow, hour, 500, "هەواڵی زیاتر")),
        ]
        if self.chance.happens(0.45, "flash", h):
            rows.insert(1, row(self._flash(h)))
        if self.chance.happens(0.3, "wide", h // 2):
            wide = self.adverts.advert("wide", 60 * h, 960, self.chance.between(70, 320, "wide px", h // 2))
            rows.insert(self.chance.pick((1, 3, 4), "wide at", h // 2), row(panels.advert(wide, "pan", 1000)))
        return rows

    def _lead(self, hour: HourNews, width: int) -> Panel:
        story = self.flow.story(hour.lead)
        seen = self.chance.between(500, 40_000, "seen", hour.hour)
        html = (
            f"{panels.image(hour.lead.picture, width - 24, 310)}<p class='small'>{seen} بینین</p>"
            f"<h1>{panels.story_link(story, story.headline)}</h1><p>{story.standfirst}</p>"
        )
        return panels.plain("sereki", width, html, is_news=True)

    def _card(self, item: Item, hour: HourNews, width: int) -> Panel:
        story = self.flow.story(item)
        badge = self.chance.pick(_BADGES, "badge", item.number, hour.hour // 2)
        mark = f"<sup>{badge}</sup>" if badge else ""
        ago = f"{self.chance.between(1, 23, 'ago', item.number, hour.hour)} کاتژمێر"
        html = (
            f"{panels.image(item.picture, width - 24, 130)}<h2>{panels.story_link(story, story.headline)} {mark}</h2>"
            f'<p class="small">{story.section} · {ago}</p>'
        )
        return panels.plain("kart", width, html, is_news=True)

    def _live(self, hour: int, width: int) -> Panel:
        """What is on the screen at the moment, under the name of its programme."""
        height = self.chance.pick((180, 220, 220, 340), "live px", hour // 3)
        name = self.chance.pick(_TV, "live", hour // 2)
        shown = panels.image(f"crowd-zindi-{hour}", width - 24, height)
        return panels.plain(
            "zindi", width, f"{shown}<h2>{name}</h2>{self.chance.between(90, 7_000, 'v', hour)} بینەر"
        )

    def _flash(self, hour: int) -> Panel:
        """A flash that had its day: one of twenty, again and again."""
        number = self.chance.below(20, "which flash", hour)
        story = _KURDISH.write(self.chance.child("flashes"), f"{number}", STARTS_AT)
        tall = self.chance.pick((24, 40, 90), "flash px", hour)
        return panels.plain(
            "bilez", 1000, f'<p style="height:{tall}px;line-height:{tall}px">بەپەلە: {story.headline}</p>'
        )

    def _rates(self, hour: int) -> Panel:
        line = "".join(f"<b>{name}</b>{self.chance.between(900, 9_900, name, hour)}" for name in _RATES)
        return panels.plain("nirx", 1000, f"<p>{line}</p>")

    def _tv(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<p>{(hour + 9 + step) % 24:02d}:00 — {self.chance.pick(_TV, 'tv', (hour + step) % 24)}</p>"
            for step in range(7)
        )
        return panels.plain("xol", width, f"<h4>خشتەی بەرنامە</h4>{lines}")

    def _minute(self, hour: int, width: int) -> Panel:
        """What viewers write, one of them unfolded."""
        lines = ""
        for seat in range(self.chance.between(3, 6, "letters", hour)):
            letter = _KURDISH.write(self.chance.child("letters"), f"{hour}-{seat}", STARTS_AT)
            opened = " open" if seat == hour % 3 else ""
            lines += (
                f"<details{opened}><summary>{letter.byline}</summary><p>{letter.standfirst}</p></details>"
            )
        return panels.plain("name", width, f"<h4>نامەی بینەران</h4>{lines}")


FREQUENCIES = (Bolgeradio, Dengewar)
