"""Who may use the dashboard: ``account``, with ``add``, ``list``, ``role``, ``disable`` and their like.

A password is asked for at a terminal and read from standard input elsewhere: what stands on a command line, others of
the machine can read.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.actions import actor
from pagetide.commands.console import AsJson, Folder, err, moment, out, print_json, print_table
from storage.accounts import accounts as on_accounts
from storage.accounts.api_tokens import make_token, revoke_token, tokens_of
from storage.collection import Collection
from storage.people import Account, ApiToken, Role, Scope, account_name

app = typer.Typer()
account_app = typer.Typer(no_args_is_help=True)
app.add_typer(account_app, name="account")

Name = Annotated[str, typer.Argument(help="Name of the account.")]
RoleOption = Annotated[
    Role, typer.Option("--role", help="viewer reads, archivist also acts, admin also manages accounts.")
]


@account_app.callback()
def account() -> None:
    """Manage the dashboard's accounts, their passwords, and tokens for programs.

    Example: pagetide account add -c news ada --role admin
    """


@account_app.command("add")
def add(name: Name, collection: Folder = Path(), role: RoleOption = Role.ARCHIVIST) -> None:
    """Make an account; the first one must be an admin's. From then on the dashboard requires a login.

    The password is asked for, or is the first line of standard input. Example: pagetide account add ada --role admin
    """
    with Collection.open(collection) as opened:
        account_name(name)  # a name that is none is told before a password is asked for
        made = on_accounts.add_account(opened, actor(), name, role, _password())
    out.print(f"{made.name}: {made.role}")


@account_app.command("list")
def list_accounts(collection: Folder = Path(), as_json: AsJson = False) -> None:
    """List the accounts with their roles and tokens; never a password or a token itself.

    Example: pagetide account list -c news
    """
    with Collection.open(collection, read_only=True) as opened:
        found = on_accounts.accounts(opened.database)
        tokens = {item.id: tokens_of(opened.database, item.id) for item in found}
    if as_json:
        print_json(
            [asdict(item) | {"tokens": [asdict(token) for token in tokens[item.id]]} for item in found]
        )
        return
    if not found:
        err.print("There is no account yet. `pagetide account add NAME --role admin` makes the first.")
        return
    print_table("Accounts", ("account", "role", "made (UTC)", ""), [_row(item) for item in found])
    rows = [_token_row(item, token) for item in found for token in tokens[item.id]]
    if rows:
        print_table("Tokens", ("for", "number", "account", "may", "made (UTC)", "last used (UTC)", ""), rows)


@account_app.command("role")
def role(
    name: Name,
    role: Annotated[Role, typer.Argument(help="What the person may do.")],
    collection: Folder = Path(),
) -> None:
    """Change an account's role; it takes effect at once.

    Example: pagetide account role -c news ada archivist
    """
    with Collection.open(collection) as opened:
        changed = on_accounts.set_role(opened, actor(), name, role)
    out.print(f"{changed.name}: {changed.role}")


@account_app.command("disable")
def disable(name: Name, collection: Folder = Path()) -> None:
    """Disable an account: its sessions end, its tokens are no longer valid. The record of its actions stays.

    Example: pagetide account disable -c news ada
    """
    with Collection.open(collection) as opened:
        changed = on_accounts.disable(opened, actor(), name)
    out.print(f"{changed.name}: disabled")


@account_app.command("enable")
def enable(name: Name, collection: Folder = Path()) -> None:
    """Enable a disabled account.

    Example: pagetide account enable -c news ada
    """
    with Collection.open(collection) as opened:
        changed = on_accounts.enable(opened, actor(), name)
    out.print(f"{changed.name}: {changed.role}")


@account_app.command("password")
def password(name: Name, collection: Folder = Path()) -> None:
    """Set an account's password; its sessions end.

    The password is asked for, or is the first line of standard input. Example: pagetide account password -c news ada
    """
    with Collection.open(collection) as opened:
        changed = on_accounts.set_password(opened, actor(), name, _password())
    out.print(f"{changed.name}: the password was changed")


@account_app.command("token")
def token(
    name: Name,
    label: Annotated[str, typer.Option("--for", help="What it is for, to know it again.")],
    collection: Folder = Path(),
    write: Annotated[
        bool, typer.Option("--write", help="It may also act, where its account may; otherwise only read.")
    ] = False,
) -> None:
    """Make a token for a program that uses the dashboard's API with an account's rights. It is printed once.

    Programs send it as `Authorization: Bearer TOKEN`. Example: pagetide account token -c news ada --for "feed reader"
    """
    scope = Scope.WRITE if write else Scope.READ
    with Collection.open(collection) as opened:
        secret, kept = make_token(opened, actor(), name, label, scope)
    err.print(f"Token {kept.id} to {kept.scope}. Keep it: it is not shown again.")
    out.print(secret, soft_wrap=True)


@account_app.command("revoke")
def revoke(
    number: Annotated[int, typer.Argument(help="Number of a token; `pagetide account list` shows them.")],
    collection: Folder = Path(),
) -> None:
    """Revoke a token.

    Example: pagetide account revoke -c news 3
    """
    with Collection.open(collection) as opened:
        revoke_token(opened, actor(), number)
    out.print(f"Token {number} counts no more.")


def _password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
    return sys.stdin.readline().rstrip("\r\n")


def _row(item: Account) -> tuple[str, ...]:
    state = "" if item.disabled_at is None else f"disabled {moment(item.disabled_at)}"
    return item.name, item.role.value, moment(item.created_at), state


def _token_row(owner: Account, item: ApiToken) -> tuple[str, ...]:
    state = "" if item.revoked_at is None else f"revoked {moment(item.revoked_at)}"
    used = moment(item.used_at)
    return item.label, str(item.id), owner.name, item.scope.value, moment(item.created_at), used, state
