"""The hospital's pictures: wards, corridors, the river, newborns, fruit, banners; all from a seed."""

import io
import random
from functools import cache

from PIL import Image, ImageDraw, ImageEnhance, ImageFilter


def _szum(rng: random.Random, w: int, h: int, ziarno: int) -> Image.Image:
    a, b = max(2, w // ziarno), max(2, h // ziarno)
    warstwa = Image.frombytes("L", (a, b), rng.randbytes(a * b)).resize((w, h), Image.Resampling.BILINEAR)
    return Image.merge("RGB", [warstwa] * 3)


def _tlo(w: int, h: int, gora: tuple[int, ...], dol: tuple[int, ...]) -> Image.Image:
    maska = Image.linear_gradient("L").resize((w, h))
    return Image.composite(Image.new("RGB", (w, h), dol), Image.new("RGB", (w, h), gora), maska)


def _jpeg(img: Image.Image, jakosc: int) -> bytes:
    bufor = io.BytesIO()
    img.save(bufor, "JPEG", quality=jakosc)
    return bufor.getvalue()


def _korytarz(d: ImageDraw.ImageDraw, rng: random.Random, w: int, h: int) -> None:
    d.polygon([(0, h), (w * 0.4, h * 0.55), (w * 0.6, h * 0.55), (w, h)], fill=(170, 190, 185))
    d.polygon([(0, 0), (w * 0.4, h * 0.3), (w * 0.4, h * 0.55), (0, h)], fill=(225, 232, 220))
    d.polygon([(w, 0), (w * 0.6, h * 0.3), (w * 0.6, h * 0.55), (w, h)], fill=(205, 216, 205))
    for k in range(5):
        x = w * (0.05 + 0.07 * k)
        d.polygon(
            [
                (x, h * (0.25 + 0.03 * k)),
                (x + w * 0.04, h * (0.27 + 0.03 * k)),
                (x + w * 0.04, h * (0.86 - 0.05 * k)),
                (x, h * (0.9 - 0.05 * k)),
            ],
            fill=tuple(rng.randrange(90, 180) for _ in range(3)),
        )


def _rzeka(d: ImageDraw.ImageDraw, rng: random.Random, w: int, h: int) -> None:
    d.rectangle((0, h * 0.6, w, h), fill=(70, 105, 140))
    for _ in range(30):
        y = h * 0.6 + rng.randrange(int(h * 0.4))
        d.line((rng.randrange(w), y, rng.randrange(w), y + 2), fill=(110, 150, 180), width=2)
    x = -20
    while x < w:
        b = rng.randrange(30, 120)
        t = h * 0.6 - rng.randrange(20, int(h * 0.35))
        d.rectangle(
            (x, t, x + b, h * 0.62), fill=rng.choice([(190, 120, 90), (210, 200, 180), (90, 120, 70)])
        )
        x += b


def _ludzie(d: ImageDraw.ImageDraw, rng: random.Random, w: int, h: int) -> None:
    for _ in range(rng.randrange(2, 6)):
        x, r = rng.randrange(w // 8, w * 7 // 8), rng.randrange(h // 10, h // 6)
        y = rng.randrange(h // 4, h // 2)
        fartuch = rng.choice([(245, 245, 250), (90, 160, 150), (80, 130, 190), (200, 90, 90)])
        d.rounded_rectangle((x - 2 * r, y + r, x + 2 * r, h + 20), r, fill=fartuch)
        s = rng.randrange(150, 230)
        d.ellipse((x - r, y - r, x + r, y + r * 1.3), fill=(s, s * 4 // 5, s * 2 // 3))
        d.pieslice(
            (x - r, y - r * 1.2, x + r, y + r * 0.8),
            180,
            360,
            fill=tuple(rng.randrange(20, 120) for _ in "rgb"),
        )


def _aparat(d: ImageDraw.ImageDraw, rng: random.Random, w: int, h: int) -> None:
    d.rectangle((0, h * 0.75, w, h), fill=(150, 160, 165))
    d.ellipse((w * 0.3, h * 0.08, w * 0.75, h * 0.9), fill=(235, 238, 242))
    d.ellipse((w * 0.43, h * 0.3, w * 0.62, h * 0.7), fill=(50, 60, 80))
    d.rounded_rectangle((w * 0.05, h * 0.55, w * 0.55, h * 0.65), 8, fill=(90, 140, 180))
    for k in range(6):
        d.ellipse(
            (w * 0.8, h * (0.2 + 0.09 * k), w * 0.83, h * (0.2 + 0.09 * k) + w * 0.03),
            fill=tuple(rng.randrange(60, 255) for _ in "rgb"),
        )


def _owoce(d: ImageDraw.ImageDraw, rng: random.Random, w: int, h: int) -> None:
    for _ in range(26):
        x, y, r = rng.randrange(w), rng.randrange(h // 4, h), rng.randrange(h // 14, h // 5)
        c = rng.choice([(220, 60, 50), (250, 170, 40), (120, 180, 60), (240, 220, 90), (150, 60, 130)])
        d.ellipse((x - r, y - r, x + r, y + r), fill=c)
        d.ellipse((x - r // 2, y - r // 2, x - r // 5, y - r // 5), fill=tuple(min(255, v + 60) for v in c))


@cache
def zdjecie(klucz: str, w: int, h: int) -> bytes:
    rng = random.Random("wisla zdjecie " + klucz)
    gora = (rng.randrange(150, 235), rng.randrange(180, 240), rng.randrange(190, 250))
    img = _tlo(w, h, gora, tuple(rng.randrange(90, 220) for _ in "rgb"))
    d = ImageDraw.Draw(img)
    for rysuj in rng.choice(
        [
            (_korytarz, _ludzie),
            (_rzeka,),
            (_aparat,),
            (_ludzie,),
            (_owoce,),
            (_aparat, _ludzie),
            (_rzeka, _ludzie),
            (_korytarz,),
        ]
    ):
        rysuj(d, rng, w, h)
    img = img.filter(ImageFilter.GaussianBlur(1.5))
    img = Image.blend(img, _szum(rng, w, h, 50), 0.12)
    img = Image.blend(img, _szum(rng, w, h, 2), 0.08)
    return _jpeg(ImageEnhance.Contrast(img).enhance(1.15), 76 if w > 500 else 86)


@cache
def noworodek(numer: int) -> bytes:
    rng, w, h = random.Random(f"wisla noworodek {numer}"), 260, 200
    koc = tuple(rng.randrange(150, 245) for _ in "rgb")
    img = _tlo(w, h, koc, tuple(v - 50 for v in koc))
    d = ImageDraw.Draw(img)
    x, y, r = rng.randrange(100, 160), rng.randrange(70, 100), rng.randrange(38, 52)
    d.ellipse((x - 2 * r, y, x + 2 * r, y + 5 * r), fill=tuple(rng.randrange(170, 255) for _ in "rgb"))
    d.ellipse((x - r, y - r, x + r, y + r), fill=(rng.randrange(215, 245), rng.randrange(165, 195), 160))
    d.pieslice(
        (x - r - 3, y - r - 6, x + r + 3, y + r // 2),
        180,
        360,
        fill=tuple(rng.randrange(120, 250) for _ in "rgb"),
    )
    for s in (-1, 1):
        d.arc((x + s * r // 2 - 7, y, x + s * r // 2 + 7, y + 8), 0, 180, fill=(110, 60, 50), width=2)
    d.ellipse((x - 6, y + r // 2, x + 6, y + r // 2 + 6), fill=(200, 90, 90))
    img = Image.blend(img.filter(ImageFilter.GaussianBlur(1)), _szum(rng, w, h, 2), 0.09)
    return _jpeg(img, 82)


@cache
def baner(napis: str, w: int, h: int) -> bytes:
    rng = random.Random("wisla baner " + napis)
    img = _tlo(
        w, h, tuple(rng.randrange(30, 255) for _ in "rgb"), tuple(rng.randrange(30, 255) for _ in "rgb")
    )
    d = ImageDraw.Draw(img)
    for _ in range(4):
        x, y, r = rng.randrange(w), rng.randrange(h), rng.randrange(15, 70)
        d.ellipse((x - r, y - r, x + r, y + r), fill=tuple(rng.randrange(60, 255) for _ in "rgb"))
    d.text(
        (12, h // 2 - 12),
        napis.replace("-", " ").upper(),
        fill="white",
        font_size=21,
        stroke_width=2,
        stroke_fill="black",
    )
    return _jpeg(Image.blend(img, _szum(rng, w, h, 2), 0.08), 84)


@cache
def naglowek() -> bytes:
    rng, w, h = random.Random("wisla naglowek"), 1000, 130
    img = _tlo(w, h, (220, 236, 246), (120, 170, 205))
    d = ImageDraw.Draw(img)
    _rzeka(d, rng, w, h)
    img = img.filter(ImageFilter.GaussianBlur(3))
    d = ImageDraw.Draw(img)
    d.rectangle((24, 30, 94, 100), fill="white")
    d.rectangle((51, 38, 67, 92), fill=(0, 110, 60))
    d.rectangle((32, 57, 86, 73), fill=(0, 110, 60))
    return _jpeg(Image.blend(img, _szum(rng, w, h, 3), 0.04), 80)
