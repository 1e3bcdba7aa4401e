"""What changes on the page without being news: weather, queue, social media posts, searches, calendar."""

import math
import random
from datetime import datetime

DAGE = ["mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"]
MDR = [
    "januar",
    "februar",
    "marts",
    "april",
    "maj",
    "juni",
    "juli",
    "august",
    "september",
    "oktober",
    "november",
    "december",
]
SOEG = [
    "pas",
    "valgkort",
    "brevstemme",
    "genbrugsplads",
    "flytning",
    "byggetilladelse",
    "børnehave venteliste",
    "sygesikringskort",
    "rotter",
    "parkering",
    "vielse",
    "tømmekalender",
    "ledige boliger",
    "hjemmehjælp",
    "boligstøtte",
    "svømmehal åbningstider",
    "kørekort",
    "affaldsgebyr",
    "skoleferie 2026",
    "byrådsmøde",
    "navneattest",
    "drikkevand",
    "kogeanbefaling",
    "vandstand",
    "lokalplan",
    "grundskyld",
    "folkepension",
]
SELV = [
    ("Bestil pas og kørekort", "pas"),
    ("Meld flytning", "flyt"),
    ("Skriv barn op til pasning", "pasning"),
    ("Anmeld rotter", "rotter"),
    ("Søg byggetilladelse", "byg"),
    ("Tip os om huller i vejen", "tip"),
    ("Bestil storskrald", "storskrald"),
    ("Skift læge", "laege"),
    ("Book vielse", "vielse"),
    ("Søg boligstøtte", "bolig"),
    ("Se din ejendomsskat", "skat"),
    ("Book bane eller lokale", "lokale"),
]
OPSLAG = [
    "Se lige den solopgang over havnen! Tak til Karin for billedet. Send os dine egne på #mitnordhavn",
    "Husk nu valgkortet! Vi holder åbent på rådhuset, hvis du vil brevstemme. Find tiderne på hjemmesiden.",
    "Vores gartnere har lagt 22.000 løg i jorden. Gæt hvor mange der er krokus?",
    "Har du husket at tjekke sandet i legepladsen? Vi gør klar til vinter.",
    "Vi søger nye kolleger. Kender du en, der kender en? Del gerne opslaget.",
    "Stormen er på vej. Få styr på trampolinen, bliv inde og pas på hinanden.",
    "Havnebroen lukker snart for biler. Kør udenom eller tag cyklen, det giver også røde kinder.",
    "Børnene fra Tangloppen har bagt boller til vejfolkene. De blev rørt. Og mætte.",
    "Tak til de frivillige på Solgården. 40 vafler blev til et helt eventyr i går eftermiddags.",
    "Kog vandet lidt endnu, kære naboer i Vesterby. Vi siger til, så snart prøverne er rene.",
    "Fredagskoncert på biblioteket: gratis kaffe, levende jazz og plads til barnevogne.",
    "Skal din forening have del i puljen for grønne ildsjæle? Der er penge tilbage.",
    "Har du set vores nye fejemaskine? Den er døbt Fejesten efter afstemning i 3. B.",
    "Der er stadig ledige pladser på holdet i vinterbadning for begyndere. Tør du?",
    "Nogle har mødt en sæl på slippen. Hold 30 meters afstand, og ring ikke til os, den har det fint.",
    "Så er julestjernerne pakket ud. Vi tænder dem sammen på Torvet den 28.",
]
SVAR = [
    "Dejligt billede",
    "Hvad med Skovbyvej?",
    "Tak for hurtig hjælp",
    "Hvornår bliver der ryddet op?",
    "Godt gået",
    "Synes I selv det er i orden?",
    "Flot arbejde",
    "Er det også i Lyngholm?",
    "Vi kommer",
    "Endelig!",
]
ARR = [
    (6, "16.30", "Strikkecafé", "Hovedbiblioteket"),
    (7, "10.00", "Babyrytmik", "Kulturhuset Kilden"),
    (7, "19.30", "Fredagsjazz", "Hovedbiblioteket"),
    (8, "11.00", "Loppemarked", "Idrætsparken"),
    (9, "14.00", "Søndagsfilm for børn", "Kulturhuset Kilden"),
    (10, "17.00", "Åbent hus i Ungdomsskolen", "Kajen 4"),
    (11, "10.00", "Mortensgåsespil", "Solgården"),
    (11, "19.00", "Vælgermøde", "Nordhavn Gymnasium"),
    (12, "13.00", "IT-café for seniorer", "Hovedbiblioteket"),
    (13, "17.00", "Byrådsmøde", "Byrådssalen"),
    (14, "20.00", "Koncert: Strandvaskerne", "Kulturhuset Kilden"),
    (15, "10.30", "Naturvandring i mosen", "Lyngholm"),
    (16, "15.00", "Orgelkoncert", "Sankt Olai Kirke"),
    (17, "19.00", "Slægtsforskning for begyndere", "Arkivet"),
    (18, "8.00", "Kommunal- og regionsvalg", "11 valgsteder"),
    (19, "16.00", "Læsekreds", "Lyngholm Bibliotek"),
    (20, "18.30", "Borgermøde om havneparken", "Rådhuset"),
    (21, "9.30", "Babysalmesang", "Skovby Kirke"),
    (22, "10.00", "Julemarked", "Torvet"),
    (28, "16.00", "Juletræet tændes", "Torvet"),
]


