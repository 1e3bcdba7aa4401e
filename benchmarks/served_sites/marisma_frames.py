"""What the salt marsh page embeds: drawn pictures, advertisements, a social wall, a tide gauge, style and script."""

import html
import math
import random

from benchmarks.served_sites.marisma_diary import draws
from benchmarks.served_sites.marisma_words import (
    BRANDS,
    COLOURS,
    COMMENT_BODIES,
    COMMENT_ENDS,
    COMMENT_STARTS,
    FIRST_NAMES,
    GOODS,
    OFFERS,
)

STYLE = """
body{margin:0;font-family:Georgia,'Times New Roman',serif;background:#fbfaf4;color:#24302c}
.zq1{position:sticky;top:0;z-index:5;background:#0f4c4a;color:#fff;padding:10px 34px;display:flex;gap:28px;\
align-items:center}
.zq1 b{font-size:25px;letter-spacing:1px}.zq1 a{color:#d5efe8;text-decoration:none;font:15px Arial}
.zq1 .don{margin-left:auto;background:#f2b705;color:#222;padding:8px 18px;border-radius:4px}
.xk{background:#ece6d2;text-align:center;padding:8px 0}.xk iframe{border:0}
.hero{background-size:cover;color:#fff;padding:70px 60px 60px;text-shadow:0 2px 6px #000a}.hero h1{font-size:46px;\
margin:0 0 8px}.hero p{font-size:20px;max-width:760px}
.va{display:flex;gap:30px;padding:24px 34px}.va.inv{flex-direction:row-reverse}.m3{flex:1;min-width:0}\
.m4{width:320px;flex:none;font-family:Arial;font-size:14px}
.cnt{background:#fff;border:2px solid #0f4c4a;padding:18px;margin-bottom:22px}.cnt strong{font-size:40px;\
color:#0f4c4a}.bar{background:#dde;height:16px;border-radius:8px}.bar i{display:block;height:16px;\
border-radius:8px;background:#f2b705}
.uj{border-top:6px solid #0f4c4a;background:#fff;padding:16px 22px;margin:18px 0}.uj h2{margin:0 0 4px}\
.uj .e0{font:bold 15px Arial;background:#e2f0ea;padding:8px 12px}
.q7{display:flex;gap:18px;padding:14px 0;border-bottom:1px dotted #999}.q7 h3{margin:0 0 6px;font-size:21px}\
.q7 time{font:12px Arial;color:#777}.q7 p{margin:6px 0;line-height:1.45}
.r2{border-bottom:1px solid #ddd;padding:8px 0;font-size:15px}.r2 summary{cursor:pointer}
.gr{display:grid;grid-template-columns:repeat(3,1fr);gap:14px}.gr div{background:#fff;border:1px solid #ddd;\
font:14px Arial}.gr img{width:100%;display:block}.gr span{display:block;padding:8px}
.fi td{font:13px Arial;padding:4px 10px;border-bottom:1px solid #e5e0cc}.co{background:#fff;margin:8px 0;\
padding:10px 14px;border-left:4px solid #f2b705;font:14px Arial}
.m4 section{margin-bottom:24px}.m4 li{margin-bottom:7px}.m4 h4{border-bottom:2px solid #0f4c4a;margin:0 0 8px}
footer{background:#12312f;color:#bcd;padding:26px 34px;font:13px Arial;display:flex;gap:60px}
.ck{position:fixed;bottom:0;left:0;right:0;background:#222;color:#fff;padding:20px 34px;font:14px Arial;z-index:9}\
.ck button{margin-left:12px}
.av{background:#f2b705;padding:14px 34px;font:bold 16px Arial}
"""
SCRIPT = """\
(function(){var s=document.getElementById('cta');var n=+s.dataset.n;
s.textContent=Math.floor(n/86400)+' días, '+Math.floor(n%86400/3600)+' horas y '+Math.floor(n%3600/60)+' minutos';\
})();"""
_WALL_STYLE = (
    "body{font:13px Arial;margin:8px;background:#f4f8ff}.p{border-bottom:1px solid #ccd;padding:8px 0}"
    "img{float:left;margin-right:8px;border-radius:50%}i{color:#789}span{color:#567}"
)


def comment(chance: random.Random) -> str:
    """What a visitor leaves: an opening, an opinion, a farewell."""
    opinion = f"{chance.choice(COMMENT_STARTS)} {chance.choice(COMMENT_BODIES)}"
    return f"{opinion}. {chance.choice(COMMENT_ENDS)}"


