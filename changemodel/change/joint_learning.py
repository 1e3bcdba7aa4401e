"""The part of ``ChangeModel`` that learns of text, of all parts together, and of a person's labels.

Steps of a fit, after the pictures': what the page usually says (``text_reading``), weights of its sections from time
(``text_drift``), weights of the parts from time (``joining``). Each may teach nothing; ``verdict`` says what then
decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from changemodel.change.alerts import MOST_RINGING
from changemodel.change.by_experience import by_experience
from changemodel.change.calibration import Verdicts
from changemodel.change.experience import MOST_VISITS, Experience
from changemodel.change.history import MIN_VERSIONS, History, among
from changemodel.change.joining import join_parts
from changemodel.change.joint_reading import JointReading
from changemodel.change.parts import Seen, parts_of
from changemodel.change.prior import Prior
from changemodel.change.story_reading import told_threshold
from changemodel.change.text_drift import TextDrift
from changemodel.change.text_reading import TextReading, has_text, told_sections
from changemodel.change.told_experience import LabelledChange, news_by_the_clock, told_leaves
from changemodel.errors import InvalidInput
from changemodel.features.blocks import page_of
from changemodel.features.picture_sections import illustrations
from changemodel.version import PageVersion

_TAUGHT = "labels_taught_words"


class JointLearning(JointReading):
    """How ``ChangeModel`` learns of text and of all parts; the hyperparameters are its own."""

    def _text_of(self, ordered: Sequence[PageVersion]) -> TextReading | None:
        reads = self._reads != "pictures" and any(map(has_text, ordered))
        if self._reads == "text" and not reads:
            raise InvalidInput(
                'read is "text", words alone, and no version has blocks or text: pass some, or read="both"'
            )
        return TextReading().fit(ordered) if reads else None

    def _read_all(
        self, ordered: Sequence[PageVersion], verdicts: Verdicts, prior: Prior | None
    ) -> History | None:
        """Learn from text and pictures; what the pictures are, if there are enough of them."""
        self.illustrations_, self.told_sections_ = frozenset(), {}
        if verdicts:
            self.details_["labels"] = len(verdicts)
        history = self._read_words_and_pictures(ordered, verdicts, prior)
        self._tell_sections(ordered, verdicts, history)
        self._note_labels(_told_pairs(ordered, verdicts))
        self.illustrations_ = self._illustrations_among(ordered)
        return history

    def _note_labels(self, told: Sequence[tuple[PageVersion, PageVersion, bool]]) -> None:
        """Labels that say nothing, and those that the model, having learned of them, contradicts all the same."""
        if told:
            changed = [(a, b, said) for a, b, said in told if self._content(a) != self._content(b)]
            self.details_["labels_without_change"] = len(told) - len(changed)
            self.details_["labels_contradicted"] = sum(
                self._rings(a, b) is not said for a, b, said in changed
            )

    def _let_stories_decide(self, ordered: Sequence[PageVersion], verdicts: Verdicts) -> None:
        """On a page that lists news, from a worth on that agrees with the labels."""
        self._tells_news = False
        told = _told_pairs(ordered, verdicts)
        found = [(self._verdict(before, after), said) for before, after, said in told]
        listed = [
            (item.stories.worth, said)
            for item, said in found
            if item is not None and item.stories is not None
        ]
        if listed:
            self._stories_ring_at = told_threshold(*zip(*listed, strict=True))
        self._note_labels(told)

    def _rings_by_numbers(self, ordered: Sequence[PageVersion]) -> bool:
        """Whether most visits would be important for numbers alone: a counter follows time as news does."""
        if self._joint is None:
            return False
        verdicts = [(self._verdict(a, b), a, b) for a, b in pairwise(ordered)]
        counted = [(a, b) for found, a, b in verdicts if found is not None and found.only_numbers]
        return sum(self._rings(a, b) for a, b in counted) > MOST_RINGING * len(verdicts)

    def _let_habits_decide(self) -> None:
        """What the page never said before, in place of weights by which most visits would be important."""
        self._joint, self.experience_ = None, None
        self.details_["parts"] = {
            "reason": "by time, numbers alone would be important",
            "decided_by": "habits",
        }

    def _read_words_and_pictures(
        self, ordered: Sequence[PageVersion], verdicts: Verdicts, prior: Prior | None
    ) -> History | None:
        """Words that are forgotten within hours are noise beside something that lasts; where nothing does, they are all
        there is, and count."""
        asks = self.experience and self.text_ is not None
        self.experience_ = Experience.of(ordered, self._reads_furniture(ordered, {})) if asks else None
        history = self._read_parts(ordered, verdicts, prior, must_last=True)
        if self._hears_words() or self._is_told_by_experience(ordered, verdicts, history):
            return history
        if self._joint is None and self._noise_sections():
            self.experience_ = None  # of pages on which news lasts
            history = self._read_parts(ordered, verdicts, prior, must_last=False)
        return history

    def _is_told_by_experience(
        self, ordered: Sequence[PageVersion], verdicts: Verdicts, history: History | None
    ) -> bool:
        """Where time taught nothing of the words, other pages may have taught what decides alone; not where a person's
        labels contradict it."""
        found = None if self.experience_ is None else by_experience(ordered, self.experience_)
        if found is None:
            return False
        before = self.experience_, self.text_drift_, self._joint
        self.experience_, self.text_drift_, self._joint = found.experience, found.drift, found.joined
        wrong = self._contradicted(ordered, verdicts)
        if wrong:
            self._tell_experience(ordered, verdicts)
        if wrong and self._contradicted(ordered, verdicts):
            self.experience_, self.text_drift_, self._joint = before
            return False
        self._note_parts(found.details, history)
        if verdicts:
            self.details_[_TAUGHT] = "experience" if wrong else "nothing"
        return True

    def _read_parts(
        self, ordered: Sequence[PageVersion], verdicts: Verdicts, prior: Prior | None, *, must_last: bool
    ) -> History | None:
        self.text_drift_ = self._drift_of(ordered, {}, must_last=must_last)
        seen = self._seen(ordered)
        history: History | None = None
        if len(seen) < MIN_VERSIONS:
            self._use_no_pictures(ordered, verdicts)
        else:
            known = among(verdicts, ordered, seen)
            history = self._fit_pictures(seen, known, prior)
        self._join_told(ordered, {}, history, self.text_drift_)
        if verdicts:
            self.details_[_TAUGHT] = self._learn_labels(ordered, verdicts, history, must_last=must_last)
        return history

    def _learn_labels(
        self, ordered: Sequence[PageVersion], verdicts: Verdicts, history: History | None, *, must_last: bool
    ) -> str:
        """A person's labels teach no more than they must: where they only confirm what time and other pages say,
        nothing; else where other pages were wrong; and the words' weights, where that contradicts less. Which of it."""
        if not self._contradicted(ordered, verdicts):
            return "nothing"
        self._tell_experience(ordered, verdicts)
        by_time, wrong = self.text_drift_, self._contradicted(ordered, verdicts)
        if not wrong:
            return "experience"
        heard = self._heard_experience() is not None
        told = self._drift_of(ordered, verdicts, must_last=must_last)
        self._join_told(ordered, verdicts, history, told)
        self._tell_experience(ordered, verdicts)
        fewer = self._contradicted(ordered, verdicts) < wrong
        if fewer or (self._joint is not None and not heard):
            return "weights"
        self._join_told(ordered, {}, history, by_time)
        self._tell_experience(ordered, verdicts)
        return "experience" if heard else "nothing"

    def _tell_sections(
        self, ordered: Sequence[PageVersion], verdicts: Verdicts, history: History | None
    ) -> None:
        """What is news by the page's habits is told last: it rings where neither time nor other pages decide, and
        beside them on a quiet page; and sections that are no news are not weighed. Kept where that contradicts less."""
        wrong = self._contradicted(ordered, verdicts) if verdicts and self.text_ is not None else 0
        if not wrong:
            return
        told = told_sections(self._textual(), _told_pairs(ordered, verdicts))
        if told:
            self.told_sections_ = told
            fewer = self._contradicted(ordered, verdicts)
            fewer = self._silence(ordered, verdicts, history, min(fewer, wrong))
            if fewer < wrong:
                self.details_[_TAUGHT] = "sections"
            else:
                self.told_sections_ = {}

    def _silence(
        self, ordered: Sequence[PageVersion], verdicts: Verdicts, history: History | None, wrong: int
    ) -> int:
        """Take out of the words' weights what was told to be no news, where that contradicts less than so many labels;
        how many it is in the end."""
        by_time, joint, details = self.text_drift_, self._joint, self.details_
        silent = frozenset(section for section, heard in self.told_sections_.items() if not heard)
        if by_time is None or joint is None or not silent or self._decides_by_experience():
            return wrong
        self.details_ = dict(details)
        self._join_told(ordered, {}, history, by_time.without(silent))
        fewer = self._contradicted(ordered, verdicts)
        if fewer < wrong:
            return fewer
        self.text_drift_, self._joint, self.details_ = by_time, joint, details
        return wrong

    def _decides_by_experience(self) -> bool:
        return self.experience_ is not None and self.experience_.decides

    def _tell_experience(self, ordered: Sequence[PageVersion], verdicts: Verdicts) -> None:
        heard, drift = self._heard_experience(), self.text_drift_
        if heard is None or drift is None:
            return
        known, threshold = heard
        if threshold <= 0.0:  # whatever words change rings, and is in no unit that odds could move
            return
        labelled = [
            LabelledChange(before, after, drift.distance(before, after), said)
            for before, after, said in _told_pairs(ordered, verdicts)
        ]
        known = known.after_labels(None, news_by_the_clock(known, labelled, threshold))
        self.experience_ = known.after_labels(told_leaves(known, labelled, threshold))

    def _contradicted(self, ordered: Sequence[PageVersion], verdicts: Verdicts) -> int:
        """How many labels are contradicted, those of no version that is known among them."""
        pairs = _told_pairs(ordered, verdicts)
        wrong = sum(self._rings(before, after) is not said for before, after, said in pairs)
        return len(verdicts) - len(pairs) + wrong

    def _rings(self, before: PageVersion, after: PageVersion) -> bool:
        odds = self._window_log_odds(before, after)
        return odds is not None and odds > 0.0

    def _drift_of(
        self, ordered: Sequence[PageVersion], verdicts: Verdicts, *, must_last: bool
    ) -> TextDrift | None:
        """What time, and labels, teach of the text; None where that is too little."""
        read = [version for version in ordered if has_text(version)]
        if self.text_ is None or len(read) < MIN_VERSIONS:
            return None
        settings = self._training_settings(None)
        told = among(verdicts, ordered, read)
        furniture = self._reads_furniture(ordered, verdicts)
        return TextDrift.fit(read, told, settings, self.k, must_last=must_last, furniture=furniture)

    def _reads_furniture(self, ordered: Sequence[PageVersion], verdicts: Verdicts) -> bool:
        """Whether time may teach something of navigation, footers and the like.

        Where hardly anything is ever new, a menu that is made anew stays as long as an amended paragraph does, and no
        order of time tells the two apart. There a person must have called such a change important.
        """
        pages = {item.captured_at: page_of(item) for item in ordered if has_text(item)}
        told = [(pages.get(a), pages.get(b)) for (a, b), important in verdicts.items() if important]
        return self._textual().is_lively or any(
            a is not None and b is not None and a is not b and a.content is b.content for a, b in told
        )

    def _join_told(
        self,
        ordered: Sequence[PageVersion],
        verdicts: Verdicts,
        history: History | None,
        drift: TextDrift | None,
    ) -> None:
        self.text_drift_, self._joint = drift, None
        if drift is None:
            return
        read = [version for version in ordered if has_text(version)]
        pictures, seen = self._pictures_beside(ordered, history), None
        if pictures is not None:
            seen = Seen(
                versions=pictures.versions,
                cells=pictures.distances,
                groups=pictures.for_training().groups,
            )
        parts = parts_of(read, among(verdicts, ordered, read), drift, seen)
        joint, details = join_parts(parts, self._training_settings(None))
        self._joint = joint
        self._note_parts(details, history)

    def _note_parts(self, details: Mapping[str, Any], history: History | None) -> None:
        self.details_ |= {"parts": dict(details)}
        if history is None:  # elsewhere the window is to hold enough for the picture, too
            self.details_["changes"] = details.get("changes", 0.0)

    def _illustrations_among(self, ordered: Sequence[PageVersion]) -> frozenset[str]:
        """The sections of the pictures that change when words ring, of the newest versions with text."""
        drift, rings_at = self.text_drift_, self._words_ring_at()
        read = [version for version in ordered if has_text(version)][-MOST_VISITS:]
        pages = [page_of(version) for version in read]
        if drift is None or rings_at <= 0.0 or not any(page.pictures for page in pages):
            return frozenset()
        words = [self._experienced(drift.distance(a, b), a, b) for a, b in pairwise(read)]
        return illustrations(pages, np.array(words) > rings_at) - frozenset(drift.regions.pictured)


def _told_pairs(
    ordered: Sequence[PageVersion], verdicts: Verdicts
) -> list[tuple[PageVersion, PageVersion, bool]]:
    """The versions that verdicts speak of, where they are among those that are known."""
    at = {version.captured_at: version for version in ordered}
    return [
        (at[before], at[after], said)
        for (before, after), said in verdicts.items()
        if before in at and after in at
    ]
