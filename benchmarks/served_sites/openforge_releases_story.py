"""What happens at the foundation in ten days, each change with its verdict, and the state at an hour."""

from functools import cache
from typing import Any

from benchmarks.served_sites.openforge_releases_events import EVENTS, IMP, NO, OUT

FIRST_DAY, FIRST_HOUR = 5, 9  # Tuesday 2026-05-05 09:00 UTC is hour 0


def at(when: str) -> int:
    day, clock = when.split("T")
    return (int(day) - FIRST_DAY) * 24 + int(clock) - FIRST_HOUR


OLD: list[tuple[Any, ...]] = [
    (
        "04T13",
        "news",
        "budget",
        dict(
            label="Foundation",
            pic="ledger",
            title="2025 annual report and accounts",
            text="Income rose to $4.1M, infrastructure is again the largest line. The full accounts are on the "
            "wiki.",
        ),
    ),
    (
        "01T10",
        "news",
        "gsoc",
        dict(
            label="Community",
            pic="desk",
            title="Summer mentorship: 41 contributors accepted",
            text="Coding starts on June 1. Mentors, please join the onboarding call on the 28th of May.",
        ),
    ),
    (
        "-1T15",
        "news",
        "mirrors",
        dict(
            label="Infrastructure",
            pic="rack",
            title="Three new mirrors in Africa and South America",
            text="Nairobi, Fortaleza and Bogota now serve the full archive, thanks to our network partners.",
        ),
    ),
    (
        "-4T09",
        "news",
        "logo",
        dict(
            label="Projects",
            pic="harbour",
            title="Sextant joins the foundation",
            text="The map rendering library has completed incubation and moves under the OpenForge umbrella.",
        ),
    ),
    (
        "-7T12",
        "news",
        "cop",
        dict(
            label="Foundation",
            pic="meeting",
            title="Updated code of conduct reporting process",
            text="Reports are now handled by a rotating panel of five people from outside the affected project.",
        ),
    ),
    (
        "04T09",
        "lead",
        "lead",
        dict(
            kicker="Announcement",
            pic="stage-hall",
            title="OpenForge Camp 2026 comes to Porto",
            text="Three days, four tracks, one very long table: the yearly gathering of all fourteen projects takes "
            "place "
            "from 24 to 26 September. The call for talks is open until 15 June.",
            cta="Read the announcement",
        ),
    ),
    (
        "-2T11",
        "adv",
        "OFSA-2026-030",
        dict(
            proj="Brasslight",
            sev="Medium",
            cvss="5.4",
            title="Lock screen can be bypassed with two keyboards attached",
            aff="&lt; 44.3",
            fix="44.3",
        ),
    ),
    (
        "-5T11",
        "adv",
        "OFSA-2026-029",
        dict(
            proj="Kettle",
            sev="High",
            cvss="7.5",
            title="Unbounded memory use in multipart parser",
            aff="6.0 &ndash; 6.2.8",
            fix="6.2.9",
        ),
    ),
    (
        "-9T11",
        "adv",
        "OFSA-2026-028",
        dict(
            proj="Lintel",
            sev="Low",
            cvss="3.1",
            title="Path disclosure in HTML reports",
            aff="&lt; 2.14",
            fix="2.14",
        ),
    ),
    ("-9T10", "ev", "bof", dict(day=9, mon=5, name="Packagers' weekend", place="Ghent, Belgium")),
    ("-9T10", "ev", "docs", dict(day=14, mon=5, name="Documentation sprint", place="online")),
    ("-9T10", "ev", "tarncon", dict(day=28, mon=5, name="TarnConf Europe", place="Brno, hall B")),
    ("-9T10", "ev", "hack", dict(day=13, mon=6, name="Hopscotch hackathon", place="Krak&oacute;w")),
    ("-9T10", "ev", "camp", dict(day=24, mon=9, name="OpenForge Camp", place="Porto")),
]
STABLE = {
    "Tarn": ("3.8.2", "3.4.17"),
    "Kettle": ("6.3.0", "5.9.21"),
    "Mosswire": ("2.9.3", "2.6.11"),
    "Pinwheel": ("4.1.0", "3.4.11"),
    "Osprey DB": ("12.2.2", "11.7.9"),
    "Hopscotch": ("5.0.4", "4.6.8"),
    "Quillmark": ("7.9.1", "7.2.6"),
    "Brasslight": ("44.3", "42.11"),
    "Cairnd": ("254.5", "250.14"),
    "Gantry": ("1.18.3", ""),
    "Sextant": ("3.6.0", "3.2.8"),
    "Fathom": ("0.31", ""),
    "Lintel": ("2.15", "2.10.4"),
    "Ledgerfs": ("1.7.3", "1.4.12"),
}
for _name, (_s, _l) in STABLE.items():
    OLD.append(("-8T12", "rel", _name, dict(stable=_s, lts=_l, pre="", eol="")))
OLD += [
    ("04T16", "ann", "a1", dict(what="Lintel 2.15", text="New rule set for async code, 40 fixes.")),
    ("03T12", "ann", "a2", dict(what="Fathom 0.31", text="Flame graphs open in half the time.")),
    ("01T12", "ann", "a3", dict(what="Cairnd 254.5", text="Bug fixes only.")),
    ("-1T12", "ann", "a4", dict(what="Osprey DB 12.2.2", text="Fixes a planner regression from 12.2.1.")),
]
for _name in (
    "Git hosting",
    "Package registry",
    "CI runners",
    "Mailing lists",
    "Download mirrors",
    "Single sign-on",
):
    OLD.append(("-9T00", "svc", _name, dict(state="Operational")))


@cache
def state(hour: int) -> dict[str, Any]:
    world: dict[str, Any] = {}
    for when, coll, key, fields, *_ in OLD + [e for e in EVENTS if at(e[0]) <= hour]:
        shelf = world.setdefault(coll, {})
        if fields is None:
            shelf.pop(key, None)
        else:
            entry = shelf.setdefault(key, {"since": at(when)})
            entry.update(fields)
            if "title" in fields:
                entry["posted"] = at(when)
            if coll == "rel" and ("stable" in fields or "lts" in fields):
                entry["dated"] = at(when)
    return world


def truth(hour: int) -> str:
    said = {e[4] for e in EVENTS if at(e[0]) == hour + 1}
    return IMP if IMP in said else OUT if OUT in said else NO
