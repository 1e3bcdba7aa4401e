"""Telling people of findings, against a real server that takes webhooks, or refuses them."""

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pagetide.alerts.channels import read_channels
from pagetide.alerts.sending import Alerts
from pagetide.alerts.timing import is_within, may_be_told
from pagetide.errors import SettingsError
from pagetide.settings.alert_settings import AlertSettings
from pagetide.settings.collection_settings import load_settings
from pagetide.settings.named_files import named_files
from storage.actions import findings as on_findings
from storage.actions import pages as on_pages
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.disk_space import LACKING
from storage.queries.findings import Wanted
from storage.records import ResponseKind, StoredCapture
from tests.pagetide.commands.test_cli import pagetide
from tests.storage.builders import START, add_page, capture, score

SECRET = "s3cr3t-token-of-mine"
NOW = START + timedelta(hours=1)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


class Hook(ThreadingHTTPServer):
    """Takes webhooks; ``status`` is what it answers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.status = 200
        self.taken: list[dict[str, Any]] = []

    @property
    def address(self) -> str:
        return f"json://ann:{SECRET}@127.0.0.1:{self.server_address[1]}/hook/{SECRET}"


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert isinstance(self.server, Hook)
        if self.server.status == 200:
            self.server.taken.append(json.loads(body))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Tests are quiet."""


@contextmanager
def _served() -> Iterator[Hook]:
    with Hook() as hook:
        thread = threading.Thread(target=hook.serve_forever, daemon=True)
        thread.start()
        yield hook
        hook.shutdown()
        thread.join()


@pytest.fixture
def hook() -> Iterator[Hook]:
    with _served() as found:
        yield found


@pytest.fixture
def news(each_database: str, tmp_path: Path, hook: Hook) -> Iterator[Collection]:
    with Collection.create(tmp_path / "news") as collection:
        (tmp_path / "news" / "alerts.urls").write_text(f"# mine\n\n{hook.address}\n")
        (tmp_path / "news" / "pagetide.toml").write_text('[alerts]\nchannels = "alerts.urls"\n')
        add_page(collection, "https://ferry.example/")
        yield collection


def _alerts(news: Collection, **settings: Any) -> Alerts:
    return Alerts(news, AlertSettings(channels=str(news.path / "alerts.urls"), **settings))


def _change(news: Collection, hour: int, words: str, **changed: Any) -> StoredCapture:
    page = news.repository.page(1)
    pair = [
        news.store(page, capture(number, url=page.url, final_url=page.url, title="Ferries"))
        for number in (2 * hour, 2 * hour + 1)
    ]
    block = {"kind": "text", "added": words, "removed": "", "furniture": False, "chance": 0.1}
    told = {"blocks": [block], "blocks_changed": 1, "text_important": True}
    news.record_score(score(*pair, explanation=told, **changed))
    return pair[1]


def test_each_finding_is_told_once_and_nothing_of_the_past(news: Collection, hook: Hook) -> None:
    alerts = _alerts(news)
    _change(news, 0, "An old story")
    alerts.tell(NOW)
    assert hook.taken == []
    _change(news, 1, "Ferry stopped @everyone <b>now</b>")
    alerts.tell(NOW + MINUTE)
    alerts.tell(NOW + 2 * MINUTE)
    (message,) = hook.taken
    assert message["title"] == "news: New: “Ferry stopped @\u2060everyone <b>now</b>”"
    assert message["message"].splitlines()[1:] == ["Ferries", "https://ferry.example/"]
    assert [(line["what"], line["findings"], line["error"]) for line in alerts.log()] == [("findings", 1, "")]


