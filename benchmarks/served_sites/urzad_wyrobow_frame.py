"""What stands above and below the columns of the Polish product-safety office."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.served_sites.urzad_wyrobow_register import chance
from benchmarks.served_sites.urzad_wyrobow_visit import Visit
from benchmarks.served_sites.urzad_wyrobow_words import CAMPAIGNS, MONTHS, WEEKDAYS

_AIR = ("dobra", "umiarkowana", "bardzo dobra", "dostateczna")


def head(visit: Visit) -> Iterator[str]:
    """All above the columns."""
    dice = visit.dice
    yield _top(visit)
    if chance("ser", visit.hour // 2).random() < 0.18:
        yield (
            '<div class="alarm"><b>Prace serwisowe.</b> W godzinach '
            f"{dice.randint(18, 20)}:00–{dice.randint(21, 23)}:30 formularze mogą działać wolniej. "
            "Przepraszamy za utrudnienia.</div>"
        )
    yield (
        '<header><img src="/static/godlo.svg" width="70" height="80" alt="Godło"><div>'
        "<strong>Krajowy Urząd Bezpieczeństwa Wyrobów</strong><em>Chronimy konsumentów od 1996 roku</em></div>"
    )
    yield (
        '<form action="/szukaj"><input name="q" placeholder="Szukaj w serwisie"><button>Szukaj</button></form></header>'
    )
    yield (
        '<nav><a href="/">Strona główna</a><a href="/urzad">O urzędzie</a><a href="/rejestr" class="on">Rejestr '
        'postępowań</a><a href="/poradniki">Poradniki</a><a href="/prawo">Prawo</a><a href="/przedsiebiorcy">Dla firm'
        '</a><a href="/bip">BIP</a><a href="/kontakt">Kontakt</a></nav>'
    )
    yield from _carousel(visit)
    yield from _figures(visit)


def _top(visit: Visit) -> str:
    dice, now = visit.dice, visit.now
    large = ' class="duzy"' if chance("layout", visit.hour // 4).random() < 0.3 else ""
    return f"""<!doctype html>
<html lang="pl">
<head>
<meta charset="utf-8">
<title>Rejestr postępowań – Krajowy Urząd Bezpieczeństwa Wyrobów</title>
<link rel="stylesheet" href="/static/kubw.css">
</head>
<body{large}>
<div class="a11y"><a href="#m">Przejdź do treści</a> <span>A A+ A++</span> <span>Kontrast</span> <span>PJM</span> \
<b id="zegar" data-s="{visit.hour * 3600 + dice.randrange(3600)}"></b> \
<span>{WEEKDAYS[now.weekday()]}, {now.day} {MONTHS[now.month - 1]} 2025</span> \
<span>Jakość powietrza: {dice.choice(_AIR)} ({dice.randint(8, 61)} µg)</span></div>"""


def _carousel(visit: Visit) -> Iterator[str]:
    campaign = chance("camp", visit.hour).randrange(7)
    title, words = CAMPAIGNS[campaign]
    height = visit.dice.choice([340, 340, 400, 460])
    yield (
        f'<section class="kar" style="height:{height}px;background-image:url(/kampania/{campaign}.svg)"><div>'
        f'<h2>{title}</h2><p>{words}</p><a href="/kampania/{campaign}">Dowiedz się więcej</a></div><ol>'
    )
    for place in range(7):
        yield f" <li{' class=x' if place == campaign else ''}></li>"
    yield "</ol></section>"


def _figures(visit: Visit) -> Iterator[str]:
    dice, clock = visit.dice, visit.now.hour
    yield '<ul class="liczby">'
    yield f" <li><b>{clock * 911 + dice.randrange(900)}</b>odwiedzin dzisiaj</li>"
    yield f" <li><b>{dice.randint(12, 480)}</b>osób na stronie</li>"
    yield f" <li><b>{max(0, clock - 7) * 43 + dice.randrange(40)}</b>odebranych telefonów</li>"
    yield f" <li><b>{365 - visit.now.timetuple().tm_yday}</b>dni do końca roku</li>"
    yield "</ul>"


def foot(visit: Visit) -> Iterator[str]:
    """All below the columns, and the question about cookies in some hours."""
    dice = visit.dice
    yield (
        "<footer><div>ul. Probiercza 12, 00-950 Warszawa<br>Infolinia 22 555 01 96</div>"
        "<div>Deklaracja dostępności<br>Polityka prywatności<br>RODO</div>"
    )
    yield (
        f"<div>Projekt współfinansowany ze środków UE<br>Wersja serwisu 4.{dice.randint(10, 12)}.{dice.randint(0, 9)} "
        f"· węzeł {dice.choice('ABCD')} · {dice.randint(40, 600)} ms</div></footer>"
    )
    if chance("cook", visit.hour).random() < 0.25:
        yield (
            '<div class="cook">Serwis używa plików cookies do celów statystycznych. '
            "<button>Rozumiem</button> <button>Ustawienia</button></div>"
        )
    yield '<script src="/static/kubw.js"></script>\n</body>\n</html>'
