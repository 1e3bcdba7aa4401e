"""What the county page embeds: webcams, gauge curves, advertisements, style, script and arms."""

import math
from datetime import timedelta

from benchmarks.served_sites.lagebild_notices import STARTS_AT, draws
from benchmarks.served_sites.lagebild_words import OFFERS

STYLE = """\
*{box-sizing:border-box}body{margin:0 auto;width:1180px;font:15px/1.4 'Segoe UI',Arial,sans-serif;\
background:#eef1f4;color:#1b2430}
#top{background:#fff;padding:12px 18px;border-bottom:4px solid #c1121f;position:sticky;top:0;z-index:3}\
#top .t{font-size:24px;font-weight:600}lage-uhr{float:right;font:22px monospace}
#nav{list-style:none;margin:0;padding:0;background:#22303f;display:flex}#nav a{display:block;color:#fff;\
padding:9px 17px;text-decoration:none}
.wart{background:#fff3bf;border:1px solid #e0b400;padding:16px;margin:10px 0}.wb{text-align:center;margin:8px 0;\
background:#ddd}.wb iframe,.ad{border:0}
h1{margin:16px 0 4px}.stand{color:#667;font-size:13px}.cams{display:flex;gap:6px}.cams figure{margin:0}\
.cams figcaption{font-size:12px}
table{border-collapse:collapse;width:100%;background:#fff}.ab{font:14px monospace;background:#111;color:#ffd43b;\
margin:14px 0}.ab caption{text-align:left;font:600 17px sans-serif;color:#111;padding:6px 0}\
.ab td,.ab th{padding:3px 10px;text-align:left}.ab .d{color:#ff6b6b}.ab .p{color:#69db7c}
.wt td,.wt th{padding:8px 10px;border-bottom:1px solid #ccd;vertical-align:top;text-align:left;font-size:14px}\
.l3 td{background:#ffe3e3}.l2 td{background:#fff0e0}.l1 td{background:#fffbe0}.wt small{color:#889}
.leer{background:#d3f9d8;padding:14px}.dr{display:grid;grid-template-columns:1fr 1fr 310px;gap:18px}\
.pg td,.pg th{padding:3px 8px;border-bottom:1px solid #e3e6ea;font-size:13px;text-align:left}\
.pu span{display:block;height:12px;background:#2b6cb0}
.bau{display:grid;grid-template-columns:40px 1fr;background:#fff;padding:10px}.bau dd{margin:0 0 6px}\
.km{background:#fff;padding:12px 30px}.km li{margin-bottom:5px}footer{background:#22303f;color:#ccd;padding:18px;\
margin-top:20px;font-size:13px}footer a{color:#9cf}
.umf{position:fixed;top:35%;border:2px solid #22303f;padding:24px;background:#fff;z-index:8}"""
SCRIPT = """\
customElements.define('lage-uhr',class extends HTMLElement{connectedCallback(){\
var d=new Date(+this.getAttribute('t')*1000);
var s=this.attachShadow({mode:'open'});s.innerHTML='<style>b{color:#c1121f}\
</style><b>'+('0'+d.getUTCHours()).slice(-2)+':'+('0'+d.getUTCMinutes()).slice(-2)+'</b> Uhr';}});"""
ARMS = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="46">'
    '<path d="M2 2H38V26Q38 40 20 45Q2 40 2 26Z" fill="#c1121f" stroke="#222"/>'
    '<path d="M6 30Q20 18 34 30" stroke="#fff" stroke-width="4" fill="none"/>'
    '<circle cx="20" cy="14" r="6" fill="#ffd43b"/></svg>'
)


def webcam(path: str, hour: int) -> str:
    """A road between hills in the light of the hour, with its cars and its clock."""
    place, now = draws("cam", path), draws("cam", path, hour)
    of_day = hour % 24
    light = 12 + max(0, int(60 * math.sin(math.pi * (of_day - 6) / 12))) if 6 <= of_day <= 18 else 12
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200">'
        f'<rect width="320" height="200" fill="hsl({place.randint(200, 225)},30%,{light}%)"/>',
        f'<path d="M0 130 Q80 {place.randint(60, 110)} 160 125 T320 120 V200 H0 Z" '
        f'fill="hsl({place.randint(80, 140)},25%,{light // 2 + 6}%)"/>',
        f'<path d="M{place.randint(90, 140)} 200 L158 126 L166 126 L{place.randint(190, 260)} 200 Z" '
        f'fill="hsl(0,0%,{light // 2 + 12}%)"/>',
    ]
    for _ in range(now.randint(0, 9)):
        x, y, length = now.randint(130, 190), now.randint(130, 190), now.randint(5, 14)
        colour = f"hsl({now.randint(0, 359)},60%,50%)"
        parts.append(f'<rect x="{x}" y="{y}" width="{length}" height="6" fill="{colour}"/>')
    clock = f"{STARTS_AT + timedelta(hours=hour):%d.%m.%Y %H}:{now.randint(0, 59):02d}"
    font = 'font-size="12" font-family="monospace" fill="#fff"'
    parts.append(f'<text x="8" y="192" {font}>{clock}</text></svg>')
    return "".join(parts)


def curve(river: int, hour: int) -> str:
    """A gauge's last day."""
    points = []
    for place, past in enumerate(range(hour - 23, hour + 1)):
        noise = draws("kurve", river, past).uniform(-3, 3)
        points.append(f"{place * 7},{30 - 14 * math.sin((past + 9 * river) / 7) + noise:.0f}")
    return (
        f'<svg width="165" height="56" viewBox="0 0 165 56"><polyline points="{" ".join(points)}" '
        'fill="none" stroke="#0b7285" stroke-width="2"/></svg>'
    )


def advertisement(path: str, hour: int) -> str:
    """Another offer in another colour each hour."""
    chance = draws("wb", path, hour)
    return (
        '<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Anzeige</title></head>'
        '<body style="margin:0;height:100vh;'
        f"background:hsl({chance.randint(0, 359)},70%,{chance.randint(30, 80)}%);"
        'font:bold 24px Arial;text-align:center">'
        f"<br>{chance.choice(OFFERS).format(n=chance.randint(11, 96))}<br>"
        f"<small>Anzeige {chance.randint(100, 999)}</small></body></html>"
    )
