"""Pictures of coast, town, field, rooms and people; the same name gives the same picture."""

import io
import math
import random
from functools import cache

from PIL import Image, ImageDraw, ImageFilter


def _tone(r: random.Random, lo: int, hi: int) -> tuple[int, ...]:
    return tuple(r.randint(lo, hi) for _ in range(3))


def _forloeb(b: int, h: int, top: tuple[int, ...], bund: tuple[int, ...]) -> Image.Image:
    soejle = Image.new("RGB", (1, h))
    for y in range(h):
        k = y / max(1, h - 1)
        soejle.putpixel((0, y), tuple(int(a + (c - a) * k) for a, c in zip(top, bund, strict=True)))
    return soejle.resize((b, h))


def _himmel(r: random.Random, b: int, h: int) -> Image.Image:
    return _forloeb(
        b,
        h,
        r.choice([(92, 122, 150), (60, 74, 96), (150, 165, 178), (70, 110, 160), (190, 150, 130)]),
        r.choice([(214, 220, 222), (236, 205, 170), (178, 190, 198)]),
    )


def _kyst(r: random.Random, b: int, h: int) -> Image.Image:
    im = _himmel(r, b, h)
    d = ImageDraw.Draw(im)
    y0 = int(h * r.uniform(0.42, 0.6))
    d.rectangle((0, y0, b, h), fill=(58 + r.randint(-15, 20), 84, 98))
    for _ in range(140):
        x, y = r.randint(-20, b), r.randint(y0, h)
        w = int(4 + (y - y0) * 0.35)
        d.line((x, y, x + w, y), fill=r.choice([(120, 144, 152), (42, 66, 80), (170, 184, 188)]))
    for _ in range(r.randint(1, 4)):
        x = r.randint(20, b - 90)
        s = r.randint(18, 60)
        d.polygon(
            [(x, y0 + 6), (x + s * 2, y0 + 6), (x + s * 1.7, y0 + s * 0.5), (x + s * 0.3, y0 + s * 0.5)],
            fill=r.choice([(150, 40, 34), (236, 236, 230), (34, 60, 104), (40, 84, 60)]),
        )
        d.line((x + s, y0 + 6, x + s, y0 - s * 1.5), fill=(50, 44, 40), width=3)
    if r.random() < 0.5:
        d.polygon([(0, h), (0, h * 0.8), (b * 0.6, h * 0.92), (b, h)], fill=(172, 152, 116))
    return im


def _by(r: random.Random, b: int, h: int) -> Image.Image:
    im = _himmel(r, b, h)
    d = ImageDraw.Draw(im)
    x = -r.randint(0, 40)
    while x < b:
        w, hh = r.randint(60, 150), int(h * r.uniform(0.3, 0.62))
        farve = r.choice([(172, 92, 66), (206, 176, 112), (226, 218, 200), (142, 66, 52), (110, 120, 124)])
        top = int(h * 0.86) - hh
        d.rectangle((x, top, x + w, h * 0.86), fill=farve)
        d.polygon(
            [(x - 4, top), (x + w + 4, top), (x + w * 0.8, top - 34), (x + w * 0.2, top - 34)],
            fill=(118, 52, 40) if r.random() < 0.6 else (66, 66, 72),
        )
        for wy in range(top + 14, int(h * 0.8) - 16, 38):
            for wx in range(x + 12, x + w - 16, 30):
                d.rectangle(
                    (wx, wy, wx + 14, wy + 22), fill=r.choice([(52, 62, 74), (232, 204, 132), (74, 90, 104)])
                )
        x += w + r.choice([0, 0, 6])
    d.rectangle((0, h * 0.86, b, h), fill=_tone(r, 84, 116))
    return im


def _mark(r: random.Random, b: int, h: int) -> Image.Image:
    im = _himmel(r, b, h)
    d = ImageDraw.Draw(im)
    for lag in range(4):
        y0, f = h * (0.5 + lag * 0.12), r.uniform(0.006, 0.02)
        pts = [(x, y0 + 14 * math.sin(x * f + lag * 2 + r.random() * 0.02)) for x in range(0, b + 8, 8)]
        d.polygon(
            [*pts, (b, h), (0, h)], fill=(88 + lag * 14 - r.randint(0, 20), 112 + r.randint(-12, 16), 60)
        )
    for _ in range(r.randint(2, 9)):
        x, y, s = r.randint(0, b), int(h * r.uniform(0.5, 0.8)), r.randint(14, 46)
        if r.random() < 0.4:
            d.line((x, y, x, y - s * 3), fill=(240, 240, 238), width=4)
            for v in (90, 210, 330):
                a = math.radians(v + r.randint(0, 40))
                d.line(
                    (x, y - s * 3, x + s * 1.3 * math.cos(a), y - s * 3 + s * 1.3 * math.sin(a)),
                    fill=(244, 244, 240),
                    width=3,
                )
        else:
            d.rectangle((x - 2, y - s, x + 3, y + 4), fill=(70, 52, 38))
            d.ellipse((x - s, y - s * 2, x + s, y - s * 0.4), fill=(96 + r.randint(-40, 60), 96, 38))
    return im


