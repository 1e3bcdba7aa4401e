"""The course of the ministry's register: what acts are listed, with what standing, at each hour."""

from dataclasses import dataclass, field
from random import Random

from benchmarks.served_sites.ministerio_mar_acts import ASSINA, DIAS, INTERDICAO, MODELOS, TOXINAS, ZONAS

HORAS = 240
LISTA = 22
PRIMEIRO = 10  # 10 March 2025, a Monday
FECHADAS = ("LOB", "L7c1", "ETJ1", "L2")
COM_PRAZO = [
    "Anexo III – lista de documentos exigidos",
    "Esclarecimento vinculativo n.º 1",
    "Anexo II – planta e memória descritiva",
]
SEM_PRAZO = [
    "Aditamento ao ponto 4: novas condições",
    "Nota explicativa dos serviços jurídicos",
    "Anexo II – entidades abrangidas",
]


@dataclass(frozen=True)
class Ato:
    """One act of the register."""

    tipo: str
    num: int
    area: str
    revoga: bool
    titulo: str
    resumo: str
    dia: int
    zona: str | None
    kb: int
    base: int
    assina: str
    assina2: str


@dataclass(frozen=True)
class Estado:
    """The register at one hour; acts by their number, zones by their code (True: closed)."""

    lista: tuple[int, ...]
    prazo: dict[int, int | None]
    zonas: dict[str, bool]
    nota: dict[int, str]
    anexos: dict[int, str]
    gralhas: frozenset[int]
    assinas: frozenset[int]
    manut: bool


def data(dia: int) -> str:
    """Day of the series (0 = 10 March) as text."""
    d = PRIMEIRO + dia
    if d < 1:
        return f"{28 + d} de fevereiro"
    if d > 61:
        return f"{d - 61} de maio"
    return f"{d} de março" if d <= 31 else f"{d - 31} de abril"


def _ritmo(hora: int) -> float:
    dia, h = divmod(hora, 24)
    if dia % 7 >= 5:
        return 0.08 if 9 <= h < 18 else 0.01
    return 0.52 if 9 <= h < 18 else 0.15 if h in (8, 18, 19) else 0.015


def _trocar(texto: str) -> str:
    palavras = texto.split(" ")
    for i, p in enumerate(palavras):
        if len(p) > 6 and p.isalpha() and p[3] != p[4]:
            palavras[i] = p[:3] + p[4] + p[3] + p[5:]
            break
    return " ".join(palavras)


