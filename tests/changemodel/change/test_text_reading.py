"""The textual reading: news is what a quiet place never said before."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from benchmarks.notices import NOISES, START, Noise, alarms, counters, notice, quiet, quotes
from changemodel.change.model import ChangeModel
from changemodel.change.text_reading import TextReading, labelled_sections
from changemodel.errors import InvalidInput, InvalidVersion
from changemodel.version import PageVersion

DAY = timedelta(days=1)


def version(day: int, *texts: str, banner: str | None = None) -> PageVersion:
    blocks = [{"path": f"body>main>p:nth-of-type({n + 1})", "text": text} for n, text in enumerate(texts)]
    if banner is not None:
        blocks.insert(0, {"path": "body>div#banner>p", "text": banner})
    return PageVersion(datetime(2026, 1, 1, tzinfo=UTC) + day * DAY, blocks=blocks)


TERMS = ("You may cancel within fourteen days.", "We store your name and address.", "Write to our office.")


def static(days: int = 12) -> list[PageVersion]:
    return [version(day, *TERMS) for day in range(days)]


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: noise.__name__)
def test_edits_are_found_amid_noise(noise: Noise) -> None:
    history = notice(noise, seed=100, visits=60, edits=4)
    found = alarms(history)
    missed = sum(true and not said for true, said in zip(history.important, found, strict=True))
    assert missed <= 1  # two edits soon after each other, amid news at every visit
    assert sum(found) <= 2 * sum(history.important)


@pytest.mark.parametrize(
    "after",
    [
        (*TERMS, "We sell your data."),
        TERMS[:2],
        ("You may cancel within four days.", *TERMS[1:]),
    ],
    ids=["added", "deleted", "edited"],
)
def test_what_never_changed_is_important_when_it_does(after: tuple[str, ...]) -> None:
    model = ChangeModel().fit(static())
    assert model.picture_state_ == "not-enough-change"  # W14: nothing was learned from time
    score = model.compare(version(11, *TERMS), version(12, *after))
    assert score.important is True
    assert score.text_important is True
    assert score.probability is not None
    assert score.probability > 0.5
    assert score.blocks[0].chance is not None


def test_a_static_history_learns_no_map() -> None:
    model = ChangeModel().fit(static())
    assert model.picture_state_ == "not-enough-change"
    assert model.details_["reason"]
    assert np.unique(model.importance_map_).size == 1


def test_a_moved_block_and_a_pushed_down_page_are_no_news() -> None:
    shown = [version(day, *TERMS, banner="Summer sale!" if day == 3 else None) for day in range(12)]
    model = ChangeModel().fit(shown)
    pushed = version(12, *TERMS[::-1], banner="Summer sale!")
    score = model.compare(shown[-1], pushed)
    assert score.important is False
    assert all(block.kind == "text" for block in score.blocks)  # the banner is told all the same


def test_an_edit_rings_once_and_not_when_it_stays_or_returns() -> None:
    other = ("You may not cancel.", *TERMS[1:])
    reading = TextReading().fit(static())
    seen = TextReading().fit([*static(), version(12, *other)])
    first = reading.compare(version(11, *TERMS), version(12, *other))
    back = seen.compare(version(12, *other), version(13, *TERMS))
    stays = seen.compare(version(12, *other), version(13, *other))
    assert first is not None
    assert first.important is True
    assert back is not None
    assert back.important is False
    assert stays is not None
    assert (stays.important, stays.probability, stays.differences) == (False, 0.0, ())


def test_a_page_that_always_has_new_text_is_left_to_time() -> None:
    news = [version(day, f"Story {'abcdefghijklmnopqrstuvwxyz'[day]} breaks today") for day in range(25)]
    verdict = TextReading().fit(news[:24]).compare(news[23], news[24])
    assert verdict is not None
    assert verdict.important is None


def test_plain_text_is_read_by_lines() -> None:
    def lines(day: int, *texts: str) -> PageVersion:
        return PageVersion(START + day * DAY, text="\n".join((f"Today is day {day}", *texts)))

    model = ChangeModel(read="text").fit([lines(day, *TERMS) for day in range(12)])
    assert model.compare(lines(11, *TERMS), lines(12, *TERMS)).important is not True
    assert model.compare(lines(11, *TERMS), lines(12, *TERMS, "We sell it.")).important is True


def test_comparing_changes_nothing() -> None:
    history = notice(quotes, seed=3, visits=30).versions
    model = ChangeModel().fit(history[:20])
    first = model.compare(history[20], history[21])
    model.compare(history[5], history[25])
    again = model.compare(history[20], history[21])
    assert (first.important, first.probability, first.blocks) == (
        again.important,
        again.probability,
        again.blocks,
    )


def test_scores_are_the_same_after_a_round_trip(tmp_path: Path) -> None:
    history = notice(counters, seed=2, visits=40).versions
    model = ChangeModel().fit(history[:30])
    model.save(tmp_path / "model")
    loaded = ChangeModel.load(tmp_path / "model")
    for before, after in pairwise(history[29:]):
        ours, theirs = model.compare(before, after), loaded.compare(before, after)
        assert (ours.probability, ours.important, ours.blocks) == (
            theirs.probability,
            theirs.important,
            theirs.blocks,
        )


def test_a_reading_grows_after_it_was_saved_as_if_it_had_not_been() -> None:
    history = notice(quotes, seed=5, visits=40).versions
    whole = TextReading().fit(history)
    loaded = TextReading.from_arrays(TextReading().fit(history[:25]).to_arrays())
    assert loaded is not None
    for before, after in pairwise(history[24:]):
        loaded.add(after, before)
    ours, theirs = whole.to_arrays(), loaded.to_arrays()
    assert ours.keys() == theirs.keys()
    for name, array in ours.items():
        np.testing.assert_array_equal(array, theirs[name])


def test_the_grid_reads_no_text() -> None:
    with pytest.raises(InvalidVersion, match="screenshot"):
        ChangeModel(read="pictures").fit(static())


def test_unknown_regions_are_refused() -> None:
    with pytest.raises(InvalidInput, match="read is"):
        ChangeModel(read="cells").fit(static())


@pytest.mark.parametrize("texts", [(), ("",), ("\u202e\ufeff",), ("🙂" * 300,), ("a\ud800b",)])
def test_odd_pages_are_read(texts: tuple[str, ...]) -> None:
    odd = [version(day, *texts) for day in range(5)]
    model = ChangeModel().fit(odd)
    score = model.compare(odd[3], odd[4])
    assert score.important is False
    assert score.text_distance == 0.0
    assert np.isfinite(model.compare(odd[4], version(9, *TERMS)).distance)


def test_two_versions_are_too_few() -> None:
    with pytest.raises(InvalidInput, match="too few versions"):
        ChangeModel().fit(static(2))


def test_a_version_without_text_is_passed_over() -> None:
    bare = PageVersion(START + 50 * DAY, features=np.zeros((100, 32), dtype=np.float32), feature_layout="own")
    model = ChangeModel().fit([*static(), bare])
    assert model.details_["text_versions"] == 12
    assert model.compare(version(11, *TERMS), bare).text_important is None


def test_an_edit_on_a_quiet_page_is_found_from_the_third_version_on() -> None:
    history = notice(quiet, seed=1, visits=4, edits=0).versions
    reading = TextReading().fit(history[:2])
    changed = PageVersion(
        history[2].captured_at, blocks=[*history[2].blocks, {"path": "body>main>p", "text": "New."}]
    )
    verdict = reading.compare(history[1], changed)
    assert verdict is not None
    assert verdict.important is True


EDITS = (10, 20, 30, 40)
CLAUSES = (
    "Old terms stay as they are for everyone.",
    "We may sell the data of our customers.",
    "Write to our office within ten days.",
    "No liability is accepted for damages at all.",
    "Refunds take three weeks from now on.",
)


def _edited(days: int = 50) -> list[PageVersion]:
    """A page of one clause that is replaced four times."""
    return [version(day, TERMS[0], CLAUSES[sum(day >= edit for edit in EDITS)]) for day in range(days)]


def _at(history: list[PageVersion], edit: int) -> tuple[PageVersion, PageVersion]:
    return history[edit - 1], history[edit]


def test_edits_ring_on_the_history_that_was_learned_from() -> None:
    history = _edited()
    model = ChangeModel().fit(history)
    rang = [day for day, pair in enumerate(pairwise(history), 1) if model.compare(*pair).important]
    assert tuple(rang) == EDITS
    for edit in EDITS:  # much as when it came
        came = ChangeModel().fit(history[:edit]).compare(*_at(history, edit))
        now = model.compare(*_at(history, edit))
        assert came.probability == pytest.approx(now.probability, abs=0.1)


def test_over_several_visits_what_came_since_is_new() -> None:
    history = _edited(25)
    model = ChangeModel().fit(history)
    assert model.compare(history[5], history[15]).important is True


def test_removals_links_and_counts_are_judged_as_of_their_time() -> None:
    shown = [version(day, *(TERMS if day < 20 else TERMS[:2])) for day in range(30)]
    model = ChangeModel().fit([*shown, version(30, *TERMS)])  # what went is back
    assert model.compare(shown[19], shown[20]).important is True
    assert model.compare(shown[29], version(30, *TERMS)).blocks[0].returns


def _shop(*in_stock: bool, hours: int = 24) -> list[PageVersion]:
    """A product page and whether there was any of it at each visit."""
    return [
        replace(
            version(0, *TERMS, "In stock" if item else "Out of stock"),
            captured_at=START + visit * timedelta(hours=hours),
        )
        for visit, item in enumerate(in_stock)
    ]


STOCK = [True] * 10 + [False] * 12 + [True] * 8


def _alarms_of_the_past(history: list[PageVersion]) -> list[int]:
    reading = TextReading()
    found = []
    for visit, later in enumerate(history):
        verdict = reading.compare(history[visit - 1], later) if visit else None
        if verdict is not None and verdict.important:
            found.append(visit)
        reading.add(later, history[visit - 1] if visit else None)
    return found


def test_a_state_that_returns_rings_below_what_is_new() -> None:
    history = _shop(*STOCK)
    assert _alarms_of_the_past(history) == [10, 22]
    model = ChangeModel().fit(history)
    new, back = (model.compare(history[visit - 1], history[visit]) for visit in (10, 22))
    assert (new.blocks[0].returns, back.blocks[0].returns) == (False, True)
    assert 0.5 < back.probability < new.probability


def test_a_price_that_is_back_returns() -> None:
    history = [version(day, *TERMS, "17.49 EUR" if 10 <= day < 20 else "19.99 EUR") for day in range(28)]
    assert _alarms_of_the_past(history) == [10, 20]


@pytest.mark.parametrize("counter", ["Visitors so far: {}", "{} comments", "Updated {} minutes ago"])
def test_a_model_that_has_learned_a_counter_leaves_the_decision_to_habits(counter: str) -> None:
    history = [version(day, *TERMS, counter.format(900 + 7 * day)) for day in range(50)]
    model = ChangeModel().fit(history[:48])
    assert model.parts_ is None
    assert not model.predict([(history[48], history[49])])[0]
    edited = version(50, "You may cancel within a year.", *TERMS[1:], counter.format(1250))
    assert model.compare(history[49], edited).important


def test_what_flickers_does_not_return() -> None:
    flicker = [day % 5 != 4 for day in range(40)]
    assert _alarms_of_the_past(_shop(*flicker)) == [4]


def test_what_returns_by_the_clock_is_silent_once_that_is_known() -> None:
    by_hours = [8 <= hour % 24 < 18 for hour in range(10 * 24)]
    rang = _alarms_of_the_past(_shop(*by_hours, hours=1))
    assert max(rang) < 4 * 24


@pytest.mark.parametrize("important", [True, False])
def test_one_verdict_of_a_return_holds_for_all_of_the_page(important: bool) -> None:
    stock = [*STOCK, *[False] * 10, *[True] * 6]
    history = _shop(*stock)
    told = ChangeModel().fit(history, [(history[21], history[22], important)])
    assert [told.compare(history[at - 1], history[at]).important for at in (22, 30, 40)] == [important] * 3
    assert told.compare(history[9], history[10]).important is True


def test_one_verdict_makes_returns_by_the_clock_ring() -> None:
    history = _shop(*[8 <= hour % 24 < 18 for hour in range(9 * 24)], hours=1)
    reading, (evening, morning) = TextReading().fit(history), (history[199], history[200])
    assert not reading.compare(evening, morning).important
    told = labelled_sections(reading, [(history[175], history[176], True)])
    assert reading.compare(evening, morning, told=told).important


@pytest.mark.parametrize("important", [True, False])
def test_what_a_person_said_twice_of_a_section_holds_for_it(important: bool) -> None:
    history = _edited()
    said = [(*_at(history, edit), important) for edit in EDITS[:3]]
    told = ChangeModel().fit(history, said)
    assert told.details_["labels"] == 3
    assert told.details_["labels_taught_words"] == ("nothing" if important else "sections")
    newer = version(50, TERMS[0], "Courts of Dublin decide."), version(51, TERMS[0], "Courts of Rome decide.")
    assert told.compare(history[-1], newer[0]).important is important
    assert told.compare(*_at(history, EDITS[3])).important is important


def test_one_verdict_may_be_of_that_change_alone_and_two_that_differ_teach_nothing() -> None:
    history = _edited()
    for said in ([False], [False, False, True]):
        labels = [(*_at(history, edit), item) for edit, item in zip(EDITS, said, strict=False)]
        told = ChangeModel().fit(history, labels)
        assert told.details_["labels_taught_words"] == "nothing"
        assert told.compare(*_at(history, EDITS[3])).important is True


def test_a_restless_section_is_heard_once_a_person_said_so(tmp_path: Path) -> None:
    history = notice(quotes, seed=3, visits=40).versions
    alone = ChangeModel().fit(history)
    silent = [pair for pair in pairwise(history) if alone.compare(*pair).important is False][-8:]
    told = ChangeModel().fit(history, [(*pair, True) for pair in silent[:4]])
    told.save(tmp_path / "model")
    loaded = ChangeModel.load(tmp_path / "model")
    rings = [model.compare(*silent[-1]).important for model in (told, loaded)]
    assert rings == [True, True]


def test_changed_blocks_are_asked_about() -> None:
    history = _edited()
    asked = ChangeModel().fit(history).ask(history, 4)
    assert sorted(asked, key=lambda pair: pair[0].captured_at) == [_at(history, edit) for edit in EDITS]


def _readers(count: int) -> str:
    """As Arabic counts them: the noun has another form from 3 to 10, to 99, and beyond."""
    figures = str(count).translate(
        str.maketrans("0123456789", "\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669")
    )
    rest = count % 100
    return f"{figures} {'زوار' if 3 <= rest <= 10 else 'زائرا' if rest >= 11 else 'زائر'}"


def test_a_counter_whose_noun_bends_with_the_number_rings_for_new_forms_alone() -> None:
    counts = [103 + 17 * day % 97 for day in range(66)]
    history = [version(day, *TERMS, _readers(count)) for day, count in enumerate(counts)]
    reading, rung = TextReading().fit(history[:1]), []
    for before, after in pairwise(history):
        verdict = reading.compare(before, after)
        rung += [after] if verdict is not None and verdict.important else []
        reading.add(after, before)
    assert len(rung) <= 2  # there are three forms
