"""What ``similar`` prints of groups: states of a page, pages of one template, near-duplicates of a capture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from pagetide.commands.console import moment, out, print_json, print_table
from pagetide.learning.near_duplicates import NearDuplicate, NearDuplicateCaptures, PageStates, Spell, State
from storage.plurals import counted
from storage.queries.captures import CaptureKey
from storage.records import StoredCapture

MOST_OF_A_GROUP = 5
"""Addresses that are printed of a group; ``--json`` names all."""


def print_states(found: NearDuplicateCaptures, newest: StoredCapture, *, most: int, as_json: bool) -> None:
    """The states of a page: when each came and went, how often it returned, and its spells."""
    history = found.states(newest.page_id)
    if as_json:
        print_json(_told_states(newest, history))
        return
    captures = sum(len(spell.captures) for spell in history.spells)
    print_table(
        f"{newest.url}: {counted(captures, 'capture')} in {counted(len(history.states), 'state')}",
        ("state", "captures", "first seen", "last seen", "returned", "for example"),
        [_state_row(state) for state in history.states],
    )
    if len(history.spells) > 1:
        shown = history.spells[-most:]
        hidden = len(history.spells) - len(shown)
        out.print(f"The newest {most} of {len(history.spells)} spells:" if hidden else "In order of time:")
        for spell in shown:
            out.print(_told_spell(spell), highlight=False)


def print_near_duplicates(
    found: NearDuplicateCaptures, capture: StoredCapture, *, most: int, every: bool, as_json: bool
) -> None:
    """Captures nearly the same as one, the nearest of each page unless every one is asked for."""
    alike = found.like(capture.id)
    by_page: dict[int, list[NearDuplicate]] = {}
    for one in alike:
        by_page.setdefault(one.key.page_id, []).append(one)
    shown = (alike if every else [own[0] for own in by_page.values()])[:most]
    if as_json:
        print_json([_told(one) for one in shown])
        return
    if not shown:
        out.print(f"No other capture is nearly the same as #{capture.id}.")
        return
    print_table(
        f"Nearly the same as #{capture.id} of {capture.url}: {counted(len(alike), 'capture')} of "
        f"{counted(len(by_page), 'page')}",
        ("capture", "look", "structure", "words", "time", *(() if every else ("of the page",))),
        [
            (
                f"#{one.key.id}  {one.key.url}",
                *(f"{share:.0%}" for share in (one.look, one.structure, one.words)),
                moment(one.key.started_at),
                *(() if every else (counted(len(by_page[one.key.page_id]), "capture"),)),
            )
            for one in shown
        ],
    )


def print_templates(
    found: NearDuplicateCaptures, newest: StoredCapture | None, *, most: int, as_json: bool
) -> None:
    """Groups of pages that are made alike; of one page only its own group."""
    groups = [
        group
        for group in found.templates()
        if (len(group) > 1 if newest is None else any(key.page_id == newest.page_id for key in group))
    ][:most]
    if as_json:
        print_json([[_told_key(key) for key in group] for group in groups])
        return
    for group in groups:
        hosts = {urlsplit(key.url).netloc for key in group}
        out.print(f"{counted(len(group), 'page')} of {counted(len(hosts), 'site')}:", style="bold")
        out.print(*[f"  {key.url}" for key in group[:MOST_OF_A_GROUP]], sep="\n")
        if len(group) > MOST_OF_A_GROUP:
            out.print(f"  and {len(group) - MOST_OF_A_GROUP} more")
    if not groups:
        out.print(
            "No two pages are made alike." if newest is None else "This page has no capture in the index."
        )


def _state_row(state: State) -> Sequence[str]:
    return (
        str(state.number),
        str(len(state.captures)),
        moment(state.first_at),
        moment(state.last_at),
        counted(state.returns, "time"),
        f"#{state.captures[-1].id}",
    )


def _told_spell(spell: Spell) -> str:
    first, last = spell.captures[0], spell.captures[-1]
    names = f"#{first.id}" if first is last else f"#{first.id} to #{last.id}"
    return (
        f"{moment(first.started_at)} to {moment(last.started_at)}  state {spell.state}  "
        f"{counted(len(spell.captures), 'capture')}  {names}"
    )


def _told_states(newest: StoredCapture, history: PageStates) -> dict[str, Any]:
    return {
        "page": newest.page_id,
        "url": newest.url,
        "states": [
            {
                "state": state.number,
                "first_at": state.first_at,
                "last_at": state.last_at,
                "returns": state.returns,
                "captures": [key.id for key in state.captures],
            }
            for state in history.states
        ],
        "spells": [
            {
                "state": spell.state,
                "from": spell.captures[0].started_at,
                "to": spell.captures[-1].started_at,
                "captures": [key.id for key in spell.captures],
            }
            for spell in history.spells
        ],
    }


def _told(one: NearDuplicate) -> dict[str, Any]:
    return {**_told_key(one.key), "look": one.look, "structure": one.structure, "words": one.words}


def _told_key(key: CaptureKey) -> dict[str, Any]:
    return {"capture": key.id, "page": key.page_id, "url": key.url, "captured_at": key.started_at}
