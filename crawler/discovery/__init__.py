"""Pages to watch, found from a seed along links, sitemaps and feeds."""
