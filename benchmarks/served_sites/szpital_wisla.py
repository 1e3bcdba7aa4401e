"""The front page of a Polish public hospital in an old Joomla, whose notices and lists are its news.

Hard is that queues, duties, newborns, meals, tips and opinions are exchanged between the notices at every visit.
"""

import random
from datetime import timedelta
from typing import Any

from benchmarks.served_sites.szpital_wisla_boki import lewa_kolumna, prawa_kolumna
from benchmarks.served_sites.szpital_wisla_chwila import PRZEBUDOWA, STARTS_AT, slownie, teraz
from benchmarks.served_sites.szpital_wisla_obrazy import baner, naglowek, noworodek, zdjecie
from benchmarks.served_sites.szpital_wisla_styl import CSS, CSS_RAMKA, JS
from benchmarks.served_sites.szpital_wisla_teksty import (
    DNI,
    IMIENINY,
    LEKARZE,
    PORADY,
    SLAJDY,
    WARTO,
    noworodki,
    wpisy,
)
from benchmarks.served_sites.szpital_wisla_zdarzenia import PORADNIE, prawda, stan

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "szpital_wisla"
WHAT = (
    "Front page of a Polish public hospital (old Joomla). News: notices about visits, wards, failures and "
    "the emergency department, changed hours or suspended registration of clinics, a queue that jumps by "
    "months, doctors away, tenders (new, deadline moved, decided, cancelled), vacancies, hospital news, "
    "events. Not news: daily drift of the queues, who is on duty today, newborns, meals, weather, health "
    "tips, 'good to know' boxes, opinions, most read, counters, slides."
)
DAYS = 10
BEZ_STYLU, POL_LISTY = (44, 201), (61, 147, 188)


def truth(hour: int) -> str:
    return prawda(hour)


def _gora(hour: int) -> str:
    t, rng, html = teraz(hour), random.Random(f"gora {hour}"), ""
    if rng.random() < 0.11:
        html += (
            '<div class="rodo"><b>Szanowni Państwo!</b> W związku z wejściem w życie RODO informujemy, '
            "że nasza strona "
            "używa plików cookies w celach statystycznych.<br />Korzystając z serwisu wyrażają Państwo "
            "zgodę na ich "
            'zapis. <a href="#" style="color:#fff">Rozumiem</a> | <a href="/rodo" '
            'style="color:#fff">Więcej</a></div>\n'
        )
    if random.Random(f"belka {hour // 4}").random() < 0.35:
        ile = 31240 + hour * 11
        html += (
            f'<div class="belka">Zbieramy na łóżka dla hospicjum! Mamy już <b>{ile:,} zł</b> z 60 000 '
            f"zł. ".replace(",", " ")
            + '<a href="/zbiorka">Wspieram</a></div>\n'
        )
    temp = round(4 + 6 * (1 - abs(t.hour - 14) / 12) + rng.random() * 2, 1)
    html += (
        f'<div id="wcag"><span class="prawa">Dziś jest <b>{DNI[t.weekday()]}</b>, {slownie(t)}, godz. '
        f'<span id="zegar">{t.hour}:{rng.randrange(60):02}</span> | Imieniny: {IMIENINY[t.day]} | '
        f'{str(temp).replace(".", ",")}&deg;C</span><a href="#">A</a> <a href="#">A+</a> <a '
        f'href="#">A++</a> | '
        f'<a href="#">kontrast</a> | <a href="/mapa">mapa strony</a> | <a href="/bip">BIP</a></div>\n'
    )
    return html


def _slajd(hour: int) -> str:
    klucz, podpis = SLAJDY[random.Random(f"slajd {hour}").randrange(len(SLAJDY))]
    return (
        f'<div id="slider"><img src="/images/slider/{klucz}.jpg" alt="{podpis}" />'
        f'<div class="podpis">{podpis}</div></div>\n'
    )


def _komunikaty(hour: int, swiat: dict[str, Any]) -> str:
    lista = sorted(swiat["kom"].values(), key=lambda k: (-k["waga"], -k["od"]))
    if hour in POL_LISTY:
        lista = lista[:2]
    bloki = []
    for k in lista:
        od = teraz(max(k["od"], -240))
        bloki.append(
            f'<div class="komunikat{"" if k["waga"] > 2 else " zw"}"><h4>{k["tyt"]}</h4>\n'
            f'<p style="text-align: justify; margin: 0;"><span style="font-size: '
            f'12px;">{k["tresc"]}</span></p>'
            f'<span class="createdate">{od:%d.%m.%Y}</span></div>'
        )
    for n, (tyt, tresc) in enumerate(random.Random(f"warto {hour // 2}").sample(WARTO, 2)):
        blok = (
            f'<div class="komunikat{" zw" if n else ""}"><h4>{tyt}</h4>\n<p style="text-align: justify; '
            f'margin: 0;">'
            f'<span style="font-size: 12px;">{tresc}</span></p></div>'
        )
        bloki.insert(len(bloki) if n else random.Random(f"gdzie {hour // 2}").randrange(3), blok)
    zmiany = "".join(f"<li>{z['co']}</li>\n" for z in swiat.get("zmi", {}).values())
    zmiany = zmiany or "<li>brak zmian</li>\n"
    return (
        '<div class="contentheading">Komunikaty</div>\n'
        + "\n".join(bloki)
        + f'\n<p><strong><span style="color: #ff0000;">Nieobecności '
        f"lekarzy:</span></strong></p>\n<ul>{zmiany}</ul>\n"
    )


