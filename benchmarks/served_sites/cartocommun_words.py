"""The French words around the charter of the map, and the draws that choose among them."""

import random


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("|"))


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


PEOPLE = _words("""
Aldric|Bérénice|Colin|Doriane|Eudes|Faustine|Gaspard|Honorine|Isaure|Josselin|Katell|Léonce|Mahaut|Norbert|
Oriane|Perrin|Quitterie|Rosalie|Sidoine|Tiphaine|Ursule|Violette
""")
_SUFFIXES = _words("42|_du_Forez|-GPS|Velo|duSud|Carto|1978|_bot|LaBoussole|Nord")
PLACES = _words("""
Firminy|Ambert|Thiers|Mende|Aubenas|Die|Gap|Foix|Auch|Cahors|Guéret|Tulle|Dole|Autun|Vitré|Redon|Falaise|
Dinan|Lunéville|Thann
""")
THINGS = _words("""
le lavoir|la passerelle|le sentier des crêtes|une fontaine|le gymnase|la rue des Tanneurs|un arrêt de car|
le calvaire|la voie verte|le marché couvert|une ruine|la source|le terrain de boules|un pont de bois
""")
ACTS = _words("""
a ajouté|a déplacé|a renommé|a supprimé|a vérifié|a décrit|a photographié|a fusionné|a restauré|a orienté
""")
OPINIONS = _lines("""
Je trouve ce délai bien trop court.
D’accord avec {g}, il faut trancher avant le vote.
Et pour les communes comme {l}, comment fait-on ?
La règle devrait valoir pour tout le monde, sauf les secours.
Il manque une définition du mot « objet ».
Merci pour la relecture, c’est plus clair.
Le chiffre de {n} jours me semble raisonnable.
À {l}, nous avons fait l’inverse pendant {n} mois.
Je m’oppose à la suppression de cet alinéa.
Qui a encore modifié la phrase sur les quotas ?
Le conseil doit répondre avant dimanche.
On tourne en rond depuis {n} messages.
La carte de {l} est exemplaire sur ce point.
Je propose d’écrire « devrait » plutôt que « doit ».
Un vote électronique réglerait la question.
{g} confond licence et droit d’auteur.
""")
ANECDOTES = _lines("""
que {c} de {l} figure sur la carte depuis {n} ans
que {g} a parcouru {n} kilomètres à pied pour vérifier {c}
que la commune de {l} compte {n} fontaines
que {c} porte {n} noms différents selon les habitants de {l}
qu’un relevé de {n} points a suffi pour retrouver {c}
que la plus petite impasse de {l} mesure {n} mètres
""")
APPEALS = _lines("""
Il manque {n} euros pour le serveur de tuiles.
Déjà {n} donateurs ce mois-ci, merci !
Chaque don de {n} euros paie une journée de carte.
Cartocommun vit grâce à {n} adhérents.
""")
SPONSORS = _words("Boussoles Ferrand|Randonnées Lacombe|Vélos Morvan|Librairie du Plan|Drones Azur")
OFFERS = _words("Moins {n} % jusqu’à ce soir|Départ de {l} dans {n} jours|{n} modèles en stock à {l}")
PAUSES = _words("cette nuit|demain matin|dimanche|vers minuit")
_FIGURES = _words("""
2|3|5|6|7|8|10|12|14|15|18|20|21|24|25|30|36|40|45|48|50|60|72|75|80|90|100|120|150|180|200|250|300|365|
400|500
""")
FIGURES = tuple(map(int, _FIGURES))


def draws(*key: object) -> random.Random:
    """Chance that depends on nothing but this key."""
    return random.Random("/".join(map(str, ("cartocommun", *key))))


def filled(text: str, *key: object) -> str:
    """The text with its blanks filled; every blank is drawn, needed or not, so that the draws stay in step."""
    chance = draws("b", *key)
    drawn = {
        "{g}": chance.choice(PEOPLE),
        "{l}": chance.choice(PLACES),
        "{n}": str(chance.choice(FIGURES)),
        "{c}": chance.choice(THINGS),
    }
    for blank, word in drawn.items():
        text = text.replace(blank, word)
    return text


def author(chance: random.Random) -> str:
    """The name of an account."""
    return f"{chance.choice(PEOPLE)}{chance.choice(_SUFFIXES)}"
