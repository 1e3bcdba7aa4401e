"""Two pages for citizens that nobody has looked at: a Turkish city's warnings, a party's spokespeople."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape
from itertools import product

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen_papers import Slots, phrase
from benchmarks.sites.unseen_pictures import face
from pagetide.demo.site import Resource
from pagetide.demo.words import FILLERS

_TR_KINDS = (
    ("Kuvvetli yağış", "Dere yataklarından ve alt geçitlerden uzak durun."),
    ("Fırtına", "Ağaçlara ve reklam panolarına yaklaşmayın, çatıları kontrol edin."),
    ("Su kesintisi", "Ana boru arızası nedeniyle su verilemiyor, tankerler meydanda."),
    ("Elektrik arızası", "Trafo arızası sürüyor, ekipler çalışıyor."),
    ("Yol kapalı", "Heyelan nedeniyle sahil yolu trafiğe kapalı, dağ yolunu kullanın."),
    ("Vapur seferleri iptal", "Bütün hatlarda sefer yapılmıyor, otobüs konuldu."),
    ("Duman ve yangın", "Pencereleri kapatın, orman yoluna girmeyin."),
)
_TR_WHERE = ("Körfez", "Çamlıpınar", "Akkaya", "Yenikale", "Sarıbük", "Kuşluca", "Değirmendere")
_TR_CODES = ("", "SARI KOD", "TURUNCU KOD", "KIRMIZI KOD")
_TR_HUES = ("#8aa0b4", "#f2b705", "#f26b0f", "#c40d1e")
_TR_HOUSE = (
    "Etkinlik|Sahilde açık hava sineması|Her cuma saat 21.00'de, giriş ücretsiz.",
    "Kampanya|Suyunu koru, ödülü kap|Az tüketen üç bin haneye hediye çeki.",
    "Duyuru|Yaz spor okulları kayıtları|Yüzme, yelken ve basketbol için çevrim içi kayıt.",
    "Proje|Yeni tramvay hattı hızla ilerliyor|Başkanımız şantiyede incelemelerde bulundu.",
    "Anket|Mahalleni puanla|Beş soruda memnuniyetini bildir.",
)
_TR_SLIDES = (
    "Hizmette yedinci yıl", "Kent ormanı açıldı", "Gençlik merkezi", "Bisiklet yolları", "Kent lokantası",
    "Başkan esnafla buluştu", "Festivale davetlisiniz",
)  # fmt: skip
_TR: Slots = {
    "where": _TR_WHERE,
    "name": ("@mehmet_k", "@aysegul34", "@korfezli", "@deniz_y", "@hasan.usta", "@elif_c", "@bizimsokak"),
    "dam": ("Akçay", "Yuvacık", "Kirazdere", "Ballı", "Denizli Göl"),
}
_TR_TALK = (
    "{where} tarafında yine trafik kilit, {n} dakikadır bekliyoruz", "Teşekkürler, otobüs tam zamanında geldi",
    "{where} parkındaki lambalar {n} gündür yanmıyor", "Kent kart dolum noktası {where} için ne zaman?",
    "{where} sahilinde gün batımı", "Sokak kedileri için {n} kulübe yapıldı, harika",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Alert:
    """A warning: which kind and place, its level, since when and until when, how often prolonged."""

    spot: int
    level: int
    since: int
    until: int
    longer: int = 0


class Uyari(GeneratedSite):
    """A Turkish city: warnings come, are raised, prolonged, lifted and return; house cards of the same form between."""

    slug = "uyari"
    hard = (
        "warnings that come and go are news, cards of the same form between them and bars above are none; at times no "
        "warning at all; ages in the warnings, a larger carousel, cameras, levels and talk at each hour"
    )
    look = Look(
        heading=WIDE, body=SANS, paper="#eef2f5", ink="#16222e", muted="#62717f", line="#d4dce3", accent="#00757f",
        lead_px=26, top_px=17, card="#ffffff",
        extra=(
            ".card{border-bottom:8px solid #eef2f5;background:#fff}.card>div{border-left:10px solid;padding-left:12px}"
            ".red{background:#c40d1e;color:#fff}.app{background:#00757f;color:#fff}.hero{background:#fff}"
            ".dams,.talk,.arrivals{background:#fff;border-bottom:8px solid #eef2f5}"
            ".bar{background:#d4e6f1;height:12px}.bar i{display:block;height:12px;background:#2874a6}"
            ".code{font:bold 12px/18px 'Liberation Sans'}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        spots = self.chance.shuffled(list(product(_TR_KINDS, _TR_WHERE)), "spots")[:13]
        alerts = [Alert(spot=0, level=1, since=-3, until=5)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                alerts = self._after(alerts, len(spots), hour)
            shown = [(item, *self._told(item, spots[item.spot])) for item in alerts]
            news = tuple(" | ".join(words) for _, *words in shown)
            yield PageState(rows=tuple(self._rows(shown, hour, at)), news=news)

    def _after(self, old: Sequence[Alert], spots: int, hour: int) -> list[Alert]:
        alerts = []
        for item in old:
            if item.until > hour:
                alerts.append(item)
            elif self.chance.happens(0.3, "prolonged", item.spot, hour):
                until = hour + self.chance.between(3, 12, "by", item.spot, hour)
                alerts.append(replace(item, until=until, longer=item.longer + 1))
        rough = self.chance.happens(0.35, "rough", hour // 20)
        if self.chance.happens(0.18 if rough else 0.07, "warned", hour):
            spot = min(self.chance.below(spots, "spot", hour), self.chance.below(spots, "spot too", hour))
            if all(item.spot != spot for item in alerts) and len(alerts) < 6:
                until = hour + self.chance.between(2, 26, "lasts", hour)
                level = self.chance.pick((1, 1, 1, 2, 2, 3), "level", hour)
                return [Alert(spot=spot, level=level, since=hour, until=until), *alerts]
        if alerts and self.chance.happens(0.04, "judged anew", hour):
            place = self.chance.below(len(alerts), "whose", hour)
            level = alerts[place].level
            by = -1 if level == 3 or (level == 2 and self.chance.happens(0.5, "lower", hour)) else 1
            alerts[place] = replace(alerts[place], level=level + by)
        return alerts

    def _told(self, item: Alert, spot: tuple[tuple[str, str], str]) -> tuple[str, str, str, str]:
        """What a warning says: its code, its title, what to do, until when."""
        (kind, words), where = spot
        until = STARTS_AT + timedelta(hours=item.until + 3)
        end = f"{until:%d.%m.%Y %H}.00'e kadar"
        said = f"Süre uzatıldı: {end}" if item.longer else f"Geçerli: {end}"
        return _TR_CODES[item.level], f"{where}: {kind}", words, said

    def _rows(self, shown: Sequence[tuple[Alert, str, str, str, str]], hour: int, at: datetime) -> list[Row]:
        local = at + timedelta(hours=3)
        rows = [
            row(panels.masthead("Körfezkent Belediyesi", 1000, f"{local:%d.%m.%Y  %H:%M}", height=60), tag="header"),
            row(
                [self._hero(hour), self._arrivals(hour), self._talk(hour)],
                [*self._cards(shown, hour), self._dams(hour // 2)],
                tag="main",
            ),
            row(self._cameras(hour, local)),
        ]  # fmt: skip
        worst = [title for item, _, title, *_ in shown if item.level == 3]
        if worst:
            rows.insert(1, row(panels.strip(f"KIRMIZI KOD: {worst[0]}", 50, name="red")))
        if self.chance.happens(0.3, "app", hour // 3):
            height = self.chance.pick((50, 50, 92), "app height", hour // 3)
            rows.insert(0, row(panels.strip("Körfezkent cebinde: uygulamayı indir", height, name="app")))
        return rows

    def _cards(self, shown: Sequence[tuple[Alert, str, str, str, str]], hour: int) -> list[Panel]:
        cards = []
        for item, code, title, words, until in shown:
            age = f"{hour - item.since} saat önce" if hour > item.since else "şimdi"
            hue = _TR_HUES[item.level]
            cards.append(self._card(hue, code, title, words, f"{until} | {age}", is_news=True))
        if not cards:
            cards.append(panels.plain("card", 520, "<h2>Şu anda geçerli uyarı yok.</h2>", is_news=True))
        for seat in range(2):
            key = (seat, hour // (5 + 2 * seat))
            if self.chance.happens(0.45, "house", *key):
                kind, title, words = self.chance.pick(_TR_HOUSE[seat::2], "which", *key).split("|")
                card = self._card(_TR_HUES[0], kind.upper(), title, words, "Körfezkent Belediyesi")
                cards.insert(self.chance.below(len(cards) + 1, "where", *key), card)
        return [panels.plain("heading", 520, "<h4>Uyarılar ve duyurular</h4>"), *cards]

    def _card(
        self, hue: str, code: str, title: str, words: str, note: str, *, is_news: bool = False
    ) -> Panel:
        html = (
            f'<div style="border-color:{hue}"><p class="code" style="color:{hue}">{code}</p><h2>{title}</h2>'
            f'<p>{words}</p><p class="small">{note}</p></div>'
        )
        return panels.plain("card", 520, html, is_news=is_news)

    def _hero(self, hour: int) -> Panel:
        number = self.chance.below(len(_TR_SLIDES), "slide", hour)
        picture = panels.image(f"culture-baskan{number}", 456, 300)
        return panels.plain("hero", 480, f"{picture}<h1>{_TR_SLIDES[number]}</h1>")

    def _arrivals(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{line} {where} <b>{self.chance.between(1, 24, 'due', line, hour)} dk</b></li>"
            for line, where in zip(("T1", "14B", "Vapur", "M2"), _TR_WHERE, strict=False)
        )
        return panels.plain("arrivals", 480, f"<h4>Duraktan geçecek</h4><ul>{lines}</ul>")

    def _talk(self, hour: int) -> Panel:
        lines = "".join(
            f"<li><b>{self.chance.pick(_TR['name'], 'who', hour, seat)}</b> "
            f"{escape(phrase(self.chance, _TR_TALK, _TR, 'talk', hour, seat))}</li>"
            for seat in range(4)
        )
        return panels.plain("talk", 480, f"<h4>#körfezkent</h4><ul>{lines}</ul>")

    def _dams(self, key: int) -> Panel:
        lines = ""
        for name in _TR["dam"]:
            full = self.chance.between(300, 880, name) + self.chance.below(60, name, key)
            lines += (
                f'<p class="small">{name} %{full / 10:.1f}</p>'
                f'<div class="bar"><i style="width:{496 * full // 1000}px"></i></div>'
            )
        return panels.plain("dams", 520, f"<h4>Baraj doluluk oranları</h4>{lines}")

    def _cameras(self, hour: int, local: datetime) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'webcam-{seat}-{hour}', 232, 140)}"
            f'<p class="small">{_TR_WHERE[seat]}, {local:%H}:{(37 * seat + 11 * hour) % 60:02d}</p></div>'
            for seat in range(4)
        )
        return panels.plain("cameras", 1000, f'<h4>Canlı kameralar</h4><div class="cards">{cards}</div>')


_REMITS = (
    ("Leader", "Leader and Chair"), ("Deputy Leader", "Deputy Leader and Rural Affairs"),
    ("Treasury", "Treasury and Fair Taxes", "Economy"), ("Home Affairs", "Home Affairs and Policing"),
    ("Foreign Affairs", "Foreign Affairs and Peace", "Europe and the World"), ("Education", "Schools and Skills"),
    ("Health", "Health and Social Care", "Health, Care and Sport"), ("Transport", "Transport and Ports"),
    ("Environment", "Climate and Nature", "Climate, Nature and Food"), ("Justice", "Justice and Rights"),
    ("Housing", "Housing and Renters", "Homes and Communities"), ("Work and Pensions", "Work and Disability"),
)  # fmt: skip
_NOTES = ("", "acting", "on leave", "whip suspended", "stands down in June")
_APPEALS = (
    "Fairness is not too much to ask", "Chip in before midnight", "Knock on doors with us", "A meadow for every town",
    "Clean rivers by 2030", "Rent that leaves you a life",
)  # fmt: skip
_QUOTES = (
    "I joined because somebody knocked on my door.", "They closed our surgery. I stood for council the same week.",
    "{n} of my neighbours are voting Meadow for the first time.", "You can taste the river again at {where}.",
    "My rent took {n} per cent of my pay. That ends.", "We won {where} by {n} votes and a lot of tea.",
)  # fmt: skip
_MEADOW: Slots = {
    "where": ("Farnleigh", "Oxbow", "Stoke Harry", "Millgate", "Wether Down", "Cantlow", "Eastbrook")
}
_SHOP = (
    "Tea towel",
    "Enamel badge",
    "Tote bag",
    "Rosette",
    "Seed packet",
    "Mug",
    "Bucket hat",
    "Window poster",
)


@dataclass(frozen=True, kw_only=True)
class Seat:
    """Who speaks for a field, if anybody does; which of the remit's names, which note, which portrait."""

    place: int
    person: int | None
    remit: int = 0
    note: int = 0
    portrait: int = 0


