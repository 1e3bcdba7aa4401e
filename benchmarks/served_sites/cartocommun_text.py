"""The middle column of the wiki: the charter under consultation, frequent questions, the discussion."""

import html
import random
from collections.abc import Iterator
from itertools import count

from benchmarks.served_sites.cartocommun_charter import ARTICLES, QUESTIONS
from benchmarks.served_sites.cartocommun_history import HOURS, Article
from benchmarks.served_sites.cartocommun_words import OPINIONS, PAUSES, author, draws, filled

_COUNTDOWN = """
<script>
(function () {
  var e = document.getElementById('cpt'), s = +e.dataset.s;
  e.textContent = Math.floor(s / 86400) + ' j ' + Math.floor(s % 86400 / 3600) + ' h '\
 + Math.floor(s % 3600 / 60) + ' min';
})();
</script>
""".strip()


def middle(chance: random.Random, hour: int) -> list[str]:
    """The column; its table of contents stands above or below the articles."""
    below = draws("ab", hour // 3).random() < 0.4
    contents = _contents(hour)
    return [
        '<div id="mil">\n<h1>Charte:Conditions d’utilisation</h1>',
        *_maintenance(chance, hour),
        *_consultation(chance, hour),
        *([] if below else contents),
        *_articles(chance, hour),
        *(contents if below else []),
        *_questions(hour),
        *_discussion(chance, hour),
        "</div>",
    ]


def _maintenance(chance: random.Random, hour: int) -> list[str]:
    if draws("mt", hour // 3).random() >= 0.22:
        return []
    pause = f"{PAUSES[chance.randint(0, 3)]} pendant {chance.randint(5, 50)} minutes"
    node = f"{chance.choice('ABCDEF')}{chance.randint(1, 9)}"
    return [
        f'<div class="av"><b>Maintenance.</b> Les modifications seront suspendues {pause}. Nœud {node}.</div>'
    ]


def _consultation(chance: random.Random, hour: int) -> list[str]:
    left = (24 * 14 - hour) * 3600 - chance.randint(0, 300)
    views = 41000 + hour * 61 + chance.randint(0, 60)
    followers = 310 + hour // 2 + chance.randint(0, 3)
    return [
        '<div class="av" style="border-color:#3c7a4e;background:#eef7ee">',
        f' Ce texte est <b>en consultation</b>. Clôture dans <span id="cpt" data-s="{left}"></span>.',
        f" Page consultée {views} fois, suivie par {followers} membres.\n</div>",
        _COUNTDOWN,
    ]


def _contents(hour: int) -> list[str]:
    beside = " d" if draws("toc", hour // 2).random() < 0.5 else ""
    return [
        f'<div class="toc{beside}">\n<b>Sommaire</b>\n<ol>',
        *(
            f' <li><a href="#a{article.number}">{html.escape(ARTICLES[article.number][0])}</a></li>'
            for article in HOURS[hour].articles
        ),
        "</ol>\n</div>",
    ]


def _articles(chance: random.Random, hour: int) -> list[str]:
    """The news, between what is other every hour: votes, ages, the numbers of the notes."""
    notes = count(chance.randint(1, 30) + 1)
    return [
        line
        for place, article in enumerate(HOURS[hour].articles, 1)
        for line in _article(place, article, notes, hour)
    ]


def _article(place: int, article: Article, notes: Iterator[int], hour: int) -> list[str]:
    number = article.number
    chance = draws("meta", hour, number)
    has_notes = draws("notes", hour // 2).random() < 0.6
    edit = f'<a href="/edit?s={number}&amp;t={chance.getrandbits(32):08x}">modifier</a>'
    title = f"Article {place}. {html.escape(ARTICLES[number][0])}"
    parts = [f'<h2 id="a{number}">{title} <small>[{edit}] {chance.randint(35, 96)} % pour</small></h2>']
    for line, words in enumerate(article.words):
        note = ""
        if has_notes and draws("ref", number, line).random() < 0.35:
            mark = next(notes)
            note = f'<sup>[<a href="#n{mark}">{mark}</a>]</sup>'
        parts.append(f'<p class="al"><b>{place}.{line + 1}</b> {html.escape(words)}{note}</p>')
    read = f"{chance.randint(1, 55)} {chance.choice(['min', 'h'])} par {author(chance)}"
    opinions = f"{chance.randint(0, 40)} avis · {chance.randint(100, 4000)} lectures"
    parts.append(f'<div class="me">relu il y a {read} · {opinions}</div>')
    if draws("ins", hour // 2, number).random() < 0.12:
        opinion = filled(draws("insx", hour, number).choice(OPINIONS), "ins", hour, number)
        parts.append(
            f'<div class="av">{html.escape(opinion)} <a href="/bistro#{chance.randint(1, 999)}">'
            f"Lire la discussion ({chance.randint(3, 90)} messages)</a></div>"
        )
    return parts


def _questions(hour: int) -> list[str]:
    parts = ["<h2>Questions fréquentes</h2>"]
    for place, (question, answers) in enumerate(QUESTIONS):
        unfolded = " open" if (place + hour // 2) % 4 else ""
        answer = answers[HOURS[hour].answers[place]]
        parts += [
            f"<details{unfolded}>\n <summary>{html.escape(question)}</summary>",
            f" <p>{html.escape(answer)}</p>\n</details>",
        ]
    return parts


def _discussion(chance: random.Random, hour: int) -> list[str]:
    parts = [f"<h2>Discussion ({chance.randint(80, 500)} messages)</h2>"]
    for place in range(draws("dn", hour).randint(4, 11)):
        own = draws("dis", hour, place)
        indent = " x" if own.random() < 0.4 else ""
        name = author(own)
        first = html.escape(filled(own.choice(OPINIONS), "d", hour, place))
        second = html.escape(filled(own.choice(OPINIONS), "e", hour, place))
        parts += [
            f'<div class="dis{indent}">\n <b>{name}</b> : {first} {second}',
            f" <i>il y a {own.randint(1, 59)} min</i>\n</div>",
        ]
    return parts
