"""Nobody's pages: an Argentine strike told live, a Hebrew town hall, a Czech association's suits for nature."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen_beacons import Filed, shelf

_SERVICES = ("Subtes", "Trenes", "Colectivos", "Vuelos", "Bancos", "Escuelas", "Recolección")
_RUNS = ("normal", "con demoras", "servicio reducido", "sin servicio", "se normaliza")
_SCENES = ("Corte total en el puente de", "Choque entre manifestantes y policías en", "Asamblea de choferes en",
           "Levantan el piquete de", "Detienen a tres delegados en", "Columna de docentes parte desde",
           "Reabren la terminal de", "Apagón durante la marcha en", "Cacerolazo frente a la intendencia de",
           "Audiencia de conciliación sin acuerdo en", "Aterriza el único vuelo del día en")  # fmt: skip
_PLACES = ("Villa Ombú", "Puerto Tala", "Avenida del Ceibo", "Barrio Molino", "La Ribera Chica", "Estación Quebracho",
           "Campo Alegre", "Plaza de los Hornos", "Lomas del Sauce")  # fmt: skip
_VOICES = ("“No vamos a aflojar”, dijo la secretaria general del gremio.", "El ministerio descontará el día.",
           "La empresa habla de un acatamiento parcial.", "La fiscalía pidió las cámaras de la zona.",
           "Hay demoras de hasta dos horas, según la concesionaria.", "No se informó de heridos.",
           "El juzgado dio un plazo de cinco días a las partes.")  # fmt: skip
_FROM = ("Desde el lugar", "Lo informa la redacción", "Según el parte oficial", "Por radio", "En la puerta del gremio",
         "Desde el móvil de exteriores", "De la agencia", "Último momento", "En conferencia")  # fmt: skip
_TURNS = ("El paro crece y el gobierno convoca a", "Tensión y cortes en", "Sin acuerdo: el conflicto se traslada a",
          "Tregua a medias en", "Amenazan con 48 horas más en", "Marcha masiva hacia")  # fmt: skip
_POSTS = (("@vecina_ok", "Una hora y media esperando el 60. Nadie avisa nada."), ("@maxi_k", "Home office forever."),
          ("@gremiodeltren", "¡Gracias por el acompañamiento!"), ("@doñaRosa", "Y los jubilados, ¿qué?"),
          ("@clima_hoy", "Lluvia a la tarde, lleven paraguas."), ("@lucas.mp4", "Mirá este video desde mi balcón."),
          ("@tachero", "Hoy la ciudad es un desierto. Hermoso para manejar, pésimo para facturar. Así no se puede.")
          )  # fmt: skip
_GOSSIP = ("Receta: chipá sin horno", "El gol olímpico que nadie filmó", "Cinco series para el finde", "Horóscopo",
           "Cómo limpiar la pava", "La casa más angosta del barrio", "Quiniela: todos los números")  # fmt: skip


class Paro(GeneratedSite):
    """A strike told live: the state of each service, entries from above, and readers' posts put between them."""

    slug = "paro"
    hard = "posts of readers among the entries, ages and counts in them, one word of a service; a player that grows"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f4f4f4", ink="#202020", muted="#757575", line="#dadada", accent="#0a7d5c",
        lead_px=30, top_px=18, card="#ffffff",
        extra=".masthead{background:#fff}.dolar{background:#0a7d5c;color:#fff}.dolar p{display:flex;gap:40px}"
              ".live{background:#fff;border-left:8px solid #e4002b}.svc{background:#fff}.svc p{display:flex;"
              "justify-content:space-between;border-bottom:1px solid #dadada;padding:5px 0}.svc b{color:#e4002b}"
              ".svc b.r-0,.svc b.r-4{color:#0a7d5c}.entry{background:#fff;border-bottom:8px solid #f4f4f4}"
              ".entry time{background:#e4002b;color:#fff;padding:0 6px}.social{background:#e8f0fe;border-radius:12px;"
              "border-bottom:8px solid #f4f4f4}.player{background:#000;color:#fff}.push{background:#202020;color:#fff}",
    )  # fmt: skip
    duty = Duty(hours=(7, 22), off=(6,), then=0.6, night=0.1)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        title, entries = Filed(0), [Filed(-seat, hour=-seat - 1) for seat in range(6)]
        runs = [self.chance.below(4, "run", name) for name in _SERVICES]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour - 3)
            pace = self.duty.at(at) * self.chance.pick((0.5, 1, 1, 1.4), "pace", at.date()) if hour else 0.0
            if self.chance.happens(0.22 * pace, "entry", hour):
                many = self.chance.pick((1, 1, 2), "many", hour)
                first = entries[0].number + 2
                entries = [*(Filed(first + seat, hour=hour) for seat in range(many)), *entries][:6]
            if self.chance.happens(0.1 * pace, "runs", hour):
                for turn in range(self.chance.pick((1, 2), "services", hour)):
                    place = self.chance.below(len(runs), "service", hour, turn)
                    runs[place] = (runs[place] + self.chance.between(1, 3, "to", hour)) % len(_RUNS)
            if self.chance.happens(0.05 * pace, "title", hour):
                title = Filed(hour)
            elif self.chance.happens(0.05 * pace, "corrected", hour):
                place = self.chance.below(2, "which", hour)
                entries[place] = replace(entries[place], form=1)
            head = " ".join(told(self.chance.child("title"), (_TURNS, _PLACES), title.number))
            stand = (f"{name}: {_RUNS[run]}" for name, run in zip(_SERVICES, runs, strict=True))
            news = (head, *stand, *(words for item in entries for words in self._told(item)))
            push = panels.plain("push", 420, "<h3>¿Querés alertas?</h3><p>Ahora no · <u>Activar</u></p>")
            over = (Overlay(push, 400, 42),) if self.chance.happens(0.22, "push", hour) else ()
            yield PageState(rows=tuple(self._page(head, runs, entries, hour)), news=news, overlays=over)

    def _told(self, item: Filed) -> tuple[str, str]:
        scene, place, voice = told(self.chance.child("told"), (_SCENES, _PLACES, _VOICES), item.number)
        said = f"{self.chance.pick(_FROM, 'from', item.number)}: {voice}"
        return f"{scene} {place}", f"Fe de erratas. {said}" if item.form else said

    def _page(self, head: str, runs: Sequence[int], entries: Sequence[Filed], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour - 3)
        rates = "".join(
            f"<span>{name} ${self.chance.between(low, low + 60, name, hour)}</span>"
            for name, low in (("Oficial", 1390), ("Blue", 1420), ("MEP", 1405), ("Riesgo país", 640))
        )
        feed = [self._entry(item, hour) for item in entries]
        seats = self.chance.shuffled(range(len(_POSTS)), "posts", hour // 2)
        many = self.chance.between(1, 3, "many posts", hour // 2)
        for seat in seats[:many]:  # posts of readers, at other places each time
            feed.insert(self.chance.between(1, len(feed), "seat", seat, hour // 2), self._social(seat, hour))
        now = self.chance.between(1_400, 31_000, "now", hour)
        live = f"<h1>{head}</h1><p class='small'>Actualizado {at:%H:%M} · {now} leyendo</p>"
        tall = self.chance.pick((180, 180, 330), "player px", hour // 3)
        show = self.chance.below(5, "show", hour)
        player = f"{panels.image(f'world-vivo-{show}', 316, tall)}<p>▶ EN VIVO · {now // 7}</p>"
        tower = self.adverts.advert("tower", 60 * hour, 316, self.chance.pick((250, 400), "tower px", hour))
        shown = panels.advert(tower, "tower", 340)
        shown = replace(shown, html=shown.html.replace("Advertisement", "Publicidad"))
        gossip = self.chance.shuffled(_GOSSIP, "gossip", hour)[:5]
        most = "".join(f'<li><b class="n">{at}</b>{words}</li>' for at, words in enumerate(gossip, 1))
        return [
            row(panels.plain("dolar", 1000, f"<p>{rates}</p>")),
            row(panels.masthead("La Marea", 1000, self._day(at), height=54), tag="header"),
            row(
                [panels.plain("live", 660, live, is_news=True), *feed],
                [panels.plain("player", 340, player), self._services(runs, 340), shown,
                 panels.plain("most", 340, f"<h4>Lo más leído</h4><ol>{most}</ol>")],
                tag="main",
            ),
            row(panels.recommended(self.chance, hour, 1000, 4, "Además", titles=_GOSSIP)),
        ]  # fmt: skip

    def _day(self, at: datetime) -> str:
        return f"{at:%d/%m/%Y} · {self.chance.between(7, 21, 'sky', at.date(), at.hour // 2)}° · Edición impresa · Club"

    def _services(self, runs: Sequence[int], width: int) -> Panel:
        each = zip(_SERVICES, runs, strict=True)
        lines = "".join(f'<p><b class="r-{run}">{name}: {_RUNS[run]}</b></p>' for name, run in each)
        return panels.plain("svc", width, f"<h4>Qué funciona</h4>{lines}", is_news=True)

    def _entry(self, item: Filed, hour: int) -> Panel:
        scene, voice = self._told(item)
        at, ago = STARTS_AT + timedelta(hours=item.hour - 4), hour - item.hour
        clock = f"{at:%H}:{30 - item.number % 2 * 30 + self.chance.below(30, 'minute', item.number):02d}"
        age = f"hace {ago} h" if ago else "recién"
        shared = 17 * ago + self.chance.below(17, "shared", item.number, hour)
        shown = panels.image(f"city-paro-{item.number}", 636, 230) if item.number % 4 == 1 else ""
        html = f'<time>{clock}</time> <span class="small">{age}</span><h2>{scene}</h2>{shown}<p>{voice}</p>'
        return panels.plain("entry", 660, f'{html}<p class="small">↗ {shared} compartidos</p>', is_news=True)

    def _social(self, seat: int, hour: int) -> Panel:
        who, words = _POSTS[seat]
        shown = panels.image(f"portrait-red-{seat}", 300, 190) if seat % 2 else ""
        liked = self.chance.between(10, 4_000, "liked", seat, hour)
        html = f"<b>{who}</b>{shown}<p>{words}</p><p class='small'>♥ {liked} · ver en la red</p>"
        return panels.plain("social", 660, html)


_NOTICES = ("עבודות תשתית והסדרי תנועה זמניים", "הרישום לגני הילדים מתארך", "שינוי במועדי פינוי האשפה", "מכרז לשיפוץ",
            "ישיבת מועצה מן המניין", "הפסקת מים יזומה לצורך תיקון", "הפקדת תכנית מתאר לעיון הציבור", "קול קורא",
            "ריסוס נגד יתושים בשעות הלילה", "פתיחת ההרשמה לקייטנות", "הנחה בארנונה לבעלי עסקים")  # fmt: skip
_QUARTERS = ("שכונת הזית", "רחוב הדקל", "נווה אלון", "התחנה", "רמת הפרחים", "גבעת הרקפת", "אזור העסקים")  # fmt: skip
_DETAILS = ("לפרטים נוספים יש לפנות למוקד העירוני.", "המועד האחרון להגשה יפורסם בהמשך.", "ההחלטה התקבלה במליאה.",
            "התושבים מתבקשים להיערך בהתאם.", "המסמכים מצורפים להודעה זו.")  # fmt: skip
_URGENT = ("שריפת קוצים סמוך לבתים", "פיצוץ בקו מים ראשי", "הפסקת חשמל רחבה", "הצפה", "עץ שקרס")  # fmt: skip
_HANDLED = ("הצוותים בדרך", "בטיפול, יש להימנע מהגעה", "בשליטה, הכביש נפתח חלקית", "האירוע הסתיים")
_HOUSES = ("בריכה עירונית", "ספרייה מרכזית", "מרכז קהילתי", "אולם ספורט", "מוזיאון העיר", "לשכת הגבייה")
_OPEN = ("פתוח", "סגור לרגל שיפוץ", "שעות מקוצרות", "בתיאום מראש")
_FAIRS = ("פסטיבל האבוב", "יריד ספרים בכיכר", "מרוץ הלילה", "סדנת קרמיקה", "שירה בציבור", "שוק איכרים")  # fmt: skip
_PARKING = ("חניון הכיכר", "חניון התיאטרון", "חניון הים")
_ASKS = ("איך מעבירים ארנונה?", "איפה ממחזרים קרטון?", "מתי נפתחת הבריכה?", "כמה עולה תו חניה?")  # fmt: skip
_WEEK = ("שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת", "ראשון")


class Iriya(GeneratedSite):
    """A town hall, from the right: emergencies, notices, which houses are open; fairs, car parks and a poll around."""

    slug = "iriya"
    hard = "urgent lines between strips that push them; words of a state; photographs larger than all notices"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#17324d", muted="#71808f", line="#d8e2ea", accent="#00838f",
        lead_px=24, top_px=16, card="#eef7f8",
        extra="section{direction:rtl;text-align:right}.masthead{background:#eef7f8}.hero{padding:0}.hero h2{background:"
              "#00838f;color:#fff;padding:8px 24px;margin:0}.urgent{background:#fff3e0;border-right:10px solid #ef6c00}"
              ".quick p{display:flex;gap:10px}.quick a{background:#00838f;color:#fff;padding:9px 0;flex:1 1 0;"
              "text-align:center;border-radius:6px}.houses p{display:flex;justify-content:space-between;padding:5px 0;"
              "border-bottom:1px dashed #b7c9d6}.notice-list li{border-top:0;border-bottom:1px solid #d8e2ea}"
              ".lots{background:#17324d;color:#fff}.lots h4{color:#7fd6de}.drive{background:#8e24aa;color:#fff}"
              ".ask{background:#f3e5f5}.ask i{display:block;height:9px;background:#8e24aa}.access{background:#17324d;"
              "color:#fff}",
    )  # fmt: skip
    duty = Duty(hours=(8, 17), off=(4, 5), then=0.1, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        notices, urgent = [Filed(-seat, hour=-19 * seat - 5) for seat in range(6)], [Filed(-3, 3)]
        houses = [0 if self.chance.happens(0.7, "open", name) else 2 for name in _HOUSES]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour + 3)
            work = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.24 * work, "notice", hour):
                notices = [Filed(notices[0].number + 1, hour=hour), *notices[:5]]
            elif self.chance.happens(0.08 * work, "changed", hour):
                place = self.chance.below(3, "which", hour)
                notices[place] = replace(notices[place], form=notices[place].form + 1)
            if self.chance.happens(0.13 * work, "house", hour):
                place = self.chance.below(len(houses), "whose", hour)
                houses[place] = (houses[place] + self.chance.between(1, 3, "to", hour)) % len(_OPEN)
            handled = [place for place, item in enumerate(urgent) if item.form + 1 < len(_HANDLED)]
            if self.chance.happens(0.02 if at.hour < 6 else 0.05, "urgent", hour) and hour:
                urgent = [Filed(hour), *urgent][:2]
            elif handled and hour and self.chance.happens(0.2, "handled", hour):
                urgent[handled[-1]] = replace(urgent[handled[-1]], form=urgent[handled[-1]].form + 1)
            alarms = tuple(self._alarm(item) for item in urgent)
            states = tuple(f"{name}: {_OPEN[seat]}" for name, seat in zip(_HOUSES, houses, strict=True))
            news = (*alarms, *states, *(words for item in notices for words in self._told(item)))
            words = panels.plain("access", 260, "<h3>תפריט נגישות</h3><p>הגדל טקסט · ניגודיות · קישורים</p>")
            over = (Overlay(words, 10, 520),) if self.chance.happens(0.2, "access", hour) else ()
            yield PageState(rows=tuple(self._page(alarms, states, notices, hour)), news=news, overlays=over)

    def _alarm(self, item: Filed) -> str:
        what, where = told(self.chance.child("alarm"), (_URGENT, _QUARTERS), item.number)
        return f"{what}, {where}: {_HANDLED[item.form]}"

    def _told(self, item: Filed) -> tuple[str, str]:
        what, where, _ = told(self.chance.child("told"), (_NOTICES, _QUARTERS, _DETAILS), item.number)
        start = self.chance.below(len(_DETAILS), "detail", item.number)
        reference = f"סימוכין 2026/{512 + item.number}"
        return f"{what}: {where}", f"{_DETAILS[(start + item.form) % len(_DETAILS)]} {reference}"

    def _page(
        self, alarms: Sequence[str], states: Sequence[str], told_of: list[Filed], hour: int
    ) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour + 3)
        day = f"יום {_WEEK[at.weekday()]} {at:%d.%m.%Y} · {at:%H:%M} · {self._drawn(17, 31, hour // 2)}°"
        seat = self.chance.below(len(_FAIRS), "hero", hour)
        hero = f"{panels.image(f'culture-ir-{seat}', 1000, 330)}<h2>{_FAIRS[seat]}</h2>"
        quick = "".join(f"<a>{words}</a>" for words in ("תשלומים", "דיווח", "טפסים", "חינוך", "בנייה"))
        houses = "".join(f"<p>{words}</p>" for words in states)
        urgent = "".join(f"<h2>{words}</h2>" for words in alarms)
        free = [self._drawn(0, 190 + place, hour) for place in range(len(_PARKING))]
        lots = "".join(f"<li>{_PARKING[place]}: <b>{now}</b> פנויים</li>" for place, now in enumerate(free))
        yes, asked = self._drawn(30, 70, hour), self.chance.pick(_ASKS, "asked", hour // 3)
        ask = f"<h4>סקר</h4><p>האם להאריך את השביל?</p><p>כן {yes}%</p><i style='width:{yes * 2}px'></i>"
        fairs = self.chance.child("fairs", hour // 2)
        calls = f"<p>ממתינים: <b>{self._drawn(0, 38, hour)}</b></p><p class='small'>שאלה נפוצה: {asked}</p>"
        rows = [
            row(panels.masthead("עיריית נחל אלון", 1000, day, height=62), tag="header"),
            row(panels.plain("hero", 1000, hero)),
            row(panels.plain("urgent", 1000, urgent, is_news=True)),
            row(panels.plain("quick", 1000, f"<p>{quick}</p>")),
            row(
                [panels.plain("lots", 290, f"<h4>חניונים עכשיו</h4><ul>{lots}</ul>"), panels.plain("ask", 290, ask),
                 panels.plain("calls", 290, f"<h4>מוקד 106</h4>{calls}")],
                [panels.plain("houses", 270, f"<h4>מה פתוח</h4>{houses}", is_news=True)],
                [self._notices(told_of, hour, 440)],
                tag="main",
            ),
            row(shelf("fairs", "לוח אירועים", _FAIRS, fairs, 4)),
        ]  # fmt: skip
        if self.chance.happens(0.45, "drive", hour // 2):
            tall = self.chance.pick((36, 36, 72, 104), "drive px", hour // 2)
            rows.insert(2, row(panels.strip("מצטרפים לאפליקציה העירונית ונהנים", tall, name="drive")))
        return rows

    def _drawn(self, low: int, high: int, hour: int) -> int:
        return self.chance.between(low, high, "drawn", high, hour)

    def _notices(self, notices: Sequence[Filed], hour: int, width: int) -> Panel:
        lines = ""
        for item in notices:
            what, detail = self._told(item)
            seen = 23 * (hour - item.hour) + self.chance.below(23, "seen", item.number, hour)
            day = STARTS_AT + timedelta(hours=item.hour + 3)
            small = f'<p class="small">{day:%d.%m.%Y} · {seen} צפיות</p>'
            lines += f'<li><h2><a href="{ORIGIN}/hodaot/{item.number + 70}">{what}</a></h2><p>{detail}</p>{small}</li>'
        return panels.plain("notice-list", width, f"<h4>הודעות לתושב</h4><ul>{lines}</ul>", is_news=True)


_SUITS = (("Lom Vrchovina", "Spolek Podhoří × Bánský úřad"), ("Obchvat Lužany", "Obec Lužany × kraj"),
          ("Přehrada Skalička", "Rybáři × ministerstvo"), ("Spalovna Doubrava", "Matky za vzduch × ČOV, a. s."),
          ("Kácení v Jezerní aleji", "Spolek Alej × město Brodek"))  # fmt: skip
_COURTS = ("Krajský soud v Brodku", "Nejvyšší správní soud", "Ústavní soud", "Odvolací komise")
_STEPS = ("žaloba podána", "nařízeno jednání", "přiznán odkladný účinek", "jednání odročeno", "rozsudek: vyhověno",
          "rozsudek: zamítnuto", "kasační stížnost", "vráceno k novému řízení")  # fmt: skip
_FIELD = ("Bagry vjely na louku u", "Měření hluku potvrdilo obavy obyvatel", "Úhyn ryb pod hrází u",
          "Sčítali jsme netopýry u", "Inspekce zastavila těžbu u", "Nový posudek mění případ",
          "Obyvatelé blokují cestu do", "Dobrá zpráva z")  # fmt: skip
_SITES = ("Lužan", "Skaličky", "Doubravy", "Podhoří", "Brodku", "Vrchoviny", "Tří Studní", "Jezerní")
_MORE = ("Podali jsme podnět a žádáme o předběžné opatření.", "Úřad má na odpověď třicet dnů.", "Fotky má policie.",
         "Firma tvrdí, že postupuje podle povolení.", "Děkujeme dobrovolníkům, kteří byli na místě.",
         "Příští týden jednáme s ministerstvem.")  # fmt: skip
_SIGNED = ("Píše Klára Habrová.", "Z Brodku Vít Olšák.", "Foto Dana Lípová.", "Za právníky Jan Dub.")
_DONORS = ("Jana K.", "Petr a Eva", "anonym", "Martin S.", "rodina Hájkova", "Ludmila", "Tomáš z Brodku",
           "firma Hoblík")  # fmt: skip
_WISHES = ("Držím palce!", "Za moje vnoučata.", "Vytrvejte.", "Kéž by vás bylo víc.", "Za čistou řeku.",
           "Díky, že jste.")  # fmt: skip
_SHOP = ("Tričko Netopýr", "Plátěná taška", "Hrnek s vydrou", "Atlas motýlů", "Budka pro rorýse",
         "Kalendář alejí")  # fmt: skip
_PRAISE = ("„Bez nich by tu dnes stál lom.“ – biolog", "„Trpěliví právníci s blátem na botách.“ – starostka",
           "„Přispívám každý měsíc, už devět let.“ – dárkyně", "„Naučili nás číst posudky.“ – spolek")  # fmt: skip


class Kauzy(GeneratedSite):
    """An association of lawyers for nature: its suits by court and step, its reports; gifts, a shop and an appeal."""

    slug = "kauzy"
    hard = "reports under old pictures, pictures that change alone; gifts, a shop and an appeal larger than the suits"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#f7f9f2", ink="#23301c", muted="#74806a", line="#cfd8c2", accent="#5a7d1e",
        lead_px=29, top_px=18, card="#ffffff",
        extra=".masthead{background:#23301c;color:#fff}.masthead .small{color:#c8d3b8}.appeal{background:#e4572e;color:"
              "#fff}.gift{background:#fff}.gift u{display:block;height:22px;background:#e4572e}.suits{background:#fff;"
              "border-top:5px solid #5a7d1e}.suits li{display:grid;grid-template-columns:"
              "150px 1fr 150px;gap:10px}.suits em{color:#e4572e;font-weight:bold}.field article{border-bottom:1px solid"
              " #cfd8c2;padding-bottom:8px;margin-bottom:10px}.praise{background:#dfe8cd;text-align:center}.letter{"
              "background:#5a7d1e;color:#fff}.snaps div{display:grid;grid-template-columns:1fr 1fr;gap:8px}",
    )  # fmt: skip
    duty = Duty(hours=(8, 20), then=0.3, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        draw = self.chance.child("first")
        suits = [(draw.below(4, "court", at), draw.below(8, "step", at), 3 * at) for at in range(5)]
        field = [Filed(-seat, seat) for seat in range(3)]  # the form of a report is the number of its picture
        for hour in range(hours):
            work = self.duty.at(STARTS_AT + timedelta(hours=hour + 2)) if hour else 0.0
            if self.chance.happens(0.15 * work, "suit", hour):
                place = self.chance.below(5, "whose", hour)
                court, step, date = suits[place]
                what = self.chance.number("what", hour)
                court = (court + 1) % len(_COURTS) if what > 0.75 else court
                step = (step + self.chance.between(1, 5, "to", hour)) % len(_STEPS) if what > 0.35 else step
                suits[place] = (court, step, date + self.chance.between(2, 12, "later", hour))
            if self.chance.happens(0.14 * work, "report", hour):
                shown = field[0].form if self.chance.happens(0.4, "same", hour) else hour
                field = [Filed(hour, shown), *field[:2]]
            elif self.chance.happens(0.09 * work, "picture", hour):
                place = self.chance.below(3, "which", hour)
                field[place] = replace(field[place], form=hour)
            stood = [self._stands(*suit) for suit in suits]
            news = (
                *(words for suit in stood for words in suit),
                *(words for item in field for words in self._told(item)),
            )
            letter = panels.plain("letter", 380, "<h3>Zprávy z lesa i od soudu</h3><p>Odebírat ×</p>")
            over = (Overlay(letter, 620, 700),) if self.chance.happens(0.25, "letter", hour) else ()
            yield PageState(rows=tuple(self._page(stood, field, hour)), news=news, overlays=over)

    def _stands(self, court: int, step: int, date: int) -> tuple[str, str, str]:
        day = STARTS_AT + timedelta(days=date + 11)
        return _COURTS[court], _STEPS[step], f"{day.day}. {day.month}. {day.year}"

    def _told(self, item: Filed) -> tuple[str, str]:
        what, where, more = told(self.chance.child("told"), (_FIELD, _SITES, _MORE), item.number)
        return f"{what} {where}", f"{more} {self.chance.pick(_SIGNED, 'signed', item.number)}"

    def _page(self, stood: Sequence[Sequence[str]], field: Sequence[Filed], hour: int) -> list[Row]:
        draw, given = self.chance.child(hour), 212_400 + 390 * hour + self.chance.below(390, "given", hour)
        gifts = "".join(
            f"<li><b>{name}</b> · {draw.between(1, 40, name) * 50} Kč<p>{draw.pick(_WISHES, 'wish', name)}</p></li>"
            for name in draw.shuffled(_DONORS, "donors")[: draw.between(3, 5, "many")]
        )
        bar = f"<h2>{given:,} Kč z 400 000 Kč</h2><u style='width:{given // 1200}px'></u>".replace(",", " ")
        seats = draw.shuffled(range(18), "snaps")[:4]
        snaps = "".join(panels.image(f"science-pole-{seat}", 170, 168) for seat in seats)
        rows = [
            row(panels.masthead("Právo pro krajinu", 1000, "Kauzy · O nás · Darujte · EN", height=64), tag="header"),
            row(
                [self._suits(stood, 620), self._field(field, hour, 620)],
                [panels.plain("gift", 380, f"<h4>Sbírka</h4>{bar}<ul>{gifts}</ul>"),
                 panels.plain("praise", 380, f"<h2>{draw.pick(_PRAISE, 'praise')}</h2>"),
                 panels.plain("snaps", 380, f"<h4>Z našich fotopastí</h4><div>{snaps}</div>")],
                tag="main",
            ),
            row(shelf("shop", "E-shop", _SHOP, self.chance.child("shop", hour // 3), 5)),
        ]  # fmt: skip
        if self.chance.happens(0.5, "appeal", hour // 2):
            tall = self.chance.pick((60, 110, 220), "appeal px", hour // 2)
            rows.insert(1, row(panels.strip("Zbývá vybrat na soudní poplatek.", tall, name="appeal")))
        return rows

    def _suits(self, stood: Sequence[Sequence[str]], width: int) -> Panel:
        lines = "".join(
            f"<li><div><b>{name}</b><p class='small'>{sides}</p></div><div>{court}<p><em>{step}</em></p></div>"
            f"<div class='small'>příští lhůta<p><b>{day}</b></p></div></li>"
            for (name, sides), (court, step, day) in zip(_SUITS, stood, strict=True)
        )
        return panels.plain("suits", width, f"<h4>Naše kauzy před soudy</h4><ol>{lines}</ol>", is_news=True)

    def _field(self, field: Sequence[Filed], hour: int, width: int) -> Panel:
        html = ""
        for place, item in enumerate(field):
            what, more = self._told(item)
            liked = 3 * (hour - item.number) + self.chance.below(9, "liked", item.number, hour)
            shown = panels.image(f"science-kauza-{item.form}", *((596, 250) if not place else (180, 116)))
            tag = "h2" if place else "h1"
            title = f'<{tag}><a href="{ORIGIN}/aktuality/{item.number + 40}">{what}</a></{tag}>'
            said = f'<div>{title}<p>{more}</p><p class="small">{liked} lidí podpořilo · sdílet</p></div>'
            html += f'<article class="{"side" if place else "first"}">{shown}{said}</article>'
        return panels.plain("field", width, f"<h4>Z terénu</h4>{html}", is_news=True)


UNSEEN_LIGHTSHIPS = (Paro, Iriya, Kauzy)
