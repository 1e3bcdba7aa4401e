"""All settings of a collection, composed from the packages' own settings classes.

Precedence: defaults < ``pagetide.toml`` in the collection < environment (``PAGETIDE_CRAWL__HOST_DELAY_S=5``) <
command line. Unknown keys and values of the wrong kind are errors that name the key and the nearest known one. This
is the only file that reads the environment. Durations are written ``"1h"``, ``"30min"``, ``"14d"``.
``[[override]]`` tables change the rendering, the alert budget and the visits of single pages
(``pagetide.settings.page_overrides``).
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_type_hints

from pydantic import Field, TypeAdapter, ValidationError

from changemodel.classify.page_type_tree import PageTypeTree
from changemodel.errors import InvalidInput
from crawler.errors import ContradictoryRule
from crawler.scheduling.rules import VisitRule, rule_of
from crawler.settings import CrawlSettings, PageCrawlSettings, ScheduleSettings
from pagetide.errors import SettingsError
from pagetide.settings.alert_settings import AlertSettings
from pagetide.settings.durations import parse_duration
from pagetide.settings.page_overrides import (
    OF_THE_BROWSER,
    OF_THE_PAGE,
    PageOverride,
    crawl_for,
    learning_for,
    rendering_for,
)
from pagetide.settings.settings_file import read_settings_file
from rendering.login.access import found_from, headers_of
from rendering.login.state import check_state
from rendering.settings import RenderingSettings
from storage.settings import RetentionSettings, StorageSettings

FILE_NAME = "pagetide.toml"
ENVIRONMENT_PREFIX = "PAGETIDE_"
OVERRIDE = "override"
"""The tables of the file that hold settings of single pages."""

Port = Annotated[int, Field(ge=0, le=65535)]
AtLeastOne = Annotated[int, Field(ge=1)]

_LARGEST = 2**53  # above it a float leaves numbers out
_NOT_SETTINGS = frozenset({"PAGETIDE_COLLECTION", "PAGETIDE_DATA"})


@dataclass(frozen=True, kw_only=True)
class LearningSettings:
    """When and from what a page's change model is learned."""

    grid: Annotated[int, Field(ge=1, le=100)] = 10
    """Cells along each side of the viewport."""
    metric: Literal["diagonal", "full"] = "diagonal"
    """Family of the change distance: diagonal (one weight a region), or full (also pairs of regions; slower)."""
    window_versions: AtLeastOne = 168
    """Newest good captures that a model learns from; a week of hourly visits. More where too little changed in them."""
    longest_window_versions: AtLeastOne = 1344
    """Most captures that a model learns from, however slowly its page changes; eight weeks of hourly visits."""
    enough_changes: float = 20.0
    """Changes that stand out which a model wants to have seen: the window grows until it holds so many."""
    alerts_per_week: float | None = None
    """About how many changes a week of each page may be called important, the largest ones; none: all that are."""
    first_after_versions: AtLeastOne = 48
    """Good captures a page needs before its first model."""
    refit_after_versions: AtLeastOne = 24
    """New good captures after which the model is learned again."""
    constraints: AtLeastOne = 10_000
    """Most temporal constraints that a fit uses."""
    random_state: int = 0
    """Seed of every random choice in learning."""
    similar_index: bool = True
    """Whether the daemon adds captures to the index of `pagetide similar` hourly; else they are added when you ask."""
    page_types: str | None = None
    """File with your own tree of page types: titles, grouping, further types; none: the tree that ships."""

    @property
    def digest(self) -> str:
        """By which it is told whether a model was learned with these settings."""
        return sha256(repr(self).encode()).hexdigest()[:16]


@dataclass(frozen=True, kw_only=True)
class DashboardSettings:
    """Where the dashboard listens."""

    host: str = "127.0.0.1"
    """Address to bind. Where others than this machine reach it, people must log in: `pagetide account add` first."""
    port: Port = 8400
    """TCP port; 0 takes a free one."""
    names: tuple[str, ...] = ()
    """Further host names that browsers may ask for it by, where others than this machine reach it ("archive.example").
    Any other name is refused: a page elsewhere could make its own name lead here and read the collection."""
    accounts: bool = True
    """Whether people must log in as soon as there is an account. false: nobody does; on this machine everybody may act,
    and where others reach the dashboard everybody may read and nobody act."""
    replay_port: Port | None = None
    """TCP port of the origin where archived pages are replayed; none: the one after the dashboard's."""
    replay_shared_with: tuple[str, ...] = ()
    """Further origins whose pages may read WACZ files from there ("https://replayweb.page")."""


