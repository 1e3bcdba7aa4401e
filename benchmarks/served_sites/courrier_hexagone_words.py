"""The words of Le Courrier de l'Hexagone: those its news are made of, and those of the boxes around them."""


def _listed(text: str) -> list[str]:
    """The words of a text that parts them by bars and line ends."""
    return text.strip().replace("\n", "|").split("|")


ACTORS = _listed("""
Le Sénat|L’Assemblée|Le gouvernement|La Cour des comptes|Le Conseil d’État|La ministre de la Santé|Matignon
Le ministère de l’Agriculture|La Commission européenne|La majorité|Le Conseil constitutionnel|Bercy
La Défenseure des droits|L’Association des maires|Le ministre des Transports|La Banque centrale
""")

VERBS = _listed("""
rejette|adopte|suspend|reporte|durcit|assouplit|défend|abandonne|relance|conteste|valide|remet en cause|critique
retouche|enterre|dévoile|chiffre
""")

TOPICS = _listed("""
la réforme de l’assurance-chômage|le plan de sauvetage des hôpitaux ruraux|la taxe sur les billets d’avion
le calendrier des retraites agricoles|la loi sur le logement étudiant|le moratoire sur les mégabassines
l’encadrement des loyers|la fermeture de quarante tribunaux|le budget de la recherche
la rénovation thermique des écoles|le contournement autoroutier de la vallée
l’interdiction des pesticides de contact|le service public de la petite enfance|la carte des zones inondables
la privatisation des ports de plaisance|l’accord de pêche avec Londres|le statut des livreurs à vélo
la gratuité des musées|le plafonnement des frais bancaires|la vente du groupe Maréchal Acier
le projet de ligne Brest–Nantes|la grille des salaires des infirmiers|le chèque énergie
la réserve de biodiversité du Morvan
""")

CIRCUMSTANCES = _listed("""
après une nuit de débats|malgré l’opposition des syndicats|à une voix près|sous la pression des élus locaux
contre l’avis de ses experts|à dix jours du vote final|en pleine fronde des régions|dans une ambiance électrique
au terme de six semaines d’auditions|sans attendre Bruxelles|à la surprise générale|faute de financement
devant une salle clairsemée|sur fond de grève|après la fuite d’un rapport|pour apaiser la colère
""")

OPENINGS = _listed("""
La décision, attendue depuis {n} semaines, concerne près de {m} foyers.
Le dossier divise depuis {n} mois et engage {m} millions d’euros.
Le vote a été acquis par {n} voix d’écart, devant {m} amendements encore en suspens.
Selon nos informations, {n} départements sont touchés et {m} agents concernés.
Le document de {m} pages que nous avons consulté détaille {n} mesures.
L’annonce intervient {n} jours après un rapport qui évaluait la facture à {m} millions d’euros.
Quelque {m} communes ont {n} mois pour s’y conformer.
""")

REACTIONS = _listed("""
{p}, {r}, dénonce « {q} ».|« {Q} », répond {p}, {r}.|{p}, {r}, y voit « {q} ».|Pour {p}, {r}, c’est « {q} ».
{p}, {r}, regrette « {q} ».
""")

PEOPLE = _listed("""
Hélène Vasseur|Marc Tardieu|Aïcha Benkirane|Loïc Le Guen|Sylvie Ormont|Bastien Carrère|Nadège Poulain
Thibault d’Arsac|Mireille Escoffier|Karim Haddad|Odile Fontanel|Gaspard Rieux|Léa Montbrun|Pierre-Yves Kermadec
Sonia Delattre|Étienne Roubaud
""")

ROLES = _listed("""
porte-parole du collectif|économiste à Grenoble|maire de Saint-Aubin|responsable du syndicat Unité
membre de la commission d’enquête|juriste à Rennes|médecin urgentiste|spécialiste du dossier
chef de file de l’opposition|membre du conseil régional|géographe à Toulouse|politologue à Lille
""")

QUOTES = _listed("""
un choix à courte vue|une victoire pour les territoires|un recul sans précédent|une rustine sur une digue percée
un signal enfin clair|une faute politique|le minimum que l’on pouvait attendre|un compromis bancal mais utile
une promesse non tenue|un calcul électoral|la fin d’une hypocrisie|un cadeau aux plus riches|une méthode brutale
le retour du bon sens|un pari risqué
""")

ACCIDENT_QUOTES = _listed("""
un drame que l’on voyait venir|une nuit que personne n’oubliera|des secours exemplaires
un manque criant de prévention|un bilan encore provisoire|une alerte donnée trop tard
un miracle qu’il n’y ait pas de morts|une commune sous le choc|des normes jamais contrôlées|une solidarité immédiate
""")

EVENTS = _listed("""
Incendie dans un entrepôt à|Glissement de terrain près de|Explosion dans une usine à
Déraillement d’un train régional près de|Effondrement d’un immeuble à|Crue soudaine à
Carambolage géant aux portes de|Naufrage d’un chalutier au large de|Fuite d’ammoniac à|Tornade à
Panne électrique géante à|Avalanche au-dessus de|Intoxication collective à
""")

TOWNS = _listed("""
Montluçon|Bédarieux|Saint-Malo|Vesoul|Lannion|Carcassonne|Bourg-d’Oisans|Douai|Pornic|Mende|Tulle|Sarreguemines
Dieppe|Aubenas|Cognac|Épinal|Fécamp|Manosque|Guéret|Thonon|Arcachon|Fougères
""")

