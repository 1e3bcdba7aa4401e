"""A plan of berths redrawn each shift, notices in a table with guests: an Indonesian port authority."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.redrawn import curve, drawing
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_SUBJECTS = ("Suar penuntun padam", "Pengerukan alur pelayaran", "Latihan pemadaman kebakaran", "Kerangka kapal",
             "Pelampung merah hanyut", "Pemasangan pipa bawah laut", "Penyelaman pemeriksaan lambung",
             "Penundaan jadwal pandu", "Larangan labuh jangkar", "Alih muat bahan berbahaya",
             "Derek dermaga dalam perbaikan")  # fmt: skip
_PLACES = ("di alur barat", "di kolam dua", "di dekat Karang Bunga", "di dermaga curah", "di muara Sungai Lawas",
           "di area labuh C", "di pintu kolam tiga", "di terminal penumpang", "di utara Tanjung Elang")  # fmt: skip
_ASKED = ("kurangi kecepatan sampai lima knot", "jaga jarak dua ratus meter", "hubungi menara di kanal 12",
          "berlaku sampai pemberitahuan berikutnya", "gunakan alur timur", "hanya siang hari",
          "kapal di atas 5000 GT wajib tunda", "tidak boleh menimbulkan ombak")  # fmt: skip
_INDONESIAN_GUESTS = (
    ("Iklan", "Asuransi muatan mulai Rp 90.000 per peti"),
    ("Info", "Survei kepuasan pengguna jasa, hadiah pulsa"),
    ("Lowongan", "Operator derek, kontrak dua tahun"),
    ("Info", "Loket pas masuk tutup pukul 12 sampai 13"),
    ("Iklan", "Sewa gudang berpendingin dekat gerbang"),
    ("Lelang", "Pengadaan seragam satuan pengamanan"),
    ("Info", "Sistem pembayaran dalam pemeliharaan"),
    ("Iklan", "Solar industri, antar sampai lambung"),
    ("Lowongan", "Magang bagi taruna semester enam"),
    ("Info", "Senam bersama hari Jumat di lapangan"),
    ("Promo", "Parkir inap truk diskon 20 persen"),
    ("Info", "Donor darah di aula lantai satu"),
    ("Iklan", "Kursus bahasa Inggris pelaut, daring"),
    ("Lelang", "Penjualan besi bekas rambu laut"),
    ("Promo", "Tiket kapal wisata akhir pekan"),
    ("Info", "Unduh aplikasi Pelabuhanku"),
)  # fmt: skip
_SLIDES = ("Zona integritas menuju wilayah bebas korupsi", "Pelabuhan hijau, udara bersih", "Melayani sejak 1924",
           "Selamat bekerja, utamakan keselamatan", "Terminal penumpang wajah baru")  # fmt: skip
_DRIVES = ("Pekan Keselamatan Pelayaran", "Bersih Pantai Bersama", "Stop Pungli, Laporkan!")
_HULLS = ("#b23a48", "#2f6690", "#3a7d44", "#d98324", "#5e548e", "#2b2d42", "#c9ada7", "#118ab2")
_DEPTHS = ("#e0fbfc", "#a9d6e5", "#61a5c2", "#2a6f97", "#013a63")
_BERTHS = 8


@dataclass(frozen=True)
class Notice:
    """A notice to those at sea, and whether it was lifted."""

    number: int
    lifted: bool = False


@dataclass(frozen=True)
class Plans:
    """How often the plan of berths and the chart of the fairway were redrawn."""

    berths: int = 0
    fairway: int = 0


class Dermaga(GeneratedSite):
    """A port: who lies where is redrawn each shift, the fairway every other day; notices stand in a table of seven."""

    slug = "dermaga"
    hard = (
        "half of the news are drawings below a table that guests make longer; slides, tide and quay each hour"
    )
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#0b2545", muted="#5b6b82", line="#d0dae6", accent="#13579b",
        lead_px=22, top_px=17,
        extra=(
            ".slides{padding:0;background:#0b2545;color:#fff}.slides h2{padding:8px 16px;margin:0}"
            "table{border-collapse:collapse;width:100%}td,th{border:1px solid #d0dae6;padding:6px 7px 5px;"
            "text-align:left;font-size:13px;line-height:18px;vertical-align:top}th:last-child,td:last-child{white-space:nowrap}th{background:#e8eff7}"
            ".sold td{background:#fff8e1}.day{background:#13579b;color:#fff}.night{background:#101828;color:#fff}"
            ".day .small,.night .small{color:#dbe7f5}.drive{background:#ffd166}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.32, stays_h=(1, 3), texts=len(_INDONESIAN_GUESTS), places=(0, 1, 1, 2, 4, 6))
    duty = Duty(hours=(7, 17), off=(6,), then=0.35, night=0.2)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; that a notice is lifted is news too."""
        plans, notices = Plans(), [Notice(number) for number in reversed(range(7))]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                plans, notices = self._redrawn(plans, hour, at), self._noted(notices, hour, at)
            drawn = (f"/denah/berths-{plans.berths}.svg", f"/denah/fairway-{plans.fairway}.svg")
            words = tuple(" · ".join(self._told(item)) for item in notices)
            yield PageState(rows=tuple(self._page(drawn, notices, guests, hour)), news=(*drawn, *words))

    def _redrawn(self, old: Plans, hour: int, at: datetime) -> Plans:
        """The plan follows the shifts, and a ship that comes late; the fairway is sounded by day."""
        shift = at.hour in {
            self.chance.between(first, first + 2, "shift", at.date()) for first in (5, 13, 21)
        }
        planned = self.chance.happens(0.85 if shift else 0.025, "plan", hour)
        sounded = self.chance.happens(0.055 * self.duty.at(at), "sounded", hour)
        return Plans(berths=old.berths + planned, fairway=old.fairway + sounded)

    def _noted(self, old: list[Notice], hour: int, at: datetime) -> list[Notice]:
        work = self.duty.at(at)
        if self.chance.happens(0.2 * work, "notice", hour):
            return [Notice(hour + 10), *old[:6]]
        place = self.chance.below(len(old), "whose", hour)
        if not old[place].lifted and self.chance.happens(0.06 * work, "lifted", hour):
            return [*old[:place], replace(old[place], lifted=True), *old[place + 1 :]]
        return old

    def _told(self, item: Notice) -> tuple[str, str, str]:
        subject, place, asked = told(self.chance.child("told"), (_SUBJECTS, _PLACES, _ASKED), item.number)
        return f"{subject} {place}", asked, "DICABUT" if item.lifted else f"No. {item.number + 311}/V"

    def _page(
        self, drawn: Sequence[str], notices: Sequence[Notice], guests: Sequence[Guest], hour: int
    ) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        wind = f"Angin {self.chance.between(2, 19, 'wind', hour)} knot"
        skin = "day" if 6 <= at.hour <= 17 else "night"
        head = panels.masthead("KSOP Tanjung Elang", 1000, f"{at:%d/%m/%Y %H.%M} WITA · {wind}", height=50)
        rows = [
            row(panels.plain(skin, 1000, head.html), tag="header"),
            row(self._slides(hour)),
            row(
                [
                    self._table(notices, guests, 600),
                    self._plan("Denah tambat", drawn[0], 600, 270),
                    self._tide(hour, 600),
                ],
                [
                    self._quay(hour, at, 400),
                    panels.advert(self.adverts.advert("side", 60 * (hour - hour % 3), 376, 200), "side-advert", 400),
                    self._plan("Kedalaman alur", drawn[1], 400, 230),
                ],
                tag="main",
            ),
            row(self._partners(hour)),
            row(panels.plain("foot", 1000, '<p class="small">PPID · Tarif · Jadwal kapal · Pengaduan · Kontak</p>')),
        ]  # fmt: skip
        day = hour // 24
        if self.chance.happens(0.45, "drive", day):
            words = _DRIVES[self.chance.below(len(_DRIVES), "which drive", day)]
            rows.insert(2, row(panels.strip(words, self.chance.pick((60, 96), "tall", day), name="drive")))
        return rows

    def _slides(self, hour: int) -> Panel:
        """A slide of the house's five; which, depends on the visit."""
        number = self.chance.below(len(_SLIDES), "slide", hour)
        picture = panels.image(f"webcam-slide-{number}", 1000, 190)
        return panels.plain("slides", 1000, f"{picture}<h2>{_SLIDES[number]}</h2>")

    def _table(self, notices: Sequence[Notice], guests: Sequence[Guest], width: int) -> Panel:
        lines = "<tr><th>Maklumat</th><th>Ketentuan</th><th>Nomor</th></tr>"
        for item in mixed(notices, guests):
            if isinstance(item, Guest):
                label, words = _INDONESIAN_GUESTS[item.text]
                link = f'<a href="{ORIGIN}/info/{item.text}">{words}</a>'
                lines += f'<tr class="sold"><td colspan="2">{link}</td><td>{label}</td></tr>'
                continue
            subject, asked, number = self._told(item)
            link = f'<a href="{ORIGIN}/maklumat/{item.number}">{subject}</a>'
            lines += f"<tr><td>{link}</td><td>{asked}</td><td>{number}</td></tr>"
        return panels.plain(
            "notices", width, f"<h1>Maklumat pelayaran</h1><table>{lines}</table>", is_news=True
        )

    def _plan(self, title: str, path: str, width: int, height: int) -> Panel:
        shown = f'<img src="{path}" width="{width - 24}" height="{height}" alt="">'
        note = '<p class="small">Tidak untuk navigasi. Unduh PDF</p>'
        return panels.plain("plan", width, f"<h2>{title}</h2>{shown}{note}", is_news=True)

    def _quay(self, hour: int, at: datetime, width: int) -> Panel:
        """What the camera on the quay sees at the visit."""
        shown = panels.image(f"webcam-quay-{hour}", width - 24, 190)
        note = f'<p class="small">Kamera gerbang {at:%H}.{self.chance.below(60, "taken", hour):02d}</p>'
        return panels.plain("quay", width, f"<h4>Pantauan langsung</h4>{shown}{note}")

    def _tide(self, hour: int, width: int) -> Panel:
        shown = f'<img src="/denah/tide-{hour}.svg" width="{width - 24}" height="130" alt="">'
        level = self.chance.between(40, 240, "level", hour)
        return panels.plain("tide", width, f"<h4>Pasang surut</h4>{shown}<p>Sekarang {level} cm</p>")

    def _partners(self, hour: int) -> Panel:
        """Marks of partners, in another order every three hours."""
        order = self.chance.shuffled(range(9), "partners", hour // 3)[:6]
        marks = "".join(f"<div>{panels.image(f'partner-{number}', 149, 76)}</div>" for number in order)
        return panels.plain("partners", 1000, f'<h4>Mitra</h4><div class="cards">{marks}</div>')

    def picture(self, path: str) -> Resource | None:
        """The plans and the curve of the tide too."""
        if not path.startswith("/denah/"):
            return super().picture(path)
        kind, _, number = path.removesuffix(".svg").removeprefix("/denah/").partition("-")
        if kind == "berths":
            return drawing(576, 270, "#bfdcec", self._berths(int(number)))
        if kind == "fairway":
            return drawing(376, 230, "#dfe3c8", self._fairway(int(number)))
        return drawing(
            576, 130, "#f4f8fb", curve(self.chance.child("tide"), int(number), 576, 130, "#13579b")
        )

    def _berths(self, number: int) -> str:
        """Both sides of the basin; two to four berths are taken or left from one plan to the next."""
        lying = [self.chance.below(9, "lies", berth) for berth in range(_BERTHS)]
        for shift in range(1, number + 1):
            moved = self.chance.shuffled(range(_BERTHS), "moved", shift)
            for berth in moved[: self.chance.between(2, 4, "moves", shift)]:
                comes = self.chance.between(1, 8, "comes", shift, berth)
                lying[berth] = 0 if lying[berth] else comes
        parts = '<rect width="576" height="54" fill="#9aa5b1"/><rect y="216" width="576" height="54" fill="#9aa5b1"/>'
        for berth, ship in enumerate(lying):
            x, y = 10 + 142 * (berth % 4), 58 if berth < 4 else 170
            label = 32 if berth < 4 else 252
            parts += f'<text x="{x + 50}" y="{label}" font-family="DejaVu Sans" font-size="17">{berth + 101}</text>'
            if ship:
                hue, length = _HULLS[ship % 8], 92 + 5 * ship
                hull = f"M{x} {y}H{x + length - 22}L{x + length} {y + 21}L{x + length - 22} {y + 42}H{x}Z"
                boxes = "".join(
                    f'<rect x="{x + 24 + 16 * place}" y="{y + 9}" width="12" height="24" fill="#fff9"/>'
                    for place in range((length - 56) // 16)
                )
                parts += f'<path d="{hull}" fill="{hue}"/><rect x="{x + 5}" y="{y + 8}" width="13" height="26"/>{boxes}'
        return parts

    def _fairway(self, number: int) -> str:
        """Soundings in fields along the fairway; a third of them is another shade after each survey."""
        parts = ""
        for field in range(30):
            draw = self.chance.child("field", field)
            x, y = 8 + 36 * (field % 10), 40 + 50 * (field // 10) + 8 * (field % 10 // 3)
            turns = (number + draw.below(3, "turn")) // 3
            shade = _DEPTHS[(draw.below(5, "depth") + turns * draw.between(1, 3, "by")) % 5]
            parts += f'<rect x="{x}" y="{y}" width="36" height="50" fill="{shade}" stroke="#fff"/>'
        return parts


BERTHS = (Dermaga,)
