import pytest

from rendering.settings import RenderingSettings, is_refused


def test_without_allowed_hosts_every_host_may_be_asked() -> None:
    assert not is_refused(RenderingSettings(), "https://anywhere.example/")


@pytest.mark.parametrize("url", ["http://example.org/a", "https://example.org:8443/", "ws://example.org/s"])
def test_an_allowed_host_may_be_asked_on_any_port(url: str) -> None:
    assert not is_refused(RenderingSettings(allowed_hosts=("example.org",)), url)


def test_a_host_allowed_with_its_port_is_refused_on_another() -> None:
    settings = RenderingSettings(allowed_hosts=("example.org:8080",))
    assert not is_refused(settings, "http://example.org:8080/")
    assert is_refused(settings, "http://example.org/")


@pytest.mark.parametrize(
    "url", ["http://ads.example.org/", "http://example.org.evil.net/", "wss://other.net/"]
)
def test_other_hosts_are_refused(url: str) -> None:
    assert is_refused(RenderingSettings(allowed_hosts=("example.org",)), url)


@pytest.mark.parametrize("url", ["data:text/plain,hello", "blob:http://example.org/1", "about:blank"])
def test_what_asks_no_host_is_not_refused(url: str) -> None:
    assert not is_refused(RenderingSettings(allowed_hosts=()), url)
