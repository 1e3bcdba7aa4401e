"""The life of each call for applications: opened, moved, given another budget, withdrawn, closed; and the truth."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from benchmarks.served_sites.utlysningskollen_words import OFFICERS, PURPOSES, Purpose

STARTS_AT = datetime(2025, 9, 10, 0, 0)
_HOURS = 240
_CLOSES_AT = 14
_WITHDRAWN_STAYS = 44
"""Hours a withdrawn call is still listed, with its mark."""
_OPEN_AT_FIRST = 6
_RHYTHM = (2, 0, 0, 0, 0, 0, 1, 3, 8, 10, 10, 8, 3, 9, 9, 8, 6, 3, 1, 0, 1, 0, 0, 0)
_PLANNED = {"deadline": 10, "budget": 9, "withdrawn": 2, "removed": 2, "contact": 3, "wording": 3}
_BUDGETS = (4, 6, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 60, 75, 90, 120)
_MOVES = (-7, 5, 7, 10, 14, 14, 21, 28)
"""Days by which a deadline is moved."""


class Step(NamedTuple):
    """What happens to a call at one hour, and the number or the name that it brings."""

    at: int
    kind: str
    number: int = 0
    officer: str = ""


@dataclass
class Call:
    """A call and all that happens to it, in order."""

    area: str
    place: int
    purpose: Purpose
    opened: int
    steps: list[Step] = field(default_factory=list)

    @property
    def cid(self) -> str:
        return f"{self.area}{self.place}"

    @property
    def reference(self) -> str:
        return f"2025/{sum(map(ord, self.purpose.title)) % 900 + 100}-{self.place + 11}"

    def since(self, kind: str, hour: int) -> int | None:
        """When this last happened to it; None: not yet."""
        return max((step.at for step in self.steps if step.kind == kind and step.at <= hour), default=None)

    def told(self, hour: int) -> tuple[int, int]:
        """The deadline, as an hour, and the budget."""
        return self._latest("deadline", hour).number, self._latest("budget", hour).number

    def officer(self, hour: int) -> str:
        """Who is in charge."""
        return self._latest("contact", hour).officer

    def _latest(self, kind: str, hour: int) -> Step:
        return [step for step in self.steps if step.kind == kind and step.at <= hour][-1]

    def stage(self, hour: int) -> str:
        """One of before, open, withdrawn (still listed), gone, closed."""
        if hour < self.opened:
            return "before"
        withdrawn = self.since("withdrawn", hour)
        if withdrawn is not None:
            return "withdrawn" if hour < withdrawn + _WITHDRAWN_STAYS else "gone"
        if self.since("removed", hour) is not None:
            return "gone"
        return "closed" if hour >= self.told(hour)[0] else "open"

    def touched(self, hour: int) -> int | None:
        """When its deadline or budget was last changed."""
        changes = [step.at for step in self.steps if step.kind in ("deadline", "budget")]
        return max((at for at in changes if self.opened < at <= hour), default=None)

    def text(self, hour: int) -> str:
        """Its purpose as printed, in some calls with a misspelt word that is put right at some hour."""
        text = self.purpose.text
        if self.since("wording", _HOURS) is None or self.since("wording", hour) is not None:
            return text
        longest = max(text.split(), key=len)
        return text.replace(longest, longest[:3] + longest[4] + longest[3] + longest[5:])


def clock(hour: int) -> datetime:
    """What the clock says at the start of this hour."""
    return STARTS_AT + timedelta(hours=hour)


@lru_cache(maxsize=1)
def calls() -> list[Call]:
    """All calls of the ten days, those open at first before the others."""
    chance = random.Random("utlysningskollen-3")
    made = []
    later = []
    for area, purposes in PURPOSES.items():
        for place, purpose in enumerate(purposes):
            if place >= _OPEN_AT_FIRST:
                later.append((area, place, purpose))
                continue
            is_near = place == 0 or (place == 1 and area == "digital")
            deadline = _closing(chance, 3, 10) if is_near else _closing(chance, 14, 60)
            opened = -24 * chance.randrange(4, 30) - 9
            made.append(_opened(chance, Call(area, place, purpose, opened), deadline))
    chance.shuffle(later)
    plan = [kind for kind, times in _PLANNED.items() for _ in range(times)] + ["new"] * len(later)
    chance.shuffle(plan)
    for hour, kind in zip(_event_hours(chance, len(plan)), plan, strict=True):
        if kind == "new":
            deadline = _closing(chance, hour // 24 + 20, hour // 24 + 80)
            made.append(_opened(chance, Call(*later.pop(), hour), deadline))
        else:
            call = chance.choice([call for call in made if _is_ready(call, kind, hour)])
            call.steps.append(_step(chance, call, kind, hour))
    return made


def _closing(chance: random.Random, first: int, last: int) -> int:
    """An hour of a weekday's closing time, between two days from the start."""
    day = chance.randrange(first, last)
    while clock(day * 24).weekday() >= 5:
        day += 1
    return day * 24 + _CLOSES_AT


