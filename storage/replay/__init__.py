"""Reads archived responses and whole captures."""
