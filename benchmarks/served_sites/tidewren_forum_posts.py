"""The announcements of the Tidewren team, with what is added to them and what was wrong at first."""

from typing import NamedTuple


class Draft(NamedTuple):
    """An announcement on a day, and the texts added so many hours later."""

    day: int
    title: str
    author: str
    body: str
    added: tuple[tuple[int, str], ...] = ()


DRAFTS = (
    Draft(
        -7,
        "Forum rules: a short reminder about logs",
        "sunniva",
        "Please put log files into a spoiler block or attach them. Posts that paste more than "
        "two hundred raw lines will be folded by the moderators, without any bad feeling.",
    ),
    Draft(
        -6,
        "Tidewren 3.7.5 fixes album sorting",
        "bram",
        "This patch release restores the manual order of shared albums and updates the bundled "
        "image decoder. No database migration is needed.",
    ),
    Draft(
        -5,
        "Translators wanted for Basque, Welsh and Faroese",
        "ines_k",
        "Three languages are below the sixty percent we ask for. If nobody takes them over "
        "before the string freeze they will be left out of the next release.",
    ),
    Draft(
        -3,
        "Feature freeze for 3.8",
        "rothwell",
        "The main branch now takes fixes only. Pull requests with new features stay open and "
        "will be looked at again after the release.",
    ),
    Draft(
        -2,
        "Results of the spring survey",
        "sunniva",
        "1,904 of you answered. Faster search, better sharing and a proper backup assistant "
        "lead the list, and we have moved all three into the plan for this year.",
    ),
    Draft(
        -1,
        "Test servers for 3.8 are open",
        "okafor.j",
        "You can try the candidate without installing anything. The demo accounts are wiped "
        "every six hours, so do not upload photographs you want to keep.",
    ),
    Draft(
        0,
        "3.8.0-rc.2 is ready for testing",
        "bram",
        "The second candidate repairs the stuck import queue and the missing faces after a "
        "restore. Please run it on a copy of your library, never on the only one.",
        (
            (
                5,
                (
                    "The Windows package was built without the video codec. A corrected package is now in "
                    "place; the checksum in the release notes has been replaced."
                ),
            ),
        ),
    ),
    Draft(
        0,
        "Plugins must be signed from 1 June",
        "marek-tw",
        "The registry will refuse unsigned uploads from that day. Existing versions remain "
        "installable, but they will carry a warning until their author has signed them.",
        (
            (
                27,
                (
                    "Several authors asked for more time. Plugins that have not changed for a year get "
                    "until 1 September."
                ),
            ),
        ),
    ),
    Draft(
        1,
        "Security advisory TWSA-2025-04: expired share links",
        "okafor.j",
        "A share link protected by a password could be opened after its expiry date. All "
        "versions since 3.4 are affected. Upgrade to 3.7.6 or switch public sharing off.",
        (
            (3, "CVE number assigned. We have seen no sign of the flaw being used."),
            (25, "Packages for NAS vendors are now available from all three vendors as well."),
        ),
    ),
    Draft(
        1,
        "Community call on Wednesday: send us your questions",
        "ines_k",
        "We meet on 21 May at 16:00 UTC. Rothwell will show the new search, and half an hour is "
        "reserved for questions from this forum.",
    ),
    Draft(
        2,
        "3.8.0 is postponed to Tuesday",
        "rothwell",
        "Testers found a migration that takes hours on libraries with more than four hundred "
        "thousand items. We would rather be late than have you restore backups at the weekend.",
    ),
    Draft(
        2,
        "A new category for hardware builds",
        "sunniva",
        "Questions on disks, boards and cases now have a home of their own. Old topics will be "
        "moved during the coming days; links keep working.",
    ),
    Draft(
        3,
        "Forum read-only on Sunday from 07:00 to 08:30 UTC",
        "marek-tw",
        "We are moving the forum to a newer database. You can read, but not post, and "
        "notification mails will arrive late.",
        (
            (
                25,
                (
                    "The move is finished and posting works again. Search results may be incomplete until "
                    "the index has been rebuilt."
                ),
            ),
        ),
    ),
    Draft(
        5,
        "3.8.0-rc.3, the last candidate",
        "bram",
        "The slow migration now runs in the background and can be stopped. If nothing serious "
        "turns up by tomorrow noon, this build becomes the release.",
        (
            (
                6,
                (
                    "Two testers report a crash with HEIC bursts. It is understood and fixed; there will be "
                    "no fourth candidate."
                ),
            ),
        ),
    ),
    Draft(
        5,
        "Container images are moving to our own registry",
        "marek-tw",
        "From July, images will be published at registry.tidewren.example only. Both places "
        "receive the same images until then, so change the name in your compose file whenever "
        "it suits you.",
    ),
    Draft(
        6,
        "Tidewren 3.8.0 is out",
        "rothwell",
        "Search is up to eleven times faster, shared albums accept contributions from guests, "
        "and the backup assistant checks that a copy can really be restored. Thank you to the "
        "212 people who took part.",
        (
            (
                4,
                (
                    "If the update stops at step 4 of 9, your disk is probably full: the migration needs "
                    "free space of about a fifth of the database."
                ),
            ),
            (15, "The automatic update is paused for ARM boards until 3.8.1."),
        ),
    ),
    Draft(
        6,
        "Upgrade notes for external storage",
        "okafor.j",
        "If your originals are on S3 or WebDAV, pause the sync client before you update. The "
        "first scan reads every header once, which some providers will bill.",
    ),
    Draft(
        7,
        "3.8.1 repairs thumbnails on ARM boards",
        "bram",
        "A compiler flag made thumbnails come out green on some boards. After the update, open "
        "Maintenance and choose Rebuild, or wait for the nightly job.",
    ),
    Draft(
        7,
        "Two new maintainers",
        "ines_k",
        "Lotte Brandsma takes over the Android client and Yusuf Adeyemi the documentation. Both "
        "have been contributing for years, and both have agreed to read your bug reports.",
    ),
    Draft(
        8,
        "Recording and notes of the community call",
        "ines_k",
        "The recording lasts 74 minutes. In short: 3.9 will bring read-only federation, the web "
        "editor is not planned for this year, and the mobile apps get a common upload engine.",
        ((22, "Subtitles in English, German and Portuguese have been added."),),
    ),
    Draft(
        8,
        "PostgreSQL 12 will not be supported by 3.9",
        "rothwell",
        "It has reached the end of its life upstream. The installer will refuse to start on it "
        "from September; version 15 or newer is what we test with.",
    ),
    Draft(
        9,
        "Summer bug hunt from 2 to 15 June",
        "sunniva",
        "Every confirmed report earns a sticker, and the five most useful ones a small server. "
        "Regressions in sharing and restore count double.",
    ),
    Draft(
        9,
        "3.8.2 is planned for Monday",
        "bram",
        "It will contain fixes for the calendar view and for guests with non-Latin names. If "
        "you wait for a quiet moment to update, wait for this one.",
    ),
)
TYPOS = {
    6: ("candidate", "canddate", 3),
    15: ("contributions", "contribtions", 2),
    20: ("upstream", "upsteam", 4),
}
"""By the announcement's place: the word, how it is misspelt, and the hours until that is put right."""
BYLINES = {
    11: ("marek-tw", 5),
    16: ("bram", 7),
}
"""By the announcement's place: the author named in the end, and the hours until then."""
