"""The local stories of the paper in the order of their numbers, and what becomes of some of them."""

from benchmarks.served_sites.gokcekiyi_haber_eski import ESKI
from benchmarks.served_sites.gokcekiyi_haber_yeni import YENI

ILK = 18  # so many are on the page at hour 0
HABERLER = [*ESKI, *YENI]
# story -> later state of the same story: (hours after, headline, summary)
GELISMELER = {
    19: [
        (
            2,
            "Yalı'daki depo yangını kontrol altında",
            "Mobilya deposu tamamen yandı, can kaybı yok. Boşaltılan apartmanlardaki aileler evlerine dönüyor.",
        )
    ],
    23: [
        (
            2,
            "Kuleönü kazasında yaralı sayısı dokuza yükseldi",
            "Yaralılardan ikisinin durumu ağır. Otomobil sürücüsünün kırmızı ışıkta geçtiği ileri sürülüyor.",
        )
    ],
    29: [
        (
            4,
            "Kayıp balıkçının teknesi boş bulundu",
            (
                "Tekne Kara Ada açıklarında sürüklenirken görüldü. Aramalara helikopter ve gönüllü dalgıçlar "
                "katıldı."
            ),
        ),
        (
            9,
            "Rıza Kaptan kayalıklarda sağ bulundu",
            (
                "Altmış iki yaşındaki balıkçı geceyi bir mağarada geçirdi. Hipotermi tedavisi gören kaptanın "
                "sağlık durumu iyi."
            ),
        ),
    ],
    31: [
        (
            5,
            "Bahçelievler'e su akşam saatlerinde verilecek",
            "Borunun on iki metrelik bölümü değiştiriliyor. Okullara tankerle su taşındı.",
        )
    ],
    35: [
        (
            3,
            "Feribot seferleri gün boyu yapılamayacak",
            "Rüzgârın hızı saatte 85 kilometreye ulaştı. Yolcuların biletleri iade ediliyor.",
        )
    ],
    41: [
        (
            6,
            "Barınak müdürü görevden alındı",
            "Belediye barınağın yönetimini geçici olarak veteriner odasına bıraktı. Savcılık da dosya açtı.",
        )
    ],
    46: [
        (
            3,
            "Bıçaklı kavgada iki genç tutuklandı",
            (
                "Mahkeme diğer iki şüpheliyi adli kontrolle serbest bıraktı. Salon yönetimi kapıya güvenlik "
                "görevlisi istedi."
            ),
        )
    ],
    53: [
        (
            5,
            "Emekliyi dolandıran üç kişi otogarda yakalandı",
            "Paranın 790 bin lirası valizden çıktı. Emekli kadın polislere sarılıp ağladı.",
        )
    ],
    57: [
        (
            4,
            "Hortumun bilançosu ağır: kırk dönüm sera yıkıldı",
            "İlçe, afet bölgesi ilan edilmesi için başvurdu. Kızılay üç aileye çadır kurdu.",
        )
    ],
}
# story -> (right, wrong): a slip of the pen, put right after some hours
HATALAR = {
    21: ("alacak", "alacka", 0),
    26: ("dönümlük", "dönmülük", 1),
    33: ("rakibini", "rakibni", 1),
    39: ("zurnayla", "zunrayla", 1),
    51: ("kilometrelik", "kilometerlik", 1),
}
IMZALAR = {24: "Gülşen Aktaş", 32: "Burak Erdem", 45: "Gülşen Aktaş", 59: "Burak Erdem"}
RESIMLER = {22: 1, 30: 1, 43: 1, 52: 1}
MANSET_ALTI = {
    19,
    23,
    29,
    35,
    39,
    42,
    53,
    57,
    58,
}  # stories that hang in the red strip for some hours as well
