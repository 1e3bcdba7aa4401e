"""Ordinary pages that look a little like a wall and must stay content: the other half of what the gate is worth."""

from tests.rendering.gate.gate_pages import ASKED, CONTENT, HELD_OUT, TRAIN, Sample, article, menus

LOGIN_BOX = "<form class=top><input name=user placeholder=Username><input type=password><button>Log in</button></form>"
JSD = (
    "<script>(function(){var a=document.createElement('script');"
    "a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'})()</script>"
)


def _page(name: str, half: str, title: str, body: str, **more: object) -> Sample:
    return Sample(name=name, half=half, kind=CONTENT, title=title, body=body, **more)  # type: ignore[arg-type]


ORDINARY: tuple[Sample, ...] = (
    _page(
        "article-about-captchas",
        TRAIN,
        "Are you a robot? A history of the captcha | The Riverside Gazette",
        menus()
        + "<h1>Are you a robot? A history of the captcha</h1><p>Verify you are human: everybody knows the line. "
        "Checking your browser, complete the security check.</p>" + article(),
    ),
    _page(
        "article-about-error-404",
        HELD_OUT,
        "HTTP 404 - Encyclopedia",
        "<h1>HTTP 404</h1><p>Page not found, or 404 Not Found, is an answer of a web server.</p>"
        + article(20),
    ),
    _page(
        "advice-on-404-pages",
        TRAIN,
        "How to fix 404 page not found errors",
        menus(20)
        + "<h1>How to fix 404 page not found errors</h1><p>Check the address first.</p>"
        + article(1),
    ),
    _page(
        "comment-form-with-recaptcha",
        TRAIN,
        "Flood report | Riverside",
        menus()
        + "<h1>Flood report</h1>"
        + article(3)
        + "<form><textarea></textarea><div class='g-recaptcha'></div>"
        "I'm not a robot</form><script src='https://www.google.com/recaptcha/api.js'></script>",
    ),
    _page(
        "contact-form-with-turnstile",
        HELD_OUT,
        "Contact us | Riverside",
        menus(10)
        + "<h1>Contact us</h1><p>Write to the town hall.</p><form><input name=mail><textarea></textarea>"
        "<div class='cf-turnstile'>Verify you are human</div></form>",
    ),
    _page(
        "login-box-in-the-header",
        TRAIN,
        "Riverside community",
        LOGIN_BOX + menus() + "<h1>Welcome</h1>" + article(2),
    ),
    _page(
        "short-page-with-login-box",
        HELD_OUT,
        "Opening hours | Riverside library",
        LOGIN_BOX + menus(9) + "<h1>Opening hours</h1><p>Monday to Friday, ten to six.</p>",
    ),
    _page(
        "login-page-that-is-watched",
        TRAIN,
        "Log in | Riverside bank",
        "<h1>Log in</h1>" + LOGIN_BOX,
        url="https://bank.example.org/login",
    ),
    _page(
        "service-whose-front-page-asks",
        HELD_OUT,
        "Webmail - Log in",
        "<h1>Log in</h1>" + LOGIN_BOX,
        url="https://mail.example.org/",
    ),
    _page(
        "redirect-within-the-site",
        HELD_OUT,
        "Annual report 2026",
        menus() + "<h1>Annual report</h1>" + article(2),
        final_url="https://www.example.org/reports/latest",
    ),
    _page(
        "redirect-to-a-page-about-signing-in",
        TRAIN,
        "How to sign in with a card | Help",
        menus() + "<h1>How to sign in with a card</h1>" + article(4),
        final_url="https://www.example.org/help/sign-in",
    ),
    _page(
        "paywall-teaser",
        TRAIN,
        "The river rises | The Riverside Gazette",
        menus()
        + "<h1>The river rises</h1>"
        + article(1)
        + "<div class=paywall><h2>Subscribe to read on</h2><p>Already "
        "a subscriber? <a href='/login'>Log in</a></p></div>",
    ),
    _page(
        "paywall-with-a-login-form",
        HELD_OUT,
        "The river falls | The Riverside Gazette",
        menus()
        + "<h1>The river falls</h1>"
        + article(1)
        + "<div><h2>Sign in or subscribe</h2>"
        + LOGIN_BOX
        + "</div>",
    ),
    _page(
        "age-gate",
        HELD_OUT,
        "Riverside brewery",
        menus(8) + "<div role=dialog><h2>Are you over 18?</h2><button>Yes"
        "</button></div><h1>Our beers</h1>" + article(1),
    ),
    _page(
        "cookie-wall",
        TRAIN,
        "Riverside today",
        "<div role=dialog><h2>We value your privacy</h2><p>We and our 812 "
        "partners store and access information on a device.</p><button>Accept all</button></div>"
        + menus()
        + article(2),
    ),
    _page(
        "behind-cloudflare",
        TRAIN,
        "Data | Wind turbines",
        menus() + "<h1>Data</h1>" + article(2) + JSD,
        headers={"Server": "cloudflare", "CF-RAY": "9ee"},
    ),
    _page(
        "short-page-behind-cloudflare",
        HELD_OUT,
        "Lost cat",
        "<h1>Lost cat</h1><p>Grey, answers to Mimi.</p>" + JSD,
        headers={"Server": "cloudflare", "CF-RAY": "9ee"},
    ),
    _page(
        "behind-datadome",
        HELD_OUT,
        "Offers",
        menus() + "<h1>Offers</h1>" + article(1) + "<script src='https://js.datadome.co/tags.js'></script>",
        headers={"X-DataDome": "protected"},
    ),
    _page(
        "behind-imperva",
        TRAIN,
        "PriceTables",
        menus()
        + "<h1>PriceTables</h1>"
        + article(2)
        + "<script src='/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3'></script>",
        headers={"X-CDN": "Imperva"},
    ),
    _page(
        "behind-akamai",
        HELD_OUT,
        "Climate programme",
        menus() + "<h1>Climate programme</h1>" + article(2),
        headers={"Server": "AkamaiGHost", "X-Akamai-Transformed": "9"},
    ),
    _page(
        "behind-azure",
        TRAIN,
        "Zoning plan",
        "<h1>Zoning plan</h1><p>In force since May.</p>",
        headers={"x-azure-ref": "2026"},
    ),
    _page(
        "behind-cloudfront",
        HELD_OUT,
        "Divisions",
        "<h1>Divisions</h1><p>Five divisions report to the council.</p>",
        headers={"Server": "CloudFront", "X-Cache": "Miss from cloudfront"},
    ),
    _page(
        "notice-of-maintenance",
        TRAIN,
        "Scheduled maintenance on 12 May | Riverside bank",
        menus(20)
        + "<h1>Scheduled maintenance on 12 May</h1><p>Online banking will be unavailable from two to four in "
        "the morning. Cards go on working.</p>",
    ),
    _page(
        "status-page-of-a-service",
        HELD_OUT,
        "Riverside Cloud Status",
        "<h1>All systems operational</h1><p>API operational. Website operational. Storage under maintenance until noon."
        "</p><h2>Past incidents</h2>" + article(2),
    ),
    _page(
        "domain-dealer",
        TRAIN,
        "Domains for sale | Riverside names",
        menus()
        + "<h1>Premium names</h1><p>This domain is for sale: riverside.example. Buy this domain today.</p>"
        + article(4),
    ),
    _page(
        "advice-on-javascript",
        HELD_OUT,
        "How to enable JavaScript in your browser",
        "<h1>How to enable JavaScript in your browser</h1><ol><li>Open the settings.</li><li>Choose privacy.</li></ol>"
        + article(2),
    ),
    _page(
        "page-with-a-noscript-line",
        TRAIN,
        "Riverside weather",
        "<noscript>You need to enable JavaScript to run this app.</noscript><h1>14 degrees</h1><p>Light rain.</p>",
    ),
    _page(
        "forum-thread-on-access-denied",
        HELD_OUT,
        "Access denied when opening my own folder - Forum",
        menus(25)
        + "<h1>Access denied when opening my own folder</h1><p>You don't have permission to access this folder, "
        "it says. Reference # 12 in the manual does not help.</p>" + article(3),
    ),
    _page(
        "nginx-manual",
        TRAIN,
        "nginx: welcome to the manual",
        "<h1>nginx</h1><p>502 Bad Gateway means that the server behind did not answer.</p>" + article(2),
    ),
    _page("very-short-page", HELD_OUT, "Note", "<p>Back on Monday.</p>"),
    _page("picture-only", TRAIN, "", "<img src='/river.jpg'>"),
    _page(
        "search-without-results",
        HELD_OUT,
        "Search: flood gates | Riverside",
        menus(20) + "<h1>Search results</h1><p>Nothing was found for your search.</p>",
    ),
    _page(
        "japanese-front-page",
        HELD_OUT,
        "川辺新聞",
        menus(10) + "<h1>川辺新聞</h1><p>" + "川の水位が上がっている。" * 40 + "</p>",
    ),
    _page(
        "story-called-not-found",
        HELD_OUT,
        "Not Found: a novel | Riverside books",
        menus() + "<h1>Not Found</h1>" + article(8),
    ),
    _page(
        "indonesian-edition",
        TRAIN,
        "Berita sungai",
        menus() + article(2),
        url="https://example.org/",
        final_url="https://id.example.org/",
    ),
    _page("asked-with-a-slash-more", HELD_OUT, "Water", "<h1>Water</h1><p>Clean.</p>", final_url=ASKED + "/"),
    _page(
        "security-news",
        TRAIN,
        "Security check at the harbour | Gazette",
        menus(30) + "<h1>Security check at the harbour</h1><p>Ships wait for hours.</p>" + article(1),
    ),
    _page(
        "short-security-news",
        HELD_OUT,
        "Unusual activity at the volcano",
        menus(6)
        + "<h1>Unusual activity at the volcano</h1><p>Scientists have seen suspicious activity for two days. The "
        "road to the top stays open for now, said the mayor, who lives there.</p>",
    ),
    _page(
        "short-page-with-fastlys-script",
        TRAIN,
        "Tide table",
        "<h1>Tide table</h1><p>High water at noon.</p>"
        "<script id='fastly-ngwaf-script' src='/_fs-ch-1T1wmsGaOgGaSxcX/assets/script.js'></script>",
    ),
    _page(
        "short-page-with-f5s-script",
        TRAIN,
        "Office hours",
        "<h1>Office hours</h1><p>Nine to noon, closed on Fridays.</p>"
        "<script src='/TSPD/08a?type=9'></script><script>window['bobcmn']='1';</script>",
    ),
    _page(
        "short-page-with-cloudflares-script-run",
        TRAIN,
        "Lost dog",
        "<h1>Lost dog</h1><p>Brown, answers to Rex.</p>"
        "<script src='/cdn-cgi/challenge-platform/h/g/scripts/jsd/d251aa49a8a3/main.js'></script>",
    ),
    _page(
        "short-page-with-amazons-script",
        TRAIN,
        "Bus line 7",
        "<h1>Bus line 7</h1><p>Every ten minutes.</p>"
        "<script src='https://a1.edge.sdk.awswaf.com/a1/challenge.js'></script><script>AwsWafIntegration.getToken()"
        "</script>",
    ),
    _page(
        "accepted-answer", HELD_OUT, "Queued", "<h1>Queued</h1><p>Your export is being made.</p>", status=202
    ),
)
