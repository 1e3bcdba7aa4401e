"""A daily nobody had seen: an Albanian front page whose photographs and caricature are news of their own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_WHO = ("Qeveria", "Kuvendi", "Gjykata Kushtetuese", "Presidentja", "Prokuroria Speciale", "Komuna e Prizrenit",
        "Ministria e Arsimit", "Sindikata e mjekëve", "Opozita", "Banka Qendrore", "Universiteti i Prishtinës",
        "Komisioni Zgjedhor", "Korporata Energjetike")  # fmt: skip
_DOES = ("miraton buxhetin e rishikuar", "kërkon hetim për tenderin e autostradës",
         "shtyn vendimin për rritjen e pagave",
         "paralajmëron grevë të përgjithshme", "kundërshton ligjin për mediat", "nënshkruan marrëveshjen me fqinjët",
         "shpall gjendjen e jashtëzakonshme në veri", "hedh poshtë akuzat për korrupsion", "rrit çmimin e energjisë",
         "thërret seancë të jashtëzakonshme", "publikon emrat e debitorëve")  # fmt: skip
_MORE = ("Vendimi pritet të hyjë në fuqi javën e ardhshme, thonë burime zyrtare.",
         "Përfaqësuesit e shoqërisë civile kërkojnë më shumë transparencë.",
         "Reagimet e para kanë ardhur nga Brukseli dhe Uashingtoni.",
         "Qytetarët u mblodhën para ndërtesës dhe kërkuan dorëheqje.",
         "Dokumentet që ka siguruar gazeta tregojnë se paralajmërimet ishin shpërfillur.",
         "Debati vazhdoi deri në orët e vona të natës.",
         "Shifrat zyrtare ndryshojnë nga ato të auditorit.")  # fmt: skip
_SECTIONS = ("politics", "city", "economy", "politics", "sport", "world")
_FEATURES = ("Dhjetë plazhet më të qeta të jugut", "Si ta ruani bukën të freskët", "Receta: flija e gjyshes",
             "Horoskopi i javës", "Pesë shenja që telefoni po ju përgjon", "Shtëpitë prej guri të Gjirokastrës",
             "Çfarë ndodh kur pini kafe esëll", "Kuiz: sa e njihni Shqipërinë?", "Fotografi: panairi i mjaltit",
             "Makinat më të shitura të vitit", "Këngët e verës")  # fmt: skip
_READERS = ("Agron", "Teuta", "Besnik", "Drita", "Ilir", "Vjosa", "Luan", "Mimoza", "Fatos", "Arta", "Genc")
_SAY = ("Turp! Gjithmonë e njëjta histori.", "Bravo, më në fund dikush e tha troç.",
        "Po rrugën tonë kush do ta rregullojë?",
        "Nuk besoj asnjë fjalë prej tyre.", "Kjo gazetë dikur shkruante më mirë.", "Respekt për mjekët tanë!",
        "E kush paguan në fund? Populli.", "Shkurt e saktë.", "Shikoni statistikat para se të flisni.",
        "Jam dakord me komentuesin më lart.", "Në diasporë këto s'ndodhin kurrë.",
        "Pse s'e botoni emrin e kompanisë?",
        "Shpresoj që fëmijët tanë të mos ikin.")  # fmt: skip


@dataclass(frozen=True)
class Report:
    """A report: which one, and the photograph that it is run with."""

    number: int
    photo: str


class Zeri(GeneratedSite):
    """A daily: reports replaced under the old photograph, later photographs under old words, a new caricature."""

    slug = "zeri"
    hard = "photographs and a caricature change under the same words, amid advertisements larger than both"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#1a1a1a", muted="#77706a", line="#ddd6cf", accent="#b3001b",
        lead_px=34, top_px=18, card="#f6f1ea",
        extra=(
            ".masthead{border-bottom:3px double #1a1a1a}.nav{background:#1a1a1a;color:#fff;padding:0 12px}"
            ".nav p{display:flex;gap:26px;font:bold 13px/32px 'Liberation Sans',sans-serif}"
            ".comments,.rates{background:"
            "#f6f1ea}.billboard img,.tower img{margin:0 auto}.rates p{display:flex;justify-content:space-between}"
            ".lead .kicker{color:#b3001b;font-weight:bold;font-size:14px;line-height:20px;margin-top:8px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 22), off=(6,), then=0.6, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; a caricature every working morning."""
        reports, drawn = [self._new(-number) for number in range(1, 8)], 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                reports = self._after(reports, hour, self.duty.at(at))
            drawn += at.hour == 7 and at.weekday() != 6
            news = [self._words(reports[0])[1], f"caricature-{drawn}."]
            for item in reports:
                news += [self._words(item)[0], f"{item.photo}."]
            yield PageState(rows=tuple(self._page(reports, drawn, hour)), news=tuple(news))

    def picture(self, path: str) -> Resource | None:
        """The pictures that the page shows; caricatures are drawn in ink."""
        if path.startswith("/media/caricature-"):
            return Resource("image/svg+xml", _caricature(self.chance.child("ink").stream(path)))
        return super().picture(path)

    def _new(self, number: int) -> Report:
        return Report(number, f"{self.chance.pick(_SECTIONS, 'section', number)}-{number + 50}-0")

    def _after(self, old: list[Report], hour: int, duty: float) -> list[Report]:
        what, fresh = self.chance.number("what", hour) / duty, self._new(hour)
        if what < 0.04:
            return [fresh, *old][:7]
        if what < 0.065:  # the next report of the same affair, under the same photograph
            return [replace(fresh, photo=old[0].photo), *old[1:]]
        if what < 0.12:
            return [old[0], fresh, *old[1:]][:7]
        if what < 0.18:  # a later photograph of the same affair
            place = self.chance.pick((0, 0, 0, 1, 2), "whose", hour)
            affair, _, taken = old[place].photo.rpartition("-")
            if 0 < int(taken) > hour - 4:  # no desk replaces its photograph every hour
                return old
            later = replace(old[place], photo=f"{affair}-{hour}")
            return [*old[:place], later, *old[place + 1 :]]
        return old

    def _words(self, item: Report) -> tuple[str, str]:
        who, does, more = told(self.chance.child("told"), (_WHO, _DOES, _MORE), item.number)
        return f"{who} {does}", more

    def _page(self, reports: Sequence[Report], drawn: int, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        sections = "".join(
            f"<span>{name}</span>"
            for name in ("AKTUALITET", "POLITIKË", "EKONOMI", "RAJONI", "KULTURË", "SPORT", "OPINIONE")
        )
        tower = panels.advert(self.adverts.advert("tower", 60 * hour, 320, 420), "tower", 360)
        rows = [
            row(panels.masthead("Zëri i Ditës", 1000, f"{at:%d.%m.%Y, ora %H:%M}", height=76), tag="header"),
            row(panels.plain("nav", 1000, f"<p>{sections}</p>")),
            row(
                [self._lead(reports[0], 640), self._seconds(reports[1:3], 640)],
                [self._drawing(drawn, 360), tower],
                tag="main",
            ),
            row(*(self._card(item, 250) for item in reports[3:])),
            row(self._features(hour, 1000)),
            row(self._comments(hour, 640), self._rates(hour, 360)),
        ]
        if self.chance.happens(0.85, "sold", hour):
            sold = panels.advert(self.adverts.advert("billboard", 60 * hour, 970, 250), "billboard", 1000)
            rows.insert(0, row(sold))
        return rows

    def _lead(self, item: Report, width: int) -> Panel:
        title, more = self._words(item)
        html = (
            f"{panels.image(item.photo, width - 24, 340)}<p class=kicker>KRYESORE</p>"
            f'<h1><a href="{ORIGIN}/lajme/{item.number + 100}">{title}</a></h1><p>{more}</p>'
        )
        return panels.plain("lead", width, html, is_news=True)

    def _seconds(self, items: Sequence[Report], width: int) -> Panel:
        cards = "".join(
            f'<div>{panels.image(item.photo, 300, 170)}<h2><a href="{ORIGIN}/lajme/{item.number + 100}">'
            f"{self._words(item)[0]}</a></h2></div>"
            for item in items
        )
        return panels.plain("seconds", width, f'<div class="cards">{cards}</div>', is_news=True)

    def _drawing(self, drawn: int, width: int) -> Panel:
        shown = panels.image(f"caricature-{drawn}", width - 24, 252)
        html = f'<h4>Karikatura e ditës</h4>{shown}<p class="small">Vizatoi: Shpend B.</p>'
        return panels.plain("drawing", width, html, is_news=True)

    def _card(self, item: Report, width: int) -> Panel:
        html = (
            f'{panels.image(item.photo, width - 24, 136)}<h2 style="margin-top:8px"><a href="{ORIGIN}/lajme/'
            f'{item.number + 100}">{self._words(item)[0]}</a></h2>'
        )
        return panels.plain("card", width, html, is_news=True)

    def _features(self, hour: int, width: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'culture-feature-{number}', 232, 150)}<h3>{_FEATURES[number]}</h3></div>"
            for number in self.chance.shuffled(range(len(_FEATURES)), "features", hour)[:4]
        )
        return panels.plain(
            "features", width, f'<h4>Mund t\'ju interesojë</h4><div class="cards">{cards}</div>'
        )

    def _comments(self, hour: int, width: int) -> Panel:
        said = self.chance.shuffled(_SAY, "said", hour)[:5]
        lines = "".join(
            f"<li><b>{self.chance.pick(_READERS, 'reader', hour, seat)}</b> <span class=small>para "
            f"{self.chance.between(2, 59, 'age', hour, seat)} minutash</span><p>{words}</p></li>"
            for seat, words in enumerate(said)
        )
        return panels.plain("comments", width, f"<h4>Komentet e fundit</h4><ul>{lines}</ul>")

    def _rates(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<p><span>{name}</span><b>{self.chance.between(low, high, name, hour) / 100:.2f}</b></p>"
            for name, low, high in (("EUR", 9800, 9990), ("USD", 8600, 8890), ("CHF", 10300, 10590))
        )
        return panels.plain("rates", width, f"<h4>Kursi i këmbimit (lekë)</h4>{lines}")


