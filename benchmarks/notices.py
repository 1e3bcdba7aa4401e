"""Notices and policies that never existed, with declared truth: ``python -m benchmarks.notices [--seeds N] [--json]``

Each page is a short legal text amid furniture, edited a few times in its history (a sentence changed, a paragraph added
or deleted, a link led elsewhere, a number corrected, a section added), plus one kind of noise that is new at many
visits and means nothing. The constants of ``changemodel.change.novelty`` were chosen here. Real pages are reported by
``benchmarks.histories``.
"""

from __future__ import annotations

import argparse
import random
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from rich.table import Table

from benchmarks.histories_accounts import never_seen_alarms
from benchmarks.reporting import document, out
from changemodel.change.text_reading import TextReading
from changemodel.version import PageVersion

START = datetime(2026, 1, 5, tzinfo=UTC)
VISITS = 120
EDITS = 6
_WORDS = (
    "account agreement arbitration billing cancel clause collect consent content cookie court customer data dispute "
    "duty effect erase fee force govern hold inform law liability licence limit notice obligation party payment period "
    "personal policy privacy process provide purpose refund region renew report request retain right rule section "
    "service share term third transfer user warranty withdraw written"
)

Blocks = list[dict[str, Any]]
Noise = Callable[[random.Random, int, Blocks], None]
"""Changes a version's blocks at a visit."""


@dataclass
class Policy:
    """The text that matters."""

    draw: random.Random
    sections: list[list[str]] = field(default_factory=list)
    link: int = 0

    @classmethod
    def drawn(cls, draw: random.Random) -> Policy:
        """Six sections of three or four paragraphs."""
        policy = cls(draw)
        policy.sections = [[policy.sentence() for _ in range(draw.randint(3, 4))] for _ in range(6)]
        return policy

    def sentence(self) -> str:
        """Words that nobody wrote, with a number among them."""
        words = [self.draw.choice(_WORDS.split()) for _ in range(self.draw.randint(14, 40))]
        words.insert(self.draw.randrange(len(words)), f"{self.draw.randint(2, 99)} days")
        return " ".join(words).capitalize() + "."

    def edit(self) -> None:
        """One change that matters."""
        section = self.draw.choice([item for item in self.sections if len(item) > 1])
        place = self.draw.randrange(len(section))
        kind = self.draw.randrange(6)
        if kind == 0:
            words = section[place].split()
            words[3:6] = [self.draw.choice(_WORDS.split()).upper() for _ in range(3)]
            section[place] = " ".join(words)
        elif kind == 1:
            section.insert(place, self.sentence())
        elif kind == 2:
            del section[place]
        elif kind == 3:
            self.link += 1
        elif kind == 4:
            section[place] = " ".join(
                str(int(word) + 101) if word.isdigit() else word for word in section[place].split()
            )
        else:
            self.sections.append([self.sentence(), self.sentence()])

    def blocks(self) -> Blocks:
        """The page around it."""
        found = [
            _block("body>header>nav>ul>li", n, f"Menu {name}", f"/{name}") for n, name in enumerate("abcd")
        ]
        found.append({"path": "body>main>h1", "text": "Terms of service", "links": ()})
        for number, section in enumerate(self.sections):
            path = f"body>main>section:nth-of-type({number + 1})"
            found.append({"path": f"{path}>h2", "text": f"Part {'abcdefghijklmnop'[number]}", "links": ()})
            found += [_block(f"{path}>p", n, text) for n, text in enumerate(section)]
        contact = {"path": "body>main>p", "text": "Write to our office about this text.", "linked_chars": 10}
        found.append({**contact, "links": (f"https://example.org/contact/{self.link}",)})
        found += [
            _block("body>footer>ul>li", n, f"Legal {name}", f"/l/{name}") for n, name in enumerate("abc")
        ]
        return found


def quiet(draw: random.Random, visit: int, blocks: Blocks) -> None:
    """No noise."""


def quotes(draw: random.Random, visit: int, blocks: Blocks) -> None:
    """A quote of a customer, new at every visit."""
    words = " ".join(draw.choice(_WORDS.split()) for _ in range(12))
    blocks.append({"path": "body>main>div.quote>p", "text": f"{words} {visit}x", "links": ()})


def counters(draw: random.Random, visit: int, blocks: Blocks) -> None:
    """A counter, a clock, and the date of today."""
    now = START + timedelta(hours=12 * visit)
    blocks.insert(
        5, {"path": "body>main>p.date", "text": f"Today is {now:%A, %d %B %Y}, {now:%H:%M}", "links": ()}
    )
    blocks.append(
        {"path": "body>main>p.count", "text": f"{2_000_000 + 311 * visit} readers trust us", "links": ()}
    )


def related(draw: random.Random, visit: int, blocks: Blocks) -> None:
    """Five articles out of many, others at every visit."""
    for place in range(5):
        title = f"Article {_name(draw.randrange(600))} about {_name(draw.randrange(600))} and more of it"
        path = f"body>main>div.related>ul>li:nth-of-type({place + 1})>p"
        blocks.append({"path": path, "text": title, "links": (f"/{title}",), "linked_chars": 0})


