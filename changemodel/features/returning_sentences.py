"""Sentences that come, go and come again, among others of their section that came once and stayed.

A portal deals what it sells among the headlines: the same markup, the same length of the list, another order at each
visit. Nothing in one version tells the two apart, and no list shrinks when an offer goes, since another takes its
place (``returning_entries`` needs that). But an offer comes again, and news comes once. A sentence returns if the page
was without it meanwhile, not only now and then; numbers aside. Where enough of a section came once and stayed, what
returns in it is not read; where hardly anything did, time tells whether it matters, as the levels of a river do.

That noise comes back while content drifts is the monotony of changes of M. T. Law (thesis, 2015, section 4.1), applied
to single sentences, as ``passing_sentences`` does to those that never stay long. The constants were chosen on training
sites of ``benchmarks.sites`` (karooklok, rhybudd, bazaar; seed 101).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from changemodel.features.blocks import BlockPage, each_once
from changemodel.features.passing_sentences import masked_sentences

MIN_STAYS = 2
"""Times that a sentence must have come."""

AGAIN = 3
"""Times that the usual one of those must have come: news may be said in the same words twice."""

MIN_RETURNS = 10
"""Stays of all sentences that return, without which a section is read as it was."""

MIN_LASTING = 10
"""Sentences that must have come or gone once, and stayed. With 5, bazaar, whose goods are called in two ways by turns,
rings 33 times in vain in one window."""

LASTING = 6
"""Visits from which on a stay is lasting."""

AWAY = 0.3
"""Share of the visits from its first to its last at which a sentence that returns must be away."""


@dataclass
class _Presence:
    """When a sentence stood in a section: the visits, and in how many stays."""

    first: int
    last: int
    visits: int = 1
    stays: int = 1
    gone: bool = False  # from the whole page, since it was there last

    def seen(self, visit: int) -> None:
        """It is there, at a later visit."""
        self.stays += self.gone
        self.visits += 1
        self.last, self.gone = visit, False

    @property
    def span(self) -> int:
        """Visits from its first to its last."""
        return self.last - self.first + 1

    @property
    def returns(self) -> bool:
        """Whether it came again, and was away for more than now and then."""
        return self.stays >= MIN_STAYS and self.visits <= (1 - AWAY) * self.span

    def came_once(self, versions: int) -> bool:
        """Whether it came or went, once, and stayed; what always stood there tells nothing."""
        return self.stays == 1 and self.visits >= LASTING and self.span < versions


def returning_sentences(pages: Sequence[BlockPage]) -> frozenset[tuple[str, str]]:
    """Sections, and the sentences that return in them, numbers masked; versions of a page in time order."""
    found = set()
    for section, said in _presences(pages).items():
        returning = {sentence: presence.stays for sentence, presence in said.items() if presence.returns}
        lasting = sum(presence.came_once(len(pages)) for presence in said.values())
        if lasting < MIN_LASTING or sum(returning.values()) < MIN_RETURNS:
            continue
        if median(returning.values()) >= AGAIN:
            found |= {(section, sentence) for sentence in returning}
    return frozenset(found)


def _presences(pages: Sequence[BlockPage]) -> dict[str, dict[str, _Presence]]:
    """Of every sentence by section. A section that is not on the page says nothing of what stood in it, nor does a
    sentence leave that stands elsewhere on the page meanwhile: layouts differ from visit to visit."""
    found: dict[str, dict[str, _Presence]] = {}
    for visit, sections in enumerate(each_once(masked_sentences, pages)):
        everywhere = frozenset().union(*sections.values())
        for section, own in sections.items():
            known = found.setdefault(section, {})
            for sentence in known.keys() - everywhere:
                known[sentence].gone = True
            for sentence in own:
                if sentence in known:
                    known[sentence].seen(visit)
                else:
                    known[sentence] = _Presence(visit, visit)
    return found
