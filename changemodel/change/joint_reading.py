"""The part of ``ChangeModel`` that reads text, and puts the parts of a change together.

``joint_learning`` teaches what it goes by.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.change.calibration import Calibration
from changemodel.change.experience import UNDECIDED, Experience, Heard, JudgedSentence
from changemodel.change.history import MIN_VERSIONS, History, structural_distances
from changemodel.change.joining import Joined
from changemodel.change.joint_map import JointPairs
from changemodel.change.naming import OneNaming
from changemodel.change.picture_reading import PictureReading
from changemodel.change.placed_map import MapSources
from changemodel.change.region_metric import RegionMetric
from changemodel.change.story_reading import RINGS_AT, StoryVerdict
from changemodel.change.text_drift import TextDrift
from changemodel.change.text_reading import TextReading, TextVerdict, has_text
from changemodel.change.verdict import Judgement, Look, judged, judged_by_stories
from changemodel.features.blocks import is_plain, page_of
from changemodel.features.picture_sections import shown_anew
from changemodel.features.stories import lists_news, stories_of
from changemodel.version import PageVersion, named_alike

_JOINT, _DRIFT, _BESIDE = "joint_", "drift_", "beside_"
_ILLUSTRATIONS, _SECTIONS, _HEARD = "illustrations", "told_sections", "told_heard"


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
    _tells_news: bool = True  # from noise, by what time taught
    _stories_ring_at: float = RINGS_AT

    @property
    def parts_(self) -> Calibration | None:
        """How the parts make one distance and one decision; None where time taught nothing of the text."""
        joint: Joined | None = getattr(self, "_joint", None)
        return None if joint is None else joint.calibration

    def _known(self, version: PageVersion) -> PageVersion:
        """A version with the paths by which the model knows its blocks; before ``fit``, as it is."""
        naming: OneNaming | None = getattr(self, "_naming", None)
        return version if naming is None else naming.known(version)

    def _content(self, version: PageVersion) -> bytes:
        """Equal for versions that look and read the same; of a picture that is not read, nothing."""
        said = page_of(version).exact if has_text(version) else ()
        read = repr((sorted(version.links), sorted(version.image_names), said)).encode()
        picture = self._current_reader().read(version).features.tobytes() if self._seen([version]) else b""
        return hashlib.sha256(read + picture).digest()

    def _hears_words(self) -> bool:
        """Whether the words have a weight in the decision."""
        return self.parts_ is not None and self.parts_.hybrid.by_part().get("text", 0.0) > 0.0

    def _noise_sections(self) -> frozenset[str]:
        """The sections whose words say nothing."""
        drift = getattr(self, "text_drift_", None)
        return frozenset() if drift is None else frozenset(drift.silenced)

    def _pictures_beside(self, ordered: Sequence[PageVersion], history: History | None) -> History | None:
        """The pictures, to be read beside the words; None where they taught nothing, or hardly any version has both."""
        if history is None or self.state_ == "not-enough-change":
            return None
        pictured = {id(version) for version in history.versions}
        both = [item for item in ordered if id(item) in pictured and has_text(item)]
        return history if len(both) >= MIN_VERSIONS else None

    def _joint_pairs(self, ordered: Sequence[PageVersion], history: History | None) -> JointPairs | None:
        """What the map is drawn from where the parts decide."""
        if self.text_drift_ is None or self._joint is None:
            return None
        pictures, heard = self._pictures_beside(ordered, history), self._heard_experience()
        return JointPairs.of(ordered, pictures, self.text_drift_, self._joint, self.grid, heard)

    def _place_importance(self, ordered: Sequence[PageVersion], history: History | None) -> None:
        """The map by all that the model knows, in place of the picture's own."""
        pairs = self._joint_pairs(ordered, history)
        shares = None if pairs is None else pairs.shares()
        if shares is not None:
            self.importance_map_ = self._as_grid(shares)
        self._map_sources = MapSources.of(pairs, self.importance_map_)

    def _verdict(self, before: PageVersion, after: PageVersion) -> TextVerdict | None:
        """What the page's text says, as far as time and a person's labels let it speak."""
        if self._reads == "pictures" or is_plain(before) is not is_plain(after):
            return None
        drift, told = getattr(self, "text_drift_", None), getattr(self, "told_sections_", {})
        noise = self._noise_sections()
        if drift is None:
            return self._textual().compare(before, after, noise, told=told)
        return self._textual().compare(before, after, noise, drift.unread_rows, told)

    def _judged(
        self, before: PageVersion, after: PageVersion, visual: Look, verdict: TextVerdict | None
    ) -> Judgement:
        """All readings together."""
        drift, joint = getattr(self, "text_drift_", None), getattr(self, "_joint", None)
        stories = None if verdict is None else self._heard_stories(verdict)
        if verdict is not None and stories is not None:
            return judged_by_stories(stories, self._stories_ring_at, verdict.distance)
        if drift is None or joint is None or verdict is None:
            return judged(visual, verdict, None, {})
        links, images = structural_distances(before, after)
        text = self._experienced(drift.distance(before, after), before, after)
        if self.illustrations_ and shown_anew(page_of(before), page_of(after), self.illustrations_):
            text = max(text, UNDECIDED * self._words_ring_at())
        numbers = {"text": text, "links": links, "images": images}
        if not visual.is_return:  # without a say it has no weight, and yet the versions differ
            beside = visual.distance if joint.beside is None else float(joint.beside.distance(visual.changes))
            numbers["visual"] = beside
        return judged(visual, verdict, joint.calibration, numbers)

    def _lists_news(self, version: PageVersion) -> bool:
        """Whether a version is a list of stories."""
        page = page_of(version)
        return has_text(version) and lists_news(page, stories_of(page))

    def _heard_stories(self, verdict: TextVerdict) -> StoryVerdict | None:
        """What the stories of a page that lists news say, where it always has something new, and time did not tell what
        of that matters."""
        told = getattr(self, "_joint", None) is not None and self._tells_news
        return verdict.stories if verdict.restless and not told else None

    def _experienced(self, text: float, before: PageVersion, after: PageVersion) -> float:
        """The distance of the words as far as experience trusts it."""
        heard = self._heard_experience()
        return text if heard is None else heard.known.weighed(text, heard.rings_at, before, after)

    def _judged_sentences(self, before: PageVersion, after: PageVersion) -> list[JudgedSentence]:
        """What came or went in words, the likeliest news first; nothing where experience has no say."""
        heard = self._heard_experience()
        return [] if heard is None else heard.known.judged(before, after)

    def with_text(self, reading: TextReading | None) -> Self:
        """The same model with another textual reading, for example one that has read more versions since."""
        model = copy.copy(self)
        model.text_ = reading
        return model

    def _words_ring_at(self) -> float:
        """From which distance of the words on a change rings by them; 0 where they have no weight."""
        parts = self.parts_
        weight = 0.0 if parts is None else parts.hybrid.by_part().get("text", 0.0)
        return 0.0 if parts is None or weight <= 0.0 else parts.hybrid.threshold / weight

    def _heard_experience(self) -> Heard | None:
        """What other pages taught, and from which distance of the words on a change rings; None where it has no say."""
        known: Experience | None = getattr(self, "experience_", None)
        return Heard(known, self._words_ring_at()) if known is not None and self._hears_words() else None

    def _window_log_odds(self, before: PageVersion, after: PageVersion) -> float | None:
        """Of two successive versions of the learning window, without those before them."""
        before, after = named_alike(before, after)
        visual = self._look_across(before, after)[0]
        return self._judged(before, after, visual, self._verdict(before, after)).log_odds

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
        self.text_drift_ = TextDrift.from_arrays(arrays)
        self.experience_ = Experience.from_arrays(arrays)
        self.illustrations_ = frozenset(arrays[_ILLUSTRATIONS].tolist())
        told = (arrays[name].tolist() for name in (_SECTIONS, _HEARD))
        self.told_sections_ = dict(zip(*told, strict=True))
        self._map_sources = MapSources.from_arrays(arrays)
        self._naming = OneNaming.from_arrays(arrays)
        joint, beside = _below(_JOINT, arrays), _below(_BESIDE, arrays)
        self._joint = None
        if "slope" in joint:
            calibration = Calibration.from_arrays(joint)
            metric = RegionMetric.from_arrays(beside) if beside else None
            self._joint = Joined(calibration=calibration, beside=metric)


def _below(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    return {name.removeprefix(prefix): item for name, item in arrays.items() if name.startswith(prefix)}
