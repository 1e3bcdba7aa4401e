"""The words of Wellenfunk Nord: what its newsroom reports, and what listeners and entertainment say between."""


def _listed(text: str) -> list[str]:
    """The words of a text that parts them by bars and line ends."""
    return text.strip().replace("\n", "|").split("|")


PLACES = _listed("""
Kappeln|Husum|Wismar|Stade|Ratzeburg|Itzehoe|Greifswald|Cuxhaven|Plön|Güstrow|Lüneburg|Neustadt|Rendsburg|Emden
Bad Doberan|Tönning|Eutin|Stralsund|Buxtehude|Jever|Parchim|Heide|Aurich|Uelzen|Ueckermünde|Bremervörde
""")

PEOPLE = _listed("""
Kerstin Behrens|Jan Petersen|Ole Hinrichs|Maren Thomsen|Uwe Carstens|Dilek Yıldız|Henning Voss|Birte Lorenzen
Matthias Kröger|Svenja Paulsen|Torben Claussen|Anke Riemann
""")

QUOTES = _listed("""
einen Schlag ins Gesicht der Region|ein gutes Zeichen für die Küste|einen Tropfen auf den heißen Stein
Augenwischerei|eine historische Stunde|reine Symbolpolitik|harte Arbeit, die sich auszahlt|ein Versagen mit Ansage
den richtigen Schritt zur falschen Zeit|einen Sieg der Vernunft|ein Geduldsspiel|große Erleichterung
""")

ADDITIONS = _listed("""
Die Ermittlungen dauern an.
Eine Sprecherin wollte sich zunächst nicht äußern.
Am Abend soll es eine Pressekonferenz geben.
Das Ministerium prüft den Fall.
Wie es weitergeht, entscheidet sich in der kommenden Woche.
Gutachter sind vor Ort.
Die Opposition verlangt Aufklärung.
Anwohner reagierten gelassen.
Der Kreis hat ein Bürgertelefon geschaltet.
Ein ähnlicher Fall liegt erst zwei Jahre zurück.
""")

FEATURES = _listed("""
Reportage: Eine Nacht im Stellwerk|Serie: Dörfer ohne Laden|Hintergrund: Wem gehört der Strand?
Porträt: Die letzte Reetdachdeckerin|Podcast „Klönschnack“: Leben auf der Hallig|Datenprojekt: Wo Ärzte fehlen
Reportage: Mit dem Lotsen durch den Nebel|Interview: Was wird aus dem Torf?|Serie: Vergessene Bahnhöfe
Hintergrund: Der Streit um den Wolf|Porträt: Ein Orgelbauer hört auf|Archiv: Der Schneewinter von 1978
Hintergrund: Warum Fähren teurer werden|Reportage: Nachtschicht im Fischmarkt
""")

LISTENERS = _listed("""
Heike aus Heide|Kalle|Familie Brandt|Der Trucker Manni|Sabine aus Schleswig|Oma Inge|Lasse, 9 Jahre|Team Frühschicht
Bauer Hinnerk|Jule und Tom|Frau Doktor Witt|Nachtwächter Fiete|Steffi vom Kiosk|Rentner Egon
""")

GREETINGS = _listed("""
grüßt alle, die|wünscht sich ein Lied für alle, die|fragt, warum so viele|freut sich mit denen, die
lacht über Leute, die|schickt warmen Kaffee an alle, die|denkt gerade an die, die|wettet gegen alle, die
""")

GREETED = _listed("""
jetzt noch im Büro sitzen|ihre Handschuhe verlieren|heute Geburtstag haben|im Nebel Rad fahren
den Tannenbaum noch stehen haben|morgens kein Wort sagen|beim Bäcker Schlange stehen|mit dem Hund im Regen laufen
für die Fahrschule lernen|das Meer vermissen|Grünkohl nicht mögen|seit gestern Schluckauf haben|auf die Fähre warten
den Schlüssel suchen|nachts Schafe zählen
""")

FAREWELLS = _listed("""
Moin!|Liebe Grüße.|Macht weiter so!|Bitte etwas lauter.|Ahoi.|Schönen Dienst noch.|Kein Witz!|Tschüss bis morgen.
Bleibt gesund.
""")

