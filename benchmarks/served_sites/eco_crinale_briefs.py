"""The newspaper's column of briefs, and the Italian words of what is no news beside it."""

from typing import NamedTuple

from benchmarks.served_sites.eco_crinale_openings import Told


class Market(NamedTuple):
    """A line of the market table: the value it moves about, how far, and its decimal places."""

    name: str
    base: float
    step: float
    places: int


def _brief(place: str, *headlines: str) -> Told:
    return Told(place, "", tuple((headline, "") for headline in headlines))


BRIEFS = (
    _brief("Viabilità", "Ponte Alto, senso unico alternato in via Matteotti fino a martedì per la fibra"),
    _brief("Scuola", "Sciopero dei bidelli a Castelvero: garantito solo l'ingresso delle 8"),
    _brief("Sanità", "Vaccino antinfluenzale, a Pieve d'Orna arrivano altre 900 dosi"),
    _brief("Animali", "Ritrovata a Valdorna la cagnolina fuggita dal rifugio dopo undici giorni"),
    _brief("Meteo", "Prima neve sul Monte Spino: tre centimetri al rifugio Lamina"),
    _brief("Lavoro", "Concorso in Provincia, 640 candidati per sei posti da cantoniere"),
    _brief("Ambiente", "Montefiera, abbattuti dodici platani malati in viale Stazione"),
    _brief(
        "Viabilità",
        "Chiuso per gelo il passo della Forcola, obbligo di catene dai 700 metri",
        "Riaperto il passo della Forcola, resta l'obbligo di catene dai 700 metri",
    ),
    _brief("Giudiziaria", "Bracconaggio, condannato a otto mesi un cacciatore di San Biagio"),
    _brief(
        "Trasporti",
        "Guasto alla linea elettrica, soppressi sei treni fra Castelvero e Montefiera",
        "Riparato il guasto alla linea, treni regolari fra Castelvero e Montefiera",
    ),
    _brief("Sanità", "Legionella in una casa di riposo di Borgo Tresana, due ricoverati"),
    _brief("Scuola", "Caldaia rotta alla media Pascoli, 180 alunni in didattica a distanza"),
    _brief("Terremoto", "Scossa di magnitudo 3,1 con epicentro a Rocca Lamina, nessun danno"),
    _brief("Politica", "Si dimette l'assessora al Turismo di Marina di Tresana: «Motivi familiari»"),
    _brief("Energia", "Blackout di due ore a Valdorna, colpa di un ramo caduto sulla linea"),
    _brief("Agricoltura", "Aviaria, abbattuti 22 mila tacchini in un allevamento di Ponte Alto"),
    _brief("Soccorso", "Fungaiolo di 70 anni recuperato con il verricello sopra Pieve d'Orna"),
    _brief("Sicurezza", "Quaranta nuove telecamere in centro a Montefiera, attive da gennaio"),
    _brief("Ambiente", "Amianto abbandonato lungo l'Orna, il Comune offre 500 euro a chi segnala"),
)
ARCHIVE = (
    "Le dieci trattorie di crinale dove si mangia ancora con 25 euro",
    "Quanto guadagna un sindaco? La classifica dei comuni",
    "La casa sull'albero che ha fatto litigare due frazioni",
    "Il borgo dove gli abitanti sono raddoppiati in cinque anni",
    "Passaporto, gli uffici con l'attesa più breve",
    "Tortelli di zucca o di patate: la mappa definitiva",
    "Villa Aldini all'asta per la quarta volta, le foto degli interni",
    "Bollo auto, chi ha diritto all'esenzione",
    "La lettera del nonno trovata nel muro della scuola",
    "Autunno, sette sentieri facili tra i faggi",
    "Il cane che ogni mattina prende il treno da solo",
    "Pensioni, il calendario dei pagamenti",
    "L'ultimo cinema a luci rosse diventa una ludoteca",
    "Stufe a pellet, i controlli da fare prima dell'inverno",
    "La maestra di Valdorna che insegna a una sola alunna",
    "Trent'anni fa il delitto del mulino: che cosa resta",
    "Case a un euro, come è andata a finire davvero",
    "Il medico di base va in pensione: come scegliere il nuovo",
    "Le foto dal satellite dell'Orna in secca",
    "Funghi, il vademecum per la raccolta e i permessi",
)
GALLERIES = (
    "Il foliage visto dal drone",
    "Gli scatti dei lettori: albe sul crinale",
    "La fiera di San Martino negli anni Sessanta",
    "Dentro la vecchia cartiera",
    "I murales di Borgo Tresana",
    "La Granfondo: tutti i volti",
    "Mostra canina, i più belli",
    "Quando nevicava davvero",
    "I presepi delle parrocchie",
    "Laureati di ottobre",
    "Le osterie di una volta",
    "Il mercato del sabato",
    "Sagra del tartufo, la folla",
    "Nozze d'oro: auguri a...",
)
SPONSORS = (
    ("Cucine Ferraboschi", "Rinnovare la cucina senza demolire: cinque idee dei nostri artigiani"),
    ("Terme di Lamina", "Un fine settimana nell'acqua calda, con il bosco alla finestra"),
    ("Studio Dentistico Valli", "Impianti in giornata: quando è possibile e quanto dura"),
    ("AutoCrinale", "La nuova ibrida che sale ai mille metri con un pieno"),
    ("Cantina Colle Spino", "Vendemmia tardiva: il passito che nasce tra le nebbie"),
    ("Residenza I Tigli", "Quando un genitore ha bisogno di compagnia: guida alla scelta"),
    ("Istituto Pacinotti", "Diploma serale in due anni, le storie di chi ce l'ha fatta"),
)
ADVERTISEMENTS = (
    ("#0b5d3b", "SuperOrna", "Parmigiano 24 mesi 12,90 €/kg"),
    ("#8a1538", "Materassi Dorsoni", "Il secondo è in omaggio"),
    ("#123a7c", "Fibra Valli", "24,90 € al mese, per sempre"),
    ("#d97706", "Gomme Tassi", "Cambio invernali in 40 minuti"),
    ("#4c1d95", "Teatro Sociale", "Ultimi posti in galleria"),
    ("#334155", "Onoranze Bassi", "Vicini, con discrezione"),
    ("#0f766e", "Ottica Righi", "Progressive a metà prezzo"),
    ("#b91c1c", "Pizzeria Il Forno", "Menu famiglia 29 €"),
    ("#1e3a2f", "Vivai Ghiselli", "Ulivi resistenti al gelo"),
    ("#7c2d12", "Legna & Pellet", "Bancale da 5,10 € al sacco"),
)
PHARMACIES = (
    ("Farmacia del Duomo", "piazza Grande 4, Montefiera"),
    ("Farmacia Sant'Anna", "via Emilia 88, Castelvero"),
    ("Farmacia Bonini", "via Roma 12, Ponte Alto"),
    ("Farmacia della Pieve", "largo Chiesa 1, Pieve d'Orna"),
    ("Farmacia Tresana", "corso Garibaldi 31, Borgo Tresana"),
    ("Farmacia al Ponte", "via dei Tintori 9, Montefiera"),
)
QUESTION = "Siete favorevoli alle pale eoliche sul Monte Spino?"
ANSWERS = (
    "Sì, ovunque serva",
    "Sì, ma meno di dieci",
    "No",
)
PLACES = (
    "Montefiera",
    "Castelvero",
    "Pieve d'Orna",
    "Rocca Lamina",
    "Marina di Tresana",
)
SKIES = (
    "sereno",
    "poco nuvoloso",
    "nuvoloso",
    "pioggia debole",
    "nebbia",
    "pioggia",
    "variabile",
)
MARKETS = (
    Market("FTSE MIB", 43120.0, 260.0, 0),
    Market("Spread Btp-Bund", 76.0, 2.4, 1),
    Market("Euro/Dollaro", 1.156, 0.004, 4),
    Market("Brent $/barile", 63.9, 0.8, 2),
    Market("Gas Ttf €/MWh", 31.4, 0.7, 2),
    Market("Grano tenero €/t", 228.0, 1.6, 1),
    Market("Suini da macello €/kg", 1.71, 0.02, 3),
)
OFFERS = (
    "La newsletter del mattino: il crinale in cinque minuti, alle 7 nella tua posta.",
    "Abbonati: tre mesi a 9,90 euro, il primo lo paghiamo noi.",
    "Scarica l'app: gli avvisi della Protezione civile sul telefono.",
)
