"""What stands on the kiosk's rope: the front page of a Greek national daily."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_STORIES = (
    ("politics", "ΠΟΛΙΤΙΚΗ", ("Σύγκρουση στη Βουλή για τα {n} εκατ. των απευθείας αναθέσεων",
     "«Δείξτε τις συμβάσεις»: ένταση στην Ολομέλεια", "Εξεταστική για τις αναθέσεις ζητεί η αντιπολίτευση"),
     ("Ο {p} κατέθεσε φάκελο με {k} συμβάσεις, ο υπουργός μίλησε για «συκοφαντίες».",
     "Την πρόταση υπογράφουν {n} βουλευτές, η ψηφοφορία ορίστηκε για την Πέμπτη.")),
    ("city", "ΕΛΛΑΔΑ", ("Φωτιά {s}: εκκενώθηκαν {k} οικισμοί", "Ολονύχτια μάχη με τις φλόγες {s}",
     "Σε ύφεση η φωτιά {s}, μένουν αναζωπυρώσεις"),
     ("Επιχειρούν {n} πυροσβέστες και {k} αεροσκάφη, ο άνεμος αλλάζει κατεύθυνση.",
     "Στις φλόγες {k} σπίτια· ο {p} ζητεί να κηρυχθεί ο δήμος σε κατάσταση έκτακτης ανάγκης.")),
    ("economy", "ΟΙΚΟΝΟΜΙΑ", ("Νέα ρύθμιση για χρέη στην Εφορία έως {n} δόσεις",
     "Οι {n} δόσεις και οι παγίδες για τους οφειλέτες", "Άνοιξε η πλατφόρμα της ρύθμισης και «έπεσε» σε μία ώρα"),
     ("Εντάσσονται οφειλές έως {n}.000 ευρώ, με επιτόκιο {k}%.",
     "Ο {p} δεσμεύθηκε ότι δεν θα χαθεί δόση για όσους δεν μπόρεσαν να συνδεθούν.")),
    ("city", "ΕΛΛΑΔΑ", ("Σεισμός {k},{d} Ρίχτερ ταρακούνησε {a}", "{c}: μετασεισμοί και {n} ακατάλληλα κτίρια",
     "Κλειστά σχολεία μετά τον σεισμό {s}"),
     ("Το εστιακό βάθος ήταν {n} χιλιόμετρα· δεν υπάρχουν αναφορές για τραυματίες.",
     "Κλιμάκια μηχανικών έλεγξαν {n} σπίτια, ο {p} συνιστά ψυχραιμία.")),
    ("politics", "ΔΙΚΑΙΟΣΥΝΗ", ("Κάθειρξη {k} ετών στον πρώην δήμαρχο για υπεξαίρεση {s}",
     "Έφεση ασκεί η εισαγγελέας για τον πρώην δήμαρχο", "Ελεύθερος με εγγύηση {n}.000 ευρώ ο πρώην δήμαρχος"),
     ("Το δικαστήριο δεν αναγνώρισε ελαφρυντικά, οι συγκατηγορούμενοι αθωώθηκαν.",
     "Ο συνήγορός του {p} έκανε λόγο για «πολιτική δίκη».")),
    ("world", "ΝΑΥΤΙΛΙΑ", ("Προσάραξη πλοίου με {n} επιβάτες έξω από λιμάνι {s}",
     "Σώοι οι {n} επιβάτες, ρυμουλκό πλησιάζει το πλοίο", "Απαγορευτικό απόπλου μετά την προσάραξη {s}"),
     ("Στο πλοίο έφθασαν {k} σκάφη του Λιμενικού, οι άνεμοι είναι {k} μποφόρ.",
     "Ο πλοίαρχος {p} κατέθεσε ότι έμεινε χωρίς πηδάλιο για {n} δευτερόλεπτα.")),
    ("city", "ΕΡΓΑΣΙΑ", ("Χωρίς μετρό και τραμ την {w}", "Παράνομη η απεργία στο μετρό, λέει το Πρωτοδικείο",
     "Κανονικά τα δρομολόγια την {w}"), ("Οι εργαζόμενοι ζητούν {n} προσλήψεις, η διοίκηση αντιπροτείνει τις μισές.",
     "Ο {p}, πρόεδρος του σωματείου, κάλεσε για νέα συνέλευση στις {h}:00.")),
    ("science", "ΥΓΕΙΑ", ("Κλείνουν {k} χειρουργικά τραπέζια στο νοσοκομείο {s}",
     "Παραιτήθηκαν {k} αναισθησιολόγοι {s}", "Γιατροί με «μπλοκάκι» στο νοσοκομείο {s}"),
     ("Στη λίστα αναμονής βρίσκονται {n}0 ασθενείς, λέει η ένωση γιατρών.",
     "Ο διοικητής {p} υπόσχεται να ξανανοίξουν έως τις {n2} του μήνα.")),
    ("world", "ΚΟΣΜΟΣ", ("Εύθραυστη εκεχειρία ύστερα από {n} μέρες βομβαρδισμών",
     "Παραβιάστηκε η εκεχειρία, {n} νεκροί σε αγορά", "Νέος γύρος συνομιλιών, μεσολαβούν {k} χώρες"),
     ("Αυτοκινητοπομπή με {n} φορτηγά τροφίμων περίμενε στα σύνορα όλη τη νύχτα.",
     "Το Συμβούλιο Ασφαλείας συνεδριάζει εκτάκτως στις {h}:00 ώρα Ελλάδος.")),
    ("world", "ΕΥΡΩΠΗ", ("Πτώση κυβέρνησης με {n} ψήφους διαφορά",
     "Πρόωρες εκλογές την {w}, δείχνουν οι διαβουλεύσεις", "Εντολή σχηματισμού κυβέρνησης για τρεις μέρες"),
     ("Ο {k2}ος πρωθυπουργός σε πέντε χρόνια έχασε την ψήφο εμπιστοσύνης.",
     "Οι αγορές αντέδρασαν με άνοδο των αποδόσεων κατά {n} μονάδες βάσης.")),
    ("sport", "ΑΘΛΗΤΙΚΑ", ("Ανατροπή με γκολ στο {n}΄ και πρόκριση στον τελικό",
     "Σκηνικό τελικού: {n}.000 εισιτήρια σε δύο ώρες", "Τιμωρία {k} αγωνιστικών μετά τον ημιτελικό"),
     ("Ο {p} σκόραρε δύο φορές, ο διαιτητής συμβουλεύθηκε το VAR {k} φορές.",
     "Το πειθαρχικό συνεδριάζει ξανά, η ομάδα προσφεύγει.")),
    ("culture", "ΠΟΛΙΤΙΣΜΟΣ", ("Μακεδονικός τάφος με {k} κτερίσματα βρέθηκε {s}", "Άθικτη η είσοδος του τάφου {s}",
     "Αρχαιοκάπηλοι είχαν προλάβει τον τάφο {s}"), ("Η ανασκαφή ξεκίνησε για ένα φρεάτιο αποχέτευσης, λέει ο {p}.",
     "Χρονολογείται στον 4ο αιώνα π.Χ.· η περιοχή φυλάσσεται.")),
    ("economy", "ΟΙΚΟΝΟΜΙΑ", ("Πρόστιμο {n} εκατ. σε πάροχο ρεύματος για παραπλάνηση",
     "Προσφυγή του παρόχου για το πρόστιμο των {n} εκατ.", "Πίσω {n} ευρώ σε κάθε καταναλωτή ρεύματος"),
     ("Η Αρχή έκρινε κρυφή τη ρήτρα σε {n}.000 συμβόλαια.",
     "Οι καταναλωτές δεν χρειάζεται να υποβάλουν αίτηση, λέει ο {p}.")),
    ("city", "ΕΛΛΑΔΑ", ("Κατέρρευσε γέφυρα {s} λίγο μετά τη διέλευση λεωφορείου",
     "Έρευνα για τη γέφυρα {s}: αγνοήθηκαν {k} προειδοποιήσεις", "Απομονωμένα {k} χωριά {s}"),
     ("Το ποτάμι είχε ανέβει κατά {k} μέτρα, ο στρατός στήνει γέφυρα Μπέλεϊ.",
     "Ο αντιπεριφερειάρχης {p} παραιτήθηκε.")),
    ("culture", "ΚΟΙΝΩΝΙΑ", ("Έφυγε από τη ζωή ο {p}", "Στο πρώτο νεκροταφείο ο {p}, συρροή κόσμου",
     "Ο {p} με τα λόγια των μαθητών του"), ("Ο ηθοποιός και δάσκαλος ήταν 8{k} ετών.",
     "Δημοσία δαπάνη η κηδεία, την {w} στις {h}:00.")),
    ("politics", "ΠΑΙΔΕΙΑ", ("Διέρρευσε θέμα των εξετάσεων {s}", "Επαναλαμβάνεται το μάθημα για {n}00 υποψηφίους",
     "Δύο συλλήψεις για τη διαρροή θέματος"), ("Το υπουργείο πληροφορήθηκε τη διαρροή στις {h}:{n}, λέει η επιτροπή.",
     "Η νέα ημερομηνία είναι η {w}· οι γονείς αντιδρούν.")),
    ("world", "ΜΕΤΑΝΑΣΤΕΥΤΙΚΟ", ("Ναυάγιο {s}: {n} διασωθέντες, αγνοούνται {k}",
     "Καταθέσεις για το ναυάγιο {s}: «μας άφησαν ώρες»", "Τέσσερις διακινητές στον ανακριτή για το ναυάγιο"),
     ("Το σκάφος εντοπίστηκε από φορτηγό πλοίο στις {h}:{n}.",
     "Οι έρευνες συνεχίζονται με {k} πλοία και ένα ελικόπτερο.")),
    ("politics", "ΠΟΛΙΤΙΚΗ", ("Δημοσκόπηση: στις {k} μονάδες η διαφορά", "Διαγραφή βουλευτή {s} ύστερα από δηλώσεις",
     "Ανεξάρτητος ο {p}"), ("Το {n}% δηλώνει αναποφάσιστο, τρίτο κόμμα καταγράφεται για πρώτη φορά διψήφιο.",
     "«Δεν παραδίδω την έδρα», είπε ο {p} από το βήμα.")),
    ("city", "ΑΣΤΥΝΟΜΙΑ", ("Ληστεία σε χρηματαποστολή {s} με λεία {n}0.000 ευρώ", "Κάηκε το όχημα των ληστών {s}",
     "Χειροπέδες σε {k} για τη χρηματαποστολή"), ("Πέντε άτομα με καλάσνικοφ έκλεισαν τον δρόμο με νταλίκα.",
     "Αναγνωρίστηκε από τατουάζ ο {n}χρονος αρχηγός, λέει η Ασφάλεια.")),
    ("science", "ΠΕΡΙΒΑΛΛΟΝ", ("Ψάρια ξεβράζονται κατά τόνους {s}", "Τοξικά {k} φορές πάνω από το όριο {s}",
     "Σφραγίστηκε εργοστάσιο {s}"), ("Απαγορεύθηκε η αλιεία ώσπου να βγουν τα αποτελέσματα {n} δειγμάτων.",
     "Η εισαγγελία παρήγγειλε έρευνα, ο {p} αρνείται κάθε ευθύνη.")),
    ("city", "ΑΓΡΟΤΕΣ", ("Μπλόκα με {n} τρακτέρ {s}", "Ανοίγουν για {k} ώρες τα μπλόκα {s}",
     "Ραντεβού με τον υπουργό δέχθηκαν οι αγρότες"), ("Ζητούν αποζημίωση {n}0 ευρώ το στρέμμα για τον παγετό.",
     "Εκπρόσωπός τους, ο {p}, είπε ότι τα τρακτέρ μένουν στον δρόμο.")),
)  # fmt: skip
_TOWNS = (("στην Κέρκυρα", "Κέρκυρα", "την Κέρκυρα"), ("στον Βόλο", "Βόλος", "τον Βόλο"), ("στα Χανιά", "Χανιά",
          "τα Χανιά"), ("στην Πάτρα", "Πάτρα", "την Πάτρα"), ("στη Λέσβο", "Λέσβος", "τη Λέσβο"), ("στην Εύβοια",
          "Εύβοια", "την Εύβοια"), ("στη Ζάκυνθο", "Ζάκυνθος", "τη Ζάκυνθο"), ("στην Καβάλα", "Καβάλα", "την Καβάλα"),
          ("στη Ρόδο", "Ρόδος", "τη Ρόδο"), ("στο Ηράκλειο", "Ηράκλειο", "το Ηράκλειο"), ("στη Σάμο", "Σάμος",
          "τη Σάμο"))  # fmt: skip
_PEOPLE = ("Σ. Μαραγκός", "Π. Δελής", "Ν. Κουτρούλης", "Α. Βενέτης", "Θ. Ζερβουδάκης", "Γ. Λαμπρίδης", "Ι. Τσιρώνης",
           "Κ. Φασουλάς", "Λ. Μπότσης", "Μ. Αρκουδέας", "Χρ. Πετρίδης")  # fmt: skip
_WEEKDAYS = ("Τρίτη", "Τετάρτη", "Πέμπτη", "Παρασκευή", "Κυριακή")
_DAYS = ("Δευτέρα", "Τρίτη", "Τετάρτη", "Πέμπτη", "Παρασκευή", "Σάββατο", "Κυριακή")
_ALARMS = ("Διακοπή ρεύματος σε όλη την Αττική", "Ισχυρή έκρηξη σε διυλιστήριο, καπνός πάνω από τον κόλπο",
           "Παραιτήθηκε ο υπουργός Μεταφορών", "Κλειστή η εθνική οδός και στα δύο ρεύματα",
           "Ομηρία σε τράπεζα στο κέντρο", "Εκκενώνεται το αεροδρόμιο ύστερα από τηλεφώνημα",
           "Προειδοποίηση 112 για πλημμύρα", "Αποφυλακίζεται ο εφοπλιστής",
           "Εκτός τροχιάς επιβατική αμαξοστοιχία")  # fmt: skip
_COLUMNS = (("Η μοναξιά του ελεγκτή", "Μαρία Δούκα"), ("Ποιος φοβάται τα πρακτικά;", "Τάσος Ρεμούνδος"),
            ("Το δάσος που δεν μετρήσαμε", "Ελένη Σκόρδα"), ("Γράμμα σε έναν πρωτοετή", "Νίκος Αβραμίδης"),
            ("Μια χώρα σε αναμονή", "Βάσω Κεφαλά"), ("Όταν σωπαίνουν οι αριθμοί", "Πέτρος Γκίκας"),
            ("Το χρέος και το χρέος μας", "Άννα Λιάπη"), ("Η πόλη χωρίς παγκάκια", "Σταύρος Ντόκος"))  # fmt: skip
_POPULAR = ("Πέντε λάθη όταν πλένουμε το ρύζι", "Ζώδια: η μέρα των Ιχθύων", "Ποιοι παίρνουν επίδομα τον Ιούνιο",
            "Η παραλία που δεν έχει ομπρέλες", "Το κουίζ των πρωτευουσών", "Τι τρώει ο αρχηγός της Εθνικής",
            "Γιατί ξυπνάμε στις τρεις", "Ο σκύλος που πήρε το τρένο", "Τα μαλλιά της παρουσιάστριας",
            "Συνταγή: φακές σαλάτα", "Πόσο κοστίζει ένα δωμάτιο στην Πάρο", "Το βίντεο με την αρκούδα",
            "Διαζύγιο στη σόουμπιζ", "Κινητό: η ρύθμιση που τρώει μπαταρία", "Σπίτι 28 τ.μ. που μοιάζει με 60",
            "Οι αργίες του 2027", "Γιατρός εξηγεί τον πόνο στη μέση", "Ποια φυτά διώχνουν κουνούπια")  # fmt: skip
_VOICES = ("Τα ίδια λέγατε και πέρσι.", "Συγχαρητήρια στους πυροσβέστες.", "Και ποιος θα πληρώσει; Εμείς.",
           "Διαγράψτε το σχόλιο {n}.", "Μένω {n} χρόνια εκεί, δεν είναι έτσι.", "Επιτέλους ένα σοβαρό άρθρο.",
           "Κάποιος να το στείλει στον υπουργό.", "Ο {n} τα λέει όλα.", "Ούτε ένας δεν παραιτήθηκε.",
           "Φωτογραφία από άλλη χρονιά;", "Πάλι κόλλησε η εφαρμογή σας.")  # fmt: skip
_SOLD = ("Εξοχικό με {n}.000 ευρώ", "Ηλιακός σε {n} δόσεις", "Στρώμα με δοκιμή {n} νύχτες", "Κρουαζιέρα από {n} ευρώ",
         "Γυαλιά πολυεστιακά", "Μεταπτυχιακό εξ αποστάσεως", "Ασφάλεια αυτοκινήτου από {n} ευρώ",
         "Εμφυτεύματα σε μία μέρα")  # fmt: skip
_SHARES = ("ΑΛΦΑ", "ΔΕΗ", "ΕΛΛ", "ΜΟΗ", "ΟΠΑΠ", "ΤΙΤΑΝ", "ΕΥΔΑΠ", "ΟΤΕ", "ΒΙΟ")
_ASKED = ("Κάνετε διακοπές Ιούλιο ή Αύγουστο;", "Πληρώνετε με κάρτα στη λαϊκή;",
          "Διαβάζετε τυπωμένη εφημερίδα;")  # fmt: skip
_SONGS = ("Καραβάκι στο Αιγαίο", "Νύχτα με δύο φεγγάρια", "Το τρένο των επτά", "Μικρή μπαλάντα",
          "Δελτίο κυκλοφορίας", "Σερενάτα")  # fmt: skip

Kind = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""A picture's subject, a section, headlines and paragraphs."""


