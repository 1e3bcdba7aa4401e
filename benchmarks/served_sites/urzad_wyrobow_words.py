"""The words of the Polish product-safety office: its cases, its press notes, and the boxes around the register."""


def _listed(text: str) -> list[str]:
    """The words of a text that parts them by bars and line ends."""
    return text.strip().replace("\n", "|").split("|")


PRODUCTS = _listed("""
Grzechotka drewniana „Misio”|Ładowarka USB-C 65 W|Fotelik samochodowy Bamba 2|Czajnik elektryczny Aqua 1,7 l
Lampki choinkowe LED 200|Hulajnoga elektryczna ZX-9|Kask rowerowy dziecięcy Speedy|Łóżeczko turystyczne Luna
Przedłużacz ogrodowy 25 m|Zabawka magnetyczna „Kulki”|Suszarka do włosów Aura Pro|Kamizelka ratunkowa Bryza M
Smoczek silikonowy Lili|Grzejnik olejowy Termo 9|Drabina aluminiowa 3×7|Piła łańcuchowa PR-40|Butla turystyczna 2 kg
Powerbank 20 000 mAh Volt|Wózek spacerowy Trek|Farba do twarzy „Karnawał”|Krzesełko do karmienia Jaś
Czujnik czadu CO-Stop|Koc elektryczny Ciepełko|Żelazko parowe Para 300|Trampolina ogrodowa 305 cm
Zestaw fajerwerków „Finał”|Rękawice robocze Dielektra|Nosidełko ergonomiczne Kangur|Blender kielichowy Moc 5
Huśtawka ogrodowa Lipa|Perfumy arabskie „Oud 7”|Lalka interaktywna Zosia|Gaśnica proszkowa GP-2
Rower biegowy Pędziwiatr|Kosiarka akumulatorowa Trawka 40|Piecyk gazowy Iskra|Świeca zapachowa „Wanilia”
Maska do nurkowania Rafa|Szybkowar Obiad 6 l|Latarka czołowa Nocna 800|Zestaw małego chemika|Opaska odblaskowa Jasna
Wentylator biurkowy Wiatr 30|Gryzak gumowy „Żyrafa”|Plecak szkolny Tornado|Wiertarka udarowa Grom 850
Bujak niemowlęcy Fala|Termofor gumowy 2 l
""")

FIRMS = _listed("""
Toyland sp. z o.o., Łódź|Elektro-Import S.A., Gdynia|Bambino Plus, Kielce|AGD Partner sp. k., Wronki
Lumena sp. z o.o., Poznań|GreenRide sp. z o.o., Wrocław|Hurtownia Mrówka, Radom|Domix S.A., Katowice
Solaris Handel, Lublin|PHU Kowalczyk, Tarnów|NordSport sp. z o.o., Gdańsk|Baltic Trade, Szczecin
Azja Express sp. z o.o., Wólka Kosowska|Perła Kosmetyki, Olsztyn|Stal-Met, Rzeszów|Kram24.pl sp. z o.o., Warszawa
Ogród i Dom S.A., Bydgoszcz|Iskra Gaz, Opole|Malwina Zabawki, Częstochowa|Vector Tools, Gliwice
""")

DEFECTS = _listed("""
małe części – ryzyko zadławienia|przegrzewanie się akumulatora|pęknięcie zaczepu pasa|porażenie prądem elektrycznym
zbyt wysoka zawartość ftalanów|odłamanie się rączki|brak oznaczenia CE|niestabilna konstrukcja|ulatnianie się gazu
silne magnesy – ryzyko połknięcia|łatwopalna tkanina|ostre krawędzie|awaria hamulca|zawyżony poziom niklu
niewystarczająca wyporność|brak instrukcji w języku polskim|zbyt głośny sygnał dźwiękowy|uwalnianie formaldehydu
pękanie szklanego dzbanka|niedziałający wyłącznik bezpieczeństwa|długi sznurek – ryzyko uduszenia
fałszywy certyfikat badań
""")

STATUSES = _listed("""
wszczęto postępowanie|badania laboratoryjne|wezwanie do wyjaśnień|dobrowolne wycofanie|zakaz sprzedaży
decyzja nieostateczna|odwołanie strony|decyzja ostateczna|nałożono karę pieniężną|ostrzeżenie publiczne
""")

