"""A Turkish small-town paper in tables and floats, whose local stories stand among a great deal of noise."""

import random
from datetime import timedelta
from html import escape

from benchmarks.served_sites.gokcekiyi_durum import DAYS, OZETLI, STARTS_AT, Haber, haberler, serit, truth
from benchmarks.served_sites.gokcekiyi_havuz import REKLAM
from benchmarks.served_sites.gokcekiyi_resim import kapak, manzara, yuz
from benchmarks.served_sites.gokcekiyi_yan import alt, yan

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "gokcekiyi"
WHAT = (
    "A Turkish small-town paper in tables and floats with generated class names: the big headline "
    "slide shows any of the eight newest stories "
    "at each visit, a top advertisement pushes everything by 0 to 190 px, and rates, prayer times, "
    "horoscopes, sponsored links, most read, comments "
    "and small ads outweigh the news; news is a local story newly published or rewritten in the list "
    "of stories. The red strip and the slide only "
    "repeat listed stories. Corrected slips, bylines, exchanged pictures and new columns are left out."
)
AY = {11: "Kasım", 12: "Aralık"}
MENU = (
    "ANA SAYFA",
    "BELEDİYE",
    "ASAYİŞ",
    "EKONOMİ",
    "SPOR",
    "EĞİTİM",
    "SAĞLIK",
    "KÜLTÜR",
    "TARIM",
    "YAŞAM",
    "YAZARLAR",
    "İLANLAR",
)
KUR = (
    ("Dolar", 42.1, 0.2),
    ("Euro", 48.6, 0.3),
    ("Gram altın", 5480, 60),
    ("BIST", 10970, 150),
)
GUN = ["Pazartesi", "Salı", "Çarşamba", "Perşembe", "Cuma", "Cumartesi", "Pazar"]
CSS = """
body{margin:0;background:#e9e9e9;font:14px/1.45 \
Arial,Helvetica,sans-serif;color:#222}a{color:#1a1a1a;text-decoration:none}img{border:0;display:block}
table{border-collapse:collapse}td{vertical-align:top;padding:0}h1,h2,h3,p{margin:0}.@a{width:1100px;\
margin:0 auto;background:#fff;padding:0 10px}
.@b{background:#222;color:#ddd;font-size:12px;height:30px;line-height:30px;padding:0 10px}.@b \
span{margin-right:22px}.@c{background:#c00d0d;color:#fff;padding:0 8px}.@c \
a{color:#fff;font-weight:bold;display:inline-block;padding:12px 11px;font-size:13px}
.@d{background:#ffdd00;border:3px solid #c00d0d;padding:14px;font-size:21px;font-weight:bold}.@d \
b{color:#c00d0d;margin-right:12px}.@e{position:relative;width:720px;height:420px;overflow:hidden;\
background:#000}
.@e img{width:720px;height:370px;object-fit:cover}.@e \
h1{position:absolute;left:0;right:0;bottom:50px;background:rgba(0,0,0,.65);color:#fff;padding:14px \
18px;font-size:30px}.@e div{height:50px;display:flex}.@e div \
a{flex:1;color:#fff;text-align:center;line-height:50px;border-right:1px solid #444}
.@e div a.on{background:#c00d0d}.@f{float:left;width:350px;margin:0 20px 20px 0;min-height:395px}.@f \
img{width:350px;height:190px;object-fit:cover}.@f h2{font-size:19px;line-height:1.25;margin:6px 0}.@f \
i{font-size:11px;color:#c00d0d;font-style:normal;font-weight:bold}.@f small{color:#888}
.@g{font-size:16px;background:#222;color:#fff;padding:7px 12px;margin:0 0 \
12px;clear:both}.@h{width:340px;padding-left:20px}.@i{border:1px solid #ddd;margin-bottom:18px}.@i \
h3{background:#f3f3f3;border-bottom:2px solid #c00d0d;padding:7px 10px;font-size:14px}.@i div,.@i \
li{padding:6px 10px;border-bottom:1px solid #eee;list-style:none;font-size:13px}.@i ul{margin:0;padding:0}
.@j td{padding:5px 9px;border:1px solid #eee;font-size:13px}.@k{float:left;width:225px;margin:0 13px 16px \
0}.@k img{width:225px;height:130px;object-fit:cover}.@l{float:left;width:265px;height:66px;margin:0 8px 8px \
0;font-size:12px;border:1px dashed #ccc;padding:7px;box-sizing:border-box}.clear{clear:both}iframe{border:0;\
display:block}
"""


def _siniflar(hour: int) -> dict[str, str]:
    """Class names of the build; a new build comes every 31 hours."""
    rng = random.Random(f"build-{hour // 31}")
    return {
        letter: "x" + "".join(rng.choices("abcdefghijkmnpqrstuvwxyz0123456789", k=6))
        for letter in "abcdefghijkl"
    }


def _once(gap: int) -> str:
    return "az önce" if gap < 1 else f"{gap} saat önce" if gap < 24 else f"{gap // 24} gün önce"


def _manset(hour: int, stories: list[Haber]) -> str:
    place = random.Random(f"manset-{hour}").randrange(8)
    story = stories[place]
    tabs = "".join(
        f'<a href="#" class="{"on" if number == place else "off"}">{number + 1}</a>' for number in range(8)
    )
    return (
        f'<div class="@e"><img src="/foto/{story["picture"]}.png" alt=""><h1>'
        f"{escape(story['shown_title'], quote=False)}</h1><div>{tabs}</div></div>"
    )


