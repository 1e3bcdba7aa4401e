"""The benchmark of new pages: what it measures and prints, on pages that are made up."""

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.cold_start import ADDRESS, ALIKE, STARTS, TYPE, Lived, as_json, rate_errors, show

URL = "https://a.example/at/page"


def pages(types: tuple[str, str]) -> list[Lived]:
    """Pages alike in address: of each pair one changes daily, one hardly ever."""
    return [
        Lived(name=str(number), url=URL, type=types[number % 2], changes=(1, 30)[number % 2], hours=720.0)
        for number in range(40)
    ]


def test_rates_are_nearer_by_type_where_types_tell_them_apart() -> None:
    errors = rate_errors(pages(("notice", "listing")))
    assert errors[TYPE].shape == errors[ADDRESS].shape == (40,)
    assert errors[TYPE].mean() < 0.9 * errors[ADDRESS].mean()


def test_rates_are_nearer_by_address_where_addresses_tell_them_apart() -> None:
    at = ("https://a.example/", "https://a.example/2026/1/story")
    found = [replace(page, url=at[number % 2]) for number, page in enumerate(pages(("unknown", "unknown")))]
    errors = rate_errors(found)
    assert errors[ADDRESS].mean() < 0.9 * errors[ALIKE].mean()


def test_rates_are_the_same_where_no_type_is_told() -> None:
    errors = rate_errors(pages(("unknown", "unknown")))
    assert errors[TYPE] == pytest.approx(errors[ADDRESS])


def test_it_prints_its_figures_beside_the_starts_that_know_less(capsys: pytest.CaptureFixture[str]) -> None:
    errors = {"pages": {start: np.array([2.0, 3.0]) - place for place, start in enumerate(STARTS)}}
    found = json.loads(as_json(errors, "command", quick=True))
    assert found["figures"] == {"rate error, pages": 0.5}
    assert found["baselines"] == {ALIKE: {"rate error, pages": 2.5}, ADDRESS: {"rate error, pages": 1.5}}
    assert found["spread"] == {"less by address, pages": [1.0, 1.0], "less by type, pages": [1.0, 1.0]}
    show(errors, "command", quick=True)
    assert "quick: not the full figures" in capsys.readouterr().out
