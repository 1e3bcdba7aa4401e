"""The channels as the dashboard shows and tests them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from dashboard.alert_desk import Sent
from pagetide.alerts.sending import Alerts
from pagetide.errors import SettingsError
from pagetide.settings.alert_settings import AlertSettings
from storage.collection import Collection


class Desk:
    """The channels of one collection."""

    def __init__(self, collection: Collection, settings: AlertSettings, now: Callable[[], datetime]) -> None:
        self._alerts = Alerts(collection, settings)
        self._path, self._settings, self._now = collection.path, settings, now

    def channels(self) -> Sequence[str] | str:
        """Their addresses without secrets; a sentence where they cannot be read."""
        try:
            return [channel.name for channel in self._alerts.channels()]
        except SettingsError as error:
            return str(error)

    def test(self) -> None:
        """Send a trial to each; the log says how that went."""
        with Collection.open(self._path) as opened:
            Alerts(opened, self._settings).test(self._now())

    def log(self) -> Sequence[Sent]:
        """What was sent, the last first."""
        return [Sent(**line | {"at": datetime.fromisoformat(line["at"])}) for line in self._alerts.log()]
