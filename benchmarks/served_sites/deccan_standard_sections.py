"""The stories of the Deccan Standard from business, the world, sport and science, and the form of any story."""

Version = tuple[str | None, str]
Template = tuple[tuple[dict[str, str], dict[str, str]], list[Version]]
"""Two sets of slots, and the versions of headline (None: as before) and standfirst."""

BUSINESS: list[Template] = [
    (
        ({"a": "repo rate", "b": "food prices"}, {"a": "cash reserve ratio", "b": "slowing credit"}),
        [
            (
                "Central bank holds {a}, cites {b}",
                "Four of six members voted for the pause. The growth forecast was trimmed to 6.{n} per cent.",
            ),
            (
                None,
                (
                    "Bond yields fell after the governor said a cut was closer than it looks. The growth "
                    "forecast was trimmed to 6.{n} per cent."
                ),
            ),
        ],
    ),
    (
        ({"a": "Navratan Cement", "b": "Malwa Limes"}, {"a": "Suvarna Telecom", "b": "Pinewave"}),
        [
            (
                "{a} to buy {b} for ₹{n2},400 crore",
                "The offer is a fifth above Friday's close. The regulator must clear the deal by {month}.",
            ),
            (
                "Rival bid for {b} tops {a} offer",
                "A fund from Singapore has offered ₹{n3},100 crore in cash. {b}'s board meets on Thursday.",
            ),
        ],
    ),
    (
        ({"a": "airline Aranya", "b": "lessors"}, {"a": "ride-hailing firm Chalo", "b": "lenders"}),
        [
            (
                "{a} files for insolvency as {b} seek assets",
                (
                    "The company owes about ₹{n2}00 crore and has stopped new bookings. Staff were told by "
                    "e-mail at midnight."
                ),
            ),
            (
                "Tribunal shields {a} from {b} for 180 days",
                (
                    "{name} has been named resolution professional. Unions asked that {month} wages be "
                    "paid first."
                ),
            ),
        ],
    ),
    (
        ({"a": "car", "b": "rural demand"}, {"a": "tractor", "b": "a good kharif crop"}),
        [
            (
                "{a} sales rise {n} per cent on {b}",
                "Dealers still hold two months of stock in the north. Exports fell for the third month.",
            ),
        ],
    ),
    (
        ({"a": "steel", "b": "cheap imports"}, {"a": "solar cell", "b": "dumping"}),
        [
            (
                "Safeguard duty of {n} per cent put on {a} to check {b}",
                (
                    "The levy lasts 200 days and spares orders already on the water. Builders called it a "
                    "tax on homes."
                ),
            ),
        ],
    ),
    (
        ({"a": "chip plant", "b": "Sanand"}, {"a": "battery plant", "b": "Hosur"}),
        [
            (
                "Cabinet clears ₹{n2},000 crore {a} at {b}",
                (
                    "The first line should run in 2027. The state gives land at a rupee an acre for thirty "
                    "years."
                ),
            ),
        ],
    ),
    (
        ({"a": "tax on online games", "b": "28"}, {"a": "tax on health cover", "b": "12"}),
        [
            (
                "Council defers call on {a}, keeps rate at {b} per cent",
                "A panel of ministers under {name} gets until {month}. Seven states sought a lower rate.",
            ),
        ],
    ),
]

WORLD: list[Template] = [
    (
        ({"a": "Kathmandu", "b": "coalition"}, {"a": "Colombo", "b": "minority government"}),
        [
            (
                "{a}: prime minister quits after {b} loses floor test",
                (
                    "The vote was lost by {n} seats. The president has asked the house to name a successor "
                    "within a week."
                ),
            ),
            (
                "{a} parties agree on caretaker premier",
                "A retired chief justice will lead until polls in {month}. Street protests were called off.",
            ),
        ],
    ),
    (
        ({"a": "Sumatra", "b": "6.8"}, {"a": "northern Luzon", "b": "7.1"}),
        [
            (
                "Quake of {b} shakes {a}, tsunami alert issued",
                "Hospitals moved patients into car parks. The first waves measured were below half a metre.",
            ),
            (
                "{a} quake kills at least {n2}; tsunami alert lifted",
                (
                    "Two coastal towns are cut off. An Indian relief aircraft with a field hospital is on "
                    "standby."
                ),
            ),
        ],
    ),
    (
        ({"a": "grain corridor", "b": "Istanbul"}, {"a": "prisoner exchange", "b": "Muscat"}),
        [
            (
                "Talks on {a} resume in {b}",
                "Envoys met in separate rooms for {n} hours. No statement is due before the second round.",
            ),
            (
                "{b} talks yield draft on {a}",
                (
                    "The three-page text has been sent to both capitals. Diplomats warned that the annexes "
                    "remain blank."
                ),
            ),
        ],
    ),
    (
        ({"a": "container ship", "b": "Gulf of Aden"}, {"a": "crude tanker", "b": "Malacca Strait"}),
        [
            (
                "{a} with {n} Indian crew boarded in {b}",
                (
                    "The navy has diverted a frigate to the area. The owners said they had spoken to the "
                    "captain."
                ),
            ),
            (
                "Navy commandos free {a}, all Indian crew safe",
                "The boarders left before dawn in two skiffs. The vessel is being escorted to Salalah.",
            ),
        ],
    ),
    (
        ({"a": "student visas", "b": "Canberra"}, {"a": "nurse permits", "b": "Berlin"}),
        [
            (
                "{b} caps {a}, Indians among worst hit",
                (
                    "The limit takes effect in {month}. Consultants expect one in {n} applicants to be "
                    "turned away."
                ),
            ),
        ],
    ),
    (
        ({"a": "Dhaka", "b": "Teesta water"}, {"a": "Thimphu", "b": "hydropower"}),
        [
            (
                "India and {a} sign pact on {b} after {n} years",
                (
                    "A joint panel will publish flows every ten days. The pact must still be ratified by "
                    "both houses."
                ),
            ),
        ],
    ),
]

