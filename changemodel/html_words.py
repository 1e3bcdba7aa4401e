"""Words of an element that are no text in it (alt, labels), as ``rendering/scripts/layout.js`` reads them.

What a picture is said to show, what stands on a button, the options of a select, and a name that only screen readers
say where there are no words. What a visitor may have typed is none.
"""

from __future__ import annotations

from changemodel.html_tree import Element

_BUTTONS = frozenset(["submit", "reset", "button"])
_WORDLESS = frozenset(["hidden", "checkbox", "radio", "file", "range", "color"])
_NAMED = frozenset(["a", "button", "i", "img", "input", "span", "summary", "svg"])
_NAMED_ROLES = frozenset(["button", "img", "link", "menuitem", "radio", "checkbox", "switch", "tab"])


def words_of(element: Element) -> str:
    """The words of a picture or of a control; "" of other elements."""
    if element.tag == "select":
        return _of_select(element)
    return " ".join(_of_others(element).split())


def picture_of(element: Element) -> str:
    """The address of the picture that an element shows, as it is written; "" where there is none."""
    if element.tag == "video":
        return element.get("src") or element.get("poster")
    return element.get("src") if element.tag in ("img", "input") else ""


def name_for(element: Element) -> str:
    """What an element is called where nothing in it says anything; "" of one that needs no name."""
    if element.tag not in _NAMED and element.get("role") not in _NAMED_ROLES:
        return ""
    stated = element.get("aria-label") or element.get("title")
    if stated or element.tag != "svg":
        return stated
    return next(("".join(child.texts()) for child in element.children if child.tag == "title"), "")


def _of_others(element: Element) -> str:
    if element.tag == "img":
        return element.get("alt")
    if element.tag == "input":
        return _of_input(element)
    if element.tag == "textarea" and not "".join(element.texts()):
        return element.get("placeholder")
    return ""


def _of_input(element: Element) -> str:
    kind = element.get("type").lower()
    if kind in _BUTTONS:
        return element.get("value")
    if kind == "image":
        return element.get("alt")
    if kind in _WORDLESS:
        return ""
    stands = not element.attributes.keys().isdisjoint(("readonly", "disabled")) and kind != "password"
    return (element.get("value") if stands else "") or element.get("placeholder")


def _of_select(element: Element) -> str:
    """Its options, a line each; before them the one that it shows, if that is another than the first."""
    shown = [
        each
        for each in element.walk()
        if each.tag in ("optgroup", "option") and "hidden" not in each.attributes
    ]
    options = [each for each in element.walk() if each.tag == "option"]
    chosen = [row for row, option in enumerate(options) if "selected" in option.attributes]
    first = (
        [options[chosen[-1]]] if chosen and chosen[-1] > 0 and "multiple" not in element.attributes else []
    )
    return "\n".join(_label(each) for each in [*first, *shown])


def _label(option: Element) -> str:
    own = "" if option.tag == "optgroup" else "".join(option.texts())
    return " ".join((option.get("label") or own).split())
