"""Backups of a collection, and collections made from them."""
