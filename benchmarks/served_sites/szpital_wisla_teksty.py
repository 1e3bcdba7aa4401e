"""The hospital's texts that are exchanged and announce nothing."""

import random
from functools import cache

DNI = ["poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela"]
IMIENINY = {
    12: "Grzegorza, Justyny",
    13: "Bożeny, Krystyny",
    14: "Matyldy, Leona",
    15: "Klemensa, Ludwiki",
    16: "Izabeli, Hilarego",
    17: "Patryka, Zbigniewa",
    18: "Cyryla, Edwarda",
    19: "Józefa, Bogdana",
    20: "Klaudii, Eufemii",
    21: "Benedykta, Lubomira",
    22: "Bogusława, Katarzyny",
}
LEKARZE = [
    "A. Mazurek",
    "P. Sowa",
    "J. Rozwadowski",
    "K. Wnuk",
    "M. Dziedzic",
    "E. Tracz",
    "R. Pawłowska",
    "T. Gil",
    "H. Borek",
    "S. Lipiec",
    "D. Kasprzyk",
    "I. Zaremba",
    "W. Cichoń",
    "L. Markut",
]
PORADY = [
    ("Jak przygotować się do kolonoskopii?", "Dieta ubogoresztkowa trzy dni wcześniej i dużo płynów."),
    ("Nadciśnienie: cichy wróg", "Mierz ciśnienie o stałej porze, zapisuj wyniki w dzienniczku."),
    ("Co zabrać do porodu?", "Lista rzeczy dla mamy i dziecka przygotowana przez nasze położne."),
    ("Wiosenne przesilenie", "Więcej ruchu, więcej snu i warzywa w każdym posiłku."),
    ("Grypa czy przeziębienie?", "Podpowiadamy, kiedy zostać w domu, a kiedy zgłosić się do lekarza."),
    ("Kleszcze już nie śpią", "Po każdym spacerze obejrzyj skórę, zwłaszcza zgięcia kolan."),
    ("Cukrzyca w rodzinie", "Badanie glukozy na czczo raz w roku to absolutne minimum."),
    ("Szczepienia dla seniora", "Pneumokoki, półpasiec, grypa – sprawdź, które są bezpłatne."),
    ("Rzucam palenie", "Po ośmiu godzinach spada poziom tlenku węgla we krwi."),
    ("Ból kręgosłupa w pracy biurowej", "Pięć prostych ćwiczeń na przerwę, bez wstawania od biurka."),
    ("Zdrowe oczy dziecka", "Zasada 20-20-20 i godzina dziennie na dworze."),
    ("Udar: liczą się minuty", "Opadający kącik ust, słaba ręka, bełkotliwa mowa – dzwoń 112."),
    ("Badania profilaktyczne 40+", "Program „Moje Zdrowie” – wypełnij ankietę w IKP."),
    ("Jak czytać morfologię?", "Krótki przewodnik po skrótach na wyniku."),
    ("Alergia na pyłki: kalendarz", "W marcu pyli olsza i leszczyna, w kwietniu brzoza."),
    ("Transplantacja: powiedz bliskim", "Oświadczenie woli warto nosić przy sobie."),
]
WARTO = [
    (
        "UWAGA! Fałszywe SMS-y o e-recepcie",
        "Nie klikaj w linki z nieznanych numerów. Szpital nie prosi o dopłaty.",
    ),
    ("ODWOŁAJ WIZYTĘ, jeśli nie możesz przyjść", "Zwolnisz miejsce innym. Wystarczy telefon lub SMS."),
    ("ODDAJ KREW – pomóż nam pomagać", "Punkt poboru czynny we wtorki i piątki w godz. 7:30 – 11:00."),
    ("ZASZCZEP SIĘ przeciw grypie", "Szczepienia w POZ i w aptekach przez cały sezon."),
    ("ZMIANA CZASU już 29 marca", "Przypominamy o przestawieniu zegarków z godz. 2:00 na 3:00."),
    ("NOCNA I ŚWIĄTECZNA OPIEKA ZDROWOTNA", "Pawilon C, wejście od ul. Flisackiej, od godz. 18:00 do 8:00."),
    ("WSTRZYMAJ SIĘ z odwiedzinami, gdy masz infekcję", "Katar i kaszel u gościa to zagrożenie dla chorego."),
    ("INTERNETOWE KONTO PACJENTA", "Recepty, skierowania i wyniki w jednym miejscu."),
    ("PRZEKAŻ 1,5% PODATKU na onkologię", "KRS 0000 555 123 – Fundacja „Nad Wisłą”."),
]
OPINIE = [
    "Dziękuję całemu zespołowi {o} za opiekę i cierpliwość.",
    "Na {o} czysto, miło i bez krzyków. Polecam.",
    "Czekałam {n} godziny, ale pani doktor wszystko wytłumaczyła.",
    "Jedzenie mogłoby być cieplejsze, reszta super.",
    "Mój tato leżał na {o} {n} dni. Pielęgniarki – anioły.",
    "Parking to dramat, za to personel na medal.",
    "Rejestracja telefoniczna – próbowałem {n} razy…",
    "Poród w marcu, wspaniała opieka położnych. Dziękujemy!",
]
ODDZIALY = [
    "Kardiologii",
    "Chirurgii",
    "Ortopedii",
    "Pediatrii",
    "Urologii",
    "Neurologii",
    "Okulistyce",
    "Położnictwie",
]
CZYTANE = [
    "Godziny odwiedzin na oddziałach",
    "Cennik badań odpłatnych",
    "Jak uzyskać kopię dokumentacji medycznej",
    "Poradnia Kardiologiczna",
    "Zakaz odwiedzin – pytania i odpowiedzi",
    "Pracownia RTG – kontakt",
    "Praca w szpitalu",
    "Przetargi – archiwum",
    "SOR – jak działa segregacja pacjentów",
    "Szkoła rodzenia",
    "Dojazd i parking",
    "Skład Dyrekcji",
    "Oddział Urologiczny",
    "Apteka szpitalna",
    "Wyniki badań online",
    "Deklaracja dostępności",
]
OBIADY = [
    "zupa {z}, {d} z {x}, surówka, kompot",
    "krem {k}, {d}, {x}, herbata",
    "{z} z makaronem, {d}, {x}, sok",
]
_Z = ["jarzynowa", "pomidorowa", "krupnik", "ogórkowa", "koperkowa"]
_K = ["z dyni", "z brokułów", "z marchwi"]
_D = [
    "pulpety w sosie",
    "gotowany kurczak",
    "dorsz na parze",
    "kotlet mielony",
    "gulasz z indyka",
    "pierogi leniwe",
]
_X = ["ziemniaki puree", "ryż", "kasza jęczmienna", "buraczki", "marchewka z groszkiem"]
IMIONA = [
    "Zofia",
    "Antoni",
    "Hanna",
    "Jan",
    "Laura",
    "Leon",
    "Julia",
    "Franciszek",
    "Maja",
    "Nikodem",
    "Oliwia",
    "Stanisław",
    "Pola",
    "Ignacy",
    "Alicja",
    "Mikołaj",
    "Iga",
    "Tymon",
    "Helena",
    "Wojciech",
]
SLAJDY = [
    ("blok", "Nowoczesny blok operacyjny"),
    ("porodowka", "Rodzić po ludzku – zobacz nasze sale porodowe"),
    ("rzeka", "Szpital „Wisła” – 60 lat z Państwem"),
    ("lab", "Wyniki badań laboratoryjnych przez internet"),
    ("ratownicy", "Dołącz do nas! Dodatek relokacyjny dla lekarzy"),
    ("ogrod", "Ogród terapeutyczny już zieleni się"),
    ("rehab", "Rehabilitacja dzienna – sprawdź terminy"),
]
FB = [
    "Kawa przed dyżurem? Pokażcie swoje kubki!",
    "Dziś dziękujemy paniom z rejestracji. Jesteście wspaniałe!",
    "Kto rozpozna, który to pawilon? Zdjęcie z {n}0. lat.",
    "Za nami {n}. badanie na nowym sprzęcie!",
    "Przypominamy: myjemy ręce {n} razy dziennie i jeszcze raz.",
    "Nasza drużyna zajęła {n}. miejsce w turnieju halowym.",
    "Poszukujemy wolontariuszy do czytania bajek na pediatrii.",
    "Piękny zachód słońca nad Wisłą, widok z IV piętra.",
    "Uwaga, konkurs plastyczny dla dzieci, do wygrania {n} zestawów kredek.",
]


