"""Front pages in other languages: Russian with news in three columns, Japanese with short lines and no spaces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from types import MappingProxyType
from typing import ClassVar

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import HourNews, Item, Rhythm
from benchmarks.sites.page import Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.stories import Desk, Story

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class LocalDesk(Desk):
    """A desk with words of its own language."""

    words: Mapping[str, tuple[str, ...]]

    def write(self, chance: Chance, key: str, published_at: datetime, *, revision: int = 0) -> Story:
        """The story of this key; a later revision has the same subject under a new headline."""
        source = chance.child("story", key)
        section = source.pick(tuple(self.headlines), "section")
        templates = self.headlines[section]
        template = templates[(source.below(len(templates), "template") + revision) % len(templates)]
        return Story(
            key=key,
            section=section,
            headline=self._filled(template, source),
            standfirst=self._filled(source.pick(self.paragraphs, "standfirst"), source),
            byline=source.pick(self.words["Who"], "byline"),
            published_at=published_at,
            picture=f"politics-{key}",
        )

    def _filled(self, template: str, source: Chance) -> str:
        words = _SLOT.sub(lambda found: source.pick(self.words[found[1]], found[1]), template)
        return words[:1].upper() + words[1:]


_RUSSIAN = LocalDesk(
    MappingProxyType({
        "Политика": (
            "{Who} предложил отложить {what} до {when}", "Совет {where} поддержал {what}",
            "{Who} раскритиковал {what} и подал в отставку", "В {where} начались переговоры: {what}",
            "Депутаты {where} не договорились про {what}",
        ),
        "Город": (
            "Мост в {where} закрыли: {why}", "В {where} открыли больницу на {count} мест",
            "Трамваи вернутся в {where} к {when}", "{count} домов в {where} остались без воды, {why}",
            "Пожар в {where}: эвакуировано {count} человек",
        ),
        "Спорт": (
            "«{team}» обыграл «{team2}» в {where}", "«{team}» уволил тренера: {why}",
            "{Who} пропустит сезон, {why}", "«{team2}» вышел в финал, {count} болельщиков на стадионе",
        ),
    }),
    (
        "{Who} сообщил, что {what} обсудят до {when}. В {where} ждут {count} участников.",
        "По словам очевидцев, {why}. Власти {where} обещают ответ к {when}.",
        "Решение касается {count} жителей. {Who} назвал причину: {why}.",
    ),
    MappingProxyType({
        "Who": ("Анна Ветрова", "Пётр Лесной", "министр Громов", "Игорь Садовский", "Мария Полякова", "мэр Озеров",
                "Лев Дорохов", "Вера Зимина", "Олег Крутов", "Нина Белая"),
        "what": ("бюджет на дороги", "закон о лесах", "реформу школ", "налог на мусор", "новую линию метро",
                 "запрет парковки", "план застройки", "цены на тепло", "договор о рыбе", "выборы совета"),
        "where": ("Заречье", "Новогорске", "Старом порту", "Верхнем селе", "Приозёрске", "Каменке", "Лесном",
                  "Дальнем"),
        "when": ("понедельнику", "осени", "концу месяца", "лету", "пятнице", "новому году"),
        "why": ("нашли трещину в опоре", "не хватило денег", "помешала погода", "нарушены правила",
                "ошиблись в расчётах", "прорвало трубу", "закончился контракт"),
        "count": ("120", "340", "48", "2 300", "15", "760", "5 100"),
        "team": ("Маяк", "Сокол", "Торпеда", "Север", "Вымпел", "Искра"),
        "team2": ("Буревестник", "Гранит", "Якорь", "Компас", "Заря"),
    }),
)  # fmt: skip

_JAPANESE = LocalDesk(
    MappingProxyType({
        "国内": (
            "{place}で{event} {count}人が避難", "{who}氏、{issue}の見直しを表明", "{place}の{issue} 議会が可決",
            "{who}氏が辞任へ {issue}めぐり", "{place}で{issue}の説明会",
        ),
        "経済": ("{firm}が{place}に新工場", "{firm} {count}人を採用へ", "{firm}と{firm2}が提携",
                 "{issue}で{firm}株が急落"),
        "スポーツ": ("{team}が{team2}に勝利", "{who}選手が{event}で欠場", "{team}の{who}監督が退任",
                   "{team2}、決勝進出"),
    }),
    (
        "{who}氏は{place}で会見し、{issue}について説明した。関係者は{count}人にのぼる。",
        "{place}では{event}の影響が続いている。{issue}の議論も始まった。",
        "{firm}によると、対象は{count}件。{who}氏は「{issue}を急ぐ」と話した。",
    ),
    MappingProxyType({
        "who": ("佐藤", "鈴木", "高橋", "田中", "渡辺", "伊藤", "山本", "中村", "小林", "加藤", "吉田", "山田"),
        "Who": ("佐藤記者", "鈴木記者", "高橋記者", "田中記者", "渡辺記者", "伊藤記者"),
        "place": ("北浜市", "青森港", "川越町", "南島", "大石市", "白山村", "東湾", "松原市", "長瀬"),
        "event": ("大雨", "停電", "火災", "地震", "断水", "強風", "けが"),
        "issue": ("水道料金", "図書館移転", "防災計画", "学校統合", "鉄道延伸", "ごみ処理", "観光税", "漁業権"),
        "firm": ("東洋造船", "日和電機", "海鳥航空", "みどり製薬", "大橋鉄鋼", "山手食品"),
        "firm2": ("北斗銀行", "青葉通信", "白川運輸", "西浜商事"),
        "team": ("北浜ライオンズ", "港ファイターズ", "川越タイガース", "南島ドルフィンズ"),
        "team2": ("大石イーグルス", "白山ベアーズ", "東湾シャークス"),
        "count": ("120", "34", "480", "2300", "15", "760"),
    }),
)  # fmt: skip

_WEEKDAYS = ("понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье")
_JAPANESE_DAYS = "月火水木金土日"


class Vestnik(GeneratedSite):
    """A Russian portal: news in three columns, each with readers counted and hours told; rates and talk around."""

    slug = "vestnik"
    hard = "Cyrillic; news in three columns, counts and ages within them"
    look = Look(heading=SANS, accent="#1a4f9c", lead_px=28, top_px=17)
    rhythm = Rhythm(lead=0.1, top=0.14, rewrite=0.03, picture=0.02)
    desk = _RUSSIAN
    tops = 7

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        said = f"{_WEEKDAYS[hour.at.weekday()]}, {hour.at:%d.%m.%Y %H:%M}. {self._rates(h)}"
        return (
            row(panels.masthead("Вестник", 1000, said, height=60)),
            row(
                [self._column(hour, hour.tops[:4], 270, "Коротко"), self._talk(h, 270)],
                [panels.lead(self.flow, hour, 450, "over", picture_px=230)],
                [
                    panels.advert(self.advert("side", hour, 256, 240), "side-advert", 280),
                    self._column(hour, hour.tops[4:], 280, "Ещё новости"),
                ],
            ),
            row(panels.recommended(self.chance, h, 1000, 4, "Читайте также")),
            row(panels.more(self.flow, hour, 1000, "Архив")),
        )

    def _rates(self, hour: int) -> str:
        dollar = 78 + self.chance.below(300, "dollar", hour) / 100
        return f"Доллар {dollar:.2f}, {self.chance.pick(('ясно', 'дождь', 'снег', 'туман'), 'sky', hour)}"

    def _column(self, hour: HourNews, items: Sequence[Item], width: int, heading: str) -> Panel:
        lines = ""
        for item in items:
            story = self.flow.story(item)
            read = 100 + self.chance.below(90_000, "read", item.number, hour.hour)
            lines += (
                f"<li><h2>{panels.story_link(story, story.headline)}</h2>"
                f'<p class="small">{read:,} просмотров, {self.chance.between(1, 59, "age", item.number, hour.hour)}'
                " минут назад</p></li>"
            )
        return panels.plain("column", width, f"<h4>{heading}</h4><ul>{lines}</ul>", is_news=True)

    def _talk(self, hour: int, width: int) -> Panel:
        items = ""
        for seat in range(4):
            voice = _RUSSIAN.write(self.chance.child("voices"), f"{hour}-{seat}", datetime.min)
            items += f'<li><p>{escape(voice.standfirst)}</p><p class="small">{voice.byline}</p></li>'
        return panels.plain("talk", width, f"<h4>Мнения читателей</h4><ul>{items}</ul>")


class Minato(GeneratedSite):
    """A Japanese portal: eight topics of a dozen signs each, comments counted behind them, no spaces anywhere."""

    slug = "minato"
    hard = "Japanese without spaces, news in lines of a dozen signs"
    look = Look(heading=SANS, accent="#b3261e", lead_px=26, top_px=16)
    rhythm = Rhythm(lead=0.1, top=0.18, rewrite=0.03, picture=0.02, night=0.25)
    desk = _JAPANESE
    tops = 8
    name: ClassVar[str] = "みなと新聞"

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        at = hour.at + timedelta(hours=9)
        said = f"{at.month}月{at.day}日({_JAPANESE_DAYS[at.weekday()]}) {at:%H:%M}更新"
        return (
            row(panels.masthead(self.name, 1000, said, height=54)),
            row(
                [self._topics(hour, 360)],
                [panels.lead(self.flow, hour, 400, "under", picture_px=220)],
                [
                    panels.advert(self.advert("right", hour, 220, 300), "right-advert", 240),
                    self._ranking(h, 240),
                ],
            ),
            row(self._voices(h, 500), panels.more(self.flow, hour, 500, "もっと見る")),
        )

    def _topics(self, hour: HourNews, width: int) -> Panel:
        lines = ""
        for item in hour.tops:
            story = self.flow.story(item)
            count = self.chance.below(3000, "said", item.number, hour.hour)
            lines += (
                f"<li><h2>{panels.story_link(story, story.headline)}"
                f' <span class="small">{count}件</span></h2></li>'
            )
        return panels.plain("topics", width, f"<h4>主要ニュース</h4><ul>{lines}</ul>", is_news=True)

    def _ranking(self, hour: int, width: int) -> Panel:
        lines = ""
        for place in range(5):
            story = _JAPANESE.write(
                self.chance.child("old"), f"{self.chance.below(900, 'old', hour, place)}", datetime.min
            )
            lines += f'<li><h3><b class="n">{place + 1}</b>{escape(story.headline)}</h3></li>'
        return panels.plain("ranking", width, f"<h4>アクセスランキング</h4><ol>{lines}</ol>")

    def _voices(self, hour: int, width: int) -> Panel:
        lines = ""
        for seat in range(4):
            story = _JAPANESE.write(self.chance.child("voices"), f"{hour}-{seat}", datetime.min)
            ago = self.chance.between(1, 59, "ago", hour, seat)
            lines += f'<li><p>{escape(story.standfirst)}</p><p class="small">{ago}分前</p></li>'
        return panels.plain("voices", width, f"<h4>コメント</h4><ul>{lines}</ul>")


LANGUAGES = (Vestnik, Minato)
