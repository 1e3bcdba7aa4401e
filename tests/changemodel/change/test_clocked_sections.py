"""What is renewed by the clock is told from what something happened to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from changemodel.change.clocked_sections import (
    sections_around_the_clock,
    sections_by_the_clock,
    sentences_by_the_clock,
)
from changemodel.change.model import ChangeModel
from changemodel.change.text_drift import TextDrift
from changemodel.change.training import TrainingSettings
from changemodel.features.blocks import Block, BlockPage
from changemodel.features.text_keys import sentence_of
from changemodel.version import PageVersion
from tests.changemodel.change.test_text_drift import front_page

START = datetime(2026, 3, 2, 6, tzinfo=UTC)
HOURS = 120

Saying = Callable[[int], str | None]
"""What stands in a section at each hour."""


def pages(saying: Saying, *, hours: int = HOURS, step_h: int = 1) -> tuple[list[BlockPage], list[datetime]]:
    """A section amid others that never change."""
    found = []
    for hour in range(0, hours, step_h):
        text = saying(hour)
        blocks = [Block("body>main>h1", "Port of Calls"), Block("body>footer>p", "About us")]
        found.append(BlockPage(blocks if text is None else [*blocks, Block("body>aside>p", text)]))
    return found, [START + timedelta(hours=hour) for hour in range(0, hours, step_h)]


def renewed(saying: Saying, **options: int) -> bool:
    return "body>aside>p" in sections_by_the_clock(*pages(saying, **options))


def campaign(hour: int) -> str | None:
    """On three days of five."""
    return {1: "Save water", 2: "Plant a tree", 4: "Give blood"}.get(hour // 24)


def menu(hour: int) -> str:
    return ("Soup", "Fish", "Stew", "Pie", "Beans")[hour // 24]


def test_what_is_renewed_each_day_at_one_time_is_by_the_clock() -> None:
    assert renewed(menu)
    assert renewed(lambda hour: menu((hour + 7) % 120))


def test_what_is_there_on_some_days_is_by_the_clock_and_so_are_two_that_take_turns() -> None:
    assert renewed(campaign)
    assert renewed(lambda hour: ("Save water", "Give blood")[hour // 24 % 2])


def test_what_always_stands_beside_it_does_not_hide_that_it_is_away() -> None:
    history, moments = pages(campaign)
    beside = [
        BlockPage([*page.blocks, Block("body>aside>p:nth-of-type(9)", "Advertisement")]) for page in history
    ]
    assert sections_by_the_clock(beside, moments) == {"body>aside>p"}


def test_what_changes_at_another_time_too_is_not() -> None:
    assert not renewed(lambda hour: "Corrected: fish" if hour in range(30, 48) else menu(hour))


def test_what_changed_at_one_time_on_some_days_and_stayed_is_not() -> None:
    assert not renewed(lambda hour: ("Plan A", "Plan A", "Plan B", "Plan C", "Plan D")[hour // 24])


def test_two_changes_tell_nothing() -> None:
    assert not renewed(lambda hour: "Save water" if 24 <= hour < 72 else None)


@pytest.mark.parametrize("step_h", [6, 24])
def test_visits_too_seldom_to_know_the_time_of_day_tell_nothing(step_h: int) -> None:
    assert not renewed(campaign, step_h=step_h)


def test_numbers_do_not_count() -> None:
    assert renewed(lambda hour: f"{menu(hour)}, {hour} sold")
    assert not renewed(lambda hour: f"{hour // 24} sold")


def figures(saying: Saying) -> bool:
    """Whether the numbers of what stands there, while its words stay, are renewed by the clock."""
    return any(name.startswith("#") for name in sections_by_the_clock(*pages(saying)))


def test_numbers_that_are_renewed_each_morning_are_by_the_clock_and_others_are_not() -> None:
    assert figures(lambda hour: f"{99 - (hour + 5) // 24 * 7} % of the time")
    assert not figures(lambda hour: f"{99 - (hour + 5) // 24 * 7 - (hour > 50)} % of the time")
    assert not figures(lambda hour: f"{(50 if hour > 40 else 70) + (hour > 88)} cases")


def test_a_date_of_the_day_is_by_the_clock_whatever_else_its_line_counts() -> None:
    shown, moments = pages(
        lambda hour: f"Visitors: {900 + 7 * hour} \u00b7 Last modified: {1 + (hour + 5) // 24}.05. at 7"
    )
    assert sentences_by_the_clock(shown, moments) == {
        sentence_of("body>aside>p", "last modified: 1.05. at 7")
    }
    assert not sentences_by_the_clock(*pages(lambda hour: f"Visitors: 900 \u00b7 {50 + (hour > 40)} cases"))


def test_what_opens_and_closes_at_fixed_hours_is_by_the_clock_and_what_warns_at_any_is_not() -> None:
    assert renewed(lambda hour: "Open until evening" if 9 <= (hour + 6) % 24 < 17 else "Closed")
    assert renewed(lambda hour: "Open until evening" if 9 <= (hour + 6) % 24 < 17 else None)
    at_any = {11, 12, 13, 34, 35, 57, 58, 59, 60, 88, 89, 101}
    assert not renewed(lambda hour: "Gale warning" if hour in at_any else "No warnings")
    assert not renewed(lambda hour: f"Bulletin: {menu(hour // 6 * 24 % 120)} {menu(hour // 30 * 24)}")


def question(hour: int) -> str:
    """Another one every eight hours."""
    return f"Do you like {menu(hour // 8 * 24 % 120)}? {hour} votes"


def goes_round(saying: Saying, **options: int) -> bool:
    return "body>aside>p" in sections_around_the_clock(*pages(saying, **options))


def test_what_is_renewed_every_few_hours_goes_round_the_clock_and_is_read_all_the_same() -> None:
    assert goes_round(question)
    assert not renewed(question)
    assert goes_round(lambda hour: question(hour - 8 if hour in range(40, 48) else hour))  # drawn twice


def test_what_changes_at_another_hour_too_does_not_go_round() -> None:
    assert not goes_round(lambda hour: question(hour + (hour > 50)))


def test_some_changes_fall_on_such_hours_by_chance() -> None:
    assert not goes_round(lambda hour: menu(sum(hour >= at for at in (24, 56, 72, 80)) * 24))


def test_visits_as_far_apart_as_the_renewals_do_not_tell() -> None:
    assert not goes_round(question, step_h=8)


def test_a_picture_of_the_day_is_told_as_well() -> None:
    history, moments = pages(lambda _: "The front page")
    shown = [
        BlockPage(page.blocks, [Block("body>aside>img", f"front{chr(97 + hour // 24)}")])
        for hour, page in enumerate(history)
    ]
    assert sections_by_the_clock(shown, moments) == {"@body>aside>img"}


def banner(hours: list[int]) -> bool:
    """Whether a picture that is replaced at these hours is by the clock."""
    history, moments = pages(lambda _: "The front page")
    shown = [
        BlockPage(
            page.blocks, [Block("body>aside>img", f"banner{chr(97 + sum(hour >= at for at in hours))}")]
        )
        for hour, page in enumerate(history)
    ]
    return bool(sections_by_the_clock(shown, moments))


def test_a_banner_that_keeps_a_period_is_told_and_a_map_that_keeps_none_is_not() -> None:
    assert banner([19, 39, 59, 79, 99])
    assert banner([19, 39, 60, 80, 99])
    assert not banner([7, 39, 59, 88, 99])
    assert not banner([19, 39, 59])
    assert not renewed(lambda hour: menu(24 * (hour // 20) % 120))  # of words, only what is renewed each day


def test_nothing_of_it_is_learned_and_nothing_heard() -> None:
    versions, _ = front_page(HOURS)
    with_campaign = [
        PageVersion(
            version.captured_at, blocks=[*version.blocks, {"path": "body>aside>p", "text": menu(hour)}]
        )
        for hour, version in enumerate(versions)
    ]
    drift = TextDrift.fit(with_campaign, {}, TrainingSettings())
    assert drift is not None
    assert drift.distance(with_campaign[23], with_campaign[24]) == pytest.approx(
        drift.distance(versions[23], versions[24])
    )
    assert "body>aside>p" in drift.silenced


def test_where_nothing_else_changes_it_is_all_there_is() -> None:
    history, moments = pages(lambda hour: f"{menu(hour)} {menu((hour + 48) % 120)} today")
    versions = [
        PageVersion(at, blocks=[{"path": block.path, "text": block.text} for block in page.blocks])
        for page, at in zip(history, moments, strict=True)
    ]
    assert ChangeModel().fit(versions).compare(versions[0], versions[30]).distance > 0.0
