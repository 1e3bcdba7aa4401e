"""The Portuguese acts of the ministry, each with three sets of slots, and the zones where bivalves are gathered."""

# kind, area, days of the deadline or 0, may be revoked, title, summary, three sets of slots
MODELOS: list[tuple[str, str, int, bool, str, str, list[tuple[str, str, str]]]] = [
    (
        "Aviso",
        "Portos",
        0,
        True,
        "Barra de {a} fechada a embarcações com menos de {b} metros",
        (
            "A decisão da capitania atende à ondulação prevista de {c}. As entradas já autorizadas "
            "fazem-se com reboque."
        ),
        [("Aveiro", "15", "noroeste"), ("Esposende", "11", "oeste"), ("Caminha", "9", "sudoeste")],
    ),
    (
        "Despacho",
        "Pesca",
        0,
        True,
        "Quota de {a}: limite de {b} toneladas por embarcação de {c}",
        (
            "O limite é semanal e conta a partir da primeira descarga. O excedente abate-se na quota do "
            "ano seguinte."
        ),
        [
            ("sardinha", "14", "cerco"),
            ("pescada-branca", "3", "arrasto"),
            ("carapau", "9", "redes de emalhar"),
        ],
    ),
    (
        "Edital",
        "Domínio marítimo",
        20,
        False,
        "Pedido de ocupação de {b} hectares para viveiro de {c} em {a}",
        (
            "A planta pode ser vista na sede da administração portuária. As oposições fundamentadas "
            "entregam-se por escrito."
        ),
        [("Alvor", "7", "ostra"), ("Tavira", "12", "amêijoa-boa"), ("Setúbal", "5", "mexilhão")],
    ),
    (
        "Concurso",
        "Pessoal",
        10,
        True,
        "Recrutamento de {b} {c} para o serviço de {a}",
        (
            "O contrato é por tempo indeterminado e exige o 12.º ano. A prova de conhecimentos tem duração "
            "de noventa minutos."
        ),
        [
            ("Peniche", "6", "inspetores de pesca"),
            ("Leixões", "4", "pilotos de barra"),
            ("Olhão", "9", "técnicos de laboratório"),
        ],
    ),
    (
        "Consulta pública",
        "Ambiente",
        30,
        False,
        "Plano de gestão da área marinha protegida de {a}",
        (
            "O plano divide a área em {b} zonas e limita a pesca com {c}. Todos os contributos serão "
            "publicados com resposta."
        ),
        [
            ("Sagres", "quatro", "palangre"),
            ("Esposende", "três", "covos"),
            ("Sesimbra", "cinco", "redes de tresmalho"),
        ],
    ),
    (
        "Concurso público",
        "Obras",
        25,
        True,
        "Dragagem do canal de acesso ao porto de {a}",
        (
            "O preço-base é de {b} milhões de euros e a obra dura {c} meses. Os sedimentos limpos seguem "
            "para as praias vizinhas."
        ),
        [
            ("Viana do Castelo", "8,4", "sete"),
            ("Portimão", "12,1", "onze"),
            ("Vila do Conde", "2,7", "quatro"),
        ],
    ),
    (
        "Candidaturas",
        "Apoios",
        45,
        True,
        "Abertas candidaturas ao apoio à {a}",
        (
            "A dotação é de {b} milhões de euros e a taxa de comparticipação chega a {c} por cento. As "
            "despesas contam desde janeiro."
        ),
        [
            ("substituição de motores", "6", "60"),
            ("primeira embarcação de jovens pescadores", "3", "40"),
            ("transformação de algas", "9", "50"),
        ],
    ),
    (
        "Despacho",
        "Pessoal",
        0,
        False,
        "Designação de {a} para o cargo de {b}",
        (
            "A comissão de serviço é de {c} anos e produz efeitos na data da assinatura. A nota curricular "
            "vai em anexo."
        ),
        [
            ("Helena Vasques Morgado", "diretora regional das pescas", "cinco"),
            ("Rui Sarmento Falcão", "inspetor-geral do mar", "três"),
            ("Inês Quintela Dorado", "subdiretora do laboratório de referência", "três"),
        ],
    ),
    (
        "Portaria",
        "Pesca",
        0,
        True,
        "Defeso de {a} antecipado para {b}",
        (
            "Durante o defeso não é permitido manter a bordo qualquer exemplar. A frota de {c} recebe "
            "compensação diária."
        ),
        [
            ("lagosta", "2 de abril", "covos"),
            ("polvo", "10 de abril", "alcatruzes"),
            ("navalheira", "5 de abril", "armadilhas"),
        ],
    ),
    (
        "Aviso aos navegantes",
        "Portos",
        0,
        False,
        "Boia luminosa n.º {b} apagada à entrada de {a}",
        (
            "A reparação depende do estado do mar. Recomenda-se a aproximação pelo lado {c} e vigilância "
            "no canal 16."
        ),
        [("Sines", "3", "sul"), ("Cascais", "7", "nascente"), ("Lagos", "2", "poente")],
    ),
    (
        "Despacho",
        "Portos",
        0,
        True,
        "Isenção de taxas portuárias em {a} após a tempestade {b}",
        "A isenção abrange estadia e energia durante {c} dias. Basta declaração da associação de armadores.",
        [
            ("Peniche", "Jana", "trinta"),
            ("Sesimbra", "Konrad", "sessenta"),
            ("Olhão", "Laurence", "quarenta e cinco"),
        ],
    ),
    (
        "Edital",
        "Fiscalização",
        12,
        True,
        "Venda em hasta pública de {b} embarcações apreendidas em {a}",
        (
            "A licitação começa em {c} euros por lote e só admite pagamento por cheque visado. As visitas "
            "carecem de marcação."
        ),
        [("Tavira", "cinco", "1200"), ("Leixões", "três", "4500"), ("Lagos", "oito", "900")],
    ),
    (
        "Aviso aos navegantes",
        "Defesa",
        0,
        True,
        "Exercício de tiro ao largo de {a}: navegação interdita {b}",
        (
            "A área é um círculo de {c} milhas e será patrulhada. As artes fundeadas devem ser levantadas "
            "na véspera."
        ),
        [
            ("Sines", "de 8 a 10 de abril", "seis"),
            ("Viana do Castelo", "a 3 de abril", "quatro"),
            ("Sagres", "de 14 a 15 de abril", "nove"),
        ],
    ),
    (
        "Comunicado",
        "Relações externas",
        0,
        False,
        "Acordo de pesca com {a} assinado por {b} anos",
        (
            "Portugal obtém licenças para {c} navios, com observador a bordo. O texto entra em vigor "
            "depois da troca de notas."
        ),
        [
            ("Marrocos", "quatro", "vinte e dois"),
            ("Cabo Verde", "cinco", "nove"),
            ("a Mauritânia", "três", "doze"),
        ],
    ),
    (
        "Lista",
        "Apoios",
        10,
        False,
        "Lista definitiva de beneficiários da paragem da frota de {a}",
        (
            "Foram admitidos {b} tripulantes e excluídos {c}. Os pagamentos processam-se por transferência "
            "ainda este mês."
        ),
        [("cerco", "1184", "37"), ("ganchorra", "206", "15"), ("arrasto de crustáceos", "143", "8")],
    ),
    (
        "Consulta pública",
        "Pesca",
        20,
        False,
        "Projeto de portaria sobre o tamanho mínimo de {a}",
        (
            "Propõe-se subir o tamanho de captura para {b} centímetros. A norma teria um período de "
            "adaptação de {c} meses."
        ),
        [("robalo", "42", "seis"), ("choco", "12", "quatro"), ("linguado", "27", "oito")],
    ),
    (
        "Edital",
        "Licenças",
        8,
        True,
        "Sorteio de {b} licenças de apanha de {a}",
        (
            "O sorteio é público e faz-se na presença de {c} representantes do setor. Quem já é titular "
            "não concorre."
        ),
        [
            ("percebe nas Berlengas", "vinte", "dois"),
            ("minhoca no estuário do Sado", "quarenta", "três"),
            ("algas agarófitas em Sesimbra", "doze", "dois"),
        ],
    ),
    (
        "Concurso público",
        "Compras",
        18,
        True,
        "Aquisição de {a} para a {b}",
        (
            "O critério é a proposta economicamente mais vantajosa. O prazo de entrega não pode exceder {c}"
            " dias."
        ),
        [
            ("duas lanchas rápidas", "inspeção das pescas", "210"),
            ("sondas multifeixe", "carta do fundo do mar", "120"),
            ("contentores frigoríficos", "lota de Portimão", "60"),
        ],
    ),
    (
        "Aviso",
        "Formação",
        14,
        True,
        "Inscrições no curso de {a} em {b}",
        (
            "O curso tem {c} horas e dá acesso à cédula marítima. Os desempregados do setor têm prioridade "
            "e bolsa."
        ),
        [
            ("arrais de pesca", "Vila do Conde", "320"),
            ("mecânica naval", "Setúbal", "450"),
            ("segurança a bordo", "Aveiro", "35"),
        ],
    ),
    (
        "Despacho",
        "Ambiente",
        0,
        True,
        "Proibido fundear sobre as pradarias marinhas de {a}",
        "A proibição cobre {b} hectares, assinalados por boias amarelas. As coimas vão de 250 a {c} euros.",
        [("Portinho da Arrábida", "31", "2500"), ("Culatra", "58", "3000"), ("Alvor", "19", "2000")],
    ),
    (
        "Aviso",
        "Ambiente",
        0,
        False,
        "Arrojamento de {a} em {b}: acesso à praia condicionado",
        (
            "A remoção está marcada para a próxima maré {c}. Pede-se que ninguém toque no animal nem se "
            "aproxime com cães."
        ),
        [
            ("baleia-anã", "Caminha", "baixa"),
            ("cachalote", "Vila do Bispo", "cheia"),
            ("tartaruga-de-couro", "Peniche", "baixa"),
        ],
    ),
    (
        "Despacho",
        "Governo",
        0,
        False,
        "Criado grupo de trabalho sobre {a}",
        (
            "O grupo tem {b} membros sem remuneração e apresenta relatório em {c}. As associações indicam "
            "três representantes."
        ),
        [
            ("energia eólica no mar", "onze", "setembro"),
            ("reforma das lotas", "nove", "julho"),
            ("redes perdidas", "sete", "outubro"),
        ],
    ),
]
INTERDICAO = (
    "Aviso",
    "Pesca",
    "Interdição temporária da apanha de bivalves na zona {z}",
    (
        "As análises de {d} detetaram {t} acima do limite legal. A captura, a venda e o transporte de {e} "
        "ficam proibidos."
    ),
)
TOXINAS = [
    "toxinas lipofílicas",
    "toxinas paralisantes",
    "contaminação por Escherichia coli",
    "ácido domoico",
]
DIAS = ["segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo"]

ZONAS = [
    ("L1", "Viana – litoral", "amêijoa-branca"),
    ("L2", "Matosinhos – litoral", "mexilhão"),
    ("RIAV1", "Ria de Aveiro – Moacha", "berbigão"),
    ("RIAV2", "Ria de Aveiro – Mira", "ostra-japonesa"),
    ("EMN", "Estuário do Mondego", "lambujinha"),
    ("L4", "Peniche – litoral", "amêijoa-branca"),
    ("LOB", "Lagoa de Óbidos", "berbigão"),
    ("ETJ1", "Estuário do Tejo", "amêijoa-japonesa"),
    ("ESD1", "Estuário do Sado", "ostra-portuguesa"),
    ("LAL", "Lagoa de Albufeira", "mexilhão"),
    ("L7c1", "Portimão – litoral", "conquilha"),
    ("LAG", "Lagos – Meia Praia", "ostra-japonesa"),
    ("OLH3", "Ria Formosa – Olhão", "amêijoa-boa"),
    ("VT", "Vila Real – litoral", "conquilha"),
]
ASSINA = [
    "A Diretora-Geral",
    "O Secretário de Estado das Pescas",
    "O Capitão do Porto",
    "A Presidente do Conselho Diretivo",
]
