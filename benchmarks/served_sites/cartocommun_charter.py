"""What the charter of the map may say: its articles, what is added to them, the answers to frequent questions."""

from dataclasses import dataclass

from benchmarks.served_sites.cartocommun_words import FIGURES

_ARTICLES = """
Objet et acceptation
Les présentes conditions régissent l’usage de la carte commune et de ses serveurs de tuiles.
Toute personne qui modifie la carte {v} les accepter lors de sa {n}e contribution au plus tard.
L’association Cartocommun, dont le siège est à Saint-Étienne, en est l’éditrice.
Une version papier est envoyée sous {n} jours à qui en fait la demande.
Le silence gardé pendant {n} semaines après une modification vaut acceptation.

Comptes et identités
Un compte {v} être rattaché à une seule personne physique.
Les comptes collectifs sont admis jusqu’à {n} membres déclarés.
Le pseudonyme ne doit pas imiter celui d’un membre du conseil.
Un compte inactif depuis {n} mois est archivé, jamais supprimé.
Les mots de passe comptent au moins {n} caractères.

Contributions
Chaque modification {v} citer sa source, relevé de terrain ou document libre.
La copie de cartes commerciales est interdite, même partielle.
Un lot de plus de {n} objets est soumis à relecture.
Les imports automatisés sont annoncés {n} jours à l’avance sur la liste de discussion.
Les noms de lieux suivent l’usage local avant l’usage administratif.
Les contributeurs gardent leurs droits moraux.

Licence des données
Les données sont publiées sous licence ouverte à partage identique.
La mention « © contributeurs Cartocommun » {v} figurer à moins de {n} millimètres de la carte.
Les extraits de moins de {n} objets sont réputés non substantiels.
Une base dérivée est remise au public dans un délai de {n} jours.

Serveurs et quotas
Une application ne peut demander plus de {n} tuiles par minute.
Les clés d’accès {v} être renouvelées tous les {n} mois.
Le téléchargement en masse passe par les miroirs universitaires.
En cas d’abus, l’accès est ralenti pendant {n} heures.
Les services de secours sont exemptés de tout quota.

Vie privée
Les adresses de connexion sont conservées {n} jours.
Les traces GPS privées sont floutées à {n} mètres.
Aucune donnée n’est vendue ni louée.
Un membre {v} recevoir l’export de ses données sous {n} jours.
Les domiciles des personnes ne sont pas cartographiés par leur nom.

Modération
Un avertissement précède toute sanction, sauf vandalisme manifeste.
La suspension ne peut excéder {n} jours sans vote du conseil.
Le modérateur {v} motiver sa décision en public.
Le recours est ouvert pendant {n} jours.
Deux modérateurs au moins examinent chaque recours.

Lieux sensibles
Les nids d’espèces protégées sont décalés d’au moins {n} mètres.
Les refuges pour victimes n’apparaissent sur aucune couche publique.
Les sites sacrés {v} être signalés au comité des toponymes.
Les grottes archéologiques sont masquées jusqu’à leur {n}e année de fouille.

Gouvernance
Le conseil compte {n} membres élus pour deux ans.
Le quorum est fixé à {n} % des inscrits.
Les procès-verbaux {v} être publiés sous {n} jours.
Nul ne peut siéger plus de trois mandats.
Les dons supérieurs à {n} euros sont rendus publics.

Responsabilité et litiges
La carte est fournie en l’état, sans garantie d’exactitude.
Elle ne {v} pas servir seule à la navigation maritime.
Les litiges relèvent de la médiation pendant {n} jours, puis du tribunal de Saint-Étienne.
La version française fait foi.
"""
_ADDITIONS = """
Cette règle ne vaut pas pour les communes de moins de {n} habitants.
Les mineurs de moins de {n} ans agissent avec l’accord d’un parent.
Le comité technique peut y déroger par décision écrite.
Un rapport annuel en mesure les effets.
Les groupes locaux sont consultés au préalable.
L’outre-mer bénéficie d’un délai double.
Toute dérogation expire au bout de {n} semaines.
Les universités signent une convention séparée.
La charge de la preuve incombe à l’éditrice.
Un registre public en garde la trace.
Les agents automatiques en sont exclus.
La règle est suspendue lors des catastrophes naturelles.
Le montant est indexé chaque année.
Les associations partenaires sont dispensées de cette formalité.
Une copie est déposée à la bibliothèque municipale.
Le vote par procuration est admis, dans la limite de {n} mandats.
Les images aériennes anciennes ne sont pas concernées.
Les langues régionales jouissent du même traitement.
Une exception est faite pour les sentiers de randonnée.
Le trésorier en informe l’assemblée générale.
Le présent alinéa s’applique aussi aux applications mobiles.
Les corrections orthographiques ne sont pas comptées.
Un tirage au sort départage les candidats.
Les frais postaux restent à la charge du demandeur.
La carte des transports suit un règlement propre.
Les signalements anonymes sont recevables.
"""
_VANDALISM = """
LA CARTE EST UN MENSONGE.
Kévin était ici et salue sa classe.
Toutes les règles ci-dessus sont annulées.
Votez Raminagrobis au conseil !
Cet article appartient désormais aux pirates.
blablabla blabla carte bla.
"""
_QUESTIONS = """
Puis-je imprimer la carte ?
Oui, en citant les contributeurs.
Oui, à toute échelle et pour tout usage.
Oui, y compris pour un guide payant.
Oui, l’affiche du mois est même prête à imprimer.

Comment signaler une erreur ?
Par une note posée sur la carte.
Par une note ou par courriel.
Au guichet d’un groupe local, le samedi.
Depuis l’application, sans compte.

Qui paie les serveurs ?
Les adhésions et les dons.
Deux universités et vos dons.
Une souscription annuelle.
Les adhérents, à hauteur de la moitié.

Mon village est faux, que faire ?
Corrigez-le, puis prévenez un voisin.
Demandez une relecture locale.
Organisez une cartopartie.
Écrivez à la mairie et au groupe local.
"""
_SMALL_WITH = """
caractères|mois|mandats|contribution|semaines|membres|fouille|% des|moins de {n} ans
"""
_PLURALS = ("clés", "sites", "procès")
_IN_PLURAL = {"doit": "doivent", "devrait": "devraient", "peut": "peuvent"}
VERBS = tuple(_IN_PLURAL)


def _blocks(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The blocks of a text: the first line of each and the lines below it."""
    blocks = (block.splitlines() for block in text.strip().split("\n\n"))
    return tuple((first, tuple(lines)) for first, *lines in blocks)


ARTICLES = _blocks(_ARTICLES)
QUESTIONS = _blocks(_QUESTIONS)
ADDITIONS = tuple(_ADDITIONS.strip().splitlines())
VANDALISM = tuple(_VANDALISM.strip().splitlines())


def figures(template: str) -> tuple[int, ...]:
    """The figures that make sense in a sentence: small ones for ages, months and the like."""
    return FIGURES[:19] if any(word in template for word in _SMALL_WITH.strip().split("|")) else FIGURES


@dataclass(frozen=True)
class Sentence:
    """A sentence of the charter with the figure and the verb of obligation in force, used by it or not."""

    template: str
    figure: int = 0
    verb: str = ""

    @property
    def words(self) -> str:
        """What stands on the page."""
        plural = any(word in self.template for word in _PLURALS)
        verb = _IN_PLURAL.get(self.verb, "") if plural else self.verb
        return self.template.replace("{v}", verb).replace("{n}", str(self.figure))
