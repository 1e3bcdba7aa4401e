"""The dashboard: findings, pages, comparisons, schedule, and the JSON API."""