def _aktualnosci(hour: int, swiat: dict[str, Any]) -> str:
    lista, bloki = sorted(swiat["akt"].values(), key=lambda a: -a["od"])[:4], []
    for n, a in enumerate(lista):
        w, h = ((300, 200), (140, 94))[n > 0]
        ile = 40 + (hour - a["od"]) * 3 + random.Random(f"odsl {hour} {n}").randrange(9)
        bloki.append(
            f'<div class="blog-item"><img src="/images/stories/2026/{a["zdj"]}.jpg" width="{w}" '
            f'height="{h}" '
            f'alt="" /><a href="/aktualnosci/{a["zdj"]}"><strong>{a["tyt"]}</strong></a><br />\n'
            f'<span class="createdate">{slownie(teraz(a["od"]))} | Odsłony: '
            f"{ile}</span>\n<p>{a['tresc']}</p>"
            f'<a class="readon" href="/aktualnosci/{a["zdj"]}">Czytaj więcej&hellip;</a></div>'
        )
    return '<div class="contentheading">Aktualności</div>\n' + "\n".join(bloki) + "\n"


def _kolejki(hour: int, swiat: dict[str, Any]) -> str:
    t, wiersze = teraz(hour), []
    doba = (hour - 2) // 24  # counted anew every day at 7:00
    for n, (nazwa, p) in enumerate(swiat["por"].items()):
        rng = random.Random(f"kolejka {nazwa} {doba}")
        dni = 20 + 17 * n % 90 + rng.randrange(7) + p["skok"]
        wolny = STARTS_AT + timedelta(days=doba + dni)
        ilu = 60 + 37 * n % 300 + random.Random(f"ilu {nazwa} {hour // 2}").randrange(12)
        stop = p["zapis"] != "zapisy"
        wiersze.append(
            f"<tr><td>{nazwa}</td><td>{p['gab']}</td><td>{p['godz']}</td><td>wew. {p['tel']}</td>"
            f"<td>{'&ndash;' if stop else wolny.strftime('%d.%m.%Y')}</td><td "
            f'align="right">{ilu}</td>'
            f"<td{' class=stop' if stop else ''}>{p['zapis']}</td></tr>"
        )
    if t.weekday() < 5:
        rng = random.Random(f"dyzur {t:%j}")
        kto = "; ".join(
            f"{p} – lek. {d}"
            for p, d in zip(rng.sample(list(PORADNIE), 6), rng.sample(LEKARZE, 6), strict=True)
        )
        dzis = f"Dziś przyjmują: {kto}."
    else:
        dzis = "Dziś poradnie nieczynne. Nocna i świąteczna opieka zdrowotna: pawilon C, tel. 15 555 04 99."
    return (
        '<div class="contentheading">Poradnie i czas oczekiwania</div>\n<table class="kolejki" '
        'border="0" '
        'cellspacing="0" '
        'cellpadding="0"><tbody>\n<tr><th>Poradnia</th><th>Gab.</th><th>Godziny</th><th>Tel.</th>'
        "<th>Pierwszy wolny termin</th><th>Czeka</th><th>Zapisy</th></tr>\n"
        + "\n".join(wiersze)
        + f"\n</tbody></table>\n<p><em>Stan na {teraz(doba * 24 + 2):%d.%m.%Y} godz. 7:00. "
        f"{dzis}</em></p>\n"
    )


def _galeria(hour: int) -> str:
    lista = [d for d in noworodki() if d[0] <= hour][::-1][:6]
    if hour >= PRZEBUDOWA:
        tresc = '<div class="nowa-galeria">' + "".join(
            f'<figure><img src="/images/noworodki/n{nr:04}.jpg" alt="{imie}" /><figcaption><b>{imie}</b><br '
            f"/>{g} g, {cm} cm"
            f"<br />ur. {teraz(od):%d.%m, %H}:{nr * 7 % 60:02}</figcaption></figure>\n"
            for od, imie, g, cm, nr in lista
        )
        tresc += "</div>"
    else:
        pola = [
            f'<td><img src="/images/noworodki/n{nr:04}.jpg" alt="" /><br />{imie}, {g} g, {cm} cm<br />'
            f"{teraz(od):%d.%m.%Y}</td>"
            for od, imie, g, cm, nr in lista
        ]
        tresc = (
            "<table "
            'class="galeria"><tr>' + "".join(pola[:3]) + "</tr>\n<tr>" + "".join(pola[3:]) + "</tr></table>"
        )
    return '<div class="contentheading">Witamy na świecie!</div>\n' + tresc + "\n"


