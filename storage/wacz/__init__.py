"""WACZ files: written from a collection, and checked."""
