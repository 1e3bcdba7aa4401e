"""What delivery networks and bot defences answer in place of a page, for the response gate."""

from tests.rendering.gate.gate_pages import ASKED, ERROR, HELD_OUT, TRAIN, WALL, Sample

NETWORKS: tuple[Sample, ...] = (
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
)
