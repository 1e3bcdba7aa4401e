"""Takedowns: captures leave the collection for good."""