@dataclass(frozen=True, kw_only=True)
class LogSettings:
    """How the daemon speaks."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    """debug, info, warning or error."""
    format: Literal["plain", "json"] = "plain"
    """plain for people, json for machines."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Every setting of a collection, frozen before anything runs."""

    crawl: CrawlSettings = field(default_factory=CrawlSettings)
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)
    rendering: RenderingSettings = field(default_factory=RenderingSettings)
    learning: LearningSettings = field(default_factory=LearningSettings)
    dashboard: DashboardSettings = field(default_factory=DashboardSettings)
    storage: StorageSettings = field(default_factory=StorageSettings)
    retention: RetentionSettings = field(default_factory=RetentionSettings)
    alerts: AlertSettings = field(default_factory=AlertSettings)
    log: LogSettings = field(default_factory=LogSettings)
    overrides: tuple[PageOverride, ...] = ()

    def rendering_for(self, url: str) -> RenderingSettings:
        """How one page is rendered: ``rendering``, with the overrides that match its URL."""
        return rendering_for(url, self.rendering, self.overrides)

    def learning_for(self, url: str) -> LearningSettings:
        """How one page is learned: ``learning``, with the overrides that match its URL."""
        return learning_for(url, self.learning, self.overrides)

    def crawl_for(self, url: str) -> PageCrawlSettings:
        """What one page has of its own in ``crawl``: of the overrides that match its URL."""
        return crawl_for(url, self.overrides)

    def page_types(self) -> PageTypeTree | None:
        """The tree of page types that a person wrote; None: the one that ships.

        Raises
        ------
        SettingsError
            There is no such file, or it holds no tree.
        """
        if self.learning.page_types is None:
            return None
        try:
            return PageTypeTree.read(self.learning.page_types)
        except InvalidInput as error:
            raise SettingsError(f"learning.page_types: {error}") from error

    def rule_for(self, url: str) -> VisitRule | None:
        """The rule by which one page is visited; ``SettingsError`` where its settings contradict each other."""
        try:
            return rule_of(self.crawl_for(url), self.crawl)
        except ContradictoryRule as error:
            raise SettingsError(
                f"the settings that [[{OVERRIDE}]] tables give {url} contradict each other: {error}"
            ) from error

    def check_logins(self) -> None:
        """Whether every login named can be used, and every secret that lets visits in.

        ``LoginStateError`` or ``AccessError`` says of the first that cannot what to do.
        """
        for url in ("", *(pattern for override in self.overrides for pattern in override.pages)):
            headers_of(self.rendering_for(url).access)
        of_pages = [override.changes.get("behaviour", {}) for override in self.overrides]
        named = [self.rendering.behaviour.login_state, *(item.get("login_state") for item in of_pages)]
        for path in dict.fromkeys(named):
            if path is not None:
                check_state(Path(path))


def _sections(kind: type, prefix: str = "") -> dict[str, type]:
    """Each section by its name in the file, a section inside another one as ``outer.inner``."""
    found: dict[str, type] = {}
    for name, hint in get_type_hints(kind).items():
        if is_dataclass(hint) and isinstance(hint, type):
            found |= {prefix + name: hint, **_sections(hint, f"{prefix}{name}.")}
    return found


SECTIONS: Mapping[str, type] = _sections(Settings)


def load_settings(
    folder: Path,
    *,
    environment: Mapping[str, str] | None = None,
    overrides: Mapping[str, Mapping[str, Any]] | None = None,
) -> Settings:
    """The settings of the collection in ``folder``.

    Raises
    ------
    SettingsError
        Naming the file or variable, the key, and the nearest known key or the kind of value expected.
    """
    values: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
    path = folder / FILE_NAME
    in_file = dict(read_settings_file(path))
    tables = in_file.pop(OVERRIDE, [])
    for source, layer in (
        (str(path), in_file),
        ("the environment", _from_environment(os.environ if environment is None else environment)),
        ("the command line", overrides or {}),
    ):
        _merge(values, layer, source)
    settings = Settings(**{name: _section(name, values) for name in SECTIONS if "." not in name})
    whole = replace(
        settings,
        rendering=_within(folder, settings.rendering),
        learning=_learning_within(folder, settings.learning),
        alerts=_alerts_within(folder, settings.alerts),
        overrides=_overrides(tables, folder, str(path)),
    )
    _check_rules(whole, str(path))
    whole.page_types()
    return whole


