"""Unseen fronts: an Armenian news portal between all it sells, a Brazilian political blog and those who comment it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Rhythm
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_ARMENIAN = LocalDesk(
    MappingProxyType({
        "Քաղաքականություն": (
            "{Who}. «{why}»", "Խորհրդարանը քննարկում է {what}", "{Who} հրաժարական է տվել. {why}",
            "Կառավարությունը հաստատել է {what}", "{where}. ընտրողները մերժել են {what}",
        ),
        "Հասարակություն": (
            "{where}. {count} բնակիչ առանց ջրի է մնացել", "{where}. նոր դպրոց՝ {count} աշակերտի համար",
            "Հրդեհ. {where}, տարհանվել է {count} մարդ", "{where}. ճանապարհը փակ է, {why}",
            "{Who} բողոքարկել է {what}",
        ),
        "Տնտեսություն": (
            "{firm} կկրճատի {count} աշխատատեղ", "{firm} գնել է {what2}", "Գազի սակագինը կաճի {count} դրամով. {firm}",
            "{firm} և {firm2} միավորվում են", "{where}. կառուցվում է {what2}",
        ),
        "Սպորտ": (
            "{team} հաղթեց {count} րոպեում", "{team} փոխել է գլխավոր մարզչին", "{Who} չի խաղա. {why}",
            "{team} դուրս եկավ եզրափակիչ",
        ),
    }),
    (
        "{Who} հայտնել է, որ որոշումն արդեն ուժի մեջ է. {why}։ Բողոքներ են ստացվել {count} քաղաքացուց։",
        "Դեպքի վայր են մեկնել փրկարարները։ {where}. աշխատանքները կտևեն {count} ժամ։",
        "Փաստաթուղթը ներկայացրել է {Who}։ Ընդդիմությունը պնդում է. «{why}»։",
        "{firm} տեղեկացնում է, որ ծախսը հասնում է {count} միլիոն դրամի. {why}։",
    ),
    MappingProxyType({
        "Who": ("Արամ Սարգսյան", "Նախարար Մելիքյան", "Լիլիթ Գևորգյան", "Քաղաքապետ Դավթյան", "Դատավոր Հակոբյան",
                "Տիգրան Ավետիսյան", "Պատգամավոր Նազարյան", "Աննա Պետրոսյան", "Մարզպետ Ղազարյան"),
        "where": ("Գյումրի", "Վանաձոր", "Կապան", "Սևան", "Արմավիր", "Դիլիջան", "Գորիս", "Աշտարակ", "Հրազդան"),
        "what": ("նոր հարկային օրենքը", "քաղաքի բյուջեն", "դպրոցների փակումը", "ջրամբարի վաճառքը",
                 "տրանսպորտի ծրագիրը", "դատական բարեփոխումը", "հանքի թույլտվությունը"),
        "what2": ("հին կայարանը", "կաթի գործարան", "արևային կայան", "ծաղկի շուկան", "պահածոների գործարան"),
        "why": ("միջոցները չեն բավարարում", "պայմանագիրը խախտվել է", "անձրևը վնասել է կամուրջը",
                "բանակցությունները ձախողվել են", "ստորագրությունները բավարար են", "փորձաքննությունն ավարտվել է"),
        "firm": ("«Արաքս» ընկերությունը", "«Լոռի Էներգո»-ն", "«Սևան Բանկ»-ը", "«Նաիրի Տրանս»-ը"),
        "firm2": ("«Արփա» հոլդինգը", "«Տաթև» գործարանը", "«Զանգու» կապը"),
        "team": ("«Շիրակ»-ը", "«Արարատ»-ը", "«Ուրարտու»-ն", "«Լոռի»-ն", "Ազգային հավաքականը"),
        "count": ("12", "40", "85", "120", "300", "7", "26", "450"),
    }),
)  # fmt: skip
_GALLERIES = ("Սևանի առավոտը", "Հին բակեր", "Գարնան գույներ", "Խաչքարեր", "Դիլիջանի անտառը", "Շուկայի օրը",
              "Երեխաները նկարում են", "Պարի փառատոն", "Մայրաքաղաքը գիշերով", "Գինու ճանապարհը")  # fmt: skip
_SIGNS = ("Խոյ", "Ցուլ", "Երկվորյակներ", "Խեցգետին", "Առյուծ", "Կույս", "Կշեռք", "Կարիճ", "Աղեղնավոր", "Այծեղջյուր",
          "Ջրհոս", "Ձկներ")  # fmt: skip
_FATES = ("Լավ օր է հին գործերն ավարտելու համար։", "Մի՛ շտապեք, պատասխանն ինքը կգա։", "Սպասեք հյուրի կամ նամակի։",
          "Խնայեք ուժերը երեկոյի համար։", "Ընկերը խորհուրդ կխնդրի։", "Փոքր գնումը մեծ ուրախություն կբերի։")  # fmt: skip
_OFFERS = ("Բնակարան 5 տոկոսով", "Նոր ակնոց մեկ օրում", "Թռիչքներ դեպի Հռոմ", "Անգլերեն երեք ամսում",
           "Ատամնաբույժ առանց ցավի", "Սառնարաններ զեղչով", "Ամառային ճամբար", "Ավտոլվացում՝ կես գնով",
           "Մեղր լեռներից", "Ինտերնետ 500 Մբ")  # fmt: skip
_APPS = ("Ներբեռնեք մեր հավելվածը", "Միացեք մեր ալիքին", "Լսեք «Լրատու» ռադիոն")


class Lratu(GeneratedSite):
    """A national portal: rates, a gallery and the most read around the lead; what is sold stands among the stories."""

    slug = "lratu"
    hard = "gallery and most-read larger than the lead; sold rows inserted among the stories; a bar pushes all down"
    more = 0
    tops = 6
    desk = _ARMENIAN
    rhythm = Rhythm(
        lead=0.12, top=0.2, rewrite=0.04, standfirst=0.02, picture=0.03, same_picture=0.15, night=0.2
    )
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#20242a", muted="#7a828c", line="#e1e5ea", accent="#d9480f",
        lead_px=25, top_px=16, card="#fff4ec",
        extra=(
            ".rates{background:#20242a;color:#fff;padding:4px 12px}.rates span{margin-right:24px;font-size:13px}"
            ".masthead{border-bottom:3px solid #d9480f}.gallery{background:#f1f3f5}.gallery div div{font-size:13px}"
            ".read li{font-size:13px;line-height:18px}.read b{color:#d9480f;margin-right:6px}"
            ".tops .sold{background:#fff4ec}.stars{background:#f3f0ff}.app{background:#1864ab;color:#fff}"
        ),
    )  # fmt: skip

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        note = f"{hour.at:%d.%m.%Y %H:%M} · Երևան {12 + self.chance.below(12, 'degrees', h // 2)}°"
        seen = f" · այս պահին կարդում է {self.chance.between(20, 900, 'seen', h)}"
        rows = [
            row(self._rates(h)),
            row(panels.masthead("Լրատու", 1000, note, height=56), tag="header"),
            row(self._gallery(h)),
            row(
                [self._read(h, 270)],
                [panels.lead(self.flow, hour, 420, "over", stamp=seen, picture_px=220)],
                [panels.advert(self.advert("box", hour, 286, 340), "box-advert", 310), self._stars(h, 310)],
                tag="main",
            ),
            row(
                [self._tops(hour, 610)],
                [
                    panels.advert(self.advert("tall", hour, 366, 420), "tall", 390),
                    panels.counter(self.chance, h, 390, "ընթերցող այս պահին"),
                ],
            ),
            row(panels.recommended(self.chance, h, 1000, 5, "Գործընկերներ", titles=_OFFERS)),
            row(panels.plain("foot", 1000, '<p class="small">Մեր մասին · Գովազդ · Կապ · © «Լրատու» ՍՊԸ</p>')),
        ]
        if self.chance.happens(0.35, "app", h // 2):
            height = self.chance.between(44, 130, "app height", h // 2)
            words = self.chance.pick(_APPS, "app words", h // 2)
            rows.insert(2, row(panels.strip(words, height, name="app")))
        return rows

    def _rates(self, hour: int) -> Panel:
        shown = "".join(
            f"<span>{name} <b>{base + self.chance.below(900, 'rate', name, hour) / 100:.2f}</b></span>"
            for name, base in (("USD", 383), ("EUR", 441), ("RUB", 4), ("GEL", 140), ("GBP", 512))
        )
        return panels.plain("rates", 1000, f"<p>{shown}</p>")

    def _gallery(self, hour: int) -> Panel:
        """Five pictures of photo series, others at each visit."""
        cards = "".join(
            f"<div>{panels.image(f'city-gallery-{number}', 182, 124)}{_GALLERIES[number % len(_GALLERIES)]}</div>"
            for number in self.chance.shuffled(range(40), "gallery", hour)[:5]
        )
        return panels.plain("gallery", 1000, f'<h4>Լուսանկարներ</h4><div class="cards">{cards}</div>')

    def _read(self, hour: int, width: int) -> Panel:
        """Older stories in the order of their readers, which is another one at each visit."""
        old = self.chance.child("old")
        lines = "".join(
            f"<li><b>{self.chance.between(300, 9900, 'readers', seat, hour)}</b>"
            f"{_ARMENIAN.write(old, str(number), STARTS_AT).headline}</li>"
            for seat, number in enumerate(self.chance.shuffled(range(36), "read", hour)[:8])
        )
        return panels.plain("read", width, f"<h4>Ամենաընթերցված</h4><ol>{lines}</ol>")

    def _stars(self, hour: int, width: int) -> Panel:
        sign = self.chance.pick(_SIGNS, "sign", hour)
        return panels.plain(
            "stars",
            width,
            f"<h4>Աստղագուշակ</h4><h2>{sign}</h2><p>{self.chance.pick(_FATES, 'fate', hour)}</p>",
        )

    def _tops(self, hour: HourNews, width: int) -> Panel:
        """The stories with small pictures; at most visits something sold stands between two of them."""
        items = [
            f'<div class="side">{panels.image(item.picture, 120, 76)}<div>'
            f'<p class="small">{story.section}</p><h2>{panels.story_link(story, story.headline)}</h2></div></div>'
            for item in hour.tops
            for story in (self.flow.story(item),)
        ]
        if self.chance.happens(0.6, "sold", hour.hour):
            number = self.chance.below(len(_OFFERS), "offer", hour.hour)
            sold = f"<div><p class='small'>Գովազդային</p><h2>{_OFFERS[number]}</h2></div>"
            shown = panels.image(f"feature-offer-{number}", 120, 76)
            place = self.chance.below(len(items), "place", hour.hour)
            items.insert(place, f'<div class="side sold">{shown}{sold}</div>')
        lines = "".join(f"<li>{item}</li>" for item in items)
        return panels.plain("tops", width, f"<h4>Լրահոս</h4><ul>{lines}</ul>", is_news=True)


_BRASILIA = LocalDesk(
    MappingProxyType({
        "Congresso": (
            "{Who} enterra a CPI {what}", "O voto que falta para {bill}",
            "{Who} troca de partido e leva {count} prefeitos", "Centrão cobra caro para votar {bill}",
            "Relator abandona {bill}: {why}",
        ),
        "Planalto": (
            "Reforma ministerial começa com {who2}", "{who2} pede demissão: {why}",
            "O almoço que {Who} não queria ver publicado", "Governo engaveta {bill}",
            "{Who} perde a paciência com {who2}",
        ),
        "Tribunais": (
            "Supremo suspende {bill}", "{Who} vira réu no caso {what}", "TSE multa {who2} em R$ {count} mil",
            "Ministro pede vista e trava {bill}",
        ),
    }),
    (
        "{Who} passou a tarde ao telefone e contou {count} votos contra {bill}. No governo, dizem que {why}.",
        "Quem conhece {who2} jura que a decisão estava tomada desde domingo. Faltava avisar {Who}.",
        "O documento, a que o blog teve acesso, tem {count} páginas e cita {who2} onze vezes. A defesa diz que {why}.",
        "No cafezinho da Câmara ninguém fala de outra coisa desde que {who2} caiu. A conta ficou para {bill}.",
        "A bancada de {where} ameaça obstruir tudo até que {Who} receba os {count} prefeitos que esperam no corredor.",
        "Procurado, {who2} não respondeu. Um auxiliar disse apenas que {why} e desligou.",
        "É a terceira vez em {count} dias que o caso {what} muda de mãos. Em {where}, os aliados já fazem as malas.",
    ),
    MappingProxyType({
        "Who": ("Aurélio Pimenta", "a senadora Dirce Falcão", "o líder Nonato Reis", "Otávio Quadros", "Célia Brandão",
                "o governador Maranhão Neto", "Ismael Tavares", "a deputada Jussara Lins"),
        "who2": ("o ministro Barreto", "o chefe da Casa Civil", "Valdir Siqueira", "a secretária Norma Paiva",
                 "o presidente da estatal", "Leôncio Dutra"),
        "what": ("das balsas", "dos pneus", "da merenda", "do aeroporto fantasma", "das cisternas", "dos precatórios"),
        "bill": ("a PEC dos pedágios", "a reforma do lixo", "a anistia fiscal", "o marco dos portos",
                 "a emenda das emendas", "a nova lei de terras"),
        "why": ("não havia quórum", "a assinatura não confere", "faltou combinar", "o prazo já venceu",
                "houve um mal-entendido", "o parecer sumiu"),
        "where": ("Minas", "Goiás", "Alagoas", "Rondônia", "Sergipe", "Paraná"),
        "count": ("12", "31", "7", "48", "19", "140", "23"),
    }),
)  # fmt: skip
_VOICES = ("Zé do Cerrado", "Marlene_61", "Capitão Ironia", "Luiz F.", "Tia Neide", "eleitor cansado", "Beto Goiano",
           "Prof. Aldo", "Rosângela M.", "anônimo", "Candango 1960", "Sílvia")  # fmt: skip
_SAYS = ("Até quando vamos pagar essa conta? Meu avô já dizia isso em 1974 e ninguém ouviu.",
         "Discordo de tudo, mas o texto é bom.",
         "E a oposição, o que faz? Nada, como sempre. Vão todos para a mesma festa no fim do ano.",
         "Faltou dizer quem pagou o jatinho.", "Kkkkkkk só rindo mesmo.", "Blog vendido!!! Cadê o outro lado?",
         "Moro aqui há quarenta anos e nunca vi tanta cara de pau junta num prédio só, com ar condicionado e tudo.",
         "Parabéns pelo furo, os jornalões vão copiar amanhã sem dar crédito.", "Voto nulo resolve.",
         "Na minha cidade é igual, só muda o tamanho da piscina.", "Alguém explica o que é precatório?",
         "Compartilhei no grupo da família e já deu briga.")  # fmt: skip
_ARCHIVE = ("2009: a noite dos sete gabinetes", "2013: o senador e o papagaio", "2015: diário de uma votação",
            "2018: como se faz um vice", "2011: a faxina que não houve", "2020: plenário vazio, bolsos cheios",
            "2016: o elevador privativo", "2022: memórias de um garçom", "2007: apagão no protocolo")  # fmt: skip
_TAGS = ("câmara", "senado", "stf", "orçamento", "partidos", "eleições", "bastidores", "tcu", "estados", "lobby", "cpi",
         "ministérios", "pesquisas")  # fmt: skip


@dataclass(frozen=True)
class Post:
    """What the author wrote: since which hour, and at which hours he wrote on."""

    number: int
    updates: tuple[int, ...] = ()


class Esplanada(GeneratedSite):
    """A blog on politics: long posts, the newest above, some written on; comments, tags and the archive beside them."""

    slug = "esplanada"
    hard = (
        "more words of readers than of the author; advertisements of any height above and between the posts"
    )
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#f6f1e7", ink="#2a241c", muted="#8a7d6a", line="#d8cdb8", accent="#1f6f54",
        lead_px=30, top_px=20, card="#efe6d3",
        extra=(
            ".masthead{border-bottom:1px solid #2a241c}.post{border-bottom:4px double #d8cdb8}"
            ".post p{font-size:16px;line-height:23px;margin-bottom:8px}.post .small{font-size:12px;line-height:16px}"
            ".post .on{border-left:4px solid #1f6f54;padding-left:10px}.voices{background:#efe6d3}"
            ".voices p{font:13px/18px 'Liberation Sans'}.tags span{margin-right:9px;line-height:26px;color:#1f6f54}"
            ".poll i{display:block;height:10px;background:#1f6f54;margin-bottom:6px}"
            ".help{background:#1f6f54;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        posts = [Post(-7 * number) for number in range(1, 5)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            awake = 7 <= at.hour <= 22
            if hour and awake and self.chance.happens(0.23 if at.weekday() < 5 else 0.1, "post", hour):
                posts = [Post(hour), *posts][:4]
            elif hour and awake and self.chance.happens(0.09, "on", hour):
                place = self.chance.below(2, "which", hour)
                old = posts[place]
                if hour - old.number < 16 and len(old.updates) < 3:
                    posts[place] = replace(old, updates=(*old.updates, hour))
            news = tuple(words for post in posts for words in self._told(post))
            yield PageState(rows=tuple(self._page(posts, hour, at)), news=news)

    def _told(self, post: Post) -> tuple[str, ...]:
        """Headline, paragraphs and what was written later."""
        key = str(post.number)
        many = self.chance.between(2, 3, "paragraphs", post.number)
        drawn = [_BRASILIA.write(self.chance.child(part), key, STARTS_AT) for part in range(8)]
        said = list({story.standfirst[:8]: story.standfirst for story in drawn}.values())
        written = tuple(" ".join(said[part::many]) for part in range(many) if said[part::many])
        later = tuple(
            f"Atualização às {(STARTS_AT + timedelta(hours=at)).hour}h: "
            f"{_BRASILIA.write(self.chance.child('later', at), key, STARTS_AT).standfirst}"
            for at in post.updates
        )
        return (drawn[0].headline, *written, *later)

    def _page(self, posts: Sequence[Post], hour: int, at: datetime) -> list[Row]:
        height = self.chance.pick((90, 90, 180, 250), "billboard", hour)
        creative = self.adverts.advert("top", hour, 970, height)
        between = self.adverts.advert(
            "feed", hour, 576, self.chance.pick((90, 200, 280), "feed height", hour)
        )
        feed = [self._post(post, hour) for post in posts]
        place = self.chance.pick((1, 1, 2), "feed place", hour // 5)
        feed.insert(place, panels.advert(between, "feed-advert", 600))
        rows = [
            row(panels.advert(creative, "billboard", 1000)),
            row(
                panels.masthead("Blog da Esplanada", 1000, f"Brasília, {at:%d/%m/%Y, %Hh%M}", height=76),
                tag="header",
            ),
            row(
                feed,
                [self._voices(hour), self._poll(hour), self._tags(hour), self._archive(hour)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Sobre o autor · Contato · Política de cookies</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.3, "help", hour // 3):
            bar = self.chance.between(56, 120, "help height", hour // 3)
            rows.insert(
                2, row(panels.strip("Este blog vive dos leitores. Contribua com R$ 10.", bar, name="help"))
            )
        return rows

    def _post(self, post: Post, hour: int) -> Panel:
        title, *words = self._told(post)
        born = STARTS_AT + timedelta(hours=post.number)
        said = 4 * (hour - post.number) + self.chance.below(4, "said", post.number, hour)
        text = "".join(
            f'<p class="on">{item}</p>' if item.startswith("Atualização às") else f"<p>{item}</p>"
            for item in words
        )
        html = (
            f'<p class="small">{born:%d/%m · %Hh}</p><h1><a href="{ORIGIN}/post/{post.number + 9000}">{title}</a></h1>'
            f'{text}<p class="small">{said} comentários · curtir · compartilhar</p>'
        )
        return panels.plain("post", 600, html, is_news=True)

    def _voices(self, hour: int) -> Panel:
        draw = self.chance.child("voices", hour)
        lines = "".join(
            f"<li><p><b>{draw.pick(_VOICES, 'who', seat)}</b> há {draw.between(1, 58, 'ago', seat)} min: "
            f"{words}</p></li>"
            for seat, words in enumerate(draw.shuffled(_SAYS, "says")[:8])
        )
        return panels.plain("voices", 400, f"<h4>Últimos comentários</h4><ul>{lines}</ul>")

    def _poll(self, hour: int) -> Panel:
        yes = self.chance.between(38, 62, "yes", hour)
        html = (
            f"<h4>Enquete</h4><p>O voto deve ser facultativo?</p><p>Sim {yes}%</p><i style='width:{3 * yes}px'></i>"
            f"<p>Não {100 - yes}%</p><i style='width:{300 - 3 * yes}px'></i>"
        )
        return panels.plain("poll", 400, html)

    def _tags(self, hour: int) -> Panel:
        words = " ".join(
            f'<span style="font-size:{self.chance.between(12, 23, "size", name, hour)}px">{name}</span>'
            for name in self.chance.shuffled(_TAGS, "tags", hour // 2)
        )
        return panels.plain("tags", 400, f"<h4>Assuntos</h4><p>{words}</p>")

    def _archive(self, hour: int) -> Panel:
        number = self.chance.below(len(_ARCHIVE), "archive", hour)
        picture = panels.image(f"portrait-archive-{number}", 376, 210)
        return panels.plain("archive", 400, f"<h4>Do fundo do baú</h4>{picture}<h2>{_ARCHIVE[number]}</h2>")


UNSEEN_FRONTS = (Lratu, Esplanada)
