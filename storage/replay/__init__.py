"""Archived answers and whole captures read back out of the archive."""
