"""The Swedish words of the agency's page: what its calls are for, and the boxes around its tables."""

from typing import NamedTuple


class Purpose(NamedTuple):
    """What a call says of itself that never changes."""

    title: str
    text: str
    who: str


class Listed(NamedTuple):
    """A line of the tables of planned and of closed calls."""

    title: str
    when: str
    budget: int


AREAS = {
    "klimat": "Klimat och energi",
    "landsbygd": "Landsbygd och livsmedel",
    "digital": "Digitalisering och kompetens",
    "kust": "Kust, kultur och besöksnäring",
}
PURPOSES = {
    "klimat": (
        Purpose(
            "Laddstationer för tunga fordon längs riksväg",
            "Stöd till publika laddplatser med minst 350 kW effekt.",
            "Företag, kommuner",
        ),
        Purpose(
            "Industriklivet i mindre företag",
            "Förstudier och investeringar som minskar processutsläpp.",
            "Små och medelstora företag",
        ),
        Purpose(
            "Återvunnen värme i fjärrvärmenät",
            "Teknik som tar vara på spillvärme från serverhallar och livsmedelsindustri.",
            "Energibolag",
        ),
        Purpose(
            "Träbyggande i offentlig sektor",
            "Merkostnader för stomme i trä när skolor och vårdbyggnader uppförs.",
            "Kommuner, regioner",
        ),
        Purpose(
            "Skyfallsanpassning av stadskärnor",
            "Öppna dagvattenlösningar, regnbäddar och översvämningsytor.",
            "Kommuner",
        ),
        Purpose(
            "Energigemenskaper på landsbygden",
            "Organisering och juridik när boende delar egen el.",
            "Ideella och ekonomiska föreningar",
        ),
        Purpose(
            "Biokol i lantbruk och parker",
            "Pilotanläggningar för pyrolys och spridning av biokol.",
            "Företag, kommuner",
        ),
        Purpose(
            "Vätgas för regional godstrafik",
            "Tankstationer och fordon i samordnade transportstråk.",
            "Konsortier med minst tre parter",
        ),
        Purpose(
            "Cirkulära arbetskläder",
            "Upphandling, reparation och återbruk av textilier i vården.",
            "Regioner",
        ),
        Purpose(
            "Solel på kyrkor och hembygdsgårdar",
            "Varsam installation av solceller på kulturhistoriska tak.",
            "Trossamfund, hembygdsföreningar",
        ),
        Purpose(
            "Beredskapslager av reservkraft",
            "Mobila batterier till vattenverk och äldreboenden.",
            "Kommuner, kommunalförbund",
        ),
    ),
    "landsbygd": (
        Purpose(
            "Små slakterier och gårdsmejerier",
            "Investeringar i lokaler, kyla och utrustning för egen förädling.",
            "Lantbruksföretag",
        ),
        Purpose(
            "Servicepunkter i glesbygd",
            "Drift av lanthandel med paketutlämning, apotek och drivmedel.",
            "Företag, föreningar",
        ),
        Purpose(
            "Restaurering av våtmarker",
            "Igenläggning av diken och återställda mader i skogsmark.",
            "Markägare, vattenråd",
        ),
        Purpose(
            "Unga tar över gården", "Rådgivning och startstöd vid generationsskifte.", "Personer under 41 år"
        ),
        Purpose(
            "Svenskt växtprotein",
            "Utveckling av livsmedel från ärt, lupin och åkerböna.",
            "Företag, lärosäten",
        ),
        Purpose(
            "Stängsel mot stora rovdjur",
            "Rovdjursavvisande stängsel och underhåll av befintliga.",
            "Djurhållare",
        ),
        Purpose(
            "Bredband till de sista fem procenten",
            "Fiber eller radiolänk till fastigheter utanför tätort.",
            "Operatörer, byalag",
        ),
        Purpose(
            "Hållbart fiske i insjöar",
            "Selektiva redskap, mottagningsplatser och märkning av fångst.",
            "Yrkesfiskare",
        ),
        Purpose(
            "Mobila veterinärteam i norr", "Samverkan om jour och resor för djursjukvård.", "Veterinärföretag"
        ),
        Purpose(
            "Skolmat från närområdet",
            "Logistik och kvalitetssäkring för lokala leveranser till kommunala kök.",
            "Kommuner, producenter",
        ),
        Purpose(
            "Torktåliga fodergrödor",
            "Fältförsök med lusern, cikoria och rörsvingel på lätta jordar.",
            "Lantbruksföretag, lärosäten",
        ),
    ),
    "digital": (
        Purpose(
            "Språkmodeller i kommunal ärendehantering",
            "Tester av generativ teknik med krav på spårbarhet och sekretess.",
            "Kommuner",
        ),
        Purpose(
            "Cybersäkerhet för leverantörskedjor",
            "Gemensamma övningar och granskningar i samhällsviktiga branscher.",
            "Branschorganisationer",
        ),
        Purpose(
            "Omställning för varslad personal",
            "Korta kurser med validering för yrkesverksamma.",
            "Lärosäten, yrkeshögskolor",
        ),
        Purpose(
            "Digital tvilling av hamnområden",
            "Datamodeller för trafik, energi och buller.",
            "Hamnbolag, kommuner",
        ),
        Purpose(
            "Öppna geodata i skogsbruket",
            "Tjänster som kombinerar laserdata med fältmätning.",
            "Företag, skogsägarföreningar",
        ),
        Purpose(
            "Fler kvinnor i teknikyrken",
            "Mentorskap och prova på-perioder i industrin.",
            "Ideella organisationer, företag",
        ),
        Purpose(
            "Välfärdsteknik i hemtjänsten", "Införande av larm, sensorer och tillsyn på distans.", "Kommuner"
        ),
        Purpose(
            "Halvledarkompetens i hela landet",
            "Laborationsmiljöer och doktorandkurser för konstruktion av kretsar.",
            "Lärosäten",
        ),
        Purpose(
            "Nationellt kurspaket om AI-förordningen",
            "Utbildning för upphandlare, jurister och systemägare.",
            "Utbildningsanordnare",
        ),
        Purpose(
            "Drönare för räddningstjänst",
            "Utrustning, luftrumssamordning och utbildning av piloter.",
            "Räddningstjänstförbund",
        ),
    ),
    "kust": (
        Purpose(
            "Gästhamnar med tömningsstation",
            "Ombyggnad av bryggor, latrintömning och landström.",
            "Kommuner, båtklubbar",
        ),
        Purpose(
            "Kulturarv under vatten",
            "Dokumentation av vrak och dykparker med vägledning.",
            "Museer, föreningar",
        ),
        Purpose(
            "Leder för cykelturism",
            "Skyltning, broar och vindskydd på sammanhängande leder.",
            "Kommuner, regioner",
        ),
        Purpose(
            "Musselodling för bättre havsmiljö",
            "Försök med odling, skörd och användning som foder.",
            "Företag, lärosäten",
        ),
        Purpose(
            "Filmproduktion utanför storstäderna",
            "Inspelning och efterarbete med regional arbetskraft.",
            "Produktionsbolag",
        ),
        Purpose("Tysta båtar i skärgården", "Eldrift i kollektivtrafik och taxibåtar.", "Regioner, rederier"),
        Purpose(
            "Samisk besöksnäring",
            "Affärsutveckling och värdskap på samisk grund.",
            "Samiska företag, samebyar",
        ),
        Purpose("Bad för alla", "Ramper, omklädning och rullstolsbryggor vid allmänna bad.", "Kommuner"),
        Purpose(
            "Levande fyrplatser",
            "Renovering av fyrar och fyrvaktarbostäder för uthyrning.",
            "Stiftelser, föreningar",
        ),
        Purpose(
            "Återställda ålgräsängar",
            "Plantering och uppföljning av ålgräs i grunda vikar.",
            "Länsstyrelser, lärosäten",
        ),
    ),
}
CLOSED_BEFORE = (
    Listed("Elflyg på regionala flygplatser", "4 september 2025", 40),
    Listed("Krondill och kräftor – artskydd", "2 september 2025", 6),
    Listed("Kvartersverkstäder", "29 augusti 2025", 12),
    Listed("Läsfrämjande i industriorter", "28 augusti 2025", 9),
)
PLANNED = (
    Listed("Fossilfria arbetsmaskiner", "januari 2026", 55),
    Listed("Mathantverk i skolan", "november 2025", 14),
    Listed("Kommunala dataplattformar", "december 2025", 38),
    Listed("Vinterturism på naturens villkor", "februari 2026", 21),
)
OFFICERS = (
    "Annika Sjölund",
    "Peter Wallgren",
    "Fatima Haddad",
    "Jonas Eklöf",
    "Maria Tuomela",
    "Elin Strandh",
    "Omar Yusuf",
)
MONTHS = (
    "januari",
    "februari",
    "mars",
    "april",
    "maj",
    "juni",
    "juli",
    "augusti",
    "september",
    "oktober",
    "november",
    "december",
)
PARTNERS = (
    "Havsrådet",
    "Byggnadsforskningen",
    "Skärgårdsverket",
    "Innovationsrådet Väst",
    "Landsbygdskansliet",
    "Rymdforum",
    "Nordkalottens energicentrum",
    "Digitaliseringsnämnden",
)
PARTNER_NEWS = (
    "delar ut {n} miljoner till forskning om {t}",
    "förlänger ansökningstiden för stöd till {t}",
    "söker sakkunniga inom {t}",
    "publicerar rapport om {t} i {p}",
    "bjuder in till konferens om {t} den {d} oktober",
    "har ny chef för enheten för {t}",
    "öppnar utlysning om {t}, budget {n} mnkr",
    "svarar på frågor om {t} i nytt poddavsnitt",
    "pausar projektstödet till {t}",
)
TOPICS = (
    "marin energi",
    "fossilfri plogning",
    "digital hälsa",
    "vattenrening",
    "lantbruksrobotar",
    "kulturmiljö",
    "batteriåtervinning",
    "regional tågtrafik",
    "skogsbränsle",
    "öppna data",
    "jordhälsa",
    "skolmåltider",
)
REGIONS = (
    "Norrbotten",
    "Blekinge",
    "Dalarna",
    "Halland",
    "Gästrikland",
    "Jämtland",
)
ALSO = (
    "Så skriver du en bra projektplan",
    "Mall för budget i Excel",
    "Regler för statligt stöd",
    "Rekvirera pengar steg för steg",
    "Vanliga frågor om medfinansiering",
    "Slutrapportera ditt projekt",
    "Beviljade projekt 2024",
    "Så bedömer vi din ansökan",
    "Logga in i e-tjänsten Ansök",
    "Ändra kontaktperson i ett projekt",
    "Överklaga ett beslut",
    "Jäv och oberoende granskare",
)
NOTICES = (
    "E-tjänsten Ansök är stängd för underhåll torsdag kl. 20.00–22.00.",
    "Just nu är det långa väntetider i telefon. Skriv gärna till oss i stället.",
    "Inloggning med Freja kan gå långsamt. Felsökning pågår.",
)
TIPS = (
    "Tänk på att börja din ansökan i god tid – belastningen är hög de sista dagarna.",
    "Prenumerera på nya utlysningar via e-post eller RSS.",
    "Gå vår webbutbildning om statligt stöd, den tar 25 minuter.",
    "Hjälp oss bli bättre: svara på tre frågor om webbplatsen.",
)
