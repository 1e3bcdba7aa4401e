"""A Japanese volcano institute's page laid out in nested tables, whose news is what its duty staff write.

Hard is that the short bulletin stands between charts drawn anew each hour, station tables, a live camera and trivia.
"""

import random
from datetime import timedelta

from benchmarks.served_sites import kazan_kansokujo_boxes as boxes
from benchmarks.served_sites import kazan_kansokujo_charts as charts
from benchmarks.served_sites.kazan_kansokujo_bulletins import (
    ACTIVITY,
    DAYS,
    STARTS_AT,
    STATES,
    Bulletin,
    clock,
    verdict,
)
from benchmarks.served_sites.kazan_kansokujo_trivia import ADVERTISEMENTS, PAGES
from benchmarks.served_sites.kazan_kansokujo_words import COMMENTARIES

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "kazan_kansokujo"
WHAT = (
    "Japanese volcano institute (nested tables): hourly redrawn SVG charts, station tables and trivia around a short "
    "bulletin; its news is what the duty staff write: a new bulletin, an addendum to it, the alert level, or a new "
    "signed commentary (automatic data are not news; wrong-character fixes are left out)"
)
_DOCTYPE = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">'
)
_STYLE = """\
#soto{background:#f5f5ee;margin:0 auto}.hako{margin-bottom:12px;border:1px solid #9a9;font-size:13px}\
.joho{border-color:#b60;background:#fff;margin-bottom:16px}h1{margin:4px 0;font-size:26px}
h2{margin:6px 0;font-size:22px}h3{margin:8px 0 2px;font-size:15px;color:#543}p{margin:4px 0 8px}\
ol,ul{margin:0;padding-left:20px}.ts{background:#ffeaea}.hyo{font-size:12px}
.lv{padding:8px 14px;font-weight:bold;border:2px solid #333}.pop{position:fixed;right:30px;top:140px;\
width:260px;background:#fff;border:3px double #363;padding:14px}"""
_SCRIPT = """\
var a=document.getElementsByTagName('a');for(var i=0;i<a.length;i++){a[i].title=a[i].innerHTML;}"""
_WEEKDAYS = "月火水木金土日"
_KINDS = {
    "regular": "火山活動解説",
    "raised": "噴火警戒レベルに関する発表",
    "lowered": "噴火警戒レベルに関する発表",
    "survey": "現地調査速報",
}
_LEVELS = {2: ("火口周辺規制", "#f2e700"), 3: ("入山規制", "#ffaa00")}


def truth(hour: int) -> str:
    """What a reader would say of the change into the next hour."""
    return verdict(hour)


def page(hour: int) -> str:
    """The page as served in this hour."""
    chance = random.Random(f"kz{hour}")
    left, right = boxes.first_column(hour, chance), boxes.second_column(hour, chance)
    if 100 <= hour < 130 or hour >= 211:
        left, right = right, left
    notice = boxes.notice(chance)
    banner = _banner() if chance.random() < 0.55 else ""
    width, letters = (210, "14px") if chance.random() < 0.9 else (190, "15px")
    appeal = boxes.appeal(chance)
    now = _moment(hour, chance.randint(0, 3))
    visitors = f"あなたは {918220 + hour * 41 + chance.randint(0, 20):,} 人目の訪問者です"
    stations = boxes.station_table(hour, chance)
    seconds = f"このページは {chance.uniform(0.02, 0.4):.3f} 秒で作成されました"
    return "\n".join(
        [
            *_head(letters),
            '<table id="soto" width="1160" border="0" cellspacing="0" cellpadding="8"><tr>'
            '<td colspan="3" bgcolor="#3b4a3f"><table width="100%" border="0"><tr><td>'
            '<font color="#ffffff"><h1>鳴神火山研究所</h1></font></td>',
            f'<td align="right"><font color="#dddddd" size="2">現在の時刻 {now}<br>{visitors}</font></td>'
            "</tr></table></td></tr>",
            f'<tr><td colspan="3" bgcolor="#dfe6d5"><font size="2">{_menu(hour)}</font></td></tr>'
            f"{notice}{banner}",
            f'<tr><td width="{width}" valign="top">{left}</td><td valign="top">',
            *_middle(hour),
            f"{boxes.box('これまでの発表', f'<ul>{_earlier(hour)}</ul>')}"
            f"{boxes.box('観測点の稼働状況', stations)}</td>",
            f'<td width="{width}" valign="top">{right}</td></tr>',
            '<tr><td colspan="3" bgcolor="#3b4a3f" align="center"><font color="#ffffff" size="2">鳴神火山研究所 '
            f"沢渡町大字黒岩 1-1 {seconds}</font></td></tr></table>{appeal}",
            f'<script type="text/javascript">{_SCRIPT}</script></body></html>',
        ]
    )


def _head(letters: str) -> list[str]:
    return [
        _DOCTYPE,
        '<html lang="ja"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">'
        "<title>鳴神火山研究所 火山活動の情報</title>",
        '<style type="text/css">body{margin:0;background:#c9cfc2;font-family:"Noto Sans CJK JP",'
        f'"Hiragino Sans","MS PGothic",sans-serif;font-size:{letters};line-height:1.6}}',
        f"{_STYLE}</style></head><body>",
    ]


def _banner() -> str:
    return (
        '<tr><td colspan="3" align="center"><iframe src="/banner/ue.html" width="728" height="90" '
        'frameborder="0" title="広告"></iframe></td></tr>'
    )


