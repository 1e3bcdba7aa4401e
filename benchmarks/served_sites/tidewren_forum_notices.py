"""The service notices, known issues and released versions of Tidewren, and when each comes."""

from typing import NamedTuple


class After(NamedTuple):
    """So many hours after the announcement at a place."""

    announcement: int
    hours: int


Moment = int | After
"""A day, at an hour drawn later, or what follows an announcement."""


class Step(NamedTuple):
    """What a service notice says from so many hours after the step before."""

    hours: int
    state: str
    text: str


class Notice(NamedTuple):
    """A disturbance, from its start to its end."""

    start: Moment
    title: str
    steps: tuple[Step, ...]


class Issue(NamedTuple):
    """A known issue and its states; None is before the first visit."""

    number: int
    title: str
    states: tuple[tuple[Moment | None, str], ...]


class Product(NamedTuple):
    """What is released: the version at first, and the later ones."""

    name: str
    first: str
    versions: tuple[tuple[Moment, str], ...]


NOTICES = (
    Notice(
        -5,
        "Update server slow",
        (
            Step(0, "Investigating", "Downloads of packages are slow from South America."),
            Step(3, "Resolved", "A mirror has been replaced."),
        ),
    ),
    Notice(
        -3,
        "Mail notifications delayed",
        (
            Step(0, "Identified", "Our mail provider throttles us; mails are up to two hours late."),
            Step(5, "Resolved", "The queue is empty again."),
        ),
    ),
    Notice(
        -1,
        "Plugin registry returned errors",
        (
            Step(0, "Investigating", "Some uploads end with error 502."),
            Step(2, "Resolved", "A full disk was the cause. Failed uploads must be repeated."),
        ),
    ),
    Notice(
        0,
        "Push notifications do not reach iOS",
        (
            Step(0, "Investigating", "No pushes are delivered to iPhones since this morning."),
            Step(2, "Identified", "A certificate was renewed with the wrong topic."),
            Step(4, "Resolved", "New certificate in place; missed pushes will not be sent again."),
        ),
    ),
    Notice(
        2,
        "Demo servers unreachable",
        (
            Step(0, "Identified", "The wipe job has removed more than it should."),
            Step(6, "Resolved", "Both demo servers were set up from scratch."),
        ),
    ),
    Notice(
        4,
        "Search on the forum incomplete",
        (
            Step(0, "Monitoring", "Topics older than 2022 cannot be found while the index is rebuilt."),
            Step(22, "Resolved", "The index is complete."),
        ),
    ),
    Notice(
        After(15, 1),
        "Update server overloaded",
        (
            Step(0, "Investigating", "Many of you download 3.8.0 at the same time. Please try again later."),
            Step(2, "Monitoring", "Two more mirrors carry the files now."),
            Step(17, "Resolved", "Load is back to normal."),
        ),
    ),
    Notice(
        8,
        "Single sign-on for the plugin registry",
        (
            Step(0, "Identified", "Logins from the forum end in a loop; passwords still work."),
            Step(3, "Monitoring", "A fix is active on one of two servers."),
            Step(20, "Resolved", "Fixed on both servers."),
        ),
    ),
)
ISSUES = (
    Issue(
        8841,
        "Import stops at files with a colon in the name",
        (
            (None, "fix in 3.8.0"),
            (After(15, 0), "fixed"),
        ),
    ),
    Issue(
        8867,
        "Faces are lost after a restore",
        (
            (None, "investigating"),
            (After(6, 1), "fix in rc.2"),
            (After(15, 2), "fixed"),
        ),
    ),
    Issue(
        8902,
        "Migration takes hours on large libraries",
        (
            (2, "confirmed"),
            (3, "being worked on"),
            (After(13, 0), "fix in rc.3"),
            (After(15, 0), "fixed"),
        ),
    ),
    Issue(
        8915,
        "Android app uploads twice on bad networks",
        (
            (None, "confirmed"),
            (1, "cannot be reproduced yet, logs wanted"),
            (7, "fix in app 5.3"),
        ),
    ),
    Issue(
        8920,
        "Guests with non-Latin names see a blank page",
        (
            (7, "confirmed"),
            (9, "fix in 3.8.2"),
        ),
    ),
    Issue(
        8926,
        "Green thumbnails on ARM boards",
        (
            (After(15, 5), "confirmed"),
            (After(17, 0), "fixed in 3.8.1"),
        ),
    ),
    Issue(
        8793,
        "Calendar view skips the 31st",
        (
            (None, "confirmed"),
            (9, "fix in 3.8.2"),
        ),
    ),
    Issue(
        8811,
        "WebDAV locks are not released",
        (
            (None, "investigating"),
            (4, "will not be fixed before 3.9"),
        ),
    ),
)
PRODUCTS = (
    Product(
        "Server, stable",
        "3.7.5",
        (
            (After(8, 0), "3.7.6"),
            (After(15, 0), "3.8.0"),
            (After(17, 0), "3.8.1"),
        ),
    ),
    Product(
        "Server, candidate",
        "3.8.0-rc.1",
        (
            (After(6, 0), "3.8.0-rc.2"),
            (After(13, 0), "3.8.0-rc.3"),
        ),
    ),
    Product(
        "Android app",
        "5.2.0",
        (
            (1, "5.2.1"),
            (9, "5.3.0"),
        ),
    ),
    Product(
        "iOS app",
        "5.1.4",
        (
            (3, "5.1.5"),
            (8, "5.2.0"),
        ),
    ),
    Product("Desktop sync", "2.9.3", ((7, "2.9.4"),)),
)
