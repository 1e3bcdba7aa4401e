"""The newsroom's timeline of the Deccan Standard: what stands in the block of top news at each hour."""

from dataclasses import dataclass, field
from random import Random

from benchmarks.served_sites.deccan_standard_stories import BY_SECTION, FIRST, LAST, MONTHS, PLACES, STATES

HOURS = 240
WELL = 13  # one lead, four with standfirst, eight headlines
START_WEEKDAY = 3  # Thursday
SHELVES = ("Business", "World", "Sport", "Science")


@dataclass(frozen=True)
class Story:
    """One story with the versions it goes through."""

    section: str
    texts: list[tuple[str, str]]
    byline: str
    byline2: str
    desk: str
    typo_at: float
    comments: int


@dataclass(frozen=True)
class State:
    """The newsroom's block at one hour; stories by their number."""

    well: tuple[int, ...]
    ver: dict[int, int]
    typos: frozenset[int]
    bylines: frozenset[int]
    pics: dict[int, int]
    shelf: tuple[int, ...]
    born: dict[int, int]
    urgent: dict[int, int]


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def _name(r: Random) -> str:
    return r.choice(FIRST) + " " + r.choice(LAST)


def _make_stories() -> list[Story]:
    r = Random("deccan stories")
    places = PLACES[:]
    r.shuffle(places)
    first, second = [], []
    for section, templates in BY_SECTION.items():
        for alts, versions in templates:
            flip = r.random() < 0.5
            first.append((section, alts[0 if flip else 1], versions))
            second.append((section, alts[1 if flip else 0], versions))
    r.shuffle(first)
    r.shuffle(second)
    made = []
    for i, (section, alt, versions) in enumerate(first + second):
        n = r.randint(4, 9)
        slots = {
            **alt,
            "n": str(n),
            "n2": str(n + r.randint(5, 9)),
            "n3": str(n + r.randint(12, 20)),
            "p": places[i % len(places)],
            "state": STATES[i % len(STATES)],
            "month": r.choice(MONTHS),
            "name": _name(r),
        }
        texts, head = [], ""
        for h, s in versions:
            head = _cap(h.format(**slots)) if h else head
            texts.append((head, _cap(s.format(**slots))))
        made.append(
            Story(
                section=section,
                texts=texts,
                byline=_name(r),
                byline2=_name(r),
                desk=r.choice(["New Delhi", "Mumbai", "Chennai", "Kolkata", "Bengaluru", "Hyderabad"]),
                typo_at=r.random(),
                comments=r.randint(0, 60),
            )
        )
    return made


STORIES = _make_stories()


def _rate(hour: int) -> float:
    day, clock = divmod(hour, 24)
    weekend = (START_WEEKDAY + day) % 7 >= 5
    base = 0.03 if clock < 6 else 0.27 if clock < 10 else 0.30 if clock < 18 else 0.27 if clock < 23 else 0.1
    return base * (0.65 if weekend else 1.0)


def typo(head: str, at: float) -> str:
    """Two neighbouring letters of one longer word change places."""
    words = head.split(" ")
    long = [i for i, w in enumerate(words) if len(w) > 5 and w.isalpha() and w[2] != w[3]]
    if not long:
        return head
    i = long[int(at * len(long))]
    w = words[i]
    words[i] = w[:2] + w[3] + w[2] + w[4:]
    return " ".join(words)


