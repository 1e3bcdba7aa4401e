import pytest

from benchmarks.capture import PAGES, compare, follow_memory

pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def test_every_way_is_measured_on_every_page() -> None:
    measured, steps = await compare(rounds=1, warm_up=0)
    assert set(measured) == set(PAGES)
    assert all(
        len(values.cpu) == len(values.wall) == 1 for ways in measured.values() for values in ways.values()
    )
    assert {"settle", "dom", "view", "full_page"} <= set(steps)


async def test_memory_is_followed_from_the_first_capture_to_the_last() -> None:
    followed = await follow_memory(1)
    assert [number for number, _, _ in followed] == [0, 1]
    assert all(0 < python < together for _, python, together in followed)
