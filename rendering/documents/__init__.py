"""Answers that are no web page (PDF, JSON, feeds, XML, plain text), read as text and blocks that can be compared."""
