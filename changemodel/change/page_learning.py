"""Learns a page's model: pictures, text, all parts together, and labels.

Steps of a fit: the pictures (``picture_reading``), what the page usually says (``text_reading``), weights of its
sections from time (``text_drift``), weights of the parts from time (``combined_distance``). Each may teach nothing;
``verdict`` says what then decides. Where labels, or other pages, may teach more, a candidate is made of it beside the
reading that there is, and that one is kept which contradicts fewer labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Self

import numpy as np

from changemodel.change.alerts import MOST_ALARMS, LearningWindow
from changemodel.change.calibration import Verdicts
from changemodel.change.combined_distance import join_parts
from changemodel.change.decision_without_history import decided_without_history
from changemodel.change.feature_reader import FeatureReader
from changemodel.change.history import MIN_VERSIONS, History, among
from changemodel.change.page_reading import PageReading
from changemodel.change.parameters import Parameters
from changemodel.change.parts import Seen, parts_of
from changemodel.change.picture_reading import PictureReading, seen_of
from changemodel.change.prior import Prior
from changemodel.change.progress import Progress
from changemodel.change.section_labels import LabelledChange, leaves_from_labels, news_by_the_clock
from changemodel.change.sentence_classifier import MOST_VISITS, Experience
from changemodel.change.story_reading import threshold_from_labels
from changemodel.change.text_drift import TextDrift
from changemodel.change.text_reading import TextReading, has_text, labelled_sections
from changemodel.change.verdict import learning_window
from changemodel.errors import InvalidInput
from changemodel.features.blocks import page_of
from changemodel.features.gist import GistGrid
from changemodel.features.picture_sections import illustrations
from changemodel.features.stories import lists_news, stories_of
from changemodel.version import PageVersion

_TAUGHT = "labels_taught_words"


@dataclass(frozen=True, kw_only=True, eq=False)
class Candidate:
    """A reading of the page, and what learning it did, as JSON-able values."""

    reading: PageReading
    details: Mapping[str, Any]

    def noting(self, **details: Any) -> Candidate:
        """The same with more to say of it."""
        return replace(self, details={**self.details, **details})

    def reading_by(self, **parts: Any) -> Candidate:
        """The same with other parts of the reading."""
        return replace(self, reading=replace(self.reading, **parts))


@dataclass(frozen=True, kw_only=True, eq=False)
class PageLearning:
    """What a page's reading is learned from.

    Attributes
    ----------
    ordered : sequence of PageVersion
        In time order, under one naming.
    verdicts : mapping
        A person's labels.
    parameters : Parameters
    pictures : PictureReading
        What the pictures taught.
    history : History or None
        The versions as pictures; None where these are too few.
    text : TextReading or None
        What the page usually says.
    details : mapping
        What was done so far, as JSON-able values.
    """

    ordered: Sequence[PageVersion]
    verdicts: Verdicts
    parameters: Parameters
    pictures: PictureReading
    history: History | None
    text: TextReading | None
    details: Mapping[str, Any]

    @classmethod
    def of(
        cls,
        ordered: Sequence[PageVersion],
        verdicts: Verdicts,
        parameters: Parameters,
        prior: Prior | None,
        progress: Progress,
    ) -> Self:
        """Read what the versions bring, and learn from their pictures, if there are enough of them."""
        text = _text_of(ordered, parameters.reads)
        seen, history = seen_of(ordered, parameters.reads), None
        if len(seen) < MIN_VERSIONS:
            pictures, details = PictureReading.unread(ordered, verdicts, parameters)
        else:
            reader = FeatureReader.of(seen, GistGrid(grid=parameters.grid), align=parameters.align)
            for done, version in enumerate(seen, 1):
                reader.read(version)
                progress(done, len(seen), "pictures")
            history = History(seen, reader, among(verdicts, ordered, seen))
            pictures, details = PictureReading.fit(history, parameters, prior)
        labels = {"labels": len(verdicts)} if verdicts else {}
        counts = {"text_versions": 0 if text is None else text.versions, **labels}
        return cls(
            ordered=ordered,
            verdicts=verdicts,
            parameters=parameters,
            pictures=pictures,
            history=history,
            text=text,
            details=counts | details,
        )

    def learned(self) -> Candidate:
        """By time, other pages and a person's labels."""
        found = self._with_labelled_sections(self._weighed_words())
        found = self._noting_labels(found)
        return found.reading_by(illustrations=self._illustrations_of(found.reading))

    def settled(self, found: Candidate) -> tuple[Candidate, LearningWindow]:
        """What decides in the end, and the learning window as it sees it: where what time taught raises alarms at most
        visits,
        the stories of a page that lists news, or what the page never said before."""
        window = learning_window(self.ordered, found.reading.log_odds)
        if not window.tells_news and _lists_news(self.ordered[-1]):
            found = self._with_story_threshold(found)
        elif window.alarms_mostly and not self.verdicts and self._alarms_by_numbers(found.reading):
            found = _judged_by_habits(found)
        else:
            return found, window
        return found, learning_window(self.ordered, found.reading.log_odds)

    @cached_property
    def _labelled_pairs(self) -> list[tuple[PageVersion, PageVersion, bool]]:
        """The versions that labels speak of, where they are among those that are known."""
        at = {version.captured_at: version for version in self.ordered}
        return [
            (at[before], at[after], said)
            for (before, after), said in self.verdicts.items()
            if before in at and after in at
        ]

    def _noting_labels(self, found: Candidate) -> Candidate:
        """Labels that say nothing, and those that the model, having learned of them, contradicts all the same."""
        if not self._labelled_pairs:
            return found
        content = found.reading.content
        changed = [(a, b, said) for a, b, said in self._labelled_pairs if content(a) != content(b)]
        return found.noting(
            labels_without_change=len(self._labelled_pairs) - len(changed),
            labels_contradicted=found.reading.contradicted(changed),
        )

    def _with_story_threshold(self, found: Candidate) -> Candidate:
        """From a worth of a story on that agrees with the labels."""
        found = found.reading_by(tells_news=False)
        verdicts = [
            (found.reading.verdict(before, after), said) for before, after, said in self._labelled_pairs
        ]
        listed = [
            (item.stories.worth, said)
            for item, said in verdicts
            if item is not None and item.stories is not None
        ]
        if listed:
            found = found.reading_by(stories_alarm_at=threshold_from_labels(*zip(*listed, strict=True)))
        return self._noting_labels(found)

    def _alarms_by_numbers(self, reading: PageReading) -> bool:
        """Whether most visits would be important for numbers alone: a counter follows time as news does."""
        if reading.joint is None:
            return False
        verdicts = [(reading.verdict(a, b), a, b) for a, b in pairwise(self.ordered)]
        counted = [(a, b) for found, a, b in verdicts if found is not None and found.only_numbers]
        return sum(reading.alarms(a, b) for a, b in counted) > MOST_ALARMS * len(verdicts)

    def _weighed_words(self) -> Candidate:
        """Words that are forgotten within hours are noise beside something that lasts; where nothing does, they are all
        there is, and count."""
        start = PageReading(pictures=self.pictures, text=self.text)
        asks = self.parameters.experience and self.text is not None
        known = Experience.of(self.ordered, self._reads_furniture({})) if asks else None
        found = self._weighed(replace(start, experience=known), must_last=True)
        if found.reading.hears_words:
            return found
        if (alone := self._by_other_pages(found)) is not None:
            return alone
        if found.reading.joint is None and found.reading.noise_sections:
            return self._weighed(start, must_last=False)  # experience is of pages on which news lasts
        return found

    def _by_other_pages(self, found: Candidate) -> Candidate | None:
        """Where time taught nothing of the words, other pages may have taught what decides alone; None where they did
        not, or a person's labels contradict it."""
        known = found.reading.experience
        by = None if known is None else decided_without_history(self.ordered, known)
        if by is None:
            return None
        alone = found.reading_by(experience=by.experience, drift=by.drift, joint=by.joined)
        wrong = alone.reading.contradicted(self._labelled_pairs)
        if wrong:
            alone = self._experience_told(alone)
            if alone.reading.contradicted(self._labelled_pairs):
                return None
        alone = alone.noting(**self._noted_parts(by.details))
        return alone.noting(**{_TAUGHT: "experience" if wrong else "nothing"}) if self.verdicts else alone

    def _weighed(self, start: PageReading, *, must_last: bool) -> Candidate:
        """By time, and where labels contradict that, by labels."""
        by_time = self._joined(start, {}, self._drift_of({}, must_last=must_last))
        return self._taught(by_time, must_last=must_last) if self.verdicts else by_time

    def _taught(self, by_time: Candidate, *, must_last: bool) -> Candidate:
        """A person's labels teach no more than they must: where they only confirm what time and other pages say,
        nothing; else where other pages were wrong; and the words' weights, where that contradicts less."""
        if not by_time.reading.contradicted(self._labelled_pairs):
            return by_time.noting(**{_TAUGHT: "nothing"})
        by_time = self._experience_told(by_time)
        wrong = by_time.reading.contradicted(self._labelled_pairs)
        if not wrong:
            return by_time.noting(**{_TAUGHT: "experience"})
        is_heard = by_time.reading.heard is not None
        drift = self._drift_of(self.verdicts, must_last=must_last)
        by_labels = self._experience_told(self._joined(by_time.reading, self.verdicts, drift))
        fewer = by_labels.reading.contradicted(self._labelled_pairs) < wrong
        if fewer or (by_labels.reading.joint is not None and not is_heard):
            return by_labels.noting(**{_TAUGHT: "weights"})
        return by_time.noting(**{_TAUGHT: "experience" if is_heard else "nothing"})

    def _with_labelled_sections(self, found: Candidate) -> Candidate:
        """What is news by the page's habits is told last: it raises an alarm where neither time nor other pages decide,
        and
        beside them on a quiet page; and sections that are no news are not weighed. Kept where that contradicts less."""
        wrong = found.reading.contradicted(self._labelled_pairs) if self.text is not None else 0
        told = labelled_sections(found.reading.textual, self._labelled_pairs) if wrong else {}
        if not told:
            return found
        heard = found.reading_by(labelled_sections=told)
        fewer = heard.reading.contradicted(self._labelled_pairs)
        silenced = self._silenced(heard)
        if silenced is not None and (left := silenced.reading.contradicted(self._labelled_pairs)) < min(
            fewer, wrong
        ):
            heard, fewer = silenced, left
        return heard.noting(**{_TAUGHT: "sections"}) if fewer < wrong else found

    def _silenced(self, found: Candidate) -> Candidate | None:
        """Without the weights of words that a person said to be no news; None where there are none to take away."""
        reading, known = found.reading, found.reading.experience
        silent = frozenset(section for section, heard in reading.labelled_sections.items() if not heard)
        decides_alone = known is not None and known.decides
        if reading.drift is None or reading.joint is None or not silent or decides_alone:
            return None
        joined = self._joined(reading, {}, reading.drift.without(silent))
        return joined.noting(**{**found.details, **joined.details})

    def _experience_told(self, found: Candidate) -> Candidate:
        """Labels as they move what other pages taught, where that has a say."""
        heard, drift = found.reading.heard, found.reading.drift
        if heard is None or drift is None:
            return found
        known, threshold = heard
        if threshold <= 0.0:  # any change of words raises an alarm, and is in no unit that odds could move
            return found
        labelled = [
            LabelledChange(before, after, drift.distance(before, after), said)
            for before, after, said in self._labelled_pairs
        ]
        known = known.after_labels(None, news_by_the_clock(known, labelled, threshold))
        return found.reading_by(experience=known.after_labels(leaves_from_labels(known, labelled, threshold)))

    def _drift_of(self, verdicts: Verdicts, *, must_last: bool) -> TextDrift | None:
        """What time, and labels, teach of the text; None where that is too little."""
        read = [version for version in self.ordered if has_text(version)]
        if self.text is None or len(read) < MIN_VERSIONS:
            return None
        return TextDrift.fit(
            read,
            among(verdicts, self.ordered, read),
            self.parameters.training(),
            self.parameters.k,
            must_last=must_last,
            furniture=self._reads_furniture(verdicts),
        )

    def _reads_furniture(self, verdicts: Verdicts) -> bool:
        """Whether time may teach something of navigation, footers and the like.

        Where hardly anything is ever new, a menu that is made anew stays as long as an amended paragraph does, and no
        order of time tells the two apart. There a person must have called such a change important.
        """
        if self.text is not None and self.text.is_lively:
            return True
        pages = {item.captured_at: page_of(item) for item in self.ordered if has_text(item)}
        told = [(pages.get(a), pages.get(b)) for (a, b), important in verdicts.items() if important]
        return any(a is not None and b is not None and a is not b and a.content is b.content for a, b in told)

    def _joined(self, start: PageReading, verdicts: Verdicts, drift: TextDrift | None) -> Candidate:
        """The parts together, as time and these labels weigh them."""
        if drift is None:
            return Candidate(reading=replace(start, drift=None, joint=None), details=self.details)
        read = [version for version in self.ordered if has_text(version)]
        pictures, seen = start.pictures_beside(self.ordered, self.history), None
        if pictures is not None:
            groups = pictures.for_training().groups
            seen = Seen(versions=pictures.versions, cells=pictures.distances, groups=groups)
        parts = parts_of(read, among(verdicts, self.ordered, read), drift, seen)
        joint, details = join_parts(parts, self.parameters.training())
        found = Candidate(reading=replace(start, drift=drift, joint=joint), details=self.details)
        return found.noting(**self._noted_parts(details))

    def _noted_parts(self, details: Mapping[str, Any]) -> dict[str, Any]:
        noted: dict[str, Any] = {"parts": dict(details)}
        if self.history is None:  # elsewhere the window is to hold enough for the picture, too
            noted["changes"] = details.get("changes", 0.0)
        return noted

    def _illustrations_of(self, reading: PageReading) -> frozenset[str]:
        """The sections of images that change together with important text, of the newest versions with text."""
        drift, alarm_at = reading.drift, reading.words_alarm_at
        read = [version for version in self.ordered if has_text(version)][-MOST_VISITS:]
        pages = [page_of(version) for version in read]
        if drift is None or alarm_at <= 0.0 or not any(page.pictures for page in pages):
            return frozenset()
        words = [reading.experienced(drift.distance(a, b), a, b) for a, b in pairwise(read)]
        return illustrations(pages, np.array(words) > alarm_at) - frozenset(drift.regions.pictured)


def _text_of(ordered: Sequence[PageVersion], reads: str) -> TextReading | None:
    found = reads != "pictures" and any(map(has_text, ordered))
    if reads == "text" and not found:
        raise InvalidInput(
            'read is "text", words alone, and no version has blocks or text: pass some, or read="both"'
        )
    return TextReading().fit(ordered) if found else None


def _lists_news(version: PageVersion) -> bool:
    page = page_of(version)
    return has_text(version) and lists_news(page, stories_of(page))


def _judged_by_habits(found: Candidate) -> Candidate:
    """By what the page never said before, in place of weights by which most visits would be important."""
    reason = {"reason": "by time, numbers alone would be important", "decided_by": "habits"}
    return found.reading_by(joint=None, experience=None).noting(parts=reason)
