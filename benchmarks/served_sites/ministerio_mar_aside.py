"""Everything beside the ministry's acts: campaigns, services, questions, posts, old acts of other years."""

CAMPANHAS = """Renove já a sua licença de pesca lúdica|Basta o cartão de cidadão e três minutos.
Semana da Literacia do Oceano nas escolas|Mais de duzentas turmas vão ver o mar por dentro.
Colete vestido, vida segura|A campanha percorre os portos de pesca até ao verão.
Coma peixe da nossa costa|Cavala, carapau e sardinha: baratos, frescos e bons.
Balcão do Mar: agora também por videochamada|Marque a sua hora e fale com um técnico.
Mapa interativo das lotas|Horários, contactos e acessos num só lugar.
Conheça o navio de investigação Mar de Fora|Visitas guiadas no primeiro domingo de cada mês.
Praia limpa começa em terra|Junte-se à próxima recolha no seu concelho.
Diário de pesca eletrónico|Descarregue a aplicação e dispense o papel.
Prémio Jovem Armador|Conheça as histórias dos vencedores das edições passadas.""".splitlines()

PERGUNTAS = """Posso pescar sem licença na minha terra?|Não. A licença é exigida em todo o litoral, salvo a \
menores acompanhados.
Como mudo o nome da embarcação?|Preencha o modelo 14 e entregue-o na capitania do porto de registo.
Perdi a cédula marítima, e agora?|Peça a segunda via no Balcão do Mar, com participação da perda.
Quanto tempo demora uma vistoria?|Em regra, dez dias úteis depois de paga a taxa.
O que é o defeso?|É o período em que se para a captura para a espécie se reproduzir.
Onde vejo o preço da primeira venda?|No quadro de cotações desta página, ao longo do dia.
Quem pode usar a rampa do porto?|Qualquer pessoa, respeitando a prioridade das embarcações de pesca.
Como comunico lixo no mar?|Pela aplicação, com fotografia e lugar, ou pelo telefone verde.
É preciso seguro para um caiaque?|Só quando é alugado ou usado em provas.
Que documentos levo a bordo?|Livrete, licença, lista de tripulantes e certificado de navegabilidade.
Posso apanhar lapas para consumo?|Sim, até dois quilos por pessoa e dia, fora das áreas protegidas.
Como recorro de uma coima?|Por escrito, em quinze dias úteis, dirigido à inspeção.""".splitlines()

SERVICOS = """Licença de pesca lúdica|Registo de embarcações|Cédula marítima|Certificado de captura|Livro de \
reclamações|Taxas e coimas|Balcão do Mar
Formulários|Vistorias|Compensações salariais|Diário de pesca|Cartas náuticas|Acesso a \
documentos|Denúncias|Marcação de atendimento""".replace("\n", "|").split("|")

ANTIGOS = """Despacho n.º 88/2015 – Quota de biqueirão da frota do cerco
Edital n.º 12/2011 – Concessão de viveiro na Fuseta
Portaria n.º 140/2009 – Defeso da sapateira
Aviso n.º 301/2018 – Barra de Caminha fechada
Concurso n.º 45/2013 – Reparação do molhe norte de Peniche
Despacho n.º 19/2020 – Medidas excecionais nas lotas
Aviso n.º 77/2016 – Interdição de bivalves no litoral de Viana
Portaria n.º 233/2012 – Tamanhos mínimos do sargo
Edital n.º 9/2019 – Sorteio de licenças de percebe
Comunicado n.º 31/2017 – Acordo de pesca com Angola
Despacho n.º 402/2014 – Nomeação do conselho consultivo
Aviso n.º 118/2021 – Boia de Sines fora de posição""".splitlines()

SABIA = """A sardinha pode viver catorze anos, mas raramente passa dos oito.
O farol mais antigo do país já foi aceso a azeite.
Um polvo tem três corações e perde o apetite quando guarda os ovos.
A pradaria marinha guarda carbono mais depressa do que um pinhal.
O alcatruz de barro foi durante séculos a casa emprestada do polvo.
A xávega chegou a empregar juntas de bois para puxar a rede.
Há mais de cem estaleiros de madeira no inventário nacional.
A água do fundo do canhão da Nazaré está sempre a menos de cinco graus.
O lavagante cresce mudando de casca e come a antiga.
As salinas de Aveiro davam trabalho a mais de duzentas famílias.""".splitlines()

POST_A = [
    "Que bela manhã na lota",
    "Visita de estudo ao laboratório",
    "Dia de porta aberta no estaleiro",
    "As crianças do jardim de infância vieram ver os barcos",
    "Obrigado a quem participou na recolha de lixo",
    "Já provou a cavala de escabeche?",
    "Os nossos mestres não param",
    "Fotografia enviada por um leitor",
]
POST_B = [
    "e ainda houve tempo para um café.",
    "com o vento do norte a ajudar.",
    "e muitas perguntas sobre polvos.",
    "sempre com o colete vestido.",
    "num dia de sol e mar chão.",
    "para repetir no próximo mês.",
    "porque o mar é de todos.",
]
TERMOS = ["#MarPortugal", "#PescaSegura", "#OceanoLimpo", "#PeixeFresco", "#GenteDoMar", "#LotaAberta"]

PEIXES = [
    ("Sardinha", 1.42),
    ("Carapau", 1.18),
    ("Cavala", 0.46),
    ("Pescada", 3.95),
    ("Polvo", 8.70),
    ("Robalo", 12.30),
    ("Dourada", 9.85),
    ("Linguado", 14.20),
    ("Choco", 6.15),
    ("Lula", 9.40),
    ("Faneca", 1.90),
    ("Tamboril", 7.35),
    ("Raia", 3.10),
    ("Besugo", 5.60),
]
LOTAS = ["Matosinhos", "Peniche", "Sesimbra", "Olhão"]
PORTOS = [
    "Viana do Castelo",
    "Leixões",
    "Aveiro",
    "Figueira da Foz",
    "Peniche",
    "Cascais",
    "Sines",
    "Lagos",
    "Faro",
]
