"""The front page of a Korean web magazine about places, food, books and crafts."""

import hashlib
import html
from datetime import datetime

from benchmarks.served_sites.hill_pictures import landscape, poster
from benchmarks.served_sites.motungi_magazine_news import DAYS, STARTS_AT, Shown, moment, state, truth_of
from benchmarks.served_sites.motungi_magazine_noise import (
    Classes,
    advert,
    archive,
    billboard,
    comments,
    dice,
    for_you,
    header,
    meetings,
    most_read,
    poll,
    reader_photo,
    ribbon,
    sponsored,
)

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "motungi_magazine"
WHAT = (
    "A Korean web magazine's front page: news is an article of the magazine that appears for the "
    "first time (at the top or among the newest nine), or one whose headline and "
    "summary are rewritten, its picture kept; sponsored cards among the articles, archive picks, "
    "most read (which repeat the articles' titles), comments, poll, seats left, reader photos, "
    "order and columns of the grid, new class names and a changing billboard are not; a picture "
    "alone, an article moved to the top, bylines and typing errors are left out."
)
E = html.escape
DEPLOYS = [0, 61, 140, 201]
"""At these visits the class names are made anew; at the third the side column changes side."""
COLUMNS = [
    ("월요일의 부엌", "장보기 목록 뒤에 적어 둔 짧은 생각을 나눕니다.", "글 문선영"),
    ("창밖의 도시", "건축가가 매일 보는 건물 하나를 골라 이야기합니다.", "글 정하윤"),
    ("느린 우편", "독자가 보낸 손 편지에 편집부가 답합니다.", "글 편집부"),
    ("소리 산책", "이어폰을 빼고 걷는 십오 분의 기록입니다.", "글 오지훈"),
]

LINES_OF_THE_DAY = [
    "서두르지 않아도 봄은 온다.",
    "길을 잃어야 골목이 보인다.",
    "고쳐 쓰는 물건에는 이야기가 남는다.",
    "듣는 사람이 있어야 노래가 된다.",
    "밥 짓는 냄새는 가장 오래된 시계다.",
]


def release(hour: int) -> int:
    return sum(d <= hour for d in DEPLOYS)


def classes(hour: int) -> Classes:
    number = release(hour)
    return lambda name: "m" + hashlib.md5(f"{number} {name}".encode()).hexdigest()[:6]


def css(hour: int, c: Classes) -> str:
    late = release(hour) >= 3
    columns = {"wide": "1fr 1fr 1fr", "pair": "1fr 1fr"}[look(hour)]
    return f"""*{{box-sizing:border-box}}body{{margin:0;font:16px/1.6 'Noto Sans KR','Noto Sans CJK \
KR',sans-serif;color:#2a2622;background:#fbf9f5}}a{{color:inherit;text-decoration:none}}
.{c("bill")}{{background:#ece7dd;text-align:center}}.{c("bill")} \
iframe{{border:0}}.{c("ribbon")}{{background:#f2d8b8;text-align:center}}
.{c("info")}{{font-size:13px;color:#7a7066;padding:6px 30px;border-bottom:1px solid \
#ddd4c6}}.{c("head")}{{display:flex;align-items:baseline;gap:30px;padding:18px 30px}}
.{c("head")} b{{font-size:34px;letter-spacing:-2px}}.{c("main")}{{width:1160px;margin:0 auto}}
.{c("lead")}{{display:grid;grid-template-columns:640px 1fr;gap:30px;margin:20px 0 30px}}.{c("lead")} \
h1{{font-size:36px;line-height:1.3;margin:8px 0}}
.{c("subs")}{{display:grid;grid-template-columns:1fr \
1fr;gap:30px;margin-bottom:36px}}.{c("sub")}{{display:flex;gap:18px}}.{c("sub")} \
h2{{font-size:21px;margin:4px 0}}
.{c("body")}{{display:flex;gap:40px;flex-direction:{"row-reverse" if late else "row"}}}.{c("left")}\
{{width:830px}}.{c("side")}{{width:290px;font-size:14px}}
.{c("grid")}{{display:grid;grid-template-columns:{columns};gap:26px}}.{c("card")} \
h3{{font-size:18px;line-height:1.4;margin:6px 0}}.{c("card")} p{{margin:4px 0;font-size:15px}}
.{c("card")} img{{border-radius:{12 if late else 2}px;max-width:100%}}i,em,small{{font-style:normal;\
color:#958a7c;font-size:13px}}.{c("tag")}{{color:#b4532a;font-weight:700;font-size:13px}}
.{c("cols")},.{c("olds")}{{display:grid;grid-template-columns:repeat(4,1fr);gap:18px}}.{c("old")} \
b,.{c("old")} span,.{c("old")} img{{display:block}}.{c("old")} span{{color:#958a7c;font-size:13px}}
.{c("col")}{{border-top:3px solid #2a2622;padding-top:8px}}.{c("side")} section{{border-top:1px solid \
#cfc5b5;margin-bottom:26px}}.{c("side")} li p{{margin:2px 0}}
.{c("foot")}{{background:#2a2622;color:#cfc5b5;padding:30px;margin-top:40px;font-size:13px}}"""


