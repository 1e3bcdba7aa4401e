"""The playhouse's programme by the hour: how tickets sell and what the dramaturgy office changes."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from benchmarks.served_sites.schauspiel_lindental_extras import EXTRAS, Extra
from benchmarks.served_sites.schauspiel_lindental_plays import (
    GREAT_HOUSE,
    MEN,
    MEN_FORENAMES,
    PLAYS,
    STUDIO,
    WOMEN,
    WORKS,
    Play,
    day_words,
    hour_words,
)
from benchmarks.served_sites.schauspiel_lindental_words import REASONS, REFUNDS

DAYS = 10
STARTS_AT = datetime(2025, 11, 6)
_HOURS = 24 * DAYS
_NEVER = -99
_BEFORE_NOON = (0.15, 0.05, 0.02, 0, 0, 0.02, 0.2, 0.5, 0.9, 1.3, 1.6, 1.6)
_AFTER_NOON = (1.5, 1.2, 1.1, 1.2, 1.4, 1.5, 1.5, 1.3, 1.2, 1.0, 0.7, 0.35)
_PACE = (*_BEFORE_NOON, *_AFTER_NOON)
"""Of the sale of tickets, by the hour of the day."""
_DAYS_AHEAD = (*range(12), 1, 2, 4, 5, 8, 9, 10, *range(13, 27, 2), 16, 22, 23)
_CHANGES = {
    "new": 26,
    "extra performance": 10,
    "cancelled": 20,
    "day": 16,
    "hour": 7,
    "place": 6,
    "recast": 18,
    "replaced": 5,
    "on sale again": 8,
}
_RETURNED = (
    "Rückläufer: Es gibt wieder Karten für diesen Termin.",
    "Zusatzkontingent im Rang freigegeben.",
    "Zurückgegebene Karten sind wieder im Verkauf.",
)

Subject = str | int
"""A play of the repertoire or the place of a one-off event."""


def clock(hour: int) -> datetime:
    return STARTS_AT + timedelta(hours=hour)


def work(subject: Subject) -> Play | Extra:
    return EXTRAS[subject] if isinstance(subject, int) else PLAYS[subject]


@dataclass
class Event:
    """An event of the programme; left are the seats still for sale."""

    number: int
    subject: Subject
    day: date
    time: tuple[int, int]
    place: str
    cast: tuple[tuple[str, str], ...]
    left: int
    seats: int
    demand: float
    touched_at: int = _NEVER
    note: str = ""
    state: str = "open"

    def begins(self) -> datetime:
        return datetime.combine(self.day, time(*self.time))

    def news(self) -> tuple[object, ...]:
        """What an archivist would call the event."""
        return self.subject, self.day, self.time, self.place, self.cast, self.note, self.state

    def has_few_left(self) -> bool:
        return self.state == "open" and self.left < min(40, self.seats * 0.3)

    def is_at_the_door(self, hour: int) -> bool:
        return self.state == "open" and clock(hour) >= self.begins() - timedelta(hours=1)

    def labels(self, hour: int) -> tuple[bool, bool]:
        """What can be called news or not: few tickets at a dearer price, the box office only."""
        return self.has_few_left(), self.is_at_the_door(hour)


class _Office:
    """Who keeps the programme."""

    def __init__(self) -> None:
        self._chance = random.Random("lindental-6")
        self._events: list[Event] = []
        self._number = 4100
        self._begin()
        self._extras = list(range(len(EXTRAS)))
        self._chance.shuffle(self._extras)
        self._busy = self._working_hours()

    def programmes(self) -> Iterator[tuple[Event, ...]]:
        for hour in range(_HOURS):
            if hour:
                self._sell(hour)
                if hour in self._busy:
                    self._change(hour)
            today = clock(hour).date()
            self._events = [event for event in self._events if event.day >= today]
            ordered = sorted(self._events, key=lambda event: (event.day, event.time, event.number))
            yield tuple(replace(event) for event in ordered)

    def _begin(self) -> None:
        chance, plays = self._chance, tuple(PLAYS)
        for place, ahead in enumerate(sorted(_DAYS_AHEAD)):
            day = STARTS_AT.date() + timedelta(days=ahead)
            for _ in range(20):
                play = plays[(place * 5 + chance.randrange(3)) % len(plays)]
                if not self._is_taken(day, PLAYS[play].venue) and not any(
                    event.subject == play and abs((event.day - day).days) < 2 for event in self._events
                ):
                    self._number += chance.randint(1, 4)
                    self._events.append(self._event(self._number, play, day))
                    break
        for event in chance.sample(self._events[4:], 3):
            event.state, event.left = "sold out", 0

    def _event(self, number: int, subject: Subject, day: date, *, is_new: bool = False) -> Event:
        chance, shown = self._chance, work(subject)
        begins = self._time_for(shown.kind, day)
        left = shown.seats
        if not is_new:
            ahead = (day - STARTS_AT.date()).days
            left = max(12, int(shown.seats * min(1, chance.uniform(0.08, 0.5) + ahead * 0.018)))
        cast = shown.cast if isinstance(shown, Play) else ()
        demand = chance.uniform(0.2, 1.0)
        return Event(number, subject, day, begins, shown.venue, cast, left, shown.seats, demand)

    def _time_for(self, kind: str, day: date) -> tuple[int, int]:
        if kind in ("Matinee", "Führung", "Fundus"):
            return (11, 0)
        if kind == "Junges Haus":
            return (16, 0) if day.weekday() >= 5 else (10, 30)
        return (18, 0) if day.weekday() == 6 else self._chance.choice([(19, 30), (19, 30), (20, 0)])

    def _working_hours(self) -> frozenset[int]:
        """When the office changes something: more on working days, on some evenings too."""
        chance, hours = self._chance, []
        for day in range(DAYS):
            is_working_day = clock(24 * day).weekday() < 5
            count = chance.choice([2, 3, 3, 4, 5] if is_working_day else [1, 1, 2])
            of_day = chance.sample(range(9, 19) if is_working_day else range(10, 18), count)
            if chance.random() < 0.3:
                of_day.append(chance.choice([20, 21, 22]))
            hours += [24 * day + hour for hour in of_day]
        return frozenset(hours)

    def _is_taken(self, day: date, place: str) -> bool:
        return any(event.day == day and event.place == place for event in self._events)

    def _within(self, hour: int, hours: int, days: int) -> list[Event]:
        """What begins after so many hours and within so many days, and was not touched lately."""
        now = clock(hour)
        first, last = now + timedelta(hours=hours), now + timedelta(days=days)
        return [
            event
            for event in self._events
            if event.state != "cancelled" and hour - event.touched_at > 20 and first < event.begins() < last
        ]

    def _sell(self, hour: int) -> None:
        chance, now = self._chance, clock(hour)
        for event in self._events:
            begins = event.begins()
            if event.state != "open" or now > begins - timedelta(hours=1):
                continue
            nearness = max(0.25, 1.6 - (begins - now).days * 0.12)
            rate = _PACE[now.hour] * event.demand * nearness * (event.seats**0.5) / 9
            sold = chance.choice([0, 0, 1, 2, 2, 4]) if chance.random() < rate else 0
            if chance.random() < 0.02 and 9 < now.hour < 19:
                sold += chance.randint(8, 26)
            event.left = max(0 if now.hour > 6 else 1, event.left - sold)
            if event.left == 0:
                event.state, event.touched_at = "sold out", hour
                if event.note in _RETURNED:
                    event.note = ""

    def _change(self, hour: int) -> None:
        kind = self._chance.choices(list(_CHANGES), list(_CHANGES.values()))[0]
        if kind == "on sale again" and not self._sell_returned(hour):
            kind = "new"
        if kind in ("new", "extra performance"):
            self._add(kind, hour)
        elif kind != "on sale again":
            self._alter(kind, hour)

    def _sell_returned(self, hour: int) -> bool:
        full = [event for event in self._within(hour, 8, 30) if event.state == "sold out"]
        if not full:
            return False
        event = self._chance.choice(full)
        event.state, event.touched_at = "open", hour
        event.left = self._chance.randint(16, 38)
        event.note = self._chance.choice(_RETURNED)
        return True

    def _add(self, kind: str, hour: int) -> None:
        chance, today = self._chance, clock(hour).date()
        is_extra = kind == "new" and self._extras
        subject: Subject = self._extras.pop() if is_extra else chance.choice(list(PLAYS))
        for _ in range(30):
            day = today + timedelta(days=chance.randint(3, 26))
            if not self._is_taken(day, work(subject).venue) and not self._is_on(subject, day):
                break
        self._number += chance.randint(1, 4)
        event = self._event(self._number, subject, day, is_new=True)
        event.touched_at = hour
        if isinstance(subject, str):
            event.note = "Zusatzvorstellung"
        self._events.append(event)

    def _is_on(self, subject: Subject, day: date) -> bool:
        return any(event.subject == subject and event.day == day for event in self._events)

    def _alter(self, kind: str, hour: int) -> None:
        events = self._within(hour, 3, 9 if kind in ("cancelled", "recast") else 22)
        if kind in ("recast", "replaced"):
            events = [event for event in events if isinstance(event.subject, str)]
        if not events:
            return
        event = self._chance.choice(events)
        event.touched_at = hour
        if kind == "cancelled":
            self._cancel(event)
        elif kind == "day":
            self._move_day(event, clock(hour).date())
        elif kind == "hour":
            self._move_hour(event)
        elif kind == "place":
            self._move_place(event)
        elif kind == "recast":
            self._recast(event)
        else:
            self._replace(event)

    def _cancel(self, event: Event) -> None:
        reason = self._chance.choice(REASONS)
        event.state = "cancelled"
        event.note = f"Die Veranstaltung muss {reason} leider entfallen. {self._chance.choice(REFUNDS)}"

    def _move_day(self, event: Event, today: date) -> None:
        old = event.day
        for _ in range(30):
            day = old + timedelta(days=self._chance.choice([-2, -1, 1, 2, 3, 5, 7, 8, 12, 14]))
            if day > today + timedelta(days=1) and not self._is_taken(day, event.place):
                event.day = day
                event.note = f"Verlegt vom {day_words(old)}. Gekaufte Karten bleiben gültig."
                return

    def _move_hour(self, event: Event) -> None:
        old = event.time
        evening = [(17, 0), (18, 30), (19, 0), (20, 30), (21, 0)]
        if old[0] > 16:
            event.time = self._chance.choice([begins for begins in evening if begins != old])
        else:
            event.time = (old[0] + 1, 15)
        event.note = f"Achtung, neue Anfangszeit: {hour_words(event.time)} statt {hour_words(old)}."

    def _move_place(self, event: Event) -> None:
        places = (WORKS, STUDIO, GREAT_HOUSE, "Stadthalle, Kleiner Saal")
        place = self._chance.choice(
            [other for other in places if other != event.place and not self._is_taken(event.day, other)]
        )
        event.note = f"Neuer Spielort: {place} (bisher {event.place})."
        event.place = place

    def _recast(self, event: Event) -> None:
        place = self._chance.randrange(len(event.cast))
        role, old = event.cast[place]
        names = MEN if old.split()[0] in MEN_FORENAMES else WOMEN
        playing = {name for _, name in event.cast}
        new = self._chance.choice([name for name in names if name not in playing])
        why = self._chance.choice(["Erkrankt ist", "Verhindert ist", "Für diese Vorstellung pausiert"])
        event.cast = (*event.cast[:place], (role, new), *event.cast[place + 1 :])
        event.note = f"Umbesetzung: {why} {old}; es spielt {new}."

    def _replace(self, event: Event) -> None:
        old = work(event.subject).title
        others = [play for play in PLAYS if play != event.subject and not self._is_on(play, event.day)]
        play = self._chance.choice(others)
        new = PLAYS[play]
        event.subject, event.cast, event.state = play, new.cast, "open"
        event.left, event.seats = max(event.left, 70), max(event.seats, 99)
        event.note = f"Programmänderung: »{new.title}« statt »{old}«. Karten behalten ihre Gültigkeit."


PROGRAMMES = tuple(_Office().programmes())


def slips(hour: int) -> tuple[bool, bool, bool]:
    """Which of three spelling mistakes still stand."""
    return hour < 62, hour < 134, hour < 213


def verdict(hour: int) -> str:
    """What the change into the next hour is: the programme's, one that can be called either, or neither."""
    old = {event.number: event for event in PROGRAMMES[hour]}
    new = {event.number: event for event in PROGRAMMES[hour + 1]}
    today = clock(hour + 1).date()
    past = {number for number, event in old.items() if number not in new and event.day < today}
    if any(number not in old or old[number].news() != event.news() for number, event in new.items()) or any(
        number not in new and number not in past for number in old
    ):
        return "important"
    if (
        past
        or any(old[number].labels(hour) != event.labels(hour + 1) for number, event in new.items())
        or slips(hour) != slips(hour + 1)
    ):
        return "left out"
    return "unimportant"
