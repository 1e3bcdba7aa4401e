"""The stories of the newspaper's four sections, in the order in which they come."""

from benchmarks.served_sites.eco_crinale_openings import Told

CHRONICLE = (
    Told(
        "Ponte Alto",
        "Sara Vannucci",
        (
            (
                "Furti nei garage, tre arresti dopo un inseguimento",
                "La banda usava un furgone con targhe clonate. Recuperate undici biciclette elettriche "
                "e due generatori.",
            ),
        ),
    ),
    Told(
        "Castelvero",
        "Marta Bellandi",
        (
            (
                "Truffa del finto nipote, anziana salvata dalla cassiera",
                "La donna stava per prelevare 8 mila euro: l'impiegata si è insospettita e ha chiamato "
                "i carabinieri.",
            ),
            (
                "Finto nipote, fermati due uomini a Castelvero",
                "Sono accusati di altri cinque colpi tra settembre e ottobre, per un bottino di 61 mila euro.",
            ),
        ),
    ),
    Told(
        "Montefiera",
        "Luca Sarti",
        (
            (
                "Autovelox sulla tangenziale, un automobilista su tre oltre il limite",
                "In quindici giorni 4.300 verbali. Il Comune: «Useremo gli incassi per le ciclabili».",
            ),
        ),
    ),
    Told(
        "Pieve d'Orna",
        "Elena Forlani",
        (
            (
                "Lupo investito sulla statale, è il quarto dall'estate",
                "L'animale, una femmina giovane, è stato portato al centro di recupero. La Provincia "
                "valuta le recinzioni.",
            ),
        ),
    ),
    Told(
        "Rocca Lamina",
        "Sara Vannucci",
        (
            (
                "Scontro tra un camion e un'utilitaria, muore un pensionato",
                "La vittima aveva 78 anni. Statale chiusa per tre ore, traffico deviato sul vecchio "
                "tracciato.",
            ),
            (
                "Scontro mortale di Rocca Lamina, l'autista del camion positivo all'alcoltest",
                "Il conducente, 41 anni, è agli arresti domiciliari. La vittima è Aldo Ferrini, "
                "storico fornaio del paese.",
            ),
        ),
    ),
    Told(
        "Montefiera",
        "Ilaria Montesi",
        (
            (
                "Liceo Carducci, gas urticante in corridoio: trenta studenti visitati",
                "Nessun ricovero, lezioni sospese per due ore. La preside ha consegnato ai carabinieri "
                "i filmati.",
            ),
        ),
        typo=("lezioni sopsese", "lezioni sospese"),
    ),
    Told(
        "Borgo Tresana",
        "Marta Bellandi",
        (
            (
                "Serra di marijuana nella ex filanda, sequestrate 1.400 piante",
                "L'impianto era allacciato abusivamente alla rete: consumi rubati per 90 mila euro.",
            ),
            (
                "Marijuana nella ex filanda, in manette il proprietario dell'immobile",
                "Gli inquirenti hanno trovato un contratto d'affitto intestato a un prestanome. "
                "Sequestrati anche due conti.",
            ),
        ),
    ),
    Told(
        "San Biagio in Colle",
        "Nicola Baraldi",
        (
            (
                "Cinghiali in centro, il sindaco vieta di lasciare fuori l'umido",
                "Multe fino a 300 euro. Nelle ultime settimane quattro segnalazioni davanti alla "
                "scuola elementare.",
            ),
        ),
    ),
    Told(
        "Castelvero",
        "Giorgio Tassinari",
        (
            (
                "Bancomat fatto esplodere nella notte, danni per 120 mila euro",
                "Quattro uomini con il volto coperto, fuga su un'auto rubata a Montefiera. Evacuato il "
                "palazzo.",
            ),
        ),
        later_author="Sara Vannucci",
    ),
    Told(
        "Marina di Tresana",
        "Nicola Baraldi",
        (
            (
                "Pescatore colto da malore in barca, salvato da due bagnini fuori servizio",
                "L'uomo era a un miglio dalla costa. I soccorritori lo hanno raggiunto con una tavola a remi.",
            ),
        ),
    ),
)
ECONOMY = (
    Told(
        "Montefiera",
        "Paolo Ghirardi",
        (
            (
                "Banca delle Valli, utile a 18 milioni: dividendo ai soci",
                "Crescono i prestiti alle famiglie, calano le sofferenze. Assemblea convocata per il 4 "
                "dicembre.",
            ),
        ),
    ),
    Told(
        "Pieve d'Orna",
        "Elena Forlani",
        (
            (
                "Castagne, raccolto dimezzato dalla siccità d'agosto",
                "Il consorzio stima 2.100 quintali contro i 4.000 dell'anno scorso. Prezzi su del 30 "
                "per cento.",
            ),
        ),
    ),
    Told(
        "Castelvero",
        "Paolo Ghirardi",
        (
            (
                "La Meccanica Orsi assume 35 tornitori e non li trova",
                "Il titolare: «Offriamo 1.900 euro netti, arrivano tre curriculum al mese». Accordo "
                "con l'istituto tecnico.",
            ),
        ),
    ),
    Told(
        "Borgo Tresana",
        "Paolo Ghirardi",
        (
            (
                "Un fondo francese compra il prosciuttificio Mazzanti",
                "Operazione da 47 milioni. La famiglia resta con il 20 per cento e la presidenza onoraria.",
            ),
            (
                "Mazzanti ai francesi, i nuovi soci garantiscono 160 posti per cinque anni",
                "L'impegno è scritto nel patto firmato con i sindacati, che prevede anche un premio di "
                "900 euro.",
            ),
        ),
    ),
    Told(
        "Montefiera",
        "Luca Sarti",
        (
            (
                "Saldi e luci di Natale, i commercianti chiedono il parcheggio gratis",
                "La proposta: due ore libere nei fine settimana di dicembre. Il Comune calcola un "
                "mancato incasso di 85 mila euro.",
            ),
        ),
        has_new_picture=True,
    ),
    Told(
        "Valdorna",
        "Elena Forlani",
        (
            (
                "Impianti da sci, biglietto unico per le tre stazioni",
                "Stagionale a 390 euro, gratis sotto gli otto anni. Apertura prevista il 6 dicembre se "
                "nevica.",
            ),
        ),
    ),
    Told(
        "San Biagio in Colle",
        "Nicola Baraldi",
        (
            (
                "Chiude dopo 96 anni la tipografia Neri",
                "Nove dipendenti, l'ultima commessa è un calendario. I macchinari storici andranno al "
                "museo civico.",
            ),
        ),
    ),
    Told(
        "Ponte Alto",
        "Paolo Ghirardi",
        (
            (
                "Logistica, Comune e sindacati contro il maxi polo da 90 mila metri",
                "Il gruppo olandese promette 400 assunzioni, il piano regolatore ne consente la metà.",
            ),
            (
                "Ponte Alto, il gruppo olandese dimezza il polo logistico",
                "Nuovo progetto da 48 mila metri quadrati e 230 assunzioni: il consiglio vota entro "
                "fine mese.",
            ),
        ),
    ),
)
SPORT = (
    Told(
        "Serie C",
        "Davide Corsini",
        (
            (
                "Montefiera, caccia al terzino: piace Dallara del Vigoreto",
                "Il direttore sportivo ha incontrato l'agente. Offerta di un prestito con diritto di "
                "riscatto.",
            ),
        ),
    ),
    Told(
        "Basket",
        "Anna Righi",
        (
            (
                "Orna Basket, quarta vittoria di fila: 81-74 al Forte Rosso",
                "Trascina Petrauskas con 27 punti. La squadra sale al terzo posto in classifica.",
            ),
        ),
    ),
    Told(
        "Ciclismo",
        "Davide Corsini",
        (
            (
                "La Granfondo del Crinale cambia data e percorso",
                "Si correrà il 10 maggio, con l'arrivo in salita a Rocca Lamina e un tetto di 2.500 iscritti.",
            ),
        ),
    ),
    Told(
        "Serie C",
        "Davide Corsini",
        (
            (
                "Montefiera-Portoverde, stop per il capitano: lesione al flessore",
                "Marchetti fuori un mese. Al suo posto dovrebbe giocare il diciannovenne Sala.",
            ),
            (
                "Montefiera, per Marchetti lo stop è di tre mesi: serve l'operazione",
                "Il secondo esame ha rivelato una lesione di terzo grado. Il capitano sarà operato a Pavia.",
            ),
        ),
    ),
    Told(
        "Volley",
        "Anna Righi",
        (
            (
                "Volley Castelvero, esonerato l'allenatore dopo cinque sconfitte",
                "Squadra affidata al vice Rinaldi. Il presidente: «Decisione presa con dolore».",
            ),
        ),
    ),
    Told(
        "Serie C",
        "Davide Corsini",
        (
            (
                "Montefiera, pari in rimonta con il Portoverde: 2-2",
                "Sotto di due gol dopo mezz'ora, pareggia Sala al 93'. Espulso il tecnico per proteste.",
            ),
        ),
        typo=("mezz'ra", "mezz'ora"),
    ),
    Told(
        "Atletica",
        "Anna Righi",
        (
            (
                "Giulia Pasini convocata per gli Europei di cross",
                "La ventenne di Pieve d'Orna è l'unica emiliana della squadra under 23.",
            ),
        ),
    ),
    Told(
        "Basket",
        "Anna Righi",
        (
            (
                "Orna Basket, ceduto Petrauskas in Turchia",
                "Al club vanno 60 mila euro. Per sostituirlo si tratta una guardia americana.",
            ),
        ),
    ),
)
CULTURE = (
    Told(
        "Montefiera",
        "Chiara Lodi",
        (
            (
                "Al Teatro Sociale una stagione con undici prime",
                "Apre un «Giardino dei ciliegi» in dialetto. Abbonamenti in vendita, sconti sotto i 26 anni.",
            ),
        ),
    ),
    Told(
        "Rocca Lamina",
        "Chiara Lodi",
        (
            (
                "Affreschi nascosti sotto l'intonaco della pieve",
                "I restauratori hanno scoperto un ciclo del Trecento con le storie di San Nicola.",
            ),
        ),
    ),
    Told(
        "Castelvero",
        "Chiara Lodi",
        (
            (
                "Il festival della montagna premia un documentario sui carbonai",
                "La giuria ha scelto «Fumo lento», girato in quattro inverni con i vecchi della vallata.",
            ),
        ),
    ),
    Told(
        "Borgo Tresana",
        "Elena Forlani",
        (
            (
                "La biblioteca riapre di notte: studio fino alle due",
                "Progetto pilota per sei mesi, con volontari e una guardia giurata.",
            ),
        ),
    ),
    Told(
        "Montefiera",
        "Chiara Lodi",
        (
            (
                "Morto a 91 anni il pittore Ettore Galvani",
                "Fu tra i fondatori del gruppo dell'Orna. Sue opere sono esposte a Bologna e Zurigo.",
            ),
            (
                "Galvani lascia alla città 140 quadri: nascerà una casa museo",
                "Il testamento del pittore, morto a 91 anni, dona al Comune anche lo studio di via dei "
                "Tintori.",
            ),
        ),
    ),
    Told(
        "Marina di Tresana",
        "Chiara Lodi",
        (
            (
                "Un set per la serie tv sul naufragio del '53",
                "Riprese per cinque settimane, cercansi duecento comparse tra i residenti.",
            ),
        ),
        later_author="Nicola Baraldi",
    ),
    Told(
        "Valdorna",
        "Chiara Lodi",
        (
            (
                "Il coro dei minatori canterà in Vaticano",
                "Invito per il concerto dell'Epifania: trentotto voci, il più giovane ha sedici anni.",
            ),
        ),
    ),
)
