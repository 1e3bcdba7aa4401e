"""The commands as a person types them: in this process, but for crawls.

A process runs one reactor once, so what may begin a crawl has a process of its own.
"""

import json
import shutil
from datetime import UTC, datetime, timedelta
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from filelock import FileLock
from typer.testing import CliRunner

from pagetide.cli import app
from pagetide.lock import LOCK_FILE
from pagetide.settings.collection_settings import FILE_NAME
from storage.collection import Collection
from storage.index.cdxj import INDEX, INDEXES
from storage.warc.writer import ARCHIVE
from tests.forked_process import run_command
from tests.pagetide.commands.running import pagetide
from tests.pagetide.synthetic import screenshot
from tests.storage.builders import fill


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "news"
    result = pagetide("init", folder)
    assert result.returncode == 0, result.stderr
    return folder


@pytest.fixture
def news(made: Path, tmp_path: Path) -> Path:
    """A new collection, copied."""
    return shutil.copytree(made, tmp_path / "news")


def test_init_makes_a_collection_with_its_settings_explained(news: Path) -> None:
    assert (news / "pagetide.db").exists()
    assert "# floor = " in (news / FILE_NAME).read_text(encoding="utf-8")


def test_init_refuses_a_folder_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    result = pagetide("init", tmp_path)
    assert result.returncode == 1
    assert str(tmp_path) in result.stderr.replace("\n", "")
    assert "Traceback" not in result.stderr


def test_added_pages_are_listed(news: Path) -> None:
    assert pagetide("add", "-c", news, "https://example.org/", "https://example.net/front").returncode == 0
    listed = json.loads(pagetide("status", "-c", news, "--json").stdout)
    assert [page["url"] for page in listed["pages"]] == ["https://example.org/", "https://example.net/front"]


def test_adding_a_page_twice_says_so_and_keeps_one(news: Path) -> None:
    pagetide("add", "-c", news, "https://example.org/")
    again = pagetide("add", "-c", news, "https://example.org/")
    assert again.returncode == 0
    assert "already" in again.stderr
    with Collection.open(news, read_only=True) as collection:
        assert len(collection.repository.pages()) == 1


@pytest.mark.parametrize(
    "url", ["example.org", "ftp://example.org/", "http://", "http://user:pw@example.org/"]
)
def test_an_invalid_url_is_refused_in_a_sentence(news: Path, url: str) -> None:
    result = pagetide("add", "-c", news, url)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "pagetide:" in result.stderr


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000/", "http://localhost/", "http://[::1]/", "http://10.1.2.3/"]
)
def test_adding_a_page_of_this_network_says_at_once_what_to_set(news: str, url: str) -> None:
    result = pagetide("add", "-c", news, url)
    assert "It will not be visited" in result.stderr
    assert "reachable_networks under [rendering.safety]" in result.stderr


