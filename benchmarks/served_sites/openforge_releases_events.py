"""The changes of the ten days, each with its hour, shelf, key, fields and verdict."""

from typing import Any

IMP, OUT, NO = "important", "left out", "unimportant"

EVENTS: list[tuple[Any, ...]] = [
    ("05T10", "rel", "Kettle", dict(stable="6.3.1"), IMP),
    ("05T10", "ann", "b1", dict(what="Kettle 6.3.1", text="Fixes the cookie regression of last week."), IMP),
    (
        "05T14",
        "adv",
        "OFSA-2026-031",
        dict(
            proj="Mosswire",
            sev="High",
            cvss="7.8",
            title="Peer can force downgrade of handshake",
            aff="2.4 &ndash; 2.9.3",
            fix="pending",
        ),
        IMP,
    ),
    ("05T15", "rel", "Mosswire", dict(stable="2.9.4"), IMP),
    ("05T15", "adv", "OFSA-2026-031", dict(fix="2.9.4"), IMP),
    (
        "05T17",
        "news",
        "elect",
        dict(
            label="Foundation",
            pic="ballot",
            title="Board election: nominations open until 20 May",
            text="Four of nine seats are up. Any member in good standing may stand or nominate.",
        ),
        IMP,
    ),
    ("05T20", "adv", "OFSA-2026-031", dict(title="Peer can force a downgrade of the handshake"), OUT),
    ("06T01", "svc", "CI runners", dict(state="Degraded"), IMP),
    (
        "06T01",
        "inc",
        "i1",
        dict(
            title="CI jobs queue for more than 40 minutes",
            log=[("01:06", "Investigating", "Jobs on the arm64 pool are not picked up.")],
        ),
        IMP,
    ),
    (
        "06T02",
        "inc",
        "i1",
        dict(
            log=[
                ("02:10", "Identified", "A scheduler update was rolled out too early."),
                ("01:06", "Investigating", "Jobs on the arm64 pool are not picked up."),
            ]
        ),
        OUT,
    ),
    ("06T04", "svc", "CI runners", dict(state="Operational"), IMP),
    ("06T04", "inc", "i1", None, IMP),
    ("06T09", "lead", "lead", dict(pic="porto-bridge"), OUT),
    (
        "06T11",
        "news",
        "freeze",
        dict(
            label="Projects",
            pic="screen",
            title="Tarn 4.0 enters feature freeze",
            text="Only fixes from now on. Ownership inference made it in, macros did not.",
        ),
        IMP,
    ),
    ("06T15", "rel", "Tarn", dict(pre="4.0-rc1"), OUT),
    ("06T16", "ev", "summit", dict(day=19, mon=6, name="Registry operators' summit", place="Lyon"), IMP),
    ("07T08", "rel", "Pinwheel", dict(lts="3.4.12"), IMP),
    (
        "07T10",
        "adv",
        "OFSA-2026-032",
        dict(
            proj="Osprey DB",
            sev="High",
            cvss="7.1",
            title="Row security ignored in parallel scans",
            aff="12.0 &ndash; 12.2.2",
            fix="pending",
        ),
        IMP,
    ),
    ("07T13", "adv", "OFSA-2026-032", dict(sev="Critical", cvss="9.8"), IMP),
    (
        "07T13",
        "notice",
        "n",
        dict(text="OFSA-2026-032 in Osprey DB is being exploited. Turn off parallel scans now."),
        IMP,
    ),
    ("07T16", "rel", "Osprey DB", dict(stable="12.2.3"), IMP),
    ("07T16", "ann", "b2", dict(what="Osprey DB 12.2.3", text="Security release, upgrade at once."), IMP),
    ("07T16", "adv", "OFSA-2026-032", dict(fix="12.2.3"), IMP),
    ("07T16", "notice", "n", dict(text="Osprey DB 12.2.3 fixes OFSA-2026-032. Please upgrade today."), IMP),
    ("07T18", "ev", "tarncon", dict(place="Brno, University Aula"), IMP),
    (
        "08T09",
        "lead",
        "lead",
        dict(
            kicker="Funding",
            pic="cheque",
            title="$1.2M for the maintenance of critical libraries",
            text="The Digital Commons Fund backs six of our projects for two years. The money pays for maintainers, "
            "audits "
            "and release engineering, not for features.",
            cta="Who gets what",
        ),
        IMP,
    ),
    (
        "08T09",
        "news",
        "campnews",
        dict(
            label="Community",
            pic="porto-bridge",
            title="OpenForge Camp 2026 comes to Porto",
            text="24 to 26 September; the call for talks is open until 15 June.",
        ),
        NO,
    ),
    ("08T11", "lead", "lead", dict(title="$1.4M for the maintenance of critical libraries"), IMP),
    ("08T14", "rel", "Hopscotch", dict(stable="5.1.0"), IMP),
    (
        "08T14",
        "ann",
        "b3",
        dict(what="Hopscotch 5.1.0", text="Tiered storage, a new wire format, faster recovery."),
        IMP,
    ),
    ("08T16", "rel", "Hopscotch", dict(stable="5.0.4"), IMP),
    (
        "08T16",
        "ann",
        "b3",
        dict(text="Withdrawn: brokers with tiered storage may lose the last segment."),
        IMP,
    ),
    ("08T21", "rel", "Hopscotch", dict(stable="5.1.1"), IMP),
    ("08T21", "ann", "b4", dict(what="Hopscotch 5.1.1", text="Replaces the withdrawn 5.1.0."), IMP),
    ("09T06", "svc", "Download mirrors", dict(state="Partial outage"), IMP),
    (
        "09T06",
        "inc",
        "i2",
        dict(
            title="European mirrors unreachable",
            log=[("06:02", "Investigating", "Frankfurt and Gravelines do not answer.")],
        ),
        IMP,
    ),
    ("09T10", "svc", "Download mirrors", dict(state="Operational"), IMP),
    ("09T10", "inc", "i2", None, IMP),
    ("10T00", "ev", "bof", None, OUT),
    (
        "10T04",
        "adv",
        "OFSA-2026-033",
        dict(
            proj="Sextant",
            sev="Low",
            cvss="2.9",
            title="Crash on crafted tile header",
            aff="&lt; 3.6.0",
            fix="3.6.0",
        ),
        IMP,
    ),
    (
        "10T07",
        "news",
        "freeze",
        dict(text="Only fixes from now on. Ownership inference made it; macros did not."),
        OUT,
    ),
    # second half
    ("10T18", "rel", "Gantry", dict(stable="1.19.0"), IMP),
    ("10T18", "ann", "c1", dict(what="Gantry 1.19.0", text="Matrix jobs can share caches."), IMP),
    (
        "11T08",
        "news",
        "maint",
        dict(
            label="Infrastructure",
            pic="rack2",
            title="Git hosting read-only on 16 May, 06:00&ndash;10:00 UTC",
            text="We move the repositories to new storage. Pulls keep working, pushes do not.",
        ),
        IMP,
    ),
    ("11T09", "notice", "n", None, OUT),
    (
        "11T11",
        "lead",
        "lead",
        dict(
            kicker="Release",
            pic="books",
            title="Quillmark 8.0: one source, every format",
            text="A new layout engine, accessible PDF out of the box and an importer for twelve legacy formats. "
            "Quillmark 8.0 "
            "is the result of three years of work by 212 people.",
            cta="Download Quillmark 8.0",
        ),
        IMP,
    ),
    ("11T11", "rel", "Quillmark", dict(stable="8.0.0", pre=""), IMP),
    (
        "11T11",
        "news",
        "fund",
        dict(
            label="Funding",
            pic="cheque",
            title="$1.4M for the maintenance of critical libraries",
            text="The Digital Commons Fund backs six of our projects for two years.",
        ),
        NO,
    ),
    (
        "11T14",
        "lead",
        "lead",
        dict(
            text="A new layout engine, accessible PDF out of the box and an importer "
            "for twelve "
            "legacy formats. Update: the Windows installer has been pulled because it removes older templates; "
            "Linux and "
            "macOS packages are fine.",
            cta="Download Quillmark 8.0",
        ),
        IMP,
    ),
    ("11T16", "adv", "OFSA-2026-031", dict(sev="Withdrawn", cvss="&ndash;"), IMP),
    ("11T17", "rel", "Brasslight", dict(pre="45.beta"), OUT),
    ("12T07", "svc", "Package registry", dict(state="Partial outage"), IMP),
    (
        "12T07",
        "inc",
        "i3",
        dict(
            title="Registry returns 502 for new uploads",
            log=[("06:48", "Investigating", "Uploads fail, downloads work.")],
        ),
        IMP,
    ),
    ("12T08", "svc", "Package registry", dict(state="Major outage"), IMP),
    (
        "12T08",
        "inc",
        "i3",
        dict(
            title="Registry unavailable",
            log=[
                ("07:55", "Update", "Downloads fail as well."),
                ("06:48", "Investigating", "Uploads fail, downloads work."),
            ],
        ),
        IMP,
    ),
    (
        "12T09",
        "inc",
        "i3",
        dict(
            log=[
                ("08:51", "Identified", "The metadata cluster lost quorum."),
                ("07:55", "Update", "Downloads fail as well."),
                ("06:48", "Investigating", "Uploads fail, downloads work."),
            ]
        ),
        OUT,
    ),
    ("12T11", "svc", "Package registry", dict(state="Degraded"), IMP),
    ("12T13", "svc", "Package registry", dict(state="Operational"), IMP),
    ("12T13", "inc", "i3", None, IMP),
    (
        "12T17",
        "news",
        "postm",
        dict(
            label="Infrastructure",
            pic="cables",
            title="Registry outage of 12 May: what happened",
            text="A routine restart met a full disk. No package was lost or altered; we list nine actions.",
        ),
        IMP,
    ),
    (
        "13T09",
        "lead",
        "lead",
        dict(
            kicker="Release",
            title="Quillmark 8.0.1 restores the Windows installer",
            text="The "
            "corrected installer keeps user templates. Anyone who ran the first one can restore them from the "
            "backup folder.",
            cta="Download Quillmark 8.0.1",
        ),
        IMP,
    ),
    ("13T09", "rel", "Quillmark", dict(stable="8.0.1"), IMP),
    ("13T10", "rel", "Tarn", dict(pre="4.0-rc2"), OUT),
    (
        "13T14",
        "adv",
        "OFSA-2026-034",
        dict(
            proj="Cairnd",
            sev="Critical",
            cvss="9.3",
            title="Local root through socket activation",
            aff="254.0 &ndash; 254.5",
            fix="254.6",
        ),
        IMP,
    ),
    ("13T14", "rel", "Cairnd", dict(stable="254.6"), IMP),
    ("13T19", "adv", "OFSA-2026-034", dict(aff="247 &ndash; 254.5", fix="254.6, 250.15"), IMP),
    ("13T19", "rel", "Cairnd", dict(lts="250.15"), IMP),
    ("13T21", "ev", "hack", dict(name="Hopscotch hackathon &ndash; cancelled"), IMP),
    (
        "14T08",
        "news",
        "cla",
        dict(
            label="Foundation",
            pic="pen",
            title="OpenForge drops the contributor agreement",
            text="From 1 June a sign-off line is enough for all fourteen projects.",
        ),
        IMP,
    ),
    ("14T10", "rel", "Fathom", dict(eol="end of life 2026-11-30"), IMP),
    ("14T11", "lead", "lead", dict(pic="press"), OUT),
    (
        "14T13",
        "news",
        "cla",
        dict(
            text="From 1 July a sign-off line is enough for thirteen projects; Ledgerfs keeps its agreement."
        ),
        IMP,
    ),
    ("14T16", "rel", "Kettle", dict(stable="6.4.0"), IMP),
    ("14T16", "ann", "c2", dict(what="Kettle 6.4.0", text="HTTP/3 by default; drops Tarn 3.2."), IMP),
    ("14T22", "svc", "Mailing lists", dict(state="Degraded"), IMP),
    (
        "14T22",
        "inc",
        "i4",
        dict(title="List mail delayed", log=[("21:40", "Investigating", "Some providers reject us.")]),
        IMP,
    ),
    ("15T00", "ev", "docs", None, OUT),
    ("15T01", "svc", "Mailing lists", dict(state="Operational"), IMP),
    ("15T01", "inc", "i4", None, IMP),
    ("15T07", "rel", "Sextant", dict(lts="3.2.9"), IMP),
    ("15T08", "news", "maint", None, IMP),
]
