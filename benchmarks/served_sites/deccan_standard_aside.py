"""Everything on the Deccan Standard's page that is not news: evergreen titles, quotes, figures, advertisements."""

EVERGREEN = """How to read your electricity bill before you dispute it
Eight hill stations you can still reach by a night train
What the new tax form asks, line by line
The right way to temper mustard seeds
Why your knees hurt on stairs, and what to do about it
A beginner's guide to index funds in five charts
Ten quiet libraries worth a weekend
Should you repair or replace that old mixer grinder?
The last typewriter mechanics of Fort
Our guide to writing a will without a lawyer
Seven millet breakfasts for busy mornings
How to spot a fake job offer letter
The stepwells that time forgot
What a home loan really costs over twenty years
Balcony gardening: six herbs that survive May
Why do we dream of exams decades later?
Explained: how a no-confidence motion works
Explained: what the air quality index measures
Five walking trails through old Hyderabad
Passport renewal: the documents people forget
The art of ironing a cotton sari
How much sleep do teenagers need?
A reader's map of the country's best biryani
Learning to swim at forty-five
What insurers mean by pre-existing illness
The slow return of the handloom lungi
Six films about railways to watch this month
Do air purifiers work? We tested nine
Moving your parents to the city: a checklist
Why the humble jackfruit went global""".splitlines()

OPINION = """The quiet crisis in our district courts
Let cities elect mayors who can actually govern
What the census would tell us, if only we held it
A farm policy that begins with water
Our universities need fewer forms and more libraries
In praise of the evening newspaper
The federal bargain needs a fresh look
Why school examinations reward the wrong thing
A coast is not a construction site
The case for a shorter working week
Public transport is a moral question
Translators are the unsung editors of our republic
Old treaties, new rivers
The trouble with apps that know best""".splitlines()

COLUMNISTS = """Mrinal Sengupta|Pushpa Kamath|T. R. Venkatesan|Shabnam Rizvi|Elias Fernandes|Gurmeet \
Chahal|Usha Tripathi""".replace("\n", "|").split("|")

PHOTOS = """Fishing nets at first light on Vembanad
The potters of Bishnupur get ready for winter
Inside a century-old watch repair shop
Wrestlers of the Kolhapur talim
Monsoon clouds over the Deccan, from above
Street football under the flyover
Weavers of Pochampally, three generations
The salt pans of the Little Rann
A night with the city's flower sellers
Camels, colours and dust at Pushkar
Snow leopards caught by camera trap
The letter-writers outside the post office""".splitlines()

TAGS = """Winter session|Gold price today|AQI near me|Exam calendar|Crossword|Wedding season|Kitchen \
hacks|Metro map
Mock test|Petrol price|Recipes|Film reviews|Horoscope|Travel|Long reads|Podcasts|Cartoon|Data point|Chennai \
weather
Quiz|Pension rules|School holidays|Sudoku|Bank holidays|Startup diary|Heritage walks|Book shelf|Your rights""".replace(
    "\n", "|"
).split("|")

ADS = [
    ("Kesari Tea", "Strong enough for two cups more", "#7a3b12"),
    ("Home&Hearth Loans", "From 8.35% a year*", "#0b4f6c"),
    ("Trishul Fans", "Silent nights, small bills", "#28536b"),
    ("Mehfil Jewellers", "No making charge till Sunday", "#7b1e3a"),
    ("GoBus", "₹150 off your first ride", "#b23a00"),
    ("Prakriti Soap", "Neem. Turmeric. Nothing else", "#2e6b34"),
    ("EduLadder", "Crack the entrance in 90 days", "#3d348b"),
    ("Vajra Tyres", "Grip that forgives", "#222222"),
    ("Udaan Travel Cards", "Zero forex markup", "#005f73"),
]

PARTNER = """How one family cut its water bill by half with a single valve
Five reasons doctors are talking about cold-pressed oil
The township where every flat faces the lake
Why small shops are switching to voice payments
This retired engineer's mattress trick is winning over Pune
Meet the degree that pays while you study
She sold her scooter and bought a franchise
What a smarter inverter does when the lights go out""".splitlines()

WHO = """R. Krishnan, Tiruchi|Asha M., Pune|Col. Bedi (retd), Mohali|Nazneen, Bhopal|Dr Shetty, Udupi|Priya \
S., Noida
Thomas K., Kottayam|Bimal, Siliguri|Mrs Rao, Secunderabad|Yusuf, Kochi""".replace("\n", "|").split("|")
SAY_A = [
    "I have lived on this street for thirty years",
    "My father said the same thing in 1978",
    "As a former bank clerk I must say",
    "With respect to the author",
    "Nobody asks the commuter",
    "I read this paper from the last page forward",
    "The figures are fine",
    "We in small towns know this well",
    "Let me add one point",
]
SAY_B = [
    "and nothing was ever fixed by a committee.",
    "but the footpath is still missing.",
    "and the crossword was too easy on Tuesday.",
    "yet every answer begins with another form to fill.",
    "so please print the table in a larger type.",
    "and I would rather pay a little more for trains on time.",
    "but young people are kinder than we were.",
    "and the photograph alone was worth the price.",
    "though I do miss the old masthead.",
]

HISTORY = """1949: The last metre-gauge steam shed in the south opens its gates
1954: A public library in every taluk, promises the education minister
1961: Trunk dialling begins between Kanpur and Lucknow
1967: First harvest of the dwarf wheat is weighed in Karnal
1972: The hill railway is stopped by a sleeping elephant
1975: Colour photographs appear in this newspaper
1983: A village in Kutch gets its first telephone
1986: The tram depot at Kidderpore marks a hundred years
1991: Airmail rates go up for the second time in a year
1998: An all-women crew flies the mail to Leh
2003: The old bridge is closed to lorries for good""".splitlines()

MARKETS = [
    ("SENSEX", 77580.3),
    ("NIFTY 50", 23532.7),
    ("BANK NIFTY", 50179.5),
    ("USD/INR", 84.39),
    ("GOLD 10g", 75420.0),
    ("SILVER kg", 89300.0),
    ("BRENT", 72.28),
    ("10Y BOND", 6.83),
]
CITIES = [
    "Delhi",
    "Mumbai",
    "Chennai",
    "Kolkata",
    "Bengaluru",
    "Hyderabad",
    "Pune",
    "Lucknow",
    "Patna",
    "Guwahati",
]
BATS = [
    "Rathnayake",
    "Wickrama",
    "Shinde",
    "Kulkarni",
    "Menon",
    "Thakre",
    "Oberoi",
    "Lobo",
    "Chauhan",
    "Ansari",
]