def look(hour: int) -> str:
    """The grid is shown to some visitors in two columns: a trial of the layout."""
    return "pair" if dice(hour, "look").random() < 0.15 else "wide"


def ago(a: Shown, hour: int) -> str:
    minutes = int((moment(hour) - a["stamp"]).total_seconds() // 60)
    return (
        f"{minutes}분 전"
        if minutes < 60
        else f"{minutes // 60}시간 전"
        if minutes < 1440
        else f"{minutes // 1440}일 전"
    )


def foot_line(a: Shown, hour: int) -> str:
    rng = dice(hour, f"hearts {a['id']}")
    age = max(1, int((moment(hour) - a["stamp"]).total_seconds() // 3600))
    return (
        f"글 {a['writer']} · <span data-ago>{ago(a, hour)}</span>"
        f" · ♥ {min(age, 90) * (3 + a['id'] % 7) + rng.randrange(3)}"
        f" · 댓글 {min(age, 60) // 3 + a['id'] % 5}"
    )


def card(a: Shown, hour: int, c: Classes) -> str:
    return (
        f'<article class="{c("card")}"><a href="/read/{a["id"]}">'
        f'<img loading="lazy" src="/pic/story-{a["picture"]}.png" width="250" height="150" alt="">'
        f'<span class="{c("tag")}">{a["section"]}</span><h3>{E(a["title"])}</h3></a><p>{E(a["first"])}'
        f" {E(a['second'])}</p><small>{foot_line(a, hour)}</small></article>"
    )


def grid(feed: list[Shown], hour: int, c: Classes) -> str:
    """The newest nine, three sponsored cards set among them; at some visits by liking instead of by date."""
    rng, cards = dice(hour, "grid"), [card(a, hour, c) for a in feed]
    by_liking = rng.random() < 0.12
    if by_liking:
        rng.shuffle(cards)
    for n, place in enumerate(sorted(rng.sample(range(1, 12), 3))):
        cards.insert(place, sponsored(hour, c, n))
    return (
        f'<h2>새 글 <em>{"추천순" if by_liking else "최신순"}</em></h2><div class="{c("grid")}">'
        f"{''.join(cards)}</div>"
    )


def _head(hour: int, c: Classes, clock: datetime) -> str:
    """From the document's start to the ribbon."""
    return f"""<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\
모퉁이 — 천천히 읽는 웹 매거진</title>
<link rel="icon" href="/pic/ad-0.png"><style>{css(hour, c)}</style></head><body data-build="{release(hour)}\
.{dice(hour, "build").getrandbits(24):06x}">
{billboard(hour, c)}<div class="{c("info")}">{header(hour, clock)}</div>
<header class="{c("head")}"><b>모퉁이</b><nav>동네 · 밥상 · 책갈피 · 손일 · 길 · 살림 · 소리 · 사람</nav>\
<small>천천히 읽는 웹 매거진</small></header>{ribbon(hour, c)}
"""


def _side(hour: int, shown: list[Shown]) -> str:
    """The side column's boxes, at some visits shuffled."""
    boxes = [
        ("많이 읽은 글", f"<ol>{most_read(hour, shown)}</ol>"),
        ("당신을 위한 추천", f"<ul>{for_you(hour)}</ul>"),
        (
            "",
            (
                f'<iframe src="/ad/side.html?{dice(hour, "side").randrange(9999)}'
                '" width="290" height="240" title="광고" style="border:0"></iframe>'
            ),
        ),
        ("방금 달린 댓글", f"<ul>{comments(hour, shown)}</ul>"),
        ("모퉁이 투표", poll(hour)),
        ("모임", f"<ul>{meetings(hour)}</ul>"),
        ("독자 사진", reader_photo(hour)),
    ]
    if dice(hour, "boxes").random() < 0.35:
        dice(hour, "boxes order").shuffle(boxes)
    return "".join(f"<section>{f'<h4>{name}</h4>' if name else ''}{body}</section>" for name, body in boxes)


def page(hour: int) -> str:
    c, clock = classes(hour), moment(hour)
    (lead, *subs), feed = state(hour)
    shown = [lead, *subs, *feed]
    second = "".join(
        f'<article class="{c("sub")}"><img src="/pic/story-{a["picture"]}'
        f'.png" width="200" height="140" alt=""><div><span class="{c("tag")}">{a["section"]}</span>'
        f'<h2><a href="/read/{a["id"]}">{E(a["title"])}</a></h2><p>{E(a["first"])} {E(a["second"])}</p>'
        f"<small>{foot_line(a, hour)}</small></div></article>"
        for a in subs
    )
    columns = "".join(
        f'<div class="{c("col")}"><b>{name}</b><p>{text}</p><small>{by}</small></div>'
        for name, text, by in COLUMNS
    )
    return f"""{_head(hour, c, clock)}\
<main class="{c("main")}"><article class="{c("lead")}"><img src="/pic/story-{lead["picture"]}\
.png" width="640" height="400" alt=""><div><span class="{c("tag")}">{lead["section"]} · 머리글</span>
<h1><a href="/read/{lead["id"]}">{E(lead["title"])}</a></h1><p>{E(lead["first"])} {E(lead["second"])}\
 {E(lead["third"])}</p><small>{foot_line(lead, hour)}</small></div></article>
<div class="{c("subs")}">{second}</div>
<div class="{c("body")}"><div class="{c("left")}">{grid(feed, hour, c)}<h2>고정 칼럼</h2>\
<div class="{c("cols")}">{columns}</div>
<h2>지난 글 다시 읽기</h2><div class="{c("olds")}">{archive(hour, c)}</div></div>
<aside class="{c("side")}"><section><h4>오늘의 한 줄</h4><p>\
“{dice(hour, "quote").choice(LINES_OF_THE_DAY)}”</p></section>\
{_side(hour, shown)}</aside></div></main>
<footer class="{c("foot")}">모퉁이 매거진 · 서울 마포구 · 발행인 김나루 · 이 페이지를 보고 있는 사람 \
{dice(hour, "live").randrange(40, 900)}명<br>© {clock.year} 글과 사진의 무단 전재를 금합니다.</footer>
<script>document.querySelectorAll('[data-ago]').forEach(function(e){{if(/분 \
전$/.test(e.textContent)&&!/시간/.test(e.textContent)){{var n=document.createElement('strong');\
n.textContent=' NEW';e.appendChild(n)}}}});</script>
</body></html>"""


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    path = path.split("?", maxsplit=1)[0]
    name = path.rsplit("/", 1)[-1].removesuffix(".png")
    if path.startswith("/pic/") and path.endswith(".png"):
        is_sold = name.startswith("ad")
        return "image/png", poster(name, 250, 150) if is_sold else landscape(
            f"motungi picture {name}", 320, 200
        )
    if path.startswith("/ad/") and path.endswith(".html"):
        return "text/html; charset=utf-8", advert(path, hour).encode()
    return None


def truth(hour: int) -> str:
    return truth_of(hour)
