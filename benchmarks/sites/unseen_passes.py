"""Unseen: an Azerbaijani portal of cards that all look alike, a Kyrgyz drivers' forum whose first post is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_TOWNS = ("Göyçay", "Lənkəran", "Şəki", "Qəbələ", "Astara", "Mingəçevir", "Xaçmaz", "Şirvan", "Naftalan", "Quba",
          "Salyan")  # fmt: skip
_EVENTS = (
    "sel üç kəndin yolunu kəsdi", "yeni xəstəxananın tikintisi dayandırıldı", "bələdiyyə sədri istefa verdi",
    "sabah qaz verilməyəcək", "məktəbin damı uçdu", "pambıq zavodu satışa çıxarıldı", "dörd balıqçı xilas edildi",
    "avtobus marşrutları dəyişir", "məhkəmə torpaq işi üzrə qərar verdi", "köhnə körpü təmirə bağlandı",
    "4,2 bal gücündə zəlzələ olub", "su anbarı dolub daşdı", "dolu üzüm bağlarını məhv etdi")  # fmt: skip
_DETAILS = ("Nazirlik məsələ ilə bağlı komissiya yaradıb.", "Sakinlər rayon mərkəzində toplaşıb.",
            "Zərərin həcmi hələ hesablanır.", "İcra hakimiyyəti rəsmi açıqlama yayıb.",
            "Hadisə yerinə əlavə qüvvələr göndərilib.", "Qərardan şikayət vermək üçün on gün vaxt var.",
            "Prokurorluq araşdırma aparır.")  # fmt: skip
_LATER = ("", " – YENİLƏNİB", " – VİDEO", " – RƏSMİ")
_SECTIONS = ("Cəmiyyət", "Region", "İqtisadiyyat", "Hadisə")
_SOFT = ("Bu üç bitki balkonda da böyüyür", "Evdə qatıq: nənənin sirri", "Ulduz falı: Buğalar nəyi gözləsin",
         "Ən ucuz telefonlar: siyahı", "Pişiyiniz sizi niyə oyadır?", "Yay üçün beş ətir", "Kredit: ilk ay faizsiz",
         "Dolma əslində kimindir?", "Köhnə Bakının itmiş küçələri", "Dəniz kənarında ev alın", "Bir gündə üç şəhər",
         "Saçın tökülməsinə qarşı çay", "Diş ağardılması endirimlə", "Sürücülük kursu: yerlər var",
         "Xəmirsiz piroq", "Qızılın qiyməti necə hesablanır?", "Uşaq bağçasına nə geyinək?", "Yuxuda balıq görmək",
         "Avtomobil sığortası beş dəqiqəyə", "Ən gözəl on şəlalə", "Noutbuklara yay endirimi", "Test: hansı xalısan?",
         "Saat taxmağın qaydaları", "Qoz mürəbbəsi", "Kino: bu həftə nəyə baxaq", "Tarixdə bu gün")  # fmt: skip
_SOFT_SECTIONS = ("Həyat", "Texno", "Mətbəx", "Maraqlı", "Cəmiyyət")
_SOFT_WORDS = ("Mütəxəssis izah edir.", "Yalnız bu həftə.", "Oxucularımız seçib.", "Sadə və sürətli üsul.",
               "Siyahıya baxın.", "Ətraflı oxuyun.", "Ən çox paylaşılan.")  # fmt: skip
_VIEWS = ("Su haqqında danışmağın vaxtıdır", "Kənddə kim qalacaq?", "Məktəb bir bina deyil", "Yol və səbir",
          "Bazarın dili", "Gecə növbəsi", "Xəzər çəkilir")  # fmt: skip
_BARS = (
    "Mobil tətbiqi yüklə",
    "Axın TV canlı: efirdəyik",
    "Kitab sərgisi: giriş pulsuzdur",
    "Qış təkərləri yarı qiymətə",
)


@dataclass(frozen=True)
class Card:
    """A story: its number, how often it was rewritten, since when it stands, its picture."""

    number: int
    form: int = 0
    since: int = 0
    picture: str = ""


class Axin(GeneratedSite):
    """A portal as a wall of cards: what was reported stands among recipes, offers and tests in the same cards."""

    slug = "axin"
    hard = "news, recipes and offers in the same cards of a wall that is dealt anew; old headlines said again above"
    more = 0
    look = Look(heading=SANS, ink="#20262d", muted="#7b8794", line="#e1e6eb", accent="#00796b", lead_px=30, extra=(
        "body{background:#eef1f4}.masthead{background:#00796b;color:#fff}.masthead .small{color:#cde8e4}"
        ".rates{background:#fff;padding:4px 12px}.rates span{margin-right:26px;font-size:13px}"
        ".last{background:#d7263d;color:#fff;padding:6px 12px}.last span{margin-right:30px;white-space:nowrap}"
        ".card{padding:6px}.card article{background:#fff;display:block}.card h3,.card p{padding:4px 10px}"
        ".card .small{padding-bottom:8px}.lead{background:#fff}.read{background:#fff}.view{background:#fdf6e3}"
        ".bar{background:#20262d;color:#fff}.app{background:#ffb300}"))  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        lead, wall, made = self._new(0, 0), [self._new(number, -3 * number) for number in range(1, 12)], 12
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour + 4)  # the time of Baku
            pace = 0.0 if not hour else 1.0 if 8 <= at.hour <= 22 else 0.15
            if self.chance.happens(0.28 * pace, "new", hour):
                for _ in range(self.chance.pick((1, 1, 1, 2, 3), "many", hour)):
                    item = self._new(made, hour)
                    made += 1
                    if self.chance.happens(0.4, "leads", made):
                        kept = self.chance.happens(0.35, "kept", made)  # the picture stays under other words
                        lead, item = replace(item, picture=lead.picture) if kept else item, lead
                    wall = [item, *wall]
            elif self.chance.happens(0.06 * pace, "rewritten", hour):
                place = self.chance.below(5, "which", hour)
                wall[place] = replace(wall[place], form=wall[place].form + 1)
            elif self.chance.happens(0.025 * pace, "withdrawn", hour):
                del wall[self.chance.below(4, "whose", hour)]  # an older one shows again below
            if self.chance.happens(0.05, "photo", hour):
                lead = replace(lead, picture=f"city-axin-{lead.number}-{hour}")
            said = [self._told(item) for item in (lead, *wall[:8])]
            view = _VIEWS[(at.date() - STARTS_AT.date()).days * 3 % len(_VIEWS)]
            app = Overlay(panels.plain("app", 1000, "<h2>Axın tətbiqi: reklamsız oxu</h2>"), 0, 600)
            yield PageState(
                rows=tuple(self._page(lead, wall[:8], made, hour, view)),
                news=(said[0][1], *(title for title, _ in said)),
                secondary=(view,),
                overlays=(app,) if self.chance.happens(0.15, "app", hour) else (),
            )

    def _new(self, number: int, hour: int) -> Card:
        return Card(number, 0, hour, f"{('city', 'world', 'politics')[number % 3]}-axin-{number}")

    def _told(self, item: Card) -> tuple[str, str]:
        town, event, detail = told(self.chance.child("told"), (_TOWNS, _EVENTS, _DETAILS), item.number)
        return f"{town}: {event}{_LATER[item.form % len(_LATER)]}", detail

    def _page(self, lead: Card, wall: Sequence[Card], made: int, hour: int, view: str) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour + 4)
        rates = "".join(
            f"<span>{name} <b>{(base + self.chance.below(90, name, hour)) / 1000:.3f}</b></span>"
            for name, base in (("USD", 1660), ("EUR", 1840), ("TRY", 40), ("RUB", 18), ("Neft", 71_000))
        )
        wide = self.chance.happens(0.3, "wide", hour // 2)
        opinion = f"<h4>Rəy</h4><h3>{view}</h3>"
        aside = [self._read(made, hour, 250 if wide else 360), panels.plain("view", 250, opinion)]
        if wide:
            first, columns = row(self._lead(lead, hour, 1000)), [*self._wall(wall, hour, 3), aside]
        else:
            shown = self.advert_at("sold", hour, self.chance.pick((180, 250, 300), "side px", hour), 360)
            first = row([self._lead(lead, hour, 640)], [shown, aside[0]])
            columns = self._wall(wall, hour, 4)
            columns[3].append(aside[1])
        note = f"{at:%d.%m.%Y, %H:%M} · {self.chance.between(14, 29, 'sky', hour // 2)}°C"
        rows = [
            row(panels.plain("rates", 1000, f"<p>{rates}</p>")),
            row(panels.masthead("AXIN", 1000, note, height=52), tag="header"),
            row(self._last(made, hour)),
            first,
            row(*columns, tag="main"),
            row(panels.recommended(self.chance, hour, 1000, 4, "Tərəfdaşlar", titles=_SOFT)),
        ]
        if self.chance.happens(0.4, "bar", hour // 2):
            height = self.chance.pick((40, 90, 160, 250), "bar px", hour // 2)
            words = self.chance.pick(_BARS, "bar words", hour // 2)
            rows.insert(2, row(panels.strip(words, height, name="bar")))
        return rows

    def advert_at(self, place: str, hour: int, height: int, width: int) -> Panel:
        """The creative at a place of the page."""
        shown = panels.advert(self.adverts.advert(place, 60 * hour, width - 24, height), place, width)
        return replace(shown, html=shown.html.replace("Advertisement", "Reklam"))

    def _last(self, made: int, hour: int) -> Panel:
        """Headlines of these days once more, old and new, as a strip that runs shows them."""
        numbers = [self.chance.below(made, "last", seat, hour) for seat in range(3)]
        words = "".join(f"<span>• {self._told(Card(number))[0]}</span>" for number in numbers)
        return panels.plain("last", 1000, f'<p style="height:20px;overflow:hidden">{words}</p>')

    def _read(self, made: int, hour: int, width: int) -> Panel:
        numbers = self.chance.shuffled(range(made), "read", hour)[:4]
        old = [self._told(Card(number))[0] for number in numbers] + self.chance.shuffled(_SOFT, "soft", hour)[
            :3
        ]
        lines = "".join(
            f"<li><h3>{words}</h3><p class='small'>{self.chance.between(800, 60_000, 'of', seat, hour):,}</p></li>"
            for seat, words in enumerate(self.chance.shuffled(old, "order", hour))
        )
        return panels.plain("read", width, f"<h4>Çox oxunanlar</h4><ol>{lines}</ol>")

    def _lead(self, lead: Card, hour: int, width: int) -> Panel:
        title, detail = self._told(lead)
        seen = f'<p class="small">{self._seen(lead, hour)}</p>'
        words = f'<h1><a href="{ORIGIN}/xeber/{lead.number}">{title}</a></h1><p>{detail}</p>{seen}'
        if width == 1000:
            html = f'<div class="side">{panels.image(lead.picture, 560, 300)}<div>{words}</div></div>'
        else:
            html = panels.image(lead.picture, width - 24, 320) + words
        return panels.plain("lead", width, html, is_news=True)

    def _seen(self, item: Card, hour: int) -> str:
        age = hour - item.since
        read = 900 * min(age, 30) + self.chance.between(40, 900, "seen", item.number, hour)
        minute = self.chance.between(3, 58, "minute", item.number)
        return f"{f'{age} saat' if age else f'{minute} dəq'} əvvəl · {read:,} baxış"

    def _wall(self, wall: Sequence[Card], hour: int, count: int) -> list[list[Panel]]:
        """Cards dealt to the shortest column; what was sold or is soft is put in at any place, at each visit anew."""
        dealt = []
        for item in wall:
            title, detail = self._told(item)
            text = (
                _SECTIONS[item.number % 4],
                title,
                detail if item.number % 3 else "",
                self._seen(item, hour),
            )
            dealt.append((text, item.picture, 110 + 30 * (item.number % 4), True))
        for number in self.chance.shuffled(range(len(_SOFT)), "put in", hour)[: 7 + hour % 4]:
            section = self.chance.pick(_SOFT_SECTIONS, "section", number)
            words = self.chance.pick(_SOFT_WORDS, "words", number, hour) if number % 3 else ""
            age, read = (self.chance.between(1, most, "soft", most, number, hour) for most in (20, 40_000))
            text = (section, _SOFT[number], words, f"{age} saat əvvəl · {read:,} baxış")
            place = self.chance.below(len(dealt), "place", number, hour)
            dealt.insert(place, (text, f"feature-{number}", 110 + 30 * (number % 4), False))
        columns: list[list[Panel]] = [[] for _ in range(count)]
        heights = [0] * count
        for (section, title, words, small), picture, tall, is_news in dealt:
            shown = f"<p>{words}</p>" if words else ""
            html = (
                f'<article>{panels.image(picture, 238, tall)}<p class="small">{section}</p><h3>{title}</h3>'
                f'{shown}<p class="small">{small}</p></article>'
            )
            place = heights.index(min(heights))
            heights[place] += tall + 110 + 40 * bool(words)
            columns[place].append(panels.plain("card", 250, html, is_news=is_news))
        return columns


_PASSES = ("Көк-Жал", "Ак-Бейит", "Кызыл-Таш", "Узун-Булак", "Бөрү-Өтөк", "Сары-Жон", "Чаткалды", "Муз-Төр")
_OPEN = ("ачык", "жабык", "бир тилке менен ачык", "чынжыр менен гана", "жүк ташуучуларга жабык",
         "саат 6дан 20га чейин ачык")  # fmt: skip
_WHYS = ("Көчкү тазаланып жатат.", "Жол кургак, туман жок.", "Түнкүсүн тайгак.", "Көпүрө оңдолууда.",
         "Кар жаады, 20 см.", "Кезек эки чакырым.", "Пост документ текшерет.", "Таш кулап турат, этият болгула.",
         "Жарык жок, акырын айдагыла.")  # fmt: skip
_NOTES = ("күйүүчү май куюучу жай ачылды", "айланма жол салынды", "жаңы ылдамдык чеги коюлду", "пост көчүрүлдү",
          "сүрөттөр кошулду", "акы алына баштады", "тоннелде желдетүү бузулду", "жол тейлөөнүн телефону өзгөрдү",
          "эвакуатордун баасы көтөрүлдү")  # fmt: skip
_TALKERS = ("Бакай_77", "жолчу", "Темир Тулпар", "Гүлназ", "kamaz-oke", "Ош–Нарын", "Шопур Акең", "Айпери",
            "ДизельПапа", "степняк", "Нурик", "Кара Жорго")  # fmt: skip
_TALK = (
    "Кечээ балдар менен өттүк, эч кандай көйгөй болгон жок, бирок түштөн кийин шамал катуу болду.",
    "Ким билет, дөңгөлөктү кайдан арзан алса болот? Менин эски дөңгөлөгүм жарылып калды.",
    "Тема эмес, бирок ошол ашканада самсасы сонун экен. Сөзсүз токтогула.",
    "Биздин айылда интернет жок, ошондуктан кеч жазып жатам. Баарына ак жол!",
    "Мен мындай сунуш кылам: түнкүсүн айдабагыла, эртең менен жол тынч болот.",
    "Рахмат, бир тууган! Сенин кеңешиң менен эки саатта жетип бардык.",
    "Модератор, бул жазууну башка темага көчүрүп коюңузчу, бул жерде айтылган эмес.",
    "2009-жылы ушул жерде үч күн тургам. Азыр жол алда канча жакшы, жаштар билбейт.",
    "Радиатор кайнап кетти, суу алып жүргүлө. Булактан толтурса болот.",
    "Капот үчүн чехол сатам, жаңы, баасы келишим менен. Жеке билдирүү жазгыла.",
    "Навигатор ал жолду көрсөтпөйт, картаны кагаз түрүндө алып алгыла.",
    "Ким бүгүн кечинде чыгат? Эки машина болуп чогуу барсак жакшы болмок.")  # fmt: skip
_SIGNS = (
    "Жол — өмүр",
    "KIA 2004, эки айлануу",
    "Тынч айда — алыс барасың",
    "★★★ форумдун ардагери",
    "Мотор өчпөсүн!",
)
_THREADS = ("Кышкы май: кайсынысы?", "Дагы бир жолу чынжыр жөнүндө", "Сатам: палатка", "Камаздын кабинасын жылуулоо",
            "Чоочун пост, эмне кылабыз?", "Музыка жолго", "Аккумулятор түнкүсүн", "Күлкүлүү окуялар",
            "Велосипед менен ашуу", "Рация каналы кайсы?")  # fmt: skip
_RULES = ("Форумда тынчтык сактагыла!", "Сервер түндө жаңыланат", "Жаңы колдонуучулар: эрежени окугула",
          "Форумга 15 жыл: жолугушуу жайлоодо")  # fmt: skip


class Ashuu(GeneratedSite):
    """A thread of drivers: its first post says which passes are open; replies, likes and quotes fill the rest."""

    slug = "ashuu"
    hard = "a word in the first post amid replies far longer, which quote what it said on other days"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#e9edf2", ink="#1d2733", muted="#66768a", line="#c5ced9", accent="#2f5d8a",
        lead_px=24, top_px=17, extra=(
        ".masthead{background:#2f5d8a;color:#fff}.masthead .small{color:#d5e2ef}.crumbs{padding:4px 12px}"
        ".post{background:#fff;border-bottom:6px solid #e9edf2}.who{background:#f5f7fa;border-bottom:6px solid #e9edf2}"
        ".who .face{width:64px;height:64px;line-height:64px;text-align:center;color:#fff;font-size:28px}"
        "dl{margin:0;border:1px solid #c5ced9}dt{font-weight:bold;background:#f0f4f8;padding:4px 10px}"
        "dd{margin:0;padding:4px 10px 8px}blockquote{margin:0 0 8px;padding:6px 10px;background:#f0f4f8;"
        "border-left:4px solid #2f5d8a;font-size:13px}.state{background:#1d2733;color:#fff;padding:0 8px}"
        ".post .sign{border-top:1px dashed #c5ced9;margin-top:10px}.rules{background:#ffe08a}.side>.face{flex:none}"
        ".meter{background:#2f5d8a;height:10px;display:block}.poll{background:#fff}.online{font-size:12px}"
        ))  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        passes = [Card(number, number % 3, 0) for number in range(len(_PASSES))]
        notes = [Card(-number, 0, -8 * number) for number in range(4)]
        past = [self._line(item) for item in passes]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour + 6)  # the time of Bishkek
            rush = 1.7 if at.hour in {6, 7, 8, 18, 19, 20, 21} else 0.3 if at.hour < 5 else 0.8
            storm = self.chance.pick((0.5, 0.7, 1.0, 2.2), "storm", at.date()) * (hour > 0)
            if self.chance.happens(0.17 * rush * storm, "pass", hour):
                for _ in range(2 if storm > 2 and self.chance.happens(0.4, "two", hour) else 1):
                    place = self.chance.below(len(passes), "which", hour)
                    turned = passes[place].form + self.chance.pick((1, 2, 5), "turn", hour)
                    passes[place] = Card(place, turned % len(_OPEN), hour, f"{hour}")
                    past.append(self._line(passes[place]))
            elif self.chance.happens(0.06 * rush * (hour > 0), "reason", hour):
                place = self.chance.below(len(passes), "why", hour)
                passes[place] = replace(passes[place], since=hour, picture=f"{hour}")
            if self.chance.happens(0.05 * rush * (hour > 0), "note", hour):
                notes = [Card(hour, 0, hour), *notes[:3]]
            lines = [(_PASSES[item.number], *self._line(item)) for item in passes]
            noted = [self._note(item) for item in notes]
            yield PageState(
                rows=tuple(self._page(self._first(passes, notes, hour), past, hour)),
                news=(*(words for line in lines for words in line), *noted),
            )

    def _line(self, item: Card) -> tuple[str, str]:
        why = self.chance.pick(_WHYS, "because", item.number, item.picture)
        return _OPEN[item.form], why

    def _note(self, item: Card) -> str:
        name, what = told(self.chance.child("notes"), (_PASSES, _NOTES), item.number)
        return f"{name}: {what}"

    def _first(self, passes: Sequence[Card], notes: Sequence[Card], hour: int) -> str:
        """The post that is kept: the state of each pass, how long ago somebody looked, and what was added."""
        listed = ""
        for item in passes:
            state, why = self._line(item)
            minutes = self.chance.between(2, 59, "looked", item.number, hour)
            listed += (
                f'<dt>{_PASSES[item.number]} <span class="state">{state}</span></dt><dd>{why}'
                f' <span class="small">({minutes} мүнөт мурун текшерилген)</span></dd>'
            )
        added = "".join(f"<p>+ {self._note(item)}</p>" for item in notes)
        return f"<h1>Ашуулардын абалы: мамыр 2026</h1><dl>{listed}</dl><br><h4>Кошумчалар</h4>{added}"

    def _page(self, first: str, past: Sequence[tuple[str, str]], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour + 6)
        seen = 48_210 + 140 * hour + self.chance.below(140, "seen", hour)
        page = 60 + hour // 3
        crumbs = f"Башкы бет › Жолдор › Тоо › {page}-барак · {seen:,} көрүү".replace(",", " ")
        narrow = self.chance.happens(
            0.3, "narrow", hour // 3
        )  # names above the posts rather than beside them
        rows = [
            row(panels.masthead("Тоо жолу форуму", 1000, f"{at:%d.%m.%Y %H:%M}", height=50), tag="header"),
            row(panels.plain("crumbs", 1000, f'<p class="small">{crumbs}</p>')),
            *self._posted("Кербенчи", f"{first}{self._liked('first', 200, hour)}", narrow, is_news=True),
        ]
        for seat in range(self.chance.between(7, 9, "replies", hour)):
            if seat == 2:
                creative = self.adverts.advert(
                    "between", 60 * hour, 728, self.chance.pick((90, 180), "px", hour)
                )
                sold = panels.advert(creative, "between", 1000)
                rows.append(row(replace(sold, html=sold.html.replace("Advertisement", "Жарнама"))))
            who, said = self._reply(seat, past, hour)
            rows += self._posted(who, said, narrow)
        if self.chance.happens(0.4, "rules", hour // 2):
            height = self.chance.pick((36, 64, 120, 200), "rules px", hour // 2)
            words = self.chance.pick(_RULES, "rules words", hour // 2)
            rows.insert(1, row(panels.strip(words, height, name="rules")))
        return [*rows, row(self._poll(hour), self._threads(hour)), row(self._online(hour))]

    def _posted(self, who: str, said: str, narrow: bool, *, is_news: bool = False) -> list[Row]:
        hue = 30 * _TALKERS.index(who) if who in _TALKERS else 210
        face = f'<div class="face" style="background:hsl({hue},45%,45%)">{who[0].upper()}</div>'
        if narrow:
            above = f'<div class="side">{face}<div><b>{who}</b></div></div>'
            shown = [row(panels.plain("who", 1000, above))]
            return [*shown, row(panels.plain("post", 1000, said, is_news=is_news), tag="article")]
        about = panels.plain("who", 170, f'{face}<b>{who}</b><p class="small">шопур</p>')
        return [row(about, panels.plain("post", 830, said, is_news=is_news), tag="article")]

    def _liked(self, key: object, most: int, hour: int) -> str:
        return f'<p class="small">▲ {self.chance.between(0, most, "liked", key, hour)} · Цитата · Шилтеме</p>'

    def _reply(self, seat: int, past: Sequence[tuple[str, str]], hour: int) -> tuple[str, str]:
        """Two or three things that somebody says, often below a quote of what the first post said once."""
        who = self.chance.shuffled(_TALKERS, "talkers", hour)[seat]
        said = self.chance.shuffled(_TALK, "talk", hour, seat)[
            : self.chance.between(2, 5, "long", hour, seat)
        ]
        quote = ""
        if self.chance.happens(0.55, "quotes", hour, seat):
            state, why = self.chance.pick(past, "quoted", hour, seat)
            name = self.chance.pick(_PASSES, "of", hour, seat)
            quote = f"<blockquote><b>Кербенчи:</b> {name} {state}. {why}</blockquote>"
        sign = f'<p class="small sign">{_SIGNS[_TALKERS.index(who) % len(_SIGNS)]}</p>'
        ago = f'<p class="small">{self.chance.between(1, 23, "ago", hour, seat)} саат мурун</p>'
        return who, f"{ago}{quote}<p>{' '.join(said)}</p>{self._liked(seat, 40, hour)}{sign}"

    def _poll(self, hour: int) -> Panel:
        share = self.chance.between(20, 80, "share", hour)
        bars = "".join(
            f'<p>{name} {part}%<span class="meter" style="width:{4 * part}px"></span></p>'
            for name, part in (("Чынжыр", share), ("Шип", 100 - share))
        )
        return panels.plain("poll", 500, f"<h4>Сурамжылоо: эмнени тандайсың?</h4>{bars}")

    def _threads(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{words} <span class='small'>{self.chance.below(900, 'in', words, hour)} жооп</span></li>"
            for words in self.chance.shuffled(_THREADS, "threads", hour)[:4]
        )
        return panels.plain("threads", 500, f"<h4>Окшош темалар</h4><ul>{lines}</ul>")

    def _online(self, hour: int) -> Panel:
        names = ", ".join(
            self.chance.shuffled(_TALKERS, "online", hour)[: self.chance.between(3, 9, "n", hour)]
        )
        guests = self.chance.between(30, 400, "guests", hour)
        return panels.plain("online", 1000, f"<p>Азыр форумда: {names} жана {guests} конок</p>")


UNSEEN_PASSES = (Axin, Ashuu)