SPORT: list[Template] = [
    (
        ({"a": "Test", "b": "Adelaide"}, {"a": "one-day side", "b": "Centurion"}),
        [
            (
                "{name} to captain India {a} in {b}, two uncapped pacers picked",
                (
                    "The regular captain has a torn calf muscle. The selectors left out a senior spinner "
                    "for the first time in {n} years."
                ),
            ),
            (
                None,
                (
                    "The board said the calf injury will keep the captain out for a month. A replacement "
                    "spinner flies out tonight."
                ),
            ),
        ],
    ),
    (
        ({"a": "hockey", "b": "Netherlands"}, {"a": "kabaddi", "b": "Iran"}),
        [
            (
                "India women beat {b} to reach {a} final",
                "{name} scored twice in the last quarter. The final is on Sunday evening.",
            ),
        ],
    ),
    (
        ({"a": "shot-putter", "b": "steroid"}, {"a": "weightlifter", "b": "diuretic"}),
        [
            (
                "Asian champion {a} fails test for {b}",
                (
                    "The athlete, {name}, denies wrongdoing and wants the B sample opened. A ban could run "
                    "to four years."
                ),
            ),
        ],
    ),
    (
        ({"a": "football league", "b": "Kozhikode"}, {"a": "volleyball league", "b": "Imphal"}),
        [
            (
                "{b} club thrown out of {a} over unpaid wages",
                "Players had gone {n} weeks without pay. Fixtures will be redrawn before Friday.",
            ),
        ],
    ),
    (
        ({"a": "chess", "b": "16-year-old"}, {"a": "badminton", "b": "17-year-old"}),
        [
            (
                "{b} {name} stuns world {a} champion",
                (
                    "The teenager from {p} needed under two hours. No Indian so young has beaten a "
                    "reigning champion."
                ),
            ),
        ],
    ),
]

SCIENCE: list[Template] = [
    (
        ({"a": "weather satellite", "b": "Sriharikota"}, {"a": "reusable rocket", "b": "Challakere"}),
        [
            (
                "Space agency calls off {a} flight at T-minus {n}",
                (
                    "A valve in the upper stage failed to close, engineers at {b} said. A new date will be "
                    "set after checks."
                ),
            ),
            (
                "{a} flight from {b} is a success at second try",
                "Signals reached the ground station within {n} minutes. Scientists wept in the control room.",
            ),
        ],
    ),
    (
        ({"a": "dengue", "b": "single-dose"}, {"a": "tuberculosis", "b": "inhaled"}),
        [
            (
                "{b} {a} vaccine cuts cases by {n2} per cent in trial",
                (
                    "The study covered 10,000 adults in five states. Full data have gone to a journal and "
                    "to the regulator."
                ),
            ),
        ],
    ),
    (
        ({"a": "frog", "b": "Western Ghats"}, {"a": "snow trout", "b": "Spiti"}),
        [
            (
                "New species of {a} described from {b}",
                (
                    "It was found {n} years ago and mistaken for a known one. Its whole range may fit in "
                    "two valleys."
                ),
            ),
        ],
    ),
    (
        ({"a": "Nipah", "b": "Kozhikode"}, {"a": "bird flu", "b": "Ranchi"}),
        [
            (
                "{a} confirmed in {b}, {n2} contacts in isolation",
                "The patient, 34, is on a ventilator. A central team lands this evening.",
            ),
            (
                "Second {a} patient in {b}, school week cancelled",
                "The new patient is a nurse who treated the first. Contacts under watch now number {n3}0.",
            ),
        ],
    ),
    (
        (
            {"a": "Gangotri glacier", "b": "drone survey"},
            {"a": "coral off Lakshadweep", "b": "diving survey"},
        ),
        [
            (
                "{b} finds {a} shrinking faster than feared",
                (
                    "The loss in five years equals that of the previous {n}. The authors ask for limits on "
                    "traffic near the site."
                ),
            ),
        ],
    ),
]
