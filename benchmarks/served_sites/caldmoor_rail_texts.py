"""The prose of Caldmoor Rail beside its incidents: lines, engineering works, press releases."""

LINES = {
    "Harbour Line": ["Merrow Central", "Quay Street", "Ansty Wharf", "Pellport", "Saltern Halt", "Gullcombe"],
    "Moor Line": ["Merrow Central", "Thorley", "High Caldmoor", "Brackenfield", "Stanyard", "Hexcombe Spa"],
    "Vale Line": ["Merrow Central", "Ivelbridge", "Long Marling", "Tedderton", "Wick Ferrers", "Oakhanger"],
    "Northern Link": [
        "Merrow Central",
        "Fallowgate",
        "Durnley",
        "Airport Parkway",
        "Rushden Cross",
        "Lanchester Road",
    ],
    "Coast Line": ["Pellport", "Seaham Sands", "Cold Bay", "Winterfleet", "Marram", "Estuary Junction"],
    "Abbey Branch": ["Ivelbridge", "Abbey Mills", "Priors Hatch", "St Wenna"],
}

# works: (line, from, to, dates, what, instead), and a revision (what is replaced by what) or None
WORKS: list[tuple[str, int, int, str, str, str, tuple[str, str] | None]] = [
    (
        "Moor Line",
        1,
        3,
        "Sat 1 to Sun 2 March",
        "Track renewal in Thorley tunnel",
        "Buses replace trains all day",
        ("dates", "Sat 8 to Sun 9 March"),
    ),
    (
        "Harbour Line",
        0,
        2,
        "Sun 23 February",
        "Swing bridge maintenance",
        "Trains start from Ansty Wharf",
        None,
    ),
    (
        "Vale Line",
        2,
        5,
        "Mon 24 to Thu 27 February, after 22:30",
        "Drainage work at Tedderton",
        "Last two trains replaced by buses",
        ("instead", "Last four trains replaced by buses; no service from Wick Ferrers after 21:50"),
    ),
    (
        "Coast Line",
        1,
        4,
        "Sat 15 March",
        "Sea wall inspection at Cold Bay",
        "Hourly shuttle, single track",
        None,
    ),
    (
        "Northern Link",
        0,
        3,
        "Sun 16 March, until 11:00",
        "Resignalling tests",
        "Trains diverted via Ivelbridge",
        ("dates", "Sun 30 March, until 14:00"),
    ),
    (
        "Abbey Branch",
        0,
        3,
        "Mon 7 to Fri 11 April",
        "Replacement of the Mill viaduct bearings",
        "Taxis on request, book by telephone",
        None,
    ),
    (
        "Harbour Line",
        3,
        5,
        "Sat 22 to Sun 23 March",
        "Platform lengthening at Gullcombe",
        "Buses replace trains from Pellport",
        ("instead", "Work postponed to the autumn; trains run normally"),
    ),
    (
        "Moor Line",
        3,
        5,
        "Good Friday 18 April",
        "Renewal of the Stanyard footbridge",
        "Trains do not call at Stanyard",
        None,
    ),
    (
        "Coast Line",
        3,
        5,
        "Sat 26 April, until 13:00",
        "Ballast cleaning at Marram",
        "Coaches from Winterfleet, bicycles not carried",
        None,
    ),
]

# press: (title, standfirst)
PRESS = [
    (
        "Hexcombe Spa to keep its staffed ticket office",
        (
            "After 2,140 responses to the consultation, the company has dropped the plan to close the "
            "counter and will open it on six days a week."
        ),
    ),
    (
        "Order placed for nine battery trains",
        (
            "The units, to be built at Durnley works, are to replace the oldest diesel stock on the Abbey "
            "Branch and the Coast Line from 2027."
        ),
    ),
    (
        "Finance director to step down in June",
        (
            "Helen Arkwright leaves after eight years to lead the regional water company; the board has "
            "begun the search for a successor."
        ),
    ),
    (
        "Gullcombe platform to be lengthened for summer trains",
        (
            "Work worth £3.2 million will allow six-carriage trains to call, and ends the rule that "
            "passengers must travel in the front four."
        ),
    ),
    (
        "Regulator closes inquiry into winter cancellations",
        (
            "The Rail Authority has accepted a plan to train 46 more drivers, and will impose no fine "
            "provided that it is kept to."
        ),
    ),
    (
        "Season ticket holders to be repaid for December",
        (
            "About 11,000 passengers on the Northern Link receive five days' travel back without having to "
            "claim."
        ),
    ),
    (
        "Agreement reached with drivers' union on Sunday working",
        (
            "The strikes called for the last week of the month are off while members vote on an offer of 4.1 "
            "per cent over two years."
        ),
    ),
    (
        "Wick Ferrers step-free at last",
        (
            "A new footbridge with two lifts makes the station usable by wheelchair from both sides, eleven "
            "years after it was first promised."
        ),
    ),
    (
        "Timetable for May published",
        (
            "An extra early train leaves Oakhanger at 05:12, while the half-hourly evening service to Marram "
            "returns to one an hour."
        ),
    ),
    (
        "Safety board reports on Fallowgate derailment",
        (
            "The report into last spring's accident finds that a worn wheel was missed at two inspections "
            "and makes five recommendations."
        ),
    ),
    (
        "Dogs, bicycles and surfboards: new rules from April",
        "Large items must be booked on weekend trains to the coast; folding cycles remain free at any time.",
    ),
]
FIXES = [
    ("the board has begun the search", "the board has begun the serach"),
    ("without having to claim", "without having too claim"),
]