def slump(time: int | str, hvad: str) -> random.Random:
    return random.Random(f"nordhavn/{time}/{hvad}")


def tal(n: int) -> str:
    return f"{n:,}".replace(",", ".")


def vejr(nu: datetime, time: int) -> tuple[str, str, int, str]:
    r = slump(time, "vejr")
    grad = 6 + 3 * math.sin((nu.hour - 9) / 24 * 6.283) + r.uniform(-1, 1) - (nu.day - 6) * 0.25
    vind = 6 + r.uniform(-2, 2) + max(0, 16 - abs((nu.day - 8) * 24 + nu.hour - 26) * 0.6)
    stand = 12 + 34 * math.sin(time * 0.506) + max(0, 140 - abs((nu.day - 8) * 24 + nu.hour - 28) * 9)
    ord_ = "Storm" if vind > 18 else r.choice(["Skyet", "Let regn", "Byger", "Skyet", "Opklaring", "Tåge"])
    pil = r.choice(["SV", "V", "NV", "S"])
    return (f"{grad:.1f}".replace(".", ","), f"{vind:.0f} m/s {pil}", int(stand + r.randint(-4, 4)), ord_)


def aabent(nu: datetime) -> tuple[bool, str, int, int]:
    tider = {0: (10, 15), 1: (10, 15), 2: None, 3: (10, 18), 4: (10, 13)}.get(nu.weekday())
    if tider and tider[0] <= nu.hour < tider[1]:
        r = random.Random(f"nordhavn/koe/{nu:%d%H}")
        return True, f"lukker kl. {tider[1]}", r.randint(1, 24), r.randint(0, 17)
    return False, "Se åbningstider", 0, 0


def soegninger(time: int) -> list[str]:
    return slump(time // 2, "soeg").sample(SOEG, 9)


def selvbetjening(time: int, b: bool) -> list[tuple[str, str]]:
    r = slump(time, "selv")
    if b:
        vaegt = list(SELV)
        r.shuffle(vaegt)
        return vaegt[:8]
    top = SELV[:8]
    if r.random() < 0.4:
        i = r.randrange(7)
        top = [*top[:i], top[i + 1], top[i], *top[i + 2 :]]
    return top


def opslag(time: int) -> list[tuple[str, int, int, int, str, str]]:
    faelles = random.Random("nordhavn-raekke")
    orden = [faelles.randrange(len(OPSLAG)) for _ in range(90)]
    ud = []
    for k in range(3):
        nr = time // 5 + 3 - k
        alder = time - (time // 5 - k) * 5
        r = random.Random(f"nordhavn-opslag-{nr}")
        syn = int(r.randint(6, 30) * (1 + alder) ** 0.8)
        ud.append((OPSLAG[orden[nr]], alder, syn, syn // r.randint(4, 9), r.choice(SVAR), f"fb{orden[nr]}"))
    return ud


def siden(alder: int) -> str:
    if alder < 1:
        return "Lige nu"
    return f"{alder} t." if alder < 24 else f"{alder // 24} d."


def kalender(nu: datetime) -> list[tuple[int, str, str, str]]:
    ud = [
        (d, k, t, s) for d, k, t, s in ARR if d > nu.day or (d == nu.day and int(k.split(".")[0]) >= nu.hour)
    ]
    return ud[:5]


def insta(time: int) -> list[str]:
    r = slump(time // 7, "insta")
    return [f"in{n}" for n in r.sample(range(14), 4)]


def mest_laest(time: int, stof: list[str]) -> list[str]:
    """Mest læste sider: nyheder og faste sider i tilfældig orden."""
    faste = [
        "Åbningstider på genbrugspladserne",
        "Tømmekalender 2025",
        "Kontakt Borgerservice",
        "Ferieplan for skolerne",
        "Valgsteder i Nordhavn",
        "Vandværker og drikkevand",
        "Afgifter og takster",
        "Byrådets medlemmer",
    ]
    r = slump(time, "laest")
    alt = faste + stof
    r.shuffle(alt)
    return alt[:6]
