"""The words that come and go and mean nothing: planet, forum, fediverse, talks, tips, adverts."""

import random
from functools import cache

PROJECTS = [
    "Tarn",
    "Kettle",
    "Mosswire",
    "Pinwheel",
    "Osprey DB",
    "Hopscotch",
    "Quillmark",
    "Brasslight",
    "Cairnd",
    "Gantry",
    "Sextant",
    "Fathom",
    "Lintel",
    "Ledgerfs",
]
PEOPLE = [
    "Ines Carvalho",
    "Tomasz Wilk",
    "Aoife Brennan",
    "Rahul Menon",
    "Greta Lindqvist",
    "Yusuf Adeyemi",
    "Mei-Lin Chow",
    "Pavel Hruska",
    "Dana Whitfield",
    "Lucas Ferreira",
    "Hanna Okonkwo",
    "Sven Aldag",
    "Priya Raman",
    "Oscar Villalba",
    "Noor Haddad",
    "Jun Takahashi",
    "Elif Kaya",
    "Matt Orsini",
]
_TITLES = [
    "{p} {n}.{m} is out, and here is what I like about it",
    "Packaging {p} for the {a} distribution, part {m}",
    "This month in {p}",
    "Why I stopped using {q} and moved to {p}",
    "A {a} bug in {p} and how we found it",
    "Notes from the {p} sprint",
    "{p}: {m}{n} patches, one weekend",
    "Benchmarking {p} against {q}",
    "Security is a process: lessons from {p}",
    "Debugging {p} with {q}",
    "On leaving the {p} team",
    "How {p} handled the outage",
    "A {a} guide to {p} internals",
    "{p} on RISC-V, week {m}",
    "Reproducible builds for {p}: {m} to go",
    "I rewrote my backup scripts in {p}",
    "{p} and release candidate fatigue, day {m}",
    "The {a} state of {p} translations",
    "What {p} {n} means for downstreams",
    "Cooking for {m} hackers: a {a} recipe",
    "Holiday photos from the {a} coast",
    "My {a} desk setup",
]
_ADJ = [
    "small",
    "curious",
    "long",
    "painful",
    "slow",
    "quiet",
    "friendly",
    "practical",
    "nasty",
    "northern",
    "modest",
]
_LINES = [
    "After weeks of work the branch is merged and I finally have time to write about it.",
    "Some people asked me on the list how this works, so here is a longer answer than you wanted.",
    "The short version: measure first. The long version follows, with graphs.",
    "I have been meaning to write this down since the last release, so forgive the rambling.",
    "Thanks to everyone who tested the patches; the fix is in the current nightly.",
    "Nothing here is official, it is only what I learned while the servers were down.",
    "We counted the open issues again and the number went up, which is good news, really.",
    "The upgrade took me ten minutes and the rest of the evening.",
]
_FORUM = [
    "{p} {n}.{m} upgrade fails with exit code {m}",
    "Is the registry down for anyone else?",
    "How to pin {p} below {n}.{m}?",
    "{p}: config file ignored after update",
    "Show and tell: my {p} home lab",
    "{p} or {q} for a small team?",
    "[Solved] {p} does not start on boot",
    "Call for testers: {p} nightly",
    "Where did the {p} docs move?",
    "Weekly help thread: {p}",
    "{p} eats all my memory",
    "Mirror in my country is slow",
    "Is {p} still affected by the advisory?",
    "Feature request: dark mode in {q}",
    "What are you hacking on this week?",
]
_TOOTS = [
    "Just upgraded to {p} {n}.{m} and nothing broke. Suspicious.",
    "Hot take: {p} has the best docs in free software.",
    "Anyone at the {p} sprint want dinner?",
    "{p} nightly is {a} today, be careful out there.",
    "We merged {m}{n} pull requests this week. Thank you all!",
    "TIL {p} can read {q} files directly.",
    "Watching {p} compile is my kind of television.",
    "The {a} path to {p}: a thread.",
    "Please stop asking when {p} {n} is released. It is released when it is released.",
    "Coffee, {p}, rain. Perfect Sunday, whatever day it is.",
]
TALKS = [
    "Ten years of {p}",
    "{p} at scale: a war story",
    "Testing {p} in the {a} way",
    "Teaching with {p}",
    "What {q} can learn from {p}",
    "Funding {p}: the {a} truth",
]
TIPS = [
    "Use <code>pin why</code> to see who pulled a package in.",
    "<code>tarn fmt --check</code> belongs in CI.",
    "Sign your tags: <code>git tag -s</code>.",
    "Run <code>cairnctl blame</code> before you blame the kernel.",
    "Read the release notes <em>before</em> the upgrade.",
    "A mirror near you is faster than the main site.",
    "<code>lintel explain R204</code> prints the reasoning.",
    "Backups are only backups once restored.",
]
ADVERTS = [
    ("cloud-nine-hosting", "Bare metal from $39 a month. Free traffic for open-source projects."),
    ("bugs-and-beans", "Coffee for committers. 10% goes to the foundation."),
    ("hire-a-maintainer", "Senior Tarn engineer (remote, EU). Apply by Friday."),
    ("nightowl-ci", "Your builds, four times as fast. Try it free for 30 days."),
    ("secure-supply-conf", "Early-bird tickets for SecureSupply 2026 end soon!"),
    ("the-git-book", "Third edition now shipping. New chapter on large repositories."),
    ("keyboard-works", "Split, tented, hot-swap. Built in Tallinn."),
    ("observe-everything", "Logs, traces and metrics for Kettle and Hopscotch in one place."),
]
SPONSORS = ["Nordbyte", "Halcyon", "Quanta9", "Linuxwerk", "Oakline", "Ferrostack", "Bluefen", "Marram"]


