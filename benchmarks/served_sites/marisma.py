"""A Spanish campaign page for a salt marsh, whose news is a small diary below the first screen.

Hard is what surrounds the diary: hourly signers, comments and widgets, advertisements and banners of changing height,
two layouts, a cookie dialog that comes and goes; and that a correction changes a single figure of an entry.
"""

import html
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from benchmarks.served_sites import marisma_frames as frames
from benchmarks.served_sites.marisma_diary import HOURS, STARTS_AT, Entry, draws, news
from benchmarks.served_sites.marisma_words import (
    AGENDA,
    APPEALS,
    BIRDS,
    CAMPAIGN_CAUSES,
    CAMPAIGN_KINDS,
    CAMPAIGN_TURNS,
    FAQ,
    FIRST_NAMES,
    MENU,
    MONTHS,
    OBJECTS,
    PLACES,
    READ_TITLES,
    STATUSES,
    SURNAMES,
    TOWNS,
    WEEKDAYS,
)

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "marisma"
WHAT = (
    "Spanish campaign page for a salt marsh: the news is the words and the status of a small campaign diary below the "
    "first screen, at times corrected by one figure or withdrawn, among hourly signers, comments, widgets and "
    "advertisements; pictures, the signature counter and the hero's title are not news, other campaigns are left out."
)
DAYS = len(HOURS) // 24

_GOAL = 200000
_TWO_DAYS_MINUTES = 48 * 60


def truth(hour: int) -> str:
    """What a reader would say of the change into the next hour."""
    if hour + 1 >= len(HOURS):
        return "unimportant"
    if news(hour) != news(hour + 1):
        return "important"
    return "left out" if HOURS[hour].campaigns != HOURS[hour + 1].campaigns else "unimportant"


