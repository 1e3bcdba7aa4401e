"""A Haitian radio abroad: six reports in a narrow column amid a player, videos, a chat and songs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_PLACES = ("Okap", "Jakmèl", "Gonayiv", "Okay", "Jeremi", "Pòtoprens", "Ench", "Miyami", "Boston", "Monreyal",
           "Senmak", "Fòlibète", "Santo Domingo")  # fmt: skip
_EVENTS = ("lekòl yo rouvri pòt yo", "machann yo bloke wout la", "lapli a fè gwo dega", "lopital la manke gaz",
           "ayewopò a rete fèmen", "otorite yo anonse yon ankèt", "travayè yo antre an grèv", "dlo potab la tounen",
           "yon bato koule ak pasaje", "pri diri a monte ankò", "jij la libere jounalis la",
           "elektrisite a koupe nan katye yo", "yon dal beton tonbe sou mache a", "lapolis arete senk moun",
           "moun ki te deplase yo retounen lakay yo", "komin nan chanje majistra",
           "imigrasyon an sispann randevou yo")  # fmt: skip
_ANGLES = ("men sa nou konnen", "abitan yo mande èd", "gouvènman an poko reponn", "plizyè òganizasyon reyaji",
           "dyaspora a ap voye sekou", "temwen yo pale", "pi ba gen detay yo", "yon komisyon ap chita")  # fmt: skip
_SAID = ("Selon pòtpawòl la, {n} fanmi konsène.", "Gen {n} moun ki te la lè sa rive, dapre pwoteksyon sivil.",
         "Yo pale de {n} milyon goud pou repare dega yo.", "Reyinyon an te dire {n} minit san akò.",
         "Gen {n} jou depi moun yo ap tann.", "Nou te entèvyouwe {n} rezidan nan zòn nan.",
         "Yon dokiman {n} paj ap sikile.")  # fmt: skip
_LATER = ("Nouvo detay", "Mizajou", "Premye minis la pale", "Bilan an monte", "Akò siyen", "Avoka yo reponn")
_PATRONS = (
    ("Patwone", "Transfè lajan san frè jiska madi"),
    ("Anons", "Restoran Lakay: griyo ak bannann peze"),
    ("Patwone", "Billè avyon Miyami–Okap, rele kounye a"),
    ("Antèn", "Tande nou sou aplikasyon an"),
    ("Anons", "Klas angle gratis chak samdi maten"),
    ("Patwone", "Avoka imigrasyon, premye konsiltasyon gratis"),
    ("Antèn", "Voye yon mesaj vokal bay radyo a"),
    ("Anons", "Bal konpa dimanch, tikè nan pòt la"),
    ("Patwone", "Barik pou Ayiti: nou pran l lakay ou"),
    ("Anons", "Legliz Betèl: kwazad pou jenn yo"),
)
_VIDEOS = ("Resèt: soup joumou", "Istwa Sitadèl la", "Konpa klasik, ane 80 yo", "Kont Bouki ak Malis", "Plaj Labadi",
           "Kijan pou plante kafe", "Kanaval Jakmèl an foto", "Tanbou ak rara", "Pwovèb granmoun yo",
           "Yon jou ak pechè yo", "Penti nayif: atizan yo pale", "Match legann yo", "Medsin fèy",
           "Lekòl nan mòn nan")  # fmt: skip
_SONGS = ("Lakay se lakay", "Ti Zwazo", "Manman cheri", "Solèy leve", "Dlo dous", "Machann kafe", "Bèl Ayiti",
          "Nan dans la", "Yon ti bo", "Lanmou pa fini", "Gwo lari")  # fmt: skip
_BANDS = ("Djaz Tropik", "Òkès Senk Etwal", "Ti Joslin", "Gwoup Rasin", "Fanm Vanyan", "Mizik Lavil")
_SHOWS = ("Bonjou Lakay", "Chita Tande", "Ochan pou Fanm", "Espò Total", "Lapriyè", "Konpa Nonstòp")
_NAMES = ("Jan-Klod", "Marilèn", "TiPyè509", "Wozlò", "Fritz B.", "Nadèj", "Kesnel", "Mama Titi", "Djo_Boston",
          "Islande")  # fmt: skip
_CHAT = ("Bonjou tout moun", "M ap koute nou depi Bwouklin", "Mete yon ti konpa pou mwen", "Bondye beni nou",
         "Son an ap koupe lakay mwen", "Fòk sa chanje", "Ki moun k ap pale la a?", "Salye manman m nan Okay",
         "Mwen pa dakò ditou", "Bèl emisyon!", "Kilè espò a ap pase?", "Ayiti p ap peri",
         "Rele m sou WhatsApp")  # fmt: skip
_FLAGS = (
    "Fèt drapo: pwogram espesyal",
    "Kanpay don: ede radyo a rete sou lè",
    "Sezon siklòn: prepare fanmi w",
)


@dataclass(frozen=True)
class Report:
    """A report: which, since when, how often it has another title and its sentence was put right."""

    number: int
    since: int
    title: int = 0
    righted: int = 0


class Lakay(GeneratedSite):
    """A radio of the diaspora: six reports; a banner of any height over them, twice as much else beside them."""

    slug = "lakay"
    hard = "videos, chat and songs larger than the news; an advert of any height above all, notices of patrons amid it"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#f4f6fb", ink="#12183a", muted="#6b7190", line="#d8dcec", accent="#d21034",
        lead_px=22, top_px=16, card="#ffffff",
        extra=(
            ".masthead{background:#00209f;color:#fff}.masthead .small{color:#cfd8ff}.news{background:#fff}"
            ".player{background:#12183a;color:#fff}.player h2{margin:8px 0}.chat,.songs,.rates{background:#fff}"
            ".chat li,.songs li{font-size:13px;line-height:17px;padding:5px 0 4px}.chat b{color:#00209f}"
            ".news li.paid{background:#fff7dc}.menu{background:#d21034;color:#fff}.menu span{margin-right:24px}"
            ".wall h3{font-size:13px;line-height:17px;height:34px;overflow:hidden}.news p{font-size:14px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.32, stays_h=(1, 4), texts=len(_PATRONS), places=(0, 1, 2, 3, 4))
    duty = Duty(hours=(6, 21), off=(6,), then=0.5, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        reports = [Report(5 - number, -3 * number - 1) for number in range(6)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("patrons"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.3 * self.duty.at(at), "edited", hour):
                reports = self._edited(reports, hour)
            news = tuple(part for item in reports for part in self._told(item))
            yield PageState(rows=tuple(self._page(reports, guests, hour, at)), news=news)

    def _edited(self, old: list[Report], hour: int) -> list[Report]:
        """A report comes first or below the first, is retitled, or its sentence is put right."""
        what = self.chance.number("what", hour)
        number = max(item.number for item in old) + 1
        if what < 0.48:
            return [Report(number, hour), *old[:5]]
        if what < 0.64:
            return [old[0], Report(number, hour), *old[1:5]]
        place = min(self.chance.below(len(old), "place", draw, hour) for draw in range(2))
        item = old[place]
        retitled, righted = replace(item, title=item.title + 1), replace(item, righted=item.righted + 1)
        return [*old[:place], retitled if what < 0.82 else righted, *old[place + 1 :]]

    def _told(self, item: Report) -> tuple[str, str]:
        place, event, angle = told(self.chance.child("told"), (_PLACES, _EVENTS, _ANGLES), item.number)
        draw = self.chance.child("report", item.number)
        start = draw.below(len(_LATER), "later")
        later = f"{_LATER[(start + item.title) % len(_LATER)]} · " if item.title else ""
        count = draw.between(12, 480, "count") + draw.between(3, 19, "more") * item.righted
        said = draw.pick(_SAID, "said").format(n=count)
        return f"{later}{place}: {event}, {angle}", f"{said} Dosye {item.number + 2100}."

    def _page(self, reports: Sequence[Report], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        note = f"{at:%d/%m/%Y %H:%M} · {self.chance.between(120, 5200, 'listen', hour)} moun ap koute"
        names = ("Nouvèl", "Emisyon", "Videyo", "Kominote", "Piblisite", "Kontak")
        menu = "".join(f"<span>{name}</span>" for name in names)
        height = self.chance.pick((90, 140, 250), "top", hour // 3)
        rows = [
            row(panels.masthead("Radyo Lakay 1580 AM", 1000, note, height=58), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(panels.advert(self.adverts.advert("top", 60 * hour, 970, height), "top-advert", 1000)),
            row(
                [self._player(hour, at, 320), self._chat(hour, 320)],
                [self._news(reports, guests, hour, 410)],
                [self._songs(hour, 270), self._rates(hour, 270), self._side(hour, 270)],
                tag="main",
            ),
            row(self._wall(hour)),
            row(panels.plain("foot", 1000, '<p class="small">Ki moun nou ye · Règleman · Dwa rezève</p>')),
        ]
        if self.chance.happens(0.4, "flag", hour // 6):
            words = self.chance.pick(_FLAGS, "which flag", hour // 6)
            picture = panels.image(f"culture-flag-{_FLAGS.index(words)}", 976, 190)
            rows.insert(2, row(panels.plain("drive", 1000, f"{picture}<h1>{words}</h1>")))
        return rows

    def _news(self, reports: Sequence[Report], guests: Sequence[Guest], hour: int, width: int) -> Panel:
        lines = ""
        for item in mixed(reports, guests):
            if isinstance(item, Guest):
                label, words = _PATRONS[item.text]
                lines += f'<li class="paid"><p class="small">{label}</p><h2>{words}</h2></li>'
                continue
            title, said = self._told(item)
            age = hour - item.since
            ago = f"sa gen {age} è" if age < 24 else f"sa gen {age // 24} jou"
            heard = self.chance.between(10, 900, "heard", item.number, hour)
            lines += (
                f'<li><h2><a href="{ORIGIN}/nouvel/{item.number}">{title}</a></h2><p>{said}</p>'
                f'<p class="small">{ago} · {heard} fwa tande</p></li>'
            )
        return panels.plain("news", width, f"<h4>Nouvèl</h4><ul>{lines}</ul>", is_news=True)

    def _player(self, hour: int, at: datetime, width: int) -> Panel:
        """What is on the air: the studio's camera by day, a still of the programme by night."""
        show = _SHOWS[at.hour // 4]
        live = 8 <= at.hour <= 20
        key = f"portrait-studio-{hour}" if live else f"feature-show-{at.hour // 4}"
        picture = panels.image(key, width - 24, 210 if live else 150)
        label = "● An dirèk" if live else "Repriz"
        return panels.plain("player", width, f"<p>{label}</p>{picture}<h2>{show}</h2>")

    def _chat(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("chat", hour)
        lines = "".join(
            f"<li><b>{draw.pick(_NAMES, 'who', seat)}</b> {draw.pick(_CHAT, 'words', seat)}</li>"
            for seat in range(draw.between(7, 12, "many"))
        )
        return panels.plain("chat", width, f"<h4>Pale ak nou</h4><ul>{lines}</ul>")

    def _songs(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("songs", hour)
        lines = "".join(
            f"<li>{(hour + 6) % 24:02d}:{57 - 4 * seat:02d} {song} — {draw.pick(_BANDS, 'band', seat)}</li>"
            for seat, song in enumerate(draw.shuffled(_SONGS, "order")[:8])
        )
        return panels.plain("songs", width, f"<h4>Chante ki pase</h4><ul>{lines}</ul>")

    def _rates(self, hour: int, width: int) -> Panel:
        dollar = 13_050 + self.chance.below(220, "dollar", hour // 2)
        euro = 14_900 + self.chance.below(260, "euro", hour // 2)
        degrees = 24 + self.chance.below(10, "air", hour)
        html = (
            f"<h4>Goud jodi a</h4><p>1 US$ = {dollar / 100:.2f} G</p><p>1 € = {euro / 100:.2f} G</p>"
            f"<p>Pòtoprens {degrees}°</p>"
        )
        return panels.plain("rates", width, html)

    def _side(self, hour: int, width: int) -> Panel:
        height = self.chance.pick((120, 220), "side", hour // 2)
        return panels.advert(self.adverts.advert("side", 60 * hour, 246, height), "side-advert", width)

    def _wall(self, hour: int) -> Panel:
        """Old films in two lines, others at each visit."""
        order = self.chance.shuffled(range(len(_VIDEOS)), "wall", hour)[:8]
        lines = "".join(
            '<div class="cards" style="margin-bottom:10px">'
            + "".join(
                f"<div>{panels.image(f'culture-video-{number}', 232, 132)}<h3>{_VIDEOS[number]}</h3>"
                f'<p class="small">{self.chance.between(90, 99_000, "seen", number, hour)} vi</p></div>'
                for number in part
            )
            + "</div>"
            for part in (order[:4], order[4:])
        )
        return panels.plain("wall", 1000, f"<h4>Videyo pou ou</h4>{lines}")


UNSEEN_MOUNTAINS = (Lakay,)