@dataclass(frozen=True)
class Article:
    """A story: which one, how often its headline and its paragraph were written anew, and its photograph."""

    number: int
    title: int = 0
    words: int = 0
    photo: str = ""


class Proinologos(GeneratedSite):
    """A national daily: a lead below a billboard, cards, a list; columnists at its left, songs at its right."""

    slug = "proinologos"
    hard = "Greek; a billboard of any height above the lead, new leads under old photographs, alarms that go"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fffdf8", ink="#161616", muted="#78736a", line="#d8d2c4", accent="#0b4f8a",
        lead_px=33, top_px=18, card="#f3eee2",
        extra=(
            ".masthead{border-top:4px double #161616;border-bottom:1px solid #161616;text-align:center}"
            "h4{text-transform:none}"
            ".menou{background:#0b4f8a;color:#fff;font:bold 13px/18px 'Liberation Sans'}.menou span{margin-right:24px}"
            ".ektakto{background:#c1121f;color:#fff}.ektakto h2{margin:0;font:bold 20px/26px 'Liberation Sans'}"
            ".kyrio .k,.kartes .k,.lista .k{color:#0b4f8a;font:bold 12px/16px 'Liberation Sans';letter-spacing:1px}"
            ".kyrio p{font-size:17px;line-height:24px;margin:8px 0}.lista{border-top:3px solid #161616}"
            ".gnomes{background:#f3eee2}.gnomes em{font:italic 13px/18px 'Liberation Serif';color:#78736a}"
            ".dimofili b{color:#c1121f;font:bold 20px/20px 'Liberation Serif';margin-right:8px}"
            ".radio{background:#161616;color:#fff}"
            ".rating i{display:block;height:12px;background:#0b4f8a}.sxolia p{margin-bottom:8px;font-size:14px}"
            ".oikos{background:#f3eee2;padding:22px 12px;margin-bottom:14px}"
            ".pliromeno{background:#f7f4ec}.cookies{background:#222;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [self._new(number) for number in range(10, 0, -1)]
        alarm, until = -1, 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            awake = 3 <= at.hour <= 20
            pace = (1.0 if awake else 0.12) if hour else 0.0
            shown = self._edited(shown, hour, pace)
            if alarm >= 0 and hour >= until:
                alarm = -1
            elif alarm < 0 and self.chance.happens(0.03 * pace, "alarm", hour):
                alarm, until = hour // 5, hour + self.chance.between(1, 5, "alarm lasts", hour)
            words = self._alarm(alarm)
            title, standfirst = self._told(shown[0])
            news = (*words, title, standfirst, *(self._told(item)[0] for item in shown[1:]))
            day = (hour + 4) // 24
            yield PageState(
                rows=tuple(self._page(shown, words, hour, at)),
                news=news,
                secondary=tuple(name for name, _ in self._columns(day)),
                overlays=self._asks(hour),
            )

    def _edited(self, shown: Sequence[Article], hour: int, pace: float) -> list[Article]:
        """The front page an hour later: a new lead or a new story lower down, or words and photographs changed."""
        shown, newest = list(shown), max(item.number for item in shown)
        what = self.chance.number("does", hour) / pace if pace else 1.0
        if what < 0.11:
            new = self._new(newest + 1)
            if self.chance.happens(0.3, "old photograph", hour):
                new = replace(new, photo=shown[0].photo)
            shown = [new, *shown[:9]]
        elif what < 0.23:
            place = self.chance.pick((1, 1, 2, 3, 4, 5, 6), "place", hour)
            shown = [*shown[:place], self._new(newest + 1), *shown[place:9]]
        elif what < 0.31:
            place = self.chance.pick((0, 0, 0, 1, 2, 5), "retitled", hour)
            shown[place] = replace(shown[place], title=shown[place].title + 1)
        elif what < 0.38:
            shown[0] = replace(shown[0], words=shown[0].words + 1)
        elif what < 0.48:
            place = self.chance.below(4, "photographed", hour)
            subject = shown[place].photo.partition("-")[0]
            shown[place] = replace(shown[place], photo=f"{subject}-{hour}-{place}")
        return shown

    def _new(self, number: int) -> Article:
        (subject, *_), _ = self._kind(number)
        return Article(number, photo=f"{subject}-{number}")

    def _kind(self, number: int) -> tuple[Kind, tuple[str, str, str]]:
        pools = told(self.chance.child("told"), ([str(k) for k in range(len(_STORIES))], _PEOPLE), number)
        return _STORIES[int(pools[0])], _TOWNS[(number * 4 + int(pools[0])) % len(_TOWNS)]

    def _told(self, item: Article) -> tuple[str, str]:
        (_, _, titles, standfirsts), (where, town, object_) = self._kind(item.number)
        draw = self.chance.child("figures", item.number)
        turn = self.chance.child("turn", item.number, item.words // len(standfirsts))
        k = draw.between(3, 7, "k")
        shared = {"s": where, "c": town, "a": object_, "p": draw.pick(_PEOPLE, "p"), "k": k,
                  "k2": k + 1, "d": draw.between(1, 9, "d"),
                  "h": draw.between(10, 21, "h"), "w": draw.pick(_WEEKDAYS, "w")}  # fmt: skip
        title = titles[min(item.title, len(titles) - 1)].format(n=draw.between(12, 58, "n"), **shared)
        if item.title >= len(titles):
            title += f": τι γνωρίζουμε ως τις {(9 + item.title) % 24}:00"
        words = standfirsts[item.words % len(standfirsts)].format(
            n=turn.between(12, 58, "words n"), n2=turn.between(12, 30, "n2"), **shared
        )
        return title, words

    def _alarm(self, alarm: int) -> tuple[str, ...]:
        if alarm < 0:
            return ()
        return (told(self.chance.child("alarms"), (_ALARMS,), alarm)[0],)

    def _columns(self, day: int) -> list[tuple[str, str]]:
        return [_COLUMNS[(day * 5 + seat) % len(_COLUMNS)] for seat in range(5)]

    def _asks(self, hour: int) -> tuple[Overlay, ...]:
        """Now and then the notice about cookies, or the call to subscribe, for an hour."""
        if not self.chance.happens(0.12, "asks", hour):
            return ()
        words = self.chance.pick(
            ("Με τη συγκατάθεσή σας, εμείς και {n} συνεργάτες αποθηκεύουμε cookies.",
             "Γίνετε συνδρομητής με {n} λεπτά τη μέρα."),
            "asked", hour,
        ).format(n=self.chance.between(20, 900, "partners", hour))  # fmt: skip
        html = f"<h2>{words}</h2><p>Αποδοχή · Ρυθμίσεις · Όχι τώρα</p>"
        return (Overlay(panels.plain("cookies", 620, html), 190, self.chance.pick((380, 640), "y", hour)),)

    def _page(self, shown: Sequence[Article], alarm: Sequence[str], hour: int, at: datetime) -> list[Row]:
        local = at + timedelta(hours=3)
        air = self.chance.between(13, 29, "air", hour // 2)
        note = f"{_DAYS[local.weekday()]} {local.day} Μαΐου 2026 · {local:%H:%M} · Αθήνα {air}°"
        height = self.chance.pick((0, 90, 90, 180, 250, 320), "billboard", hour)
        rows = [
            row(panels.masthead("Πρωινός Λόγος", 1000, note, height=74), tag="header"),
            row(panels.plain("menou", 1000, "".join(f"<span>{name}</span>" for name in
                ("Πολιτική", "Οικονομία", "Ελλάδα", "Κόσμος", "Αθλητικά", "Πολιτισμός", "Γνώμες", "Βίντεο")))),
            row(self._shares(hour)),
        ]  # fmt: skip
        rows += [
            row(panels.plain("ektakto", 1000, f"<h2>ΕΚΤΑΚΤΟ · {words}</h2>", is_news=True)) for words in alarm
        ]
        sold = self.adverts.advert("side", 60 * hour, 256, self.chance.pick((250, 420, 600), "px", hour))
        rows += [
            row(
                [self._opinions(hour), self._poll(hour), self._print(local)],
                [self._lead(shown[0], hour), self._cards(shown[1:5], hour)],
                [panels.advert(sold, "plai", 280), self._radio(hour), self._voices(hour)],
                tag="main",
            ),
            row(self._paid(hour)),
            row(self._list(shown[5:]), self._popular(hour)),
            row(
                panels.plain("telos", 1000, '<p class="small">Ταυτότητα · Όροι χρήσης · RSS</p>'),
                tag="footer",
            ),
        ]
        if height:
            billboard = self.adverts.advert("top", 60 * hour, 970, height)
            rows.insert(0, row(panels.advert(billboard, "diafimisi", 1000)))
        return rows

    def _lead(self, item: Article, hour: int) -> Panel:
        title, words = self._told(item)
        (_, section, *_), _ = self._kind(item.number)
        said = f"{self.chance.between(4, 690, 'said', item.number, hour)} σχόλια"
        html = (
            f'<p class="k">{section}</p><h1><a href="{ORIGIN}/a/{item.number}">{escape(title)}</a></h1>'
            f'{panels.image(item.photo, 476, 290)}<p>{escape(words)}</p><p class="small">{said}</p>'
        )
        return panels.plain("kyrio", 500, html, is_news=True)

    def _cards(self, items: Sequence[Article], hour: int) -> Panel:
        """Four stories, two beside two, with a house advertisement between the pairs at times."""
        pairs = []
        for pair in (items[:2], items[2:]):
            inside = "".join(
                f'<div>{panels.image(item.photo, 230, 140)}<p class="k">{self._kind(item.number)[0][1]}</p>'
                f'<h2><a href="{ORIGIN}/a/{item.number}">{escape(self._told(item)[0])}</a></h2></div>'
                for item in pair
            )
            pairs.append(f'<div class="cards" style="margin-bottom:14px">{inside}</div>')
        if self.chance.happens(0.4, "house", hour // 2):
            words = self.chance.pick(
                ("Κάθε Σάββατο με την εφημερίδα: αστυνομικό μυθιστόρημα", "Podcast: ο φάκελος"),
                "h", hour // 2,
            )  # fmt: skip
            pairs.insert(1, f'<h3 class="oikos">{words}</h3>')
        return panels.plain("kartes", 500, "".join(pairs), is_news=True)

    def _list(self, items: Sequence[Article]) -> Panel:
        lines = "".join(
            f'<li><p class="k">{self._kind(item.number)[0][1]}</p><h2><a href="{ORIGIN}/a/{item.number}">'
            f"{escape(self._told(item)[0])}</a></h2></li>"
            for item in items
        )
        return panels.plain("lista", 600, f"<h4>Ακόμη στην επικαιρότητα</h4><ul>{lines}</ul>", is_news=True)

    def _shares(self, hour: int) -> Panel:
        items = "".join(
            f"<span>{name} <b>{self.chance.between(200, 3_899, 'price', name, hour) / 100:.2f}</b></span>"
            for name in self.chance.shuffled(_SHARES, "shares", hour // 4)[:8]
        )
        style = "display:flex;justify-content:space-between"
        return panels.plain("times", 1000, f'<div class="small" style="{style}">{items}</div>')

    def _opinions(self, hour: int) -> Panel:
        lines = "".join(
            f"<li><h3>{title}</h3><em>{name}</em></li>" for title, name in self._columns((hour + 4) // 24)
        )
        return panels.plain("gnomes", 220, f"<h4>Γνώμες</h4><ul>{lines}</ul>")

    def _poll(self, hour: int) -> Panel:
        lines = "".join(
            f'<p>{words}</p><i style="width:{self.chance.between(20, 190, "poll", words, hour)}px"></i>'
            for words in ("Ναι", "Όχι", "Εξαρτάται")
        )
        return panels.plain("rating", 220, f"<h4>Η ερώτηση</h4><h3>{_ASKED[hour // 30 % 3]}</h3>{lines}")

    def _print(self, local: datetime) -> Panel:
        shown = panels.image(f"culture-fyllo-{local.day}", 196, 300)
        return panels.plain("fyllo", 220, f"<h4>Το φύλλο της ημέρας</h4>{shown}")

    def _popular(self, hour: int) -> Panel:
        lines = "".join(
            f"<li><h3><b>{place + 1}</b>{words}</h3></li>"
            for place, words in enumerate(self.chance.shuffled(_POPULAR, "popular", hour)[: 8 + hour % 3])
        )
        return panels.plain("dimofili", 400, f"<h4>Δημοφιλή τώρα</h4><ul>{lines}</ul>")

    def _radio(self, hour: int) -> Panel:
        song, here = self.chance.pick(_SONGS, "song", hour), self.chance.between(300, 7_000, "listen", hour)
        html = f"<h4>Ραδιόφωνο 98,6</h4><h3>♪ {song}</h3><p>{here} ακούν μαζί σας</p>"
        return panels.plain("radio", 280, html)

    def _paid(self, hour: int) -> Panel:
        tall = self.chance.pick((110, 150, 220), "paid px", hour // 2)
        cards = "".join(
            f"<div>{panels.image(f'culture-dorea-{number}', 232, tall)}<h3>"
            f"{_SOLD[number].format(n=self.chance.between(19, 95, 'paid', number, hour // 6))}</h3></div>"
            for number in self.chance.shuffled(range(len(_SOLD)), "paid", hour)[:4]
        )
        return panels.plain(
            "pliromeno", 1000, f'<h4>Προτάσεις συνεργατών</h4><div class="cards">{cards}</div>'
        )

    def _voices(self, hour: int) -> Panel:
        lines = "".join(
            f'<p>{words.format(n=self.chance.between(3, 40, "voice", words, hour))}<br><span class="small">'
            f"πριν από {self.chance.between(1, 59, 'ago', words, hour)} λεπτά</span></p>"
            for words in self.chance.shuffled(_VOICES, "voices", hour)[
                : self.chance.between(4, 9, "many", hour)
            ]
        )
        return panels.plain("sxolia", 280, f"<h4>Οι αναγνώστες</h4>{lines}")


UNSEEN_EPHEMERIDES = (Proinologos,)