def page(hour: int) -> str:
    """The page as served in this hour."""
    chance = draws("lay", hour)
    signed = 148211 + sum(draws("f", past).randint(4, 90) for past in range(hour + 1))
    mirrored = " inv" if draws("inv", hour // 5).random() < 0.4 else ""
    return "\n".join(
        [
            *_head(chance),
            *_top(chance, hour),
            f'<div class="va{mirrored}">\n<main class="m3">',
            *_counter(chance, hour, signed),
            *_pictures(chance),
            *_diary(hour),
            *_signers(hour, signed),
            *_comments(chance, hour),
            *_questions(),
            *_recommended(hour),
            '</div></section>\n</main>\n<aside class="m4">',
            *_aside(chance, hour),
            "</aside>\n</div>",
            *_foot(chance, hour),
        ]
    )


def _head(chance: random.Random) -> list[str]:
    return [
        '<!DOCTYPE html>\n<html lang="es">\n<head>\n<meta charset="utf-8">',
        "<title>Salvemos la marisma del Sar | Aguas Libres</title>",
        '<meta name="viewport" content="width=device-width">\n<link rel="stylesheet" href="/css/base.css">',
        f"<style>.hero{{background-image:url(/foto/hero{chance.choice([1, 1, 2, 3])}.svg)}}</style>",
        '</head>\n<body>\n<header class="zq1"><b>Aguas Libres</b>',
        *(f'<a href="#">{entry}</a>' for entry in MENU),
        '<a class="don" href="#">Dona ahora</a></header>',
    ]


def _top(chance: random.Random, hour: int) -> list[str]:
    """The banners, which push everything below them, and the hero with one of two titles."""
    parts = []
    height = chance.choice([0, 90, 90, 250, 250, 180])
    if height:
        source = f"/marco/anuncio-a.html?t={hour}"
        parts.append(
            f'<div class="xk"><iframe src="{source}" width="970" height="{height}" title="publicidad">'
            "</iframe></div>"
        )
    if chance.random() < 0.25:
        parts.append(f'<div class="av">{chance.choice(APPEALS)} &rarr;</div>')
    title = "La marisma del Sar te necesita" if chance.random() < 0.35 else "Salvemos la marisma del Sar"
    return [
        *parts,
        f'<div class="hero"><h1>{title}</h1>',
        "<p>Quieren secar el último gran humedal del sur para llenarlo de chalés. "
        "Firma, comparte y no dejes que ocurra.</p></div>",
    ]


def _counter(chance: random.Random, hour: int, signed: int) -> list[str]:
    left = (STARTS_AT + timedelta(days=31) - _served_at(hour)).total_seconds()
    with_points = f"{signed:,}".replace(",", ".")
    return [
        '<section class="cnt" id="firma">',
        f"<strong>{with_points}</strong> personas han firmado",
        f'<div class="bar"><i style="width:{signed * 100 / _GOAL:.1f}%"></i></div>',
        f"<p>Faltan {_GOAL - signed} firmas. La consulta termina en "
        f'<span id="cta" data-n="{left:.0f}"></span>.</p>',
        '<form><input placeholder="Nombre"> <input placeholder="Correo"> '
        '<button type="button">Firmo</button></form>',
        f"<p><small>{chance.randint(8, 260)} personas están viendo esta página. "
        f"Última firma: hace {chance.randint(2, 59)} segundos.</small></p></section>",
    ]


def _pictures(chance: random.Random) -> list[str]:
    """Three of the volunteers' pictures, others each hour, and an advertisement of changing height."""
    shown = [
        f'<div><img src="/foto/vol{number}.svg" alt="voluntariado {number}" loading="lazy" width="280" '
        f'height="170"><span>Jornada n.º {number}</span></div>'
        for number in chance.sample(range(1, 25), 3)
    ]
    return [
        '<section><h2>Imágenes del voluntariado</h2>\n<div class="gr">',
        *shown,
        "</div></section>",
        '<div class="xk" style="margin-top:18px"><iframe src="/marco/anuncio-b.html" width="728" '
        f'height="{chance.choice([90, 200, 280])}" title="publicidad"></iframe></div>',
    ]


def _diary(hour: int) -> list[str]:
    """The news: three entries in full, two more folded away."""
    diary = HOURS[hour]
    return [
        '<section class="uj" id="diario"><h2>Diario de la campaña</h2>',
        f'<p class="e0">Situación: {html.escape(STATUSES[diary.status])}</p>',
        *(_entry(entry, hour) for entry in diary.entries[:3]),
        *(_folded(entry, hour, is_open=place == 0) for place, entry in enumerate(diary.entries[3:])),
        "</section>",
    ]


def _entry(entry: Entry, hour: int) -> str:
    title, words = map(html.escape, entry.told())
    reads = draws("vis", entry.number, hour).randint(20, 900)
    return (
        f'<div class="q7"><img src="/foto/d{entry.number}.svg" width="150" height="100" alt=""><div>'
        f"<h3>{title}</h3>\n"
        f"<time>{_dated(entry.at)} · {_ago(entry.at, hour)} · {reads} lecturas</time>\n"
        f"<p>{words}</p></div></div>"
    )


def _folded(entry: Entry, hour: int, *, is_open: bool) -> str:
    title, words = map(html.escape, entry.told())
    attribute = " open" if is_open else ""
    return (
        f'<details class="r2"{attribute}><summary>{title} <small>({_ago(entry.at, hour)})</small></summary>\n'
        f"<p>{words}</p></details>"
    )


def _signers(hour: int, signed: int) -> list[str]:
    rows = []
    for place in range(34):
        chance = draws("firma", hour, place)
        who = f"{chance.choice(FIRST_NAMES)} {chance.choice(SURNAMES)}"
        rows.append(
            f"<tr><td>{who}</td><td>{chance.choice(TOWNS)}</td><td>hace {place + 1} min</td>"
            f"<td>n.º {signed - place}</td></tr>"
        )
    return ['<section><h2>Últimas firmas</h2>\n<table class="fi">', *rows, "</table></section>"]


def _comments(layout: random.Random, hour: int) -> list[str]:
    parts = ["<section><h2>Por qué firman</h2>"]
    for place in range(layout.randint(9, 13)):
        chance = draws("com", hour, place)
        who = f"{chance.choice(FIRST_NAMES)}, {chance.choice(TOWNS)}"
        parts.append(f'<div class="co"><b>{who}</b> <small>{chance.randint(0, 59)} min</small><br>')
        said = frames.comment(chance)
        more = frames.comment(chance) if chance.random() < 0.4 else ""
        parts.append(f"{said} {more} <small>&#128077; {chance.randint(0, 44)}</small></div>")
    return parts


def _questions() -> list[str]:
    folded = [
        f'<details class="r2">\n<summary>{question}</summary>\n<p>{answer}</p>\n</details>'
        for question, answer in FAQ
    ]
    return ["</section>\n<section><h2>Preguntas frecuentes</h2>", *folded]


def _recommended(hour: int) -> list[str]:
    parts = ['</section>\n<section><h2>También te puede interesar</h2>\n<div class="gr">']
    for place in range(6):
        chance = draws("rec", hour, place)
        image = f"/foto/rec{chance.randint(1, 40)}.svg"
        parts.append(f'<div><img src="{image}" loading="lazy" alt="" width="280" height="150">')
        parts.append(f"<span>{html.escape(_read(chance))}</span></div>")
    return parts


def _aside(chance: random.Random, hour: int) -> list[str]:
    """Seven boxes, of which two change places at times."""
    source = f"/marco/anuncio-c.html?z={chance.randint(1, 10**6)}"
    most_read = [_linked(_read(draws("ml", hour, place))) for place in range(8)]
    campaigns = [_linked(_campaign(number)) for number in HOURS[hour].campaigns]
    agenda = [f"<dt>{6 + place * 7} de abril</dt><dd>{what}</dd>" for place, what in enumerate(AGENDA)]
    groups = [
        f"<li><a href='#'>{town}</a> ({12 + 7 * place % 31} personas)</li>"
        for place, town in enumerate(TOWNS)
    ]
    boxes = [
        _framed(source, 300, 600, "border:0", "publicidad"),
        _box("Lo más leído", "ol", most_read),
        _box("Otras campañas", "ul", campaigns),
        _framed("/marco/muro.html", 310, 700, "border:1px solid #ccd", "red social"),
        _framed("/marco/mareas.html", 310, 210, "border:0", "mareas"),
        _box("Agenda", "dl", agenda),
        _box("Grupos locales", "ul", groups),
    ]
    if chance.random() < 0.3:
        boxes[0], boxes[3] = boxes[3], boxes[0]
    return boxes


def _box(title: str, tag: str, items: list[str]) -> str:
    return "\n".join([f"<section><h4>{title}</h4>", f"<{tag}>", *items, f"</{tag}></section>"])


def _framed(source: str, width: int, height: int, style: str, title: str) -> str:
    return (
        f'<section><iframe src="{source}" width="{width}" height="{height}" style="{style}" '
        f'title="{title}"></iframe></section>'
    )


def _linked(words: str) -> str:
    return f"<li><a href='#'>{html.escape(words)}</a></li>"


def _foot(chance: random.Random, hour: int) -> list[str]:
    parts = [
        "<footer><div>Aguas Libres es una asociación sin ánimo de lucro<br>"
        "G-00112233 · Calle del Faro 8, Puerto Cañas</div>",
        '<div><a href="#">Transparencia</a><br><a href="#">Privacidad</a><br><a href="#">Contacto</a></div>',
        f"<div>Página generada el {_dated(_served_at(hour))}</div></footer>",
    ]
    if chance.random() < 0.28:
        parts.append(
            f'<div class="ck" style="padding:{chance.choice([20, 45, 110])}px 34px">Usamos cookies propias y de '
            "terceros para medir el uso de la web y mostrar publicidad. <button>Aceptar</button>"
            "<button>Rechazar</button><button>Configurar</button></div>"
        )
    return [*parts, '<script src="/js/cuenta.js"></script>\n</body>\n</html>']


def _campaign(number: int) -> str:
    chance = draws("otra", number)
    what = f"{chance.choice(CAMPAIGN_KINDS)} {chance.choice(CAMPAIGN_CAUSES)}"
    return f"{what}: {chance.choice(CAMPAIGN_TURNS)}"


def _read(chance: random.Random) -> str:
    """A title of the kind that is read and forgotten."""
    title = chance.choice(READ_TITLES)
    return title.format(a=chance.choice(BIRDS), o=chance.choice(OBJECTS), l=chance.choice(PLACES))


def _served_at(hour: int) -> datetime:
    return STARTS_AT + timedelta(hours=hour, minutes=2)


def _dated(at: datetime) -> str:
    return f"{WEEKDAYS[at.weekday()]}, {at.day} de {MONTHS[at.month - 1]}, {at:%H:%M}"


def _ago(at: datetime, hour: int) -> str:
    minutes = int((_served_at(hour) - at).total_seconds() // 60)
    if minutes < 60:
        return f"hace {minutes} minutos"
    return f"hace {minutes // 60} h" if minutes < _TWO_DAYS_MINUTES else f"hace {minutes // 1440} días"


_FIXED = {
    "css/base.css": ("text/css; charset=utf-8", frames.STYLE.encode()),
    "js/cuenta.js": ("text/javascript; charset=utf-8", frames.SCRIPT.encode()),
}
_FRAMES: dict[str, Callable[[int], str]] = {
    "marco/muro.html": frames.wall,
    "marco/mareas.html": frames.tides,
    **{f"marco/anuncio-{place}.html": partial(frames.advertisement, place) for place in "abc"},
}


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of what the page names; None where nothing lies."""
    name = path.partition("?")[0].lstrip("/")
    if name in _FIXED:
        return _FIXED[name]
    if name in _FRAMES:
        return "text/html; charset=utf-8", _FRAMES[name](hour).encode()
    if name.endswith(".svg") and name.startswith(("w/av", "foto/")):
        return "image/svg+xml", _drawn(name).encode()
    return None


def _drawn(name: str) -> str:
    if name.startswith("w/av"):
        return frames.picture(name, 34, 34)
    width, height = (1280, 420) if "hero" in name else (300, 200)
    # Pictures of the diary carry no caption: their words are the news and stand beside them.
    caption = "" if "/d" in name else name.removeprefix("foto/").removesuffix(".svg")
    return frames.picture(name, width, height, caption)
