"""The English words of the port city's daily: its stories and the noise around them."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("|"))


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


TEAMS = _words("""
Harwick Town|Marlport Rovers|Skerry Athletic|Dunmoor City|Port Ellary|Cragside Rangers|Fenwold United|
Saltby Harriers|Teviot Vale|Aldercombe|the Lantern Street Lions|Whitmore Wasps|Brannoch|the Estuary Giants|
Kettle Hill|Norhaven Storm
""")
PEOPLE = _words("""
Ailsa Pemberton|Kofi Drummond|Joss Tremain|Marek Havelka|Bríd Connolly|Tomos Prys|Leila Sandoval|
Owen Atherley|Yusuf Kaplan|Greta Lindqvist|Dev Chaudhury|Niamh Orchard|Callum Stroud|Inês Barreto|
Rory MacAskill|Hana Vesely|Theo Blackwood|Simone Achterberg|Ibrahim Sow|Fay Winterbourne
""")
ROLES = _words("""
captain|head coach|goalkeeper|fly-half|opening bowler|sprinter|owner|physio|teenage winger|chairwoman
""")
HOUSES = _words("""
the Harbour Theatre|Marlport Opera|the Tollgate Gallery|the Sea Shanty Festival|the City Ballet|
the Glass Organ Prize|the Old Customs House museum|the Rope Walk cinema|the Estuary Philharmonic|
the Lighthouse Book Fair|the Puppet Works|the Coal Drop Jazz Club|the Maritime Chorus|
the Kelp Street studios
""")
WORKS = _words("""
a lost Purcell masque|an opera about herring|a nine-hour Lear|the Viking hoard show|
a ballet set in a shipyard|a film shot on one tram|the Brontë letters|a silent musical|the quilt biennale|
a concerto for foghorn|a stage version of Middlemarch|the Turner watercolours|a lamplit Messiah|
a circus without tents
""")
COMPETITIONS = _words("""
the County Shield|the Northern Cup|the play-offs|the Tideway regatta|the Coastal League|the half marathon|
the T20 finals|the indoor championships|the derby|the Women's Premier final
""")
INJURIES = _words("a torn hamstring|a broken wrist|concussion|a stomach bug|a knee operation|a back spasm")
HEADLINES = _words("""
{m} {v1} {t} to {c}|{t} {v2} {m} after {w}|{m} out of {c} with {i}|{a} {v3} {k}|{m} {v4} {a} over {k}|
{t} {v5} in {c}|{k} {v6} at {a}|{t} {r} {m} banned for {n} matches|How {m} {v7} {c}|
{a} {v8} as {m} walks away|{t} and {u} {v9} before {c}|{m}: ‘{q}’
""")
# Keyed by the places in HEADLINES; the order is the order in which a story draws them.
FILLS = {
    "v1": _words("fires|drags|steers|carries|inspires|guides"),
    "v2": _words("sack|back|fine|re-sign|suspend|recall|drop|sell"),
    "v3": _words("unveils|cancels|revives|postpones|rescues|abandons|sells out"),
    "v4": _words("sues|quits|joins|saves|stuns|forgives"),
    "v5": _words("""
crash out|survive a scare|snatch victory|throw away a lead|end a ten-year wait|are docked points|
hold their nerve
"""),
    "v6": _words("""
opens to cheers|is booed off|breaks records|closes early|wins the jury prize|runs out of money|
gets a second season
"""),
    "v7": _words("won back|lost|lit up|turned round|nearly missed|saved"),
    "v8": _words(
        "faces closure|wins its grant|seeks a new director|reopens|loses its sponsor|moves to the docks"
    ),
    "v9": _words("trade insults|swap keepers|share the gate|agree a truce|appeal together|call off talks"),
    "w": _words("""
a heavy defeat|talks on Tuesday|the doping hearing|a dressing-room row|a late U-turn|three straight wins|
a fans' protest|a medical
"""),
    "q": _words("""
