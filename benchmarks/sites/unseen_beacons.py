"""Nobody's pages: the front of a Turkish portal, and a Romanian electoral bureau in the weeks before a vote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from html import escape
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Rhythm
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance

_TURKISH = LocalDesk(
    MappingProxyType({
        "Gündem": (
            "{where} yolunda zincirleme kaza: {count} yaralı", "{Who}: {why}", "{where} köprüsü {count} gün kapalı",
            "{where} belediyesinde {what} tartışması", "{Who} görevinden istifa etti", "{where} alarmda: {why}",
        ),
        "Ekonomi": (
            "{firm} {count} kişiyi işten çıkarıyor", "{firm} {where} tesisini satıyor",
            "{firm} için iflas başvurusu: {count} bayi zorda",
            "{what} için yeni karar: {count} bin kişiyi ilgilendiriyor", "{firm} hisseleri çakıldı: {why}",
        ),
        "Spor": (
            "{team} derbide {few} eksikle kazandı", "{team} teknik direktörüyle yollarını ayırdı",
            "{team} transferi bitirdi: {few} yıllık imza",
            "{team} taraftarına {few} maç ceza", "{Who} sahalara veda etti",
        ),
    }),
    (
        "{Who}, {where} ziyaretinde konuştu: “{why}.” Karardan {count} bin kişi etkilenecek.",
        "Olay yerine çok sayıda ekip sevk edildi. {where} Valiliği, {why} açıklamasını yaptı.",
        "{firm} yönetimi kararı borsaya bildirdi. Sendika {what} konusunda görüşme istiyor.",
        "Mecliste {what} görüşmeleri {count} saat sürdü. {Who} kürsüden inmedi.",
        "Mahkeme {what} davasında kararını açıkladı. {Who} itiraz edeceğini söyledi.",
    ),
    MappingProxyType({
        "Who": ("Bakan Taşkıran", "Selim Karaören", "Başkan Nazlı Ersöz", "Vali Yurdagül", "Profesör Işıltan",
                "Kaptan Doruk Alçın", "Milletvekili Sarıbey", "Avukat Hale Tuncay", "Genel Müdür Oymak"),
        "where": ("Akçadere", "Sarıyayla", "Körfezköy", "Yeşilova", "Taşhan", "Gümüşlü", "Karabağlar", "Uzunçay"),
        "what": ("kira zammı", "su faturası", "imar planı", "emeklilik yasası", "öğretmen ataması", "liman ihalesi",
                 "maden ruhsatı", "asgari ücret"),
        "why": ("baraj kapakları açıldı", "ihale iptal edildi", "bütçe yetmiyor", "kar yağışı yolu kapattı",
                "imzalar tamamlandı", "rapor eksik çıktı", "anlaşma sağlanamadı", "deneme seferleri başladı"),
        "firm": ("Pusula Holding", "Çınar Tekstil", "Mavi Hat Denizcilik", "Anka Demir", "Toros Süt", "Liman Bank"),
        "team": ("Körfezspor", "Yeşilova Gücü", "Taşhan İdman", "Akçadere Birlik", "Kadın Voleybol Takımı"),
        "few": ("2", "3", "4", "5", "6"),
        "count": ("3", "12", "40", "85", "160", "300", "7", "24"),
    }),
)  # fmt: skip
_SLIDES = ("Evde pide tarifi: Fırından taze taze", "Bu burçlar mayısta zengin oluyor", "Emlakta fırsat günleri başladı",
           "Ünlü şarkıcının yazlık evi", "Kedinin piyano inadı güldürdü", "Kilo verdiren 7 çorba", "Dizide şok ayrılık",
           "Tatil için 10 sakin koy", "Köy kahvaltısının sırrı", "Dünyanın en pahalı ayakkabısı")  # fmt: skip
_BOUGHT = ("Kredi faizinde son gün", "Saç ekiminde kampanya", "Deniz manzaralı 2+1", "Yerli elektrikli bisiklet",
           "Online psikolog 99 TL", "Klima montajı bizden", "Evini sat, arabanı al")  # fmt: skip
_SAYERS = (
    "Emekli Öğretmen",
    "balıkçı61",
    "Nur",
    "Deli Yürek",
    "Gurbetçi",
    "anonim",
    "Kırmızı Kalem",
    "ZeytinDalı",
)
_SAID = ("Bunu yazan gazeteciye helal olsun.", "Kimse sorumluluk almıyor!", "Eskiden böyle miydi?", "Takip ediyoruz.",
         "Yalan haber, inanmayın arkadaşlar.", "Bizim mahallede üç aydır su yok, onu da yazın lütfen.",
         "Allah yardımcıları olsun.", "Yorumum neden yayınlanmadı? Editör bey cevap verin.")  # fmt: skip
_PARITIES = (("DOLAR", 40), ("EURO", 46), ("ALTIN", 4300), ("BIST", 9800))


class Manset(GeneratedSite):
    """A portal: numbered slides of gossip above, the lead beside a video, cards with sold ones, readers' talk."""

    slug = "manset"
    hard = "slides larger than the lead, which often comes under the old picture; a takeover of any height above all"
    tops = 5
    more = 4
    desk = _TURKISH
    rhythm = Rhythm(lead=0.12, top=0.1, more=0.08, rewrite=0.03, picture=0.05, same_picture=0.4, night=0.2)
    look = Look(
        heading=WIDE, body=SANS, paper="#ffffff", ink="#151515", muted="#7b7b7b", line="#e4e4e4", accent="#e30613",
        lead_px=27, top_px=16, card="#f6f6f6",
        extra=".masthead{background:#e30613;color:#fff}.masthead .small{color:#ffd9dc}.rates{background:#151515;"
              "color:#fff}.rates p{display:flex;justify-content:space-between}.slides{background:#151515;color:#fff}"
              ".slides i{display:inline-block;width:44px;line-height:28px;background:#444;margin-right:4px;"
              "text-align:center}.slides i.on{background:#e30613}.up{color:#7ddb8a}.down{color:#ff8a80}"
              ".grid{display:grid;grid-template-columns:1fr 1fr 1fr;gap:16px}.grid article{background:#f6f6f6}"
              ".grid h2{padding:6px 8px;height:75px;overflow:hidden}.talk{background:#fdf3f3}",
    )  # fmt: skip

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        local = hour.at + timedelta(hours=3)
        sky = f"{local:%d.%m.%Y %H:%M} · {self.chance.between(11, 27, 'sky', h // 2)}°"
        video = self._sold("video", hour, 356, 200)
        rows = [
            row(self._rates(h)),
            row(panels.masthead("MANŞET 7", 1000, sky, height=58), tag="header"),
            row(self._slides(h)),
            row(
                [
                    panels.lead(
                        self.flow, hour, 620, "under", stamp=f" · {self._read(h)} okunma", picture_px=250
                    )
                ],
                [video, self._talk(h, 380)],
                tag="main",
            ),
            row(self._grid(hour)),
            row(
                panels.recommended(
                    self.chance, h // 2, 1000, 5, "Bunlar da ilginizi çekebilir", titles=_SLIDES
                )
            ),
            row(panels.more(self.flow, hour, 500, "Yerel haberler"), self._most(hour, 500)),
        ]
        if self.chance.happens(0.55, "takeover", h):
            tall = self.chance.pick((90, 180, 250, 320), "takeover px", h)
            rows.insert(
                self.chance.pick((0, 2), "above", h),
                row(self._sold("takeover", hour, 976, tall)),
            )
        return rows

    def _sold(self, name: str, hour: HourNews, width: int, height: int) -> Panel:
        shown = panels.advert(self.advert(name, hour, width, height), name, width + 24)
        return replace(shown, html=shown.html.replace("Advertisement", "Reklam"))

    def _read(self, hour: int) -> int:
        return 900 * (hour % 24) + self.chance.below(900, "read", hour)

    def _rates(self, hour: int) -> Panel:
        shown = ""
        for name, base in _PARITIES:
            way, now = (
                self.chance.happens(0.5, "way", name, hour),
                self.chance.below(base, "rate", name, hour),
            )
            way_class = "up" if way else "down"
            shown += (
                f'<span>{name} <b class="{way_class}">{base + now / 40:.2f} {"▲" if way else "▼"}</b></span>'
            )
        return panels.plain("rates", 1000, f"<p>{shown}</p>")

    def _slides(self, hour: int) -> Panel:
        """One of the numbered slides: the hour's choice, with its number lit."""
        seat = self.chance.below(len(_SLIDES), "slide", hour)
        dots = "".join(
            f'<i class="{"on" if at == seat else "no"}">{at + 1}</i>' for at in range(len(_SLIDES))
        )
        html = f"{panels.image(f'culture-slayt-{seat}', 976, 380)}<h1>{_SLIDES[seat]}</h1><p>{dots}</p>"
        return panels.plain("slides", 1000, html)

    def _grid(self, hour: HourNews) -> Panel:
        """The stories as cards of three columns; one card, at another place each time, is sold."""
        cards = []
        for item in hour.tops:
            title = panels.story_link(self.flow.story(item), self.flow.story(item).headline)
            cards.append(f"<article>{panels.image(item.picture, 314, 180)}<h2>{title}</h2></article>")
        seat = self.chance.below(len(_BOUGHT), "bought", hour.hour)
        sold = f'<h2>{_BOUGHT[seat]} <span class="small">Reklam</span></h2>'
        place = self.chance.below(6, "place", hour.hour // 2)
        cards.insert(place, f"<article>{panels.image(f'feature-sold-{seat}', 314, 180)}{sold}</article>")
        return panels.plain("stories", 1000, f'<div class="grid">{"".join(cards)}</div>', is_news=True)

    def _talk(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("talk", hour)
        words = draw.shuffled(_SAID, "said")[: draw.between(2, 4, "many")]
        lines = "".join(
            f"<li><b>{draw.pick(_SAYERS, 'who', text)}</b> · {draw.between(2, 59, 'ago', text)} dk<p>{text}</p></li>"
            for text in words
        )
        return panels.plain("talk", width, f"<h4>Okur yorumları</h4><ul>{lines}</ul>")

    def _most(self, hour: HourNews, width: int) -> Panel:
        """What is read most: other days' stories, and most hours today's lead somewhere among them."""
        old = self.chance.child("old")
        seats = self.chance.shuffled(range(24), "most", hour.hour // 2)[:5]
        titles = [_TURKISH.write(old, str(seat), STARTS_AT).headline for seat in seats]
        if self.chance.happens(0.7, "lead read", hour.hour):
            titles[self.chance.below(5, "lead place", hour.hour)] = self.flow.story(hour.lead).headline
        lines = "".join(f'<li><b class="n">{at}</b>{escape(text)}</li>' for at, text in enumerate(titles, 1))
        return panels.plain("most", width, f"<h4>Çok okunanlar</h4><ol>{lines}</ol>")


@dataclass(frozen=True)
class Filed:
    """What is entered on a page: its number, the form that it has by now, and the hour of its coming."""

    number: int
    form: int = 0
    hour: int = 0


def shelf(name: str, title: str, words: Sequence[str], draw: Chance, many: int) -> Panel:
    """Some of the words as cards with pictures, in the order of this draw."""
    wide = (976 - 16 * (many - 1)) // many
    seats = draw.shuffled(range(len(words)), name)[:many]
    cards = "".join(
        f"<div>{panels.image(f'feature-{name}-{at}', wide, 130)}<h3>{words[at]}</h3></div>" for at in seats
    )
    return panels.plain(name, 1000, f'<h4>{title}</h4><div class="cards">{cards}</div>')


_ALLIANCES = ("Alianța Orizont", "Partidul Câmpia Liberă", "Uniunea Satelor", "Blocul Dunărea", "Mișcarea Carpați",
              "Candidat independent: A. Vlăsceanu", "Partidul Pensionarilor Activi")  # fmt: skip
_STANDING = ("depusă", "în verificare", "admisă", "respinsă", "contestată", "admisă definitiv",
             "respinsă definitiv")  # fmt: skip
_THEN = ((1,), (2, 2, 3), (4, 5), (4, 6), (5, 5, 6), (), ())
_ACTS = ("Hotărâre privind tragerea la sorți a ordinii pe buletinele de vot", "Comunicat privind observatorii",
         "Decizie privind interpretarea art. 47 din lege", "Precizări privind votul prin corespondență",
         "Răspuns la sesizarea privind afișajul electoral", "Circulară către birourile de circumscripție",
         "Hotărâre de înlocuire a unui membru al biroului", "Anunț privind secțiile de votare din străinătate",
         "Admiterea unei contestații la semnul electoral", "Calendarul tipăririi buletinelor de vot")  # fmt: skip
_COUNTIES = (
    "Valea Mare",
    "Izvoru Alb",
    "Dealu Lung",
    "Gura Râului",
    "Cetatea Veche",
    "Poarta Codrului",
    "Lunca",
)
_HOW = ("Se publică în Monitorul Oficial.", "Termen de contestare: 48 de ore.", "Atacată la Curte.",
        "Intră în vigoare la data afișării.", "Anexele pot fi descărcate mai jos.")  # fmt: skip
_POSTERS = ("Votul tău contează!", "Verifică-ți secția de votare", "Votezi prima dată?", "Vot în străinătate: cum?",
            "Urna mobilă, pas cu pas", "Nu-ți vinde votul")  # fmt: skip
_QUESTIONS = (("Pot vota cu buletinul expirat?", "Nu. Actul de identitate trebuie să fie valabil în ziua votului."),
              ("Cine poate cere urna mobilă?", "Cei care nu se pot deplasa, cu acte medicale doveditoare, la cerere."),
              ("Cum devin operator?", "Completați cererea și urmați cursul de pregătire."),
              ("Unde îmi găsesc secția?", "În registrul electoral, cu codul numeric personal."),
              ("Se poate fotografia buletinul?", "Nu, în cabina de vot este interzis."))  # fmt: skip
_TWEETS = ("Am fost la instruire. Sala plină!", "Iar nu merge site-ul?", "Bravo celor de la secția 114.",
           "Am primit acasă pliantul despre vot.", "Unde votează studenții?", "Prea multe afișe.")  # fmt: skip
_MONTHS = ("", "ianuarie", "februarie", "martie", "aprilie", "mai", "iunie")


class Birou(GeneratedSite):
    """An electoral bureau: acts, and candidacies by state, on a few busy days; posters and questions otherwise."""

    slug = "birou"
    hard = "slow: a few busy days, words of a state in a table; a countdown, posters and questions larger than the acts"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fdfdfb", ink="#12233f", muted="#6a7486", line="#d3d8e2", accent="#0b3d91",
        lead_px=26, top_px=17, card="#eef2f9",
        extra=".masthead{border-top:6px solid #fcd116;border-bottom:2px solid #0b3d91}.poster{padding:0;background:"
              "#0b3d91;color:#fff}.poster h1{padding:8px 24px}.clock{background:#ce1126;color:#fff;text-align:center}"
              ".menu li{padding:5px 8px;background:#eef2f9}.acts dt{font:bold 16px/21px 'Liberation Serif';margin-top:"
              "9px}.acts dd{margin:0 0 8px;border-bottom:1px dotted #aab}table{width:100%;border-collapse:collapse}"
              "td{border:1px solid #d3d8e2;padding:6px}.s-2{background:#dff1e0}.s-3{background:#f8d9d9}.s-4{"
              "background:#fff0c4}.tweets{background:#eef2f9}.lists{background:#fcd116}.asked p{padding:4px 0 8px}",
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        acts = [Filed(place, hour=-20 * place - 9) for place in range(5)]
        table = [Filed(place, self.chance.below(2, "standing", place)) for place in range(len(_ALLIANCES))]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if at.hour in self._sittings((hour + 6) // 24):
                kind = self.chance.number("kind", hour)
                pending = [place for place, item in enumerate(table) if _THEN[item.form]]
                if kind < 0.65 or not pending:
                    many = self.chance.pick((1, 1, 2), "many", hour)
                    acts = [*(Filed(2 * hour + seat, hour=hour) for seat in range(many)), *acts][:5]
                if kind > 0.5 and pending:
                    place = self.chance.pick(pending, "whose", hour)
                    table[place] = Filed(place, self.chance.pick(_THEN[table[place].form], "then", hour))
            admitted = sum(item.form in {2, 5} for item in table)
            news = (
                *(words for act in acts for words in self._told(act)),
                *(_STANDING[item.form] for item in table),
                f"Candidaturi admise: {admitted}",
            )
            yield PageState(rows=tuple(self._page(acts, table, news[-1], hour)), news=news)

    def _sittings(self, day: int) -> Sequence[int]:
        """The hours at which something is published on a day: on most days none."""
        first = (
            day // 5 * 5
        )  # in all ten days both halves are busy at times: one is learned from, the other judged
        open_days = [date for date in range(first, first + 5) if (STARTS_AT + timedelta(date)).weekday() < 5]
        busy = self.chance.shuffled(open_days, "busy", first)[: 3 - first // 5 % 2]
        many = self.chance.between(4, 5, "sittings", day)
        return self.chance.shuffled(range(7, 19), "sitting", day)[:many] if day in busy else ()

    def _told(self, act: Filed) -> tuple[str, str]:
        what, where, how = told(self.chance.child("told"), (_ACTS, _COUNTIES, _HOW), act.number)
        return f"{what} ({where})", how

    def _page(self, acts: Sequence[Filed], table: Sequence[Filed], admitted: str, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour + 3)
        left = 24 * 26 + 17 - hour
        seat = self.chance.below(len(_POSTERS), "poster", hour)
        poster = panels.image(f"city-afis-{seat}", 1000, self.chance.pick((170, 170, 240), "px", hour // 4))
        note = f"{at.day} {_MONTHS[at.month]} {at.year}, ora {at:%H:%M} · vizitatori acum: {self._drawn(9, 800, hour)}"
        clock = f"<p>Au mai rămas</p><h1>{left // 24} zile, {left % 24} ore</h1><p>până la deschiderea urnelor</p>"
        menu = ("Acasă", "Legislație", "Statistici", "Candidați", "Presă", "Arhivă")
        waiting = f"<h4>Call center</h4><p>Apeluri în așteptare: <b>{self._drawn(0, 64, hour)}</b></p>"
        rows = [
            row(panels.masthead("Biroul Electoral Central", 1000, note, height=60), tag="header"),
            row(panels.plain("poster", 1000, f"{poster}<h1>{_POSTERS[seat]}</h1>")),
            row(
                [panels.plain("menu", 180, f"<ul><li>{'</li><li>'.join(menu)}</li></ul>"),
                 panels.plain("call", 180, waiting)],
                [self._acts(acts, 500), self._table(table, admitted, 500)],
                [panels.plain("clock", 320, clock), self._asked(hour, 320), self._tweets(hour, 320)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Str. Urnei nr. 1 · Protecția datelor · Hartă site</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.4, "lists", hour // 2):
            tall = self.chance.pick((40, 70, 110), "lists px", hour // 2)
            rows.insert(
                1, row(panels.strip("Înscrie-te ca operator de calculator până vineri!", tall, name="lists"))
            )
        return rows

    def _drawn(self, low: int, high: int, hour: int) -> int:
        return self.chance.between(low, high, "drawn", high, hour)

    def _acts(self, acts: Sequence[Filed], width: int) -> Panel:
        lines = ""
        for act in acts:
            title, how = self._told(act)
            day = STARTS_AT + timedelta(hours=act.hour + 3)
            link = f'<a href="{ORIGIN}/acte/{act.number + 300}.pdf">{title}</a>'
            lines += f'<dt>{link}</dt><dd>{how} <span class="small">{day:%d.%m.%Y}</span></dd>'
        return panels.plain("acts", width, f"<h4>Hotărâri și comunicate</h4><dl>{lines}</dl>", is_news=True)

    def _table(self, table: Sequence[Filed], admitted: str, width: int) -> Panel:
        lines = "".join(
            f'<tr><td>{_ALLIANCES[place]}</td><td class="s-{item.form}">{_STANDING[item.form]}</td></tr>'
            for place, item in enumerate(table)
        )
        html = f"<h4>Stadiul candidaturilor</h4><table>{lines}</table><p><b>{admitted}</b></p>"
        return panels.plain("table", width, html, is_news=True)

    def _asked(self, hour: int, width: int) -> Panel:
        """Questions in their order, of which another stands open at each visit."""
        opened = self.chance.below(len(_QUESTIONS), "opened", hour)
        lines = "".join(
            f"<li><b>{'▾' if at == opened else '▸'} {asked}</b>{f'<p>{answer}</p>' if at == opened else ''}</li>"
            for at, (asked, answer) in enumerate(_QUESTIONS)
        )
        return panels.plain("asked", width, f"<h4>Întrebări frecvente</h4><ul>{lines}</ul>")

    def _tweets(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(range(len(_TWEETS)), "tweets", hour)[
            : self.chance.between(2, 4, "many", hour)
        ]
        lines = ""
        for seat in order:
            shown = panels.image(f"portrait-post-{seat}", 296, 150) if seat % 3 == 0 else ""
            lines += f"<li>{shown}<p>{_TWEETS[seat]}</p><p class='small'>♥ {self._drawn(1, 90 + seat, hour)}</p></li>"
        return panels.plain("tweets", width, f"<h4>#votez</h4><ul>{lines}</ul>")


UNSEEN_BEACONS = (Manset, Birou)