def picture(key: str, width: int, height: int, caption: str = "") -> str:
    """A marsh with reeds and birds, the same one for the same key."""
    chance = draws("svg", key)
    sky, water, sun, reed, bird = [
        f"hsl({chance.randint(0, 359)},{chance.randint(25, 60)}%,{chance.randint(35, 78)}%)" for _ in range(5)
    ]
    horizon = height * chance.uniform(0.4, 0.65)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" fill="{sky}"/>',
        f'<rect y="{horizon:.0f}" width="{width}" height="{height - horizon:.0f}" fill="{water}"/>',
        f'<circle cx="{chance.randint(0, width)}" cy="{horizon * 0.5:.0f}" r="{height * 0.12:.0f}" fill="{sun}"/>',
    ]
    for _ in range(9):
        x, y = chance.randint(0, width), chance.randint(int(horizon), height)
        bend = f"q8 -{chance.randint(20, 60)} {chance.randint(-14, 22)} -{chance.randint(40, 90)}"
        thick = chance.randint(2, 6)
        parts.append(f'<path d="M{x} {y} {bend}" stroke="{reed}" stroke-width="{thick}" fill="none"/>')
    for _ in range(chance.randint(3, 8)):
        x, y = chance.randint(0, width), chance.randint(0, int(horizon))
        wings = f"M{x} {y} q7 -9 14 0 q7 -9 14 0"
        parts.append(f'<path d="{wings}" stroke="{bird}" stroke-width="3" fill="none"/>')
    if caption:
        font = 'font-family="sans-serif" font-size="16" fill="#fff"'
        parts.append(f'<text x="12" y="{height - 14}" {font}>{html.escape(caption)}</text>')
    return "".join(parts) + "</svg>"


def advertisement(place: str, hour: int) -> str:
    """Another offer in another colour each hour."""
    chance = draws("ad", place, hour)
    first, second = chance.sample(COLOURS, 2)
    offer = chance.choice(OFFERS).format(n=chance.randint(5, 79))
    return (
        '<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Publicidad</title>\n'
        "<style>body{margin:0;font-family:Verdana,sans-serif;color:#fff;"
        f"background:linear-gradient({chance.randint(0, 180)}deg,{first},{second});height:100vh;"
        "display:flex;flex-direction:column;justify-content:center;text-align:center}\n"
        f"b{{font-size:{chance.randint(26, 44)}px}}a{{display:inline-block;margin:14px auto;background:#fff;"
        f"color:{first};padding:9px 18px;border-radius:20px}}small{{opacity:.7}}</style></head>\n"
        f"<body><b>{chance.choice(GOODS)} {chance.choice(BRANDS)}</b><p>{offer}</p>"
        '<div><a href="#">Más información</a></div>'
        f"<small>Publicidad · ref. {chance.randint(10000, 99999)}</small></body></html>"
    )


def wall(hour: int) -> str:
    """Seven posts of a social network, all of them new each hour."""
    return (
        f"<!doctype html><html><head><meta charset='utf-8'><style>{_WALL_STYLE}</style></head>"
        "<body><h3>Se habla en la red</h3>"
        + "\n".join(_post(draws("muro", hour, place)) for place in range(7))
        + "</body></html>"
    )


def _post(chance: random.Random) -> str:
    return (
        f'<div class="p"><img src="/w/av{chance.randint(1, 12)}.svg" width="34" height="34" alt="">'
        f"<b>@{chance.choice(FIRST_NAMES).lower()}{chance.randint(3, 99)}</b> "
        f"<i>{chance.randint(1, 59)} min</i><p>{comment(chance)} #SalvemosLaMarisma</p>"
        f"<span>&#9829; {chance.randint(0, 480)} &nbsp; &#8635; {chance.randint(0, 90)}</span></div>"
    )


def tides(hour: int) -> str:
    """The tide's curve and the weather at the bar."""
    chance = draws("mar", hour)
    curve = " ".join(f"{x * 12},{60 + 30 * math.sin((x + hour) / 2):.0f}" for x in range(26))
    return (
        "<!doctype html><html><head><meta charset='utf-8'><style>body{font:13px Arial;margin:8px;"
        "background:#e7f4f1}b{font-size:28px}</style></head><body>Mareas y viento en la barra<br>"
        f"<b>{chance.uniform(9, 21):.1f} °C</b> viento {chance.randint(4, 48)} km/h "
        f"{chance.choice(['N', 'NE', 'SO', 'O', 'SE'])} · ola {chance.uniform(0.2, 2.6):.1f} m"
        f"<svg width='300' height='110'><polyline points='{curve}' fill='none' stroke='#06605a' "
        f"stroke-width='3'/></svg><br>Coeficiente {chance.randint(38, 109)}</body></html>"
    )
