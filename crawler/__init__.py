"""What to visit and when: due pages, politeness, the spider, the revisit policy."""