def _opened(chance: random.Random, call: Call, deadline: int) -> Call:
    call.steps += [
        Step(call.opened, "deadline", deadline),
        Step(call.opened, "budget", chance.choice(_BUDGETS)),
        Step(call.opened, "contact", officer=chance.choice(OFFICERS)),
    ]
    return call


def _event_hours(chance: random.Random, wanted: int) -> list[int]:
    weights = {}
    for hour in range(2, _HOURS - 1):
        when = clock(hour)
        weights[hour] = _RHYTHM[when.hour] * (0.06 if when.weekday() >= 5 else 1.0)
    chosen: list[int] = []
    for _ in range(wanted):
        left = [hour for hour, weight in weights.items() if weight > 0 and hour not in chosen]
        chosen.append(chance.choices(left, [weights[hour] for hour in left])[0])
    return sorted(chosen)


def _is_ready(call: Call, kind: str, hour: int) -> bool:
    """Whether this may happen to the call: not in a hurry, and neither close to its end nor to its last change."""
    if call.stage(hour) != "open" or hour - call.opened <= 20:
        return False
    deadline = call.told(hour)[0]
    if deadline <= (_HOURS if kind in ("withdrawn", "removed") else hour + 60):
        return False
    if any(hour - step.at <= 30 for step in call.steps if step.at > call.opened):
        return False
    return kind != "wording" or call.since("wording", _HOURS) is None


def _step(chance: random.Random, call: Call, kind: str, hour: int) -> Step:
    deadline, budget = call.told(hour)
    if kind == "deadline":
        return Step(hour, kind, _moved(chance, deadline, hour))
    if kind == "budget":
        others = [other for other in _BUDGETS if other != budget and 0.5 <= other / budget <= 2.1]
        return Step(hour, kind, chance.choice(others))
    if kind == "contact":
        return Step(hour, kind, officer=chance.choice([who for who in OFFICERS if who != call.officer(hour)]))
    return Step(hour, kind)


def _moved(chance: random.Random, deadline: int, hour: int) -> int:
    while True:
        moved = chance.choice(_MOVES) * 24 + deadline
        while clock(moved).weekday() >= 5:
            moved += 24
        if moved > hour + 96 and moved != deadline:
            return moved


@lru_cache(maxsize=64)
def stages(hour: int) -> dict[str, str]:
    """The stage of every call."""
    return {call.cid: call.stage(hour) for call in calls()}


def open_calls(hour: int) -> list[Call]:
    """Those to which one may apply."""
    return [call for call in calls() if stages(hour)[call.cid] == "open"]


def truth(hour: int) -> str:
    """What an applicant would say of the change into the next hour."""
    if any(_is_news(call, hour) for call in calls()):
        return "important"
    return "unimportant" if _printed(hour) == _printed(hour + 1) else "left out"


def _is_news(call: Call, hour: int) -> bool:
    old, new = stages(hour)[call.cid], stages(hour + 1)[call.cid]
    if old == new == "open":
        return call.told(hour) != call.told(hour + 1)
    return (old == "before" and new == "open") or (old == "open" and new in ("withdrawn", "gone"))


def _printed(hour: int) -> dict[str, tuple[object, ...]]:
    """All that is printed of the calls, apart from order, counts, time left and the marks that age."""
    return {
        call.cid: (stages(hour)[call.cid], call.told(hour), call.officer(hour), call.text(hour))
        for call in calls()
        if stages(hour)[call.cid] not in ("before", "gone")
    }
