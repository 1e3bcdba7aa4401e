import re
import tomllib
from datetime import timedelta
from pathlib import Path

import pytest

from pagetide.commands.init import settings_template
from pagetide.errors import SettingsError
from pagetide.settings.collection_settings import FILE_NAME, SECTIONS, Settings, load_settings
from pagetide.settings.descriptions import describe, describe_override


def write(folder: Path, text: str) -> Path:
    (folder / FILE_NAME).write_text(text, encoding="utf-8")
    return folder


def test_defaults_hold_without_a_file(tmp_path: Path) -> None:
    assert load_settings(tmp_path, environment={}).crawl.floor == timedelta(hours=1)


def test_the_file_overrides_defaults(tmp_path: Path) -> None:
    settings = load_settings(write(tmp_path, '[crawl]\nfloor = "30min"\n'), environment={})
    assert settings.crawl.floor == timedelta(minutes=30)


def test_the_environment_overrides_the_file(tmp_path: Path) -> None:
    folder = write(tmp_path, "[dashboard]\nport = 1\n")
    assert load_settings(folder, environment={"PAGETIDE_DASHBOARD__PORT": "2"}).dashboard.port == 2


def test_the_command_line_overrides_everything(tmp_path: Path) -> None:
    settings = load_settings(
        write(tmp_path, "[dashboard]\nport = 1\n"),
        environment={"PAGETIDE_DASHBOARD__PORT": "2"},
        overrides={"dashboard": {"port": 3}},
    )
    assert settings.dashboard.port == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[crawl]\nconcurency = 3\n", "did you mean 'concurrency'"),
        ("[crwal]\nconcurrency = 3\n", "did you mean 'crawl'"),
        ('[crawl]\nconcurrency = "many"\n', "crawl.concurrency"),
        ("[crawl\n", "not valid TOML"),
        ("crawl = 3\n", "is a section"),
        ('[crawl]\nfloor = "soon"\n', "crawl"),
    ],
)
def test_a_mistake_is_refused_by_name(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        load_settings(write(tmp_path, text), environment={})


TABLE = '[[override]]\npages = "https://a.example/*"\n[override.crawl]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('every = "30min"\n', r"https://a.example/\* ?: its rule .* \[crawl\] floor allows 1:00:00"),
        ('every = "6h"\ncron = "0 7 * * *"\n', "not both: remove one"),
        ('every = "soon"\n', 'every = "soon" is no duration; write "30min"'),
        ("every = 6\n", r"not 6 s: .*a number alone is seconds"),
        ("weight = 0\n", r"crawl: weight must be a positive number, not 0.0\.$"),
        ('cron = "0 7 * * 1-5"\ntime_zone = "Europe/Berln"\n', "no time zone 'Europe/Berln'"),
        ('floor = "3h"\nceiling = "2h"\n', "ceiling .* is below its floor"),
        ("weight = -1\n", "weight must be a positive number"),
        ("weigth = 1\n", "did you mean 'weight'"),
        ('announced_by = ["feed.xml"]\n', "is none"),
    ],
)
def test_a_table_for_pages_that_cannot_be_meant_is_refused_with_its_pages_and_settings(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(SettingsError, match=message) as refused:
        load_settings(write(tmp_path, TABLE + text), environment={})
    assert "https://a.example/*" in str(refused.value)
    assert FILE_NAME in str(refused.value)


def test_of_tables_that_match_a_page_the_last_wins_and_a_rule_as_a_whole(tmp_path: Path) -> None:
    first = TABLE + 'cron = "0 7 * * 1-5"\ntime_zone = "Europe/Berlin"\nweight = 2\n'
    second = TABLE.replace("/*", "/b*") + 'every = "12h"\n'
    settings = load_settings(write(tmp_path, first + second), environment={})
    assert str(settings.rule_for("https://a.example/a")) == "0 7 * * 1-5 Europe/Berlin"
    assert str(settings.rule_for("https://a.example/b")) == "every 12 h"
    assert settings.crawl_for("https://a.example/b").weight == 2
    assert settings.rule_for("https://elsewhere.example/") is None


def test_days_are_written_as_d(tmp_path: Path) -> None:
    settings = load_settings(write(tmp_path, '[crawl]\nfloor = "1d"\nceiling = "14d"\n'), environment={})
    assert (settings.crawl.floor, settings.crawl.ceiling) == (timedelta(days=1), timedelta(days=14))


def test_the_error_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=FILE_NAME):
        load_settings(write(tmp_path, "[crawl]\nnonsense = 3\n"), environment={})


def test_every_setting_says_what_it_does() -> None:
    described = [*describe(), *describe_override()]
    assert [f"{section}.{key}" for section, key, _, meaning in described if not meaning] == []


@pytest.mark.parametrize("section", sorted(SECTIONS))
def test_a_section_has_at_most_sixteen_settings(section: str) -> None:
    assert len([row for row in describe() if row[0] == section]) <= 16


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("PAGETIDE_PORT", "PAGETIDE_DASHBOARD__PORT"),
        ("PAGETIDE_CRAWL_BUDGET_PER_H", "PAGETIDE_CRAWL__BUDGET_PER_H"),
        ("PAGETIDE_CRAWL__FLOR", "PAGETIDE_CRAWL__FLOOR"),
        ("PAGETIDE_COLECTION", "PAGETIDE_COLLECTION"),
        ("PAGETIDE_", "PAGETIDE_"),
    ],
)
def test_an_unknown_variable_is_named_with_the_nearest_known_one(
    tmp_path: Path, name: str, nearest: str
) -> None:
    with pytest.raises(SettingsError, match=rf"{name} is no setting; the nearest is {nearest}"):
        load_settings(tmp_path, environment={name: "1"})


