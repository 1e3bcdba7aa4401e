"""Scrapy's settings where it asks for something itself: discoveries, robots.txt, plain requests."""

from __future__ import annotations

from typing import Any

from crawler.reactor import REACTOR
from crawler.settings import CrawlSettings


def plain_settings(settings: CrawlSettings) -> dict[str, Any]:
    """Scrapy's settings for whatever it asks for itself: its downloader, our manners, what lets visits in."""
    return {
        "BOT_NAME": settings.user_agent,
        "USER_AGENT": settings.announcement,
        "TWISTED_REACTOR": REACTOR,
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "RETRY_ENABLED": False,
        "COOKIES_ENABLED": False,
        "HTTPCACHE_ENABLED": False,
        "DNSCACHE_ENABLED": False,  # it never expires, and a daemon runs for months
        "DNS_TIMEOUT": 20,
        "REDIRECT_MAX_TIMES": 5,  # of robots.txt; the browser and discoveries follow those of pages themselves
        "DOWNLOADER_MIDDLEWARES_BASE": {
            "crawler.manners.politeness.RobotsRules": 100,
            "crawler.manners.access.OwnOriginHeaders": 200,
            "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": 500,
            "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": 590,
            "scrapy.downloadermiddlewares.redirect.RedirectMiddleware": 600,
            "scrapy.downloadermiddlewares.httpproxy.HttpProxyMiddleware": 750,
            "crawler.manners.resolving.RefusedAddresses": 800,
        },
        # Redirects ask for it; requests of start() get no Referer from it.
        "SPIDER_MIDDLEWARES_BASE": {"scrapy.spidermiddlewares.referer.RefererMiddleware": 700},
        "EXTENSIONS_BASE": {},
        "REMOTE_CONTROL_ENABLED": False,  # an HTTP server that runs Python, on by default since Scrapy 2.19
        "TELNETCONSOLE_ENABLED": False,
        "LOG_ENABLED": False,
        "STATS_DUMP": False,
    }
