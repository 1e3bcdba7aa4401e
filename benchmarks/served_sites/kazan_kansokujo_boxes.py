"""The boxes in the side columns of the volcano institute's page, and the small print around the bulletin."""

import random

from benchmarks.served_sites.kazan_kansokujo_bulletins import ACTIVITY, clock
from benchmarks.served_sites.kazan_kansokujo_trivia import (
    BOOKS,
    LOG_ENTRIES,
    PAGES,
    PHOTOGRAPHS,
    QUESTIONS,
    SKIES,
    STATIONS,
    TERMS,
    TRIVIA,
    YEARS,
)

_NOTICES = (
    "ただいまアクセスが集中しており、図の表示に時間がかかることがあります。",
    "サーバの保守を深夜に行います。その間は画像が更新されません。",
    "文字の大きさは右上のボタンで変えられます。",
)
_APPEALS = ("メールマガジン「山の便り」", "ご寄付のお願い", "閲覧者調査にご協力ください")
_APPEALS_SAY = (
    "観測網の維持のため、ご支援をお願いします。",
    "月に一度、行事の案内をお届けします。",
    "所要時間は約二分です。",
)


def box(title: str, inner: str, colour: str = "#dfe6d5") -> str:
    return (
        '<table width="100%" border="0" cellspacing="0" cellpadding="6" class="hako">'
        f'<tr><td bgcolor="{colour}"><b>{title}</b></td></tr>'
        f'<tr><td bgcolor="#ffffff">{inner}</td></tr></table>'
    )


def first_column(hour: int, chance: random.Random) -> str:
    now = clock(hour)
    question, answer = chance.choice(QUESTIONS)
    read = chance.sample(PAGES, 5)
    degrees = 9 + 6 * (8 < now.hour < 17) + hour % 4
    weather = (
        f"{chance.choice(SKIES)} 気温 {degrees} 度<br>"
        f"湿度 {chance.randint(55, 98)} % 気圧 {chance.randint(806, 818)} hPa"
    )
    camera = (
        f'<img src="/camera.png?h={hour}" width="160" height="100" alt="ライブカメラ"><br>'
        f'<font size="2">北原村から {now.hour}時{chance.randint(0, 3):02d}分の画像</font>'
    )
    trivia = chance.choice(TRIVIA)
    ranked = "".join(f"<li>{page} <font size='1'>{chance.randint(80, 900)}</font></li>" for page in read)
    banner = (
        '<iframe src="/banner/hidari.html" width="184" height="120" frameborder="0" '
        'title="協賛広告"></iframe>'
    )
    poll = (
        "<p>避難の持ち物は準備していますか</p>"
        f"はい {1210 + hour * 3 + chance.randint(0, 2)} 票<br>"
        f"いいえ {640 + hour} 票<br>これから {388 + hour // 2} 票"
    )
    return "".join(
        [
            box("山頂の天気", weather),
            box("ライブカメラ", camera),
            box("火山豆知識", trivia, "#efe3c9"),
            box("よく読まれているページ", f"<ol>{ranked}</ol>"),
            box("質問箱から", f"<b>問</b> {question}<br><b>答</b> {answer}"),
            box("協賛", banner),
            box("アンケート", poll),
        ]
    )


def second_column(hour: int, chance: random.Random) -> str:
    now = clock(hour)
    term, meaning = chance.choice(TERMS)
    year, event = YEARS[now.toordinal() % len(YEARS)]
    number = chance.randrange(len(PHOTOGRAPHS))
    photograph = (
        f'<img src="/album/{number}.png" width="96" height="72" alt="" loading="lazy"><br>'
        f'<font size="2">{PHOTOGRAPHS[number]}</font>'
    )
    title, author = BOOKS[(hour // 7) % len(BOOKS)]
    figures = (
        f"公開ページ数 {3812 + hour // 11}<br>"
        f"今日の閲覧 {now.hour * 211 + chance.randint(20, 160):,}<br>"
        f"累計 {4820117 + hour * 187 + chance.randint(0, 90):,}<br>"
        f"現在の閲覧者 {chance.randint(8, 240)} 人"
    )
    sun_and_moon = (
        f"日の出 4時{24 + now.day % 3}分 日の入 19時{3 + now.day % 4:02d}分<br>"
        f"月齢 {(now.day + 3.4) % 29.5:.1f}"
    )
    return "".join(
        [
            box("この日の火山史", f"{now.month}月{now.day}日ごろ、{year}年には{event}。", "#d9e3ee"),
            box("今日の用語", f"<b>{term}</b><br>{meaning}"),
            box("写真館", photograph),
            box("最近の編集", f"<ul>{_log(hour)}</ul>"),
            box("図書室の新着", f"『{title}』<br>{author} 著"),
            box("数字で見る当サイト", figures),
            box("日の出と月", sun_and_moon),
        ]
    )


def _log(hour: int) -> str:
    """What the site's own machinery did in the last five hours."""
    entries = []
    for past in range(hour, hour - 5, -1):
        chance = random.Random(f"log{past}")
        minute = chance.randint(0, 4) if past == hour else chance.randint(0, 59)
        entry = chance.choice(LOG_ENTRIES).format(station=chance.choice(STATIONS))
        entries.append(f"<li>{clock(past).hour}時{minute:02d}分 {entry}</li>")
    return "".join(entries)


def station_table(hour: int, chance: random.Random) -> str:
    stations = chance.sample(STATIONS, len(STATIONS)) if chance.random() < 0.15 else STATIONS
    rows = []
    for station in stations:
        state, *values = "点検中", "-", "-", "-"
        if random.Random(f"{station}{hour // 5}").random() >= 0.06:
            voltage, delay = chance.uniform(12.1, 13.4), chance.randint(3, 60)
            amplitude = ACTIVITY[hour].amplitude * chance.uniform(0.4, 1.5)
            state, values = "正常", [f"{voltage:.2f}", str(delay), f"{amplitude:.1f}"]
        cells = "".join(f'<td align="right">{value}</td>' for value in values)
        rows.append(f"<tr><td>{station}</td><td>{state}</td>{cells}</tr>")
    return (
        '<table width="100%" border="1" cellspacing="0" cellpadding="3" class="hyo"><tr bgcolor="#eeeeee">'
        "<th>観測点</th><th>状態</th><th>電圧</th><th>遅延(秒)</th><th>振幅</th></tr>"
        f"{''.join(rows)}</table>"
    )


def notice(chance: random.Random) -> str:
    if chance.random() >= 0.12:
        return ""
    return (
        '<tr><td colspan="3" bgcolor="#eeeecc" align="center"><font size="2">'
        f"{chance.choice(_NOTICES)}</font></td></tr>"
    )


def appeal(chance: random.Random) -> str:
    """What covers a corner of the page now and then."""
    if chance.random() >= 0.15:
        return ""
    return (
        f'<div class="pop"><b>{chance.choice(_APPEALS)}</b><p>{chance.choice(_APPEALS_SAY)}</p>'
        '<a href="#">閉じる</a></div>'
    )
