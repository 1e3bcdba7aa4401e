"""The response gate: is this the requested page, or a wall, an error or a login in its place?

Pure functions over an answer and its rendered page; no browser. An error page, a bot wall or a login wall that is
learned from spoils a page's history, and a good page that is taken for one is lost: both mistakes cost the same. So
a rule needs either something that nothing else sends, or words of a wall on a page that holds little besides.
``docs/reference/response-gate.md`` has the table of rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

from rendering.gate.page import RenderedAnswer
from rendering.gate.rules import RULES, Rule
from storage.observed import Judged
from storage.records import ResponseKind

CONTENT, ERROR, WALL = ResponseKind.CONTENT, ResponseKind.ERROR, ResponseKind.BOT_WALL
LOGIN, EMPTY = ResponseKind.LOGIN_WALL, ResponseKind.EMPTY

_SHORT_WORDS = 120
_CHROME_WORDS = 600  # an error page within a site's menus
_LOGIN_WORDS = 300
_TEXT_READ = 6000
_MARKUP_READ = 400_000

_NOT_FOUND = re.compile(
    r"(the |this |that |die |la |the requested )?(http |https )?(error )?(code )?((404|410)\W*)?"
    r"(page|url|file|content|article|document|resource|seite|page web|página|pagina|strona|sida|side|site)?\s*"
    r"(you (requested|are looking for|were looking for) )?"
    r"(was |is |wurde |has |could |can(not)? |can't |couldn't |does |doesn't |konnte |nie została |no )*"
    r"(be )?(not found|not be found|be found|missing|gone|not exist|exist|no longer (exists|available)|not available|"
    r"unavailable|nicht gefunden( werden)?|nicht verfügbar|existiert nicht( mehr)?|introuvable|non trouvée|"
    r"n'existe (pas|plus)|no encontrada|non trovata|niet gevonden|não encontrada|nie znaleziono|znaleziona|"
    r"hittades inte|ikke fundet|ikke funnet|ei löytynyt|bulunamadı)( error| fehler)?|"
    r"(http )?(error )?(404|410)( error| fehler)?|"
    r"we (can't|couldn't|cannot|could not) find (that|this|the|your) (page|article|file)( you.{0,30})?|"
    r"(страница не найдена|页面不存在|页面未找到|ページが見つかりません(でした)?|페이지를 찾을 수 없습니다)"
)
_MAINTENANCE = re.compile(
    r"(under|down for|undergoing|scheduled|site|planned|routine)\s+(\w+\s+)?maintenance|maintenance mode|"
    r"we('ll| will) be (right )?back|be back (soon|shortly)|temporarily (down|offline|unavailable)|"
    r"wartungsarbeiten|wartungsmodus|en maintenance|en mantenimiento|in manutenzione|in onderhoud"
)
_NEEDS_SCRIPT = re.compile(
    r"(enable|turn on|activate|requires?|need|without)\s+(\w+\s+){0,3}javascript|javascript (\w+\s+){0,3}"
    r"(enabled|required|disabled|to run|to work)|aktivieren sie (bitte )?javascript|activer javascript"
)
_HUMAN = re.compile(
    r"(are|you're|you are) (not )?(a )?(robot|human|bot)\b|verify(ing)? (that )?you('re| are)|"
    r"prove (that )?you('re| are)|human verification|bot (check|verification)|checking (your|if the site) "
    r"(browser|connection)|not a robot|complete the (captcha|challenge|security)|blocked by (network|our) security|"
    r"kein roboter|pas un robot|no (soy|eres) un robot"
)
_SUSPICION = re.compile(  # the words of many a headline: they count with a captcha or a refusal only
    r"security (check|verification|checkpoint)|(unusual|suspicious) (traffic|activity)|"
    r"automated (requests|access|queries)"
)
_CAPTCHA = re.compile(
    r"google\.com/recaptcha|recaptcha\.net|g-recaptcha|hcaptcha\.com|h-captcha|challenges\.cloudflare\.com/turnstile|"
    r"cf-turnstile|friendlycaptcha|funcaptcha|arkoselabs\.com|geetest|smartcaptcha|captcha",
    re.IGNORECASE,
)
_LOGIN_PATH = re.compile(
    r"(^|[/_.-])(log-?in|log-?on|sign-?in|sign_in|signon|authwall|authenticate|authorize|wp-login|checkpoint|"
    r"anmelden|anmeldung|connexion|sso|adfs|saml2?|cas|openid-connect)($|[/_.?-])",
    re.IGNORECASE,
)
_LOGIN_HOST = re.compile(
    r"^(login|signin|sso|auth|accounts?|idp|adfs|secure-login|cas)\d?\.|\.(okta|auth0|onelogin)\.com$",
    re.IGNORECASE,
)
_IDENTITY_PROVIDER = re.compile(
    r"^(login\.microsoftonline\.com|accounts\.google\.com|.*\.(okta|auth0|onelogin)\.com)$", re.IGNORECASE
)
_LOGIN_TITLE = re.compile(
    r"(please )?(log ?-?in|log ?-?on|sign ?-?in|member log ?in|user log ?in|account log ?in|customer log ?in|"
    r"authentication required|login required|log in or sign up|sign in or (register|create an account)|"
    r"anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|acceder|accedi|inloggen|logga in|"
    r"you must (be logged in|log in|sign in).{0,40})( (to|page|in|required|bei|à).{0,40})?"
)
_PASSWORD_PAGE = re.compile(
    r"(content|post|page|site) is (password[- ])?protected|enter (your|the) password (below|to)"
)


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What an answer is taken for, and why."""

    kind: ResponseKind
    rule: str
    matched: str = ""  # what on the page or in its headers said so
    server: str = ""  # whose page it is, where that is known

    def observed(self) -> Judged:
        """The evidence as it is kept with the capture, under "gate"."""
        return {"kind": self.kind.value, "rule": self.rule, "matched": self.matched, "server": self.server}


