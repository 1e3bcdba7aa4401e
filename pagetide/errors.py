"""Errors of the application, as messages for the user.

PagetideError
├── SettingsError       a setting is unknown, of the wrong kind, or contradicts another
├── CollectionInUse     another process works on this collection
├── AddressInUse        another program listens where the dashboard should
├── NoAccounts          others can reach the dashboard, and nobody could log in
├── ReplayNotInstalled  ReplayWeb.page could not be fetched
├── OutputExists        a file that is there would be overwritten
├── InvalidSeeds        a list of pages cannot be read, or a weight is none
└── NothingToDo         the command found nothing that it could work on
"""


class PagetideError(Exception):
    """Base of the errors that the command line prints as one sentence, without a traceback."""


class SettingsError(PagetideError):
    """A setting is unknown, of the wrong kind, or contradicts another. Retrying does not help: edit it."""


class CollectionInUse(PagetideError):
    """Another process holds the collection's lock. Retry when it has ended."""


class AddressInUse(PagetideError):
    """Another program listens where the dashboard should. Choose another port."""


class NoAccounts(PagetideError):
    """Others can reach the dashboard, and nobody could log in. Make an account, or say that none is wanted."""


class ReplayNotInstalled(PagetideError):
    """ReplayWeb.page could not be fetched. Retry when npm and the network are there."""


class OutputExists(PagetideError):
    """A file that is there would be overwritten. Name another one, or say that it may be."""


class InvalidSeeds(PagetideError):
    """A list of pages cannot be read, or a weight is none; nothing was added. Retrying does not help: correct it."""


class NothingToDo(PagetideError):
    """The command found nothing that it could work on; the message says what to do first."""
