"""The habits of a page's sections as arrays, and back: one table for each thing that is known of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.features.section_habits import HOURS_A_DAY, Habits, PageHabits


def habits_to_arrays(habits: PageHabits) -> dict[str, NDArray[Any]]:
    """For saving: the keys of each table lie beside the section that they belong to, by its place."""
    found = list(habits.sections.values())
    measures = sorted({measure for item in found for measure in item.measures})
    steps = [(row, step) for row, item in enumerate(found) for step in item.steps]
    return {
        "sections": np.array(list(habits.sections), dtype=np.str_),
        "measures": np.array(measures, dtype=np.str_),
        "values": np.array([[item.measures[measure] for measure in measures] for item in found]).reshape(
            len(found), len(measures)
        ),
        "hours": np.array([item.hours for item in found], dtype=np.int32).reshape(len(found), HOURS_A_DAY),
        "usual_stays": np.array([item.usual_stay for item in found]),
        "steps_of": np.array([row for row, _ in steps], dtype=np.int32),
        "steps": np.array([step for _, step in steps]),
        **_table(
            "stays",
            2,
            ((row, key, *seen) for row, item in enumerate(found) for key, seen in item.stays.items()),
        ),
        **_table(
            "masked",
            1,
            ((row, key, stay) for row, item in enumerate(found) for key, stay in item.masked_stays.items()),
        ),
        **_table(
            "signs",
            3,
            ((row, key, *seen) for row, item in enumerate(found) for key, seen in item.signs.items()),
        ),
    }


def habits_from_arrays(arrays: Mapping[str, NDArray[Any]]) -> PageHabits:
    """What ``habits_to_arrays`` gave."""
    names = arrays["sections"].tolist()
    measures = arrays["measures"].tolist()
    stays, masked, signs = (_rows(name, arrays, len(names)) for name in ("stays", "masked", "signs"))
    steps: list[list[float]] = [[] for _ in names]
    for row, step in zip(arrays["steps_of"].tolist(), arrays["steps"].tolist(), strict=True):
        steps[row].append(step)
    return PageHabits(
        {
            name: Habits(
                measures=dict(zip(measures, arrays["values"][row].tolist(), strict=True)),
                stays={key: (int(longest), int(times)) for key, longest, times in stays[row]},
                masked_stays={key: int(stay) for key, stay in masked[row]},
                signs={key: (int(count), stay, int(again)) for key, count, stay, again in signs[row]},
                hours=tuple(arrays["hours"][row].tolist()),
                steps=tuple(steps[row]),
                usual_stay=float(arrays["usual_stays"][row]),
            )
            for row, name in enumerate(names)
        }
    )


def _table(name: str, numbers: int, rows: Iterable[tuple[Any, ...]]) -> dict[str, NDArray[Any]]:
    """Section, key and so many numbers of each row."""
    given = list(rows)
    return {
        f"{name}_of": np.array([row[0] for row in given], dtype=np.int32),
        f"{name}_key": np.array([row[1] for row in given], dtype=np.uint64),
        f"{name}_seen": np.array([row[2:] for row in given], dtype=np.float64).reshape(len(given), numbers),
    }


def _rows(name: str, arrays: Mapping[str, NDArray[Any]], sections: int) -> list[list[tuple[Any, ...]]]:
    """The rows of a table by section: a key and its numbers."""
    found: list[list[tuple[Any, ...]]] = [[] for _ in range(sections)]
    columns = (arrays[f"{name}_{column}"].tolist() for column in ("of", "key", "seen"))
    for row, key, seen in zip(*columns, strict=True):
        found[row].append((key, *seen))
    return found
