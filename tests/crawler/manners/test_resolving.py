"""What Scrapy fetches by itself is refused where the browser would be: real crawls of a site on this machine."""

from pathlib import Path

import pytest

from tests.crawler.crawling import crawled
from tests.crawler.site import Site


@pytest.mark.browser
def test_robots_txt_is_not_fetched_from_an_address_that_may_not_be_reached(
    tmp_path: Path, site: Site
) -> None:
    port = site.server_address[1]
    urls = [f"http://{host}:{port}/" for host in ("127.0.0.1", "localhost")]
    result = crawled(tmp_path / "c", urls, safety={"reachable_networks": []})
    assert len(result.captures) == 2
    for capture in result.captures:
        (message,) = capture["messages"]
        assert capture["codes"] == ["address"]
        assert message.startswith("refused: ")
        assert "a loopback address; add it to reachable_networks under [rendering.safety]" in message
    assert site.asked == []


@pytest.mark.browser
def test_robots_txt_is_not_followed_to_such_an_address(tmp_path: Path, site: Site) -> None:
    site.robots, site.robots_status = b"x", 302
    site.robots_moved_to = f"http://127.0.0.2:{site.server_address[1]}/rules.txt"
    result = crawled(tmp_path / "c", [site.url("/")], safety={"reachable_networks": ["127.0.0.1"]})
    (capture,) = result.captures
    assert capture["codes"] == ["address"]
    assert site.asked == ["/robots.txt"]


@pytest.mark.browser
def test_a_page_that_redirects_to_such_an_address_is_a_failed_visit(tmp_path: Path, site: Site) -> None:
    site.landing = f"http://127.0.0.2:{site.server_address[1]}/landed"
    result = crawled(tmp_path / "c", [site.url("/redirect")], safety={"reachable_networks": ["127.0.0.1"]})
    (capture,) = result.captures
    assert capture["codes"] == ["address"]
    assert "/landed" not in site.asked