def _porady(hour: int) -> str:
    bloki = []
    for k in random.Random(f"porady {hour}").sample(range(len(PORADY)), 3):
        tyt, tresc = PORADY[k]
        bloki.append(
            f'<div class="blog-item"><img src="/images/porady/p{k}.jpg" width="140" height="94" '
            f'alt="" />'
            f'<a href="/porady/{k}"><strong>{tyt}</strong></a><p>{tresc}</p></div>'
        )
    return '<div class="contentheading">Poradnik zdrowia</div>\n' + "\n".join(bloki) + "\n"


def page(hour: int) -> str:
    swiat = stan(hour)
    menu = "".join(
        f'<li><a href="/{x.lower()}">{x}</a></li>'
        for x in (
            "Start",
            "Szpital",
            "Pacjent",
            "Poradnie",
            "Badania",
            "Przetargi",
            "RODO",
            "Galeria",
            "Kontakt",
        )
    )
    loga = "".join(
        f'<img src="/images/loga/{x}.jpg" alt="{x}" />' for x in ("fundusze-ue", "wojewodztwo", "nfz")
    )
    rng = random.Random(f"stopka {hour}")
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
 "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="pl-pl" lang="pl-pl">
<head>
<meta http-equiv="content-type" content="text/html; charset=utf-8" />
<meta name="generator" content="Joomla! 1.5 - Open Source Content Management" />
<title>Szpital Wojewódzki „Wisła” - Strona główna</title>
<link rel="stylesheet" href="/templates/jm-zdrowie/css/template.css" type="text/css" />
<script type="text/javascript" src="/media/system/js/caption.js"></script>
</head>
<body>
<div id="wrapper">
{_gora(hour)}<div id="naglowek"><a href="/"><img src="/images/naglowek.jpg" alt="Szpital Wisła" /></a>
<h1>Szpital Wojewódzki „Wisła”</h1><h2>Samodzielny Publiczny Zakład Opieki Zdrowotnej</h2></div>
<div id="menu-gora"><ul>{menu}</ul></div>
{_slajd(hour)}{lewa_kolumna(hour)}<div id="srodek">
{_komunikaty(hour, swiat)}{_aktualnosci(hour, swiat)}
{_porady(hour)}{_kolejki(hour, swiat)}{_galeria(hour)}</div>
{prawa_kolumna(hour, swiat)}<div id="loga">{loga}</div>
<div id="stopka">&copy; Szpital Wojewódzki „Wisła”, ul. Flisacka 4 | Ostatnia aktualizacja:
{teraz(hour):%d.%m.%Y %H}:02
 | Wygenerowano w {rng.randrange(110, 900) / 1000} s | <!-- {rng.randrange(16**8):08x} --></div>
</div>
</body>
</html>
"""


def _ramka(tresc: str) -> tuple[str, bytes]:
    return "text/html; charset=utf-8", (
        f'<html><head><meta charset="utf-8"><link rel="stylesheet" '
        f'href="/widget/w.css">'
        f"</head><body>{tresc}</body></html>"
    ).encode()


def _widget(path: str, hour: int) -> tuple[str, bytes] | None:
    if path == "/widget/w.css":
        return "text/css", CSS_RAMKA.encode()
    if path == "/widget/sor.php":
        rng = random.Random(f"sor {hour}")
        rzedy = "".join(
            f'<tr class="{k}"><td>{n}</td><td>{rng.randrange(m)} '
            f"os.</td><td>{rng.randrange(1, m * 20)} min</td>"
            "</tr>"
            for k, n, m in (
                ("cz", "czerwony", 2),
                ("po", "pomarańczowy", 4),
                ("zo", "żółty", 9),
                ("zi", "zielony", 22),
                ("ni", "niebieski", 8),
            )
        )
        return _ramka(f"<table>{rzedy}</table>Odświeżono: {teraz(hour):%H}:{rng.randrange(5):02}")
    if path == "/widget/fb.php":
        return _ramka(
            "<b>Szpital Wisła</b>"
            + "".join(f'<div class="wpis">{w}<br>Lubię to! ({n})</div>' for w, n in wpisy(hour))
        )
    return None


def _obraz(path: str) -> tuple[str, bytes] | None:
    folder, _, plik = path.removeprefix("/images/").rpartition("/")
    klucz = plik.removesuffix(".jpg")
    if not path.startswith("/images/") or klucz == plik:
        return None
    if folder == "slider":
        return "image/jpeg", zdjecie(klucz, 800, 240)
    if folder in ("stories/2026", "porady"):
        return "image/jpeg", zdjecie(klucz, 390, 260)
    if folder == "noworodki" and klucz[1:].isdigit():
        return "image/jpeg", noworodek(int(klucz[1:]))
    if folder in ("banery", "loga"):
        return "image/jpeg", baner(klucz, 260, 130)
    return None


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    path = path.partition("?")[0]
    if path == "/templates/jm-zdrowie/css/template.css":
        return "text/css", (b"/* 500 */" if hour in BEZ_STYLU else CSS.encode())
    if path == "/media/system/js/caption.js":
        return "text/javascript", JS.encode()
    if path == "/images/naglowek.jpg":
        return "image/jpeg", naglowek()
    return _widget(path, hour) if path.startswith("/widget/") else _obraz(path)
