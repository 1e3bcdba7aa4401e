"""Makes and revokes public links to pages and tags."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from storage.actions.audit import Actor, Done, written
from storage.actions.pages import checked_tag
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.queries.page_edits import PageGroup, has_pages
from storage.queries.shares import find_share, insert_share, set_revoked
from storage.secret_tokens import new_token, token_digest
from storage.shares import Share

SHARE, UNSHARE = "share", "unshare"


def share(
    collection: Collection,
    actor: Actor,
    *,
    page_id: int | None = None,
    tag: str = "",
    expires_at: datetime | None = None,
) -> tuple[str, Share]:
    """Make a public link to a page or a tag: its token, which is told this once, and what is kept of it.

    Raises
    ------
    NotStored
        There is no such page, or none with that tag.
    StorageError
        Not one of the two is named, or it would have expired already.
    """
    if (page_id is None) is not bool(tag):
        raise StorageError("a public link is to a page or to a tag, one of them")
    if expires_at is not None and expires_at <= actor.at:
        raise StorageError("a public link expires later than now")
    named = checked_tag(tag) if tag else None
    if page_id is not None:
        collection.repository.page(page_id)  # raises when there is no such page
    token = new_token()
    with collection.database.writing() as connection:
        if named is not None and not has_pages(connection, PageGroup(tag=named)):
            raise NotStored(f'There is no page with the tag "{named}" in this collection.')
        of = {"page_id": page_id, "tag": named, "expires_at": expires_at}
        made = {"digest": token_digest(token), "made_by": actor.by, "made_at": actor.at}
        number = insert_share(connection, of | made)
        written(connection, actor, SHARE, before={"shared": number}, changed=1, page_id=page_id)
        return token, find_share(connection, number)


def unshare(collection: Collection, actor: Actor, number: int) -> Done:
    """Revoke a public link.

    Raises
    ------
    NotStored
        There is no such link.
    """
    with collection.database.writing() as connection:
        found = find_share(connection, number)
        changed = int(found.revoked_at is None)
        if changed:
            set_revoked(connection, number, actor.at)
        before = {"unshared": number} if changed else {"unshared": None}
        return written(connection, actor, UNSHARE, before=before, changed=changed, page_id=found.page_id)


def restore_share(connection: Connection, actor: Actor, before: Mapping[str, Any]) -> int:
    """Undo the making or the revoking of a public link; how many that is."""
    number = before.get("shared", before.get("unshared"))
    if number is None:
        return 0
    set_revoked(connection, number, actor.at if "shared" in before else None)
    return 1
