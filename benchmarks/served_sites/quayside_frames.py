"""What the port city's daily embeds: drawn photographs, advertisements, style and script."""

import random

from benchmarks.served_sites.quayside_stories import draws
from benchmarks.served_sites.quayside_words import OFFERS

STYLE = """\
body{margin:0;font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;color:#111;background:#fff}\
body.skin{background:#dfe9f2 url(/ph/skin.svg) top center no-repeat}
.mast{display:flex;gap:40px;align-items:baseline;padding:18px 60px;border-bottom:1px solid #111}\
.logo{font:900 40px/1 'Times New Roman',serif;color:#8a0f2d;text-decoration:none}
nav{position:sticky;top:0;background:#8a0f2d;padding:0 54px;z-index:4}nav a{display:inline-block;color:#fff;\
padding:11px 13px;text-decoration:none;font-weight:600;font-size:14px}
iframe{border:0;display:block;margin:10px auto}.score{display:flex;gap:8px;padding:10px 60px;background:#f0f0f0;\
font-size:13px}.score div{background:#fff;border:1px solid #ddd;padding:8px 12px;min-width:110px}\
.score i{color:#c00}
.promo{background:#ffe08a;text-align:center;font-weight:700}.gal{color:#fff;background-size:cover;\
padding:20px 60px;background-color:#222}.gal div{display:flex;gap:10px;flex-wrap:wrap}
.lead{display:flex;gap:26px;padding:22px 60px;background:#fff}.lead figure{margin:0;position:relative;flex:none}\
.lead h1{font:700 38px/1.12 'Times New Roman',serif;margin:0 0 12px}.sf{font-size:18px;line-height:1.4}\
.by{color:#777;font-size:13px}.bdg{position:absolute;left:12px;top:12px;background:#d00;color:#fff;\
padding:4px 10px;font-weight:700}
.two{display:grid;grid-template-columns:1fr 1fr;gap:30px;padding:0 60px 20px;background:#fff}\
.two img,.two .bg{width:100%;height:230px;object-fit:cover;background-size:cover}\
.two h2{font:700 24px 'Times New Roman',serif;margin:8px 0}.two small{color:#777}
.cols{display:flex;gap:30px;padding:0 60px}.main{flex:1;min-width:0}aside{width:310px;flex:none}\
.cards{display:grid;grid-template-columns:repeat(3,1fr);gap:16px;font-size:15px;font-weight:600}\
.cards img{width:100%}.cards em{display:block;color:#8a0f2d;font-size:12px}
blockquote{margin:0 0 8px;padding:10px 14px;background:#f6f2ea;border-radius:10px}cite{color:#888;font-size:12px}\
table{border-collapse:collapse;width:100%;font-size:14px}td,th{border-bottom:1px solid #ddd;padding:5px;\
text-align:left}aside li{margin-bottom:8px}
.cd{background:#111;color:#0f0;padding:14px;font-family:monospace}footer{background:#222;color:#bbb;\
padding:24px 60px;margin-top:24px}footer a{color:#ddd;margin-right:18px}.abt{padding:16px 60px}\
.cky{position:fixed;left:0;right:0;bottom:0;background:#fff;border-top:3px solid #8a0f2d;padding:26px 60px;\
z-index:9}"""
SCRIPT = """\
customElements.define('fan-poll',class extends HTMLElement{connectedCallback(){var g=k=>this.getAttribute(k),\
s=this.attachShadow({mode:'open'}),n=+g('n');
s.innerHTML='<style>div{background:#8a0f2d;color:#fff;padding:4px;margin:4px 0;font:13px Arial}\
</style><h3></h3><div></div><div></div>';s.querySelector('h3').textContent=g('q');
var d=s.querySelectorAll('div');d[0].style.width=(40+n*.55)+'%';d[1].style.width=(40+(100-n)*.55)+'%';\
d[0].textContent=g('a')+' '+n+'%';d[1].textContent=g('b')+' '+(100-n)+'%';}});
document.querySelectorAll('[data-left]').forEach(function(e){var n=+e.dataset.left;\
e.textContent=Math.floor(n/86400)+'d '+Math.floor(n%86400/3600)+'h '+Math.floor(n%3600/60)+'m';});"""


def photograph(key: str, width: int, height: int) -> str:
    """A match, a face, a stage or the waterfront, the same one for the same key."""
    chance = draws("photo", key)
    hue = chance.randint(0, 359)
    scene = (_pitch, _portrait, _stage, _waterfront)[chance.randrange(4)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 600 380" preserveAspectRatio="xMidYMid slice">{scene(chance, hue)}</svg>'
    )


