"""Accounts: made, changed, disabled; passwords kept as hashes; every change in the audit."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select

from storage.accounts import accounts as on
from storage.accounts import passwords
from storage.accounts.api_tokens import make_token, note_token_use, revoke_token, token_account, tokens_of
from storage.accounts.sessions import IDLE, LONGEST, end_session, log_in, note_use, session_of
from storage.actions.audit import Actor
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.database.schema import metadata
from storage.errors import NotStored, StorageError
from storage.people import Role, Scope, account_name
from tests.storage.builders import PASSWORD, START, add_person

OURS = passwords._HASHER
"""What hashes passwords outside the tests."""
ROOT = Actor(by="root", at=START)
OTHER = "staple of another kind"


@pytest.fixture
def ada(collection: Collection) -> Collection:
    """A collection with an admin, ada, and a viewer, vic."""
    add_person(collection, "ada", Role.ADMIN)
    add_person(collection, "vic", Role.VIEWER)
    return collection


def token(collection: Collection, name: str = "ada", password: str = PASSWORD) -> str:
    found = log_in(collection, name, password, START)
    assert found is not None
    return found[1]


def test_the_first_account_is_an_admins(collection: Collection) -> None:
    assert not on.has_accounts(collection.database)
    with pytest.raises(StorageError, match="must be an admin"):
        on.add_account(collection, ROOT, "vic", Role.VIEWER, PASSWORD)
    assert not on.has_accounts(collection.database)
    made = on.add_account(collection, ROOT, "Ada", Role.ADMIN, PASSWORD)
    assert (made.name, made.role, made.created_at, made.disabled_at) == ("ada", Role.ADMIN, START, None)
    assert on.has_accounts(collection.database)


def test_names_that_look_alike_are_the_same_name(ada: Collection) -> None:
    assert account_name("  ＡDA ") == "ada"
    for alike in ("ADA", "ａda"):
        with pytest.raises(StorageError, match="already"):
            on.add_account(ada, ROOT, alike, Role.ADMIN, PASSWORD)


def test_what_is_no_name_is_refused(ada: Collection) -> None:
    for name in ("", " ", "a b", "-a", "a/", "<b>", "a\nb", "a" * 61, "a\0b", "\u202eada"):
        with pytest.raises(StorageError, match="no name of an account"):
            on.add_account(ada, ROOT, name, Role.VIEWER, PASSWORD)
    assert [item.name for item in on.accounts(ada.database)] == ["ada", "vic"]


@pytest.mark.parametrize("password", ["", "short", "a" * 1001, "vera-in-the-archive"])
def test_a_password_that_is_too_short_too_long_or_the_name_is_refused(ada: Collection, password: str) -> None:
    with pytest.raises(StorageError):
        on.add_account(ada, ROOT, "vera-in-the-archive", Role.VIEWER, password)
    with pytest.raises(StorageError):
        on.set_password(ada, ROOT, "vic", password[:11])


def test_only_a_hash_of_a_password_is_kept(ada: Collection) -> None:
    found = on.checked(ada.database, "ADA", PASSWORD)
    assert found is not None
    assert found[0].name == "ada"
    assert found[1].startswith("$argon2id$")
    assert PASSWORD not in found[1]


def test_the_same_password_from_another_keyboard_fits() -> None:
    kept = passwords.hashed("caf\u00e9 at the corner")
    assert passwords.is_password("cafe\u0301 at the corner", kept)
    assert not passwords.is_password("cafe at the corner", kept)
    assert not passwords.is_password("\ud800" * 20, kept)


def test_a_wrong_password_a_wrong_name_and_a_disabled_account_let_nobody_in(ada: Collection) -> None:
    on.disable(ada, ROOT, "vic")
    for name, password in (("ada", OTHER), ("nobody", PASSWORD), ("vic", PASSWORD), ("<>", PASSWORD)):
        assert log_in(ada, name, password, START) is None
    on.enable(ada, ROOT, "vic")
    assert log_in(ada, "vic", PASSWORD, START) is not None


def test_a_hash_takes_what_rfc_9106_recommends() -> None:
    assert OURS.hash(PASSWORD).startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_every_name_costs_the_same_work(ada: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    """One hash with the same parameters, whether there is such an account, it is disabled, or the name is none."""
    for account in ("ada", "vic"):
        on.set_password(ada, ROOT, account, PASSWORD)
    on.disable(ada, ROOT, "vic")
    hashes: list[str] = []
    verify = passwords._HASHER.verify

    class Watched:
        def verify(self, kept: str, password: bytes) -> bool:
            hashes.append(kept)
            return verify(kept, password)

        hash = passwords._HASHER.hash

    monkeypatch.setattr(passwords, "_HASHER", Watched())
    parameters = passwords.hashed(PASSWORD).split("$")[:4]
    for name in ("ada", "vic", "nobody", "<>"):
        hashes.clear()
        log_in(ada, name, OTHER, START)
        assert [kept.split("$")[:4] for kept in hashes] == [parameters], name


def test_a_session_is_found_by_its_token_and_ends(ada: Collection) -> None:
    mine = token(ada)
    found = session_of(ada.database, mine, START)
    assert found is not None
    assert (found.account.name, found.account.role) == ("ada", Role.ADMIN)
    assert session_of(ada.database, mine + "x", START) is None
    end_session(ada, mine)
    assert session_of(ada.database, mine, START) is None


def test_a_session_that_is_idle_or_old_is_over(ada: Collection) -> None:
    mine, soon = token(ada), timedelta(minutes=1)
    assert session_of(ada.database, mine, START + IDLE - soon) is not None
    assert session_of(ada.database, mine, START + IDLE) is None
    at = START
    while at + IDLE / 2 < START + LONGEST:
        at += IDLE / 2
        note_use(ada, mine, at)
    assert session_of(ada.database, mine, START + LONGEST - soon) is not None
    assert session_of(ada.database, mine, START + LONGEST) is None


def test_a_login_takes_the_place_of_the_session_before_it(ada: Collection) -> None:
    planted, others = token(ada, "vic"), token(ada, "vic")
    found = log_in(ada, "ada", PASSWORD, START, instead_of=planted)
    assert found is not None
    assert found[1] != planted
    assert session_of(ada.database, planted, START) is None
    assert session_of(ada.database, others, START) is not None


CHANGES: dict[str, Callable[[Collection], object]] = {
    "another password": lambda collection: on.set_password(collection, ROOT, "vic", OTHER),
    "disabling": lambda collection: on.disable(collection, ROOT, "vic"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_password_and_disabling_end_the_accounts_sessions_and_no_others(
    ada: Collection, change: Callable[[Collection], object]
) -> None:
    his, hers = token(ada, "vic"), token(ada, "ada")
    change(ada)
    assert session_of(ada.database, his, START) is None
    assert session_of(ada.database, hers, START) is not None
    assert log_in(ada, "vic", PASSWORD, START) is None


def test_the_last_admin_stays_one(ada: Collection) -> None:
    for change in (on.disable, lambda *where: on.set_role(*where, Role.VIEWER)):
        with pytest.raises(StorageError, match="last admin"):
            change(ada, ROOT, "ada")
    assert on.set_role(ada, ROOT, "vic", Role.ADMIN).role is Role.ADMIN
    assert on.disable(ada, ROOT, "ada").disabled_at == START
    with pytest.raises(StorageError, match="last admin"):
        on.disable(ada, ROOT, "vic")


def test_who_changed_an_account_is_kept_and_not_undone(ada: Collection) -> None:
    on.disable(ada, ROOT, "vic")
    last, *_ = ada.repository.actions(limit=9)
    assert (last.by, last.action, dict(last.before)) == ("root", "account: disable", {"account": "vic"})
    with pytest.raises(StorageError, match="pagetide account"):
        undo(ada, ROOT, last.id)
    with pytest.raises(NotStored):
        undo(ada, ROOT)
    assert not any(PASSWORD in str(entry) for entry in ada.repository.actions(limit=9))


def test_a_token_acts_for_its_account_until_it_is_revoked(ada: Collection) -> None:
    secret, kept = make_token(ada, ROOT, "vic", " feed  reader ", Scope.READ)
    assert secret.startswith("pagetide_")
    found = token_account(ada.database, secret)
    assert found is not None
    assert (found[0].name, found[1], kept.label) == ("vic", kept, "feed reader")
    note_token_use(ada, kept.id, START)
    assert [item.used_at for item in tokens_of(ada.database, found[0].id)] == [START]
    assert token_account(ada.database, secret[:-1]) is None
    with pytest.raises(NotStored):
        revoke_token(ada, ROOT, kept.id, of="ada")
    revoke_token(ada, ROOT, kept.id, of="vic")
    assert token_account(ada.database, secret) is None
    assert [item.revoked_at for item in tokens_of(ada.database, found[0].id)] == [START]


def test_a_token_of_a_disabled_account_counts_for_nothing(ada: Collection) -> None:
    secret, _ = make_token(ada, ROOT, "vic", "reader", Scope.WRITE)
    on.disable(ada, ROOT, "vic")
    assert token_account(ada.database, secret) is None
    for label in ("", " ", "x" * 101):
        with pytest.raises(StorageError):
            make_token(ada, ROOT, "vic", label, Scope.READ)


def test_no_token_and_no_password_is_in_the_database(ada: Collection) -> None:
    secrets = [token(ada), make_token(ada, ROOT, "vic", "reader", Scope.READ)[0], PASSWORD]
    with ada.database.reading() as connection:
        kept = repr([connection.execute(select(table)).all() for table in metadata.sorted_tables])
    assert "argon2id" in kept
    assert [secret for secret in secrets if secret in kept] == []