@dataclass
class _Newsroom:
    r: Random
    queue: list[int]
    well: list[int] = field(default_factory=list)
    shelf: list[int] = field(default_factory=list)
    born: dict[int, int] = field(default_factory=dict)
    ver: dict[int, int] = field(default_factory=dict)
    typos: set[int] = field(default_factory=set)
    bylines: set[int] = field(default_factory=set)
    pics: dict[int, int] = field(default_factory=dict)
    urgent: dict[int, int] = field(default_factory=dict)

    def fill(self) -> None:
        """Stories that stood there before the first hour."""
        for section in SHELVES:
            mine = [i for i in self.queue if STORIES[i].section == section][:3]
            self.shelf += mine
            self.queue = [i for i in self.queue if i not in mine]
        self.well, self.queue = self.queue[:WELL], self.queue[WELL:]
        self.born = {i: -self.r.randint(20, 40) for i in self.shelf}
        self.born.update({i: -1 - k - self.r.randint(0, 2) for k, i in enumerate(self.well)})
        self.ver = dict.fromkeys(self.shelf + self.well, 0)

    def snap(self) -> State:
        return State(
            well=tuple(self.well),
            ver=dict(self.ver),
            typos=frozenset(self.typos),
            bylines=frozenset(self.bylines),
            pics=dict(self.pics),
            shelf=tuple(self.shelf),
            born=dict(self.born),
            urgent=dict(self.urgent),
        )

    def work(self, hour: int) -> None:
        r, well = self.r, self.well
        x, rate = r.random(), _rate(hour)
        if x < rate:
            self._report(hour)
        elif x < rate + 0.13:  # two headlines of the list change places
            k = r.randint(5, WELL - 2)
            well[k], well[k + 1] = well[k + 1], well[k]
        elif x < rate + 0.16:  # another story is made the lead
            k = r.randint(1, 3)
            well[0], well[k] = well[k], well[0]
        elif x < rate + 0.18:  # new picture, same text
            self.pics[well[0]] = self.pics.get(well[0], 0) + 1
        elif x < rate + 0.20:
            self.bylines ^= {well[r.randint(0, 4)]}
        elif self.typos and r.random() < 0.3:
            self.typos.discard(min(self.typos))

    def _report(self, hour: int) -> None:
        can = [i for k, i in enumerate(self.well) if self._has_more(k, i, hour)]
        if can and self.r.random() < 0.36:
            self._develop(self.r.choice(can))
        elif self.queue:
            for _ in range(2 if self.r.random() < 0.12 and len(self.queue) > 1 else 1):
                self._publish(hour)

    def _has_more(self, place: int, i: int, hour: int) -> bool:
        texts, at = STORIES[i].texts, self.ver[i]
        if at + 1 >= len(texts) or hour - self.born[i] < 2:
            return False
        return place <= 4 or texts[at + 1][0] != texts[at][0]

    def _develop(self, i: int) -> None:
        self.ver[i] += 1
        self.typos.discard(i)
        if self.well.index(i) > 4 and self.r.random() < 0.4:
            self.well.remove(i)
            self.well.insert(self.r.randint(0, 4), i)

    def _publish(self, hour: int) -> None:
        i = self.queue.pop(0)
        place = self.r.choice([0, 0, 1, 2, 3, 4, 5, 5, 6])
        self.well.insert(place, i)
        self.shelf.insert(0, self.well.pop())
        self.ver[i], self.born[i] = 0, hour
        if place == 0 and self.r.random() < 0.5:
            self.urgent[i] = hour + self.r.randint(1, 3)
        if self.r.random() < 0.2:
            self.typos.add(i)


def _timeline() -> list[State]:
    room = _Newsroom(Random("deccan timeline 3"), list(range(len(STORIES))))
    room.fill()
    out = [room.snap()]
    for hour in range(1, HOURS):
        room.work(hour)
        out.append(room.snap())
    return out


TIMELINE = _timeline()


def shown(state: State, i: int) -> tuple[str, str, str]:
    """Headline, standfirst and byline of a story as it stands in this state."""
    s = STORIES[i]
    head, stand = s.texts[state.ver[i]]
    if i in state.typos:
        head = typo(head, s.typo_at)
    return head, stand, s.byline2 if i in state.bylines else s.byline


def compare(a: State, b: State) -> str:
    """The truth of the change from one state to the next."""
    if any(i not in a.well or b.ver[i] != a.ver[i] for i in b.well):
        return "important"
    if a.well[0] != b.well[0] or (a.pics, a.typos, a.bylines) != (b.pics, b.typos, b.bylines):
        return "left out"
    return "unimportant"
