"""Removal of captures for good."""
