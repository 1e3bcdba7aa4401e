"""Visits: lease a page, open it, capture it, hand the capture on."""