@cache
def noworodki() -> tuple[tuple[int, str, int, int, int], ...]:
    """(hour, name, weight in g, length in cm, number of the picture), oldest first."""
    rng = random.Random("noworodki wisla")
    lista: list[tuple[int, str, int, int, int]] = []
    for hour in range(-48, 241):
        if rng.random() < 0.23:
            lista.append(
                (hour, rng.choice(IMIONA), rng.randrange(252, 431) * 10, rng.randrange(49, 60), len(lista))
            )
    return tuple(lista)


def obiad(dzien: int) -> str:
    rng = random.Random(f"obiad {dzien}")
    return rng.choice(OBIADY).format(z=rng.choice(_Z), k=rng.choice(_K), d=rng.choice(_D), x=rng.choice(_X))


def opinie(hour: int) -> list[tuple[str, str, int]]:
    rng = random.Random(f"opinie {hour // 2}")
    return [
        (o.format(o=rng.choice(ODDZIALY), n=rng.randrange(2, 9)), rng.choice(IMIONA), rng.randrange(3, 6))
        for o in rng.sample(OPINIE, 3)
    ]


def wpisy(hour: int) -> list[tuple[str, int]]:
    rng = random.Random(f"fb {hour // 3}")
    zywe = random.Random(f"fb lajki {hour}")
    return [
        (w.format(n=rng.randrange(2, 9)), rng.randrange(20, 300) + zywe.randrange(9))
        for w in rng.sample(FB, 4)
    ]
