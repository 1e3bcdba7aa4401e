"""Public links: a page, or the pages with a tag, shown to whoever has the address, without an account."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Share:
    """A public link as it is kept: of its token only a digest is."""

    id: int
    page_id: int | None  # either of these two
    tag: str | None
    made_by: str
    made_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None

    def is_live(self, at: datetime) -> bool:
        """Whether it leads somewhere."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)
