"""A German county's status page, whose news is the table of warnings and disruptions in force.

Hard are the ages and share counts inside the rows, orders of rows that flip, and what lies around the table: a large
departure board, gauges, webcams and weather that change every hour, a maintenance box that comes and goes.
"""

import html
import math
import random
from datetime import datetime, timedelta

from benchmarks.served_sites import lagebild_frames as frames
from benchmarks.served_sites.lagebild_notices import HOURS, STARTS_AT, draws, news, order, told
from benchmarks.served_sites.lagebild_words import (
    COLOURS,
    EMERGENCY,
    LEVELS,
    LINES,
    MENU,
    PLACES,
    REPORT_BODIES,
    REPORT_ENDS,
    REPORT_STARTS,
    RIVERS,
    ROADS,
    SEARCHES,
    TARGETS,
    WORK_KINDS,
    WORK_TERMS,
)

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "lagebild"
WHAT = (
    "German county status page: the news is the table of warnings in force, whose rows come, are corrected in level, "
    "one figure or end of validity, and go, among ages inside the rows, a live departure board, gauges, webcams and a "
    "maintenance box; a mere reordering of the rows or a planned road work is left out."
)
DAYS = len(HOURS) // 24


def truth(hour: int) -> str:
    """What a reader would say of the change into the next hour."""
    if hour + 1 >= len(HOURS):
        return "unimportant"
    if news(hour) != news(hour + 1):
        return "important"
    is_moved = HOURS[hour].works != HOURS[hour + 1].works or order(hour)[0] != order(hour + 1)[0]
    return "left out" if is_moved else "unimportant"


def page(hour: int) -> str:
    """The page as served in this hour."""
    chance = draws("seite", hour)
    now = STARTS_AT + timedelta(hours=hour, minutes=chance.randint(0, 9))
    return "\n".join(
        [
            *_head(now),
            *_boxes(chance, hour),
            *_standing(chance, hour, now),
            *_webcams(chance, hour),
            *_departures(chance, hour),
            *_notices(chance, hour),
            *_gauges(hour),
            *_weather(hour),
            *_searched(hour),
            *_works(hour),
            *_reports(chance, hour),
            *_punctuality(hour),
            *_air(hour),
            *_foot(chance),
        ]
    )


def _head(now: datetime) -> list[str]:
    seconds = int((now - datetime(1970, 1, 1)).total_seconds())
    return [
        '<!doctype html>\n<html lang="de">\n<head>\n<meta charset="utf-8">',
        "<title>Lagebild Landkreis Marntal – Warnungen und Störungen</title>",
        '<link rel="stylesheet" href="/st/lage.css">\n<script src="/st/uhr.js" defer></script>\n</head>\n<body>',
        '<div id="top"><img src="/st/wappen.svg" width="40" height="46" alt="Wappen"> '
        f'<span class="t">Landkreis Marntal</span> <lage-uhr t="{seconds}"></lage-uhr></div>',
        '<ul id="nav">',
        *(f'<li><a href="#">{entry}</a></li>' for entry in MENU),
        "</ul>",
    ]


