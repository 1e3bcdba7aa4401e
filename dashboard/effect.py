"""What an action changed in a page's alarms, shown after the page was learned again."""

from __future__ import annotations

from dashboard.presenters import count
from storage.queries.audit import AuditEntry
from storage.queries.repository import Repository


def effect_of(repository: Repository, entry: AuditEntry) -> tuple[str, bool]:
    """What the answers up to an action changed, and whether that is still being learned."""
    model = None if entry.page_id is None else repository.current_model(entry.page_id)
    if model is None or model.fitted_at < entry.at:
        return "The page is being learned again with it.", True
    told = model.details.get("answers")
    if told is None:
        return "The page was learned again with it.", False
    otherwise = len(told["came"]) + len(told["went"])
    if not otherwise:
        return f"Learned: of its last {count(told['changes'], 'change')} none is decided differently.", False
    alarms = f"{told['rings']:,} raise an alarm now, {told['rang']:,} did before"
    return (
        f"Learned: of its last {count(told['changes'], 'change')} {alarms}; {otherwise:,} are decided differently.",
        False,
    )
