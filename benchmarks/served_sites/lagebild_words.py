"""The German words of the county status page: its notices in force and everything around them."""

from typing import NamedTuple


class Template(NamedTuple):
    """What a notice says, with places for names and figures."""

    field: str
    title: str
    text: str
    advice: str


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("|"))


PLACES = _words("""
Altenrode|Birkenfelde|Dornhausen|Eschwick|Falkenbrück|Grünsee|Hohenwalde|Ilmtal|Jägersfeld|Kaltenborn|
Lindau-Süd|Mühlgrund|Neuwerder|Oberkirch|Quellbach|Rabenstein|Steinach|Talheim|Unterweiler|Wiesenthal|
Zollstock|Bergen|Ziegelhütte|Kloster Marn
""")
ROADS = _words("A 71|A 38|B 4|B 85|B 249|L 1034|L 2117|K 18|K 205|B 176|L 3086")
LINES = _words("RB 21|RE 7|S 3|Bus 140|Bus 211|RB 46|Tram 4|RE 55|S 1|Bus 17")
RIVERS = _words("Ilm|Marn|Wipper|Helme|Leina|Gera|Schwarze Luppe")
LEVELS = _words("Hinweis|Warnung|Erhebliche Warnung|Akute Gefahr")
COLOURS = {
    "Wetter": "#2b6cb0",
    "Straße": "#7b5b00",
    "Bahn und Bus": "#6b2fa0",
    "Gesundheit": "#0a7a4b",
    "Wasser": "#0b7285",
}
_TEMPLATES = _words("""
Wetter|Sturmböen über {o}|
    Böen bis {a} km/h aus Südwest, bislang {t} Einsätze der Feuerwehr.|Bäume und Gerüste meiden.|
Wetter|Gefrierender Regen im Raum {o}|
    Glatteis unterhalb von {b} Metern, Niederschlag bis {s} Liter je Quadratmeter.|Fahrten verschieben.|
Wetter|Dichter Nebel zwischen {o} und {p}|
    Sichtweiten unter {b} Metern.|Licht einschalten, Abstand halten.|
Wetter|Schneeverwehungen oberhalb von {o}|
    Bis {s} Zentimeter Neuschnee, Wind bis {a} km/h.|Schneeketten mitführen.|
Wetter|Kräftige Gewitter um {o}|
    Starkregen mit {s} Litern in einer Stunde, Hagel möglich.|Fenster schließen, Keller prüfen.|
Wetter|Strenger Frost in {o}|
    Tiefstwerte um minus {s} Grad, örtlich darunter.|Leitungen schützen.|
Straße|{x}: Vollsperrung bei {o}|
    Nach einem Unfall mit {s} Fahrzeugen gesperrt, Rückstau {t} Kilometer.|Umleitung über {y}.|
Straße|{x}: Ölspur zwischen {o} und {p}|
    Rund {b} Meter verschmutzt, Reinigung läuft.|Langsam fahren.|
Straße|{x}: Hangrutsch bei {o}|
    Etwa {b} Kubikmeter Erdreich auf der Fahrbahn.|Weiträumig über {y} ausweichen.|
Straße|{x}: Brücke in {o} gesperrt|
    Schaden am Lager, Fahrzeuge über {t} Tonnen dürfen nicht passieren.|Schwerverkehr nutzt {y}.|
Straße|{x}: Umgestürzte Bäume bei {p}|
    Es sind {s} Stellen betroffen, Räumung bis in die Nacht.|Ortskundige fahren über {y}.|
Straße|{x}: Gefahrgut ausgelaufen in {o}|
    Sperrkreis {b} Meter, Feuerwehr mit {t} Kräften vor Ort.|Fenster und Türen schließen.|
Bahn und Bus|{l}: Ausfall zwischen {o} und {p}|
    Stellwerksstörung, {s} Züge entfallen.|Ersatzbusse alle {t} Minuten.|
Bahn und Bus|{l}: Oberleitungsschaden bei {o}|
    Verspätungen bis {a} Minuten.|Fahrkarten gelten auch im Bus.|
Bahn und Bus|{l}: Halt {o} entfällt|
    Bahnsteig nicht begehbar, Fußweg {b} Meter zum Ersatzhalt.|Bitte mehr Zeit einplanen.|
Bahn und Bus|{l}: Warnstreik in {p}|
    Nur {s} von {b} Fahrten finden statt.|Auf andere Linien ausweichen.|
Bahn und Bus|{l}: Polizeieinsatz am Bahnhof {o}|
    Zugang geschlossen, {s} Abfahrten gestrichen.|Einstieg in {p}.|
Gesundheit|Rückruf der Kantine {o}|
    Bislang {s} Erkrankte nach Verzehr von Geflügelsalat.|Reste nicht essen, Arzt anrufen.|
Gesundheit|Masern in einer Schule in {o}|
    Bestätigt sind {s} Fälle, {t} Kontaktpersonen in Quarantäne.|Impfpass prüfen.|
Gesundheit|Geflügelpest bei {p}|
    Sperrzone von {t} Kilometern, {b} Tiere getötet.|Geflügel aufstallen.|
Gesundheit|Notaufnahme {o} überlastet|
    Wartezeit für leichte Fälle etwa {b} Minuten.|Bereitschaftspraxis aufsuchen.|
Gesundheit|Legionellen im Hallenbad {o}|
    Gemessen wurden {b} KBE je 100 Milliliter.|Duschen bleiben geschlossen.|
Gesundheit|Rauchgas nach Brand in {o}|
    Grenzwert um {b} Prozent überschritten.|Lüftungen abschalten.|
Wasser|Abkochgebot für {o} und {p}|
    Coliforme Keime in {s} Proben.|Wasser {t} Minuten sprudelnd kochen.|
Wasser|Hochwasser der {f} bei {o}|
    Pegel {b} Zentimeter, Scheitel gegen {u} Uhr erwartet.|Uferwege verlassen.|
Wasser|Rohrbruch in {o}|
    Etwa {b} Haushalte ohne Wasser.|Wasserwagen am Marktplatz.|
Wasser|Entnahmeverbot an der {f}|
    Abfluss nur noch {s} Prozent des Mittels.|Gärten nicht aus dem Bach gießen.|
Wasser|Ölfilm auf der {f} bei {p}|
    Länge {b} Meter, drei Sperren gelegt.|Tiere fernhalten.|
Wasser|Druckabfall im Netz {o}|
    Unter {s} Prozent Druck in oberen Stockwerken.|Vorrat anlegen.|
Wetter|Hohe Brandgefahr in den Wäldern um {o}|
    Index {t} von 20, {s} Kleinbrände seit gestern.|Kein offenes Feuer.|
Straße|{x}: Falschfahrer-Nachlauf bei {o}|
    Unfallaufnahme, {t} Kilometer Stau Richtung {p}.|Rettungsgasse bilden.|
Bahn und Bus|{l}: Böschungsbrand bei {p}|
    Strecke in beiden Richtungen für {b} Minuten gesperrt.|Reisende warten in {o}.
""")
# Each notice is four of them: its field, its title, its text and its advice.
TEMPLATES = tuple(Template(*_TEMPLATES[place : place + 4]) for place in range(0, len(_TEMPLATES), 4))
SOURCES = {
    "Wetter": _words("""
Quelle: Wetterwarte Hohenwalde.|Quelle: Leitstelle.|Quelle: Lawinen- und Sturmdienst.|Quelle: Forstamt.
"""),
    "Straße": _words("""
Quelle: Autobahnpolizei.|Gemeldet vom Straßenbauamt.|Quelle: Feuerwehr.|Quelle: Straßenmeisterei.
"""),
    "Bahn und Bus": _words("""
Quelle: Verkehrsverbund.|Gemeldet vom Fahrdienstleiter.|Quelle: Bundespolizei.|Quelle: Busbetriebshof.
"""),
    "Gesundheit": _words(
        "Gemeldet vom Gesundheitsamt.|Quelle: Veterinäramt.|Quelle: Kreisklinik.|Quelle: Landeslabor."
    ),
    "Wasser": _words(
        "Gemeldet vom Zweckverband.|Quelle: Wasserbehörde.|Quelle: Pegeldienst.|Quelle: Bauhof."
    ),
}
WORK_KINDS = _words("""
Deckenerneuerung|Kanalbau|Gleisarbeiten|Baumfällung|Markierung|Brückenprüfung|Glasfaserausbau|Felssicherung|
Umbau der Haltestelle|Weichentausch
""")
WORK_TERMS = _words("""
halbseitig mit Ampel|nur nachts|mit Umleitung|ohne Einschränkung für Busse|in zwei Abschnitten|
bis zum Monatsende|nach Absprache mit Anliegern
""")
REPORT_STARTS = _words("""
Stehe seit einer Weile|Bin eben vorbeigefahren|Mein Nachbar erzählt|Im Radio hieß es|Kann bestätigen|
Bei uns im Dorf|Von der Brücke aus gesehen|Laut Fahrer|Wie jedes Jahr|Wer fährt noch
""")
REPORT_BODIES = _words("""
geht gar nichts mehr|läuft alles wie gewohnt|ist die Ampel ausgefallen|riecht es nach Gummi|
war der Winterdienst schnell|stehen drei Busse hintereinander|kam kein Anruf zurück|
ist der Bäcker schon offen|war der Bach gestern höher|hat niemand informiert|
schaut man besser aus dem Fenster|lohnt der Umweg über den Berg|fehlt jede Beschilderung|
haben die Kinder schulfrei
""")
REPORT_ENDS = _words("""
Danke an die Helfer!|Schlimm.|Gute Fahrt allen.|Bitte öfter melden.|Hauptsache gesund.|Ohne Worte.|
Wird schon.|Kommt gut heim!|Nimmt da jemand mit?
""")
SEARCHES = _words("""
Blitzer|Schulausfall|Apotheke|Pegel|Impftermin|Webcam|Stau|Fahrplan|Müllabfuhr|Streusalz|Pollenflug|
Tankstelle|Fundbüro|Notdienst
""")
OFFERS = _words("""
Winterreifen im Angebot: vier Stück ab {n} Euro|Ihr Heizöl heute für {n} Cent|
Kfz-Versicherung wechseln und {n} Euro sparen|Stromtarif mit {n} Monaten Garantie|
Schneefräsen {n} Prozent reduziert|Jetzt {n} Tage Probefahrt
""")
TARGETS = (*PLACES, "Hauptbahnhof", "Messe", "Klinikum", "Flughafen")
MENU = _words("Lagebild|Bürgerservice|Kreistag|Ämter A–Z|Abfall|Bauen|Kontakt")
EMERGENCY = {
    "112": "Feuerwehr und Rettungsdienst",
    "110": "Polizei",
    "116 117": "Ärztlicher Bereitschaftsdienst",
    "03621 5550": "Leitstelle des Landkreises",
    "03621 5577": "Zweckverband Wasser",
    "0800 1110111": "Telefonseelsorge",
    "0361 730730": "Giftnotruf",
}
