"""The stories of the Deccan Standard from India, all its sections together, and the names that fill the slots."""

from benchmarks.served_sites.deccan_standard_sections import BUSINESS, SCIENCE, SPORT, WORLD, Template


def _words(text: str) -> list[str]:
    return text.split()


INDIA: list[Template] = [
    (
        ({"a": "wedding bus", "b": "a gorge"}, {"a": "pilgrims' minibus", "b": "a canal"}),
        [
            (
                "{n} killed as {a} plunges into {b} near {p}",
                (
                    "The vehicle was carrying more passengers than its permit allows, police said. Rescue "
                    "teams worked by torchlight for hours."
                ),
            ),
            (
                "{p} crash: toll rises to {n2}, driver's licence had lapsed",
                (
                    "Two of the injured died in hospital overnight. Transport officials found the licence "
                    "had expired in {month}."
                ),
            ),
            (
                "{p} crash: owner of {a} arrested as toll reaches {n3}",
                (
                    "The owner was held at a relative's house. The state has promised ₹5 lakh to each "
                    "bereaved family."
                ),
            ),
        ],
    ),
    (
        (
            {"a": "riverbank embankment", "b": "the swollen river"},
            {"a": "hill slope", "b": "three days of rain"},
        ),
        [
            (
                "{a} gives way in {p}, {n}00 families moved to schools",
                (
                    "Officials blamed {b}, but villagers say they had warned of cracks since {month}. Two "
                    "relief camps have been opened."
                ),
            ),
            (
                "{p}: army engineers called in as second {a} shows cracks",
                (
                    "A column from the nearest cantonment reached the site after dawn. Another nine "
                    "villages have been asked to leave."
                ),
            ),
        ],
    ),
    (
        ({"a": "teacher recruitment", "b": "34,000"}, {"a": "police constable", "b": "18,500"}),
        [
            (
                "High Court stays {a} list, {b} appointments in doubt",
                (
                    "The bench asked why the answer key was changed after results were out. The next "
                    "hearing is in three weeks."
                ),
            ),
            (
                "State to move Supreme Court over {a} list",
                (
                    "The advocate general said the stay would leave posts empty for a second year. "
                    "Candidates have begun a sit-in at {p}."
                ),
            ),
        ],
    ),
    (
        ({"a": "onion", "b": "Lasalgaon"}, {"a": "tomato", "b": "Kolar"}),
        [
            (
                "Centre releases {a} stocks as retail price crosses ₹{n}0 a kilo",
                (
                    "Vans will sell at a fixed price in eleven cities from Monday. Traders in {b} say the "
                    "new crop is a fortnight late."
                ),
            ),
            (
                None,
                (
                    "Queues formed before the first vans opened. Traders in {b} say wholesale rates fell "
                    "by a tenth within hours of the order."
                ),
            ),
        ],
    ),
    (
        (
            {"a": "Coastal Zone Bill", "b": "fishing unions"},
            {"a": "Tenancy Reform Bill", "b": "landlord groups"},
        ),
        [
            (
                "{a} goes to select panel after ruling allies object",
                (
                    "Three partners asked for changes to clause {n}. The move was welcomed by {b}, who had "
                    "threatened a march on the capital."
                ),
            ),
            (
                "Panel on {a} to be led by {name}",
                (
                    "The former law secretary has been given until the Budget session. Written submissions "
                    "are open to the public for 30 days."
                ),
            ),
        ],
    ),
    (
        ({"a": "sleeper coach", "b": "express"}, {"a": "pantry car", "b": "mail train"}),
        [
            (
                "Fire in {a} of {b} at {p} junction, all passengers safe",
                (
                    "Smoke was noticed minutes after the train halted. Services on the main line were held "
                    "for four hours."
                ),
            ),
            (
                "{p} train fire: two catering staff suspended",
                (
                    "A preliminary report points to a gas stove carried against rules. The safety "
                    "commissioner will record statements on site."
                ),
            ),
        ],
    ),
    (
        ({"a": "tigress", "b": "sugarcane field"}, {"a": "elephant herd", "b": "tea garden"}),
        [
            (
                "Schools shut in {n} villages of {p} as {a} strays into {b}",
                (
                    "Forest guards have set up camera traps and asked residents to stay indoors after "
                    "five. One farmhand was hurt on Sunday."
                ),
            ),
            (
                "{p}: {a} guided back to forest after long night",
                (
                    "Drummers and two trained elephants were used to close the road. The schools will "
                    "reopen tomorrow."
                ),
            ),
        ],
    ),
    (
        ({"a": "mayor", "b": "garbage contract"}, {"a": "district collector", "b": "sand lease"}),
        [
            (
                "{p} {a} removed over {b}",
                (
                    "The order cites an audit which found ₹{n2} crore paid for work not done. {name} takes "
                    "charge with immediate effect."
                ),
            ),
            (
                None,
                (
                    "The removed officer has gone to the tribunal, calling the audit one-sided. {name} "
                    "began by sealing the record room."
                ),
            ),
        ],
    ),
    (
        ({"a": "metro line", "b": "airport"}, {"a": "ring railway", "b": "cantonment"}),
        [
            (
                "{p} {a} to open in {month}, {b} stretch left for later",
                (
                    "The safety certificate came with {n} conditions. Fares will begin at ₹10, the "
                    "corporation announced."
                ),
            ),
        ],
    ),
    (
        ({"a": "by-election", "b": "two"}, {"a": "municipal poll", "b": "six"}),
        [
            (
                "Re-poll ordered at {n} booths in {p} {a}",
                (
                    "Observers reported that machines were left unguarded for an hour. Parties have {b} "
                    "days to file objections."
                ),
            ),
            (
                "{p} {a}: presiding officers suspended before re-poll",
                (
                    "The commission acted on video from {b} of the booths. Central forces will guard the "
                    "strongroom."
                ),
            ),
        ],
    ),
    (
        ({"a": "spurious liquor", "b": "a brick kiln"}, {"a": "contaminated water", "b": "a hostel"}),
        [
            (
                "{n} die after drinking {a} at {b} in {p}",
                (
                    "At least thirty people are in hospital, some of them critical. Samples have been sent "
                    "to the state laboratory."
                ),
            ),
            (
                "{p} deaths rise to {n2}; inspector and four others held",
                (
                    "The laboratory confirmed industrial solvent in the samples. Opposition members walked "
                    "out of the assembly."
                ),
            ),
        ],
    ),
    (
        ({"a": "smog", "b": "diesel trucks"}, {"a": "dust", "b": "construction work"}),
        [
            (
                "{b} barred in {p} as {a} turns severe",
                "The order stands until the index stays below 300 for two days. Primary classes move online.",
            ),
            (
                "Curbs on {b} extended to four districts around {p}",
                "The panel said the first order had been ignored after dark. Fines go up to ₹{n}0,000.",
            ),
        ],
    ),
    (
        ({"a": "nurses", "b": "night duty allowance"}, {"a": "bus drivers", "b": "pension arrears"}),
        [
            (
                "{a} begin indefinite strike in {state} over {b}",
                (
                    "Unions say talks with the minister lasted less than ten minutes. Emergency services "
                    "are exempt."
                ),
            ),
            (
                "{state} {a} call off strike after late-night deal",
                (
                    "The government will clear the {b} in three parts. Cases against {n2} strikers are to "
                    "be dropped."
                ),
            ),
        ],
    ),
    (
        ({"a": "temple", "b": "bronze idols"}, {"a": "palace museum", "b": "miniature paintings"}),
        [
            (
                "{n} {b} missing from {p} {a}, curator questioned",
                (
                    "The loss came to light during a census of antiquities. Locks had not been broken, "
                    "investigators said."
                ),
            ),
            (
                "Stolen {p} {b} traced to dealer's warehouse",
                (
                    "Customs officers opened a crate marked as garden furniture. {name} of the idol wing "
                    "called it an inside job."
                ),
            ),
        ],
    ),
]