SONGS = _listed("""
Salzwasserherz|Nur eine Nacht am Deich|Blue Harbour Lights|Tausend Meilen|Möwenblues|Paper Boats|Neonregen
Dance on the Pier|Zugvögel|Kalter Kaffee|Summer of Rust|Leuchtturm|Hey Matrosin|Static Love|Winterkleid
""")

BANDS = _listed("""
Die Fördekinder|Lena Sturm|The Tide Tables|Anker & Söhne|Miss Marsch|Kollektiv Nordwest|Paula Priel|Echo Lagoon
DJ Bodden|Watt Orchestra|Jonas Ebb|Silver Herring
""")

SHOWS = _listed("""
Nachtschicht mit Ralf|Wach mit Wiebke|Der Vormittag mit Tjark|Mittagswelle mit Nele|Feierabend mit Boje
Kultur nach acht|Nachtflug
""")

CURIOSITIES = _listed("""
Tippfehler des Tages|Was unsere Hunde wirklich denken|Der lauteste Schnarcher im Sendegebiet|Grünkohl im Test
Diese Leuchttürme kennt niemand|So klingt Platt mit sächsischem Akzent|Zehn Fischbrötchen im Vergleich
Der kälteste Badetag|Wer parkt hier so?|Das Quiz für Küstenkinder|Die schönsten Ortsnamen
Unser Chor der falschen Töne|Ein Schaf namens Helmut|Strandkorb zu gewinnen|Promi-Nachbarn an der Förde
""")

CURIOUS_END = _listed("""
zum Nachhören|in Bildern|jetzt abstimmen|nur heute|Teil {n}|von {n} Hörern empfohlen|mit Überraschungsgast
das Beste aus {n} Jahren
""")

MENU = _listed("""
Start|Ticker|Programm|Mediathek|Wetter|Verkehr|Sport|Plattdeutsch|Frequenzen|Team|Kontakt
""")

WEEKDAYS = _listed("""
Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag
""")

