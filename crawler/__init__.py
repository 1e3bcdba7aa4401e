"""Crawling: due pages, politeness, visits, discovery, and the schedule."""
