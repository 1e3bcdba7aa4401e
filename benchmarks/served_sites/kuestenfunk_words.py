"""The German words of the broadcaster's page: places and people, programmes and advertisements, the style sheet."""

from random import Random


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("|"))


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


PLACES = _words("""
Husum|Büsum|Heide|Itzehoe|Rendsburg|Eckernförde|Schleswig|Flensburg|Niebüll|Tönning|Brunsbüttel|Glückstadt|
Elmshorn|Neumünster|Plön|Eutin|Ratzeburg|Mölln|Kappeln|Preetz|Friedrichstadt|Leck|Meldorf|Bredstedt|Wyk|
Cuxhaven|Stade|Norden|Leer|Esens
""")
DISTRICTS = _words("""
Nordfriesland|Dithmarschen|Steinburg|Plön|Ostholstein|Wittmund|Aurich|Segeberg|Stormarn|Pinneberg
""")
FORENAMES = _words("""
Anke|Birte|Carsten|Dörte|Enno|Frauke|Gesa|Hauke|Imke|Jörn|Karen|Levke|Malte|Nele|Ole|Peer|Rieke|Sönke|Telse|
Uwe|Wiebke|Momme
""")
SURNAMES = _words("""
Petersen|Hansen|Claussen|Thomsen|Ketelsen|Brodersen|Jessen|Lorenzen|Martens|Nissen|Paulsen|Reimers|Sievers|
Tiedemann|Voss|Wulff|Andresen
""")
COMPANIES = _words("""
Nordwerft|Deichbau Lüders|Reederei Hallig-Linie|Molkerei Geestland|Windpark Süderau|Stadtwerke Eiderstedt|
Papierfabrik Störtal|Klinikum Westküste|Marschbahn|Hafenbetriebe Nord|Kornhaus Angeln|Zementwerk Lägerdorf
""")
ANIMALS = _words("Seehund|Schweinswal|Seeadler|Wolf|Wisent|Kranich|Storch|Elch|Fischotter|Kegelrobbe")
BUILDINGS = _words("""
Klappbrücke|Schleuse|Umgehungsstraße|Grundschule|Sporthalle|Mole|Fähranleger|Rathaus-Turm|Hallenbad|Bahnhof
""")
ROADS = _words("A 23|A 7|B 5|B 202|B 199|A 20|B 430|B 77|L 305|A 215")
FIGURES = (3, 7, 8, 11, 14, 18, 22, 26, 35, 40, 55, 64, 80, 95, 120, 140, 170, 210, 260, 340)

_WHO = _words("""
Rentner|Die Nachbarin|Ein Landwirt|Unsere Reporterin|Der Kapitän|Die Bäckerin|Ein Schüler|Die Wirtin|
Der Imker|Eine Pastorin|Der Leuchtturmwärter|Das Ehepaar
""")
_DOES = _words("""
baut|verkauft|sammelt|rettet|vermisst|repariert|erforscht|verschenkt|besingt|bemalt|versteckt|zählt
""")
_WHAT = _words("""
alte Radios|hundert Gartenzwerge|einen Strandkorb|seltene Muscheln|Omas Krabbenrezept|den letzten Kutter|
plattdeutsche Lieder|Treibholz|Postkarten aus aller Welt|ein Hausboot|die Dorfchronik|Bernstein
""")
_HOW = _words("""
und wird zum Netzstar|seit vierzig Jahren|gegen den Rat der Familie|für einen guten Zweck|
mitten in der Nacht|auf der Hallig|trotz Regen|nur noch bis Sonntag|mit Erfolg|aus Liebe
""")
COMMENTS = _lines("""
Das hätte man früher wissen können.
Endlich sagt es mal jemand.
Bei uns in {ort} ist es genauso.
Wer soll das bezahlen?
Ich war gestern selbst dort, {z} Leute standen Schlange.
Danke für den Bericht!
Früher gab es in {ort} noch drei Bäcker.
Der Kommentar von {name} trifft es gut.
Warum berichtet ihr nie über den Kreis {kreis}?
Mein Großvater hat bei {firma} gelernt.
Ich sehe das anders.
Schöne Bilder, aber der Ton ist zu leise.
""")
SKIES = _words("heiter|bedeckt|Schauer|Nieselregen|Nebel|sonnig|windig|Graupel")
SONGS = _words("""
Wind över't Land|Blue Harbour|Nordlicht|Paper Boats|Halbe Nacht|Slow Tide|Leuchtfeuer|Golden Reeds|
Ebbe im Kopf|Seven Bridges
""")
BANDS = _words("Die Deichgrafen|Marla Quist|Tidenhub|The Lowlands|Fiete & Co.|Kutterpunk|Anna Sund|Holm")
OFFERS = _lines("""
Gartenhaus Wulff – jetzt {z} % Rabatt
Hörgeräte Nissen: {z} Tage kostenlos testen
Ferienhaus auf Föhr ab {z} Euro
Matratzen-Abverkauf in {ort}
Treppenlift? {z} Angebote vergleichen
Strom aus {ort}: wechseln Sie jetzt
Möbelhaus {nach}: Küchenwochen
""")


def chance(*key: object) -> Random:
    """The chance of one matter: the same key gives the same draws on every visit."""
    return Random("kuestenfunk-" + "-".join(str(part) for part in key))


def filled(text: str, random: Random) -> str:
    """The text with its blanks filled; every kind of word is drawn, needed or not, so that the draws stay in step."""
    first, second = random.sample(PLACES, 2)
    drawn = {
        "ort2": second,
        "ort": first,
        "z": str(random.choice(FIGURES)),
        "kreis": random.choice(DISTRICTS),
        "name": f"{random.choice(FORENAMES)} {random.choice(SURNAMES)}",
        "nach": random.choice(SURNAMES),
        "firma": random.choice(COMPANIES),
        "tier": random.choice(ANIMALS),
        "bau": random.choice(BUILDINGS),
        "strasse": random.choice(ROADS),
    }
    for blank, word in drawn.items():
        text = text.replace("{" + blank + "}", word)
    return text


def feature(*key: object) -> str:
    """A headline that is no news: somebody does something somehow."""
    random = chance("bunt", *key)
    return f"{random.choice(_WHO)} {random.choice(_DOES)} {random.choice(_WHAT)} {random.choice(_HOW)}"
