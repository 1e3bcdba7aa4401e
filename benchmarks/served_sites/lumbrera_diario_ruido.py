"""What moves by itself: the agency's pieces, most read, comments, markets, weather, advertisements."""

import math
import random
from datetime import datetime

DIAS = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]
QUE = [
    "Confirma",
    "Niega",
    "Presume",
    "Revela",
    "Estrena",
    "Cancela",
    "Recuerda",
    "Responde",
    "Sorprende con",
    "Se burla de",
    "Explica",
    "Defiende",
]
QUIEN = [
    "actriz de telenovelas",
    "la conductora Brenda Solís",
    "el cantante Nico Farías",
    "exchica reality",
    "la influencer Malú",
    "el grupo Los de Arriba",
    "la dinastía Cervantes",
    "el comediante Toño Prado",
    "la reina grupera",
    "youtuber tapatío",
    "el galán de moda",
    "la nieta de don Chava",
]
COSA = [
    "su boda en la playa",
    "nuevo disco de duetos",
    "gira por 14 ciudades",
    "romance con futbolista",
    "dieta que le cambió la vida",
    "pleito con su mánager",
    "serie de ocho capítulos",
    "su casa en Miami",
    "demanda millonaria",
    "embarazo a los 43",
    "cirugía fallida",
    "la receta de su abuela",
]
TIP = [
    "5 trucos para que el aguacate no se ponga negro",
    "¿Qué significa soñar con agua turbia?",
    "Estos signos tendrán suerte en el amor",
    "El té que ayuda a bajar el azúcar, según la UNAM",
    "Cómo limpiar la estufa con bicarbonato",
    "Calendario de pagos: esto sabemos de la pensión",
    "Receta de chiles en nogada fáciles",
    "¿Cuándo cambia el horario? Lo que debes saber",
    "Así puedes tramitar tu CURP con foto",
    "10 pueblos para visitar este puente",
    "Señales de que tu gato te quiere",
    "Test visual: encuentra la taza distinta en 7 segundos",
    "¿Habrá clases el 16 de septiembre? Checa el calendario",
    "Precio del gas hoy en tu colonia",
    "Alertan por mensajes falsos de paquetería",
    "¿Es bueno bañarse con agua fría?",
]
VIEJAS = [
    "Hallan restos de mamut en obra del libramiento",
    "Balacera en el bulevar deja un herido",
    "Cae banda de robacoches en Acámbulo",
    "Vuelca camión de mariachis; solo hubo susto",
    "Aumenta la tarifa del transporte: costará 11 pesos",
    "Los XV de Yaritza terminan en fiesta de tres días",
    "Perrito 'Solovino' viaja solo en la ruta 12",
    "Inauguran hospital sin médicos",
    "Cierran la autopista por accidente",
    "Encuentran billete de lotería en la basura",
    "Así se veía el centro en 1962: fotos",
    "Tiembla en la costa; se siente en San Jerónimo",
]
NOMBRES = [
    "Juan R.",
    "lety_72",
    "El Compa Beto",
    "Ma. Elena",
    "Anónimo",
    "ing. Torres",
    "Chuy Mtz",
    "vecino_norte",
    "Profa Lupita",
    "Rogelio S.",
    "la_gûera",
    "Don Nacho",
    "KarlaV",
    "paisano en Chicago",
]
DICHOS = [
    "Pura política, ya ni la amuelan",
    "Bendiciones para todas las familias",
    "¿Y las cámaras apá?",
    "Ojalá arreglen primero la calle Hidalgo",
    "Así estamos en todos lados",
    "Saludos desde Dallas, Texas",
    "¿Alguien sabe si ya hay agua en la Reforma?",
    "Puro cuento, vivo ahí y no pasó nada",
    "Excelente nota",
    "Que renuncien todos",
    "No manches, qué susto",
    "Dios nos libre",
    "Ya era hora",
    "Corrijan, eso fue el martes",
    "Y Protección Civil bien gracias",
    "Arriba el Real aunque gane",
    "¿Dónde se puede donar?",
    "Falta lo peor",
]
TUITS = [
    "#AlertaVial Tráfico lento en bulevar Lerma y Quinta Avenida. Tome precauciones.",
    "Esta tarde en la radio: charlamos con los organizadores de la feria del libro.",
    "¡Buenos días! Estas son las portadas de hoy. Gracias por leernos.",
    "#Clima Lleve paraguas: 60% de probabilidad de lluvia por la tarde.",
    "ENCUESTA ¿Está de acuerdo con cobrar el estacionamiento en el centro?",
    "#ÚltimaHora Reportan humo en la zona del mercado. Fue quema de basura.",
    "¿Ya nos sigue en el canal? Todas las noticias en su celular.",
    "#Deportes Comparta su alineación ideal para el domingo.",
    "Recordamos a los lectores que el impreso no circula el 16 de septiembre.",
    "#DenunciaCiudadana Fuga de agua en Morelos 118, lleva ocho días.",
]
RADIO = [
    "Madrugada ranchera",
    "Amanece en el Bajío",
    "Noticias Lumbrera AM",
    "La consulta del doctor",
    "Cocina con Chelo",
    "Noticias Lumbrera PM",
    "Toque y gol",
    "Corridos de la tarde",
    "Boleros a media luz",
]
SIGNOS = [
    "Aries",
    "Tauro",
    "Géminis",
    "Cáncer",
    "Leo",
    "Virgo",
    "Libra",
    "Escorpión",
    "Sagitario",
    "Capricornio",
    "Acuario",
    "Piscis",
]
SUERTE = [
    "Día para cerrar pendientes",
    "Cuide el bolsillo",
    "Alguien del pasado llama",
    "Evite discusiones en casa",
    "Buenas noticias de trabajo",
    "Descanse más",
]
COLUMNAS = [
    ("Ramiro Ledesma", "A fuego lento"),
    ("Ofelia Cantú", "Cuaderno de notas"),
    ("El Tlacuache", "Desde la cueva"),
    ("Pbro. Ávila", "Pan de cada día"),
    ("Nora Islas", "La otra orilla"),
    ("J. M. Urquiza", "Números fríos"),
]
TEMAS = [
    "El agua y las culpas",
    "Cuando el campo calla",
    "Carta a un regidor",
    "Los que se quedan",
    "La cuenta sin pagar",
    "Elogio del bache",
    "Sobre la paciencia",
    "Lo que no dijo el informe",
    "Septiembre otra vez",
    "Un país de vados",
]
ANUNCIOS = [
    ("Mueblería El Roble", "Meses sin intereses", "#7a3d12"),
    ("AUTOS LERMA", "Llévatelo con 10% de enganche", "#0b3a8f"),
    ("Óptica Visión+", "2x1 en armazones", "#0a7d5a"),
    ("Súper La Canasta", "Martes de frescura: jitomate $17.90", "#c4161c"),
    ("Prepa Abierta", "Termina en 6 meses", "#5b2a86"),
    ("Farmacias Gil", "Consulta $45", "#00806e"),
    ("Tequila Don Jacinto", "Evita el exceso", "#2d2d2d"),
    ("Casas del Valle", "Desde $690,000", "#b5651d"),
    ("Gobierno Municipal", "Paga tu predial con 20% de descuento", "#6a1039"),
]


