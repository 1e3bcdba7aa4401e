"""The playhouse's style sheet, its class names built anew with each release of the site."""

import re
from collections.abc import Callable
from hashlib import md5

Naming = Callable[[str], str]

_STYLE = """\
*{box-sizing:border-box}body{margin:0;font:16px/1.45 "Source Sans 3","Segoe UI",Arial,sans-serif;\
color:#1c1a18;background:#f6f2ea}
a{color:inherit}.$top{background:#1c1a18;color:#f6f2ea;display:flex;gap:22px;align-items:center;\
padding:14px 40px}
.$top b{font:700 22px Georgia,serif;margin-right:auto}.$top a{text-decoration:none;font-size:15px}
.$leiste{background:#e7dfd0;font-size:14px;padding:6px 40px;display:flex;gap:26px;flex-wrap:wrap}
.$held{position:relative;height:430px;overflow:hidden;background:#333}.$bildtafel{display:none;\
position:absolute;inset:0}
.$bildtafel.an{display:block}.$bildtafel img{width:100%;height:430px;object-fit:cover}
.$bildtafel div{position:absolute;left:60px;bottom:54px;max-width:620px;color:#fff;background:#000a;\
padding:18px 26px}
.$bildtafel h2{font:700 38px Georgia,serif;margin:0 0 6px}.$punkte{position:absolute;bottom:16px;left:60px;\
display:flex;gap:8px}
.$punkte i{width:12px;height:12px;border-radius:50%;background:#fff7}.$punkte i.an{background:#fff}
.$rumpf{display:grid;grid-template-columns:1fr 268px;gap:34px;max-width:1140px;margin:30px auto;\
padding:0 20px}
.$rumpf.links{grid-template-columns:268px 1fr}.$rumpf.links>aside{order:-1}
.$filter{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 20px}.$filter a{border:1px solid #998;\
border-radius:16px;padding:3px 12px;font-size:14px;text-decoration:none}
.$plan{display:grid;grid-template-columns:repeat(3,1fr);gap:18px}.$plan.liste{grid-template-columns:1fr}
.$karte{background:#fff;border:1px solid #ddd3c2;display:flex;flex-direction:column}.$karte>img{width:100%;\
height:104px;object-fit:cover}
.liste .$karte{flex-direction:row;align-items:flex-start}.liste .$karte>img{width:150px;height:150px}\
.liste .$karte>div{flex:1}
.$karte>div{padding:10px 14px}.$karte h3{font:700 20px/1.2 Georgia,serif;margin:4px 0}\
.$karte p{margin:3px 0;font-size:14px}
.$karte time{font-weight:700;font-size:15px}.$hin{background:#fff0c4;border-left:4px solid #d39b00;\
padding:5px 8px}
.$weg h3{text-decoration:line-through;color:#777}.$weg>img{filter:grayscale(1)}.$rot{background:#a3121f;\
color:#fff;font-weight:700;padding:2px 8px;font-size:13px}
lt-kasse{margin-top:auto;display:block;padding:0 14px 14px}.$kasten{background:#fff;\
border:1px solid #ddd3c2;padding:12px 16px;margin-bottom:20px;font-size:14px}
.$kasten h4{font:700 17px Georgia,serif;margin:0 0 8px}.$stimmen{display:grid;\
grid-template-columns:repeat(3,1fr);gap:20px;max-width:1100px;margin:30px auto}
.$stimmen blockquote{margin:0;background:#e7dfd0;padding:18px;font-style:italic}\
.$stimmen cite{display:block;font-size:13px;margin-top:8px}
.$pop{position:fixed;right:24px;bottom:24px;width:330px;background:#fff;border:2px solid #7a1f2b;\
padding:18px;box-shadow:0 6px 24px #0005;z-index:9}
.$pop input{width:100%;padding:6px}.$keks{position:fixed;left:0;right:0;bottom:0;background:#1c1a18;\
color:#fff;padding:14px 40px;z-index:10}
.$toast{position:fixed;left:24px;bottom:24px;background:#1e5245;color:#fff;padding:10px 16px;\
border-radius:6px;font-size:14px;z-index:8}
.$fuss{background:#1c1a18;color:#cfc6b6;padding:28px 40px;display:flex;gap:50px;font-size:14px}\
iframe{border:0;display:block}"""


def naming(hour: int) -> Naming:
    """What a class of the style sheet is called in the release of this hour."""
    release = "b1" if hour < 71 else "b2" if hour < 178 else "b3"
    return lambda name: f"{name[:2]}-{md5((name + release).encode()).hexdigest()[:6]}"


def style(name_of: Naming) -> str:
    return re.sub(r"\$(\w+)", lambda found: name_of(found[1]), _STYLE)