FIRMS = _listed("""
Verrières Lambert|Maréchal Acier|Textiles Oriol|le constructeur Bréval|Chimie du Rhône|Laiteries Saint-Éloi
le groupe Sorélia|Papeteries Avril|l’assureur Concorda|Aérotech Sud|le voyagiste Cap Levant|Pneus Garonne
""")

FIRM_NEWS = _listed("""
supprime {n} postes à {t}
rouvre son usine de {t} avec {n} salariés
rappelle {m} véhicules fabriqués à {t}
investit {n} millions d’euros à {t}
délocalise sa production de {t}, {n} familles inquiètes
placé en redressement, {n} emplois menacés à {t}
mis à l’amende de {n} millions pour la pollution de {t}
""")

TRIALS = _listed("""
Procès des eaux minérales|Affaire du stade|Procès du notaire de Guéret|Affaire des faux diplômes|Procès de l’amiante
Dossier des frégates|Affaire des marchés publics|Procès de l’effondrement|Affaire des écoutes|Procès des semences
""")

TRIAL_NEWS = _listed("""
{n} ans de prison requis contre l’ancien directeur
la défense plaide la relaxe pour {n} prévenus
un témoin revient sur ses déclarations
le tribunal ordonne {n} mois d’expertise
les parties civiles réclament {m} millions
la juge d’instruction dessaisie
{n} perquisitions en une matinée
le jugement mis en délibéré pour {n} semaines
""")

POINTS = _listed("""
Ce que l’on sait du calendrier, en {n} dates
Le récit : comment {p} a fait basculer la négociation
Carte : les {n} départements concernés
Ce que disent les {n} experts consultés
Les {n} questions encore sans réponse
Entretien avec {p}, {r}
Le reportage de notre envoyée spéciale à {t}
Analyse : la stratégie de {p}
Repères : {n} ans de tergiversations
À {t}, l’attente et la colère
Décryptage en {n} graphiques
La tribune de {p}, {r}
Pourquoi {t} redoute la suite
Le verbatim de {p}, mot à mot
""")

SECTIONS = _listed("""
Politique|Société|Économie|Justice|Planète|Territoires|Santé|Éducation
""")

GOSSIP_WHO = _listed("""
Ma voisine|Ce chef étoilé|Un ancien champion de judo|La chanteuse Iris Malo|Un couple de retraités
Le village de Rocamiel|Une start-up bordelaise|Ce chat breton|Un boulanger de Troyes|L’animateur Tony Garel
Une astrologue suisse|Le plus vieux cinéma du pays|Une étudiante en droit|Mon banquier|Ce jardinier du Perche
Le facteur de Cassel
""")

GOSSIP_DOES = _listed("""
révèle|collectionne|a tout quitté pour|refuse de vendre|s’est ruiné avec|ne jure que par|transforme
a retrouvé par hasard|prépare en secret|explique comment éviter|compare|a testé pendant un mois|raconte|restaure
a vu disparaître
""")

GOSSIP_WHAT = _listed("""
une maison à un euro|le régime sans pain|la recette du kouign-amann|trois mille cafetières|un van de 1978
son potager d’hiver|la pire plage d’Europe|un trésor de pièces romaines|les pièges du crédit renouvelable
un phare abandonné|dix séries à voir ce soir|la méthode japonaise du sommeil|les pompes à chaleur
son premier marathon|une lettre d’amour de 1914|le vin sans alcool
""")

GOSSIP_END = _listed("""
et cela change tout|à ne pas rater|notre test complet|en images|le témoignage du jour|abonnés|vidéo|podcast|quiz
sans regret|pour moins de 30 euros|avant l’été
""")

READERS = _listed("""
Jojo44|Mistral13|Prof_Retraité|Cléo|Le Belge|Anne-So|Titi38|VieuxLoup|Margaux B.|Nestor|Zébulon|Philippe de Lille
Capucine|Momo75
""")

COMMENTS = _listed("""
Encore une fois, on nous prend pour des {x}.
Merci pour cet article, mais où sont les {x} ?
Dans mon quartier, les {x} ont disparu depuis {n} ans.
Je lis ce journal depuis {n} ans et je n’ai jamais vu autant de {x}.
Quelqu’un a-t-il compté les {x} ? Moi oui : {n}.
On parle trop des {x}, pas assez du reste.
Il faudrait taxer les {x} à {n} %.
Bravo à tous les {x}, tout simplement.
{n} commentaires et personne pour défendre les {x} !
""")

COMMENTED = _listed("""
girouettes|experts de plateau|ronds-points|petits commerces|bancs publics|moutons|vélos|trains à l’heure|bénévoles
formulaires|trottinettes|professeurs|éoliennes|sangliers
""")

WEEKDAYS = _listed("""
lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche
""")

# who advertises, what, on which ground, in which ink
_ADVERTS = """\
Matelas Douceval|−40 % jusqu’à dimanche|#1d4e89|#fff
Crédit Mutuor|Votre projet à 2,9 %|#e3b505|#222
Voyages Cap Levant|La Crète dès 389 €|#00798c|#fff
Opéra de la Seine|La Traviata, dernières places|#4b1d3f|#fde
Bréval E-28|Essayez l’électrique|#2e4600|#fff
Thés Kandara|Deux boîtes achetées, une offerte|#b5442e|#fff
Optique Lumen|Deuxième paire à 1 €|#30343f|#fafaff
Maison Pralin|Chocolats de Pâques|#5c3317|#ffe9c9"""
ADVERTS = [line.split("|") for line in _ADVERTS.splitlines()]
