"""What moves on the magazine's front page without being an article of it."""

import html
from collections.abc import Callable
from datetime import datetime
from random import Random

from benchmarks.served_sites.motungi_magazine_news import Shown

E = html.escape
Classes = Callable[[str], str]
"""From a name to the class name that the present build gives it."""
OLD_THINGS = [
    "겨울 바다",
    "골목 목욕탕",
    "동네 빵집",
    "버려진 화분",
    "기차역 가락국수",
    "시장 구두방",
    "오래된 극장",
    "마지막 필름",
    "손 편지",
    "섬마을 분교",
    "도시 양봉",
    "심야 식당",
    "한옥 마루",
    "봄나물",
    "재봉틀",
    "흑백 사진관",
]
OLD_SHAPES = [
    "{t}, 그 뒤의 이야기",
    "우리가 사랑한 {t}",
    "{t}에 관한 짧은 기록",
    "다시 찾은 {t}",
    "{t}의 사계절",
    "누가 {t} 곁에 남았나",
    "{t}, 백 명에게 묻다",
    "숫자로 보는 {t}",
]
NICKS = [
    "봄비",
    "달밤산책",
    "콩나물",
    "느린우체통",
    "초록대문",
    "보리차",
    "고양이발",
    "서쪽창",
    "책벌레",
    "연필한자루",
    "다락방",
    "파란자전거",
    "은행나무",
    "수요일",
]
OPENERS = [
    "잘 읽었습니다.",
    "눈물이 났어요.",
    "저도 그 근처에 살아요.",
    "처음 알았네요.",
    "오랜만에 좋은 글입니다.",
    "사진이 참 좋아요.",
    "어릴 때 생각이 납니다.",
    "조금 다르게 봅니다.",
]
BODIES = [
    "주말에 부모님 모시고 가 보려고요.",
    "다음 편도 기다리겠습니다.",
    "저희 동네도 취재해 주세요.",
    "요즘 이런 이야기가 필요했어요.",
    "주차할 곳이 마땅치 않은 점은 아쉽습니다.",
    "할머니가 해 주시던 그대로네요.",
    "가격 정보도 있으면 좋겠어요.",
    "친구에게 바로 보냈습니다.",
    "종이로도 보고 싶습니다.",
    "작년에 갔을 때와 많이 달라졌더라고요.",
]
QUOTES = [
    "서두르지 않아도 봄은 온다.",
    "좋은 문장은 잘 닦은 창과 같다.",
    "길을 잃어야 골목이 보인다.",
    "밥 짓는 냄새는 가장 오래된 시계다.",
    "고쳐 쓰는 물건에는 이야기가 남는다.",
    "듣는 사람이 있어야 노래가 된다.",
    "손은 머리보다 천천히 잊는다.",
]
BRANDS = [
    "온새미 침구",
    "두레찻집",
    "하루목공",
    "바람결 자전거",
    "소반 그릇",
    "푸른들 생협",
    "늘봄 안경",
    "모래내 커피",
]
PITCHES = [
    "첫 구매 {n}% 할인",
    "편안한 밤을 위한 선택, 후기 {m}건",
    "이번 주까지 무료 배송",
    "장인이 만든 생활의 기본, {w}원부터",
    "봄맞이 체험단 {n}명 모집",
    "정기 구독하면 한 달 더",
]
POLL = "이번 주말에 가장 하고 싶은 일은?"
CHOICES = ["동네 산책", "밀린 잠", "책 읽기", "장보기와 요리"]
MEETINGS = [
    ("봄밤 낭독 모임", "4월 26일 저녁 7시, 연희동"),
    ("골목 사진 산책", "5월 3일 오전 10시, 배다리"),
    ("나무 숟가락 깎기", "5월 10일 오후 2시, 성수동"),
    ("편집부와 차 한 잔", "5월 14일 오후 4시, 망원동"),
]
SKIES = ["맑음", "구름 조금", "흐림", "약한 비", "안개", "바람 강함"]


def dice(hour: int, what: str) -> Random:
    return Random(f"motungi {what} {hour}")


