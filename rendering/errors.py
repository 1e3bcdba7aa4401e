"""Errors of rendering, other than those of the page itself.

RenderingError
|-- BrowserNotFound       no Chromium on this machine; a retry helps only after one is installed
|-- SandboxUnavailable    the sandbox is required and cannot be used; no retry helps before the system is changed
|-- LoginStateError       a stored login is missing, broken or open to others; the message says what to do
|-- AccessError           a secret that lets visits in is missing or open to others; the message says what to do
|-- InstallationFailed    Chromium could not be installed; a retry helps only if the reason named is gone
`-- PageUnavailable       the page cannot be asked any more; the capture goes on without what was asked for
    |-- PageUnresponsive  no answer in time; a later visit may succeed
    |-- PageGone          closed or crashed; a later visit may succeed
    `-- PageRefused       the browser said no, or the document was replaced meanwhile; asking again may help

A page's own trouble (no such host, status 500, never idle) is no exception here: it is a ``Problem`` in the
``Capture``.
"""

from __future__ import annotations


class RenderingError(Exception):
    """Base of everything that ``rendering`` raises."""


class BrowserNotFound(RenderingError):
    """No usable Chromium: raised at start. The message says how to install one."""


class InstallationFailed(RenderingError):
    """Chromium could not be installed; the message says what was tried and what to do."""


class SandboxUnavailable(RenderingError):
    """Chromium's sandbox is required by the settings and this user may not use it; the message says why."""


class LoginStateError(RenderingError):
    """A stored login cannot be used as it is."""


class AccessError(RenderingError):
    """What lets a visit in cannot be read where the settings say it is."""


class PageUnavailable(RenderingError):
    """A question to the page had no answer. Stays inside the package: captures turn it into a ``Problem``."""


class PageUnresponsive(PageUnavailable):
    """The page did not answer in time, usually because a script of it never ends."""


class PageGone(PageUnavailable):
    """The page, its context or the browser was closed or has crashed."""


class PageRefused(PageUnavailable):
    """The browser answered with an error, for example because the document was replaced by another."""