class Frontbench(GeneratedSite):
    """A party's spokespeople: twelve portraits, in quiet days left alone, in a reshuffle replaced hour by hour."""

    slug = "frontbench"
    hard = (
        "slow but for days of reshuffle; one of twelve small portraits with its name, or a word below it, is the news; "
        "a card to recruit moves them on, faces drawn at random beside, appeals, sums, quotes and a dialog above"
    )
    look = Look(
        heading=SERIF, body=SANS, paper="#fbfdf8", ink="#1d2b1f", muted="#6b7a6d", line="#d9e4d6", accent="#2e7d32",
        lead_px=40, top_px=16, card="#eaf4e4",
        extra=(
            ".bench .faces{display:grid;grid-template-columns:repeat(4,1fr);gap:12px}.bench .faces>div{height:232px;"
            "overflow:hidden}.bench h2{margin:6px 0 2px}.note{color:#b3261e;font-weight:bold}.call{background:#2e7d32;"
            "color:#fff}.gifts{background:#1d2b1f;color:#fff}.gifts h1{margin-bottom:2px}.quote{background:#eaf4e4}"
            ".appeal h1{position:absolute;left:40px;bottom:40px;background:#2e7d32;color:#fff;padding:6px 18px}"
            ".live{background:#b3261e;color:#fff}.local{background:#eaf4e4}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        bench = [Seat(place=place, person=-place - 1) for place in range(len(_REMITS))]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                bench = self._after(bench, hour, at)
            news = tuple(" | ".join(self._told(seat)) for seat in bench)
            secondary = tuple(str(seat.portrait) for seat in bench)
            over = (self._dialog(hour),) if self.chance.happens(0.14, "dialog", hour) else ()
            yield PageState(
                rows=tuple(self._rows(bench, hour, at)), news=news, secondary=secondary, overlays=over
            )

    def _after(self, old: Sequence[Seat], hour: int, at: datetime) -> list[Seat]:
        reshuffle = self.chance.happens(0.35, "reshuffle", hour // 24)
        pace = 0.012 if not 7 <= at.hour <= 20 else 0.4 if reshuffle else 0.13
        bench = list(old)
        empty = [seat.place for seat in bench if seat.person is None]
        place = empty[0] if empty else self.chance.below(len(bench), "whose", hour)
        seat, what = bench[place], self.chance.number("what", hour)
        if self.chance.happens(pace, "news", hour):
            if empty or what < 0.4:
                acting = self.chance.happens(0.25, "acting", hour)
                bench[place] = Seat(place=place, person=hour, remit=seat.remit, note=int(acting))
            elif what < 0.55:
                bench[place] = Seat(place=place, person=None, remit=seat.remit)
            elif what < 0.8:
                step = self.chance.between(1, len(_NOTES) - 1, "note", hour)
                bench[place] = replace(seat, note=(seat.note + step) % len(_NOTES))
            else:
                bench[place] = replace(seat, remit=seat.remit + 1)
        elif self.chance.happens(0.03, "portrait", hour):
            bench[place] = replace(seat, portrait=seat.portrait if seat.person is None else hour)
        return bench

    def _told(self, seat: Seat) -> tuple[str, str, str]:
        names = _REMITS[seat.place]
        remit = names[seat.remit % len(names)]
        if seat.person is None:
            return "Vacant", remit, ""
        return self.chance.pick(FILLERS["Person"], "person", seat.person), remit, _NOTES[seat.note]

    def _rows(self, bench: Sequence[Seat], hour: int, at: datetime) -> list[Row]:
        left = datetime(2026, 6, 25, 7, tzinfo=at.tzinfo) - at
        note = f"Polls open in {left.days} days {left.seconds // 3600} hours"
        tall = 330 if self.chance.happens(0.5, "arm", hour // 2) else 210
        number = self.chance.below(len(_APPEALS), "appeal", hour)
        appeal = f"{panels.image(f'world-meadow{number}', 976, tall)}<h1>{_APPEALS[number]}</h1>"
        rows = [
            row(panels.masthead("The Meadow Party", 1000, note, height=62), tag="header"),
            row(panels.plain("appeal", 1000, appeal)),
            row([self._bench(bench, hour)], self._aside(hour), tag="main"),
            row(self._local(hour)),
        ]
        if self.chance.happens(0.2, "live", hour // 2):
            height = self.chance.pick((44, 80), "live height", hour // 2)
            rows.insert(
                1, row(panels.strip("Live now: the leader answers your questions", height, name="live"))
            )
        return rows

    def _bench(self, bench: Sequence[Seat], hour: int) -> Panel:
        cells = [self._face(seat) for seat in bench]
        if self.chance.happens(0.35, "recruit", hour // 5):
            place = self.chance.below(9, "recruit where", hour // 5)
            picture = panels.image("world-recruit", 153, 150)
            cells.insert(place, f"<div>{picture}<h2>You?</h2><p>Apply to be a candidate</p></div>")
        html = f'<h4>Our spokespeople</h4><div class="faces">{"".join(cells)}</div>'
        return panels.plain("bench", 680, html, is_news=True)

    def _face(self, seat: Seat) -> str:
        name, remit, note = self._told(seat)
        shown = "vacant" if seat.person is None else f"{seat.person}_{seat.portrait}"
        below = f'<p class="note">{note}</p>' if note else ""
        return (
            f'<div><img src="/media/face-{shown}.svg" width="153" height="150" alt="">'
            f'<h2><a href="{ORIGIN}/people/{seat.place}">{escape(name)}</a></h2><p>{remit}</p>{below}</div>'
        )

    def _aside(self, hour: int) -> list[Panel]:
        raised = 41_200 + 137 * hour + self.chance.below(137, "raised", hour)
        quote = phrase(self.chance, _QUOTES, _MEADOW, "quote", hour)
        who = self.chance.pick(FILLERS["Person"], "who", hour)
        goods = "".join(
            f"<li>{name} <b>£{self.chance.between(2, 24, 'price', name)}</b></li>"
            for name in self.chance.shuffled(_SHOP, "shop", hour // 2)[:4]
        )
        number = self.chance.below(30, "picture", hour // 2)
        post = (
            f"{panels.image(f'city-post{number}', 296, 190)}"
            f"<p>{escape(phrase(self.chance, _QUOTES, _MEADOW, 'post', hour // 2))}</p>"
        )
        return [
            panels.plain("gifts", 320, f"<h1>£{raised:,}</h1><p>given by {raised // 23:,} people</p>"),
            panels.plain("quote", 320, f'<h2>“{escape(quote)}”</h2><p class="small">{escape(who)}, volunteer</p>'),
            panels.plain("post", 320, f"<h4>@meadowparty</h4>{post}"),
            panels.plain("shop", 320, f"<h4>In the shop</h4><ul>{goods}</ul>"),
        ]  # fmt: skip

    def _local(self, hour: int) -> Panel:
        cards = "".join(
            f'<div><img src="/media/face-local{number}.svg" width="149" height="120" alt="">'
            f'<p class="small">{escape(FILLERS["Person"][3 * number + 1])}</p></div>'
            for number in self.chance.shuffled(range(26), "local", hour)[:6]
        )
        return panels.plain(
            "local", 1000, f'<h4>Local candidates, in random order</h4><div class="cards">{cards}</div>'
        )

    def _dialog(self, hour: int) -> Overlay:
        gave = self.chance.between(30, 330, "gave", hour)
        words = (
            "<h2>Five pounds prints two hundred leaflets.</h2>"
            f"<p>{gave} people gave in the last hour.</p><p><b>Give</b> &nbsp; Not now</p>"
        )
        return Overlay(panels.plain("call", 420, f'<div style="height:120px">{words}</div>'), 290, 360)

    def picture(self, path: str) -> Resource | None:
        if not path.startswith("/media/face-"):
            return super().picture(path)
        key = path.removeprefix("/media/face-").removesuffix(".svg")
        return Resource("image/svg+xml", face(self.chance, key))


UNSEEN_CITIZENS = (Uyari, Frontbench)
