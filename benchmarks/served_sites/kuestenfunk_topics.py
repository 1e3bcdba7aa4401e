"""What the broadcaster reports on: ten topics, each with its headlines and its sentences."""

from dataclasses import dataclass

_TOLD = """
feuer: Feuerwehr
! Großbrand in {ort}: {z} Einsatzkräfte vor Ort
! Reetdachhaus in {ort} steht in Flammen
! Feuer bei {firma} richtet Millionenschaden an
Die Rauchsäule war bis nach {ort2} zu sehen.
{z} Feuerwehrleute aus dem Kreis {kreis} bekämpfen die Flammen.
Verletzt wurde nach Angaben der Leitstelle niemand.
Die Brandursache ist noch unklar, Ermittler beschlagnahmten das Gelände.
Anwohner sollen Fenster und Türen geschlossen halten.
Den Schaden schätzt die Polizei auf {z} Tausend Euro.
Wehrführer {name} rechnet mit Nachlöscharbeiten bis in den Abend.

flut: Wetter
! Sturmflut: Pegel in {ort} steigt auf {z} Zentimeter
! Deich bei {ort} hält dem Orkan stand
! Hallig meldet Landunter, Fähren bleiben im Hafen
Das Bundesamt erwartet {z} Zentimeter über dem mittleren Hochwasser.
In {ort2} wurden die Sperrtore geschlossen.
Strandkörbe und Buden treiben im Wasser.
Der Küstenschutz hat {z} Helfer im Einsatz.
Deichgraf {name} spricht von der schwersten Nacht seit Jahren.
Die {firma} stellte den Verkehr bis auf Weiteres ein.
Am Mittag soll der Wind auf Nordwest drehen und nachlassen.

werft: Wirtschaft
! {firma} streicht {z} Stellen in {ort}
! Investor steigt bei {firma} ein
! {firma} meldet Insolvenz an
! {firma} bekommt Auftrag über {z} Millionen Euro
Der Betriebsrat wurde am Morgen unterrichtet.
Betroffen sind {z} Beschäftigte im Kreis {kreis}.
Die Landesregierung prüft eine Bürgschaft.
Geschäftsführerin {name} nennt hohe Energiepreise als Grund.
Die Gewerkschaft ruft zu einer Kundgebung in {ort2} auf.
Verhandelt wird seit {z} Tagen hinter verschlossenen Türen.
Der Standort {ort} soll erhalten bleiben.

verkehr: Verkehr
! {strasse} nach Unfall bei {ort} voll gesperrt
! {bau} in {ort} bleibt bis Herbst dicht
! Bahnstrecke {ort}–{ort2}: Züge fallen {z} Tage aus
Ein Lastwagen mit {z} Tonnen Ladung war umgekippt.
Der Verkehr wird über {ort2} umgeleitet.
Reisende müssen auf Busse umsteigen.
Die Bergung dauert nach Angaben der Polizei {z} Stunden.
Grund sind Risse im Fundament, wie Bauleiter {name} sagte.
Pendler im Kreis {kreis} brauchen Geduld.
Die Strecke ist einspurig wieder frei.

politik: Politik
! Landtag beschließt Küstengesetz mit knapper Mehrheit
! Bürgermeisterin von {ort} tritt zurück
! Kreistag {kreis} stoppt Pläne für {bau}
! Minister {nach} verteidigt Haushaltssperre
{z} Abgeordnete stimmten mit Ja.
Die Opposition spricht von einem schwarzen Tag.
{name} soll das Amt kommissarisch führen.
Über die Nachfolge wird in {z} Wochen entschieden.
Der Bund der Steuerzahler kritisiert Kosten von {z} Millionen Euro.
Ein Bürgerentscheid gilt als wahrscheinlich.
In {ort2} regt sich Protest gegen den Beschluss.

tier: Natur
! {tier} verirrt sich in den Hafen von {ort}
! Seltener {tier} bei {ort} gesichtet
! {z} Jungtiere: {tier}-Station in {ort} ist voll
Spaziergänger hatten das Tier am Ufer entdeckt.
Biologin {name} rät, {z} Meter Abstand zu halten.
Der Nationalpark richtete eine Sperrzone ein.
Zuletzt war ein solches Tier vor {z} Jahren im Kreis {kreis} gesehen worden.
Ob es den Weg zurück findet, ist offen.
Helfer aus {ort2} unterstützen die Station.

justiz: Gericht
! Urteil in {ort}: {z} Monate Haft für Kassenwart
! Prozess um {firma} beginnt in {ort}
! Freispruch im Fall der gesunkenen Fähre
Die Kammer sah die Untreue als erwiesen an.
Verteidiger {name} kündigte Revision an.
Gehört werden {z} Zeugen.
Die Staatsanwaltschaft hatte mehr gefordert.
Das Verfahren in {ort2} wurde abgetrennt.
Der Saal war bis auf den letzten Platz besetzt.
Der Vorsitzende mahnte zur Ruhe.

gesund: Gesundheit
! {firma} schließt Geburtshilfe in {ort}
! Kreis {kreis} meldet {z} Fälle von Masern
! Landarzt gesucht: {ort} zahlt Prämie
Schwangere müssen künftig nach {ort2} fahren.
Das Gesundheitsamt prüft die Impfpässe von {z} Schülern.
Chefärztin {name} nennt fehlendes Personal als Ursache.
Eine Mahnwache ist für Freitag angekündigt.
Das Land gibt {z} Millionen Euro dazu.
Die Kassen halten den Schritt für unvermeidlich.

kultur: Kultur
! Wikingerschiff bei {ort} gefunden
! {ort} sagt Hafenfest ab
! Literaturpreis geht an {name} aus {ort}
! Orgel von {ort} erklingt nach {z} Jahren wieder
Taucher entdeckten die Planken in {z} Metern Tiefe.
Das Museum in {ort2} will die Stücke zeigen.
Erwartet worden waren {z} Tausend Gäste.
Die Jury lobte den spröden, genauen Ton.
Kulturdezernentin {name} sprach von einem Glücksfall.
Der Kreis {kreis} beteiligt sich an den Kosten.

sport: Sport
! Handballer aus {ort} steigen auf
! Trainer {nach} verlässt {ort} nach {z} Monaten
! Boßel-Finale: {ort} schlägt {ort2}
Das Spiel endete erst nach Verlängerung.
{z} Fans begleiteten die Mannschaft.
Kapitän {name} fällt mit Bänderriss aus.
Der Verband prüft einen Protest.
Gefeiert wurde bis in die Nacht auf dem Marktplatz.
"""


@dataclass(frozen=True)
class Topic:
    """The kicker above the stories of one topic, the headlines to choose from and the sentences below them."""

    kicker: str
    headlines: tuple[str, ...]
    sentences: tuple[str, ...]


def _topic(block: str) -> tuple[str, Topic]:
    """One block of the text above: its name and kicker, its headlines behind exclamation marks, its sentences."""
    first, *lines = block.splitlines()
    name, _, kicker = first.partition(": ")
    headlines = tuple(line.removeprefix("! ") for line in lines if line.startswith("! "))
    return name, Topic(kicker, headlines, tuple(line for line in lines if not line.startswith("! ")))


TOPICS = dict(sorted(_topic(block) for block in _TOLD.strip().split("\n\n")))