def test_what_somebody_saw_muted_or_did_not_want_is_not_told(news: Collection, hook: Hook) -> None:
    alerts, actor = _alerts(news), Actor(by="ada", at=NOW)
    alerts.tell(NOW)
    _change(news, 1, "Seen")
    (seen,) = news.repository.findings(Wanted(), limit=9)
    on_findings.see(news, actor, [seen.id])
    muted = add_page(news, "https://muted.example/")
    news.store(muted, capture(3, url=muted.url, final_url=muted.url, response_kind=ResponseKind.BOT_WALL))
    on_pages.mute(news, actor, muted.id)
    alerts.tell(NOW + MINUTE)
    assert hook.taken == []
    on_pages.unmute(news, actor, muted.id)
    _alerts(news, kinds=("change",)).tell(NOW + 2 * MINUTE)
    assert hook.taken == []
    alerts.tell(NOW + 3 * MINUTE)
    assert "wall against machines" in hook.taken[0]["message"]


def test_what_is_found_in_quiet_hours_or_beyond_the_budget_waits_and_is_told_together(
    news: Collection, hook: Hook
) -> None:
    quiet = _alerts(news, quiet="12:00-15:00", most_per_day=1, dashboard="https://archive.example/")
    quiet.tell(NOW)
    _change(news, 1, "One")
    _change(news, 2, "Two")
    quiet.tell(NOW + HOUR)
    assert hook.taken == []
    quiet.tell(NOW + 2 * HOUR)  # 15:00
    assert hook.taken[0]["title"] == "news: 2 findings"
    assert "https://archive.example/page/1/compare?before=3&after=4" in hook.taken[0]["message"]
    _change(news, 3, "Three")
    quiet.tell(NOW + 3 * HOUR)
    assert len(hook.taken) == 1
    quiet.tell(NOW + 27 * HOUR)
    assert "Three" in hook.taken[1]["message"]


def test_a_digest_tells_a_day_at_its_time(news: Collection, hook: Hook) -> None:
    digest = _alerts(news, digest_at="20:30", time_zone="Europe/Paris")
    digest.tell(NOW)
    _change(news, 1, "Morning")
    digest.tell(START.replace(hour=19, minute=29))
    assert hook.taken == []
    digest.tell(START.replace(hour=19, minute=30))  # 20:30 in Paris
    _change(news, 2, "Night")
    digest.tell(START.replace(hour=23))
    assert len(hook.taken) == 1
    digest.tell(START.replace(hour=19, minute=31) + timedelta(days=1))
    assert ["Morning" in item["message"] for item in hook.taken] == [True, False]
    assert digest.log()[0]["what"] == "digest"


