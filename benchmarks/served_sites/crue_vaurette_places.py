"""The roads, sectors, reception centres, services and warning levels that the town decides on."""

from typing import NamedTuple


class Road(NamedTuple):
    """One that is closed when the river, in metres, is above its threshold."""

    key: str
    name: str
    quarter: str
    threshold: float
    x: int
    y: int
    reason: str
    detour: str
    alternates: bool  # one lane is opened before both are


class Sector(NamedTuple):
    """One that is evacuated when the river is above its threshold, a circle on the map."""

    key: str
    name: str
    threshold: float
    x: int
    y: int
    radius: int
    people: str


class Centre(NamedTuple):
    """A reception centre, opened when so many sectors are evacuated."""

    key: str
    name: str
    address: str
    places: int
    sectors: int
    x: int
    y: int


class Service(NamedTuple):
    """One that is disturbed from one level of the river until it is below another."""

    key: str
    name: str
    usual: str
    disturbed: str
    above: float
    until: float


class Warned(NamedTuple):
    """A level of warning."""

    colour: str
    title: str
    text: str


ROADS = (
    Road(
        "v1",
        "Quai des Tanneurs",
        "Centre",
        1.75,
        250,
        214,
        "chaussée submergée entre le pont Vieux et la halle",
        "par la rue du Four et la place aux Grains",
        False,
    ),
    Road(
        "v2",
        "RD 14, gué de la Brousse",
        "La Brousse",
        1.62,
        620,
        300,
        "gué impraticable",
        "par la RD 62 et Saint-Loup",
        False,
    ),
    Road(
        "v3",
        "Chemin de halage, rive gauche",
        "Les Îles",
        1.7,
        420,
        262,
        "eau sur l'ensemble du cheminement",
        "aucune, piétons et cyclistes compris",
        False,
    ),
    Road(
        "v4",
        "Rue des Lavandières",
        "Centre",
        2.05,
        300,
        238,
        "remontée d'eau par les avaloirs",
        "par la rue Neuve",
        True,
    ),
    Road(
        "v5",
        "Passage inférieur de la gare",
        "Gare",
        2.2,
        180,
        120,
        "un mètre d'eau sous le pont-rail",
        "par le boulevard Carnot",
        False,
    ),
    Road(
        "v6",
        "RD 62 entre Maupas et Saint-Loup",
        "Maupas",
        2.45,
        690,
        200,
        "submersion sur 400 mètres",
        "par la RN 88, sortie 12",
        True,
    ),
    Road(
        "v7",
        "Pont Vieux",
        "Centre",
        2.7,
        278,
        200,
        "accumulation de bois contre les piles",
        "par le pont du Moulin-Neuf",
        True,
    ),
    Road(
        "v8", "Allée du Camping", "Les Îles", 1.9, 470, 292, "accès noyé, barrières posées", "aucune", False
    ),
    Road(
        "v9",
        "Rue Basse",
        "Faubourg Saint-Roch",
        2.6,
        350,
        180,
        "eau dans les rez-de-chaussée côté impair",
        "par la montée Saint-Roch",
        False,
    ),
    Road(
        "v10",
        "Boulevard de la Filature",
        "La Filature",
        2.9,
        540,
        220,
        "affaissement du trottoir et de la voie de droite",
        "par la rue des Canuts",
        True,
    ),
    Road(
        "v11",
        "RD 107, côte de Peyrelade",
        "Peyrelade",
        2.35,
        120,
        300,
        "coulée de boue au niveau du virage du calvaire",
        "par la RD 14 et les Granges",
        True,
    ),
    Road(
        "v12",
        "Rue du Moulin-Neuf",
        "La Filature",
        3.1,
        500,
        190,
        "courant fort, digue surveillée",
        "par le boulevard Carnot",
        False,
    ),
    Road(
        "v13",
        "Rond-point des Aulnes",
        "Zone des Aulnes",
        3.25,
        600,
        150,
        "submersion de l'anneau",
        "par la RN 88, sortie 13",
        False,
    ),
    Road(
        "v14",
        "Avenue de la Plaine",
        "Zone des Aulnes",
        3.4,
        650,
        120,
        "accès réservé aux secours",
        "par la rue de l'Industrie",
        True,
    ),
    Road(
        "v15",
        "Chemin des Maraîchers",
        "Maupas",
        2.15,
        720,
        250,
        "fossés débordés",
        "par le chemin de la Croix-Haute",
        False,
    ),
    Road(
        "v16",
        "Pont du Moulin-Neuf, sens entrant",
        "La Filature",
        3.7,
        510,
        210,
        "tirant d'air insuffisant",
        "par la RN 88, sortie 12",
        True,
    ),
)
SECTORS = (
    Sector("A", "Secteur A : Les Îles et camping municipal", 2.1, 450, 275, 46, "210 habitants"),
    Sector("B", "Secteur B : quais et rue Basse", 2.85, 300, 205, 44, "640 habitants"),
    Sector("C", "Secteur C : Faubourg Saint-Roch bas", 3.05, 360, 160, 38, "480 habitants"),
    Sector("D", "Secteur D : La Filature", 3.35, 530, 205, 42, "390 habitants"),
    Sector("E", "Secteur E : zone des Aulnes", 3.6, 625, 135, 44, "85 entreprises et 60 habitants"),
    Sector("F", "Secteur F : hameau de Maupas", 2.75, 705, 225, 40, "130 habitants"),
    Sector("G", "Secteur G : La Brousse", 3.9, 620, 320, 34, "45 habitants"),
)
CENTRES = (
    Centre("s1", "Gymnase Jean-Zay", "12, rue des Écoles", 180, 1, 380, 60),
    Centre("s2", "Salle des fêtes de Peyrelade", "place du Foirail, Peyrelade", 90, 2, 40, 350),
    Centre("s3", "Lycée Olympe-de-Gouges (internat)", "4, avenue du Plateau", 240, 3, 250, 50),
    Centre("s4", "Centre social des Granges", "27, chemin des Granges", 60, 5, 320, 340),
)
SERVICES = (
    Service(
        "e1",
        "École élémentaire des Quais",
        "ouverte aux horaires habituels",
        "fermée, garde des enfants de soignants à l'école du Plateau",
        2.3,
        1.9,
    ),
    Service(
        "e2",
        "Collège Marcel-Aymé",
        "cours assurés",
        "fermé, cours à distance par l'espace numérique",
        3.2,
        2.4,
    ),
    Service(
        "e3",
        "Eau potable, réseau bas",
        "consommation sans restriction",
        "eau impropre à la boisson, distribution de bouteilles place aux Grains",
        3.0,
        1.8,
    ),
    Service(
        "e4",
        "Collecte des ordures ménagères",
        "tournées normales",
        "suspendue sur la rive gauche, points d'apport au parking Carnot",
        2.5,
        1.9,
    ),
    Service("e5", "Marché de la place aux Grains", "maintenu", "annulé jusqu'à nouvel ordre", 2.8, 1.7),
    Service(
        "e6",
        "Ligne de bus 3 (Gare - Les Aulnes)",
        "circule normalement",
        "limitée à l'arrêt Carnot",
        2.2,
        2.0,
    ),
    Service(
        "e7", "Crèche de la Filature", "ouverte", "transférée à la maison de l'enfance du Plateau", 2.9, 2.2
    ),
)
WARNINGS = (
    Warned("verte", "Vigilance verte", "Pas de risque particulier sur le tronçon Vaurette moyenne."),
    Warned(
        "jaune",
        "Vigilance jaune crues",
        "Risque de montée rapide des eaux. Évitez les berges et les activités nautiques.",
    ),
    Warned(
        "orange",
        "Vigilance orange crues",
        ("Débordements importants attendus. Mettez vos véhicules à l'abri et limitez vos déplacements."),
    ),
    Warned(
        "rouge",
        "Vigilance rouge crues",
        ("Crue majeure. Respectez strictement les consignes d'évacuation et ne prenez pas la route."),
    ),
)
ORDERS = (
    ("Aucune consigne", "Pas de mesure particulière. Restez informés."),
    (
        "Préparez-vous à partir",
        (
            "Rassemblez papiers, médicaments et vêtements. Montez à l'étage ce qui peut l'être. Un "
            "départ peut être demandé dans les heures qui viennent."
        ),
    ),
    (
        "Évacuation obligatoire",
        (
            "Quittez votre logement sans attendre, à pied si possible, par l'itinéraire fléché. "
            "Coupez gaz et électricité avant de fermer."
        ),
    ),
    (
        "Retour autorisé sous conditions",
        (
            "Retour possible de 8 h à 18 h après contrôle du logement. Ne rebranchez pas "
            "l'électricité sans l'accord d'un technicien."
        ),
    ),
)
"""Title and text of what a sector is told, by its state."""