def _menu(hour: int) -> str:
    shown = PAGES[:7] if hour < 150 else PAGES[2:9]
    return " | ".join(f'<a href="/m{place}">{name}</a>' for place, name in enumerate(shown))


def _moment(hour: int, minutes: int = 0) -> str:
    time = clock(hour) + timedelta(minutes=minutes)
    weekday = _WEEKDAYS[time.weekday()]
    return f"令和7年{time.month}月{time.day}日({weekday}) {time.hour}時{time.minute:02d}分"


def _middle(hour: int) -> list[str]:
    """The alert level, the current bulletin, the commentary, the charts."""
    state = STATES[hour]
    bulletin, commentary = state.bulletins[-1], COMMENTARIES[state.commentary]
    rule, colour = _LEVELS[bulletin.level]
    paragraphs = "".join(f"<p>{paragraph}</p>" for paragraph in commentary.paragraphs)
    return [
        f'<p><span class="lv" style="background:{colour}">鳴神岳 噴火警戒レベル {bulletin.level}({rule})</span>'
        f"</p>{_bulletin(bulletin, hour)}",
        '<table width="100%" border="0" cellpadding="10" class="joho"><tr><td bgcolor="#e2ecf6">'
        f'<font size="2">研究員の解説</font><h2>{commentary.title}</h2></td></tr><tr><td>{paragraphs}'
        f'<p align="right"><font size="2">{commentary.author}</font></p></td></tr></table>',
        boxes.box("観測データ(自動更新)", f'<table border="0" cellpadding="4">{_charts(hour)}</table>'),
    ]


def _bulletin(bulletin: Bulletin, hour: int) -> str:
    """The current bulletin with its addenda."""
    kind = _KINDS.get(bulletin.kind, "臨時解説")
    issued = _moment(bulletin.hour - 1, 36 + 5 * bulletin.place)
    age = f"発表から約{hour - bulletin.hour}時間" if hour > bulletin.hour else "新着"
    addenda = "".join(
        f'<tr><td class="ts"><b>【追記】</b>{_moment(addendum.hour - 1, 40 + 4 * addendum.place)}'
        f"<p>{addendum.words}</p></td></tr>"
        for addendum in bulletin.addenda
    )
    return "\n".join(
        [
            '<table width="100%" border="1" cellspacing="0" cellpadding="10" class="joho" id="genko"><tr>'
            '<td bgcolor="#fff3d8">',
            f'<font size="2">{kind} 第{bulletin.number}号 {issued}発表 <font color="#777777">({age})</font></font>',
            f"<h2>{bulletin.headline}</h2></td></tr><tr><td><h3>1. 活動の概況</h3>"
            f"<p>{bulletin.words(bulletin.overview)}</p><h3>2. 観測の状況</h3>"
            f"<p>{bulletin.words(bulletin.data)}</p>",
            f"<h3>3. 見通しと防災上の注意</h3><p>{bulletin.words(bulletin.outlook)}</p>"
            f'<p>{bulletin.following}</p><p align="right"><font size="2">当番解析官 {bulletin.officer}</font></p>'
            f"</td></tr>{addenda}</table>",
        ]
    )


def _charts(hour: int) -> str:
    now = ACTIVITY[hour]
    quakes = sum(ACTIVITY[past].quakes for past in range(hour - 23, hour + 1))
    wind, plume = charts.wind_chart(hour)
    shown = (
        (
            "振動の振幅(黒岩、24時間)",
            charts.amplitude_chart(hour),
            f"最新値 {now.amplitude} マイクロメートル毎秒",
        ),
        (
            "火山性地震の回数(自動検知)",
            charts.quake_chart(hour),
            f"過去24時間 {quakes} 回、直近1時間 {now.quakes} 回",
        ),
        (
            "基線長(松ヶ丘と大曲)",
            charts.baseline_chart(hour),
            f"解析 {clock(hour).hour // 6 * 6}時",
        ),
        ("上空の風", wind, f"噴煙の高さ(自動推定) {plume} メートル"),
    )
    cells = [
        f'<td valign="top"><font size="2"><b>{title}</b></font><br>{chart}<br>'
        f'<font size="2">{caption}</font></td>'
        for title, chart, caption in shown
    ]
    return f"<tr>{cells[0]}{cells[1]}</tr><tr>{cells[2]}{cells[3]}</tr>"


def _earlier(hour: int) -> str:
    entries = []
    for bulletin in reversed(STATES[hour].bulletins[:-1]):
        day = clock(bulletin.hour - 1)
        link = f'<a href="/joho/{bulletin.number}">{bulletin.headline}</a>'
        entries.append(f"<li>第{bulletin.number}号 {day.month}月{day.day}日 {link}</li>")
    return "".join(entries)


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """Everything else that the page names."""
    name = path.partition("?")[0]
    if name == "/camera.png":
        return "image/png", charts.camera(hour)
    if name.startswith("/album/") and name.endswith(".png"):
        return "image/png", charts.album_photograph(name[7:-4])
    if name in ("/banner/ue.html", "/banner/hidari.html"):
        who, what, colour = random.Random(f"{name}{hour}").choice(ADVERTISEMENTS)
        return "text/html; charset=utf-8", (
            f'<!DOCTYPE html><html lang="ja"><body style="margin:0;padding:10px;background:{colour};color:#fff;'
            f'font-size:15px"><b>{who}</b><br>{what}</body></html>'
        ).encode()
    return None