def az(hora: int, que: str) -> random.Random:
    return random.Random(f"lumbrera:{que}:{hora}")


def agencia(hora: int, n: int) -> list[tuple[str, str, int]]:
    """Servicio de espectáculos y consejos: entra una pieza cada hora, sola."""
    piezas = []
    for k in range(hora - n + 1, hora + 1):
        r = az(k, "agencia")
        t = r.choice(TIP) if r.random() < 0.5 else f"{r.choice(QUE)} {r.choice(QUIEN)} {r.choice(COSA)}"
        piezas.append((t[0].upper() + t[1:], f"ag{k % 23}", hora - k))
    return piezas[::-1]


def leido(hora: int, titulos: list[str]) -> list[tuple[str, int]]:
    r = az(hora, "leido")
    todos = VIEJAS + titulos
    pesos = [(r.random() ** (1 / (2 if t in titulos else 1)), t) for t in todos]
    return [(t, r.randint(900, 48000)) for _, t in sorted(pesos, reverse=True)[:7]]


def comentarios(hora: int, titulos: list[str]) -> list[tuple[str, str, str, int]]:
    r = az(hora, "coment")
    return [(r.choice(NOMBRES), r.choice(DICHOS), r.choice(titulos), r.randint(1, 58)) for _ in range(5)]


def mercado(hora: int, ahora: datetime) -> tuple[str, str, str, str]:
    h = hora if ahora.weekday() < 5 and 8 <= ahora.hour < 16 else hora - hora % 24
    r = az(h, "bolsa")
    return (
        f"{18.55 + 0.2 * math.sin(h / 17) + r.uniform(-0.05, 0.05):.2f}",
        f"{21.7 + 0.2 * math.cos(h / 20):.2f}",
        f"{61000 + int(700 * math.sin(h / 11)) + r.randint(-90, 90):,}",
        f"{r.uniform(-1.2, 1.2):+.2f}%",
    )


def clima(hora: int, ahora: datetime) -> tuple[int, str, int]:
    r = az(hora, "clima")
    t = 19 + 6 * math.sin((ahora.hour - 9) / 24 * 6.283) + r.uniform(-1, 1)
    return (
        round(t),
        r.choice(["Nublado", "Lluvia ligera", "Chubascos", "Medio nublado", "Tormenta"]),
        r.randint(20, 90),
    )


def presa(hora: int) -> str:
    """Nivel de la presa, medidor automático."""
    return f"{94 + 3 * math.sin(hora / 60) + az(hora, 'presa').uniform(-0.2, 0.2):.1f}"


def tuits(hora: int) -> list[tuple[str, int, int]]:
    r = az(hora // 2, "tuit")
    return [
        (t, (hora % 2) * 60 + r.randint(2, 50) + 75 * i, r.randint(0, 90))
        for i, t in enumerate(r.sample(TUITS, 3))
    ]


def hace(minutos: int) -> str:
    if minutos < 60:
        return f"hace {max(1, minutos)} minuto{'s' if minutos > 1 else ''}"
    h = minutos // 60
    if h < 24:
        return f"hace {h} hora{'s' if h > 1 else ''}"
    return "ayer" if h < 48 else f"hace {h // 24} días"
