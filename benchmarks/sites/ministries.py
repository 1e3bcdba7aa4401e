"""An Indonesian ministry of the sea: releases folded out below one another, amid rebuttals, prices and cameras."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import HourNews, Item, Rhythm
from benchmarks.sites.page import ORIGIN, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_DESK = LocalDesk(
    MappingProxyType({
        "Siaran Pers": (
            "{Who} resmikan {what} di {where}", "{count} kapal ilegal ditangkap di {where}",
            "Menteri cabut izin {what} di {where}", "{where} terima bantuan {count} mesin tempel",
            "{Who} dilantik, {what} jadi prioritas",
        ),
        "Peraturan": (
            "Kuota {fish} dipangkas {count} persen", "Kini {what} wajib berizin", "Larangan tangkap {fish} di {where}",
            "{Who} tunda aturan tentang {what}", "Tarif {what} naik mulai bulan depan",
        ),
        "Lelang dan Seleksi": (
            "Lelang {what} dibuka untuk {count} peserta", "Seleksi {count} penyuluh di {where} ditutup",
            "Pemenang lelang {what} diumumkan", "Lelang {what} di {where} diulang",
        ),
        "Bencana": (
            "Rob rendam {count} tambak di {where}", "Kapal karam di {where}, {count} awak selamat",
            "Tumpahan minyak capai {where}", "{fish} mati massal di {where}",
        ),
    }),
    (
        "{Who} menyatakan {what} akan diperiksa ulang. Sebanyak {count} nelayan di {where} menunggu kepastian.",
        "Keputusan ini menyangkut {what} dan berlaku di {where}. Masa transisi {count} hari.",
        "Produksi {fish} di {where} turun {count} persen; {Who} meminta laporan lengkap.",
        "Tim gabungan sudah tiba di {where}. Kerugian ditaksir {count} miliar rupiah.",
        "Dokumen lengkap memuat {count} pasal tentang {what}.",
    ),
    MappingProxyType({
        "Who": ("Dirjen Sastrowidagdo", "Menteri Ratulangit", "Sekjen Hutapea-Lim", "Kepala Balai Nurhayani",
                "Wakil Menteri Tandiola", "Laksamana Purbasari", "Inspektur Wirokusumo"),
        "what": ("dermaga apung", "budidaya rumput laut", "kapal pengawas", "cold storage", "tambak garam",
                 "ekspor benur", "pelabuhan perikanan", "konservasi terumbu", "subsidi solar", "asuransi nelayan"),
        "where": ("Teluk Sariwangi", "Pulau Lontarbesar", "Muara Kalibening", "Tanjung Pinasih", "Selat Baruga",
                  "Kepulauan Wanarasa", "Pantai Jatiluhung", "Kampung Bajoe Lama"),
        "fish": ("tuna", "kakap merah", "udang vaname", "lobster", "cakalang", "teri", "kerapu"),
        "count": ("12", "27", "40", "64", "85", "118", "230", "9"),
    }),
)  # fmt: skip
_DAYS = ("Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu", "Minggu")
_HOAX = ("Pesan berantai soal bantuan kapal gratis", "Video ikan berformalin adalah rekayasa",
         "Akun palsu mengatasnamakan menteri", "Isu tsunami malam ini tidak benar", "Lowongan palsu penyuluh",
         "Foto kapal terbakar berasal dari negara lain")  # fmt: skip
_ART = ("Gemar makan ikan", "Selamat Hari Laut", "Bebas korupsi", "Jaga terumbu karang", "Lapor lewat aplikasi",
        "Sensus nelayan", "Pekan kuliner bahari", "Vaksin di pelabuhan", "Tertib izin")  # fmt: skip
_PRICED = ("Tuna", "Cakalang", "Kerapu", "Udang", "Teri", "Garam", "Rumput laut", "Solar")
_PORTS = ("Sariwangi", "Pinasih", "Baruga", "Lontarbesar", "Kalibening", "Jatiluhung")
_SAID = ("Kapan bantuan sampai?", "Solar susah dicari, Pak.", "Terima kasih, izin keluar.", "Ombak besar hari ini.",
         "Nomor tidak aktif.", "Harga ikan jatuh lagi.", "Mantap, lanjutkan!", "Mohon cek dermaga kami.")  # fmt: skip
_ASKED = (
    "Puas dengan layanan izin?",
    "Setuju kuota tahunan?",
    "Butuh pelatihan apa?",
    "Tahu nomor darurat laut?",
)


class Bahari(GeneratedSite):
    """A ministry: the lead as an article, the others folded out; rebuttals and posters set as they are among them."""

    slug = "bahari"
    hard = "Indonesian; rebuttals in the form of releases, heads kept with new pictures; posters of any height above"
    look = Look(
        heading=SANS, body=SANS, paper="#f4f8ff", ink="#0c1b33", muted="#647391", line="#cbd7ea", accent="#0a4da2",
        lead_px=30, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#0a4da2;color:#fff}.masthead .small{color:#c9dcf7}.utama article{background:#fff;"
            "padding:12px;border-top:5px solid #f2b705}details{background:#fff;padding:8px;border:1px solid #cbd7ea}"
            "summary{font:bold 16px/22px 'Liberation Sans'}summary em{font:bold 11px/18px 'Liberation Sans';"
            "padding:0 7px;background:#f2b705;margin-right:8px}.rilis{padding:4px 12px}"
            ".harga td{padding:3px 0;width:110px;border-bottom:1px solid #cbd7ea}.harga{background:#fff}"
            ".aduan,.aduan h4{background:#0c1b33;color:#fff}"
            ".poster h1{background:#f2b705;padding:6px 12px;margin:0}.sapa{background:#d11f3a;color:#fff}"
        ),
    )  # fmt: skip
    rhythm = Rhythm(lead=0.07, top=0.1, more=0.05, rewrite=0.03, standfirst=0.02, picture=0.08, night=0.12)
    desk = _DESK
    tops = 6
    more = 4

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """One of three arrangements, for some hours each."""
        h, at = hour.hour, hour.at
        form = self.chance.below(3, "form", h // 6)
        said = f"{_DAYS[at.weekday()]}, {at:%d/%m/%Y %H.%M} WIB · pengunjung {31 * h + 70_200:,}"
        rows = [row(panels.masthead("Kementerian Bahari", 1000, said, height=72), tag="header")]
        more = panels.more(self.flow, hour, 1000, "Arsip")
        if form == 0:
            side = [self._prices(h, 340), self._poll(h, 340), self._complaints(h, 340)]
            rows += [
                row(self._poster(h, 1000)),
                row([self._lead(hour, 660), *self._folded(hour, 660)], side, tag="main"),
            ]
        elif form == 1:
            side = [self._poster(h, 400), self._complaints(h, 400), self._prices(h, 400)]
            rows += [
                row(side, [self._lead(hour, 600), *self._folded(hour, 600)], tag="main"),
                row(self._live(h, 1000)),
            ]
        else:
            releases = self._folded(hour, 500)
            rows += [
                row([self._lead(hour, 500), self._live(h, 500)], releases, tag="main"),
                row(self._poster(h, 500), [self._prices(h, 500), self._poll(h, 500)]),
            ]
        rows.append(row(more))
        if self.chance.happens(0.4, "greets", h // 3):
            height = self.chance.between(36, 170, "greets px", h // 3)
            words = self.chance.pick(_ART, "greets words", h // 3)
            rows.insert(1, row(panels.strip(words, height, name="sapa")))
        if self.chance.happens(0.3, "sold", h):
            sold = self.adverts.advert("bawah", 60 * h, 970, self.chance.between(70, 280, "sold px", h))
            rows.insert(2, row(panels.advert(sold, "iklan", 1000)))
        return rows

    def _lead(self, hour: HourNews, width: int) -> Panel:
        story = self.flow.story(hour.lead)
        shown = panels.image(hour.lead.picture, width - 48, 250)
        shared = self.chance.between(3, 900, "shared", hour.hour)
        html = (
            f"<article>{shown}<h1>{panels.story_link(story, story.headline)}</h1><p>{escape(story.standfirst)}</p>"
            f"<p class='small'>{story.section} · dibagikan {shared} kali</p></article>"
        )
        return panels.plain("utama", width, html, is_news=True)

    def _folded(self, hour: HourNews, width: int) -> list[Panel]:
        """The other releases; rebuttals of old rumours come in between for some hours, and posters do."""
        h = hour.hour
        found = [self._release(item, h, width) for item in hour.tops]
        for turn in range(self.chance.below(4, "rebuttals", h // 3)):
            number = self.chance.below(len(_HOAX), "which", turn, h // 3)
            place = self.chance.below(len(found) + 1, "place", turn, h // 3)
            seen = f"{self.chance.between(100, 9_900, 'seen', number, h)} dilihat"
            body = "<p>Kementerian menegaskan kabar tersebut tidak benar.</p>"
            found.insert(place, _details(width, "Siaran Pers", escape(_HOAX[number]), body, seen))
        if self.chance.happens(0.5, "art", h):
            number = self.chance.below(len(_ART), "art which", h)
            shown = panels.image(
                f"culture-art-{number}", width - 50, self.chance.between(70, 240, "art px", h)
            )
            place = self.chance.below(len(found), "art place", h)
            found.insert(place, _details(width, "Infografis", _ART[number], shown, f"unduh {number + 1} MB"))
        return found

    def _release(self, item: Item, hour: int, width: int) -> Panel:
        story = self.flow.story(item)
        fact = self.chance.child("fact").between(2, 60, item.number)
        body = f"<p class='small'>Nomor {item.number + 200}/SP/{fact}</p>"
        seen = f"{self.chance.between(10, 4_000, 'read', item.number, hour)} dilihat"
        title = panels.story_link(story, story.headline)
        return _details(width, story.section, title, body, seen, news=True)

    def _poster(self, hour: int, width: int) -> Panel:
        number = self.chance.below(len(_ART), "poster", hour)
        tall = self.chance.pick((180, 260, 260, 380), "poster px", hour // 2)
        html = f"{panels.image(f'city-poster-{number}', width - 24, tall)}<h1>{_ART[number]}</h1>"
        return panels.plain("poster", width, html)

    def _live(self, hour: int, width: int) -> Panel:
        """Cameras in three harbours, another picture at each visit."""
        each = (width - 56) // 3
        cards = "".join(
            f"<div>{panels.image(f'world-{name}-{hour}', each, each * 9 // 16)}<p class='small'>{name}: ombak "
            f"{self.chance.between(2, 40, 'waves', name, hour) / 10} m</p></div>"
            for name in self.chance.shuffled(_PORTS, "ports", hour // 2)[:3]
        )
        return panels.plain("langsung", width, f'<h4>Pantauan langsung</h4><div class="cards">{cards}</div>')

    def _prices(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td>Rp{self.chance.between(4, 190, 'price', name, hour)}.{hour % 7}00"
            f"<td>{self.chance.pick(('▲', '▼', '='), 'trend', name, hour)}</tr>"
            for name in self.chance.shuffled(_PRICED, "order", hour // 4)
        )
        return panels.plain("harga", width, f"<h4>Harga di tempat lelang</h4><table>{lines}</table>")

    def _poll(self, hour: int, width: int) -> Panel:
        yes, asked = self.chance.between(20, 90, "yes", hour), _ASKED[hour // 10 % len(_ASKED)]
        html = f"<h4>Jajak pendapat</h4><h3>{asked}</h3><p>Ya {yes}% · {1_100 + 6 * hour} suara</p>"
        return panels.plain("jajak", width, html)

    def _complaints(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("complaints", hour)
        lines = "".join(
            f'<li><a href="{ORIGIN}/aduan/{panels.hash_of(words)}">{words}</a> {draw.pick(_PORTS, words)}, '
            f"{draw.between(1, 59, 'ago', words)} menit lalu</li>"
            for words in draw.shuffled(_SAID, "which")[: draw.between(2, 6, "many")]
        )
        asked = f"Rata-rata dijawab dalam {draw.between(3, 90, 'served')} menit"
        return panels.plain("aduan", width, f"<h4>Pengaduan masuk</h4><p>{asked}</p><ul>{lines}</ul>")


def _details(width: int, label: str, title: str, body: str, small: str, *, news: bool = False) -> Panel:
    """A folded-out entry, whatever it tells."""
    html = f"<details open><summary><em>{label}</em>{title}</summary>{body}<p class='small'>{small}</p></details>"
    return panels.plain("rilis", width, html, is_news=news)


MINISTRIES = (Bahari,)
