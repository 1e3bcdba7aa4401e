"""The list of all findings, with who saw and judged them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from dashboard.presenters import Badge, clean, finding_address, page_title
from dashboard.source import Source
from dashboard.today import KINDS
from storage.findings import Finding, FindingKind
from storage.queries.findings import Wanted
from storage.records import Page

FOUND_A_SHEET = 50
SEEN = {"": "all", "yes": "looked at", "no": "not looked at"}
"""Which findings, by key, as the form names them."""
KIND_NAMES = {kind.value: badge.label for kind, badge in KINDS.items()}


@dataclass(frozen=True, kw_only=True)
class FindingLine:
    """One line of the list."""

    finding: Finding
    page: Page | None  # None: removed meanwhile

    @property
    def what(self) -> str:
        """The sentence."""
        return clean(self.finding.sentence)

    @property
    def title(self) -> str:
        """What the page calls itself."""
        return "" if self.page is None else page_title(self.page)

    @property
    def address(self) -> str:
        """Where it is looked at."""
        return finding_address(self.finding)

    @property
    def kind(self) -> Badge:
        """What kind of finding it is."""
        return KINDS[self.finding.kind]


@dataclass(frozen=True, kw_only=True)
class FindingSheet:
    """One sheet."""

    lines: tuple[FindingLine, ...]
    seen: str
    kind: str
    sheet: int
    has_more: bool

    def address(self, sheet: int) -> str:
        """The address of another sheet of the same list."""
        asked = {"seen": self.seen, "kind": self.kind, "sheet": sheet if sheet > 1 else ""}
        return f"/findings?{urlencode({name: value for name, value in asked.items() if value})}"


def all_found(source: Source, *, seen: str = "", kind: str = "", sheet: int = 1) -> FindingSheet:
    """What was found; ``seen`` and ``kind`` as the form names them, anything else is no choice."""
    seen = seen if seen in SEEN else ""
    kinds = [FindingKind(kind)] if kind in set(FindingKind) else []
    wanted = Wanted(seen={"yes": True, "no": False}.get(seen), kinds=kinds)
    offset = (sheet - 1) * FOUND_A_SHEET
    lines = source.repository.findings(wanted, limit=FOUND_A_SHEET + 1, offset=offset, newest_first=True)
    pages = {page.id: page for page in source.repository.pages_of({item.page_id for item in lines})}
    return FindingSheet(
        lines=tuple(
            FindingLine(finding=item, page=pages.get(item.page_id)) for item in lines[:FOUND_A_SHEET]
        ),
        seen=seen,
        kind=kinds[0].value if kinds else "",
        sheet=sheet,
        has_more=len(lines) > FOUND_A_SHEET,
    )
