"""What the benchmark of workers makes of its measurements."""

from benchmarks.workers import Measured, figures


def test_two_workers_are_compared_with_one_of_the_same_round() -> None:
    found = {
        "daemon alone": Measured(by_clock=[10, 20], by_processor=[10, 20], cores=[1, 1]),
        "one worker": Measured(by_clock=[10, 20], by_processor=[10, 20], cores=[1, 1]),
        "two workers": Measured(by_clock=[20, 40], by_processor=[9, 18], cores=[2.2, 2.2]),
    }
    told = figures(found)
    assert told["two_workers_to_one_by_clock"] == 2
    assert told["two_workers_to_one_per_core"] == 0.9
    assert told["daemon_alone_captures_per_min"] == 15
