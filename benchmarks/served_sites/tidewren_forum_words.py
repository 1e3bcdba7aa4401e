"""The English words of the forum's members and of the boxes around them."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("|"))


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


NAME_STARTS = _words("""
pixel|mossy|nightjar|quiet|copper|lentil|harbor|ferro|juniper|walnut|static|velvet|tundra|saffron|gravel|
maple|otter|basalt|cloudy|thimble
""")
NAME_ENDS = _words("""
fox|_nas|hans|42|wolf|bee|smith|lab|owl|77|pi|sock|dad|tree|ling|ova
""")
FULL_NAMES = _words("""
Jo Hartley|Petra N.|M. Osei|Dimitri|Yuki|Tomasz W|Clare|Ravi S|Anouk|Big Ed
""")
PROBLEMS = _words("""
Thumbnails stay grey|Import hangs at 97 %|Faces are grouped twice|Videos play without sound|
Sync eats my battery|Album order changes by itself|Login loop behind a proxy|Map shows photos in the sea|
Live photos lose their motion|Backup finishes but is empty|Search ignores umlauts|
Duplicates after every scan|Server restarts at night|Upload fails above 2 GB|RAW files look purple|
Shared link opens the wrong album|Memory climbs until the box dies|Timeline jumps to 1970|
No transcoding on the GPU|Captions vanish after editing|Web page is blank in Firefox|
Trash cannot be emptied
""")
PLACES = _words("""
on a Raspberry Pi 5|with Synology DSM 7|in Proxmox|on TrueNAS|after moving to a new disk|
since last weekend|with 300k pictures|behind Caddy|behind nginx|on my phone only|for my partner's account|
with podman|under Windows 11|on an old Mac mini|over a VPN|with NFS|when the library is on ZFS|
after a power cut|on Unraid|in Kubernetes|with an N100 box
""")
IDEAS = _words("""
a darker theme|sorting by lens|birthday reminders|a slideshow for the TV|import from old CDs|
printing photo books|stacking bursts|a map of trips|voice notes|nested albums|keyboard shortcuts|
a family tree|hiding screenshots|colour search|film simulations|moving from Google Photos|
moving from PhotoPrism|scanning slides|geotagging with a watch|keeping originals on tape
""")
TITLES = _lines("""
{p} {w}
{p} {w}?
[Solved] {p} {w}
{p}, any hints?
Help: {p} {w}
How do you handle {i}?
Feature idea: {i}
[Guide] {i} {w}
My setup for {i}
Is anyone else using {i}?
PSA: back up before you try {i}
Announcing my little plugin for {i}
New release of my script for {i}
Why {i} should be in core
{p} - is this a known bug?
IMPORTANT: {p} {w}
Poll: do you need {i}?
What I learned about {i} {w}
""")
CATEGORIES = (
    ("Support", "#c2503a"),
    ("Self-hosting", "#3a6ec2"),
    ("Plugins", "#7a49b0"),
    ("Mobile apps", "#2f8f6b"),
    ("Show and tell", "#c08a1e"),
    ("Lounge", "#6b7280"),
)
TAGS = _words("""
docker|video|import|sharing|faces|performance|arm|android|ios|backup|postgres|proxy|metadata|beginner|nas
""")
STARTS = _words("""
Same here,|For what it's worth,|Not sure, but|Update from me:|Thanks, that was it:|I gave up and|
Late to the party, yet|Can confirm,|In my case|Tried again today;|Sorry, no,|After three coffees
""")
MIDDLES = _words("""
the log shows nothing at all|it went away when I pinned the older image|the cable was the culprit|
my wife noticed before I did|I had the wrong uid on the mount|the proxy cut off the headers|
a full rescan took nine hours|disabling the plugin helped|it only happens with HEIC|
the clock of the board was off|I moved the cache to the SSD|the docs say otherwise|
rebooting twice did the trick
""")
ENDS = _words("""
and now I am happy.|so I will wait for a while.|any other ideas?|which makes no sense to me.|
but do not ask me why.|and I learned something.|happy to send samples.|at least until the next scan.|
just saying.|hope that helps somebody.|see my post above.
""")
SPONSORS = (
    ("Hexadrive Cloud", "Object storage from 4 a month"),
    ("Norbit Boards", "Fanless servers with six bays"),
    ("Parity & Sons", "Refurbished disks, tested twice"),
    ("Lumen VPN", "Your home, from anywhere"),
    ("Cask Hosting", "Managed Tidewren, first month free"),
    ("Frame by Frame", "Prints on cotton paper"),
    ("Kettlewatt", "Measure every watt of your rack"),
    ("DeskHive", "Tickets for small teams"),
)
TIPS = _lines("""
Search the forum before you post; most answers are younger than a year.
Mark the post that helped you as solution.
You can mute a tag in your preferences.
Drag a picture into the editor to attach it.
Press ? to see all keyboard shortcuts.
Follow a category to get a weekly digest.
Use three backticks around log lines.
Say which version you run; it saves everybody a day.
Bookmarks can have reminders.
""")
POLLS = (
    ("Where do your originals live?", ("NAS", "USB disk", "Cloud bucket", "Old laptop")),
    ("How many photos do you keep?", ("under 10k", "10k to 100k", "100k to 500k", "more")),
    ("Which browser do you use for Tidewren?", ("Firefox", "Chromium", "Safari", "Other")),
)