def test_a_variable_of_other_programs_is_none_of_ours(tmp_path: Path) -> None:
    load_settings(tmp_path, environment={"PAGETIDE": "1", "PORT": "x", "PAGETIDE_DATA": "/data"})


def _settings_lines() -> list[int]:
    return [place for place, line in enumerate(settings_template().splitlines()) if _is_setting(line)]


def _is_setting(line: str) -> bool:
    return re.match(r"# \w+ = ", line) is not None


@pytest.mark.parametrize("place", _settings_lines())
def test_each_line_of_the_generated_file_says_the_default_that_holds_without_it(
    tmp_path: Path, place: int
) -> None:
    lines = settings_template().splitlines()
    lines[place] = lines[place].removeprefix("# ")
    assert load_settings(write(tmp_path, "\n".join(lines)), environment={}) == Settings()


def test_all_lines_of_the_generated_file_may_be_uncommented_together(tmp_path: Path) -> None:
    lines = [
        line.removeprefix("# ") if _is_setting(line) else line for line in settings_template().splitlines()
    ]
    text = "\n".join(lines)
    assert len(tomllib.loads(text)) == len([name for name in SECTIONS if "." not in name])
    assert load_settings(write(tmp_path, text), environment={}) == Settings()


def test_every_setting_stands_in_the_generated_file() -> None:
    assert len(_settings_lines()) == len(describe())


def test_a_settings_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("[dashboard]\nport = 1\n", encoding="utf-8-sig")
    assert load_settings(tmp_path, environment={}).dashboard.port == 1


def test_a_settings_file_that_is_a_folder_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(SettingsError, match="cannot be read: Is a directory"):
        load_settings(tmp_path, environment={})


@pytest.mark.parametrize(
    "text",
    [
        "[dashboard]\nport = 99999",
        "[dashboard]\nreplay_port = -1",
        "[learning]\ngrid = 0",
        "[crawl]\nhost_delay_s = -1",
        "[crawl]\nhost_delay_s = nan",
        "[rendering]\nload_timeout_s = inf",
        "[rendering.limits]\nmax_requests = -1",
        "[rendering.limits]\nmax_requests = 99999999999999999999",
        "[storage]\nmost_gb = nan",
        '[log]\nlevel = "loud"',
        '[log]\nformat = "xml"',
    ],
)
def test_a_number_or_word_that_nothing_can_be_done_with_is_refused_by_name(tmp_path: Path, text: str) -> None:
    key = text.partition("\n")[2].partition(" ")[0]
    with pytest.raises(SettingsError, match=key):
        load_settings(write(tmp_path, text), environment={})


def test_a_section_may_hold_another(tmp_path: Path) -> None:
    folder = write(tmp_path, "[rendering.limits]\nmax_requests = 7\n[rendering]\nviewport_width_px = 900\n")
    variables = {"PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS": "127.0.0.0/8, 10.0.0.0/8"}
    settings = load_settings(folder, environment=variables).rendering
    assert (settings.limits.max_requests, settings.viewport_width_px) == (7, 900)
    assert settings.safety.reachable_networks == ("127.0.0.0/8", "10.0.0.0/8")


def test_a_mistake_in_an_inner_section_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"\[rendering.limits\] has no key 'max_request', did you mean"):
        load_settings(write(tmp_path, "[rendering.limits]\nmax_request = 7\n"), environment={})


def test_a_section_may_stand_twice(tmp_path: Path) -> None:
    text = (
        '[crawl]\ncontact = "a@b.example"\n[[override]]\npages = ["a*",\n"b*"]\n[override.crawl]\nweight = 2\n'
        '[crawl]\nfloor = "2h"\n[[override]]\npages = "c*"\n[override.crawl]\nweight = 3\n'
    )
    settings = load_settings(write(tmp_path, text), environment={})
    assert (settings.crawl.contact, settings.crawl.floor) == ("a@b.example", timedelta(hours=2))
    assert [settings.crawl_for(url).weight for url in ("a1", "b1", "c1")] == [2, 2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "[crawl]\nconcurrency = 3\n[log]\n[crawl]\nconcurrency = 4\n",
        "[crawl]\nconcurrency = 3\nconcurrency = 3\n",
        '[crawl]\nconcurrency = 3\n[log]\n[crawl]\nuser_agent = "x\n',
    ],
)
def test_a_key_that_stands_twice_or_a_broken_line_is_refused_with_a_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingsError, match=r"not valid TOML: .* \(at line \d"):
        load_settings(write(tmp_path, text), environment={})


def test_a_value_of_several_lines_may_look_like_a_section(tmp_path: Path) -> None:
    text = '[dashboard]\nnames = [\n"a",\n"b"\n]\n[log]\n[dashboard]\nreplay_shared_with = """\n[log]\n"""\n'
    settings = load_settings(write(tmp_path, text), environment={})
    assert settings.dashboard.names == ("a", "b")