def _caricature(draw: random.Random) -> bytes:
    """Two or three large heads on small bodies, a prop between them, something said in a bubble."""
    parts = [
        '<rect width="336" height="252" fill="#fbf6e9"/><path d="M0 218 H336" stroke="#222" stroke-width="2"/>'
    ]
    many = draw.choice((1, 2, 2, 3))
    for seat in range(many):
        parts.append(_figure(draw, round(336 * (seat + 1) / (many + 1)) + draw.randint(-14, 14)))
    x, y, wide, tall = draw.randint(10, 220), 178, draw.randint(50, 110), draw.randint(26, 40)
    fill = draw.choice(("#8d6a2f", "#b3001b", "#4a6572", "#d9b44a"))
    parts.append(
        f'<rect x="{x}" y="{y}" width="{wide}" height="{tall}" fill="{fill}" stroke="#222" stroke-width="2"/>'
    )
    x = draw.randint(20, 180)
    parts.append(
        f'<ellipse cx="{x + 60}" cy="30" rx="68" ry="25" fill="#fff" stroke="#222" stroke-width="2"/>'
        f'<path d="M{x + 20} 26 h{draw.randint(50, 82)} M{x + 24} 38 h{draw.randint(30, 70)}" stroke="#222"'
        ' stroke-width="4"/>'
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="336" height="252" viewBox="0 0 336 252">'
        f"{''.join(parts)}</svg>"
    ).encode()


