"""The German words around the playhouse's programme, none of it its news: quotes, posts, offers, house history."""


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


def _rows(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split("|")) for line in _lines(text))


QUOTES = _rows("""
Ich habe zweieinhalb Stunden nicht auf die Uhr geschaut, und ich schaue sonst ständig auf die Uhr.|\
Bernd K., Abonnent seit 1988
So trocken, so schnell, so gemein: Der Krug zerbricht hier in jedem Satz noch einmal.|Lindentaler Kurier
Mein Sohn wollte danach wissen, ob man Zeit wirklich verschenken kann.|Familie Oyelaran
Ein Ensemble, das einander zuhört. Das ist seltener, als man denkt.|Bühnenrundschau
Die Akustik im Studio ist unglaublich, man hört jedes Atmen.|Charlotte, 24
Selten war Dürrenmatt so kühl kalkuliert und zugleich so komisch.|Mitteldeutsche Kulturpost
Nach dem Liederabend haben wir auf der Straße weitergesungen.|Chor der Volkshochschule
Westphal spielt die Arkadina wie eine Königin, die ihre Rechnung nicht zahlt.|Radio Fünf, Kritik am Morgen
Wir kamen wegen der Heizung und blieben wegen Shakespeare.|Anonym im Gästebuch
Ein Bühnenbild, das erst im letzten Bild begreift, was es ist.|Theater der Woche
Danke an die Dame an der Garderobe, die meinen Schal wiedergefunden hat!|Herr Yıldız
Das junge Publikum saß still wie im Planetarium.|Schulblatt Lindental
Man möchte der Fahrerin dieser Straßenbahn sofort überallhin folgen.|Nachtkritische Blätter
Endlich eine Antigone, in der auch Kreon recht haben darf.|Dramaturgische Notizen
Zum vierten Mal gesehen, zum vierten Mal am selben Satz geweint.|Roswitha, Reihe 9
Die Pause ist zu kurz für die Brezeln, das ist meine einzige Kritik.|Jens P.
Ein Caliban, vor dem man Angst hat, bis man ihn trösten will.|Kulturmagazin Saale
Barrierefreier Zugang, freundliche Hilfe, toller Platz. Gern wieder.|Marianne H.
Goldoni als Hochleistungssport, mit Nudeln.|Stadtmagazin Linde
Der Abend hat mir Fallada zurückgegeben.|Lesekreis Oststadt
Kluges, unaufgeregtes Theater, das seinem Publikum etwas zutraut.|Blätter für Bühne und Film
Die Kinder haben zu Hause sofort alle Kartons aus dem Keller geholt.|Kita Rappelkiste
Ein Solo wie ein langsam aufgehender Riss.|Frankenwald-Zeitung
Ich bin eigentlich Fußballfan. Eigentlich.|Dennis, 31
""")
OFFERS = _rows("""
Theater verschenken|Gutscheine in jeder Höhe, liebevoll verpackt und drei Jahre gültig.|Gutschein gestalten
Das Wahl-Abo Herbst|Fünf Abende, freie Platzwahl, zwanzig Prozent gespart.|Abo entdecken
Unter 27? Neun Euro!|Mit dem Jungen Pass auf den besten freien Plätzen.|Jungen Pass holen
Stuhlpatenschaft|Ihr Name auf Messing, Reihe und Platz nach Wunsch.|Pate werden
Freundeskreis Lindental|Probenbesuche, Premierenfeier und ein gutes Gefühl.|Mitglied werden
Gruppen ab zehn Personen|Der elfte Platz geht aufs Haus, der Sekt auch.|Gruppe anmelden
Der Kulturbus fährt wieder mit|Eintrittskarte gleich Fahrkarte im ganzen Verbund.|So funktioniert es
""")
CHRONICLE = _rows("""
1926|wurde der Rang nach einem Streit um Hutnadeln neu bestuhlt.
1954|spielte man den »Hauptmann von Köpenick« vor dreihundert Eisenbahnern.
1968|blieb der Vorhang nach dem Schlussapplaus vierzig Minuten offen.
1973|kam die Drehbühne zum ersten Mal elektrisch in Gang.
1931|las eine junge Lyrikerin vor elf Zuhörern, heute trägt eine Schule ihren Namen.
1989|diskutierten Ensemble und Publikum bis zum Morgengrauen.
1997|stand das Hochwasser eine Handbreit unter der Bühne.
1949|wurde mit geliehenen Scheinwerfern »Nathan« gespielt.
1962|entlief während der Vorstellung eine echte Gans.
2004|eröffnete das Studio im früheren Pferdestall.
1911|legte der Stadtrat den Grundstein, bei Regen und ohne Rede.
""")
ADVERTISEMENTS = _rows("""
Weinhaus Kessler|Saale-Riesling, sechs Flaschen zum Preis von fünf|#5b1a2e
Optik Brandt|Gleitsicht ohne Schwindel|#113a5d
Hotel zur Linde|Nach dem Schlussapplaus noch drei Minuten zu Fuß|#2d4a22
Sparkasse Saaletal|Gut für die Kultur|#a01515
Buchhandlung Marginalie|Alle Stücke zum Nachlesen|#4b3b72
Stadtwerke|Ökostrom, der Scheinwerfer mag|#0a6b6b
Fahrrad Ohm|Winterinspektion 39 Euro|#6b4e0a
Klavierhaus Seidel|Mietklaviere ab November|#222222
""")
MAGAZINE = _rows("""
Warum der Krug nie ganz kaputtgeht|Dramaturg Leo Wessel über Kleists schönste Beweisaufnahme und den Richter in uns.
Ein Tag mit der Inspizientin|Sie gibt die Zeichen, auf die alle warten. Wir haben neun Stunden zugehört.
Das Papier der gelben Tapete|Wie die Werkstatt sieben Entwürfe druckte, bevor einer unheimlich genug war.
""")
POSTS = _lines("""
Maskenbildnerin Ewa knüpft gerade Perücke Nummer 214 dieser Spielzeit. Haar für Haar.
Wer hat den Spickzettel im Souffleurkasten vergessen? Wir fragen für Adam.
Montagmorgen, Probebühne 1: Kaffee, Textbuch, noch mehr Kaffee.
Unsere Schreinerei baut einen Wald. Aus Türen. Fragt nicht.
Fundstück aus der Requisite: ein Telefon, das seit 1971 nicht klingelt.
Die Theaterkatze heißt ab sofort offiziell Gretchen. Ihr habt abgestimmt.
Blick vom Schnürboden: 22 Meter abwärts und kein Handyempfang.
Heute ist Welttag der Freundlichkeit. Unsere Inspizienz übt noch.
Warm-up mit Yuki: zwölf Zungenbrecher in einer Minute. Euer Rekord?
In der Färberei köchelt Grün. Sechs verschiedene Grün.
Lieblingsgeräusch unserer Tonabteilung: Schritte auf Cornflakes.
Die neuen Programmhefte riechen herrlich nach Druckerei.
Drei Azubis, ein Drehbühnenmotor, null Angst. Willkommen im Team!
Jonas lernt Akkordeon. Die Nachbarn lernen Geduld.
Wir räumen den Hut-Fundus auf: 1.132 Hüte und ein Helm mit Beule.
Herbstlaub vor der Bühnenpforte. Sogar das Wetter macht Ausstattung.
Rätsel: Welches Stück gehört zu dieser Teetasse? Antworten in die Kommentare.
Lichtprobe. Oder wie wir sagen: sechs Stunden sitzen und blau sehen.
Hanna hat 600 Mal »Billion« gesagt statt »Milliarde«. Inflation!
Danke an alle Statistinnen und Statisten. Ohne euch wäre Güllen leer.
Die Pförtnerloge hat einen neuen Sessel. Der alte war bei drei Premieren.
So sieht es aus, wenn 80 Liter Kunstschnee am falschen Ort fallen.
Unsere Gewandmeisterin sucht Knöpfe aus Horn. Wer hat noch welche im Keller?
Sonntagsfrage: lieber erste Reihe oder letzter Rang?
Tonmeister Uli sammelt Türknarzen. Bringt eure Türen vorbei.
Eine Leserin schickt uns ihre Eintrittskarte von 1959. Gänsehaut.
Der Flügel im Foyer wird gestimmt. Bitte flüstern.
Textlernen im Park, solange die Sonne noch mitmacht.
""")
DISHES = _lines("""
Linseneintopf mit Backpflaumen
Grünkohl, vegan
Kartoffelpuffer mit Apfelmus
Kürbisrisotto
Königsberger Klopse
Spinatknödel in Salbeibutter
Erbsensuppe mit Minze
Käsespätzle
Ofengemüse mit Hirse
Quarkkeulchen
Rote-Bete-Gulasch
""")
PLACES = _lines("""
Weimar
Jena
Erfurt
Gera
Halle
Leipzig
Saalfeld
Rudolstadt
Apolda
Naumburg
Coburg
Suhl
""")
REASONS = _lines("""
wegen mehrerer Krankheitsfälle im Ensemble
wegen eines Wasserschadens auf der Hinterbühne
aus technischen Gründen
wegen einer Verletzung im Ensemble
wegen eines Defekts am Eisernen Vorhang
wegen des angekündigten Warnstreiks im Nahverkehr
wegen eines Todesfalls im Haus
aus dispositionellen Gründen
""")
REFUNDS = _lines("""
Karten werden bis Monatsende an allen Vorverkaufsstellen erstattet.
Bereits gekaufte Karten können umgetauscht oder zurückgegeben werden.
Die Theaterkasse meldet sich bei allen, die gebucht haben.
""")