BY_SECTION = {"India": INDIA, "Business": BUSINESS, "World": WORLD, "Sport": SPORT, "Science": SCIENCE}

PLACES = _words("""
Barmer Solapur Guntur Rewa Dhubri Kolhapur Bastar Almora Nanded Purnia Hassan Tirunelveli Jhansi Balasore
Kurnool Shimoga Bikaner Chandrapur Cuddapah Gaya Hoshiarpur Idukki Jorhat Karwar Latur Mandya Nagaur
Osmanabad Palghar Raichur Satna Tonk Udhampur Vellore Wardha Yavatmal Bijnor Dewas Etawah Faridkot Gonda
Hazaribagh Itarsi Junagadh Katni Lalitpur Mokama Navsari Orai Porbandar Rampur Sehore Tezpur Ujjain Vidisha
Aizawl Bhadrak Churu Dausa Erode Firozpur Godda Hubballi Jalna Kadapa Morena Nizamabad Panna Rohtak Sagar
Tumkur Bettiah Chamba Doda
""")
STATES = ["Bihar", "Kerala", "Odisha", "Assam", "Gujarat", "Karnataka", "Rajasthan", "Jharkhand"]
MONTHS = ["January", "February", "March", "April", "June", "August"]
FIRST = _words("""
Anjali Ravi Meenakshi Farhan Deepa Suresh Kavita Imran Lakshmi Joseph Nandini Arvind Rukmini Tenzin Harpreet
Shalini Vikram Zoya Gopal Ila
""")
LAST = _words("""
Deshpande Nair Bhattacharya Khan Reddy Mishra Iyer Qureshi Pillai D'Souza Barua Rathore Hegde Dorji Gill
Saxena Patil Siddiqui Naidu Sen
""")
