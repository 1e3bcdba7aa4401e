"""The files Le Courrier de l'Hexagone names: its style, its clock, drawn pictures, and advertisements of the hour."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.served_sites.courrier_hexagone_news import chance
from benchmarks.served_sites.courrier_hexagone_words import ADVERTS

_CSS = """\
*{box-sizing:border-box}body{margin:0;font:16px/1.4 Georgia,serif;color:#1b1b1b;background:#fbfaf6}\
a{color:inherit;text-decoration:none}
.zz0{background:#e6e4dd;text-align:center;overflow:hidden}.zz0 iframe,.zz1 iframe,.zz2 iframe{border:0}\
.zz1{margin:18px 0;text-align:center;background:#eee}
.strip{display:flex;gap:26px;padding:6px 30px;font:12px Arial;background:#222;color:#ddd}\
.strip a{margin-left:auto;background:#c8102e;color:#fff;padding:2px 10px}
.mast{text-align:center;padding:18px 0 10px;font-size:50px;font-weight:bold;letter-spacing:-1px}\
.mast small{display:block;font:12px Arial;color:#777}
.nv{position:sticky;top:0;background:#fff;border-top:3px double #222;border-bottom:1px solid #222;z-index:5}\
.nv ul{display:flex;justify-content:center;gap:22px;margin:0;padding:9px;list-style:none;font:bold 13px Arial}
.bourse{display:flex;gap:24px;justify-content:center;font:12px Arial;padding:7px;background:#f0eee6}\
.up{color:#0a7d32}.dn{color:#b3132b}.live{background:#c8102e;color:#fff;padding:9px 40px;font:15px Arial}
.gr{display:grid;grid-template-columns:820px 300px;gap:40px;width:1160px;margin:20px auto}\
.k1{border-bottom:2px solid #222;padding-bottom:14px}.k4{margin:0}.k4 img{display:block}\
.k4 figcaption{font:11px Arial;color:#888}
.v-b .k1{display:grid;grid-template-columns:430px 1fr;gap:20px}\
.k2{margin:10px 0 0;color:#c8102e;font:bold 14px Arial;text-transform:uppercase}\
.bdg{margin-left:10px;background:#c8102e;color:#fff;padding:1px 6px}
.k1 h1{margin:4px 0 8px;font-size:38px;line-height:1.1}.v-b .k1 h1{font-size:30px}\
.k3{font-size:18px;margin:0 0 8px}.k6 li{margin:3px 0;font:bold 15px Arial}.k7{font:12px Arial;color:#777}
.promo{background:#fff3c4;border:1px solid #e2c044;padding:14px;margin:14px 0;font:15px Arial}\
h2{font:bold 18px Arial;border-top:4px solid #222;padding-top:6px}\
.g3{display:grid;grid-template-columns:repeat(3,1fr);gap:22px}
.q1 h3{font-size:17px;margin:6px 0}.q1 span{color:#c8102e;font:bold 12px Arial}\
.crow{display:flex;gap:13px;background:#222;color:#eee;padding:12px}.crow figure{margin:0;width:195px}\
.crow figcaption{font:12px Arial}
blockquote{margin:0;padding:9px 0;border-bottom:1px dotted #aaa;font:14px Arial}blockquote p{margin:3px 0}\
cite{font-weight:bold;font-style:normal}time{color:#999}
.g4{display:grid;grid-template-columns:repeat(4,1fr);gap:14px}.sp i{display:block;height:90px}\
.sp b{display:block;font:14px Arial}.sp small{color:#999}
.ml{background:#f1efe8;padding:6px 16px}.ml li{margin:8px 0;font-size:14px}\
.sond,.horo{border:1px solid #ccc;padding:0 14px;margin:16px 0;font-size:14px}.bar{background:#ddd;height:12px}\
.bar i{display:block;height:12px;background:#c8102e}
.horo dt{font-weight:bold}.reco p{font-size:14px;border-bottom:1px solid #e2e0d8;padding-bottom:7px}\
.ft{background:#222;color:#bbb;padding:26px 60px;font:13px Arial}.ft div{display:flex;gap:120px}\
.ft ul{list-style:none;padding:0}
.dlg{position:fixed;left:300px;bottom:0;width:680px;background:#fff;border:2px solid #222;padding:20px;\
box-shadow:0 0 60px #0008;font:14px Arial;z-index:9}"""
_JS = """\
var t=document.getElementById('hrl'),m=+t.dataset.m;\
t.textContent='Il est '+Math.floor(m/60)+' h '+('0'+m%60).slice(-2);"""
_FIXED = {
    "s/une.css": ("text/css; charset=utf-8", _CSS.encode()),
    "s/une.js": ("text/javascript; charset=utf-8", _JS.encode()),
}


def served_file(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of a file; None where nothing lies."""
    name = path.partition("?")[0].lstrip("/")
    if name in _FIXED:
        return _FIXED[name]
    if name.startswith("pub/") and name.endswith(".html"):
        return "text/html; charset=utf-8", _advert(name, hour).encode()
    if name.startswith("ph/") and name.endswith(".svg"):
        return "image/svg+xml", _photograph(name.removeprefix("ph/").removesuffix(".svg"), hour).encode()
    return None


def _advert(name: str, hour: int) -> str:
    dice = chance("pub", name, hour)
    firm, slogan, ground, ink = dice.choice(ADVERTS)
    return (
        '<!DOCTYPE html><html lang="fr"><meta charset="utf-8"><title>Publicité</title>'
        f'<body style="margin:0;background:{ground};color:{ink};font:22px Arial;text-align:center">'
        f'<p style="margin:14px"><b>{firm}</b><br>{slogan}<br><small>Code {dice.randint(1000, 9999)}</small></p>'
        "</body></html>"
    )


def _photograph(name: str, hour: int) -> str:
    """A picture by its name; slides are drawn anew every six hours."""
    seed = f"{name}{hour // 6}" if name.startswith("dia") else name
    width, height = (820, 410) if name.startswith("une") else (250, 140)
    dice = chance("svg", seed)
    return "".join(_drawn(dice, width, height))


def _drawn(dice: Random, width: int, height: int) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'preserveAspectRatio="none"><rect width="{width}" height="{height}" fill="{_colour(dice)}"/>'
    )
    yield (
        f'<path d="M0 {height * 0.7} Q{width * dice.random()} {height * dice.random()} {width} {height * 0.6} '
        f'V{height} H0Z" fill="{_colour(dice)}"/>'
    )
    yield (
        f'<circle cx="{width * dice.random()}" cy="{height * 0.25}" r="{height * 0.12}" fill="{_colour(dice)}"/>'
    )
    for _ in range(dice.randint(5, 14)):
        tall = dice.uniform(0.15, 0.6) * height
        yield (
            f'<rect x="{dice.random() * width}" y="{height - tall}" width="{dice.uniform(0.03, 0.12) * width}" '
            f'height="{tall}" fill="{_colour(dice)}"/>'
        )
    yield f'<text x="12" y="{height - 12}" font-family="Arial" font-size="16" fill="#fff"></text></svg>'


def _colour(dice: Random) -> str:
    return f"hsl({dice.randrange(360)},{dice.randint(20, 65)}%,{dice.randint(25, 75)}%)"
