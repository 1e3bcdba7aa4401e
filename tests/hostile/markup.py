# ruff: noqa: E501 - documents read best on one line
"""Harm by document: too deep, too many, too large, wrong characters, frames in frames, styles that explode."""

from __future__ import annotations

import struct
import zlib
from functools import lru_cache

from hypothesis import strategies as st

from tests.hostile.kinds import HTML, Client, kind

_HEAD = "<!doctype html><title>Harm</title><h1>Harm</h1><p>Some text.</p>"

_TAGS = st.sampled_from(
    ("div", "b", "span", "table", "font", "svg", "math", "select", "template", "ul", "p", "a", "form")
)


@kind("deep", tag=_TAGS, depth=st.sampled_from((500, 5000, 100_000)), closed=st.booleans())
async def deep(client: Client, tag: str, depth: int, closed: bool) -> None:
    await client.answer(_HEAD + f"<{tag}>" * depth + "x" + f"</{tag}>" * (depth if closed else 0))


_MANY = {
    "nodes": "<i></i>",
    "links": "<a href='/{0}'>link {0}</a> ",
    "images": "<img src='{base}/image?{0}'>",
    "frames": "<iframe src='{base}/frame?{0}'></iframe>",
    "blank-frames": "<iframe></iframe>",
    "scripts": "<script src='{base}/script?{0}'></script>",
    "styles": "<link rel=stylesheet href='{base}/style?{0}'>",
    "options": "<option>{0}",
    "inputs": "<input value={0}>",
    "comments": "<!-- {0} -->",
    "cells": "<table><tr><td>{0}",
    "videos": "<video src='{base}/video?{0}' autoplay></video>",
    "svgs": "<svg width=9 height=9><circle r=9 /></svg>",
    "anchors": "<p id=p{0}>Paragraph number {0} of many, each with some words of its own.</p>",
}
_FEWER = {
    "images": 3000,
    "frames": 1500,
    "blank-frames": 3000,
    "scripts": 3000,
    "styles": 2000,
    "videos": 500,
    "cells": 3000,
}


@kind("many", what=st.sampled_from(sorted(_MANY)), full=st.booleans())
async def many(client: Client, what: str, full: bool) -> None:
    if client.path in ("image", "frame", "script", "style", "video"):
        await client.answer({"frame": "<p>frame", "script": "1", "style": "p{}"}.get(client.path, ""))
        return
    count = _FEWER.get(what, 100_000) // (1 if full else 5)
    base = client.base
    await client.answer(_HEAD + "".join(_MANY[what].format(number, base=base) for number in range(count)))


_LONG = {
    "title": "<title>{0}</title>",
    "attribute": "<p class='{0}' id='{0}'>text</p>",
    "attributes": "<p {1}>text</p>",
    "word": "<p>{0}</p>",
    "link": "<a href='/{0}'>long</a><img src='/{0}'>",
    "data-link": "<img src='data:image/png;base64,{0}'><a href='data:,{0}'>x</a>",
    "style": "<style>.{0} {{}}</style><p style='--x:{0}'>x</p>",
    "comment": "<!-- {0} --><p>x</p>",
    "meta": "<meta name=description content='{0}'><p>x</p>",
    "tag": "<{0}>x</{0}>",
    "script": "<script>/* {0} */</script>",
    "fragment": "<base href='//{0}/'><a href=x>x</a>",
}


@kind("long", what=st.sampled_from(sorted(_LONG)), kib=st.sampled_from((1024, 8192, 40_000)))
async def long(client: Client, what: str, kib: int) -> None:
    attributes = " ".join(f"a{number}={number}" for number in range(50_000)) if what == "attributes" else ""
    await client.answer("<!doctype html>" + _LONG[what].format("x" * (kib * 1024), attributes) + _HEAD)


@kind(
    "size",
    width=st.sampled_from((100, 10**5, 10**7)),
    height=st.sampled_from((10**6, 10**7, 3 * 10**8)),
    grows=st.booleans(),
)
async def size(client: Client, width: int, height: int, grows: bool) -> None:
    script = "<script>setInterval(() => document.body.style.height = document.body.offsetHeight * 2 + 'px', 50)</script>"
    style = f"width:{width}px;height:{height}px;background:linear-gradient(red,blue)"
    await client.answer(_HEAD + f"<div style='{style}'></div>" + script * grows)


