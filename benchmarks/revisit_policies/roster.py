"""Who takes part in ``benchmarks.revisit``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from benchmarks.revisit_policies.deployed import DEPLOYED
from benchmarks.revisit_policies.informed import Informed
from benchmarks.revisit_policies.planned import Planned
from benchmarks.revisit_policies.priced_index import IndexSettings, PricedIndex
from benchmarks.revisit_policies.published import (
    IndexPolicy,
    Longevity,
    PPaC,
    RatePolicy,
    Sia,
    azar,
    binary_freshness,
    binary_lambda_crawl,
    harmonic_and_completeness,
    harmonic_staleness,
    lambda_crawl,
    lambda_crawl_approximation,
    proportional,
    uniform,
    weighted_proportional,
)
from benchmarks.revisit_policies.rates import KnownRates, LikelyRates
from benchmarks.revisit_worlds import World
from benchmarks.simulated_pages import FleetPolicy
from crawler.scheduling.value import AIMS

OURS = "pagetide"
FRESHEST, ARCHIVE, MOST_VERSIONS = f"{OURS}, freshness", f"{OURS}, archive", f"{OURS}, versions"
"""The other aims of ``crawler.scheduling.value.AIMS``."""

Maker = Callable[[World], FleetPolicy]


def ours() -> list[Maker]:
    """The default, and the settings for the freshest copies, for few versions lost and soon, and for the fewest."""
    names = {OURS: "balanced", FRESHEST: "freshness", ARCHIVE: "archive", MOST_VERSIONS: "versions"}
    return [_variant(name, IndexSettings(aim=AIMS[aim])) for name, aim in names.items()]


def baselines() -> list[Maker]:
    """Deployed and published policies, which learn from the same bits as ours."""
    by_index = (
        ("uniform", uniform),
        ("proportional", proportional),
        ("weighted proportional", weighted_proportional),
        ("Cho & Garcia-Molina", binary_freshness),
        ("harmonic, likely rates", harmonic_staleness),
    )
    by_rate = (
        ("Azar", azar),
        ("LambdaCrawl", lambda_crawl),
        ("LambdaCrawl, binary", binary_lambda_crawl),
        ("LambdaCrawl, approximate", lambda_crawl_approximation),
    )
    makers: list[Maker] = [_index(name, formula) for name, formula in by_index]
    makers += [_by_rate(name, solution) for name, solution in by_rate]
    makers += [
        lambda _: IndexPolicy("proportional, any change", proportional, LikelyRates(any_change=True)),
        lambda _: Longevity(),
        lambda _: PPaC(),
        lambda _: Sia(),
    ]
    return makers + [_deployed(make) for make in DEPLOYED]


def ablations() -> list[Maker]:
    """Ours without one of its parts."""
    parts = (
        ("without linear staleness", IndexSettings(aim=replace(AIMS["balanced"], linear=0.0))),
        ("without hours", IndexSettings(by_hour=False)),
        ("without rhythms", IndexSettings(by_rhythm=False)),
        ("without forgetting", IndexSettings(half_life_h=None, on_evidence=False)),
        ("forgetting by the clock", IndexSettings(half_life_h=168.0, on_evidence=False)),
    )
    return [_variant(f"{OURS} {name}", settings) for name, settings in parts]


def oracles() -> list[Maker]:
    """Policies that are told the true rates; the last two also the hours."""

    def harmonic(world: World) -> FleetPolicy:
        return IndexPolicy("oracle, harmonic", harmonic_staleness, _known(world))

    def binary(world: World) -> FleetPolicy:
        return IndexPolicy("oracle, binary freshness", binary_freshness, _known(world))

    def both(world: World) -> FleetPolicy:
        return IndexPolicy("oracle, our index", harmonic_and_completeness(12.0), _known(world))

    def with_hours(name: str, aim: str) -> Maker:
        settings = IndexSettings(aim=AIMS[aim], by_rhythm=False)
        return lambda world: Informed(name, settings, _known(world), world.known_speed)

    told_all = [
        with_hours("oracle, our index and hours", "balanced"),
        with_hours("oracle, freshness and hours", "freshness"),
    ]
    return [harmonic, binary, both, *told_all]


def planners() -> list[Maker]:
    """The best for freshness that is possible where changes are Poisson, planned ahead from rates and hours."""
    return [lambda world: Planned("oracle, planned ahead", world)]


def _known(world: World) -> KnownRates:
    return KnownRates(world.true_per_h, world.horizon_h)


def _index(name: str, formula: Callable[..., object]) -> Maker:
    return lambda _: IndexPolicy(name, formula)  # type: ignore[arg-type]


def _by_rate(name: str, solution: Callable[..., object]) -> Maker:
    return lambda _: RatePolicy(name, solution)  # type: ignore[arg-type]


def _deployed(make: Callable[[], FleetPolicy]) -> Maker:
    return lambda _: make()


def _variant(name: str, settings: IndexSettings) -> Maker:
    return lambda _: PricedIndex(settings, name)
