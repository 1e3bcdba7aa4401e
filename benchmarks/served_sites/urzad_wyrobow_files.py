"""The files the Polish product-safety office names: its style, its clock, drawn campaigns, the weather of the hour."""

from __future__ import annotations

from html import escape

from benchmarks.served_sites.urzad_wyrobow_register import chance
from benchmarks.served_sites.urzad_wyrobow_words import CAMPAIGNS

_CITIES = ("Warszawa", "Kraków", "Gdańsk", "Białystok")
_WEATHER = ("deszcz", "słońce", "mgła", "wiatr", "mżawka")
_CSS = """\
body{margin:0;font:15px/1.45 "Lato",Arial,sans-serif;color:#12263a;background:#fff}body.duzy{font-size:17px}\
a{color:#0052a5}
.a11y{background:#12263a;color:#cfe0f2;font-size:12px;padding:6px 24px;display:flex;gap:20px}.a11y a{color:#fff}\
.alarm{background:#ffe2a8;border-bottom:3px solid #e08b00;padding:16px 24px}
header{display:flex;align-items:center;gap:18px;padding:14px 24px}header strong{font-size:26px;display:block}\
header form{margin-left:auto}header input{padding:8px;width:220px}\
header button{padding:8px 14px;background:#d4213d;color:#fff;border:0}
nav{position:sticky;top:0;background:#d4213d;display:flex;z-index:3}\
nav a{color:#fff;padding:12px 20px;text-decoration:none}nav a.on{background:#8f1226}
.kar{background-size:cover;position:relative}\
.kar div{position:absolute;left:60px;bottom:50px;background:#fffd;padding:12px 26px;max-width:420px}\
.kar ol{position:absolute;bottom:6px;left:50%;display:flex;gap:8px;list-style:none}\
.kar li{width:12px;height:12px;border-radius:6px;background:#fff8}.kar li.x{background:#d4213d}
.liczby{display:flex;list-style:none;margin:0;padding:18px 24px;background:#eef3f8;justify-content:space-between}\
.liczby b{display:block;font-size:30px;color:#d4213d}
.lay{display:flex;gap:24px;padding:20px 24px}.lewa{width:930px}.prawa{width:280px}\
.okr,.meta{font-size:12px;color:#64788c}h1{margin:8px 0;font-size:28px}\
.rej{border-collapse:collapse;font-size:13px;width:930px}\
.rej th{background:#12263a;color:#fff;text-align:left;padding:7px}
.rej td{border-bottom:1px solid #cdd8e3;padding:7px;vertical-align:top}\
.rej tbody tr:nth-child(even){background:#f6f9fc}.st{font-weight:bold}.s3,.s9{color:#b25e00}.s4,.s8{color:#c0142f}\
.s7{color:#1b7a3d}.vw,.dn{color:#8b9bab;text-align:right}
.pyt{background:#f0f7ee;padding:8px 20px;margin-top:22px}.qa{border-bottom:1px dashed #b5cdb0}\
.od{padding-left:24px;color:#2f5d2a}.ko{width:930px;border-collapse:collapse;font-size:14px}\
.ko td,.ko th{border:1px solid #cdd8e3;padding:6px;text-align:left}
.pud{border:1px solid #cdd8e3;padding:4px 12px 10px;margin-bottom:16px;font-size:13px}\
.pud ul,.pud ol{padding-left:18px}.pud iframe{border:0}.ank{background:#fff8e6}\
footer{display:flex;justify-content:space-between;background:#12263a;color:#b9c9d9;padding:26px 24px;font-size:13px}
.cook{position:fixed;bottom:0;left:0;right:0;background:#0052a5;color:#fff;padding:20px 40px;z-index:5}"""
_JS = """\
(function(){var z=document.getElementById('zegar'),s=+z.getAttribute('data-s')%86400;function p(x){\
return ('0'+x).slice(-2)}
z.textContent=p(Math.floor(s/3600))+':'+p(Math.floor(s/60)%60)+':'+p(s%60)})();"""
_EMBLEM = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="80">'
    '<path d="M2 2H68V50Q60 72 35 78Q10 72 2 50Z" fill="#d4213d"/><path d="M35 16L50 44H20Z" fill="#fff"/>'
    '<circle cx="35" cy="56" r="7" fill="#fff"/></svg>'
)
_FIXED = {
    "static/kubw.css": ("text/css; charset=utf-8", _CSS.encode()),
    "static/kubw.js": ("text/javascript; charset=utf-8", _JS.encode()),
    "static/godlo.svg": ("image/svg+xml", _EMBLEM.encode()),
}


def served_file(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of a file; None where nothing lies."""
    name = path.partition("?")[0].lstrip("/")
    if name in _FIXED:
        return _FIXED[name]
    if name.startswith("kampania/") and name.endswith(".svg"):
        campaign = int(name.removeprefix("kampania/").removesuffix(".svg"))
        return "image/svg+xml", _drawn(name, 1280, 460, CAMPAIGNS[campaign % 7][0]).encode()
    if name.startswith("galeria/") and name.endswith(".svg"):
        return "image/svg+xml", _drawn(name, 260, 170, "fot. KUBW").encode()
    if name == "widget/pogoda.html":
        return "text/html; charset=utf-8", _weather(hour).encode()
    return None


def _drawn(seed: str, width: int, height: int, text: str) -> str:
    dice = chance("art", seed)
    hue = dice.randrange(360)
    ground = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl({hue},60%,55%)"/>'
        f'<stop offset="1" stop-color="hsl({(hue + 70) % 360},55%,30%)"/></linearGradient></defs>'
        f'<rect width="{width}" height="{height}" fill="url(#g)"/>'
    )
    circles = "".join(
        f'<circle cx="{dice.randrange(width)}" cy="{dice.randrange(height)}" r="{dice.randint(8, height // 3)}" '
        f'fill="hsl({dice.randrange(360)},60%,60%)" opacity="0.35"/>'
        for _ in range(12)
    )
    return (
        f'{ground}{circles}<text x="{width - 20}" y="40" text-anchor="end" font-family="Arial" font-size="22" '
        f'fill="#fff">{escape(text)}</text></svg>'
    )


def _weather(hour: int) -> str:
    dice = chance("pog", hour)
    rows = "".join(f"<li>{city}: {dice.randint(2, 17)} °C, {dice.choice(_WEATHER)}</li>" for city in _CITIES)
    return (
        '<!doctype html><html lang="pl"><meta charset="utf-8"><title>Pogoda</title>'
        f'<body style="margin:0;background:#dcebfa;font:14px Arial"><b>Pogoda</b><ul>{rows}</ul></body></html>'
    )
