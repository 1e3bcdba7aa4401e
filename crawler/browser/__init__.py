"""The browser of a crawl: replaced when it fails, and ended with the crawl."""
