# ruff: noqa: E501 - markup in one line each
"""Pages with consent dialogs shaped like those of common platforms: their ids and classes, our own scripts."""

from __future__ import annotations

_NEWS = (
    "<h1>Council approves budget</h1>"
    + "<p>The council has approved the budget for the coming year.</p>" * 60
)
_BAR = "position:fixed;left:0;right:0;bottom:0;height:300px;background:#eee;z-index:9999"
_MIDDLE = "position:fixed;left:200px;top:200px;width:600px;height:500px;background:#eee;z-index:9999"
_ANSWER = (
    "<script>function answer(how, gone) { document.body.dataset.answer = how;"
    " setTimeout(() => document.querySelectorAll(gone).forEach(each => each.remove()), 400) }</script>"
)


def _page(dialog: str) -> str:
    return f"<!doctype html><html lang=en><title>News</title><body>{_NEWS}{_ANSWER}{dialog}</body></html>"


_USERCENTRICS = """<aside id="usercentrics-root"></aside><script>
const root = document.getElementById('usercentrics-root').attachShadow({ mode: 'open' });
root.innerHTML = `<div role="dialog" style="STYLE"><p>Datenschutz-Einstellungen</p>
<button data-testid="uc-deny-all-button">Ablehnen</button><button data-testid="uc-accept-all-button">Alles akzeptieren</button></div>`;
for (const [name, how] of [['deny', 'reject'], ['accept', 'accept']]) {
  root.querySelector(`[data-testid=uc-${name}-all-button]`).onclick = () => answer(how, '#usercentrics-root');
}</script>""".replace("STYLE", _MIDDLE)

PAGES = {
    "OneTrust": _page(
        f'<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" role="dialog" style="{_BAR}">We value your privacy'
        "<button id=onetrust-pc-btn-handler>Cookies Settings</button>"
        "<button id=onetrust-reject-all-handler onclick=\"answer('reject', '#onetrust-consent-sdk')\">Reject All</button>"
        "<button id=onetrust-accept-btn-handler onclick=\"answer('accept', '#onetrust-consent-sdk')\">Accept All</button>"
        "</div></div>"
    ),
    "Cookiebot": _page(
        f'<div id="CybotCookiebotDialog" role="dialog" style="{_MIDDLE}">Denne hjemmeside bruger cookies'
        "<button id=CybotCookiebotDialogBodyButtonDecline onclick=\"answer('reject', '#CybotCookiebotDialog')\">Afvis</button>"
        "<button id=CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll "
        "onclick=\"answer('accept', '#CybotCookiebotDialog')\">Tillad alle</button></div>"
    ),
    "Usercentrics": _page(_USERCENTRICS),
    "Quantcast": _page(
        f'<div id="qc-cmp2-container"><div class="qc-cmp2-summary-buttons" role="dialog" style="{_MIDDLE}">Le respect de'
        " votre vie privée, consentement<button mode=secondary onclick=\"answer('reject', '#qc-cmp2-container')\">"
        "Tout refuser</button><button mode=primary onclick=\"answer('accept', '#qc-cmp2-container')\">J’accepte</button>"
        "</div></div><iframe name=__tcfapiLocator style='display:none'></iframe>"
        "<script>window.__tcfapi = (command, version, done) => done({cmpId: 10, displayStatus: 'visible'}, true)</script>"
    ),
    "Sourcepoint": _page(
        f'<div id="sp_message_container_12" style="{_MIDDLE}"><iframe id="sp_message_iframe_12" title="SP Consent Message"'
        ' style="width:100%;height:100%" src="/sourcepoint-frame"></iframe></div>'
    ),
    "TrustArc": _page(
        f'<div id="truste-consent-track" style="{_BAR}">Cookies: your choice '
        "<button id=truste-consent-required onclick=\"answer('reject', '#truste-consent-track')\">Required only</button>"
        "<button id=truste-consent-button onclick=\"answer('accept', '#truste-consent-track')\">Agree</button></div>"
    ),
    "Didomi": _page(
        f'<div id="didomi-host"><div id="didomi-popup" style="{_MIDDLE}">Wij en onze partners gebruiken cookies'
        "<span class=didomi-continue-without-agreeing role=button onclick=\"answer('reject', '#didomi-host')\">"
        "Doorgaan zonder te accepteren</span>"
        "<button id=didomi-notice-agree-button onclick=\"answer('accept', '#didomi-host')\">Akkoord</button></div></div>"
    ),
    "plain": _page(
        f'<div class="layer" style="{_BAR}">Ta strona używa plików cookie. <a href="/policy">Prywatność</a>'
        "<a href='#' onclick=\"answer('reject', '.layer'); return false\">Odrzuć wszystko</a>"
        "<a href='#' onclick=\"answer('accept', '.layer'); return false\">Akceptuję</a></div>"
    ),
    "modal": _page(
        "<dialog id=ask>Utilizamos cookies <button onclick=\"answer('reject', '#ask')\">Rechazar todo</button>"
        "<button onclick=\"answer('accept', '#ask')\">Aceptar todo</button></dialog><script>ask.showModal()</script>"
    ),
    "two steps": _page(
        f'<div class="layer" role="dialog" style="{_MIDDLE}">Vi använder cookies <span id=first>'
        "<button onclick=\"answer('accept', '.layer')\">Godkänn alla</button><button onclick=\"first.remove();"
        ' second.hidden = false">Inställningar</button></span>'
        "<span id=second hidden><button onclick=\"answer('reject', '.layer')\">Spara inställningar</button></span></div>"
    ),
}

FRAME = """<!doctype html><body><div class="message-container">We and our partners ask for your consent to cookies.
<button class="sp_choice_type_13" onclick="parent.answer('reject', '#sp_message_container_12')">No</button>
<button class="sp_choice_type_11" onclick="parent.answer('accept', '#sp_message_container_12')">Yes</button></div>"""