def test_a_channel_that_fails_is_tried_again_later_without_its_secrets_in_any_log(
    news: Collection, hook: Hook, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with _served() as other:
        with (news.path / "alerts.urls").open("a") as file:
            file.write(other.address + "\n")
        alerts = _alerts(news)
        alerts.tell(NOW)
        hook.status = 500
        _change(news, 1, "Ferry")
        for minutes in (1, 1.5, 2.1, 3):
            alerts.tell(NOW + minutes * MINUTE)
        assert len(other.taken) == 1  # it is told once, whatever happens to the first
    hook.status = 200
    with (news.path / "alerts.urls").open("w") as file:
        file.write(hook.address + "\n")
    alerts.tell(NOW + 10 * MINUTE)
    assert len(hook.taken) == 1
    errors = [line["error"] for line in alerts.log()]
    assert sum(bool(error) for error in errors) == 2  # after a minute, and after another
    assert any("500" in error for error in errors)
    assert SECRET not in json.dumps([news.repository.state("alerts"), alerts.log()])
    assert SECRET not in caplog.text
    assert "about 1 finding could not be sent" in caplog.text
    assert SECRET not in repr(alerts.channels())


def test_alike_findings_of_many_pages_are_one_line(news: Collection, hook: Hook) -> None:
    alerts = _alerts(news)
    alerts.tell(NOW)
    for name in "abc":
        page = add_page(news, f"https://walled.example/{name}")
        kind = {"response_kind": ResponseKind.BOT_WALL, "title": ""}
        news.store(page, capture(3, url=page.url, final_url=page.url, **kind))
    alerts.tell(NOW + MINUTE)
    assert "and 2 more pages" in hook.taken[0]["message"]


def test_the_command_tries_the_channels_lists_them_and_shows_the_log(news: Collection, hook: Hook) -> None:
    said = pagetide("alerts", "test", "-c", news.path)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.endswith(": sent\n")
    assert hook.taken[0]["title"] == "news: a trial"
    hook.status = 403
    assert pagetide("alerts", "test", "-c", news.path).returncode == 1
    listed = pagetide("alerts", "-c", news.path).stdout
    assert "ann:****@127.0.0.1" in listed
    log = pagetide("alerts", "log", "-c", news.path).stdout
    assert log.count("trial") == 2
    assert SECRET not in said.stdout + listed + log


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"digest_at": "8"}, "no time of the day"),
        ({"quiet": "22:00"}, "no time of the day"),
        ({"time_zone": "Mars/Olympus"}, "no time zone"),
    ],
)
def test_times_that_are_none_are_refused(settings: dict[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        AlertSettings(**settings)  # type: ignore[arg-type]


def test_a_file_that_is_not_there_and_an_address_that_is_none_are_named_without_what_they_say(
    tmp_path: Path,
) -> None:
    file = tmp_path / "alerts.urls"
    with pytest.raises(SettingsError, match="cannot be read"):
        read_channels(file)
    file.write_text(f"# mine\nnothing-known://{SECRET}\n")
    with pytest.raises(SettingsError, match=r"alerts\.urls, line 2 is no address") as refused:
        read_channels(file)
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (f"slack://T1JJ3T3L2/A1BRTD4JD/{SECRET.replace('-', '')}0000/", "slack://****"),
        (f"mailto://ann:{SECRET}@mail.example", "mailto://ann:****@mail.example"),
        (f"ntfy://{SECRET}", "ntfys://****"),
        (f"json://localhost:8080/{SECRET}?key={SECRET}", "json://localhost:8080"),
    ],
)
def test_channels_are_named_without_their_secrets(tmp_path: Path, address: str, name: str) -> None:
    (tmp_path / "alerts.urls").write_text(address)
    (channel,) = read_channels(tmp_path / "alerts.urls")
    assert channel.name == name


def test_the_file_of_channels_is_a_secret_of_the_collection(news: Collection) -> None:
    settings = load_settings(news.path)
    assert settings.alerts.channels == str(news.path / "alerts.urls")
    assert "alerts.urls" in named_files(news.path, settings).secret


def test_quiet_hours_may_have_midnight_between_them() -> None:
    night = time(22), time(7)
    assert [is_within(time(hour), *night) for hour in (21, 22, 23, 0, 6, 7)] == [
        False,
        True,
        True,
        True,
        True,
        False,
    ]
    at = datetime.fromisoformat("2026-03-01T23:30+00:00")
    assert not may_be_told(AlertSettings(quiet="22:00-07:00"), at, at, ())
    assert may_be_told(AlertSettings(quiet="22:00-07:00", time_zone="Asia/Tokyo"), at, at, ())


def test_a_collection_without_room_is_told_of_once_and_once_again_when_there_is(
    news: Collection, hook: Hook
) -> None:
    alerts = _alerts(news)
    news.repository.set_state(LACKING, "it takes 3 GB, and may take 2 GB")
    hook.status = 500
    alerts.tell(NOW)
    hook.status = 200
    for minute in range(3):
        alerts.tell(NOW + minute * MINUTE)
    assert [item["title"] for item in hook.taken] == ["news: no visit begins"]
    news.repository.set_state(LACKING, None)
    alerts.tell(NOW + HOUR)
    alerts.tell(NOW + 2 * HOUR)
    assert [item["title"] for item in hook.taken[1:]] == ["news: visits go on"]
