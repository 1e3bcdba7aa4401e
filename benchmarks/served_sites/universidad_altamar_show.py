"""What surrounds the university's news: head, campaign banner, carousel, counters, pictures, social wall and foot."""

import html
import random
from datetime import datetime, timedelta

from benchmarks.served_sites.universidad_altamar_board import DAYS, STARTS_AT
from benchmarks.served_sites.universidad_altamar_words import (
    FORENAMES,
    GREETINGS,
    MOTTOES,
    POSTS,
    PROMISES,
    SKIES,
    draws,
    filled,
)

_SLIDES = 9
_CLOCK = (
    "(function(){var x=document.getElementById('hora'),m=+x.dataset.m;"
    "x.textContent=Math.floor(m/60)+':'+('0'+m%60).slice(-2)+' h';})();"
)
_MENU = """
<header class="cab">
 <img src="/tema/escudo.svg" alt="Escudo">
 <em>Universidad de Altamar</em>
 <nav>
  <a href="/estudios">Estudios</a>
  <a href="/investigacion">Investigación</a>
  <a href="/internacional">Internacional</a>
  <a href="/vida">Vida universitaria</a>
  <a href="/gobierno">Gobierno</a>
  <a href="/sede">Sede electrónica</a>
 </nav>
</header>
""".strip()
_COOKIES = """
<div class="gal">
 <b>Galletas.</b> Esta sede usa galletas propias y de terceros para medir las visitas.
 <button>Rechazar</button> <button>Configurar</button> <button>Aceptar</button>
</div>
""".strip()
_ADDRESS = """
<footer class="pie">
 <div>
  <b>Universidad de Altamar</b><br>
  Paseo del Faro, 1<br>
  15999 Altamar
 </div>
 <div>
  <a href="/transparencia">Transparencia</a><br>
  <a href="/perfil">Perfil del contratante</a><br>
  <a href="/accesibilidad">Accesibilidad</a>
 </div>
 <div>
  <a href="/biblioteca">Biblioteca</a><br>
  <a href="/deportes">Deportes</a><br>
  <a href="/editorial">Editorial</a>
 </div>
""".strip()


def _served_at(hour: int) -> datetime:
    return STARTS_AT + timedelta(hours=hour, minutes=draws("mi", hour).randint(0, 8))


def head(chance: random.Random, hour: int) -> list[str]:
    """The document's head, the strip of weather and traffic, the menu."""
    now = _served_at(hour)
    return [
        '<!DOCTYPE html>\n<html lang="es">\n<head>\n<meta charset="utf-8">',
        "<title>Universidad de Altamar</title>",
        '<meta name="viewport" content="width=device-width">',
        f'<meta name="nonce" content="{chance.getrandbits(48):012x}">',
        f'<link rel="stylesheet" href="/tema/base.css?r={hour // 50}">',
        '<script src="/tema/contador.js"></script>\n</head>',
        f'<body class="exp-{draws("exp", hour // 4).choice("abc")}">',
        f'<div class="tb">\n <span>{now:%d/%m/%Y}</span>',
        f' <span id="hora" data-m="{now.hour * 60 + now.minute}"></span>',
        f" <span>Campus Norte: {chance.randint(9, 27)} °C, {chance.choice(SKIES)}</span>",
        f" <span>Marea {chance.choice(['alta', 'baja'])} a las "
        f"{chance.randint(0, 23)}:{chance.randint(10, 59)}</span>",
        f" <span>Bus 7: {chance.randint(1, 19)} min</span>",
        f" <span>Aparcamiento: {chance.randint(0, 420)} plazas libres</span>\n</div>",
        f"<script>\n{_CLOCK}\n</script>",
        _MENU,
    ]


def show(chance: random.Random, hour: int) -> list[str]:
    """The campaign banner of changing height, the carousel and the animated counters."""
    return [*_campaign(hour), *_carousel(hour), '<div class="cn">', *_counters(chance, hour), "</div>"]


