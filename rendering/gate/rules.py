"""The table of rules of the response gate.

Each rule states facts of one server's pages; all conditions that it names must hold. Words that an ordinary page
could use as well count only where there is little else to read (``most_words``): an article about captchas stays
an article. The rules are tried in order, the surest first. ``docs/reference/response-gate.md`` lists them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from re import Pattern

from storage.records import ResponseKind

WALL, ERROR, EMPTY = ResponseKind.BOT_WALL, ResponseKind.ERROR, ResponseKind.EMPTY


def _pattern(text: str) -> Pattern[str]:
    return re.compile(text, re.IGNORECASE)


@dataclass(frozen=True)
class Rule:
    """Facts that together tell one kind of page; patterns are searched for, case does not matter."""

    name: str
    server: str
    kind: ResponseKind
    header: tuple[str, str] | None = None  # name, pattern of its value
    title: str | None = None
    text: str | None = None
    markup: str | None = None
    url: str | None = None  # of the page that came
    statuses: tuple[int, ...] = ()
    most_words: int | None = 250  # None: however much the page holds

    @property
    def conditions(self) -> str:
        """The rule in words, for the documentation."""
        told = [
            f"header `{self.header[0]}` ~ `{self.header[1]}`" if self.header else "",
            f"status {', '.join(map(str, self.statuses))}" if self.statuses else "",
            *(
                f"{name} ~ `{pattern}`"
                for name, pattern in (
                    ("title", self.title),
                    ("text", self.text),
                    ("markup", self.markup),
                    ("URL", self.url),
                )
                if pattern
            ),
            f"at most {self.most_words} words" if self.most_words is not None else "",
        ]
        return "; ".join(part for part in told if part)

    def matched(self, part: str, where: str) -> str | None:
        """What the pattern for ``part`` ("title", "text", "markup", "url") found in ``where``; None: nothing."""
        found = _pattern(getattr(self, part)).search(where)
        return found.group()[:120] if found else None


RULES: tuple[Rule, ...] = (
    # headers that nothing but a wall sends
    Rule("cloudflare-challenge", "Cloudflare", WALL, header=("cf-mitigated", "challenge"), most_words=None),
    Rule(
        "aws-waf-action", "AWS WAF", WALL, header=("x-amzn-waf-action", "challenge|captcha"), most_words=None
    ),
    Rule(
        "vercel-mitigated", "Vercel", WALL, header=("x-vercel-mitigated", "challenge|deny"), most_words=None
    ),
    Rule(
        "datadome-status",
        "DataDome",
        WALL,
        header=("x-datadome", "."),
        statuses=(401, 403, 405, 429),
        most_words=None,
    ),
    Rule("kasada-status", "Kasada", WALL, header=("x-kpsdk-ct", "."), statuses=(403, 429), most_words=None),
    Rule("rimon-filter", "Rimon", WALL, header=("rimon", "block")),
    Rule("unusual-status", "any", WALL, statuses=(999,), most_words=None),
    # Cloudflare
    Rule(
        "cloudflare-challenge-page",
        "Cloudflare",
        WALL,
        markup=r"_cf_chl_opt|/cdn-cgi/challenge-platform/h/\w/orchestrate/|cf-browser-verification",
    ),
    Rule(
        "cloudflare-block",
        "Cloudflare",
        WALL,
        text=r"error\s*(code:?\s*)?10(0[6-9]|1[0125]|20)\b|error\s*1106\b|you have been blocked|access denied|"
        r"please complete the security check|you are being rate limited",
        markup=r"cf-error-(details|code)|cf-wrapper|cloudflare ray id|cf-footer-item|cdn-cgi/(styles|images)",
    ),
    Rule(
        "cloudflare-error",
        "Cloudflare",
        ERROR,
        text=r"error\s*(code:?\s*)?(10\d\d|5\d\d)\b|ray id",
        markup=r"cf-error-(details|code)|cf-wrapper|cf-footer-item",
    ),
    # Akamai
    Rule(
        "akamai-challenge",
        "Akamai",
        WALL,
        markup=r"sec-if-cpt-container|/_sec/cp_challenge|bm-verify=|_abck[^\n]{0,200}interstitial",
    ),
    Rule(
        "akamai-denied",
        "Akamai",
        WALL,
        title=r"access denied",
        text=r"don't have permission to access.{0,600}reference\s*#\s*\d+\.[0-9a-f.]+",
        most_words=120,
    ),
    Rule("akamai-edge-error", "Akamai", ERROR, text=r"reference\s*#\s*\d+\.[0-9a-f]+\.", most_words=120),
    # Amazon
    Rule(
        "aws-waf-page",
        "AWS WAF",
        WALL,
        markup=r"awswafcookiedomainlist|gokuprops|captcha-sdk\.awswaf",
        most_words=60,
    ),
    Rule("aws-elb-403", "AWS ELB", WALL, header=("server", "awselb"), statuses=(403,), most_words=60),
    Rule(
        "cloudfront-blocked",
        "CloudFront",
        WALL,
        text=r"(request blocked|configured to block access from your country).{0,2000}cloudfront",
    ),
    Rule(
        "cloudfront-error",
        "CloudFront",
        ERROR,
        text=r"request could not be satisfied.{0,3000}generated by cloudfront",
    ),
    Rule(
        "amazon-robot-check",
        "Amazon",
        WALL,
        text=r"enter the characters you see below|to discuss automated access to amazon data",
        most_words=120,
    ),
    # Imperva
    Rule(
        "incapsula-incident",
        "Imperva",
        WALL,
        text=r"incapsula incident id|blocked by our security service",
    ),
    Rule(
        "incapsula-frame",
        "Imperva",
        WALL,
        markup=r"<iframe[^>]+_incapsula_resource|_incapsula_resource\?(swudnsai|cwudnsai)",
        most_words=40,
    ),
    Rule("incapsula-script", "Imperva", WALL, markup=r"_incapsula_resource", most_words=5),
    Rule(
        "imperva-interruption",
        "Imperva",
        WALL,
        text=r"something about your browser made us think you (were|might be) a bot",
    ),
    # other protection services
    Rule(
        "datadome-page",
        "DataDome",
        WALL,
        markup=r"(geo|ct|c)\.captcha-delivery\.com",
        most_words=80,
    ),
    Rule(
        "human-challenge",
        "HUMAN",
        WALL,
        markup=r"px-captcha|captcha\.px-(cdn|cloud)\.net|_pxuuid",
        most_words=200,
    ),
    Rule(
        "human-denied",
        "HUMAN",
        WALL,
        text=r"access to this page has been denied.{0,400}(automation|bot|human)|press\s*&\s*hold to confirm you are",
    ),
    Rule(
        "sucuri-firewall",
        "Sucuri",
        WALL,
        markup=r"sucuri_cloudproxy_js|sucuri\.net/privacy|sucuri website firewall",
        most_words=200,
    ),
    Rule(
        "f5-rejected",
        "F5",
        WALL,
        text=r"requested url was rejected.{0,200}support id",
    ),
    Rule("f5-challenge", "F5", WALL, markup=r"/tspd/\?type=|bobcmn|apm_do_not_touch", most_words=5),
    Rule(
        "radware-captcha",
        "Radware",
        WALL,
        markup=r"validate\.perfdrive\.com|captcha\.perfdrive\.com|radware captcha page",
        most_words=200,
    ),
    Rule(
        "radware-block", "Radware", WALL, text=r"unauthorized activity has been detected.{0,300}case number"
    ),
    Rule("kasada-page", "Kasada", WALL, markup=r"window\.kpsdk|/ips\.js\?|kpsdk", most_words=5),
    Rule("vercel-checkpoint", "Vercel", WALL, title=r"vercel security checkpoint"),
    Rule(
        "vercel-error",
        "Vercel",
        ERROR,
        text=r"code:?\s*`?[A-Z_]+`?\s*id:?\s*`?[a-z0-9]{3,5}::",
        most_words=80,
    ),
    Rule(
        "fastly-challenge",
        "Fastly",
        WALL,
        title=r"^client challenge$",  # the script alone stands on ordinary pages too
        markup=r"/_fs-ch-[0-9a-z]+/",
        most_words=120,
    ),
    Rule("fastly-error", "Fastly", ERROR, text=r"^\s*fastly error:|varnish cache server", most_words=120),
    Rule("varnish-error", "Varnish", ERROR, text=r"guru meditation", most_words=80),
    Rule(
        "azure-waf-challenge",
        "Azure Front Door",
        WALL,
        title=r"^\s*azure waf",
    ),
    Rule(
        "azure-blocked",
        "Azure Front Door",
        WALL,
        header=("x-azure-ref", "."),
        text=r"the request is blocked",
        most_words=80,
    ),
    Rule(
        "azure-gateway-403",
        "Azure Application Gateway",
        WALL,
        text=r"microsoft-azure-application-gateway",
        statuses=(403,),
        most_words=40,
    ),
    Rule(
        "azure-unavailable",
        "Azure Front Door",
        ERROR,
        text=r"our services aren't available right now|this web app (is|has been) stopped|404 web site not found",
        most_words=150,
    ),
    Rule(
        "google-sorry",
        "Google",
        WALL,
        url=r"^https?://(www|ipv4|ipv6)\.google\.[a-z.]+/sorry/",
        most_words=None,
    ),
    Rule(
        "google-unusual-traffic",
        "Google",
        WALL,
        text=r"detected unusual traffic from your computer network",
    ),
    Rule("google-error", "Google", ERROR, text=r"\d{3}\.\s*that's an error", most_words=120),
    Rule(
        "ddos-guard",
        "DDoS-Guard",
        WALL,
        markup=r"/\.well-known/ddos-guard/|check\.ddos-guard\.net",
        most_words=120,
    ),
    Rule(
        "proof-of-work",
        "Anubis and the like",
        WALL,
        markup=r"/\.within\.website/x/|/\.well-known/(sgcaptcha|\.git\.gammaspectra\.live/git/go-away)",
        most_words=200,
    ),
    Rule(
        "wordfence-block",
        "Wordfence",
        WALL,
        text=r"(access to (this site|this service) has been limited|site owner may have set restrictions|"
        r"generated by wordfence)",
    ),
    Rule(
        "mod-security",
        "Apache mod_security",
        WALL,
        text=r"generated by mod_security",
        most_words=80,
    ),
    Rule(
        "request-access",
        "any",
        WALL,
        text=r"request access.{0,1500}(captcha|automated|scraping)|(aggressive|due to) automated scraping",
    ),
    # servers' own error pages, which some send with status 200
    Rule(
        "squid-error",
        "Squid",
        ERROR,
        title=r"the requested url could not be retrieved",
        text=r"squid|cache administrator",
    ),
    Rule("erddap-error", "ERDDAP", ERROR, text=r"^\s*error\s*\{\s*code\s*=\s*\d{3}", most_words=120),
    Rule(
        "github-pages-404",
        "GitHub Pages",
        ERROR,
        text=r"there isn't a github pages site here|site configured at this address does not contain the requested",
    ),
    Rule(
        "error-title",
        "any",
        ERROR,
        title=r"^\W*((http )?(error |status )?[45]\d\d\b( -)?\s*(-|:|\||$|error|bad request|unauthorized|forbidden|"
        r"not found|request timeout|gone|too many requests|internal server error|bad gateway|service|"
        r"gateway time-?out)|internal server error\W*$|bad gateway\W*$|service (temporarily )?unavailable\W*$|"
        r"gateway time-?out\W*$|forbidden\W*$|access denied\W*$|runtime error\W*$|database error\W*$)",
        most_words=100,
    ),
    Rule(
        "error-text",
        "any",
        ERROR,
        text=r"^\W*(error establishing a database connection|there has been a critical error on this website|"
        r"bandwidth limit exceeded|this account has been suspended|no healthy upstream|upstream connect error|"
        r"application error: a (client|server)-side exception|internal server error|502 bad gateway|"
        r"503 service|504 gateway|an error occurred while processing your request)",
        most_words=60,
    ),
    Rule(
        "application-error",
        "Heroku",
        ERROR,
        title=r"^application error$",
        text=r"error occurred in the application",
        most_words=80,
    ),
    Rule(
        "server-default-page",
        "nginx, Apache, IIS",
        ERROR,
        title=r"^(welcome to nginx|apache2? .{0,30}default page|iis windows|http server test page|"
        r"test page for the .{0,40}http server|welcome to (openresty|caddy|tengine|centos)|default web site page)",
    ),
    Rule(
        "parked-domain",
        "any",
        ERROR,
        markup=(
            r"sedoparking\.com|parkingcrew\.net|bodis\.com|parklogic\.com|hugedomains\.com/domain_profile|"
            r"window\.park\b|/parking-lander/|dan\.com/buy-domain|above\.com/marketplace"
        ),
        most_words=200,
    ),
    Rule(
        "domain-for-sale",
        "any",
        ERROR,
        text=r"(this|the) domain( name)? (\S+ )?(is|may be) (parked|for sale)|buy this domain|domain is for sale",
        most_words=120,
    ),
)