MONTHS = _listed("""
stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia
""")

WEEKDAYS = _listed("""
poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela
""")

PRESS_WHO = _listed("""
Prezes Urzędu|Inspekcja Handlowa|Delegatura w Lublinie|Laboratorium w Łodzi|Rzecznik konsumentów|Straż Graniczna
Krajowa Administracja Skarbowa|Delegatura w Gdańsku|Komisja Europejska
""")

PRESS_DOES = _listed("""
podsumowuje kontrolę|zaprasza na szkolenie o bezpieczeństwie|publikuje raport na temat
rozpoczyna konsultacje w sprawie|przedłuża nabór wniosków dotyczących|ogłasza wyniki przeglądu|zatrzymała transport
""")

PRESS_WHAT = _listed("""
zabawek sezonowych|odzieży dziecięcej|hulajnóg elektrycznych|mebli ogrodowych|kosmetyków z internetu
ładowarek i baterii|artykułów szkolnych|sprzętu pływającego|świec i zapachów|foteli samochodowych
opakowań plastikowych
""")

ASKERS = _listed("""
Pani Halina z Torunia|Pan Zbigniew z Mielca|Studentka z Krakowa|Emeryt z Suwałk|Mama bliźniaków
Przedsiębiorca z Pabianic|Pan Olek|Pani Grażyna|Nauczycielka z Elbląga|Rolnik spod Zamościa|Pani Beata
Kierowca z Nysy
""")

QUESTIONS = _listed("""
Czy mogę zwrócić {x} bez paragonu?
Ile trwa gwarancja na {x}?
Gdzie zgłosić wadliwe {x}?
Czy sprzedawca może odmówić naprawy, gdy chodzi o {x}?
Kto płaci za odesłanie, jeśli kupiłem {x} w sieci?
Czy na {x} musi być polska instrukcja?
Kupiłam {x} na bazarze – co dalej?
Sąsiad sprzedaje {x} z drugiej ręki, czy to legalne?
""")

ASKED_ABOUT = _listed("""
buty zimowe|meble kuchenne|okulary|bilety na koncert|zabawki pluszowe|części do roweru|kosmetyki|rolety|słuchawki
panele podłogowe|kwiaty cięte|garnki z pokazu|opony|książki używane
""")

ANSWERS = _listed("""
Tak, w ciągu {n} dni od odbioru.
Nie, chyba że umowa mówi inaczej.
Najlepiej napisać reklamację i poczekać {n} dni.
Proszę zadzwonić na infolinię w godzinach 8–18.
To zależy od rodzaju umowy; odsyłamy do poradnika nr {n}.
Odpowiada za to sprzedawca, nie producent.
Wystarczy wyciąg z konta lub zdjęcie.
Termin wynosi {n} dni roboczych.
""")

SEARCHES = _listed("""
formularz reklamacji|jak rozpoznać podróbkę|infolinia konsumencka|wzór odstąpienia od umowy|adres delegatury
zwrot biletu lotniczego|fotowoltaika reklamacja|znak CE co oznacza|parasol ubezpieczeniowy|kara umowna siłownia
skarga na kuriera|wymiana licznika|lichwa co robić|upadłość biura podróży|abonament bez końca
przedpłata u dewelopera
""")

DESKS = _listed("""
Kancelaria ogólna|Reklamacje i skargi|Zgłoszenie produktu|Punkt dla przedsiębiorców|Archiwum|Rzecznik prasowy
Kasa i opłaty|Pomoc w e-wnioskach|Laboratorium – próbki
""")

_CAMPAIGNS = """\
Bezpieczne zabawki na jesień|Sprawdź znak CE, zanim kupisz
Nie daj się nabrać na pokaz|Masz 14 dni na rozmyślenie się
Czad – cichy zabójca|Zamontuj czujnik jeszcze dziś
Kupuję świadomie|Konkurs dla szkół podstawowych
Bateria to nie zabawka|Oddaj zużyte ogniwa
Senior w sieci|Bezpłatne warsztaty w 40 miastach
Tydzień Konsumenta|Dni otwarte w delegaturach"""
CAMPAIGNS = [line.split("|") for line in _CAMPAIGNS.splitlines()]