# {o} a place, {n} a small number, {m} a large one, {p} a person, {q} a quotation
_REPORTS = """\
Scheune abgebrannt
Bei einem Feuer auf einem Hof nahe {o} ist ein Schaden von rund {m}.000 Euro entstanden. {n} Tiere konnten
gerettet werden.

Neue Brücke freigegeben
In {o} rollt der Verkehr wieder über die Kanalbrücke. Der Bau dauerte {n} Monate länger als geplant und
kostete {m} Millionen Euro.

Warnstreik im Nahverkehr
Busse und Fähren rund um {o} stehen seit dem frühen Morgen still. Die Gewerkschaft fordert {n} Prozent mehr
Lohn für {m} Beschäftigte.

Geflügelpest nachgewiesen
In einem Betrieb bei {o} müssen {m}00 Puten getötet werden. Das Veterinäramt richtet eine Sperrzone von {n}
Kilometern ein.

Werft meldet Großauftrag
Die Werft in {o} baut {n} Spezialschiffe für norwegische Kunden und will {m} Fachkräfte einstellen.

Stadtrat beschließt Haushalt
Nach {n} Stunden Debatte hat der Rat von {o} Ausgaben von {m} Millionen Euro gebilligt. {p} sieht darin „{q}“.

Schule bleibt geschlossen
Wegen eines Wasserschadens fällt der Unterricht für {m} Kinder in {o} bis auf Weiteres aus. {n} Klassen werden
ausgelagert.

Tatverdächtiger gefasst
Die Polizei hat in {o} einen {n}-Jährigen festgenommen, der {m} Autos zerkratzt haben soll.

Klinik schließt Geburtshilfe
Der Träger in {o} nennt {n} unbesetzte Stellen als Grund. Zuletzt kamen dort {m} Kinder im Jahr zur Welt.

Seehund auf Autobahn
Einsatzkräfte haben bei {o} einen jungen Seehund eingefangen. Der Verkehr staute sich auf {n} Kilometern, {m}
Fahrzeuge standen.

Urteil im Betrugsprozess
Das Landgericht verhängt {n} Jahre Haft gegen einen Händler aus {o}, der {m} Rentner getäuscht hat.

Windpark genehmigt
Vor {o} dürfen {m} Anlagen gebaut werden. {p} nannte die Entscheidung „{q}“. Der Bau soll {n} Jahre dauern.

Fund aus der Hansezeit
Archäologen haben in {o} {m} Münzen geborgen. Sie lagen {n} Meter unter dem Marktplatz.

Bombenentschärfung geplant
Für die Entschärfung müssen in {o} {m}0 Anwohner ihre Häuser verlassen. Die Sperrung dauert voraussichtlich
{n} Stunden.

Bäckerei-Kette insolvent
Das Unternehmen aus {o} mit {n} Filialen und {m} Angestellten hat Antrag auf Insolvenz gestellt.

Bürgerbegehren erfolgreich
In {o} haben {m}0 Menschen gegen den Verkauf des Freibads unterschrieben. Nötig waren {n} Prozent der
Stimmberechtigten.

Frachter auf Grund gelaufen
Vor {o} sitzt ein {m} Meter langer Frachter fest. An Bord sind {n} Seeleute, Öl tritt nach Behördenangaben
nicht aus.

Landtag streitet über Deiche
{p} nannte den Beschluss „{q}“. Für den Abschnitt bei {o} fehlen {m} Millionen Euro, sagte der Rechnungshof,
und {n} Planer.

Museum bekommt Spende
Ein Kapitän a. D. überlässt dem Haus in {o} {m} Schiffsmodelle. Gezeigt werden sie in {n} Räumen.

Bahnstrecke gesperrt
Zwischen {o} und der Küste fahren {n} Tage lang keine Züge. {m} Meter Gleis sind unterspült.

Handball: Überraschungssieg
Die Mannschaft aus {o} gewinnt vor {m}0 Zuschauern mit {n} Toren Vorsprung. {p} sieht darin „{q}“.

Trinkwasser muss abgekocht werden
Der Versorger hat in {o} Keime gefunden. Betroffen sind {m}0 Haushalte in {n} Ortsteilen.

Neuer Bürgermeister gewählt
In {o} setzt sich {p} mit {n} Punkten Vorsprung durch. Ausgezählt wurden {m} Wahlbezirke.

Schmuggelware entdeckt
Zöllner haben im Hafen von {o} {m} Kilogramm unversteuerten Tabak gefunden. {n} Männer wurden vernommen.

Unfall mit Reisebus
Bei {o} sind {n} Fahrgäste verletzt worden. Die Straße war {m} Minuten lang voll gesperrt.

Theater verlängert Spielzeit
Das Ensemble in {o} spielt wegen großer Nachfrage {n} Zusatzvorstellungen. {m} Karten sind noch zu haben.

Krabbenfischer in Not
Die Fangmengen vor {o} sind um {n} Prozent gesunken. {p}: „{q}“. Im Land gibt es noch {m} Kutter.

Rathaus nach Cyberangriff offline
Die Verwaltung in {o} arbeitet seit {n} Tagen mit Papier. {m} Rechner werden neu aufgesetzt.

Storchenpaar kehrt früh zurück
In {o} sind die ersten Störche gelandet, {n} Wochen früher als üblich. {m} Nester stehen bereit.

Chemieunfall im Gewerbegebiet
In {o} sind {m} Liter Säure ausgelaufen. {n} Beschäftigte klagten über Reizungen.

Mietpreise steigen weiter
In {o} zahlen Neumieter {n} Prozent mehr als im Vorjahr. {p} vom Mieterverein sieht darin „{q}“. Untersucht
wurden {m} Anzeigen.

Vermisste Seglerin gerettet
Seenotretter haben vor {o} eine Frau nach {n} Stunden aus dem Wasser gezogen. {m} Helfer waren im Einsatz."""
_BLOCKS = [block.partition("\n") for block in _REPORTS.split("\n\n")]
REPORTS = [(heading, text.replace("\n", " ")) for heading, _, text in _BLOCKS]

# who advertises, what, on which ground
_ADVERTS = """\
Küchen Jensen|Räumungsverkauf|#ff7f11
Nordstrom Energie|24 Monate Preisgarantie|#0b6e4f
Reederei Seeadler|Tagesfahrt Helgoland|#274690
Autohaus Böttcher|Winterreifen inklusive|#9e2a2b
Fisch Krüger|Matjes satt|#1b9aaa
Volksbad|Saunanacht am Freitag|#6a4c93
Möbel Dierks|Sofa-Wochen|#bc6c25"""
ADVERTS = [line.split("|") for line in _ADVERTS.splitlines()]
