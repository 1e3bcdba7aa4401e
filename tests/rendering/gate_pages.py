"""Pages for the response gate: composed here after what servers are known to send, no page of anyone's copied.

Half of them, "train", may be looked at while a rule is written; the other half, "held out", only tells how the rules
do on pages that they were not written from. Names are of the form ``server-what``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import html

from rendering.gate_page import Answered
from storage.records import ResponseKind

CONTENT, ERROR, EMPTY = ResponseKind.CONTENT, ResponseKind.ERROR, ResponseKind.EMPTY
WALL, LOGIN = ResponseKind.BOT_WALL, ResponseKind.LOGIN_WALL
TRAIN, HELD_OUT = "train", "held out"

ASKED = "https://www.example.org/reports/2026/water"
PROSE = (
    "The committee met on Tuesday to hear how the river had risen during the week, which houses had been reached by "
    "the water, and what the town could still do before the next rain came down from the hills. "
)


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A page as a server sends it and a browser shows it."""

    name: str
    half: str
    kind: ResponseKind
    title: str = ""
    body: str = ""
    head: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    url: str = ASKED
    final_url: str | None = None

    @property
    def html(self) -> str:
        return f"<html><head><title>{self.title}</title>{self.head}</head><body>{self.body}</body></html>"

    def answered(self) -> Answered:
        """As the gate sees it; what a browser does not show is not in the text."""
        tree = html.fromstring(self.html)
        body = tree.find("body")
        for node in list(body.iter("script", "style", "noscript", "template")):
            node.drop_tree()
        for node in list(body.xpath("//*[@hidden]")):
            node.drop_tree()
        text = "\n".join(part for part in body.itertext())
        return Answered(
            requested_url=self.url,
            final_url=self.final_url or self.url,
            status=self.status,
            headers=(("Content-Type", "text/html"), *self.headers.items()),
            title=self.title,
            text=text,
            html=self.html,
        )


def menus(links: int = 40) -> str:
    """A site's own header and menus, the same on its error pages."""
    words = (
        "News",
        "Sport",
        "Culture",
        "Town hall",
        "Weather",
        "Archive",
        "About us",
        "Letters",
        "Jobs",
        "Maps",
    )
    return "<nav>" + "".join(f'<a href="/s{n}">{words[n % 10]}</a> ' for n in range(links)) + "</nav>"


def article(paragraphs: int = 5) -> str:
    return "".join(f"<p>{PROSE}</p>" for _ in range(paragraphs))


