"""Offices that say what they do: the agenda of a Turkish town's assembly, a Hungarian ministry's press room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WHERE = ("Yeşilköy Mahallesi", "Çınarlı Caddesi", "eski otogar alanı", "Kale surları", "pazar yeri", "sahil bandı",
          "Gülbahçe Mahallesi", "sanayi sitesi", "İstasyon Meydanı", "Dere Sokağı", "mezarlık yolu",
          "Işıklar Parkı",
          "su deposu arsası")  # fmt: skip
_MATTERS = ("için imar planı değişikliği", "kira bedelinin belirlenmesi", "otopark ücret tarifesi",
            "taşınmaz satışı",
            "adının değiştirilmesi", "için kredi kullanılması", "bakım ihalesi", "toplu taşıma hattı",
            "kamulaştırma kararı",
            "ağaç kesim izni", "gece aydınlatması", "kreş yapılması")  # fmt: skip
_OFFICES = ("İmar ve Şehircilik", "Mali Hizmetler", "Fen İşleri", "Park ve Bahçeler", "Zabıta",
            "Ulaşım", "Emlak")  # fmt: skip
_PAPERS = ("Komisyon raporu", "Başkanlık yazısı", "Plan paftası", "Bilirkişi raporu",
           "Değişiklik önergesi", "Bütçe cetveli")  # fmt: skip
_STATES = ("Gündemde", "Komisyonda", "Kabul edildi", "Oy çokluğuyla kabul", "Reddedildi", "Ertelendi")
_SCENES = ("Başkan pazarda esnafla buluştu", "Yeni parkımız hayırlı olsun", "Asfaltta rekor",
           "Çocuk şenliği bu yıl da coşkulu",
           "Akıllı durak geliyor", "Tarihî hamam ayağa kalkıyor", "Sıfır atıkta birinciyiz")  # fmt: skip
_SERVICES = ("Borç ödeme", "Nöbetçi eczane", "Cenaze işlemleri", "İmar durumu", "Evlendirme", "Su kesintisi",
             "Şikâyet yaz",
             "Kent kart", "Hava kalitesi", "Otobüs saatleri", "Ruhsat sorgulama", "Canlı kameralar")  # fmt: skip
_LINES = ("4 Hastane", "11 Üniversite", "7 Sahil", "23 Organize", "2 Terminal", "15 Kale", "9 Çarşı")


@dataclass(frozen=True)
class Matter:
    """A matter before the assembly: its state by now and how many papers are attached."""

    number: int
    state: int = 0
    papers: int = 1


class Meclis(GeneratedSite):
    """A town assembly's agenda: matters and papers come on working days, states on sittings; a mayor's slides above."""

    slug = "meclis"
    hard = "slow; a word or a paper of a row matters, downloads in the same row do not; slides, a broadcast above"
    more = 0
    look = Look(
        heading=SANS, paper="#f2f2f2", ink="#202124", muted="#6b6f76", line="#d8dadd", accent="#a61b1b", lead_px=26,
        top_px=18, card="#ffffff",
        extra=(
            ".slide,.live{padding:0;background:#1b1b1b;color:#fff}.slide h1,.live h2{padding:10px 24px;margin:0}"
            "table{border-collapse:collapse;width:100%}td,th{padding:6px 8px 5px;border-top:1px solid #d8dadd;"
            "text-align:left;vertical-align:top;line-height:19px;font-size:14px}.agenda{background:#fff}"
            ".doc{color:#a61b1b;font-size:12px;line-height:17px;display:block}.st{font-weight:bold}"
            ".services span{display:inline-block;box-sizing:border-box;width:98px;height:58px;padding:8px;color:#fff;"
            "margin:0 6px 6px 0;vertical-align:top;"
            "font-size:12px;line-height:16px}.buses,.queue{background:#fff}.poll{background:#fde8c9}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 17), then=0.0, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        matters = [Matter(number) for number in range(6)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                matters = self._later(matters, hour, at)
            words = tuple(" · ".join(self._told(item)) for item in matters)
            news = (*words, f"{self._sitting(at):%d.%m.%Y}")
            yield PageState(rows=tuple(self._page(matters, hour, at)), news=news)

    def _later(self, old: list[Matter], hour: int, at: datetime) -> list[Matter]:
        """The agenda at the next hour; the day after a sitting, what was decided makes room."""
        if at.weekday() == 3 and 14 <= at.hour <= 18:
            waiting = [place for place, item in enumerate(old) if item.state < 2][: 1 + hour % 2]
            return [
                replace(item, state=self.chance.pick((2, 2, 3, 4, 5), "vote", item.number))
                if place in waiting
                else item
                for place, item in enumerate(old)
            ]
        if at.weekday() == 4 and at.hour == 10:
            rest = [item for item in old if item.state < 2]
            return [*rest, *(Matter(old[-1].number + seat) for seat in range(1, max(2, 6 - len(rest))))]
        work = self.duty.at(at)
        if len(old) < 9 and self.chance.happens(0.09 * work, "new", hour):
            return [*old, Matter(old[-1].number + 1)]
        place = self.chance.below(len(old), "whose", hour)
        item = old[place]
        if item.papers < 4 and self.chance.happens(0.1 * work, "paper", hour):
            item = replace(item, papers=item.papers + 1)
        elif item.state == 0 and self.chance.happens(0.06 * work, "referred", hour):
            item = replace(item, state=1)
        return [*old[:place], item, *old[place + 1 :]]

    def _sitting(self, at: datetime) -> datetime:
        """The sitting that the agenda is of."""
        past = at.weekday() > 4 or (at.weekday() == 4 and at.hour >= 10)
        return at + timedelta(days=3 - at.weekday() + 7 * past)

    def _told(self, item: Matter) -> tuple[str, ...]:
        where, matter, office = told(self.chance.child("told"), (_WHERE, _MATTERS, _OFFICES), item.number)
        papers = self.chance.shuffled(_PAPERS, "papers", item.number)[: item.papers]
        return f"{where} {matter}", office, *papers, _STATES[item.state]

    def _page(self, matters: Sequence[Matter], hour: int, at: datetime) -> list[Row]:
        note = f"{at:%d.%m.%Y %H:%M} · {12 + self.chance.below(12, 'degrees', hour // 2)}°"
        rows = [
            row(panels.masthead("Çınarlı Belediyesi", 1000, note, height=58), tag="header"),
            row(self._slide(hour)),
            row(
                [self._agenda(matters, hour, at, 660)],
                [self._services(hour, 340), self._buses(hour, 340), self._queue(hour, 340)],
                tag="main",
            ),
            row(
                panels.plain("foot", 1000, '<p class="small">Kurumsal · KVKK · Bilgi edinme</p>'),
                tag="footer",
            ),
        ]
        if at.weekday() == 3 and 14 <= at.hour <= 18:
            frame = panels.image(f"hall-live-{hour}", 1000, 180)
            rows.insert(1, row(panels.plain("live", 1000, f"<h2>Meclis canlı yayını</h2>{frame}")))
        if self.chance.happens(0.3, "poll", hour // 4):
            height = self.chance.pick((50, 84), "poll height", hour // 4)
            rows.insert(
                1, row(panels.strip("Anket: Belediye hizmetlerinden memnun musunuz?", height, name="poll"))
            )
        return rows

    def _agenda(self, matters: Sequence[Matter], hour: int, at: datetime, width: int) -> Panel:
        lines = ""
        for place, item in enumerate(matters, 1):
            title, office, *papers, state = self._told(item)
            loads = [
                9 + self.chance.below(4, "loads", item.number, seat, hour) + hour // 3
                for seat in range(len(papers))
            ]
            docs = "".join(
                f'<a class="doc" href="{ORIGIN}/belge/{item.number}/{seat}">PDF {name} ({load} indirme)</a>'
                for seat, (name, load) in enumerate(zip(papers, loads, strict=True))
            )
            lines += (
                f"<tr><td>{place}</td><td><b>{title}</b>{docs}</td><td>{office}</td>"
                f'<td class="st">{state}</td></tr>'
            )
        sitting = self._sitting(at)
        left = int((sitting.replace(hour=14) - at).total_seconds() // 3600)
        said = f"Oturuma {left} saat kaldı" if left > 0 else "Oturum başladı"
        head = "<tr><th>No</th><th>Konu ve belgeler</th><th>Müdürlük</th><th>Durum</th></tr>"
        title = f'<h1>Meclis gündemi, {sitting:%d.%m.%Y}</h1><p class="small">{said}</p>'
        return panels.plain("agenda", width, f"{title}<table>{head}{lines}</table>", is_news=True)

    def _slide(self, hour: int) -> Panel:
        """One of the mayor's slides; the next visit sees another."""
        number = self.chance.below(len(_SCENES), "scene", hour)
        height = self.chance.pick((280, 320, 360), "tall", hour // 6)
        picture = panels.image(f"culture-mayor-{number}", 1000, height)
        return panels.plain("slide", 1000, f"{picture}<h1>{_SCENES[number]}</h1>")

    def _services(self, hour: int, width: int) -> Panel:
        """What is used most at the hour, in that order."""
        hues = ("#1f6f8b", "#a61b1b", "#3f7d20", "#7a4fa3", "#c7651d")
        cells = "".join(
            f'<span style="background:{hues[_SERVICES.index(name) % 5]}">{name}</span>'
            for name in self.chance.shuffled(_SERVICES, "services", hour)[:9]
        )
        return panels.plain("services", width, f"<h4>En çok kullanılanlar</h4>{cells}")

    def _buses(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_LINES, "lines", hour)[:5]
        lines = "".join(
            f"<li>{name} <b>{self.chance.between(1, 25, 'minutes', name, hour)} dk</b></li>" for name in order
        )
        return panels.plain("buses", width, f"<h4>Durağa yaklaşan</h4><ul>{lines}</ul>")

    def _queue(self, hour: int, width: int) -> Panel:
        camera = panels.image(f"city-square-{hour}", width - 24, 170)
        waiting = f"Çağrı merkezinde bekleyen: {self.chance.below(40, 'waiting', hour)}"
        return panels.plain("queue", width, f"<h4>Meydan kamerası</h4>{camera}<p>{waiting}</p>")


_WHO = ("A tárca", "Az államtitkár", "A miniszter", "A kormánybiztos", "A helyettes államtitkár",
        "A minisztérium szóvivője",
        "A hivatal elnöke")  # fmt: skip
_DID = ("megnyitotta a felújított kórházszárnyat", "pályázatot hirdetett kisvállalkozásoknak",
        "cáfolja a sajtóhíreket",
        "aláírta a vasúti megállapodást", "vizsgálatot rendelt el", "bejelentette a bértábla módosítását",
        "felfüggesztette a támogatást", "egyeztetett a szakszervezetekkel", "elhalasztotta a bevezetést",
        "új rendeletet tett közzé", "rendkívüli sajtótájékoztatót tart", "átadta az év tanára díjakat",
        "levélben fordult a bizottsághoz")  # fmt: skip
_IN = ("Szegeden", "Brüsszelben", "Miskolcon", "a Parlamentben", "Nyíregyházán", "Pécsett", "Kaposváron", "Győrben",
       "a Karmelitában", "Salgótarjánban", "Zalaegerszegen")  # fmt: skip
_SAID = (
    "A beruházás értéke {n} milliárd forint.", "Az intézkedés {n} ezer családot érint.",
    "A jelentkezés határideje {n} nap múlva jár le.",
    "A megállapodást {n} település írta alá.", "A vizsgálat {n} munkanapon belül zárul.",
    "A keretösszeg {n} millió euró.",
    "Az ülésen {n} szervezet képviseltette magát.", "A módosítás {n} paragrafust érint.",
)  # fmt: skip
_MORE = ("A részletekről később adunk tájékoztatást.", "A döntést a kormány szerdai ülésén hozta meg.",
         "A felek írásban rögzítették álláspontjukat.", "A tárca köszöni a szakma türelmét.",
         "Kérdéseket írásban várunk.", "A rendelet a kihirdetést követő napon lép hatályba.",
         "Az érintetteket levélben értesítik.", "A munka a jövő héten folytatódik.")  # fmt: skip
_GALLERY = ("Ünnepi koszorúzás", "Aratóünnep", "Nyílt nap a minisztériumban", "Képek: a felújított díszterem",
            "Archív felvételek",
            "Ifjúsági tábor", "Kézfogások", "Zászlófelvonás")  # fmt: skip
_QUOTES = ("„Magyarország előre megy.”", "„A munka becsülete.”", "„Együtt könnyebb.”", "„Minden forint számít.”",
           "„A család az első.”")  # fmt: skip
_POSTS = ("Jó reggelt mindenkinek!", "Ma is dolgozunk, hajrá!", "Kávé és kormányülés",
          "Szép napot a gyönyörű Balatonról",
          "Gratulálunk a csapatnak!", "Nézzék meg a videót", "Kézműves piac, ezt kóstolni kell", "Esik, de jövünk",
          "Boldog névnapot!", "Vasárnapi húsleves")  # fmt: skip
_FORMS = ("Arculati kézikönyv", "Akkreditációs lap", "Miniszteri életrajz", "Logócsomag", "Beszédek 2025",
          "Évkönyv",
          "Sajtófotó-szabályzat")  # fmt: skip


@dataclass(frozen=True)
class Release:
    """A release: since when, how often its figure was put right, how many sentences were added."""

    number: int
    since: int
    righted: int = 0
    added: int = 0


class Sajto(GeneratedSite):
    """A ministry's press room: a statement and releases in two columns, put right, withdrawn; galleries, a feed."""

    slug = "sajto"
    hard = "bursts at nine and three; releases change columns as others come; galleries above, a shuffled feed beside"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fffefb", ink="#1d2a24", muted="#76807a", line="#dfd8c4", accent="#8c6a1d",
        lead_px=27, top_px=17, card="#f6f1e3",
        extra=(
            ".masthead{border-bottom:4px solid #8c6a1d}.gallery{background:#1d2a24;color:#fff}.gallery .cards{gap:6px}"
            ".statement{background:#f6f1e3}.release{border:0 solid #fffefb;border-width:0 8px 8px 0;"
            "box-shadow:inset 4px 0 #8c6a1d;padding-left:18px}.release .fix{background:#b3261e;color:#fff;"
            "font:bold 11px/17px 'Liberation Sans';padding:0 6px;display:inline-block}.feed li{font-size:14px}"
            ".quote{background:#1d2a24;color:#fff;text-align:center}.news{background:#fff;border:4px solid #8c6a1d}"
            ".cookies p{background:#1d2a24}.nation{background:#1f5f3a;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 18), then=0.12, night=0.04)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; that a release is withdrawn is news too."""
        releases = [Release(number, -5 * (6 - number) - 1) for number in range(7)][::-1]
        count = len(releases)
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                releases = self._later(releases, count, hour, at)
                count = max(count, releases[0].number + 1, releases[1].number + 1)
            news = tuple(part for item in releases for part in self._told(item))
            over = (self._letter(),) if self.chance.happens(0.2, "letter", hour) else ()
            yield PageState(rows=tuple(self._page(releases, hour, at)), news=news, overlays=over)

    def _later(self, old: list[Release], number: int, hour: int, at: datetime) -> list[Release]:
        """The first of them is the statement; a release comes below it, another statement in its place."""
        work = self.duty.at(at) * (1.7 if at.hour in {9, 15} else 0.9)
        if self.chance.happens(0.08 * work, "statement", hour):
            return [Release(number, hour), *sorted(old, key=lambda item: -item.number)[:6]]
        if self.chance.happens(0.25 * work, "release", hour):
            return [old[0], Release(number, hour), *old[1:6]]
        if self.chance.happens(0.09 * work, "added", hour):
            return [replace(old[0], added=min(4, old[0].added + 1)), *old[1:]]
        place = self.chance.between(1, 3, "whose", hour)
        if self.chance.happens(0.07 * work, "righted", hour):
            return [*old[:place], replace(old[place], righted=old[place].righted + 1), *old[place + 1 :]]
        if len(old) > 5 and self.chance.happens(0.02 * work, "withdrawn", hour):
            return [*old[:place], *old[place + 1 :]]
        return old

    def _told(self, item: Release) -> tuple[str, str]:
        who, did, where = told(self.chance.child("told"), (_WHO, _DID, _IN), item.number)
        draw = self.chance.child("release", item.number)
        figure = draw.pick(_SAID, "said").format(n=draw.between(2, 98, "n") + 3 * item.righted)
        more = draw.shuffled(_MORE, "more")[: 1 + item.added]
        return f"{who} {did} {where}", " ".join((figure, *more, f"({7100 + item.number}. sz.)"))

    def _page(self, releases: Sequence[Release], hour: int, at: datetime) -> list[Row]:
        first, *rest = releases
        rows = [
            row(panels.masthead("Sajtószoba", 1000, f"{at:%Y. %m. %d. %H:%M}", height=64), tag="header"),
            row(self._gallery(hour)),
            row(
                [self._statement(first, hour, 670), *self._pairs(rest, hour)],
                [self._quote(hour, 330), self._feed(hour, 330), self._forms(hour, 330)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Impresszum · Adatvédelem · English</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "nation", hour // 3):
            height = self.chance.pick((54, 90, 140), "nation height", hour // 3)
            rows.insert(0, row(panels.strip("Nemzeti konzultáció: töltse ki most!", height, name="nation")))
        if self.chance.happens(0.2, "cookies", hour):
            rows.insert(
                0, row(panels.strip("Sütiket használunk. Elfogadom. Beállítások.", 60, name="cookies"))
            )
        return rows

    def _statement(self, item: Release, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        link = f'<a href="{ORIGIN}/kozlemeny/{item.number}">{title}</a>'
        seen = f"Megtekintve: {30 * (hour - item.since) + self.chance.below(30, 'seen', hour)}"
        html = f'<h4>Nyilatkozat</h4><h1>{link}</h1><p>{words}</p><p class="small">{seen}</p>'
        return panels.plain("statement", width, html, is_news=True)

    def _pairs(self, items: Sequence[Release], hour: int) -> list[Panel]:
        """Releases two by two, so that each that comes sends all others to the other column."""
        found = []
        for place in range(0, len(items), 2):
            cells = "".join(f"<div>{self._release(item, hour)}</div>" for item in items[place : place + 2])
            found.append(panels.plain("release", 670, f'<div class="cards">{cells}</div>', is_news=True))
        return found

    def _release(self, item: Release, hour: int) -> str:
        title, words = self._told(item)
        since = STARTS_AT + timedelta(hours=item.since)
        fix = '<p class="fix">HELYESBÍTVE</p>' if item.righted else ""
        loads = self.chance.between(1, 90, "loads", item.number, hour)
        said = f"{since:%m. %d. %H:%M} · letöltve {loads} alkalommal"
        link = f'<a href="{ORIGIN}/kozlemeny/{item.number}">{title}</a>'
        return f'{fix}<h2>{link}</h2><p>{words}</p><p class="small">{said}</p>'

    def _gallery(self, hour: int) -> Panel:
        """Three of the galleries at each visit."""
        height = self.chance.pick((200, 230, 260), "tall", hour // 5)
        order = self.chance.shuffled(range(len(_GALLERY)), "gallery", hour)[:3]
        cards = "".join(
            f"<div>{panels.image(f'politics-gallery-{number}', 321, height)}<h3>{_GALLERY[number]}</h3></div>"
            for number in order
        )
        return panels.plain("gallery", 1000, f'<div class="cards">{cards}</div>')

    def _quote(self, hour: int, width: int) -> Panel:
        number = self.chance.below(len(_QUOTES), "quote", hour)
        picture = panels.image(f"portrait-quote-{number}", width - 24, 180)
        return panels.plain("quote", width, f"{picture}<h2>{_QUOTES[number]}</h2>")

    def _feed(self, hour: int, width: int) -> Panel:
        """Posts of the ministry's people, whichever the network hands out at the visit."""
        lines = "".join(
            f'<li>{words}<p class="small">{self.chance.between(12, 4800, "liked", words, hour)} kedvelés</p></li>'
            for words in self.chance.shuffled(_POSTS, "feed", hour)[:5]
        )
        return panels.plain("feed", width, f"<h4>Közösségi oldalunkról</h4><ul>{lines}</ul>")

    def _forms(self, hour: int, width: int) -> Panel:
        lines = "".join(f"<li>{name}</li>" for name in self.chance.shuffled(_FORMS, "forms", hour)[:4])
        return panels.plain("forms", width, f"<h4>Legtöbbször letöltve</h4><ul>{lines}</ul>")

    def _letter(self) -> Overlay:
        words = "<h2>Kérje hírlevelünket!</h2><p>Minden reggel a legfontosabbak.</p><p>Később</p>"
        return Overlay(panels.plain("news", 400, f'<div style="height:130px">{words}</div>'), 300, 460)


AGENDAS = (Meclis, Sajto)