def judge(answered: RenderedAnswer) -> Judgement | None:
    """What an answer is taken for; None: for what its status says, and below 400 for the page itself."""
    found = _by_table(answered) or _by_status(answered)
    if found is not None:
        return found
    for question in (_captcha_page, _login_wall, _not_found, _maintenance, _script_shell):
        found = question(answered)
        if found is not None:
            return found
    return None


def _by_table(answered: RenderedAnswer) -> Judgement | None:
    for rule in RULES:
        matched = _holds(rule, answered)
        if matched is not None:
            return Judgement(kind=rule.kind, rule=rule.name, matched=matched, server=rule.server)
    return None


def _holds(rule: Rule, answered: RenderedAnswer) -> str | None:
    """What matched where every condition of the rule holds; cheap conditions first."""
    if rule.statuses and answered.status not in rule.statuses:
        return None
    if rule.most_words is not None and answered.words > rule.most_words:
        return None
    told = [str(answered.status)] if rule.statuses else []
    if rule.header is not None:
        name, pattern = rule.header
        value = answered.fields.get(name)
        if value is None or not re.search(pattern, value, re.IGNORECASE):
            return None
        told.append(f"{name}: {value[:80]}")
    for part, where in (
        ("title", answered.title),
        ("url", answered.final_url),
        ("text", re.sub(r"\s+", " ", answered.text[:_TEXT_READ].replace("\u2019", "'"))),
        ("markup", answered.html[:_MARKUP_READ]),
    ):
        if getattr(rule, part) is not None:
            matched = rule.matched(part, where)
            if matched is None:
                return None
            told.append(f"{part}: {matched}")
    return "; ".join(told)


def _by_status(answered: RenderedAnswer) -> Judgement | None:
    """Statuses that ask who is there; other errors are told by the status alone."""
    if answered.status == HTTPStatus.UNAUTHORIZED and "www-authenticate" in answered.fields:
        asked = answered.fields["www-authenticate"][:80]
        return Judgement(kind=LOGIN, rule="http-authentication", matched=f"www-authenticate: {asked}")
    if answered.status == HTTPStatus.NETWORK_AUTHENTICATION_REQUIRED:
        return Judgement(kind=LOGIN, rule="captive-portal", matched="511")
    return None