def _figure(draw: random.Random, x: int) -> str:
    """One of those who are drawn."""
    size, y = draw.randint(28, 44), draw.randint(96, 124)
    coat = draw.choice(("#2b2d42", "#6b705c", "#7b2d26", "#ffffff", "#1b4965"))
    skin = draw.choice(("#f3cfae", "#e9b48a", "#fbf6e9"))
    nose, side = draw.randint(10, 34), draw.choice((-1, 1))
    hat = (
        f'<rect x="{x - size}" y="{y - size - 14}" width="{2 * size}" height="22" fill="#222"/>'
        if draw.random() < 0.35
        else ""
    )
    return (
        f'<g stroke="#222" stroke-width="2"><path d="M{x - 24} 218 L{x - 16} {y + size} H{x + 16} L{x + 24} 218 Z"'
        f' fill="{coat}"/><ellipse cx="{x}" cy="{y}" rx="{size}" ry="{size + draw.randint(-6, 12)}" fill="{skin}"/>'
        f'<ellipse cx="{x + side * nose}" cy="{y + 6}" rx="{nose}" ry="8" fill="#e59a7a"/>'
        f'<circle cx="{x - 10}" cy="{y - 12}" r="6" fill="#fff"/>'
        f'<circle cx="{x + 10}" cy="{y - 12}" r="6" fill="#fff"/>'
        f'<path d="M{x - 14} {y + 24} q14 {draw.randint(-12, 14)} 28 0" fill="none"/>{hat}</g>'
    )


UNSEEN_EDITIONS = (Zeri,)