def _from_environment(environment: Mapping[str, str]) -> Mapping[str, Any]:
    known = {
        f"{ENVIRONMENT_PREFIX}{section}__{item.name}".upper().replace(".", "__"): (section, item.name)
        for section, kind in SECTIONS.items()
        for item in fields(kind)
        if f"{section}.{item.name}" not in SECTIONS
    }
    layer: dict[str, dict[str, Any]] = {}
    for name, value in environment.items():
        if not name.startswith(ENVIRONMENT_PREFIX) or name in _NOT_SETTINGS:
            continue
        if name not in known:
            nearest = _nearest_variable(name, [*known, *sorted(_NOT_SETTINGS)])
            raise SettingsError(f"the environment: {name} is no setting; the nearest is {nearest}.")
        section, key = known[name]
        layer.setdefault(section, {})[key] = value
    return layer


def _nearest_variable(name: str, known: Sequence[str]) -> str:
    """Of the variables that end in the same key, where there are any, the one most alike: sections are forgotten."""
    key = name.removeprefix(ENVIRONMENT_PREFIX).rpartition("__")[2]
    same_key = [variable for variable in known if key and variable.endswith(f"__{key}")]
    return difflib.get_close_matches(name, same_key or known, n=1, cutoff=0.0)[0]


def _merge(
    values: dict[str, dict[str, Any]], layer: Mapping[str, Any], source: str, prefix: str = ""
) -> None:
    for name, content in layer.items():
        section = prefix + name
        if section not in SECTIONS:
            raise SettingsError(f"{source}: there is no section {section!r}{_nearest(section, SECTIONS)}.")
        if not isinstance(content, Mapping):
            raise SettingsError(
                f"{source}: {section!r} is a section, write [{section}] and its keys below it."
            )
        known = [item.name for item in fields(SECTIONS[section])]
        for key, value in content.items():
            if f"{section}.{key}" in SECTIONS:
                _merge(values, {key: value}, source, f"{section}.")
                continue
            if key not in known:
                raise SettingsError(f"{source}: [{section}] has no key {key!r}{_nearest(key, known)}.")
            values[section][key] = value


def _overrides(tables: Any, folder: Path, source: str) -> tuple[PageOverride, ...]:
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        raise SettingsError(f"{source}: 'override' is a list of tables, write [[{OVERRIDE}]] for each.")
    return tuple(_override(table, folder, source) for table in tables)


def _override(table: Mapping[str, Any], folder: Path, source: str) -> PageOverride:
    """One table, its values checked as those of ``[rendering]`` and ``[learning]`` are."""
    known = ("pages", "rendering", "learning", "crawl")
    for key in table:
        if key not in known:
            raise SettingsError(f"{source}: [[{OVERRIDE}]] has no key {key!r}{_nearest(key, known)}.")
    pages = table.get("pages", ())
    patterns = (pages,) if isinstance(pages, str) else tuple(pages)
    if not patterns or not all(isinstance(pattern, str) for pattern in patterns):
        raise SettingsError(
            f'{source}: [[{OVERRIDE}]] needs pages, a pattern of URLs such as "https://example.org/*", '
            "or a list of them."
        )
    values: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
    given = {section: table.get(section, {}) for section in ("rendering", "learning")}
    _merge(values, given, f"{source}: [[{OVERRIDE}]] for {patterns[0]}")
    ready = _within(folder, _section("rendering", values))
    return PageOverride(
        pages=patterns,
        changes=_changes("rendering", values, ready, source),
        learning=_learning_changes(values, source),
        crawl=_crawl_changes(table.get("crawl", {}), f"{source}: [[{OVERRIDE}]] for {patterns[0]}"),
    )


def _crawl_changes(given: Any, source: str) -> dict[str, Any]:
    """What pages have of their own in crawling."""
    if not isinstance(given, Mapping):
        raise SettingsError(
            f"{source}: 'crawl' is a section, write [{OVERRIDE}.crawl] and its keys below it."
        )
    hints = get_type_hints(PageCrawlSettings)
    for key in given:
        if key not in hints:
            raise SettingsError(f"{source}: [{OVERRIDE}.crawl] has no key {key!r}{_nearest(key, hints)}.")
    try:
        ready = {key: _converted(key, hints[key], value) for key, value in given.items()}
        checked = TypeAdapter(PageCrawlSettings).validate_python(ready)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in ("crawl", *first["loc"]))
        raise SettingsError(f"{source}: {where}: {_wrong(first)}.") from error
    except ValueError as error:
        raise SettingsError(f"{source}: [{OVERRIDE}.crawl]: {error}") from error
    return {key: getattr(checked, key) for key in given}


