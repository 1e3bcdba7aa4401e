"""All queries of a collection, grouped by noun."""
