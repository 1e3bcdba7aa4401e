"""The paper's newer half of local stories, oldest first: (section, headline, summary)."""

YENI = [
    (
        "TARIM",
        "Don uyarısı seracıları alarma geçirdi",
        (
            "Gece sıcaklığın sıfırın altına inmesi bekleniyor. Üreticiler sobaları yakıp örtüleri çift kat "
            "serdi."
        ),
    ),
    (
        "BELEDİYE",
        "Bahçelievler'de içme suyu hattı patladı",
        "Ana borudaki arıza nedeniyle dört sokak su altında kaldı. Ekipler onarıma başladı.",
    ),
    (
        "KÜLTÜR",
        "Antik tiyatroda mozaik zemin bulundu",
        (
            "Kazı başkanı mozaiğin ikinci yüzyıla ait olduğunu düşünüyor. Üzerinde yunusa binmiş bir çocuk "
            "betimleniyor."
        ),
    ),
    (
        "EKONOMİ",
        "Esnaf odası seçimini Yaşar Demirel kazandı",
        (
            "Demirel 412 oy alarak rakibini on dokuz oyla geçti. İlk işinin kredi borçlarını yapılandırmak "
            "olacağını söyledi."
        ),
    ),
    (
        "SAĞLIK",
        "Tabakhane aile sağlığı merkezi taşınıyor",
        (
            "Depreme dayanıksız bulunan bina boşaltılacak. Hekimler bir süre eski halk kütüphanesinde hizmet "
            "verecek."
        ),
    ),
    (
        "TRAFİK",
        "Feribot seferlerine fırtına engeli",
        "Karşı kıyıya yapılan sabah seferleri iptal edildi. Yüzlerce araç iskelede bekliyor.",
    ),
    (
        "ASAYİŞ",
        "Kaçak kazı yapan beş kişiye suçüstü",
        (
            "Jandarma ekipleri define arayanları tünelin içinde yakaladı. Jeneratör ve iki dedektöre el "
            "konuldu."
        ),
    ),
    (
        "SPOR",
        "Kadın voleybol takımı ligde dörtte dört yaptı",
        (
            "Konuk ekip ilk seti almasına rağmen sahadan 3-1 mağlup ayrıldı. Kaptan Elif Sarı yirmi dört "
            "sayı üretti."
        ),
    ),
    (
        "EĞİTİM",
        "Taşımalı eğitimde servisçiler kontak kapattı",
        "Sürücüler üç aydır ödeme alamadıklarını söylüyor. Dört köyün öğrencileri okula gidemedi.",
    ),
    (
        "ÇEVRE",
        "Taş ocağı projesine mahkemeden iptal",
        "Köylülerin açtığı davada ÇED raporu yetersiz bulundu. Karar meydanda davul zurnayla kutlandı.",
    ),
    (
        "YAŞAM",
        "Emekli öğretmen kırk yılda altı bin kitap biriktirdi",
        (
            "Nihat Özgür evinin alt katını çocuklara açtı. Kitaplıkta okuyan her çocuğa bir bardak salep "
            "ikram ediliyor."
        ),
    ),
    (
        "BELEDİYE",
        "Sokak hayvanları barınağına soruşturma",
        (
            "Sosyal medyada yayılan görüntüler üzerine iki görevli açığa alındı. Veteriner işleri müdürü "
            "savunma verdi."
        ),
    ),
    (
        "SPOR",
        "Gökçekıyıspor derbiyi 2-0 kazandı",
        "Goller Onur Kaya ile Mert Şen'den geldi. Tribünlerdeki beş bin taraftar maç sonunda meşale yaktı.",
    ),
    (
        "SİYASET",
        "İki meclis üyesi partisinden istifa etti",
        "Üyeler su zammında baskı gördüklerini öne sürdü. Mecliste çoğunluk muhalefete geçti.",
    ),
    (
        "TARIM",
        "Zeytinyağında asit oranı yüzleri güldürdü",
        "Erken hasat yağlarda oran binde dörde kadar indi. Kooperatif ilk partiyi Japonya'ya gönderiyor.",
    ),
    (
        "EKONOMİ",
        "Marina ihalesine tek teklif geldi",
        (
            "İstanbul merkezli firma yirmi dokuz yıllığına 310 milyon lira önerdi. Komisyon kararını hafta "
            "içinde verecek."
        ),
    ),
    (
        "ASAYİŞ",
        "Spor salonu önünde bıçaklı kavga",
        "İki lise öğrencisi hafif yaralandı. Polis kavgaya karışan dört genci ifadeye çağırdı.",
    ),
    (
        "KÜLTÜR",
        "Kent müzesi ilk gün üç bin kişiyi ağırladı",
        "En çok ilgiyi mübadele sandıkları gördü. Giriş yıl sonuna kadar ücretsiz olacak.",
    ),
    (
        "SAĞLIK",
        "Hastanenin acil girişi değişti",
        (
            "İnşaat nedeniyle ambulanslar arka kapıyı kullanacak. Yakınlarını getiren sürücüler için on "
            "araçlık cep açıldı."
        ),
    ),
    (
        "TRAFİK",
        "Tek yön denemesi erken bitirildi",
        (
            "Hürriyet Caddesi'nde trafik yeniden çift yönlü akıyor. Belediye, esnafın topladığı 900 imzayı "
            "gerekçe gösterdi."
        ),
    ),
    (
        "YAŞAM",
        "Lise arkadaşları elli yıl sonra aynı sıraya oturdu",
        (
            "1975 mezunu yirmi bir kişi eski sınıflarında yoklama verdi. Edebiyat öğretmenleri de törene "
            "katıldı."
        ),
    ),
    (
        "BELEDİYE",
        "Sahil bandına bisiklet yolu geliyor",
        "Altı kilometrelik yol feneri sanayi iskelesine bağlayacak. Ağaç kesilmeyeceği belirtildi.",
    ),
    (
        "ÇEVRE",
        "Caretta yuvalarının bu yılki sayısı açıklandı",
        "Gönüllüler kumsalda 118 yuva saydı. Geçen yıla göre otuz bir yuvalık artış var.",
    ),
    (
        "ASAYİŞ",
        "Telefon dolandırıcıları emekliden 870 bin lira aldı",
        (
            "Kendilerini savcı olarak tanıtan kişiler parayı park bankına bıraktırdı. Kamera kayıtları "
            "inceleniyor."
        ),
    ),
    (
        "EĞİTİM",
        "Servis krizinde ödemeler yapıldı",
        "Sürücüler yarın sabah yeniden yola çıkıyor. Kaybedilen dersler cumartesi günleri telafi edilecek.",
    ),
    (
        "EKONOMİ",
        "Simit on beş lira oldu",
        "Fırıncılar odasının yeni tarifesi bugün yürürlüğe girdi. Ekmeğin gramajında değişiklik yok.",
    ),
    (
        "SPOR",
        "Kongrede Tarık Sezer sürprizi",
        (
            "Sezer rakibinin çekilmesiyle tek aday kaldı. Transfer tahtasını açmak için 9 milyon lira "
            "bulunması gerekiyor."
        ),
    ),
    (
        "TARIM",
        "Sera bölgesinde hortum on iki dönümü yıktı",
        "Gece etkili olan hortum domates seralarını yerle bir etti. Hasar tespiti sürüyor.",
    ),
    (
        "SİYASET",
        "Su zammı geri alındı",
        (
            "Meclis olağanüstü toplantıda kararı 14'e karşı 16 oyla iptal etti. Fazla ödemeler gelecek "
            "faturadan düşülecek."
        ),
    ),
    (
        "KÜLTÜR",
        "Emre Tuna'nın filmi seyirci ödülünü aldı",
        "Yönetmen ödülü filmde oynayan köy halkına adadı. Film ocak ayında sinemalarda.",
    ),
    (
        "BELEDİYE",
        "Bayram yerine buz pisti kuruluyor",
        "Pist aralık başında açılacak. Öğrenciler hafta içi yarı ücret ödeyecek.",
    ),
    (
        "YAŞAM",
        "Fener bekçisi otuz üç yıl sonra emekli oldu",
        "Salih Usta anahtarı oğluna teslim etti. Fenerin mercekleri her akşam elle siliniyor.",
    ),
]
