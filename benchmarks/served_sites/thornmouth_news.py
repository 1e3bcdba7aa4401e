"""The museum's news, and what is rewritten, corrected or exchanged of it some hours later."""

# (section, headline, summary, author); the first ten are already out at hour 0, oldest first
NEWS = [
    (
        "Conservation",
        "Figurehead of the Amaranth returns to the nave after two years of treatment",
        (
            "Conservators have removed nine layers of house paint from the oak figure and stabilised a "
            "crack running from shoulder to hip. She now stands where she stood in 1931, facing the dock."
        ),
        "Priya Raman",
    ),
    (
        "Research",
        "Whaling ledgers digitised in partnership with Aberdeen",
        (
            "All forty-one volumes can be read online, page by page. A team of thirty volunteers "
            "transcribed the crew lists over the winter."
        ),
        "Owen Tolland",
    ),
    (
        "Learning",
        "Three thousand pupils took part in the spring dockside programme",
        (
            "Schools from as far as Carlisle came to splice rope and plot a course. Every place was free "
            "thanks to the harbour levy fund."
        ),
        "Beth Carrow",
    ),
    (
        "People",
        "Dr Ines Calloway appointed keeper of navigation",
        (
            "Dr Calloway joins from the Royal Observatory, where she catalogued the marine chronometers. "
            "She takes over from Harold Finch, who retired in March."
        ),
        "Press office",
    ),
    (
        "Galleries",
        "Visitors choose the winner of our small boats photography prize",
        (
            "More than eleven thousand votes were cast. The winning picture shows two coble fishermen "
            "mending nets under a torn awning at Staithes."
        ),
        "Marcus Webb",
    ),
    (
        "Conservation",
        "Why we are keeping the Perseverance wet",
        (
            "Drying a wooden hull too quickly can split it along its length. Our shipwright explains the "
            "sprinkler system that has run day and night since Easter."
        ),
        "Priya Raman",
    ),
    (
        "Research",
        "Letters of a lightship keeper found behind a skirting board",
        (
            "A family in Redcar has lent us twenty-six letters written between 1908 and 1912. They "
            "describe storms, boredom and a great deal of jam."
        ),
        "Owen Tolland",
    ),
    (
        "Community",
        "Sea shanty choir raises record sum for the lifeboat crew",
        (
            "The Thornmouth Bawlers sang for nine hours without a break. The proceeds will buy two new "
            "drysuits for the inshore boat."
        ),
        "Beth Carrow",
    ),
    (
        "Galleries",
        "New lighting installed in the chart room",
        (
            "Low-energy lamps reduce the light on the vellum charts by a third. The room smells, staff "
            "report, exactly as it did before."
        ),
        "Marcus Webb",
    ),
    (
        "People",
        "Volunteers' week: meet the men and women who wind our clocks",
        (
            "Six people share a rota to wind fourteen clocks by hand each morning. The oldest of them, "
            "Joan Petch, has not missed a Tuesday since 1994."
        ),
        "Press office",
    ),
    # published during the ten days
    (
        "Research",
        "Wreck off Cowbar Point identified as the collier Margaret Dunn",
        (
            "A bell raised by local divers carries the date 1826 and a maker's mark from Sunderland. The "
            "museum's archaeologists are now certain that it belongs to the brig lost with eleven hands."
        ),
        "Owen Tolland",
    ),
    (
        "Galleries",
        "Shortlisted: Thornmouth is named among five finalists for Museum of the Year",
        (
            "The judges praised the rope workshop and the free entry for harbour families. The winner will "
            "be announced in Glasgow on 10 July."
        ),
        "Press office",
    ),
    (
        "Conservation",
        "Woodworm found in the state barge",
        (
            "Fresh frass was noticed beneath the stern during routine cleaning. The barge will be wrapped "
            "and treated with nitrogen for six weeks."
        ),
        "Priya Raman",
    ),
    (
        "People",
        "Museum to close its Eskdale store and move 60,000 objects",
        (
            "The lease ends in December and the rent would have tripled. Trustees have agreed to build "
            "shelving in the former sail loft instead."
        ),
        "Press office",
    ),
    (
        "Learning",
        "Free bus for schools restored after council vote",
        (
            "Councillors voted by 19 to 14 to pay for the dockside bus for another two years. Bookings for "
            "the autumn term open next week."
        ),
        "Beth Carrow",
    ),
    (
        "Research",
        "Oldest known drawing of Thornmouth harbour bought at auction",
        (
            "The pen and wash view of about 1588 shows a wooden pier that historians had thought to be a "
            "legend. It cost £18,400, half of it given by the Friends."
        ),
        "Owen Tolland",
    ),
    (
        "Community",
        "Fishing families ask for their names to be added to the memorial wall",
        (
            "Relatives of 23 men lost since 1970 have handed a petition to the director. The trustees will "
            "discuss the wording at their June meeting."
        ),
        "Marcus Webb",
    ),
    (
        "Galleries",
        "Admission to rise by one pound from 1 July",
        (
            "An adult day ticket will cost £14.50. Children, carers and residents of the three harbour "
            "wards continue to come in free."
        ),
        "Press office",
    ),
    (
        "Conservation",
        "Mast of the Perseverance lifted out by crane at first light",
        (
            "The 17-metre spar was lowered on to trestles in forty minutes. Rot has been found at the deck "
            "line, but the upper two thirds are sound."
        ),
        "Priya Raman",
    ),
    (
        "People",
        "Staff and union agree pay deal after four months of talks",
        (
            "Gallery assistants receive 5.2 per cent and an extra day of leave. A strike planned for the "
            "bank holiday has been called off."
        ),
        "Press office",
    ),
    (
        "Research",
        "Sonar survey maps forty unknown wrecks between here and the Tees",
        (
            "The two-week cruise covered 300 square kilometres of seabed. At least six of the hulls appear "
            "to be older than 1700."
        ),
        "Owen Tolland",
    ),
    (
        "Community",
        "Ukrainian model makers open a bench in the boat shed",
        (
            "Four families from Mykolaiv, a shipbuilding city, will demonstrate their craft on Thursdays. "
            "The first model is a river steamer of 1911."
        ),
        "Beth Carrow",
    ),
    (
        "Galleries",
        "Loan from Lisbon delayed by customs dispute",
        (
            "The astrolabe that was to be the centre of the summer show remains in a warehouse at "
            "Heathrow. Curators have filled the case with a replica."
        ),
        "Marcus Webb",
    ),
    (
        "Learning",
        "University of Teesside and museum launch diploma in heritage shipwrighting",
        (
            "Twelve apprentices will spend three days a week on the slipway. Half of the places are "
            "reserved for people from the region."
        ),
        "Beth Carrow",
    ),
    (
        "Conservation",
        "Flood gate tested as trustees approve £2.1m defence plan",
        (
            "The steel gate at the lower dock closed in eleven minutes. Work on a higher quay wall is to "
            "begin in the autumn."
        ),
        "Priya Raman",
    ),
    (
        "People",
        "Director Helen Astbury to step down at the end of the year",
        (
            "She has led the museum since 2013 and oversaw the rebuilding of the ropewalk. The post will "
            "be advertised next month."
        ),
        "Press office",
    ),
    (
        "Research",
        "Bones from the Georgian dry dock belong to a polar bear",
        (
            "Radiocarbon dating places the animal between 1790 and 1810. It was probably brought home "
            "alive by a whaler and shown for money."
        ),
        "Owen Tolland",
    ),
    (
        "Community",
        "Night-shift workers get their own opening hours",
        (
            "From June the galleries open at six in the morning on the first Friday of the month. Bacon "
            "rolls are promised."
        ),
        "Marcus Webb",
    ),
    (
        "Galleries",
        "Summer exhibition Salt and Silver to feature 140 early photographs",
        (
            "Many of the prints have never left the albums of the families who owned them. The show runs "
            "from 28 June to 2 November."
        ),
        "Marcus Webb",
    ),
    (
        "Conservation",
        "Stolen ship's bell recovered from a scrapyard in Hartlepool",
        (
            "Police returned the bell of the trawler Girl Pauline eight years after it vanished. A dealer "
            "recognised the inscription."
        ),
        "Priya Raman",
    ),
]
FIRST = 10
# story index -> rewritten (headline, summary), a few hours after publication
REWRITES = {
    12: (
        "Woodworm found in the state barge: treatment extended to ten weeks",
        (
            "A second survey shows that the beetles have reached the keel. The barge will not be seen "
            "again before August and the regatta display is withdrawn."
        ),
    ),
    19: (
        "Pay deal collapses as union members reject the offer",
        (
            "Gallery assistants voted by 61 to 38 against the 5.2 per cent deal. The bank holiday strike "
            "may now go ahead."
        ),
    ),
    22: (
        "Lisbon astrolabe released: it will arrive on Monday",
        (
            "Customs officers accepted the paperwork after a call from the Portuguese ambassador. The "
            "replica goes to the learning room."
        ),
    ),
    26: (
        "Polar bear of the dry dock had been fed on herring and bread",
        (
            "Isotopes in the teeth reveal the diet of an animal kept for at least two winters. Researchers "
            "in York believe it lived on the quay."
        ),
    ),
}
# story index -> (wrong, right): a slip that is put right some hours later
SLIPS = {
    13: ("Trustees have agreed", "Trustees have agred"),
    20: ("square kilometres", "square kilometers of of"),
    24: ("eleven minutes", "elevn minutes"),
    28: ("never left the albums", "never left the album's"),
}
BYLINES = {15: "Owen Tolland and Ines Calloway", 23: "Learning team"}
PICTURES = {11: 1, 17: 1, 21: 1}  # stories whose picture is exchanged once
