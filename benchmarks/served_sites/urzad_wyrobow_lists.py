"""The columns of the Polish product-safety office: the register, and livelier lists below and beside it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from benchmarks.served_sites.urzad_wyrobow_register import Row, Shown, case, chance, press_note
from benchmarks.served_sites.urzad_wyrobow_visit import Visit
from benchmarks.served_sites.urzad_wyrobow_words import (
    ANSWERS,
    ASKED_ABOUT,
    ASKERS,
    DESKS,
    QUESTIONS,
    SEARCHES,
    STATUSES,
)

_SORTINGS = ("od najnowszych", "według wyrobu", "według stanu")
_CLERKS = ("A. Nowak", "K. Wilk", "J. Bąk", "M. Zielińska", "P. Sowa", "E. Lis", "T. Maj", "D. Kruk")
_POLLS = ("Czy czytasz etykiety?", "Czy strona jest czytelna?", "Czy zgłaszałeś kiedyś wadliwy wyrób?")


def left_column(visit: Visit, shown: Shown) -> Iterator[str]:
    """The register, what the words in it mean, questions and desks."""
    yield '<div class="lay" id="m">\n<div class="lewa">'
    yield '<div class="okr">Strona główna › Nadzór › Rejestr postępowań</div>'
    yield "<h1>Rejestr postępowań i ostrzeżeń</h1>"
    yield (
        '<p class="wst">Wykaz obejmuje postępowania prowadzone na podstawie ustawy o ogólnym bezpieczeństwie '
        "produktów. Dane mają charakter informacyjny.</p>"
    )
    yield from _register(visit, shown)
    yield (
        '<p class="pag"><b>1</b> <a href="?s=2">2</a> <a href="?s=3">3</a> … <a href="?s=48">48</a> '
        '<a href="/rejestr.csv">Pobierz CSV</a></p>'
    )
    yield "<details><summary>Objaśnienia stanów sprawy</summary><dl>"
    for status in STATUSES[:5]:
        yield f" <dt>{status}</dt><dd>patrz art. {chance(status).randint(9, 44)} ustawy</dd>"
    yield "</dl></details>"
    yield from _questions(visit)
    yield from _desks(visit)


def _register(visit: Visit, shown: Shown) -> Iterator[str]:
    dice, now = visit.dice, visit.now
    yield (
        f'<p class="meta">Wygenerowano {now:%d.%m.%Y}, godz. {now.hour:02d}:{dice.randrange(60):02d} · wyświetleń: '
        f"{184022 + visit.hour * 57 + dice.randrange(50)} · sortowanie: {_SORTINGS[shown.sorting]}</p>"
    )
    yield (
        '<table class="rej">\n<thead><tr><th>Sygnatura</th><th>Wyrób</th><th>Przedsiębiorca</th><th>Zagrożenie</th>'
        "<th>Partia</th><th>Stan sprawy</th><th>Dni</th><th>👁</th></tr></thead>\n<tbody>"
    )
    for row in shown.rows:
        yield _row(visit, row)
    yield "</tbody>\n</table>"


def _row(visit: Visit, row: Row) -> str:
    known = case(row.number)
    return f"""<tr>
 <td><a href="/sprawa/{row.number}">{known.reference}</a></td>
 <td>{escape(known.product)}</td>
 <td>{escape(known.firm)}</td>
 <td>{escape(known.defect)}</td>
 <td class="lt">{row.lot}</td>
 <td class="st s{STATUSES.index(row.status)}">{row.status}</td>
 <td class="dn">{visit.hour // 24 - row.opened // 24}</td>
 <td class="vw">{visit.dice.randint(3, 900)}</td>
</tr>"""


def _questions(visit: Visit) -> Iterator[str]:
    yield '<section class="pyt"><h2>Państwo pytają – my odpowiadamy</h2>'
    for place in range(6):
        dice = chance("pyt", visit.hour, place)
        asker = dice.choice(ASKERS)
        question = dice.choice(QUESTIONS).format(x=dice.choice(ASKED_ABOUT))
        answer = dice.choice(ANSWERS).format(n=dice.choice([7, 14, 21, 30]))
        yield f'<div class="qa"><p><b>{asker}:</b> {question}</p>\n<p class="od">{answer}</p></div>'
    yield "</section>"


def _desks(visit: Visit) -> Iterator[str]:
    dice = visit.dice
    yield (
        '<section class="okn"><h2>Stanowiska obsługi – teraz</h2><table class="ko"><tr><th>Stanowisko</th>'
        "<th>Pracownik</th><th>Kolejka</th><th>Czas oczekiwania</th></tr>"
    )
    for desk in DESKS:
        if visit.is_open:
            yield (
                f"<tr><td>{desk}</td><td>{dice.choice(_CLERKS)}</td><td>{dice.randint(0, 23)} os.</td>"
                f"<td>{dice.randint(1, 95)} min</td></tr>"
            )
        else:
            yield (
                f"<tr><td>{desk}</td><td>–</td><td>nieczynne</td>"
                f"<td>dyżur telefoniczny wewn. {dice.randint(100, 180)}</td></tr>"
            )
    yield "</table></section>\n</div>"


def right_column(visit: Visit, notes: tuple[int, ...]) -> Iterator[str]:
    """Press notes, searches, guides, a poll, the weather, a picture."""
    yield '<div class="prawa">'
    yield '<div class="pud"><h3>Komunikaty prasowe</h3><ul class="kom">'
    for number in notes:
        yield f' <li><a href="/prasa/{number}">{escape(press_note(number))}</a></li>'
    yield "</ul></div>"
    yield from _looked_up(visit)
    yield (
        f'<div class="pud ank"><h3>Ankieta</h3><p>{_POLLS[visit.hour // 24 % 3]}</p>'
        f'<meter max="100" value="{visit.dice.randint(35, 80)}"></meter>'
        f"<p>Głosów: {900 + visit.hour * 7 + visit.dice.randrange(6)}</p></div>"
    )
    yield (
        '<div class="pud"><iframe src="/widget/pogoda.html" title="Pogoda" width="260" height="130"></iframe></div>'
    )
    picture = visit.hour % 9
    yield (
        f'<div class="pud"><img loading="lazy" src="/galeria/{picture}.svg" width="260" height="170" '
        f'alt="Z życia urzędu"><p>Galeria: zdjęcie {picture + 1} z 9</p></div>'
    )
    yield "</div>\n</div>"


def _looked_up(visit: Visit) -> Iterator[str]:
    dice = visit.dice
    yield '<div class="pud"><h3>Najczęściej szukane</h3><ol>'
    for words in dice.sample(SEARCHES, 7):
        yield f" <li>{words} <small>({dice.randint(20, 999)})</small></li>"
    yield "</ol></div>"
    yield '<div class="pud"><h3>Ostatnio oglądane w poradnikach</h3>'
    for _ in range(5):
        question = dice.choice(QUESTIONS).format(x=dice.choice(ASKED_ABOUT))
        yield f" <p>{question}<br><small>{dice.randint(1, 59)} min temu</small></p>"
    yield "</div>"
