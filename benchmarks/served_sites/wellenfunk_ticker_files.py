"""The files Wellenfunk Nord names: its style, its script, drawn seascapes, the webcam, the advertisements."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from random import Random

from benchmarks.served_sites.wellenfunk_ticker_news import chance
from benchmarks.served_sites.wellenfunk_ticker_words import ADVERTS

_CSS = """\
body{margin:0;background:#e9eef0;font:16px/1.5 Verdana,sans-serif;color:#0f2a33}a{color:#00697d}
#hd{display:flex;gap:28px;align-items:center;background:#fff;padding:12px 34px;font-size:13px}\
.logo{font-size:30px;color:#00697d}.logo i{color:#f26419;font-style:normal}\
.on{background:#f26419;color:#fff;padding:3px 10px;border-radius:12px}
#mn{position:sticky;top:0;background:#00697d;padding:0 34px;z-index:4}\
#mn a{display:inline-block;color:#fff;text-decoration:none;padding:11px 13px;font-size:14px}\
.gw{background:#ffd166;text-align:center}
wf-song{display:block;background:#0f2a33;color:#fff;padding:14px 34px}#rm{display:flex;gap:28px;padding:24px 34px}\
.um #rm{flex-direction:row-reverse}.tk{width:820px}.sd{width:364px}h1{margin:0;font-size:34px}\
.u{font-size:13px;color:#567}.blink{color:#d00}
.tg{background:#c9d8dc;padding:4px 12px;font-size:15px}\
.m{display:flex;background:#fff;margin:0 0 12px;border-left:6px solid #00697d}\
.pn{border-color:#f26419;background:#fff6ef}.zt{width:130px;padding:14px;font-size:13px}\
.zt b{display:block;font-size:20px}.zt em{color:#f26419}.al{color:#789}
.tx{padding:12px 18px;flex:1}.tx strong{color:#f26419;font-size:13px;text-transform:uppercase}\
.tx h3{margin:0;font-size:20px}.tx p{margin:6px 0}.tx small{color:#89a}
.hs{background:#dff3e4;padding:10px 24px;margin:0 0 12px;border-radius:18px}.hs i{color:#3a7d44;font-size:12px}\
.hs p{margin:2px 0}.ad{width:820px;border:0;display:block;margin:0 0 12px}\
.mehr{padding:12px 30px;background:#00697d;color:#fff;border:0}
.bx{background:#fff;padding:12px 16px;margin-bottom:16px;font-size:13px}\
.bx h4{margin:0 0 8px;font-size:17px;border-bottom:2px solid #f26419}.sp{border-bottom:1px solid #dde}\
.bx td{padding:2px 8px 2px 0}.bx dl{columns:2}.ft{background:#eaf6f8}
.bl{padding:0 34px;display:flex;flex-wrap:wrap;gap:14px}.bl h4{width:100%;margin:0}\
.bl a{width:292px;height:150px;background-size:cover;display:flex;align-items:end}\
.bl span{background:#000a;color:#fff;width:100%;font-size:13px;padding:6px}
#fs{background:#0f2a33;color:#9bb;margin-top:30px;padding:24px 34px;font-size:13px}\
#fs a{color:#fff;margin-right:20px}.po{position:fixed;right:30px;bottom:30px;width:360px;background:#fff;\
border:3px solid #f26419;padding:18px;z-index:8}"""

_JS = """\
(function(){var j=+document.body.dataset.jetzt;
document.querySelectorAll('.al').forEach(function(x){var m=j-x.dataset.v;\
x.textContent=m<60?'vor '+m+' Min.':m<1440?'vor '+Math.floor(m/60)+' Std.':'vor '+Math.floor(m/1440)+' Tg.'});
document.querySelectorAll('.cd').forEach(function(x){var m=+x.dataset.z;\
x.textContent=Math.floor(m/1440)+' Tage '+Math.floor(m/60)%24+' Std. '+m%60+' Min.'});
customElements.define('wf-song',class extends HTMLElement{connectedCallback(){var s=this.attachShadow({mode:'open'}\
),d=this.dataset,b=document.createElement('div');
b.textContent='Jetzt: '+d.k+' \\u2013 \\u201e'+d.t+'\\u201c   \\u00b7   Gleich: \\u201e'+d.n+'\\u201c';\
s.appendChild(b)}})})();"""

_FIXED = {
    "x/w.css": ("text/css; charset=utf-8", _CSS.encode()),
    "x/w.js": ("text/javascript; charset=utf-8", _JS.encode()),
}


def served_file(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of a file; None where nothing lies."""
    name = path.partition("?")[0].lstrip("/")
    if name in _FIXED:
        return _FIXED[name]
    if name.startswith("w/") and name.endswith(".html"):
        return "text/html; charset=utf-8", _advert(name, hour).encode()
    if name.startswith("cam/") and name.endswith(".svg"):
        return "image/svg+xml", _seascape(name, (330, 200), f"CAM 2  {hour % 24:02d}:00").encode()
    if name.startswith("b/") and name.endswith(".svg"):
        return "image/svg+xml", _seascape(name, (560, 220), "").encode()
    return None


def _advert(name: str, hour: int) -> str:
    dice = chance("anzeige", name, hour)
    firm, offer, ground = dice.choice(ADVERTS)
    return (
        '<!DOCTYPE html><html lang="de"><meta charset="utf-8"><title>Anzeige</title>'
        f'<body style="margin:0;background:{ground};color:#fff;font:20px Arial"><p style="margin:12px 30px">'
        f"<b>{firm}</b> – {offer}, ab {dice.randint(9, 999)} Euro</p></body></html>"
    )


def _seascape(name: str, size: tuple[int, int], caption: str) -> str:
    dice = chance("bild", name)
    width, height = size
    hue = dice.randrange(180, 240)
    sky = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" '
        f'fill="hsl({hue},{dice.randint(15, 60)}%,{dice.randint(45, 80)}%)"/>'
    )
    text = f'<text x="10" y="20" font-family="monospace" font-size="14" fill="#fff">{escape(caption)}</text></svg>'
    return "".join([sky, *_waves(dice, size, hue), *_boats(dice, size), text])


def _waves(dice: Random, size: tuple[int, int], hue: int) -> Iterator[str]:
    width, height = size
    for wave in range(6):
        y = height * (0.45 + 0.1 * wave)
        yield (
            f'<path d="M0 {y:.0f} C{width * 0.3:.0f} {y - dice.randint(5, 40)} {width * 0.6:.0f} '
            f'{y + dice.randint(5, 40)} {width} {y:.0f} V{height} H0Z" '
            f'fill="hsl({hue + dice.randint(-30, 30)},50%,{50 - 6 * wave}%)"/>'
        )


def _boats(dice: Random, size: tuple[int, int]) -> Iterator[str]:
    width, height = size
    for _ in range(dice.randint(2, 5)):
        x, y = dice.randrange(width), dice.randrange(int(height * 0.4), int(height * 0.8))
        yield f'<path d="M{x} {y}h{dice.randint(30, 90)}l-12 16h-50z" fill="hsl({dice.randrange(360)},60%,40%)"/>'
