"""The opening stories of the valleys' newspaper, in the order in which they come, and what a story is made of."""

from typing import NamedTuple


class Told(NamedTuple):
    """What the paper has of a story: every later version brings a new fact, the rest is no news."""

    place: str
    author: str
    versions: tuple[tuple[str, str], ...]  # headline and teaser
    typo: tuple[str, str] | None = None  # printed at first, and put right
    later_author: str | None = None
    has_new_picture: bool = False


OPENINGS = (
    Told(
        "Montefiera",
        "Marta Bellandi",
        (
            (
                "Ospedale, il nuovo pronto soccorso apre con sei mesi di ritardo",
                "La direzione sanitaria conferma lo slittamento: mancano i collaudi degli impianti e "
                "quattro medici su undici. I sindaci della vallata chiedono un tavolo urgente in "
                "Regione.",
            ),
        ),
    ),
    Told(
        "Valdorna",
        "Giorgio Tassinari",
        (
            (
                "Frana sulla provinciale 38, isolate tre frazioni",
                "Il versante ha ceduto per una quarantina di metri sopra il ponte vecchio. Centoventi "
                "residenti raggiungibili soltanto dalla strada forestale, scuole raggiunte con le "
                "navette dell'esercito.",
            ),
            (
                "Provinciale 38, riaperta una corsia per i mezzi di soccorso",
                "Dopo due notti di lavoro la ditta incaricata ha liberato la carreggiata a valle. "
                "Restano esclusi autobus e camion: per i centoventi residenti delle tre frazioni il "
                "transito sarà a fasce orarie.",
            ),
        ),
    ),
    Told(
        "Castelvero",
        "Ilaria Montesi",
        (
            (
                "Bilancio comunale, passa la manovra: asili più cari, tassa di soggiorno raddoppiata",
                "Quattordici voti a favore e nove contrari dopo sette ore di seduta. La minoranza "
                "abbandona l'aula sul capitolo delle piscine e annuncia ricorso al prefetto.",
            ),
        ),
    ),
    Told(
        "Borgo Tresana",
        "Paolo Ghirardi",
        (
            (
                "La ceramica Lusiani chiede la cassa integrazione per 210 operai",
                "L'azienda parla di ordini dimezzati dal mercato tedesco. I sindacati: «Nessuno ci "
                "aveva avvisato, i forni erano accesi fino a venerdì».",
            ),
            (
                "Lusiani, accordo sulla cassa: 140 operai invece di 210",
                "Intesa firmata in Confindustria dopo undici ore di trattativa. L'ammortizzatore "
                "durerà tredici settimane e l'azienda anticiperà gli assegni in busta paga.",
            ),
        ),
    ),
    Told(
        "Pieve d'Orna",
        "Giorgio Tassinari",
        (
            (
                "Piena dell'Orna, evacuate sessanta famiglie nella zona del mulino",
                "Il fiume ha superato la soglia rossa all'idrometro di Ponte Alto. Palestra della "
                "scuola media aperta come centro di accoglienza, chiusi tutti i guadi tra Pieve e la "
                "confluenza.",
            ),
            (
                "Orna, il colmo di piena è passato: in duecento ancora fuori casa",
                "L'idrometro di Ponte Alto ha segnato 5,82 metri, il valore più alto dal 1994. Le "
                "famiglie evacuate sono diventate novantuno, un argine secondario ha ceduto in "
                "località Chiusone.",
            ),
            (
                "Alluvione a Pieve d'Orna, la Regione dichiara lo stato di emergenza",
                "Stanziati 3,5 milioni per i primi interventi. La procura acquisisce gli atti sulla "
                "manutenzione dell'argine del Chiusone, mentre le prime quaranta famiglie rientrano a "
                "casa.",
            ),
        ),
        has_new_picture=True,
    ),
    Told(
        "Montefiera",
        "Sara Vannucci",
        (
            (
                "Tangenti sugli appalti delle mense, arrestato un dirigente della Provincia",
                "Sei le persone indagate per turbativa d'asta e corruzione. Secondo gli inquirenti gli "
                "affidamenti pilotati valgono 2,8 milioni e riguardano trentuno scuole.",
            ),
            (
                "Appalti delle mense, anche un ex assessore tra gli indagati",
                "Il registro sale a otto nomi dopo le perquisizioni nella sede della cooperativa. Il "
                "dirigente arrestato si è avvalso della facoltà di non rispondere davanti al giudice.",
            ),
        ),
    ),
    Told(
        "Rocca Lamina",
        "Elena Forlani",
        (
            (
                "Via libera al parco eolico del Monte Spino: quattordici pale sul crinale",
                "La conferenza dei servizi si è chiusa con il parere contrario della Soprintendenza. I "
                "comitati preparano il ricorso al Tar, il Comune incasserà 420 mila euro l'anno.",
            ),
        ),
        typo=("conferenza dei sevizi", "conferenza dei servizi"),
    ),
    Told(
        "Montefiera",
        "Luca Sarti",
        (
            (
                "Treni, da dicembre torna il diretto per il capoluogo in 47 minuti",
                "Due coppie di corse nei giorni feriali, con fermata a Castelvero. I pendolari: «Bene, "
                "ma il rientro delle 19.20 resta scoperto».",
            ),
        ),
        later_author="Luca Sarti e Ilaria Montesi",
    ),
    Told(
        "San Biagio in Colle",
        "Marta Bellandi",
        (
            (
                "Incendio nel deposito di plastiche, finestre chiuse in quattro comuni",
                "Le fiamme sono partite da un capannone di stoccaggio e si vedono dall'autostrada. "
                "Undici squadre dei vigili del fuoco al lavoro, l'Arpa misura la qualità dell'aria.",
            ),
            (
                "Rogo di San Biagio, diossine sotto i limiti: revocato il divieto",
                "L'Arpa diffonde i primi campionamenti: valori nella norma a Ponte Alto e Pieve. Un "
                "vigile del fuoco è stato ricoverato per intossicazione, il capannone è sotto "
                "sequestro.",
            ),
        ),
    ),
    Told(
        "Marina di Tresana",
        "Nicola Baraldi",
        (
            (
                "Porto turistico, il concessionario rinuncia: da rifare la gara",
                "La società ha restituito le chiavi con tre anni di anticipo. In cassa integrazione "
                "ventidue addetti, trecento barche da spostare entro la primavera.",
            ),
        ),
        has_new_picture=True,
    ),
    Told(
        "Castelvero",
        "Sara Vannucci",
        (
            (
                "Crolla il tetto della palestra comunale, salvi i ragazzi del minibasket",
                "L'allenamento era finito da venti minuti. Il sindaco chiude altri cinque impianti "
                "costruiti negli stessi anni e affida le verifiche all'università.",
            ),
            (
                "Palestra crollata a Castelvero, indagati il progettista e due tecnici",
                "L'ipotesi è di disastro colposo: una perizia del 2019 segnalava infiltrazioni nelle "
                "travi. Riaprono intanto due dei cinque impianti chiusi per precauzione.",
            ),
        ),
    ),
    Told(
        "Montefiera",
        "Elena Forlani",
        (
            (
                "Università, duecento alloggi nell'ex caserma Gandolfi",
                "Firmato il protocollo con il Demanio: cantiere in primavera, primi posti letto nel "
                "2027. Canone massimo fissato a 290 euro, un terzo delle stanze ai fuorisede del Sud.",
            ),
        ),
    ),
    Told(
        "Valdorna",
        "Giorgio Tassinari",
        (
            (
                "Escursionista disperso sul Monte Spino, ricerche con i droni",
                "L'uomo, 54 anni, era partito dal rifugio senza telefono. Nebbia fitta oltre i mille "
                "metri, cinquanta volontari del soccorso alpino divisi in sei squadre.",
            ),
            (
                "Monte Spino, trovato vivo l'escursionista disperso",
                "Si era riparato in un seccatoio dopo una caduta: ha una gamba fratturata e un "
                "principio di ipotermia. Decisivo il passaggio di un drone con termocamera sopra il "
                "canalone nord.",
            ),
        ),
        later_author="Redazione",
    ),
    Told(
        "Montefiera",
        "Ilaria Montesi",
        (
            (
                "La Regione taglia i punti nascita: chiude quello di Rocca Lamina",
                "Meno di trecento parti l'anno: la commissione ha respinto la deroga. In piazza mille "
                "persone, il vescovo scrive al presidente della giunta.",
            ),
            (
                "Punto nascita di Rocca Lamina, il Tar sospende la chiusura",
                "I giudici accolgono l'istanza dei sette Comuni: reparto aperto almeno fino "
                "all'udienza del 14 gennaio. La Regione annuncia che impugnerà l'ordinanza.",
            ),
        ),
        typo=("ha respinto la derog.", "ha respinto la deroga."),
    ),
    Told(
        "Borgo Tresana",
        "Nicola Baraldi",
        (
            (
                "Acqua, rincaro del 9 per cento dal primo gennaio",
                "L'assemblea dei sindaci approva la nuova tariffa con tre voti contrari. Bonus "
                "automatico per le famiglie sotto i 12 mila euro di Isee, perdite di rete ancora al 34 "
                "per cento.",
            ),
        ),
    ),
)