def _boxes(chance: random.Random, hour: int) -> list[str]:
    """The maintenance box and the banner, which push everything below them."""
    parts = []
    if draws("wart", hour // 2).random() < 0.22:
        parts.append(
            '<div class="wart">Wartungsarbeiten: Der Online-Antrag ist voraussichtlich bis '
            f"{(hour + 2) % 24:02d}:30 Uhr nicht erreichbar. Wir bitten um Verständnis.</div>"
        )
    if chance.random() < 0.3:
        parts.append(
            f'<div class="wb" style="height:{chance.choice([60, 120, 200])}px"><iframe '
            f'src="/wb/band.html?n={hour}" width="900" height="100%" title="Anzeige"></iframe></div>'
        )
    return parts


def _standing(chance: random.Random, hour: int, now: datetime) -> list[str]:
    return [
        "<h1>Aktuelles Lagebild</h1>",
        f'<p class="stand">Stand: {now:%d.%m.%Y, %H:%M} Uhr · {chance.randint(40, 2600)} Aufrufe in der '
        f'letzten Stunde · Sortiert nach {order(hour)[1]} · <a href="#">Als RSS</a></p>',
    ]


def _webcams(chance: random.Random, hour: int) -> list[str]:
    cameras = list(range(1, 9))
    chance.shuffle(cameras)
    shown = [
        f'<figure><img src="/cam/{camera}.svg?{hour}" width="290" height="181" alt="Webcam {camera}" '
        f"{'loading=lazy' if camera % 2 else ''}><figcaption>Kamera {PLACES[camera * 2]}</figcaption></figure>"
        for camera in cameras[:4]
    ]
    return ['<div class="cams">', *shown, "</div>"]


def _departures(chance: random.Random, hour: int) -> list[str]:
    parts = [
        '<table class="ab">\n<caption>Abfahrten der nächsten Stunde</caption>',
        "<tr><th>Zeit</th><th>Linie</th><th>Ziel</th><th>Steig</th><th>Lage</th></tr>",
    ]
    for minute in sorted(chance.randint(0, 59) for _ in range(chance.randint(17, 21))):
        late = chance.choice([0, 0, 0, 1, 2, 3, 5, 8, 14, 26])
        state = f'<td class="d">+{late} min</td>' if late else '<td class="p">pünktlich</td>'
        parts.append(
            f"<tr><td>{(hour + 1) % 24:02d}:{minute:02d}</td><td>{chance.choice(LINES)}</td>"
            f"<td>{chance.choice(TARGETS)}</td><td>{chance.randint(1, 12)}</td>{state}</tr>"
        )
    return [*parts, "</table>"]


def _notices(chance: random.Random, hour: int) -> list[str]:
    """The news: one row a notice, its advice folded away in every third."""
    title = '<h2 id="warn">Geltende Warnungen und Störungen</h2>'
    numbers = order(hour)[0]
    if not numbers:
        return [title, '<p class="leer">Zurzeit liegen keine Warnungen vor.</p>']
    return [
        title,
        '<table class="wt">\n<thead><tr><th>Bereich</th><th>Stufe</th><th>Meldung</th><th>gilt bis</th>'
        "<th>seit</th></tr></thead>\n<tbody>",
        *(_row(chance, number, hour) for number in numbers),
        "</tbody></table>",
    ]


def _row(chance: random.Random, number: int, hour: int) -> str:
    running = HOURS[hour].notices[number]
    notice = told(number, running.version)
    age = hour - running.since
    since = f"{age} Std. {chance.randint(1, 59)} Min." if age < 30 else f"{age // 24} Tagen"
    return "\n".join(
        [
            f'<tr class="l{LEVELS.index(notice.level)}">',
            f'<td style="border-left:8px solid {COLOURS[notice.field]}">{notice.field}</td>'
            f"<td><b>{notice.level}</b></td>",
            f"<td><strong>{html.escape(notice.title)}</strong><br>{html.escape(notice.text)}",
            f"<details{' open' if number % 3 else ''}><summary>Was tun?</summary>"
            f"{html.escape(notice.advice)}</details>",
            f"<small>{draws('gel', number, hour).randint(3, 900)}-mal geteilt</small></td>",
            f"<td>{notice.until}</td><td>{since}</td></tr>",
        ]
    )


def _gauges(hour: int) -> list[str]:
    rows = []
    for place, river in enumerate(RIVERS):
        level = 140 + 9 * place + draws("pg", place, hour).randint(-6, 6)
        rows.append(f"<tr><td>{river}</td><td>{level} cm</td><td>{frames.curve(place, hour)}</td></tr>")
    return ['<div class="dr">\n<div>\n<h3>Pegel und Abfluss</h3>\n<table class="pg">', *rows]


def _weather(hour: int) -> list[str]:
    rows = []
    for place, name in enumerate(PLACES[:14]):
        chance = draws("ws", place, hour)
        degrees = 5 + 4 * math.sin((hour - 9) / 24 * 2 * math.pi) + chance.uniform(-1, 1)
        rows.append(
            f"<tr><td>{name}</td><td>{degrees:.1f}</td><td>{chance.randint(2, 44)} km/h</td>"
            f"<td>{chance.randint(55, 99)} %</td></tr>"
        )
    return [
        '</table>\n</div>\n<div>\n<h3>Wetterstationen</h3>\n<table class="pg">',
        "<tr><th>Ort</th><th>°C</th><th>Wind</th><th>Feuchte</th></tr>",
        *rows,
    ]


def _searched(hour: int) -> list[str]:
    rows = []
    for place in range(8):
        chance = draws("su", place, hour)
        rows.append(f'<li><a href="#">{chance.choice(SEARCHES)} {chance.choice(PLACES)}</a></li>')
    return [
        "</table>\n</div>\n<div>\n<h3>Häufig gesucht</h3>\n<ol>",
        *rows,
        '</ol>\n<iframe class="ad" src="/wb/kasten.html" width="300" height="250" title="Anzeige"></iframe>',
        "</div>\n</div>",
    ]


def _works(hour: int) -> list[str]:
    rows = [
        f"<dt>{place}.</dt>\n<dd>{html.escape(_work(number))}</dd>"
        for place, number in enumerate(HOURS[hour].works, start=1)
    ]
    return ['<h3>Planmäßige Bauarbeiten</h3>\n<dl class="bau">', *rows, "</dl>"]


def _work(number: int) -> str:
    chance = draws("bau", number)
    begins = STARTS_AT.date() + timedelta(days=chance.randint(2, 40))
    where = f"{chance.choice(ROADS + LINES)}, {chance.choice(PLACES)}"
    return f"{where}: {chance.choice(WORK_KINDS)} ab {begins:%d.%m.}, {chance.choice(WORK_TERMS)}"


def _reports(layout: random.Random, hour: int) -> list[str]:
    rows = []
    for place in range(layout.randint(8, 13)):
        chance = draws("km", hour, place)
        who = f"<b>{chance.choice(PLACES)}</b>, vor {chance.randint(1, 59)} Minuten"
        said = f"{chance.choice(REPORT_STARTS)} {chance.choice(REPORT_BODIES)}. {chance.choice(REPORT_ENDS)}"
        rows.append(f"<li>{who}: {said}</li>")
    return ['<h3>Leserinnen und Leser melden</h3>\n<ul class="km">', *rows, "</ul>"]


def _punctuality(hour: int) -> list[str]:
    rows = []
    for line in LINES:
        share = draws("pu", line, hour).randint(58, 99)
        bar = f'<span style="width:{share * 4}px"></span>'
        rows.append(f"<tr><td>{line}</td><td>{bar}</td><td>{share} %</td></tr>")
    return ['<h3>Pünktlichkeit nach Linie</h3>\n<table class="pg pu">', *rows, "</table>"]


def _air(hour: int) -> list[str]:
    rows = []
    for place, name in enumerate(PLACES):
        chance = draws("luft", place, hour)
        rows.append(
            f"<tr>\n<td>{name}</td>\n<td>{chance.randint(4, 41)}</td><td>{chance.randint(20, 95)}</td>"
            f"<td>{chance.randint(3, 52)}</td>\n</tr>"
        )
    return [
        '<h3>Luftqualität in den Gemeinden</h3>\n<table class="pg">',
        "<tr><th>Gemeinde</th><th>Feinstaub</th><th>Ozon</th><th>Stickstoffdioxid</th></tr>",
        *rows,
        "</table>",
    ]


def _foot(chance: random.Random) -> list[str]:
    parts = [
        '<h3>Notrufnummern</h3>\n<table class="pg">',
        *(f"<tr><th>{number}</th><td>{who}</td></tr>" for number, who in EMERGENCY.items()),
        "</table>",
        "<footer><p>Landratsamt Marntal, Am Schlosspark 1, Altenrode</p>"
        '<p><a href="#">Impressum</a> <a href="#">Datenschutz</a> <a href="#">Barrierefreiheit</a></p>'
        f"<p>Seite erzeugt in {chance.randint(12, 390)} ms auf web{chance.randint(1, 4)}</p></footer>",
    ]
    if chance.random() < 0.15:
        parts.append(
            '<dialog open class="umf">Wie gefällt Ihnen unsere Seite? <button>Gut</button> '
            "<button>Geht so</button> <button>Später</button></dialog>"
        )
    return [*parts, "</body>\n</html>"]


_FIXED = {
    "st/lage.css": ("text/css; charset=utf-8", frames.STYLE.encode()),
    "st/uhr.js": ("text/javascript; charset=utf-8", frames.SCRIPT.encode()),
    "st/wappen.svg": ("image/svg+xml", frames.ARMS.encode()),
}


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of what the page names; None where nothing lies."""
    name = path.partition("?")[0].lstrip("/")
    if name in _FIXED:
        return _FIXED[name]
    if name.startswith("cam/") and name.endswith(".svg"):
        return "image/svg+xml", frames.webcam(name, hour).encode()
    if name in ("wb/band.html", "wb/kasten.html"):
        return "text/html; charset=utf-8", frames.advertisement(name, hour).encode()
    return None
