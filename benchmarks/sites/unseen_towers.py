"""Masts on two hills: the live column of an Italian valley's radio, and an Indonesian disaster agency's table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

# A picture's subject, a headline, the first text, and the text after a correction.
_FLASHES = (
    ("city", "Frana sulla provinciale per {v}", "Caduti {n} metri cubi di roccia, nessun ferito. Strada chiusa.",
     "I tecnici parlano ora di {n}0 metri cubi: la strada resterà chiusa {k} giorni."),
    ("politics", "{v}, il sindaco ritira le deleghe", "{p} perde bilancio e urbanistica: «Manca la fiducia».",
     "{p} passa all’opposizione con altri {k} consiglieri."),
    ("science", "Punto nascite di {v}, stop ai ricoveri", "Mancano {k} ostetriche. Le gestanti saranno trasferite.",
     "L’azienda sanitaria: stop per {n} giorni, poi nuova verifica."),
    ("city", "Incendio in un fienile a {v}", "Al lavoro {n} vigili del fuoco, salvi {m} capi di bestiame.",
     "Rogo sotto controllo alle {h}.{n}; danni per {m} mila euro."),
    ("sport", "Il {v} espugna il campo della capolista", "Decide un rigore di {p} al minuto {n}.",
     "Rete assegnata a {p}: il referto è stato corretto."),
    ("world", "Orso avvistato vicino alla scuola di {v}", "{p}, forestale: «Niente cibo all’aperto».",
     "Catturato dopo {k} ore: ha il radiocollare M{n}."),
    ("city", "Treni fermi tra {v} e il capoluogo", "Guasto alla linea aerea, ritardi fino a {n} minuti.",
     "Circolazione ripresa su un solo binario, ancora {k} cancellazioni."),
    ("politics", "Condanna per gli appalti di {v}", "{k} anni all’ex assessore {p}, assolti gli altri imputati.",
     "I legali di {p} annunciano appello entro {n} giorni."),
    ("world", "Disperso un alpinista sopra {v}", "Ricerche con {k} squadre e un elicottero.",
     "Ritrovato vivo dopo {n} ore in un crepaccio."),
    ("economy", "Latte, i malgari di {v} bloccano i conferimenti", "Chiedono {n} centesimi al litro.",
     "Offerti {k} centesimi in meno: {p} convoca l’assemblea alle {h}."),
    ("science", "Acqua non potabile a {v}", "Superati i limiti di arsenico in {k} campioni su {n}.",
     "L’ordinanza riguarda solo {k} vie; autobotti dalle {h}."),
)  # fmt: skip
_VALLEYS = ("Roncaldo", "Vigneda", "Castel Morlaro", "Prà di Sotto", "Terlano Basso", "Busanèl", "Fiavoro", "Marzelle",
            "Santa Crolina", "Dornego", "Pieve Alta")  # fmt: skip
_WHO = ("Dario Moser", "Elena Zanoni", "Ivo Bertoldi", "Carla Fedrizzi", "Renzo Pallaver", "Silvia Trenti")
_STATES = (
    ("Statale 46", ("chiusa per frana", "senso unico alternato", "riaperta", "catene oltre i {n}00 metri")),
    ("Diga di Molvago", ("scarico di {n} m³/s", "sorvegliata", "paratoie chiuse", "livello {n}0 metri")),
    ("Scuole", ("aperte", "chiuse in {k} comuni", "chiuse ovunque", "aperte dalle {h}")),
    ("Sfollati", ("{n} persone", "{m} persone", "tutti rientrati", "{k} famiglie")),
)
_TALKS = ("Perché i giovani partono", "L’ospedale che non c’è", "Chi paga la neve finta", "Lupi: i numeri veri",
          "Il lago venduto", "Storia di una funivia", "La scuola con tre alunni", "Dialetto in aula")  # fmt: skip
_CHATTER = ("Vi ascolto da Stoccarda!", "E la rotatoria quando la fate?", "Auguri alla Pina che compie {n} anni",
            "Qui manca la luce da {n} minuti", "Sempre i soliti raccomandati", "Mettete più musica e meno parole",
            "Grazie ai volontari", "Il {n} di ogni mese la stessa storia", "Che canzone era?")  # fmt: skip
_TRACKS = ("Neve d’aprile", "Il treno delle sei", "Ballo liscio in do", "Sottovoce", "Anche il mare", "Cento lire",
           "Polka del mugnaio", "Luna storta", "Fermata a richiesta")  # fmt: skip
_SAINTS = ("san Gottardo", "santa Flavia", "san Vittore", "san Pacomio", "sant’Alfio", "san Servazio")


@dataclass(frozen=True)
class Voce:
    """An item on air: which one, the hour it came in, and how often its text was corrected."""

    number: int
    since: int
    corrected: int = 0


class Valdastra(GeneratedSite):
    """A radio's live column. News: the opening story, seven items below it, and four lines of what is open or shut.

    Noise: a live picture that is large while somebody is on air, the opening's photograph, advertisements between the
    items, their ages, chat, songs, the saint of the day (at 5 o'clock), the week's chart (Thursday), sides swapped.
    """

    slug = "valdastra"
    hard = "Italian; items corrected or withdrawn between inserted advertisements, a live picture larger than all"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f7f5f2", ink="#221c1a", muted="#7d736d", line="#dcd4cc", accent="#c2410c",
        lead_px=30, top_px=18, card="#ffffff",
        extra=(
            ".masthead{background:#c2410c;color:#fff}.masthead .small{color:#fff}.diretta{background:#000;color:#fff}"
            ".apre{background:#fff;border-bottom:4px solid #c2410c}.voce{border-left:4px solid #c2410c}"
            ".punto{background:#221c1a;color:#fff}.punto h4{color:#fdba74}.punto b{float:right}.apre h1{margin-top:8px}"
            ".chat p{margin-bottom:7px}.santo{background:#ffedd5}.app{background:#221c1a;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        items = [Voce(number, -2 * (8 - number)) for number in range(8, 0, -1)]
        lines, photo, talk, last = [0, 1, 2, 3], "city-apre-0", 0, 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour + 2)
            pace = (1.0 if 6 <= at.hour <= 22 else 0.12) if hour else 0.0
            pace = 6.0 if hour - last > 16 else pace
            before = self._news(items, lines)
            what = self.chance.number("what", hour) / pace if pace else 1.0
            items = self._edited(items, hour, what)
            if 0.16 <= what < 0.19:
                lines = [turn + (place == hour % 4) for place, turn in enumerate(lines)]
            elif 0.19 <= what < 0.27 or (what < 0.05 and self.chance.happens(0.5, "photo", hour)):
                photo = f"{self._flash(items[0])[0]}-apre-{hour}"
            talk += self.chance.happens(0.05 * pace, "talk", hour)
            news = self._news(items, lines)
            last = hour if news != before else last
            talks = tuple(_TALKS[(talk + 3 * seat) % len(_TALKS)] for seat in range(3))
            stream = [self._opening(items[0], photo, hour), *(self._item(item, hour) for item in items[1:])]
            rows = self._page(stream, [self._point(lines), self._talks(talks)], hour, at)
            yield PageState(rows=tuple(rows), news=news, secondary=talks, overlays=self._asks(hour))

    def _edited(self, items: list[Voce], hour: int, what: float) -> list[Voce]:
        """A new opening, a new item below it, a text corrected in place, or an item withdrawn."""
        newest = max(item.number for item in items)
        if what < 0.05:
            return [Voce(newest + 1, hour), *items[:7]]
        if what < 0.1:
            return [items[0], Voce(newest + 1, hour), *items[1:7]]
        place = self.chance.pick((0, 1, 1, 2, 3, 4, 5), "which", hour)
        if what < 0.14:
            corrected = replace(items[place], corrected=items[place].corrected + 1)
            return [*items[:place], corrected, *items[place + 1 :]]
        if what < 0.16 and place:
            return [*items[:place], *items[place + 1 :], Voce(min(item.number for item in items) - 1, -30)]
        return items

    def _news(self, items: Sequence[Voce], lines: Sequence[int]) -> tuple[str, ...]:
        return (*(part for item in items for part in self._flash(item)[1:]), *self._lines(lines))

    def _flash(self, item: Voce) -> tuple[str, str, str]:
        seats = [str(seat) for seat in range(len(_FLASHES))]
        seat, valley = told(self.chance.child("told"), (seats, _VALLEYS), item.number + 40)
        draw = self.chance.child("figures", item.number)
        subject, title, *words = _FLASHES[int(seat)]
        text = words[min(item.corrected, 1)].format(
            v=valley, p=draw.pick(_WHO, "p"), n=draw.between(12, 58, "n"), m=draw.between(61, 95, "m"),
            k=draw.between(3, 9, "k"), h=draw.between(9, 21, "h"),
        )  # fmt: skip
        text += f" Aggiornamento n. {item.corrected}." if item.corrected > 1 else ""
        return subject, title.format(v=valley), text

    def _lines(self, lines: Sequence[int]) -> list[str]:
        """What is open and what is shut; a state that comes back has other figures."""
        said = []
        for (name, states), turn in zip(_STATES, lines, strict=True):
            draw = self.chance.child("line", name, turn)
            figures = {"n": draw.between(12, 58, "n"), "m": draw.between(60, 98, "m")}
            figures |= {"k": draw.between(2, 9, "k"), "h": draw.between(9, 12, "h")}
            said.append(states[turn % 4].format(**figures))
        return said

    def _page(self, stream: list[Panel], side: list[Panel], hour: int, at: datetime) -> list[Row]:
        track = self.chance.pick(_TRACKS, "track", hour)
        note = f"In onda: {track} · {at:%H:%M} · {self.chance.between(4, 19, 'air', hour // 2)}°"
        for place in self.chance.shuffled(range(1, 8), "slots", hour)[: self.chance.below(4, "sold", hour)]:
            height = self.chance.pick((90, 160, 280), "sold px", place, hour)
            sold = self.adverts.advert(f"in-{place}", 60 * hour, 600, height)
            stream.insert(place, panels.advert(sold, "promo-voce", 640))
        side += [self._chat(hour), self._saint(at), self._hits(at)]
        swapped = self.chance.happens(0.2, "swapped", hour // 5)
        return [
            row(panels.masthead("Radio Valdastra", 1000, note, height=60), tag="header"),
            row(self._live(hour, at)),
            row(side, stream, tag="main") if swapped else row(stream, side, tag="main"),
            row(panels.plain("fondo", 1000, '<p class="small">Frequenze · Privacy</p>'), tag="footer"),
        ]

    def _live(self, hour: int, at: datetime) -> Panel:
        """The studio's camera: large while a programme is on, a strip otherwise."""
        here = f"{self.chance.between(40, 2_400, 'here', hour)} collegati"
        if not self.chance.happens(0.45 if at.hour > 6 else 0.05, "on air", hour // 2):
            return panels.plain("diretta", 1000, f"<p>Solo audio · {here}</p>")
        height = self.chance.pick((360, 480), "camera px", hour // 2)
        frame = panels.image(f"culture-studio-{hour}", 976, height)
        return panels.plain("diretta", 1000, f"<p>● DIRETTA · {here}</p>{frame}")

    def _opening(self, item: Voce, photo: str, hour: int) -> Panel:
        _, title, text = self._flash(item)
        ago = f"{max(1, hour - item.since)} h fa · {self.chance.between(2, 400, 'shares', hour)} reazioni"
        html = f'<h1><a href="{ORIGIN}/apre/{item.number}">{title}</a></h1><p>{text}</p><p class="small">{ago}</p>'
        return panels.plain("apre", 640, panels.image(photo, 616, 320) + html, is_news=True)

    def _item(self, item: Voce, hour: int) -> Panel:
        _, title, text = self._flash(item)
        head = f'<p class="small">{max(1, hour - item.since)} h fa</p><h2>{title}</h2>'
        return panels.plain("voce", 640, f"{head}<p>{text}</p>", is_news=True)

    def _point(self, lines: Sequence[int]) -> Panel:
        said = zip(_STATES, self._lines(lines), strict=True)
        html = "".join(f"<li>{name} <b>{state}</b></li>" for (name, _), state in said)
        return panels.plain("punto", 360, f"<h4>Il punto</h4><ul>{html}</ul>", is_news=True)

    def _talks(self, talks: Sequence[str]) -> Panel:
        html = "".join(f"<li><h3>{title}</h3></li>" for title in talks)
        return panels.plain("parole", 360, f"<h4>Da riascoltare</h4><ul>{html}</ul>")

    def _chat(self, hour: int) -> Panel:
        many = self.chance.between(3, 8, "chat", hour)
        html = "".join(
            f"<p>{words.format(n=self.chance.between(4, 90, words, hour))}<br>"
            f'<span class="small">{self.chance.between(1, 58, "ago", words, hour)} min fa</span></p>'
            for words in self.chance.shuffled(_CHATTER, "said", hour)[:many]
        )
        return panels.plain("chat", 360, f"<h4>Messaggi in diretta</h4>{html}")

    def _saint(self, at: datetime) -> Panel:
        """Renewed each morning at 5."""
        day = (at - timedelta(hours=5)).day
        star = self.chance.pick(("Ariete", "Toro", "Gemelli", "Cancro", "Leone"), "star", day)
        html = f"<h4>Almanacco</h4><h2>{_SAINTS[day % len(_SAINTS)]}</h2><p>Segno fortunato: {star}</p>"
        return panels.plain("santo", 360, html + panels.image(f"world-almanacco-{day}", 336, 190))

    def _hits(self, at: datetime) -> Panel:
        """Renewed each Thursday."""
        week = (at - timedelta(days=3)).isocalendar().week
        order = self.chance.shuffled(_TRACKS, "hits", week)[:7]
        html = "".join(f"<li>{place + 1}. {track}</li>" for place, track in enumerate(order))
        return panels.plain("hit", 360, f"<h4>Classifica della settimana</h4><ul>{html}</ul>")

    def _asks(self, hour: int) -> tuple[Overlay, ...]:
        if not self.chance.happens(0.12, "asks", hour):
            return ()
        words = self.chance.pick(("Scarica l’app della radio", "Accetti i cookie?"), "asked", hour)
        html = f"<h2>{words}</h2><p>Sì · Più tardi</p>"
        return (Overlay(panels.plain("app", 460, html), 270, self.chance.pick((300, 700), "y", hour)),)


_HAZARDS = (
    ("Banjir", "Luapan sungai merendam {n} rumah setinggi {m} cm."),
    ("Tanah longsor", "Material menutup jalan sepanjang {n} meter."),
    ("Kebakaran lahan", "Titik api meluas menjadi {n} hektare."),
    ("Angin kencang", "Atap {n} rumah rusak, {k} pohon tumbang."),
    ("Gelombang pasang", "Tanggul jebol di {k} titik, {n} perahu hilang."),
    ("Kekeringan", "Air bersih disalurkan dengan {n} truk tangki."),
    ("Awan panas", "Jarak luncur {k} kilometer ke arah barat daya."),
    ("Jembatan putus", "{k} dusun terisolasi, logistik lewat perahu."),
    ("Gempa merusak", "{n} rumah retak, {k} sekolah ditutup."),
)
_DISTRICTS = ("Wanareja Hulu", "Sukalaya", "Tanjung Rengas", "Batu Kemiri", "Muara Sintang", "Lembah Jati",
              "Kalibening", "Pasir Angin", "Teluk Nibung", "Gunung Sari Timur", "Rawa Bebek")  # fmt: skip
_LEVELS = ("Waspada", "Siaga 3", "Siaga 2", "Siaga 1", "Tanggap darurat", "Pemulihan", "Selesai")
_RELEASES = (
    ("Gubernur tetapkan status darurat di {c}", "Berlaku {n} hari; dana siap pakai Rp{k} miliar dicairkan."),
    ("Dapur umum {c} layani {n}00 porsi per hari", "Relawan meminta tambahan beras {k} ton."),
    ("Pencarian korban di {c} diperluas", "Tim gabungan {n} orang menyisir radius {k} kilometer."),
    ("Jalur evakuasi {c} dialihkan", "Warga diminta memakai jalan provinsi mulai pukul {k}.{n} WIB."),
    ("Bantuan untuk {c} tertahan", "Sebanyak {n} truk menunggu kapal; gelombang mencapai {k} meter."),
    ("Sirene di {c} berbunyi tanpa sebab", "Petugas memeriksa {k} menara; uji ulang dalam {n} jam."),
    ("Hunian sementara {c} rampung", "Sebanyak {n} keluarga pindah dalam {k} hari."),
)
_POSTERS = ("Kenali tas siaga", "Sungai bukan tempat sampah", "Cek jalur evakuasi", "Hemat air", "Jaga gardu")


@dataclass(frozen=True)
class Kejadian:
    """An event of the table: which one, its level by now, and how often its people were counted."""

    number: int
    level: int = 0
    counted: int = 0


class Siaga(GeneratedSite):
    """A disaster agency. News: a table of events with levels and displaced people, and two releases beside it.

    Noise: posters of several heights, four cameras above the table or below it, gauges at each hour, small tremors,
    the day's infographic (at 6 o'clock), the week's bulletin (on Monday), visits, an emergency bar, a chat.
    """

    slug = "siaga"
    hard = "Indonesian; one word or one figure in a table's row, between cameras, posters and gauges that all move"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#ffffff", ink="#1b2430", muted="#67717d", line="#d5dbe2", accent="#d9480f",
        lead_px=26, top_px=17, card="#f1f5f9",
        extra=(
            ".masthead{border-bottom:4px solid #d9480f}.poster{padding:0;background:#1b2430;color:#fff}.poster h1{"
            "padding:8px 16px;margin:0}.kamera{background:#1b2430;color:#fff}.tabel li{display:flex;gap:10px}"
            ".tabel li>div{flex:1}.tabel li>b{width:80px}.tabel em{font:bold 12px/18px 'Liberation Sans';width:90px}"
            ".alat b{float:right}.alat,.gempa{background:#f1f5f9}.darurat,.obrolan{background:#c92a2a;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        events = [Kejadian(number, number % 5) for number in range(8, 0, -1)]
        newest, older, last = (1, 0), (0, 0), 0  # releases: which one, how often corrected
        for hour in range(hours):
            pace = (1.0 if 6 <= (hour + 13) % 24 <= 21 else 0.2) if hour else 0.0
            pace = 6.0 if hour - last > 18 else pace
            what = self.chance.number("what", hour) / pace if pace else 1.0
            if what < 0.125:
                events = self._edited(events, hour, what)
            elif what < 0.16:  # another release, or a correction of the newest
                older = newest if what < 0.15 else older
                newest = (newest[0] + 1, 0) if what < 0.15 else (newest[0], newest[1] + 1)
            last = hour if what < 0.16 else last
            releases = [*self._release(*newest), *self._release(*older)]
            news = (*releases, *(part for item in events for part in self._told(item)))
            chat = Overlay(panels.plain("obrolan", 330, "<h2>Ada yang bisa dibantu?</h2>"), 650, 540)
            asks = (chat,) if self.chance.happens(0.15, "chat", hour) else ()
            yield PageState(rows=tuple(self._page(events, releases, hour)), news=news, overlays=asks)

    def _edited(self, events: list[Kejadian], hour: int, what: float) -> list[Kejadian]:
        """A new row on top, a row withdrawn, a level changed, or the displaced counted again."""
        if what < 0.035:
            return [Kejadian(max(item.number for item in events) + 1), *events[:8]]
        place = self.chance.below(len(events), "which", hour)
        item = events[place]
        if what < 0.05 and len(events) > 6:
            return [*events[:place], *events[place + 1 :]]
        further = replace(item, level=(item.level + 1) % len(_LEVELS))
        changed = further if what < 0.08 else replace(item, counted=item.counted + 1)
        return [*events[:place], changed, *events[place + 1 :]]

    def _told(self, item: Kejadian) -> tuple[str, str, str]:
        seats = [str(seat) for seat in range(len(_HAZARDS))]
        seat, district = told(self.chance.child("told"), (seats, _DISTRICTS), item.number)
        draw = self.chance.child("event", item.number)
        hazard, words = _HAZARDS[int(seat)]
        n, m, k = draw.between(12, 95, "n"), draw.between(20, 180, "m"), draw.between(2, 9, "k")
        people = draw.between(40, 900, "people") + 37 * item.counted + draw.below(30, "counted", item.counted)
        about = f"{hazard} di {district}. {words.format(n=n, m=m, k=k)}"
        return about, _LEVELS[item.level], f"{people:,} jiwa".replace(",", ".")

    def _release(self, number: int, edition: int) -> tuple[str, str]:
        seats = [str(seat) for seat in range(len(_RELEASES))]
        seat, district = told(self.chance.child("releases"), (seats, _DISTRICTS), number)
        draw = self.chance.child("release", number, edition)
        title, words = _RELEASES[int(seat)]
        n, k = self.chance.between(12, 58, "head", number), draw.between(2, 9, "k")
        words = words.format(n=draw.between(12, 58, "n"), k=k) + (f" (Ralat {edition})" if edition else "")
        return title.format(c=district, n=n), words

    def _page(self, events: Sequence[Kejadian], releases: Sequence[str], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour + 7)
        note = f"{at:%d/%m/%Y %H.%M} WIB · {911_400 + 83 * hour + self.chance.below(70, 'visits', hour)} kunjungan"
        left = [self._releases(releases), self._daily(at)]
        right = [self._gauges(hour), self._tremors(hour)]
        cameras, table = row(self._cameras(hour)), row(left, self._table(events, hour), right, tag="main")
        rows = [
            row(panels.masthead("BPBD Segara Raya", 1000, note, height=58), tag="header"),
            row(self._poster(hour)),
            *self.chance.shuffled((cameras, table), "order", hour // 6),
            row(panels.plain("kaki", 1000, '<p class="small">PPID · Call center 112</p>'), tag="footer"),
        ]
        if self.chance.happens(0.25, "bar", hour // 2):
            height = self.chance.pick((34, 70, 130), "bar px", hour // 2)
            rows.insert(1, row(panels.strip("Darurat? Hubungi 112, bebas pulsa", height, name="darurat")))
        return rows

    def _poster(self, hour: int) -> Panel:
        number = self.chance.below(len(_POSTERS), "poster", hour)
        shown = panels.image(f"culture-poster-{number}", 1000, (240, 380, 300, 240, 340)[number])
        return panels.plain("poster", 1000, f"{shown}<h1>{_POSTERS[number]}</h1>")

    def _cameras(self, hour: int) -> Panel:
        frames = "".join(f"<div>{panels.image(f'webcam-{gate}-{hour}', 232, 170)}</div>" for gate in range(4))
        return panels.plain("kamera", 1000, f'<h3>CCTV pintu air</h3><div class="cards">{frames}</div>')

    def _table(self, events: Sequence[Kejadian], hour: int) -> Panel:
        lines = ""
        for item in events:
            about, level, people = self._told(item)
            lines += f"<li><em>{level}</em><div>{about}</div><b>{people}</b></li>"
        ago = f"diperbarui {self.chance.between(1, 59, 'ago', hour)} menit lalu"
        html = f'<h4>Kejadian aktif</h4><p class="small">{ago}</p><ul>{lines}</ul>'
        return panels.plain("tabel", 500, html, is_news=True)

    def _releases(self, releases: Sequence[str]) -> Panel:
        pairs = zip(releases[::2], releases[1::2], strict=True)
        html = "".join(f"<li><h2>{title}</h2><p>{words}</p></li>" for title, words in pairs)
        return panels.plain("rilis", 260, f"<h4>Siaran pers</h4><ul>{html}</ul>", is_news=True)

    def _daily(self, at: datetime) -> Panel:
        """An infographic, renewed at 6 o'clock, and the bulletin's cover, renewed on Monday."""
        day, week = (at - timedelta(hours=6)).day, at.isocalendar().week
        shown = panels.image(f"science-infografis-{day}", 236, 330) + f"<h4>Buletin pekan {week}</h4>"
        return panels.plain("harian", 260, shown + panels.image(f"world-buletin-{week}", 236, 150))

    def _gauges(self, hour: int) -> Panel:
        level = {gate: self.chance.between(60, 380, gate, hour) for gate in _DISTRICTS[:6]}
        html = "".join(f"<li>{gate} <b>{height} cm</b></li>" for gate, height in level.items())
        return panels.plain("alat", 240, f"<h4>Tinggi muka air</h4><ul>{html}</ul>")

    def _tremors(self, hour: int) -> Panel:
        """Tremors that nobody felt: another on top every two hours."""
        html = ""
        for number in range(hour // 2, hour // 2 - 4, -1):
            size, deep = self.chance.between(18, 34, "M", number), self.chance.between(3, 90, "deep", number)
            html += (
                f"<li>M {size / 10:.1f} · {deep} km · {(11 + 2 * number) % 24:02d}.{deep % 60:02d} WIB</li>"
            )
        return panels.plain("gempa", 240, f"<h4>Gempa kecil</h4><ul>{html}</ul>")


UNSEEN_TOWERS = (Valdastra, Siaga)