def _folk(r: random.Random, b: int, h: int) -> Image.Image:
    im = _forloeb(b, h, _tone(r, 150, 210), _tone(r, 90, 150))
    d = ImageDraw.Draw(im)
    for x in range(0, b, r.randint(90, 160)):
        d.rectangle((x + 14, h * 0.08, x + 74, h * 0.46), fill=(206, 222, 230))
    for _ in range(r.randint(1, 7)):
        x, s = r.randint(30, b - 30), h * r.uniform(0.1, 0.19)
        y = h * r.uniform(0.36, 0.52)
        d.rounded_rectangle(
            (x - s * 1.1, y + s * 0.9, x + s * 1.1, h + 30), radius=int(s * 0.7), fill=_tone(r, 30, 190)
        )
        hud = r.choice([(226, 184, 154), (204, 156, 122), (150, 104, 76), (236, 200, 176)])
        d.ellipse((x - s * 0.7, y - s, x + s * 0.7, y + s), fill=hud)
        d.pieslice((x - s * 0.76, y - s * 1.15, x + s * 0.76, y + s * 0.7), 180, 360, fill=_tone(r, 30, 140))
    return im


def _vej(r: random.Random, b: int, h: int) -> Image.Image:
    im = _himmel(r, b, h)
    d = ImageDraw.Draw(im)
    y0, m = h * 0.45, b * r.uniform(0.35, 0.65)
    d.rectangle((0, y0, b, h), fill=(96, 108, 70))
    d.polygon([(m - 8, y0), (m + 8, y0), (b * 0.9, h), (b * 0.05, h)], fill=(80, 80, 84))
    for k in range(6):
        y = y0 + (h - y0) * (k / 6) ** 1.6
        d.line((m, y, m + (b * 0.48 - m) * 0.12, y + 6 + k * 4), fill=(228, 228, 222), width=2 + k)
    for _ in range(r.randint(2, 6)):
        x, y = r.randint(0, b), r.uniform(y0 + 20, h - 20)
        s = 8 + (y - y0) * 0.22
        d.polygon([(x - s * 0.5, y), (x + s * 0.5, y), (x, y - s * 1.6)], fill=(226, 92, 30))
        d.line((x - s * 0.25, y - s * 0.7, x + s * 0.25, y - s * 0.7), fill=(240, 240, 240), width=3)
    return im


@cache
def billede(navn: str, b: int, h: int) -> bytes:
    r = random.Random("nordhavn-foto-" + navn)
    im = r.choice([_kyst, _by, _mark, _folk, _vej])(r, b, h)
    im = im.filter(ImageFilter.GaussianBlur(r.uniform(0.6, 1.6)))
    korn = Image.frombytes("L", (b // 2, h // 2), r.randbytes((b // 2) * (h // 2))).resize((b, h))
    im = Image.blend(im, Image.merge("RGB", (korn, korn, korn)), 0.07)
    ud = io.BytesIO()
    im.save(ud, "JPEG", quality=66 if b < 500 else 52)
    return ud.getvalue()


@cache
def vaaben() -> bytes:
    im = Image.new("RGBA", (112, 128), (0, 0, 0, 0))
    d = ImageDraw.Draw(im)
    d.polygon([(8, 6), (104, 6), (104, 74), (56, 122), (8, 74)], fill=(20, 62, 92), outline=(214, 176, 66))
    for y in (70, 84, 98):
        d.line(
            [(x, y + 4 * math.sin(x / 5)) for x in range(20 + y - 70, 92 - (y - 70))],
            fill=(240, 240, 240),
            width=4,
        )
    d.polygon([(56, 16), (56, 60), (26, 60)], fill=(240, 240, 240))
    d.polygon([(60, 24), (60, 60), (84, 60)], fill=(214, 176, 66))
    ud = io.BytesIO()
    im.save(ud, "PNG")
    return ud.getvalue()
