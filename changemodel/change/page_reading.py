"""Compares two versions by picture, text and the trained classifier together.

``page_learning`` makes it once; it never changes, another one is made by ``dataclasses.replace``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from changemodel.change.combined_distance import Joined
from changemodel.change.history import MIN_VERSIONS, History, structural_distances
from changemodel.change.joint_map import JointPairs
from changemodel.change.picture_reading import PictureReading, State
from changemodel.change.sentence_classifier import UNDECIDED, Experience, Heard, JudgedSentence
from changemodel.change.story_reading import ALARM_WORTH, StoryVerdict
from changemodel.change.text_drift import TextDrift
from changemodel.change.text_reading import TextReading, TextVerdict, has_text
from changemodel.change.verdict import Judgement, Look, judged, judged_by_stories
from changemodel.features.blocks import is_plain, page_of
from changemodel.features.picture_sections import shown_anew
from changemodel.version import PageVersion, named_alike


@dataclass(frozen=True, kw_only=True, eq=False)
class PageReading:
    """How two versions of a page are compared.

    Attributes
    ----------
    pictures : PictureReading
    text : TextReading or None
        What the page usually says; None where no version has text.
    drift : TextDrift or None
        Weights of the text's sections by the order of time; None where it taught too little.
    joint : Joined or None
        How the parts make one distance and one decision; None where time taught nothing of them.
    experience : Experience or None
        What other pages taught, where it may be asked.
    illustrations : frozenset of str
        Sections of images that change together with important text.
    labelled_sections : mapping of str to bool
        Sections whose news a person called important, or unimportant.
    tells_news : bool
        Whether what time taught tells news from noise; where not, the stories of a page that lists news decide.
    stories_alarm_at : float
        From which worth of a story on.
    """

    pictures: PictureReading
    text: TextReading | None = None
    drift: TextDrift | None = None
    joint: Joined | None = None
    experience: Experience | None = None
    illustrations: frozenset[str] = frozenset()
    labelled_sections: Mapping[str, bool] = field(default_factory=dict)
    tells_news: bool = True
    stories_alarm_at: float = ALARM_WORTH

    @property
    def state(self) -> State:
        """What was learned of pictures and words together."""
        if self.joint is not None:
            return "learned"
        return self.pictures.state or "not-enough-change"

    @property
    def textual(self) -> TextReading:
        """What the page usually says; nothing where it is not known."""
        return self.text or TextReading()

    @property
    def noise_sections(self) -> frozenset[str]:
        """The sections whose words say nothing."""
        return frozenset() if self.drift is None else frozenset(self.drift.silenced)

    @property
    def words_alarm_at(self) -> float:
        """Distance of the text from which a change raises an alarm; 0 where the text has no weight."""
        hybrid = None if self.joint is None else self.joint.calibration.hybrid
        weight = 0.0 if hybrid is None else hybrid.by_part().get("text", 0.0)
        return 0.0 if hybrid is None or weight <= 0.0 else hybrid.threshold / weight

    @property
    def hears_words(self) -> bool:
        """Whether the words have a weight in the decision."""
        return self.joint is not None and self.joint.calibration.hybrid.by_part().get("text", 0.0) > 0.0

    @property
    def heard(self) -> Heard | None:
        """The trained classifier, and the distance of the text from which a change raises an alarm; None: not used."""
        if self.experience is None or not self.hears_words:
            return None
        return Heard(self.experience, self.words_alarm_at)

    def verdict(self, before: PageVersion, after: PageVersion) -> TextVerdict | None:
        """What the page's text says, as far as time and a person's labels let it speak."""
        if self.pictures.reads == "pictures" or is_plain(before) is not is_plain(after):
            return None
        given = {} if self.drift is None else {"unread": self.drift.unread_rows}
        return self.textual.compare(before, after, self.noise_sections, told=self.labelled_sections, **given)

    def judged(
        self, before: PageVersion, after: PageVersion, visual: Look, verdict: TextVerdict | None
    ) -> Judgement:
        """One distance and one decision, of versions under names of one kind."""
        stories = None if verdict is None else self._heard_stories(verdict)
        if verdict is not None and stories is not None:
            return judged_by_stories(stories, self.stories_alarm_at, verdict.distance)
        if self.drift is None or self.joint is None or verdict is None:
            return judged(visual, verdict, None, {})
        links, images = structural_distances(before, after)
        numbers = {"text": self._words_apart(self.drift, before, after), "links": links, "images": images}
        if not visual.is_return:  # without a say it has no weight, and yet the versions differ
            beside = self.joint.beside
            numbers["visual"] = visual.distance if beside is None else float(beside.distance(visual.changes))
        return judged(visual, verdict, self.joint.calibration, numbers)

    def log_odds(self, before: PageVersion, after: PageVersion) -> float | None:
        """Of an important change, without the versions before these; None where nothing decides."""
        before, after = named_alike(before, after)
        visual = self.pictures.look_across(before, after)[0]
        return self.judged(before, after, visual, self.verdict(before, after)).log_odds

    def alarms(self, before: PageVersion, after: PageVersion) -> bool:
        """Whether the change is called important."""
        odds = self.log_odds(before, after)
        return odds is not None and odds > 0.0

    def contradicted(self, told: Iterable[tuple[PageVersion, PageVersion, bool]]) -> int:
        """How many of a person's labels are contradicted."""
        return sum(self.alarms(before, after) is not said for before, after, said in told)

    def experienced(self, text: float, before: PageVersion, after: PageVersion) -> float:
        """The distance of the words as far as experience trusts it."""
        heard = self.heard
        return text if heard is None else heard.known.weighed(text, heard.alarm_at, before, after)

    def judged_sentences(self, before: PageVersion, after: PageVersion) -> list[JudgedSentence]:
        """What came or went in words, the likeliest news first; nothing where experience has no say."""
        heard = self.heard
        return [] if heard is None else heard.known.judged(before, after)

    def content(self, version: PageVersion) -> bytes:
        """Equal for versions that look and read the same; of a picture that is not read, nothing."""
        said = page_of(version).exact if has_text(version) else ()
        read = repr((sorted(version.links), sorted(version.image_names), said)).encode()
        seen = self.pictures.seen([version])
        picture = self.pictures.reader.read(version).features.tobytes() if seen else b""
        return hashlib.sha256(read + picture).digest()

    def pictures_beside(self, ordered: Sequence[PageVersion], history: History | None) -> History | None:
        """The pictures, to be read beside the words; None where they taught nothing, or hardly any version has both."""
        if history is None or self.pictures.state == "not-enough-change":
            return None
        pictured = {id(version) for version in history.versions}
        both = [item for item in ordered if id(item) in pictured and has_text(item)]
        return history if len(both) >= MIN_VERSIONS else None

    def joint_pairs(self, ordered: Sequence[PageVersion], history: History | None) -> JointPairs | None:
        """What the map is drawn from where the parts decide."""
        if self.drift is None or self.joint is None:
            return None
        pictures = self.pictures_beside(ordered, history)
        return JointPairs.of(ordered, pictures, self.drift, self.joint, self.pictures.grid, self.heard)

    def _words_apart(self, drift: TextDrift, before: PageVersion, after: PageVersion) -> float:
        """The distance of the text; nearly that of an alarm where one of its illustrations is new."""
        text = self.experienced(drift.distance(before, after), before, after)
        if self.illustrations and shown_anew(page_of(before), page_of(after), self.illustrations):
            return max(text, UNDECIDED * self.words_alarm_at)
        return text

    def _heard_stories(self, verdict: TextVerdict) -> StoryVerdict | None:
        """What the stories of a page that lists news say, where it always has something new, and time did not tell what
        of that matters."""
        told = self.joint is not None and self.tells_news
        return verdict.stories if verdict.restless and not told else None
