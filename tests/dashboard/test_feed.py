"""Important changes as Atom."""

from pathlib import Path
from xml.etree import ElementTree

import httpx

from dashboard.feed import ATOM
from storage.actions.audit import Actor
from storage.actions.pages import tag
from storage.collection import Collection
from tests.dashboard.conftest import serving
from tests.storage.builders import START, add_page, capture, score


def _feed(client: httpx.Client) -> ElementTree.Element:
    answer = client.get("/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content)


def test_every_important_change_is_an_entry(client: httpx.Client, collection: Collection) -> None:
    entries = _feed(client).findall(f"{{{ATOM}}}entry")
    scores = [
        score for page in collection.repository.pages() for score in collection.repository.scores(page.id)
    ]
    assert len(entries) == sum(score.important is True for score in scores)


def test_entries_lead_to_their_comparison(client: httpx.Client) -> None:
    link = _feed(client).find(f"{{{ATOM}}}entry/{{{ATOM}}}link")
    assert link is not None
    assert client.get(link.attrib["href"]).status_code == 200


def test_every_part_has_what_atom_requires(client: httpx.Client) -> None:
    feed = _feed(client)
    for part in (feed, *feed.findall(f"{{{ATOM}}}entry")):
        for name in ("id", "title", "updated"):
            found = part.find(f"{{{ATOM}}}{name}")
            assert found is not None
            assert found.text
    identities = [entry.findtext(f"{{{ATOM}}}id") for entry in feed.findall(f"{{{ATOM}}}entry")]
    assert len(set(identities)) == len(identities)


def test_entries_are_the_same_under_every_name_of_the_dashboard(client: httpx.Client) -> None:
    texts = [client.get("/feed.atom", headers={"Host": host}).text for host in ("localhost", "127.0.0.1:1")]
    one, other = (
        [item.text for item in ElementTree.fromstring(text).iter(f"{{{ATOM}}}id")] for text in texts
    )
    assert one == other


def test_a_feed_without_changes_is_a_feed(empty_site: str) -> None:
    root = ElementTree.fromstring(httpx.get(f"{empty_site}/feed.atom").content)
    assert root.findall(f"{{{ATOM}}}entry") == []


def test_one_page_and_the_pages_of_a_tag_have_feeds_of_their_own(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        for name in ("first", "second"):
            page = add_page(collection, f"https://{name}.example/")
            pair = [collection.store(page, capture(hour, url=page.url, title=name)) for hour in range(2)]
            collection.record_score(score(*pair))
        tag(collection, Actor(by="ada", at=START), 2, add=["R&D"])
        with serving(collection, lambda: START) as address:
            feeds = [
                ElementTree.fromstring(httpx.get(f"{address}/feed.atom", params=asked, timeout=60).content)
                for asked in ({}, {"page": 1}, {"tag": "R&D"}, {"tag": "none"})
            ]
            assert httpx.get(f"{address}/feed.atom?page=9", timeout=60).status_code == 404
    titles = [
        [entry.findtext(f"{{{ATOM}}}title") for entry in feed.iter(f"{{{ATOM}}}entry")] for feed in feeds
    ]
    assert [[(title or "").partition(":")[0] for title in entries] for entries in titles] == [
        ["second", "first"],
        ["first"],
        ["second"],
        [],
    ]
    assert feeds[1].findtext(f"{{{ATOM}}}title") == "Important changes of first in news"
    assert len({feed.findtext(f"{{{ATOM}}}id") for feed in feeds}) == 4
    link = feeds[2].find(f"{{{ATOM}}}link")
    assert link is not None
    assert link.attrib["href"].endswith("/feed.atom?tag=R%26D")
