"""The sentence that says what changed between two captures.

It is a pure function of what a score keeps. Words are quoted in the letters of the page, as plain text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage.plurals import counted
from storage.records import StoredScore
from storage.score_explanation import ChangedBlock, ChangedSentence, ScoreExplanation

WHOLE = "The page changed as a whole"
_LONGEST = 140  # letters of one quotation
_VIEW_PX = 1000  # what the model sees of a page
_WORDS = ("text", "numbers", "removed")
_SURE = 0.5  # chance of news above which other pages' experience points at a sentence


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where on the later capture the change stands of which the sentence speaks.

    ``path`` and ``words`` are of the block that says it, ``box`` is x, y, width, height in CSS pixels of what shows it.
    """

    path: str = ""
    words: str = ""
    box: tuple[float, float, float, float] | None = None


def place_of_change(score: StoredScore) -> Place | None:
    """None: nothing says where."""
    told = score.explanation
    if stories := told.get("stories"):
        _, _, headline = str(stories[0]).partition(": ")
        return Place(words=headline.partition(", was ")[0])
    news = [block for block in told.get("blocks", ()) if not block.get("furniture")]
    if news and not _pictures_lead(told):
        lead = _lead(news, told.get("sentences", ()))
        return Place(path=str(lead.get("path", "")), words=str(lead.get("added") or ""))
    parts = told.get("parts", ())
    if parts and "box" in parts[0]:
        x, y, width, height = (float(value) for value in parts[0]["box"])
        return Place(box=(x, y, width, height))
    return None


def what_changed(score: StoredScore) -> str:
    """One sentence without a full stop, such as ``New: “Ferry stopped until Monday”, and 2 more``."""
    told = score.explanation
    if "file" in told:
        return "The file changed" if score.distance else "The same file"
    if score.distance == 0:
        return "Nothing changed"
    if stories := told.get("stories"):
        return _stories(stories)
    if not _pictures_lead(told) and (said := _blocks(told)):
        return said
    return _picture(told) or _addresses(score) or _blocks(told) or _moved(score.displacement_px) or WHOLE


def _stories(stories: Sequence[str]) -> str:
    return f"{_cut(str(stories[0]), 2 * _LONGEST)}{_more(len(stories) - 1)}"


def pictures_lead(score: StoredScore) -> bool:
    """Whether the picture adds more to the distance than the words."""
    return _pictures_lead(score.explanation)


def _pictures_lead(told: ScoreExplanation) -> bool:
    parts = told.get("by_part", {})
    if parts:
        visual = parts.get("visual", 0.0)
        return bool(visual > max((value for name, value in parts.items() if name != "visual"), default=0.0))
    return told.get("text_important") is False and bool(told.get("parts"))


def _blocks(told: ScoreExplanation) -> str:
    """The block that says most, and how many more say something new."""
    news = [block for block in told.get("blocks", ()) if not block.get("furniture")]
    if not news:
        return ""
    lead = _lead(news, told.get("sentences", ()))
    others = [block for block in news if block is not lead and block.get("chance") is not None]
    said = _block(lead)
    return f"{said}{_more(len(others))}" if said else ""


def _lead(news: Sequence[ChangedBlock], sentences: Sequence[ChangedSentence]) -> ChangedBlock:
    """The least usual block, or the one with the words that other pages taught to be news."""
    first = next((block for block in news if block.get("chance") is not None), news[0])
    if not sentences or float(sentences[0].get("chance") or 0) <= _SURE:
        return first
    wanted = set(str(sentences[0].get("text", "")).casefold().split())

    def shared(block: ChangedBlock) -> int:
        words = f"{block.get('added', '')} {block.get('removed', '')}"
        return len(wanted & set(words.casefold().split()))

    best = max(news, key=shared)
    return best if shared(best) else first


def _block(block: ChangedBlock) -> str:
    added, removed = (_cut(str(block.get(name) or "")) for name in ("added", "removed"))
    kind = block.get("kind")
    if kind == "links":
        return "A link leads elsewhere, or another picture is shown"
    if kind == "outline":
        return "A heading has another rank"
    if kind not in _WORDS:
        return ""
    if added and removed:
        return f"“{removed}” became “{added}”"
    return f"New: “{added}”" if added else f"Gone: “{removed}”" if removed else ""


def _picture(told: ScoreExplanation) -> str:
    state = told.get("returning_state")
    if state:
        return "The page went back to a look that it had before"
    parts = told.get("parts", ())
    if not parts or "box" not in parts[0]:
        return ""
    x, y, width, height = parts[0]["box"]
    return f"The picture changed, most of all {_where(x + width / 2, y + height / 2)}"


def _where(x: float, y: float) -> str:
    """A place of the first screen in words."""
    across = ("on the left", "in the middle", "on the right")[min(2, int(3 * x / _VIEW_PX))]
    down = ("at the top", "half way down", "at the bottom")[min(2, int(3 * y / _VIEW_PX))]
    return f"{down}, {across}"


def _addresses(score: StoredScore) -> str:
    for noun, came, went in (
        ("link", score.links_added, score.links_removed),
        ("image", score.images_added, score.images_removed),
    ):
        if came and went:
            return f"{counted(len(came), noun)} came, {len(went)} went"
        if came or went:
            return f"{counted(len(came or went), noun)} {'came' if came else 'went'}"
    return ""


def _moved(pixels: int) -> str:
    return f"Content moved {'down' if pixels > 0 else 'up'} by {abs(pixels)} px" if pixels else ""


def _more(number: int) -> str:
    return f", and {number} more" if number > 0 else ""


def _cut(text: str, longest: int = _LONGEST) -> str:
    """Between words where there are any."""
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    kept = text[:longest]
    return f"{kept.rpartition(' ')[0] or kept}\N{HORIZONTAL ELLIPSIS}"
