"""The numbered situation reports of the town, of which some are misspelt at first."""

import random
from dataclasses import dataclass

from benchmarks.served_sites.crue_vaurette_course import DAYS, PUBLISHED, closed, evacuated, level
from benchmarks.served_sites.crue_vaurette_words import CREST, FALLING, RISING, SPEAKERS, STREETS

_FEMININE = tuple(street for street in STREETS if street.split()[0] in ("rue", "place", "montée"))
_TYPOS = (
    ("personnes", "personnnes"),
    ("demande", "demandde"),
    ("bénévoles", "bénévolles"),
    ("habitants", "habitans"),
    ("agents", "agens"),
)
_AUTHORS = ("Cellule de crise", "Service communication")


@dataclass(frozen=True)
class Report:
    """One report; until the hour in which it is corrected it shows its misspelt text."""

    number: int
    hour: int
    title: str
    text: str
    misspelt: str
    corrected: int | None
    author: str

    def shown(self, hour: int) -> str:
        return self.text if self.corrected is None or hour >= self.corrected else self.misspelt


def _hours() -> list[int]:
    """About two a day: the first hour with decisions in the morning and in the evening."""
    hours = set()
    for day in range(-2, DAYS):
        spans = [(8, 14), (16, 22), *([(6, 8)] if day in (2, 3, 4) else [])]
        for start, end in spans:
            within = [hour for hour in PUBLISHED if day * 24 + start <= hour < day * 24 + end]
            hours.update(within[:1])
    return sorted(hours)


def _reports() -> list[Report]:
    chance = random.Random("vaurette-points")
    rests = {pool: chance.sample(pool, len(pool)) for pool in (RISING, CREST, FALLING)}
    reports: list[Report] = []
    typos = 0
    for place, hour in enumerate(_hours()):
        pool = RISING if hour < 62 else CREST if hour < 120 else FALLING
        text = _text(chance, pool, rests[pool])
        title = _title(hour, chance)
        misspelt, corrected = text, None
        if place > 5 and typos < 3 and chance.random() < 0.5:
            typo = next((pair for pair in _TYPOS if pair[0] in text), None)
            if typo:
                misspelt, corrected = text.replace(*typo, 1), hour + chance.randint(2, 6)
                typos += 1
        author = chance.choice(_AUTHORS)
        reports.append(Report(place + 1, hour, title, text, misspelt, corrected, author))
    return reports


def _text(chance: random.Random, pool: tuple[str, ...], rest: list[str]) -> str:
    """Sentences taken from what is left of the pool, which is filled again when it is empty."""
    sentences = []
    for _ in range(3 if len(rest) > 6 else 2):
        if not rest:
            rest.extend(chance.sample(pool, len(pool)))
        sentence = rest.pop()
        sentences.append(
            sentence.format(
                q=chance.choice(SPEAKERS),
                h=f"{chance.randint(8, 20)} h",
                n=chance.randint(4, 60),
                r=chance.choice(STREETS),
                f=chance.choice(_FEMININE),
            )
        )
    return " ".join(sentences)


def _title(hour: int, chance: random.Random) -> str:
    sectors, roads = evacuated(hour), closed(hour)
    is_rising = level(hour + 6) > level(hour)
    if sectors and chance.random() < 0.7:
        plural = "s" if sectors > 1 else ""
        start = f"{sectors} secteur{plural} évacué{plural}"
    elif roads > 1:
        start = chance.choice([f"{roads} voies coupées", f"circulation interdite sur {roads} axes"])
    else:
        last = "cellule de crise maintenue" if is_rising else "retour au calme en vallée"
        start = chance.choice(["situation sous surveillance", "la ville reste mobilisée", last])
    if is_rising:
        ends = ["la montée se poursuit", "les moyens sont renforcés", "la prudence est de mise"]
    else:
        ends = ["l'eau se retire lentement", "le nettoyage s'organise", "les contrôles continuent"]
    return f"{start[0].upper()}{start[1:]}, {chance.choice(ends)}"


_REPORTS = _reports()


def reports(hour: int) -> list[Report]:
    """Those known by then, newest first."""
    return [report for report in reversed(_REPORTS) if report.hour <= hour]