def test_import_reads_lines_and_skips_comments(news: Path, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("# ours\nhttps://example.org/\n\nhttps://example.net/\n", encoding="utf-8")
    assert pagetide("import", "-c", news, seeds).returncode == 0
    assert len(json.loads(pagetide("status", "-c", news, "--json").stdout)["pages"]) == 2


def test_import_reads_weights_from_csv(news: Path, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.csv"
    seeds.write_text("Name,URL,Weight\nA,https://example.org/,3\n", encoding="utf-8")
    assert pagetide("import", "-c", news, seeds).returncode == 0
    with Collection.open(news, read_only=True) as collection:
        assert [page.weight for page in collection.repository.pages()] == [3.0]


def test_import_reads_standard_input_and_says_how_many_pages_there_are(news: Path) -> None:
    rows = b"url;weight\r\nhttps://example.org/;2\r\n;\r\nhttps://example.org/;\r\n"
    result = pagetide("import", "-c", news, "-", standard_input=rows)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("1 page from standard input")


def test_import_says_which_line_names_no_address(news: Path, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.csv"
    seeds.write_text("name;url\nA;https://example.org/\nB;\n", encoding="utf-8")
    result = pagetide("import", "-c", news, seeds)
    assert result.returncode == 0
    assert "line 3: no address" in result.stderr


@pytest.mark.parametrize("weight", ["nan", "inf", "-1", "0"])
def test_a_page_is_not_added_with_a_weight_that_is_none(news: Path, weight: str) -> None:
    result = pagetide("add", "-c", news, "https://example.org/", f"--weight={weight}")
    assert result.returncode == 1
    assert "pagetide: a weight is a number from 0.001" in result.stderr
    with Collection.open(news, read_only=True) as collection:
        assert collection.repository.pages() == []


def test_a_route_is_a_page_of_its_own_and_an_anchor_is_told_to_be_left_out(news: Path) -> None:
    result = pagetide("add", "-c", news, "https://example.org/app#/a", "https://example.org/app#top")
    assert "#top marks a place on https://example.org/app" in result.stderr
    assert "#/a" not in result.stderr
    with Collection.open(news, read_only=True) as collection:
        urls = [page.url for page in collection.repository.pages()]
    assert urls == ["https://example.org/app#/a", "https://example.org/app"]


def test_import_names_the_line_whose_anchor_it_leaves_out(news: Path, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("https://example.org/#!a\nhttps://example.org/#b\n", encoding="utf-8")
    result = pagetide("import", "-c", news, seeds)
    assert f"{seeds}, line 2: #b marks a place on https://example.org/" in " ".join(result.stderr.split())
    assert "line 1" not in result.stderr


def test_import_adds_nothing_when_a_line_is_wrong(news: Path, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("https://example.org/\nnot a url\n", encoding="utf-8")
    result = pagetide("import", "-c", news, seeds)
    assert result.returncode == 1
    assert "line 2" in result.stderr
    with Collection.open(news, read_only=True) as collection:
        assert collection.repository.pages() == []


def test_a_typo_in_the_settings_is_wrong_usage_and_names_the_key(news: Path) -> None:
    (news / FILE_NAME).write_text("[crawl]\nbuget_per_h = 2\n", encoding="utf-8")
    result = pagetide("crawl", "-c", news, "--once")
    assert result.returncode == 2
    assert "did you mean 'budget_per_h'" in result.stderr


def test_a_missing_collection_says_how_to_make_one(tmp_path: Path) -> None:
    result = pagetide("status", "-c", tmp_path / "nowhere")
    assert result.returncode == 1
    assert "pagetide init" in result.stderr


def test_crawling_without_pages_says_what_to_do(news: Path) -> None:
    result = pagetide("crawl", "-c", news, "--once")
    assert result.returncode == 1
    assert "pagetide add" in result.stderr


def test_a_collection_at_its_limit_begins_no_visit_and_says_so(news: Path) -> None:
    with Collection.open(news) as collection:
        fill(collection, hours=1)
    (news / FILE_NAME).write_text("[storage]\nmost_gb = 0.000001\n", encoding="utf-8")
    crawled = run_command("crawl", "-c", news, "--once", "--all")
    assert crawled.returncode == 1
    assert "storage.most_gb" in crawled.stderr
    assert "No visit begins" in pagetide("status", "-c", news).stdout
    space = json.loads(pagetide("status", "-c", news, "--json").stdout)["space"]
    assert space["taken_bytes"] >= space["most_bytes"] == 1000
    assert "storage.most_gb" in space["obstacle"]


def test_an_unknown_option_is_wrong_usage() -> None:
    assert pagetide("status", "--nonsense").returncode == 2


def test_a_new_collection_verifies(news: Path) -> None:
    result = pagetide("verify", "-c", news, "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["faults"] == []


def test_version_names_the_parts() -> None:
    said = pagetide("--version")
    assert "scrapy 2.19" in said.stdout
    assert "torch" not in said.stdout


def test_a_part_that_is_not_installed_is_no_reason_not_to_name_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def only_ours(name: str) -> str:
        if name != "pagetide":
            raise PackageNotFoundError(name)
        return "0.1.0"

    monkeypatch.setattr("pagetide.cli.version", only_ours)
    said = CliRunner().invoke(app, ["--version"])
    assert said.output.startswith("pagetide 0.1.0, scrapy (not installed)")


def test_two_images_are_scored(tmp_path: Path) -> None:
    for name, advert in (("a.png", 1), ("b.png", 2)):
        (tmp_path / name).write_bytes(screenshot(1, advert))
    result = pagetide("score", tmp_path / "a.png", tmp_path / "b.png", "--json")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["distance"] > 0
    assert len(found["regions"]) == 10
    assert sum(found["regions"][0]) < 1e-3 * found["distance"]  # nothing changed in the top row


def test_scoring_what_does_not_exist_is_an_error_in_words(tmp_path: Path) -> None:
    result = pagetide("score", tmp_path / "a.png", tmp_path / "b.png")
    assert result.returncode == 1
    assert "two image files" in result.stderr


def test_a_page_that_robots_txt_forbids_is_not_called_failing(news: Path) -> None:
    at = datetime(2026, 1, 2, tzinfo=UTC)
    with Collection.open(news) as collection:
        repository = collection.repository
        repository.add_page("https://example.org/", at=at, due_at=at)
        (lease,) = repository.lease_due(at, limit=1, lease_for=timedelta(minutes=1))
        repository.finish_visit(
            lease,
            visited_at=at,
            failed=True,
            due_at=at + timedelta(hours=2),
            due_reason="robots.txt of example.org does not allow Pagetide to visit this page",
            host_next_ok_at=at,
            plan={"decided_by": "robots"},
        )
    state = json.loads(pagetide("status", "-c", news, "--json").stdout)["pages"][0]["state"]
    assert state == "forbidden by robots.txt, which was asked once"


def test_a_quarantined_page_is_listed_as_such_and_released(news: Path) -> None:
    url, at = "https://example.org/", datetime(2026, 1, 2, tzinfo=UTC)
    with Collection.open(news) as collection:
        repository = collection.repository
        repository.add_page(url, at=at, due_at=at)
        (lease,) = repository.lease_due(at, limit=1, lease_for=timedelta(minutes=1))
        repository.finish_visit(
            lease,
            visited_at=at,
            failed=True,
            due_at=at + timedelta(days=14),
            due_reason="quarantined",
            host_next_ok_at=at,
            quarantined=True,
        )
    state = json.loads(pagetide("status", "-c", news, "--json").stdout)["pages"][0]["state"]
    assert state == "quarantined since 2026-01-02 (1 failure in a row)"
    released = pagetide("release", "-c", news, url)
    assert released.returncode == 0, released.stderr
    assert "due now" in released.stdout
    assert json.loads(pagetide("status", "-c", news, "--json").stdout)["pages"][0]["state"] == "learning"


def test_a_login_made_elsewhere_is_kept_for_its_owner_only(news: Path, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"cookies": [{"name": "session", "value": "s3cret"}], "origins": []}))
    result = pagetide("login", "https://example.org/start", "-c", news, "--import", state)
    assert result.returncode == 0, result.stderr
    kept = news / "logins" / "example.org.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert 'login_state = "logins/example.org.json"' in result.stdout
    assert 'pages = "https://example.org/*"' in result.stdout
    assert "s3cret" not in result.stdout + result.stderr


def test_a_login_by_hand_needs_a_display(news: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    result = pagetide("login", "https://example.org/", "-c", news)
    assert result.returncode == 1
    assert "--import FILE" in result.stderr


def test_a_crawl_with_a_login_that_others_can_read_does_not_start(news: Path) -> None:
    (news / "login.json").write_text('{"cookies": [], "origins": []}')
    (news / "login.json").chmod(0o644)
    text = '[[override]]\npages = "*"\n[override.rendering.behaviour]\nlogin_state = "login.json"\n'
    (news / FILE_NAME).write_text(text, encoding="utf-8")
    pagetide("add", "-c", news, "http://127.0.0.1:9/")
    result = run_command("crawl", "-c", news, "--once")
    assert result.returncode == 1
    assert "chmod 600" in result.stderr


def test_index_keeps_the_lines_of_closed_files(news: Path) -> None:
    with Collection.open(news) as collection:
        fill(collection, hours=1)
    assert pagetide("index", "-c", news).returncode == 0
    kept = [path for path in (news / INDEXES).glob("*.cdxj") if path.name != INDEX]
    assert [path.name for path in kept] == [
        path.name.replace(".warc.gz", ".cdxj") for path in (news / ARCHIVE).iterdir()
    ]


def test_index_works_beside_another_process_and_keeps_nothing_then(news: Path) -> None:
    with Collection.open(news) as collection:
        fill(collection, hours=1)
    with FileLock(news / LOCK_FILE):
        assert pagetide("index", "-c", news).returncode == 0
    assert [path.name for path in (news / INDEXES).glob("*.cdxj")] == [INDEX]
    assert (news / INDEXES / INDEX).stat().st_size > 0


def test_index_makes_no_collection(tmp_path: Path) -> None:
    result = pagetide("index", "-c", tmp_path / "none")
    assert result.returncode == 1
    assert "holds no collection" in result.stderr.replace("\n", " ")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("where", ["missing/why.png", ".", "text.txt/why.png"])
def test_a_picture_that_cannot_be_written_is_named_in_a_sentence(tmp_path: Path, where: str) -> None:
    (tmp_path / "text.txt").write_text("a file", encoding="utf-8")
    for name, advert in (("a.png", 1), ("b.png", 2)):
        (tmp_path / name).write_bytes(screenshot(1, advert))
    target = tmp_path / where
    result = pagetide("score", tmp_path / "a.png", tmp_path / "b.png", "--overlay", target)
    assert result.returncode == 1
    assert result.stderr.startswith("pagetide: ")
    assert str(target) in result.stderr.replace("\n", "")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["dashboard", "--port", "99999"], 2, "65535"),
        (["dashboard", "--port", "-1"], 2, "--port"),
        (
            ["dashboard", "--port", "0", "--host", "nowhere.invalid", "--no-accounts"],
            1,
            "is no address of this machine",
        ),
        (["demo", "--port", "99999"], 2, "65535"),
        (["demo", "--days", "9" * 12], 2, "366"),
        (["compare", "1" * 5000], 1, "is not watched here"),
        (["score", "9" * 30, "1"], 1, "pagetide: "),
        (["status", "--limit", "9" * 30], 1, "pagetide: "),
        (["schedule", "--budget-factor", "nan"], 2, "--budget-factor"),
        (["schedule", "--budget-factor", "-1"], 2, "--budget-factor"),
        (["login", "http://["], 1, "pagetide: "),
        (["import", "missing.txt"], 1, "missing.txt cannot be read: No such file or directory"),
        (["import", "."], 1, "cannot be read: Is a directory"),
    ],
)
def test_what_cannot_be_meant_is_said_without_a_traceback(
    news: Path, arguments: list[str], code: int, said: str
) -> None:
    result = pagetide(*arguments, *([] if arguments[0] == "demo" else ["-c", news]))
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    assert said in result.stderr
