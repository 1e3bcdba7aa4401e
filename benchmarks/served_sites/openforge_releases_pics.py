"""Pictures that look like photographs, avatars, logos and the traffic graph."""

import io
import random
from functools import cache

from PIL import Image, ImageDraw, ImageFilter


def _noise(rng: random.Random, size: tuple[int, int], grain: int) -> Image.Image:
    w, h = max(2, size[0] // grain), max(2, size[1] // grain)
    return Image.frombytes("L", (w, h), rng.randbytes(w * h)).resize(size, Image.Resampling.BICUBIC)


def _gradient(size: tuple[int, int], top: tuple[int, ...], low: tuple[int, ...]) -> Image.Image:
    mask = Image.linear_gradient("L").resize(size)
    return Image.composite(Image.new("RGB", size, low), Image.new("RGB", size, top), mask)


def _shapes(draw: ImageDraw.ImageDraw, rng: random.Random, w: int, h: int, mood: int) -> None:
    if mood == 0:  # racks
        for x in range(0, w, max(24, w // 9)):
            draw.rectangle((x + 3, h // 8, x + w // 11, h), fill=(20 + rng.randrange(30),) * 3)
            for y in range(h // 7, h, 12):
                draw.rectangle(
                    (x + 8, y, x + 12, y + 3),
                    fill=rng.choice([(60, 220, 120), (230, 170, 40), (40, 90, 230)]),
                )
    elif mood == 1:  # skyline or harbour
        x = 0
        while x < w:
            b, t = rng.randrange(w // 16, w // 6), rng.randrange(h // 4, h * 3 // 4)
            draw.rectangle((x, t, x + b, h), fill=tuple(rng.randrange(30, 120) for _ in range(3)))
            x += b
    elif mood == 2:  # people in a room
        for _ in range(14):
            x, y, r = rng.randrange(w), rng.randrange(h // 2, h), rng.randrange(h // 14, h // 7)
            shirt = tuple(rng.randrange(40, 210) for _ in range(3))
            draw.ellipse((x - 2 * r, y + r, x + 2 * r, y + 5 * r), fill=shirt)
            skin = rng.randrange(90, 230)
            draw.ellipse((x - r, y - r, x + r, y + r + r // 3), fill=(skin, skin * 3 // 4, skin * 3 // 5))
    elif mood == 3:  # screen with code
        _screen(draw, rng, w, h)
    else:  # hills and a sun
        _hills(draw, rng, w, h)


def _screen(draw: ImageDraw.ImageDraw, rng: random.Random, w: int, h: int) -> None:
    draw.rectangle((w // 10, h // 10, w * 9 // 10, h * 9 // 10), fill=(18, 22, 34))
    for y in range(h // 7, h * 6 // 7, max(6, h // 22)):
        x = w // 8 + rng.randrange(4) * w // 30
        for _ in range(rng.randrange(2, 6)):
            n = rng.randrange(w // 30, w // 8)
            draw.rectangle((x, y, x + n, y + h // 60), fill=tuple(rng.randrange(90, 250) for _ in range(3)))
            x += n + w // 60


def _hills(draw: ImageDraw.ImageDraw, rng: random.Random, w: int, h: int) -> None:
    draw.ellipse((w * 0.6, h * 0.1, w * 0.75, h * 0.1 + w * 0.15), fill=(250, 220, 150))
    for k in range(4):
        pts = (
            [(0, h)]
            + [(x, h * (0.35 + 0.15 * k) + rng.randrange(h // 6)) for x in range(0, w + 60, 60)]
            + [(w, h)]
        )
        draw.polygon(pts, fill=(40 + 20 * k, 90 + 15 * k + rng.randrange(20), 70 + rng.randrange(40)))


@cache
def photo(key: str, w: int, h: int) -> bytes:
    rng = random.Random("forge photo " + key)
    tone = [tuple(rng.randrange(60, 240) for _ in range(3)) for _ in range(2)]
    img = _gradient((w, h), *tone)
    for mood in rng.sample((0, 1, 2, 3, 4), rng.choice((1, 2, 2))):
        _shapes(ImageDraw.Draw(img), rng, w, h, mood)
    img = Image.blend(img, Image.new("RGB", (w, h), tone[0]), rng.random() * 0.3)
    img = img.filter(ImageFilter.GaussianBlur(1.2))
    img = Image.blend(img, Image.merge("RGB", [_noise(rng, (w, h), 40)] * 3), 0.13)
    img = Image.blend(img, Image.merge("RGB", [_noise(rng, (w, h), 2)] * 3), 0.10)
    return _jpeg(img, 80 if w > 500 else 88)


def _jpeg(img: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    img.save(out, "JPEG", quality=quality)
    return out.getvalue()


@cache
def face(key: str) -> bytes:
    rng = random.Random("forge face " + key)
    s = 180
    img = _gradient((s, s), *[tuple(rng.randrange(80, 255) for _ in range(3)) for _ in range(2)])
    d = ImageDraw.Draw(img)
    skin = rng.randrange(110, 235)
    d.ellipse((30, 120, 150, 260), fill=tuple(rng.randrange(30, 200) for _ in range(3)))
    d.ellipse((55, 30, 125, 105), fill=tuple(rng.randrange(20, 140) for _ in range(3)))
    d.ellipse((60, 45, 120, 130), fill=(skin, skin * 4 // 5, skin * 2 // 3))
    img = Image.blend(
        img.filter(ImageFilter.GaussianBlur(1)), Image.merge("RGB", [_noise(rng, (s, s), 2)] * 3), 0.12
    )
    return _jpeg(img, 90)


@cache
def sponsor(key: str) -> bytes:
    rng = random.Random("forge sponsor " + key)
    img = Image.new("RGB", (220, 90), "white")
    d = ImageDraw.Draw(img)
    c = tuple(rng.randrange(20, 190) for _ in range(3))
    if rng.random() < 0.5:
        d.ellipse((12, 20, 62, 70), fill=c)
    else:
        d.polygon([(12, 70), (37, 18), (62, 70)], fill=c)
    d.text((74, 26), key, fill=c, font_size=26)
    img = Image.blend(img, Image.merge("RGB", [_noise(rng, img.size, 2)] * 3), 0.07)
    return _jpeg(img, 90)


@cache
def advert(key: str, w: int, h: int) -> bytes:
    rng = random.Random("forge ad " + key)
    img = _gradient((w, h), *[tuple(rng.randrange(256) for _ in range(3)) for _ in range(2)])
    d = ImageDraw.Draw(img)
    for _ in range(5):
        x, y, r = rng.randrange(w), rng.randrange(h), rng.randrange(20, 90)
        d.ellipse((x - r, y - r, x + r, y + r), fill=tuple(rng.randrange(256) for _ in range(3)))
    d.text(
        (16, h // 2 - 18),
        key.replace("-", " ").title(),
        fill="white",
        font_size=28,
        stroke_width=2,
        stroke_fill="black",
    )
    img = Image.blend(img, Image.merge("RGB", [_noise(rng, (w, h), 2)] * 3), 0.08)
    return _jpeg(img, 80)


@cache
def graph(hour: int) -> bytes:
    img = Image.new("RGB", (640, 180), (250, 251, 253))
    d = ImageDraw.Draw(img)
    for y in range(10, 180, 28):
        d.line((0, y, 640, y), fill=(222, 226, 232))
    pts = []
    for k in range(24 * 6):
        rng = random.Random(f"forge load {hour * 6 + k}")
        swing = abs(((hour + k / 6 + 9) % 24) - 14) * 5
        pts.append((k * 640 / 143, 60 + swing + rng.randrange(-14, 14)))
    d.polygon([*pts, (640, 180), (0, 180)], fill=(190, 214, 240))
    d.line(pts, fill=(30, 90, 170), width=2)
    grain = _noise(random.Random(f"g{hour}"), img.size, 6)
    out = io.BytesIO()
    Image.blend(img, Image.merge("RGB", [grain] * 3), 0.02).quantize(24).save(out, "PNG")
    return out.getvalue()
