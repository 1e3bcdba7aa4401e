"""What can go wrong while visiting pages, in words for the person who asked for them.

CrawlerError
├── InvalidURL        a text is not the address of a web page that can be watched
├── ImpossibleBudget  a budget that cannot be planned with
├── ContradictoryRule a rule of visits that cannot be meant
└── CrawlError        the crawl could not start, or cannot go on
"""


class CrawlerError(Exception):
    """Base of the crawler's errors."""


class InvalidURL(CrawlerError):
    """A text is not the address of a watchable web page. Retrying does not help: correct the text."""


class ImpossibleBudget(CrawlerError):
    """A budget cannot be planned with. Retrying does not help: the message says what to give instead."""


class ContradictoryRule(CrawlerError, ValueError):
    """A rule of visits cannot be meant as it stands. The message says what to write instead."""


class CrawlError(CrawlerError):
    """The crawl could not start or cannot go on. The message says what to repair first."""
