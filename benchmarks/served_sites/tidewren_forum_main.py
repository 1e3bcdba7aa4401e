"""The main column of the photo server's forum: what the team says, and the members' latest topics."""

import html
import json
import random
from datetime import datetime

from benchmarks.served_sites.tidewren_forum_look import boxed, face, named
from benchmarks.served_sites.tidewren_forum_staff import STAFF, Announced, front, issues, notices, when
from benchmarks.served_sites.tidewren_forum_talk import MEMBERS, Row, age, compact, draws, latest
from benchmarks.served_sites.tidewren_forum_words import SPONSORS


def main_column(hour: int, advertisement: str) -> str:
    """All its sections, and an advertisement that is missing every third hour."""
    parts = [_notices(hour), _announcements(hour), advertisement if hour % 3 else "", _issues(hour)]
    return "".join([*parts, _topics(hour)])


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%b}"


def cards(hour: int) -> str:
    """What the script draws the announcement cards from; the one with the latest reply stands first."""
    drawn = [_card(hour, announced) for announced in front(hour)[0]]
    drawn.sort(key=lambda card: -card[0])
    return json.dumps([card for _, card in drawn], ensure_ascii=False).replace("</", "<\\/")


def _card(hour: int, announced: Announced) -> tuple[float, dict[str, object]]:
    """With when somebody wrote last."""
    number, start, title, author, body, added = announced
    chance = draws(0, f"pin{number}")
    times = sorted(start + 0.4 + chance.expovariate(1 / 22) for _ in range(chance.randint(14, 60)))
    past = [time for time in times if time <= hour]
    last_time = max([start, *past])
    last = draws(int(past[-1] * 100), "who").choice(MEMBERS + STAFF) if past else author
    seen = int(60 + 40 * (hour - start) ** 0.8 + draws(hour, f"pv{number}").randint(0, 9))
    at = when(start)
    return last_time, {
        "id": number + 900,
        "title": title,
        "by": author,
        "at": f"{at.day} {at:%B %Y, %H:%M} UTC",
        "age": _long_age(hour - start),
        "body": body,
        "adds": [[f"{_day(when(time))}, {when(time):%H:%M}", text] for time, text in added],
        "replies": len(past),
        "views": compact(seen),
        "likes": int(len(past) * 1.7),
        "fresh": hour - start < 24,
        "last": last,
        "lastAge": age(hour - last_time),
    }


def _long_age(hours: int) -> str:
    if hours < 1:
        return "within the last hour"
    if hours < 24:
        return f"{hours} hour{'s' if hours > 1 else ''} ago"
    return f"{hours // 24} day{'s' if hours >= 48 else ''} ago"


def _announcements(hour: int) -> str:
    shown, earlier = front(hour)
    parts = [f'<tw-pin data-i="{place}"></tw-pin>' for place in range(len(shown))]
    parts.append(f'<h4>Earlier announcements</h4><ul class="{named("old", hour)}">')
    parts.extend(
        f'<li><a href="/t/{announced.number + 900}">{html.escape(announced.title)}</a> '
        f'<span class="{named("dim", hour)}">{_day(when(announced.hour))}</span></li>'
        for announced in earlier[:16]
    )
    return boxed(hour, "Announcements", "".join([*parts, "</ul>"]))


def _notices(hour: int) -> str:
    parts = [f'<div class="{named("incs", hour)}">']
    for title, steps in notices(hour):
        state = "done" if steps[-1].state == "Resolved" else "open"
        parts.append(
            f'<div class="{named("inc", hour)} {named(state, hour)}"><h4>{html.escape(title)}</h4><ul>'
        )
        parts.extend(
            f'<li><b>{step.state}</b> {html.escape(step.text)} <time class="{named("dim", hour)}">'
            f"{_day(when(step.hour))} {when(step.hour):%H:%M} UTC</time></li>"
            for step in reversed(steps)
        )
        parts.append("</ul></div>")
    return boxed(hour, "Service notices", "".join([*parts, "</div>"]))


def _issues(hour: int) -> str:
    parts = [
        f'<table class="{named("tab", hour)}"><tr><th>No.</th><th>Issue</th><th>State given by the team</th>'
        "<th></th></tr>"
    ]
    for number, title, state in issues(hour):
        watching = 12 + number % 30 + int(hour * (number % 7) / 9)
        parts.append(
            f'<tr><td><a href="/i/{number}">#{number}</a></td><td>{html.escape(title)}</td>'
            f"<td>{html.escape(state)}</td><td>{watching} watching</td></tr>"
        )
    return boxed(hour, "Known issues", "".join([*parts, "</table>"]))


def _topics(hour: int) -> str:
    chance = draws(hour, "talk")
    rows = [_row(hour, row) for row in latest(hour, chance.choice([24, 24, 24, 30]))]
    sponsor = chance.choice(SPONSORS)
    place = chance.randint(4, 9)
    rows.insert(place, _sponsored(chance, hour, sponsor))
    pictures = [
        f'<a href="/g/{number}"><img src="/g/{number}.png" width="168" height="112" alt="picture of a member" '
        'loading="lazy"></a>'
        for number in chance.sample(range(60), 4)
    ]
    new = chance.randint(0, 9)
    more = f'<p class="{named("more", hour)}">See {new} new or updated topics</p>' if new else ""
    gallery = f'<div class="{named("pics", hour)}">{"".join(pictures)}</div>'
    topics = boxed(hour, "Latest topics", "".join([more, _header(hour), *rows]))
    return topics + boxed(hour, "From the gallery", gallery)


def _cell(hour: int, name: str, inside: object) -> str:
    return f'<div class="{named(name, hour)}">{inside}</div>'


def _header(hour: int) -> str:
    columns = [("tt", "Topic"), ("faces", ""), ("num", "Replies"), ("num", "Views"), ("last", "Activity")]
    cells = [_cell(hour, name, title) for name, title in columns]
    return f'<div class="{named("row", hour)} {named("head", hour)}">{"".join(cells)}</div>'


def _sponsored(chance: random.Random, hour: int, sponsor: tuple[str, str]) -> str:
    words = ": ".join(map(html.escape, sponsor))
    link = f'<a href="/out?{chance.getrandbits(32):x}">{words}</a>'
    title = f'{link}<br><span class="{named("cat", hour)}">Sponsored</span>'
    return _cell(hour, "row", _cell(hour, "tt", title))


def _row(hour: int, row: Row) -> str:
    topic = row.topic
    category, colour = topic.category
    tags = [f'<a class="{named("tag", hour)}" href="/tag/{tag}">{tag}</a>' for tag in topic.tags]
    team = f' <i class="{named("team", hour)}">team</i>' if row.author in STAFF else ""
    hot = f' <span class="{named("hot", hour)}">hot</span>' if row.replies > 14 else ""
    title = (
        f'<a href="/t/{topic.number}">{html.escape(topic.title)}</a>{hot}<br>'
        f'<span class="{named("cat", hour)}" style="border-color:{colour}">{category}</span>{"".join(tags)}'
    )
    cells = [
        _cell(hour, "tt", title),
        _cell(hour, "faces", "".join(map(face, row.faces))),
        _cell(hour, "num", row.replies),
        _cell(hour, "num", compact(topic.views(hour))),
        _cell(hour, "last", f"{age(hour - row.last)}<br>{html.escape(row.author)}{team}"),
    ]
    return _cell(hour, "row", "".join(cells))
