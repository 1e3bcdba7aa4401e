"""The browser of a crawl: as disposable as a page, and ended with the crawl."""
