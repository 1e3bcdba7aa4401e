"""Captures of a small page that never existed: a news region that drifts, an advertisement that flickers."""

import io
import random
from datetime import UTC, datetime, timedelta

from PIL import Image, ImageDraw

from storage.layout import Block, Layout
from storage.records import Capture, Exchange, Outcome, Problem, ProblemCode, ResponseKind

START = datetime(2026, 3, 2, tzinfo=UTC)
URL = "http://news.example/"


def screenshot(news: int, advert: int) -> bytes:
    """A 1000 x 1000 picture: headlines of story ``news`` above, advertisement ``advert`` below."""
    image = Image.new("RGB", (1000, 1000), "white")
    draw = ImageDraw.Draw(image)
    for story in range(news, news + 4):  # a story enters above and moves down: monotone drift
        words = random.Random(story)
        top = 60 + (news + 3 - story) * 110
        for line in range(4):
            x = 40
            while x < 560:
                width = words.randrange(12, 60)
                draw.rectangle((x, top + line * 22, x + width, top + line * 22 + 12), fill="black")
                x += width + 10
    colours = random.Random(advert)
    for column in range(10):
        shade = tuple(colours.randrange(256) for _ in range(3))
        draw.rectangle((600 + column * 40, 500, 640 + column * 40, 980), fill=shade)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def capture(hour: int, news: int, advert: int, url: str = URL) -> Capture:
    """A complete capture of the page at an hour."""
    at = START + timedelta(hours=hour)
    png = screenshot(news, advert)
    text = f"Story {news}\nAdvert {advert}"
    blocks = (
        Block(path="body>main#lead>h1", tag="h1", x_px=40, y_px=60, width_px=500, height_px=400, text=text),
    )
    exchange = Exchange(
        url=url,
        method="GET",
        started_at=at,
        status=200,
        reason="OK",
        response_headers=(("Content-Type", "text/html"),),
        body=f"<h1>{text}</h1>".encode(),
    )
    return Capture(
        url=url,
        final_url=url,
        started_at=at,
        finished_at=at + timedelta(seconds=1),
        outcome=Outcome.COMPLETE,
        response_kind=ResponseKind.CONTENT,
        status=200,
        mime="text/html",
        title="A page",
        view_png=png,
        full_page_png=png,
        dom=f"<html><body><main id=lead><h1>{text}</h1></main></body></html>",
        text=text,
        layout=Layout(
            width_px=1000,
            height_px=1000,
            blocks=blocks,
            links=(f"{url}{news}",),
            images=(f"{url}ad{advert}",),
        ),
        exchanges=(exchange,),
    )


def history(hours: int, seed: int = 0, url: str = URL) -> list[tuple[Capture, bool]]:
    """Hourly captures, each with whether the news changed since the one before."""
    chance = random.Random(seed)
    news, result = 0, []
    for hour in range(hours):
        changed = hour > 0 and chance.random() < 0.35
        news += changed
        result.append((capture(hour, news, chance.randrange(50), url), changed))
    return result


def failed(hour: int, url: str = URL) -> Capture:
    """A visit that brought nothing home."""
    at = START + timedelta(hours=hour)
    problem = Problem(code=ProblemCode.UNREACHABLE, message="the server refused the connection", url=url)
    return Capture(
        url=url,
        started_at=at,
        finished_at=at + timedelta(seconds=1),
        outcome=Outcome.FAILED,
        response_kind=ResponseKind.NONE,
        problems=(problem,),
    )
