"""The playhouse's repertoire with its casts, who stands in, and how the house writes a day and an hour."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

GREAT_HOUSE = "Großes Haus"
STUDIO = "Studio im Hof"
WORKS = "Alte Werkhalle"


class Play(NamedTuple):
    """A play of the repertoire; its cast are roles with their actors."""

    title: str
    author: str
    kind: str
    venue: str
    director: str
    minutes: int
    prices: tuple[int, ...]
    seats: int
    teaser: str
    cast: tuple[tuple[str, str], ...]


PLAYS: Mapping[str, Play] = {
    "krug": Play(
        "Der zerbrochne Krug",
        "Heinrich von Kleist",
        "Komödie",
        GREAT_HOUSE,
        "Annika Voß",
        105,
        (14, 22, 31, 39),
        612,
        "Ein Richter muss über eine Tat zu Gericht sitzen, die er selbst begangen hat.",
        (
            ("Adam", "Rainer Holtkamp"),
            ("Eve", "Lilli Brandauer"),
            ("Frau Marthe", "Gudrun Sasse"),
            ("Licht", "Timo Ferrari"),
        ),
    ),
    "moewe": Play(
        "Die Möwe",
        "Anton Tschechow",
        "Schauspiel",
        GREAT_HOUSE,
        "Pjotr Malinow",
        160,
        (14, 22, 31, 39),
        612,
        "Am See wird geliebt, geschrieben und geschossen, und niemand hört dem anderen zu.",
        (
            ("Arkadina", "Hanna Westphal"),
            ("Nina", "Marie Okonkwo"),
            ("Kostja", "Jonas Rehbein"),
            ("Trigorin", "Stefan Lauritz"),
        ),
    ),
    "sturm": Play(
        "Der Sturm",
        "William Shakespeare",
        "Schauspiel",
        GREAT_HOUSE,
        "Carla Bensaid",
        140,
        (16, 24, 34, 44),
        612,
        "Prospero hat die Insel, die Bücher und einen Plan, nur keine Gnade.",
        (
            ("Prospero", "Gudrun Sasse"),
            ("Ariel", "Yuki Tamm"),
            ("Caliban", "Bela Hartung"),
            ("Miranda", "Lilli Brandauer"),
        ),
    ),
    "besuch": Play(
        "Der Besuch der alten Dame",
        "Friedrich Dürrenmatt",
        "Schauspiel",
        GREAT_HOUSE,
        "Annika Voß",
        150,
        (14, 22, 31, 39),
        612,
        "Eine Milliarde für einen Mord: Güllen rechnet und beginnt, auf Kredit zu kaufen.",
        (
            ("Claire", "Hanna Westphal"),
            ("Ill", "Rainer Holtkamp"),
            ("Lehrer", "Stefan Lauritz"),
            ("Bürgermeister", "Timo Ferrari"),
        ),
    ),
    "linie": Play(
        "Linie neun",
        "Senem Aktaş",
        "Uraufführung",
        STUDIO,
        "Mats Ohlendorf",
        85,
        (12, 18),
        99,
        "Vier Fahrgäste, eine Straßenbahn, eine Nacht, in der die Endhaltestelle nicht kommt.",
        (("Fahrerin", "Marie Okonkwo"), ("Herr Pohl", "Bela Hartung"), ("Studentin", "Yuki Tamm")),
    ),
    "gelb": Play(
        "Die gelbe Tapete",
        "nach Charlotte Perkins Gilman",
        "Studio",
        STUDIO,
        "Ida Krumbach",
        70,
        (12, 18),
        99,
        "Ein Zimmer, ein Muster, ein Sommer: Solo über das Verschwinden einer Frau.",
        (("Sie", "Lilli Brandauer"),),
    ),
    "momo": Play(
        "Das Zeitpaket",
        "Familienstück von Tilda Ross",
        "Junges Haus",
        WORKS,
        "Jule Petri",
        75,
        (8, 11),
        240,
        "Oskar findet ein Paket voller Stunden und muss entscheiden, wem er sie schenkt.",
        (("Oskar", "Jonas Rehbein"), ("Frau Sekunde", "Yuki Tamm"), ("Der Bote", "Bela Hartung")),
    ),
    "wolf": Play(
        "Wolf unter Wölfen",
        "nach Hans Fallada",
        "Schauspiel",
        WORKS,
        "Carla Bensaid",
        190,
        (15, 21, 28),
        240,
        "Berlin 1923: das Geld stirbt, und drei junge Leute verlieren erst die Miete, dann die Richtung.",
        (
            ("Wolfgang", "Jonas Rehbein"),
            ("Petra", "Marie Okonkwo"),
            ("Studmann", "Stefan Lauritz"),
            ("Rittmeister", "Rainer Holtkamp"),
        ),
    ),
    "lieder": Play(
        "Wenn die Laternen singen",
        "Liederabend von Kaspar Roth",
        "Musik",
        WORKS,
        "Kaspar Roth",
        95,
        (15, 21, 28),
        240,
        "Gassenhauer, Schlaflieder und ein Tango aus dem Jahr, in dem das Haus gebaut wurde.",
        (("Gesang", "Hanna Westphal"), ("Gesang und Akkordeon", "Timo Ferrari"), ("Klavier", "Kaspar Roth")),
    ),
    "anti": Play(
        "Antigone",
        "Sophokles, Fassung von Ida Krumbach",
        "Schauspiel",
        STUDIO,
        "Ida Krumbach",
        90,
        (12, 18),
        99,
        "Zwei Gesetze, ein Leichnam, und eine Stadt, die zuschaut.",
        (("Antigone", "Marie Okonkwo"), ("Kreon", "Gudrun Sasse"), ("Ismene", "Yuki Tamm")),
    ),
    "diener": Play(
        "Der Diener zweier Herren",
        "Carlo Goldoni",
        "Komödie",
        GREAT_HOUSE,
        "Mats Ohlendorf",
        125,
        (14, 22, 31, 39),
        612,
        "Truffaldino hat Hunger und deshalb gleich zwei Stellen angenommen.",
        (
            ("Truffaldino", "Bela Hartung"),
            ("Beatrice", "Lilli Brandauer"),
            ("Florindo", "Stefan Lauritz"),
            ("Pantalone", "Rainer Holtkamp"),
        ),
    ),
    "kiste": Play(
        "Kiste auf, Kiste zu",
        "Spiel ab drei Jahren",
        "Junges Haus",
        STUDIO,
        "Jule Petri",
        40,
        (6, 8),
        70,
        "Zwei Spielerinnen, elf Kartons und sehr viele Geräusche.",
        (("Spiel", "Wiebke Arnold"), ("Musik", "Noor Haddad")),
    ),
}
WOMEN = (
    "Wiebke Arnold",
    "Noor Haddad",
    "Svenja Kolbe",
    "Henriette Zoll",
    "Paula Reiter",
    "Olga Senfft",
    "Inga Lorenzen",
)
MEN = (
    "Friedrich Maron",
    "Elias Trautwein",
    "Ruben Castell",
    "Daniel Mikami",
    "Marek Dudek",
    "Clemens Raab",
    "Arne Willich",
)
MEN_FORENAMES = frozenset(
    [
        "Arne",
        "Bela",
        "Clemens",
        "Daniel",
        "Elias",
        "Friedrich",
        "Jonas",
        "Kaspar",
        "Marek",
        "Rainer",
        "Ruben",
        "Stefan",
        "Timo",
    ]
)
_DAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
_MONTHS = (
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
)


def day_words(day: date) -> str:
    return f"{_DAYS[day.weekday()]}, {day.day}. {_MONTHS[day.month - 1]}"


def hour_words(time: tuple[int, int]) -> str:
    return f"{time[0]}.{time[1]:02d} Uhr"
