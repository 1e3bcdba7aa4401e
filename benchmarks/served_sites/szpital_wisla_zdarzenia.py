"""What stood on the hospital's page before the first visit, its clinics, and the state and verdict of an hour."""

from functools import cache
from typing import Any

from benchmarks.served_sites.szpital_wisla_kalendarz import NIC, SPORNE, WAZNE, ZDARZENIA

DZIEN0, GODZ0 = 12, 5  # hour 0: Thursday 12.03.2026, 5:00


def godz(kiedy: str) -> int:
    dzien, zegar = kiedy.split("T")
    return (int(dzien) - DZIEN0) * 24 + int(zegar) - GODZ0


STARE: list[tuple[Any, ...]] = [
    (
        "2T09",
        "kom",
        "odw",
        dict(
            tyt="GODZINY ODWIEDZIN",
            waga=3,
            tresc="Odwiedziny na oddziałach codziennie w godz. 13:00 – 19:00. Przy chorym mogą przebywać dwie "
            "osoby.",
        ),
    ),
    (
        "9T08",
        "kom",
        "park",
        dict(
            tyt="Remont parkingu od ul. Rybackiej",
            waga=1,
            tresc="Do końca marca prosimy o korzystanie z parkingu przy ul. Flisackiej. "
            "Pierwsza godzina bezpłatna.",
        ),
    ),
    (
        "10T12",
        "kom",
        "rej",
        dict(
            tyt="Rejestracja telefoniczna",
            waga=2,
            tresc="Centralna Rejestracja: tel. 15 555 04 40, od poniedziałku do piątku w godz. 7:30 – 14:30.",
        ),
    ),
    (
        "6T11",
        "akt",
        "certyf",
        dict(
            zdj="certyfikat",
            tyt="Certyfikat akredytacyjny przedłużony do 2029 r.",
            tresc="Nasz szpital uzyskał 87% punktów możliwych do zdobycia podczas wizyty akredytacyjnej.",
        ),
    ),
    (
        "4T10",
        "akt",
        "dzienk",
        dict(
            zdj="kwiaty",
            tyt="Dziękujemy za wsparcie Oddziału Neonatologii",
            tresc="Stowarzyszenie „Mały Krok” przekazało dwa inkubatory transportowe.",
        ),
    ),
    (
        "-3T10",
        "akt",
        "szkol",
        dict(
            zdj="szkolenie",
            tyt="Szkolenie z resuscytacji dla mieszkańców",
            tresc="W sobotnich zajęciach wzięło udział 64 mieszkańców powiatu.",
        ),
    ),
    (
        "-9T10",
        "akt",
        "termo",
        dict(
            zdj="dach",
            tyt="Zakończyła się termomodernizacja pawilonu B",
            tresc="Inwestycja o wartości 6,2 mln zł została odebrana bez uwag.",
        ),
    ),
    (
        "10T09",
        "zam",
        "ZP/11/2026",
        dict(opis="Dostawa rękawic diagnostycznych i chirurgicznych", termin="20.03.2026 10:00", stan=""),
    ),
    (
        "5T09",
        "zam",
        "ZP/10/2026",
        dict(opis="Serwis pogwarancyjny tomografu komputerowego", termin="16.03.2026 09:00", stan=""),
    ),
    (
        "3T09",
        "zam",
        "ZP/08/2026",
        dict(opis="Dostawa produktów leczniczych – 42 pakiety", termin="27.03.2026 10:00", stan=""),
    ),
    (
        "-8T09",
        "zam",
        "ZP/06/2026",
        dict(
            opis="Usługa prania bielizny szpitalnej", termin="06.03.2026 10:00", stan="w trakcie oceny ofert"
        ),
    ),
    (
        "1T09",
        "pra",
        "piel",
        dict(
            co="Pielęgniarka / pielęgniarz – Oddział Chorób Wewnętrznych",
            jak="umowa o pracę, system 12-godzinny",
        ),
    ),
    ("4T09", "pra", "anest", dict(co="Lekarz anestezjolog", jak="kontrakt, min. 8 dyżurów w miesiącu")),
    ("8T09", "pra", "elekt", dict(co="Elektryk z uprawnieniami SEP do 1 kV", jak="cały etat, od zaraz")),
    (
        "8T13",
        "pra",
        "sekr",
        dict(co="Sekretarka medyczna – Poradnia Chirurgii Ogólnej", jak="zastępstwo do 31.12.2026"),
    ),
    (
        "1T09",
        "wyd",
        "nerka",
        dict(kiedy="14.03.2026", co="Światowy Dzień Nerki – bezpłatne badanie kreatyniny, hol główny"),
    ),
    ("1T09", "wyd", "rodz", dict(kiedy="24.03.2026", co="Szkoła rodzenia – spotkanie z położną, sala 12")),
]
PORADNIE = {  # name: (room, hours, telephone)
    "Kardiologiczna": ("114", "8:00 – 14:00", "41"),
    "Endokrynologiczna": ("108", "9:00 – 13:30", "43"),
    "Ortopedyczna": ("17", "7:30 – 15:00", "44"),
    "Okulistyczna": ("210", "8:00 – 13:00", "45"),
    "Neurologiczna": ("116", "12:00 – 17:00", "46"),
    "Urologiczna": ("22", "8:00 – 12:00", "47"),
    "Ginekologiczno-Położnicza": ("3", "8:00 – 15:00", "48"),
    "Chirurgii Ogólnej": ("19", "9:00 – 14:00", "49"),
    "Diabetologiczna": ("109", "8:00 – 13:00", "50"),
    "Leczenia Bólu": ("30", "15:00 – 18:00", "51"),
}
for _n, (_g, _h, _t) in PORADNIE.items():
    STARE.append(("-20T08", "por", _n, dict(gab=_g, godz=_h, tel=_t, zapis="zapisy", skok=0)))


@cache
def stan(hour: int) -> dict[str, Any]:
    swiat: dict[str, Any] = {}
    for kiedy, polka, klucz, pola, *_ in STARE + [z for z in ZDARZENIA if godz(z[0]) <= hour]:
        zbior = swiat.setdefault(polka, {})
        if pola is None:
            zbior.pop(klucz, None)
        else:
            zbior.setdefault(klucz, {"od": godz(kiedy)}).update(pola)
    return swiat


def prawda(hour: int) -> str:
    slowa = {z[4] for z in ZDARZENIA if godz(z[0]) == hour + 1}
    return WAZNE if WAZNE in slowa else SPORNE if SPORNE in slowa else NIC
