"""A Basque theatre's season with its posters, the rules of a Brazilian platform for what its users write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.redrawn import drawing
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.site import Resource

_WORKS = ("Itsasoaren azken gutuna", "Hiru ahizpa", "Basoko kantua", "Gau ilunaren leihoa", "Etxe hutsa",
          "Errautsen dantza", "Bakardadearen azoka", "Zubia", "Harri eta Herri", "Amets bat udan", "Otsoak",
          "Lapurren opera", "Izarren hautsa")  # fmt: skip
_COMPANIES = ("Tartean Taldea", "Kukubel Dantza", "Arriaga Gazte", "Udal Orkestra", "Hika Antzerkia", "Zurrumurru",
              "Ganbara Abesbatza", "Mugi Zirkua", "Borobil Ekoizpenak", "Itzal Txotxongiloak",
              "Laboa Hirukotea")  # fmt: skip
_NOTES = ("Sarrerak salgai {when}", "Sarrerak agortuta, itxaron-zerrenda {when}", "Emanaldi gehigarria: {when}",
          "Bertan behera, dirua itzuliko da {when}", "Atzeratuta: {when}", "Aretoz aldatuta, {when}",
          "Zuzendariarekin solasaldia {when}", "Azken eserlekuak {when}",
          "Ordezkapena antzezle taldean {when}")  # fmt: skip
_WHENS = ("maiatzaren 16an, 20:00etan", "ekainaren 2an, 19:30ean", "ostegunetik aurrera", "ekainaren 12an, 18:00etan",
          "maiatzaren 29an, 21:00etan", "leihatilan bakarrik", "ekainaren 20an, 12:00etan", "asteartetik aurrera",
          "uztailaren 3an, 20:30ean", "ekainaren 7an, 17:00etan")  # fmt: skip
_STAGE = ("Agertoki atzean", "Jantzitegia martxan", "Argien proba", "Entsegu irekia", "Gure taldea",
          "Antzokiaren 120 urte",
          "Bisita gidatua", "Ikasleak oholtzan")  # fmt: skip
_SAID = ("«Hunkigarria»", "«Ez galdu»", "«Barrez lehertu ginen»", "«Itzuliko gara»", "«Zoragarria benetan»",
         "«Hasieratik amaierara»", "«Familia osoarentzat»")  # fmt: skip
_WHO = ("Nerea, Gasteiz", "Iker eta Maialen", "Joseba", "Ane, Zarautz", "Itziar", "Beñat, Tolosa", "Amaia")
_INKS = ("#14213d", "#7d1128", "#0b3d2e", "#3c1642", "#1b1b1e", "#5f0f40", "#003049")
_WASHES = ("#fca311", "#f2e8cf", "#e0afa0", "#a7c957", "#83c5be", "#ffd6ff", "#f28482", "#e9c46a")
_OLD = 14  # posters of past seasons


@dataclass(frozen=True)
class Show:
    """A production: which, how often its poster was made anew, and which note stands at it."""

    number: int
    note: int
    take: int = 0

    @property
    def poster(self) -> str:
        """Address of its poster."""
        return f"/kartela/show-{self.number}-{self.take}.svg"


class Antzokia(GeneratedSite):
    """A theatre: six productions with poster and note; a stage photograph of any height above, old posters below."""

    slug = "antzokia"
    hard = "a poster made anew under its title or a note beside the old poster; old posters of the same hand each hour"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fbfaf8", ink="#211a1d", muted="#857a7d", line="#e3dcd8", accent="#9a031e",
        lead_px=30, top_px=18, card="#f1ece6",
        extra=(
            ".hero{padding:0;background:#211a1d}.hero h1{color:#fff;padding:10px 24px;margin:0}"
            ".show{border-bottom:1px solid #e3dcd8}.show .note{font-weight:bold;color:#9a031e;margin-bottom:4px}"
            ".menu{background:#9a031e;color:#fff}.menu span{margin-right:30px}.voices{background:#f1ece6}"
            ".letter{background:#fff;border:4px solid #9a031e}.old{background:#211a1d}.old h4{color:#fca311}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(9, 20), off=(0,), then=0.3, night=0.05)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shows = [Show(number, number) for number in range(6)]
        notes = len(shows)
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.34 * self.duty.at(at), "edited", hour):
                shows, notes = self._edited(shows, notes, hour), notes + 1
            words = tuple(part for item in shows for part in (self._title(item), self._note(item)))
            posters = tuple(item.poster for item in shows)
            over = (self._letter(),) if self.chance.happens(0.16, "letter", hour) else ()
            yield PageState(rows=tuple(self._page(shows, hour, at)), news=(*words, *posters), overlays=over)

    def _edited(self, old: list[Show], note: int, hour: int) -> list[Show]:
        """The first has had its day and another is announced, a poster is made anew, or a note is another."""
        what = self.chance.number("what", hour)
        if what < 0.2:
            return [*old[1:], Show(old[-1].number + 1, note)]
        place = self.chance.below(len(old), "place", hour)
        item = old[place]
        item = replace(item, take=item.take + 1) if what < 0.58 else replace(item, note=note)
        return [*old[:place], item, *old[place + 1 :]]

    def _title(self, item: Show) -> str:
        work, company = told(self.chance.child("told"), (_WORKS, _COMPANIES), item.number)
        return f"{work} · {company}"

    def _note(self, item: Show) -> str:
        note, when = told(self.chance.child("note"), (_NOTES, _WHENS), item.note)
        return f"{note.format(when=when)} ({700 + item.note}. oharra)"

    def _page(self, shows: Sequence[Show], hour: int, at: datetime) -> list[Row]:
        note = f"{at:%Y/%m/%d %H:%M} · leihatila 10:00–20:00"
        menu = "".join(
            f"<span>{name}</span>"
            for name in ("Egitaraua", "Sarrerak", "Bonoak", "Eskolak", "Antzokia", "Kontaktua")
        )
        height = self.chance.pick((90, 160, 240), "advert", hour // 3)
        return [
            row(panels.masthead("Zubiondo Antzokia", 1000, note, height=62), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(self._hero(hour)),
            row(
                [self._show(item, hour, 360) for item in shows[:3]],
                [self._show(item, hour, 360) for item in shows[3:]],
                [
                    panels.advert(self.adverts.advert("side", 60 * hour, 256, height), "side-advert", 280),
                    self._voices(hour, 280),
                ],
                tag="main",
            ),
            row(self._past(hour)),
            row(panels.plain("foot", 1000, '<p class="small">Gardentasuna · Kontratazioa · Cookieak</p>')),
        ]

    def _hero(self, hour: int) -> Panel:
        number = self.chance.below(len(_STAGE), "hero", hour)
        height = self.chance.pick((250, 320, 400), "hero tall", hour // 4)
        picture = panels.image(f"culture-stage-{number}", 1000, height)
        return panels.plain("hero", 1000, f"{picture}<h1>{_STAGE[number]}</h1>")

    def _show(self, item: Show, hour: int, width: int) -> Panel:
        left = self.chance.between(0, 340, "left", item.number, hour)
        html = (
            f'<div class="side"><img src="{item.poster}" width="130" height="186" alt=""><div>'
            f'<h2><a href="{ORIGIN}/emanaldia/{item.number}">{self._title(item)}</a></h2>'
            f'<p class="note">{self._note(item)}</p><p class="small">{left} eserleku libre</p></div></div>'
        )
        return panels.plain("show", width, html, is_news=True)

    def _voices(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("voices", hour)
        lines = "".join(
            f'<li><h3>{draw.pick(_SAID, "said", seat)}</h3><p class="small">{draw.pick(_WHO, "who", seat)}</p></li>'
            for seat in range(draw.between(2, 5, "many"))
        )
        return panels.plain("voices", width, f"<h4>Ikusleek diote</h4><ul>{lines}</ul>")

    def _past(self, hour: int) -> Panel:
        """Posters of past seasons, others at each visit."""
        order = self.chance.shuffled(range(_OLD), "past", hour)[:6]
        cards = "".join(
            f'<div><img src="/kartela/old-{number}-0.svg" width="149" height="213" alt=""></div>'
            for number in order
        )
        return panels.plain("old", 1000, f'<h4>Artxiboa</h4><div class="cards">{cards}</div>')

    def _letter(self) -> Overlay:
        words = "<h2>Harpidetu buletinera</h2><p>Egitaraua zure postontzian, hilero.</p><p>Orain ez</p>"
        return Overlay(panels.plain("letter", 400, f'<div style="height:130px">{words}</div>'), 300, 520)

    def picture(self, path: str) -> Resource | None:
        """The posters too."""
        if not path.startswith("/kartela/"):
            return super().picture(path)
        return _poster(self.chance.child("poster", path.removeprefix("/kartela/")))


def _poster(draw: Chance) -> Resource:
    """A sheet with a few large shapes, a figure or a sun, and a title in bars."""
    ink, wash = draw.pick(_INKS, "ink"), draw.pick(_WASHES, "wash")
    parts = ""
    for shape in range(draw.between(2, 5, "shapes")):
        x, y, size = (
            draw.between(*span, shape) for span in ((0, 260, "x"), (20, 260, "y"), (24, 90, "size"))
        )
        hue = draw.pick((ink, *_WASHES), "hue", shape)
        parts += (
            f'<circle cx="{x}" cy="{y}" r="{size}" fill="{hue}"/>'
            if draw.happens(0.5, "round", shape)
            else f'<path d="M{x} {y}l{size} {2 * size}h{-2 * size}Z" fill="{hue}"/>'
        )
    x, tall = draw.between(60, 200, "stands"), draw.between(70, 130, "tall")
    parts += (
        f'<circle cx="{x}" cy="{300 - tall}" r="22" fill="{ink}"/>'
        f'<path d="M{x - 40} 330L{x} {316 - tall}L{x + 40} 330Z" fill="{ink}"/>'
    )
    for line in range(draw.between(1, 3, "lines")):
        wide = draw.between(90, 220, "wide", line)
        parts += f'<rect x="20" y="{342 + 14 * line}" width="{wide}" height="9" fill="{ink}"/>'
    return drawing(260, 372, wash, parts)


_HEADINGS = ("Quem pode usar", "Discurso de ódio", "Desinformação", "Conteúdo de menores", "Publicidade política",
             "Direitos autorais", "Denúncias", "Recursos", "Dados e transparência")  # fmt: skip
_WHO_DOES = ("A equipe de moderação", "O titular da conta", "O anunciante", "O administrador do grupo", "A plataforma",
             "O denunciante", "O Conselho de Revisão", "O responsável legal", "A agência verificadora",
             "O usuário suspenso", "O parceiro comercial")  # fmt: skip
_DOES = ("remover publicações repetidas", "apresentar recurso por escrito", "comprovar a identidade",
         "rotular imagens geradas por computador", "guardar registros de acesso", "limitar o alcance das postagens",
         "informar a origem do pagamento", "responder às notificações judiciais", "bloquear transmissões ao vivo",
         "pedir nova análise por uma pessoa", "publicar um relatório", "desativar comentários",
         "excluir dados pessoais")  # fmt: skip
_MODALS = ("pode", "deve", "poderá, a seu critério,", "tem a obrigação de", "não pode", "tem permissão para",
           "compromete-se a",
           "tem o direito de")  # fmt: skip
_UNLESS = ("salvo durante o período eleitoral", "exceto quando houver ordem judicial",
           "independentemente do número de seguidores", "quando a conta for verificada",
           "se houver risco imediato à vida", "conforme a lei do país de residência",
           "inclusive em mensagens privadas")  # fmt: skip
_EXAMPLES = ("Por exemplo, uma charge sobre um ministro é permitida.",
             "Por exemplo, uma receita de bolo não precisa de rótulo.",
             "Por exemplo, um vídeo de protesto com rostos pode ser desfocado.",
             "Por exemplo, um trecho de trinta segundos de música.",
             "Por exemplo, a foto de um documento perdido na rua.",
             "Por exemplo, um apelido usado entre amigos.")  # fmt: skip
_HELP = ("Como recuperar uma conta invadida", "O que é alcance reduzido?", "Denunciei e nada aconteceu",
         "Selo azul: perguntas frequentes", "Configurar o controle dos pais", "Baixar uma cópia dos seus dados",
         "Por que vejo este anúncio?", "Silenciar palavras", "Trocar de número de telefone",
         "Ganhar dinheiro com vídeos", "Transmissão ao vivo: primeiros passos")  # fmt: skip
_PLUS = ("Experimente o Praça Plus por 30 dias", "Baixe o aplicativo e leia sem anúncios",
         "Novidade: agora com mensagens que somem", "Ative a verificação em duas etapas")  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """A sentence: which, how often its verb and its number of days were changed, whether an exception was added."""

    number: int
    verb: int = 0
    days: int = 0
    unless: bool = False


Sections = tuple[tuple[Rule, ...], ...]


class Diretrizes(GeneratedSite):
    """A platform's rules: nine sections of sentences; examples between them, related help and votes at each visit."""

    slug = "diretrizes"
    hard = (
        "a verb, a number or half a sentence in a long text, between examples that are others at each visit"
    )
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#101418", muted="#68737d", line="#e1e6ea", accent="#5b2be0", lead_px=30,
        top_px=20, card="#f5f3ff",
        extra=(
            ".rules p{margin-bottom:8px}.rules .useful{display:flex;gap:14px;border-top:1px solid #e1e6ea;"
            "padding-top:6px}.toc li{font-size:13px;line-height:18px;border:0;padding:3px 0}"
            ".help,.toc{background:#f5f3ff}.promo{background:#5b2be0}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(11, 21), then=0.3, night=0.1)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        text: Sections = tuple(
            tuple(Rule(4 * index + seat) for seat in range(self.chance.between(2, 4, "length", index)))
            for index in range(len(_HEADINGS))
        )
        since, fresh = STARTS_AT, 4 * len(_HEADINGS)
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.33 * self.duty.at(at), "changed", hour):
                text, since, fresh = self._changed(text, fresh, hour), at, fresh + 1
            news = tuple(self._told(item) for section in text for item in section)
            yield PageState(rows=tuple(self._page(text, since, hour)), news=news)

    def _changed(self, text: Sections, fresh: int, hour: int) -> Sections:
        """A verb, a number, an exception, a sentence more or one less."""
        place = self.chance.below(len(text), "section", hour)
        section = list(text[place])
        index = self.chance.below(len(section), "sentence", hour)
        item, what = section[index], self.chance.number("what", hour)
        if what < 0.27:
            section[index] = replace(item, verb=item.verb + 1)
        elif what < 0.56:
            section[index] = replace(item, days=item.days + 1)
        elif what < 0.72 and not item.unless:
            section[index] = replace(item, unless=True)
        elif what < 0.86 and len(section) > 2:
            del section[index]
        else:
            section.insert(index, Rule(fresh))
        return (*text[:place], tuple(section), *text[place + 1 :])

    def _told(self, item: Rule) -> str:
        who, does = told(self.chance.child("told"), (_WHO_DOES, _DOES), item.number)
        draw = self.chance.child("rule", item.number)
        verb = _MODALS[(draw.below(len(_MODALS), "verb") + item.verb) % len(_MODALS)]
        days = 3 + (draw.below(59, "days") + draw.between(4, 11, "step") * item.days) % 59
        unless = f", {draw.pick(_UNLESS, 'unless')}" if item.unless else ""
        return f"{who} {verb} {does} no prazo de {days} dias{unless}."

    def _page(self, text: Sections, since: datetime, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"Central de ajuda · {at:%H:%M} · {self.chance.between(200, 9000, 'here', hour)} lendo agora"
        opening = (
            f'<h1>Diretrizes da comunidade</h1><p class="small">Última atualização: {since:%d/%m/%Y}</p>'
        )
        body = [panels.plain("opening", 690, opening, is_news=True)]
        body += [self._section(index, section, hour, 690) for index, section in enumerate(text)]
        height = self.chance.pick((100, 250, 400), "side", hour // 2)
        aside = [
            self._contents(310),
            panels.advert(self.adverts.advert("side", 60 * hour, 286, height), "side-advert", 310),
            self._help(hour, 310),
        ]
        rows = [
            row(panels.masthead("praça", 1000, note, height=56), tag="header"),
            row(aside, body, tag="main"),
            row(panels.plain("foot", 1000, '<p class="small">Sobre · Imprensa · Carreiras · Português (Brasil)</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.4, "plus", hour // 2):
            words = self.chance.pick(_PLUS, "which", hour // 2)
            tall = self.chance.pick((40, 72, 130), "tall", hour // 2)
            rows.insert(1, row(panels.strip(words, tall, name="promo")))
        return rows

    def _section(self, index: int, section: tuple[Rule, ...], hour: int, width: int) -> Panel:
        """The sentences, in some sections an example after one of them, and how many found them of use."""
        lines = [f"<p>{self._told(item)}</p>" for item in section]
        if self.chance.happens(0.55, "example", index, hour):
            place = 1 + self.chance.below(len(lines), "after", index, hour)
            lines.insert(place, f"<p>{self.chance.pick(_EXAMPLES, 'words', index, hour)}</p>")
        useful = 900 * (index + 1) + 3 * hour + self.chance.below(3, "useful", index, hour)
        foot = f'<p class="small useful"><span>Isto foi útil?</span><span>{useful} de {useful * 7 // 4}</span></p>'
        html = f"<h2>{index + 1}. {_HEADINGS[index]}</h2>{''.join(lines)}{foot}"
        return panels.plain("rules", width, html, is_news=True)

    def _contents(self, width: int) -> Panel:
        lines = "".join(
            f'<li><a href="{ORIGIN}/regras/{index}">{index + 1}. {name}</a></li>'
            for index, name in enumerate(_HEADINGS)
        )
        return panels.plain("toc", width, f"<h4>Nesta página</h4><ul>{lines}</ul>")

    def _help(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(range(len(_HELP)), "help", hour)[:5]
        lines = "".join(
            f'<div class="side" style="margin-bottom:10px">{panels.image(f"feature-help-{number}", 96, 64)}'
            f"<div><h3>{_HELP[number]}</h3></div></div>"
            for number in order
        )
        return panels.plain("help", width, f"<h4>Artigos relacionados</h4>{lines}")


UNSEEN_ORCHARDS = (Antzokia, Diretrizes)