@kind(
    "recursive-frames",
    count=st.integers(1, 4),
    fresh=st.booleans(),
    element=st.sampled_from(("iframe", "object", "embed")),
)
async def recursive_frames(client: Client, count: int, fresh: bool, element: str) -> None:
    where = {"iframe": "src", "embed": "src", "object": "data"}[element]
    step = int(client.query.partition("-")[0] or 0) + 1 if client.query.partition("-")[0].isdigit() else 1
    frames = "".join(
        f"<{element} {where}='{client.base}/again?{step if fresh else 0}-{number}'></{element}>"
        for number in range(count)
    )
    await client.answer(_HEAD + frames)


@kind("frameset", count=st.integers(2, 30))
async def frameset(client: Client, count: int) -> None:
    frames = "".join(f"<frame src='{client.base}/again?{number}{client.query}'>" for number in range(count))
    inner = _HEAD if len(client.query) > 2 else f"<frameset cols='{'*,' * count}'>{frames}</frameset>"
    await client.answer("<!doctype html>" + inner)


@kind(
    "refresh",
    seconds=st.sampled_from(("0", "0.001", "-1", "1", "0;0", "")),
    to=st.sampled_from(("", "more", "javascript:1", "/")),
)
async def refresh(client: Client, seconds: str, to: str) -> None:
    await client.answer(f"<meta http-equiv=refresh content='{seconds};url={to or client.base}'>" + _HEAD)


_STYLES = {
    "has": "<style>:has(:has(*):not(:has(b))) ~ *:has(i) * * * * {{ color: red }}</style>{0}",
    "grid": "<style>body {{ display: grid; grid: repeat(3000, 1fr) / repeat(3000, 1fr) }}</style>{0}",
    "calc": "<p style='width: " + "calc(1px + " * 3000 + "1px" + ")" * 3000 + "'>x</p>",
    "variables": "<style>:root {{ --a0: lollollol; "
    + "; ".join(f"--a{n}: var(--a{n - 1}) var(--a{n - 1}) var(--a{n - 1})" for n in range(1, 30))
    + " }} p {{ background: url(var(--a29)); content: var(--a29) }}</style><p>x",
    "counters": "<style>p::before {{ counter-increment: c 2147483647; content: counters(c, 'x') }}</style>{0}",
    "shadows": "<style>p {{ box-shadow: "
    + ", ".join(f"{n}px {n}px 500px red" for n in range(300))
    + " }}</style>{0}",
    "blur": "<style>* {{ filter: blur(300px) drop-shadow(9px 9px 300px red); backdrop-filter: blur(200px) }}</style>{0}",
    "transforms": "<style>p {{ transform: scale(99999) rotate3d(1,1,1,45deg); will-change: transform }}</style>{0}",
    "animation": "<style>@keyframes x {{ to {{ width: 90%; height: 9000px }} }} * {{ animation: x 20ms infinite }}</style>{0}",
    "columns": "<style>body {{ columns: 1px 9999; column-gap: 0 }} p {{ break-inside: avoid }}</style>{0}",
    "imports": "<style>@import 'style?0';</style>{0}",
    "sticky": "<style>* {{ position: sticky; top: 0; overflow: auto; resize: both; zoom: 3 }}</style>{0}",
    "nesting": "<style>" + "a {{ " * 3000 + "</style>{0}",
    "hidden": "<style>* {{ display: none !important; visibility: hidden; content-visibility: hidden }}</style>{0}",
    "svg-filter": "<svg width=900 height=900><filter id=f>"
    + "<feGaussianBlur stdDeviation=99 /><feTurbulence numOctaves=99 /><feMorphology radius=99 />" * 30
    + "</filter><rect width=900 height=900 filter=url(#f) /></svg>",
    "svg-use": "<svg>"
    + "".join(f"<g id=g{n}>" + f"<use href=#g{n - 1} />" * 10 + "</g>" for n in range(1, 9))
    + "<g id=g0><rect width=9 height=9 /></g><use href=#g8 /></svg>",
    "svg-pattern": "<svg width=900 height=900><pattern id=p width=.001 height=.001><rect fill=url(#p) width=9 height=9 />"
    "</pattern><rect fill=url(#p) width=900 height=900 /></svg>",
    "math": "<math>" + "<msqrt>" * 3000 + "<mi>x" + "</math>",
    "fonts": "<style>@font-face {{ font-family: f; src: url('font'); font-display: block }} * {{ font: 99999px f }}</style>{0}",
    "letters": "<p style='letter-spacing: 1e30px; text-indent: -1e30px'>"
    + "a\u0300" * 5000
    + "\u202e\u200d" * 5000,
    "bidi": "<bdo dir=rtl>" * 300 + "\u0627\u202e" * 20000,
    "scroll": "<style>html {{ scroll-snap-type: both mandatory; scroll-behavior: smooth }} p {{ scroll-snap-align: end }}</style>{0}",
}


