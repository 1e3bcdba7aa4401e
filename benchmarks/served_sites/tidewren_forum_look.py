"""The look of the photo server's forum: its style with generated class names, and the script that draws the cards."""

import html
from hashlib import sha1
from urllib.parse import quote

_DEPLOYED = (97, 171)  # the hours of new builds
_NAMES = (
    *("top", "wrap", "aside", "box", "side", "row", "tt", "faces", "num", "last", "head", "cat", "tag"),
    *("hot", "team", "dim", "pics", "more", "tab", "incs", "inc", "open", "old", "foot", "join"),
)
_CSS = """\
body{margin:0;font:15px/1.45 Verdana,"DejaVu Sans",sans-serif;background:#eef1f2;color:#20292c}a{\
color:#1d6a80;text-decoration:none}h2{margin:2px 0 10px;font-size:20px}h3{margin:2px 0 6px;font-size:16px}h4{\
margin:8px 0 4px}
.TOP{background:#1f3d47;color:#fff;padding:12px 28px;display:flex;gap:26px;align-items:center}.TOP a{\
color:#cfe6ec}.TOP b{font-size:22px;margin-right:auto}.WRAP{display:flex;flex-direction:DIR;gap:20px;\
max-width:1170px;margin:16px auto}.WRAP>main{flex:1;min-width:0}
.ASIDE{width:290px;flex:none}.BOX,.SIDE{background:#fff;border:1px solid #d7dfe2;border-radius:RADpx;\
padding:12px 16px;margin-bottom:14px}.SIDE ul,.SIDE ol{padding-left:4px;list-style:none;margin:0;\
font-size:13px}.SIDE li{margin-bottom:7px}.SIDE p{font-size:13px;margin:4px 0}
.ROW{display:flex;gap:8px;border-bottom:1px solid #e8edef;padding:7px 0;align-items:center}.TT{flex:1}.FACES{\
width:108px}.FACES img{border-radius:50%}.NUM{width:52px;text-align:right;color:#566}.LAST{width:104px;\
font-size:12px;color:#566;overflow:hidden}.HEAD{font-weight:bold;color:#566}
.CAT{border-left:8px solid #999;padding-left:5px;font-size:12px}.TAG{font-size:12px;margin-left:8px;\
color:#678}.HOT{color:#c2503a;font-size:12px}.TEAM{background:#1f3d47;color:#fff;font-size:10px;padding:0 4px}\
.DIM{color:#788;font-size:12px}.PICS{display:flex;gap:8px}.MORE{background:#e3f0f4;padding:5px;\
text-align:center}
.TAB{width:100%;border-collapse:collapse}.TAB td,.TAB th{text-align:left;border-bottom:1px solid #e8edef;\
padding:4px 6px;font-size:14px}.INCS{display:grid;grid-template-columns:1fr 1fr 1fr;gap:10px;font-size:13px}\
.INCS ul{padding-left:14px;margin:0}.INC{border-top:4px solid #4b9b5e;padding-top:2px}.OPEN{\
border-color:#d48a1c}
.OLD{columns:2;font-size:13px;padding-left:16px}.FOOT{text-align:center;color:#678;font-size:12px;\
padding:18px}.JOIN{background:#dcecf0;padding:8px 28px}"""
SCRIPT = """\
class TwPin extends HTMLElement{connectedCallback(){const d=window.TW.pins[+this.dataset.i],\
s=this.attachShadow({mode:'open'}),q=(t,c,x)=>{const n=document.createElement(t);if(c)n.className=c;\
if(x!=null)n.textContent=x;return n};
const st=q('style');st.textContent=':host{display:block;background:#fffdf4;border:1px solid #e4d9b0;\
border-left:5px solid #c99700;border-radius:6px;padding:10px 16px;margin-bottom:10px}h3{margin:0;\
font-size:17px}p{margin:6px 0}.m,.f{color:#667;font-size:13px}.n{background:#c99700;color:#fff;font-size:11px;\
padding:1px 6px;border-radius:8px;margin-left:8px}.u{border-left:3px solid #9bb;padding-left:10px}';
const h=q('h3');const a=q('a','',d.title);a.href='/t/'+d.id;a.style.color='#23404a';h.append(a);\
if(d.fresh)h.append(q('span','n','new'));
const m=q('div','m','Posted by '+d.by+' (team) on '+d.at+', ');m.append(q('span','',d.age));s.append(st,h,m,\
q('p','',d.body));
d.adds.forEach(u=>{const p=q('p','u');p.append(q('b','','Added '+u[0]+': '),q('span','',u[1]));s.append(p)});
s.append(q('div','f',d.replies+' replies, '+d.views+' views, '+d.likes+' likes. Last reply by '+d.last+',\
 '+d.lastAge))}}
window.TW={pins:JSON.parse(document.getElementById('tw-boot').textContent)};customElements.define('tw-pin',\
TwPin);"""


def build(hour: int) -> int:
    """The forum software's build, from 0 to 2."""
    return sum(hour >= deployed for deployed in _DEPLOYED)


def build_id(hour: int) -> str:
    return sha1(str(build(hour)).encode()).hexdigest()[:10]


def named(name: str, hour: int) -> str:
    """The class that this build has for it."""
    return f"{name[0]}{sha1(f'{name}{build(hour)}'.encode()).hexdigest()[:6]}"


def style(hour: int) -> str:
    is_second = build(hour) == 1
    text = _CSS.replace("DIR", "row-reverse" if is_second else "row")
    text = text.replace("RAD", "9" if build(hour) else "4")
    for name in _NAMES:
        for end in "{ >,.":
            text = text.replace(f".{name.upper()}{end}", f".{named(name, hour)}{end}")
    return text


def boxed(hour: int, title: str, inside: str) -> str:
    """A section of the main column."""
    return f'<section class="{named("box", hour)}"><h2>{title}</h2>{inside}</section>'


def beside(hour: int, title: str, inside: str) -> str:
    """A block of the side column."""
    return f'<div class="{named("side", hour)}"><h3>{title}</h3>{inside}</div>'


def face(member: str, size: int = 24) -> str:
    return (
        f'<img src="/avatar/{quote(member)}.svg?s={size}" width="{size}" height="{size}" alt="" '
        f'title="{html.escape(member)}" loading="lazy">'
    )
