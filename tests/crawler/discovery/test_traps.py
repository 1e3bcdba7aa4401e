import pytest

from crawler.discovery.traps import TrapGuard, TrapLimits, without_session

SITE = "https://example.org"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/a/b/c/d", None),
        ("/2026/11/21/the-river-rises", None),
        ("/search?q=flood&page=2", None),
        ("/calendar/2026/11", None),
        ("/news/news/news", None),
        ("/" + "x" * 2000, "address too long"),
        ("/" + "/".join("abcdefghijklmnop"), "folders too deep"),
        ("/a/x/a/y/a/z/a", "repeated segments"),
        ("/a/b/a/b", "repeated segments"),
        ("/?" + "&".join(f"k{n}=1" for n in range(9)), "too many query parameters"),
        ("/calendar/2087/01", "calendar beyond any date"),
        ("/events?date=1871-05-01", "calendar beyond any date"),
    ],
)
def test_an_address_is_told_from_a_trap_by_its_looks(path: str, reason: str | None) -> None:
    assert TrapGuard(TrapLimits()).refusal(SITE + path) == reason


def _reasons(guard: TrapGuard, urls: list[str]) -> list[str | None]:
    return [guard.refusal(url) for url in urls]


def test_a_calendar_ends_where_its_pages_are_more_than_anyone_wrote() -> None:
    guard = TrapGuard(TrapLimits(dates_per_shape=24))
    urls = [f"{SITE}/calendar/{year}/{month:02}" for year in (2024, 2025, 2026) for month in range(1, 13)]
    assert _reasons(guard, urls) == [None] * 24 + ["calendar"] * 12


def test_articles_of_many_days_are_no_calendar() -> None:
    guard = TrapGuard(TrapLimits(dates_per_shape=5))
    urls = [f"{SITE}/2026/11/{day:02}/story-{'abcdefghij'[day]}" for day in range(1, 10)]
    assert _reasons(guard, urls) == [None] * 9


def test_a_table_sorted_in_every_way_ends() -> None:
    guard = TrapGuard(TrapLimits(queries_per_path=3))
    urls = [f"{SITE}/table?sort={column}" for column in "abcd"]
    assert _reasons(guard, [*urls, urls[0], SITE + "/other?sort=a"]) == [
        None, None, None, "too many queries of one path", None, None
    ]  # fmt: skip


def test_a_host_has_a_limit_of_its_own() -> None:
    guard = TrapGuard(TrapLimits(pages_per_host=2))
    assert _reasons(guard, [f"{SITE}/{n}" for n in range(3)])[2] == "too many pages of one host"
    assert guard.refusal("https://other.example/") is None


@pytest.mark.parametrize(
    ("url", "bare"),
    [
        ("/a;jsessionid=0A1B2C?x=1", "/a?x=1"),
        ("/a?PHPSESSID=0a1b&x=1", "/a?x=1"),
        ("/a?sid=77", "/a"),
        ("/(S(lit3py55t21z5v55vlm25s55))/orders", "/orders"),
        ("/a?utm_source=mail&id=4&fbclid=x", "/a?id=4"),
        ("/a?b=2&a=1", "/a?b=2&a=1"),
        ("/inside?sidebar=left", "/inside?sidebar=left"),
    ],
)
def test_sessions_and_advertisers_marks_are_taken_out(url: str, bare: str) -> None:
    assert without_session(SITE + url) == SITE + bare
