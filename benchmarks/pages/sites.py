"""The table of sites: one line each.

Name, kind of page, style of markup, locale, screenshots as PNG or JPEG, operators of news, operators of noise.
Constants of the product may be chosen, and its trees are grown, on ``TRAINING``; ``REPORTED`` is for reporting only.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.pages.site import Site

_TRAINING = """
harbour     front     semantic en_US png  lead insert rewrite | ad ages most-read takeover clock cookies
abendblatt  front     magazine de_DE jpeg lead batches photograph | tall-ad guest likes comments strip
courant     sections  soup     nl_BE png  lead insert old-picture | ad partners carousel badge prices
ekspress    front     hashed   ru_RU png  lead insert withdrawal | rebuilt likes related cookies gauges
lavoce      sections  utility  it_IT jpeg lead rewrite photograph | tall-ad columns ages most-read partners
hiraeth     front     cards    he_IL png  lead insert notice | ad badge comments carousel promo
alsahifa    front     magazine ar_AA png  lead batches rewrite | likes clock ad most-read guest
shinbun     front     soup     ja_JP png  lead insert redrawing | ages camera prices related strip
ticker      headlines tables   en_GB png  insert batches | ages partners clock guest ad
telex       headlines omitted  fr_FR png  lead append rewrite | badge strip related open
statute     policy    semantic en_US png  sentence slow rewrite | clock renumbered cookies related
podminky    policy    office   cs_CZ png  sentence slow append | menu sessions cookies daily
regulamin   policy    wiki     pl_PL png  slow sentence withdrawal | renumbered vandal comments
termos      policy    soup     pt_BR png  sentence rewrite | clock promo tips most-read
profile     article   weblog   es_ES jpeg rewrite sentence photograph | comments likes related tall-ad
encyclo     article   wiki     uk_UA png  sentence rewrite slow | vandal renumbered folds k-hour
teapot      product   cards    en_US png  returns figure control | related comments countdown promo gauges
kamera      product   utility  de_DE png  returns figure sentence | likes cookies carousel most-read
butik       shop      hashed   da_DK jpeg insert figure returns | resorted likes promo ad cookies
bazaar      shop      soup     tr_TR png  figure withdrawal insert | prices guest resorted carousel tall-ad
rathaus     council   office   de_AT png  document notice sentence | open clock menu related
mairie      council   semantic fr_FR png  document append notice | sessions gauges most-read poll
kommune     council   tables   sv_SE png  document withdrawal | clock daily open camera
agencia     agency    office   es_MX png  lead document notice figure | menu related carousel cookies
recalls     agency    cards    en_CA png  insert document returns | partners ages poll failed
diary       blog      weblog   en_US png  lead rewrite | comments related daily tall-ad
kronika     blog      magazine hu_HU jpeg lead sentence old-picture | likes strip ad k-hour
salon       forum     soup     fr_CA png  append insert withdrawal | ages likes guest menu
plaza       forum     tables   el_GR png  insert rewrite notice | likes ad poll ages
manual      docs      omitted  en_US png  sentence row slow | rebuilt renumbered folds related
handbok     docs      elements nl_NL png  sentence row rewrite | sessions tips comments clock
tavla       board     semantic fi_FI png  insert withdrawal sentence | clock gauges open daily
deska       board     cards    uk_UA png  append rewrite notice | promo countdown badge folds
trains      timetable tables   en_US png  row notice slow | departures clock ad failed
ferries     timetable semantic el_GR png  row figure notice | gauges departures cookies camera
tide        weather   utility  en_IE png  sentence notice | gauges prices camera clock departures
tenki       weather   hashed   zh_CN png  rewrite notice figure | gauges k-hour clock ad
ledger      register  semantic en_IN png  row append withdrawal | resorted clock likes cookies
rejestr     register  soup     pl_PL png  row figure append | daily sessions prices partners
galerija    gallery   cards    hr_HR jpeg photograph insert redrawing | camera likes columns carousel
status      status    elements en_US png  returns notice rewrite | gauges ages departures poll
opera       event     semantic it_IT png  control document sentence | countdown tips partners promo
fair        event     weblog   ko_KR png  control figure notice | countdown k-hour takeover comments
forge       releases  hashed   en_US png  lead document sentence | likes rebuilt ages related
"""

_REPORTED = """
gazette     front     soup     en_US png  lead insert rewrite | tall-ad comments ages carousel failed
wire        sections  cards    de_DE jpeg lead batches withdrawal | partners most-read likes takeover columns
hamshahri   front     utility  fa_IR png  lead insert photograph | badge strip ad guest cookies
council     council   weblog   en_AU png  document notice sentence | related open menu k-hour
clauses     policy    office   fr_FR png  sentence slow rewrite | renumbered daily cookies sessions
vitrine     product   elements es_ES png  returns control figure | promo related prices countdown
noticias    board     frames   pt_PT png  insert rewrite notice | clock gauges related ad
components  releases  shadow   en_US png  lead document rewrite | likes ages carousel comments
agora       forum     wiki     hy_AM png  append insert withdrawal | vandal tips resorted poll
platform    timetable cards    ja_JP png  row notice returns | departures gauges clock camera
almanac     weather   tables   th_TH png  rewrite figure notice | gauges daily folds ad
museum      gallery   magazine it_IT jpeg photograph redrawing insert | camera rebuilt likes tall-ad
"""


def _table(lines: str) -> Mapping[str, Site]:
    found = {}
    for line in lines.strip().splitlines():
        named, noise = line.split("|")
        name, kind, style, locale, screenshot, *news = named.split()
        found[name] = Site(
            name=name, kind=kind, style=style, locale=locale, screenshot=screenshot, news=tuple(news),
            noise=tuple(noise.split()),
        )  # fmt: skip
    return found


TRAINING = _table(_TRAINING)
REPORTED = _table(_REPORTED)
FAMILIES: Mapping[str, Mapping[str, Site]] = {"training": TRAINING, "reported": REPORTED}
SEEDS: Mapping[str, int] = {"training": 101, "reported": 7}


def names(family: str) -> list[str]:
    """The sites of a family."""
    return list(FAMILIES[family])


def site_named(name: str) -> Site:
    """The site of that name, of any family."""
    return next(sites[name] for sites in FAMILIES.values() if name in sites)