@kind("style", what=st.sampled_from(sorted(_STYLES)))
async def style(client: Client, what: str) -> None:
    if client.path == "style":
        await client.answer(f"@import 'style?{int(client.query or 0) + 1}';", "text/css")
    elif client.path == "font":
        await client.hang()
    else:
        await client.answer(_HEAD + _STYLES[what].format("<p>A <b>paragraph</b> with <i>text</i></p>" * 3000))


@lru_cache(maxsize=8)
def _png(width: int, height: int, broken: str) -> bytes:
    """A picture of one bit a pixel, or something that says it is one."""

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    row = b"\0" + bytes((width + 7) // 8)
    packer = zlib.compressobj(9)
    rows = min(height, 40_000)
    pixels = b"".join(packer.compress(row) for _ in range(rows)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = [part(b"IHDR", head), part(b"IDAT", pixels), part(b"IEND", b"")]
    if broken == "length":
        parts[1] = b"\xff\xff\xff\xf0IDAT" + pixels
    elif broken == "checksum":
        parts[0] = parts[0][:-4] + b"nope"
    elif broken == "profile":
        parts.insert(1, part(b"iCCP", b"x\0\0" + zlib.compress(bytes(2**26))))
    elif broken == "text":
        parts.insert(1, part(b"zTXt", b"x\0\0" + zlib.compress(bytes(2**28))) * 3)
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@kind(
    "picture",
    side=st.sampled_from((100, 30_000, 2_000_000_000)),
    broken=st.sampled_from(("", "", "length", "checksum", "profile", "text")),
    count=st.sampled_from((1, 6)),
)
async def picture(client: Client, side: int, broken: str, count: int) -> None:
    if client.path == "picture":
        await client.answer(_png(min(side, 30_000) if not broken else 100, side, broken), "image/png")
        return
    await client.answer(
        _HEAD + "".join(f"<img src='{client.base}/picture?{number}'>" for number in range(count))
    )


_DOCUMENTS = {
    "pdf": (
        "application/pdf",
        b"%PDF-1.7\n" + b"1 0 obj << /Kids [1 0 R] >> endobj\n" * 5000 + b"trailer <</Root 1 0 R>>",
    ),
    "xml": (
        "application/xml",
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "lol">'
        + b"".join(b'<!ENTITY %c "%s">' % (c, b"&%c;" % (c - 1) * 10) for c in range(98, 112))
        + b"]><a>&o;</a>",
    ),
    "external-xml": ("application/xml", b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
    "xslt": (
        "application/xml",
        b'<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href=""?><xsl:stylesheet version="1.0"'
        b' xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><xsl:apply-templates select="/"/>'
        b"</xsl:template></xsl:stylesheet>",
    ),
    "xhtml": ("application/xhtml+xml", b'<html xmlns="http://www.w3.org/1999/xhtml"><p>open'),
    "text": ("text/plain", b"word " * 4_000_000),
    "json": ("application/json", b"[" * 500_000),
    "svg": ("image/svg+xml", b'<svg xmlns="http://www.w3.org/2000/svg"><script>for(;;){}</script></svg>'),
    "mhtml": (
        "multipart/related; boundary=x",
        b"--x\r\nContent-Type: text/html\r\n\r\n<script>for(;;){}</script>\r\n--x--",
    ),
    "video": ("video/mp4", b"\0\0\0\x18ftypisom" + bytes(10**6)),
    "png": ("image/png", b"\x89PNG\r\n\x1a\n" + bytes(10**6)),
    "empty": ("text/html", b""),
    "nothing": ("", b""),
    "manifest": ("text/cache-manifest", b"CACHE MANIFEST\n*\n"),
}


@kind("document", what=st.sampled_from(sorted(_DOCUMENTS)))
async def document(client: Client, what: str) -> None:
    mime, body = _DOCUMENTS[what]
    await client.answer(body, mime)


_CHARSETS = ("utf-8", "utf-16", "utf-16le", "utf-32", "iso-2022-jp", "iso-2022-cn", "hz-gb-2312", "utf-7", "x-user-defined",
             "shift_jis", "gb18030", "big5", "replacement", "", "none", "utf-8;charset=utf-16", "\x00", "ebcdic")  # fmt: skip
_ENCODINGS = ("utf-8", "utf-16", "utf-16-be", "utf-32", "utf-7", "iso2022_jp", "shift_jis", "cp037")


@kind(
    "charset",
    declared=st.sampled_from(_CHARSETS),
    written=st.sampled_from(_ENCODINGS),
    mark=st.sampled_from((b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0")),
    meta=st.sampled_from(_CHARSETS),
    tail=st.binary(max_size=60),
)
async def charset(client: Client, declared: str, written: str, mark: bytes, meta: str, tail: bytes) -> None:
    body = (f"<meta charset='{meta}'>" + _HEAD + "Grüße, 世界, \u202e").encode(written, "ignore")
    await client.answer(mark + body + tail, f"text/html; charset={declared}")


@kind("surrogates", where=st.sampled_from(("title", "p", "link", "script")))
async def surrogates(client: Client, where: str) -> None:
    half = "\\ud800\\udc00\\udfff\\ud83d"
    scripts = {
        "title": f"document.title = '{half}'",
        "p": f"document.body.append('{half}')",
        "link": f"document.body.innerHTML += '<a>x</a>'; document.querySelector('a').href = '/{half}'",
        "script": f"fetch('/{half}'); console.log('{half}'); history.pushState(null, '', '?{half}')",
    }
    await client.answer(_HEAD + f"<script>{scripts[where]}</script>" + "<p>\0\x01\x02\ud800\udfff\ufffe")


_SOUP = st.lists(
    st.one_of(
        st.sampled_from((
            "<div>", "</div>", "<table>", "<tr>", "</td>", "<select>", "<svg>", "<math>", "<style>", "</style>", "<script>",
            "</script>", "<template>", "<frameset>", "<plaintext>", "<xmp>", "<noscript>", "<!--", "-->", "<![CDATA[", "]]>",
            "<?xml ?>", "<!doctype svg>", "<a href=x>", "<form>", "<button>", "<p", "<p a=\"", "'", "\">", "&#xfffff;", "&#0;",
            "&amp", "<base href=x>", "<meta charset=utf-16>", "<body onload=x>", "<html>", "<iframe srcdoc='<script>'>", "\0",
            "<dialog open>", "<slot>", "<x-y is=z>", "<details open>", "<ruby><rt>", "<area>", "<isindex>", "<image>", "<li>",
        )),
        st.text(max_size=20),
    ),
    min_size=1,
    max_size=200,
)  # fmt: skip


@kind("soup", tokens=_SOUP, times=st.sampled_from((1, 1, 300)))
async def soup(client: Client, tokens: list[str], times: int) -> None:
    await client.answer("".join(tokens) * times)


@kind("forbidding", policy=st.sampled_from((
    "default-src 'none'", "default-src 'none'; script-src 'none'; sandbox", "sandbox allow-scripts", "img-src 'none'",
    "require-trusted-types-for 'script'; trusted-types 'none'", "frame-ancestors 'none'; form-action 'none'",
)))  # fmt: skip
async def forbidding(client: Client, policy: str) -> None:
    body = _HEAD + "<script>1</script><img src=x><style>p { color: red }</style>"
    await client.answer(
        body, HTML, ("Content-Security-Policy", policy), ("Cross-Origin-Embedder-Policy", "require-corp")
    )


@kind("renderer-death", how=st.sampled_from(("arrays", "string", "grid")))
async def renderer_death(client: Client, how: str) -> None:
    """What has killed renderers: more script memory than one may have."""
    scripts = {
        "arrays": "let a = []; for (;;) { a = [a, new Array(1e6).fill({})] }",
        "string": "const m = new Map(); for (let i = 0; ; i++) m.set(i, 'x'.repeat(1000) + i)",
        "grid": "const s = new Set(); for (let i = 0; ; i++) s.add({i, x: [i, i, i, i]})",
    }
    await client.answer(_HEAD + f"<script>{scripts[how]}</script>")
