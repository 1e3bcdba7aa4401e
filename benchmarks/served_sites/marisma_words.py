"""The Spanish words of the salt marsh campaign: of its diary, its comments, its widgets and its advertisements."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("|"))


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


MONTHS = _words("enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre")
WEEKDAYS = _words("lunes|martes|miércoles|jueves|viernes|sábado|domingo")
INSTITUTIONS = _words("""
La Audiencia Provincial|El Tribunal Superior|La Fiscalía de Medio Ambiente|El Ayuntamiento de Torrealba|
La Confederación Hidrográfica|La Comisión Europea|El Ministerio|La promotora Litoral Azul|
La Consejería de Aguas|El Defensor del Pueblo|La Universidad de Almera|El pleno de Puerto Cañas|
La Guardia Civil|La Mancomunidad del Bajo Sar|El Consejo de Estado|La Autoridad Portuaria|
El juzgado número 3|La Diputación|El secretariado de Ramsar|El Tribunal de Cuentas
""")
VERBS = _words("""
paraliza|archiva|admite a trámite|recurre|anula|exige revisar|aplaza|investiga|rechaza|avala|reabre|
suspende|modifica|cuestiona|denuncia|saca a información pública|devuelve|defiende|limita|desbloquea
""")
OBJECTS = _words("""
el proyecto de urbanización|la licencia de obras|el dragado del canal|la concesión del puerto deportivo|
el estudio de impacto|la tala del pinar|el permiso de vertido|la extracción de arena|
el plan del campo de golf|la carretera de acceso|el bombeo nocturno|la desecación de las salinas|
el deslinde de la ribera|la venta de las parcelas públicas|el vallado de la laguna|el nuevo espigón|
la ampliación de la piscifactoría|el convenio de 2011|la línea de alta tensión|el relleno con escombros
""")
PLACES = _words("""
en la marisma norte|junto al caño de Santa Olalla|en la Vuelta del Cojo|frente a Puerto Cañas|
en las Salinas Viejas|al este del dique|en la desembocadura del Sar|en la isla del Tarro|
sobre el acuífero 27|en la Dehesa de Abajo|cerca de Torrealba|en los Lucios Hondos
""")
BIRDS = _words("""
flamencos|cercetas pardillas|avocetas|garzas imperiales|charrancitos|fochas morunas|malvasías|espátulas|
chorlitejos|canasteras
""")
CONDITIONS = _words("""
sin vida|anidando|con síntomas de botulismo|entre redes ilegales|de vuelta tras la sequía|
en huida por las obras|con anilla nueva
""")
MEASURES = _words("""
medidas cautelares|una inspección urgente|el cese inmediato de los bombeos|acceso al expediente completo|
una auditoría independiente|la retirada de las máquinas|que declaren los técnicos|
una moratoria de diez años|el sellado de los pozos ilegales
""")
EVENTS = _words("""
el vertido del lunes|hallar un segundo informe oculto|la entrada de excavadoras|
conocer los análisis del agua|la filtración de los contratos|el incendio del carrizal|
la dimisión del director del parque|un corte de agua de tres días|la muerte de miles de peces|
la rotura de la compuerta
""")
PEOPLE = _words("""
pescadores|vecinas y vecinos|científicos|escolares|regantes|mariscadoras|alcaldes de la comarca|salineros|
piragüistas|ornitólogos
""")
ACTS = _words("""
cortan el puente viejo|entregan una carta al ministro|forman una cadena humana|se encadenan a la compuerta|
acampan ante la Consejería|declaran como testigos|retiran basura|bloquean la entrada de camiones|
piden entrar en el patronato|apoyan nuestra demanda
""")
SPEAKERS = _words("""
Inés Calatrava, portavoz de la campaña|Bruno Olmedo, biólogo|la abogada Marta Arrieta|
Lucía Ferrán, coordinadora local|el hidrólogo Tomás Vidal|Nerea Salas, de la guardería de fauna|
el pescador Anselmo Rey|la catedrática Pilar Sotomayor
""")
QUOTES = _lines("""
Sin agua no hay marisma, y esta decisión lo demuestra
Llevamos once años esperando un papel como este
No vamos a aceptar otro plazo más
Es un paso pequeño, pero nadie creía que llegaría
Quien firmó aquello tendrá que explicarlo
El río no entiende de prórrogas
Hoy dormimos un poco mejor que ayer
Seguiremos contando aves y contando verdades
La ley estaba de nuestro lado y se ha visto
Nos preocupa lo que el auto calla
La empresa conocía el riesgo desde el principio
Pedimos lo mismo que el primer día: que se cumpla la norma
""")
DETAILS = _lines("""
La resolución afecta a {n} hectáreas y puede recurrirse en {d} días.
El expediente suma {n} folios y tiene {d} días de plazo.
Según el acta, las obras ocupan {n} metros de ribera desde hace {d} semanas.
Los análisis muestran {n} microgramos por litro, {d} veces más que el límite.
El coste previsto sube a {n} millones de euros en {d} años.
El equipo ha revisado {n} puntos de muestreo durante {d} jornadas.
Quedan {n} parcelas por tasar y {d} propietarios por notificar.
El nivel de la laguna ha bajado {d} centímetros y deja {n} nidos al descubierto.
""")
CLOSINGS = _lines("""
La próxima vista será a puerta cerrada.
El patronato se reunirá de forma extraordinaria.
Publicaremos el documento en cuanto lo tengamos.
La empresa no ha respondido a nuestras preguntas.
El Gobierno regional guarda silencio.
Las máquinas siguen en el lugar.
Nuestro equipo continúa sobre el terreno.
Bruselas ha pedido aclaraciones por escrito.
Quedan pendientes dos recursos más.
El acceso por el dique permanece cerrado.
La decisión se conoció a última hora.
Habrá otra visita técnica este mes.
""")
STATUSES = _words("""
Obras paralizadas a la espera del auto|En información pública|Pendiente de la Audiencia|Recurso admitido|
Máquinas en la zona: alerta máxima|Negociación abierta con el Ministerio|Suspensión cautelar en vigor|
Plazo de alegaciones cerrado|A la espera de Bruselas
""")
FIRST_NAMES = _words("""
Carmen|Joaquín|Rosa|Iker|Amparo|Manuel|Lola|Xavier|Begoña|Paco|Aitana|Rubén|Teresa|Nacho|Olga|Damián|Elvira|
Hugo|Pura|Sergi
""")
SURNAMES = _words("M.|Ruiz|L.|Gallego|P.|Ibarra|S.|Quintana|Roldán|V.|Cano|Bermejo|Ocaña|T.|Pons|Lago")
TOWNS = _words("""
Sevilla|Vigo|Zaragoza|Huelva|Murcia|Bilbao|Gijón|Cádiz|Reus|Palencia|Lugo|Alcoy|Teruel|Elche|Motril|Ronda|
Soria|Mahón
""")
COMMENT_STARTS = _words("""
Firmo porque|Mi abuelo trabajó allí y|Ya era hora:|No entiendo cómo|Desde aquí os digo que|Hace años que|
En mi barrio decimos que|Como profesora creo que|Lo vi en la tele y|Con dos hijos pequeños,|
Soy de la comarca y|Ojalá me equivoque, pero
""")
COMMENT_BODIES = _words("""
los pájaros no votan|nadie piensa en el agua de mañana|esa playa es de todos|el ladrillo no da de comer|
siempre ganan los mismos|hay que defender lo que queda|quiero volver a ver flamencos|
el río ya no huele igual|la política llega tarde|merece la pena luchar|las salinas son nuestra memoria|
falta vigilancia por la noche|mis nietos tienen derecho a verlo|no todo se compra|la pesca se acaba
""")
COMMENT_ENDS = _words("""
¡Ánimo!|Un abrazo grande.|Compartido con toda la familia.|Contad conmigo.|Nos vemos en la marcha.|
Que no decaiga.|Gracias por estar.|¿Se puede ayudar de otro modo?|Basta ya.|Seguid informando.
""")
READ_TITLES = _words("""
Guía para ver {a} sin molestar|Diez preguntas sobre {o}|Qué llevar a una excursión {l}|
Recetas de otoño con sal de las Salinas Viejas|Cómo fotografiar {a} al amanecer|Por qué nos importa {o}|
El mapa sonoro grabado {l}|Cuaderno para escolares: los {a}|Historia breve de las compuertas|
Voluntariado: un día {l}|Así se anilla a los {a}|Glosario para entender {o}|Podcast: noches {l}|
Regala una adopción de {a}|Test: ¿cuánto sabes de los {a}?
""")
CAMPAIGN_KINDS = _words("""
Campaña contra|Nueva acción frente a|Informe sobre|Demanda por|Primera victoria ante|Consulta popular sobre
""")
CAMPAIGN_CAUSES = _words("""
las macrogranjas del interior|los plásticos en la costa cantábrica|la mina de uranio|
la caza nocturna en el delta|el glifosato en los parques|la presa de Valdecañas|los cruceros en la bahía|
las redes de deriva|la incineradora de Monforte|los incendios de sexta generación|el ruido del aeropuerto|
la luz artificial en las cumbres
""")
CAMPAIGN_TURNS = _words("""
llega al Congreso|reúne a cuarenta pueblos|entra en su tercer año|se queda sin respuesta|
gana apoyos en Portugal|suma a los sindicatos|pasa a los tribunales|cambia de rumbo
""")
GOODS = _words("Colchones|Seguros|Fibra|Zapatillas|Viajes|Café|Coches|Gafas|Hipoteca|Cursos|Alarmas|Pienso")
BRANDS = _words("Nuba|Tarsis|Olaria|Kenzia|Brumel|Vivanta|Pardo & Hijos|Lumo|Orbita|Sanza")
OFFERS = _words("""
hasta el {n} % menos|desde {n} € al mes|solo hoy: {n} € de regalo|{n} días de prueba|a {n} minutos de casa|
segunda unidad al {n} %
""")
COLOURS = _words("#b3261e|#0b6b53|#5b3a99|#b55d00|#0a5a9c|#7a1f4f|#2f4b26|#d19a00|#1c1c3a|#008080")
MENU = _words("Quiénes somos|Campañas|Actualidad|Hazte socia|Tienda|Prensa")
APPEALS = _lines("""
Hoy tu donación vale el doble
Últimas camisetas de la campaña a 12 €
Encuesta: ayúdanos a mejorar la web
Sorteo de una visita guiada entre quienes firmen esta semana
Nuestra app ya está disponible
""")
AGENDA = _words("Censo de aves en las Salinas Viejas|Marcha desde Torrealba|Taller de redes")
_ASKED = _lines("""
¿Es segura mi firma?|Sí. Guardamos los datos en servidores europeos y no los cedemos a nadie.
¿Qué es una marisma?|Un humedal costero donde se mezclan el agua dulce del río y la salada del mar.
¿Quién financia la campaña?|Las cuotas de 9.400 socias y socios; no aceptamos dinero de empresas ni de partidos.
¿Puedo desgravar mi donativo?|Hasta el 80 % de los primeros 250 euros, según la ley de mecenazgo.
¿Cómo llego al observatorio?|Por el camino de las Salinas, a pie o en bicicleta; no hay aparcamiento.
¿Qué hace el grupo jurídico?|Redacta recursos, acude a los plenos y acompaña a quienes denuncian.
¿Puedo usar vuestras fotos?|Sí, citando al autor y sin fines comerciales.
¿Hay actividades para niños?|El primer sábado de cada mes, con inscripción previa.
""")
FAQ = tuple((question, answer) for question, _, answer in (line.partition("|") for line in _ASKED))
