"""The curves of ``benchmarks.revisit``: what each policy reaches with so many captures."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.revisit_comparison import SETTINGS
from benchmarks.revisit_metrics import Quality, mean_and_spread
from benchmarks.revisit_policies.roster import OURS

FIGURES = {
    "fresh": "share of time fresh",
    "lost": "share of important versions lost",
    "delay_h": "mean delay of an important change, hours",
    "delay_p90_h": "90th percentile of the delay, hours",
    "delay_p99_h": "99th percentile of the delay, hours",
    "useful": "share of captures with an important change",
    "longest_wait_h": "longest wait between two captures, hours",
}
_LINES = ("-", "--", ":", "-.")
_COLOURS = ("C0", "C1", "C2", "C3", "C4", "C5")


def draw(results: Mapping[tuple[str, float, str], list[Quality]], folder: Path) -> list[Path]:
    """One picture per world and figure: against the captures spent, so that equal captures are a vertical line and
    equal quality is a horizontal one. Worlds played at one budget only become bars. Parts taken out of ours are left to
    the tables.

    Raises
    ------
    ModuleNotFoundError
        matplotlib is not installed; it comes with ``pip install 'pagetide[plots]'``.
    """
    pyplot = _pyplot()
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    for world in dict.fromkeys(world for world, *_ in results):
        rates = sorted({rate for name, rate, _ in results if name == world})
        for figure, label in FIGURES.items():
            picture, axes = pyplot.subplots(figsize=(11, 6), layout="constrained")
            _curves(axes, results, world, rates, figure)
            if len(rates) > 1:
                axes.set_ylabel(label)
            else:  # bars lie, and their length is the figure
                axes.set_xlabel(f"{label}; {rates[0]:g} captures per page and day")
            axes.set_title(world)
            path = folder / f"{world.replace(' ', '-')}-{figure}.svg"
            picture.savefig(path)
            pyplot.close(picture)
            drawn.append(path)
    return drawn


def _curves(
    axes: Any,
    results: Mapping[tuple[str, float, str], list[Quality]],
    world: str,
    rates: list[float],
    figure: str,
) -> None:
    names = dict.fromkeys(name for *_, name in results if name != "fixed hourly")
    for number, policy in enumerate(name for name in names if name in SETTINGS or not name.startswith(OURS)):
        points = [
            (rate, *(table[figure] for table in mean_and_spread(results[world, rate, policy])))
            for rate in rates
            if (world, rate, policy) in results
        ]
        if not points:
            continue
        if len(rates) == 1:
            axes.barh(policy, points[0][1], xerr=points[0][2], color=_COLOURS[number % len(_COLOURS)])
            continue
        x, y, spread = zip(*points, strict=True)
        style = (
            {"linewidth": 3.0, "color": _COLOURS[number % len(_COLOURS)]}
            if policy in SETTINGS
            else {
                "linewidth": 1.0,
                "color": _COLOURS[number % len(_COLOURS)],
                "linestyle": _LINES[number // len(_COLOURS) % len(_LINES)],
            }
        )
        axes.errorbar(x, y, yerr=spread, label=policy, capsize=2, **style)
    if len(rates) > 1:
        axes.set_xscale("log")
        axes.set_xticks(rates, [f"{rate:g}" for rate in rates])
        axes.set_xticks([], minor=True)
        axes.set_xlabel("captures per page and day")
        axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.0, 0.5))


def _pyplot() -> Any:
    try:
        import_module("matplotlib").use("Agg")
        return import_module("matplotlib.pyplot")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "The curves are drawn with matplotlib, which is not installed: pip install 'pagetide[plots]'."
        ) from error