def _pitch(chance: random.Random, hue: int) -> str:
    grass = f"hsl({chance.randint(85, 145)},45%,{chance.randint(28, 48)}%)"
    parts = [
        f'<rect width="600" height="380" fill="{grass}"/>'
        f'<rect width="600" height="{chance.randint(60, 150)}" fill="hsl({hue},25%,35%)"/>'
    ]
    for _ in range(chance.randint(3, 9)):
        x, y = chance.randint(30, 560), chance.randint(130, 280)
        shirt = chance.choice([hue, (hue + 180) % 360])
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="15" fill="hsl(25,45%,{chance.randint(35, 75)}%)"/>'
            f'<rect x="{x - 17}" y="{y + 15}" width="34" height="50" fill="hsl({shirt},75%,45%)"/>'
            f'<path d="M{x - 9} {y + 65} l-{chance.randint(0, 16)} 34 '
            f'M{x + 9} {y + 65} l{chance.randint(0, 16)} 34" stroke="#eee" stroke-width="9"/>'
        )
    x, y = chance.randint(50, 550), chance.randint(200, 360)
    return "".join(parts) + f'<circle cx="{x}" cy="{y}" r="10" fill="#fff"/>'


def _portrait(chance: random.Random, hue: int) -> str:
    x = chance.randint(180, 420)
    return (
        f'<rect width="600" height="380" fill="hsl({hue},35%,{chance.randint(20, 75)}%)"/>'
        f'<ellipse cx="{x}" cy="390" rx="{chance.randint(130, 210)}" ry="150" '
        f'fill="hsl({(hue + 140) % 360},55%,40%)"/>'
        f'<ellipse cx="{x}" cy="170" rx="74" ry="94" fill="hsl(24,45%,{chance.randint(35, 78)}%)"/>'
        f'<path d="M{x - 80} 160 Q{x} {chance.randint(-20, 70)} {x + 80} 160 L{x + 60} 110 L{x - 60} 110 Z" '
        f'fill="hsl({chance.randint(15, 45)},40%,{chance.randint(8, 60)}%)"/>'
        f'<path d="M{x - 25} {chance.randint(205, 220)} q25 {chance.randint(-12, 22)} 50 0" '
        'stroke="#622" stroke-width="5" fill="none"/>'
    )


def _stage(chance: random.Random, hue: int) -> str:
    parts = [
        '<rect width="600" height="380" fill="#160d18"/>'
        f'<path d="M0 0H600V60Q300 {chance.randint(90, 150)} 0 60Z" fill="hsl({hue},70%,30%)"/>'
        '<rect y="310" width="600" height="70" fill="#5a3a1e"/>'
    ]
    for _ in range(chance.randint(2, 5)):
        x = chance.randint(60, 540)
        beam = f"hsl({chance.randint(30, 60)},90%,75%)"
        costume = f"hsl({(hue + chance.randint(0, 200)) % 360},60%,55%)"
        parts.append(
            f'<path d="M{x} 0 L{x - 70} 320 H{x + 70} Z" fill="{beam}" opacity=".28"/>'
            f'<path d="M{x} 190 L{x - 30} 315 H{x + 30} Z" fill="{costume}"/>'
            f'<circle cx="{x}" cy="180" r="16" fill="#e8c39e"/>'
        )
    return "".join(parts)


def _waterfront(chance: random.Random, hue: int) -> str:
    sky = f"hsl({chance.randint(180, 235)},45%,{chance.randint(40, 80)}%)"
    parts = [
        f'<rect width="600" height="380" fill="{sky}"/>'
        '<rect y="280" width="600" height="100" fill="hsl(205,40%,35%)"/>'
    ]
    x = chance.randint(20, 60)
    while x < 560:
        width, height = chance.randint(40, 120), chance.randint(60, 220)
        wall = f"hsl({hue},{chance.randint(15, 50)}%,{chance.randint(25, 65)}%)"
        parts.append(
            f'<rect x="{x}" y="{280 - height}" width="{width}" height="{height}" fill="{wall}"/>'
            f'<rect x="{x + 10}" y="{295 - height}" width="12" height="18" fill="#ffe9a8"/>'
        )
        x += width + chance.randint(2, 30)
    return "".join(parts)


def advertisement(path: str, hour: int) -> str:
    """Another offer in other colours each hour."""
    chance = draws("ad", path, hour)
    inner, outer = chance.randint(0, 359), chance.randint(0, 359)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ad</title><style>'
        "body{margin:0;height:100vh;display:grid;place-items:center;background:"
        f"radial-gradient(hsl({inner},80%,{chance.randint(40, 80)}%),hsl({outer},70%,35%));"
        f"font:700 {chance.randint(20, 34)}px Georgia;text-align:center;"
        f"color:{chance.choice(['#fff', '#111'])}}}</style></head><body>"
        f"<div>{chance.choice(OFFERS).format(n=chance.randint(6, 95))}<br>"
        f"<button>{chance.choice(['Book', 'See more', 'Buy now', 'Claim'])}</button></div></body></html>"
    )
