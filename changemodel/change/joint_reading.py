"""The part of ``ChangeModel`` that reads text, and puts the parts of a change together.

Steps of a fit, after the pictures': what the page usually says (``text_reading``), weights of its sections from time
(``text_drift``), weights of the parts from time (``joining``). Each may teach nothing; ``verdict`` says what then
decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.change.by_experience import by_experience
from changemodel.change.calibration import Calibration, Verdicts
from changemodel.change.experience import MOST_VISITS, Experience, JudgedSentence
from changemodel.change.history import MIN_VERSIONS, History, among, structural_distances
from changemodel.change.joining import Joined, join_parts
from changemodel.change.joint_map import JointPairs
from changemodel.change.naming import OneNaming
from changemodel.change.parts import Seen, parts_of
from changemodel.change.picture_reading import PictureReading
from changemodel.change.placed_map import MapSources
from changemodel.change.prior import Prior
from changemodel.change.region_metric import RegionMetric
from changemodel.change.text_drift import TextDrift
from changemodel.change.text_reading import TextReading, TextVerdict, has_text, told_sections
from changemodel.change.told_experience import LabelledChange, news_by_the_clock, told_leaves
from changemodel.change.verdict import Judgement, Look, judged
from changemodel.features.blocks import page_of
from changemodel.features.noise_sections import NoiseSections
from changemodel.features.picture_sections import illustrations, shown_anew
from changemodel.version import PageVersion

ILLUSTRATED = 0.5
"""Where words ring, the share of that distance at which another picture under them stands: below what rings, above what
is noise. Some call it news, the source does not."""

_JOINT, _DRIFT, _BESIDE = "joint_", "drift_", "beside_"
_ILLUSTRATIONS, _SECTIONS, _HEARD = "illustrations", "told_sections", "told_heard"
_TAUGHT = "labels_taught_words"


class JointReading(PictureReading):
    """What ``ChangeModel`` does with text and with all parts; the hyperparameters are its own."""

    experience: bool
    text_: TextReading | None
    text_drift_: TextDrift | None
    experience_: Experience | None
    illustrations_: frozenset[str]
    told_sections_: Mapping[str, bool]
    _joint: Joined | None
    _map_sources: MapSources
    _naming: OneNaming

    @property
    def parts_(self) -> Calibration | None:
        """How the parts make one distance and one decision; None where time taught nothing of the text."""
        joint: Joined | None = getattr(self, "_joint", None)
        return None if joint is None else joint.calibration

    def _known(self, version: PageVersion) -> PageVersion:
        """A version with the paths by which the model knows its blocks; before ``fit``, as it is."""
        naming: OneNaming | None = getattr(self, "_naming", None)
        return version if naming is None else naming.known(version)

    def _text_of(self, ordered: Sequence[PageVersion]) -> TextReading | None:
        reads = self.regions != "grid" and any(map(has_text, ordered))
        return TextReading().fit(ordered) if reads else None

    def _read_all(
        self, ordered: Sequence[PageVersion], verdicts: Verdicts, prior: Prior | None
    ) -> History | None:
        """Learn from text and pictures; what the pictures are, if there are enough of them."""
        self.illustrations_, self.told_sections_ = frozenset(), {}
        if verdicts:
            self.details_["labels"] = len(verdicts)
        history = self._read_words_and_pictures(ordered, verdicts, prior)
        self._tell_sections(ordered, verdicts)
        self.illustrations_ = self._illustrations_among(ordered)
        return history

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
        if self._joint is None and self._noise_sections().sections:
            self.experience_ = None  # of pages on which news lasts
            history = self._read_parts(ordered, verdicts, prior, must_last=False)
        return history

    def _hears_words(self) -> bool:
        """Whether the words have a weight in the decision."""
        return self.parts_ is not None and self.parts_.hybrid.by_part().get("text", 0.0) > 0.0

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
            self._use_no_pictures(ordered)
        else:
            known = among(verdicts, ordered, seen)
            history = self._fit_pictures(seen, known, prior, self._noise_sections())
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

    def _tell_sections(self, ordered: Sequence[PageVersion], verdicts: Verdicts) -> None:
        """What is news by the page's habits is told last: it rings where neither time nor other pages decide, and
        beside them on a quiet page. Kept where that contradicts less."""
        wrong = self._contradicted(ordered, verdicts) if verdicts and self.text_ is not None else 0
        if not wrong:
            return
        self.told_sections_ = told_sections(self._textual(), _told_pairs(ordered, verdicts))
        if not self.told_sections_:
            return
        if self._contradicted(ordered, verdicts) < wrong:
            self.details_[_TAUGHT] = "sections"
        else:
            self.told_sections_ = {}

    def _tell_experience(self, ordered: Sequence[PageVersion], verdicts: Verdicts) -> None:
        heard, drift = self._heard_experience(), self.text_drift_
        if heard is None or drift is None:
            return
        known, threshold = heard
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
        odds = self._window_log_odds(before, after, self._verdict(before, after))
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
        pages = {item.captured_at.astimezone(UTC): page_of(item) for item in ordered if has_text(item)}
        told = [(pages.get(a), pages.get(b)) for (a, b), important in verdicts.items() if important]
        return self._textual().is_lively or any(
            a is not None and b is not None and a is not b and a.content is b.content for a, b in told
        )

    def _noise_sections(self) -> NoiseSections:
        drift = getattr(self, "text_drift_", None)
        return NoiseSections() if drift is None else NoiseSections(drift.silenced)

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
        seen = None
        if history is not None and self.state_ != "not-enough-change":
            seen = Seen(
                versions=history.versions,
                cells=history.distances,
                groups=history.for_training().groups,
            )
        parts = parts_of(read, among(verdicts, ordered, read), drift, seen)
        joint, details = join_parts(parts, self._training_settings(None))
        self._joint = joint
        self._note_parts(details, history)

    def _note_parts(self, details: Mapping[str, Any], history: History | None) -> None:
        self.details_ |= {"parts": dict(details)}
        if history is None:  # elsewhere the window is to hold enough for the picture, too
            self.details_["changes"] = details.get("changes", 0.0)

    def _joint_pairs(self, ordered: Sequence[PageVersion], history: History | None) -> JointPairs | None:
        """What the map is drawn from where the parts decide."""
        if self.text_drift_ is None or self._joint is None:
            return None
        seen = history if self.state_ != "not-enough-change" else None
        return JointPairs.of(ordered, seen, self.text_drift_, self._joint, self.grid)

    def _place_importance(self, ordered: Sequence[PageVersion], history: History | None) -> None:
        """The map by all that the model knows, in place of the picture's own."""
        pairs = self._joint_pairs(ordered, history)
        shares = None if pairs is None else pairs.shares()
        if shares is not None:
            self.importance_map_ = self._as_grid(shares)
        self._map_sources = MapSources.of(pairs, self.importance_map_)

    def _verdict(self, before: PageVersion, after: PageVersion) -> TextVerdict | None:
        if self.regions == "grid":
            return None
        drift, told = getattr(self, "text_drift_", None), getattr(self, "told_sections_", {})
        noise = self._noise_sections().sections
        if drift is None:
            return self._textual().compare(before, after, noise, told=told)
        return self._textual().compare(before, after, noise, drift.unread_rows, told)

    def _judged(
        self, before: PageVersion, after: PageVersion, visual: Look, verdict: TextVerdict | None
    ) -> Judgement:
        """All readings together."""
        drift, joint = getattr(self, "text_drift_", None), getattr(self, "_joint", None)
        if drift is None or joint is None or verdict is None:
            return judged(visual, verdict, None, {})
        links, images = structural_distances(before, after)
        text = self._experienced(drift.distance(before, after), before, after)
        if self.illustrations_ and shown_anew(page_of(before), page_of(after), self.illustrations_):
            text = max(text, ILLUSTRATED * self._words_ring_at())
        numbers = {"text": text, "links": links, "images": images}
        if not visual.is_return:  # without a say it has no weight, and yet the versions differ
            beside = visual.distance if joint.beside is None else float(joint.beside.distance(visual.changes))
            numbers["visual"] = beside
        return judged(visual, verdict, joint.calibration, numbers)

    def _experienced(self, text: float, before: PageVersion, after: PageVersion) -> float:
        """The distance of the words as far as experience trusts it."""
        heard = self._heard_experience()
        return text if heard is None else heard[0].weighed(text, heard[1], before, after)

    def _judged_sentences(self, before: PageVersion, after: PageVersion) -> list[JudgedSentence]:
        """What came or went in words, the likeliest news first; nothing where experience has no say."""
        heard = self._heard_experience()
        return [] if heard is None else heard[0].judged(before, after)

    def _illustrations_among(self, ordered: Sequence[PageVersion]) -> frozenset[str]:
        """The sections of the pictures that change when words ring, of the newest versions with text."""
        drift, rings_at = self.text_drift_, self._words_ring_at()
        read = [version for version in ordered if has_text(version)][-MOST_VISITS:]
        pages = [page_of(version) for version in read]
        if drift is None or rings_at <= 0.0 or not any(page.pictures for page in pages):
            return frozenset()
        words = [self._experienced(drift.distance(a, b), a, b) for a, b in pairwise(read)]
        return illustrations(pages, np.array(words) > rings_at) - frozenset(drift.regions.pictured)

    def _words_ring_at(self) -> float:
        """From which distance of the words on a change rings by them; 0 where they have no weight."""
        parts = self.parts_
        weight = 0.0 if parts is None else parts.hybrid.by_part().get("text", 0.0)
        return 0.0 if parts is None or weight <= 0.0 else parts.hybrid.threshold / weight

    def _heard_experience(self) -> tuple[Experience, float] | None:
        """What other pages taught, and from which distance of the words on a change rings; None where it has no say."""
        known: Experience | None = getattr(self, "experience_", None)
        return (known, self._words_ring_at()) if known is not None and self._hears_words() else None

    def _window_log_odds(
        self, before: PageVersion, after: PageVersion, verdict: TextVerdict | None
    ) -> float | None:
        return self._judged(before, after, self._look_across(before, after)[0], verdict).log_odds

    def _textual(self) -> TextReading:
        return getattr(self, "text_", None) or TextReading()

    def _saved_parts(self) -> dict[str, NDArray[Any]]:
        drift = {} if self.text_drift_ is None else self.text_drift_.to_arrays()
        joint = {} if self._joint is None else self._joint.calibration.to_arrays()
        metric = None if self._joint is None else self._joint.beside
        beside = {} if metric is None else metric.to_arrays()
        known = {} if self.experience_ is None else self.experience_.to_arrays()
        return (
            drift
            | known
            | {_ILLUSTRATIONS: np.array(sorted(self.illustrations_), dtype=np.str_)}
            | {_SECTIONS: np.array(list(self.told_sections_), dtype=np.str_)}
            | {_HEARD: np.array(list(self.told_sections_.values()), dtype=bool)}
            | self._map_sources.to_arrays()
            | self._naming.to_arrays()
            | {f"{_JOINT}{name}": array for name, array in joint.items()}
            | {f"{_BESIDE}{name}": array for name, array in beside.items()}
        )

    def _restore_parts(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Of format 1, a text that stood in for the picture has its own decision."""
        self.text_drift_ = TextDrift.from_arrays(arrays)
        self.experience_ = Experience.from_arrays(arrays)
        self.illustrations_ = (
            frozenset(arrays[_ILLUSTRATIONS].tolist()) if _ILLUSTRATIONS in arrays else frozenset()
        )
        told = (arrays[name].tolist() if name in arrays else [] for name in (_SECTIONS, _HEARD))
        self.told_sections_ = dict(zip(*told, strict=True))
        self._map_sources = MapSources.from_arrays(arrays)
        self._naming = OneNaming.from_arrays(arrays)
        joint, beside = _below(_JOINT, arrays) or _below(_DRIFT, arrays), _below(_BESIDE, arrays)
        self._joint = None
        if "slope" in joint:
            calibration = Calibration.from_arrays(joint)
            metric = RegionMetric.from_arrays(beside) if beside else None
            if metric is None and calibration.hybrid.by_part().get("visual"):  # saved before there was one
                metric = self._metric
            self._joint = Joined(calibration=calibration, beside=metric)


def _told_pairs(
    ordered: Sequence[PageVersion], verdicts: Verdicts
) -> list[tuple[PageVersion, PageVersion, bool]]:
    """The versions that verdicts speak of, where they are among those that are known."""
    at = {version.captured_at.astimezone(UTC): version for version in ordered}
    return [
        (at[before], at[after], said)
        for (before, after), said in verdicts.items()
        if before in at and after in at
    ]


def _below(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    return {name.removeprefix(prefix): item for name, item in arrays.items() if name.startswith(prefix)}
