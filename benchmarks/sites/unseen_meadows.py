"""Where cattle graze: a Swedish county in an outbreak of anthrax, and a Turkish portal of the highlands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_KOMMUNER = ("Älvbacka", "Norrhult", "Ramsjö", "Vintertorp", "Kvarnlösa", "Mossebro", "Tallåsa", "Lundevi", "Gärdsby",
             "Sörviken", "Ekbyholm", "Hultserum", "Björkinge")  # fmt: skip
_BESKED = (
    "Försvarsmakten bistår med {n} personer vid bränningen i {k}.", "Slakteriet i {k} får öppna igen efter sanering.",
    "Badförbud i sjön vid {k} tills {n} vattenprov har besvarats.", "Skyddsjakten i {k} ställs in till den {d} juni.",
    "Vaccinering i {k}: {n} djur behandlade, resten tas i morgon.", "Markägarmöte i {k} hålls digitalt klockan {h}.",
    "Ersättning till djurägare i {k}: ansök senast den {d} juni.", "Källan i {k} är spårad till ett dike från 19{n}.",
    "Kadaver bortförda från hagen i {k}, {n} kvar att hantera.", "Skogsägare i {k} uppmanas att stänga {n} stigar.",
    "Proverna från {k} är negativa. Spärren hävs klockan {h}.", "Hundar ska hållas kopplade i {k} till den {d} juni.",
    "Misstänkt fall på en gård i {k}. {n} djur har isolerats.", "En veterinär i {k} vårdas på infektionskliniken.",
    "Väg 5{n} vid {k} stängs för tunga transporter.",
)  # fmt: skip
_LAGET = (
    "Smittan är bekräftad på {n} gårdar. Risken för allmänheten bedöms som {r}.",
    "Inga nya fall sedan i går, {n} gårdar följs upp. Beredskapen är {r}.",
    "Spridningen sker längs ån. {n} gårdar är berörda och osäkerheten är {r}.",
    "Arbetet går in i en ny fas med {n} gårdar under tillsyn. Beredskapen är {r}.",
)
_ZONER = ("Under bevakning", "Skyddsområde", "Spärrad zon", "Restriktioner lättas")
_TIPS = ("Död kråka vid {k}", "Lösdrivande kalv, {k}", "Lukt från dike, {k}", "Brutet stängsel, {k}",
         "Drönare över {k}", "Lastbil utan presenning, {k}", "Skum i bäcken, {k}")  # fmt: skip
_SVAR = ("Kan jag dricka mjölk?", "Smittar katter?", "Får jag plocka bär?", "Gäller försäkringen?", "Hur anmäler jag?",
         "Är midsommarfirandet hotat?", "Kan fåglar sprida det?", "Vad gör jag med höet?")  # fmt: skip
_PRESS = ("Bonden: ”Vi sover i skift”", "Ledare: Var är ministern?", "Så skyddar du din häst", "Turisterna avbokar",
          "Experten svarar tittarna", "Hundägare rasar", "Mejeriet lugnar kunderna", "TV: natten vid ån")  # fmt: skip
_VECKA = ("Vet du hur ett kadaver anmäls?", "Har du läst gårdsplanen?", "Vilken vattenkälla har djuren?")


@dataclass(frozen=True)
class Post:
    """A message or a zone: which one, the hour it came or its further farms, and its correction or state by now."""

    number: int
    hour: int = 0
    step: int = 0


class Mjaltbrand(GeneratedSite):
    """A county in an outbreak. News: the situation in a sentence, the zones with their states, the messages.

    Noise: a drone's picture, ages of messages, the public's tips of the hour, queues, questions, what papers write.
    """

    slug = "mjaltbrand"
    hard = "Swedish; figures and states in rows, ages that tick inside the news, tips in the form of messages"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#20242a", muted="#6b7078", line="#d3d8dc", accent="#2d5d3a",
        lead_px=26, top_px=18, card="#eef3ec",
        extra=(
            ".masthead{background:#2d5d3a;color:#fff}.masthead .small{color:#cfe3d3}.laget{background:#fdf1d0;"
            "border-left:8px solid #c77700}.laget h1{font-size:23px;line-height:30px}.zoner table{width:586px;"
            "border-collapse:collapse}.zoner td{border-bottom:1px solid #d3d8dc;padding:7px 4px}.z2{color:#b00020}"
            ".tips li{font-size:14px}.ko{background:#20242a;color:#fff}.ko b{font-size:28px;line-height:34px}"
            ".ko h4,.fraga h4{color:#fff}"
            ".karta{background:#dfe8dc}.fraga{background:#2d5d3a;color:#fff}.notis{background:#c77700;color:#fff}"
            ".kakor{background:#f3f3f3;border:2px solid #20242a}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        posts = [Post(number, number - 7) for number in range(6, 0, -1)]
        zones = [Post(number, 0, self.chance.below(3, "zone", number)) for number in range(5)]
        told_last = 0  # hour of the present summary
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            sure = at.hour == self.chance.between(7, 17, "sure", at.date())
            happens = self.chance.happens(0.13 if 5 <= at.hour <= 19 else 0.02, "desk", hour)
            if hour and (sure or happens):
                what = self.chance.number("what", hour)
                if what < 0.15:
                    told_last = hour
                elif what < 0.58:
                    posts = self._written(posts, hour)
                else:
                    zones = self._zoned(zones, hour)
            news = (self._state(told_last), *(self._told(item) for item in posts))
            news += tuple(part for item in zones for part in self._zone(item))
            rows = tuple(self._page(told_last, posts, zones, hour))
            yield PageState(rows=rows, news=news, overlays=self._asks(hour))

    def _written(self, posts: list[Post], hour: int) -> list[Post]:
        """A message comes, or one is corrected in its place, or withdrawn."""
        what = self.chance.number("written", hour)
        place = self.chance.below(4, "which", hour)
        if what < 0.2:
            return [*posts[:place], replace(posts[place], step=posts[place].step + 1), *posts[place + 1 :]]
        if what < 0.3 and len(posts) > 5 and place:
            return [*posts[:place], *posts[place + 1 :]]
        return [Post(1 + max(item.number for item in posts), hour), *posts[:5]]

    def _zoned(self, zones: list[Post], hour: int) -> list[Post]:
        """A zone takes another state or another count, is lifted, or declared."""
        place = self.chance.below(len(zones), "zone of", hour)
        item, what = zones[place], self.chance.number("zoned", hour)
        if item.step == 3 and 4 < len(zones) != place + 1:
            return [*zones[:place], *zones[place + 1 :]]
        if what < 0.2 and len(zones) < 7:
            return [*zones, Post(1 + max(item.number for item in zones))]
        changed = replace(item, step=(item.step + 1) % 4)
        if what < 0.6:
            changed = replace(item, hour=item.hour + self.chance.pick((1, 2, 4), "more", hour))
        return [*zones[:place], changed, *zones[place + 1 :]]

    def _state(self, when: int) -> str:
        count, risk = 7 + when // 5, self.chance.pick(("låg", "måttlig", "hög"), "risk", when)
        return _LAGET[(when + self.chance.below(4, "state")) % 4].format(n=count, r=risk)

    def _told(self, item: Post) -> str:
        words, town = told(self.chance.child("posts"), (_BESKED, _KOMMUNER), item.number)
        draw = self.chance.child("post", item.number, item.step)
        n, h, d = draw.between(12, 79, "n"), draw.between(8, 19, "h"), draw.between(1, 28, "d")
        again = ("", "Uppdaterat: ", "Uppdaterat på nytt: ", "Rättat: ")[min(item.step, 3)]
        return again + words.format(k=town, n=n, h=h, d=d)

    def _zone(self, item: Post) -> tuple[str, str]:
        (town,) = told(self.chance.child("zones"), (_KOMMUNER,), item.number)
        farms = self.chance.between(2, 14, "farms", item.number) + item.hour
        return town, f"{_ZONER[item.step]}, {farms} gårdar"

    def _asks(self, hour: int) -> tuple[Overlay, ...]:
        """The bar about cookies, at first and now and then again."""
        if hour < 2 or self.chance.happens(0.06, "cookies", hour // 3):
            words = "<h2>Vi använder kakor</h2><p>Bara nödvändiga · Godkänn alla · Inställningar</p>"
            return (Overlay(panels.plain("kakor", 1000, words), 0, 640),)
        return ()

    def _page(self, told_last: int, posts: Sequence[Post], zones: Sequence[Post], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour + 2)
        note = f"I dag {self.chance.between(6, 22, 'air', at.date())}° · Lätt svenska · Lyssna"
        week = f"<h4>Veckans fråga</h4><h2>{_VECKA[(hour + 150) // 168 % 3]}</h2>"
        queue = f"<h4>Djurägartelefonen</h4><p><b>{self.chance.between(2, 88, 'queue', hour)}</b> i kö</p>"
        side = [panels.plain("ko", 390, queue), self._tips(hour), self._answers(hour), self._papers(hour)]
        news = [self._lead(told_last, at), self._table(zones), self._messages(posts, hour)]
        drone = panels.image(
            f"webcam-hage-{hour}", 976, self.chance.pick((280, 360, 440), "drone", hour // 6)
        )
        live = row(panels.plain("karta", 1000, f"<h4>Drönarbild över ån {at:%H:%M}</h4>{drone}"))
        rows = [
            row(panels.masthead("Länsstyrelsen i Bergvalla län", 1000, note, height=58), tag="header"),
            row(news, side, tag="main"),
            row(panels.plain("fraga", 1000, week)),
            row(panels.plain("fot", 1000, '<p class="small">Diarium · Press · Tillgänglighet</p>'), tag="footer"),
        ]  # fmt: skip
        rows.insert(1 if self.chance.happens(0.55, "map above", hour // 4) else 2, live)
        if self.chance.happens(0.35, "notice", hour // 3):
            words = self.chance.pick(("Störningar i e-tjänsten", "Ring inte 112 för frågor"), "w", hour // 3)
            rows.insert(1, row(panels.strip(words, 36 + 32 * (hour // 3 % 3), name="notis")))
        return rows

    def _lead(self, told_last: int, at: datetime) -> Panel:
        html = f'<h1>{self._state(told_last)}</h1><p class="small">Sidan visad {at:%d/%m kl. %H:%M}</p>'
        return panels.plain("laget", 610, html, is_news=True)

    def _table(self, zones: Sequence[Post]) -> Panel:
        lines = "".join(
            f'<tr><td><b>{town}</b></td><td class="z{item.step}">{state}</td></tr>'
            for item in zones
            for town, state in [self._zone(item)]
        )
        return panels.plain("zoner", 610, f"<h4>Områden</h4><table>{lines}</table>", is_news=True)

    def _messages(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            age = hour - item.hour
            since = f"för {age} tim sedan" if age < 24 else f"för {age // 24} dygn sedan"
            lines += f'<li><p class="small">{since}</p><h3>{escape(self._told(item))}</h3></li>'
        return panels.plain("besked", 610, f"<h4>Senaste beskeden</h4><ul>{lines}</ul>", is_news=True)

    def _tips(self, hour: int) -> Panel:
        """What the public sent in these hours, in the form of messages."""
        lines = ""
        for seat in range(self.chance.between(3, 6, "tips", hour)):
            words, town = told(self.chance.child("tips"), (_TIPS, _KOMMUNER), 5 * hour - seat)
            ago = self.chance.between(1 + 9 * seat, 9 + 9 * seat, "ago", hour)
            lines += f'<li><p class="small">för {ago} min sedan</p><h3>{words.format(k=town)}</h3></li>'
        return panels.plain("tips", 390, f"<h4>Tips från allmänheten</h4><ul>{lines}</ul>")

    def _answers(self, hour: int) -> Panel:
        """Questions in another order; one is open."""
        lines = "".join(
            f"<li><h3>{asked}</h3>{'<p>Ja, men inte innanför avspärrningen.</p>' * (seat == hour % 6)}</li>"
            for seat, asked in enumerate(self.chance.shuffled(_SVAR, "answers", hour // 2)[:5])
        )
        return panels.plain("svar", 390, f"<h4>Frågor och svar</h4><ul>{lines}</ul>")

    def _papers(self, hour: int) -> Panel:
        lines = "".join(f"<li>{words}</li>" for words in self.chance.shuffled(_PRESS, "press", hour)[:4])
        shown = panels.image(f"politics-press-{hour // 24}", 366, 190)
        return panels.plain("press", 390, f"<h4>I medierna</h4>{shown}<ul>{lines}</ul>")


_HABERLER = (
    ("{y} çoban ve {n} koyun selde mahsur", "{y} çoban helikopterle kurtarıldı", "Ekipler {k} saatte ulaşabildi."),
    ("{y} üretici {n} ton sütü yola döktü", "{y} süte {n} kuruş zam", "Fiyat {k} aydır değişmiyor."),
    ("{y} mera ihalesi mahkemelik oldu", "{y} mera ihalesine iptal", "Davayı {n} köylü birlikte açtı."),
    ("{y} yayla evlerine {n} yıkım kararı", "{y} yıkım ekibi geri döndü", "Jandarma {k} yolu kapattı."),
    ("{y} şap alarmı: {k} köy karantinada", "{y} karantina kalktı", "Hayvan pazarları {k} gün kapalı."),
    ("{y} festivalde {n} kişi zehirlendi", "{y} zehirlenmede {k} gözaltı", "Hastaların {k} tanesi çocuk."),
    ("{y} minibüs devrildi: {n} yaralı", "{y} kazada şoför tutuklandı", "Yol {k} saat trafiğe kapandı."),
    ("{y} ayı köye indi, {k} kovan parçaladı", "{y} ayı uyutulup taşındı", "Muhtar geceleri nöbet istedi."),
    ("{y} belediye {n} işçiyi çıkardı", "{y} işçiler geri alındı", "Çadır nöbeti {k} gündür sürüyor."),
    ("{y} dolu {n} bin dekarı vurdu", "{y} dolu hasarı {n} milyon lira", "Fırtına {k} dakika sürdü."),
    ("{y} kayıp dağcı için {n} kişilik ekip", "{y} kayıp dağcı sağ bulundu", "Telefonu {k} kez sinyal verdi."),
    ("{y} kaçak et: {n} ton ele geçirildi", "{y} kaçak ette {k} tutuklama", "Etler {k} ile dağıtılmış."),
    ("{y} bal hasadı yüzde {n} düştü", "{y} arıcılara {n} milyon destek", "Nedeni geç gelen kar."),
    ("{y} maden ruhsatına {n} bin imza", "{y} maden ruhsatı askıda", "Bakanlık {k} ek rapor istedi."),
    ("{y} gölet suyu {k} metre çekildi", "{y} sulamaya {k} gün ara", "Balıklar kıyıya vurdu."),
    ("{y} köy okulu {n} öğrenciyle açıldı", "{y} köy okuluna {k} öğretmen", "Okul {n} yıldır kapalıydı."),
    ("{y} heyelan {k} evi yuttu", "{y} heyelanda {n} ev boşaltıldı", "Yarıklar {k} gün önce görülmüş."),
    ("{y} tarihi han ihaleye çıktı", "{y} tarihi hana {n} milyonluk teklif", "Han {k} yüzyıl önce yapılmış."),
)  # fmt: skip
_SONRA = ("Valilik yazılı açıklama yaptı.", "Soruşturma {k} koldan sürüyor.", "Bakan bölgeye gidiyor.")
_ILLER = ("Kars’ta", "Sivas’ta", "Bolu’da", "Muş’ta", "Erzincan’da", "Artvin’de", "Tokat’ta", "Van’da", "Rize’de",
          "Konya’da", "Bingöl’de", "Burdur’da", "Ağrı’da")  # fmt: skip
_REKLAM = ("Traktörde {n} ay vade", "Termal otelde {n} gece", "Saç ekiminde yüzde {n}", "{n} puan kredi notu")
_COK = ("Rüyada inek görmek", "Emekliye ikramiye ne zaman?", "Gelin adayı stüdyoyu terk etti", "Cevizli ekmek tarifi",
        "Galeri: en güzel 12 yayla", "Burçlar: Boğa’ya para", "Derbi ne zaman?", "Bu otu kaynatıp için")  # fmt: skip
_YAZAR = ("Toprağın sabrı", "Köy okulu neden kapandı?", "Bir tas ayran", "Şehre inen yol", "Merasız gelecek")
_YORUM = ("Allah yardımcıları olsun.", "Yetkililer uyuyor mu?", "Bizim köyde de aynı.", "Fiyat {n} lira olmalı.",
          "Haber eksik, {n} kişiydi.", "Helal olsun ekiplere.", "İlk yorum benden!", "Yazık günah.")  # fmt: skip


@dataclass(frozen=True)
class Haber:
    """A story: which one, whether its headline was written anew, and its photograph."""

    number: int
    step: int = 0
    photo: str = ""


class Yaylaposta(GeneratedSite):
    """A regional portal. News: five numbered headlines, the sentence under the first, and the headlines of six cards.

    Noise: whose picture the slider shows, sponsored cards among cards, columns dealt anew, dialogs, prayer times.
    """

    slug = "yaylaposta"
    hard = "Turkish; a slider shows any headline's picture, sponsored cards among the news, columns that change places"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#f1f1ef", ink="#191919", muted="#707070", line="#d9d9d5", accent="#d4001a",
        lead_px=25, top_px=16, card="#ffffff",
        extra=(
            ".masthead{background:#d4001a;color:#fff}.masthead .small{color:#ffd5d9}.manset{background:#191919;"
            "color:#fff}.manset li{border-color:#444}.manset .on{background:#d4001a}.manset p{margin:8px 0}"
            ".kart{background:#fff;border:0 solid #f1f1ef;border-width:0 8px 8px 0}.doviz{background:#fff}"
            ".doviz span{margin-right:22px}.yorum p{margin-bottom:8px}"
            ".vakit{background:#0a4d3c;color:#fff}.vakit h4{color:#fff}.kart h2{margin-top:8px}"
            ".izin{background:#fff;border:3px solid #d4001a}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [self._new(number) for number in range(11, 0, -1)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            sure = at.hour == self.chance.between(5, 18, "sure", at.date())
            if hour:
                shown = self._edited(shown, hour, 9.0 if sure else 0.9 if 4 <= at.hour <= 20 else 0.15)
            news = (self._told(shown[0])[1], *(self._told(item)[0] for item in shown))
            yield PageState(rows=tuple(self._page(shown, hour)), news=news, overlays=self._asks(hour))

    def _new(self, number: int) -> Haber:
        return Haber(number, photo=f"{('world', 'city', 'sport', 'science')[number % 4]}-{number}")

    def _edited(self, old: list[Haber], hour: int, pace: float) -> list[Haber]:
        """A story on top or among the cards, a headline rewritten, a story taken off, a photograph changed."""
        what = self.chance.number("what", hour) / pace
        new = self._new(1 + max(item.number for item in old))
        place = self.chance.below(9, "place", hour)
        item = old[place]
        if what < 0.06:
            new = replace(new, photo=old[0].photo) if self.chance.happens(0.35, "keeps", hour) else new
            return [new, *old[:10]]
        if what < 0.112:
            return [*old[:5], new, *old[5:10]]
        if what < 0.14 and not item.step:
            return [*old[:place], replace(item, step=1), *old[place + 1 :]]
        if what < 0.16 and len(old) > 10 and item.number < new.number - 1:
            return [*old[:place], *old[place + 1 :]]
        if what < 0.3:
            return [*old[:place], replace(item, photo=f"{item.photo}-{hour}"), *old[place + 1 :]]
        return old

    def _told(self, item: Haber) -> tuple[str, str]:
        (town,) = told(self.chance.child("towns"), (_ILLER,), item.number)
        texts = _HABERLER[(5 * item.number + self.chance.below(18, "texts")) % len(_HABERLER)]
        draw = self.chance.child("haber", item.number)
        n, k = draw.between(11, 79, "n"), draw.between(3, 9, "k")
        words = _SONRA[item.number % len(_SONRA)] if item.step else texts[2]
        return texts[item.step].format(y=town, n=n, k=k), words.format(n=n, k=k)

    def _asks(self, hour: int) -> tuple[Overlay, ...]:
        """The question whether to send messages, or an advertisement that sticks to the window."""
        if self.chance.happens(0.15, "push", hour):
            words = "<h2>Son dakika bildirimlerini almak ister misiniz?</h2><p>İzin ver · Daha sonra</p>"
            return (Overlay(panels.plain("izin", 460, words), 270, self.chance.pick((60, 400), "y", hour)),)
        if self.chance.happens(0.2, "sticky", hour):
            return (Overlay(self._ad("sticky", hour, 760, (90,)), 120, 700),)
        return ()

    def _page(self, shown: Sequence[Haber], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour + 3)
        rates = "".join(
            f"<span>{name} <b>{self.chance.between(3_800, 5_900, 'rate', name, hour) / 100:.2f}</b></span>"
            for name in ("Dolar", "Euro", "Altın", "Süt", "Besi yemi", "BIST")
        )
        cards = [self._card(item) for item in shown[5:]]
        for seat in range(3):
            if self.chance.happens(0.5, "sponsored", seat, hour // 2):
                cards.insert(self.chance.below(5, "at", seat, hour // 2), self._sponsored(seat, hour))
        side = [self._ad("tower", hour, 340, (250, 500)), self._read(hour), self._said(hour), self._daily(at)]
        columns = [cards[::2], cards[1::2], side]
        turn = self.chance.pick((0, 0, 1, 2), "arranged", hour // 6)
        rows = [
            row(panels.masthead("YAYLA POSTASI", 1000, f"{at:%d.%m.%Y %H:%M} · Künye", height=60), tag="header"),
            row(panels.plain("doviz", 1000, rates.replace(".", ","))),
            row(self._slider(shown[:5], hour)),
            row(*columns[turn:], *columns[:turn], tag="main"),
            row(panels.plain("alt", 1000, '<p class="small">İletişim · KVKK · Reklam verin</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.6, "masthead ad", hour):
            banner = self._ad("top", hour, 1000, (120, 250, 320))
            rows.insert(self.chance.pick((0, 2), "where", hour), row(banner))
        return rows

    def _ad(self, place: str, hour: int, width: int, heights: Sequence[int]) -> Panel:
        height = self.chance.pick(heights, place, "px", hour)
        shown = panels.advert(self.adverts.advert(place, 60 * hour, width - 24, height), place, width)
        return replace(shown, html=shown.html.replace("Advertisement", "Reklam"))

    def _slider(self, items: Sequence[Haber], hour: int) -> Panel:
        """Five headlines; the picture is that of the one whose turn it is at the visit."""
        turn = self.chance.below(len(items), "slide", hour)
        lines = "".join(
            f'<li class="{"on" if seat == turn else ""}"><h2><a href="{ORIGIN}/haber/{item.number}">'
            f"{seat + 1}. {escape(self._told(item)[0])}</a></h2></li>"
            for seat, item in enumerate(items)
        )
        words = f"<p>{escape(self._told(items[0])[1])}</p>"
        html = f'<div class="side">{panels.image(items[turn].photo, 560, 330)}<div>{words}<ul>{lines}</ul></div></div>'
        return panels.plain("manset", 1000, html, is_news=True)

    def _card(self, item: Haber) -> Panel:
        link = f'<a href="{ORIGIN}/haber/{item.number}">{escape(self._told(item)[0])}</a>'
        return panels.plain("kart", 330, f"{panels.image(item.photo, 298, 170)}<h2>{link}</h2>", is_news=True)

    def _sponsored(self, seat: int, hour: int) -> Panel:
        """An advertisement in the form of a card."""
        number = self.chance.below(len(_REKLAM), "sold", seat, hour)
        words = _REKLAM[number].format(n=self.chance.between(12, 60, "sold n", seat, hour))
        shown = panels.image(f"city-sponsor-{number}", 298, 170)
        return panels.plain("kart", 330, f"{shown}<h2>{words}</h2>")

    def _read(self, hour: int) -> Panel:
        order = enumerate(self.chance.shuffled(_COK, "read", hour)[: 5 + hour % 3], 1)
        lines = "".join(f'<li><h3><b class="n">{seat}</b>{words}</h3></li>' for seat, words in order)
        return panels.plain("cok", 340, f"<h4>Çok okunanlar</h4><ol>{lines}</ol>")

    def _said(self, hour: int) -> Panel:
        lines = "".join(
            f'<p>{words.format(n=self.chance.between(14, 60, "n", words, hour))} <span class="small">'
            f"{self.chance.between(1, 59, 'ago', words, hour)} dk önce</span></p>"
            for words in self.chance.shuffled(_YORUM, "voices", hour)[: 3 + hour % 4]
        )
        return panels.plain("yorum", 340, f"<h4>Yorumlar</h4>{lines}")

    def _daily(self, at: datetime) -> Panel:
        """The times of prayer and three columns: others from midnight on."""
        minute, order = 40 - at.day, self.chance.shuffled(_YAZAR, "column", at.date())
        lines = "".join(f"<li>{words}</li>" for words in order[:3])
        times = f"<p>İmsak 03:{minute} · Öğle 12:{minute + 19} · Akşam 20:{50 - minute}</p>"
        return panels.plain("vakit", 340, f"<h4>Bugün</h4>{times}<ul>{lines}</ul>")


UNSEEN_MEADOWS = (Mjaltbrand, Yaylaposta)
