"""Public links: made, revoked, undone, and gone with their page."""

from datetime import timedelta

import pytest

from storage.actions.audit import Actor
from storage.actions.pages import tag
from storage.actions.sharing import share, unshare
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.removal.removing import Why, plan_removal, remove
from storage.secret_tokens import token_digest
from tests.storage.builders import START, add_page, fill

pytestmark = pytest.mark.usefixtures("each_database")

ADA = Actor(by="ada", at=START)
LATER = START + timedelta(days=1)


def test_a_link_leads_somewhere_until_it_is_revoked_or_over(collection: Collection) -> None:
    add_page(collection)
    token, made = share(collection, ADA, page_id=1, expires_at=LATER)
    found = collection.repository.share_of
    assert found(token_digest(token), START) == made
    assert found(token_digest(token), LATER) is None
    assert found(token_digest("x"), START) is None
    done = unshare(collection, ADA, made.id)
    assert found(token_digest(token), START) is None
    assert unshare(collection, ADA, made.id).changed == 0
    assert undo(collection, ADA).changed == 0
    undo(collection, ADA, done.audit_id)
    assert found(token_digest(token), START) == made


def test_undoing_the_making_of_a_link_revokes_it(collection: Collection) -> None:
    tag(collection, ADA, add_page(collection).id, add=["council"])
    token, made = share(collection, ADA, tag=" council ")
    assert made.tag == "council"
    undo(collection, ADA)
    assert collection.repository.share_of(token_digest(token), START) is None
    assert [item.revoked_at for item in collection.repository.shares(limit=9)] == [START]


def test_what_cannot_be_shared_is_refused(collection: Collection) -> None:
    add_page(collection)
    with pytest.raises(NotStored):
        share(collection, ADA, page_id=99)
    with pytest.raises(NotStored):
        share(collection, ADA, tag="nothing")
    with pytest.raises(StorageError, match="one of them"):
        share(collection, ADA)
    with pytest.raises(StorageError, match="one of them"):
        share(collection, ADA, page_id=1, tag="x")
    with pytest.raises(StorageError, match="later than now"):
        share(collection, ADA, page_id=1, expires_at=START)
    with pytest.raises(NotStored):
        unshare(collection, ADA, 9)
    assert collection.repository.shares(limit=9) == []


def test_a_page_that_is_removed_takes_its_links_along(collection: Collection) -> None:
    fill(collection, 2)
    share(collection, ADA, page_id=1)
    why = Why(reason="court order", by="ada", at=START, forget_url=False)
    remove(collection, plan_removal(collection, collection.repository.page(1)), why)
    assert collection.repository.shares(limit=9) == []
