"""The museum's campaigns with their updates, its events with what is changed of them, and its visitor notices."""

# three campaigns, each with the successive texts of its "latest" panel
CAMPAIGNS = [
    (
        "Bring Her Home",
        (
            "The lightship Perseverance has lain at Blyth since 2009. Help us tow her back to the dock "
            "where she was built."
        ),
        [
            "Blyth harbour has extended her berth until the end of July.",
            "The Maritime Coastguard has granted a towing licence for the last week of June.",
            "A tug has been found: the family firm of Lowther will make the tow without charge.",
            (
                "Divers report that the hull plating is thinner than hoped. The tow now needs a pontoon, "
                "which adds £38,000 to the appeal."
            ),
            "The Northern Heritage Lottery has promised to match every pound given before 15 June.",
        ],
    ),
    (
        "Keep the Ropewalk Working",
        (
            "The last hand-turned ropewalk on the coast loses its roof grant this year. Ask the minister "
            "to think again."
        ),
        [
            "The petition will be heard by the committee in July.",
            "The minister has agreed to meet our ropemakers in Whitehall on 3 June.",
            "Four members of parliament from three parties have signed an open letter in support.",
            (
                "The department has turned down a bridging grant. We are asking supporters to write to "
                "their own MP this week."
            ),
        ],
    ),
    (
        "No More Ghost Nets",
        (
            "Lost fishing gear kills seals and birds on our shore. We collect it, weigh it and turn it "
            "into mats."
        ),
        [
            "Collection bins stand in Thornmouth, Skinningrove and Port Mulgrave.",
            "Saltburn joins as the fourth harbour, with two bins beside the pier.",
            (
                "The county council will make nets a separate class of waste from September, as the "
                "campaign asked."
            ),
            "Skippers can now hand in nets at sea: the patrol vessel Sula collects every second Wednesday.",
        ],
    ),
]
# (days after the start, time, title, blurb); the first seven are listed at hour 0
EVENTS = [
    (
        2,
        "18:30",
        "Late opening: Knots and Negronis",
        "An evening with the ropemakers, a bar and no children.",
    ),
    (3, "11:00", "Family day at the slipway", "Launch a paper boat and see how far it gets."),
    (
        6,
        "13:00",
        "Lunchtime talk: Tattoos of the merchant navy",
        "With the historian Gemma Lodge, in the lecture room.",
    ),
    (9, "10:00", "Sextant workshop for beginners", "Find your own latitude on the quay, weather permitting."),
    (
        16,
        "19:00",
        "Film night: Drifters, with live piano",
        "The 1929 silent film under the ribs of the whale.",
    ),
    (23, "14:00", "Boat-building weekend", "Two days, one dinghy, eight people."),
    (38, "20:00", "Midsummer concert on the lower dock", "The Cleveland Brass and a flotilla of cobles."),
    (
        5,
        "12:30",
        "Curator's walk: the chronometers",
        "Dr Ines Calloway opens six cases that are usually locked.",
    ),
    (
        8,
        "19:30",
        "Debate: who owns a wreck?",
        "A salvor, a lawyer and an archaeologist, chaired by Radio Cleveland.",
    ),
    (11, "10:30", "Bank holiday pirates", "Costume, cutlass drill and a map for every child."),
    (
        14,
        "18:00",
        "Opening of the archive of the Seamen's Mission",
        "First look at the visitors' books, 1882 to 1964.",
    ),
    (19, "11:00", "Sail-making taster", "Stitch a ditty bag in canvas to take home."),
    (
        21,
        "17:00",
        "Harbour at dusk: a drawing class",
        "With the painter Ros Okafor. Paper and charcoal are provided.",
    ),
    (24, "09:00", "Ghost net beach clean at Hummersea", "Meet at the lime kiln, bring strong gloves."),
    (30, "19:00", "Book launch: A Cold Trade", "Duncan Reay reads from his history of the ice ships."),
    (
        33,
        "13:00",
        "Lunchtime talk: Women of the herring",
        "The gutting girls in their own words, from tapes of 1971.",
    ),
    (41, "10:00", "Private view: Salt and Silver", "For members and their guests, with the curator."),
    (45, "11:00", "Regatta of model yachts", "Open to all classes up to 1.2 metres."),
]
EVENTS_FIRST = 7
# event index -> (label, text) of a change announced later
EVENT_CHANGES = {
    4: ("Moved", "The film will now be shown in the Methodist Hall, Quay Street, at 19:30."),
    5: ("Cancelled", "Our shipwright is unwell. Everyone who booked will be refunded in full."),
    9: ("New date", "The pirates will land on Saturday 31 May instead."),
    11: ("Second date", "A further class has been added on Sunday 15 June."),
    6: ("New programme", "The Cleveland Brass has withdrawn; the Redcar Philharmonic will play instead."),
}
# visitor notices: (day, hour up, hours shown, text, text when the matter is over or None)
NOTICES: list[tuple[int, int, int, str, str | None]] = [
    (
        1,
        9,
        8,
        (
            "The lower dock is closed today after a fuel spill in the outer harbour. All indoor galleries "
            "are open."
        ),
        "The fuel has been cleared and the lower dock is open again.",
    ),
    (
        4,
        7,
        10,
        (
            "No trains from Middlesbrough until the afternoon. Timed tickets for this morning remain valid "
            "all day."
        ),
        None,
    ),
    (
        7,
        10,
        26,
        "The lift in the nave is out of order. Upper galleries can be reached by stairs only.",
        "The lift in the nave has been repaired.",
    ),
]