def variants(draw: random.Random, visit: int, blocks: Blocks) -> None:
    """One of four cookie notices, or none."""
    chosen = draw.randrange(5)
    if chosen:
        text = f"We value your privacy in manner {_name(chosen)} and ask for your consent to cookies."
        blocks.insert(0, {"path": "body>div#consent>p", "text": text, "links": ()})


def sessions(draw: random.Random, visit: int, blocks: Blocks) -> None:
    """Links that carry a session, and a token in the text."""
    token = f"{draw.getrandbits(48):x}"
    path = "body>main>p.sign"
    blocks.append(
        {"path": path, "text": "Sign in to accept", "links": (f"/login?s={token}",), "linked_chars": 7}
    )
    blocks.append({"path": "body>main>p.build", "text": f"Build {token}", "links": ()})


def weekly(draw: random.Random, visit: int, blocks: Blocks) -> None:
    """A list of news beside the text that grows every tenth visit."""
    for place, number in enumerate(range(visit // 10, max(-1, visit // 10 - 6), -1)):
        title = (
            f"{_name(7 * number)} wins the {_name(11 * number + 5)} prize of the year for its {_name(number)}"
        )
        path = f"body>aside>ul>li:nth-of-type({place + 1})"
        blocks.append({"path": path, "text": title, "links": (f"/n/{number}",), "linked_chars": len(title)})


NOISES: tuple[Noise, ...] = (quiet, quotes, counters, related, variants, sessions, weekly)


@dataclass(frozen=True)
class Notice:
    """A history with declared truth."""

    versions: tuple[PageVersion, ...]
    important: tuple[bool, ...]  # of each version: did what matters change since the one before


def notice(noise: Noise, seed: int = 0, *, visits: int = VISITS, edits: int = EDITS) -> Notice:
    """A page's history with one kind of noise."""
    draw = random.Random(f"{noise.__name__} {seed}")
    policy = Policy.drawn(draw)
    edited = set(draw.sample(range(4, visits), edits))
    versions = []
    for visit in range(visits):
        if visit in edited:
            policy.edit()
        blocks = policy.blocks()
        noise(draw, visit, blocks)
        versions.append(PageVersion(START + timedelta(hours=12 * visit), blocks=blocks))
    return Notice(tuple(versions), tuple(visit in edited for visit in range(visits)))


def alarms(history: Notice) -> list[bool]:
    """What the textual reading says at each visit, from earlier visits only."""
    reading, before, found = TextReading(), None, []
    for after in history.versions:
        verdict = None if before is None else reading.compare(before, after)
        found.append(verdict is not None and verdict.important is True)
        reading.add(after, before)
        before = after
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.notices", description=__doc__)
    parser.add_argument("--seeds", type=int, default=5, help="pages of each kind")
    parser.add_argument("--quick", action="store_true", help="one page of each kind")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    seeds = range(1 if options.quick else options.seeds)
    rows = {noise.__name__: _measured(noise, seeds) for noise in NOISES}
    command = shlex.join(["python", "-m", "benchmarks.notices", *given])
    if options.json:
        figures = {
            f"{name}.{key}": value for name, row in rows.items() for key, value in row["pagetide"].items()
        }
        print(
            document(
                figures=figures,
                baselines={n: row["never-seen block"] for n, row in rows.items()},
                command=command,
            )
        )
        return 0
    table = Table(title="Edits of generated notices, alarms per true change", title_justify="left")
    for heading in ("noise", "recall", "alarms per edit", "never-seen block: recall", "alarms per edit"):
        table.add_column(heading)
    for name, row in rows.items():
        cells = [f"{row[method][key]:.2f}" for method in row for key in ("recall", "alarms_per_true_change")]
        table.add_row(name, *cells)
    out.print(table)
    out.print(command, highlight=False)
    return 0


def _measured(noise: Noise, seeds: Sequence[int]) -> dict[str, dict[str, float]]:
    histories = [notice(noise, seed) for seed in seeds]
    methods = {
        "pagetide": [alarms(history) for history in histories],
        "never-seen block": [never_seen_alarms([item.blocks for item in h.versions]) for h in histories],
    }
    edits = sum(sum(history.important) for history in histories)
    return {
        name: {
            "recall": sum(
                a and b
                for said, h in zip(found, histories, strict=True)
                for a, b in zip(said, h.important, strict=True)
            )
            / edits,
            "alarms_per_true_change": sum(map(sum, found)) / edits,
        }
        for name, found in methods.items()
    }


def _block(path: str, place: int, text: str, link: str | None = None) -> dict[str, Any]:
    links = () if link is None else (link,)
    linked = 0 if link is None else len(text)
    return {"path": f"{path}:nth-of-type({place + 1})", "text": text, "links": links, "linked_chars": linked}


def _name(number: int) -> str:
    """A word that stands for a number, without figures."""
    letters = "bdfgklmnprstvz"
    return "".join(
        f"{letters[(number // 14**power) % 14]}{'aeiou'[(number + power) % 5]}" for power in range(3)
    )


if __name__ == "__main__":
    sys.exit(main())
