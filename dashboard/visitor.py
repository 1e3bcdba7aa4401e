"""The current user of a request."""

from __future__ import annotations

import base64
import hashlib
import hmac
from contextvars import ContextVar
from dataclasses import dataclass

from storage.people import Role
from storage.shares import Share


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """A person or a program that asks for something.

    Attributes
    ----------
    name : str
        In whose name is kept what is done; empty: nobody knows.
    role : Role or None
        What the account may do; None: there is no account behind it.
    may_write : bool
        Whether pages and findings may be acted on.
    session : str or None
        The token of the session; None: nobody logged in, as programs do not.
    share : Share or None
        The public link by which somebody reads what it shows, whoever they are.
    """

    name: str = ""
    role: Role | None = None
    may_write: bool = False
    session: str | None = None
    share: Share | None = None

    @property
    def is_admin(self) -> bool:
        """Whether a person is logged in who manages accounts; a program does not."""
        return self.role is Role.ADMIN and self.session is not None

    @property
    def form_token(self) -> str:
        """What every form of this session sends along: another page cannot know it. Empty without a session."""
        if self.session is None:
            return ""
        key = self.session.encode("utf-8", "surrogatepass")
        return base64.urlsafe_b64encode(hmac.digest(key, b"form", hashlib.sha256)).rstrip(b"=").decode()


NOBODY = Visitor()
_visitor: ContextVar[Visitor] = ContextVar("visitor", default=NOBODY)


def visitor() -> Visitor:
    """Who asks for what is being answered; ``NOBODY`` until that was found out."""
    return _visitor.get()


def let_in(found: Visitor) -> None:
    """Say who asks, to all that answers this request from now on."""
    _visitor.set(found)
