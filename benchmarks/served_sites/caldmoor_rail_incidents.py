"""What Caldmoor Rail says of its incidents, from the first report to the resolution."""

# kind: (severity, title, first report, updates, resolution)
INCIDENTS = [
    (
        "severe",
        "Overhead wire damage between {a} and {b}",
        (
            "Damage to the overhead electric wires between {a} and {b} means that all lines are blocked. "
            "Trains on the {line} may be cancelled or delayed by up to {m} minutes."
        ),
        [
            (
                "Engineers have reached the site near {b} and found about 300 metres of wire down. Buses have "
                "been ordered to run between {a} and {b}; the first is expected within the hour."
            ),
            (
                "One of the two tracks has been made safe. Diesel trains are running every hour in each "
                "direction, and rail tickets are being accepted on {alt} buses."
            ),
        ],
        (
            "The overhead wires at {b} have been repaired and both tracks reopened. Trains are back to the "
            "normal timetable after a few late starts."
        ),
    ),
    (
        "minor",
        "Signalling fault at {a}",
        (
            "A fault with the signalling system at {a} is reducing the number of trains that can run on the "
            "{line}. Expect delays of around {m} minutes."
        ),
        [
            (
                "Our technicians have traced the fault to a power supply beside the track at {a}. Trains are "
                "being passed through one at a time on the driver's word of mouth authority."
            ),
            (
                "A replacement unit is on its way by road from the depot. Until it is fitted, alternate trains "
                "will turn back at {b}."
            ),
        ],
        "The signalling fault at {a} has been mended, and trains are no longer held outside the station.",
    ),
    (
        "severe",
        "Landslip blocks the {line} near {b}",
        (
            "Soil and stones have slipped on to the track after heavy rain between {a} and {b}. No trains "
            "can run on this section, and we advise against travel on the {line} today."
        ),
        [
            (
                "A geotechnical team inspected the cutting by daylight and estimates that 200 tonnes have to be "
                "cleared. The section will stay closed until at least tomorrow evening."
            ),
            (
                "An hourly coach is now running between {a} and {b}, calling at all stations. Passengers with "
                "bicycles should speak to the driver before boarding."
            ),
            (
                "Clearing has gone faster than planned. One track should reopen with a 20 mph limit for the "
                "first train in the morning."
            ),
        ],
        (
            "The slip near {b} has been cleared. Trains run over the section at reduced speed, adding four "
            "minutes to most journeys until the slope has been netted."
        ),
    ),
    (
        "minor",
        "Train fault at {b}",
        (
            "A train that cannot be moved is blocking platform 2 at {b}. Services between {a} and {b} may be "
            "up to {m} minutes late."
        ),
        [
            (
                "A second train is being coupled to the failed one to push it clear. Passengers on board have "
                "been let off at {b} and offered the next departure."
            )
        ],
        "The failed train has been hauled to the depot and platform 2 at {b} is in use again.",
    ),
    (
        "severe",
        "Lorry has struck a bridge near {a}",
        (
            "A lorry has hit the railway bridge on the approach to {a}. No train may cross it until it has "
            "been examined, so the {line} is closed between {a} and {b}."
        ),
        [
            (
                "The examiner has found displaced brickwork but no harm to the main girders. Trains may cross on "
                "one track at walking pace; delays of {m} minutes are likely."
            )
        ],
        "The bridge near {a} has passed a full examination. Both tracks are open at normal speed.",
    ),
    (
        "minor",
        "Shortage of train crew on the {line}",
        (
            "Because several drivers are unwell, we are running fewer trains than planned on the {line}. The "
            "last trains of the evening are not affected."
        ),
        [
            (
                "Four more departures from {a} have been withdrawn. Tickets for them are valid on any train "
                "today or tomorrow."
            ),
            (
                "Crew from {b} have volunteered for extra turns, and two of the withdrawn trains will run after "
                "all."
            ),
        ],
        "All turns on the {line} are now covered and the full timetable is being worked.",
    ),
    (
        "severe",
        "Flooding at {b}",
        (
            "Water is over the rails at {b} after the river rose. Trains from {a} are ending their journeys "
            "one station short, with delays of {m} minutes."
        ),
        [
            (
                "Pumps are at work but the level has risen by another 8 centimetres. The station building at {b} "
                "has been closed to the public."
            ),
            (
                "The river is falling. Staff expect to be able to test the track circuits once the ballast has "
                "drained."
            ),
        ],
        (
            "The track at {b} has dried out and been tested. Trains are calling there again, although the "
            "lift remains out of use."
        ),
    ),
    (
        "minor",
        "Level crossing failure near {b}",
        (
            "The barriers of the level crossing between {a} and {b} are not closing as they should. Trains "
            "must stop and sound the horn before passing, which adds about {m} minutes."
        ),
        [
            (
                "A crossing keeper has been posted to work the barriers by hand. Road traffic may be held for "
                "longer than usual."
            )
        ],
        "The barriers near {b} have been repaired and work on their own again.",
    ),
    (
        "severe",
        "Emergency services at {a}",
        (
            "The emergency services are dealing with an incident beside the line at {a}. At their request "
            "all trains on the {line} have been stopped."
        ),
        [
            (
                "Trains may now pass {a} without stopping. The station itself is still closed, and {alt} is "
                "carrying our passengers from the forecourt."
            ),
        ],
        "The emergency services have left {a}. The station has reopened and trains are calling as usual.",
    ),
    (
        "minor",
        "Tree on the track between {a} and {b}",
        (
            "A tree brought down by the wind is lying across one track between {a} and {b}. Trains in both "
            "directions share the other; expect delays of up to {m} minutes."
        ),
        [
            (
                "The tree turned out to be larger than reported and a crane is needed to lift it. Some trains on "
                "the {line} will start and end at {a} instead."
            )
        ],
        "The tree between {a} and {b} has been sawn up and removed. No damage to the track was found.",
    ),
    (
        "minor",
        "Points failure outside {a}",
        (
            "A set of points outside {a} cannot be moved, so trains are unable to use platforms 1 and 3. "
            "Delays on the {line} are about {m} minutes."
        ),
        [
            (
                "The points have been clamped in one position. Trains for {b} will all leave from platform 4 "
                "until further notice."
            ),
            "A broken drive rod has been found. The repair will be made after the last train tonight.",
        ],
        "New parts have been fitted to the points outside {a}, and every platform is available.",
    ),
    (
        "severe",
        "Broken rail near {b}",
        (
            "A track inspection has found a broken rail near {b}. Trains on the {line} are being turned back "
            "at {a}, and no onward transport could be arranged yet."
        ),
        ["Minibuses hired from {alt} are taking passengers on from {a}. Please allow an extra {m} minutes."],
        "The rail near {b} has been replaced and welded. Trains run through, at 40 mph for the first day.",
    ),
    (
        "minor",
        "Cattle on the line at {b}",
        (
            "A herd of cattle has strayed on to the railway at {b}. Drivers have been told to proceed with "
            "caution, and journeys take {m} minutes longer."
        ),
        [
            (
                "The farmer has driven most of the animals back, but three are still loose in the cutting. Power "
                "remains switched off on one track."
            )
        ],
        "All the animals have been led away from the line at {b} and the fence has been mended.",
    ),
    (
        "minor",
        "Failure of the ticket system at {a}",
        (
            "Ticket machines and gates at {a} have stopped working because of a network fault. Passengers "
            "may board without a ticket and pay at their destination."
        ),
        [
            (
                "The fault has spread to the stations as far as {b}. Penalty fares are suspended on the whole of "
                "the {line}."
            )
        ],
        (
            "Machines and gates at {a} are working again. Penalty fares apply from the start of service "
            "tomorrow."
        ),
    ),
]

ALTS = ["Vale Coaches", "Pellport Buses", "Moorland Travel", "Redline Buses", "City Trams"]
