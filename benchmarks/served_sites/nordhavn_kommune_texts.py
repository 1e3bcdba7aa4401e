"""What the municipality publishes, with its times: (day of November, "hh.mm"), a month after them if another."""

# id, tidspunkt, emne, overskrift, manchet
NYHEDER: list[tuple[str, tuple[int, str] | tuple[int, str, int], str, str, str]] = [
    (
        "budget",
        (30, "9.20", 10),
        "Byråd",
        "Budget 2026: Flere penge til dagtilbud og vejvedligehold",
        "Otte ud af ti partier står bag aftalen, der løfter normeringen i børnehaverne fra sommeren 2026.",
    ),
    (
        "genbrug",
        (31, "13.00", 10),
        "Affald",
        "Genbrugspladsen i Lyngholm får vinteråbent",
        "Fra 1. november til 28. februar er pladsen bemandet alle dage kl. 10-16.",
    ),
    (
        "svoem",
        (3, "10.45"),
        "Fritid",
        "Svømmehallen ved Idrætsparken er halvvejs",
        "Råhuset står færdigt. De første svømmehold forventes at hoppe i bassinet i oktober 2026.",
    ),
    (
        "vinter",
        (4, "9.00"),
        "Trafik",
        "Vintertjenesten er klar til den første frost",
        "14 saltspredere og 3.200 tons salt venter på pladsen i Vesterby.",
    ),
    (
        "bibl",
        (4, "14.10"),
        "Kultur",
        "Hovedbiblioteket forlænger den selvbetjente åbningstid",
        "Med sundhedskortet kan du nu låse dig ind fra kl. 6 om morgenen til kl. 23 om aftenen.",
    ),
    (
        "indsk",
        (5, "8.30"),
        "Skole",
        "Indskrivning til børnehaveklasse åbner på mandag",
        "Forældre til børn født i 2020 får brev i Digital Post med link til den digitale indskrivning.",
    ),
    (
        "valg",
        (5, "10.05"),
        "Valg",
        "Sådan stemmer du til kommunal- og regionsvalget",
        "Valgkortet kommer med posten senest fem dage før valget tirsdag den 18. november.",
    ),
    # --- i de ti dage
    (
        "strand",
        (6, "14.40"),
        "Skole",
        "Strandskolen får ny indskolingsbygning",
        "Økonomiudvalget har frigivet 38,5 mio. kr. Byggeriet begynder efter påske.",
    ),
    (
        "bro",
        (7, "9.15"),
        "Trafik",
        "Havnebroen lukker for biler i tre uger",
        "Broens lejer skal udskiftes. Cyklister og gående kan fortsat passere fra mandag den 10. november.",
    ),
    (
        "dagpl",
        (7, "11.20"),
        "Børn",
        "Dagplejen i Skovby flytter til nye lokaler ved nytår",
        "27 børn og ni dagplejere får fælles legestue i den gamle købmandsgård.",
    ),
    (
        "storm",
        (7, "15.35"),
        "Beredskab",
        "Beredskabet forbereder sig på weekendens storm",
        "DMI varsler vindstød af stormstyrke fra nordvest lørdag aften. Sikr løse genstande i haven.",
    ),
    (
        "vand",
        (8, "10.30"),
        "Beredskab",
        "Højvandslukken ved Gammel Havn lukkes i aften kl. 18",
        "Vandstanden ventes at nå 1,45 meter over daglig vande natten til søndag.",
    ),
    (
        "grene",
        (10, "8.45"),
        "Affald",
        "Aflever grene og væltede træer gratis hele ugen",
        "Efter stormen er der opstillet ekstra containere i Skovby, Lyngholm og på Nordre Kaj.",
    ),
    (
        "kog",
        (10, "11.30"),
        "Drikkevand",
        "Kog vandet i Vesterby og Lyngholm",
        "Der er fundet colibakterier i en prøve fra Vesterby Vandværk. 340 husstande er berørt.",
    ),
    (
        "direk",
        (11, "10.00"),
        "Organisation",
        "Mette Krogsgaard bliver ny direktør for Børn og Unge",
        "Hun kommer fra en stilling som skolechef i Holbæk og begynder den 1. januar.",
    ),
    (
        "aabent",
        (11, "14.15"),
        "Borgerservice",
        "Ekstra åbent i Borgerservice før valget",
        "Du kan brevstemme på rådhuset lørdag den 15. november kl. 9-13. Husk legitimation.",
    ),
    (
        "sol",
        (12, "10.20"),
        "Ældre",
        "Plejecentret Solgården udvides med 24 boliger",
        "Seniorudvalget valgte i aftes placeringen mod syd, tæt ved parken.",
    ),
    (
        "vind",
        (13, "9.30"),
        "Klima",
        "Byrådet siger ja til fire vindmøller ved Klintesø",
        "Planen blev vedtaget med 17 stemmer mod 10. Naboer bliver indbudt til møde i januar.",
    ),
    (
        "klub",
        (13, "14.50"),
        "Unge",
        "Ungdomsklubben Kajen holder lukket efter vandskade",
        "Et sprunget rør har ødelagt gulvet. Aftenhold flyttes til Østre Skole indtil videre.",
    ),
    (
        "brev",
        (14, "12.35"),
        "Valg",
        "Rekord: 5.812 har allerede brevstemt",
        "Det er flere end ved hele valget i 2021. Sidste frist for at brevstemme er i morgen.",
    ),
    (
        "faerge",
        (15, "11.40"),
        "Trafik",
        "Færgen til Lysø er indstillet resten af weekenden",
        "En fejl på bovporten skal repareres på værft. Der indsættes personbåd kl. 8, 13 og 18.",
    ),
    (
        "sted",
        (16, "8.50"),
        "Valg",
        "Vælgere fra Østre Skole skal stemme i Østhallen",
        "Valgstedet er flyttet på grund af fugt i gymnastiksalen. Dit valgkort gælder fortsat.",
    ),
]
RET: list[
    tuple[tuple[int, str], str, str, dict[str, object] | None, str]
] = [  # tidspunkt, slags, id, nye felter, dom
    ((7, "13.10"), "nyhed", "dagpl", None, "important"),  # trukket tilbage
    (
        (8, "16.20"),
        "nyhed",
        "vand",
        {"manchet": "Vandstanden ventes nu at nå 1,62 meter over daglig vande natten til søndag."},
        "important",
    ),
    (
        (9, "7.50"),
        "nyhed",
        "vand",
        {
            "titel": "Højvandet har toppet - lukken åbnes i formiddag",
            "manchet": "Vandet nåede 1,58 meter kl. 4.10. To kældre på Nordre Kaj blev oversvømmet.",
        },
        "important",
    ),
    ((10, "9.40"), "nyhed", "grene", {"billede": "grene2"}, "left out"),
    (
        (10, "15.40"),
        "nyhed",
        "kog",
        {
            "manchet": "Der er fundet colibakterier i en prøve fra Vesterby "
            "Vandværk. 1.150 husstande er berørt."
        },
        "important",
    ),
    (
        (11, "16.20"),
        "nyhed",
        "kog",
        {
            "manchet": "Nye prøver viser fortsat bakterier. Anbefalingen gælder "
            "mindst "
            "til onsdag for 1.150 husstande."
        },
        "important",
    ),
    (
        (12, "8.55"),
        "nyhed",
        "aabent",
        {"manchet": "Du kan brevstemme på rådhuset lørdag den 15. november kl. 10-14. Husk legitimation."},
        "important",
    ),
    (
        (12, "14.25"),
        "nyhed",
        "kog",
        {
            "titel": "Kogeanbefalingen er ophævet",
            "manchet": "To prøver i træk er rene. Lad hanen løbe i ti minutter, før du bruger vandet igen.",
        },
        "important",
    ),
    (
        (13, "10.40"),
        "nyhed",
        "vind",
        {"manchet": "Planen blev vedtaget med 17 stemmer mod 10. Naboer bliver inviteret til møde i januar."},
        "left out",
    ),
    ((14, "9.30"), "nyhed", "klub", {"billede": "klub2"}, "left out"),
    (
        (15, "15.10"),
        "nyhed",
        "brev",
        {
            "titel": "Rekord: 6.431 nåede at brevstemme",
            "manchet": "Fristen er udløbet. På tirsdag åbner de 11 valgsteder kl. 8.",
        },
        "important",
    ),
    # vejarbejde
    ((10, "16.10"), "vej", "moelle", {"til": "21.11.2025"}, "important"),
    ((9, "11.15"), "vej", "trae", None, "important"),
    (
        (13, "6.30"),
        "vej",
        "bro",
        {"hvad": "Spærret for al trafik, også cykler og gående, indtil fredag"},
        "important",
    ),
    ((14, "15.25"), "vej", "bro", {"hvad": "Spærret for biler. Åben for cykler og gående"}, "important"),
    ((11, "13.20"), "vej", "ring", {"hvad": "Nyt slidlag, ét spor åbent, lysregulering"}, "left out"),
    # høringer
    ((13, "12.15"), "hoering", "lp214", {"frist": (12, 12)}, "important"),
    # job
    ((12, "13.05"), "job", "sagsb", None, "important"),
    # varsel øverst
    ((9, "8.10"), "varsel", "v1", None, "important"),
    ((12, "14.25"), "varsel", "v2", None, "important"),
    # driftsstatus
    ((7, "9.35"), "drift", "tlf", None, "important"),
    (
        (9, "6.20"),
        "drift",
        "ferry1",
        {"tekst": "Færgen til Lysø sejler ikke før søndag kl. 13."},
        "important",
    ),
    ((9, "13.05"), "drift", "ferry1", None, "important"),
    (
        (11, "8.40"),
        "drift",
        "dagren",
        {"tekst": "Tømning i Skovby og Lyngholm er forsinket til torsdag."},
        "important",
    ),
    ((13, "17.15"), "drift", "dagren", None, "important"),
    ((12, "20.45"), "drift", "mitid", None, "important"),
    ((14, "10.50"), "drift", "varme", None, "important"),
]
VEJE = [  # id, hvornår, vej, hvad, fra, til, farve
    (
        "kirke",
        (1, "8.00"),
        "Kirkestræde, mellem Torvet og Algade",
        "Fjernvarme. Gaden er lukket for gennemkørsel",
        "27.10.2025",
        "28.11.2025",
        "roed",
    ),
    (
        "ring",
        (3, "7.00"),
        "Ringvejen ved rundkørslen",
        "Nyt slidlag, et spor åbent, lysregulering",
        "03.11.2025",
        "12.11.2025",
        "gul",
    ),
    (
        "skov",
        (4, "7.00"),
        "Skovbyvej 112-140",
        "Kabelarbejde i rabatten, vejen er indsnævret",
        "04.11.2025",
        "10.11.2025",
        "gul",
    ),
    (
        "bro",
        (7, "9.15"),
        "Havnebroen",
        "Spærret for biler. Åben for cykler og gående",
        "10.11.2025",
        "30.11.2025",
        "roed",
    ),
    (
        "trae",
        (8, "21.25"),
        "Strandvejen ved Klinten",
        "Spærret. Væltet træ over kørebanen",
        "08.11.2025",
        "Indtil videre",
        "roed",
    ),
    (
        "moelle",
        (10, "13.10"),
        "Møllegade",
        "Utæt vandledning. Kør via Algade",
        "10.11.2025",
        "14.11.2025",
        "roed",
    ),
    (
        "stat",
        (12, "16.30"),
        "Stationspladsen",
        "Ny belægning, busserne holder på Jernbanegade",
        "17.11.2025",
        "05.12.2025",
        "gul",
    ),
    (
        "tunnel",
        (15, "19.20"),
        "Jernbanetunnelen",
        "Oversvømmet og spærret for al trafik",
        "15.11.2025",
        "Indtil videre",
        "roed",
    ),
]
UDLOEB_VEJ = {"skov": 11, "ring": 13}
HOERINGER = [  # id, hvornår, titel, frist (dag, måned)
    ("cykel", (1, "12.00"), "Cykelhandlingsplan 2026-2030", (28, 11)),
    ("taxa", (1, "12.00"), "Takster for hjemmehjælp og madservice 2026", (9, 11)),
    ("spild", (1, "12.00"), "Tillæg nr. 7 til spildevandsplanen", (15, 12)),
    ("lp214", (7, "12.00"), "Forslag til lokalplan 214: Boliger på Teglværksgrunden", (5, 12)),
    ("dist", (11, "12.00"), "Ændring af skoledistrikterne i Skovby og Vesterby", (9, 1)),
    ("fred", (14, "12.00"), "Naturgenopretning af Lyngholm Mose", (19, 12)),
]
JOB = [  # id, hvornår, titel, sted, frist
    ("laerer", (2, "8.00"), "Lærer til 5. årgang", "Strandskolen", (10, 11)),
    ("sosu", (3, "8.00"), "Social- og sundhedsassistent, nattevagt", "Plejecentret Solgården", (21, 11)),
    ("sagsb", (4, "8.00"), "Byggesagsbehandler", "Teknik og Miljø", (20, 11)),
    ("kok", (5, "8.00"), "Køkkenassistent, 28 timer", "Børnehuset Tangloppen", (13, 11)),
    ("sygepl", (6, "16.05"), "Sygeplejerske til akutteamet", "Sundhed og Omsorg", (24, 11)),
    ("paed", (7, "10.10"), "Pædagog til vuggestuen", "Børnehuset Ankeret", (23, 11)),
    ("gart", (10, "10.20"), "Gartner til Park og Vej", "Materielgården", (1, 12)),
    ("ergo", (11, "11.15"), "Ergoterapeut, barselsvikariat", "Genoptræningscentret", (26, 11)),
    ("leder", (13, "11.25"), "Afdelingsleder til Ungdomsskolen", "Børn og Unge", (4, 12)),
    ("it", (14, "11.10"), "IT-supporter med kørekort", "Digitalisering", (30, 11)),
]
VARSLER = [
    (
        "v1",
        (8, "13.15"),
        "Varsel om forhøjet vandstand",
        "Undgå ophold på Nordre Kaj og Gammel Havn fra "
        "lørdag kl. 18. "
        "Flyt biler fra P-pladsen ved Toldboden.",
    ),
    ("v2", (10, "11.30"), "Kog drikkevandet", "Gælder Vesterby og Lyngholm. Se om din adresse er berørt."),
]
DRIFT = [
    ("tlf", (7, "8.10"), "Telefon", "Omstillingen er ramt af nedbrud. Skriv til os via Digital Post."),
    ("ferry1", (8, "18.20"), "Færge", "Færgen til Lysø sejler ikke før søndag kl. 12."),
    ("dagren", (10, "7.15"), "Affald", "Tømning i Skovby er forsinket til onsdag på grund af væltede træer."),
    (
        "mitid",
        (12, "17.25"),
        "Selvbetjening",
        "Login med MitID virker ikke i øjeblikket. Der arbejdes på fejlen.",
    ),
    ("varme", (14, "5.40"), "Fjernvarme", "Brud på hovedledning: ingen varme i Havnegade og på Nordre Kaj."),
]
FREM = [((9, "14.30"), "valg"), ((10, "7.30"), None), ((14, "16.00"), "aabent"), ((15, "9.20"), None)]