SERVED: tuple[Sample, ...] = (
    Sample(
        name="cloudflare-managed-challenge",
        half=TRAIN,
        kind=WALL,
        status=403,
        headers={"Server": "cloudflare", "cf-mitigated": "challenge", "CF-RAY": "9a0"},
        title="Just a moment...",
        body="<h1>www.example.org</h1><p>Verify you are human by completing the action below.</p>"
        "<script>window._cf_chl_opt={cvId:'3'};</script>",
    ),
    Sample(
        name="cloudflare-challenge-without-its-header",
        half=HELD_OUT,
        kind=WALL,
        status=503,
        headers={"Server": "cloudflare"},
        title="Einen Moment bitte …",
        body="<p>www.example.org muss die Sicherheit Ihrer Verbindung überprüfen.</p>"
        '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
    ),
    Sample(
        name="cloudflare-1020",
        half=TRAIN,
        kind=WALL,
        status=403,
        headers={"Server": "cloudflare"},
        title="Access denied | www.example.org used Cloudflare to restrict access",
        body='<div id="cf-wrapper"><h1>Error 1020</h1><h2>Access denied</h2><p>This website is using a security '
        "service to protect itself from online attacks.</p><span>Cloudflare Ray ID: 9a0</span></div>",
    ),
    Sample(
        name="cloudflare-blocked",
        half=HELD_OUT,
        kind=WALL,
        status=403,
        headers={"Server": "cloudflare"},
        title="Attention Required! | Cloudflare",
        body='<div id="cf-wrapper"><div id="cf-error-details"><h1>Sorry, you have been blocked</h1><h2>You are unable '
        "to access example.org</h2><p>Several actions could trigger this block, among them a certain word, a SQL "
        "command or malformed data.</p></div></div>",
    ),
    Sample(
        name="cloudflare-1015-rate-limited",
        half=HELD_OUT,
        kind=WALL,
        status=429,
        headers={"Retry-After": "60"},
        title="Access denied | www.example.org used Cloudflare to restrict access",
        body='<div id="cf-wrapper"><h1>Error 1015</h1><h2>You are being rate limited</h2></div>',
    ),
    Sample(
        name="cloudflare-522",
        half=TRAIN,
        kind=ERROR,
        status=522,
        headers={"Server": "cloudflare"},
        title="www.example.org | 522: Connection timed out",
        body='<div id="cf-wrapper"><h1>Connection timed out</h1><span>Error code 522</span></div>',
    ),
    Sample(
        name="cloudflare-521-with-200",
        half=HELD_OUT,
        kind=ERROR,
        title="www.example.org | 521: Web server is down",
        body='<div id="cf-wrapper"><h1>Web server is down</h1><p>Error code 521</p><p>Visit cloudflare.com for more.'
        "</p></div>",
    ),
    Sample(
        name="akamai-denied",
        half=TRAIN,
        kind=WALL,
        status=403,
        headers={"Server": "AkamaiGHost"},
        title="Access Denied",
        body='<h1>Access Denied</h1>You don\'t have permission to access "http://www.example.org/reports" on this '
        "server.<p>Reference #18.4c5e1602.1767225600.1a2b3c4d</p><p>https://errors.edgesuite.net/18.4c5e1602</p>",
    ),
    Sample(
        name="akamai-denied-with-200",
        half=HELD_OUT,
        kind=WALL,
        title="Access Denied",
        body="<h1>Access Denied</h1>You don’t have permission to access this page on this server.<p>Reference "
        "#18.2f1d2c17.1767229999.77aa</p>",
    ),
    Sample(
        name="akamai-interstitial",
        half=HELD_OUT,
        kind=WALL,
        head='<meta http-equiv="refresh" content="5; URL=/reports?bm-verify=AAQAAA">',
        body="<p>&nbsp;</p>",
    ),
    Sample(
        name="akamai-dns-failure",
        half=TRAIN,
        kind=ERROR,
        status=503,
        headers={"Server": "AkamaiGHost"},
        title="Service Unavailable - DNS failure",
        body="<h1>Service Unavailable - DNS failure</h1><p>The server is temporarily unable to service your request."
        "</p>Reference #11.9e5ce017.1767225600.1c",
    ),
    Sample(
        name="aws-waf-challenge",
        half=TRAIN,
        kind=WALL,
        status=202,
        headers={"Server": "awselb/2.0", "x-amzn-waf-action": "challenge"},
        body='<div id="challenge-container"></div><script>window.awsWafCookieDomainList=[];window.gokuProps={};'
        "</script><noscript><h1>JavaScript is disabled</h1></noscript>",
    ),
    Sample(
        name="aws-waf-captcha-behind-a-proxy",
        half=HELD_OUT,
        kind=WALL,
        status=405,
        headers={"Server": "CloudFront"},
        title="Human Verification",
        body='<div id="captcha-container"></div><script src="https://a1.edge.captcha-sdk.awswaf.com/a1/jsapi.js">'
        "</script>",
    ),
    Sample(
        name="aws-elb-forbidden",
        half=HELD_OUT,
        kind=WALL,
        status=403,
        headers={"Server": "awselb/2.0"},
        title="403 Forbidden",
        body="<center><h1>403 Forbidden</h1></center>",
    ),
    Sample(
        name="aws-elb-bad-gateway",
        half=TRAIN,
        kind=ERROR,
        status=502,
        headers={"Server": "awselb/2.0"},
        title="502 Bad Gateway",
        body="<center><h1>502 Bad Gateway</h1></center>",
    ),
    Sample(
        name="cloudfront-blocked",
        half=TRAIN,
        kind=WALL,
        status=403,
        headers={"Server": "CloudFront", "X-Cache": "Error from cloudfront"},
        title="ERROR: The request could not be satisfied",
        body="<h1>403 ERROR</h1><h2>The request could not be satisfied.</h2>Request blocked. We can't connect to the "
        "server for this app or website at this time.<pre>Generated by cloudfront (CloudFront) Request ID: QmFk</pre>",
    ),
    Sample(
        name="cloudfront-country",
        half=HELD_OUT,
        kind=WALL,
        status=403,
        title="ERROR: The request could not be satisfied",
        body="<h1>403 ERROR</h1>The Amazon CloudFront distribution is configured to block access from your country."
        "<pre>Generated by cloudfront (CloudFront)</pre>",
    ),
    Sample(
        name="cloudfront-origin-gone-with-200",
        half=HELD_OUT,
        kind=ERROR,
        title="ERROR: The request could not be satisfied",
        body="<h1>504 Gateway Timeout ERROR</h1><h2>The request could not be satisfied.</h2>We can't connect to the "
        "server for this app or website at this time.<pre>Generated by cloudfront (CloudFront)</pre>",
    ),
    Sample(
        name="incapsula-incident",
        half=TRAIN,
        kind=WALL,
        status=200,
        headers={"X-CDN": "Imperva", "X-Iinfo": "7-1"},
        body='<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&incident_id=77">Request unsuccessful. '
        "Incapsula incident ID: 770000990</iframe>",
    ),
    Sample(
        name="imperva-interruption",
        half=HELD_OUT,
        kind=WALL,
        title="Pardon Our Interruption",
        body="<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you "
        "were a bot. There are a few reasons this might happen:</p><ul><li>You're a power user moving through this "
        "website with super-human speed.</li></ul>",
    ),
    Sample(
        name="imperva-error-15",
        half=HELD_OUT,
        kind=WALL,
        status=403,
        title="www.example.org",
        body="<h1>Access denied</h1><p>Error 15</p><p>This request was blocked by our security service</p>",
    ),
    Sample(
        name="datadome-captcha",
        half=TRAIN,
        kind=WALL,
        status=403,
        headers={"Server": "DataDome", "X-DataDome": "protected"},
        title="example.org",
        body="<p id=cmsg>Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','host':"
        "'geo.captcha-delivery.com'}</script>",
    ),
    Sample(
        name="datadome-frame-with-200",
        half=HELD_OUT,
        kind=WALL,
        title="example.org",
        body='<iframe src="https://geo.captcha-delivery.com/captcha/?initialCid=AHr"></iframe>',
    ),
    Sample(
        name="human-press-and-hold",
        half=TRAIN,
        kind=WALL,
        status=403,
        title="Access to this page has been denied",
        body="<h1>Before we continue...</h1><p>Press &amp; Hold to confirm you are a human (and not a bot).</p>"
        '<div id="px-captcha"></div><p>Reference ID 5c1f</p>',
    ),
    Sample(
        name="human-denied-plain",
        half=HELD_OUT,
        kind=WALL,
        status=403,
        title="Access to this page has been denied.",
        body="<p>Access to this page has been denied because we believe you are using automation tools to browse the "
        "website.</p><p>Reference ID: #5c1f-11f0</p><p>Powered by PerimeterX, Inc.</p>",
    ),
    Sample(
        name="fastly-unknown-domain",
        half=TRAIN,
        kind=ERROR,
        status=500,
        title="Fastly error: unknown domain",
        body="Fastly error: unknown domain: www.example.org. Please check that this domain has been added.",
    ),
    Sample(
        name="fastly-client-challenge",
        half=HELD_OUT,
        kind=WALL,
        title="Client Challenge",
        body="<h1>JavaScript is disabled in your browser.</h1><p>Please enable JavaScript to proceed.</p>"
        '<script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js"></script>',
    ),
    Sample(
        name="varnish-guru",
        half=HELD_OUT,
        kind=ERROR,
        status=200,
        title="503 Backend fetch failed",
        body="<h1>Error 503 Backend fetch failed</h1><p>Backend fetch failed</p><h3>Guru Meditation:</h3>"
        "<p>XID: 3801</p><hr><p>Varnish cache server</p>",
    ),
    Sample(
        name="azure-waf-blocked",
        half=TRAIN,
        kind=WALL,
        status=403,
        headers={"x-azure-ref": "20260101T120000Z-1"},
        body="<p>The request is blocked.</p><p>20260101T120000Z-1</p>",
    ),
    Sample(
        name="azure-front-door-down",
        half=HELD_OUT,
        kind=ERROR,
        status=200,
        title="Service unavailable",
        body="<h2>Our services aren't available right now</h2><p>We're working to restore all services as soon as "
        "possible. Please check back soon.</p><span>0Abc</span>",
    ),
    Sample(
        name="azure-app-stopped",
        half=HELD_OUT,
        kind=ERROR,
        status=403,
        title="Web App - Unavailable",
        body="<h1>Error 403 - This web app is stopped.</h1><p>The web app you have attempted to reach is currently "
        "stopped and does not accept any requests.</p>",
    ),
    Sample(
        name="google-sorry",
        half=TRAIN,
        kind=WALL,
        status=429,
        title="https://www.google.com/search?q=x",
        url="https://www.google.com/search?q=x",
        final_url="https://www.google.com/sorry/index?continue=x",
        body="<p>Our systems have detected unusual traffic from your computer network.</p><form></form>",
    ),
    Sample(
        name="google-404",
        half=HELD_OUT,
        kind=ERROR,
        status=404,
        title="Error 404 (Not Found)!!1",
        body="<p><b>404.</b> <ins>That’s an error.</ins></p><p>The requested URL was not found on this server.</p>",
    ),
    Sample(
        name="sucuri-denied",
        half=TRAIN,
        kind=WALL,
        status=403,
        headers={"X-Sucuri-ID": "18015"},
        title="Sucuri WebSite Firewall - Access Denied",
        body="<h1>Access Denied - Sucuri Website Firewall</h1><p>If you are the site owner (or you manage this site), "
        "please whitelist your IP. Block reason: Bad bot access attempt.</p><a href='https://sucuri.net/privacy'>x</a>",
    ),
    Sample(
        name="f5-rejected",
        half=HELD_OUT,
        kind=WALL,
        status=200,
        title="Request Rejected",
        body="The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: "
        "1234567890123<br><a href='javascript:history.back();'>[Go Back]</a>",
    ),
    Sample(
        name="radware-captcha",
        half=TRAIN,
        kind=WALL,
        title="Radware Captcha Page",
        url=ASKED,
        final_url="https://validate.perfdrive.com/?ssa=1",
        body="<p>We apologize for the inconvenience... but your activity and behavior on this site made us think that "
        "you are a bot.</p><img src='https://captcha.perfdrive.com/a.png'>",
    ),
    Sample(
        name="kasada-challenge",
        half=HELD_OUT,
        kind=WALL,
        status=429,
        headers={"x-kpsdk-ct": "0a1b"},
        body="<script>window.KPSDK={};KPSDK.now=Date.now;</script><script src='/149e9513/ips.js?x=1'></script>",
    ),
    Sample(
        name="vercel-checkpoint",
        half=TRAIN,
        kind=WALL,
        status=429,
        headers={"x-vercel-mitigated": "challenge"},
        title="Vercel Security Checkpoint",
        body="<p>We're verifying your browser</p>",
    ),
    Sample(
        name="vercel-not-found",
        half=HELD_OUT,
        kind=ERROR,
        status=404,
        headers={"Server": "Vercel"},
        title="404: NOT_FOUND",
        body="<h1>404: NOT_FOUND</h1><p>Code: NOT_FOUND</p><p>ID: fra1::abcde-1767225600000-0a1b2c</p>",
    ),
    Sample(
        name="github-pages-404-with-200",
        half=HELD_OUT,
        kind=ERROR,
        title="Site not found · GitHub Pages",
        body="<h1>404</h1><p><strong>There isn't a GitHub Pages site here.</strong></p>",
    ),
    Sample(
        name="nginx-default-page",
        half=TRAIN,
        kind=ERROR,
        title="Welcome to nginx!",
        body="<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and "
        "working. Further configuration is required.</p>",
    ),
    Sample(
        name="nginx-404-with-200",
        half=HELD_OUT,
        kind=ERROR,
        title="404 Not Found",
        body="<center><h1>404 Not Found</h1></center><hr><center>nginx/1.27.0</center>",
    ),
    Sample(
        name="apache-forbidden",
        half=HELD_OUT,
        kind=ERROR,
        status=403,
        title="403 Forbidden",
        headers={"Server": "Apache/2.4"},
        body="<h1>Forbidden</h1><p>You don't have permission to access this resource.</p><address>Apache/2.4</address>",
    ),
    Sample(
        name="iis-default-page",
        half=HELD_OUT,
        kind=ERROR,
        title="IIS Windows Server",
        body='<a href="http://go.microsoft.com/fwlink/?linkid=66138"><img src="iisstart.png"></a>',
    ),
    Sample(
        name="squid-unreachable",
        half=TRAIN,
        kind=ERROR,
        status=503,
        title="ERROR: The requested URL could not be retrieved",
        body="<h1>ERROR</h1><h2>The requested URL could not be retrieved</h2><p>Connection to 192.0.2.1 failed.</p>"
        "<p>Your cache administrator is root.</p><p>Generated by proxy (squid/6.6)</p>",
    ),
    Sample(
        name="erddap-not-found",
        half=HELD_OUT,
        kind=ERROR,
        status=200,
        headers={"erddap-server": "2.25"},
        body='<pre>Error {\n    code=404;\n    message="Not Found: Currently unknown datasetID=tides";\n}</pre>',
    ),
    Sample(
        name="soft-404-within-menus",
        half=TRAIN,
        kind=ERROR,
        title="Page not found | The Riverside Gazette",
        body=menus() + "<h1>Page not found</h1><p>The page may have moved. Try the search.</p>" + menus(30),
    ),
    Sample(
        name="soft-404-german",
        half=HELD_OUT,
        kind=ERROR,
        title="Seite nicht gefunden - Stadt Beispielhausen",
        body=menus() + "<h1>Die Seite wurde nicht gefunden</h1><p>Bitte prüfen Sie die Adresse.</p>",
    ),
    Sample(
        name="soft-404-of-an-application",
        half=HELD_OUT,
        kind=ERROR,
        title="Riverside Gazette",
        body=menus(8) + "<h1>Oops! We couldn’t find that page</h1><a href='/'>Take me home</a>",
    ),
    Sample(
        name="soft-410",
        half=TRAIN,
        kind=ERROR,
        title="Error 404",
        body=menus(6) + "<h1>This page is no longer available</h1>",
    ),
    Sample(
        name="maintenance-wordpress",
        half=TRAIN,
        kind=ERROR,
        title="Maintenance",
        body="Briefly unavailable for scheduled maintenance. Check back in a minute.",
    ),
    Sample(
        name="maintenance-shop",
        half=HELD_OUT,
        kind=ERROR,
        title="Riverside Shop - We'll be back soon!",
        body="<h1>We’ll be back soon!</h1><p>Sorry for the inconvenience, we are performing some maintenance.</p>",
    ),
    Sample(
        name="parked-domain",
        half=TRAIN,
        kind=ERROR,
        title="example.org",
        body="<h2>Related searches</h2><a href='#'>Insurance</a><p>This domain may be for sale.</p>"
        "<script src='https://img.sedoparking.com/js/jquery.js'></script>",
    ),
    Sample(
        name="domain-for-sale",
        half=HELD_OUT,
        kind=ERROR,
        title="example.org is for sale",
        body="<h1>The domain name example.org is for sale</h1><p>Make an offer</p>",
    ),
    Sample(
        name="database-gone",
        half=HELD_OUT,
        kind=ERROR,
        title="Database Error",
        body="<h1>Error establishing a database connection</h1>",
    ),
    Sample(
        name="suspended-account",
        half=TRAIN,
        kind=ERROR,
        title="Account Suspended",
        body="<h1>This Account has been suspended.</h1><p>Contact your hosting provider for more information.</p>",
    ),
    Sample(
        name="javascript-shell",
        half=TRAIN,
        kind=EMPTY,
        title="React App",
        body="<div id=root>You need to enable JavaScript to run this app.</div>",
    ),
    Sample(
        name="javascript-shell-of-a-site",
        half=HELD_OUT,
        kind=EMPTY,
        title="Portal",
        body="<p>We're sorry but portal doesn't work properly without JavaScript enabled. Please enable it to continue."
        "</p>",
    ),
    Sample(
        name="recaptcha-gate-with-200",
        half=TRAIN,
        kind=WALL,
        title="Security check",
        body="<h1>Please confirm that you are not a robot</h1><div class='g-recaptcha'></div>",
    ),
    Sample(
        name="hcaptcha-gate",
        half=HELD_OUT,
        kind=WALL,
        status=403,
        title="www.example.org",
        body="<p>Please verify you are human to continue.</p><iframe src='https://newassets.hcaptcha.com/c'></iframe>",
    ),
    Sample(
        name="anubis-proof-of-work",
        half=HELD_OUT,
        kind=WALL,
        title="Making sure you're not a bot!",
        body="<h1>Making sure you're not a bot!</h1><img src='/.within.website/x/cmd/anubis/static/img/pensive.webp'>"
        "<p>You are seeing this because the administrator of this website has set up Anubis.</p>",
    ),
    Sample(
        name="wordfence-blocked",
        half=TRAIN,
        kind=WALL,
        status=503,
        title="Your access to this site has been limited",
        body="<h1>Your access to this site has been limited by the site owner</h1><p>Generated by Wordfence</p>",
    ),
    Sample(
        name="linkedin-999",
        half=HELD_OUT,
        kind=WALL,
        status=999,
        title="",
        body="<script>location='/authwall'</script>",
    ),
    Sample(
        name="scraping-notice",
        half=TRAIN,
        kind=WALL,
        title="Public Notices :: Request Access",
        final_url="https://unblock.example.org/",
        body="<h1>Request Access</h1><p>Due to aggressive automated scraping of our site, programmatic access is "
        "limited. Complete the CAPTCHA (bot test) below and click Request Access.</p><div class=g-recaptcha></div>",
    ),
    Sample(
        name="login-redirect",
        half=TRAIN,
        kind=LOGIN,
        title="Sign in - Example",
        final_url="https://www.example.org/users/sign_in?return_to=/reports",
        body=menus(10) + "<h1>Sign in</h1><form><input name=user><input type=password></form>",
    ),
    Sample(
        name="login-single-sign-on",
        half=HELD_OUT,
        kind=LOGIN,
        title="Sign in to your account",
        final_url="https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=1",
        body="<form><input type=email placeholder='Email, phone, or Skype'></form>",
    ),
    Sample(
        name="login-wordpress",
        half=HELD_OUT,
        kind=LOGIN,
        title="Log In ‹ Riverside Intranet — WordPress",
        final_url="https://www.example.org/wp-login.php?redirect_to=x",
        body="<form><label>Username</label><input><input type=password></form><a href='?lost'>Lost your password?</a>",
    ),
    Sample(
        name="login-in-place",
        half=HELD_OUT,
        kind=LOGIN,
        title="Login | Example Archive",
        body="<h1>Login</h1><form><input><input type=password></form>",
    ),
    Sample(
        name="login-basic",
        half=TRAIN,
        kind=LOGIN,
        status=401,
        headers={"WWW-Authenticate": 'Basic realm="Staff"'},
        title="401 Authorization Required",
        body="<h1>401 Authorization Required</h1>",
    ),
    Sample(
        name="login-authwall",
        half=TRAIN,
        kind=LOGIN,
        title="Sign Up | Example Network",
        url="https://www.example.org/in/someone",
        final_url="https://www.example.org/authwall?trk=x",
        body="<h1>Join to see this profile</h1><form><input type=text><input type=password></form>",
    ),
    Sample(
        name="login-password-protected-post",
        half=HELD_OUT,
        kind=LOGIN,
        title="Protected: Minutes - Example",
        body=menus(12)
        + "<h1>Protected: Minutes</h1><p>This content is password protected. To view it please enter "
        "your password below:</p><form><input type=password></form>",
    ),
    Sample(
        name="forbidden-plain",
        half=HELD_OUT,
        kind=ERROR,
        status=403,
        title="Riverside",
        body=menus() + article(1),
    ),
    Sample(
        name="server-error-with-a-long-page",
        half=TRAIN,
        kind=ERROR,
        status=500,
        title="Riverside",
        body=menus() + article(6),
    ),
)