@dataclass
class _Registo:
    r: Random
    fila: list[tuple[int, int]] = field(default_factory=list)
    atos: list[Ato] = field(default_factory=list)
    numero: dict[str, int] = field(default_factory=dict)
    lista: list[int] = field(default_factory=list)
    prazo: dict[int, int | None] = field(default_factory=dict)
    zonas: dict[str, bool] = field(default_factory=lambda: {z[0]: z[0] in FECHADAS for z in ZONAS})
    mexida: dict[str, int] = field(default_factory=dict)
    nota: dict[int, str] = field(default_factory=dict)
    anexos: dict[int, str] = field(default_factory=dict)
    gralhas: set[int] = field(default_factory=set)
    assinas: set[int] = field(default_factory=set)
    manut: bool = False

    def encher(self) -> None:
        """Acts that were listed before the first hour."""
        for volta in range(3):
            parte = [(k, (volta + k) % 3) for k in range(len(MODELOS))]
            self.r.shuffle(parte)
            self.fila += parte
        antes = [-self.r.choice([3, 4, 4, 5, 5, 6, 7, 10, 11, 12]) for _ in range(LISTA)]
        for dia in sorted(antes):
            self.lista.insert(0, self._da_fila(dia))

    def foto(self) -> Estado:
        return Estado(
            lista=tuple(self.lista),
            prazo=dict(self.prazo),
            zonas=dict(self.zonas),
            nota=dict(self.nota),
            anexos=dict(self.anexos),
            gralhas=frozenset(self.gralhas),
            assinas=frozenset(self.assinas),
            manut=self.manut,
        )

    def hora(self, hora: int) -> None:
        r = self.r
        x, ritmo = r.random(), _ritmo(hora)
        if x < ritmo:
            que = r.random()
            if que < 0.56 and self.fila:
                for _ in range(r.choice([1, 1, 1, 1, 2]) if len(self.fila) > 1 else 1):
                    self._publica(self._da_fila(hora // 24))
            elif que < 0.76:
                self._mexe_zona(hora)
            else:
                self._mexe_ato(hora // 24)
        elif x < ritmo + 0.025:
            self.assinas ^= {self.lista[r.randint(0, 9)]}
        elif x < ritmo + 0.04:
            self.manut = not self.manut
        elif self.gralhas and r.random() < 0.08:
            self.gralhas.discard(min(self.gralhas))

    def _da_fila(self, dia: int) -> int:
        modelo, slots = self.fila.pop(0)
        tipo, area, dias, revoga, titulo, resumo, alternativas = MODELOS[modelo]
        s = dict(zip("abc", alternativas[slots], strict=True))
        i = self._novo((tipo, area, titulo.format(**s), resumo.format(**s)), dia, revoga)
        self.prazo[i] = dia + dias if dias else None
        return i

    def _novo(self, texto: tuple[str, str, str, str], dia: int, revoga: bool, zona: str | None = None) -> int:
        tipo, area, titulo, resumo = texto
        um, outro = self.r.sample(ASSINA, 2)
        self.numero[tipo] = self.numero.get(tipo, self.r.randint(20, 190)) + self.r.randint(1, 3)
        self.atos.append(
            Ato(
                tipo=tipo,
                num=self.numero[tipo],
                area=area,
                revoga=revoga,
                titulo=titulo,
                resumo=resumo,
                dia=dia,
                zona=zona,
                kb=self.r.randint(90, 900),
                base=self.r.randint(2, 40),
                assina=um,
                assina2=outro,
            )
        )
        i = len(self.atos) - 1
        self.prazo[i] = None
        return i

    def _publica(self, i: int) -> None:
        self.lista.insert(0, i)
        self.lista.pop()
        if self.r.random() < 0.15:
            self.gralhas.add(i)

    def _mexe_zona(self, hora: int) -> None:
        dia, h = divmod(hora, 24)
        zona, local, especie = self.r.choice([z for z in ZONAS if hora - self.mexida.get(z[0], -99) >= 40])
        self.mexida[zona] = hora
        self.zonas[zona] = not self.zonas[zona]
        if self.zonas[zona]:
            tipo, area, titulo, resumo = INTERDICAO
            s = {
                "z": f"{zona} ({local})",
                "d": DIAS[(dia - 1) % 7],
                "t": self.r.choice(TOXINAS),
                "e": especie,
            }
            self._publica(self._novo((tipo, area, titulo.format(**s), resumo.format(**s)), dia, False, zona))
            return
        for i in self.lista:
            if self.atos[i].zona == zona and i not in self.nota:
                self.nota[i] = f"Interdição levantada a {data(dia)}, às {h}h00"

    def _mexe_ato(self, dia: int) -> None:
        r = self.r
        i = r.choice(
            [
                i
                for i in self.lista
                if not (i in self.nota or i in self.anexos or self.atos[i].zona is not None)
            ]
        )
        prazo = self.prazo[i]
        modo = r.random()
        if prazo is not None and prazo >= dia and modo < 0.6:
            prazo += r.choice([5, 7, 10])
            self.prazo[i] = prazo
            self.nota[i] = f"Prazo prorrogado até {data(prazo)}"
        elif self.atos[i].revoga and modo < 0.8 and prazo is None:
            self.nota[i] = f"Revogado por despacho de {data(dia)}; deixa de produzir efeitos"
        else:
            self.anexos[i] = r.choice(SEM_PRAZO if prazo is None else COM_PRAZO)


def _crono() -> tuple[list[Ato], list[Estado]]:
    registo = _Registo(Random("ministerio do mar 10"))
    registo.encher()
    estados = [registo.foto()]
    for hora in range(1, HORAS):
        registo.hora(hora)
        estados.append(registo.foto())
    return registo.atos, estados


ATOS, ESTADOS = _crono()


def titulo(estado: Estado, i: int) -> str:
    t = ATOS[i].titulo
    return _trocar(t) if i in estado.gralhas else t


def terminado(estado: Estado, i: int, hora: int) -> bool:
    prazo = estado.prazo[i]
    return prazo is not None and prazo < hora // 24


def compara(hora: int) -> str:
    """The truth of the change into the next hour."""
    a, b = ESTADOS[hora], ESTADOS[hora + 1]
    if a.zonas != b.zonas or any(i not in a.lista or _em_vigor(a, i) != _em_vigor(b, i) for i in b.lista):
        return "important"
    if a.manut != b.manut or any(_resto(a, i, hora) != _resto(b, i, hora + 1) for i in b.lista):
        return "left out"
    return "unimportant"


def _em_vigor(estado: Estado, i: int) -> tuple[str | None, str | None, int | None]:
    return estado.nota.get(i), estado.anexos.get(i), estado.prazo[i]


def _resto(estado: Estado, i: int, hora: int) -> tuple[str, bool, bool]:
    return titulo(estado, i), i in estado.assinas, terminado(estado, i, hora)
