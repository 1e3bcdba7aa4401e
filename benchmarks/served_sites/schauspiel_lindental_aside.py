"""What stands beside the playhouse's programme and over it: boxes, social posts, pop-ins."""

import random
from hashlib import md5

from benchmarks.served_sites.schauspiel_lindental_plays import PLAYS
from benchmarks.served_sites.schauspiel_lindental_programme import clock
from benchmarks.served_sites.schauspiel_lindental_style import Naming
from benchmarks.served_sites.schauspiel_lindental_words import CHRONICLE, DISHES, OFFERS, PLACES, POSTS

_LETTERS = ("Kein Stück verpassen!", "Vorhang auf für Ihr Postfach", "Vorverkauf zuerst erfahren")
_POST_STYLE = (
    "<style>.post{border-top:1px solid #ddd;padding:8px 0}p{margin:2px 0}em{color:#888;font-style:normal}"
    "img{float:right}</style>"
)


def aside(hour: int, chance: random.Random, name_of: Naming) -> str:
    now = clock(hour)
    plays = list(PLAYS.values())
    chance.shuffle(plays)
    is_open = 10 <= now.hour < 18 and now.weekday() < 6
    viewers = chance.randint(3, 60)
    offer, offered, invitation = chance.choice(OFFERS)
    price = chance.choice(["5,90", "6,40", "7,20"]) if now.hour < 14 else "leider aus"
    year, event = CHRONICLE[now.toordinal() % len(CHRONICLE)]
    picked = "".join(f"<p><strong>{play.title}</strong><br>{play.author}</p>" for play in plays[:3])
    boxes = [
        (
            "Theaterkasse",
            f"<p>{'Jetzt geöffnet, bis 18 Uhr' if is_open else 'Derzeit geschlossen'}</p>"
            f"<p>Telefon 03643 55 71 10</p><p>{viewers} Personen sehen sich gerade den Spielplan an.</p>",
        ),
        ("Für Sie ausgewählt", picked),
        (offer, f"<p>{offered}</p><p><a href='/service'>{invitation}</a></p>"),
        ("Was uns bewegt", _posts(hour)),
        (
            "Anzeige",
            '<iframe src="/werbung/seite.html" width="234" height="200" title="Anzeige" loading="lazy"></iframe>',
        ),
        ("Heute in der Kantine", f"<p>{DISHES[now.toordinal() * 3 % len(DISHES)]}, {price}</p>"),
        ("Aus der Chronik", f"<p>An einem {now.day}. November {year} {event}</p>"),
        (
            "Die Spielzeit in Zahlen",
            f"<p>{21480 + hour * 17 + now.hour * 3} Gäste seit September</p>"
            f"<p>Auslastung {84 + hour // 31 % 5} %</p><p>{312 + hour // 9} neue Abonnements</p>",
        ),
    ]
    if chance.random() < 0.25:
        boxes[1], boxes[2] = boxes[2], boxes[1]
    return "".join(box(title, inner, name_of) for title, inner in boxes)


def box(title: str, inner: str, name_of: Naming) -> str:
    return f'<div class="{name_of("kasten")}"><h4>{title}</h4>{inner}</div>'


def _posts(hour: int) -> str:
    """The last four of the house's posts, their ages and likes, in a shadow root."""
    chance = random.Random("social")
    pool = chance.sample(POSTS, len(POSTS))
    posts: list[tuple[int, str, int]] = []
    posted_at = -40
    while posted_at <= hour:
        posts.append((posted_at, pool[len(posts) % len(pool)], chance.randint(20, 160)))
        posted_at += chance.choice([4, 6, 7, 9, 12, 15])
        if clock(posted_at).hour < 8:
            posted_at += 8
    shown = "".join(_post(hour - since, words, liked) for since, words, liked in reversed(posts[-4:]))
    return f'<lt-social><template shadowrootmode="open">{_POST_STYLE}{shown}</template></lt-social>'


def _post(age: int, words: str, liked: int) -> str:
    days = f"vor {age // 24} Tag{'en' if age > 47 else ''}"
    when = "gerade eben" if age == 0 else f"vor {age} Std." if age < 24 else days
    likes = int(liked * (1 - 0.9 ** (age + 1))) + age // 5
    picture = int(md5(words.encode()).hexdigest()[:6], 16)
    return (
        f'<div class="post"><img src="/foto/{picture}.png" alt="" width="60" height="60" loading="lazy">'
        f"<p><strong>@lindental_buehne</strong> <em>{when}</em></p><p>{words}</p>"
        f"<p>♥ {likes} · 💬 {likes // 9}</p></div>"
    )


def pop_ins(chance: random.Random, name_of: Naming) -> str:
    """A dialogue, a toast, a cookie bar: each on some visits."""
    parts, kind = [], chance.random()
    if kind < 0.24:
        parts.append(
            f'<div class="{name_of("pop")}" role="dialog"><strong>{chance.choice(_LETTERS)}</strong>'
            "<p>Unser Newsletter kommt zweimal im Monat und ist jederzeit kündbar.</p>"
            '<input placeholder="E-Mail-Adresse"><button>Anmelden</button> <a href="#">Nein danke</a></div>'
        )
    elif kind < 0.34:
        parts.append(
            f'<div class="{name_of("pop")}" role="dialog"><strong>Zwei Minuten für uns?</strong>'
            "<p>Wie sind Sie heute auf den Spielplan gekommen? Unter allen Antworten verlosen wir ein "
            "Programmheft.</p><button>Zur Umfrage</button></div>"
        )
    if chance.random() < 0.3:
        title = chance.choice(list(PLAYS.values())).title
        parts.append(
            f'<div class="{name_of("toast")}">Jemand aus {chance.choice(PLACES)} hat vor {chance.randint(2, 50)} '
            f"Minuten {chance.choice([1, 2, 2, 2, 3, 4])} Karten für »{title}« gebucht</div>"
        )
    if chance.random() < 0.18:
        parts.append(
            f'<div class="{name_of("keks")}">Wir verwenden Cookies, damit der Saalplan funktioniert. '
            "<button>Alle annehmen</button> <button>Nur notwendige</button></div>"
        )
    return "".join(parts)
