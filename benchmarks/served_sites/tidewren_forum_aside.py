"""The side column of the photo server's forum, where only the versions are news."""

import html
import random

from benchmarks.served_sites.tidewren_forum_look import beside, build, face, named
from benchmarks.served_sites.tidewren_forum_staff import releases, when
from benchmarks.served_sites.tidewren_forum_talk import MEMBERS, draws, latest, snippet
from benchmarks.served_sites.tidewren_forum_words import CATEGORIES, POLLS, TAGS, TIPS

_PATRON = "<p>Become a patron and browse without banners. <button>Choose a plan</button></p>"


def aside(hour: int) -> str:
    """The whole column; one row of dice is thrown along it, so its parts keep their order."""
    chance = draws(hour, "side")
    left = (40 - hour) % 168
    parts = [
        ("New posts", _posts(hour)),
        ("Poll of the members", _poll(hour)),
        ("Most helpful this week", _helpful(hour)),
        ("Online now", _online(chance)),
        ("Popular tags", _tags(chance)),
        (
            "Office hour",
            f"<p>Every week in the chat, next one in {left // 24} days and {left % 24} hours</p>",
        ),
        ("Did you know?", f"<p>{chance.choice(TIPS)}</p>"),
        ("Categories", _categories(hour)),
    ]
    if build(hour) == 1:
        parts = parts[2:] + parts[:2]
    if chance.random() < 0.25:
        parts.insert(3, ("Support the forum", _PATRON))
    blocks = [
        beside(hour, title, inside) for title, inside in [("Current versions", _versions(hour)), *parts]
    ]
    return f'<aside class="{named("aside", hour)}">{"".join(blocks)}</aside>'


def _versions(hour: int) -> str:
    rows = []
    for place, (name, since, version) in enumerate(releases(hour)):
        downloads = int((900 + 400 * place) * (1 - 0.985 ** (hour - since)) * 6)
        downloads += draws(hour, f"dl{place}").randint(0, 9)
        at = when(since)
        rows.append(
            f"<li><span>{name}</span> <b>{version}</b><br><small>{at.day} {at:%B}, {downloads:,} downloads</small></li>"
        )
    return f"<ul>{''.join(rows)}</ul>"


def _posts(hour: int) -> str:
    rows = []
    for row in latest(hour, 5):
        words = html.escape(snippet(draws(int(row.last * 100), "snip")))
        link = f'<a href="/t/{row.topic.number}">{html.escape(row.topic.title)}</a>'
        author = f"{face(row.author, 20)} <b>{html.escape(row.author)}</b>"
        rows.append(f"<li>{author} in {link}<p>{words}</p></li>")
    return f"<ul>{''.join(rows)}</ul>"


def _poll(hour: int) -> str:
    question, answers = POLLS[hour // 90 % 3]
    rows = [
        f"<li>{answer}: {20 + 7 * place + int((hour % 90) * (1 + place * 0.7))} votes</li>"
        for place, answer in enumerate(answers)
    ]
    return f"<p>{question}</p><ul>{''.join(rows)}</ul>"


def _helpful(hour: int) -> str:
    members = random.Random(f"week{(hour + 3) // 24}").sample(MEMBERS, 5)
    rows = [
        f"<li>{face(member, 20)} {html.escape(member)} ({40 - 6 * place + hour % 24 // 4} points)</li>"
        for place, member in enumerate(members)
    ]
    return f"<ol>{''.join(rows)}</ol>"


def _online(chance: random.Random) -> str:
    members = ", ".join(map(html.escape, chance.sample(MEMBERS, chance.randint(8, 20))))
    return f"<p>{chance.randint(60, 410)} guests and {members}</p>"


def _tags(chance: random.Random) -> str:
    links = [f'<a href="/tag/{tag}">{tag}</a> {chance.randint(3, 60)}' for tag in chance.sample(TAGS, 8)]
    return f"<p>{' '.join(links)}</p>"


def _categories(hour: int) -> str:
    rows = [
        f"<li>{name}: {int(900 * (place + 1) + hour * (place + 2) / 5)} topics</li>"
        for place, (name, _) in enumerate(CATEGORIES)
    ]
    return f"<ul>{''.join(rows)}</ul>"
