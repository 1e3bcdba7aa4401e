"""A page is its URL as the WHATWG standard writes it, no longer its SURT, under which different pages met.

Pages and captures keep their numbers. Captures that an archive brought of another URL than their page's get the page
of that URL, a new one where there is none.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import re
from collections import defaultdict
from urllib.parse import quote

import ada_url
import sqlalchemy as sa
from alembic import op

from storage.surt import surt

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_ROUTE = re.compile(r"/|[!?].", re.DOTALL)


def upgrade() -> None:
    connection = op.get_bind()
    urls = {number: url for number, url in connection.execute(sa.text("SELECT id, url FROM page ORDER BY id"))}
    keys = {number: _page_key(url) for number, url in urls.items()}
    _set_keys(connection, _distinct(urls, keys))
    _set_hosts(connection)
    # What feeds and sitemaps said last is kept by SURT: without it, the next reading announces nothing.
    connection.execute(sa.text("DELETE FROM state WHERE key LIKE 'announced: %'"))
    if _part(connection, urls, keys):
        _settle_scores(connection)
        _settle_labels(connection)


def downgrade() -> None:
    connection = op.get_bind()
    urls = {number: url for number, url in connection.execute(sa.text("SELECT id, url FROM page ORDER BY id"))}
    _set_keys(connection, _distinct(urls, {number: surt(url) for number, url in urls.items()}))


def _page_key(url: str) -> str:
    """As ``storage.urls.page_key`` was when this step was written."""
    try:
        written = ada_url.normalize_url(url)
    except ValueError:
        return url
    document, _, fragment = written.partition("#")
    quoted = quote(document, safe="%!#$&'()*+,/:;=?@[]~")
    return f"{quoted}#{fragment}" if _ROUTE.match(fragment) else quoted


def _distinct(urls: dict[int, str], keys: dict[int, str]) -> dict[int, str]:
    """Of pages with one key it goes to the one written so, else to the first; the others are known by their text."""
    alike: dict[str, list[int]] = defaultdict(list)
    for number, key in keys.items():
        alike[key].append(number)
    owners = {key: min(numbers, key=lambda number: (urls[number] != key, number)) for key, numbers in alike.items()}
    return {number: key if owners[key] == number else urls[number] for number, key in keys.items()}


def _set_keys(connection: sa.Connection, keys: dict[int, str]) -> None:
    if keys:
        rows = [{"number": number, "key": key} for number, key in keys.items()]
        connection.execute(sa.text("UPDATE page SET url_key = :key WHERE id = :number"), rows)


def _set_hosts(connection: sa.Connection) -> None:
    """Archives brought hosts in other spellings than the standard's, which would be visited as hosts of their own."""
    hosts = "SELECT page.id, page.url, host.name FROM page JOIN host ON host.id = page.host_id ORDER BY page.id"
    for number, url, name in connection.execute(sa.text(hosts)).all():
        if _host_name(url) != name:
            values = {"host_id": _host_id(connection, url), "number": number}
            connection.execute(sa.text("UPDATE page SET host_id = :host_id WHERE id = :number"), values)


def _part(connection: sa.Connection, urls: dict[int, str], keys: dict[int, str]) -> bool:
    """Give captures of another URL than their page's to the page of that URL; whether there were any."""
    others = connection.execute(
        sa.text(
            "SELECT DISTINCT capture.page_id, capture.url FROM capture JOIN page ON page.id = capture.page_id "
            "WHERE capture.url <> page.url ORDER BY capture.page_id, capture.url"
        )
    ).all()
    apart = [(number, url) for number, url in others if _page_key(url) != keys[number]]
    for number, url in apart:
        values = {"other": _page_of(connection, number, url), "number": number, "url": url}
        moved = "UPDATE capture SET page_id = :other WHERE page_id = :number AND url = :url"
        connection.execute(sa.text(moved), values)
    return bool(apart)


def _page_of(connection: sa.Connection, number: int, url: str) -> int:
    """The page of that URL; a new one matters as much as the page ``number`` does, and has no visit planned."""
    key = _page_key(url)
    find = sa.text("SELECT id FROM page WHERE url_key = :key")
    found = connection.execute(find, {"key": key}).scalar()
    if found is None:
        values = {"key": key, "host_id": _host_id(connection, key), "number": number, "url": url}
        connection.execute(
            sa.text(
                "INSERT INTO page (url, url_key, host_id, added_at, title, active, weight, floor, ceiling, rate_shape, "
                "rate_scale_h) SELECT :key, :key, :host_id, (SELECT min(started_at) FROM capture WHERE page_id = :number "
                "AND url = :url), coalesce((SELECT title FROM capture WHERE page_id = :number AND url = :url AND title "
                "<> '' ORDER BY started_at DESC, id DESC LIMIT 1), ''), active, weight, floor, ceiling, 1.0, 24.0 "
                "FROM page WHERE id = :number"
            ),
            values,
        )
        found = connection.execute(find, {"key": key}).scalar_one()
    return int(found)


def _host_name(url: str) -> str:
    try:
        return ada_url.parse_url(url, ("host",))["host"] or url.lower()
    except ValueError:
        return url.lower()


def _host_id(connection: sa.Connection, url: str) -> int:
    name = _host_name(url)
    connection.execute(
        sa.text("INSERT INTO host (name) SELECT :name WHERE NOT EXISTS (SELECT 1 FROM host WHERE name = :name)"),
        {"name": name},
    )
    return int(connection.execute(sa.text("SELECT id FROM host WHERE name = :name"), {"name": name}).scalar_one())


_APART = (
    "(SELECT page_id FROM capture WHERE capture.id = before_id) <> "
    "(SELECT page_id FROM capture WHERE capture.id = after_id)"
)


def _settle_scores(connection: sa.Connection) -> None:
    """Scores go with their captures; one across two pages says nothing, and its capture waits for another."""
    _go_along(connection, "change_score")
    connection.execute(
        sa.text(
            "INSERT INTO unscored (capture_id) SELECT DISTINCT after_id FROM change_score "
            f"JOIN capture AS scored ON scored.id = after_id WHERE {_APART} AND scored.good "
            "AND after_id NOT IN (SELECT capture_id FROM unscored) "
            "AND after_id NOT IN (SELECT after_id FROM change_score AS kept WHERE NOT "
            f"({_APART.replace('before_id', 'kept.before_id').replace('after_id', 'kept.after_id')}))"
        )
    )
    connection.execute(sa.text(f"DELETE FROM change_score WHERE {_APART}"))  # their records stay in the archive


def _settle_labels(connection: sa.Connection) -> None:
    """A person's verdicts go with their captures; one across two pages stays, and does not count."""
    _go_along(connection, "label")


def _go_along(connection: sa.Connection, table: str) -> None:
    connection.execute(
        sa.text(
            f"UPDATE {table} SET page_id = (SELECT page_id FROM capture WHERE capture.id = after_id) WHERE NOT ({_APART})"
        )
    )
