"""What happens in the hospital in ten days: hour, shelf, key, fields and whether it matters to a visitor."""

from typing import Any

WAZNE, SPORNE, NIC = "important", "left out", "unimportant"

ZDARZENIA: list[tuple[Any, ...]] = [
    (
        "12T08",
        "kom",
        "ped",
        dict(
            tyt="ZAKAZ ODWIEDZIN – ODDZIAŁ PEDIATRYCZNY",
            waga=3,
            tresc="W związku ze wzrostem "
            "zachorowań na grypę od 12 marca do odwołania wstrzymuje się odwiedziny na Oddziale Pediatrycznym.",
        ),
        WAZNE,
    ),
    (
        "12T10",
        "zam",
        "ZP/12/2026",
        dict(opis="Dostawa aparatu USG dla Oddziału Kardiologicznego", termin="31.03.2026 10:00", stan=""),
        WAZNE,
    ),
    (
        "12T12",
        "zmi",
        "z1",
        dict(co="Poradnia Okulistyczna, dr A. Mazurek – 13.03 (piątek) nie przyjmuje"),
        WAZNE,
    ),
    (
        "12T14",
        "kom",
        "mammo",
        dict(
            tyt="Wolne terminy – mammografia",
            waga=2,
            tresc="Zapraszamy Panie w wieku 45 – 74 "
            "lata. Wolne terminy 16 i 17 marca, bez skierowania, tel. 15 555 04 62.",
        ),
        WAZNE,
    ),
    ("13T07", "por", "Kardiologiczna", dict(godz="10:00 – 16:00"), WAZNE),
    (
        "13T09",
        "akt",
        "rezon",
        dict(
            zdj="rezonans",
            tyt="Nowy rezonans magnetyczny już pracuje",
            tresc="Pierwszych "
            "pacjentów przebadano w czwartek. Aparat 3T kosztował 7,9 mln zł, czas oczekiwania ma spaść o połowę.",
        ),
        WAZNE,
    ),
    ("13T11", "zam", "ZP/11/2026", dict(termin="25.03.2026 10:00"), WAZNE),
    (
        "13T13",
        "pra",
        "radio",
        dict(co="Technik elektroradiologii – Pracownia Rezonansu", jak="umowa o pracę, 2 etaty"),
        WAZNE,
    ),
    (
        "13T14",
        "akt",
        "rezon",
        dict(
            tresc="Pierwszych pacjentów przebadano w czwartek. Aparat 3T kosztował "
            "7,9 mln zł, "
            "a czas oczekiwania ma spaść o połowę."
        ),
        SPORNE,
    ),
    ("14T00", "zmi", "z1", None, SPORNE),
    (
        "14T09",
        "kom",
        "tel",
        dict(
            tyt="AWARIA CENTRALI TELEFONICZNEJ",
            waga=4,
            tresc="Od godz. 8:40 nie działają telefony stacjonarne. W sprawach pilnych: 600 555 112.",
        ),
        WAZNE,
    ),
    ("14T16", "kom", "tel", None, WAZNE),
    ("15T00", "wyd", "nerka", None, SPORNE),
    (
        "15T18",
        "kom",
        "ped",
        dict(
            tyt="ZAKAZ ODWIEDZIN – PEDIATRIA I CHOROBY WEWNĘTRZNE",
            tresc="W związku ze wzrostem "
            "zachorowań na grypę od 15 marca do odwołania wstrzymuje się odwiedziny na Oddziale Pediatrycznym oraz "
            "na "
            "Oddziale Chorób Wewnętrznych.",
        ),
        WAZNE,
    ),
    ("16T07", "por", "Endokrynologiczna", dict(zapis="zapisy wstrzymane"), WAZNE),
    (
        "16T08",
        "kom",
        "rtg",
        dict(
            tyt="Pracownia RTG nieczynna",
            waga=3,
            tresc="W dniach 16 – 18 marca badania RTG "
            "wykonywane są wyłącznie w pawilonie C (SOR). Przyczyną jest wymiana lampy.",
        ),
        WAZNE,
    ),
    (
        "16T10",
        "zam",
        "ZP/06/2026",
        dict(stan="rozstrzygnięte – Pralnia „Bryza” sp. z o.o., 418 200,00 zł"),
        WAZNE,
    ),
    ("16T10", "zam", "ZP/10/2026", dict(stan="w trakcie oceny ofert"), NIC),
    (
        "16T11",
        "wyd",
        "biegp",
        dict(kiedy="11.04.2026", co="Bieg Nadwiślański „Kilometry dla Onkologii” – ruszyły zapisy"),
        WAZNE,
    ),
    ("16T12", "akt", "rezon", dict(zdj="pracownia-mr"), SPORNE),
    ("16T13", "pra", "elekt", None, WAZNE),
    ("16T14", "wyd", "rodz", dict(kiedy="26.03.2026"), WAZNE),
    ("17T00", "kom", "mammo", dict(waga=1), NIC),
    # second half
    (
        "17T07",
        "kom",
        "ped",
        dict(
            tyt="ZAKAZ ODWIEDZIN – CHOROBY WEWNĘTRZNE",
            tresc="Od 17 marca odwiedziny na Oddziale "
            "Pediatrycznym są ponownie możliwe. Zakaz na Oddziale Chorób Wewnętrznych obowiązuje do odwołania.",
        ),
        WAZNE,
    ),
    (
        "17T09",
        "kom",
        "odw",
        dict(
            tresc="Odwiedziny na oddziałach codziennie w godz. 14:00 – 18:00. Przy "
            "chorym może "
            "przebywać jedna osoba."
        ),
        WAZNE,
    ),
    ("17T11", "por", "Ortopedyczna", dict(skok=214), WAZNE),
    (
        "17T12",
        "zam",
        "ZP/13/2026",
        dict(opis="Przebudowa Bloku Operacyjnego – etap II", termin="14.04.2026 11:00", stan=""),
        WAZNE,
    ),
    (
        "17T14",
        "pra",
        "farm",
        dict(co="Magister farmacji – Apteka Szpitalna", jak="umowa o pracę, 1/2 etatu"),
        WAZNE,
    ),
    ("17T18", "kom", "rtg", None, WAZNE),
    ("18T00", "kom", "mammo", None, SPORNE),
    (
        "18T07",
        "zmi",
        "z2",
        dict(co="Poradnia Neurologiczna, dr P. Sowa – 18.03 i 19.03 nie przyjmuje"),
        WAZNE,
    ),
    (
        "18T09",
        "akt",
        "dyr",
        dict(
            zdj="gabinet",
            tyt="Dr n. med. Barbara Kulczyk nową dyrektor szpitala",
            tresc="Zarząd "
            "Województwa rozstrzygnął konkurs. Nowa dyrektor obejmie stanowisko 1 kwietnia; dotąd kierowała "
            "szpitalem w "
            "Tarnobrzegu.",
        ),
        WAZNE,
    ),
    (
        "18T11",
        "akt",
        "dyr",
        dict(
            tresc="Zarząd Województwa rozstrzygnął konkurs. Nowa dyrektor obejmie "
            "stanowisko 15 "
            "kwietnia, do tego czasu obowiązki pełni dr Jan Rozwadowski."
        ),
        WAZNE,
    ),
    ("18T12", "zam", "ZP/13/2026", dict(opis="Przebudowa bloku operacyjnego – etap II"), SPORNE),
    ("18T13", "zam", "ZP/08/2026", dict(stan="unieważnione"), WAZNE),
    (
        "19T06",
        "kom",
        "sor",
        dict(
            tyt="SOR – OGRANICZENIE PRZYJĘĆ",
            waga=5,
            tresc="Z powodu awarii zasilania w pawilonie C "
            "zespoły ratownictwa kierowane są do szpitala w Mielcu. Pacjenci w stanie zagrożenia życia przyjmowani "
            "bez zmian.",
        ),
        WAZNE,
    ),
    (
        "19T08",
        "kom",
        "sor",
        dict(
            tresc="Z powodu awarii zasilania w pawilonie C zespoły ratownictwa "
            "kierowane są do "
            "szpitala w Mielcu. Zabiegi planowe zaplanowane na 19 marca zostały odwołane."
        ),
        WAZNE,
    ),
    ("19T09", "por", "Endokrynologiczna", dict(zapis="zapisy"), WAZNE),
    ("19T12", "pra", "anest", dict(jak="kontrakt, min. 6 dyżurów w miesiącu, 240 zł/h"), WAZNE),
    ("19T14", "kom", "sor", None, WAZNE),
    ("20T00", "zmi", "z2", None, SPORNE),
    (
        "20T08",
        "kom",
        "uro",
        dict(
            tyt="ODDZIAŁ UROLOGICZNY – ZAWIESZENIE DZIAŁALNOŚCI",
            waga=4,
            tresc="Od 23 marca do 5 "
            "kwietnia br. oddział nie przyjmuje pacjentów z powodu braku obsady lekarskiej. Poradnia działa bez "
            "zmian.",
        ),
        WAZNE,
    ),
    ("20T10", "zam", "ZP/12/2026", dict(termin="07.04.2026 10:00"), WAZNE),
    (
        "20T12",
        "kom",
        "uro",
        dict(
            tresc="Od 23 marca do 5 kwietnia br. oddział nie przyjmuje pacjentów z "
            "powodu braku "
            "obsady lekarskiej. Poradnia Urologiczna również nieczynna."
        ),
        WAZNE,
    ),
    ("20T12", "por", "Urologiczna", dict(zapis="nieczynna do 05.04"), WAZNE),
    ("20T13", "akt", "dyr", dict(zdj="konferencja"), SPORNE),
    (
        "20T14",
        "wyd",
        "sob",
        dict(kiedy="28.03.2026", co="Biała Sobota – bezpłatne EKG, spirometria, konsultacje; pawilon A"),
        WAZNE,
    ),
    ("20T15", "pra", "sekr", None, WAZNE),
    (
        "21T08",
        "kom",
        "woda",
        dict(
            tyt="Brak ciepłej wody w pawilonie B",
            waga=3,
            tresc="Trwa usuwanie awarii wymiennika. Przewidywany koniec prac: sobota, godz. 20:00.",
        ),
        WAZNE,
    ),
    (
        "21T13",
        "wyd",
        "sob",
        dict(co="Biała Sobota – bezpłatne EKG, spirometria, konsultacje; hala sportowa SP 4"),
        WAZNE,
    ),
    ("21T18", "kom", "woda", None, WAZNE),
    (
        "22T02",
        "kom",
        "park",
        dict(
            tresc="Do końca marca prosimy o korzystanie z parkingu przy ul. "
            "Flisackiej. Pierwsza "
            "godzina jest bezpłatna."
        ),
        SPORNE,
    ),
]