def old_title(n: int) -> str:
    return OLD_SHAPES[n // len(OLD_THINGS) % len(OLD_SHAPES)].format(t=OLD_THINGS[n % len(OLD_THINGS)])


def pitch(rng: Random) -> str:
    return rng.choice(PITCHES).format(
        n=rng.randrange(5, 40),
        m=f"{rng.randrange(300, 9000):,}",
        w=f"{rng.randrange(9, 90)},{rng.choice(['000', '500', '900'])}",
    )


def billboard(hour: int, c: Classes) -> str:
    """An advertisement over the page whose height is seldom the same twice."""
    height = dice(hour, "billboard").choices([0, 90, 120, 180, 250], [26, 24, 14, 20, 16])[0]
    return (
        ""
        if not height
        else (
            f'<div class="{c("bill")}" style="height:{height}px"><iframe src="/ad/top-{height}'
            f'.html" width="970" height="{height}" title="광고"></iframe></div>'
        )
    )


def ribbon(hour: int, c: Classes) -> str:
    rng = dice(hour, "ribbon")
    what = rng.choices(["", "join", "letter", "fund"], [50, 18, 18, 14])[0]
    if not what:
        return ""
    text = dict(
        join=f"지금 구독하면 첫 달 {rng.randrange(1, 5)},900원. 오늘 {rng.randrange(8, 90)}명이 함께했습니다.",
        letter="금요일 아침, 한 주의 글 다섯 편을 편지로 보내 드립니다.",
        fund=(
            f"모퉁이를 지키는 후원자 {rng.randrange(2400, 2600):,}명. 목표의 {rng.randrange(60, 80)}%에 "
            "왔습니다."
        ),
    )[what]
    return (
        f'<div class="{c("ribbon")}" style="padding:{rng.choice([14, 30, 54])}px 24px">{text} <button>'
        "자세히</button></div>"
    )


def most_read(hour: int, articles: list[Shown]) -> str:
    """The most read: the magazine's present articles among older ones, in an order that changes every hour."""
    rng = dice(hour, "read")
    titles = [a["title"] for a in rng.sample(articles, 5)] + [old_title(n) for n in rng.sample(range(96), 5)]
    rng.shuffle(titles)
    count = rng.randrange(4000, 9000)
    out = ""
    for title in titles:
        out += f"<li><a href='#'>{E(title)}</a> <em>{count:,}</em></li>"
        count = int(count * rng.uniform(0.75, 0.97))
    return out


def comments(hour: int, articles: list[Shown]) -> str:
    rng, out = dice(hour, "comments"), ""
    for n in range(7):
        out += (
            f"<li><b>{rng.choice(NICKS)}{rng.randrange(2, 99)}</b> <em>{n * 6 + rng.randrange(1, 6)}분 전</em>"
            f"<p>{rng.choice(OPENERS)} {rng.choice(BODIES)}</p>"
            f"<span>↳ {E(rng.choice(articles)['title'])}</span></li>"
        )
    return out


def archive(hour: int, c: Classes) -> str:
    rng, out = dice(hour, "archive"), ""
    for n in rng.sample(range(128), 8):
        out += (
            f'<a class="{c("old")}" href="/archive/{n}"><img loading="lazy" src="/pic/old-{n % 40}'
            f'.png" width="200" height="130" alt=""><b>{E(old_title(n))}</b>'
            f"<span>{2014 + n % 10}년 {n % 12 + 1}월</span></a>"
        )
    return out


def for_you(hour: int) -> str:
    rng = dice(hour, "you")
    return "".join(
        f"<li>{E(old_title(n))} <em>취향 일치 {rng.randrange(61, 99)}%</em></li>"
        for n in rng.sample(range(128), 5)
    )


def sponsored(hour: int, c: Classes, n: int) -> str:
    rng = dice(hour, f"sponsored {n}")
    brand = rng.choice(BRANDS)
    return (
        f'<div class="{c("card")}"><img loading="lazy" src="/pic/ad-{rng.randrange(20)}'
        f'.png" width="250" height="150" alt=""><i>광고 · {brand}</i>'
        f"<h3>{E(brand)}, {pitch(rng)}</h3><p>{E(rng.choice(QUOTES))} {brand}의 봄 이야기를 만나 보세요."
        "</p></div>"
    )


def poll(hour: int) -> str:
    rng = dice(hour, "poll")
    shares = [rng.randrange(14, 40) for _ in CHOICES]
    return (
        f"<h4>{POLL}</h4>"
        + "".join(
            f"<p>{name} {100 * s / sum(shares):.1f}% <progress max={sum(shares)} value={s}></progress></p>"
            for name, s in zip(CHOICES, shares, strict=True)
        )
        + f"<em>{2000 + 31 * hour + rng.randrange(25):,}명 참여</em>"
    )


def meetings(hour: int) -> str:
    left = [max(0, 24 - (hour + 17 * n) // (9 + 4 * n)) for n in range(4)]
    return "".join(
        f"<li><b>{name}</b><br>{when} · 남은 자리 {k}</li>"
        for (name, when), k in zip(MEETINGS, left, strict=True)
    )


def reader_photo(hour: int) -> str:
    rng = dice(hour, "photo")
    return (
        f'<img src="/pic/reader-{rng.randrange(60)}.png" width="280" height="210" alt=""><p>'
        f"독자 {rng.choice(NICKS)} 님의 사진 · 좋아요 {rng.randrange(20, 900)}</p>"
    )


def header(hour: int, clock: datetime) -> str:
    rng = dice(hour, "header")
    greeting = (
        rng.choice(["산책하기 좋은 시간이에요", "오늘도 들러 주셔서 고맙습니다", "천천히 읽고 가세요"])
        if rng.random() < 0.6
        else f"{rng.choice(NICKS)}님, 읽다 만 글이 {rng.randrange(1, 6)}편 있어요"
    )
    return (
        f"{clock.month}월 {clock.day}일 {'월화수목금토일'[clock.weekday()]}요일 "
        f"{clock.hour:02d}:{rng.randrange(60):02d} · 서울 {rng.randrange(6, 22)}도 {rng.choice(SKIES)} · "
        f"미세먼지 {rng.randrange(12, 90)} · {greeting}"
    )


def advert(path: str, hour: int) -> str:
    rng = dice(hour, f"ad {path}")
    brand = rng.choice(BRANDS)
    return (
        '<!doctype html><html lang="ko"><meta charset="utf-8"><body style="margin:0;'
        f'background:hsl({rng.randrange(360)} 60% 80%);font:20px sans-serif;text-align:center">'
        f'<img src="/pic/ad-{rng.randrange(20)}.png" width="120" height="72" alt=""> <b>{brand}</b>'
        f" {pitch(rng)}</body></html>"
    )
