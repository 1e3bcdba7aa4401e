"""In which sections of a page as it was learned its blocks stand, where the page calls their sections otherwise by now.

A page that is built anew names its elements anew, and with their sections all that was known of them is lost: each
tick of its clock, each cookie notice that comes and goes would be the first of its kind. What a block says is found
again: in a section of the same tags that is gone from the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from changemodel.features.blocks import BlockPage, masked_text, section_of, shape_of
from changemodel.features.passing_sentences import sentences_of
from changemodel.features.said import PICTURES
from changemodel.features.section_habits import PageHabits
from changemodel.features.text_keys import key_of


class KnownSections:
    """The sections of a page as it was learned, by their tags and by what was said in each.

    Parameters
    ----------
    habits : PageHabits
    """

    def __init__(self, habits: PageHabits) -> None:
        worded = {name: item for name, item in habits.sections.items() if not name.startswith(PICTURES)}
        self._said = {name: section.masked_stays.keys() for name, section in worded.items()}
        self._by_shape: dict[str, list[str]] = {}
        for name in sorted(self._said):
            self._by_shape.setdefault(shape_of(name), []).append(name)

    def of(self, page: BlockPage) -> Mapping[str, str]:
        """The known sections of blocks that stand in unknown ones, by the blocks' paths.

        A block's is the one in which most of its sentences were said, numbers aside; of one that says nothing known,
        that of all others of its section, if these agree.
        """
        present = {section_of(block.path) for block in page.blocks}
        gone = self._said.keys() - present
        renamed = present - self._said.keys()
        if not gone or not renamed:
            return {}
        found: dict[str, str] = {}
        agreed: dict[str, set[str]] = {}
        for block in page.blocks:
            section = section_of(block.path)
            if section in renamed:
                places = [name for name in self._by_shape.get(shape_of(section), ()) if name in gone]
                place = self._likest(places, block.in_lines)
                if place is not None:
                    found[block.path] = place
                    agreed.setdefault(section, set()).add(place)
        for block in page.blocks:
            places = sorted(agreed.get(section_of(block.path), ()))
            if len(places) == 1:
                found.setdefault(block.path, places[0])
        return found

    def _likest(self, places: Iterable[str], text: str) -> str | None:
        said = [key_of(masked_text(sentence.casefold().strip())) for sentence in sentences_of(text)]
        shared = {place: sum(key in self._said[place] for key in said) for place in places}
        best = max(shared, key=shared.__getitem__, default=None)
        return best if best is not None and shared[best] else None
