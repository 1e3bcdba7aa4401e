"""A review nobody had seen: Latvian, literary and slow, with a cartoon beside its essays and a loud shop above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen_kiosks import voices
from pagetide.demo.chance import Chance
from pagetide.demo.site import Resource

_AUTHORS = ("Ilze Kalnāre", "Mārtiņš Ozols", "Anda Bērziņa", "Juris Vītols", "Zane Liepa", "Pauls Grants",
            "Inga Eglīte", "Aivars Strazds", "Dace Rudzīte")  # fmt: skip
_ESSAYS = ("par klusumu pēc kara", "par dzejnieku arestiem", "par mežu, kas vairs nav mūsu", "par vecāsmātes valodu",
           "par cenzūru skolas bibliotēkā", "par teātri tukšā pilsētā", "par upi un robežu", "par tulkotāja vainu",
           "par pieminekļiem un asfaltu", "par kino, ko neviens neredzēja", "par sarunu ar tēvu")  # fmt: skip
_BEGINNINGS = ("Fragments no grāmatas, kas iznāks rudenī.", "Eseja, ko pirms gada neviens negribēja drukāt.",
               "Lasījums Rīgā, pierakstīts un saīsināts.", "Saruna trijos vakaros.",
               "Ar autores pēcvārdu un divām vēstulēm.")  # fmt: skip
_SHOP = ("Rudens grāmatu soma", "Abonē: četri numuri gadā", "Dzeja ceļam uz jūru", "Katalogs: latviešu plakāts",
         "Dāvanu karte lasītājam", "Piezīmju klade «Karogs»", "Audiogrāmatas −30 %")  # fmt: skip
_PROVERBS = ("Kas daudz lasa, tas daudz šaubās.", "Vārds nav zvirbulis.", "Ne katra lapa ir grāmatā.",
             "Tinte žūst lēnāk nekā asaras.", "Labs sākums ir puse no romāna.", "Klusums arī ir teksts.",
             "Dzejnieks dzīvo uz parāda, dzeja — mūžīgi un bez procentiem.")  # fmt: skip
_EVENINGS = ("Lasījumi Kaņepē", "Tulkotāju galds", "Grāmatu maiņa", "Dzejas slams", "Rakstnieku nams: durvis vaļā",
             "Kino pagalmā", "Izrāde «Lietus»", "Stāstu rīts bērniem")  # fmt: skip
_GUESTS = ("Rasma", "lasītājs no Cēsīm", "Andris V.", "skolotāja", "Biruta", "K. L.", "students")
_LETTERS = ("Paldies, izlasīju divreiz.", "Kļūda otrajā rindkopā.", "Nepiekrītu no sākuma līdz beigām.",
            "Kur var nopirkt?", "Drukājiet biežāk!", "Atgādina Čaku.", "Par garu.")  # fmt: skip
_POLL = ("Romānu", "Dzeju", "Dienasgrāmatas", "Neko")


@dataclass(frozen=True)
class Issue:
    """What the review shows: essays from the newest, and the drawing of the day."""

    essays: tuple[int, ...]
    drawing: int = 0


class Lapas(GeneratedSite):
    """A literary review: twice or thrice a day an essay, or another cartoon under the same words; its shop is loud."""

    slug = "lapas"
    hard = "slow; a cartoon replaced under the same words, beside a shop's pictures that rotate and push the news down"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#fdfaf3", ink="#2a2320", muted="#8a7f78", line="#ddd2c0", accent="#7a1f3d",
        lead_px=32, top_px=19, card="#f4ecdd",
        extra=(
            ".masthead{border-bottom:1px solid #2a2320}.shop h1{position:absolute;left:24px;bottom:18px;color:#fff;"
            "background:#7a1f3dcc;padding:4px 14px;margin:0}.proverb{background:#f4ecdd}.proverb h2{font-style:italic}"
            ".dialog{background:#2a2320;color:#fff}.poll i{display:block;height:10px;background:#7a1f3d}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown, due = Issue((-1, -2, -3, -4)), 5
        for hour in range(hours):
            if hour == due:
                due += self.chance.between(7, 12, "due", hour)
                if self.chance.happens(0.45, "drawn", hour):
                    shown = replace(shown, drawing=shown.drawing + 1)
                else:
                    shown = replace(shown, essays=(hour, *shown.essays)[:4])
            titles = tuple(words for number in shown.essays for words in self._told(number)[:2])
            news = (f"cartoon-{shown.drawing}", self._told(shown.essays[0])[2], *titles)
            over = (self._dialog(hour),) if self.chance.happens(0.2, "dialog", hour) else ()
            yield PageState(rows=tuple(self._page(shown, hour)), news=news, overlays=over)

    def picture(self, path: str) -> Resource | None:
        """The pictures that the page shows; cartoons are drawn in ink."""
        if path.startswith("/media/cartoon-"):
            return Resource("image/svg+xml", _cartoon(self.chance.child("ink"), path))
        return super().picture(path)

    def _told(self, number: int) -> tuple[str, ...]:
        return told(self.chance.child("told"), (_AUTHORS, _ESSAYS, _BEGINNINGS), number)

    def _page(self, shown: Issue, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        cart, here = self.chance.below(3, "cart", hour), self.chance.below(90, "here", hour)
        note = f"{at:%d.%m.%Y} · grozā {cart} · lasa {here}"
        return [
            row(panels.masthead("Lapas", 1000, note, height=76), tag="header"),
            row(self._shop(hour)),
            row([self._lead(shown.essays[0], 560)], [self._drawn(shown.drawing, 440)], tag="main"),
            row([self._essays(shown.essays[1:], 560)], [self._proverb(hour, 440), self._poll(hour, 440)]),
            row([self._evenings(hour, 500)], [self._letters(hour, 500)]),
        ]

    def _shop(self, hour: int) -> Panel:
        """The shop's carousel; its height goes with what is sold."""
        number = self.chance.below(len(_SHOP), "shop", hour)
        tall = self.chance.pick((150, 210, 260), "shop px", number)
        return panels.plain(
            "shop", 1000, f"{panels.image(f'culture-shop-{number}', 976, tall)}<h1>{_SHOP[number]}</h1>"
        )

    def _lead(self, number: int, width: int) -> Panel:
        author, essay, beginning = self._told(number)
        html = (
            f'{panels.image(f"portrait-essay-{number}", width - 24, 250)}<h1 style="margin-top:8px">'
            f'<a href="{ORIGIN}/eseja/{number + 10}">{author} {essay}</a></h1><p>{beginning}</p>'
        )
        return panels.plain("lead", width, html, is_news=True)

    def _drawn(self, number: int, width: int) -> Panel:
        html = f"<h4>Dienas zīmējums</h4>{panels.image(f'cartoon-{number}', width - 24, 300)}<p>Zīmē Ēriks Ošs</p>"
        return panels.plain("drawn", width, html, is_news=True)

    def _essays(self, numbers: Sequence[int], width: int) -> Panel:
        lines = "".join("<li><h2>{} {}</h2></li>".format(*self._told(number)) for number in numbers)
        return panels.plain("essays", width, f"<h4>Lasi arī</h4><ul>{lines}</ul>", is_news=True)

    def _proverb(self, hour: int, width: int) -> Panel:
        return panels.plain("proverb", width, f"<h2>{self.chance.pick(_PROVERBS, 'proverb', hour)}</h2>")

    def _poll(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<p>{name} {share} %</p><i style="width:{share * 4}px"></i>'
            for name in _POLL
            for share in [self.chance.between(5, 90, "poll", name, hour // 2)]
        )
        return panels.plain("poll", width, f"<h4>Ko lasi pirms miega?</h4>{lines}")

    def _evenings(self, hour: int, width: int) -> Panel:
        lines = "".join(f"<li>{name}</li>" for name in self.chance.shuffled(_EVENINGS, "evenings", hour)[:4])
        return panels.plain("evenings", width, f"<h4>Vakari</h4><ul>{lines}</ul>")

    def _letters(self, hour: int, width: int) -> Panel:
        return panels.plain("letters", width, voices(self.chance, hour, (_GUESTS, _LETTERS), "Lasītāji"))

    def _dialog(self, hour: int) -> Overlay:
        number = self.chance.pick((10, 15, 20), "off", hour)
        words = f"<h2>Saņem jaunumus e-pastā</h2><p>Un {number} % atlaidi pirmajam pirkumam.</p>"
        return Overlay(
            panels.plain("dialog", 420, words), 290, self.chance.pick((300, 640), "dialog y", hour)
        )


def _cartoon(chance: Chance, path: str) -> bytes:
    """People in ink on a white ground, as SVG."""
    draw = chance.stream(path)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="416" height="300" viewBox="0 0 416 300"'
             ' fill="none" stroke="#222" stroke-width="4"><rect width="416" height="300" fill="#fff"/>']  # fmt: skip
    for _ in range(draw.randint(2, 4)):
        x, y, head = draw.randint(50, 360), draw.randint(50, 130), draw.randint(18, 40)
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{head}" fill="{draw.choice(("#fff", "#f3d9b1", "#d9e3ea"))}"/>'
        )
        parts.append(f'<path d="M{x} {y + head} V{y + head + 80} l-24 50 m24 -50 l24 50"/>')
        reach = [draw.randint(-70, 70) for _ in range(4)]
        parts.append(
            f'<path d="M{x} {y + head + 20} l{reach[0]} {reach[1]} M{x} {y + head + 20} l{reach[2]} {reach[3]}"/>'
        )
    left, top, wide = draw.randint(10, 300), draw.randint(150, 230), draw.randint(60, 140)
    parts.append(f'<rect x="{left}" y="{top}" width="{wide}" height="{draw.randint(30, 60)}" fill="#222"/>')
    return "".join((*parts, "</svg>")).encode()


UNSEEN_REVIEWS = (Lapas,)