def fill(rng: random.Random, pattern: str) -> str:
    p, q = rng.sample(PROJECTS, 2)
    return pattern.format(p=p, q=q, n=rng.randrange(1, 10), m=rng.randrange(2, 13), a=rng.choice(_ADJ))


@cache
def planet_all() -> tuple[tuple[int, int, str, str, str], ...]:
    """(hour, minute, author, title, line), oldest first; fewer by night and at weekends."""
    rng, posts = random.Random("planet openforge"), []
    for hour in range(-60, 241):
        day, clock = divmod(hour + 9, 24)
        busy = (0.25 if clock < 7 else 0.95) * (0.6 if day % 7 in (4, 5) else 1)
        for _ in range(2):
            if rng.random() < busy * 0.62:
                posts.append(
                    (
                        hour,
                        rng.randrange(60),
                        rng.choice(PEOPLE),
                        fill(rng, rng.choice(_TITLES)),
                        rng.choice(_LINES),
                    )
                )
    return tuple(posts)


def planet(hour: int, count: int) -> list[tuple[int, int, str, str, str]]:
    return [p for p in planet_all() if p[0] < hour or (p[0] == hour and p[1] < 5)][::-1][:count]


def forum(hour: int) -> list[tuple[str, int, int, str]]:
    topics = []
    for slot in range(9):
        rng = random.Random(f"forum {slot} {(hour + slot * 2) // (3 + slot % 4)}")
        text, replies, who = fill(rng, rng.choice(_FORUM)), rng.randrange(1, 60), rng.choice(PEOPLE)
        live = random.Random(f"forum live {slot} {hour}")
        topics.append((text, replies + hour % 5, live.randrange(1, 58), who))
    return sorted(topics, key=lambda t: t[2])


def toots(hour: int) -> list[tuple[str, str, int]]:
    rng = random.Random(f"toots {hour}")
    return [(rng.choice(PEOPLE), fill(rng, rng.choice(_TOOTS)), rng.randrange(1, 180)) for _ in range(6)]
