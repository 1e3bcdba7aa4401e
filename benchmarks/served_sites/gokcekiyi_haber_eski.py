"""The paper's older half of local stories, oldest first: (section, headline, summary)."""

ESKI = [
    (
        "BELEDİYE",
        "İskele Meydanı'nın zemini yenileniyor",
        (
            "Belediye ekipleri meydandaki eski karo taşlarını sökmeye başladı. Çalışmanın üç hafta sürmesi "
            "bekleniyor."
        ),
    ),
    (
        "EĞİTİM",
        "Atatürk Ortaokulu'na robotik atölyesi kuruldu",
        (
            "Atölyenin masraflarını mezunlar derneği karşıladı. Öğrenciler ilk projelerini aralık ayında "
            "sergileyecek."
        ),
    ),
    (
        "SPOR",
        "Gökçekıyıspor deplasmandan bir puanla döndü",
        (
            "Kırmızı beyazlılar son dakikada yediği golle galibiyeti kaçırdı. Teknik direktör Cem Ulusoy "
            "hakem kararlarından yakındı."
        ),
    ),
    (
        "ASAYİŞ",
        "Zeytinlik Mahallesi'nde traktör hırsızlığı",
        (
            "Bir çiftçinin bahçesinden çalınan traktör komşu ilçede terk edilmiş halde bulundu. İki şüpheli "
            "gözaltına alındı."
        ),
    ),
    (
        "TARIM",
        "Zeytinde hasat erken başladı",
        (
            "Kurak geçen yaz nedeniyle üreticiler sırıkları iki hafta önce eline aldı. Ziraat Odası "
            "rekoltede yüzde yirmi düşüş öngörüyor."
        ),
    ),
    (
        "SAĞLIK",
        "Devlet hastanesine iki yeni uzman hekim atandı",
        (
            "Göz ve kardiyoloji polikliniklerinde hasta kabulü pazartesi başlıyor. Randevular telefonla da "
            "alınabilecek."
        ),
    ),
    (
        "KÜLTÜR",
        "Rum okulu kent müzesi olarak açılacak",
        (
            "Restorasyonu biten binaya ilk eserler taşındı. Kültür müdürü Selin Arıkan bağış çağrısında "
            "bulundu."
        ),
    ),
    (
        "TRAFİK",
        "Çevre yolunda tır devrildi, sürücü yaralandı",
        (
            "Narenciye yüklü tırın devrilmesiyle yol iki saat kapandı. Kasalar dolusu mandalina asfalta "
            "saçıldı."
        ),
    ),
    (
        "EKONOMİ",
        "Balıkçı kooperatifi soğuk hava deposu alıyor",
        "Depo için kalkınma ajansından yüzde altmış hibe sağlandı. Tesis limanın kuzeyine kurulacak.",
    ),
    (
        "BELEDİYE",
        "Otobüs hatlarında kış tarifesine geçildi",
        "Yalı ile Kuleönü arasındaki seferler yirmi dakikada bire indi. Son otobüs artık 23.15'te kalkıyor.",
    ),
    (
        "YAŞAM",
        "Yüz bir yaşındaki Hatice nine torununun düğününde oynadı",
        (
            "Beş çocuk ve otuz iki torun sahibi nine davetlilerden büyük alkış aldı. Uzun yaşamın sırrını "
            "kekik suyuna bağladı."
        ),
    ),
    (
        "ASAYİŞ",
        "Sahte altınla kuyumcuyu dolandırmak isterken yakalandılar",
        "Üç kişilik grubu kuyumcunun kızı fark etti. Şüphelilerin çantasından on dört sahte bilezik çıktı.",
    ),
    (
        "ÇEVRE",
        "Değirmendere'de balık ölümleri inceleniyor",
        "Dere ağzında yüzlerce kefal kıyıya vurdu. Tarım ilçe müdürlüğü su örneği aldı.",
    ),
    (
        "SPOR",
        "Genç yelkenciler Bodrum'dan üç kupayla geldi",
        "Optimist sınıfında Derin Aksoy birinci oldu. Kulüp başkanı yeni bir antrenman botu sözü verdi.",
    ),
    (
        "EĞİTİM",
        "Meslek lisesi öğrencileri köy okulunun sıralarını onardı",
        "Ahşap bölümünden on beş öğrenci hafta sonunu tatil saymadı. Kırk iki sıra zımparalanıp boyandı.",
    ),
    (
        "SİYASET",
        "Meclis su zammını bir oy farkla kabul etti",
        (
            "Oylama öncesinde salonda sert tartışmalar yaşandı. Muhalefet grubu karara itiraz edeceğini "
            "açıkladı."
        ),
    ),
    (
        "TARIM",
        "Mandalina üreticisi alım fiyatını bekliyor",
        (
            "Bahçede kilosu on iki liradan satılan ürün pazarda kırk liraya çıkıyor. Üreticiler kantar "
            "önünde toplandı."
        ),
    ),
    (
        "TRAFİK",
        "Hürriyet Caddesi tek yön oluyor",
        "Uygulama bir ay deneme amacıyla yapılacak. Esnaf odası müşteri kaybından endişeli.",
    ),
    # published during the ten days
    (
        "BELEDİYE",
        "Başkan Altuntaş pazar yerinin taşınacağını açıkladı",
        (
            "Salı pazarı yılbaşından sonra Sanayi Mahallesi'ndeki kapalı alana geçecek. Yaşlılar için "
            "ücretsiz servis konulacak."
        ),
    ),
    (
        "ASAYİŞ",
        "Yalı Mahallesi'nde iş yeri yangını",
        (
            "Mobilya deposunda çıkan yangına altı itfaiye aracı müdahale ediyor. Çevredeki iki apartman "
            "tedbir olarak boşaltıldı."
        ),
    ),
    (
        "SAĞLIK",
        "Aile hekimleri grip aşısına başladı",
        (
            "İlk etapta ilçeye bin iki yüz doz geldi. Altmış beş yaş üstü vatandaşlar randevusuz "
            "başvurabiliyor."
        ),
    ),
    (
        "EKONOMİ",
        "Konserve fabrikası seksen işçi alacak",
        (
            "Başvurular İŞKUR üzerinden yapılacak. Fabrika müdürü gece vardiyası için servis sağlanacağını "
            "söyledi."
        ),
    ),
    (
        "KÜLTÜR",
        "Lodos Film Günleri'nin programı belli oldu",
        (
            "Dört günde yirmi altı film gösterilecek. Açılışı Gökçekıyılı yönetmen Emre Tuna'nın ilk filmi "
            "yapacak."
        ),
    ),
    (
        "TRAFİK",
        "Kuleönü kavşağında servis minibüsü ile otomobil çarpıştı",
        (
            "Kazada ilk belirlemelere göre beş kişi yaralandı. Minibüste tekstil işçilerinin bulunduğu "
            "öğrenildi."
        ),
    ),
    (
        "ÇEVRE",
        "Balık ölümlerinin nedeni zeytin karasuyu çıktı",
        (
            "Laboratuvar raporu dere suyunda oksijenin tükendiğini gösterdi. Bir yağhaneye 640 bin lira ceza "
            "kesildi."
        ),
    ),
    (
        "SPOR",
        "Gökçekıyıspor'da başkan adayı ikiye yükseldi",
        "İş insanı Tarık Sezer de adaylığını duyurdu. Olağanüstü kongre ayın yirmi ikisinde yapılacak.",
    ),
    (
        "EĞİTİM",
        "Fen lisesi için arsa tahsisi onaylandı",
        (
            "Çınarlı'daki on dönümlük hazine arazisi bakanlığa devredildi. Temelin ilkbaharda atılması "
            "planlanıyor."
        ),
    ),
    (
        "YAŞAM",
        "Denize düşen köpeği balıkçılar kurtardı",
        "Dalgakırandan kayan kangal yarım saat yüzdü. Sahibi tekne mürettebatına baklava götürdü.",
    ),
    (
        "SİYASET",
        "Kaymakam Bilgin muhtarlarla buluştu",
        "Toplantıda en çok köy yolları ve içme suyu konuşuldu. Üç köyün sondaj talebi programa alındı.",
    ),
    (
        "ASAYİŞ",
        "Kayıp balıkçı için arama başlatıldı",
        (
            "Dün akşam fiber teknesiyle açılan altmış iki yaşındaki Rıza Kaptan'dan haber alınamıyor. Sahil "
            "güvenlik iki botla bölgede."
        ),
    ),
]
