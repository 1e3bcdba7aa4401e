"""The French sentences and lists of the town's flood page, apart from the places it speaks of."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("|"))


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


STREETS = _words("""
rue des Carmes|rue du Four|impasse du Lavoir|rue des Teinturiers|cours Gambetta|rue Traversière|
place du Pilori|montée des Capucins|rue de la Barre|sentier des Vignes|rue Pasteur|allée des Tilleuls
""")
SPEAKERS = _words("""
Le maire|La première adjointe|Le directeur des services techniques|La sous-préfète|
Le chef de centre des pompiers|La responsable de l'action sociale|L'adjoint à la sécurité|
La cellule de crise
""")
RISING = _lines("""
{q} a réuni la cellule de crise à {h} et demandé le rappel de {n} agents communaux.
Les pluies tombées sur le haut bassin continueront de faire monter la Vaurette jusqu'à demain.
Des batardeaux ont été posés {r} et devant les caves de la mairie.
Les véhicules stationnés {r} ont dû être déplacés avant {h}, sous peine d'enlèvement.
{n} personnes inscrites au registre des personnes fragiles ont été jointes par téléphone.
Un stock de sacs de sable est à la disposition des riverains au centre technique, {r}.
Le barrage de Roquefeuil a ouvert deux vannes supplémentaires en accord avec la préfecture.
Les gens du voyage installés sur l'aire des Aulnes ont rejoint un terrain prêté par la communauté de communes.
Les caves et les parkings souterrains de la {f} sont à évacuer sans délai.
{q} demande aux commerçants des quais de mettre leurs marchandises à l'étage.
Les pompiers ont secouru {n} automobilistes bloqués par l'eau depuis hier, sans blessé grave.
Le stade et les vestiaires sont fermés ; les entraînements des clubs sont annulés.
Le poste électrique de la {f} a été protégé par une digue provisoire.
Une équipe de Météo-Vallée est venue vérifier l'échelle du pont Vieux à la demande de la ville.
Un numéro vert est ouvert pour les familles, avec {n} agents volontaires en renfort.
Le cirque installé près de la {f} a replié son chapiteau par précaution.
Les résidents de l'EHPAD des Tilleuls seront transférés à {h} vers l'hôpital de Roquefeuil.
Une patrouille passe toutes les deux heures {r} pour surveiller le pied de digue.
{q} rappelle qu'un arrêté interdit l'accès aux berges sous peine d'amende.
""")
CREST = _lines("""
{q} prévient que l'eau restera haute pendant une journée au moins.
{n} sinistrés ont été pris en charge, dont plusieurs familles de la {f}.
Deux hélicoptères de la sécurité civile ont survolé la plaine pour repérer les personnes isolées.
Une brèche de six mètres s'est formée dans la digue près de la {f} ; des blocs y sont déversés.
Soixante militaires de la garnison voisine sont arrivés avec des embarcations.
Une embarcation a conduit un médecin au chevet de {n} habitants restés {r}.
{q} a demandé à l'État la reconnaissance de catastrophe naturelle.
L'hôpital a reporté les opérations non urgentes et fonctionne sur ses groupes de secours.
Un arbre charrié par le courant a endommagé le garde-corps de la passerelle des Îles.
Aucune victime n'est à déplorer, mais {n} personnes ont été légèrement blessées.
Les repas des évacués sont préparés par la cuisine centrale et distribués à {h}.
L'antenne relais de la {f} a été remise en service par un camion mobile.
{q} met en garde contre de faux agents qui se présentent au domicile des évacués.
Les animaux domestiques sont accueillis par le refuge du Plateau, sur présentation du carnet.
Une fuite de fioul a été contenue par un barrage flottant derrière la {f}.
Les trains ne s'arrêtent plus en gare ; une correspondance en car part du parking Carnot à {h}.
Les archives municipales ont été montées au second étage avec l'aide de {n} bénévoles.
Les éclusiers ont perdu le contact avec la sonde amont, remplacée par des relevés à vue.
""")
FALLING = _lines("""
{q} invite les habitants à photographier les dégâts avant tout nettoyage.
Une permanence des assureurs se tient à la mairie à partir de {h}.
Les bennes pour déchets d'inondation sont en place {r}.
{n} bénévoles ont nettoyé les caves de la {f} ; de nouveaux volontaires peuvent s'inscrire.
Les services techniques ont déjà pompé {n} sous-sols et poursuivent côté gare.
Des experts contrôleront les piles du pont Vieux avant toute remise en circulation.
Le fonds d'aide d'urgence de la ville versera jusqu'à 600 euros par foyer sinistré.
Une analyse de l'eau est en cours au laboratoire départemental, résultat attendu avant {h}.
{q} remercie les communes voisines, qui ont prêté {n} agents et trois balayeuses.
Les jardins familiaux restent interdits tant que les sols n'auront pas été analysés.
Les techniciens du gaz visitent les immeubles de la {f} un par un.
Un déshumidificateur peut être emprunté au centre social, pour trois jours au plus.
Une cellule d'écoute psychologique reçoit sans rendez-vous {r}.
Les élèves sans manuels recevront un prêt du département dès la reprise.
Un nouvel épisode pluvieux, moins fort, est attendu ; les pompes restent en place.
Les dépôts sauvages seront verbalisés : {n} tonnes ont déjà été ramassées.
La brèche de la digue a été colmatée, des travaux définitifs suivront à l'été.
{q} tiendra une réunion publique au théâtre, à {h}, pour répondre aux sinistrés.
Les commerçants de la {f} peuvent demander un report de leurs loyers municipaux.
Une collecte de meubles et d'électroménager est organisée par {n} associations.
Les sépultures endommagées du cimetière bas seront remises en état aux frais de la commune.
Le contrôle des installations électriques a déjà concerné {n} immeubles.
Les pompiers de la {f} cèdent la place à une équipe de réservistes communaux.
Un guichet unique regroupe impôts, caisse d'allocations et logement social, {r}.
{q} annonce l'achat de {n} groupes de pompage pour les prochaines crues.
Les laisses de crue seront relevées par des topographes ; merci de ne pas effacer les marques.
Le parquet du gymnase de la Filature devra être remplacé avant le printemps.
Une souscription ouverte par le club de rugby a réuni {n} mille euros.
Les chaudières noyées peuvent être déclarées jusqu'au 15 février pour bénéficier de l'aide.
L'arrêté de circulation des poids lourds est prolongé en centre-ville jusqu'à {h} chaque jour.
""")
ADVICE = (
    ("Ne descendez pas à la cave", "Une cave peut se remplir en quelques minutes, même loin de la rivière."),
    (
        "N'allez pas chercher vos enfants",
        "L'école les met à l'abri ; votre trajet encombre la route des secours.",
    ),
    ("Trente centimètres suffisent", "Une voiture flotte dès trente centimètres d'eau. Faites demi-tour."),
    ("Préparez un sac", "Lampe, radio à piles, eau, couverture, copies des papiers, traitement en cours."),
    (
        "Fermez portes et soupiraux",
        "Une planche et des sacs retardent l'eau, sans mettre personne en danger.",
    ),
    ("Parlez à vos voisins", "Frappez chez les personnes seules et prévenez-les des consignes."),
    ("Gardez le téléphone libre", "N'appelez le 18 ou le 112 qu'en cas de danger immédiat."),
    ("Écoutez Radio Vaurette", "La radio locale, sur 98.4, relaie les messages de la mairie."),
    ("Coupez les réseaux", "Électricité, gaz et chauffage se coupent avant l'arrivée de l'eau."),
    ("Ne touchez pas aux câbles", "Un fil tombé dans l'eau peut tuer à plusieurs mètres."),
    ("Jetez les aliments mouillés", "Même emballés, ils peuvent avoir été souillés par la crue."),
)
AGENDA = _words("""
Concert de l'harmonie au kiosque|Ciné-goûter à la médiathèque|Exposition des aquarellistes|
Loto des aînés du Plateau|Atelier compost aux Granges|Lecture de contes occitans|
Tournoi de tarot à l'amicale|Visite des toits de la collégiale|Bourse aux jouets du Plateau|
Initiation à la vannerie|Conférence sur la truffe|Répétition ouverte de la chorale
""")
POSTERS = (
    ("Le Malade imaginaire", "Théâtre de la Halle"),
    ("Abonnez-vous au Plateau", "Saison musicale"),
    ("Vaurette Fibre", "Partenaire de la ville"),
    ("Caisse locale d'épargne", "Partenaire du marché"),
    ("Garage Fabre et fils", "Véhicules de courtoisie"),
    ("Semaine du goût", "Restaurants de la vallée"),
)
SEARCHES = _words("""
carte grise|passeport|déchetterie horaires|sacs de sable|cantine menu|inscription crèche|état civil|
piscine tarifs|bus scolaire|assurance sinistre|plan local|salle à louer|bibliothèque
""")
MENU = _words("""
Ma mairie|Vivre ici|Enfance|Culture et sports|Urbanisme|Démarches
""")