def _haberler(hour: int, stories: list[Haber]) -> str:
    out: list[str] = []
    rng = random.Random(f"okunma-{hour}")
    for story in stories[:OZETLI]:
        gap = hour - story["at"]
        seen = 60 + gap * (40 + story["index"] % 30) + rng.randint(0, 30)
        out.append(
            f'<div class="@f"><a href="/haber/{story["index"]}"><img src="/foto/{story["picture"]}'
            f'.png" alt="" loading="lazy"></a><i>{story["section"]}</i><h2><a href="/haber/{story["index"]}">'
            f"{escape(story['shown_title'], quote=False)}</a></h2>"
            f"<p>{escape(story['shown'], quote=False)}</p><small>{story['author']} · {_once(gap)} · {seen}"
            f" okunma · {(gap + story['index']) // 3 + rng.randint(0, 1)} yorum</small></div>"
        )
    return "".join(out)


def _ust(hour: int, banner: str) -> str:
    """The page from its start to its name, with rates and weather as of now."""
    when, live = STARTS_AT + timedelta(hours=hour), random.Random(f"kur-{hour}")
    rates = "".join(
        f"<span>{name} {value + live.uniform(-swing, swing):.2f} {live.choice('▲▼')}</span>".replace(".", ",")
        for name, value, swing in KUR
    )
    weather = f"{live.choice(['Açık', 'Parçalı bulutlu', 'Yağmurlu', 'Rüzgârlı'])} {live.randint(8, 21)}°C"
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" \
"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang="tr"><head><meta charset="utf-8"><title>Gökçekıyı Postası - İlçenin gazetesi</title>\
<style type="text/css">{CSS}</style></head>
<body bgcolor="#e9e9e9">{banner}<div class="@a">
<div class="@b"><span>{when.day} {AY[when.month]} {when.year} {GUN[when.weekday()]} <i id="saat">\
{when:%H:%M}</i></span>{rates}<span>Gökçekıyı: {weather}</span><span>Şu an {live.randint(15, 640)} okur\
</span></div>
<table width="1100"><tr><td style="padding:16px 0"><svg width="420" height="60" viewBox="0 0 420 60">\
<rect width="8" height="60" fill="#c00d0d"></rect>\
<text x="20" y="43" font-family="Georgia" font-size="38" font-weight="bold">Gökçekıyı Postası</text></svg>\
</td><td align="right" style="padding:20px 0;color:#777">Kuruluş: 1958 · Yıl 67 · Sayı {20110 + hour // 24}\
</td></tr></table>
"""


def _adlandir(html: str, hour: int) -> str:
    """With the build's class names in place of the letters."""
    for letter, name in _siniflar(hour).items():
        html = (
            html.replace(f'class="@{letter}"', f'class="{name}"')
            .replace(f"class=@{letter}>", f'class="{name}">')
            .replace(f".@{letter}", f".{name}")
        )
    return html


def page(hour: int) -> str:
    """The front page as served in this hour."""
    rng = random.Random(f"sayfa-{hour}")
    stories = haberler(hour)
    top = rng.choice([0, 90, 90, 120, 150, 190])
    banner = (
        f'<center><iframe src="/reklam/{hour}-ust.html" width="970" height="{top}"></iframe></center>'
        if top
        else ""
    )
    strip = serit(hour)
    strip = f'<div class="@d"><b>SON DAKİKA</b>{escape(strip, quote=False)}</div>' if strip else ""
    rest = "".join(
        (
            f'<li><a href="/haber/{story["index"]}">{escape(story["shown_title"], quote=False)}</a> <small>'
            f"{_once(hour - story['at'])}</small></li>"
        )
        for story in stories[OZETLI:]
    )
    left, bottom = alt(hour)
    menu = "".join(f'<a href="#">{name}</a>' for name in MENU)
    mid = (
        f'<iframe src="/reklam/{hour}-orta.html" width="720" height="{rng.choice([90, 90, 140, 200])}'
        '" style="margin:14px 0"></iframe>'
    )
    html = f"""{_ust(hour, banner)}\
<div class="@c">{menu}</div>{strip}
<table width="1100" style="margin-top:14px"><tr><td width="740">{_manset(hour, stories)}{mid}<h2 class="@g">\
Son haberler</h2>{_haberler(hour, stories)}
<h2 class="@g">Diğer haberler</h2><ul>{rest}</ul>{left}</td><td class="@h">{yan(hour, stories)}</td></tr>\
</table>
{bottom}<div class="@b">© Gökçekıyı Postası · Künye · İletişim · Gizlilik · Sürüm {hour // 31 + 118}\
 · {rng.randint(20, 300)} ms</div></div>
<script>document.querySelectorAll('iframe').forEach(function(f){{f.setAttribute('scrolling','no')}});\
document.getElementById('saat').title='Türkiye saati';</script></body></html>"""
    return _adlandir(html, hour)


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    parts = path.split("?", maxsplit=1)[0].strip("/").split("/")
    if len(parts) != 2:
        return None
    key = parts[1].rsplit(".", 1)[0]
    if parts[0] == "reklam":
        name, text, colour = random.Random(f"reklam-{key}").choice(REKLAM)
        return "text/html", (
            f'<!DOCTYPE html><html lang="tr"><meta charset="utf-8"><body style="margin:0;background:{colour};'
            'color:#fff;font:16px Arial;padding:10px 20px">'
            f"<small>Reklam</small><h2 style='margin:2px 0'>{name}</h2><p style='margin:0'>{text}</p></body>"
            "</html>"
        ).encode()
    if not key.isdigit():
        return None
    maker = {"foto": manzara, "yuz": yuz, "kapak": kapak}.get(parts[0])
    return ("image/png", maker(int(key))) if maker else None