def _captcha_page(answered: RenderedAnswer) -> Judgement | None:
    """A page that is nothing but a question whether a person is there."""
    if answered.words > _SHORT_WORDS or answered.paragraphs > 1:
        return None
    lowered = _lowered(answered)
    said = _HUMAN.search(lowered) or _SUSPICION.search(lowered)
    if said is None:
        return None
    names = (*answered.title_parts, *answered.headings)
    named = any(_HUMAN.search(part) or _SUSPICION.search(part) for part in names)
    widget = _CAPTCHA.search(answered.html[:_MARKUP_READ])
    refused = answered.status in (401, 403, 405, 429, 503)
    asks = answered.words <= 60 and any(_HUMAN.search(part) for part in names)
    # a contact form says "I am not a robot" too, but neither in its title nor with a refusal
    if not (asks or (named and (widget or refused)) or (widget and refused)):
        return None
    matched = f"text: {said.group()}" + (f"; markup: {widget.group()}" if widget else "")
    return Judgement(kind=WALL, rule="captcha-page", matched=matched)


def _login_wall(answered: RenderedAnswer) -> Judgement | None:
    """A page that asks who is there, unless it is a login page that was asked for."""
    if answered.words > _LOGIN_WORDS or _leads_to_login(answered.requested_url):
        return None
    entitled = next((part for part in answered.title_parts if _LOGIN_TITLE.fullmatch(part)), None)
    if answered.was_redirected and _leads_to_login(answered.final_url):
        asks = answered.asks_password or entitled or _IDENTITY_PROVIDER.search(_host(answered.final_url))
        matched = f"redirected to {answered.final_url[:120]}"
        return Judgement(kind=LOGIN, rule="login-redirect", matched=matched) if asks else None
    return _login_in_place(answered, entitled)


def _login_in_place(answered: RenderedAnswer, entitled: str | None) -> Judgement | None:
    """A login at the page's own address."""
    if not answered.asks_password or answered.words > _SHORT_WORDS:
        return None
    protected = _PASSWORD_PAGE.search(_lowered(answered))
    if protected:
        return Judgement(kind=LOGIN, rule="password-protected", matched=f"text: {protected.group()}")
    named = entitled or next((text for text in answered.headings if _LOGIN_TITLE.fullmatch(text)), None)
    # the front page of a service is its login page: whoever watches it asked for that
    if named and (answered.was_redirected or urlsplit(answered.requested_url).path.strip("/")):
        return Judgement(kind=LOGIN, rule="login-page", matched=f"title: {named}")
    return None


def _not_found(answered: RenderedAnswer) -> Judgement | None:
    """A page that says it is not there, with a status that says it is."""
    if answered.words > _CHROME_WORDS:
        return None
    entitled = next((part for part in answered.title_parts if _NOT_FOUND.fullmatch(part)), None)
    headed = next((text for text in answered.headings if _NOT_FOUND.fullmatch(text)), None)
    both, either = entitled and headed, entitled or headed
    if answered.paragraphs <= 2 and (both or (either and answered.words <= _SHORT_WORDS)):
        where = "title" if entitled else "heading"
        return Judgement(kind=ERROR, rule="not-found-page", matched=f"{where}: {either}")
    return None


def _maintenance(answered: RenderedAnswer) -> Judgement | None:
    if answered.words > _SHORT_WORDS or answered.links > 12 or answered.paragraphs > 2:
        return None
    named = next(
        (text for text in (*answered.title_parts, *answered.headings) if _MAINTENANCE.search(text)), None
    )
    bare = _MAINTENANCE.search(_lowered(answered)) if answered.words <= 30 and answered.links <= 3 else None
    if named or bare:
        matched = f"title: {named}" if named else f"text: {bare.group() if bare else ''}"
        return Judgement(kind=ERROR, rule="maintenance-page", matched=matched)
    return None


def _script_shell(answered: RenderedAnswer) -> Judgement | None:
    """An application that did not start: all it shows is a wish for JavaScript."""
    if answered.words > 60 or answered.links > 5:
        return None
    said = _NEEDS_SCRIPT.search(_lowered(answered))
    return Judgement(kind=EMPTY, rule="script-shell", matched=f"text: {said.group()}") if said else None


def _lowered(answered: RenderedAnswer) -> str:
    text = answered.text[:_TEXT_READ].replace("\u2019", "'").lower()
    return re.sub(r"\s+", " ", f"{answered.title.lower()} {text}")


def _leads_to_login(url: str) -> bool:
    parts = urlsplit(url)
    return bool(_LOGIN_PATH.search(parts.path) or _LOGIN_HOST.search(parts.hostname or ""))


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