def _check_rules(settings: Settings, source: str) -> None:
    """Whether each table alone can be meant; tables that match the same page are checked when pages are known."""
    for override in settings.overrides:
        try:
            rule_of(PageCrawlSettings(**override.crawl), settings.crawl)
        except ContradictoryRule as error:
            raise SettingsError(f"{source}: [[{OVERRIDE}]] for {override.pages[0]}: {error}") from error


def _learning_changes(values: Mapping[str, Mapping[str, Any]], source: str) -> dict[str, Any]:
    """What a page may have of its own in learning."""
    for key in values["learning"]:
        if key not in OF_THE_PAGE:
            raise SettingsError(
                f"{source}: [[{OVERRIDE}]] cannot change learning.{key}, only {', '.join(OF_THE_PAGE)}. "
                "Write it in [learning]."
            )
    ready = _section("learning", values)
    return {key: getattr(ready, key) for key in values["learning"]}


def _changes(
    section: str, values: Mapping[str, Mapping[str, Any]], ready: Any, source: str
) -> dict[str, Any]:
    """The values that were given, in the form in which they came out of the check."""
    for key in values[section]:
        if f"{section}.{key}" in OF_THE_BROWSER:
            raise SettingsError(
                f"{source}: [[{OVERRIDE}]] cannot change {section}.{key}: all pages share one browser. "
                f"Write it in [{section}]."
            )
    changes = {key: getattr(ready, key) for key in values[section]}
    for name in SECTIONS:
        outer, _, inner = name.rpartition(".")
        if outer == section:
            changes[inner] = _changes(name, values, getattr(ready, inner), source)
    return changes


def _within(folder: Path, rendering: RenderingSettings) -> RenderingSettings:
    """The same settings, files named in them found from the collection's folder."""
    behaviour = rendering.behaviour
    found: dict[str, Any] = {
        name: str(folder / value)
        for name in ("script", "login_state")
        if (value := getattr(behaviour, name)) is not None
    }
    access = rendering.access
    ready = replace(
        access,
        password=None if access.password is None else found_from(folder, access.password),
        headers=tuple(found_from(folder, line) for line in access.headers),
    )
    return replace(rendering, behaviour=replace(behaviour, **found), access=ready)


def _learning_within(folder: Path, learning: LearningSettings) -> LearningSettings:
    """The same settings, the file named in them found from the collection's folder."""
    named = learning.page_types
    return learning if named is None else replace(learning, page_types=str(folder / named))


def _alerts_within(folder: Path, alerts: AlertSettings) -> AlertSettings:
    named = alerts.channels
    return alerts if named is None else replace(alerts, channels=str(folder / named))


def _nearest(word: str, known: Any) -> str:
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f", did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"


def _section(name: str, values: Mapping[str, Mapping[str, Any]]) -> Any:
    """One section as its settings class, with the sections inside it."""
    kind = SECTIONS[name]
    hints = get_type_hints(kind)
    inner = {key: _section(f"{name}.{key}", values) for key in hints if f"{name}.{key}" in SECTIONS}
    try:
        ready = {key: _converted(key, hints[key], value) for key, value in values[name].items()} | inner
        section: Any = TypeAdapter(kind).validate_python(ready)
        _check_numbers(section)
        return section
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in (name, *first["loc"]))
        raise SettingsError(f"setting {key}: {_wrong(first)}.") from error
    except ValueError as error:
        raise SettingsError(f"[{name}]: {error}") from error


def _check_numbers(section: Any) -> None:
    """No setting is less than nothing, infinite, or no number at all."""
    for item in fields(section):
        value = getattr(section, item.name)
        if isinstance(value, int | float) and not 0 <= value <= _LARGEST:  # false of NaN, too
            raise ValueError(f"{item.name} = {value} is out of range; write a number from 0 on")


def _wrong(found: Any) -> str:
    """What is wrong with a value: in our own words where the settings class found it, else what was given as well."""
    own = found.get("ctx", {}).get("error")
    return f"{found['msg']} (given: {found['input']!r})" if own is None else str(own)


def _converted(key: str, hint: Any, value: Any) -> Any:
    """A duration such as "1h" as a timedelta, a comma-separated variable as a tuple; the rest as it is.

    "" is None where that is meant by leaving the setting out: a file cannot write it otherwise.
    """
    kinds = (hint, *get_args(hint))
    if value == "" and NoneType in kinds:
        return None
    if timedelta in kinds and isinstance(value, str):
        return _duration(key, value)
    if isinstance(value, str) and any(getattr(kind, "__origin__", kind) is tuple for kind in kinds):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


def _duration(key: str, text: str) -> timedelta:
    try:
        return parse_duration(text)
    except ValueError as error:
        raise ValueError(f"{key} = {error}") from error
