from pathlib import Path

import pytest

from pagetide.errors import SettingsError
from pagetide.settings import FILE_NAME, Settings, load_settings

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
