"""The newspaper's style sheet, and its class names, which every build of the site makes anew."""

import hashlib
import re

_BUILT_AT = (-1, 81, 130, 201)
_SHEET = """
*{box-sizing:border-box}body{margin:0;font:16px/1.45 Georgia,'Times New Roman',serif;color:#1b1b1b;\
background:#f6f4ef}
a{color:inherit;text-decoration:none}a:hover{text-decoration:underline}
.wrap{width:1160px;margin:0 auto;background:#fff;padding:0 20px GAPpx}
.strip{display:flex;justify-content:space-between;font:12px/30px Arial,sans-serif;color:#555;\
border-bottom:1px solid #ddd}
.mast{display:flex;align-items:center;justify-content:space-between;padding:14px 0}
.mast h1{font-size:46px;margin:0;letter-spacing:-1px}\
.mast p{margin:0;font:italic 13px Georgia,serif;color:#777}
.menu{display:flex;gap:20px;font:bold 13px Arial,sans-serif;text-transform:uppercase;padding:9px 0;\
border-block:2px solid #7a1020}
.tick{background:#7a1020;color:#fff;font:13px/32px Arial,sans-serif;padding:0 12px;margin:8px 0}\
.tick b{margin-right:10px}
.advert{text-align:center;margin:14px 0;background:#efefef}\
.advert iframe{border:0;display:block;margin:0 auto}
.advert small{font:10px Arial,sans-serif;color:#999;text-transform:uppercase}
.grid{display:grid;grid-template-columns:minmax(0,1fr) 300px;gap:28px}
.lead h2{font-size:38px;line-height:1.1;margin:10px 0}.lead p{font-size:19px}\
.lead img{width:100%;height:400px;object-fit:cover;display:block}
.three{display:grid;grid-template-columns:repeat(3,1fr);gap:GAPpx;border-top:1px solid #ccc;\
padding-top:16px;margin-top:16px}
.card img{width:100%;height:130px;object-fit:cover;background:#ddd;display:block}\
.card h3{font-size:19px;line-height:1.2;margin:8px 0 6px}
.card p{margin:0;font-size:15px;color:#333}\
.kick{font:bold 12px Arial,sans-serif;color:#7a1020;text-transform:uppercase}
.meta{font:12px Arial,sans-serif;color:#888;margin-top:6px}\
.sect{margin-top:30px;border-top:3px solid #1b1b1b}
.sect>h2{font:bold 20px Arial,sans-serif;margin:8px 0 12px}\
.rows{display:grid;grid-template-columns:1fr 1fr;gap:GAPpx}
.spon{background:#fff8e1;padding:10px;border:1px solid #f0e0b0}.side section{margin-bottom:26px}
.side h2{font:bold 16px Arial,sans-serif;border-bottom:2px solid #7a1020;margin:0 0 8px;padding-bottom:4px}
.brief{list-style:none;margin:0;padding:0}\
.brief li{border-bottom:1px dotted #bbb;padding:8px 0;font-size:15px}
.brief time{font:bold 12px Arial,sans-serif;color:#7a1020;margin-right:6px}\
.tab{width:100%;border-collapse:collapse;font:13px Arial,sans-serif}
.tab td{padding:4px 2px;border-bottom:1px solid #eee}.up{color:#15803d}.down{color:#b91c1c}\
.read{padding-left:22px;margin:0;font-size:15px}
.read li{padding:5px 0}.shots{display:grid;grid-template-columns:repeat(4,1fr);gap:10px}\
.shots img{width:100%;height:150px;object-fit:cover}
.shots figure{margin:0}.shots figcaption{font:13px Arial,sans-serif}\
.dark{background:#222;color:#fff;padding:14px;margin-top:30px}
.cook{position:fixed;left:0;right:0;bottom:0;background:#111;color:#eee;font:14px Arial,sans-serif;\
padding:16px 40px;z-index:9}
.cook button{margin-left:12px;padding:6px 14px}\
.letter{background:#e8eef5;padding:16px 20px;margin:20px 0;font-family:Arial,sans-serif}
.foot{font:12px/1.6 Arial,sans-serif;color:#666;border-top:1px solid #ccc;margin-top:30px;padding-top:12px}
"""


def _build(hour: int) -> int:
    return sum(1 for at in _BUILT_AT if at <= hour)


def names(plain: str, hour: int) -> str:
    """These class names as the build of this hour calls them."""
    build = _build(hour)
    return " ".join(
        f"{name}_{hashlib.md5(f'{name}/{build}'.encode()).hexdigest()[:5]}" for name in plain.split()
    )


def cls(plain: str, hour: int) -> str:
    """The attribute with these class names."""
    return f'class="{names(plain, hour)}"'


def sheet(hour: int) -> str:
    """The style sheet, whose spacings move with the build as well."""
    text = _SHEET.replace("GAP", str(16 + 2 * _build(hour)))
    return re.sub(r"\.([a-z]+)(?=[ >{.,:])", lambda found: "." + names(found[1], hour), text)
