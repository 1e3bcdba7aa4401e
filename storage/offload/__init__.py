"""Putting closed WARC files and derived files into an object store, and bringing them back."""