def _campaign(hour: int) -> list[str]:
    height = draws("camp", hour // 2).choice([0, 0, 70, 140, 300])
    if not height:
        return []
    chance = draws("campx", hour)
    motto, promise = chance.choice(MOTTOES), filled(chance.choice(PROMISES), chance)
    words = f"{html.escape(motto)} – {html.escape(promise)}"
    return [f'<div class="camp" style="height:{height}px"><span>{words}</span></div>']


def _carousel(hour: int) -> list[str]:
    slide = draws("car", hour).randrange(_SLIDES)
    chance = draws("slide", slide, hour // 12)
    picture = f"/fotos/portada-{slide}-{hour // 12 % 5}.svg"
    points = "".join('<i class="s"></i>' if number == slide else "<i></i>" for number in range(_SLIDES))
    return [
        f'<div class="car" style="background-image:url(\'{picture}\')">\n <div>',
        f"  <h2>{html.escape(MOTTOES[slide])}</h2>",
        f"  <p>{html.escape(filled(chance.choice(PROMISES), chance))}</p>",
        f'  <a href="/campana/{slide}" style="color:#fff"><u>Saber más</u></a>\n </div>\n</div>',
        f'<div class="pt">{points}</div>',
    ]


def _counters(chance: random.Random, hour: int) -> list[str]:
    counted = {
        "estudiantes": 23418 + chance.randint(-40, 40),
        "publicaciones este año": 1200 + hour * 3 + chance.randint(0, 2),
        "visitas hoy": 90 + (hour % 24) * 811 + chance.randint(0, 700),
        "aforo de bibliotecas": chance.randint(3, 100),
        "minutos para la Noche Blanca": 60 * (24 * 2 * DAYS - hour),
    }
    return [
        f' <ua-contador valor="{count}" rotulo="{label}"></ua-contador>' for label, count in counted.items()
    ]


def pictures(hour: int) -> list[str]:
    """The grid of pictures: one row or two, others each hour."""
    parts = ['<div class="g3">']
    for place in range(draws("nf", hour // 3).choice([4, 4, 8])):
        chance = draws("gf", hour, place)
        parts += [
            f' <figure>\n  <img src="/fotos/campus-{chance.randint(1, 90)}.svg" alt="" loading="lazy">',
            f"  <figcaption>{html.escape(filled(chance.choice(PROMISES), chance))}</figcaption>\n </figure>",
        ]
    return [*parts, "</div>"]


def posts(hour: int) -> list[str]:
    """The social wall, full of new sentences each hour."""
    parts = ['<div class="mu">']
    for place in range(draws("nt", hour).randint(7, 13)):
        chance = draws("tu", hour, place)
        name = f"{chance.choice(FORENAMES).lower()}{chance.randint(1, 99)}"
        age = chance.randint(1, 59)
        words = " ".join(html.escape(filled(chance.choice(POSTS), chance)) for _ in range(2))
        parts += [
            f" <p>\n  <b>@{name}</b> · hace {age} min<br>",
            f"  {words}",
            f"  <br>♥ {chance.randint(0, 999)} ↻ {chance.randint(0, 99)}\n </p>",
        ]
    return [*parts, "</div>"]


def foot(chance: random.Random, hour: int) -> list[str]:
    """The assistant and the cookie dialog, which come and go, and the foot."""
    parts = []
    if draws("chat", hour // 2).random() < 0.4:
        greeting = GREETINGS[chance.randint(0, 3)]
        parts.append(f'<div class="chat"><b>Marina, asistente virtual</b><br>{greeting}</div>')
    if draws("gal", hour // 5).random() < 0.35:
        parts.append(_COOKIES)
    return [
        *parts,
        _ADDRESS,
        f" <div>\n  Nodo {chance.randint(1, 8)} · {_served_at(hour):%H:%M:%S}<br>",
        f"  Usuarios conectados: {chance.randint(200, 6000)}\n </div>",
        "</footer>\n</body>\n</html>",
    ]
