"""What is issued amid what is shown: an Estonian coastal agency's releases, a Swahili paper with a slow lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Item, Rhythm
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WHERE = ("Vaiguste lahes", "Kotkaranna sadamas", "Tormisaare väinas", "Hülgelaidudel", "Soolamäe rannikul",
          "Pikanina poolsaarel", "Liivaku jõe suudmes", "Udusadama kail", "Ristnamõisa vetes")  # fmt: skip
_DONE = ("keelas amet {n} päevaks võrgupüügi", "leiti {n} tonni naftajääke", "avati pärast remonti lainemurdja",
         "peatati {n} laeva kontrolliks", "uputati ebaseaduslik kalakasvatus", "algab {n} nädalat kestev süvendamine",
         "tühistas kohus ameti ettekirjutuse", "suleti majakas külastajatele", "lubatakse taas {n} paati",
         "kehtestati kiirusepiirang {n} sõlme", "vahetatakse välja {n} poid", "märgistati uus laevatee",
         "trahviti püüdjaid {n} tuhande euroga")  # fmt: skip
_REASON = ("Otsus jõustub kohe ja kehtib kuni uue teateni.", "Põhjuseks on rannarahva kaebused.",
           "Töid rahastab riik koos omavalitsusega.", "Järelevalve jätkub ka nädalavahetusel.",
           "Ameti hinnangul ohtu inimestele ei ole.", "Kapten loobus selgitustest.",
           "Vaideid saab esitada kolmekümne päeva jooksul.")  # fmt: skip
_ADDED = ("Täiendatud: piirkond on laiem, kui esialgu teatati.", "Parandatud: tähtaeg lükkub edasi.",
          "Täiendatud: lisatud koordinaadid.", "Täiendatud: kannatada sai üks töötaja.",
          "Parandatud: töid teeb teine ettevõte.")  # fmt: skip
_SHOWN = (
    ("Kampaania", "Vest selga, telefon kotti!", "Suvi merel algab kaldal."),
    ("Video", "Nii sünnib sadamakai", "Kolm minutit betooni ja tuult."),
    ("Taotlusvoor", "Väikesadamate toetus", "Taotle e-teeninduses."),
    ("Kampaania", "Prügi ei uju koju", "Võta kotiga kaasa kõik, mille tõid."),
    ("Video", "Päev jäälõhkuja pardal", "Vaata ka viipekeelset versiooni."),
    ("Õppepäev", "Harrastajate eksam veebis", "Registreerimine on avatud."),
    ("Konkurss", "Joonista oma majakas", "Ootame töid kuni kaheteistkümnenda eluaastani."),
    ("Taotlusvoor", "Hülgekahjude hüvitamine", "Taotle enne tähtaega."),
    ("Video", "Tuuker räägib: mis on põhjas?", "Sari „Külm vesi“, osa kaheksa."),
    ("Tööpakkumine", "Otsime vaatlejat Tormisaarele", "Pakume korterit ja vaikust."),
    ("Kampaania", "Kontrolli päästeparve aegumist", "Tasuta ülevaatus sadamates."),
    ("Rakendus", "Lae alla „Meri taskus“", "Tuul, laine ja naabrid kaardil."),
    ("Konverents", "Meretuul 2026", "Kõnelejad ja kava nüüd väljas."),
    ("Video", "Kuidas lugeda poid", "Kordame üle, mis on vasakul ja mis paremal."),
)  # fmt: skip
_GAUGES = ("Vaiguste", "Kotkaranna", "Udusadam", "Ristnamõis", "Soolamäe", "Liivaku")
_SLOGANS = (
    "Meri on kõigi oma",
    "Nelikümmend aastat rannikul",
    "Küsi enne, kui sõidad",
    "Puhas vesi, pikk suvi",
)
_STAMPS = ("city", "world", "science")


@dataclass(frozen=True)
class Release:
    """A press release: which one, since when, what was added to it, and which photograph it has."""

    number: int
    since: int
    added: int = 0
    take: int = 0


class Rannaamet(GeneratedSite):
    """An agency's page: seven releases among campaigns, videos and calls, all of them cards of one kind."""

    slug = "rannaamet"
    hard = "Estonian; releases amid campaigns and calls that return, one markup; grid and list alternate"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#eef4f6", ink="#0f2a33", muted="#5f7880", line="#c6d8de", accent="#00677f",
        lead_px=26, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#0f2a33;color:#fff}.masthead .small{color:#a9c7d1}article{background:#fff;"
            "border:1px solid #c6d8de;padding:8px}article .silt{display:inline-block;border:1px solid #00677f;"
            "color:#00677f;padding:0 7px;font:bold 11px/16px 'Liberation Sans';margin:6px 6px 4px 0}"
            ".lai article{display:grid;grid-template-columns:210px 1fr;gap:12px}.loosung h1{color:#00677f;margin:6px 0}"
            ".meretase td{padding:3px 14px 3px 0;border-bottom:1px dotted #5f7880;line-height:18px}"
            ".teade{background:#ffd166}.jalus{border-top:3px solid #00677f}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 17), then=0.15, night=0.04)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        issued = [Release(-number, -9 * number) for number in range(1, 8)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                issued = self._after(issued, self.chance.number("what", hour) / self.duty.at(at), hour)
            news = tuple(words for item in issued for words in self._told(item))
            yield PageState(rows=tuple(self._page(issued, hour, at)), news=news)

    def _after(self, issued: list[Release], what: float, hour: int) -> list[Release]:
        """Another release or two, one that is added to, taken down, or has another photograph."""
        place = self.chance.below(min(4, len(issued)), "whose", hour)
        item = issued[place]
        if what < 0.34:
            many = self.chance.pick((1, 1, 1, 2), "many", hour)
            return [*(Release(3 * hour + seat, hour) for seat in reversed(range(many))), *issued][:7]
        if what < 0.44:
            new = replace(item, added=min(2, item.added + 1))
        elif what < 0.47:
            return [*issued[:place], *issued[place + 1 :]]
        elif what < 0.62:
            new = replace(item, take=item.take + 1)
        else:
            return issued
        return [*issued[:place], new, *issued[place + 1 :]]

    def _told(self, item: Release) -> tuple[str, str]:
        where, done, reason = told(self.chance.child("told"), (_WHERE, _DONE, _REASON), item.number)
        title = f"{where} {done.format(n=self.chance.between(2, 49, 'n', item.number))}"
        added = (_ADDED[(item.number + turn) % len(_ADDED)] for turn in range(item.added))
        return title[:1].upper() + title[1:], " ".join((reason, *added))

    def _page(self, issued: Sequence[Release], hour: int, at: datetime) -> list[Row]:
        listed = self.chance.happens(0.4, "listed", hour // 7)
        width = 680 if listed else 500 if self.chance.happens(0.3, "two", hour // 11) else 250
        cards = [self._release(item, width) for item in issued]
        for number in range(len(_SHOWN)):
            stay = self.chance.between(4, 40, "stay", number)
            turn = (hour + 3 * number) // stay
            if self.chance.happens(0.5, "on", number, turn):
                place = self.chance.below(len(cards) + 1, "at", number, turn)
                cards.insert(place, self._shown(number, hour, width))
        note = f"{at:%d.%m.%Y} kell {at:%H:%M} · infoliinil ootab {self.chance.between(0, 37, 'line', hour)}"
        sea, asked = self._sea(hour, 320 if listed else 500), self._asked(hour, 320 if listed else 500)
        if listed:
            body = [row(cards, [sea, asked], tag="main")]
        else:
            count = 1000 // width
            body = [row(*(cards[first::count] for first in range(count)), tag="main"), row(sea, asked)]
        rows = [
            row(panels.masthead("Rannikuamet", 1000, note, height=60), tag="header"),
            row(self._slogan(hour)),
            *body,
            row(panels.plain("jalus", 1000, '<p class="small">Kontakt · Dokumendid</p>')),
        ]
        if self.chance.happens(0.25, "bar", hour // 2):
            height = self.chance.between(36, 130, "bar px", hour // 2)
            rows.insert(1, row(panels.strip("E-teeninduse hooldus täna öösel", height, name="teade")))
        return rows

    def _release(self, item: Release, width: int) -> Panel:
        title, words = self._told(item)
        when = STARTS_AT + timedelta(hours=item.since)
        key = f"{_STAMPS[item.number % 3]}-rand-{item.number}-{item.take}"
        return _notice(width, key, ("Pressiteade", f"{when:%d.%m. %H:%M}"), title, words, news=True)

    def _shown(self, number: int, hour: int, width: int) -> Panel:
        """What the agency shows again and again: its figures run while it stands."""
        label, title, words = _SHOWN[number]
        count = self.chance.between(2, 900, "count", number, hour)
        left = f"jäänud {21 - (hour // 24 + number) % 21} päeva"
        said = {"Video": f"{count} vaatamist", "Taotlusvoor": left}.get(label, f"jagatud {count} korda")
        return _notice(width, f"crowd-rand-{number}-{hour // (2 + number) % 4}", (label, said), title, words)

    def _slogan(self, hour: int) -> Panel:
        turn = hour // 3
        tall = self.chance.pick((110, 180, 330), "hero px", turn)
        shown = panels.image(f"world-meri-{turn % 17}", 976, tall)
        words = self.chance.pick(_SLOGANS, "slogan", turn)
        return panels.plain("loosung", 1000, f"{shown}<h1>{words}</h1>")

    def _sea(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td>{self.chance.between(-48, 96, 'level', name, hour)} cm"
            f"<td>{self.chance.between(20, 190, 'water', name, hour) / 10:.1f} °C"
            f"<td>{self.chance.between(1, 24, 'wind', name, hour)} m/s</tr>"
            for name in _GAUGES
        )
        return panels.plain("meretase", width, f"<h4>Meretase praegu</h4><table>{lines}</table>")

    def _asked(self, hour: int, width: int) -> Panel:
        lines = ""
        for number in self.chance.shuffled(range(len(_SHOWN)), "asked", hour // 2)[:5]:
            clicks = self.chance.between(3, 99, "clicks", number, hour)
            lines += f"<li>{_SHOWN[number][1]} <b>({clicks})</b></li>"
        return panels.plain("vaadatud", width, f"<h4>Vaadatuimad</h4><ol>{lines}</ol>")


def _notice(
    width: int, picture: str, meta: tuple[str, str], title: str, words: str, *, news: bool = False
) -> Panel:
    """A card of the agency, of whatever it tells."""
    wide, tall = (210, 120) if width == 680 else (width - 42, 110 if width == 250 else 190)
    link = f'<a href="{ORIGIN}/amet/{panels.hash_of(title)}">{title}</a>'
    html = (
        f"<article><div>{panels.image(picture, wide, tall)}</div><div>"
        f'<span class="silt">{meta[0]}</span><span class="small">{meta[1]}</span><h2>{link}</h2><p>{words}</p></div>'
        "</article>"
    )
    return panels.plain("lai" if width == 680 else "kaart", width, html, is_news=news)


_SWAHILI = LocalDesk(
    MappingProxyType({
        "Siasa": (
            "Bunge lakataa {what}", "{who} ajiuzulu kuhusu {what}", "Gavana wa {where} atetea {what}",
            "{who} ashtakiwa kwa hila katika {what}", "Madiwani wa {where} wavutana juu ya {what}",
        ),
        "Jamii": (
            "Watu {count} waokolewa {where} baada ya {why}", "Shule {count} zafungwa {where} kwa {why}",
            "Wakazi wa {where} wapinga {what}", "Hospitali ya {where} yapata vitanda {count}",
            "Daraja la {where} lavunjika, {why} yatajwa",
        ),
        "Biashara": (
            "{firm} yafukuza wafanyakazi {count}", "{firm} yajenga kiwanda {where}", "Bei ya {good} yapanda {where}",
            "{firm} yanunua {what}", "Wakulima {count} wadai malipo ya {good}",
        ),
        "Michezo": (
            "{team} yaichapa {team2} mjini {where}", "Kocha wa {team} aondoka", "{team2} yatinga fainali",
            "Mashabiki {count} wakesha uwanjani {where}",
        ),
    }),
    (
        "{who} alisema jana kuwa watu {count} wameathirika, na chanzo ni {why}.",
        "Wakazi wa {where} wanasubiri majibu kuhusu {what}. Kikao kitaendelea kesho.",
        "Kwa mujibu wa {who}, {firm} italipa gharama zote. Uchunguzi wa {why} umeanza.",
        "Hatua hiyo inafuata malalamiko ya familia {count} za {where} kuhusu {what}.",
    ),
    MappingProxyType({
        "Who": ("Na Mwandishi Wetu", "Na Asha Pwani", "Na Juma Mwamba", "Na Neema Tausi"),
        "who": ("waziri wa maji", "jaji wa mkoa", "mkuu wa bandari", "daktari mkuu", "mwenyekiti wa wavuvi",
                "mkaguzi wa hesabu", "kamanda wa zimamoto", "katibu wa walimu"),
        "where": ("Mtokoni", "Kisimani", "Bandari Kuu", "Mlima Tembo", "Pwani Mchangani", "Mikokoni", "Ziwa Jipya",
                  "Mjini Kale", "Bonde la Chumvi"),
        "what": ("mswada wa ardhi", "ushuru wa samaki", "mradi wa reli", "bajeti ya maji", "kituo cha mabasi",
                 "soko jipya", "leseni za uvuvi", "bwawa la umeme", "mkataba wa bandari"),
        "why": ("mafuriko", "moto usiku", "upungufu wa fedha", "mgomo wa madereva", "kukatika kwa umeme",
                "maporomoko ya ardhi", "hitilafu ya mitambo"),
        "firm": ("Pwani Saruji", "Benki ya Mawimbi", "Kampuni ya Mkonge", "Nyota Usafiri", "Chai ya Juu"),
        "good": ("mahindi", "karafuu", "korosho", "sukari", "mafuta ya taa", "maziwa"),
        "team": ("Simba wa Mtoko", "Papa FC", "Mwewe United", "Nyuki Stars"),
        "team2": ("Kisimani Rangers", "Tembo SC", "Dhoruba FC"),
        "count": ("12", "45", "130", "300", "17", "2,400", "68"),
    }),
)  # fmt: skip
_SIGNS = ("Punda", "Ng'ombe", "Mapacha", "Kaa", "Simba", "Mashuke", "Mizani", "Nge", "Mshale", "Mbuzi", "Ndoo",
          "Samaki")  # fmt: skip
_FATES = ("Leo usikopeshe.", "Barua itakufikia.", "Epuka safari ndefu.", "Rafiki wa zamani atarudi.",
          "Pumzika kabla ya jioni.", "Bahati iko sokoni.", "Sema ukweli nyumbani.", "Namba yako ni {n}.",
          "Fedha {n} zitapotea na kurudi.", "Cheka, siku ni njema.")  # fmt: skip
_READ = ("Mapishi: pilau ya kuku", "Picha 20 za harusi ya mwaka", "Jinsi ya kupunguza tumbo",
         "Mbwa aliyepanda ndege", "Nyota wa filamu arudi kijijini", "Maswali 10 ya historia", "Nyumba ghali zaidi",
         "Kijana ajenga redio kwa makopo", "Kwa nini paka analala mchana?", "Bibi wa miaka 99 ahitimu")  # fmt: skip
_SHARES = ("Saruji", "Mawimbi", "Mkonge", "Nyota", "Chai", "Umeme", "Bandari", "Bia")
_TOWNS = ("Mtokoni", "Kisimani", "Bandari Kuu", "Ziwa Jipya", "Mjini Kale")
_SKIES = ("jua", "mawingu", "mvua", "upepo", "ngurumo")
_QUESTIONS = ("Je, mvua zimechelewa?", "Nani atashinda ligi?", "Je, unapanda basi?", "Chai au kahawa?")


class Dira(GeneratedSite):
    """A newspaper: a lead that stays for half a day beside shorts of the hour, stars, shares and what is read."""

    slug = "dira"
    hard = (
        "Swahili; shorts change often, the lead seldom and under old pictures; stars, shares, adverts around"
    )
    desk = _SWAHILI
    tops = 2
    more = 8
    rhythm = Rhythm(
        lead=0.07,
        top=0.07,
        more=0.3,
        rewrite=0.03,
        standfirst=0.04,
        picture=0.07,
        same_picture=0.4,
        night=0.25,
    )
    look = Look(
        heading=SERIF, body=SERIF, paper="#fff9f0", ink="#1d1a16", muted="#8a7f70", line="#e4d8c4", accent="#a4161a",
        lead_px=34, top_px=20, card="#f7ecd9",
        extra=(
            ".masthead{border-bottom:4px solid #1d1a16;border-top:1px solid #1d1a16}figure{margin:0}"
            "figcaption{font:italic 12px/16px 'Liberation Serif';color:#8a7f70;padding:4px 0 8px}"
            ".kuu h1{letter-spacing:-1px}.fupi p{border-bottom:1px dotted #8a7f70;padding:5px 0}"
            ".fupi b{color:#a4161a;margin-right:6px}.nyota dl{columns:2;margin:0}.nyota dt{font-weight:bold}"
            ".nyota dd{margin:0 0 6px}.nyota{background:#f7ecd9}.hisa{background:#1d1a16;color:#fff9f0}"
            ".hisa span{margin-right:16px;line-height:24px}.hewa th,.hewa td{padding:2px 10px 2px 0;text-align:left}"
            ".kura i{display:block;height:10px;background:#a4161a}.tangazo{background:#f7ecd9}"
        ),
    )  # fmt: skip

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        form = self.chance.pick((0, 0, 1, 2), "form", h // 6)
        note = f"{hour.at:%d/%m/%Y}, saa {hour.at:%H:%M} · wasomaji {self.chance.between(300, 9_900, 'here', h):,}"
        head = [
            row(panels.masthead("DIRA YA PWANI", 1000, note, height=72), tag="header"),
            row(self._shares(h)),
        ]
        tops = [self._top(item, (350, 300, 500)[form]) for item in hour.tops]
        advert = self._advert(h, 980)
        if form == 0:
            body = [row([self._lead(hour, 650), self._shorts(hour, 650)], [*tops, self._read(h, 350)])]
            body.insert(self.chance.below(2, "advert at", h), row(advert))
            body.append(row(self._stars(h, 500), self._sky(h, 260), self._poll(h, 240)))
        elif form == 1:
            body = [
                row(
                    [self._shorts(hour, 300), self._sky(h, 300)],
                    [self._lead(hour, 400), self._stars(h, 400)],
                    [self._advert(h, 300), *tops, self._poll(h, 300)],
                ),
                row(self._read(h, 1000)),
            ]
        else:
            body = [row(self._stars(h, 500), [self._sky(h, 500), self._poll(h, 500)]), row(advert)]
            body += [
                row(self._lead(hour, 1000)),
                row(*tops),
                row(self._shorts(hour, 640), self._read(h, 360)),
            ]
        rows = [
            *head,
            *body,
            row(panels.plain("chini", 1000, '<p class="small">Wasiliana nasi · Tangaza</p>')),
        ]
        if self.chance.happens(0.3, "call", h // 4):
            height = self.chance.between(40, 160, "call px", h // 4)
            rows.insert(
                1, row(panels.strip("Jiunge na Dira kwa simu: wiki mbili bure", height, name="promo"))
            )
        return rows

    def _lead(self, hour: HourNews, width: int) -> Panel:
        story = self.flow.story(hour.lead)
        shown = panels.image(hour.lead.picture, width - 24, 230 if width < 700 else 360)
        said = self.chance.between(1, 400, "said", hour.hour)
        html = (
            f"<h1>{panels.story_link(story, story.headline)}</h1><figure>{shown}<figcaption>Picha: maktaba ya Dira"
            f'</figcaption></figure><p>{story.standfirst}</p><p class="small">{story.byline} · maoni {said}</p>'
        )
        return panels.plain("kuu", width, html, is_news=True)

    def _top(self, item: Item, width: int) -> Panel:
        story = self.flow.story(item)
        html = f"{panels.image(item.picture, width - 24, 110)}<h2>{panels.story_link(story, story.headline)}</h2>"
        return panels.plain("pili", width, html, is_news=True)

    def _shorts(self, hour: HourNews, width: int) -> Panel:
        """Small news of the hour, each in a paragraph."""
        lines = "".join(
            f"<p><b>{story.section}</b>{panels.story_link(story, story.headline)}</p>"
            for story in map(self.flow.story, hour.more)
        )
        return panels.plain("fupi", width, f"<h4>Habari fupi</h4>{lines}")

    def _advert(self, hour: int, width: int) -> Panel:
        height = self.chance.pick((60, 90, 250, 420), "advert px", hour)
        sold = self.adverts.advert("kati", 60 * hour, width - 30, height)
        return panels.advert(sold, "tangazo", 1000 if width == 980 else width)

    def _shares(self, hour: int) -> Panel:
        lines = "".join(
            f"<span>{name} <b>{self.chance.between(400, 9_900, name, hour) / 10:.1f}</b></span>"
            for name in _SHARES
        )
        return panels.plain("hisa", 1000, f"<div>{lines}</div>")

    def _stars(self, hour: int, width: int) -> Panel:
        """What the stars say, anew each morning at five."""
        day = (hour + 1) // 24
        lines = ""
        for sign in _SIGNS:
            fate = self.chance.pick(_FATES, "fate", sign, day)
            lines += f"<dt>{sign}</dt><dd>{fate.format(n=self.chance.below(90, sign, day))}</dd>"
        return panels.plain("nyota", width, f"<h4>Nyota zako leo</h4><dl>{lines}</dl>")

    def _sky(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><th>{name}<td>{self.chance.between(19, 36, 'warm', name, hour // 2)}°"
            f"<td>{self.chance.pick(_SKIES, 'sky', name, hour // 3)}</tr>"
            for name in _TOWNS
        )
        return panels.plain("hewa", width, f"<h4>Hali ya hewa</h4><table>{lines}</table>")

    def _poll(self, hour: int, width: int) -> Panel:
        yes = self.chance.between(15, 85, "yes", hour)
        asked = self.chance.pick(_QUESTIONS, "asked", hour // 12)
        html = f"<h4>Kura ya leo</h4><h3>{asked}</h3><p>Ndiyo {yes}%</p><i style='width:{2 * yes}px'></i>"
        return panels.plain("kura", width, f"{html}<p>Hapana {100 - yes}%</p>")

    def _read(self, hour: int, width: int) -> Panel:
        titles = self.chance.shuffled(_READ, "read", hour)[:6]
        lines = "".join(f'<li><b class="n">{place}</b>{title}</li>' for place, title in enumerate(titles, 1))
        return panels.plain("somwa", width, f"<h4>Zilizosomwa zaidi</h4><ol>{lines}</ol>")


AGENCIES = (Rannaamet, Dira)