I never doubted us for a second|This is not the end|We owe the city an apology|I would do it all again|
They laughed at us in August|Nobody told the players|The stage is my pitch
"""),
}
FIRST_SENTENCES = _lines("""
A crowd of {n} saw the decision made in the last minutes.
The board met for {d} hours before announcing it.
It is the {d}th such case this season.
Tickets worth £{n} have been refunded.
The deal is said to be worth £{n} a week.
Organisers counted {n} visitors on the first evening.
The inquiry heard from {d} witnesses.
A petition has gathered {n} names.
Insurers had asked for {d} changes.
The score at the break was {e}–{f}.
""")
SECOND_SENTENCES = _words("""
A statement is expected on Friday.|Neither side would comment.|Supporters gathered outside until dusk.|
The mayor called it a proud day.|Rivals have asked for an explanation.|An appeal is likely.|
Critics were divided.|The understudy takes over at once.|The squad trained behind closed doors.|
Weather may yet have the final say.|The union has asked for a meeting.|Nothing has been signed.
""")
BULLETS = _words("""
{m} named in the revised line-up|Replay set for the {d}th|{n} seats still empty|
Referee's report goes to the league|Rehearsals moved to {a}|{t} ask for extra tickets|Prize money frozen|
{m} flies home|Doors to open an hour early|Second leg at {t}
""")
BRIEF_SUBJECTS = _words("""
Rowing|Chess|Croquet|Fencing|Netball|Darts|Judo|Bowls|Poetry slam|Brass bands|Ceramics|Street dance|
Cyclocross|Water polo
""")
BRIEF_EVENTS = _words("""
club finds new home|league adds two sides|veteran retires at 71|trophy turns up in skip|
trials moved indoors|coach wins award|entries double|night raises funds for hospice|pavilion gets new roof|
juniors off to Ghent
""")
COUNTS = _words("Ten|Seven|Twelve|Nine|Five|Fifteen")
LISTED = _words("""
great comebacks|forgotten ovals|shirts we loved|encores worth the wait|matinees for rainy days|pies rated|
mascots ranked|set designers to know|songs of the terrace|walks between two grounds|critics who were wrong|
understudies who became stars
""")
LIST_ENDS = _words("""
from {t}|at {a}|before {c}|according to {m}|you missed|of the last decade|in pictures|for beginners
""")
WALL_STARTS = _words("""
Honestly,|As a season-ticket holder,|Sat in row F and|My gran says|Not being funny but|Fair play,|
Watched it twice;|Say what you like,|From the cheap seats:|Been saying this since August:
""")
WALL_BODIES = _words("""
that was never offside|the second act drags|the midfield went missing|the brass section stole the show|
ticket prices are a disgrace|the keeper deserves a statue|nobody can hear the words|
we need a proper number nine|the lighting was superb|the referee had a shocker|the pies were cold|
the director should bow out|the kids played without fear|I cried at the end|the programme costs too much
""")
WALL_ENDS = _words("""
Up the Town!|Just my view.|Discuss.|Same again next week.|Bravo.|Roll on Saturday.|Shambles.|More please.|
See you at the bar.
""")
OFFERS = _words("""
Boots half price at Tanner's|Fly to Porto from £{n}|Broadband: {n} Mb for less|
Theatre breaks with breakfast, £{n}|Stream every match for £{n} a month|Hearing test in {n} minutes|
Win {n} tickets|New electric van, {n} miles a charge
""")
MENU = _words("Home|Football|Rugby|Cricket|Rowing|Theatre|Music|Books|Listings|Puzzles|Subscribe")
SKIES = _words("drizzle|sunny spells|sea fret|breezy|overcast")
PROMOTIONS = _words("""
Subscribe for £1 a week|Vote now for player of the month|Get our stage newsletter every Friday|
Download the app for live scores|Weekend print offer: free poster
""")
POLLS = _words("man of the match|best on stage|worst dressed|signing of the year")
LEGAL = _words("Terms|Privacy|Jobs|Advertise|Syndication|Contact")
