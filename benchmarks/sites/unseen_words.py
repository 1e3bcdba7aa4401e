"""What the sites of ``unseen`` say, each in its own language: sentences with slots, and what fills the slots."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pagetide.demo.chance import Chance

Slots = Mapping[str, Sequence[str]]

_SLOT = re.compile(r"\{(\w+)\}")


def say(chance: Chance, sentences: Sequence[str], slots: Slots, *key: object) -> str:
    """One of the sentences with its slots filled: numbers for ``{n}`` and ``{hour}``, words for the others."""
    drawn = 0

    def fill(found: re.Match[str]) -> str:
        nonlocal drawn
        drawn += 1
        if found[1] == "n":
            return str(chance.between(2, 98, "n", drawn, *key))
        if found[1] == "hour":
            return (
                f"{chance.between(7, 21, 'hour', drawn, *key)}:{chance.pick(('00', '15', '30'), drawn, *key)}"
            )
        return chance.pick(slots[found[1]], found[1], drawn, *key)

    text = _SLOT.sub(fill, chance.pick(sentences, "sentence", *key))
    return re.sub(r"(?:^|(?<=[.|] ))\w|(?<=\|)\w", lambda found: found[0].upper(), text)


def misspelt(text: str) -> str:
    """The text with two letters of its longest word exchanged, as a hurried writer leaves it."""
    word = max(re.findall(r"\w+", text), key=len)
    middle = next((at for at in range(len(word) // 2, 0, -1) if word[at] != word[at - 1]), 1)
    wrong = word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]
    return text.replace(word, wrong, 1)


TOWN_SLOTS: Slots = {
    "street": ("Шевченка", "Садова", "Залізнична", "Миру", "Лесі Українки", "Набережна", "Козацька", "Лісова",
               "Франка", "Польова", "Вишнева", "Заводська"),
    "village": ("Вербівка", "Калинове", "Новоселівка", "Криничне", "Дубрава", "Озерне", "Веселе", "Степове"),
    "place": ("біля школи № 2", "на площі", "у будинку культури", "біля лікарні", "на вокзалі", "у бібліотеці"),
    "name": ("Оксана К.", "Микола П.", "Ірина Ш.", "Тарас Б.", "Галина М.", "Андрій Л.", "Олена В.", "Петро С."),
}  # fmt: skip
TOWN_PINNED = (
    "<h4>Закріплено</h4><p>Телефони довіри та диспетчерської: 15-80, 15-81. "
    "Укриття та пункти незламності на карті громади. Повітряна тривога: не ігноруйте.</p>"
)
TOWN_POSTS = (
    "Через аварію на лінії без світла вулиці {street}, {street} та {street}. Бригада працює, "
    "відновлення орієнтовно о {hour}.",
    "Завтра з {hour} не буде води на вулиці {street} та в селі {village}: міняють засувку. Підвезення води {place}.",
    "Пункт обігріву та зарядки відкрито {place}. Працює цілодобово, є {n} місць.",
    "Автобус до села {village} з понеділка вирушає о {hour}. Рейс через {village} скасовано.",
    "Видача продуктових наборів для родин із дітьми {place} з {hour}. При собі мати паспорт. Наборів {n}.",
    "Після нічного обстрілу пошкоджено {n} будинків на вулиці {street}. Постраждалих немає. Комісія працює з {hour}.",
    "Школа в селі {village} до п’ятниці переходить на дистанційне навчання через ремонт укриття на {n} місць.",
    "Прийом заяв на відшкодування за вікна: {place}, щодня з {hour}. Подано вже {n} заяв.",
    "Міст біля села {village} закрито для вантажівок. Об’їзд через {village}, орієнтовно {n} днів.",
    "Сесія селищної ради ухвалила бюджет ремонту вулиці {street}: {n} тисяч гривень, початок робіт о "
    "{hour} в понеділок.",
)
TOWN_UPDATES = (
    "ОНОВЛЕНО: роботи завершено раніше, о {hour}.",
    "ОНОВЛЕНО: термін перенесено на {hour}, вулиця {street} додана до переліку.",
    "ОНОВЛЕНО: змінено місце, чекаємо {place} о {hour}.",
)
TOWN_COMMENTS = (
    "А коли буде на вулиці {street}? Чекаємо вже {n} годин.",
    "Дякуємо хлопцям за роботу!",
    "У селі {village} те саме, ніхто не приїхав.",
    "Хтось знає телефон диспетчера?",
    "Бабуся з вулиці {street} просить підвезти, хто може?",
    "Продам дрова, {n} складометрів, село {village}",
)

PETITION_SLOTS: Slots = {
    "who": ("the county council", "the transport committee", "the rail company", "Councillor Haverly",
            "the regulator", "the minister's office", "the harbour board"),
    "what": ("the night ferry", "the Sunday service", "the last bus link", "the subsidy", "the new timetable",
             "the closure date", "the impact study"),
    "place": ("Brackness", "Ardmole", "the north pier", "Town Hall", "Skerrow", "the assembly"),
    "name": ("M. Torrance", "Isla B.", "Joan Petrie", "R. Okafor", "Sean McV.", "Hattie L.", "D. Nakamura",
             "Priya S.", "Gordon W.", "Ewa K.", "Tom & Ruth", "Anonymous"),
}  # fmt: skip
PETITION_UPDATES = (
    "{who} agrees to meet us in {place}|After {n} letters from islanders, {who} will sit down with us about {what}.",
    "We handed in the petition at {place}|{n} of us stood in the rain. {who} took the boxes and "
    "promised an answer on {what} within {n} days.",
    "{who} replies: {what} is under review|The letter admits that {n} households were not counted. We "
    "publish it in full.",
    "Hearing on {what} set for {hour} in {place}|The public gallery has {n} seats. Be early. {who} will give evidence.",
    "Bad news: {who} votes to end {what}|The vote was {n} to {n}. We are asking lawyers whether {place} "
    "was consulted as the law demands.",
    "{what} is saved until spring|{who} found {n} thousand for the winter. It is a reprieve, not a rescue.",
    "{who} answers our freedom of information request|{who} knew in {place} that {n} per cent of "
    "pupils depend on {what}.",
)
PETITION_OTHERS = (
    "Save the {n} trees on Harbour Road", "A crossing outside {place} school, now", "Stop the mink farm near {place}",
    "Free insulin pens for students", "Reopen the swimming pool in {place}", "{n} days of paid leave for carers",
    "Ban fireworks within {n} metres of stables", "Bring back the library van to {place}",
)  # fmt: skip
PETITION_REASONS = (
    "My daughter needs {what} to get to school in {place}.",
    "I worked the boats for {n} years and never saw such a daft decision.",
    "Without {what}, {place} will be empty in {n} years.",
    "I am signing for my neighbour, who is past eighty and does not do computers.",
    "Shame on {who}.",
    "We visit every summer. Please keep {what}.",
)

WIKI_SLOTS: Slots = {
    "land": ("Αρκαντία", "Βόρεια Ισταρία", "Μολντανία", "Σαλμαρία", "Κορβία", "Τεράνια", "Δυτική Ζέβρα"),
    "town": ("Πόρτο Νέρο", "Λάμπρια", "Σανταρίν", "Καλμάρ", "Βελίστα", "Ορλάνη", "Τσερνίτσα"),
    "who": ("η κυβέρνηση", "το συνταγματικό δικαστήριο", "η αντιπολίτευση", "ο στρατός", "η κεντρική τράπεζα",
            "η επιτροπή εκλογών"),
    "topic": ("Γέφυρα", "Κάστρο", "Ποταμός", "Ποδοσφαιρική ομάδα", "Σιδηρόδρομος", "Μονή", "Φάρος",
              "Κατάλογος δημάρχων"),
    "user": ("Μαρία1974", "Φιλόλογος", "Bot-Άργος", "Kostas.p", "Ανώνυμος 85.72", "Θαλασσινός", "ΝίκοςΛ", "Eva_gr"),
}  # fmt: skip
WIKI_EVENTS = (
    "Σεισμός {n} χιλιομέτρων βάθους πλήττει την περιοχή {town} στη χώρα {land}· τουλάχιστον {n} νεκροί.",
    "Στη χώρα {land} {who} αναβάλλει τις εκλογές κατά {n} ημέρες.",
    "Πυρκαγιά κοντά στην πόλη {town}: εκκενώνονται {n} χωριά.",
    "Η χώρα {land} και η χώρα {land} υπογράφουν κατάπαυση του πυρός στην πόλη {town}.",
    "Ναυάγιο ανοιχτά της πόλης {town} με {n} αγνοούμενους.",
    "Παραιτείται ο πρωθυπουργός της χώρας {land} ύστερα από διαδηλώσεις στην πόλη {town}.",
    "Απεργία {n} χιλιάδων σιδηροδρομικών παραλύει τη χώρα {land}.",
    "Στην πόλη {town} {who} ανακοινώνει {n} συλλήψεις για διαφθορά.",
)
WIKI_MORE = (
    "Ο απολογισμός ανεβαίνει κατά {n}.",
    "Αργότερα {who} διαψεύδει την είδηση.",
    "Στις {hour} {who} κηρύσσει κατάσταση έκτακτης ανάγκης.",
)
WIKI_FACTS = (
    "… ότι στην πόλη {town} κάθε Μάιο βάφουν {n} βάρκες κίτρινες;",
    "… ότι το σιδηροδρομικό δίκτυο στη χώρα {land} είχε κάποτε {n} σταθμούς χωρίς ρολόι;",
    "… ότι ο φάρος στην πόλη {town} άλλαξε θέση {n} φορές;",
    "… ότι το λεξικό της χώρας {land} έχει {n} λέξεις για τη βροχή;",
)
WIKI_EDITS = ("{topic} ({town})|{user}", "Συζήτηση:{topic} ({land})|{user}", "{town}|{user}")

RECALL_SLOTS: Slots = {
    "brand": ("Bel-Aure", "Monfort", "Kidoo", "La Halle Fraîche", "Vitanel", "Torsson", "Maison Clerc", "Zéphyra",
              "Les Prés Verts", "Électra+", "Douceline", "Côte & Mer"),
    "germ": ("Listeria monocytogenes", "Salmonella", "Corps étrangers", "Allergène non déclaré", "Escherichia coli"),
    "harm": ("Risque d’étouffement", "Choc électrique", "Incendie", "Teneur en plomb", "Risque de chute"),
    "shops": ("Carrefour Sud", "grandes surfaces", "vente en ligne", "marchés", "pharmacies", "France entière"),
}  # fmt: skip
RECALL_PRODUCTS = (
    "Saucisson sec pur porc {n}0 g|Alimentation|{germ}|{brand}|{shops}",
    "Fromage au lait cru {n}0 g|Alimentation|{germ}|{brand}|{shops}",
    "Peluche ours {n} cm|Bébés-Enfants|{harm}|{brand}|{shops}",
    "Chargeur USB {n} W|Appareils|{harm}|{brand}|{shops}",
    "Lait infantile 2e âge {n}0 g|Bébés-Enfants|{germ}|{brand}|{shops}",
    "Sauce pesto {n}0 g|Alimentation|{germ}|{brand}|{shops}",
    "Trottinette électrique T{n}|Sports|{harm}|{brand}|{shops}",
    "Tahini complet {n}0 g|Alimentation|{germ}|{brand}|{shops}",
    "Crème solaire SPF {n}|Hygiène-Beauté|{harm}|{brand}|{shops}",
    "Salade de riz au thon {n}0 g|Alimentation|{germ}|{brand}|{shops}",
    "Siège auto groupe {n}|Automobiles|{harm}|{brand}|{shops}",
    "Épinards hachés surgelés|Alimentation|{germ}|{brand}|{shops}",
    "Bougie parfumée n° {n}|Maison|{harm}|{brand}|{shops}",
    "Steaks hachés x{n}|Alimentation|{germ}|{brand}|{shops}",
    "Bijou fantaisie réf. {n}|Maison|{harm}|{brand}|{shops}",
    "Siphon à chantilly {n} cl|Maison|{harm}|{brand}|{shops}",
)
RECALL_SORTS = (
    "Alimentation",
    "Bébés-Enfants",
    "Hygiène-Beauté",
    "Automobiles",
    "Appareils",
    "Maison",
    "Sports",
)
RECALL_CAMPAIGNS = (
    "Barbecue : les bons gestes", "Inscrivez-vous aux alertes", "Que faire d’un produit rappelé ?",
    "Jouets : vérifiez le marquage", "Rappels : bilan de l’année", "Signaler un produit dangereux",
)  # fmt: skip

PRESS_SLOTS: Slots = {
    "name": ("Amélia Cossa", "Jorge Mabunda", "Lurdes Tembe", "Hélder Chissano", "Inês Quitumbo", "Paulo Zandamela",
             "Teresa Macuácua", "Nuno Kapitango", "Graça Muianga", "Rui Sambo", "Dinis Cassoma", "Marta Nhaca",
             "Osvaldo Lopes", "Célia Bunga", "Abel Ngonga", "Fátima Issufo", "Tomás Vunge", "Rosa Langa"),
    "paper": ("Rádio Maré", "Jornal da Costa", "Folha do Planalto", "TV Savana", "independente", "Rádio Comunitária"),
    "town": ("Porto Alto", "Namuira", "Vila Cazanga", "Pemba Nova", "Lumbala", "Santa Rita", "Quelo"),
    "article": ("difamação", "desobediência", "segurança do Estado", "uso de drone", "incitamento",
                "divulgação de segredo"),
    "country": ("Lisboa", "Maputo", "Luanda", "Bruxelas", "Praia", "Bissau", "Paris", "São Tomé"),
}  # fmt: skip
PRESS_STATES = (
    "Em liberdade com caução",
    "Acusação formal",
    "Condenado em 1.ª instância",
    "Transferido de prisão",
)
PRESS_FREED = "Libertado"
PRESS_STORIES = (
    "Quem é {name}? A voz de {town}", "{n} cartas para {name}", "Na cela com {name}", "A família de {name} em {town}",
)  # fmt: skip
PRESS_VOICES = (
    "Assinei de {country}. Ninguém deve ser preso por escrever em {town}.",
    "Ouvi {name} na {paper} durante {n} anos. Força!",
    "Doei {n} euros. Partilhem, por favor.",
    "Vigília em {country}, {hour}, em frente à embaixada. Venham.",
    "Sem a {paper}, {town} não sabe de nada.",
)
