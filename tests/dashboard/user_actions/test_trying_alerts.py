"""Trying the channels that are told of findings, and looking at what was sent."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from dashboard.alert_desk import Sent
from dashboard.app import create_app
from dashboard.request_checks import Access
from dashboard.source import Asked
from storage.collection import Collection
from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe
from tests.dashboard.conftest import served
from tests.storage.builders import START


class TwoChannels:
    """One takes what comes, the other refuses it."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []

    def channels(self) -> Sequence[str] | str:
        return ["json://ann:****@hook.example/", "mailto://****@mail.example"]

    def test(self) -> None:
        for channel, error in zip(self.channels(), ("", "error=401 <b>"), strict=True):
            self.sent.insert(0, Sent(at=START, channel=channel, what="trial", findings=0, error=error))

    def log(self) -> Sequence[Sent]:
        return self.sent


@pytest.fixture
def alerts(folder: Path) -> Iterator[str]:
    with Collection.open(folder, read_only=True) as collection:
        at = START + timedelta(days=1)
        app = create_app(
            collection, now=lambda: at, access=Access(writer="ada"), asked=Asked(alerts=TwoChannels())
        )
        with served(app) as address:
            yield f"{address}/alerts"


def test_a_button_tries_each_channel_and_the_log_says_how_that_went(browser: Browser, alerts: str) -> None:
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = context.new_page()
        page.goto(alerts)
        assert "Nothing was sent yet" in page.inner_text("section")
        page.get_by_role("button", name="Send a trial to each").click()
        rows = page.locator("section tbody tr").all_inner_texts()
    assert [row.split("\t")[-1].strip() for row in rows] == ["error=401 <b>", "sent"]


def test_a_dashboard_without_channels_says_how_to_name_some(client: httpx.Client) -> None:
    assert "No alerts are sent" in client.get("/alerts").text
    assert client.post("/alerts/test").status_code == 404


@needs_axe
def test_axe_finds_nothing_serious(browser: Browser, alerts: str) -> None:
    httpx.post(f"{alerts}/test", headers={"Origin": alerts.removesuffix("/alerts")})
    assert_accessible(opened_for_axe(browser, alerts))
