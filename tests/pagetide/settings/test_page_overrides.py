from pathlib import Path

import pytest

from pagetide.errors import SettingsError
from pagetide.settings.collection_settings import FILE_NAME, Settings, load_settings
from rendering.errors import AccessError
from rendering.login.access import AccessSettings

TWO = """
[rendering]
viewport_width_px = 1200
locale = "en-GB"
[[override]]
pages = "https://example.org/*"
rendering.locale = "fr-FR"
[override.rendering.behaviour]
consent = "reject"
[[override]]
pages = ["https://example.org/news/*", "http://other.example/"]
[override.rendering]
locale = "nl-NL"
"""


def settings_of(folder: Path, text: str) -> Settings:
    (folder / FILE_NAME).write_text(text, encoding="utf-8")
    return load_settings(folder, environment={})


@pytest.mark.parametrize(
    ("url", "locale", "consent"),
    [
        ("https://example.org/", "fr-FR", "reject"),
        ("https://example.org/news/today?page=2", "nl-NL", "reject"),
        ("http://other.example/", "nl-NL", "notice"),
        ("http://other.example/else", "en-GB", "notice"),
        ("https://EXAMPLE.org/", "en-GB", "notice"),
    ],
)
def test_the_last_override_that_matches_a_page_wins(
    tmp_path: Path, url: str, locale: str, consent: str
) -> None:
    found = settings_of(tmp_path, TWO).rendering_for(url)
    assert (found.locale, found.behaviour.consent, found.viewport_width_px) == (locale, consent, 1200)


def test_files_of_an_override_are_found_from_the_collection(tmp_path: Path) -> None:
    text = '[[override]]\npages = "*"\n[override.rendering.behaviour]\nlogin_state = "logins/a.json"\n'
    found = settings_of(tmp_path, text)
    assert found.rendering_for("http://a/").behaviour.login_state == str(tmp_path / "logins/a.json")
    assert found.rendering.behaviour.login_state is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[override]\npages = '*'\n", r"write \[\[override\]\]"),
        ("[[override]]\nrendering.locale = 'fr'\n", "needs pages"),
        ("[[override]]\npage = '*'\n", "did you mean 'pages'"),
        ("[[override]]\npages = '*'\nrendering.local = 'fr'\n", "did you mean 'locale'"),
        ("[[override]]\npages = '*'\nrendering.limits.max_dom = 1\n", "has no key 'max_dom'"),
        ("[[override]]\npages = '*'\nrendering.viewport_width_px = 'wide'\n", "rendering.viewport_width_px"),
        ("[[override]]\npages = '*'\nrendering.behaviour.consent = 'yes'\n", "consent"),
        ("[[override]]\npages = '*'\nlearning.alerts = 3\n", "did you mean 'alerts_per_week'"),
        ("[[override]]\npages = '*'\nlearning.grid = 3\n", "only alerts_per_week"),
        ("[[override]]\npages = '*'\nrendering.browser_path = 'chromium'\n", "share one browser"),
        ("[[override]]\npages = '*'\nrendering.safety.sandbox = false\n", "share one browser"),
    ],
)
def test_a_mistake_in_an_override_is_refused_by_name(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        settings_of(tmp_path, text)


def test_a_page_can_have_an_alert_budget_of_its_own(tmp_path: Path) -> None:
    text = "[learning]\nalerts_per_week = 9\n[[override]]\npages = '*.org/*'\nlearning.alerts_per_week = 2\n"
    (tmp_path / "pagetide.toml").write_text(text)
    settings = load_settings(tmp_path)
    assert settings.learning_for("https://example.org/").alerts_per_week == 2
    assert settings.learning_for("https://example.com/").alerts_per_week == 9
    assert settings.learning_for("https://example.org/").grid == settings.learning.grid


STAFF = """
[[override]]
pages = "https://staff.example/*"
[override.rendering.access]
user = "archive"
password = "file:secrets/staff"
headers = ["X-Key: env:STAFF_KEY"]
"""


def test_what_lets_visits_in_is_of_the_pages_that_it_is_named_for(tmp_path: Path) -> None:
    found = settings_of(tmp_path, STAFF)
    assert (
        found.rendering_for("https://staff.example/list").access.password
        == f"file:{tmp_path / 'secrets/staff'}"
    )
    assert found.rendering_for("https://other.example/").access == AccessSettings()


def test_a_secret_that_is_missing_is_named_before_a_crawl_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets/staff").write_text("correct-horse-9-battery\n")
    (tmp_path / "secrets/staff").chmod(0o600)
    found = settings_of(tmp_path, STAFF)
    monkeypatch.delenv("STAFF_KEY", raising=False)
    with pytest.raises(AccessError, match="the environment variable STAFF_KEY is missing"):
        found.check_logins()
    monkeypatch.setenv("STAFF_KEY", "key-4711-AbCdEfGh")
    found.check_logins()


def test_a_password_written_into_the_settings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="a password is not written here"):
        settings_of(tmp_path, STAFF.replace("file:secrets/staff", "hunter2"))
