"""The panels that generated sites are made of: the main news in several forms, and what else stands on a front page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from benchmarks.sites.news import STARTS_AT, HourNews, Item, NewsFlow
from benchmarks.sites.page import ORIGIN, Panel
from pagetide.demo.adverts import Advert
from pagetide.demo.chance import Chance
from pagetide.demo.stories import NEWS_DESK, Story
from pagetide.demo.words import EVERGREEN, FILLERS


def story_link(story: Story, words: str) -> str:
    """A link that stays when the headline is rewritten."""
    section = story.section.lower().replace(" ", "-")
    return f'<a href="{ORIGIN}/{section}/{story.key}">{escape(words)}</a>'


def image(key: str, width: int, height: int) -> str:
    """A story's picture."""
    return f'<img src="/media/{key}.svg" width="{width}" height="{height}" style="object-fit:cover" alt="">'


def lead(
    flow: NewsFlow, hour: HourNews, width: int, form: str, *, stamp: str = "", flagged: bool = False,
    picture_px: int = 300,
) -> Panel:  # fmt: skip
    """The lead story. Forms: "side" (picture beside the words), "over" (headline above it), "under", "plain"."""
    story = flow.story(hour.lead)
    flag = ""
    if flagged:
        flag = (
            f'<div><span class="flag{"" if hour.flag else " off"}">BREAKING NEWS</span></div>'
            if hour.flag
            else ""
        )
    title = f"{flag}<h1>{story_link(story, story.headline)}</h1>"
    words = f'<p>{escape(story.standfirst)}</p><p class="small">{escape(story.byline)}{stamp}</p>'
    inner = width - 24
    if form == "side":
        shown = image(hour.lead.picture, inner * 55 // 100, picture_px)
        html = f'<div class="side">{shown}<div>{title}{words}</div></div>'
    elif form == "over":
        html = f"{title}{image(hour.lead.picture, inner, picture_px)}{words}"
    elif form == "under":
        html = f"{image(hour.lead.picture, inner, picture_px)}{title}{words}"
    else:
        html = title + words
    return Panel(name="lead", width_px=width, html=html, is_news=True)


def tops(
    flow: NewsFlow, items: Sequence[Item], width: int, form: str, *, name: str = "tops", heading: str = ""
) -> Panel:
    """Top stories. Forms: "list" (words only), "cards" (pictures above), "thumbs" (small pictures beside)."""
    stories = [flow.story(item) for item in items]
    head = f"<h4>{heading}</h4>" if heading else ""
    if form == "cards":
        each = (width - 24 - 16 * (len(items) - 1)) // len(items)
        cards = "".join(
            f"<div>{image(item.picture, each, each * 5 // 8)}<h2>{story_link(story, story.headline)}</h2></div>"
            for item, story in zip(items, stories, strict=True)
        )
        html = f'{head}<div class="cards">{cards}</div>'
    elif form == "thumbs":
        html = head + "".join(
            f'<div class="side" style="margin-bottom:10px">{image(item.picture, 110, 70)}'
            f"<div><h2>{story_link(story, story.headline)}</h2></div></div>"
            for item, story in zip(items, stories, strict=True)
        )
    else:
        html = head + "<ul>" + "".join(
            f"<li><h2>{story_link(story, story.headline)}</h2></li>" for story in stories
        ) + "</ul>"  # fmt: skip
    return Panel(name=name, width_px=width, html=html, is_news=True)


def more(flow: NewsFlow, hour: HourNews, width: int, heading: str = "More stories") -> Panel:
    """Secondary stories."""
    items = "".join(
        f"<li><h3>{story_link(story, story.headline)}</h3></li>" for story in map(flow.story, hour.more)
    )
    return Panel(name="more", width_px=width, html=f"<h4>{heading}</h4><ul>{items}</ul>")


def masthead(title: str, width: int, note: str, *, height: int = 70, style: str = "") -> Panel:
    """The site's name and a line beside it."""
    html = (
        f'<div style="display:flex;justify-content:space-between;align-items:center;height:{height}px;{style}">'
        f'<h2 style="font-size:{height // 2}px;line-height:{height}px;margin:0">{escape(title)}</h2>'
        f'<span class="small">{escape(note)}</span></div>'
    )
    return Panel(name="masthead", width_px=width, html=html)


def advert(creative: Advert, name: str, width: int) -> Panel:
    """An advertisement, centred in its place."""
    shown = (
        f'<a href="{ORIGIN}/out/{creative.campaign}"><img src="{creative.path}" width="{creative.width}"'
        f' height="{creative.height}" style="margin:0 auto" alt=""></a>'
    )
    return Panel(name=name, width_px=width, html=f'<p class="small">Advertisement</p>{shown}')


def slide(chance: Chance, key: object, width: int, height: int, name: str = "carousel") -> Panel:
    """One slide of a carousel: a feature with a large picture."""
    number = chance.below(len(EVERGREEN), "slide", key)
    title = EVERGREEN[number]
    html = (
        f'<div style="position:relative;height:{height}px">{image(f"feature-{number}", width - 24, height)}'
        f'<h1 style="position:absolute;left:24px;bottom:24px;color:#fff;background:#000000aa;padding:6px 14px">'
        f'<a href="{ORIGIN}/features/{number}">{escape(title)}</a></h1></div>'
    )
    return Panel(name=name, width_px=width, html=html)


def ranking(chance: Chance, key: object, width: int, count: int, heading: str = "Most read") -> Panel:
    """A list of other days' stories and features, in another order at each key."""
    old = [
        NEWS_DESK.write(chance.child("old"), f"{chance.below(4000, 'old', key, index)}", STARTS_AT)
        for index in range(count)
    ]
    titles = [item.headline for item in old]
    titles[::3] = chance.shuffled(EVERGREEN, "evergreen", key)[: len(titles[::3])]
    items = "".join(
        f'<li><h3><b class="n">{number + 1}</b><a href="{ORIGIN}/read/{hash_of(title)}">{escape(title)}</a></h3></li>'
        for number, title in enumerate(titles)
    )
    return Panel(name="ranking", width_px=width, html=f"<h4>{heading}</h4><ol>{items}</ol>")


def hash_of(text: str) -> int:
    """A number for an address, the same in every process."""
    return Chance("address").below(10**6, text)


def comments(chance: Chance, key: object, width: int, count: int, heading: str = "Readers say") -> Panel:
    """What readers wrote."""
    voices = [NEWS_DESK.write(chance.child("voices"), f"{key}-{seat}", STARTS_AT) for seat in range(count)]
    items = "".join(
        f'<li><p>{escape(item.standfirst)}</p><p class="small">{escape(item.byline)}, '
        f"{chance.between(1, 59, 'age', key, seat)} min ago, {chance.below(400, 'likes', key, seat)} likes</p></li>"
        for seat, item in enumerate(voices)
    )
    return Panel(name="comments", width_px=width, html=f"<h4>{heading}</h4><ul>{items}</ul>")


def recommended(
    chance: Chance,
    key: object,
    width: int,
    count: int,
    heading: str = "Recommended for you",
    *,
    blurbs: bool = False,
    titles: Sequence[str] = EVERGREEN,
) -> Panel:
    """Features with pictures, and blurbs written anew."""
    order = chance.shuffled(range(len(titles)), "recommended", key)[:count]
    each = (width - 24 - 16 * (count - 1)) // count
    cards = ""
    for number in order:
        words = (
            NEWS_DESK.write(chance.child("blurb"), f"{key}-{number}", STARTS_AT).standfirst if blurbs else ""
        )
        cards += (
            f'<div>{image(f"feature-{number}", each, each * 5 // 8)}<h3><a href="{ORIGIN}/features/{number}">'
            f"{escape(titles[number])}</a></h3>{f'<p class=small>{escape(words)}</p>' if words else ''}</div>"
        )
    html = f'<h4>{heading}</h4><div class="cards">{cards}</div>'
    return Panel(name="recommended", width_px=width, html=html)


def ticker(chance: Chance, key: object, width: int, *, count: int = 6) -> Panel:
    """Share prices in a row."""
    items = "".join(
        f"<span>{escape(company)} <b>{chance.between(8, 240, 'price', company, key)}."
        f"{chance.below(100, 'cents', company, key):02d}</b></span>"
        for company in chance.shuffled(FILLERS["Company"], "ticker", key)[:count]
    )
    style = "display:flex;justify-content:space-between;height:28px;line-height:28px;overflow:hidden;"
    html = f'<div style="{style}white-space:nowrap;gap:14px">{items}</div>'
    return Panel(name="ticker", width_px=width, html=html)


def weather(chance: Chance, hour: int, width: int) -> Panel:
    """Temperature and sky of the hour."""
    sky = chance.pick(("Sunny", "Cloudy", "Showers", "Fog", "Clear spells"), "sky", hour // 3)
    degrees = 8 + chance.below(14, "warmth", hour // 2)
    html = f"<h4>Weather</h4><h1>{degrees}°</h1><p>{sky}, wind {chance.between(3, 40, 'wind', hour)} km/h</p>"
    return Panel(name="weather", width_px=width, html=html)


def counter(chance: Chance, hour: int, width: int, words: str = "people are reading this page") -> Panel:
    """A counter that is another number at each capture."""
    count = 1000 + chance.below(90_000, "counter", hour)
    return Panel(name="counter", width_px=width, html=f"<h2>{count:,}</h2><p>{escape(words)}</p>")


def strip(words: str, height: int, width: int = 1000, name: str = "strip") -> Panel:
    """A bar across the page that comes and goes: a banner, a cookie notice, a live broadcast."""
    html = f'<p style="height:{height}px;line-height:{height}px;font-size:18px;overflow:hidden">{escape(words)}</p>'
    return Panel(name=name, width_px=width, html=html)


def plain(name: str, width: int, html: str, *, is_news: bool = False) -> Panel:
    """Any other panel."""
    return Panel(name=name, width_px=width, html=html, is_news=is_news)
