"""Errors of crawling, as messages for the user.

CrawlerError
├── ImpossibleBudget  a budget that cannot be planned with
├── ContradictoryRule a rule of visits that cannot be meant
├── NotAWorker        this machine cannot work for the collection's daemon
└── CrawlError        the crawl could not start, or cannot go on
"""


class CrawlerError(Exception):
    """Base of the crawler's errors."""


class ImpossibleBudget(CrawlerError):
    """A budget cannot be planned with. Retrying does not help: the message says what to give instead."""


class ContradictoryRule(CrawlerError, ValueError):
    """A rule of visits cannot be meant as it stands. The message says what to write instead."""


class NotAWorker(CrawlerError):
    """This machine cannot work for the collection's daemon, or not any more. The message says what to change."""


class CrawlError(CrawlerError):
    """The crawl could not start or cannot go on. The message says what to repair first."""
