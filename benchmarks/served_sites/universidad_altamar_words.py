"""The Spanish words of the university's page, and the draws that choose among them."""

import random


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("|"))


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


FACULTIES = _words("""
Ciencias del Mar|Derecho|Medicina|Filología|Ingeniería Naval|Economía|Bellas Artes|Química|Educación|
Informática|Enfermería|Geografía e Historia|Veterinaria|Trabajo Social
""")
OFFICES = _words("""
El Rectorado|La Secretaría General|El Consejo de Gobierno|La Gerencia|La Defensoría Universitaria|
El Claustro|La Junta Electoral|El Vicerrectorado de Estudiantes|El Vicerrectorado de Investigación|
La Inspección de Servicios|La Comisión de Becas|El Consejo Social
""")
ACTS = _words("""
aprueba|convoca|suspende|amplía|corrige|publica|anula|resuelve|prorroga|modifica|deniega|adjudica
""")
OBJECTS = _words("""
las bases de las ayudas de movilidad|la oferta de plazas de profesorado ayudante|
el reglamento de permanencia|el calendario de exámenes extraordinarios|
la lista definitiva de admitidos al máster|el concurso de la cafetería central|la elección de delegados|
los precios públicos de matrícula|la normativa de evaluación|el protocolo frente al acoso|
la bolsa de empleo de auxiliares|el plan de ahorro energético|las becas de colaboración|
la tesis en régimen de cotutela|el contrato de limpieza|el acceso para mayores de veinticinco años|
la acreditación de idiomas|los premios extraordinarios de doctorado|la obra del aulario norte|
el servicio de autobuses entre campus|las plazas de colegio mayor|el archivo de actas digitales
""")
DETAILS = _lines("""
El plazo de alegaciones es de {n} días hábiles.
La dotación asciende a {n} mil euros.
Afecta a {n} estudiantes de la Facultad de {f}.
Contra esta resolución cabe recurso de alzada ante {p}.
El texto íntegro está en el tablón del edificio {l}.
Se cubrirán {n} plazas en {f}.
La presentación será solo telemática.
La comisión, presidida por {p}, se reunirá en el aula {n}.
Quedan exentas las personas con matrícula reducida.
Entra en vigor dentro de {n} días.
La Facultad de {f} dispone de un régimen transitorio.
Los interesados deberán aportar {n} documentos.
La sesión será retransmitida desde {f}.
No se admitirán solicitudes fuera de plazo.
La Facultad de {f} ha votado en contra.
""")
FORENAMES = _words("""
Amparo|Benito|Casilda|Damián|Elvira|Fermín|Graciela|Higinio|Inés|Jacobo|Leonor|Mateo|Nieves|Onofre|Pilar|
Quintín|Remedios|Saúl|Teresa|Urbano|Virtudes|Zacarías
""")
SURNAMES = _words("""
Barreiro|Cifuentes|Dávila|Echenique|Ferreiro|Galdós|Hinojosa|Iriarte|Lavandeira|Montalbán|Novoa|Olmedo|
Pazos|Quiroga|Rebollo|Somoza|Tejada|Urrutia|Valcárcel|Zambrana
""")
PROCEDURES = _words("""
Preinscripción de grado|Matrícula de máster|Becas de comedor|Pruebas de acceso|Traslado de expediente|
Depósito de tesis|Reconocimiento de créditos|Elecciones a Claustro|Movilidad internacional|
Anulación de matrícula
""")
CONDITIONS = _words("abierto|cerrado|ampliado|suspendido|próximo|en revisión")
EVENTS = _words("""
Concierto|Cineclub|Exposición|Mesa redonda|Taller|Recital|Visita guiada|Presentación del libro
""")
SUBJECTS = _words("""
«La marea y el tiempo»|de violas da gamba|sobre faros atlánticos|de grabado japonés|«Cartas a Elvira»|
de cine mudo gallego|sobre cocina medieval|de poesía portuguesa|«Mapas imposibles»|de jazz con profesores
""")
MOTTOES = _words("""
Estudia junto al océano|Ciencia que navega|Tu futuro empieza aquí|Cien años de preguntas|
Investigar es cuidar|Vuelve a la universidad|Un campus sin plásticos|Voluntariado de verano|
Dona tu biblioteca|Escuela de lenguas|Deporte para todos|Ven a la feria de empleo|Emprende con nosotros
""")
PROMISES = _lines("""
Más de {n} títulos te esperan en {f}.
Inscripciones hasta completar aforo en {f}.
Conoce a {p}, antigua alumna de {f}.
Descubre los {n} laboratorios de {f}.
{n} empresas buscan tu talento.
{p} nos cuenta su experiencia en {f}.
Jornada de puertas abiertas: {n} actividades.
""")
POSTS = _lines("""
¡Qué nervios antes del examen de {f}!
Gracias a {p} por una clase magistral inolvidable.
La biblioteca de {f} abre {n} horas seguidas, ¡bravo!
¿Alguien ha perdido un paraguas azul en el edificio {l}?
Hoy {n} escolares visitan nuestro acuario.
Victoria del equipo de remo por {n} segundos.
{p} defiende hoy su tesis, mucha suerte.
El menú de la cafetería: lentejas y {n} postres.
Tarde de debate en {f} con aforo completo.
Las gaviotas han vuelto al tejado del edificio {l}.
Último día para votar el nombre de la mascota.
Recogidos {n} kilos de tapones solidarios.
Buscamos compañera de piso cerca de {f}.
Ya huele a verano en el campus.
""")
MOST_READ = _words("""
Cómo llegar a {f} en bicicleta|Directorio de {f}|{n} trucos para el trabajo fin de grado|Entrevista con {p}|
Plano del edificio {l}|Horario de la piscina|Guía docente de {f}|Cita previa en secretaría|
Simulador de nota de acceso|Correo institucional: preguntas frecuentes|{p}, nueva vicedecana de {f}|
Descargar el sello y los logotipos
""")
SKIES = _words("despejado|nubes altas|orvallo|chubascos|niebla|viento del nordeste|sol y nubes")
QUESTIONS = _lines("""
¿Debe abrir de noche la biblioteca de {f}?
¿Conoces a {p}?
¿Cuántas horas estudias: {n} o más?
¿Irás a la fiesta de {f}?
""")
GREETINGS = _lines("""
¿Te ayudo con la matrícula?
Hola, ¿buscas un máster?
Estoy aprendiendo gallego.
¿Hablamos de becas?
""")
FIGURES = (2, 3, 5, 6, 8, 10, 12, 15, 18, 20, 24, 30, 36, 45, 60, 75, 90, 110, 140)


def draws(*key: object) -> random.Random:
    """Chance that depends on nothing but this key."""
    return random.Random(":".join(map(str, ("universidad_altamar", *key))))


def filled(text: str, chance: random.Random) -> str:
    """The text with its blanks filled; every blank is drawn, needed or not, so that the draws stay in step."""
    drawn = {
        "{n}": str(chance.choice(FIGURES)),
        "{f}": chance.choice(FACULTIES),
        "{p}": f"{chance.choice(FORENAMES)} {chance.choice(SURNAMES)}",
        "{l}": chance.choice("ABCDEF"),
    }
    for blank, word in drawn.items():
        text = text.replace(blank, word)
    return text
