"""News amid figures that never rest: a Turkish exchange with its heat map, a Croatian cooperative's price sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.edited import Entry
from benchmarks.sites.fading import listed, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_SHARES = {
    "DNZHV": "Deniz Hava Yolları", "KRTCM": "Karatepe Cam", "YLDBN": "Yıldız Bankası", "AKPLS": "Ak Polimer",
    "MRTEN": "Martı Enerji", "TPRKG": "Toprak Gıda", "SRYTK": "Saray Tekstil", "GKTLK": "Göktel İletişim",
    "CNRMD": "Çınar Maden", "BGZLJ": "Boğaz Lojistik", "ULUCM": "Ulu Çimento", "KZLSG": "Kızıl Sigorta",
    "PLNOT": "Pelin Otomotiv", "VDIIL": "Vadi İlaç", "DMRCL": "Demir Çelik Ereğli", "NRTRZ": "Nar Turizm",
    "EGEPT": "Ege Petrol", "LLEPR": "Lale Perakende", "SMSKG": "Samsun Kağıt", "ORMYP": "Orman Yapı",
    "TLKBY": "Tilki Bilişim", "ZYTNY": "Zeytin Yağ", "BRSTR": "Bursa Traktör", "HZRSU": "Hazar Su",
}  # fmt: skip
_DISCLOSED = (
    "{count} milyon liralık yeni sözleşme imzalandı", "Pay geri alımı: {count} bin adet",
    "Çeyrek kârı {count} milyon lira", "Genel kurul toplantıya çağrıldı, gündem {count} madde",
    "Tahvil ihracı: {count} milyon lira, {rate} faiz", "{city} tesisinde üretime {count} gün ara verildi",
    "Bağlı ortaklık {count} milyon liraya satıldı", "Yönetim kurulu üyesi {who} görevinden ayrıldı, pay {count} bin",
    "{city} fabrikası için {count} milyon liralık kredi", "Bedelli sermaye artırımı yüzde {count}",
)  # fmt: skip
_ARTICLES = (
    ("{who}: Faiz kararı yılın geri kalanını belirleyecek", "Toplantı öncesi {count} ekonomistin beklentisi derlendi; "
     "çoğunluk {rate} diyor. {city} sanayicileri ise {worry}."),
    ("{city} limanında ihracat rekoru", "Geçen ay {count} bin konteyner yüklendi. {who}, artışı yeni hatlara bağladı "
     "ve uyardı: {worry}."),
    ("Enflasyon verisi sonrası gözler {who} üzerinde", "Yıllık oran beklentiyi {count} baz puan aştı. Piyasada genel "
     "kanı şu: {worry}."),
    ("Çiftçi borçları için {city} formülü", "Plan {count} bin üreticiyi kapsıyor, oran {rate}. {who} metni okudu: "
     "{worry}."),
    ("Enerji devi {city} sahasından çekiliyor", "Ortaklar {count} milyon lira zarar yazdı. {who}, kararın nedenini "
     "açıkladı: {worry}."),
    ("{who} yeni vergi taslağını anlattı", "Taslak {count} maddeden oluşuyor ve {city} toplantısında görüşülecek. "
     "Eleştiri: {worry}."),
)  # fmt: skip
_TURKISH: Mapping[str, Sequence[str]] = {
    "who": ("Selin Arıkan", "Kerem Toprakçı", "Bakan Uçar", "Nihal Demirbaş", "Tarık Somer", "Ozan Yücebaş",
            "Başkan Gürel", "Elif Saraç"),
    "city": ("Mersin", "İzmit", "Denizli", "Samsun", "Gaziantep", "Eskişehir", "Aliağa", "Zonguldak"),
    "rate": ("yüzde 38", "yüzde 41,5", "yüzde 36", "yüzde 44"),
    "worry": ("stoklar eriyor", "maliyetler hızla artıyor", "talep beklenenden zayıf", "kur baskısı sürüyor",
              "yatırımlar erteleniyor", "finansman bulmak zorlaşıyor"),
}  # fmt: skip
_GUIDES = ("Halka arz nedir?", "Portföy nasıl dağıtılır?", "Temettü takvimi", "Altın mı, mevduat mı?",
           "Borsa sözlüğü", "Genç yatırımcıya on öğüt", "Emeklilik fonları", "Video: Kapanış zili",
           "Kahve falı ve piyasalar")  # fmt: skip


def _traded(hour: int) -> int:
    """Names the last hour at which the exchange was open."""
    at = STARTS_AT + timedelta(hours=hour)
    while at.weekday() > 4 or not 10 <= at.hour <= 18:
        at -= timedelta(hours=1)
    return int(at.timestamp() // 3600)


class Parite(GeneratedSite):
    """A Turkish exchange page: reports and articles beside a heat map, flashing figures and lines drawn anew."""

    slug = "parite"
    hard = "heat map, figures that flash for an hour, movers sorted anew; a figure and a line in each report's row"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#10151c", muted="#6a7380", line="#dde2e8", accent="#0a4d8c",
        lead_px=26, top_px=18, card="#f2f5f8",
        extra=(
            "h4{text-transform:none}.index{background:#10151c;color:#fff}"
            ".index div{display:flex;justify-content:space-between}"
            ".index b{padding:0 5px}.map div{display:flex;flex-wrap:wrap;gap:3px}.map i{width:119px;"
            "color:#fff;font:bold 13px/18px 'Liberation Sans';padding-top:10px;text-align:center;height:42px}"
            ".filed li{display:flex;gap:10px;align-items:center}.filed .code{width:58px;font-weight:bold;color:#0a4d8c}"
            ".filed p{flex:1}.filed .pct,.movers .pct{width:58px;text-align:right;font-size:13px}"
            ".up{background:#b2f2bb}.down{background:#ffc9c9}.gain{color:#2b8a3e}.loss{color:#c92a2a}"
            ".movers li{display:flex;gap:8px;align-items:center;font-size:13px}.movers span{flex:1}.tick{width:44px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; figures are no news."""
        filed = [self._new("filed", -number, -number) for number in range(1, 10)]
        articles = [self._new("article", -20 - number, -number) for number in range(3)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            working = at.weekday() < 5 and 8 <= at.hour <= 19
            if hour and self.chance.happens(0.24 if working else 0.015, "filed", hour):
                filed = [self._new("filed", hour, hour), *filed][:9]
            elif hour and working and self.chance.happens(0.06, "corrected", hour):
                place = self.chance.below(4, "whose", hour)
                filed[place] = replace(filed[place], revision=filed[place].revision + 1)
            if hour and self.chance.happens(0.085 if 7 <= at.hour <= 22 else 0.01, "article", hour):
                articles = [self._new("article", hour, hour), *articles][:3]
            news = tuple(" ".join(self._told(item)) for item in (*articles, *filed))
            yield PageState(rows=tuple(self._page(articles, filed, hour, at)), news=news)

    @staticmethod
    def _new(part: str, number: int, hour: int) -> Entry:
        return Entry(part, number, hour)

    def _told(self, entry: Entry) -> list[str]:
        draw = self.chance.child(entry.part, entry.number)
        if entry.part == "article":
            order = self.chance.shuffled(_ARTICLES, "articles", entry.number // 60)
            return told(entry, draw, order[entry.number % len(order)], _TURKISH)
        code = draw.pick(tuple(_SHARES), "share")
        words = told(entry, draw, [draw.pick(_DISCLOSED, "what")], _TURKISH)
        return [code, f"{_SHARES[code]}: {words[0]}{' (Düzeltme)' if entry.revision else ''}"]

    def _percent(self, code: str, hour: int) -> float:
        """A share's day so far; it rests while the exchange is shut."""
        stamp = _traded(hour)
        day = self.chance.between(-310, 310, "day", code, stamp // 24)
        return (day + self.chance.between(-110, 110, "hour", code, stamp)) / 100

    def _share(self, code: str, hour: int) -> str:
        """A share's figure, on green or red for the hour after it moved much."""
        now, before = self._percent(code, hour), self._percent(code, hour - 1)
        flash = "up" if now > before + 0.4 else "down" if now < before - 0.4 else ""
        return f'<b class="pct {flash} {"gain" if now > 0 else "loss"}">{now:+.2f}%</b>'

    def _spark(self, code: str, hour: int) -> str:
        """A small line, drawn from the last seconds before the visit."""
        draw = self.chance.child("spark", code, hour)
        points = " ".join(f"{6 * step},{draw.between(2, 16, step)}" for step in range(12))
        ink = "#2b8a3e" if self._percent(code, hour) > 0 else "#c92a2a"
        line = f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="1.5"/>'
        return f'<svg width="68" height="18" viewBox="0 0 68 18" style="display:block">{line}</svg>'

    def _page(self, articles: Sequence[Entry], filed: Sequence[Entry], hour: int, at: datetime) -> list[Row]:
        minute = int(at.timestamp() // 60)
        side = [
            panels.advert(self.adverts.advert("side", minute, 316, 200), "side-advert", 340),
            self._movers(hour, 340),
            listed(self.chance.shuffled(_GUIDES, "read", hour // 2)[:4], 340, "Çok okunanlar"),
        ]
        rows = [
            row(panels.masthead("Parite", 1000, f"{at:%d.%m.%Y %H:%M} · 15 dk gecikmeli", height=50), tag="header"),
            row(self._index(hour)),
            row(self._map(hour)),
            row([self._articles(articles, hour, 660), self._filed(filed, hour, 660)], side, tag="main"),
            row(panels.plain("foot", 1000, '<p class="small">Yatırım tavsiyesi değildir.</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.28, "banner", hour // 2):
            height = self.chance.pick((60, 100, 160), "banner height", hour // 2)
            rows.insert(0, row(panels.strip("Hesabını aç, 100 işlem komisyonsuz", height, name="promo")))
        return rows

    def _index(self, hour: int) -> Panel:
        cells = ""
        for name, low, high in (
            ("P100", 10400, 10900),
            ("Dolar", 38, 40),
            ("Euro", 43, 45),
            ("Altın", 4100, 4300),
        ):
            when = _traded(hour) if name == "P100" else hour
            value = self.chance.between(100 * low, 100 * high, name, when) / 100
            colour = self.chance.pick(("#2b8a3e", "#c92a2a", "none"), "flash", name, when)
            cells += f'<span>{name} <b style="background:{colour}">{value:,.2f}</b></span>'
        return panels.plain("index", 1000, f"<div>{cells}</div>")

    def _map(self, hour: int) -> Panel:
        """A field for each share, in the shade of its day."""
        fields = ""
        for code in _SHARES:
            percent = self._percent(code, hour)
            light = 52 - min(int(abs(percent) * 8), 30)
            ground = f"hsl({135 if percent > 0 else 4},{48 if abs(percent) > 0.3 else 5}%,{light}%)"
            fields += f'<i style="background:{ground}">{code} {percent:+.1f}</i>'
        return panels.plain("map", 1000, f"<h4>Isı haritası</h4><div>{fields}</div>")

    def _articles(self, articles: Sequence[Entry], hour: int, width: int) -> Panel:
        items = ""
        for item in articles:
            title, body = self._told(item)
            picture = panels.image(f"economy-{item.number}", 130, 84)
            views = f"{self.chance.between(90, 9000, 'views', item.number, hour)} görüntülenme"
            link = f'<a href="{ORIGIN}/haber/{item.number}">{title}</a>'
            words = f'<div><h2>{link}</h2><p>{body}</p><p class="small">{views}</p></div>'
            items += f'<li><div class="side">{picture}{words}</div></li>'
        return panels.plain("articles", width, f"<h4>Haberler</h4><ul>{items}</ul>", is_news=True)

    def _filed(self, filed: Sequence[Entry], hour: int, width: int) -> Panel:
        items = ""
        for item in filed:
            code, words = self._told(item)
            link = f'<a href="{ORIGIN}/bildirim/{item.number}">{words}</a>'
            share = f"{self._share(code, hour)}{self._spark(code, hour)}"
            items += f'<li><span class="code">{code}</span><p>{link}</p>{share}</li>'
        return panels.plain("filed", width, f"<h4>Şirket bildirimleri</h4><ul>{items}</ul>", is_news=True)

    def _movers(self, hour: int, width: int) -> Panel:
        """Shares sorted by what they gained until the visit."""
        order = sorted(_SHARES, key=lambda code: self._percent(code, hour), reverse=True)
        lines = "".join(
            f"<li><span>{_SHARES[code]}</span>{self._spark(code, hour)}{self._share(code, hour)}</li>"
            for code in (*order[:4], *order[-4:])
        )
        return panels.plain("movers", width, f"<h4>Yükselenler ve düşenler</h4><ul>{lines}</ul>")


_PRICES = {
    "Voće": (("Jabuka idared", 62), ("Kruška viljamovka", 94), ("Šljiva bistrica", 71), ("Višnja oblačinska", 118)),
    "Povrće": (("Krumpir rani", 48), ("Luk crveni", 39), ("Paprika babura", 104), ("Kupus bijeli", 27)),
    "Žitarice": (("Pšenica I. klase", 21), ("Kukuruz suhi", 18), ("Ječam stočni", 17), ("Soja", 43)),
    "Mlijeko i jaja": (("Mlijeko kravlje, l", 47), ("Mlijeko kozje, l", 82), ("Jaja, 10 kom", 198)),
}  # fmt: skip
_NOTICES = (
    (
        "Otkup {goods} počinje u ponedjeljak",
        "Mjesto: {where}. Dnevno se prima do {count} tona, uz najavu kod: {who}.",
    ),
    ("Skupština zadruge sazvana za {count} članova", "Dvorana: {where}. Materijali su dostupni kod: {who}."),
    ("Isplata za otkup {goods} kasni", "Čeka se potpora; riječ je o {count} tisuća eura. Upiti: {who}."),
    (
        "Nova sušara puštena u rad",
        "Lokacija: {where}. Kapacitet je {count} tona na dan, cijena usluge bez promjene.",
    ),
    ("Natječaj za skladištara", "Radno mjesto: {where}. Prijave u roku {count} dana prima {who}."),
    (
        "Mraz: prijava štete na nasadima {goods}",
        "Do sada je prijavljeno {count} hektara. Povjerenstvo vodi {who}.",
    ),
    ("Zamjena sjemena i gnojiva", "Skladište: {where}. Na raspolaganju je {count} paleta, dok traju zalihe."),
)
_CROATIAN: Mapping[str, Sequence[str]] = {
    "goods": ("trešanja", "jagoda", "krumpira", "ječma", "šparoga", "luka", "malina"),
    "where": ("Donji Lug", "Sveti Vid", "Brezovec", "Stara Pilana", "Gornje Polje", "Klanjac"),
    "who": ("Marija Horvatić", "Stjepan Lončar", "Ivka Brezak", "Josip Vuković", "Zdenka Mlinarić"),
}  # fmt: skip
_QUOTES = ("Tko sije, taj i žanje.", "U radiše svega biše.", "Zrno po zrno pogača.", "Bez muke nema nauke.",
           "Tko rano rani, dvije sreće grabi.", "Kiša u svibnju, kruh u lipnju.")  # fmt: skip
_SHOPS = ("Donji Lug", "Sveti Vid", "Brezovec", "Klanjac")
_SOLD = ("Gumene čizme na akciji", "Sadnice rajčice, 12 sorti", "Motokultivator na rate", "Staklenke i poklopci",
         "Med s Bilogore", "Domaće bučino ulje", "Sjetveni kalendar", "Ulje za lančanik")  # fmt: skip
_DAYS = ("ponedjeljak", "utorak", "srijeda", "četvrtak", "petak", "subota", "nedjelja")


@dataclass(frozen=True)
class Sheet:
    """What the cooperative pays and says: steps of each price and when it last moved, and notices."""

    steps: tuple[int, ...]
    moved: tuple[int, ...]
    notices: tuple[Entry, ...]


class Zadruga(GeneratedSite):
    """A Croatian cooperative: a price or a notice every day or two, at odd hours; the rest moves each hour or day."""

    slug = "zadruga"
    hard = "slow; shops open and shut, rates move daily, a proverb and a photograph rotate; the sheet is dated daily"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fffdf6", ink="#26301f", muted="#76806c", line="#dfe3d2", accent="#4a7c23",
        lead_px=24, top_px=18, card="#f1f4e6",
        extra=(
            ".sheet table{border-collapse:collapse;width:100%}.sheet td,.sheet th{border-top:1px solid #dfe3d2;"
            "line-height:20px;padding:4px 6px;text-align:left}.sheet th{background:#f1f4e6;color:#4a7c23}"
            ".sheet td+td{text-align:right;width:90px}.fresh td{background:#fff3bf}.shops li{display:flex;"
            "justify-content:space-between}.open{color:#2b8a3e;font-weight:bold}.shut{color:#c92a2a}"
            ".saying{background:#f1f4e6;font-style:italic}.saying p{line-height:28px}.rates li{font-size:13px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; twenty to fifty hours pass between changes."""
        count = sum(map(len, _PRICES.values()))
        sheet = Sheet(
            (0,) * count, (-999,) * count, tuple(Entry("", -number, -30 * number) for number in range(1, 5))
        )
        due = self.chance.between(8, 40, "first")
        for hour in range(hours):
            if hour == due:
                sheet = self._changed(sheet, hour)
                due += self.chance.between(20, 50, "until the next", hour)
            told_prices = tuple(f"{name} {price}" for name, price, _ in self._prices(sheet))
            notices = tuple(" ".join(self._told(item)) for item in sheet.notices)
            at = STARTS_AT + timedelta(hours=hour)
            yield PageState(rows=tuple(self._page(sheet, hour, at)), news=(*told_prices, *notices))

    def _changed(self, old: Sheet, hour: int) -> Sheet:
        """One or two prices move, a notice comes, is put right or is taken down."""
        kind = self.chance.pick(("price", "price", "price", "new", "new", "right", "gone"), "kind", hour)
        if kind == "price":
            steps, moved = list(old.steps), list(old.moved)
            for seat in range(self.chance.pick((1, 1, 2), "prices", hour)):
                place = self.chance.below(len(steps), "which", hour, seat)
                steps[place] += self.chance.pick((-4, -2, -1, 1, 3, 5), "step", hour, seat)
                moved[place] = hour
            if steps != list(old.steps):
                return replace(old, steps=tuple(steps), moved=tuple(moved))
        notices = old.notices
        if kind == "right":
            return replace(old, notices=(replace(notices[0], revision=notices[0].revision + 1), *notices[1:]))
        if kind == "gone" and len(notices) > 3:
            return replace(old, notices=notices[:-1])
        return replace(old, notices=(Entry("", notices[0].number + 1, hour), *notices)[:5])

    def _prices(self, sheet: Sheet) -> Iterator[tuple[str, str, int]]:
        entries = [entry for group in _PRICES.values() for entry in group]
        for (name, cents), steps, moved in zip(entries, sheet.steps, sheet.moved, strict=True):
            yield name, f"{max(cents + steps, 5) / 100:.2f} €".replace(".", ","), moved

    def _told(self, entry: Entry) -> list[str]:
        order = self.chance.shuffled(_NOTICES, "notices")
        draw = self.chance.child("notice", entry.number)
        return told(entry, draw, order[entry.number % len(order)], _CROATIAN)

    def _page(self, sheet: Sheet, hour: int, at: datetime) -> list[Row]:
        minute = int(at.timestamp() // 60)
        view = panels.image(f"hills-{self.chance.below(30, 'view', hour // 2)}", 316, 170)
        visits = 48210 + 9 * hour + self.chance.below(9, "visits", hour)
        side = [
            self._shops(hour, at, 340),
            panels.plain("view", 340, f"<h4>Naš kraj</h4>{view}"),
            self._rates(at, hour, 340),
            panels.plain("counter", 340, f"<h2>{visits}</h2><p>posjeta od 1. siječnja</p>"),
            panels.advert(self.adverts.advert("side", minute, 316, 150), "side-advert", 340),
        ]
        saying = self.chance.pick(_QUOTES, "quote", hour // 2)
        today = f"{_DAYS[at.weekday()]}, {at:%d.%m.%Y.} {at:%H:%M}"
        rows = [
            row(panels.masthead("Zadruga Lug", 1000, today, height=64), tag="header"),
            row(panels.plain("saying", 1000, f"<p>„{saying}”</p>")),
            row([self._notices(sheet, hour, 660), self._sheet(sheet, hour, at, 660)], side, tag="main"),
            row(panels.recommended(self.chance, hour // 3, 1000, 4, "Iz trgovine", titles=_SOLD)),
        ]  # fmt: skip
        if self.chance.happens(0.22, "banner", hour // 3):
            height = self.chance.pick((40, 70, 120), "banner height", hour // 3)
            rows.insert(
                0, row(panels.strip("Postani član: pristupnica na svim blagajnama", height, name="promo"))
            )
        return rows

    def _notices(self, sheet: Sheet, hour: int, width: int) -> Panel:
        items = ""
        for item in sheet.notices:
            title, body = self._told(item)
            reads = self.chance.between(12, 900, "reads", item.number, hour // 6)
            link = f'<a href="{ORIGIN}/obavijest/{item.number}">{title}</a>'
            items += f'<li><h2>{link}</h2><p>{body}</p><p class="small">pročitano {reads} puta</p></li>'
        return panels.plain("notices", width, f"<h1>Obavijesti</h1><ul>{items}</ul>", is_news=True)

    def _sheet(self, sheet: Sheet, hour: int, at: datetime, width: int) -> Panel:
        """The prices by group, dated with each day; one that moved is marked for two days."""
        prices = list(self._prices(sheet))
        lines, start = "", 0
        for group, goods in _PRICES.items():
            lines += f"<tr><th colspan=2>{group}</th></tr>"
            for name, price, moved in prices[start : start + len(goods)]:
                fresh = ' class="fresh"' if hour - moved < 48 else ""
                lines += f"<tr{fresh}><td>{name}</td><td>{price}</td></tr>"
            start += len(goods)
        html = f"<h1>Otkupne cijene na dan {at:%d.%m.%Y.}</h1><table>{lines}</table>"
        return panels.plain("sheet", width, html, is_news=True)

    def _shops(self, hour: int, at: datetime, width: int) -> Panel:
        lines = ""
        for seat, name in enumerate(_SHOPS):
            until = 16 + seat if at.weekday() < 5 else 13 if at.weekday() == 5 else 0
            said = (
                f'<b class="open">otvoreno do {until} h</b>'
                if 7 <= at.hour < until
                else '<b class="shut">zatvoreno</b>'
            )
            lines += f"<li>{name} {said}</li>"
        queue = self.chance.between(0, 14, "queue", hour) if "otvoreno" in lines else 0
        return panels.plain(
            "shops", width, f"<h4>Poslovnice</h4><ul>{lines}</ul><p>Na vagi čeka: {queue}</p>"
        )

    def _rates(self, at: datetime, hour: int, width: int) -> Panel:
        """Rates of the day, which is new at two o'clock, and the weather of the hour."""
        day = (at - timedelta(hours=14)).date()
        lines = "".join(
            f"<li>1 EUR = {self.chance.between(low, low + 300, name, day) / 10000:.4f} {name}</li>"
            for name, low in (("USD", 10700), ("CHF", 9400), ("GBP", 8500), ("BAM", 19400))
        )
        degrees = self.chance.between(6, 26, "degrees", hour // 2)
        rain = self.chance.between(0, 18, "rain", hour // 3)
        html = f"<h4>Tečajna lista {day:%d.%m.}</h4><ul>{lines}</ul><p>Lug {degrees}°, kiša {rain} mm</p>"
        return panels.plain("rates", width, html)


FIGURES = (Parite, Zadruga)
